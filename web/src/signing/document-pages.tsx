import { Download, RefreshCw } from 'lucide-react';
import { memo, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { useText } from '../text/start-text.ts';
import { Banner } from '../ui/banner.tsx';
import { Button, buttonClass } from '../ui/button.tsx';
import { PageField } from './page-field.tsx';
import type { PdfFile } from './pdf-engine.ts';
import { usePdf } from './pdf-files.ts';
import { fieldsByPage } from './signing-state.ts';
import type { SigningDocument } from './signing-view.ts';
import type { FieldDesk } from './use-field-desk.ts';
import { useNear } from './use-near.ts';

interface DocumentPagesProps {
  readonly document: SigningDocument;
  readonly desk: FieldDesk;
  /** Width of a page on the screen, CSS pixels. */
  readonly width: number;
  readonly onPage: (page: number) => void;
}

/** Pages have their true size before their pictures come: fields and scrolling are right from the start. */
export function DocumentPages({ document, desk, width, onPage }: DocumentPagesProps) {
  const t = useText('signing');
  const ref = useRef<HTMLElement>(null);
  const isNear = useNear(ref, '200%');
  const { file, hasFailed, retry } = usePdf(document.url, isNear);
  const fieldsOn = fieldsByPage(desk.fields, document.id);
  return (
    <section ref={ref} aria-label={document.name} className="flex flex-col items-center gap-4">
      {hasFailed && <PagesTrouble document={document} width={width} onRetry={retry} />}
      {document.pages.map((size, index) => {
        const page = index + 1;
        const height = (width * size.height) / size.width;
        return (
          <PdfPage
            key={page}
            label={t('pageOf', { page, total: document.pages.length, document: document.name })}
            page={page}
            file={file}
            width={width}
            height={height}
            onPage={onPage}
          >
            {fieldsOn.get(page)?.map((field) => (
              <PageField
                key={field.id}
                field={field}
                desk={desk}
                scale={width / size.width}
                pageHeight={height}
              />
            ))}
          </PdfPage>
        );
      })}
    </section>
  );
}

interface PagesTroubleProps extends Pick<DocumentPagesProps, 'document' | 'width'> {
  readonly onRetry: () => void;
}

function PagesTrouble({ document, width, onRetry }: PagesTroubleProps) {
  const t = useText('signing');
  return (
    <div style={{ width }}>
      <Banner
        tone="stopped"
        title={t('view.pagesFailed')}
        action={
          <div className="flex flex-wrap gap-2">
            <Button icon={RefreshCw} onClick={onRetry}>
              {t('trouble_page.retry')}
            </Button>
            <a href={document.url} download className={buttonClass('plain')}>
              <Download aria-hidden size={18} className="shrink-0" />
              {t('view.downloadDocument', { name: document.name })}
            </a>
          </div>
        }
      >
        {t('view.pagesFailedHelp')}
      </Banner>
    </div>
  );
}

interface PdfPageProps {
  readonly label: string;
  readonly file: PdfFile | null;
  readonly page: number;
  readonly width: number;
  readonly height: number;
  readonly onPage: (page: number) => void;
  readonly children: ReactNode;
}

/** Kept as it is while answers change elsewhere: of five hundred pages only those with fields are redone. */
const PdfPage = memo(function PdfPage({ label, file, page, width, height, onPage, children }: PdfPageProps) {
  const t = useText('signing');
  const ref = useRef<HTMLElement>(null);
  const { holder, hasFailed, isDrawn } = usePageDrawing({ file, page, width, isNear: useNear(ref, '120%') });
  useMiddle(ref, page, onPage);
  return (
    <section
      ref={ref}
      aria-label={label}
      aria-busy={!isDrawn && !hasFailed}
      dir="ltr"
      className="pdf-page"
      style={{ width, height }}
    >
      <div ref={holder} className="absolute inset-0" />
      {hasFailed && (
        <p role="alert" className="absolute inset-x-4 top-4 text-14 text-stopped">
          {t('view.pageFailed')}
        </p>
      )}
      {children}
    </section>
  );
});

interface DrawingParts {
  readonly file: PdfFile | null;
  readonly page: number;
  readonly width: number;
  readonly isNear: boolean;
}

/** Draws beside what is shown and swaps when done: zooming never flashes. Far pages free their memory. */
function usePageDrawing({ file, page, width, isNear }: DrawingParts) {
  const holder = useRef<HTMLDivElement>(null);
  const [hasFailed, setFailed] = useState(false);
  const [isDrawn, setDrawn] = useState(false);
  useEffect(() => {
    const place = holder.current;
    if (place === null || file === null || width <= 0) return;
    if (!isNear) {
      place.replaceChildren();
      setDrawn(false);
      return;
    }
    const canvas = document.createElement('canvas');
    canvas.ariaHidden = 'true';
    canvas.className = 'pdf-canvas';
    const text = document.createElement('div');
    text.className = 'pdf-text';
    let isCurrent = true;
    const drawing = file.draw({ page, canvas, text, width });
    const show = () => {
      if (!isCurrent) return;
      place.replaceChildren(canvas, text);
      setFailed(false);
      setDrawn(true);
    };
    drawing.done.then(show, () => isCurrent && setFailed(true));
    return () => {
      isCurrent = false;
      drawing.cancel();
    };
  }, [file, page, width, isNear]);
  return { holder, hasFailed, isDrawn };
}

/** Tells which page crosses the middle of the screen. */
function useMiddle(ref: RefObject<HTMLElement | null>, page: number, onPage: (page: number) => void): void {
  useEffect(() => {
    const element = ref.current;
    if (element === null) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) onPage(page);
      },
      { rootMargin: '-49% 0px -49% 0px' },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref, page, onPage]);
}
