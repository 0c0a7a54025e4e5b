import { Check, ChevronUp, CloudAlert, CopyCheck, RefreshCw } from 'lucide-react';
import { useRef } from 'react';
import { useText } from '../text/start-text.ts';
import { Button } from '../ui/button.tsx';
import { useAnnounce } from './announcer.tsx';
import { goToField } from './field-focus.ts';
import { nextFieldText } from './field-text.ts';
import type { SigningView } from './signing-view.ts';
import type { FieldAnswers } from './use-answers.ts';
import type { SigningFields } from './use-signing-fields.ts';

export interface SigningBarProps {
  readonly view: SigningView;
  readonly signing: SigningFields;
  readonly fieldAnswers: FieldAnswers;
  readonly isFinishing: boolean;
  readonly onDecline: () => void;
  readonly onFinish: () => void;
  readonly onApprove: () => void;
}

interface PagedBarProps extends SigningBarProps {
  readonly page: number;
  readonly pages: number;
}

/** The bar below the document: progress, next field, decline and finish. */
export function SigningBar(props: PagedBarProps) {
  const t = useText('signing');
  const { view, onDecline } = props;
  return (
    <section aria-label={t('bar.label')} className="signing-bar print:hidden">
      <div className="bar-frame mx-auto max-w-[56rem] px-3 pt-1.5 pb-2 sm:px-4">
        <BarLine {...props} />
        <div className="bar-buttons flex flex-wrap items-center justify-end gap-1.5 sm:gap-2">
          <Button variant="quiet" onClick={onDecline} className="bar-button -ms-2.5 me-auto sm:-ms-4">
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

function BarLine({ view, signing, fieldAnswers, page, pages }: PagedBarProps) {
  const t = useText('signing');
  const { progress } = signing;
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
      <NextLine view={view} signing={signing} />
      <SaveStatusLine fieldAnswers={fieldAnswers} />
    </div>
  );
}

/** The next field, or the offer to put the signature just given into all fields of its kind. */
function NextLine({ view, signing }: Pick<PagedBarProps, 'view' | 'signing'>) {
  const t = useText('signing');
  const announce = useAnnounce();
  const { next, repeatable } = signing;
  if (repeatable !== null) {
    const { count } = repeatable;
    const apply = () => {
      repeatable.apply();
      announce(t('bar.appliedToAll', { count }));
    };
    return (
      <Button variant="quiet" icon={CopyCheck} isSmall onClick={apply} className="me-auto py-0 text-accent">
        {t('signatureDialog.applyToAll', { count })}
      </Button>
    );
  }
  return (
    <p className="line-clamp-2 min-w-0 grow leading-tight text-muted">
      {next === null ? t('bar.allFilled') : nextFieldText(t, next, view.documents)}
    </p>
  );
}

function SaveStatusLine({ fieldAnswers }: { fieldAnswers: FieldAnswers }) {
  const t = useText('signing');
  if (fieldAnswers.status === 'error') {
    return (
      <span className="flex shrink-0 items-center gap-1 text-stopped">
        <CloudAlert aria-hidden size={16} />
        <span role="alert">
          {t('save.error')}
          <span className="sr-only">
            . {t(fieldAnswers.refused.size > 0 ? 'save.refusedHelp' : 'save.errorHelp')}
          </span>
        </span>
        {fieldAnswers.refused.size === 0 && (
          <Button variant="quiet" icon={RefreshCw} onClick={fieldAnswers.retry} className="px-2 text-14">
            {t('save.retry')}
          </Button>
        )}
      </span>
    );
  }
  return (
    <span className="flex shrink-0 items-center gap-1 text-muted">
      {fieldAnswers.status === 'saved' && <Check aria-hidden size={16} className="text-done" />}
      {t(`save.${fieldAnswers.status}`)}
    </span>
  );
}

function FieldButtons({ signing, isFinishing, onFinish }: PagedBarProps) {
  const t = useText('signing');
  const announce = useAnnounce();
  const finish = useRef<HTMLButtonElement>(null);
  const isComplete = signing.incomplete.length === 0;
  const goNext = () => {
    if (signing.next !== null) goToField(signing.next);
    else {
      finish.current?.focus();
      announce(t('bar.allFilled'));
    }
  };
  const goBack = () => {
    const field = signing.previous();
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
