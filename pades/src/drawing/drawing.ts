import { EmbeddedFont } from '../font/embedded-font.ts';
import { findFormFont } from '../font/form-font.ts';
import { type FontFiles, type Run, trueTypeFont, typefaceOf } from '../font/typeface.ts';
import { pdfaPartOf } from '../pdf/pdfa-part.ts';
import type { RevisionWriter } from '../pdf/revision-writer.ts';
import { nameSource, numberSource, refSource } from '../pdf/source-text.ts';
import { encodeTextString } from '../pdf/text-string.ts';
import type { PdfRef } from '../pdf/values.ts';
import { type Pixels, scalePixels } from './pixels.ts';
import { type Stencil, stencilOf } from './stencil.ts';
import { writeImage, writeStencil } from './write-image.ts';

/** Red, green and blue, 0 to 255. */
export type Colour = readonly [red: number, green: number, blue: number];

/** An image of the file. */
export interface EmbeddedImage {
  readonly ref: PdfRef;
  readonly width: number;
  readonly height: number;
}

/** One operation in points from the lower left corner; `y` of a text is its baseline. */
export type DrawOperation =
  | {
      readonly kind: 'text';
      readonly x: number;
      readonly y: number;
      readonly size: number;
      readonly text: string;
      /** Equal bytes are embedded once. */
      readonly font: FontFiles;
      readonly colour: Colour;
      /** Whether the line is read from the right, whatever its first letter is. */
      readonly isRightToLeft?: boolean;
    }
  | {
      readonly kind: 'line';
      readonly from: readonly [x: number, y: number];
      readonly to: readonly [x: number, y: number];
      readonly width: number;
      readonly colour: Colour;
    }
  | {
      readonly kind: 'box';
      readonly x: number;
      readonly y: number;
      readonly width: number;
      readonly height: number;
      readonly colour: Colour;
    }
  | {
      /** Fills the box. */
      readonly kind: 'ellipse';
      readonly x: number;
      readonly y: number;
      readonly width: number;
      readonly height: number;
      /** Width of the outline, inside the box; null fills the ellipse. */
      readonly outline: number | null;
      readonly colour: Colour;
    }
  | {
      readonly kind: 'image';
      readonly x: number;
      readonly y: number;
      readonly width: number;
      readonly height: number;
      readonly pixels: Pixels | EmbeddedImage;
      /** Held by the form without being shown, for an update that shows it. */
      readonly isHidden?: boolean;
      /** A signature or initials, which may become a stencil; no later update can show that by its name alone. */
      readonly isInk?: boolean;
    };

/** Content of a tagged page: belongs to an element of the structure by its number; null for an artifact. */
export interface MarkedOperation {
  readonly kind: 'marked';
  readonly role: string;
  readonly id: number | null;
  readonly content: readonly DrawOperation[];
}

export interface Painted {
  /** Content stream. */
  readonly content: string;
  /** Source of the resource dictionary. */
  readonly resources: string;
}

/** 300 dpi: finer pixels would show in no print. */
const PIXELS_PER_POINT = 300 / 72;
/** Resource name of the calibrated colours. */
const SPACE = 'C';
/** The primaries of sRGB with a plain gamma (ISO 32000-1 §8.6.5.3). */
const CALIBRATED = `[/CalRGB << /WhitePoint [0.9505 1 1.089] /Gamma [2.2 2.2 2.2]
/Matrix [0.4124 0.2126 0.0193 0.3576 0.7152 0.1192 0.1805 0.0722 0.9505] >>]`;

/** Paints into one update; each font and image is written once. Call `finish` last. */
export class Painter {
  readonly #revision: RevisionWriter;
  readonly #fonts = new Map<Uint8Array, EmbeddedFont>();
  readonly #formFonts = new Map<Uint8Array, EmbeddedFont | null>();
  readonly #images = new Map<Pixels, Map<string, PdfRef>>();
  #calibrated: PdfRef | null = null;

  constructor(revision: RevisionWriter) {
    this.#revision = revision;
  }

