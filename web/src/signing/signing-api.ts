import type { RefusalReason } from '@paraph/domain';
import type {
  CertifiedKey,
  Identification,
  NewSignatureImage,
  SignatureKind,
  SigningPreview,
  SigningView,
} from './signing-view.ts';

/** `changed`: another person has signed meanwhile; `conflict`: anything else that is no longer so. */
export type SigningErrorKind = 'offline' | 'unknown' | 'changed' | 'conflict' | 'refused' | 'busy' | 'server';

/** Why a call failed. The message comes from the server and is safe to show. */
export class SigningError extends Error {
  readonly kind: SigningErrorKind;
  readonly requestId: string | null;
  /** Which cause of a conflict it is, where the server says. */
  reason: RefusalReason | null = null;

  constructor(kind: SigningErrorKind, message: string, requestId: string | null) {
    super(message);
    this.name = 'SigningError';
    this.kind = kind;
    this.requestId = requestId;
  }
}

/** A file on its way. */
export interface FileTransfer {
  readonly file: File;
  /** The part of the file that was sent, 0 to 1. */
  readonly onProgress: (part: number) => void;
  readonly signal: AbortSignal;
}

export interface Finish {
  readonly previewId: string;
  readonly button: string;
  /** By a key of this page, in base64; none where the service signs. */
  readonly signatures?: readonly { documentId: number; value: string }[];
}

export interface SigningApi {
  /** The sender tries the page: nothing is signed, with whichever key. */
  readonly isTrial?: boolean;
  readonly view: () => Promise<SigningView>;
  readonly open: () => Promise<void>;
  readonly consent: (body: { version: string; language: string; timeZone: string }) => Promise<SigningView>;
  readonly saveSignatureImage: (kind: SignatureKind, image: NewSignatureImage) => Promise<SigningView>;
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
  const intentOf = (button: string) => ({ button, language: language(), timeZone: ownTimeZone() });
  const viewFrom = async (answer: Promise<Response>): Promise<SigningView> =>
    (await (await answer).json()) as SigningView;
  return {
    view: () => viewFrom(send('GET', '')),
    open: async () => void (await send('POST', '/open', { body: {}, isLast: true })),
    consent: (body) => viewFrom(send('POST', '/consent', { body })),
    saveSignatureImage: (kind, image) => viewFrom(send('PUT', `/marks/${kind}`, { body: image })),
    // Loaded when it is needed, not with the cover.
    attach: async (fieldId, transfer) => {
      const { sendFile } = await import('./send-file.ts');
      return sendFile(`${base}/fields/${fieldId}/attachment`, { ...transfer, language: language() });
    },
    detach: (fieldId) => viewFrom(send('DELETE', `/fields/${fieldId}/attachment`)),
    putField: async (fieldId, value, isLeaving = false) =>
      void (await send('PUT', `/fields/${fieldId}`, { body: { value }, isLast: isLeaving })),
    preview: async (shownHash) => {
      const answer = await send('POST', '/preview', { body: { shownHash, timeZone: ownTimeZone() } });
      return (await answer.json()) as SigningPreview;
    },
    identify: async <Answer = Identification>(path: string, body?: object) => {
      const answer = await send(body ? 'POST' : 'GET', `/identification${path}`, body ? { body } : {});
      return (await answer.json()) as Answer;
    },
    passkeys: async <Answer>(method: string, path = '', body?: object) =>
      (await (await send(method, `/passkeys${path}`, body ? { body } : {})).json()) as Answer,
    certify: async (body) => (await (await send('POST', '/certificate', { body })).json()) as CertifiedKey,
    finish: ({ button, ...body }) =>
      viewFrom(send('POST', '/finish', { body: { ...body, intent: intentOf(button) } })),
    approve: ({ button, ...body }) =>
      viewFrom(send('POST', '/approve', { body: { ...body, intent: intentOf(button) } })),
    decline: (reason) => viewFrom(send('POST', '/decline', { body: { reason } })),
    reassign: async (successor) => void (await send('POST', '/reassign', { body: successor })),
  };
}

/** @throws SigningError for every answer but a success, and `offline` without one */
export async function sendTo(fetcher: typeof fetch, url: string, init: RequestInit): Promise<Response> {
  const response = await fetcher(url, { ...init, credentials: 'same-origin' }).catch((): never => {
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

export function ownTimeZone(): string {
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

export async function errorFrom(response: Response): Promise<SigningError> {
  const body: unknown = await response.json().catch(() => null);
  const error = isRecord(body) && isRecord(body.error) ? body.error : {};
  const violations = isRecord(error.violations) ? Object.values(error.violations) : [];
  const message = [violations[0], error.message].find((text) => typeof text === 'string');
  const requestId =
    typeof error.requestId === 'string' ? error.requestId : response.headers.get('x-request-id');
  const kind = kindOf(response.status, error.code);
  const failure = new SigningError(kind, typeof message === 'string' ? message : '', requestId);
  if (typeof error.reason === 'string') failure.reason = error.reason as RefusalReason;
  return failure;
}

function kindOf(status: number, code: unknown): SigningErrorKind {
  if (status === 401 || status === 403 || status === 404 || status === 410) return 'unknown';
  if (status === 409) return code === 'DOCUMENT_CHANGED' ? 'changed' : 'conflict';
  if (status === 429) return 'busy';
  return status >= 500 ? 'server' : 'refused';
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
