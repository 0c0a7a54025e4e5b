import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, Navigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { lockQuery, unlockSession } from '../api/account-api.ts';
import { ApiError } from '../api/call.ts';
import { useText } from '../text/start-text.ts';
import { Button } from '../ui/button.tsx';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { OutsideFrame } from '../ui/outside-frame.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { TextField } from '../ui/text-field.tsx';
import { FailedQuery } from '../ui/unloaded.tsx';

/** All that is shown of the app on a device that its host has handed over. */
export default function LockedPage() {
  const t = useText('hosting');
  const lock = useQuery(lockQuery);
  if (lock.isPending) return <Skeleton className="p-8" />;
  if (lock.error) {
    return (
      <OutsideFrame title={t('lockedTitle')}>
        <FailedQuery query={lock} />
      </OutsideFrame>
    );
  }
  if (lock.data === null) return <Navigate to="/" replace />;
  const { hostName: host, triesLeft, signingPage } = lock.data;
  return (
    <OutsideFrame title={t('lockedTitle')} lead={t('lockedLead', { host })}>
      {triesLeft > 0 ? <PinForm triesLeft={triesLeft} /> : <p role="status">{t('noTries', { host })}</p>}
      <p className="mt-6 flex flex-wrap justify-between gap-x-6 gap-y-2">
        <Link to="/sign-in" className="link touch inline-flex items-center">
          {t('signIn')}
        </Link>
        {signingPage !== null && (
          <a href={signingPage} className="link touch inline-flex items-center">
            {t('goOn')}
          </a>
        )}
      </p>
    </OutsideFrame>
  );
}

function PinForm({ triesLeft }: { triesLeft: number }) {
  const t = useText('hosting');
  const client = useQueryClient();
  const [pin, setPin] = useState('');
  const [isMissing, setMissing] = useState(false);
  const unlocking = useMutation({
    mutationFn: () => unlockSession({ pin }),
    // A page of its own: nothing of what was shown before is left.
    onSuccess: ({ returnPath }) => window.location.replace(returnPath),
    onError: () => {
      setPin('');
      return client.invalidateQueries({ queryKey: lockQuery.queryKey });
    },
  });
  const isWrong = unlocking.error instanceof ApiError && unlocking.error.status === 401;
  const unlock = (event: FormEvent) => {
    event.preventDefault();
    setMissing(pin === '');
    if (pin !== '') unlocking.mutate();
  };
  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={unlock}>
      {!isWrong && <ErrorBanner error={unlocking.error} isFormless />}
      <TextField
        label={t('pin')}
        type="password"
        inputMode="numeric"
        autoComplete="off"
        maxLength={6}
        value={pin}
        error={isMissing ? t('pinNeeded') : isWrong ? t('tries', { count: triesLeft }) : undefined}
        onChange={(event) => setPin(event.target.value)}
      />
      <Button type="submit" variant="primary" busy={unlocking.isPending || unlocking.isSuccess}>
        {t('unlock')}
      </Button>
    </form>
  );
}
