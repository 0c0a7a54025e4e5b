import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useText } from '../text/start-text.ts';
import { Button } from './button.tsx';

type PagerProps = { page: number; pages: number; onPage: (page: number) => void };

/** Previous and next page; hidden where there is one page. */
export function Pager({ page, pages, onPage }: PagerProps) {
  const t = useText('ui');
  if (pages <= 1 && page <= 1) return null;
  return (
    <nav aria-label={t('pages')} className="mt-6 flex flex-wrap items-center justify-between gap-3">
      <Button icon={ChevronLeft} disabled={page <= 1} onClick={() => onPage(page - 1)}>
        {t('pageBefore')}
      </Button>
      <p className="text-14 text-muted tabular-nums">{t('pageOf', { page, pages })}</p>
      <Button disabled={page >= pages} onClick={() => onPage(page + 1)}>
        {t('pageAfter')}
        <ChevronRight aria-hidden size={18} />
      </Button>
    </nav>
  );
}
