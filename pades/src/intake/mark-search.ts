import type { PdfDocument } from '../pdf/document.ts';
import { inheritedEntry, type PageNode } from '../pdf/pages.ts';
import { isArray, isDict, isStream, isString, nameOf, type PdfDict, type PdfStream } from '../pdf/values.ts';
import { PdfRefusal } from '../pdf-refusal.ts';
import { decodeStream } from './decode-stream.ts';
import { type MarkCodes, markCodes } from './mark-font.ts';
import { ShownCodes } from './shown-codes.ts';

const UNDERSCORE = 0x5f;
const BRACE = 0x7b;
const SPACE = Buffer.from(' ');

/** What a content stream or its resources add to a page. */
interface Content {
  /** Null if it cannot be told. */
  readonly shown: ShownCodes | null;
  readonly codes: readonly MarkCodes[];
  /** Forms, and the resources that they have for themselves. */
  readonly resources: readonly (PdfStream | PdfDict)[];
}

/**
 * Which pages may have an underscore in their text, as anchors have, or an opening brace, as tags have. Extracting the
 * text of a page costs many times as much as looking at its fonts and strings; whatever is not plain counts as one that
 * may.
 */
export class MarkSearch {
  readonly #document: PdfDocument;
  readonly #fonts = new Map<PdfDict, MarkCodes | null>();
  readonly #contents = new Map<PdfStream | PdfDict, Content>();

  constructor(document: PdfDocument) {
    this.#document = document;
  }

  mayShow({ dict }: PageNode): boolean {
    try {
      const content = this.#contentOf(dict);
      const shown = new ShownCodes();
      if (content === null || !shown.addStrings(content)) return true;
      const resources = this.#document.resolve(inheritedEntry(this.#document, dict, 'Resources'));
      return this.#isFound({ shown, codes: [], resources: isDict(resources) ? [resources] : [] });
    } catch (error) {
      // What this reader refuses, others may show.
      if (error instanceof PdfRefusal) return true;
      throw error;
    }
  }

  /** A form may use the fonts of its page, so all codes count for all strings. */
  #isFound(page: Content): boolean {
    const contents = this.#withFurther(page);
    if (contents === null) return true;
    const codes = contents.flatMap((content) => content.codes);
    // Without a font that says what its codes are, each stands for itself.
    const itself = codes.length === 0 ? [UNDERSCORE, BRACE] : [UNDERSCORE];
    const bytes = new Set([...itself, ...codes.flatMap((each) => each.bytes)]);
    const pairs = new Set(codes.flatMap((each) => each.pairs));
    return contents.some(({ shown }) => {
      for (const code of bytes) if (shown?.bytes[code]) return true;
      for (const code of pairs) if (shown?.hasPair(code)) return true;
      return false;
    });
  }

  /** Each part once, whatever circles they form; null if one cannot be told. */
  #withFurther(page: Content): Content[] | null {
    const contents = [page];
    const seen = new Set<PdfStream | PdfDict>();
    for (const content of contents) {
      if (content.shown === null) return null;
      for (const each of content.resources) {
        if (seen.has(each)) continue;
        seen.add(each);
        contents.push(this.#readContent(each));
      }
    }
    return contents;
  }

  #readContent(of: PdfStream | PdfDict): Content {
    const cached = this.#contents.get(of);
    if (cached) return cached;
    const content = isStream(of) ? this.#readForm(of) : this.#readResources(of);
    this.#contents.set(of, content);
    return content;
  }

  /** All streams of a page make one, parted where a word may end. */
  #contentOf(page: PdfDict): Uint8Array | null {
    const contents = this.#document.resolve(page.entries.get('Contents'));
    const items = isArray(contents) ? contents.items : [contents];
    const pieces: Uint8Array[] = [];
    for (const item of items) {
      const stream = this.#document.resolve(item);
      if (stream === null) continue;
      const data = isStream(stream) ? decodeStream(this.#document, stream) : null;
      if (data === null) return null;
      pieces.push(data, SPACE);
    }
    return Buffer.concat(pieces);
  }

  #readForm(form: PdfStream): Content {
    const content = decodeStream(this.#document, form);
    const shown = new ShownCodes();
    const isReadable = content !== null && shown.addStrings(content);
    const resources = this.#document.dict(form.dict, 'Resources');
    return { shown: isReadable ? shown : null, codes: [], resources: resources ? [resources] : [] };
  }

  #readResources(resources: PdfDict): Content {
    const fonts = this.#dictsIn(resources, 'Font').map((font) => this.#codesOf(font));
    const hasOther =
      fonts.includes(null) ||
      this.#dictsIn(resources, 'ExtGState').some((state) => state.entries.has('Font')) ||
      this.#dictsIn(resources, 'Properties').some((list) => this.#mayReplaceText(list));
    return {
      shown: hasOther ? null : new ShownCodes(),
      codes: fonts.filter((codes) => codes !== null),
      resources: this.#formsIn(resources),
    };
  }

  #codesOf(font: PdfDict): MarkCodes | null {
    const cached = this.#fonts.get(font);
    if (cached !== undefined) return cached;
    const codes = markCodes(this.#document, font);
    this.#fonts.set(font, codes);
    return codes;
  }

  #mayReplaceText(properties: PdfDict): boolean {
    const text = this.#document.resolve(properties.entries.get('ActualText'));
    return isString(text) ? text.bytes.includes(UNDERSCORE) || text.bytes.includes(BRACE) : text !== null;
  }

  #dictsIn(resources: PdfDict, category: string): PdfDict[] {
    const entries = this.#document.dict(resources, category)?.entries.values() ?? [];
    return [...entries].map((value) => this.#document.resolve(value)).filter(isDict);
  }

  #formsIn(resources: PdfDict): PdfStream[] {
    const entries = this.#document.dict(resources, 'XObject')?.entries.values() ?? [];
    const streams = [...entries].map((value) => this.#document.resolve(value)).filter(isStream);
    return streams.filter(
      ({ dict }) => nameOf(this.#document.resolve(dict.entries.get('Subtype'))) !== 'Image',
    );
  }
}
