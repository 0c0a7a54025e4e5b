import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { membersKey, organizationsQuery, setAdministrator } from '../api/organization-api.ts';
import type { Member, Organization } from '../api/wire.ts';
import { useText } from '../text/start-text.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { SelectField } from '../ui/text-field.tsx';
import { useToast } from '../ui/toast.tsx';
import { RowError } from './person-line.tsx';

type MemberRoleProps = { organization: Organization; member: Member };

/** A member's organization role; administrators can change it, with undo. */
export function MemberRole({ organization, member }: MemberRoleProps) {
  const t = useText('organization');
  const showToast = useToast();
  const client = useQueryClient();
  const [isResigning, setResigning] = useState(false);
  const isSelf = member.id === organization.memberId;
  const name = member.name ?? member.email;
  const saving = useMutation({
    mutationFn: (administrator: boolean) =>
      setAdministrator(organization.id, { memberId: member.id, administrator }),
    onSuccess: (_saved, administrator) => {
      setResigning(false);
      showToast({
        text: t(administrator ? 'nowAdministrator' : 'nowMember', { name }),
        ...(isSelf ? {} : { undo: () => saving.mutate(!administrator) }),
      });
    },
    onSettled: async () => {
      await client.invalidateQueries({ queryKey: membersKey(organization.id) });
      if (isSelf) await client.invalidateQueries({ queryKey: organizationsQuery.queryKey });
    },
  });
  if (!organization.administrator) {
    return <span className="text-14 text-muted">{t(member.administrator ? 'administrator' : 'member')}</span>;
  }
  return (
    <>
      <SelectField
        label={t('place', { name })}
        hideLabel
        className="w-44"
        value={String(saving.isPending ? saving.variables : member.administrator)}
        disabled={saving.isPending}
        onChange={(event) => {
          const administrator = event.target.value === 'true';
          // Users who give up the role cannot undo that themselves.
          if (isSelf && !administrator) setResigning(true);
          else saving.mutate(administrator);
        }}
      >
        <option value="true">{t('administrator')}</option>
        <option value="false">{t('member')}</option>
      </SelectField>
      {!isResigning && <RowError error={saving.error} />}
      <ConfirmDialog
        isOpen={isResigning}
        onClose={() => setResigning(false)}
        act={{ ...saving, mutate: () => saving.mutate(false) }}
        title={t('resign')}
        description={t('resignWhat')}
        confirmLabel={t('resignAct')}
      />
    </>
  );
}
