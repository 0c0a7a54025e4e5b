/** JSON with sorted keys, so that equal values have equal hashes. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part) && !(part instanceof Date)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}

/**
 * Compact JSON in ASCII: everything beyond is written `\uXXXX`, `/` stays as it is, and an empty map is `[]`,
 * as receivers of notifications expect it (interface.md §9).
 */
export function asciiJson(value: unknown): string {
  return JSON.stringify(value, emptyMapAsList).replaceAll(/[\u007f-\uffff]/g, escaped);
}

function emptyMapAsList(_key: string, part: unknown): unknown {
  const isMap = typeof part === 'object' && part !== null && !Array.isArray(part);
  return isMap && Object.keys(part).length === 0 ? [] : part;
}

function escaped(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
