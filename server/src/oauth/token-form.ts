import { Refusal, type RefusalCode } from '@paraph/domain';
import type { FastifyRequest } from 'fastify';
import { rawBodyOf } from '../http/body-parsers.ts';

/** The body and client credentials of a call to a standard endpoint. */
export interface TokenForm {
  values: ReadonlyMap<string, string>;
  clientId: string;
  /** Null where none was sent. */
  clientSecret: string | null;
}

/**
 * Reads a token request: a form, every parameter at most once, the client in the header or in the body, not in both.
 */
export function readTokenForm(request: FastifyRequest): TokenForm {
  const values = readValues(request);
  const basic = readBasic(request.headers.authorization);
  const inBody = { id: values.get('client_id') ?? '', secret: values.get('client_secret') ?? null };
  if (basic === null) {
    if (inBody.id === '') {
      throw new TokenProblem('invalid_client', 'Send client_id and client_secret, in the body or by Basic.');
    }
    return { values, clientId: inBody.id, clientSecret: inBody.secret };
  }
  // RFC 6749 §2.3: one method a request.
  if (inBody.secret !== null || (inBody.id !== '' && inBody.id !== basic.id)) {
    throw new TokenProblem('invalid_request', 'Authenticate the client once: in the header or in the body.');
  }
  return { values, clientId: basic.id, clientSecret: basic.secret };
}

/** A parameter that the grant needs. */
export function need(form: TokenForm, name: string): string {
  const value = form.values.get(name);
  if (value === undefined) throw new TokenProblem('invalid_request', `The parameter ${name} is missing.`);
  return value;
}

/** A grant is for one resource, whatever a client says later (RFC 8707 §2.2). */
export function requireResource(
  { resource }: { resource: string | null },
  stated: string | null | 'unknown' | undefined,
): void {
  if (stated === undefined || stated === resource) return;
  const words = 'resource is not the one that the user was asked for; ask again with it.';
  throw new TokenProblem('invalid_target', words);
}

function readValues(request: FastifyRequest): Map<string, string> {
  const raw = rawBodyOf(request).trim();
  const pairs = raw.startsWith('{')
    ? Object.entries((request.body ?? {}) as Record<string, unknown>).map(([name, value]) => [
        name,
        typeof value === 'object' ? '' : String(value),
      ])
    : [...new URLSearchParams(raw)];
  const values = new Map<string, string>();
  for (const [name = '', value = ''] of pairs) {
    // RFC 6749 §3.2: empty parameters count as absent, and repeated ones are an error.
    if (values.has(name)) throw new TokenProblem('invalid_request', 'A parameter is given more than once.');
    if (value !== '') values.set(name, value);
  }
  return values;
}

/** RFC 6749 §2.3.1: id and secret are form-encoded inside the header. */
function readBasic(header: string | undefined): { id: string; secret: string } | null {
  const encoded = /^Basic\s+(\S+)\s*$/i.exec(header ?? '')?.[1];
  if (encoded === undefined) return null;
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  if (colon < 0) throw new TokenProblem('invalid_client', 'The Basic credentials hold no colon.');
  return { id: formDecode(text.slice(0, colon)), secret: formDecode(text.slice(colon + 1)) };
}

function formDecode(text: string): string {
  return new URLSearchParams(`x=${text.replaceAll('&', '%26')}`).get('x') ?? '';
}

/** Error code of RFC 6749 §5.2 → code of this interface (interface.md §2.1). */
const CODES = {
  invalid_request: 'VALIDATION_ERROR',
  invalid_client: 'INVALID_CLIENT',
  invalid_grant: 'INVALID_GRANT',
  invalid_scope: 'VALIDATION_ERROR',
  unsupported_grant_type: 'VALIDATION_ERROR',
  invalid_target: 'VALIDATION_ERROR',
} as const satisfies Record<string, RefusalCode>;
type TokenError = keyof typeof CODES;

/** An error of a token endpoint, with the codes of the standard and of this interface. */
export class TokenProblem extends Refusal {
  readonly error: TokenError;

  constructor(error: TokenError, message: string) {
    super(CODES[error], message);
    this.name = 'TokenProblem';
    this.error = error;
  }
}
