import { expect, test } from 'vitest';
import { distinctHeadings, nameAnswers } from './answer-columns.ts';
import type { FieldType } from './field.ts';

const field = (type: FieldType, label: string, key: string | null = null) => ({
  type,
  label,
  rules: { key },
});

test('a field has the same name wherever others stand before it', () => {
  const of = (...fields: ReturnType<typeof field>[]) => [...nameAnswers(fields).keys()];
  const rent = field('number', 'Rent', 'rent');
  const [note, other] = [field('text', 'Note'), field('text', 'Note')];
  expect(of(field('signature', 'Note'), note, rent, other)).toEqual(['["Note",1]', '["rent"]', '["Note",2]']);
  expect(of(rent, note, field('initials', 'Note'), other)).toEqual(['["rent"]', '["Note",1]', '["Note",2]']);
  // A label is no key, and no other label with a number.
  expect(of(field('text', 'rent'), rent, field('text', 'rent,1'))).toHaveLength(3);
});

test('each heading is there once, and stands for its own column', () => {
  expect(distinctHeadings(['id', 'Rent', 'Rent', 'Rent (2)', 'id'])).toEqual([
    'id',
    'Rent',
    'Rent (2)',
    'Rent (2) (2)',
    'id (2)',
  ]);
});
