/** Answers the server does not have yet, kept in this browser until it does; without storage, in the page. */
export function keepUnsaved(link: string, unsaved: ReadonlyMap<number, string | null>): void {
  try {
    if (unsaved.size === 0) localStorage.removeItem(keyOf(link));
    else localStorage.setItem(keyOf(link), JSON.stringify([...unsaved]));
  } catch {
    // Private windows and full disks refuse storage; the page still holds the answers.
  }
}

export function keptUnsaved(link: string): ReadonlyMap<number, string | null> {
  try {
    return readUnsaved(localStorage.getItem(keyOf(link)));
  } catch {
    return new Map();
  }
}

/** Reads what was kept; anything that is not a list of number and text is as good as nothing. */
export function readUnsaved(kept: string | null): ReadonlyMap<number, string | null> {
  const unsaved = new Map<number, string | null>();
  let list: unknown;
  try {
    list = JSON.parse(kept ?? '[]');
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
