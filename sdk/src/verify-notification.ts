import type { NotifiedEnvelope, NotifiedEvent, NotifiedSeal } from './shapes.ts';

/** A notification with a verified signature. */
export interface Notification {
  /** The same for every delivery attempt: process each id once. Null when the server sends none. */
  id: string | null;
  /**
   * Event name such as `workflow.started`: the signed one of the body; of a server that sends none there, the one of a
   * header that is not signed. A newer server may have more.
   */
  event: NotifiedEvent | (string & {}) | null;
  /** Time of this delivery attempt, in seconds since 1970. */
  timestamp: number;
  /** The workflow at the moment of the event; `event` and `endDate` are absent where a server is older. */
  envelope: NotifiedEnvelope;
  /** The seal of the organization, where the event is about one (`seal.completed`, `seal.failed`): then there is no envelope. */
  seal: NotifiedSeal | null;
}

export interface NotificationRequest {
  /** Request headers: `Headers` or an object; names in any case. */
  headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The raw body; a parsed and serialized body has another signature. */
  body: string | Uint8Array;
  /** Secret of the workflow's callback or of the webhook (`whsec_…`); a list during rotation. */
  secret: string | readonly string[];
  /** Maximum age of a notification in seconds; default 600. */
  toleranceSeconds?: number;
  /** Current time in seconds since 1970; for tests. */
  now?: number;
}

/** The signature is invalid or too old: respond with 400 and ignore the notification. */
export class NotificationError extends Error {
  override name = 'NotificationError';
}

interface Signed {
  id: string | null;
  timestamp: string;
  prefix: string;
  signatures: Uint8Array<ArrayBuffer>[];
}

/**
 * Verifies a notification by the Standard Webhooks headers or, without them, by `Paraph-Signature` or
 * `YUMISIGN-SIGNATURE`, in constant time, and returns its content.
 *
 * @throws NotificationError
 *
 * @example
 * const { envelope } = await verifyNotification({ headers: request.headers, body: rawBody, secret });
 */
export async function verifyNotification(request: NotificationRequest): Promise<Notification> {
  const read = headerReader(request.headers);
  const bytes = typeof request.body === 'string' ? encode(request.body) : Uint8Array.from(request.body);
  const signed = standardSignature(read) ?? plainSignature(read);
  if (signed === null) throw new NotificationError('The notification carries no signature.');
  const timestamp = Number(signed.timestamp);
  const age = (request.now ?? Math.floor(Date.now() / 1000)) - timestamp;
  // The comparison also fails for NaN.
  if (!(Math.abs(age) <= (request.toleranceSeconds ?? 600))) {
    throw new NotificationError(
      `The notification is ${age} seconds old; check the clock, or it is a replay.`,
    );
  }
  if (!(await isGenuine(signed, { bytes, secrets: [request.secret].flat() }))) {
    throw new NotificationError('The signature is not right: another secret, or not the raw body.');
  }
  const body: unknown = JSON.parse(new TextDecoder().decode(bytes));
  const envelope = body as NotifiedEnvelope;
  const event = (envelope as Partial<NotifiedEnvelope>).event?.name ?? read('paraph-event');
  const seal = event?.startsWith('seal.') ? (body as NotifiedSeal) : null;
  return { id: signed.id, event, timestamp, envelope, seal };
}

type ReadHeader = (name: string) => string | null;

function headerReader(headers: NotificationRequest['headers']): ReadHeader {
  if (headers instanceof Headers) return (name) => headers.get(name);
  const values = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  return (name) => [values.get(name) ?? null].flat()[0] ?? null;
}

/** Signature of Standard Webhooks over id, time and body, Base64. */
function standardSignature(read: ReadHeader): Signed | null {
  const id = read('webhook-id');
  const timestamp = read('webhook-timestamp');
  const line = read('webhook-signature');
  if (id === null || timestamp === null || line === null) return null;
  const given = line.split(' ').filter((each) => each.startsWith('v1,'));
  const signatures = given.map((each) => fromBase64(each.slice('v1,'.length)));
  return { id, timestamp, prefix: `${id}.${timestamp}.`, signatures };
}

/** Signature `t=<seconds>,v1=<hex>` over time and body. */
function plainSignature(read: ReadHeader): Signed | null {
  const line = read('paraph-signature') ?? read('yumisign-signature');
  if (line === null) return null;
  const parts = line.split(',').map((part) => part.trim());
  const valuesOf = (name: string) =>
    parts.filter((part) => part.startsWith(`${name}=`)).map((part) => part.slice(name.length + 1));
  const timestamp = valuesOf('t')[0] ?? '';
  return { id: null, timestamp, prefix: `${timestamp}.`, signatures: valuesOf('v1').map(fromHex) };
}

async function isGenuine(
  { prefix, signatures }: Signed,
  { bytes, secrets }: { bytes: Uint8Array; secrets: readonly string[] },
): Promise<boolean> {
  const head = encode(prefix);
  const message = new Uint8Array(head.length + bytes.length);
  message.set(head);
  message.set(bytes, head.length);
  let isRight = false;
  for (const secret of secrets) {
    // An empty key cannot be imported, and anyone could sign with it.
    if (secret === '') throw new TypeError('secret is empty.');
    const algorithm = { name: 'HMAC', hash: 'SHA-256' };
    for (const raw of keysOf(secret)) {
      const key = await crypto.subtle.importKey('raw', raw, algorithm, false, ['verify']);
      for (const signature of signatures) {
        // `verify` compares in constant time.
        if (await crypto.subtle.verify('HMAC', key, signature, message)) isRight = true;
      }
    }
  }
  return isRight;
}

/** A `whsec_` secret signs the Standard Webhooks header with its decoded bytes and our header with its text. */
function keysOf(secret: string): Uint8Array<ArrayBuffer>[] {
  const bytes = secret.startsWith('whsec_') ? fromBase64(secret.slice('whsec_'.length)) : null;
  return bytes?.length ? [encode(secret), bytes] : [encode(secret)];
}

/**
 * The secret in the form that libraries of Standard Webhooks take: `whsec_` and Base64. Secrets of webhooks have it;
 * the 32 characters of a workflow's callback are its bytes.
 *
 * @example
 * const { id } = new Webhook(standardSecret(secret)).verify(rawBody, request.headers);
 */
export function standardSecret(secret: string): string {
  return secret.startsWith('whsec_') ? secret : `whsec_${btoa(String.fromCharCode(...encode(secret)))}`;
}

function encode(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text) as Uint8Array<ArrayBuffer>;
}

function fromHex(text: string): Uint8Array<ArrayBuffer> {
  if (!/^([0-9a-f]{2})+$/i.test(text)) return new Uint8Array();
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}
