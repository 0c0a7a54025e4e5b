import { type FieldType, isAnswered, NO_RULES } from '@paraph/domain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { answersOf, countFields, hasActedElsewhere, shownFields, wordForPerson } from './cover-state.ts';
import {
  fieldsByPage,
  findIncompleteFields,
  incompleteOnPage,
  inReadingOrder,
  mergeAnswers,
  nextIncompleteField,
  nextPeople,
  pageAt,
  pagesOf,
  previousField,
  progressOf,
  sameMarkFields,
} from './signing-state.ts';
import type { SigningField } from './signing-view.ts';

const documents = [{ id: 7 }, { id: 3 }];

it('the order of fields reads documents as listed, then pages, then rows from left to right', () => {
  const fields = [
    fieldWith({ id: 1, documentId: 3, page: 1 }),
    fieldWith({ id: 2, documentId: 7, page: 2, posY: 10 }),
    fieldWith({ id: 3, documentId: 7, page: 1, posX: 60, posY: 50 }),
    fieldWith({ id: 4, documentId: 7, page: 1, posX: 10, posY: 51 }),
    fieldWith({ id: 5, documentId: 7, page: 1, posX: 90, posY: 5 }),
  ];
  expect(inReadingOrder(fields, documents).map((field) => field.id)).toEqual([5, 4, 3, 2, 1]);
});

it('the order of fields neither loses nor invents a field, whatever their places and order', () => {
  fc.assert(
    fc.property(someFields(), fc.integer(), (fields, seed) => {
      const ordered = inReadingOrder(fields, documents);
      const again = inReadingOrder(shuffled(fields, seed), documents);
      expect(again.map(idOf)).toEqual(ordered.map(idOf));
      expect(ordered.map(idOf).sort(ascending)).toEqual(fields.map(idOf).sort(ascending));
      for (const [index, field] of ordered.entries()) {
        const next = ordered[index + 1];
        if (next?.documentId === field.documentId) expect(next.page).toBeGreaterThanOrEqual(field.page);
      }
    }),
  );
});

it('the fields of a document are grouped by page, each once, in order', () => {
  fc.assert(
    fc.property(someFields(), (fields) => {
      const both = [7, 3].flatMap((documentId) => [...fieldsByPage(fields, documentId).values()]);
      expect(both.flat().map(idOf).sort(ascending)).toEqual(fields.map(idOf).sort(ascending));
      for (const page of both) {
        expect(new Set(page.map((field) => `${field.documentId}.${field.page}`)).size).toBe(1);
        expect(page.map(idOf)).toEqual(page.map(idOf).sort(ascending));
      }
    }),
  );
});

describe('incomplete and progress', () => {
  it('counts required fields only, and leaves the date to the service', () => {
    const fields = [
      fieldWith({ id: 1, type: 'signature' }),
      fieldWith({ id: 2, type: 'date' }),
      fieldWith({ id: 3, type: 'text', required: false }),
    ];
    expect(progressOf(fields, answersOf(fields))).toEqual({ done: 0, total: 1 });
    expect(progressOf(fields, new Map([[1, 'image']]))).toEqual({ done: 1, total: 1 });
  });

  it('counts optional fields where nothing is required', () => {
    const fields = [fieldWith({ id: 1, required: false }), fieldWith({ id: 2, required: false })];
    expect(progressOf(fields, new Map([[2, 'Ghent']]))).toEqual({ done: 1, total: 2 });
    expect(findIncompleteFields(fields, new Map())).toEqual([]);
  });

  it('counts a group once', () => {
    const radio = { type: 'radio', group: 'Rent' } as const;
    const box = { type: 'checkbox', group: 'Pets', groupMin: 1, required: false } as const;
    const fields = [
      fieldWith({ id: 1, ...radio, options: [{ value: 'a', label: 'A' }] }),
      fieldWith({ id: 2, ...radio, options: [{ value: 'b', label: 'B' }] }),
      fieldWith({ id: 3, ...box }),
      fieldWith({ id: 4, ...box }),
    ];
    expect(progressOf(fields, new Map())).toEqual({ done: 0, total: 2 });
    expect(findIncompleteFields(fields, new Map()).map(idOf)).toEqual([1, 3]);
    expect(
      progressOf(
        fields,
        new Map([
          [2, 'b'],
          [4, '1'],
        ]),
      ),
    ).toEqual({ done: 2, total: 2 });
  });

  it('leaves out what a condition hides', () => {
    const fields = [
      fieldWith({ id: 1, type: 'checkbox', required: false }),
      fieldWith({ id: 2, showIf: { fieldId: 1, isFilled: true } }),
    ];
    expect(shownFields(fields, new Map()).map(idOf)).toEqual([1]);
    expect(shownFields(fields, new Map([[1, '1']])).map(idOf)).toEqual([1, 2]);
  });

  it('is complete exactly when every required field is complete', () => {
    fc.assert(
      fc.property(fieldsWithAnswers(), ({ fields, answers }) => {
        const { done, total } = progressOf(fields, answers);
        expect(done).toBeLessThanOrEqual(total);
        const required = fields.filter((field) => field.required && isAnswered(field));
        if (required.length === 0) return;
        const open = findIncompleteFields(fields, answers).filter((field) => field.required);
        expect(total - done).toBe(open.length);
      }),
    );
  });

  it('treats an invalid optional answer as incomplete', () => {
    const email = fieldWith({ id: 1, type: 'email', required: false });
    expect(findIncompleteFields([email], new Map([[1, 'ana@']]))).toEqual([email]);
    expect(findIncompleteFields([email], new Map([[1, 'ana@example.org']]))).toEqual([]);
  });
});

