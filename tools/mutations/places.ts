import type { FaultyFile } from './mutation.ts';

const tagged = 'intake/src/reading/find-tags.test.ts';
const found = 'intake/src/reading/find-places.test.ts';

/** The finder of printed places: what nobody sees decides nothing, and nobody is guessed. */
export const placeFaults: readonly FaultyFile[] = [
  {
    file: 'domain/src/tagged-fields.ts',
    tests: [tagged, 'tests/api/workflow-fields.test.ts'],
    faults: {
      'number-out-of-range-gets-who-remains': [
        'persons[Number(key) - 1] ?? null',
        'persons[Number(key) - 1]',
      ],
      'name-of-two-people-gets-one': [
        'persons.length === 1 ? (persons[0] ?? null) : null',
        'persons[0] ?? null',
      ],
      'fewer-roles-than-people-get-the-first': [
        'if (open.length === left.length)',
        'if (open.length <= left.length)',
      ],
      'doubled-key-becomes-two-fields': ["isDoubled ? 'doubled' : null", 'null'],
      'tag-of-nobody-is-dropped': ["problem ?? (role === null ? 'nobody' : null)", 'problem'],
      'signed-file-is-painted-over': ['({ text, isSigned }) => !isSigned &&', '({ text }) =>'],
      'unused-tags-are-painted-over': ['return isUsed ? readable', 'return readable.length > 0 ? readable'],
    },
  },
  {
    file: 'intake/src/reading/find-tags.ts',
    tests: [tagged],
    faults: { 'unseen-tag-counts': ['reading.readWords()', 'reading.words'] },
  },
  {
    file: 'server/src/workflows/lifecycle/prepare-forms.ts',
    tests: ['tests/api/workflow-fields.test.ts'],
    faults: {
      'tag-of-a-draft-stays-readable': ['covers: coveredTags(contents.tags, planned.fields)', 'covers: []'],
    },
  },
  {
    file: 'intake/src/reading/pdfium-glyphs.ts',
    tests: [found],
    faults: {
      'replaced-text-names-who-signs': ['this.#actualTextOf(object) > ACTUAL_TEXT_MAX', 'false'],
      'covered-text-names-who-signs': ['isUnseen || this.#isCovered(object, box)', 'isUnseen'],
    },
  },
  {
    file: 'intake/src/reading/read-page.ts',
    tests: [found],
    faults: {
      'tiny-text-names-who-signs': ['glyph.fontSize < FONT_POINTS_MIN', 'glyph.fontSize < 0'],
      'unseen-text-names-who-signs': ['picture.shows(run)', 'run.text !== null'],
      'overlaid-text-names-who-signs': ['if (run.text !== other.text) dropped.add(run)', ''],
    },
  },
  {
    file: 'domain/src/writing-lines.ts',
    tests: [found],
    faults: {
      'filled-line-is-offered': ['> 3)) return null', '> 3_000)) return null'],
      'edge-of-a-table-is-offered': ['|| isEdge(line, page)', ''],
    },
  },
  {
    file: 'domain/src/printed-places.ts',
    tests: [found],
    faults: {
      'place-crosses-its-line': ['y: at - 1 - room', 'y: at + 6 - room'],
      'name-before-a-line-asks-for-nothing': ['return this.#takeNamed(line, nearest);', 'return false;'],
      'sentence-with-a-name-asks': ['!this.#names.includes(name.key)', '!this.#isPerson(name)'],
    },
  },
  {
    file: 'domain/src/suggested-fields.ts',
    tests: ['tests/api/workflow-fields.test.ts', found],
    faults: {
      'party-without-person-gets-another': ['open.length !== left.length || hasStranger', 'false'],
      'place-without-party-is-given-away': ['if (!isInOrder) return { ...place, role: null };', ''],
    },
  },
  {
    file: 'server/src/workflows/drafts/suggest-fields.ts',
    tests: ['tests/api/workflow-fields.test.ts'],
    faults: { 'fields-suggested-after-the-start': ['requireDraft(record);', ''] },
  },
];
