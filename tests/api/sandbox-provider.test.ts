import { describe, expect, test } from 'vitest';
import { openTestInstance } from '../support/instance.ts';
import { forThisFile, forThisTest } from '../support/instance-case.ts';
import { sandboxPerson } from '../support/sandbox-person.ts';

const instance = await forThisFile(openTestInstance());

describe('the sandbox provider of an instance', () => {
  test('is not there on an instance that others can reach', async () => {
    const other = await forThisTest(
      openTestInstance({ env: { PARAPH_BASE_URL: 'https://sign.example.com' } }),
    );
    for (const path of ['/oauth2/authorize', '/style.css', '/authority.cer', '/authority.crl'])
      expect((await other.inject({ url: `/sandbox-provider${path}` })).statusCode).toBe(404);
    const url = '/sandbox-provider/csc/v2/info';
    expect((await other.inject({ method: 'POST', url, payload: '{}' })).statusCode).toBe(404);
    // Nor can time be moved there: not even a credential is asked for.
    const time = {
      method: 'POST' as const,
      url: '/api/v1/workspaces/1/workflows/1/time',
      payload: { seconds: 1 },
    };
    expect((await instance.inject(time)).statusCode).toBe(401);
    expect((await other.inject(time)).statusCode).toBe(404);
  });

  test('keeps its authority and its holders when the process starts anew', async () => {
    const ann = sandboxPerson(instance);
    const consent = () => ann.consentTo({ scope: 'service' }, { name: 'Ann Sandbox' });
    const service = ann.open({ token: await consent() });
    const ids = await service.credentials();
    const before = await service.credential(ids[0] ?? '');
    await instance.reopen();
    const again = await service.credential(ids[0] ?? '');
    expect(again.certificates).toEqual(before.certificates);
    expect(await ann.open({ token: await consent() }).credentials()).toEqual(ids);
  });
});
