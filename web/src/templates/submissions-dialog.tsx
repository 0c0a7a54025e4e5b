import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { type PublicLink, submissionsQuery } from '../api/public-links-api.ts';
import type { TemplateIds } from '../api/templates-api.ts';
import { currentLanguage, useText } from '../text/start-text.ts';
import { Dialog } from '../ui/dialog.tsx';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { formatMoment } from '../ui/format-time.ts';
import { Pager } from '../ui/pager.tsx';
import { Skeleton } from '../ui/skeleton.tsx';

interface SubmissionsProps {
  readonly ids: TemplateIds;
  readonly link: PublicLink;
  readonly onClose: () => void;
}

/** Who came by a link, with the document of each. */
export function SubmissionsDialog({ ids, link, onClose }: SubmissionsProps) {
  const t = useText('links');
  const [page, setPage] = useState(1);
  const query = useQuery(submissionsQuery(ids, link.id, page));
  const items = query.data?.items ?? [];
  return (
    <Dialog isOpen title={t('submissionsOf', { name: link.name })} onClose={onClose}>
      {query.error && <ErrorBanner error={query.error} />}
      {query.isPending && <Skeleton lines={3} />}
      {query.data && items.length === 0 && <p className="text-muted">{t('nobody')}</p>}
      <ul className="flex flex-col divide-y divide-line">
        {items.map(({ id, name, email, state, reference, provenDate, workflowId }) => (
          <li key={id} className="flex flex-col gap-1 py-3">
            <p className="min-w-0 break-words">
              <bdi className="font-medium">{name ?? t('erased')}</bdi> {email && <bdi>{email}</bdi>}
            </p>
            <p className="text-14 text-muted">
              {[
                t(`submission_${state}`),
                formatMoment(provenDate, currentLanguage()),
                ...(reference === null ? [] : [reference]),
              ].join(' · ')}
            </p>
            {workflowId !== null && (
              <Link
                to="/documents/$workspaceId/$id"
                params={{ workspaceId: String(link.workspaceId), id: String(workflowId) }}
                className="link inline-flex min-h-6 items-center self-start text-14"
              >
                {t('openDocument')}
              </Link>
            )}
          </li>
        ))}
      </ul>
      {query.data && <Pager page={page} pages={query.data.pages} onPage={setPage} />}
    </Dialog>
  );
}
