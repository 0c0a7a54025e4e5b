import { type ReactNode, useState } from 'react';
import { currentLanguage } from '../text/start-text.ts';
import { moduleHook } from './module-hook.ts';
import { PartMissing } from './part-missing.tsx';
import type { SigningApi } from './signing-api.ts';
import type { SigningView } from './signing-view.ts';
import type { Preview } from './use-preview.ts';

const useDialog = moduleHook(() => import('./identify-dialog.tsx'));

interface IdentifyParts {
  readonly api: SigningApi;
  readonly view: SigningView;
  readonly preview: Preview;
  /** The person has shown who they are: the document is signed. */
  readonly onProven: () => void;
}

interface Identify {
  /** Asks who signs, in a dialog; null where the link suffices. */
  readonly start: (() => void) | null;
  readonly dialog: ReactNode;
  /** Whether the person is being asked. */
  readonly isOpen: boolean;
}

/** Between the last press and the signature: the person shows who they are, for the content of the preview. */
export function useIdentifyPart({ api, view, preview, onProven }: IdentifyParts): Identify {
  const [contentHash, setContentHash] = useState<string | null>(null);
  const asked = view.identification;
  // A trial sends nothing.
  const isCode =
    !api.isTrial && asked !== null && (asked.method === 'code-sms' || asked.method === 'code-mail');
  const { module, hasFailed } = useDialog(isCode);
  const { made, isOutdated } = preview;
  if (!isCode || made === null) return { start: null, dialog: null, isOpen: false };
  // What is shown counts for this content alone.
  const isOpen = contentHash === made.contentHash && !isOutdated;
  const { previewId } = made;
  const close = () => setContentHash(null);
  const calls = {
    look: () => api.identify(`?preview=${encodeURIComponent(previewId)}`),
    askForCode: () => api.identify('/code', { previewId, language: currentLanguage() }),
    enterCode: (code: string) => api.identify('/code/entry', { previewId, code }),
  };
  const dialog = module && (
    <module.IdentifyDialog
      isOpen={isOpen}
      method={asked.method === 'code-mail' ? 'code-mail' : 'code-sms'}
      to={asked.to ?? ''}
      senderName={view.workflow.senderName}
      calls={calls}
      onProven={() => {
        close();
        onProven();
      }}
      onClose={close}
    />
  );
  return {
    start: () => setContentHash(made.contentHash),
    dialog: isOpen && hasFailed ? <PartMissing /> : dialog,
    isOpen,
  };
}
