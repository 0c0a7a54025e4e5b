import { expect, it } from 'vitest';
import { readDevelopersSearch } from './developers-state.ts';

it.each([
  ['webhooks', { tab: 'webhooks' }],
  ['keys', { tab: 'keys' }],
  ['apps', {}],
  ['nonsense', {}],
  [undefined, {}],
])('reads the tab %j', (tab, search) => {
  expect(readDevelopersSearch({ tab })).toEqual(search);
});
