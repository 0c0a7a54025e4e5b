import type { Violations } from '@paraph/domain';

/**
 * Finds what no column, header or PDF can hold: NUL; halves of surrogate pairs, which JSON can spell and Unicode does
 * not have; integers beyond those that are exact. Keys count as well. Walks without recursion: what comes in may be
 * thousands deep.
 *
 * @param leavesNul for values whose texts the use case validates, so that all that is wrong is named at once
 * @returns the parameters in bracket notation; empty where all is well
 */
export function findUnstorable(value: unknown, { leavesNul = false } = {}): Violations {
  const isUnstorable = (text: string) => (!leavesNul && text.includes('\0')) || !text.isWellFormed();
  const violations: Violations = {};
  const waiting: [string, unknown][] = [['', value]];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [path, each] = next;
    if (typeof each === 'string') {
      if (isUnstorable(each)) violations[path || 'body'] = 'Must be text, without NUL or half characters.';
    } else if (typeof each === 'number') {
      if (Math.abs(each) > Number.MAX_SAFE_INTEGER)
        violations[path || 'body'] = 'Is larger than any number here.';
    } else if (typeof each === 'object' && each !== null) {
      for (const [key, inner] of Object.entries(each)) {
        const at = isUnstorable(key) ? '' : path === '' ? key : `${path}[${key}]`;
        waiting.push([at, isUnstorable(key) ? key : inner]);
      }
    }
  }
  return violations;
}
