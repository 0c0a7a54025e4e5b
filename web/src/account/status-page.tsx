import { useQuery } from '@tanstack/react-query';
import { CircleCheck, CircleX, Clock, type LucideIcon } from 'lucide-react';
import { statusQuery } from '../api/health-api.ts';
import type { ServiceStatus } from '../api/wire.ts';
import { useText } from '../text/start-text.ts';
import { OutsideFrame } from '../ui/outside-frame.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { TimeText } from '../ui/time-text.tsx';
import { FailedQuery } from '../ui/unloaded.tsx';

/** Whether the service works, for people who wait for something; looked at again while it is open. */
export default function StatusPage() {
  const t = useText('status');
  const status = useQuery(statusQuery);
  if (!status.data)
    return (
      <OutsideFrame title={t('title')}>
        {status.error ? <FailedQuery query={status} /> : <Skeleton lines={4} />}
      </OutsideFrame>
    );
  const { state, parts } = status.data;
  return (
    <OutsideFrame title={t(`all.${state}`)} lead={t(`lead.${state}`)}>
      <ul aria-live="polite" className="flex flex-col divide-y divide-line border-y border-line">
        {parts.map((part) => (
          <Part key={part.name} part={part} />
        ))}
      </ul>
    </OutsideFrame>
  );
}

function Part({ part: { name, state, sinceDate } }: { part: ServiceStatus['parts'][number] }) {
  const t = useText('status');
  const { icon: Icon, tone } = LOOK[state];
  return (
    <li className="flex gap-3 py-3">
      <Icon aria-hidden size={20} className={`mt-0.5 shrink-0 ${tone}`} />
      <div className="min-w-0">
        <p className="font-medium">{t(`part.${name}`)}</p>
        <p className={`text-14 ${tone}`}>
          {t(`state.${state}`)}
          {sinceDate !== null && (
            <>
              {' '}
              {t('since')} <TimeText seconds={sinceDate} />
            </>
          )}
        </p>
      </div>
    </li>
  );
}

const LOOK: Record<ServiceStatus['state'], { icon: LucideIcon; tone: string }> = {
  well: { icon: CircleCheck, tone: 'text-done' },
  delayed: { icon: Clock, tone: 'text-waiting' },
  away: { icon: CircleX, tone: 'text-stopped' },
};