it('what the server refused counts as incomplete, even where it looks valid here', () => {
  const company = fieldWith({ id: 4, type: 'company', required: false });
  const answers = new Map([[4, 'Nobody Ltd']]);
  expect(findIncompleteFields([company], answers)).toEqual([]);
  expect(findIncompleteFields([company], answers, new Set([4]))).toEqual([company]);
});

describe('going to the next incomplete field', () => {
  it('wraps to a field that was skipped', () => {
    const fields = [fieldWith({ id: 1 }), fieldWith({ id: 2 }), fieldWith({ id: 3 })];
    const without = (id: number) => findIncompleteFields(fields, new Map([[id, 'x']]));
    expect(nextIncompleteField(fields, without(2), null)?.id).toBe(1);
    expect(nextIncompleteField(fields, without(2), 1)?.id).toBe(3);
    expect(nextIncompleteField(fields, without(3), 3)?.id).toBe(1);
    expect(nextIncompleteField(fields, [], 1)).toBeNull();
  });

  it('visits every incomplete field once before it wraps around, wherever it starts', () => {
    fc.assert(
      fc.property(fieldsWithAnswers(), fc.nat(), ({ fields, answers }, start) => {
        const incomplete = findIncompleteFields(fields, answers);
        let current = fields[start % Math.max(1, fields.length)]?.id ?? null;
        const visited: number[] = [];
        for (const _ of incomplete) {
          const next = nextIncompleteField(fields, incomplete, current);
          expect(next).not.toBeNull();
          current = next?.id ?? null;
          if (next !== null) visited.push(next.id);
        }
        expect(visited.sort(ascending)).toEqual(incomplete.map(idOf).sort(ascending));
      }),
    );
  });
});

it('going back: shows the field before, filled or not, and wraps to the last', () => {
  const fields = [fieldWith({ id: 1 }), fieldWith({ id: 2, type: 'date' }), fieldWith({ id: 3 })];
  expect(previousField(fields, 3)?.id).toBe(1);
  expect(previousField(fields, 1)?.id).toBe(3);
  expect(previousField(fields, null)?.id).toBe(3);
  expect(previousField([], null)).toBeNull();
});

it('answers keeps an unsaved answer above what the server holds, a cleared one included', () => {
  const fields = [fieldWith({ id: 1, value: 'old' }), fieldWith({ id: 2, value: 'kept' })];
  expect([...mergeAnswers(fields, new Map([[1, null]]))]).toEqual([
    [1, null],
    [2, 'kept'],
  ]);
});

it('answers counts signatures apart from other fields on the cover', () => {
  const fields = [
    fieldWith({ id: 1, type: 'signature' }),
    fieldWith({ id: 2, type: 'initials' }),
    fieldWith({ id: 3, type: 'company' }),
    fieldWith({ id: 4, type: 'text', required: false }),
    fieldWith({ id: 5, type: 'date' }),
  ];
  expect(countFields(fields)).toEqual({ signatures: 1, initials: 1, required: 1, optional: 1 });
});

it('who is next is everyone still to act in the lowest open step', () => {
  const people = [
    { name: 'Ana', stepOrder: 1, status: 'signed' },
    { name: 'Ben', stepOrder: 2, status: 'started' },
    { name: 'Cem', stepOrder: 2, status: 'started' },
    { name: 'Dua', stepOrder: 3, status: 'not_started' },
  ];
  expect(nextPeople(people).map((person) => person.name)).toEqual(['Ben', 'Cem']);
  expect(nextPeople(people.slice(0, 1))).toEqual([]);
});

