import { expect, test } from 'vitest';
import { matchPeople, readReplacement, readStepsOfPeople, replacementKindOf } from './people.ts';
import { Refusal } from './refusal.ts';

const ada = {
  id: 1,
  emailKey: 'ada@example.com',
  phone: '+41791234567',
  language: 'de' as const,
  identification: null,
  roles: [{ id: 11, type: 'sign' as const, isInStep: false }],
};
const sign = [{ type: 'sign' as const }];

test('a recipient with the former address of another one is a new person, of another colour', () => {
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
  expect(new Set(people.map(({ roles }) => roles[0]?.color)).size).toBe(2);
});

test('a role is named once', () => {
  const roles = [
    { id: 11, type: 'sign' as const },
    { id: 11, type: 'sign' as const },
  ];
  const named = () => matchPeople([{ id: 1, name: 'Ada', email: 'ada@example.com', roles }], [ada]);
  expect(named).toThrow(Refusal);
});

test('what a request does not say of a recipient stays, and null clears it', () => {
  const match = (more: object) =>
    matchPeople([{ name: 'Ada', email: 'ada@example.com', roles: sign, ...more }], [ada])[0];
  expect(match({})).toMatchObject({ phone: '+41791234567', language: 'de', identification: null });
  expect(match({ phone: null, language: 'fr', identification: 'code-sms' })).toMatchObject({
    phone: null,
    language: 'fr',
    identification: 'code-sms',
  });
  expect(match({ phone: '+44 20 7946 0958' })).toMatchObject({ phone: '+442079460958' });
  expect(() => match({ phone: '079 123 45 67' })).toThrow(
    expect.objectContaining({ violations: { 'recipients[0][phone]': expect.stringContaining('E.164') } }),
  );
});

test('a person in several steps is described once, or alike', () => {
  const described = (...persons: object[]) =>
    readStepsOfPeople(
      persons.map((more) => ({
        type: 'sign' as const,
        recipients: [{ name: 'Ada', email: 'ada@example.com', ...more }],
      })),
      new Set(),
    ).people;
  expect(described({}, { phone: '+41791234567' }, { phone: '+41 79 123 45 67' })).toEqual([
    expect.objectContaining({ phone: '+41791234567' }),
  ]);
  expect(described({ phone: null }, {})).toEqual([expect.objectContaining({ phone: null })]);
  expect(() => described({ phone: '+41791234567' }, { phone: '+41791234568' })).toThrow(
    expect.objectContaining({ violations: { 'steps[1][recipients][0][phone]': expect.any(String) } }),
  );
});

test('another person has neither the phone number nor the language of the one they replace', () => {
  const before = { ...ada, name: 'Ada', email: 'ada@example.com', identification: 'code-sms' as const };
  expect(readReplacement(before, { name: 'Ada L.' })).toMatchObject({
    phone: '+41791234567',
    isOther: false,
  });
  expect(readReplacement(before, { email: 'bob@example.com' })).toMatchObject({
    phone: null,
    language: null,
    identification: 'code-sms',
    isOther: true,
  });
  const phone = '+442079460958';
  expect(readReplacement(before, { email: 'bob@example.com', phone })).toMatchObject({ phone });
  expect(() => readReplacement(before, { phone: '12' })).toThrow(
    expect.objectContaining({ violations: { phone: expect.any(String) } }),
  );
});

test('another address with the same name is a correction by the sender, and else another person', () => {
  const former = { name: 'Ada' };
  expect(replacementKindOf({ name: 'Ada', isByRecipient: false }, former)).toBe('address-corrected');
  expect(replacementKindOf({ name: 'Eve', isByRecipient: false }, former)).toBe('replaced');
  expect(replacementKindOf({ name: 'Ada', isByRecipient: true }, former)).toBe('passed-on');
});
