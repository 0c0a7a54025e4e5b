import { expect, test } from 'vitest';
import { findPasswordProblem } from './password.ts';

const common = new Set([
  'password',
  'password1',
  'qwertyuiop',
  'dragon',
  'horse',
  '1234567890',
  'monkey',
  'letmein',
]);
const personal = ['ada.lovelace@mill.example', 'Ada Lovelace', 'sign.example.com', 'Paraph'];
const problemOf = (password: string) => findPasswordProblem(password, { common, personal });

test.each([
  ['a common one', 'qwertyuiop'],
  ['a common one in another case', 'QwertyUiop'],
  ['a common one with something behind it', 'password123!'],
  ['a common one in other characters', 'P@$$w0rd-2026'],
  ['common ones in a row', 'dragonmonkey12'],
  ['a common one again and again', 'letmeinletmeinletmein'],
  ['a common one and the same character often', 'password!!!!!!!!!!!!'],
  ['digits in a row', '12345678901'],
  ['the address', 'ada.lovelace@mill.example'],
  ['the name and a year', 'AdaLovelace1815'],
  ['the name of the service', 'paraph-paraph-1'],
  ['the host', 'sign.example.com!'],
  ['few characters', 'abababababab'],
])('a password is refused that is %s', (_what, password) => {
  expect(problemOf(password)).toContain('too easy to guess');
});

test.each([
  ['random characters', 'x7#Kq2!vBn'],
  ['a phrase', 'correct horse battery staple'],
  ['a phrase with a common word in it', 'the dragon of my neighbour sings'],
  ['a phrase with a name in it', 'lovelace never met a turing machine'],
  ['another script', 'пароль из многих слов'],
])('a password is accepted that is %s', (_what, password) => {
  expect(problemOf(password)).toBeNull();
});

test('a password has a length', () => {
  expect(problemOf('x7#Kq2!vB')).toBe('Must have at least 10 characters.');
  expect(problemOf('ab'.repeat(101))).toBe('Must have at most 200 characters.');
});
