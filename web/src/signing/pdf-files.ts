import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url';
import { useCallback, useEffect, useState } from 'react';
import type { PdfFile } from './pdf-engine.ts';

const opened = new Map<string, Promise<PdfFile>>();

/** Opens each document once and loads pdf.js on first use. */
export function openPdfOnce(url: string): Promise<PdfFile> {
  const known = opened.get(url);
  if (known !== undefined) return known;
  if (opened.size === 0) fetchWorkerEarly();
  const opening = import('./pdf-engine.ts').then((engine) => engine.openPdf(url, workerUrl));
  opened.set(url, opening);
  // A failure is not cached, so that a retry opens the file again.
  opening.catch(() => opened.delete(url));
  return opening;
}

/** Puts the worker into the browser's cache while pdf.js itself is still loading. */
function fetchWorkerEarly(): void {
  fetch(workerUrl).catch(() => undefined);
}

export function usePdf(url: string, isWanted: boolean) {
  const [file, setFile] = useState<PdfFile | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const open = useCallback(() => {
    setFailed(false);
    openPdfOnce(url).then(setFile, () => setFailed(true));
  }, [url]);
  useEffect(() => {
    if (isWanted) open();
  }, [isWanted, open]);
  return { file, hasFailed, retry: open };
}
