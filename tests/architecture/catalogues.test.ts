import { SIGNING_LANGUAGES } from '@paraph/domain';
import { describe, expect, it } from 'vitest';
import { findFaults, findGaps, readCatalogues } from '../../tools/check-texts.ts';

const catalogues = readCatalogues();
const originOf = (wanted: string) =>
  catalogues.find(({ area, language }) => area === wanted && language === 'en')?.texts ?? new Map();

describe('catalogues', () => {
  it('are there for mails, certificates, consent, the sandbox and all pages', () => {
    const areas = new Set(catalogues.map(({ area }) => area));
    expect(areas.size).toBeGreaterThan(34);
    expect([...areas].filter((area) => originOf(area).size === 0)).toEqual([]);
  });

  it.each(SIGNING_LANGUAGES)('in %s have every text of the English ones, and no other', (language) => {
    expect(findGaps(catalogues, language)).toEqual([]);
  });

  it.each(catalogues)('$file is in the format, with the values and plural forms that it needs', (each) => {
    expect(findFaults(each, originOf(each.area))).toEqual([]);
  });
});
