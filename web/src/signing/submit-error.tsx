import { type ReactNode, useEffect, useRef } from 'react';
import { useText } from '../text/start-text.ts';
import { Banner } from '../ui/banner.tsx';
import type { SigningError } from './signing-error.ts';

interface SubmitErrorProps {
  readonly error: SigningError | null;
  readonly title?: string;
  readonly action?: ReactNode;
}

/**
 * Why a request failed: our text for its kind, or the server's message where it refused. It scrolls into view and
 * takes the focus, because the pressed button may be a whole screen away from it.
 */
export function SubmitError({ error, title, action }: SubmitErrorProps) {
  const t = useText('signing');
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (error === null) return;
    ref.current?.scrollIntoView({ block: 'center' });
    ref.current?.focus({ preventScroll: true });
  }, [error]);
  if (error === null) return null;
  return (
    <div ref={ref} tabIndex={-1} className="outline-none">
      <Banner tone="stopped" title={title ?? t('review.failed')} requestId={error.requestId} action={action}>
        <p>{messageFor(error, t)}</p>
      </Banner>
    </div>
  );
}

function messageFor(error: SigningError, t: (key: string) => string): string {
  switch (error.kind) {
    case 'changed':
    case 'conflict':
      return t('review.conflict');
    case 'offline':
    case 'busy':
    case 'server':
      return t(`errorPage.${error.kind}`);
    case 'unknown':
      return t('end.unknownHelp');
    default:
      return [error.message, t('review.safe')].filter(Boolean).join(' ');
  }
}
