import { useQuery } from '@tanstack/react-query';
import { endOtherSessions, endSession, sessionsQuery } from '../api/security-api.ts';
import type { AccountSession } from '../api/wire.ts';
import { useText } from '../text/start-text.ts';
import { Button } from '../ui/button.tsx';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { StateBadge } from '../ui/state-badge.tsx';
import { TimeText } from '../ui/time-text.tsx';
import { useAct } from '../ui/use-act.ts';
import { describeDevice } from './device-state.ts';

/** Where the account is signed in; one session or all others are ended here. */
export function OwnSessions() {
  const t = useText('account');
  const sessions = useQuery(sessionsQuery);
  const ending = useAct({
    does: (id: string | null) => (id === null ? endOtherSessions() : endSession(id)),
    says: (_, id) => t(id === null ? 'security.othersEnded' : 'security.sessionEnded'),
    stale: [sessionsQuery],
  });
  if (sessions.isPending) return <Skeleton lines={3} />;
  return (
    <>
      <ErrorBanner error={sessions.error ?? ending.error} />
      <ul className="flex flex-col divide-y divide-line">
        {sessions.data?.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            isBusy={ending.isPending}
            onEnd={() => ending.mutate(session.id)}
          />
        ))}
      </ul>
      {(sessions.data?.length ?? 0) > 1 && (
        <Button className="self-start" disabled={ending.isPending} onClick={() => ending.mutate(null)}>
          {t('security.othersEnd')}
        </Button>
      )}
    </>
  );
}

type SessionRowProps = { session: AccountSession; isBusy: boolean; onEnd: () => void };

function SessionRow({ session, isBusy, onEnd }: SessionRowProps) {
  const t = useText('account');
  const { id, userAgent, current, ip, method, lastUseDate } = session;
  const device = describeDevice(userAgent) ?? t('security.unknownDevice');
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 py-4 first:pt-0">
      <div className="min-w-0 flex-1 basis-48">
        <h3
          id={`session-${id}`}
          title={userAgent ?? undefined}
          className="flex flex-wrap items-center gap-x-3 gap-y-1 font-medium"
        >
          {device}
          {current && <StateBadge tone="done" word={t('security.thisBrowser')} />}
        </h3>
        <p className="text-14 text-muted">
          {ip !== null && <span dir="ltr">{ip}</span>} · {t('security.lastSeen')}{' '}
          <TimeText seconds={lastUseDate} />
        </p>
        {method !== null && <p className="text-14 text-muted">{t(`security.by.${method}`)}</p>}
      </div>
      {!current && (
        <Button disabled={isBusy} onClick={onEnd} aria-describedby={`session-${id}`}>
          {t('security.sessionEnd')}
        </Button>
      )}
    </li>
  );
}
