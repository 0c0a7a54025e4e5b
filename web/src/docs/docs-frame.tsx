import './docs.css';
import { useQuery } from '@tanstack/react-query';
import { Link, Outlet, useRouterState } from '@tanstack/react-router';
import { Menu } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useText } from '../text/start-text.ts';
import { AppLanguageMenu } from '../ui/app-language-menu.tsx';
import { Button } from '../ui/button.tsx';
import { Wordmark } from '../ui/wordmark.tsx';
import { GUIDES } from './guide-list.ts';
import { openApiQuery } from './openapi-query.ts';
import { slugOf } from './openapi-state.ts';

/** The public frame of /docs: guides and reference with their contents. */
export default function DocsFrame() {
  const t = useText('docs');
  const [isOpen, setIsOpen] = useState(false);
  const path = useRouterState({ select: (state) => state.location.pathname });
  const main = useRef<HTMLElement>(null);
  const shownPath = useRef(path);
  useEffect(() => {
    if (shownPath.current === path) return;
    shownPath.current = path;
    setIsOpen(false);
    main.current?.focus({ preventScroll: true });
  }, [path]);
  return (
    <div className="mx-auto max-w-[80rem] md:flex">
      <a href="#content" className={SKIP}>
        {t('skip')}
      </a>
      <header className="border-line max-md:border-b md:sticky md:top-0 md:h-dvh md:w-64 md:shrink-0 md:overflow-y-auto md:border-e">
        <div className="flex items-center justify-between px-4 py-3 md:px-6 md:pt-8">
          <Link to="/" className="touch inline-flex items-center rounded-paper no-underline">
            <Wordmark small />
          </Link>
          <Button
            icon={Menu}
            variant="quiet"
            className="md:hidden"
            aria-expanded={isOpen}
            aria-controls="docs-contents"
            onClick={() => setIsOpen(!isOpen)}
          >
            {t('contents')}
          </Button>
        </div>
        <Contents isOpen={isOpen} />
        <div className={`px-4 pb-6 ${isOpen ? '' : 'max-md:hidden'}`}>
          <AppLanguageMenu />
        </div>
      </header>
      <main
        ref={main}
        id="content"
        tabIndex={-1}
        className="min-w-0 grow px-4 pt-6 pb-24 outline-none md:px-12 md:pt-10"
      >
        <Outlet />
      </main>
    </div>
  );
}

const SKIP =
  'sr-only focus:not-sr-only focus:fixed focus:start-2 focus:top-2 focus:z-30 focus:rounded-paper ' +
  'focus:bg-surface focus:p-3';

function Contents({ isOpen }: { isOpen: boolean }) {
  const t = useText('docs');
  const { data: openApi } = useQuery(openApiQuery);
  const linkLook = 'touch flex items-center rounded-paper px-3 text-14 no-underline hover:bg-wash';
  const active = { className: 'bg-wash font-medium', 'aria-current': 'page' as const };
  return (
    <nav
      id="docs-contents"
      aria-label={t('contents')}
      className={`px-3 pb-6 ${isOpen ? '' : 'max-md:hidden'}`}
    >
      <p className="px-3 pt-4 pb-1 text-13 text-muted">{t('guides')}</p>
      <ul>
        {GUIDES.map(({ name, title }) => (
          <li key={name}>
            <Link to="/docs/$page" params={{ page: name }} className={linkLook} activeProps={active}>
              <span lang="en">{title}</span>
            </Link>
          </li>
        ))}
      </ul>
      <p className="px-3 pt-4 pb-1 text-13 text-muted">{t('reference')}</p>
      <ul>
        {openApi?.tags.map(({ name }) => (
          <li key={name}>
            <Link
              to="/docs/reference/$family"
              params={{ family: slugOf(name) }}
              className={linkLook}
              activeProps={active}
            >
              <span lang="en">{name}</span>
            </Link>
          </li>
        ))}
        <li>
          <a href="/openapi.json" className={linkLook}>
            openapi.json
          </a>
        </li>
      </ul>
    </nav>
  );
}
