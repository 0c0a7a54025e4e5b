import { findPrintedPlaces, LIMITS, mayHavePlaces, type PrintedPage } from '@paraph/domain';
import { defaultLimits, inspect, PdfRefusal } from '@paraph/pades';
import { type IntakeAnswer, type PrintedPlacesRequest, refusedFor } from '../intake-messages.ts';
import { type Viewer, ViewerError } from './pdfium.ts';
import { PageReading } from './read-page.ts';

interface PlacesOptions extends Pick<PrintedPlacesRequest, 'names'> {
  onPagesRead(pages: number): void;
}

/** Pages that are drawn: places to sign are on few. Of more, the last ones are left out. */
const DRAWN_MAX = 60;

/**
 * The printed places of an accepted file. Only what its pages show to people is read, so that nothing that is hidden in
 * it decides where people are to sign. Runs only in the intake's child process, as all that reads an upload.
 */
export function findPlaces(
  viewer: Viewer,
  file: Uint8Array,
  { names, onPagesRead }: PlacesOptions,
): IntakeAnswer {
  const document = viewer.open(file);
  if (!document) return refusedFor(UNSHOWABLE);
  try {
    const limits = { ...defaultLimits, fileBytes: LIMITS.uploadBytesMax, pages: LIMITS.workflowPagesMax };
    const inspection = inspect(file, limits);
    if (inspection.pageCount !== document.pageCount) return refusedFor(UNSHOWABLE);
    const pages: PrintedPage[] = [];
    for (let index = 0; index < document.pageCount && pages.length < DRAWN_MAX; index += 1) {
      const reading = new PageReading(document, index, inspection.pages(index));
      if (mayHavePlaces(reading.words, names)) {
        pages.push(reading.read());
        onPagesRead(DRAWN_PAGE);
      }
      onPagesRead(1);
    }
    return { kind: 'places', places: findPrintedPlaces(pages, names) };
  } catch (error) {
    if (error instanceof ViewerError || error instanceof PdfRefusal) return refusedFor(UNSHOWABLE);
    throw error;
  } finally {
    document.close();
  }
}

/** What drawing a page costs, in pages whose text alone is read. */
const DRAWN_PAGE = 8;

const UNSHOWABLE = 'The file cannot be shown as it is.';
