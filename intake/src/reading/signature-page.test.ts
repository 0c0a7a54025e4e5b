import { isOnPage } from '@paraph/domain';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { layOutSignaturePages } from './signature-page.ts';

test('a page is headed and names the document', () => {
  const { pages, placements } = layOut({ count: 2, documentName: 'Lease.pdf' });
  expect(pages).toHaveLength(1);
  expect(pages[0]).toMatchObject({ width: 595, height: 842 });
  const texts = pages[0]?.content.flatMap((each) => (each.kind === 'text' ? [each.text] : []));
  expect(texts).toEqual(['Signatures', 'Lease.pdf']);
  expect(placements.map(({ page }) => page)).toEqual([4, 4]);
});

test('a name that is too long is cut, and one that the font cannot write is left out', () => {
  const textsOf = (documentName: string) =>
    layOut({ count: 1, documentName }).pages[0]?.content.flatMap((each) =>
      each.kind === 'text' ? [each.text] : [],
    );
  const long = textsOf('x'.repeat(300))?.[1] ?? '';
  expect(long.endsWith('…')).toBe(true);
  expect(long.length).toBeLessThan(90);
  expect(textsOf('契約書.pdf')).toEqual(['Signatures']);
});

test('however many sign and whatever the page, each has a place of 180 × 54 pt and none meets another', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 100 }),
      fc.integer({ min: 1, max: 3_000 }),
      fc.integer({ min: 1, max: 3_000 }),
      (count, width, height) => {
        const { pages, placements } = layOut({ count, size: { width, height } });
        expect(placements).toHaveLength(count);
        expect(new Set(placements.map(({ page }) => page)).size).toBe(pages.length);
        for (const [index, placement] of placements.entries()) {
          const page = pages[placement.page - 4];
          expect(isOnPage(placement)).toBe(true);
          expect(((page?.width ?? 0) * placement.width) / 100).toBeCloseTo(180);
          expect(((page?.height ?? 0) * placement.height) / 100).toBeCloseTo(54);
          for (const other of placements.slice(index + 1)) {
            const isApart =
              other.page !== placement.page ||
              other.posX >= placement.posX + placement.width ||
              other.posX + other.width <= placement.posX ||
              other.posY >= placement.posY + placement.height ||
              other.posY + other.height <= placement.posY;
            expect(isApart).toBe(true);
          }
        }
      },
    ),
    { numRuns: 40 },
  );
});

function layOut(about: Partial<Parameters<typeof layOutSignaturePages>[0]>) {
  return layOutSignaturePages({
    count: 1,
    pageCount: 3,
    size: { width: 595, height: 842 },
    documentName: '',
    ...about,
  });
}
