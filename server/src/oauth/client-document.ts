import { invalid, isRecord, type Refusal, readableWords } from '@paraph/domain';
import { checkRedirectUri } from './app-rules.ts';

/** What an app says of itself, in the document that its client id leads to. */
export interface ClientDocument {
  name: string;
  redirectUris: string[];
}

/** More than a client id of our own ever has, and less than a row of an index. */
const URL_CHARACTERS_MAX = 500;
const NAME_CHARACTERS_MAX = 100;
const REDIRECT_URIS_MAX = 20;

/** Whether a client id is the address of a document (draft-ietf-oauth-client-id-metadata-document). */
export function isDocumentUrl(clientId: string): boolean {
  return /^https?:\/\//.test(clientId) && clientId.length <= URL_CHARACTERS_MAX;
}

/**
 * An address that is written as a browser would write it: what is compared character for character has no second
 * spelling, such as one with dots or another case.
 *
 * @throws Refusal `VALIDATION_ERROR`
 */
export function requireDocumentUrl(clientId: string): void {
  const url = URL.canParse(clientId) ? new URL(clientId) : null;
  const isPlain = url?.href === clientId && !clientId.includes('#') && url.pathname !== '/';
  if (!isPlain)
    throw wrongDocument(
      'client_id must be a whole address with a path and without a fragment, as browsers write it.',
    );
}

/**
 * The document at the address of a client id. Addresses that cannot be gone back to are passed over: a program may list
 * schemes of its own for others.
 *
 * @throws Refusal `VALIDATION_ERROR`
 */
export function readClientDocument(text: string, clientId: string): ClientDocument {
  const said = parse(text);
  if (!isRecord(said)) throw wrongDocument('The document of this app is not JSON.');
  if (said.client_id !== clientId)
    throw wrongDocument('The document of this app names another client_id than its own address.');
  if (said.token_endpoint_auth_method !== 'none' || 'client_secret' in said)
    throw wrongDocument(
      'The document of this app must say token_endpoint_auth_method: none. An app that is not registered here has no secret.',
    );
  requireCodes(said);
  const name = readAppName(said.client_name);
  if (name === '') throw wrongDocument('The document of this app has no client_name.');
  const redirectUris = readTexts(said.redirect_uris)
    .slice(0, REDIRECT_URIS_MAX)
    .filter((uri) => checkRedirectUri(uri) === null);
  if (redirectUris.length === 0)
    throw wrongDocument(
      'The document of this app names no address to go back to (redirect_uris) that begins with https:// or leads to this computer.',
    );
  return { name, redirectUris };
}

/** Of a client that says what it can do; absent means codes (RFC 7591 §2). */
function requireCodes({ grant_types: grants, response_types: responses }: Record<string, unknown>): void {
  const uses = (stated: unknown, value: string) => stated === undefined || readTexts(stated).includes(value);
  if (uses(grants, 'authorization_code') && uses(responses, 'code')) return;
  throw wrongDocument(
    'The document of this app does not ask for codes (grant_types: authorization_code, response_types: code).',
  );
}

/** What a stranger calls their program, as a person reads it; empty where nothing is to be read. */
export function readAppName(stated: unknown): string {
  return typeof stated === 'string'
    ? readableWords(stated, NAME_CHARACTERS_MAX).replaceAll(/\s+/g, ' ').trim()
    : '';
}

export function readTexts(stated: unknown): string[] {
  return Array.isArray(stated) ? stated.filter((each) => typeof each === 'string') : [];
}

export function wrongDocument(sentence: string): Refusal {
  return invalid({ client_id: sentence });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const CACHED_SECONDS = { min: 300, usual: 3_600, max: 86_400 } as const;

/** For how long a document counts as read: as its header says (RFC 9111 §5.2.2), within bounds. */
export function cachedSeconds(cacheControl: string | null): number {
  const { min, usual, max } = CACHED_SECONDS;
  if (cacheControl === null) return usual;
  if (/\bno-(store|cache)\b/i.test(cacheControl)) return min;
  const stated = /(?:^|[\s,])max-age=(\d{1,9})/i.exec(cacheControl)?.[1];
  return stated === undefined ? usual : Math.min(max, Math.max(min, Number(stated)));
}
