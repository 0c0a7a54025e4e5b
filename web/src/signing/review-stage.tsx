import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { useText } from '../text/start-text.ts';
import { Button } from '../ui/button.tsx';
import { CheckAnswers } from './check-answers.tsx';
import { NoKeyNotice, OtherContentNotice, OutdatedNotice, ProofNotice } from './check-notice.tsx';
import { type CheckedDocument, CheckPages } from './check-pages.tsx';
import { useIdentifyPart } from './identify-part.tsx';
import type { MadePreview } from './preview-state.ts';
import type { ShownFiles } from './shown-files.ts';
import type { Finish } from './signing-api.ts';
import { isConflict, type SigningError } from './signing-error.ts';
import { ActionBar, SigningFrame } from './signing-frame.tsx';
import type { SigningField, SigningView } from './signing-view.ts';
import { SubmitError } from './submit-error.tsx';
import type { ActNotices } from './use-act-notices.ts';
import { useOwnKey } from './use-own-key.ts';
import { type Preview, type PreviewParts, usePreview } from './use-preview.ts';
import type { SigningFields } from './use-signing-fields.ts';
import { useSubmit } from './use-submit.ts';

interface ReviewStageProps extends Omit<PreviewParts, 'isPaused'> {
  readonly signing: SigningFields;
  readonly notices: ActNotices;
  readonly notice: ReactNode;
  readonly onBack: () => void;
  readonly onChange: (field: SigningField) => void;
  /** `button` is the text on the button: it is part of the evidence. */
  readonly onFinish: (finish: Finish) => Promise<void>;
}

/** The check before finishing: the very pages that will be signed, every answer, and the legal effect. */
export function ReviewStage(props: ReviewStageProps) {
  const { api, view, fieldAnswers, onView, signing, notices, notice, onBack, onChange, onFinish } = props;
  const t = useText('signing');
  const act = useSubmit();
  const ownKey = useOwnKey({ api, view });
  const [isIdentifying, setIdentifying] = useState(false);
  // What the person sees when they press is what the key signs, however long a code takes.
  const isPaused = ownKey !== null && (act.isBusy || isIdentifying);
  const preview = usePreview({ api, view, fieldAnswers, onView, isPaused });
  const { drawn, isSeen, onShown } = preview;
  const isMissing = preview.made === null && preview.error !== null;
  const finish = (button: string) =>
    act.run(() => {
      const send = async (signed: MadePreview) => {
        const signatures = ownKey ? { signatures: await ownKey.sign(signed) } : {};
        await onFinish({ previewId: signed.previewId, button, ...signatures });
      };
      return preview.finish(send, ownKey && drawn);
    });
  const identify = useIdentifyPart({ api, view, preview, onProven: () => void finish(t('bar.finish')) });
  const { isOpen } = identify;
  useEffect(() => setIdentifying(isOpen), [isOpen]);
  const checkAgain = async () => {
    const isMade = await act.run(preview.makeAgain);
    if (!isMade) return;
    for (const each of notices.acts) notices.hide(each);
    document.getElementById('check-pages')?.focus();
  };
  const points = useMemo(
    () => [...signing.fields, ...notices.acts.flatMap(({ seenAt }) => seenAt ?? [])],
    [signing.fields, notices.acts],
  );
  return (
    <SigningFrame
      title={t('review.title')}
      bar={
        <CheckBar
          isBusy={act.isBusy || preview.isMaking || !(isSeen || preview.isOutdated || isMissing)}
          isMissing={isMissing}
          last={preview.isOutdated ? 'review.checkAgain' : 'bar.finish'}
          onBack={onBack}
          onLast={ownKey?.isMissing ? null : preview.isOutdated ? checkAgain : (identify.start ?? finish)}
        />
      }
    >
      {identify.dialog}
      {ownKey?.isMissing && <NoKeyNotice view={view} />}
      <CheckNotices preview={preview} notices={notices} notice={notice} />
      <CheckErrors preview={preview} error={act.error} />
      <p role="status" className="sr-only">
        {preview.error === null && t(isSeen ? 'review.ready' : 'review.making')}
      </p>
      <div className="check-columns">
        <CheckPages
          title={t(preview.isOutdated ? 'review.pagesNow' : 'review.pages')}
          documents={documentsOf(view, preview, ownKey?.files ?? null)}
          points={points}
          onShown={onShown}
        />
        <CheckAnswers view={view} signing={signing} onChange={onChange} />
      </div>
    </SigningFrame>
  );
}

interface CheckBarProps extends Pick<ReviewStageProps, 'onBack'> {
  readonly isBusy: boolean;
  /** There is nothing to sign, and the page says why. */
  readonly isMissing: boolean;
  /** The text of the last button. */
  readonly last: 'review.checkAgain' | 'bar.finish';
  /** Null where this browser cannot do it. */
  readonly onLast: ((button: string) => unknown) | null;
}

function CheckBar({ isBusy, isMissing, last, onBack, onLast }: CheckBarProps) {
  const t = useText('signing');
  return (
    <ActionBar label={t('bar.label')}>
      <Button onClick={onBack}>{t('bar.back')}</Button>
      {onLast !== null && (
        <Button
          variant="primary"
          busy={isBusy}
          disabled={isMissing}
          className="ms-auto min-w-32"
          onClick={() => void onLast(t(last))}
        >
          {t(last)}
        </Button>
      )}
    </ActionBar>
  );
}

interface CheckNoticesProps extends Pick<ReviewStageProps, 'notices' | 'notice'> {
  readonly preview: Preview;
}

/** What the pages below are. */
function CheckNotices({ preview, notices, notice }: CheckNoticesProps) {
  const t = useText('signing');
  if (preview.isOutdated) return <OutdatedNotice notices={notices} />;
  return (
    <>
      <p className="mt-3 mb-4 max-w-text text-muted">{t('review.lead')}</p>
      {notice}
      {preview.change && <OtherContentNotice key={preview.change.count} cause={preview.change.cause} />}
    </>
  );
}

interface CheckErrorsProps {
  readonly preview: Preview;
  /** Of the last press. */
  readonly error: SigningError | null;
}

function CheckErrors({ preview, error }: CheckErrorsProps) {
  const t = useText('signing');
  return (
    <div className="mb-4 empty:hidden">
      <SubmitError error={error !== null && !isConflict(error) ? error : null} />
      {error?.reason === 'proof_missing' && <ProofNotice key={error.requestId} />}
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
  );
}

/** What is shown of each document: the preview; the document as it stands once another person has signed it. */
function documentsOf(
  view: SigningView,
  { made, isOutdated }: Preview,
  files: ShownFiles | null,
): CheckedDocument[] {
  return view.documents.map((document) => {
    const previewed = made?.documents.find(({ id }) => id === document.id) ?? null;
    if (isOutdated || previewed === null) return { document, source: isOutdated ? document : null };
    const { url, load } = previewed;
    if (load !== undefined) return { document, source: { url, load } };
    return { document, source: files ? files.sourceOf(document, previewed) : { url } };
  });
}
