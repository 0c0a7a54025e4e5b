import { type ReactNode, useState } from 'react';
import type { PasskeyChallenge } from '../api/passkey-browser.ts';
import { currentLanguage } from '../text/start-text.ts';
import { LoadFailure } from './load-failure.tsx';
import { moduleHook } from './module-hook.ts';
import type { SigningApi } from './signing-api.ts';
import type { SigningView } from './signing-view.ts';
import type { Preview } from './use-preview.ts';
import { isBackFromSignIn } from './use-stage.ts';

const useParts = moduleHook(() => import('./identify-parts.ts'));
type Parts = typeof import('./identify-parts.ts');

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
  const [isBack] = useState(isBackFromSignIn);
  // A trial sends nothing.
  const asked = api.isTrial ? null : view.identification;
  const { module, hasFailed } = useParts(asked !== null);
  const { made, isOutdated } = preview;
  if (asked === null || made === null) return { start: null, dialog: null, isOpen: false };
  // What is shown counts for this content alone.
  const isOpen = contentHash === made.contentHash && !isOutdated;
  const close = () => setContentHash(null);
  const proven = () => {
    close();
    onProven();
  };
  const dialog = module && (
    <IdentifyBy
      parts={module}
      {...{ api, view, isOpen, isBack, asked }}
      made={made}
      onProven={proven}
      onClose={close}
    />
  );
  return {
    start: () => setContentHash(made.contentHash),
    dialog: isOpen && hasFailed ? <LoadFailure /> : dialog,
    isOpen,
  };
}

interface IdentifyByProps extends Pick<IdentifyParts, 'api' | 'view' | 'onProven'> {
  readonly parts: Parts;
  readonly asked: NonNullable<SigningView['identification']>;
  readonly made: NonNullable<Preview['made']>;
  readonly isOpen: boolean;
  readonly isBack: boolean;
  readonly onClose: () => void;
}

/** The dialog of the proof that the sender asks for. */
function IdentifyBy({ parts, api, view, asked, made, isBack, ...dialog }: IdentifyByProps) {
  const { previewId, contentHash } = made;
  const language = currentLanguage();
  const look = () => api.identify(`?preview=${encodeURIComponent(previewId)}`);
  if (asked.method === 'identity-provider') {
    const signIn = async () => (await api.identify<{ url: string }>('/sign-in', { previewId, language })).url;
    const { email } = view.recipient;
    return (
      <>
        {isBack && !dialog.isOpen && <parts.SignInNotice key={contentHash} look={look} />}
        <parts.SignInDialog {...dialog} email={email} calls={{ look, signIn }} />
      </>
    );
  }
  if (asked.method === 'passkey') {
    const calls = {
      look,
      ask: () => api.identify<PasskeyChallenge>('/passkey/challenge', { previewId }),
      prove: (assertion: object) => api.identify('/passkey', { previewId, ...assertion }),
    };
    const { senderName } = view.workflow;
    return <parts.PasskeyDialog {...dialog} {...{ senderName, calls }} email={view.recipient.email} />;
  }
  const calls = {
    look,
    askForCode: () => api.identify('/code', { previewId, language }),
    enterCode: (code: string) => api.identify('/code/entry', { previewId, code }),
  };
  return (
    <parts.IdentifyDialog
      {...dialog}
      method={asked.method === 'code-mail' ? 'code-mail' : 'code-sms'}
      to={asked.to ?? ''}
      senderName={view.workflow.senderName}
      calls={calls}
    />
  );
}
