import { Check, ChevronUp, CloudAlert, RefreshCw } from 'lucide-react';
import { useRef } from 'react';
import { useText } from '../text/start-text.ts';
import { Button } from '../ui/button.tsx';
import { useAnnounce } from './announcer.tsx';
import { goToField } from './field-focus.ts';
import { nextWords } from './field-words.ts';
import type { SigningView } from './signing-view.ts';
import type { AnswerBook } from './use-answers.ts';
import type { FieldDesk } from './use-field-desk.ts';

export interface SigningBarProps {
  readonly view: SigningView;
  readonly desk: FieldDesk;
  readonly book: AnswerBook;
  readonly isFinishing: boolean;
  readonly onDecline: () => void;
  readonly onFinish: () => void;
  readonly onApprove: () => void;
}

interface PlacedBarProps extends SigningBarProps {
  readonly page: number;
  readonly pages: number;
}

/** Always in sight: how far, what next, and the ways out. */
export function SigningBar(props: PlacedBarProps) {
  const t = useText('signing');
  const { view, onDecline } = props;
  return (
    <section aria-label={t('bar.label')} className="signing-bar print:hidden">
      <div className="mx-auto max-w-[56rem] px-3 pt-1.5 pb-2 sm:px-4">
        <BarLine {...props} />
        <div className="flex flex-wrap items-center justify-end gap-1.5 sm:gap-2">
          <Button variant="quiet" onClick={onDecline} className="bar-button me-auto">
            {t('bar.decline')}
          </Button>
          {view.action.type === 'review' ? (
            <Button variant="primary" onClick={props.onApprove}>
              {t('bar.approve')}
            </Button>
          ) : (
            <FieldButtons {...props} />
          )}
        </div>
      </div>
    </section>
  );
}

function BarLine({ view, desk, book, page, pages }: PlacedBarProps) {
  const t = useText('signing');
  const { progress, next } = desk;
  if (view.action.type === 'review') {
    return (
      <p className="bar-line flex min-h-7 flex-wrap items-center gap-x-3 text-14">
        <span className="font-semibold tabular-nums">{t('page', { page, total: pages })}</span>
        <span className="text-muted">{t('bar.readThrough')}</span>
      </p>
    );
  }
  return (
    <div className="bar-line flex min-h-7 items-center gap-x-3 text-14">
      {progress.total > 0 && (
        <p role="status" className="shrink-0 font-semibold tabular-nums">
          {t('bar.progress', { done: progress.done, total: progress.total })}
          <span className="sr-only"> {t('bar.progressSaid', { count: progress.total })}</span>
        </p>
      )}
      <p className="min-w-0 grow truncate text-muted">
        {next === null ? t('bar.allFilled') : nextWords(t, next, view.documents)}
      </p>
      <SaveStatusLine book={book} />
    </div>
  );
}

function SaveStatusLine({ book }: { book: AnswerBook }) {
  const t = useText('signing');
  if (book.status === 'trouble') {
    return (
      <span className="flex shrink-0 items-center gap-1 text-stopped">
        <CloudAlert aria-hidden size={16} />
        <span role="alert">
          {t('save.trouble')}
          <span className="sr-only">
            . {t(book.refused.size > 0 ? 'save.refusedSaid' : 'save.troubleSaid')}
          </span>
        </span>
        {book.refused.size === 0 && (
          <Button variant="quiet" icon={RefreshCw} onClick={book.retry} className="px-2 text-14">
            {t('save.retry')}
          </Button>
        )}
      </span>
    );
  }
  return (
    <span className="flex shrink-0 items-center gap-1 text-muted">
      {book.status === 'saved' && <Check aria-hidden size={16} className="text-done" />}
      {t(`save.${book.status}`)}
    </span>
  );
}

function FieldButtons({ desk, isFinishing, onFinish }: PlacedBarProps) {
  const t = useText('signing');
  const announce = useAnnounce();
  const finish = useRef<HTMLButtonElement>(null);
  const isComplete = desk.gaps.length === 0;
  const goNext = () => {
    if (desk.next !== null) goToField(desk.next);
    else {
      finish.current?.focus();
      announce(t('bar.allFilled'));
    }
  };
  const goBack = () => {
    const field = desk.previous();
    if (field !== null) goToField(field);
  };
  return (
    <>
      <Button icon={ChevronUp} onClick={goBack} className="bar-button max-sm:px-0" title={t('bar.previous')}>
        <span className="max-sm:sr-only">{t('bar.previous')}</span>
      </Button>
      <Button variant={isComplete ? 'plain' : 'primary'} onClick={goNext} className="bar-button">
        {t('bar.next')}
      </Button>
      <Button
        ref={finish}
        variant={isComplete ? 'primary' : 'plain'}
        busy={isFinishing}
        onClick={onFinish}
        className="bar-button"
      >
        {t('bar.finish')}
      </Button>
    </>
  );
}