  /** `forms`: additional entries of /XObject. */
  paint(operations: readonly (DrawOperation | MarkedOperation)[], forms = ''): Painted {
    const fonts = new Map<PdfRef, string>();
    const images = new Map<PdfRef, string>();
    const lines = operations.map((operation) => this.#operation(operation, { fonts, images }));
    const space = this.#colourSpace();
    const spaces = space === null ? '' : `/ColorSpace << /${SPACE} ${refSource(space)} >>`;
    const resources = `<< /Font << ${listed(fonts)} >> /XObject << ${listed(images)} ${forms} >> ${spaces} >>`;
    return { content: lines.join('\n'), resources };
  }

  /** Writes a Form XObject of `width` × `height` points; `matrix` rotates it for the page. */
  form(operations: readonly DrawOperation[], size: FormSize): PdfRef {
    const { content, resources } = this.paint(operations);
    const entries = `/Type /XObject /Subtype /Form /BBox [0 0 ${numbers(size.width, size.height)}]
/Matrix [${numbers(...size.matrix)}] /Resources ${resources}`;
    return this.#revision.addPacked(entries, Buffer.from(content, 'latin1'));
  }

  /** The embedded font that texts of these fonts use first. */
  fontRef(files: FontFiles): PdfRef {
    const [main = new Uint8Array()] = typefaceOf(files).files;
    return this.#font(main).ref;
  }

  /** Embeds characters that later updates use, as far as the first of these fonts has them; the font of their glyphs. */
  embed(files: FontFiles, characters: string): PdfRef {
    const [main = new Uint8Array()] = typefaceOf(files).files;
    const font = this.#font(main);
    const shown = [...characters].filter((each) => font.font.glyphOf(each.codePointAt(0) ?? 0) !== 0);
    font.encode(shown.join(''));
    return font.ref;
  }

  finish(): void {
    for (const font of this.#fonts.values()) font.write(this.#revision);
    this.#fonts.clear();
  }

  /**
   * Calibrated colours for PDF/A files, where those of a device need an output intent of the same device (ISO 19005-2
   * §6.2.4.3); null for other files.
   */
  #colourSpace(): PdfRef | null {
    if (pdfaPartOf(this.#revision.document) === null) return null;
    this.#calibrated ??= this.#revision.add(CALIBRATED);
    return this.#calibrated;
  }

  #fill(colour: Colour): string {
    const source = colourSource(colour);
    return this.#colourSpace() === null ? `${source} rg` : `/${SPACE} cs ${source} sc`;
  }

  #stroke(colour: Colour): string {
    const source = colourSource(colour);
    return this.#colourSpace() === null ? `${source} RG` : `/${SPACE} CS ${source} SC`;
  }

  #operation(operation: DrawOperation | MarkedOperation, { fonts, images }: UsedNames): string {
    switch (operation.kind) {
      case 'text': {
        const { x, y, size, colour, text, isRightToLeft } = operation;
        const typeface = typefaceOf(operation.font);
        const pieces = typeface.runs(text, isRightToLeft).flatMap((run) => this.#pieces(run));
        const shown = pieces.map(
          (piece) =>
            `/${named(fonts, piece.font.ref, 'F')} ${numbers(size)} Tf ${piece.font.encode(piece.text)} Tj`,
        );
        const source = `BT ${this.#fill(colour)} ${numbers(x, y)} Td ${shown.join(' ')} ET`;
        if (typeface.missing(text).length === 0) return source;
        // ISO 32000-1 §14.9.4: /ActualText makes the text searchable instead of the replacement numbers. Only there:
        // readers reverse right-to-left glyphs themselves and would reverse /ActualText too.
        return `/Span << /ActualText ${encodeTextString(text)} >> BDC ${source} EMC`;
      }
      case 'line': {
        const { from, to, width, colour } = operation;
        const path = `${numbers(...from)} m ${numbers(...to)} l S`;
        return `${this.#stroke(colour)} ${numbers(width)} w 1 J ${path}`;
      }
      case 'box': {
        const { x, y, width, height, colour } = operation;
        return `${this.#fill(colour)} ${numbers(x, y, width, height)} re f`;
      }
      case 'ellipse': {
        const { outline, colour } = operation;
        const path = ellipsePath(operation, (outline ?? 0) / 2);
        if (outline === null) return `${this.#fill(colour)} ${path} f`;
        return `${this.#stroke(colour)} ${numbers(outline)} w ${path} s`;
      }
      case 'marked': {
        const { role, id, content } = operation;
        const begin = id === null ? '/Artifact BMC' : `${nameSource(role)} << /MCID ${id} >> BDC`;
        const lines = content.map((each) => this.#operation(each, { fonts, images }));
        return [begin, ...lines, 'EMC'].join('\n');
      }
      case 'image': {
        const { ref, colour } = this.#image(operation);
        const name = named(images, ref, 'I');
        const { x, y, width, height, isHidden = false } = operation;
        const ink = colour === null ? '' : `${this.#fill(colour)} `;
        return isHidden ? '' : `q ${ink}${numbers(width, 0, 0, height, x, y)} cm /${name} Do Q`;
      }
    }
  }

  /** What the font of the form has is written with it, the rest with a font of this update. */
  #pieces({ file, text }: Run): { font: EmbeddedFont; text: string }[] {
    const embedded = this.#formFont(file);
    if (!embedded) return [{ font: this.#font(file), text }];
    const pieces: { font: EmbeddedFont; text: string }[] = [];
    for (const character of text) {
      const font = embedded.covers(character) ? embedded : this.#font(file);
      const last = pieces.at(-1);
      if (last?.font === font) last.text += character;
      else pieces.push({ font, text: character });
    }
    return pieces;
  }

  #formFont(bytes: Uint8Array): EmbeddedFont | null {
    const embedded = this.#formFonts.get(bytes);
    if (embedded !== undefined) return embedded;
    const formFont = findFormFont(this.#revision.document, trueTypeFont(bytes));
    this.#formFonts.set(bytes, formFont);
    return formFont;
  }

  #font(bytes: Uint8Array): EmbeddedFont {
    const cached = this.#fonts.get(bytes);
    if (cached) return cached;
    const font = new EmbeddedFont(trueTypeFont(bytes), this.#revision.allocate());
    this.#fonts.set(bytes, font);
    return font;
  }

  /** An image that is shown in two sizes is written in both. */
  #image({ pixels, width, height, isInk = false }: ImageOperation): PaintedImage {
    if ('ref' in pixels) return { ref: pixels.ref, colour: null };
    const stencil = isInk ? stencilOf(pixels, { width, height }) : null;
    const dots = { width: width * PIXELS_PER_POINT, height: height * PIXELS_PER_POINT };
    const written = stencil ?? scalePixels(pixels, dots);
    const key = `${stencil ? 'stencil' : 'shades'} ${written.width} ${written.height}`;
    const images = this.#images.get(pixels) ?? new Map<string, PdfRef>();
    this.#images.set(pixels, images);
    const ref = images.get(key) ?? this.#writeImage(written);
    images.set(key, ref);
    return { ref, colour: stencil?.colour ?? null };
  }

  #writeImage(image: Pixels | Stencil): PdfRef {
    if ('colour' in image) return writeStencil(this.#revision, image);
    return writeImage(this.#revision, image, this.#colourSpace());
  }
}

/** An operation that shows an image. */
export type ImageOperation = Extract<DrawOperation, { kind: 'image' }>;

interface PaintedImage {
  readonly ref: PdfRef;
  /** The colour to paint a stencil in; null for an image that has its own. */
  readonly colour: Colour | null;
}

export type Matrix = readonly [number, number, number, number, number, number];

export interface FormSize {
  readonly width: number;
  readonly height: number;
  readonly matrix: Matrix;
}

interface UsedNames {
  readonly fonts: Map<PdfRef, string>;
  readonly images: Map<PdfRef, string>;
}

/** Four Bézier curves, `inset` points inside the box; the factor keeps them closest to an ellipse. */
function ellipsePath(
  box: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
  inset: number,
): string {
  const [across, up] = [box.width / 2 - inset, box.height / 2 - inset];
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const [left, right, bottom, top] = [x - across, x + across, y - up, y + up];
  const [pullX, pullY] = [across * 0.5523, up * 0.5523];
  return [
    `${numbers(right, y)} m`,
    `${numbers(right, y + pullY, x + pullX, top, x, top)} c`,
    `${numbers(x - pullX, top, left, y + pullY, left, y)} c`,
    `${numbers(left, y - pullY, x - pullX, bottom, x, bottom)} c`,
    `${numbers(x + pullX, bottom, right, y - pullY, right, y)} c`,
  ].join(' ');
}

function named(names: Map<PdfRef, string>, ref: PdfRef, prefix: string): string {
  const cached = names.get(ref);
  if (cached !== undefined) return cached;
  const name = `${prefix}${names.size + 1}`;
  names.set(ref, name);
  return name;
}

function listed(names: ReadonlyMap<PdfRef, string>): string {
  return [...names].map(([ref, name]) => `/${name} ${refSource(ref)}`).join(' ');
}

function colourSource(colour: Colour): string {
  return colour.map((component) => numberSource(component / 255)).join(' ');
}

function numbers(...values: readonly number[]): string {
  return values.map(numberSource).join(' ');
}
