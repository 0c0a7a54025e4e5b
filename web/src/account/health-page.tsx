import { useQuery } from '@tanstack/react-query';
import { CircleCheck, CircleX, Info, type LucideIcon, RefreshCw, TriangleAlert } from 'lucide-react';
import { checkHealth, healthQuery } from '../api/health-api.ts';
import type { Health } from '../api/wire.ts';
import { useText } from '../text/start-text.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { TimeText } from '../ui/time-text.tsx';
import { useAct } from '../ui/use-act.ts';
import { AccountArea } from './account-area.tsx';

/** What `paraph doctor` says, for the owner of the instance: what is wrong first. */
export default function HealthPage() {
  const t = useText('health');
  const health = useQuery(healthQuery);
  return (
    <AccountArea title={t('title')} lead={t('lead')} action={<CheckAgain health={health.data} />}>
      {health.isPending && <Skeleton lines={6} />}
      <ErrorBanner error={health.error} />
      {health.data && <Findings health={health.data} />}
    </AccountArea>
  );
}

function CheckAgain({ health }: { health: Health | undefined }) {
  const t = useText('health');
  const checking = useAct({
    does: checkHealth,
    answers: healthQuery,
  });
  if (!health) return null;
  return (
    <div className="flex flex-col gap-2">
      <Button
        variant="primary"
        icon={RefreshCw}
        busy={checking.isPending || health.underWay}
        onClick={() => checking.mutate()}
      >
        {t('check')}
      </Button>
      <ErrorBanner error={checking.error} />
    </div>
  );
}

function Findings({ health: { checkedDate, underWay, findings } }: { health: Health }) {
  const t = useText('health');
  const sorted = STATES.flatMap((state) => findings.filter((each) => each.state === state));
  return (
    <div className="flex flex-col gap-4">
      <p role="status" className="text-14 text-muted">
        {underWay && `${t('underWay')} `}
        {checkedDate !== null && (
          <>
            {t('checked')} <TimeText seconds={checkedDate} />
          </>
        )}
      </p>
      {checkedDate === null ? (
        !underWay && (
          <EmptyState icon={Info} title={t('none')}>
            {t('noneLead')}
          </EmptyState>
        )
      ) : (
        <ul className="flex flex-col divide-y divide-line border-y border-line">
          {sorted.map((finding) => (
            <Finding key={`${finding.name} ${finding.detail}`} finding={finding} />
          ))}
        </ul>
      )}
    </div>
  );
}

/** The words of a finding are those of the command, in English. */
function Finding({ finding: { name, state, detail, remedy } }: { finding: Health['findings'][number] }) {
  const t = useText('health');
  const { icon: Icon, tone } = LOOK[state];
  return (
    <li className="flex gap-3 py-3">
      <Icon aria-hidden size={20} className={`mt-0.5 shrink-0 ${tone}`} />
      <div className="min-w-0 max-w-text">
        <p>
          <span lang="en" className="font-medium">
            {name}
          </span>{' '}
          <span className={`text-14 ${tone}`}>{t(`state.${state}`)}</span>
        </p>
        <p lang="en" dir="ltr" className="text-14 break-words">
          {detail}
        </p>
        {remedy !== null && (
          <p lang="en" dir="ltr" className="mt-1 text-14 font-medium break-words">
            {remedy}
          </p>
        )}
      </div>
    </li>
  );
}

const STATES = ['failed', 'warning', 'well'] as const;
const LOOK: Record<(typeof STATES)[number], { icon: LucideIcon; tone: string }> = {
  failed: { icon: CircleX, tone: 'text-stopped' },
  warning: { icon: TriangleAlert, tone: 'text-waiting' },
  well: { icon: CircleCheck, tone: 'text-done' },
};
