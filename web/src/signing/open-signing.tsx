import { useEffect, useRef, useState } from 'react';
import { useText } from '../text/start-text.ts';
import { useAnnounce } from './announcer.tsx';
import { Cover } from './cover.tsx';
import { goToField } from './field-focus.ts';
import { loadPictureOnce, openPdfOnce } from './pdf-files.ts';
import type { SigningApi } from './signing-api.ts';
import type { OpenDialog } from './signing-dialogs.tsx';
import type { SigningView } from './signing-view.ts';
import { StagePart, useStages } from './stage-part.tsx';
import { useAnswers } from './use-answers.ts';
import { useOthers } from './use-others.ts';
import { useSigningFields } from './use-signing-fields.ts';
import type { Act } from './use-signing-view.ts';
import { useStage } from './use-stage.ts';

interface OpenSigningProps {
  readonly api: SigningApi;
  readonly view: SigningView;
  readonly onView: (view: SigningView) => void;
  readonly onAct: Act;
  readonly onReload: () => Promise<void>;
}

/** The page of a recipient whose turn it is: cover, document, review. */
export function OpenSigning({ api, view, onView, onAct, onReload }: OpenSigningProps) {
  const fieldAnswers = useAnswers({ api, view, onGone: () => void onReload() });
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const signing = useSigningFields({
    view,
    fieldAnswers,
    onSignature: (image, field) => setDialog({ kind: 'signature', image, field }),
  });
  const mayOpen = view.consent.given || view.action.type === 'review';
  const [stage, goTo] = useStage(mayOpen);
  const root = useHiddenWhile(dialog !== null);
  const finish = useFinish({ fieldAnswers, signing, goToReview: () => goTo('review') });
  const onDecline = () => setDialog({ kind: 'decline' });
  const { module: stages } = useStages(true);
  const others = useOthers(view);
  useFirstPagesEarly(view);
  return (
    <>
      <div ref={root}>
        {stage === 'cover' && (
          <Cover
            view={view}
            progress={signing.progress}
            onStart={() => goTo('document')}
            onRead={() => goTo('read')}
            onDecline={onDecline}
            onConsent={() => giveConsent(api, view, onView)}
          />
        )}
        {stage !== 'cover' && (
          <StagePart>
            {({ OpenStage }) => (
              <OpenStage
                stage={stage}
                view={view}
                others={others}
                signing={signing}
                fieldAnswers={fieldAnswers}
                finish={finish}
                goTo={goTo}
                onDecline={onDecline}
                onApprove={() => setDialog({ kind: 'approve' })}
                onFinish={(button) => onAct(() => api.finish({ shownHash: view.shownHash, button }))}
                onReload={onReload}
              />
            )}
          </StagePart>
        )}
      </div>
      {stages !== null && (
        <stages.SigningDialogs
          api={api}
          view={view}
          signing={signing}
          dialog={dialog}
          isSignatureNear={stage === 'document' && signing.fields.length > 0}
          onView={onView}
          onAct={onAct}
          onClose={() => setDialog(null)}
        />
      )}
    </>
  );
}

/** Hides the page from assistive technology while a modal dialog is open. */
function useHiddenWhile(isHidden: boolean) {
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (root.current !== null) root.current.ariaHidden = isHidden ? 'true' : null;
  }, [isHidden]);
  return root;
}

async function giveConsent(
  api: SigningApi,
  view: SigningView,
  onView: (view: SigningView) => void,
): Promise<boolean> {
  const { version, language } = view.consent;
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  try {
    onView(await api.consent({ version, language, timeZone }));
    return true;
  } catch {
    return false;
  }
}

interface FinishParts {
  readonly fieldAnswers: ReturnType<typeof useAnswers>;
  readonly signing: ReturnType<typeof useSigningFields>;
  readonly goToReview: () => void;
}

/** Finish moves to the first incomplete field; once there is none, it waits for all answers to be saved. */
function useFinish({ fieldAnswers, signing, goToReview }: FinishParts) {
  const t = useText('signing');
  const announce = useAnnounce();
  const [isBusy, setBusy] = useState(false);
  const start = async () => {
    const first = signing.incomplete[0];
    if (first !== undefined) {
      signing.showIncomplete();
      goToField(first);
      return;
    }
    setBusy(true);
    const isSaved = await fieldAnswers.settled();
    setBusy(false);
    if (isSaved) goToReview();
    else announce(t('save.errorHelp'));
  };
  return { start: () => void start(), isBusy };
}

/** Loads the first document and a picture of its first page while the cover is read, so that Start shows it at once. */
function useFirstPagesEarly(view: SigningView): void {
  const first = view.documents[0];
  const { url, sha256, firstPageUrl = null } = first ?? {};
  useEffect(() => {
    if (firstPageUrl !== null) loadPictureOnce(firstPageUrl);
    if (url !== undefined) openPdfOnce({ url, sha256 }).catch(() => undefined);
  }, [url, sha256, firstPageUrl]);
}
