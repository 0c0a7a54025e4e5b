import { expect, it } from 'vitest';
import { initialsOf } from './initials.ts';

it.each([
  ['Ada Lovelace', 'AL'],
  ['  jean-luc  picard ', 'JP'],
  ['Марія Іваненко', 'МІ'],
  ['Ελένη', 'Ε'],
  ['Ludwig van Beethoven', 'LB'],
  ['ben@example.com', 'BC'],
  ['', ''],
  ['—', ''],
])('initialsOf takes %j to %j', (name, initials) => expect(initialsOf(name)).toBe(initials));
