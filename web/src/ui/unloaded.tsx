import { useText } from '../text/start-text.ts';
import { Button } from './button.tsx';
import { ErrorBanner } from './error-banner.tsx';
import { Skeleton } from './skeleton.tsx';

type Failed = { error: unknown; refetch: () => unknown };
type UnloadedProps = { query: Failed & { isPending: boolean }; lines?: number; className?: string };

/** Stands where a query's data will: lines while it is asked for the first time, then its error with another try. */
export function Unloaded({ query, ...lines }: UnloadedProps) {
  return query.isPending ? <Skeleton {...lines} /> : <FailedQuery query={query} />;
}

/** The error of what could not be read, with another try. */
export function FailedQuery({ query: { error, refetch } }: { query: Failed }) {
  const t = useText('ui');
  return <ErrorBanner error={error} action={<Button onClick={() => refetch()}>{t('tryAgain')}</Button>} />;
}
