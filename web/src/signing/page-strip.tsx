import { useEffect, useRef } from 'react';
import { formatCount } from '../text/sentence-state.ts';
import { currentLanguage, useText } from '../text/start-text.ts';
import { classNames } from '../ui/class-names.ts';
import type { PagePoint } from './signing-state.ts';
import { incompleteOnPage, pageAt, pagesOf } from './signing-state.ts';
import type { SigningDocument } from './signing-view.ts';
import { GoToPage, SmallPage } from './small-page.tsx';
import type { SigningFields } from './use-signing-fields.ts';

interface PageStripProps {
  readonly documents: readonly SigningDocument[];
  readonly signing: SigningFields;
  readonly current: PagePoint;
  readonly onGo: (point: PagePoint) => void;
  readonly onClose: () => void;
}

/** Small pictures of all pages, and a field for the number of a page. Pages count through all documents. */
export function PageStrip({ documents, signing, current, onGo, onClose }: PageStripProps) {
  const t = useText('signing');
  const ref = useRef<HTMLElement>(null);
  const pages = pagesOf(documents);
  useEffect(() => {
    ref.current?.querySelector<HTMLElement>('[aria-current]')?.focus();
  }, []);
  return (
    <nav
      ref={ref}
      aria-label={t('view.pages')}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
      className="border-t border-line px-3 pt-2 pb-3"
    >
      <ul className="page-strip">
        {pages.map((point, index) => (
          <li key={`${point.documentId}.${point.page}`}>
            <PageThumb
              number={index + 1}
              point={point}
              open={incompleteOnPage(signing.incomplete, point)}
              isCurrent={point.documentId === current.documentId && point.page === current.page}
              onGo={() => onGo(point)}
            />
          </li>
        ))}
      </ul>
      <GoToPage
        label={t('goTo.label', { total: pages.length })}
        go={t('goTo.go')}
        onGo={(number) => onGo(pageAt(pages, number))}
      />
    </nav>
  );
}

interface PageThumbProps {
  readonly number: number;
  readonly point: ReturnType<typeof pagesOf>[number];
  readonly open: number;
  readonly isCurrent: boolean;
  readonly onGo: () => void;
}

function PageThumb({ number, point, open, isCurrent, onGo }: PageThumbProps) {
  const t = useText('signing');
  const label = t('goTo.page', { page: number });
  return (
    <button
      type="button"
      aria-label={open === 0 ? label : `${label}, ${t('goTo.open', { count: open })}`}
      aria-current={isCurrent ? 'page' : undefined}
      onClick={onGo}
      className={classNames('page-thumb', isCurrent && 'page-thumb-current')}
    >
      <SmallPage url={point.url} sha256={point.sha256} page={point.page} size={point} />
      <span className="text-13 tabular-nums">{formatCount(number, currentLanguage())}</span>
      {open > 0 && (
        <span aria-hidden className="page-thumb-open">
          {formatCount(open, currentLanguage())}
        </span>
      )}
    </button>
  );
}
