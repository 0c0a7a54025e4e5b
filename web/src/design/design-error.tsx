import { ApiError } from '../api/call.ts';
import { useText } from '../text/start-text.ts';
import { Button } from '../ui/button.tsx';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { PlainFrame } from '../ui/plain-frame.tsx';

/** Shows that the session has ended, or any other error with a retry. */
export function DesignError({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const t = useText('design');
  if (error instanceof ApiError && error.status === 404) {
    return <PlainFrame title={t('endedTitle')} lead={t('endedLead')} />;
  }
  return (
    <PlainFrame title={t('pagesFailed')}>
      <ErrorBanner error={error} action={<Button onClick={onRetry}>{t('tryAgain')}</Button>} />
    </PlainFrame>
  );
}
