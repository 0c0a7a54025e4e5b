import { deflateSync } from 'node:zlib';
import { LIMITS } from '@paraph/domain';
import { decodePng, PdfRefusal } from '@paraph/pades';
import { type IntakeAnswer, refusedFor } from '../intake-messages.ts';
import { isShownJpeg } from './check-picture.ts';
import { isWholePng } from './check-png.ts';
import { COLOUR_SPACES, pdfOf, uprightMatrix } from './draw-jpeg.ts';
import type { Viewer } from './pdfium.ts';
import { type CleanPicture, cleanPicture, withoutOrientation } from './picture-bytes.ts';

/** Decoded pixels need four bytes each, and twice as many before that. */
const DECODED_PIXELS_MAX = 20_000_000;
const REMEDY = 'Save it again in a picture program, or print it as PDF, and send that.';

/**
 * Makes a PDF of an untrusted picture: one page of its size. The coded pixels of a JPEG and of an opaque PNG stay; what
 * is transparent is laid on white. Places, names and other metadata are dropped. Runs only in the intake's
 * child process.
 */
export function makePicturePage(viewer: Viewer, file: Buffer): IntakeAnswer {
  const { side, all } = LIMITS.attachmentPixelsMax;
  if (isAnimated(file))
    return refusedFor('It moves, and a page cannot. Save one of its pictures and send that.');
  const clean = cleanPicture(file, { widthMax: side, heightMax: side, pixelsMax: all });
  if (clean === null)
    return refusedFor(`It is damaged, or has more than ${all / 1e6} million pixels. ${REMEDY}`);
  const image = clean.format === 'jpeg' ? imageOfJpeg(viewer, clean) : imageOfPng(clean);
  if ('kind' in image) return image;
  const pdf = pageWith(image, { ...clean, dotsPerInch: dotsPerInchOf(file) });
  return { kind: 'page', bytes: pdf.toString('base64') };
}

/** What stands in the dictionary of an image, and its bytes (ISO 32000-2 §8.9.5). */
interface CodedImage {
  entries: string;
  bytes: Uint8Array;
}

function imageOfJpeg(viewer: Viewer, picture: CleanPicture): CodedImage | IntakeAnswer {
  if (picture.channels === 4)
    return refusedFor(`It has the four inks of a printer instead of colours. ${REMEDY}`);
  if (!isShownJpeg(viewer, picture)) return refusedFor(`It is damaged. ${REMEDY}`);
  const space = COLOUR_SPACES[picture.channels] ?? 'DeviceRGB';
  return {
    entries: `/BitsPerComponent 8/ColorSpace/${space}/Filter/DCTDecode`,
    bytes: withoutOrientation(picture),
  };
}

function imageOfPng({ bytes, width, height }: CleanPicture): CodedImage | IntakeAnswer {
  if (!isWholePng(bytes)) return refusedFor(`It is damaged. ${REMEDY}`);
  const coded = codedPng(bytes, width);
  if (coded !== null) return coded;
  if (width * height > DECODED_PIXELS_MAX)
    return refusedFor(
      `It is transparent or interlaced and has more than ${DECODED_PIXELS_MAX / 1e6} million pixels. ${REMEDY}`,
    );
  try {
    const limits = { fileBytes: bytes.length, pixels: DECODED_PIXELS_MAX, anyDepth: true };
    const { rgba } = decodePng(bytes, limits);
    const entries = '/BitsPerComponent 8/ColorSpace/DeviceRGB/Filter/FlateDecode';
    return { entries, bytes: deflateSync(onWhite(rgba)) };
  } catch (error) {
    if (!(error instanceof PdfRefusal)) throw error;
    return refusedFor(`It is damaged or unusual. ${REMEDY}`);
  }
}

/** Rows of a PNG are those of a PDF (ISO 32000-2 §7.4.4.4), where they come in order and nothing is transparent. */
function codedPng(bytes: Buffer, width: number): CodedImage | null {
  const chunks = chunksOf(bytes);
  const [depth = 0, colourType = 0, , , interlace] = bytes.subarray(24, 29);
  const isOpaque = colourType < 4 && !chunks.some(({ type }) => type === 'tRNS');
  if (interlace !== 0 || !isOpaque) return null;
  const data = Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map((chunk) => chunk.data));
  const palette = chunks.find(({ type }) => type === 'PLTE')?.data;
  const colours = colourType === 2 ? 3 : 1;
  const space = colourType === 3 ? indexedSpace(palette ?? Buffer.alloc(0)) : `/${COLOUR_SPACES[colours]}`;
  const parms = `<</Predictor 15/Colors ${colours}/BitsPerComponent ${depth}/Columns ${width}>>`;
  const entries = `/BitsPerComponent ${depth}/ColorSpace${space}/Filter/FlateDecode/DecodeParms${parms}`;
  return { entries, bytes: data };
}

function indexedSpace(palette: Buffer): string {
  return `[/Indexed/DeviceRGB ${Math.floor(palette.length / 3) - 1}<${palette.toString('hex')}>]`;
}

