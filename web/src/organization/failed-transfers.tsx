import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { failedTransfersQuery } from '../api/destination-api.ts';
import { useText } from '../text/start-text.ts';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { Pager } from '../ui/pager.tsx';

/** The documents of which no copy could be written; nothing where there is none. */
export function FailedTransfers({ workspaceId }: { workspaceId: number }) {
  const t = useText('destination');
  const [page, setPage] = useState(1);
  const { data, error } = useQuery({
    ...failedTransfersQuery(workspaceId, page),
    placeholderData: keepPreviousData,
  });
  if (error) return <ErrorBanner error={error} />;
  if (!data || data.total === 0) return null;
  return (
    <section aria-labelledby="failed-transfers" className="flex flex-col gap-2">
      <h3 id="failed-transfers" className="font-semibold">
        {t('failed')}
      </h3>
      <p className="text-14 text-muted">{t('failedLead')}</p>
      <ul className="flex flex-col divide-y divide-line">
        {data.items.map(({ workflowId, name, cause }) => (
          <li key={workflowId} className="py-2">
            <Link
              to="/documents/$workspaceId/$id"
              params={{ workspaceId: String(workspaceId), id: String(workflowId) }}
              className="break-words font-medium underline"
            >
              {name}
            </Link>
            <p className="break-words text-14 text-muted">{cause}</p>
          </li>
        ))}
      </ul>
      <Pager page={page} pages={data.pages} onPage={setPage} />
    </section>
  );
}
