import { Minus, Plus } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useText } from '../text/start-text.ts';
import { IconButton } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { DocumentPages } from './document-pages.tsx';
import { FormView } from './form-view.tsx';
import { pageWidthFor, type Zoom, zoomIn, zoomOut } from './page-layout-state.ts';
import { SigningBar, type SigningBarProps } from './signing-bar.tsx';
import type { SigningDocument } from './signing-view.ts';
import { useElementWidth, useSteadyScroll } from './use-element-width.ts';

type Mode = 'pages' | 'form';

/** The document, as pages or as a form, with the bar below. */
export function DocumentStage(props: SigningBarProps) {
  const t = useText('signing');
  const { view, signing } = props;
  const [mode, setMode] = useState<Mode>('pages');
  const [zoom, setZoom] = useState<Zoom>(1);
  const [place, setPlace] = useState({ documentId: view.documents[0]?.id ?? 0, page: 1 });
  const shown = view.documents.find((document) => document.id === place.documentId) ?? view.documents[0];
  const heading = useRef<HTMLHeadingElement>(null);
  const hasFields = signing.fields.length > 0;
  useEffect(() => {
    document.title = `${view.workflow.name} · Paraph`;
    heading.current?.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }, [view.workflow.name]);
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="signing-toolbar">
        <h1 ref={heading} tabIndex={-1} className="sr-only">
          {view.workflow.name}
        </h1>
        <DocumentName shown={shown} page={place.page} isPaged={mode === 'pages'} />
        {mode === 'pages' && <ZoomButtons zoom={zoom} onZoom={setZoom} />}
        {hasFields && <ModeChoice mode={mode} onMode={setMode} />}
      </header>
      <main aria-label={t('view.document')} className="grow px-2 py-3 sm:px-4 sm:py-6">
        {mode === 'pages' ? (
          <PageStack {...props} zoom={zoom} onPlace={setPlace} />
        ) : (
          <FormView documents={view.documents} signing={signing} />
        )}
      </main>
      <SigningBar {...props} page={place.page} pages={shown?.pages.length ?? 0} />
    </div>
  );
}

interface DocumentNameProps {
  readonly shown: SigningDocument | undefined;
  readonly page: number;
  readonly isPaged: boolean;
}

function DocumentName({ shown, page, isPaged }: DocumentNameProps) {
  const t = useText('signing');
  return (
    <p className="me-auto min-w-0 leading-tight">
      <span dir="auto" className="block truncate text-14 font-medium">
        {shown?.name}
      </span>
      {isPaged && shown !== undefined && (
        <span className="block truncate text-13 text-muted tabular-nums">
          {t('page', { page, total: shown.pages.length })}
        </span>
      )}
    </p>
  );
}

function ZoomButtons({ zoom, onZoom }: { zoom: Zoom; onZoom: (zoom: Zoom) => void }) {
  const t = useText('signing');
  return (
    <fieldset className="flex">
      <legend className="sr-only">{t('view.zoom', { percent: zoom * 100 })}</legend>
      <IconButton
        icon={Minus}
        label={t('view.zoomOut')}
        disabled={zoom <= 1}
        onClick={() => onZoom(zoomOut(zoom))}
      />
      <IconButton
        icon={Plus}
        label={t('view.zoomIn')}
        disabled={zoom >= 3}
        onClick={() => onZoom(zoomIn(zoom))}
      />
    </fieldset>
  );
}

function ModeChoice({ mode, onMode }: { mode: Mode; onMode: (mode: Mode) => void }) {
  const t = useText('signing');
  return (
    <fieldset className="flex shrink-0 rounded-paper border border-edge p-0.5">
      <legend className="sr-only">{t('view.mode')}</legend>
      {(['pages', 'form'] as const).map((each) => (
        <label
          key={each}
          className={classNames(
            'flex min-h-10 items-center rounded-[6px] px-2.5 text-14 font-medium',
            'has-focus-visible:outline-2 has-focus-visible:outline-accent',
            mode === each ? 'bg-accent-wash text-accent' : 'text-muted hover:text-ink',
          )}
        >
          <input
            type="radio"
            name="signing-mode"
            checked={mode === each}
            onChange={() => onMode(each)}
            className="sr-only"
          />
          {t(`view.${each}`)}
        </label>
      ))}
    </fieldset>
  );
}

interface PageStackProps extends SigningBarProps {
  readonly zoom: Zoom;
  readonly onPlace: (place: { documentId: number; page: number }) => void;
}

function PageStack({ view, signing, zoom, onPlace }: PageStackProps) {
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
              onPlace={onPlace}
            />
          ))}
      </div>
    </div>
  );
}

interface TrackedPagesProps extends Pick<PageStackProps, 'signing' | 'onPlace'> {
  readonly document: SigningDocument;
  readonly width: number;
}

function TrackedPages({ document, signing, width, onPlace }: TrackedPagesProps) {
  const onPage = useCallback(
    (page: number) => onPlace({ documentId: document.id, page }),
    [document.id, onPlace],
  );
  return <DocumentPages document={document} signing={signing} width={width} onPage={onPage} />;
}
