import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { useText } from '../text/start-text.ts';
import { Button } from '../ui/button.tsx';
import { CheckAnswers } from './check-answers.tsx';
import { OtherContentNotice, OutdatedNotice } from './check-notice.tsx';
import { type CheckedDocument, CheckPages } from './check-pages.tsx';
import { ActionBar, SigningFrame } from './signing-frame.tsx';
import type { SigningField, SigningView } from './signing-view.ts';
import { SubmitError } from './submit-error.tsx';
import type { Others } from './use-others.ts';
import { type Preview, type PreviewParts, usePreview } from './use-preview.ts';
import type { SigningFields } from './use-signing-fields.ts';
import { isConflict } from './use-signing-view.ts';
import { useSubmit } from './use-submit.ts';

interface ReviewStageProps extends PreviewParts {
  readonly signing: SigningFields;
  readonly others: Others;
  readonly notice: ReactNode;
  readonly onBack: () => void;
  readonly onChange: (field: SigningField) => void;
  /** `button` is the text on the button: it is part of the evidence. */
  readonly onFinish: (finish: { previewId: string; button: string }) => Promise<void>;
}

/** The check before finishing: the very pages that will be signed, every answer, and the legal effect. */
export function ReviewStage(props: ReviewStageProps) {
  const { api, view, fieldAnswers, onView, signing, others, notice, onBack, onChange, onFinish } = props;
  const t = useText('signing');
  const preview = usePreview({ api, view, fieldAnswers, onView });
  const { isSeen, onShown } = useSeen(preview);
  const act = useSubmit();
  const finish = (button: string) =>
    act.run(() => preview.finish((previewId) => onFinish({ previewId, button })));
  const checkAgain = async () => {
    const isMade = await act.run(preview.makeAgain);
    if (!isMade) return;
    for (const each of others.acts) others.hide(each);
    document.getElementById('check-pages')?.focus();
  };
  const places = useMemo(
    () => [...signing.fields, ...others.acts.flatMap(({ place }) => place ?? [])],
    [signing.fields, others.acts],
  );
  const failed = act.error !== null && !isConflict(act.error) ? act.error : null;
  return (
    <SigningFrame
      title={t('review.title')}
      bar={
        <ActionBar label={t('bar.label')}>
          <Button onClick={onBack}>{t('bar.back')}</Button>
          <Button
            variant="primary"
            busy={act.isBusy || preview.isMaking || !(isSeen || preview.isOutdated)}
            className="ms-auto min-w-32"
            onClick={() => void (preview.isOutdated ? checkAgain() : finish(t('bar.finish')))}
          >
            {t(preview.isOutdated ? 'review.checkAgain' : 'bar.finish')}
          </Button>
        </ActionBar>
      }
    >
      <CheckNotices preview={preview} others={others} notice={notice} />
      <div className="mb-4 empty:hidden">
        <SubmitError error={failed} />
        {!preview.isMaking && (
          <SubmitError
            error={preview.error}
            title={t('review.makeFailed')}
            action={
              <Button onClick={() => void preview.makeAgain().catch(() => undefined)}>
                {t('errorPage.retry')}
              </Button>
            }
          />
        )}
      </div>
      <p role="status" className="sr-only">
        {preview.error === null && t(isSeen ? 'review.ready' : 'review.making')}
      </p>
      <div className="check-columns">
        <CheckPages
          title={t(preview.isOutdated ? 'review.pagesNow' : 'review.pages')}
          documents={documentsOf(view, preview)}
          places={places}
          onShown={onShown}
        />
        <CheckAnswers view={view} signing={signing} onChange={onChange} />
      </div>
    </SigningFrame>
  );
}

interface CheckNoticesProps extends Pick<ReviewStageProps, 'others' | 'notice'> {
  readonly preview: Preview;
}

/** What the pages below are. */
function CheckNotices({ preview, others, notice }: CheckNoticesProps) {
  const t = useText('signing');
  if (preview.isOutdated) return <OutdatedNotice others={others} />;
  return (
    <>
      <p className="mt-3 mb-4 max-w-text text-muted">{t('review.lead')}</p>
      {notice}
      {preview.changes > 0 && <OtherContentNotice key={preview.changes} />}
    </>
  );
}

/** What is shown of each document: the preview; the document as it stands once another person has signed it. */
function documentsOf(view: SigningView, { made, isOutdated }: Preview): CheckedDocument[] {
  return view.documents.map((document) => {
    const url = made?.documents.find(({ id }) => id === document.id)?.url;
    const previewed = url === undefined ? null : { url };
    return { document, source: isOutdated ? document : previewed };
  });
}

/** Whether a page of this content was drawn: nothing is signed that was not seen. */
function useSeen({ made }: Preview) {
  const [seen, setSeen] = useState<string | null>(null);
  const onShown = useCallback(
    (url: string) => {
      if (made?.documents.some((document) => document.url === url)) setSeen(made.contentHash);
    },
    [made],
  );
  return { isSeen: made !== null && seen === made.contentHash, onShown };
}
