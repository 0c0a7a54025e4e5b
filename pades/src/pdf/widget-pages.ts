import type { PdfDocument } from './document.ts';
import { walkPages } from './pages.ts';
import { isArray, isRef, type PdfDict } from './values.ts';

/** Finds the page of a widget by /P, or by the pages' /Annots when /P is missing; reads the pages at most once. */
export class WidgetPages {
  readonly #document: PdfDocument;
  #byPage: Map<number, number> | null = null;
  #byWidget: Map<number, number> | null = null;

  constructor(document: PdfDocument) {
    this.#document = document;
  }

  pageOf(widgetNumber: number, widget: PdfDict): number | null {
    const page = widget.entries.get('P');
    if (isRef(page)) {
      this.#byPage ??= new Map([...walkPages(this.#document)].map(({ ref }, index) => [ref.number, index]));
      const index = this.#byPage.get(page.number);
      if (index !== undefined) return index;
    }
    this.#byWidget ??= this.#annotations();
    return this.#byWidget.get(widgetNumber) ?? null;
  }

  #annotations(): Map<number, number> {
    const pageNumbers = new Map<number, number>();
    let index = 0;
    for (const { dict } of walkPages(this.#document)) {
      const annotations = this.#document.resolve(dict.entries.get('Annots'));
      if (isArray(annotations))
        for (const item of annotations.items) if (isRef(item)) pageNumbers.set(item.number, index);
      index += 1;
    }
    return pageNumbers;
  }
}
