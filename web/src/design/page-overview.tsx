import type { PdfSource } from '../signing/pdf-files.ts';
import { GoToPage, SmallPage } from '../signing/small-page.tsx';
import { formatCount } from '../text/sentence-state.ts';
import { currentLanguage, useText } from '../text/start-text.ts';
import type { BoardField } from './board-state.ts';
import type { PageSize } from './box-state.ts';
import type { EditorDocument } from './editor-source.ts';
import { type PagePoint, pagesOf } from './page-choice-state.ts';
import { showPage } from './page-frames.ts';

interface PageOverviewProps {
  readonly documents: readonly (EditorDocument & PdfSource)[];
  readonly sizes: ReadonlyMap<number, readonly PageSize[]>;
  readonly fields: readonly BoardField[];
}

/** Small pictures of all pages with the number of their fields, and a field for the number of a page. */
export function PageOverview({ documents, sizes, fields }: PageOverviewProps) {
  const t = useText('design');
  const pages = pagesOf(documents, sizes);
  const go = (number: number) => {
    const point = pages[Math.min(Math.max(number, 1), pages.length) - 1];
    if (point) showPage(point);
  };
  return (
    <nav aria-label={t('goTo.pages')}>
      <ul className="page-strip">
        {pages.map((point, index) => (
          <li key={`${point.documentId}.${point.page}`}>
            <PageThumb
              number={index + 1}
              point={point}
              source={documents.find(({ id }) => id === point.documentId)}
              fields={fields.filter((field) => isOn(field, point)).length}
            />
          </li>
        ))}
      </ul>
      {pages.length > 1 && (
        <GoToPage label={t('goTo.label', { total: pages.length })} go={t('goTo.go')} onGo={go} />
      )}
    </nav>
  );
}

function isOn({ documentId, page }: BoardField, point: PagePoint): boolean {
  return documentId === point.documentId && page === point.page;
}

interface PageThumbProps {
  readonly number: number;
  readonly point: PagePoint;
  readonly source: PdfSource | undefined;
  readonly fields: number;
}

function PageThumb({ number, point, source, fields }: PageThumbProps) {
  const t = useText('design');
  return (
    <button
      type="button"
      aria-label={t('goTo.page', { page: number, count: fields })}
      onClick={() => showPage(point)}
      className="page-thumb"
    >
      {source && <SmallPage url={source.url} sha256={source.sha256} page={point.page} size={point.size} />}
      <span className="text-13 tabular-nums">{formatCount(number, currentLanguage())}</span>
      {fields > 0 && (
        <span aria-hidden className="page-thumb-open">
          {formatCount(fields, currentLanguage())}
        </span>
      )}
    </button>
  );
}
