import { useEffect, useState } from 'react';
import { Cover } from './cover.tsx';
import type { Progress } from './cover-state.ts';
import { openSharedPdf } from './pdf-files.ts';
import type { Act, SigningApi } from './signing-api.ts';
import type { OpenDialog } from './signing-dialogs.tsx';
import type { SigningView } from './signing-view.ts';
import { StageLoader, useStages } from './stage-loader.tsx';
import { useHiddenWhile } from './use-hidden-while.ts';
import { useStage } from './use-stage.ts';
import type { Statement } from './witness-part.tsx';

interface OpenSigningProps {
  readonly api: SigningApi;
  readonly view: SigningView;
  readonly onView: (view: SigningView) => void;
  readonly onAct: Act;
  readonly onReload: () => Promise<void>;
}

/** The page of a recipient whose turn it is: the cover, and then the stages, which are loaded meanwhile. */
export function OpenSigning({ api, view, onView, onAct, onReload }: OpenSigningProps) {
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const [progress, setProgress] = useState<Progress | null>(null);
  const mayOpen = view.consent.given || view.action.type === 'review';
  const [stage, goTo] = useStage(mayOpen);
  const root = useHiddenWhile(dialog !== null);
  const { module: stages } = useStages(true);
  const [successor, setSuccessor] = useState<{ name: string } | null>(null);
  useFirstDocumentEarly(view);
  if (successor !== null) {
    return (
      <StageLoader>{({ PassedOnPage }) => <PassedOnPage view={view} name={successor.name} />}</StageLoader>
    );
  }
  return (
    <>
      {stage === 'cover' && (
        <div ref={root}>
          <Cover
            view={view}
            isTrial={api.isTrial === true}
            progress={progress}
            onStart={() => goTo('document')}
            onRead={() => goTo('read')}
            onDecline={() => setDialog({ kind: 'decline' })}
            onReassign={() => setDialog({ kind: 'reassign' })}
            onConsent={(witness) => giveConsent(api, { view, witness }, onView)}
            onName={async (witness) => onView(await api.nameWitness(witness))}
          />
        </div>
      )}
      {stages === null ? (
        stage !== 'cover' && <StageLoader>{() => null}</StageLoader>
      ) : (
        <stages.OpenStages
          api={api}
          view={view}
          stage={stage}
          dialog={dialog}
          goTo={goTo}
          onDialog={setDialog}
          onProgress={setProgress}
          onView={onView}
          onAct={onAct}
          onReload={onReload}
          onReassigned={setSuccessor}
        />
      )}
    </>
  );
}

async function giveConsent(
  api: SigningApi,
  { view, witness }: { view: SigningView; witness: Statement | null },
  onView: (view: SigningView) => void,
): Promise<boolean> {
  const { version, language, disclosure } = view.consent;
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  try {
    const shown = { version, language, timeZone, disclosure: disclosure?.sha256 ?? null };
    onView(await api.consent({ ...shown, witness }));
    return true;
  } catch {
    return false;
  }
}

/** Loads the first document while the cover is read; its picture is on its way (`fetchEarly`). */
function useFirstDocumentEarly(view: SigningView): void {
  const { url, sha256 } = view.documents[0] ?? {};
  useEffect(() => {
    if (url === undefined) return;
    return openSharedPdf({ url, sha256 }).release;
  }, [url, sha256]);
}
