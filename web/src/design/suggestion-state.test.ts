import { expect, test } from 'vitest';
import {
  badTags,
  fieldAt,
  groupSuggestions,
  guidesOn,
  openSuggestions,
  type Suggestion,
} from './suggestion-state.ts';

const place = (more: Partial<Suggestion> = {}): Suggestion => ({
  ...{ type: 'signature', documentId: 3, page: 1, posX: 10, posY: 50, width: 30, height: 5 },
  ...{ reason: 'Signature', party: null, confidence: 0.9, role: null, tag: null },
  ...more,
});

test('a place is offered until a field covers it', () => {
  const open = place({ posY: 80 });
  const taken = fieldAt(place(), { role: 7, key: 'a' });
  expect(openSuggestions([place(), open, place({ page: 2 })], [taken])).toEqual([open, place({ page: 2 })]);
});

test('places are grouped by whom the page names, else by the party that it prints', () => {
  const groups = groupSuggestions([
    place({ role: 7, party: 'Tenant' }),
    place({ role: null, party: 'Witness' }),
    place({ role: 7, party: 'Ann Lee, Tenant', type: 'date' }),
    place({ role: null, party: 'WITNESS' }),
    place(),
  ]);
  expect(groups.map(({ party, role, places }) => [party, role, places.length])).toEqual([
    ['Tenant', 7, 2],
    ['Witness', null, 2],
    [null, null, 1],
  ]);
});

test('a placed field is for the person, on its page', () => {
  const field = fieldAt(place({ posX: 80.04, width: 30 }), { role: 7, key: 'a' });
  expect(field).toMatchObject({ key: 'a', role: 7, type: 'signature', documentId: 3, posX: 70, width: 30 });
  const tag = { label: 'Net rent', key: 'net_rent', required: false, problem: null };
  expect(fieldAt(place({ type: 'text', tag }), { role: 7, key: 'a' })).toMatchObject({
    ...{ type: 'text', label: 'Net rent', dataKey: 'net_rent', required: false },
  });
  const bad = place({ tag: { ...tag, problem: 'doubled' } });
  expect([openSuggestions([bad], []), badTags([bad, place()])]).toEqual([
    [],
    [{ place: bad, problem: 'doubled' }],
  ]);
  expect(guidesOn([place(), place({ page: 2 })], { documentId: 3, page: 2 })).toHaveLength(1);
});
