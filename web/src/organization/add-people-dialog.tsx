import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Users } from 'lucide-react';
import { useState } from 'react';
import { membersQuery, rolesQuery } from '../api/organization-api.ts';
import type { Member, Organization, Workspace } from '../api/wire.ts';
import { workspacesQuery } from '../api/workflows-api.ts';
import { updateUsers } from '../api/workspaces-api.ts';
import { useText } from '../text/start-text.ts';
import { buttonClass } from '../ui/button.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { FormActions } from '../ui/form-actions.tsx';
import { SearchField } from '../ui/search-field.tsx';
import { SelectField } from '../ui/text-field.tsx';
import { Unloaded } from '../ui/unloaded.tsx';
import { useAct } from '../ui/use-act.ts';
import { sayRole } from './say-role.ts';
import { assignableRoles, defaultRole, membersOutside } from './workspace-state.ts';

type AddPeopleProps = {
  organization: Organization;
  workspace: Workspace;
  isOpen: boolean;
  onClose: () => void;
};

export function AddPeopleDialog({ isOpen, ...rest }: AddPeopleProps) {
  const t = useText('organization');
  return (
    <Dialog isOpen={isOpen} onClose={rest.onClose} title={t('addPeopleTitle', { name: rest.workspace.name })}>
      <AddPeople {...rest} />
    </Dialog>
  );
}

function AddPeople({ organization, workspace, onClose }: Omit<AddPeopleProps, 'isOpen'>) {
  const t = useText('organization');
  const [query, setQuery] = useState('');
  const members = useQuery(membersQuery(organization.id, { page: 1, query }));
  if (!members.data) return <Unloaded query={members} />;
  const outside = membersOutside(members.data.items, workspace);
  if (outside.length === 0 && query === '' && members.data.pages <= 1) {
    return (
      <EmptyState
        icon={Users}
        title={t('allMembersHere')}
        action={
          <Link to="/account/organization" className={buttonClass()}>
            {t('toMembers')}
          </Link>
        }
      >
        {t('allMembersHereLead')}
      </EmptyState>
    );
  }
  const isMany = members.data.total > SEARCHED_FROM || query !== '';
  return (
    <>
      {isMany && <SearchField label={t('findPeople')} value={query} onChange={setQuery} />}
      <ChoosePeople organization={organization} workspace={workspace} outside={outside} onClose={onClose} />
    </>
  );
}

/** Up to this number the list needs no search. */
const SEARCHED_FROM = 8;

type ChoosePeopleProps = Omit<AddPeopleProps, 'isOpen'> & { outside: readonly Member[] };

function ChoosePeople({ organization, workspace, outside, onClose }: ChoosePeopleProps) {
  const t = useText('organization');
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const [roleId, setRoleId] = useState<string | null>(null);
  const [isMissing, setMissing] = useState(false);
  const roles = assignableRoles(workspace.permissions, useQuery(rolesQuery(organization.id)).data ?? []);
  const role = roles.find(({ id }) => String(id) === roleId) ?? defaultRole(roles);
  const adding = useAct({
    does: (roleId: number) =>
      updateUsers(
        workspace.id,
        chosen.map((memberId) => ({ memberId, roleId })),
      ),
    done: onClose,
    says: (added) => t('added', { count: added.length }),
    stale: [workspacesQuery],
  });
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        setMissing(chosen.length === 0);
        if (chosen.length > 0 && role) adding.mutate(role.id);
      }}
    >
      <ErrorBanner error={adding.error} isFormless />
      <MemberBoxes
        members={outside}
        chosen={chosen}
        onChange={setChosen}
        error={isMissing && chosen.length === 0 ? t('whomNeeded') : null}
      />
      <SelectField
        label={t('role')}
        value={role?.id ?? ''}
        onChange={(event) => setRoleId(event.target.value)}
      >
        {roles.map((each) => (
          <option key={each.id} value={each.id}>
            {sayRole(t, each)}
          </option>
        ))}
      </SelectField>
      <FormActions onLeave={onClose} act={t('addAct')} busy={adding.isPending} />
    </form>
  );
}

type MemberBoxesProps = {
  members: readonly Member[];
  chosen: readonly number[];
  onChange: (chosen: readonly number[]) => void;
  error: string | null;
};

function MemberBoxes({ members, chosen, onChange, error }: MemberBoxesProps) {
  const t = useText('organization');
  const toggle = (id: number) =>
    onChange(chosen.includes(id) ? chosen.filter((each) => each !== id) : [...chosen, id]);
  return (
    <fieldset>
      <legend className="text-14 font-medium">{t('whom')}</legend>
      {members.map(({ id, name, email, status }) => (
        <Checkbox
          key={id}
          label={name ?? email}
          hint={status === 'invited' ? t('notJoined') : email}
          checked={chosen.includes(id)}
          onChange={() => toggle(id)}
        />
      ))}
      {error && (
        <p role="alert" className="text-14 text-stopped">
          {error}
        </p>
      )}
    </fieldset>
  );
}
