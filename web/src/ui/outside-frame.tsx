import { type ReactNode, useEffect, useRef } from 'react';
import { AppLanguageMenu } from './app-language-menu.tsx';
import { Wordmark } from './wordmark.tsx';

/** The frame of pages outside the app, such as sign-in: one narrow column. */
export function OutsideFrame({
  title,
  lead,
  isAnswer = false,
  children,
}: {
  title: string;
  lead?: ReactNode;
  /** It takes the place of what a person has just pressed: the focus goes to its heading. */
  isAnswer?: boolean;
  children?: ReactNode;
}) {
  useEffect(() => {
    document.title = `${title} · Paraph`;
  }, [title]);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isAnswer) heading.current?.focus();
  }, [isAnswer]);
  return (
    <div className="mx-auto flex min-h-dvh w-full max-w-form flex-col px-4 py-8 md:py-16">
      <div className="outside-head flex flex-wrap items-center justify-between gap-2">
        <Wordmark />
        <AppLanguageMenu />
      </div>
      <main className="mt-8 flex flex-col gap-6">
        <header>
          <h1 ref={heading} tabIndex={-1} className="text-25 font-semibold outline-none">
            {title}
          </h1>
          {lead && <div className="mt-2 text-muted">{lead}</div>}
        </header>
        {children}
      </main>
    </div>
  );
}
