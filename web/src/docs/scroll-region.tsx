import type { ReactNode } from 'react';

/** What may be wider than the page scrolls on its own, also by keyboard: not every browser lets one focus it otherwise. */
export function ScrollRegion({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls takes the keys that scroll it
    <section className="docs-scroll" aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}
