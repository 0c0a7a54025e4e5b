import { isRecord, type Refusal, readableWords } from '@paraph/domain';

/** The code, and words that may repeat what others wrote. */
export function describeRefusal({ code, message, violations = {}, retryAfterSeconds }: Refusal): object {
  const sentences = Object.entries(violations).map(([path, words]) => [
    readableWords(path, 200),
    readableWords(words, 500),
  ]);
  return {
    code,
    message: readableWords(message, 1_000),
    ...(sentences.length > 0 ? { violations: Object.fromEntries(sentences) } : {}),
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  };
}

/** Every text as a person would read it. */
export function readable(value: unknown): unknown {
  if (typeof value === 'string') return readableWords(value);
  if (Array.isArray(value)) return value.map(readable);
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [readableWords(key, 100), readable(each)]),
  );
}
