import { accessHeaders } from '../api/bearer.ts';
import type { FileTransfer } from './send-file.ts';
import { errorFrom, SigningError } from './signing-error.ts';
import type {
  CertifiedKey,
  Identification,
  KeptMarks,
  NewSignatureImage,
  SignatureKind,
  SigningPreview,
  SigningView,
} from './signing-view.ts';

export interface Finish {
  readonly previewId: string;
  readonly button: string;
  /** By a key of this page, in base64; none where the service signs. */
  readonly signatures?: readonly { documentId: number; value: string }[];
}

/** Finishing, approving or declining: the request answers with the view that follows. */
export type Act = (send: () => Promise<SigningView>) => Promise<void>;

export interface SigningApi {
  /** Told of how much is answered. */
  readonly onProgress?: (progress: { done: number; total: number }) => void;
  /** The sender tries the page: nothing is signed, with whichever key. */
  readonly isTrial?: boolean;
  readonly view: () => Promise<SigningView>;
  readonly open: () => Promise<void>;
  readonly consent: (body: {
    version: string;
    language: string;
    timeZone: string;
    /** SHA-256 of what the organization says beside it; null where it says nothing. */
    disclosure: string | null;
    /** What a witness states; null for who is none. */
    witness: { address: string; relation: string; isAdult: true } | null;
  }) => Promise<SigningView>;
  readonly nameWitness: (witness: { name: string; email: string }) => Promise<SigningView>;
  readonly saveSignatureImage: (kind: SignatureKind, image: NewSignatureImage) => Promise<SigningView>;
  /** What the account that is signed in keeps for this address; nothing for guests. */
  readonly keptMarks: () => Promise<KeptMarks>;
  readonly takeKeptMark: (kind: SignatureKind) => Promise<SigningView>;
  readonly attach: (fieldId: number, transfer: FileTransfer) => Promise<SigningView>;
  readonly detach: (fieldId: number) => Promise<SigningView>;
  readonly putField: (fieldId: number, value: string | null, isLeaving?: boolean) => Promise<void>;
  /** What Finish would add to each document now. */
  readonly preview: (shownHash: string) => Promise<SigningPreview>;
  /** How far the person is in showing who they are; with a body, the next step of it. */
  readonly identify: <Answer = Identification>(path: string, body?: object) => Promise<Answer>;
  /** The passkeys of the mailbox, and the steps of setting one up. */
  readonly passkeys: <Answer>(method: string, path?: string, body?: object) => Promise<Answer>;
  /** A certificate for a key of this page, and what the key has to sign. */
  readonly certify: (body: { previewId: string; publicKey: string; proof: string }) => Promise<CertifiedKey>;
  readonly finish: (body: Finish) => Promise<SigningView>;
  readonly approve: (body: {
    shownHash: string;
    comment: string | null;
    button: string;
  }) => Promise<SigningView>;
  readonly decline: (reason: string) => Promise<SigningView>;
  /** The link ends with it. */
  readonly reassign: (successor: { name: string; email: string; reason: string }) => Promise<void>;
}

interface Sent {
  readonly body?: unknown;
  /** Sends the request even if the page is closed meanwhile (`keepalive`). */
  readonly isLast?: boolean;
}

interface ApiParts {
  readonly link: string;
  /** The page's language: the consent text comes in it. */
  readonly language: () => string;
  readonly fetcher?: typeof fetch;
}

export function createSigningApi({ link, language, fetcher = fetch.bind(globalThis) }: ApiParts): SigningApi {
  const base = `/api/v1/signing/${encodeURIComponent(link)}`;
  const send = async (
    method: string,
    path: string,
    { body, isLast = false }: Sent = {},
  ): Promise<Response> => {
    const headers = { 'Accept-Language': language() };
    return sendTo(fetcher, base + path, { ...jsonRequest(method, body, headers), keepalive: isLast });
  };
  /** Evidence of intent: the text on the button, the page's language and the time zone. */
  const intentOf = (button: string) => ({ button, language: language(), timeZone: deviceTimeZone() });
  const answerOf = async <Answer>(sent: Promise<Response>): Promise<Answer> =>
    (await (await sent).json()) as Answer;
  return {
    view: () => answerOf(send('GET', '')),
    open: async () =>
      void (await send('POST', '/open', { body: { timeZone: deviceTimeZone() }, isLast: true })),
    consent: (body) => answerOf(send('POST', '/consent', { body })),
    nameWitness: (body) => answerOf(send('PUT', '/witness', { body })),
    saveSignatureImage: (kind, image) => answerOf(send('PUT', `/marks/${kind}`, { body: image })),
    keptMarks: () => answerOf(send('GET', '/kept-marks')),
    takeKeptMark: (kind) => answerOf(send('POST', `/marks/${kind}/kept`)),
    // Loaded when it is needed, not with the cover.
    attach: async (fieldId, transfer) => {
      const { sendFile } = await import('./send-file.ts');
      return sendFile(`${base}/fields/${fieldId}/attachment`, { ...transfer, language: language() });
    },
    detach: (fieldId) => answerOf(send('DELETE', `/fields/${fieldId}/attachment`)),
    putField: async (fieldId, value, isLeaving = false) =>
      void (await send('PUT', `/fields/${fieldId}`, { body: { value }, isLast: isLeaving })),
    preview: (shownHash) =>
      answerOf(send('POST', '/preview', { body: { shownHash, timeZone: deviceTimeZone() } })),
    identify: (path, body) =>
      answerOf(send(body ? 'POST' : 'GET', `/identification${path}`, body ? { body } : {})),
    passkeys: (method, path = '', body) => answerOf(send(method, `/passkeys${path}`, body ? { body } : {})),
    certify: (body) => answerOf(send('POST', '/certificate', { body })),
    finish: ({ button, ...body }) =>
      answerOf(send('POST', '/finish', { body: { ...body, intent: intentOf(button) } })),
    approve: ({ button, ...body }) =>
      answerOf(send('POST', '/approve', { body: { ...body, intent: intentOf(button) } })),
    decline: (reason) => answerOf(send('POST', '/decline', { body: { reason } })),
    reassign: async (successor) => void (await send('POST', '/reassign', { body: successor })),
  };
}

/**
 * A connection that was lost says nothing: until then a button is busy. An act that takes longer is not lost: who
 * presses again learns that it was carried out.
 */
const ANSWER_MS = 60_000;

/** @throws SigningError for every answer but a success, and `offline` without one */
export async function sendTo(fetcher: typeof fetch, url: string, init: RequestInit): Promise<Response> {
  const signal = AbortSignal.timeout(ANSWER_MS);
  const headers = { ...init.headers, ...accessHeaders() };
  const sent = { ...init, headers, signal, credentials: 'same-origin' } as const;
  const response = await fetcher(url, sent).catch((): never => {
    throw new SigningError('offline', '', null);
  });
  if (!response.ok) throw await errorFrom(response);
  return response;
}

export function jsonRequest(
  method: string,
  body: unknown,
  headers: Record<string, string> = {},
): RequestInit {
  const accepted = { Accept: 'application/json', ...headers };
  if (body === undefined) return { method, headers: accepted };
  return { method, headers: { ...accepted, 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
}

export function deviceTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** The link id in the page's path: the last part of /signing/{link}. */
export function linkIn(path: string): string {
  const last = path.split('/').filter(Boolean).at(-1) ?? '';
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}