it('who is next are asked nothing any more after an end without their act', () => {
  expect(['not_started', 'started'].map((status) => wordForPerson(status, false))).toEqual([
    'not_started',
    'started',
  ]);
  expect(['not_started', 'started', 'signed'].map((status) => wordForPerson(status, true))).toEqual([
    'never_asked',
    'unanswered',
    'signed',
  ]);
});

function fieldWith(properties: Partial<SigningField> & { id: number }): SigningField {
  return {
    type: 'text',
    label: '',
    required: true,
    documentId: 7,
    page: 1,
    posX: 10,
    posY: 10,
    width: 20,
    height: 5,
    value: null,
    fontSize: 11,
    readOnly: false,
    look: null,
    ...NO_RULES,
    ...properties,
  };
}

it('equal places are those of the same kind of signature, the empty ones apart', () => {
  const fields = (['initials', 'signature', 'initials', 'initials', 'text'] as const).map((type, index) =>
    fieldWith({ id: index + 1, type }),
  );
  const { all, empty } = sameMarkFields(fields, new Map([[1, 'image']]), 'initials');
  expect([all.map(idOf), empty.map(idOf)]).toEqual([
    [1, 3, 4],
    [3, 4],
  ]);
  expect(sameMarkFields(fields, new Map(), 'text').all).toEqual([]);
});

describe('the pages of several documents', () => {
  const size = { width: 595, height: 842 };
  const named = { contents: '', downloadUrl: '', downloadName: '' };
  const shown = [
    { id: 7, url: '/7', pages: [size, size], name: 'a', size: 1, sha256: '', firstPageUrl: null, ...named },
    { id: 3, url: '/3', pages: [size], name: 'b', size: 1, sha256: '', firstPageUrl: null, ...named },
  ];

  it('count on from one document to the next, and a number beyond them means the nearest', () => {
    const pages = pagesOf(shown);
    expect([0, 1, 3, 9].map((number) => pageAt(pages, number))).toMatchObject([
      { documentId: 7, page: 1 },
      { documentId: 7, page: 1 },
      { documentId: 3, page: 1 },
      { documentId: 3, page: 1 },
    ]);
  });

  it('know how many of their fields are to be filled', () => {
    const fields = [
      fieldWith({ id: 1, documentId: 7, page: 2 }),
      fieldWith({ id: 2, documentId: 3, page: 2 }),
    ];
    expect(incompleteOnPage(fields, { documentId: 7, page: 2 })).toBe(1);
  });
});

const at = (state: 'open' | 'done', status: 'started' | 'signed', id = 1) => ({
  state,
  action: { id, type: 'sign' as const, status, comment: null, actedAt: null },
});
const open = { view: at('open', 'started'), isElsewhere: false };

it('acting on another device is what an open page concludes from a signature that it did not send', () => {
  expect(hasActedElsewhere(open, at('done', 'signed'), false)).toBe(true);
  expect(hasActedElsewhere(open, at('open', 'started'), false)).toBe(false);
});

it('acting on another device is not concluded where the response to its own may have been lost', () => {
  expect(hasActedElsewhere(open, at('done', 'signed'), true)).toBe(false);
});

it('acting on another device stays said while the page is reloaded, but not of a later action', () => {
  const elsewhere = { view: at('done', 'signed'), isElsewhere: true };
  expect(hasActedElsewhere(elsewhere, at('done', 'signed'), false)).toBe(true);
  expect(hasActedElsewhere(open, at('done', 'signed', 2), false)).toBe(false);
});

function someFields() {
  const field = fc.record({
    type: fc.constantFrom<FieldType>('signature', 'initials', 'date', 'text', 'email', 'checkbox'),
    required: fc.boolean(),
    documentId: fc.constantFrom(7, 3),
    page: fc.integer({ min: 1, max: 4 }),
    posX: fc.integer({ min: 0, max: 80 }),
    posY: fc.integer({ min: 0, max: 90 }),
  });
  return fc
    .array(field, { maxLength: 20 })
    .map((list) => list.map((properties, index) => fieldWith({ ...properties, id: index + 1 })));
}

function fieldsWithAnswers() {
  return someFields().chain((fields) =>
    fc
      .array(fc.option(fc.constantFrom('x', '', 'ana@example.org')), {
        minLength: fields.length,
        maxLength: fields.length,
      })
      .map((values) => ({
        fields: inReadingOrder(fields, documents),
        answers: new Map(fields.map((field, index) => [field.id, values[index] ?? null])),
      })),
  );
}

function shuffled<T>(items: readonly T[], seed: number): T[] {
  return items
    .map((item, index) => ({ item, key: Math.sin(seed + index * 97) }))
    .sort((a, b) => a.key - b.key)
    .map(({ item }) => item);
}

function idOf(field: SigningField): number {
  return field.id;
}

function ascending(a: number, b: number): number {
  return a - b;
}
