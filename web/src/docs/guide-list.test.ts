import { expect, it } from 'vitest';
import { hrefOf } from './guide-list.ts';

it('links of guides lead to their pages, from wherever a guide lies', () => {
  const targets = [
    'embedding.md#your-page',
    '../../docs/guides/embedding.md',
    '../../sdk/nextcloud/README.md',
  ];
  const pages = ['/docs/embedding#your-page', '/docs/embedding', '/docs/nextcloud-app'];
  expect(targets.map(hrefOf)).toEqual(pages);
});
