import { type ReactNode, useEffect, useRef } from 'react';
import { useBrandLogo } from './brand.tsx';
import { LanguageChoice } from './language-choice.tsx';

interface SigningFrameProps {
  readonly title: string;
  readonly above?: ReactNode;
  readonly children: ReactNode;
  /** Sticks to the bottom. */
  readonly bar?: ReactNode;
}

/** The frame of all signing pages but the document: logo, language, heading, content, action bar. */
export function SigningFrame({ title, above, children, bar }: SigningFrameProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · Paraph`;
    heading.current?.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }, [title]);
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="page-column flex items-center justify-between gap-3 pt-3 sm:pt-6 print:hidden">
        <Logo />
        <LanguageChoice />
      </header>
      <main className="page-column grow pt-6 pb-10 sm:pt-10">
        {above}
        <h1 ref={heading} tabIndex={-1} className="text-25 font-semibold outline-none sm:text-31">
          <bdi>{title}</bdi>
        </h1>
        {children}
      </main>
      {bar}
    </div>
  );
}

/** The action bar: same position and height as the bar under the document. */
export function ActionBar({ children, label }: { children: ReactNode; label: string }) {
  return (
    <section aria-label={label} className="signing-bar print:hidden">
      <div className="page-column flex flex-wrap items-center gap-x-3 gap-y-2 py-3">{children}</div>
    </section>
  );
}

/** The organization's, always with its name in words; ours where it shows none. */
function Logo() {
  const brand = useBrandLogo();
  if (brand !== null)
    return (
      <span className="inline-flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 text-16 font-semibold">
        {/* On white, also in the dark: a logo is made for paper. */}
        <img src={brand.logoUrl} alt="" className="brand-logo" />
        <bdi>{brand.name}</bdi>
      </span>
    );
  return (
    <span className="inline-flex items-center gap-2 text-16 font-semibold">
      <svg viewBox="0 0 32 20" aria-hidden="true" className="h-5 w-8 text-accent">
        <path
          d="M3 17C8 6 12 2 14 3c3 1-3 11-1 12 3 0 7-9 10-9 2 1-3 7-1 8 2 0 4-2 7-3"
          fill="none"
          stroke="currentColor"
          strokeWidth="2.2"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
      Paraph
    </span>
  );
}
