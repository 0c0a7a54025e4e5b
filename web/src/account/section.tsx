import type { ReactNode } from 'react';

/** A part of an account page: what it is about beside what one does there. */
export function Section({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  return (
    <section aria-label={title} className={SECTION}>
      <div>
        <h2 className="text-20 font-semibold">{title}</h2>
        <p className="mt-1 text-14 text-muted">{lead}</p>
      </div>
      <div className="flex min-w-0 max-w-text flex-col gap-6">{children}</div>
    </section>
  );
}

const SECTION =
  'grid gap-x-10 gap-y-4 border-t border-line py-8 first-of-type:border-0 first-of-type:pt-0 ' +
  'lg:grid-cols-[16rem_1fr]';
