import { useCallback, useEffect, useState } from 'react';
import { openPdf, type PdfFile, pdfWorkerUrl } from './pdf-engine.ts';

const opened = new Map<string, Promise<PdfFile>>();

const pictures = new Map<string, HTMLImageElement>();

/** The picture of a page as one element, because the server forbids a browser to cache it. */
export function loadPictureOnce(url: string): HTMLImageElement {
  const known = pictures.get(url);
  if (known !== undefined) return known;
  const picture = document.createElement('img');
  picture.alt = '';
  picture.className = 'pdf-canvas';
  picture.src = url;
  pictures.set(url, picture);
  return picture;
}

/** A document; its hash changes when another person signs. */
export interface PdfSource {
  readonly url: string;
  readonly sha256?: string | undefined;
}

/** Opens each document once. pdf.js is loaded after the pictures, which slow connections show meanwhile. */
export function openPdfOnce({ url, sha256 }: PdfSource): Promise<PdfFile> {
  const key = `${url} ${sha256}`;
  const known = opened.get(key);
  if (known !== undefined) return known;
  const isFirst = opened.size === 0;
  const opening = picturesLoaded().then(() => {
    if (isFirst) fetchWorkerEarly();
    return openPdf(url);
  });
  opened.set(key, opening);
  // A failure is not cached, so that a retry opens the file again.
  opening.catch(() => opened.delete(key));
  return opening;
}

async function picturesLoaded(): Promise<void> {
  await Promise.allSettled([...pictures.values()].map((picture) => picture.decode()));
}

/** Puts the worker into the browser's cache while pdf.js itself is still loading. */
function fetchWorkerEarly(): void {
  fetch(pdfWorkerUrl).catch(() => undefined);
}

export function usePdf({ url, sha256 }: PdfSource, isWanted: boolean) {
  const [file, setFile] = useState<PdfFile | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const open = useCallback(() => {
    setFailed(false);
    openPdfOnce({ url, sha256 }).then(setFile, () => setFailed(true));
  }, [url, sha256]);
  useEffect(() => {
    if (isWanted) open();
  }, [isWanted, open]);
  return { file, hasFailed, retry: open };
}
