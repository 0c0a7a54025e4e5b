import { useText } from '../text/start-text.ts';
import { classNames } from './class-names.ts';

/** Placeholder lines, shown only when loading takes longer than 200 ms. */
export function Skeleton({ lines = 4, className }: { lines?: number; className?: string }) {
  const t = useText('ui');
  return (
    <div
      role="status"
      aria-live="polite"
      className={classNames('flex flex-col gap-3 appear-late', className)}
    >
      <span className="sr-only">{t('loading')}</span>
      {WIDTHS.slice(0, lines).map((width) => (
        <span key={width} aria-hidden className={classNames('h-5 rounded-paper bg-line', width)} />
      ))}
    </div>
  );
}

const WIDTHS = ['w-3/4', 'w-11/12', 'w-2/3', 'w-5/6', 'w-1/2', 'w-4/5', 'w-3/5', 'w-7/12'];
