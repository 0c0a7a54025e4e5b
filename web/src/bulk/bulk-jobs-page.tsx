import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { ChevronLeft, Table2 } from 'lucide-react';
import { useState } from 'react';
import { workspaceBulkJobsQuery } from '../api/bulk-api.ts';
import { useText } from '../text/start-text.ts';
import { BACK_LINK } from '../ui/back-link.ts';
import { buttonClass } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Pager } from '../ui/pager.tsx';
import { moveBetweenRows } from '../ui/table.tsx';
import { Unloaded } from '../ui/unloaded.tsx';
import { JobItem } from './job-item.tsx';

/** The tables that were sent in a workspace, of whichever template, and how far each is. */
export default function BulkJobsPage() {
  const t = useText('many');
  const templates = useText('templates');
  const { workspaceId } = useParams({ from: '/app/bulk/$workspaceId' });
  return (
    <>
      <PageHeader
        title={t('allJobs')}
        above={
          <Link to="/templates" className={BACK_LINK}>
            <ChevronLeft aria-hidden size={16} />
            {templates('title')}
          </Link>
        }
      />
      <Jobs workspaceId={Number(workspaceId)} />
    </>
  );
}

function Jobs({ workspaceId }: { workspaceId: number }) {
  const t = useText('many');
  const templates = useText('templates');
  const [page, setPage] = useState(1);
  const list = useQuery(workspaceBulkJobsQuery(workspaceId, page));
  if (!list.data) return <Unloaded query={list} lines={6} />;
  if (list.data.total === 0)
    return (
      <EmptyState
        icon={Table2}
        title={t('noJobs')}
        action={
          <Link to="/templates" className={buttonClass()}>
            {templates('title')}
          </Link>
        }
      >
        {t('noJobsLead')}
      </EmptyState>
    );
  return (
    <>
      <ul
        aria-label={t('allJobs')}
        onKeyDown={moveBetweenRows}
        className="divide-y divide-line border-y border-line"
      >
        {list.data.items.map((job) => (
          <JobItem key={job.id} job={job} isNamed />
        ))}
      </ul>
      <Pager page={page} pages={list.data.pages} onPage={setPage} />
    </>
  );
}
