import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ApiError } from '../api/call.ts';
import { type TemplateIds, templateQuery } from '../api/templates-api.ts';
import type { Template } from '../api/wire.ts';
import { useText } from '../text/start-text.ts';
import { buttonClass } from '../ui/button.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { FailedQuery } from '../ui/unloaded.tsx';

/** Loads a template and renders its children with it, or shows the error. */
export function WithTemplate({
  ids,
  isFresh = false,
  children,
}: {
  ids: TemplateIds;
  /** Ignores cached data: an editor must start with the present state. */
  isFresh?: boolean;
  children: (template: Template) => ReactNode;
}) {
  const t = useText('templates');
  const query = useQuery({
    ...templateQuery(ids),
    ...(isFresh ? { refetchOnMount: 'always' as const } : {}),
  });
  if (query.data && (query.isFetchedAfterMount || !isFresh)) return children(query.data);
  if (query.isPending || (query.isFetching && isFresh)) return <Skeleton lines={8} />;
  if (query.error instanceof ApiError && query.error.status === 404) {
    return (
      <>
        <PageHeader title={t('goneTitle')} lead={t('goneLead')} />
        <Link to="/templates" search={{}} className={buttonClass()}>
          {t('backToList')}
        </Link>
      </>
    );
  }
  return <FailedQuery query={query} />;
}