function chunksOf(bytes: Buffer): { type: string; data: Buffer }[] {
  const chunks: { type: string; data: Buffer }[] = [];
  for (let at = 8; at + 12 <= bytes.length; at += 12 + bytes.readUInt32BE(at)) {
    const end = at + 8 + bytes.readUInt32BE(at);
    chunks.push({ type: bytes.toString('latin1', at + 4, at + 8), data: bytes.subarray(at + 8, end) });
  }
  return chunks;
}

function onWhite(rgba: Uint8Array): Uint8Array {
  const rgb = new Uint8Array((rgba.length / 4) * 3);
  for (let from = 0, to = 0; from < rgba.length; from += 4, to += 3) {
    const alpha = rgba[from + 3] ?? 255;
    for (let channel = 0; channel < 3; channel += 1)
      rgb[to + channel] = Math.round(255 - ((255 - (rgba[from + channel] ?? 0)) * alpha) / 255);
  }
  return rgb;
}

/** A PNG with a control chunk of animations (acTL of PNG, Third Edition). */
function isAnimated(file: Buffer): boolean {
  return isPng(file) && chunksUpToPixels(file).some(({ type }) => type === 'acTL');
}

function isPng(file: Buffer): boolean {
  return file.subarray(0, 4).toString('hex') === '89504e47';
}

/** Nothing where lengths lead beyond the end. */
function chunksUpToPixels(file: Buffer): { type: string; data: Buffer }[] {
  const end = file.indexOf('IDAT');
  return end < 12 ? [] : chunksOf(file.subarray(0, end - 4));
}

const INCH_METRES = 0.0254;
const INCH_CENTIMETRES = 2.54;
/** What programs write that know nothing of paper. */
const OF_SCREENS = [72, 96];

/** As the picture states it; null where it does not, or in the way of cameras and screens. */
function dotsPerInchOf(file: Buffer): number | null {
  const stated = isPng(file) ? statedByPng(file) : statedByJpeg(file);
  const dots = stated === null ? null : Math.round(stated);
  return dots === null || dots < 50 || dots > 2_400 || OF_SCREENS.includes(dots) ? null : dots;
}

/** The chunk pHYs: pixels a metre. */
function statedByPng(file: Buffer): number | null {
  const data = chunksUpToPixels(file).find(({ type }) => type === 'pHYs')?.data;
  return data?.length === 9 && data[8] === 1 ? data.readUInt32BE(0) * INCH_METRES : null;
}

/** The header of JFIF: dots an inch, or a centimetre. */
function statedByJpeg(file: Buffer): number | null {
  if (file.length < 18 || file.toString('latin1', 6, 10) !== 'JFIF') return null;
  const dots = file.readUInt16BE(14);
  return file[13] === 1 ? dots : file[13] === 2 ? dots * INCH_CENTIMETRES : null;
}

/** Points: the longer side of A4, the shorter side of Letter, and that of A6 below which nobody could sign. */
const LONG_MAX = 841.89;
const SHORT_MAX = 612;
const A4_SHORT = 595.28;
const LONG_MIN = 419.53;

interface Placed extends Pick<CleanPicture, 'width' | 'height' | 'orientation'> {
  dotsPerInch: number | null;
}

/** The size of the page: that of the picture on paper, within A4 and Letter; all of A4 where it is not known. */
export function pageSizeOf({
  width,
  height,
  orientation,
  dotsPerInch,
}: Placed): [width: number, height: number] {
  const [across, down] = orientation > 4 ? [height, width] : [width, height];
  const long = Math.max(across, down);
  const short = Math.min(across, down);
  const most = Math.min(LONG_MAX / long, (dotsPerInch === null ? A4_SHORT : SHORT_MAX) / short);
  const least = Math.min(most, LONG_MIN / long);
  const scale = dotsPerInch === null ? most : Math.max(least, Math.min(most, 72 / dotsPerInch));
  const rounded = (points: number) => Math.max(1, Math.round(points * 100) / 100);
  return [rounded(across * scale), rounded(down * scale)];
}

function pageWith({ entries, bytes }: CodedImage, picture: Placed): Buffer {
  const [width, height] = pageSizeOf(picture);
  const matrix = uprightMatrix(picture.orientation, { width, height });
  const content = `q ${matrix.join(' ')} cm /I Do Q`;
  const size = `/Width ${picture.width}/Height ${picture.height}`;
  return pdfOf([
    Buffer.from('<</Type/Catalog/Pages 2 0 R>>'),
    Buffer.from('<</Type/Pages/Kids[3 0 R]/Count 1>>'),
    Buffer.from(
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${width} ${height}]/Contents 4 0 R/Resources<</XObject<</I 5 0 R>>>>>>`,
    ),
    Buffer.from(`<</Length ${content.length}>>stream\n${content}\nendstream`),
    Buffer.concat([
      Buffer.from(`<</Type/XObject/Subtype/Image${size}${entries}/Length ${bytes.length}>>stream\n`),
      bytes,
      Buffer.from('\nendstream'),
    ]),
  ]);
}
