import type { ReactNode } from 'react';

/** A region that scrolls takes the keys that scroll it, which not every browser lets it do by itself. */
const TAKES_KEYS = { tabIndex: 0 };

/** What may be wider than the page and scrolls on its own. */
export function ScrollRegion({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section className="scroll-region overflow-x-auto" aria-label={label} {...TAKES_KEYS}>
      {children}
    </section>
  );
}
