import { useQuery } from '@tanstack/react-query';
import { Link, Navigate, useRouterState } from '@tanstack/react-router';
import { statusQuery } from '../api/account-api.ts';
import { useText } from '../text/start-text.ts';
import { Banner } from '../ui/banner.tsx';
import { buttonClass } from '../ui/button.tsx';
import { TimeText } from '../ui/time-text.tsx';

const SECURITY = '/account/security';

/** Says that an organization asks for a second factor; from its day on, no other page than that of the set-up opens. */
export function FactorDue() {
  const t = useText('account');
  const due = useQuery(statusQuery).data?.secondFactorDue ?? null;
  const isThere = useRouterState({ select: (state) => state.location.pathname === SECURITY });
  if (due === null) return null;
  const isOver = due <= Date.now() / 1000;
  if (isOver && !isThere) return <Navigate to={SECURITY} replace />;
  return (
    <div className="mb-8">
      <Banner
        tone="waiting"
        title={t(isOver ? 'security.dueNow' : 'security.due')}
        action={
          isThere ? null : (
            <Link to={SECURITY} className={buttonClass()}>
              {t('security.dueAct')}
            </Link>
          )
        }
      >
        {!isOver && <TimeText seconds={due} isDeadline />}
      </Banner>
    </div>
  );
}
