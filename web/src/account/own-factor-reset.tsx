import { secondFactorQuery, stopFactorReset } from '../api/security-api.ts';
import type { SecondFactor } from '../api/wire.ts';
import { useText } from '../text/start-text.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { TimeText } from '../ui/time-text.tsx';
import { useAct } from '../ui/use-act.ts';

/** That an administrator asks to remove the factors of the account, and how to stop it. */
export function OwnFactorReset({ reset }: { reset: NonNullable<SecondFactor['reset']> }) {
  const t = useText('account');
  const stopping = useAct({
    does: stopFactorReset,
    says: () => t('security.resetStopped'),
    stale: [secondFactorQuery],
  });
  return (
    <Banner
      tone="waiting"
      title={t('security.resetAsked', { by: reset.by, organization: reset.organization })}
      action={
        <Button busy={stopping.isPending} onClick={() => stopping.mutate()}>
          {t('security.resetStop')}
        </Button>
      }
    >
      <TimeText seconds={reset.dueDate} isDeadline />
      <ErrorBanner error={stopping.error} />
    </Banner>
  );
}
