import { LoaderCircle } from 'lucide-react';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useText } from '../text/start-text.ts';
import { Button } from '../ui/button.tsx';
import { pageElementId } from './field-focus.ts';
import { pageWidthFor, type Zoom } from './page-layout-state.ts';
import { PagesError } from './pages-error.tsx';
import { type PdfSource, usePdf } from './pdf-files.ts';
import { PdfPage } from './pdf-page.tsx';
import { checkedPages } from './preview-state.ts';
import type { PagePoint } from './signing-state.ts';
import type { SigningDocument } from './signing-view.ts';
import { useElementWidth, useSteadyScroll } from './use-element-width.ts';
import { useNearViewport } from './use-near-viewport.ts';
import { ZoomButtons } from './zoom-buttons.tsx';

/** A document, and the file to show of it; none as long as it is being made. */
export interface CheckedDocument {
  readonly document: SigningDocument;
  readonly source: PdfSource | null;
}

interface CheckPagesProps {
  readonly title: string;
  readonly documents: readonly CheckedDocument[];
  /** Pages that have to be looked at; every other page is shown on demand. */
  readonly points: readonly PagePoint[];
  /** Called with the URL of a file of which a page was drawn, or cannot be. */
  readonly onShown: (url: string) => void;
}

/** The pages as they will be signed: the pages with fields of this person, or all. */
export function CheckPages({ title, documents, points, onShown }: CheckPagesProps) {
  const t = useText('signing');
  const ref = useRef<HTMLDivElement>(null);
  const availableWidth = useElementWidth(ref);
  const [zoom, setZoom] = useState<Zoom>(1);
  const [isAll, setAll] = useState(false);
  useSteadyScroll(zoom);
  const chosen = useMemo(
    () => documents.map(({ document }) => checkedPages(document, points)),
    [documents, points],
  );
  const total = documents.reduce((sum, { document }) => sum + document.pages.length, 0);
  const hasMore = chosen.some(
    (pages, index) => pages.length < (documents[index]?.document.pages.length ?? 0),
  );
  return (
    <section aria-labelledby="check-pages" className="min-w-0">
      <div className="mb-3 flex min-h-11 flex-wrap items-center gap-2">
        <h2
          id="check-pages"
          tabIndex={-1}
          className="me-auto text-16 font-semibold outline-none max-sm:basis-full"
        >
          {title}
        </h2>
        {hasMore && (
          <Button isSmall aria-pressed={isAll} onClick={() => setAll(!isAll)}>
            {t('review.allPages', { count: total })}
          </Button>
        )}
        <div className="max-sm:ms-auto">
          <ZoomButtons zoom={zoom} onZoom={setZoom} />
        </div>
      </div>
      <div ref={ref} className="overflow-x-auto">
        <div className="flex w-max min-w-full flex-col items-center gap-4 p-px pb-2">
          {availableWidth > 0 &&
            documents.map((checked, index) => (
              <DocumentPages
                key={checked.document.id}
                checked={checked}
                isFirst={index === 0}
                pages={isAll ? checked.document.pages.map((_, page) => page + 1) : (chosen[index] ?? [])}
                width={pageWidthFor(availableWidth, zoom)}
                onShown={onShown}
              />
            ))}
        </div>
      </div>
    </section>
  );
}

interface DocumentPagesProps extends Pick<CheckPagesProps, 'onShown'> {
  readonly checked: CheckedDocument;
  readonly isFirst: boolean;
  readonly pages: readonly number[];
  readonly width: number;
}

const noFile = { url: '' };

/**
 * While a newer file is opened and drawn, the one before stays. The first page of all is drawn however far the person
 * has scrolled: Finish waits for a page.
 */
function DocumentPages({
  checked: { document, source },
  isFirst,
  pages,
  width,
  onShown,
}: DocumentPagesProps) {
  const t = useText('signing');
  const ref = useRef<HTMLElement>(null);
  const isNear = useNearViewport(ref, '200%');
  const { file, openUrl, hasFailed, retry } = usePdf(
    source ?? noFile,
    (isNear || isFirst) && source !== null,
  );
  const reportShown = useCallback(() => openUrl !== null && onShown(openUrl), [openUrl, onShown]);
  useEffect(() => {
    if (hasFailed && source !== null) onShown(source.url);
  }, [hasFailed, source, onShown]);
  return (
    <section ref={ref} aria-label={document.name} className="flex flex-col items-center gap-4">
      {hasFailed && source !== null && (
        <PagesError name={document.name} url={source.url} width={width} onRetry={retry} />
      )}
      {pages.map((page, index) => {
        const size = document.pages[page - 1];
        if (size === undefined) return null;
        return (
          <PdfPage
            key={page}
            id={pageElementId({ documentId: document.id, page })}
            label={t('pageOf', { page, total: document.pages.length, document: document.name })}
            page={page}
            isAlwaysDrawn={isFirst && index === 0}
            file={file}
            width={width}
            height={(width * size.height) / size.width}
            error={t('view.pageFailed')}
            pictureNote={t('view.picture')}
            onPage={ignorePage}
            onShown={reportShown}
          >
            {file === null && !hasFailed && <Making />}
          </PdfPage>
        );
      })}
    </section>
  );
}

/** Seen only: the page says it once, and not for each of its pages. */
function Making() {
  const t = useText('signing');
  return (
    <p
      aria-hidden
      dir="auto"
      className="appear-late absolute inset-x-4 top-4 flex items-center gap-2 text-14"
    >
      <LoaderCircle size={16} className="shrink-0 motion-safe:animate-spin" />
      {t('review.making')}
    </p>
  );
}

function ignorePage(): void {
  return;
}
