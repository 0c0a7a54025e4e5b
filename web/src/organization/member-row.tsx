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
import { TroubleBanner } from '../ui/trouble-banner.tsx';
import { MemberPlace } from './member-place.tsx';
import { PersonLine, RowTrouble } from './person-line.tsx';

type MemberRowProps = {
  organization: Organization;
  member: Member;
  /** The row is about to go, and the focus with it. */
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
          {t(isInvited ? 'invitedOn' : 'memberSince')} <TimeText seconds={member.createDate} />
        </p>
      </PersonLine>
      {isInvited && <StateBadge tone="waiting" word={t('invited')} />}
      {isInvited && organization.administrator && <MailAgain organization={organization} member={member} />}
      <MemberPlace organization={organization} member={member} />
      {(organization.administrator || isSelf) && (
        <RemoveMember organization={organization} member={member} onGone={onGone} />
      )}
    </li>
  );
}

type ActProps = Pick<MemberRowProps, 'organization' | 'member'>;

function MailAgain({ organization, member }: ActProps) {
  const t = useText('organization');
  const say = useToast();
  const mailing = useMutation({
    mutationFn: () => inviteAgain(organization.id, member.id),
    onSuccess: () => say({ text: t('mailedAgain', { email: member.email }) }),
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
      <RowTrouble error={mailing.error} />
    </>
  );
}

/** One act in three situations: a member is removed, an invitation withdrawn, or somebody goes themselves. */
function RemoveMember({ organization, member, onGone }: MemberRowProps) {
  const t = useText('organization');
  const say = useToast();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [isAsking, setAsking] = useState(false);
  const isSelf = member.id === organization.memberId;
  const words = isSelf ? QUIT : member.status === 'invited' ? WITHDRAW : REMOVE;
  const values = { name: member.name ?? member.email, organization: organization.name };
  const removal = useMutation({
    mutationFn: () => removeMember(organization.id, member.id),
    onSuccess: async () => {
      setAsking(false);
      say({ text: t(words.done, values) });
      await client.invalidateQueries({ queryKey: workspacesQuery.queryKey });
      if (isSelf) {
        // First it is known where one still belongs: nothing may be asked of what was left.
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
        label={t(words.label, values)}
        className="text-stopped"
        onClick={() => setAsking(true)}
      />
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => removal.mutate()}
        title={t(words.title, values)}
        description={t(words.what, values)}
        act={t(words.act)}
        busy={removal.isPending}
        trouble={<TroubleBanner error={removal.error} isPlain />}
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
