import { ExternalLink } from 'lucide-react';
import { useState } from 'react';
import { Button, buttonClass } from '../ui/button.tsx';
import type { EmbeddedSession } from './embedded-api.ts';
import { useEmbeddedText } from './embedded-texts.ts';
import { createHandover } from './handover-api.ts';
import { LanguageChoice } from './language-choice.tsx';
import { canHoldKey } from './own-key/own-key.ts';
import { SigningFrame } from './signing-frame.tsx';
import type { SigningView } from './signing-view.ts';

/** Why a document cannot be signed in a frame. */
export type TabReason = 'qualified' | 'key' | 'sign-in';

/** Providers show their pages in no frame, and a key needs a page that may keep one. */
export function tabReason({ workflow, action, identification, state }: SigningView): TabReason | null {
  if (state !== 'open' || action.type !== 'sign') return null;
  if (workflow.type === 'qualified') return 'qualified';
  if (workflow.type !== 'advanced') return null;
  if (identification?.method === 'identity-provider') return 'sign-in';
  return canHoldKey() ? null : 'key';
}

interface LineProps {
  readonly session: EmbeddedSession;
  readonly view: SigningView | null;
  readonly onElsewhere: () => void;
}

/** Who asks, for what and at which level: no page around hides it. It leads to the whole page, and back. */
export function EmbeddedLine({ session, view, onElsewhere }: LineProps) {
  const t = useEmbeddedText();
  const { host } = location;
  const name = view?.workflow.name ?? '';
  return (
    <section aria-label={t('label')} className="border-b border-line text-14 text-muted print:hidden">
      <div className="page-column flex flex-wrap items-center justify-between gap-x-4 py-1">
        <span className="min-w-0">
          {view !== null && (
            <>
              <bdi>{view.workflow.senderName}</bdi> · <bdi className="text-ink">{name}</bdi> ·{' '}
              {t(`level_${view.workflow.type}`)}
            </>
          )}
        </span>
        <span className="flex flex-wrap items-center gap-x-2">
          {view?.state === 'open' ? (
            <TabButton view={view} label={t('through', { host })} onElsewhere={onElsewhere} isQuiet />
          ) : (
            t('through', { host })
          )}
          {session.returnUrl !== null && view !== null && (
            <a href={backOf(session, view)} target="_top" className="link touch inline-flex items-center">
              {t('back', { app: session.app })}
            </a>
          )}
          <LanguageChoice />
        </span>
      </div>
    </section>
  );
}

/** Back to the product, which is told what happened here; by a press alone. */
function backOf({ returnUrl, envelopeId }: EmbeddedSession, { state, action }: SigningView): string {
  const url = new URL(returnUrl ?? '');
  const acted = ['signed', 'approved', 'declined'].find((each) => each === action.status);
  url.searchParams.set('envelopeId', envelopeId);
  url.searchParams.set('event', acted ?? (state === 'open' || state === 'waiting' ? 'later' : state));
  return url.href;
}

interface TabButtonProps {
  readonly view: SigningView;
  readonly label: string;
  readonly onElsewhere: () => void;
  readonly isQuiet?: boolean;
}

/** Opens the session on the page of its own, once; a browser that lets no tab open gets a link. */
function TabButton({ view, label, onElsewhere, isQuiet = false }: TabButtonProps) {
  const t = useEmbeddedText();
  const [url, setUrl] = useState<string | null>(null);
  const [state, setState] = useState<'ready' | 'busy' | 'failed'>('ready');
  const open = async () => {
    setState('busy');
    try {
      const made = await createHandover(view.link);
      onElsewhere();
      if (window.open(made.url, '_blank') === null) setUrl(made.url);
      setState('ready');
    } catch {
      setState('failed');
    }
  };
  if (url !== null)
    return (
      <a href={url} target="_blank" rel="noopener" className={buttonClass('primary', isQuiet)}>
        {t('tabLink')}
      </a>
    );
  return (
    <>
      <Button
        icon={ExternalLink}
        variant={isQuiet ? 'quiet' : 'primary'}
        isSmall={isQuiet}
        className={isQuiet ? '-ms-3' : undefined}
        busy={state === 'busy'}
        onClick={() => void open()}
      >
        {label}
      </Button>
      {state === 'failed' && <span role="alert">{t('tabFailed')}</span>}
    </>
  );
}

interface TabFirstProps {
  readonly view: SigningView;
  readonly reason: TabReason;
  readonly isOpened: boolean;
  readonly onElsewhere: () => void;
}

/** In place of the document, which could be filled in here and not be signed. */
export function TabFirst({ view, reason, isOpened, onElsewhere }: TabFirstProps) {
  const t = useEmbeddedText();
  return (
    <SigningFrame title={t('tabTitle')}>
      <p className="mt-3 max-w-text text-muted">{t(`tab_${reason}`)}</p>
      <div className="mt-6 flex flex-wrap items-center gap-3">
        <TabButton view={view} label={t('tabOpen')} onElsewhere={onElsewhere} />
      </div>
      <p role="status" className="mt-3 text-14 text-muted">
        {isOpened && t('tabOpened')}
      </p>
    </SigningFrame>
  );
}

/** The last press was held back. */
export function HeldNotice() {
  const t = useEmbeddedText();
  return (
    <p role="alert" className="page-column py-3 text-14 font-medium text-stopped">
      {t('held')}
    </p>
  );
}
