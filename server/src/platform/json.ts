/** JSON with sorted keys, so that equal values have equal hashes. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(sortKeys(value));
}

/** A copy, because a function that `JSON.stringify` calls for each part takes several times as long. */
function sortKeys(value: unknown): unknown {
  const part = hasOwnJson(value) ? value.toJSON() : value;
  if (typeof part !== 'object' || part === null) return part;
  if (Array.isArray(part)) return part.map(sortKeys);
  const sorted: Record<string, unknown> = {};
  for (const key of Object.keys(part).sort()) {
    const each = sortKeys((part as Record<string, unknown>)[key]);
    // An assignment would set the prototype, and the key would be in no hash.
    if (key === '__proto__') Object.defineProperty(sorted, key, { value: each, enumerable: true });
    else sorted[key] = each;
  }
  return sorted;
}

function hasOwnJson(value: unknown): value is { toJSON(): unknown } {
  return (
    typeof value === 'object' && value !== null && 'toJSON' in value && typeof value.toJSON === 'function'
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

/** JSON that PostgreSQL takes: it refuses half a surrogate pair, which becomes what UTF-8 makes of it. */
export function storableJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'string' ? part.toWellFormed() : part,
  );
}
