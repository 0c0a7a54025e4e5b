/** One of the documents that a person goes through one after the other. */
interface Task {
  actionId: number;
  url: string;
}

const KEY = 'paraph.sitting';

/** Of this tab alone: what the inbox begins, the signing page goes on with. */
export function beginSitting(tasks: readonly Task[]): void {
  try {
    window.sessionStorage.setItem(KEY, JSON.stringify(tasks));
  } catch {
    // Storage is disabled: each document is opened from the inbox.
  }
}

export function endSitting(): void {
  try {
    window.sessionStorage.removeItem(KEY);
  } catch {
    // Nothing was stored.
  }
}

/** Which of how many the document of an action is, and where the next one is; null outside of a sitting. */
export function placeInSitting(actionId: number, stored = read()) {
  const index = stored.findIndex((task) => task.actionId === actionId);
  if (index < 0) return null;
  return { number: index + 1, count: stored.length, next: stored[index + 1]?.url ?? null };
}

function read(): Task[] {
  try {
    const stored: unknown = JSON.parse(window.sessionStorage.getItem(KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isTask) : [];
  } catch {
    return [];
  }
}

/** The address is one of this origin: nothing else can be gone on to. */
function isTask(value: unknown): value is Task {
  if (typeof value !== 'object' || value === null || !('actionId' in value && 'url' in value)) return false;
  return (
    typeof value.url === 'string' &&
    new URL(value.url, window.location.href).origin === window.location.origin
  );
}
