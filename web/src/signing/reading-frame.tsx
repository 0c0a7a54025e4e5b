import { ChevronDown } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { useText } from '../text/start-text.ts';
import { classNames } from '../ui/class-names.ts';
import { DocumentPages } from './document-pages.tsx';
import { goToPage } from './field-focus.ts';
import { pageWidthFor, type Zoom } from './page-layout-state.ts';
import { PageStrip } from './page-strip.tsx';
import type { SigningDocument, SigningView } from './signing-view.ts';
import { useElementWidth, useSteadyScroll } from './use-element-width.ts';
import type { SigningFields } from './use-signing-fields.ts';
import { ZoomButtons } from './zoom-buttons.tsx';

/** What is in the middle of the screen. */
export interface PagePosition {
  readonly shown: SigningDocument | undefined;
  readonly page: number;
  readonly pages: number;
}

interface ReadingFrameProps {
  readonly view: SigningView;
  readonly signing: SigningFields;
  readonly tools?: ReactNode;
  /** Above the pages. */
  readonly notice?: ReactNode;
  /** Replaces the pages. */
  readonly form?: ReactNode;
  readonly bar: (position: PagePosition) => ReactNode;
}

/** The pages of all documents between a toolbar and a bar. */
export function ReadingFrame({ view, signing, tools, notice, form = null, bar }: ReadingFrameProps) {
  const t = useText('signing');
  const [zoom, setZoom] = useState<Zoom>(1);
  const [point, setPoint] = useState({ documentId: view.documents[0]?.id ?? 0, page: 1 });
  const [isStripOpen, setStripOpen] = useState(false);
  const shown = view.documents.find((document) => document.id === point.documentId) ?? view.documents[0];
  const isPaged = form === null;
  const heading = useTitle(view.workflow.name);
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="signing-toolbar">
        <div className="flex min-h-13 flex-wrap items-center justify-end gap-x-1 px-3 py-1 sm:gap-x-2">
          <h1 ref={heading} tabIndex={-1} className="sr-only">
            {view.workflow.name}
          </h1>
          <PositionButton
            position={{ shown, page: point.page, pages: shown?.pages.length ?? 0 }}
            isPaged={isPaged}
            isOpen={isStripOpen}
            onToggle={() => setStripOpen(!isStripOpen)}
          />
          {isPaged && <ZoomButtons zoom={zoom} onZoom={setZoom} />}
          {tools}
        </div>
        {isPaged && isStripOpen && (
          <PageStrip
            documents={view.documents}
            signing={signing}
            current={point}
            onGo={(next) => {
              setStripOpen(false);
              goToPage(next);
            }}
            onClose={() => setStripOpen(false)}
          />
        )}
      </header>
      <main aria-label={t('view.document')} className="grow px-2 py-3 sm:px-4 sm:py-6">
        {notice}
        {isPaged ? <PageStack view={view} signing={signing} zoom={zoom} onPoint={setPoint} /> : form}
      </main>
      {bar({ shown, page: point.page, pages: shown?.pages.length ?? 0 })}
    </div>
  );
}

/** Names the browser's tab and moves the focus to the top of the page that was opened. */
function useTitle(name: string) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${name} · Paraph`;
    heading.current?.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }, [name]);
  return heading;
}

interface PositionButtonProps {
  readonly position: PagePosition;
  readonly isPaged: boolean;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

/** Document and page on the screen; opens the strip of pages. */
function PositionButton({ position, isPaged, isOpen, onToggle }: PositionButtonProps) {
  const t = useText('signing');
  const name = (
    <span className="block truncate text-14 font-medium">
      <bdi>{position.shown?.name}</bdi>
    </span>
  );
  if (!isPaged) return <p className="min-w-16 grow basis-0 leading-tight">{name}</p>;
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      onClick={onToggle}
      className="touch min-w-16 grow basis-0 rounded-paper px-1 text-start leading-tight hover:bg-wash"
    >
      {name}
      <span className="flex items-center gap-1 text-13 text-muted tabular-nums">
        <span className="truncate max-sm:sr-only">
          {t('page', { page: position.page, total: position.pages })}
        </span>
        <span aria-hidden className="whitespace-nowrap sm:hidden">
          {t('pageShort', { page: position.page, total: position.pages })}
        </span>
        <ChevronDown aria-hidden size={14} className={classNames('shrink-0', isOpen && 'rotate-180')} />
      </span>
    </button>
  );
}

interface PageStackProps extends Pick<ReadingFrameProps, 'view' | 'signing'> {
  readonly zoom: Zoom;
  readonly onPoint: (point: { documentId: number; page: number }) => void;
}

function PageStack({ view, signing, zoom, onPoint }: PageStackProps) {
  const ref = useRef<HTMLDivElement>(null);
  const availableWidth = useElementWidth(ref);
  useSteadyScroll(zoom);
  return (
    <div ref={ref} className="overflow-x-auto">
      <div className="flex w-max min-w-full flex-col items-center gap-4 p-px pb-6">
        {availableWidth > 0 &&
          view.documents.map((document) => (
            <TrackedPages
              key={document.id}
              document={document}
              signing={signing}
              width={pageWidthFor(availableWidth, zoom)}
              onPoint={onPoint}
            />
          ))}
      </div>
    </div>
  );
}

interface TrackedPagesProps extends Pick<PageStackProps, 'signing' | 'onPoint'> {
  readonly document: SigningDocument;
  readonly width: number;
}

function TrackedPages({ document, signing, width, onPoint }: TrackedPagesProps) {
  const onPage = useCallback(
    (page: number) => onPoint({ documentId: document.id, page }),
    [document.id, onPoint],
  );
  return <DocumentPages document={document} signing={signing} width={width} onPage={onPage} />;
}
