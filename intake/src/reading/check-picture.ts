import { decodePng, PdfRefusal, shrinkPixels, trimPixels } from '@paraph/pades';
import type { IntakeAnswer, PictureRequest } from '../intake-messages.ts';
import { refusedFor } from '../intake-messages.ts';
import { isWholePng } from './check-png.ts';
import { drawJpeg, drawPicture } from './draw-jpeg.ts';
import { encodePng } from './encode-png.ts';
import type { Viewer } from './pdfium.ts';
import { type CleanPicture, cleanPicture, type PictureLimits } from './picture-bytes.ts';

type PixelLimits = Pick<PictureRequest, 'widthMax' | 'heightMax'> & {
  /** The longer side of what is kept; a larger picture is made smaller. */
  sideMax?: number;
};

/** 300 dots an inch on three inches: each stamp adds the picture to its document. */
const STAMP_SIDE_MAX = 900;

/** Always becomes a PNG, which the signature engine reads. */
function checkStampPicture(viewer: Viewer, file: Buffer, limits: PixelLimits): IntakeAnswer {
  const clean = cleanPicture(file, limits);
  if (clean === null) return refusedFor('it is too large, damaged, or no PNG or JPEG.');
  const limitsOfStamp = { ...limits, sideMax: STAMP_SIDE_MAX };
  if (clean.format === 'png') return checkPixels(file, limitsOfStamp);
  if (clean.channels === 4) return refusedFor('it has the four inks of a printer instead of colours.');
  if (!isShownJpeg(viewer, clean)) return refusedFor('it is damaged.');
  return checkPixels(encodePng(drawJpeg(viewer, clean)), limitsOfStamp);
}

/**
 * Decodes an untrusted picture, after checking its header against the limits, and returns its sanitized form. Runs only
 * in the intake's child process.
 */
export function checkPicture(
  viewer: Viewer,
  file: Buffer,
  request: Pick<PictureRequest, 'use' | 'widthMax' | 'heightMax'>,
): IntakeAnswer {
  switch (request.use) {
    case 'signature':
      return checkPixels(file, request);
    case 'stamp':
      return checkStampPicture(viewer, file, request);
    case 'avatar':
      return checkCodedPicture(viewer, file, request);
  }
}

/** Re-encoded: only the pixels are kept. */
function checkPixels(file: Buffer, { widthMax, heightMax, sideMax }: PixelLimits): IntakeAnswer {
  try {
    const picture = decodePng(file, { fileBytes: file.length, pixels: widthMax * heightMax });
    if (picture.width > widthMax || picture.height > heightMax) return refusedFor('it is too large.');
    if (trimPixels(picture) === null) return refusedFor('nothing is to be seen in it.');
    return keep({ format: 'png', bytes: encodePng(shrinkPixels(picture, sideMax ?? Infinity)) });
  } catch (error) {
    if (!(error instanceof PdfRefusal)) throw error;
    return refusedFor(error.message);
  }
}

/** Keeps the coded pixels and removes everything else. */
export function checkCodedPicture(viewer: Viewer, file: Buffer, limits: PictureLimits): IntakeAnswer {
  const clean = cleanPicture(file, limits);
  if (clean === null) return refusedFor('it is too large, damaged, or no PNG or JPEG.');
  const isWhole = clean.format === 'png' ? isWholePng(clean.bytes) : isShownJpeg(viewer, clean);
  return isWhole ? keep(clean) : refusedFor('it is damaged.');
}

function keep({ format, bytes }: Pick<CleanPicture, 'format' | 'bytes'>): IntakeAnswer {
  return { kind: 'picture', format, bytes: bytes.toString('base64') };
}

/** Points and pixels of the page that a JPEG is drawn on; its edge, where colours may mix, is excluded. */
const SIDE = 32;
const EDGE = 4;

/** Has the viewer draw it over two colours: where both show, nothing was drawn, because it could not be decoded. */
export function isShownJpeg(viewer: Viewer, picture: CleanPicture): boolean {
  const [first, second] = ['1 0 1', '0 1 0'].map((colour) =>
    drawPicture(viewer, picture, { colour, width: SIDE, height: SIDE, matrix: [SIDE, 0, 0, SIDE, 0, 0] }),
  );
  if (!first || !second) return false;
  for (let y = EDGE; y < SIDE - EDGE; y += 1)
    for (let x = EDGE; x < SIDE - EDGE; x += 1) {
      const at = (y * SIDE + x) * 4;
      const [blue, green, red] = first.pixels.subarray(at, at + 3);
      const isFirst = red === 255 && green === 0 && blue === 255;
      if (isFirst && second.pixels[at + 1] === 255 && second.pixels[at] === 0) return false;
    }
  return true;
}
