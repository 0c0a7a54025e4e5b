import { accessHeaders } from '../api/bearer.ts';
import { errorFrom, SigningError } from './signing-error.ts';
import type { SigningView } from './signing-view.ts';

/** A file on its way. */
export interface FileTransfer {
  readonly file: File;
  /** The part of the file that was sent, 0 to 1. */
  readonly onProgress: (share: number) => void;
  readonly signal: AbortSignal;
}

/** Without a byte or an answer for so long the connection counts as lost; a scanner may need a minute. */
const SILENCE_MS = 120_000;

/** Sends a file. Unlike `fetch`, an XMLHttpRequest reports how much was sent. */
export function sendFile(
  address: string,
  { file, onProgress, signal, language }: FileTransfer & { readonly language: string },
): Promise<SigningView> {
  const { promise, resolve, reject } = Promise.withResolvers<SigningView>();
  const request = new XMLHttpRequest();
  const lost = () => reject(new SigningError('offline', '', null));
  let silence: ReturnType<typeof setTimeout>;
  const listen = () => {
    clearTimeout(silence);
    silence = setTimeout(() => {
      lost();
      request.abort();
    }, SILENCE_MS);
  };
  const rejectWith = (error: SigningError) => {
    const seconds = Number(request.getResponseHeader('Retry-After'));
    if (seconds > 0) error.retrySeconds = seconds;
    reject(error);
  };
  const form = new FormData();
  form.append('file', file, file.name);
  request.open('PUT', address);
  request.setRequestHeader('Accept', 'application/json');
  request.setRequestHeader('Accept-Language', language);
  for (const [name, value] of Object.entries(accessHeaders())) request.setRequestHeader(name, value);
  request.upload.onprogress = ({ loaded, total }) => {
    listen();
    onProgress(total > 0 ? loaded / total : 0);
  };
  request.onloadend = () => clearTimeout(silence);
  request.onerror = lost;
  request.onabort = () => reject(new DOMException('canceled', 'AbortError'));
  request.onload = () => {
    const { status, responseText } = request;
    if (status === 200) resolve(JSON.parse(responseText) as SigningView);
    else errorFrom(new Response(responseText, { status })).then(rejectWith, reject);
  };
  signal.addEventListener('abort', () => request.abort());
  request.send(form);
  listen();
  return promise;
}
