import { useEffect, useRef, useState } from 'react';
import { useText } from '../text/start-text.ts';
import { useAnnounce } from './announcer.tsx';
import { Cover } from './cover.tsx';
import { DocumentStage } from './document-stage.tsx';
import { goToField } from './field-focus.ts';
import { openPdfOnce } from './pdf-files.ts';
import { ReviewStage } from './review-stage.tsx';
import type { SigningApi } from './signing-api.ts';
import { type Sheet, SigningSheets } from './signing-sheets.tsx';
import type { SigningView } from './signing-view.ts';
import { useAnswers } from './use-answers.ts';
import { useFieldDesk } from './use-field-desk.ts';
import { useStage } from './use-stage.ts';

interface OpenSigningProps {
  readonly api: SigningApi;
  readonly view: SigningView;
  readonly onView: (view: SigningView) => void;
  readonly onReload: () => Promise<void>;
}

/** It is this person's turn: cover, then the document, then a last look. */
export function OpenSigning({ api, view, onView, onReload }: OpenSigningProps) {
  const book = useAnswers({ api, view, onGone: () => void onReload() });
  const [sheet, setSheet] = useState<Sheet | null>(null);
  const desk = useFieldDesk({ view, book, onMark: (mark, field) => setSheet({ kind: 'mark', mark, field }) });
  const mayOpen = view.consent.given || view.action.type === 'review';
  const [stage, goTo] = useStage(mayOpen);
  const root = useHiddenWhile(sheet !== null);
  const finish = useFinish({ book, desk, goToReview: () => goTo('review') });
  const onDecline = () => setSheet({ kind: 'decline' });
  useFirstPagesEarly(view);
  return (
    <>
      <div ref={root}>
        {stage === 'cover' && (
          <Cover
            view={view}
            onStart={() => goTo('document')}
            onDecline={onDecline}
            onConsent={() => giveConsent(api, view, onView)}
          />
        )}
        {stage === 'document' && (
          <DocumentStage
            view={view}
            desk={desk}
            book={book}
            onDecline={onDecline}
            onFinish={finish.start}
            isFinishing={finish.isBusy}
            onApprove={() => setSheet({ kind: 'approve' })}
          />
        )}
        {stage === 'review' && (
          <ReviewStage
            view={view}
            desk={desk}
            onBack={() => goTo('document')}
            onChange={(field) => goTo('document', () => goToField(field))}
            onFinish={async (button) => onView(await api.finish({ shownHash: view.shownHash, button }))}
            onReload={onReload}
          />
        )}
      </div>
      <SigningSheets
        api={api}
        view={view}
        desk={desk}
        sheet={sheet}
        isMarkNear={stage === 'document' && desk.fields.length > 0}
        onView={onView}
        onClose={() => setSheet(null)}
      />
    </>
  );
}

/** A modal dialog hides the page from people; this hides it from what reads the accessibility tree. */
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
  readonly book: ReturnType<typeof useAnswers>;
  readonly desk: ReturnType<typeof useFieldDesk>;
  readonly goToReview: () => void;
}

/** Finish leads to the first gap while there is one; then everything is saved before the last look. */
function useFinish({ book, desk, goToReview }: FinishParts) {
  const t = useText('signing');
  const announce = useAnnounce();
  const [isBusy, setBusy] = useState(false);
  const start = async () => {
    const gap = desk.gaps[0];
    if (gap !== undefined) {
      desk.showGaps();
      goToField(gap);
      return;
    }
    setBusy(true);
    const isSaved = await book.settled();
    setBusy(false);
    if (isSaved) goToReview();
    else announce(t('save.troubleSaid'));
  };
  return { start: () => void start(), isBusy };
}

/** The pages are fetched while the cover is read, so that Start shows them at once. */
function useFirstPagesEarly(view: SigningView): void {
  const url = view.documents[0]?.url;
  useEffect(() => {
    if (url !== undefined) openPdfOnce(url).catch(() => undefined);
  }, [url]);
}
