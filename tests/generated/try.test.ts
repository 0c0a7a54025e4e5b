import { RATES } from '@paraph/domain';
import { expect, test } from 'vitest';
import { openTestInstance } from '../support/instance.ts';
import { openOrganization } from './organization.ts';

test('x', async () => {
  const instance = await openTestInstance({
    env: {
      PARAPH_RATES: Object.keys(RATES)
        .map((n) => `${n}=100000000/60`)
        .join(','),
    },
  });
  await instance.deps.intake.warm();
  console.time('a');
  const a = await openOrganization(instance, 'Ada');
  console.timeEnd('a');
  console.time('b');
  const b = await openOrganization(instance, 'Bea');
  console.timeEnd('b');
  console.log(a.ids, b.ids);
  await instance.close();
});
