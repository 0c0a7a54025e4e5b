import { useText } from '../text/start-text.ts';
import { Button } from '../ui/button.tsx';

/** A part of the page could not be loaded. A browser remembers the failure until the page is loaded again. */
export function LoadFailure() {
  const t = useText('signing');
  return (
    <div role="alert" className="flex flex-col items-start gap-3">
      <p>{t('errorPage.offline')}</p>
      <Button onClick={() => location.reload()}>{t('errorPage.retry')}</Button>
    </div>
  );
}
