import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { cancelFactorReset, factorResetsQuery, resetMemberFactor } from '../api/security-api.ts';
import type { Member, Organization } from '../api/wire.ts';
import { useText } from '../text/start-text.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { TimeText } from '../ui/time-text.tsx';
import { useToast } from '../ui/toast.tsx';
import { useAct } from '../ui/use-act.ts';
import { RowError } from './person-line.tsx';

type FactorResetProps = { organization: Organization; member: Member };

/** For a member who has lost a second factor: asks for a reset, confirms one, or withdraws it. */
export function FactorReset({ organization, member }: FactorResetProps) {
  const resets = useQuery(factorResetsQuery(organization.id));
  const reset = resets.data?.find(({ memberId }) => memberId === member.id);
  if (reset === undefined) return <AskForReset organization={organization} member={member} />;
  return <PendingReset organization={organization} member={member} reset={reset} />;
}

function useReset({ organization, member }: FactorResetProps, onDone: () => void = () => {}) {
  const t = useText('organization');
  const client = useQueryClient();
  const showToast = useToast();
  const name = member.name ?? member.email;
  return useMutation({
    mutationFn: () => resetMemberFactor(organization.id, member.id),
    onSuccess: async ({ dueDate }) => {
      onDone();
      showToast({ text: t(dueDate === null ? 'factorReset.done' : 'factorReset.asked', { name }) });
      await client.invalidateQueries({ queryKey: factorResetsQuery(organization.id).queryKey });
    },
  });
}

function AskForReset({ organization, member }: FactorResetProps) {
  const t = useText('organization');
  const [isOpen, setOpen] = useState(false);
  const reset = useReset({ organization, member }, () => setOpen(false));
  const name = member.name ?? member.email;
  return (
    <>
      <IconButton icon={KeyRound} label={t('factorReset.label', { name })} onClick={() => setOpen(true)} />
      <ConfirmDialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        act={reset}
        title={t('factorReset.label', { name })}
        description={t('factorReset.what', { name })}
        confirmLabel={t('factorReset.act')}
      />
    </>
  );
}

type PendingProps = FactorResetProps & { reset: { by: string; mine: boolean; dueDate: number } };

function PendingReset({ organization, member, reset: { by, mine, dueDate } }: PendingProps) {
  const t = useText('organization');
  const confirming = useReset({ organization, member });
  const name = member.name ?? member.email;
  const withdrawing = useAct({
    does: () => cancelFactorReset(organization.id, member.id),
    says: () => t('factorReset.withdrawn', { name }),
    stale: [factorResetsQuery(organization.id)],
  });
  return (
    <div className="flex basis-full flex-wrap items-center gap-3 text-14">
      <p className="min-w-0 break-words">
        {t('factorReset.pending', { by })} <TimeText seconds={dueDate} isDeadline />
      </p>
      {!mine && (
        <Button
          busy={confirming.isPending}
          aria-describedby={`member-${member.id}`}
          onClick={() => confirming.mutate()}
        >
          {t('factorReset.confirm')}
        </Button>
      )}
      <Button
        busy={withdrawing.isPending}
        aria-describedby={`member-${member.id}`}
        onClick={() => withdrawing.mutate()}
      >
        {t('factorReset.withdraw')}
      </Button>
      <RowError error={confirming.error ?? withdrawing.error} />
    </div>
  );
}
