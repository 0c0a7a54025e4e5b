import { useQuery } from '@tanstack/react-query';
import { Moon } from 'lucide-react';
import { useState } from 'react';
import { runsQuery, startDryRun } from '../api/retention-api.ts';
import type { Organization, RetentionRun } from '../api/wire.ts';
import { useText } from '../text/start-text.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { Pager } from '../ui/pager.tsx';
import { ProgressBar } from '../ui/progress-bar.tsx';
import { StateBadge } from '../ui/state-badge.tsx';
import { TimeText } from '../ui/time-text.tsx';
import { Unloaded } from '../ui/unloaded.tsx';
import { useAct } from '../ui/use-act.ts';
import { RunItems } from './retention-items.tsx';

/** What was erased, and dry runs. */
export function RetentionRuns({ organization: { id } }: { organization: Organization }) {
  const t = useText('retention');
  const [page, setPage] = useState(1);
  const query = useQuery(runsQuery(id, page));
  const starting = useAct({
    does: () => startDryRun(id),
    done: () => setPage(1),
    stale: [{ queryKey: ['retention-runs', id] }],
  });
  const isRunning =
    query.data?.items.some(({ kind, endDate }) => kind === 'dry' && endDate === null) === true;
  return (
    <section className="flex flex-col gap-4">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div>
          <h2 className="text-20 font-semibold">{t('runs')}</h2>
          <p className="text-muted">{t('runsLead')}</p>
        </div>
        <Button busy={starting.isPending} disabled={isRunning} onClick={() => starting.mutate()}>
          {t('dryRun')}
        </Button>
      </div>
      <ErrorBanner error={starting.error} />
      {!query.data && <Unloaded query={query} lines={3} />}
      {query.data?.items.length === 0 && (
        <EmptyState icon={Moon} title={t('noRuns')}>
          {t('noRunsLead')}
        </EmptyState>
      )}
      {query.data && query.data.items.length > 0 && (
        <>
          <ul className="flex flex-col border-b border-line">
            {query.data.items.map((run) => (
              <RunRow key={run.id} organizationId={id} run={run} />
            ))}
          </ul>
          <Pager page={page} pages={query.data.pages} onPage={setPage} />
        </>
      )}
    </section>
  );
}

function RunRow({ organizationId, run }: { organizationId: number; run: RetentionRun }) {
  const t = useText('retention');
  const isOver = run.endDate !== null;
  const counts = [
    t(run.kind === 'dry' ? 'wouldErase' : 'erased', { count: run.due }),
    ...(run.held > 0 ? [t('held', { count: run.held })] : []),
    ...(run.failed > 0 ? [t('failed', { count: run.failed })] : []),
    t('examined', { count: run.examined }),
  ];
  const progress = t('running', { done: run.examined, total: run.total });
  return (
    <li className="flex flex-col gap-1 border-t border-line py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <p>
          <span className="font-medium">{t(run.kind)}</span>{' '}
          <span className="text-14 text-muted">
            <TimeText seconds={run.startDate} />
          </span>
        </p>
        <StateBadge tone={isOver ? 'done' : 'waiting'} word={t(isOver ? 'done' : 'under')} />
      </div>
      {isOver ? (
        <>
          <p className="text-14">{counts.join(' · ')}</p>
          <RunItems organizationId={organizationId} run={run} />
        </>
      ) : (
        <div role="status" className="flex flex-col gap-1 text-14">
          {progress}
          <ProgressBar label={progress} done={run.examined} total={run.total} />
        </div>
      )}
    </li>
  );
}
