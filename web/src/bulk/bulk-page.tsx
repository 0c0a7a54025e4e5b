import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { bulkJobsQuery } from '../api/bulk-api.ts';
import type { TemplateIds } from '../api/templates-api.ts';
import type { BulkJob } from '../api/wire.ts';
import { paramsOf, TemplateLink } from '../templates/template-links.tsx';
import { WithTemplate } from '../templates/with-template.tsx';
import { useText } from '../text/start-text.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { Pager } from '../ui/pager.tsx';
import { StateBadge } from '../ui/state-badge.tsx';
import { moveBetweenRows, ROW_ANCHOR } from '../ui/table.tsx';
import { TimeText } from '../ui/time-text.tsx';
import { Unloaded } from '../ui/unloaded.tsx';
import { toneOfJob } from './bulk-state.ts';
import { TableForm } from './table-form.tsx';

/** One template for many people: a table is uploaded, and earlier ones are listed. */
export default function BulkPage() {
  const t = useText('many');
  const params = useParams({ from: '/app/templates/$workspaceId/$id/bulk' });
  const ids = { workspaceId: Number(params.workspaceId), id: Number(params.id) };
  return (
    <WithTemplate ids={ids}>
      {(template) => (
        <>
          <PageHeader
            title={t('title')}
            lead={t('lead')}
            above={<TemplateLink ids={ids} name={template.name} />}
          />
          <TableForm ids={ids} template={template} />
          <Jobs ids={ids} />
        </>
      )}
    </WithTemplate>
  );
}

function Jobs({ ids }: { ids: TemplateIds }) {
  const t = useText('many');
  const [page, setPage] = useState(1);
  const list = useQuery(bulkJobsQuery(ids, page));
  if (!list.data) return <Unloaded query={list} lines={3} className="mt-10" />;
  if (list.data.total === 0) return null;
  return (
    <section aria-labelledby="bulk-jobs" className="mt-12">
      <h2 id="bulk-jobs" className="mb-3 text-20 font-semibold">
        {t('jobs')}
      </h2>
      <ul
        aria-labelledby="bulk-jobs"
        onKeyDown={moveBetweenRows}
        className="divide-y divide-line border-y border-line"
      >
        {list.data.items.map((job) => (
          <JobItem key={job.id} ids={ids} job={job} />
        ))}
      </ul>
      <Pager page={page} pages={list.data.pages} onPage={setPage} />
    </section>
  );
}

function JobItem({ ids, job }: { ids: TemplateIds; job: BulkJob }) {
  const t = useText('many');
  return (
    <li className="relative flex flex-wrap items-center gap-x-4 gap-y-2 py-4 focus-within:bg-wash hover:bg-wash">
      <div className="min-w-0 flex-1 basis-56">
        <Link
          {...ROW_ANCHOR}
          to="/templates/$workspaceId/$id/bulk/$bulkId"
          params={{ ...paramsOf(ids), bulkId: String(job.id) }}
          className="font-medium break-words no-underline after:absolute after:inset-0 hover:underline"
        >
          <bdi>{job.fileName}</bdi>
        </Link>
        <p className="text-13 text-muted">
          {t('counts', { rows: job.rows, sent: job.sent, signed: job.signed })}{' '}
          <TimeText seconds={job.createDate} />
        </p>
      </div>
      <StateBadge tone={toneOfJob(job)} word={t(`state.${job.state}`)} />
    </li>
  );
}
