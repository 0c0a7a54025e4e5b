import { invalid, Refusal } from '@paraph/domain';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { findKeyProblem } from './duplicate-keys.ts';
import { parseBrackets } from './multipart.ts';
import { decodeUtf8, isUtf8Encoded } from './storable.ts';

/** Gone with their request. */
const raw = new WeakMap<FastifyRequest, string>();

/** The raw body, for digests; empty without one. */
export function rawBodyOf(request: FastifyRequest): string {
  return raw.get(request) ?? '';
}

/**
 * Lenient input (interface.md §1): a body that begins like JSON is parsed as JSON regardless of its content type; a
 * form as a form; an empty body is undefined.
 */
export function addBodyParsers(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const parse = (request: FastifyRequest, text: string): unknown => {
    raw.set(request, text);
    const trimmed = text.trim();
    if (trimmed === '') return undefined;
    if (trimmed.startsWith('{') || trimmed.startsWith('[')) return parseJson(trimmed);
    const type = request.headers['content-type'] ?? '';
    if (type === '' || type.startsWith('application/x-www-form-urlencoded')) return parseForm(trimmed);
    if (/json/i.test(type)) throw new Refusal('VALIDATION_ERROR', 'The body must be a JSON object.');
    throw new Refusal('UNSUPPORTED_MEDIA_TYPE', 'This content type is not read here; send JSON or a form.');
  };
  app.addContentTypeParser(
    '*',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, bytes: string | Buffer) => {
      const text = decodeUtf8(Buffer.from(bytes));
      if (text === null) throw invalid({ body: 'Must be UTF-8.' });
      return parse(request, text);
    },
  );
}

function parseForm(text: string): unknown {
  if (!isUtf8Encoded(text)) throw invalid({ body: 'Must be UTF-8.' });
  return parseBrackets(text);
}

function parseJson(text: string): unknown {
  const value = readJson(text);
  const violations = findKeyProblem(text);
  if (violations !== null) throw invalid(violations);
  return value;
}

function readJson(text: string): unknown {
  try {
    // A key that would reach an object's prototype is dropped, as if it had not been sent.
    return JSON.parse(text, (key, value: unknown) =>
      key === '__proto__' || key === 'constructor' ? undefined : value,
    );
  } catch {
    throw new Refusal('VALIDATION_ERROR', 'The body is not valid JSON.');
  }
}
