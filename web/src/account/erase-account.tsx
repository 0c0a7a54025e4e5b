import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Trash2 } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { eraseAccount, erasureQuery } from '../api/account-api.ts';
import type { ErasurePlan } from '../api/wire.ts';
import { useText } from '../text/start-text.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { FormActions } from '../ui/form-actions.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { PasswordField } from './password-field.tsx';

/** Erases the account, after what goes and what stays was named, and the password was given. */
export function EraseAccount({ email }: { email: string }) {
  const t = useText('account');
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <div className="flex flex-col items-start gap-3">
      <p>{t('eraseWhat')}</p>
      <Button icon={Trash2} variant="danger" onClick={() => setOpen(true)}>
        {t('erase')}
      </Button>
      <Dialog isOpen={isOpen} onClose={close} title={t('eraseTitle')}>
        <ErasureForm email={email} onClose={close} />
      </Dialog>
    </div>
  );
}

function ErasureForm({ email, onClose }: { email: string; onClose: () => void }) {
  const t = useText('account');
  const plan = useQuery(erasureQuery);
  const [password, setPassword] = useState('');
  const [isMissing, setMissing] = useState(false);
  const client = useQueryClient();
  const navigate = useNavigate();
  const erasing = useMutation({
    mutationFn: eraseAccount,
    onSuccess: async () => {
      await navigate({ to: '/sign-in', search: {} });
      // Not cleared: what the page of sign-in asks for by now would never arrive.
      await client.resetQueries();
    },
  });
  if (plan.isPending) return <Skeleton lines={4} />;
  if (!plan.data) return <ErrorBanner error={plan.error} />;
  if (plan.data.obstacles.length > 0) return <Obstacles obstacles={plan.data.obstacles} onClose={onClose} />;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setMissing(password === '');
    if (password !== '') erasing.mutate({ currentPassword: password });
  };
  return (
    <form noValidate method="post" onSubmit={submit} className="flex flex-col gap-4">
      <PlanList plan={plan.data} />
      <ErrorBanner error={erasing.error} isFormless />
      {/* For password managers. */}
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      <PasswordField
        label={t('currentPassword')}
        autoComplete="current-password"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        error={isMissing ? t('passwordNeeded') : undefined}
      />
      <FormActions
        onLeave={onClose}
        leave={t('eraseKeep')}
        act={t('eraseAct')}
        variant="danger"
        busy={erasing.isPending}
      />
    </form>
  );
}

function Obstacles({ obstacles, onClose }: { obstacles: readonly string[]; onClose: () => void }) {
  const t = useText('account');
  return (
    <div className="flex flex-col gap-4">
      <p>{t('eraseObstacles')}</p>
      <ul className="flex list-disc flex-col gap-2 ps-5">
        {obstacles.map((obstacle) => (
          <li key={obstacle}>{obstacle}</li>
        ))}
      </ul>
      <Button onClick={onClose} className="self-end">
        {t('close')}
      </Button>
    </div>
  );
}

const COUNTED = ['sessions', 'devices', 'passkeys', 'apiKeys', 'approvedApps', 'ownApps'] as const;

/** What goes, with its number, and what stays. */
function PlanList({ plan }: { plan: ErasurePlan }) {
  const t = useText('account');
  const names = (list: readonly string[]) => list.map((name) => `“${name}”`).join(', ');
  return (
    <div className="flex flex-col gap-3">
      <p className="font-medium">{t('eraseGoes')}</p>
      <ul className="flex list-disc flex-col gap-1 ps-5">
        <li>{t('eraseProfile')}</li>
        {COUNTED.filter((kind) => plan[kind] > 0).map((kind) => (
          <li key={kind}>{t(`goes.${kind}`, { count: plan[kind] })}</li>
        ))}
        {plan.left.length > 0 && <li>{t('eraseLeft', { names: names(plan.left) })}</li>}
        {plan.closed.length > 0 && <li>{t('eraseClosed', { names: names(plan.closed) })}</li>}
      </ul>
      <p className="font-medium">{t('eraseStays')}</p>
      <ul className="flex list-disc flex-col gap-1 ps-5">
        {plan.sent > 0 && <li>{t('eraseSent', { count: plan.sent })}</li>}
        <li>{t('eraseReceived')}</li>
      </ul>
      <p>{t('eraseFinal')}</p>
    </div>
  );
}
