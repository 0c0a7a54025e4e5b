import type { ReactNode } from 'react';

/** The buttons of a form, the primary one last; sticky in long dialogs. */
export function FormActions({ children }: { children: ReactNode }) {
  return <div className="sticky bottom-0 flex flex-wrap justify-end gap-3 bg-surface py-3">{children}</div>;
}
