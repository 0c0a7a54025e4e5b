import { Link2Off } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { takeHandover } from './handover-api.ts';
import { useHandoverText } from './handover-texts.ts';
import { type SigningError, toSigningError } from './signing-error.ts';
import { SigningFrame } from './signing-frame.tsx';

/** Where the address leads that another device shows: it takes over the session, and goes on to its page. */
export function ArrivalPage() {
  const t = useHandoverText();
  const [token] = useState(() => location.hash.slice(1));
  const [error, setError] = useState<SigningError | null>(null);
  const take = useCallback(() => {
    setError(null);
    takeHandover(token).then(
      (link) => location.replace(`/signing/${encodeURIComponent(link)}`),
      (cause) => setError(toSigningError(cause)),
    );
  }, [token]);
  useEffect(() => {
    // The token stays in no history.
    history.replaceState(null, '', location.pathname);
    take();
  }, [take]);
  if (error === null) {
    return (
      <SigningFrame title={t('title')}>
        <p role="status" className="mt-3 text-muted">
          {t('arriving')}
        </p>
      </SigningFrame>
    );
  }
  const hasEnded = ['unknown', 'conflict', 'refused'].includes(error.kind);
  return (
    <SigningFrame
      title={t(hasEnded ? 'ended' : 'failed')}
      above={<Link2Off aria-hidden size={32} strokeWidth={1.5} className="mb-4 text-stopped" />}
    >
      {hasEnded ? (
        <p className="mt-3 max-w-text text-muted">{t('endedHelp')}</p>
      ) : (
        <Button variant="primary" className="mt-6" onClick={take}>
          {t('retry')}
        </Button>
      )}
    </SigningFrame>
  );
}
