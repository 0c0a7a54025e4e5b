import { expect, it } from 'vitest';
import { hrefOf } from './guide-list.ts';

it('links of guides lead to their pages, from wherever a guide lies', () => {
  const targets = [
    'embedding.md#your-page',
    '../../docs/guides/embedding.md',
    'docs/guides/embedding.md',
    '../../sdk/nextcloud/README.md',
    '#install',
    'https://example.com/a.md',
  ];
  expect(targets.map(hrefOf)).toEqual([
    '/docs/embedding#your-page',
    '/docs/embedding',
    '/docs/embedding',
    '/docs/nextcloud-app',
    '#install',
    'https://example.com/a.md',
  ]);
});
