import { LIMITS, type SigningLanguage } from '@paraph/domain';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { findMembers, inviteMembers, membersKey, rolesQuery } from '../api/organization-api.ts';
import type { Organization, Role, Workspace } from '../api/wire.ts';
import { workspacesQuery } from '../api/workflows-api.ts';
import { updateUsers } from '../api/workspaces-api.ts';
import { LANGUAGE_NAMES, translatedLanguage, useText } from '../text/start-text.ts';
import { Dialog } from '../ui/dialog.tsx';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { FormActions } from '../ui/form-actions.tsx';
import { SelectField, TextArea } from '../ui/text-field.tsx';
import { type Invited, InviteOutcome } from './invite-outcome.tsx';
import { checkEmails, readEmails, readOutcomes } from './invite-state.ts';
import { assignableRoles, defaultRole, openWorkspaces } from './workspace-state.ts';

type InviteDialogProps = { organization: Organization; isOpen: boolean; onClose: () => void };

/** Invites people by address, then shows the result of each. */
export function InviteDialog({ organization, isOpen, onClose }: InviteDialogProps) {
  const t = useText('organization');
  const [invited, setInvited] = useState<Invited | null>(null);
  const [emails, setEmails] = useState('');
  const close = () => {
    onClose();
    setInvited(null);
    setEmails('');
  };
  return (
    <Dialog
      isOpen={isOpen}
      onClose={close}
      title={t(invited ? 'outcome' : 'invite')}
      {...(invited ? {} : { description: t('inviteLead', { days: LIMITS.invitationSeconds / 86_400 }) })}
    >
      {invited ? (
        <InviteOutcome
          invited={invited}
          onDone={close}
          onCorrect={(refused) => {
            setEmails(refused.join('\n'));
            setInvited(null);
          }}
        />
      ) : (
        <InviteForm organization={organization} emails={emails} onInvited={setInvited} onClose={close} />
      )}
    </Dialog>
  );
}

type InviteFormProps = {
  organization: Organization;
  emails: string;
  onInvited: (invited: Invited) => void;
  onClose: () => void;
};

function InviteForm({ organization, emails, onInvited, onClose }: InviteFormProps) {
  const t = useText('organization');
  const client = useQueryClient();
  const choice = useWorkspaceChoice(organization);
  const form = useForm<{ emails: string; language: SigningLanguage }>({
    defaultValues: { emails, language: translatedLanguage() },
  });
  const inviting = useMutation({
    mutationFn: async (people: {
      emails: readonly string[];
      language: SigningLanguage;
    }): Promise<Invited> => {
      const outcomes = readOutcomes(await inviteMembers(organization.id, people));
      const sent = outcomes.filter(({ isInvited }) => isInvited).map(({ email }) => email);
      return { outcomes, workspaceError: await addToWorkspace({ ...choice, organization, emails: sent }) };
    },
    onSuccess: onInvited,
    onSettled: async () => {
      await client.invalidateQueries({ queryKey: membersKey(organization.id) });
      await client.invalidateQueries({ queryKey: workspacesQuery.queryKey });
    },
  });
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={form.handleSubmit(({ emails, language }) =>
        inviting.mutate({ emails: readEmails(emails), language }),
      )}
    >
      <ErrorBanner error={inviting.error} isFormless />
      <TextArea
        label={t('emails')}
        hint={t('emailsHint')}
        rows={4}
        spellCheck={false}
        autoCapitalize="none"
        error={form.formState.errors.emails?.message}
        {...form.register('emails', {
          validate: (text) => {
            const error = checkEmails(readEmails(text));
            if (error === 'many') return t('emailsMany', { count: LIMITS.invitationsPerCallMax });
            return error === null || t('emailsNone');
          },
        })}
      />
      <WorkspaceChoiceFields choice={choice} />
      <SelectField label={t('inviteLanguage')} hint={t('inviteLanguageHint')} {...form.register('language')}>
        {Object.entries(LANGUAGE_NAMES).map(([code, name]) => (
          <option key={code} value={code} lang={code}>
            {name}
          </option>
        ))}
      </SelectField>
      <FormActions onLeave={onClose} act={t('inviteAct')} busy={inviting.isPending} />
    </form>
  );
}

/** The workspace and role for the invited people: without them, they could do nothing after joining. */
function useWorkspaceChoice(organization: Organization) {
  const [picked, setPicked] = useState<{ workspaceId?: string; roleId?: string }>({});
  const workspaces = openWorkspaces(organization, useQuery(workspacesQuery).data ?? []);
  const roles = useQuery(rolesQuery(organization.id)).data ?? [];
  const workspace =
    picked.workspaceId === undefined
      ? workspaces[0]
      : workspaces.find(({ id }) => String(id) === picked.workspaceId);
  const givable = workspace ? assignableRoles(workspace.permissions, roles) : [];
  const role = givable.find(({ id }) => String(id) === picked.roleId) ?? defaultRole(givable);
  return { workspaces, workspace, givable, role, picked, setPicked };
}

function WorkspaceChoiceFields({ choice }: { choice: ReturnType<typeof useWorkspaceChoice> }) {
  const t = useText('organization');
  const { workspaces, workspace, givable, role, picked, setPicked } = choice;
  if (workspaces.length === 0) return null;
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <SelectField
        label={t('inviteWorkspace')}
        hint={t('inviteWorkspaceHint')}
        value={workspace?.id ?? ''}
        onChange={(event) => setPicked({ ...picked, workspaceId: event.target.value })}
      >
        {workspaces.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
        <option value="">{t('inviteWorkspaceNone')}</option>
      </SelectField>
      {workspace && (
        <SelectField
          label={t('inviteRole')}
          value={role?.id ?? ''}
          onChange={(event) => setPicked({ ...picked, roleId: event.target.value })}
        >
          {givable.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
      )}
    </div>
  );
}

/** Returns the error instead of throwing it, because the people are invited already; null on success. */
async function addToWorkspace(wanted: {
  organization: Organization;
  workspace: Workspace | undefined;
  role: Role | undefined;
  emails: readonly string[];
}): Promise<unknown> {
  const { organization, workspace, role, emails } = wanted;
  if (!workspace || !role || emails.length === 0) return null;
  try {
    const members = await findMembers(organization.id, emails);
    await updateUsers(
      workspace.id,
      members.map(({ id }) => ({ memberId: id, roleId: role.id })),
    );
    return null;
  } catch (error) {
    return error;
  }
}
