import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { ChevronLeft, FolderArchive } from 'lucide-react';
import { useState } from 'react';
import { exportsQuery } from '../api/exports-api.ts';
import { useText } from '../text/start-text.ts';
import { BACK_LINK } from '../ui/back-link.ts';
import { buttonClass } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Pager } from '../ui/pager.tsx';
import { Unloaded } from '../ui/unloaded.tsx';
import { ExportItem } from './export-item.tsx';

/** The archives that the reader asked for: how far each is, and where it is downloaded. */
export default function ExportsPage() {
  const t = useText('exports');
  const documents = useText('documents');
  const params = useParams({ from: '/app/exports/$workspaceId' });
  return (
    <>
      <PageHeader
        title={t('title')}
        lead={t('lead')}
        above={
          <Link to="/documents" className={BACK_LINK}>
            <ChevronLeft aria-hidden size={16} />
            {documents('title')}
          </Link>
        }
      />
      <Exports workspaceId={Number(params.workspaceId)} />
    </>
  );
}

function Exports({ workspaceId }: { workspaceId: number }) {
  const t = useText('exports');
  const [page, setPage] = useState(1);
  const list = useQuery(exportsQuery(workspaceId, page));
  if (!list.data) return <Unloaded query={list} lines={4} />;
  if (list.data.total === 0)
    return (
      <EmptyState
        icon={FolderArchive}
        title={t('empty')}
        action={
          <Link to="/documents" className={buttonClass()}>
            {t('emptyAction')}
          </Link>
        }
      >
        {t('emptyLead')}
      </EmptyState>
    );
  return (
    <>
      <ul aria-label={t('title')} className="divide-y divide-line border-y border-line">
        {list.data.items.map((job) => (
          <ExportItem key={job.id} workspaceId={workspaceId} job={job} />
        ))}
      </ul>
      <Pager page={page} pages={list.data.pages} onPage={setPage} />
    </>
  );
}
