import type { RevisionWriter } from '../pdf/revision-writer.ts';
import { dictSource, nameSource, refSource } from '../pdf/source-text.ts';
import { isDict, isStream, type PdfDict, type PdfRef, type PdfStream } from '../pdf/values.ts';

/** Writes a stream again as a new object, with some entries of its dictionary changed. */
export function copyStream(
  revision: RevisionWriter,
  stream: PdfStream,
  changes: Readonly<Record<string, string>> = {},
): PdfRef {
  const source = dictSource(stream.dict, { ...changes, Length: null });
  return revision.addStream(source.slice(2, -2), revision.document.rawStream(stream));
}

/** Writes the normal appearance of a widget again as new objects; returns the source of /AP, or null without one. */
export function copyAppearance(revision: RevisionWriter, widget: PdfDict): string | null {
  const { document } = revision;
  const appearances = document.dict(widget, 'AP');
  const normal = appearances ? document.resolve(appearances.entries.get('N')) : null;
  if (!appearances) return null;
  if (isStream(normal)) return dictSource(appearances, { N: refSource(copyStream(revision, normal)) });
  if (!isDict(normal)) return null;
  const states: string[] = [];
  for (const [state, appearance] of normal.entries) {
    const stream = document.resolve(appearance);
    if (isStream(stream)) states.push(`${nameSource(state)} ${refSource(copyStream(revision, stream))}`);
  }
  return dictSource(appearances, { N: `<< ${states.join(' ')} >>` });
}
