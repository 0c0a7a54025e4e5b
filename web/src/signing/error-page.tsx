import { CloudOff, RefreshCw } from 'lucide-react';
import { useText } from '../text/start-text.ts';
import { Button } from '../ui/button.tsx';
import type { SigningError } from './signing-api.ts';
import { SigningFrame } from './signing-frame.tsx';

/** The page could not be loaded: what happened, what is safe, what to do, and the number to quote. */
export function ErrorPage({ error, onRetry }: { error: SigningError; onRetry: () => void }) {
  const t = useText('signing');
  const ui = useText('ui');
  const kind = error.kind === 'offline' || error.kind === 'busy' ? error.kind : 'server';
  return (
    <SigningFrame
      title={t(`errorPage.${kind}Title`)}
      above={<CloudOff aria-hidden size={32} strokeWidth={1.5} className="mb-4 text-stopped" />}
    >
      <p className="mt-3 max-w-text text-muted">{t(`errorPage.${kind}`)}</p>
      <Button variant="primary" icon={RefreshCw} onClick={onRetry} className="mt-6">
        {t('errorPage.retry')}
      </Button>
      {error.requestId !== null && (
        <p className="mt-6 font-mono text-13 text-muted">{ui('requestId', { requestId: error.requestId })}</p>
      )}
    </SigningFrame>
  );
}
