import type { Violations } from '@paraph/domain';

/**
 * Finds values that columns, headers and PDFs cannot store: NUL, lone surrogates, integers beyond the safe range.
 * Checks keys as well. Iterative, because input may be nested thousands of levels deep.
 *
 * @param leavesNul for values whose use case validates texts itself, so that all problems are reported together
 * @returns the parameters in bracket notation; empty without problems
 */
export function findUnstorable(value: unknown, { leavesNul = false } = {}): Violations {
  const isUnstorable = (text: string) => (!leavesNul && text.includes('\0')) || !text.isWellFormed();
  const violations: Violations = {};
  const waiting: [string, unknown][] = [['', value]];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [path, each] = next;
    if (typeof each === 'string') {
      if (isUnstorable(each))
        violations[path || 'body'] = 'Must be text without NUL characters and unpaired surrogates.';
    } else if (typeof each === 'number') {
      if (Math.abs(each) > Number.MAX_SAFE_INTEGER)
        violations[path || 'body'] = 'Must be between -9,007,199,254,740,991 and 9,007,199,254,740,991.';
    } else if (typeof each === 'object' && each !== null) {
      for (const [key, inner] of Object.entries(each)) {
        const at = isUnstorable(key) ? '' : path === '' ? key : `${path}[${key}]`;
        waiting.push([at, isUnstorable(key) ? key : inner]);
      }
    }
  }
  return violations;
}

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Decodes UTF-8; null for invalid bytes, which other programs may decode differently. */
export function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return strict.decode(bytes);
  } catch {
    return null;
  }
}

/** Whether the percent-encoded bytes of a query or form are valid UTF-8. Ignores single percent signs. */
export function isUtf8Encoded(text: string): boolean {
  for (const [run] of text.matchAll(/(?:%[0-9a-f]{2})+/gi)) {
    if (decodeUtf8(Buffer.from(run.replaceAll('%', ''), 'hex')) === null) return false;
  }
  return true;
}
