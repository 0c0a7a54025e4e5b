import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { LogOut, Mail, UserMinus } from 'lucide-react';
import { useState } from 'react';
import { inviteAgain, membersKey, organizationsQuery, removeMember } from '../api/organization-api.ts';
import type { Member, Organization } from '../api/wire.ts';
import { workspacesQuery } from '../api/workflows-api.ts';
import { useText } from '../text/start-text.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { StateBadge } from '../ui/state-badge.tsx';
import { TimeText } from '../ui/time-text.tsx';
import { useToast } from '../ui/toast.tsx';
import { useAct } from '../ui/use-act.ts';
import { FactorReset } from './factor-reset.tsx';
import { HandOver } from './hand-over-dialog.tsx';
import { MemberRole } from './member-role.tsx';
import { PersonLine, RowError } from './person-line.tsx';

type MemberRowProps = {
  organization: Organization;
  member: Member;
  /** Called when the row is removed, to move the focus. */
  onGone: () => void;
};

export function MemberRow({ organization, member, onGone }: MemberRowProps) {
  const t = useText('organization');
  const isSelf = member.id === organization.memberId;
  const isInvited = member.status === 'invited';
  return (
    <li className="flex flex-wrap items-center gap-x-2 gap-y-3 py-4">
      <PersonLine
        id={`member-${member.id}`}
        name={member.name ?? member.email}
        picture={member.picture}
        tag={isSelf ? t('you') : null}
      >
        {member.name !== null && <p className="truncate">{member.email}</p>}
        <p>
          {t(isInvited ? 'invitedOn' : 'memberSince')}{' '}
          <TimeText seconds={member.invitation?.createDate ?? member.createDate} />
        </p>
        {isInvited && <InvitationEnd invitation={member.invitation} />}
        {member.status === 'deactivated' && (
          <p>{t(member.provisionedBy === null ? 'deactivatedForGood' : 'deactivatedBy')}</p>
        )}
      </PersonLine>
      {isInvited && <StateBadge tone="waiting" word={t('invited')} />}
      {member.status === 'deactivated' && <StateBadge tone="stopped" word={t('deactivated')} />}
      {isInvited && organization.administrator && <MailAgain organization={organization} member={member} />}
      <MemberRole organization={organization} member={member} />
      {(organization.administrator || isSelf) && !isInvited && (
        <HandOver organization={organization} member={member} />
      )}
      {(organization.administrator || isSelf) && (
        <RemoveMember organization={organization} member={member} onGone={onGone} />
      )}
      {organization.administrator && !isSelf && !isInvited && (
        <FactorReset organization={organization} member={member} />
      )}
    </li>
  );
}

/** Who invited, and until when the link works. */
function InvitationEnd({ invitation }: Pick<Member, 'invitation'>) {
  const t = useText('organization');
  const isOver = invitation === null || invitation.expiryDate <= Date.now() / 1000;
  return (
    <>
      {invitation && <p className="break-words">{t('invitedBy', { by: invitation.by })}</p>}
      <p>
        {t(isOver ? 'linkEnded' : 'linkUntil')}{' '}
        {!isOver && <TimeText seconds={invitation.expiryDate} isDeadline />}
      </p>
    </>
  );
}

type MailAgainProps = Pick<MemberRowProps, 'organization' | 'member'>;

function MailAgain({ organization, member }: MailAgainProps) {
  const t = useText('organization');
  const mailing = useAct({
    does: () => inviteAgain(organization.id, member.id),
    says: () => t('mailedAgain', { email: member.email }),
    stale: [{ queryKey: membersKey(organization.id) }],
  });
  return (
    <>
      <Button
        icon={Mail}
        busy={mailing.isPending}
        aria-describedby={`member-${member.id}`}
        onClick={() => mailing.mutate()}
      >
        {t('mailAgain')}
      </Button>
      <RowError error={mailing.error} />
    </>
  );
}

/** Removes a member, withdraws an invitation, or leaves the organization. */
function RemoveMember({ organization, member, onGone }: MemberRowProps) {
  const t = useText('organization');
  const showToast = useToast();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [isConfirming, setConfirming] = useState(false);
  const isSelf = member.id === organization.memberId;
  const labels = isSelf ? QUIT : member.status === 'invited' ? WITHDRAW : REMOVE;
  const values = { name: member.name ?? member.email, organization: organization.name };
  const removal = useMutation({
    mutationFn: () => removeMember(organization.id, member.id),
    onSuccess: async () => {
      setConfirming(false);
      showToast({ text: t(labels.done, values) });
      await client.invalidateQueries({ queryKey: workspacesQuery.queryKey });
      if (isSelf) {
        // Reload the organizations first, so that nothing is requested of the one that was left.
        await client.invalidateQueries({ queryKey: organizationsQuery.queryKey });
        await navigate({ to: '/account' });
      } else {
        await client.invalidateQueries({ queryKey: membersKey(organization.id) });
        onGone();
      }
    },
  });
  return (
    <>
      <IconButton
        icon={isSelf ? LogOut : UserMinus}
        label={t(labels.label, values)}
        className="text-stopped"
        onClick={() => setConfirming(true)}
      />
      <ConfirmDialog
        isOpen={isConfirming}
        onClose={() => setConfirming(false)}
        act={removal}
        title={t(labels.title, values)}
        description={t(labels.what, values)}
        confirmLabel={t(labels.act)}
      />
    </>
  );
}

const REMOVE = {
  label: 'removeLabel',
  act: 'remove',
  title: 'removeTitle',
  what: 'removeWhat',
  done: 'removed',
};
const WITHDRAW = {
  label: 'withdrawLabel',
  act: 'withdraw',
  title: 'withdrawTitle',
  what: 'withdrawWhat',
  done: 'withdrawn',
};
const QUIT = { label: 'quitLabel', act: 'quit', title: 'quitTitle', what: 'quitWhat', done: 'quitDone' };
