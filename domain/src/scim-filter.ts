import { invalidScim } from './scim-problem.ts';

const OPERATORS = ['eq', 'ne', 'co', 'sw', 'ew', 'pr', 'gt', 'ge', 'lt', 'le'] as const;
export type ScimOperator = (typeof OPERATORS)[number];

export interface ScimComparison {
  kind: 'compare';
  /** In small letters, such as `emails.value`. */
  path: string;
  operator: ScimOperator;
  /** Null with `pr`, too. */
  value: string | number | boolean | null;
}

export type ScimFilter =
  | { kind: 'and' | 'or'; parts: ScimFilter[] }
  | { kind: 'not'; part: ScimFilter }
  | ScimComparison;

const CHARACTERS_MAX = 2_000;

interface Reader {
  tokens: string[];
  at: number;
  /** Of the attribute whose values a bracket is about. */
  prefix: string;
}

/**
 * RFC 7644 §3.4.2.2. `emails[type eq "work"]` is read as `emails.type eq "work"`: the attributes that are filtered so
 * have one value each here.
 */
export function parseScimFilter(text: string): ScimFilter {
  if (text.length > CHARACTERS_MAX)
    throw invalidScim('invalidFilter', `A filter has at most ${CHARACTERS_MAX} characters.`);
  const reader = { tokens: tokensOf(text), at: 0, prefix: '' };
  const filter = readAny(reader);
  if (reader.at < reader.tokens.length) throw unreadable(reader);
  return filter;
}

function tokensOf(text: string): string[] {
  const tokens = text.match(/"(?:[^"\\]|\\.)*"|[()[\]]|[^\s()[\]"]+|"/gs) ?? [];
  if (tokens.length === 0) throw invalidScim('invalidFilter', 'The filter is empty.');
  return tokens;
}

function unreadable({ tokens, at }: Reader) {
  const where = at < tokens.length ? `at ${tokens[at]}` : 'at its end';
  return invalidScim(
    'invalidFilter',
    `The filter cannot be read ${where}; write userName eq "ada@example.com".`,
  );
}

function peek({ tokens, at }: Reader): string {
  return (tokens[at] ?? '').toLowerCase();
}

function take(reader: Reader, token: string): void {
  if (peek(reader) !== token) throw unreadable(reader);
  reader.at += 1;
}

function readAny(reader: Reader): ScimFilter {
  return readList(reader, 'or', () => readList(reader, 'and', () => readTerm(reader)));
}

function readList(reader: Reader, kind: 'and' | 'or', read: () => ScimFilter): ScimFilter {
  const first = read();
  const parts = [first];
  while (peek(reader) === kind) {
    reader.at += 1;
    parts.push(read());
  }
  return parts.length === 1 ? first : { kind, parts };
}

function readTerm(reader: Reader): ScimFilter {
  if (peek(reader) === 'not') {
    reader.at += 1;
    return { kind: 'not', part: readBracket(reader, '(', ')') };
  }
  if (peek(reader) === '(') return readBracket(reader, '(', ')');
  const name = withoutSchema(reader.tokens[reader.at] ?? '').toLowerCase();
  if (!/^[a-z$][\w$-]*(?:\.[a-z$][\w$-]*)?$/.test(name)) throw unreadable(reader);
  reader.at += 1;
  if (peek(reader) === '[') {
    const inner: Reader = { ...reader, prefix: `${name}.` };
    const part = readBracket(inner, '[', ']');
    reader.at = inner.at;
    return part;
  }
  return readComparison(reader, reader.prefix + name);
}

function readBracket(reader: Reader, open: '(' | '[', close: ')' | ']'): ScimFilter {
  take(reader, open);
  const part = readAny(reader);
  take(reader, close);
  return part;
}

function readComparison(reader: Reader, path: string): ScimComparison {
  const operator = OPERATORS.find((each) => each === peek(reader));
  if (!operator) throw unreadable(reader);
  reader.at += 1;
  if (operator === 'pr') return { kind: 'compare', path, operator, value: null };
  const value = readValue(reader.tokens[reader.at] ?? '');
  if (value === undefined) throw unreadable(reader);
  reader.at += 1;
  return { kind: 'compare', path, operator, value };
}

function readValue(token: string): ScimComparison['value'] | undefined {
  try {
    // Entra writes True and False.
    const value: unknown = JSON.parse(/^(true|false|null)$/i.test(token) ? token.toLowerCase() : token);
    return value !== null && typeof value === 'object' ? undefined : (value as ScimComparison['value']);
  } catch {
    return undefined;
  }
}

/** The name of an attribute alone, where the schema of this resource stands before it (RFC 7644 §3.10). */
export function withoutSchema(name: string): string {
  return name.replace(/^urn:ietf:params:scim:schemas:core:2\.0:(?:user|group):/i, '');
}

/** Whether a value of an attribute with several is meant by what stands in its brackets. */
export function matchesScim(filter: ScimFilter, element: Readonly<Record<string, unknown>>): boolean {
  if (filter.kind === 'not') return !matchesScim(filter.part, element);
  if (filter.kind !== 'compare') {
    const matches = (part: ScimFilter) => matchesScim(part, element);
    return filter.kind === 'and' ? filter.parts.every(matches) : filter.parts.some(matches);
  }
  const key = Object.keys(element).find((each) => each.toLowerCase() === filter.path);
  const present = key === undefined ? undefined : element[key];
  if (filter.operator === 'pr') return present !== undefined && present !== null;
  const fold = (value: unknown) => String(value ?? '').toLowerCase();
  const [left, right] = [fold(present), fold(filter.value)];
  switch (filter.operator) {
    case 'eq':
      return left === right;
    case 'ne':
      return left !== right;
    case 'co':
      return left.includes(right);
    case 'sw':
      return left.startsWith(right);
    case 'ew':
      return left.endsWith(right);
    default:
      throw invalidScim('invalidFilter', `Values are not compared by ${filter.operator} here.`);
  }
}
