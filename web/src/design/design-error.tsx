import { ApiError } from '../api/call.ts';
import { useText } from '../text/start-text.ts';
import { Button } from '../ui/button.tsx';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { OutsideFrame } from '../ui/outside-frame.tsx';

/** Shows that the session has ended, or any other error with a retry. */
export function DesignError({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const t = useText('design');
  if (error instanceof ApiError && error.status === 404) {
    return <OutsideFrame title={t('endedTitle')} lead={t('endedLead')} />;
  }
  return (
    <OutsideFrame title={t('pagesFailed')}>
      <ErrorBanner error={error} action={<Button onClick={onRetry}>{t('tryAgain')}</Button>} />
    </OutsideFrame>
  );
}
