import { useState } from 'react';
import { renewRecoveryCodes, secondFactorQuery } from '../api/security-api.ts';
import { useText } from '../text/start-text.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { useAct } from '../ui/use-act.ts';
import { NewRecoveryCodes } from './new-recovery-codes.tsx';

/** How many codes are left, and new ones in their place. */
export function RecoveryCodes({ left }: { left: number }) {
  const t = useText('account');
  const [isConfirming, setConfirming] = useState(false);
  const [codes, setCodes] = useState<string[] | null>(null);
  const renewal = useAct({
    does: renewRecoveryCodes,
    done: ({ recoveryCodes }) => {
      setConfirming(false);
      setCodes(recoveryCodes);
    },
    stale: [secondFactorQuery],
  });
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <p>{t('security.recoveryLeft', { count: left })}</p>
      <Button onClick={() => setConfirming(true)}>{t('security.recoveryRenew')}</Button>
      <ConfirmDialog
        isOpen={isConfirming}
        onClose={() => setConfirming(false)}
        act={renewal}
        title={t('security.recoveryRenewTitle')}
        description={t('security.recoveryRenewWhat')}
        confirmLabel={t('security.recoveryRenew')}
      />
      <NewRecoveryCodes codes={codes} onClose={() => setCodes(null)} />
    </div>
  );
}
