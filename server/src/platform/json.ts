/** JSON with sorted keys, so that equal values have equal hashes. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(sortKeys(value));
}

/** A copy, because a function that `JSON.stringify` calls for each value takes several times as long. */
function sortKeys(value: unknown): unknown {
  const inner = hasOwnJson(value) ? value.toJSON() : value;
  if (typeof inner !== 'object' || inner === null) return inner;
  if (Array.isArray(inner)) return inner.map(sortKeys);
  const sorted: Record<string, unknown> = {};
  for (const key of Object.keys(inner).sort()) {
    const each = sortKeys((inner as Record<string, unknown>)[key]);
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

function emptyMapAsList(_key: string, inner: unknown): unknown {
  const isMap = typeof inner === 'object' && inner !== null && !Array.isArray(inner);
  return isMap && Object.keys(inner).length === 0 ? [] : inner;
}

function escaped(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** JSON that PostgreSQL takes: it refuses half a surrogate pair, which becomes what UTF-8 makes of it. */
export function storableJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'string' ? inner.toWellFormed() : inner,
  );
}
