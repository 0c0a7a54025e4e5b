const STORAGE_KEY = 'paraph.colors';

export type ColorScheme = 'light' | 'dark';

/** Before the first render: as this browser showed it last. */
export function startColorScheme(): void {
  try {
    const stored = localStorage.getItem(STORAGE_KEY);
    if (stored === 'light' || stored === 'dark') show(stored);
  } catch {
    // Without storage the device's own scheme is shown until the account is known.
  }
}

/** Null: as the device has it. */
export function keepColorScheme(scheme: ColorScheme | null): void {
  show(scheme);
  try {
    if (scheme === null) localStorage.removeItem(STORAGE_KEY);
    else localStorage.setItem(STORAGE_KEY, scheme);
  } catch {
    // It lasts for this visit.
  }
}

/** By `tokens.css`. */
function show(scheme: ColorScheme | null): void {
  if (scheme === null) delete document.documentElement.dataset.colors;
  else document.documentElement.dataset.colors = scheme;
}
