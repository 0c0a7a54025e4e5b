import { REFUSALS, type RefusalCode } from '@paraph/domain';
import type { Described } from './described.ts';

/** What any answer has, whichever way the call was made. */
export interface Answered {
  status: number;
  headers: Record<string, string | number | string[] | undefined>;
  body: string;
}

/** Traces of the inside: frames of a stack, SQL, the names of drivers, paths of this machine. */
const INSIDE =
  /\bat \S+ \(|\bat (async )?\S+:\d+:\d+|node_modules|node:internal|\.ts:\d+|server\/src|\/dev\/shm|\/tmp\/|\bpostgres|\bpg_|kysely|ECONN|ENOENT|\b(select|insert into|update|delete from) "|relation "|violates|constraint|invalid byte sequence|invalid input syntax|out of range for type|TypeError|SyntaxError|RangeError|Cannot read propert|is not a function|undefined \(/i;

/** What is wrong with an answer, whatever was asked; null where nothing is (interface.md §1, §6). */
export function problemOf(operation: Described | null, { status, headers, body }: Answered): string | null {
  const id = headers['x-request-id'];
  if (typeof id !== 'string' || !/^[0-9a-f]{32}$/.test(id)) return `the request id is ${id}`;
  if (status >= 500 && status !== 503) return `the status ${status}`;
  if (status === 503 && !headers['retry-after']) return '503 without Retry-After';
  const isDocumented = operation === null || operation.responses.has(status);
  if (!isDocumented) return `the status ${status} is not documented`;
  if (status < 400 || status === 416) return null;
  return problemOfError(operation, { status, headers, body });
}

function problemOfError(operation: Described | null, { status, headers, body }: Answered): string | null {
  const type = headers['content-type'];
  if (type !== 'application/json') return `the content type of an error is ${type}`;
  const read = JSON.parse(body) as { error: unknown };
  const { error } = read;
  if (INSIDE.test(body)) return 'something of the inside is shown';
  // RFC 6749 §5.2, where the standard words the errors.
  if (typeof error === 'string' && operation?.path.startsWith('/oauth/')) {
    return Object.keys(read).sort().join() === 'error,error_description' ? null : 'an error of another shape';
  }
  if (typeof error !== 'object' || error === null) return 'an error of another shape';
  const { statusCode, code, message, requestId, violations, ...rest } = error as Record<string, unknown>;
  if (Object.keys(read).length > 1 || Object.keys(rest).length > 0) return 'an error has fields of its own';
  if (statusCode !== status) return `the body says ${statusCode}`;
  // What was no request at all is said to be invalid, by whichever status HTTP has for it.
  const isUnread = operation === null && (status === 408 || status === 431) && code === 'VALIDATION_ERROR';
  if (REFUSALS[code as RefusalCode] !== status && !isUnread) return `${code} does not belong to ${status}`;
  if (operation && !operation.responses.get(status)?.includes(String(code)))
    return `${code} is not documented`;
  if (typeof message !== 'string' || message.length < 5) return 'there is no message';
  // A response that is repeated names the request that got it first.
  const isReplayed = headers['idempotency-replayed'] === 'true';
  if (requestId !== headers['x-request-id'] && !isReplayed) return 'the body names another request';
  return violations === undefined ? null : problemOfViolations(violations);
}

function problemOfViolations(violations: unknown): string | null {
  if (typeof violations !== 'object' || violations === null || Array.isArray(violations)) return 'violations';
  const sentences = Object.values(violations);
  if (sentences.length === 0) return 'no violation is named';
  return sentences.every((sentence) => typeof sentence === 'string' && sentence.length > 3)
    ? null
    : 'a violation is no sentence';
}
