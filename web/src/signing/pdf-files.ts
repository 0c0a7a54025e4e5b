import { useCallback, useEffect, useRef, useState } from 'react';
import { openPdf, type PdfFile, pdfWorkerUrl } from './pdf-engine.ts';

interface OpenFile {
  readonly file: Promise<PdfFile>;
  users: number;
}

const opened = new Map<string, OpenFile>();

const PICTURES_MS = 10_000;

const pictures = new Map<string, HTMLImageElement>();

/** The picture of a page as one element, because the server forbids a browser to cache it. */
export function loadPictureOnce(url: string): HTMLImageElement {
  const cached = pictures.get(url);
  if (cached !== undefined) return cached;
  const picture = document.createElement('img');
  picture.alt = '';
  picture.className = 'pdf-canvas';
  // Browsers put pictures that are not in the page yet behind all else.
  picture.fetchPriority = 'high';
  picture.src = url;
  pictures.set(url, picture);
  return picture;
}

/** A document; its hash changes when another person signs. */
export interface PdfSource {
  readonly url: string;
  readonly sha256?: string | undefined;
  /** Its bytes, where what is drawn has to be exactly what is in this page's memory. */
  readonly load?: () => Promise<Uint8Array>;
}

interface UsedPdf {
  readonly file: Promise<PdfFile>;
  /** The last user closes the file, which frees its memory and ends its worker. */
  readonly release: () => void;
}

/** Opens a document once for all who use it at a time. */
export function openSharedPdf(source: PdfSource): UsedPdf {
  const key = `${source.url} ${source.sha256}`;
  const shared = opened.get(key) ?? openFirst(key, source);
  shared.users += 1;
  let isReleased = false;
  const release = () => {
    if (isReleased) return;
    isReleased = true;
    shared.users -= 1;
    if (shared.users > 0) return;
    if (opened.get(key) === shared) opened.delete(key);
    shared.file.then(
      (file) => file.close(),
      () => undefined,
    );
  };
  return { file: shared.file, release };
}

/** pdf.js is loaded after the pictures, which slow connections show meanwhile. */
function openFirst(key: string, { url, load }: PdfSource): OpenFile {
  const isFirst = opened.size === 0;
  const file = picturesLoaded().then(async () => {
    // Nobody waits for it any more: they have declined, and may not read it now.
    if (shared.users === 0) throw new Error('The page of this document was left.');
    if (isFirst) fetchWorkerEarly();
    return openPdf(load ? { data: Uint8Array.from(await load()) } : { url });
  });
  const shared = { file, users: 0 };
  opened.set(key, shared);
  // A failure is not cached, so that a retry opens the file again.
  file.catch(() => opened.get(key) === shared && opened.delete(key));
  return shared;
}

/** Not for ever: a picture whose response was lost stays on its way. */
async function picturesLoaded(): Promise<void> {
  const loaded = Promise.allSettled([...pictures.values()].map((picture) => picture.decode()));
  await Promise.race([loaded, new Promise((resolve) => setTimeout(resolve, PICTURES_MS))]);
}

/** Puts the worker into the browser's cache while pdf.js itself is still loading. */
function fetchWorkerEarly(): void {
  fetch(pdfWorkerUrl).catch(() => undefined);
}

/** The open document; while another one is being opened, the one before. */
export function usePdf({ url, sha256, load: loadBytes }: PdfSource, isWanted: boolean) {
  const [open, setOpen] = useState<{ file: PdfFile; url: string; release: () => void } | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const wanted = useRef<UsedPdf | null>(null);
  const load = useCallback(() => {
    const used = openSharedPdf({ url, sha256, ...(loadBytes ? { load: loadBytes } : {}) });
    wanted.current = used;
    setFailed(false);
    const isWanted = () => wanted.current === used;
    used.file.then(
      (file) => (isWanted() ? setOpen({ file, url, release: used.release }) : used.release()),
      () => isWanted() && setFailed(true),
    );
  }, [url, sha256, loadBytes]);
  useEffect(() => {
    if (!isWanted) return;
    load();
    return () => {
      wanted.current = null;
    };
  }, [isWanted, load]);
  // After the pages, which stop drawing first.
  useEffect(() => () => open?.release(), [open]);
  const { file = null, url: openUrl = null } = open ?? {};
  return { file, openUrl, hasFailed, retry: load };
}
