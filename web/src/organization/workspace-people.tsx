import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { LogOut, UserMinus } from 'lucide-react';
import { useRef, useState } from 'react';
import { organizationsQuery, rolesQuery } from '../api/organization-api.ts';
import type { Organization, Role, Workspace, WorkspaceUser } from '../api/wire.ts';
import { workspacesQuery } from '../api/workflows-api.ts';
import { removeUser, updateUsers } from '../api/workspaces-api.ts';
import { useText } from '../text/start-text.ts';
import { IconButton } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { StateBadge } from '../ui/state-badge.tsx';
import { SelectField } from '../ui/text-field.tsx';
import { useToast } from '../ui/toast.tsx';
import { PersonLine, RowError } from './person-line.tsx';
import { sayRole } from './say-role.ts';
import { assignableRoles, hasJoined, mayChange, mayRemove, nameOf, roleName } from './workspace-state.ts';

type WorkspacePeopleProps = { organization: Organization; workspace: Workspace };

/** The users of a workspace with their roles. */
export function WorkspacePeople({ organization, workspace }: WorkspacePeopleProps) {
  const t = useText('organization');
  const list = useRef<HTMLElement>(null);
  const roles = useQuery(rolesQuery(organization.id));
  return (
    <section ref={list} tabIndex={-1} aria-labelledby="people" className="pb-8 outline-none">
      <h2 id="people" className="text-20 font-semibold">
        {t('peopleCount', { count: workspace.workspaceUsers.length })}
      </h2>
      <p className="text-14 text-muted">{t('peopleLead')}</p>
      <ErrorBanner error={roles.error} />
      {roles.isPending && <Skeleton className="mt-4" />}
      <ul aria-labelledby="people" className="mt-2 flex flex-col divide-y divide-line">
        {roles.data &&
          workspace.workspaceUsers.map((user) => (
            <UserRow
              key={user.id}
              about={{ organization, workspace, user, roles: roles.data }}
              onGone={() => list.current?.focus()}
            />
          ))}
      </ul>
    </section>
  );
}

type About = WorkspacePeopleProps & { user: WorkspaceUser; roles: readonly Role[] };

function UserRow({ about, onGone }: { about: About; onGone: () => void }) {
  const t = useText('organization');
  const { organization, workspace, user, roles } = about;
  const isSelf = user.memberId === organization.memberId;
  return (
    <li className="flex flex-wrap items-center gap-x-2 gap-y-3 py-4">
      <PersonLine
        id={`user-${user.id}`}
        name={nameOf(user)}
        picture={hasJoined(user) ? user.profile.picture : null}
        tag={isSelf ? t('you') : null}
      >
        {hasJoined(user) && <p className="truncate">{user.email}</p>}
      </PersonLine>
      {!hasJoined(user) && <StateBadge tone="waiting" word={t('notJoined')} />}
      {mayChange(workspace, user, roles) ? (
        <RoleChoice about={about} />
      ) : (
        <span className="text-14 text-muted">
          {sayRole(t, { id: user.role, name: roleName(user, roles) })}
        </span>
      )}
      {mayRemove(workspace, user, { ownMemberId: organization.memberId, roles }) && (
        <RemoveUser about={about} onGone={onGone} />
      )}
    </li>
  );
}

/** Changes a role at once, with undo; on refusal the role stays and the error is shown. */
function RoleChoice({ about: { workspace, user, roles } }: { about: About }) {
  const t = useText('organization');
  const showToast = useToast();
  const client = useQueryClient();
  const name = nameOf(user);
  const current = roles.find(({ id }) => id === user.role);
  const saving = useMutation({
    mutationFn: (role: Role) => updateUsers(workspace.id, [{ id: user.id, roleId: role.id }]),
    onSuccess: async (_saved, role) => {
      showToast({
        text: t('roleGiven', { name, role: sayRole(t, role) }),
        ...(current && role.id !== current.id ? { undo: () => saving.mutate(current) } : {}),
      });
      await client.invalidateQueries({ queryKey: workspacesQuery.queryKey });
    },
  });
  return (
    <>
      <SelectField
        label={t('roleOf', { name })}
        hideLabel
        className="w-44"
        value={saving.isPending ? saving.variables.id : (current?.id ?? '')}
        disabled={saving.isPending}
        onChange={(event) => {
          const role = roles.find(({ id }) => String(id) === event.target.value);
          if (role) saving.mutate(role);
        }}
      >
        {assignableRoles(workspace.permissions, roles).map((role) => (
          <option key={role.id} value={role.id}>
            {sayRole(t, role)}
          </option>
        ))}
      </SelectField>
      <RowError error={saving.error} />
    </>
  );
}

function RemoveUser({ about, onGone }: { about: About; onGone: () => void }) {
  const t = useText('organization');
  const showToast = useToast();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [isConfirming, setConfirming] = useState(false);
  const { organization, workspace, user } = about;
  const isSelf = user.memberId === organization.memberId;
  const labels = isSelf ? QUIT : REMOVE;
  const values = { name: nameOf(user), workspace: workspace.name, organization: workspace.name };
  const removal = useMutation({
    mutationFn: () => removeUser(workspace.id, user.id),
    onSuccess: async () => {
      setConfirming(false);
      showToast({ text: t(labels.done, values) });
      if (isSelf) await navigate({ to: '/account/organization/workspaces' });
      await client.invalidateQueries({ queryKey: workspacesQuery.queryKey });
      await client.invalidateQueries({ queryKey: organizationsQuery.queryKey });
      onGone();
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
        description={t(labels.what)}
        confirmLabel={t(labels.act)}
      />
    </>
  );
}

const REMOVE = {
  label: 'removeUserLabel',
  act: 'removeUserAct',
  title: 'removeUserTitle',
  what: 'removeUserWhat',
  done: 'userRemoved',
};
const QUIT = {
  label: 'quitLabel',
  act: 'quitWorkspace',
  title: 'quitWorkspaceTitle',
  what: 'quitWorkspaceWhat',
  done: 'quitWorkspaceDone',
};
