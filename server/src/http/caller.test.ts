import { expect, test } from 'vitest';
import { type Caller, readExtra } from './caller.ts';

const column = { name: 'page', parameters: [25, 0], columnOf: () => expect.unreachable() };

test('what was read with the caller is taken by the very question that it was read for', () => {
  const caller: Pick<Caller, 'extra'> = { extra: { column, value: null } };
  expect(readExtra(caller, { name: 'page', parameters: [25, 0] })).toBeNull();
  expect(readExtra(caller, { name: 'page', parameters: [25, 25] })).toBeUndefined();
  expect(readExtra(caller, { name: 'quick-envelope', parameters: [25, 0] })).toBeUndefined();
  expect(readExtra({}, { name: 'page', parameters: [25, 0] })).toBeUndefined();
});
