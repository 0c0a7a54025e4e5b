import { useQuery } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';
import { statusQuery } from '../api/account-api.ts';
import { useText } from '../text/start-text.ts';
import { Banner } from '../ui/banner.tsx';
import { OutsideFrame } from '../ui/outside-frame.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { FailedQuery } from '../ui/unloaded.tsx';

/** Redirects `/` to the documents, to sign-in, or to the set-up notice. */
export function EntryPage() {
  const t = useText('frame');
  const status = useQuery(statusQuery);
  if (status.isPending) return <Skeleton className="p-8" />;
  if (status.error) {
    return (
      <OutsideFrame title={t('error.title')}>
        <FailedQuery query={status} />
      </OutsideFrame>
    );
  }
  if (status.data.lock) return <Navigate to="/locked" replace />;
  if (status.data.signedIn) return <Navigate to="/documents" replace />;
  if (!status.data.setUpNeeded) return <Navigate to="/sign-in" replace />;
  return (
    <OutsideFrame title={t('setUp.title')} lead={t('setUp.lead')}>
      <Banner tone="info" title={t('setUp.banner')}>
        {t('setUp.how')}
      </Banner>
    </OutsideFrame>
  );
}
