import { expect, it } from 'vitest';
import { checkEmails, readEmails } from './invite-state.ts';

it.each([
  ['a@x.test\nb@x.test\r\n\n', ['a@x.test', 'b@x.test']],
  ['a@x.test, b@x.test; c@x.test', ['a@x.test', 'b@x.test', 'c@x.test']],
  ['a@x.test b@x.test', ['a@x.test', 'b@x.test']],
  ['"Miller, Bob" <bob@x.test>, Ada <ada@x.test>', ['bob@x.test', 'ada@x.test']],
  ['Bob Miller <bob@x.test> Ada <ada@x.test>', ['bob@x.test', 'ada@x.test']],
  [' A@x.test, a@X.test ', ['A@x.test']],
  ['not an address', ['not an address']],
  [' ,;\n ', []],
])('readEmails reads %j', (text, emails) => {
  expect(readEmails(text)).toEqual(emails);
});

it('checkEmails wants at least one address and no more than a call takes', () => {
  const many = (count: number) => Array.from({ length: count }, (_, index) => `${index}@x.test`);
  expect(checkEmails([])).toBe('none');
  expect(checkEmails(many(100))).toBeNull();
  expect(checkEmails(many(101))).toBe('many');
});
