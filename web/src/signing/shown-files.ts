import { accessHeaders } from '../api/bearer.ts';
import type { PdfSource } from './pdf-files.ts';
import { SigningError } from './signing-error.ts';
import type { SigningDocument, SigningPreview } from './signing-view.ts';

/** A file as it is in this page's memory: what is drawn of it and what is signed are the same bytes. */
export interface ShownFile {
  readonly bytes: Uint8Array;
  /** The length of the file so far, before what the preview appends. */
  readonly sizeBefore: number;
}

export type PreviewedDocument = SigningPreview['documents'][number];

/** Files of previews, each loaded once. */
export interface ShownFiles {
  readonly load: (document: SigningDocument, previewed: PreviewedDocument) => Promise<ShownFile>;
  /** For the viewer; the same object for the same preview. */
  readonly sourceOf: (document: SigningDocument, previewed: PreviewedDocument) => PdfSource;
}

/** The file so far is loaded once for all of its previews, and of each preview only what it appends. */
export function createShownFiles(fetcher: typeof fetch = fetch.bind(globalThis)): ShownFiles {
  const bases = new Map<string, Promise<Uint8Array>>();
  const files = new Map<string, Promise<ShownFile>>();
  const sources = new Map<string, PdfSource>();
  const shown = new Map<number, readonly string[]>();
  const fetchFile = async (
    document: SigningDocument,
    { url, size }: PreviewedDocument,
  ): Promise<ShownFile> => {
    const [base, update] = await Promise.all([
      once(bases, `${document.id} ${document.sha256}`, () =>
        fetchBytes(fetcher, document.url, { size: document.size }),
      ),
      fetchBytes(fetcher, url, { start: document.size, size: size - document.size }),
    ]);
    const bytes = new Uint8Array(size);
    bytes.set(base);
    bytes.set(update, base.length);
    return { bytes, sizeBefore: base.length };
  };
  const load: ShownFiles['load'] = (document, previewed) => {
    const { url } = previewed;
    const urls = [...(shown.get(document.id) ?? []).filter((each) => each !== url), url];
    for (const former of urls.splice(0, urls.length - FILES_CACHED)) {
      files.delete(former);
      sources.delete(former);
    }
    shown.set(document.id, urls);
    return once(files, url, () => fetchFile(document, previewed));
  };
  return {
    load,
    sourceOf: (document, previewed) => {
      const { url } = previewed;
      const source = sources.get(url) ?? { url, load: async () => (await load(document, previewed)).bytes };
      sources.set(url, source);
      return source;
    },
  };
}

/** Of each document: the one that is shown, and the one that is being loaded to take its place. */
const FILES_CACHED = 2;

/** A failure is not cached, so that a retry loads again. */
function once<T>(cache: Map<string, Promise<T>>, key: string, make: () => Promise<T>): Promise<T> {
  const cached = cache.get(key);
  if (cached) return cached;
  const made = make();
  cache.set(key, made);
  made.catch(() => cache.delete(key));
  return made;
}

async function fetchBytes(
  fetcher: typeof fetch,
  url: string,
  { start = 0, size }: { start?: number; size: number },
): Promise<Uint8Array> {
  const headers = { ...(start > 0 ? { Range: `bytes=${start}-` } : {}), ...accessHeaders() };
  const response = await fetcher(url, { credentials: 'same-origin', headers }).catch((): never => {
    throw new SigningError('offline', '', null);
  });
  const bytes = response.ok ? new Uint8Array(await response.arrayBuffer()) : new Uint8Array();
  if (bytes.length !== size) throw new SigningError('server', '', null);
  return bytes;
}
