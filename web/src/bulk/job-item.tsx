import { Link } from '@tanstack/react-router';
import { isMoving } from '../api/bulk-api.ts';
import type { BulkJob } from '../api/wire.ts';
import { paramsOf } from '../templates/template-links.tsx';
import { useText } from '../text/start-text.ts';
import { ProgressBar } from '../ui/progress-bar.tsx';
import { StateBadge } from '../ui/state-badge.tsx';
import { ROW_ANCHOR } from '../ui/table.tsx';
import { TimeText } from '../ui/time-text.tsx';
import { progressOf, toneOfJob } from './bulk-state.ts';

/** A table that was sent, and how far it is; without a page of its own once its template was deleted. */
export function JobItem({ job, isNamed = false }: { job: BulkJob; isNamed?: boolean }) {
  const t = useText('many');
  const { templateId: id, workspaceId } = job;
  const file = <bdi>{job.fileName}</bdi>;
  return (
    <li className="relative flex flex-wrap items-center gap-x-4 gap-y-2 py-4 focus-within:bg-wash hover:bg-wash">
      <div className="min-w-0 flex-1 basis-56">
        {id === null ? (
          <span className="font-medium break-words">{file}</span>
        ) : (
          <Link
            {...ROW_ANCHOR}
            to="/templates/$workspaceId/$id/bulk/$bulkId"
            params={{ ...paramsOf({ workspaceId, id }), bulkId: String(job.id) }}
            className="font-medium break-words no-underline after:absolute after:inset-0 hover:underline"
          >
            {file}
          </Link>
        )}
        {isNamed && (
          <p className="text-14 break-words">
            <bdi>{job.name}</bdi>
          </p>
        )}
        <p className="text-13 text-muted">
          {t('counts', { rows: job.rows, sent: job.sent, signed: job.signed })}{' '}
          <TimeText seconds={job.createDate} />
        </p>
        {(isMoving(job) || job.state === 'paused') && (
          <ProgressBar label={t('progress')} {...progressOf(job)} />
        )}
      </div>
      <StateBadge tone={toneOfJob(job)} word={t(`state.${job.state}`)} />
    </li>
  );
}
