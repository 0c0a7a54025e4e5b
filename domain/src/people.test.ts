import { expect, test } from 'vitest';
import { matchPeople } from './people.ts';
import { Refusal } from './refusal.ts';

const ada = {
  id: 1,
  emailKey: 'ada@example.com',
  roles: [{ id: 11, type: 'sign' as const, isInStep: false }],
};
const sign = [{ type: 'sign' as const }];

test('a recipient with the former address of another one is a new person', () => {
  const people = matchPeople(
    [
      { id: 1, name: 'Ada', email: 'lovelace@example.com', roles: sign },
      { name: 'Ada the Second', email: 'ada@example.com', roles: sign },
    ],
    [ada],
  );
  expect(people.map(({ id, roles }) => [id, roles.map((role) => role.id)])).toEqual([
    [1, [11]],
    [null, [null]],
  ]);
});

test('a role is named once', () => {
  const roles = [
    { id: 11, type: 'sign' as const },
    { id: 11, type: 'sign' as const },
  ];
  const named = () => matchPeople([{ id: 1, name: 'Ada', email: 'ada@example.com', roles }], [ada]);
  expect(named).toThrow(Refusal);
});
