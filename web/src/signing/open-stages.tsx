import { useEffect, useRef, useState } from 'react';
import { useText } from '../text/start-text.ts';
import { useAnnounce } from './announcer.tsx';
import type { Progress } from './cover-state.ts';
import { goToField } from './field-focus.ts';
import { OpenStage } from './open-stage.tsx';
import type { Act, SigningApi } from './signing-api.ts';
import { type OpenDialog, SigningDialogs } from './signing-dialogs.tsx';
import type { SigningView } from './signing-view.ts';
import { useActNotices } from './use-act-notices.ts';
import { useAnswers } from './use-answers.ts';
import { useAttachments } from './use-attachments.ts';
import { useHiddenWhile } from './use-hidden-while.ts';
import { useSigningFields } from './use-signing-fields.ts';
import type { Stage } from './use-stage.ts';

interface OpenStagesProps {
  readonly api: SigningApi;
  readonly view: SigningView;
  readonly stage: Stage;
  readonly dialog: OpenDialog | null;
  readonly goTo: (stage: Stage, then?: () => void) => void;
  readonly onDialog: (dialog: OpenDialog | null) => void;
  readonly onProgress: (progress: Progress) => void;
  readonly onView: (view: SigningView) => void;
  readonly onAct: Act;
  readonly onReload: () => Promise<void>;
  readonly onReassigned: (successor: { name: string }) => void;
}

/** Answers, stages and dialogs; mounted while the cover is shown too, so that no answer is lost. */
export function OpenStages({
  api,
  view,
  stage,
  dialog,
  goTo,
  onDialog,
  onProgress,
  ...acts
}: OpenStagesProps) {
  const { onView, onAct, onReload } = acts;
  const fieldAnswers = useAnswers({ api, view, onGone: () => void onReload() });
  const attachments = useAttachments({ api, view, onView, onGone: () => void onReload() });
  const signing = useSigningFields({
    view,
    fieldAnswers,
    attachments,
    onSignature: (image, field) => onDialog({ kind: 'signature', image, field }),
  });
  const root = useHiddenWhile(dialog !== null);
  const finish = useFinish({ fieldAnswers, signing, goToReview: () => goTo('review') });
  const notices = useActNotices(view);
  const [checked, setChecked] = useState<string | null>(null);
  const sign = async (finished: { previewId: string; button: string }) => {
    if (view.workflow.type !== 'qualified') return onAct(() => api.finish(finished));
    setChecked(finished.previewId);
    goTo('provider');
  };
  const { done, total } = signing.progress;
  useEffect(() => {
    onProgress({ done, total });
    api.onProgress?.({ done, total });
  }, [done, total, onProgress, api]);
  return (
    <>
      <div ref={root}>
        {stage !== 'cover' && (
          <OpenStage
            api={api}
            stage={stage}
            view={view}
            notices={notices}
            signing={signing}
            fieldAnswers={fieldAnswers}
            finish={finish}
            goTo={goTo}
            onDecline={() => onDialog({ kind: 'decline' })}
            onApprove={() => onDialog({ kind: 'approve' })}
            checked={checked}
            onSigned={() => onAct(() => api.view())}
            onFinish={sign}
            onView={onView}
          />
        )}
      </div>
      <SigningDialogs
        api={api}
        view={view}
        signing={signing}
        dialog={dialog}
        isSignatureNear={stage === 'document' && signing.fields.length > 0}
        onView={onView}
        onAct={onAct}
        onClose={() => onDialog(null)}
        onReassigned={acts.onReassigned}
      />
    </>
  );
}

interface FinishParts {
  readonly fieldAnswers: ReturnType<typeof useAnswers>;
  readonly signing: ReturnType<typeof useSigningFields>;
  readonly goToReview: () => void;
}

/** Finish waits for files, moves to the first incomplete field, and without one waits for all answers to be saved. */
function useFinish({ fieldAnswers, signing, goToReview }: FinishParts) {
  const t = useText('signing');
  const announce = useAnnounce();
  const [isBusy, setBusy] = useState(false);
  const [presses, setPresses] = useState(0);
  const start = async () => {
    setBusy(true);
    await signing.attachments.settled();
    // The files that have arrived are in the view of the next render.
    setPresses((count) => count + 1);
  };
  const goOn = async () => {
    const first = signing.incomplete[0];
    if (first !== undefined) {
      setBusy(false);
      signing.showIncomplete();
      goToField(first);
      return;
    }
    const isSaved = await fieldAnswers.settled();
    setBusy(false);
    if (isSaved) goToReview();
    else announce(t('save.errorHelp'));
  };
  const latest = useRef(goOn);
  latest.current = goOn;
  useEffect(() => {
    if (presses > 0) void latest.current();
  }, [presses]);
  return { start: () => void start(), isBusy };
}
