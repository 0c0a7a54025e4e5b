import { useText } from '../text/start-text.ts';
import { Button } from '../ui/button.tsx';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { PlainFrame } from '../ui/plain-frame.tsx';

/** A page that broke, or whose code a newer version has replaced: loading anew helps with both. */
export function RouteError({ error }: { error: unknown }) {
  const t = useText('frame');
  return (
    <PlainFrame title={t('error.title')} lead={t('error.lead')}>
      <ErrorBanner error={error} />
      <Button variant="primary" onClick={() => window.location.reload()}>
        {t('error.action')}
      </Button>
    </PlainFrame>
  );
}
