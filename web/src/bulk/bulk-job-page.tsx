import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { ChevronLeft } from 'lucide-react';
import { type BulkIds, bulkJobQuery } from '../api/bulk-api.ts';
import type { BulkJob, Template } from '../api/wire.ts';
import { paramsOf } from '../templates/template-links.tsx';
import { WithTemplate } from '../templates/with-template.tsx';
import { useText } from '../text/start-text.ts';
import { useSayer } from '../text/use-sayer.ts';
import { BACK_LINK } from '../ui/back-link.ts';
import { Banner } from '../ui/banner.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { ProgressBar } from '../ui/progress-bar.tsx';
import { StateBadge } from '../ui/state-badge.tsx';
import { TimeText } from '../ui/time-text.tsx';
import { Unloaded } from '../ui/unloaded.tsx';
import { BulkActs } from './bulk-acts.tsx';
import { BulkColumns } from './bulk-columns.tsx';
import { BulkRows } from './bulk-rows.tsx';
import { progressOf, toneOfJob } from './bulk-state.ts';
import { OpenActs } from './open-acts.tsx';

/** A table that was sent: what was found in it, how far its sending is, and what became of each row. */
export default function BulkJobPage() {
  const params = useParams({ from: '/app/templates/$workspaceId/$id/bulk/$bulkId' });
  const ids = { workspaceId: Number(params.workspaceId), id: Number(params.id) };
  const jobIds = { ...ids, bulkId: Number(params.bulkId) };
  return (
    <WithTemplate ids={ids}>{(template) => <LoadedJob ids={jobIds} template={template} />}</WithTemplate>
  );
}

function LoadedJob({ ids, template }: { ids: BulkIds; template: Template }) {
  const query = useQuery(bulkJobQuery(ids));
  if (!query.data) return <Unloaded query={query} lines={8} />;
  return <Job ids={ids} template={template} job={query.data} />;
}

function Job({ ids, template, job }: { ids: BulkIds; template: Template; job: BulkJob }) {
  const t = useText('many');
  const isUnsent = job.state === 'checking' || job.state === 'ready';
  return (
    <>
      <PageHeader
        title={job.fileName}
        above={
          <Link to="/templates/$workspaceId/$id/bulk" params={paramsOf(ids)} className={BACK_LINK}>
            <ChevronLeft aria-hidden size={16} />
            {t('backToTables', { name: template.name })}
          </Link>
        }
        lead={<StateBadge tone={toneOfJob(job)} word={t(`state.${job.state}`)} />}
        action={<BulkActs ids={ids} job={job} />}
      />
      <div className="flex flex-col gap-8">
        <Progress job={job} />
        {isUnsent && (
          <BulkColumns key={JSON.stringify(job.columns)} ids={ids} job={job} template={template} />
        )}
        {job.sent > 0 && <OpenActs ids={ids} job={job} />}
        <BulkRows ids={ids} job={job} />
      </div>
    </>
  );
}

/** How far it is; read anew every second while the server works, so that a reload loses nothing. */
function Progress({ job }: { job: BulkJob }) {
  const t = useText('many');
  const { done, total } = progressOf(job);
  const isShown = job.state === 'checking' || job.state === 'sending' || job.state === 'paused';
  const { rows, valid, invalid, sent, signed, failed, canceled } = job;
  return (
    <section aria-label={t('progress')} className="flex flex-col gap-3">
      <PauseBanner job={job} />
      {isShown && <ProgressBar label={t('progress')} done={done} total={total} />}
      <p role="status" className="text-muted tabular-nums">
        {t(`says.${job.state}`, { done, total, rows, valid, invalid, sent, failed, canceled, signed })}
      </p>
      {job.scheduledStartDate !== null && job.sent === 0 && job.endDate === null && (
        <p className="text-14 text-muted">
          {t('startsAt')} <TimeText seconds={job.scheduledStartDate} isDeadline />
        </p>
      )}
      {job.encoding === 'windows-1252' && job.startDate === null && (
        <p className="text-14 text-muted">{t('oldEncoding')}</p>
      )}
    </section>
  );
}

function PauseBanner({ job: { state, pausedFor } }: { job: BulkJob }) {
  const t = useText('many');
  const say = useSayer(pausedFor !== null);
  if (state !== 'paused') return null;
  return (
    <Banner tone="waiting" title={t(pausedFor === null ? 'pausedByPerson' : 'pausedByItself')}>
      {pausedFor !== null && say(pausedFor)}
    </Banner>
  );
}
