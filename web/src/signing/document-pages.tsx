import { useRef } from 'react';
import { useText } from '../text/start-text.ts';
import { pageElementId } from './field-focus.ts';
import { PageField } from './page-field.tsx';
import { boxesOf, touchReaches } from './page-layout-state.ts';
import { PagesError } from './pages-error.tsx';
import { usePdf } from './pdf-files.ts';
import { PdfPage } from './pdf-page.tsx';
import { fieldsByPage } from './signing-state.ts';
import type { SigningDocument } from './signing-view.ts';
import { useNearViewport } from './use-near-viewport.ts';
import type { SigningFields } from './use-signing-fields.ts';

interface DocumentPagesProps {
  readonly document: SigningDocument;
  readonly signing: SigningFields;
  /** Width of a page on the screen, CSS pixels. */
  readonly width: number;
  readonly onPage: (page: number) => void;
}

/** Pages have their final size before they are drawn, so that fields and scroll positions never move. */
export function DocumentPages({ document, signing, width, onPage }: DocumentPagesProps) {
  const t = useText('signing');
  const ref = useRef<HTMLElement>(null);
  const isNear = useNearViewport(ref, '200%');
  const { file, hasFailed, retry } = usePdf(document, isNear);
  const fieldsOn = fieldsByPage(signing.fields, document.id);
  return (
    <section ref={ref} aria-label={document.name} className="flex flex-col items-center gap-4">
      {hasFailed && <PagesError {...document} width={width} onRetry={retry} />}
      {document.pages.map((size, index) => {
        const page = index + 1;
        const height = (width * size.height) / size.width;
        const fields = fieldsOn.get(page) ?? [];
        const reaches = touchReaches(boxesOf(fields, { width, height }));
        return (
          <PdfPage
            key={page}
            id={pageElementId({ documentId: document.id, page })}
            label={t('pageOf', { page, total: document.pages.length, document: document.name })}
            page={page}
            file={file}
            width={width}
            height={height}
            error={t('view.pageFailed')}
            pictureNote={t('view.picture')}
            pictureUrl={page === 1 ? document.firstPageUrl : null}
            onPage={onPage}
          >
            {fields.map((field, order) => (
              <PageField
                key={field.id}
                field={field}
                signing={signing}
                scale={width / size.width}
                pageHeight={height}
                reach={reaches[order]}
              />
            ))}
          </PdfPage>
        );
      })}
    </section>
  );
}
