import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { bulkJobsQuery } from '../api/bulk-api.ts';
import type { TemplateIds } from '../api/templates-api.ts';
import { TemplateLink } from '../templates/template-links.tsx';
import { WithTemplate } from '../templates/with-template.tsx';
import { useText } from '../text/start-text.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { Pager } from '../ui/pager.tsx';
import { moveBetweenRows } from '../ui/table.tsx';
import { Unloaded } from '../ui/unloaded.tsx';
import { JobItem } from './job-item.tsx';
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
          <JobItem key={job.id} job={job} />
        ))}
      </ul>
      <Pager page={page} pages={list.data.pages} onPage={setPage} />
    </section>
  );
}
