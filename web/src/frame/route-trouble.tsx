import { useText } from '../text/start-text.ts';
import { Button } from '../ui/button.tsx';
import { TroubleBanner } from '../ui/trouble-banner.tsx';
import { PlainFrame } from './plain-frame.tsx';

/** A page that broke, or whose code a newer version has replaced: loading anew helps with both. */
export function RouteTrouble({ error }: { error: unknown }) {
  const t = useText('frame');
  return (
    <PlainFrame title={t('trouble.title')} lead={t('trouble.lead')}>
      <TroubleBanner error={error} />
      <Button variant="primary" onClick={() => window.location.reload()}>
        {t('trouble.action')}
      </Button>
    </PlainFrame>
  );
}
