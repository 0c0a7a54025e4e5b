import type { BoardField } from './board-state.ts';
import type { PageSize } from './box-state.ts';

/** A page among those of all documents, which count through. */
export interface PagePoint {
  readonly documentId: number;
  readonly page: number;
  readonly size: PageSize;
}

const A4: PageSize = { width: 595, height: 842 };

/** The pages of all documents; of one that is not loaded yet, its first. */
export function pagesOf(
  documents: readonly { readonly id: number }[],
  sizes: ReadonlyMap<number, readonly PageSize[]>,
): PagePoint[] {
  return documents.flatMap(({ id: documentId }) =>
    (sizes.get(documentId) ?? [A4]).map((size, index) => ({ documentId, page: index + 1, size })),
  );
}

/** `2, 4-6` as pages, each once; nothing means all. Null for what is no list of pages of the document. */
export function readPages(text: string, total: number): number[] | null {
  const all = Array.from({ length: total }, (_none, index) => index + 1);
  if (text.trim() === '') return all;
  const pages = new Set<number>();
  for (const part of text.split(/[,;]/).filter((each) => each.trim() !== '')) {
    const range = /^\s*(\d{1,5})\s*(?:[-–]\s*(\d{1,5})\s*)?$/.exec(part);
    const [from, to] = [Number(range?.[1]), Number(range?.[2] ?? range?.[1])];
    if (!range || from < 1 || to > total || from > to) return null;
    for (let page = from; page <= to; page += 1) pages.add(page);
  }
  return [...pages].sort((one, other) => one - other);
}

/** Where copies of the fields go: not where one of them is already. */
export function copyTargets(
  fields: readonly BoardField[],
  { documentId, pages }: { readonly documentId: number; readonly pages: readonly number[] },
): { key: string; documentId: number; page: number }[] {
  return fields.flatMap(({ key, ...field }) =>
    pages
      .filter((page) => field.documentId !== documentId || field.page !== page)
      .map((page) => ({ key, documentId, page })),
  );
}
