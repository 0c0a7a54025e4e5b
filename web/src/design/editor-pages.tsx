import { RefreshCw } from 'lucide-react';
import { type ComponentType, memo, useEffect, useRef, useState } from 'react';
import { pageWidthFor, type Zoom } from '../signing/page-layout-state.ts';
import type { PdfFile } from '../signing/pdf-engine.ts';
import { type PdfSource, usePdf } from '../signing/pdf-files.ts';
import { PdfPage } from '../signing/pdf-page.tsx';
import { useElementWidth, useSteadyScroll } from '../signing/use-element-width.ts';
import { useNearViewport } from '../signing/use-near-viewport.ts';
import { useText } from '../text/start-text.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import type { PageSize } from './box-state.ts';
import type { EditorDocument } from './editor-source.ts';
import { frameAttributes } from './page-frames.ts';

export interface PageInfo {
  readonly documentId: number;
  readonly page: number;
  readonly size: PageSize;
}

interface EditorPagesProps {
  readonly documents: readonly (EditorDocument & PdfSource)[];
  readonly zoom: Zoom;
  /** Renders a page's fields; the pages themselves do not render again when fields change. */
  readonly Content: ComponentType<PageInfo>;
  readonly onSizes?: (documentId: number, sizes: readonly PageSize[]) => void;
}

/** The pages of all documents in one column, with their fields. */
export const EditorPages = memo(function EditorPages({
  documents,
  zoom,
  Content,
  onSizes,
}: EditorPagesProps) {
  const ref = useRef<HTMLDivElement>(null);
  const availableWidth = useElementWidth(ref);
  useSteadyScroll(zoom);
  return (
    <div ref={ref} className="min-w-0 overflow-x-auto">
      <div className="flex w-max min-w-full flex-col items-center gap-4 p-px pb-6">
        {availableWidth > 0 &&
          documents.map((document) => (
            <DocumentPages
              key={document.id}
              document={document}
              width={pageWidthFor(availableWidth, zoom)}
              Content={Content}
              onSizes={onSizes}
            />
          ))}
      </div>
    </div>
  );
});

interface DocumentPagesProps {
  readonly document: EditorDocument & PdfSource;
  readonly width: number;
  readonly Content: EditorPagesProps['Content'];
  readonly onSizes: EditorPagesProps['onSizes'];
}

function DocumentPages({ document, width, Content, onSizes }: DocumentPagesProps) {
  const t = useText('design');
  const ref = useRef<HTMLElement>(null);
  const { file, hasFailed, retry } = usePdf(document, useNearViewport(ref, '200%'));
  const sizes = usePageSizes(file);
  useEffect(() => {
    if (sizes !== null) onSizes?.(document.id, sizes);
  }, [sizes, document.id, onSizes]);
  return (
    <section
      ref={ref}
      aria-label={document.name}
      className="flex flex-col items-center gap-4"
      style={{ width }}
    >
      {hasFailed && (
        <Banner
          tone="stopped"
          title={t('pagesFailed')}
          action={
            <Button icon={RefreshCw} onClick={retry}>
              {t('tryAgain')}
            </Button>
          }
        >
          {t('pagesFailedHelp')}
        </Banner>
      )}
      {sizes === null && !hasFailed && (
        <div className="w-full bg-surface p-6" style={{ height: width * 1.4 }}>
          <Skeleton lines={8} />
        </div>
      )}
      {sizes?.map((size, index) => {
        const pageInfo = { documentId: document.id, page: index + 1, size };
        return (
          <div key={pageInfo.page} {...frameAttributes(pageInfo)}>
            <PdfPage
              label={t('pageOf', { page: pageInfo.page, total: sizes.length, document: document.name })}
              page={pageInfo.page}
              file={file}
              width={width}
              height={(width * size.height) / size.width}
              error={t('pageFailed')}
              pictureNote={t('picture')}
              onPage={ignorePage}
            >
              <Content {...pageInfo} />
            </PdfPage>
          </div>
        );
      })}
    </section>
  );
}

const ignorePage = () => undefined;

function usePageSizes(file: PdfFile | null): readonly PageSize[] | null {
  const [sizes, setSizes] = useState<readonly PageSize[] | null>(null);
  useEffect(() => {
    let isCurrent = true;
    void file?.sizes().then((read) => isCurrent && setSizes(read));
    return () => {
      isCurrent = false;
    };
  }, [file]);
  return sizes;
}
