import type { FaultyFile } from './mutation.ts';

const found = 'intake/src/reading/find-places.test.ts';

/** The finder of printed places: what nobody sees decides nothing, and nobody is guessed. */
export const placeFaults: readonly FaultyFile[] = [
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
    faults: { 'place-crosses-its-line': ['y: at - 1 - room', 'y: at + 6 - room'] },
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
