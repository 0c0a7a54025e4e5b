import { useText } from '../text/start-text.ts';
import { Button } from '../ui/button.tsx';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { OutsideFrame } from '../ui/outside-frame.tsx';

/** Shown when a page crashes or its code was replaced by a newer version: reloading helps with both. */
export function RouteError({ error }: { error: unknown }) {
  const t = useText('frame');
  return (
    <OutsideFrame title={t('error.title')} lead={t('error.lead')}>
      <ErrorBanner error={error} />
      <Button variant="primary" onClick={() => window.location.reload()}>
        {t('error.action')}
      </Button>
    </OutsideFrame>
  );
}
