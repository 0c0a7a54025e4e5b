import { CloudOff, RefreshCw } from 'lucide-react';
import { useText } from '../text/start-text.ts';
import { Button } from '../ui/button.tsx';
import { SheetFrame } from './sheet-frame.tsx';
import type { SigningTrouble } from './signing-api.ts';

/** The page could not be loaded: what happened, what is safe, what to do, and the number to quote. */
export function TroublePage({ trouble, onRetry }: { trouble: SigningTrouble; onRetry: () => void }) {
  const t = useText('signing');
  const ui = useText('ui');
  const kind = trouble.kind === 'offline' || trouble.kind === 'busy' ? trouble.kind : 'server';
  return (
    <SheetFrame
      title={t(`trouble_page.${kind}Title`)}
      above={<CloudOff aria-hidden size={32} strokeWidth={1.5} className="mb-4 text-stopped" />}
    >
      <p className="mt-3 max-w-text text-muted">{t(`trouble_page.${kind}`)}</p>
      <Button variant="primary" icon={RefreshCw} onClick={onRetry} className="mt-6">
        {t('trouble_page.retry')}
      </Button>
      {trouble.requestId !== null && (
        <p className="mt-6 font-mono text-13 text-muted">
          {ui('requestId', { requestId: trouble.requestId })}
        </p>
      )}
    </SheetFrame>
  );
}
