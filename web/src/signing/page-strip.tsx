import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { asciiDigits, formatCount } from '../text/sentence-state.ts';
import { currentLanguage, useText } from '../text/start-text.ts';
import { Button } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { openSharedPdf } from './pdf-files.ts';
import type { PagePoint } from './signing-state.ts';
import { incompleteOnPage, pageAt, pagesOf } from './signing-state.ts';
import type { SigningDocument } from './signing-view.ts';
import { useNearViewport } from './use-near-viewport.ts';
import type { SigningFields } from './use-signing-fields.ts';

interface PageStripProps {
  readonly documents: readonly SigningDocument[];
  readonly signing: SigningFields;
  readonly current: PagePoint;
  readonly onGo: (point: PagePoint) => void;
  readonly onClose: () => void;
}

const thumbWidth = 56;

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
      <GoToPage total={pages.length} onGo={(number) => onGo(pageAt(pages, number))} />
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
  const ref = useRef<HTMLButtonElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const isNear = useNearViewport(ref, '0px');
  const { url, sha256, page } = point;
  useEffect(() => {
    const target = canvas.current;
    if (!isNear || target === null || target.dataset.drawn === sha256) return;
    target.dataset.drawn = sha256;
    const { file, release } = openSharedPdf({ url, sha256 });
    // The number stays where the picture cannot be drawn.
    file
      .then((pdf) => pdf.drawSmall({ page, canvas: target, width: thumbWidth }))
      .catch(() => undefined)
      .finally(release);
  }, [isNear, url, sha256, page]);
  const label = t('goTo.page', { page: number });
  return (
    <button
      ref={ref}
      type="button"
      aria-label={open === 0 ? label : `${label}, ${t('goTo.open', { count: open })}`}
      aria-current={isCurrent ? 'page' : undefined}
      onClick={onGo}
      className={classNames('page-thumb', isCurrent && 'page-thumb-current')}
    >
      <canvas
        ref={canvas}
        aria-hidden
        style={{ width: thumbWidth, height: Math.round((thumbWidth * point.height) / point.width) }}
      />
      <span className="text-13 tabular-nums">{formatCount(number, currentLanguage())}</span>
      {open > 0 && (
        <span aria-hidden className="page-thumb-open">
          {formatCount(open, currentLanguage())}
        </span>
      )}
    </button>
  );
}

function GoToPage({ total, onGo }: { total: number; onGo: (number: number) => void }) {
  const t = useText('signing');
  const id = useId();
  const [number, setNumber] = useState('');
  const go = (event: FormEvent) => {
    event.preventDefault();
    if (number !== '') onGo(Number(number));
  };
  return (
    <form onSubmit={go} className="mt-2 flex items-center gap-2 text-14">
      <label htmlFor={id}>{t('goTo.label', { total })}</label>
      <input
        id={id}
        inputMode="numeric"
        maxLength={4}
        value={number}
        onChange={(event) => setNumber(asciiDigits(event.target.value))}
        className="touch w-16 rounded-paper border border-edge bg-surface px-2"
      />
      <Button type="submit" isSmall>
        {t('goTo.go')}
      </Button>
    </form>
  );
}
