import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

type EmptyStateProps = { icon: LucideIcon; title: string; children?: ReactNode; action?: ReactNode };

/** Shown for an empty list: what will appear here, and the first action. */
export function EmptyState({ icon: Icon, title, children, action }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center gap-3 px-4 py-16 text-center appear">
      <Icon aria-hidden size={32} strokeWidth={1.5} className="text-muted" />
      <p className="text-20 font-medium">{title}</p>
      {children && <div className="max-w-text text-muted">{children}</div>}
      {action && <div className="mt-2">{action}</div>}
    </div>
  );
}
