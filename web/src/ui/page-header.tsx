import { type ReactNode, useEffect } from 'react';

type PageHeaderProps = { title: string; lead?: ReactNode; action?: ReactNode; above?: ReactNode };

/** The page's heading; also sets the browser's title. */
export function PageHeader({ title, lead, action, above }: PageHeaderProps) {
  useEffect(() => {
    document.title = `${title} · Paraph`;
  }, [title]);
  return (
    <header className="mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
      <div className="min-w-0">
        {above}
        <h1 tabIndex={-1} className="text-25 font-semibold outline-none md:text-31">
          {title}
        </h1>
        {lead && <div className="mt-1 max-w-text text-muted">{lead}</div>}
      </div>
      {action}
    </header>
  );
}
