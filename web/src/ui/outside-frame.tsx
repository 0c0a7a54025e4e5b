import { type ReactNode, useEffect } from 'react';
import { AppLanguageMenu } from './app-language-menu.tsx';
import { Wordmark } from './wordmark.tsx';

/** The frame of pages outside the app, such as sign-in: one narrow column. */
export function OutsideFrame({
  title,
  lead,
  children,
}: {
  title: string;
  lead?: ReactNode;
  children?: ReactNode;
}) {
  useEffect(() => {
    document.title = `${title} · Paraph`;
  }, [title]);
  return (
    <div className="mx-auto flex min-h-dvh w-full max-w-form flex-col px-4 py-8 md:py-16">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Wordmark />
        <AppLanguageMenu />
      </div>
      <main className="mt-8 flex flex-col gap-6">
        <header>
          <h1 className="text-25 font-semibold">{title}</h1>
          {lead && <div className="mt-2 text-muted">{lead}</div>}
        </header>
        {children}
      </main>
    </div>
  );
}
