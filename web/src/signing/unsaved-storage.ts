/** Stores unsaved answers in this browser until the server has them; without storage they stay in the page. */
export function storeUnsaved(link: string, unsaved: ReadonlyMap<number, string | null>): void {
  try {
    if (unsaved.size === 0) localStorage.removeItem(keyOf(link));
    else localStorage.setItem(keyOf(link), JSON.stringify([...unsaved]));
  } catch {
    // Private windows and full disks refuse storage; the page still has the answers.
  }
}

export function readStoredUnsaved(link: string): ReadonlyMap<number, string | null> {
  try {
    return parseUnsaved(localStorage.getItem(keyOf(link)));
  } catch {
    return new Map();
  }
}

/** Parses stored answers; malformed entries are dropped. */
export function parseUnsaved(stored: string | null): ReadonlyMap<number, string | null> {
  const unsaved = new Map<number, string | null>();
  let list: unknown;
  try {
    list = JSON.parse(stored ?? '[]');
  } catch {
    return unsaved;
  }
  if (!Array.isArray(list)) return unsaved;
  for (const entry of list as unknown[]) {
    if (!Array.isArray(entry)) continue;
    const [fieldId, value] = entry as unknown[];
    if (typeof fieldId === 'number' && (typeof value === 'string' || value === null))
      unsaved.set(fieldId, value);
  }
  return unsaved;
}

function keyOf(link: string): string {
  return `paraph.unsaved.${link}`;
}
