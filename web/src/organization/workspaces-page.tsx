import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { FolderOpen, Plus } from 'lucide-react';
import { useState } from 'react';
import { rolesQuery } from '../api/organization-api.ts';
import type { Organization, Workspace } from '../api/wire.ts';
import { workspacesQuery } from '../api/workflows-api.ts';
import { useText } from '../text/start-text.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { PeopleRings } from '../ui/people-rings.tsx';
import { Unloaded } from '../ui/unloaded.tsx';
import { OpenWorkspaceDialog } from './open-workspace-dialog.tsx';
import { OrganizationArea } from './organization-area.tsx';
import { RemindersDefault } from './reminders-default.tsx';
import { sayRole } from './say-role.ts';
import { SendingDefaults } from './sending-defaults.tsx';
import { hasJoined, nameOf, roleName, workspacesIn } from './workspace-state.ts';

export default function WorkspacesPage() {
  const t = useText('organization');
  const navigate = useNavigate();
  const [isOpening, setOpening] = useState(false);
  return (
    <OrganizationArea
      title={t('workspaces')}
      lead={() => t('workspacesLead')}
      action={() => (
        <Button variant="primary" icon={Plus} onClick={() => setOpening(true)}>
          {t('newWorkspace')}
        </Button>
      )}
    >
      {(organization) => (
        <>
          <WorkspaceList organization={organization} />
          {organization.administrator && <OrganizationDefaults organization={organization} />}
          {organization.administrator && <OrganizationReminders organization={organization} />}
          <OpenWorkspaceDialog
            organization={organization}
            isOpen={isOpening}
            onClose={() => setOpening(false)}
            onOpened={({ id }) =>
              void navigate({
                to: '/account/organization/workspaces/$workspaceId',
                params: { workspaceId: String(id) },
              })
            }
          />
        </>
      )}
    </OrganizationArea>
  );
}

function OrganizationDefaults({ organization }: { organization: Organization }) {
  const t = useText('defaults');
  return (
    <section aria-labelledby="defaults-heading" className="mt-10 flex flex-col gap-4">
      <div>
        <h2 id="defaults-heading" className="text-20 font-semibold">
          {t('title')}
        </h2>
        <p className="mt-1 max-w-text text-14 text-muted">{t('organizationLead')}</p>
      </div>
      <SendingDefaults scope={{ organizationId: organization.id }} />
    </section>
  );
}

function OrganizationReminders({ organization }: { organization: Organization }) {
  const t = useText('reminders');
  return (
    <section aria-labelledby="reminders-heading" className="mt-10 flex flex-col gap-4">
      <div>
        <h2 id="reminders-heading" className="text-20 font-semibold">
          {t('defaultTitle')}
        </h2>
        <p className="mt-1 max-w-text text-14 text-muted">{t('organizationLead')}</p>
      </div>
      <RemindersDefault scope={{ organizationId: organization.id }} />
    </section>
  );
}

function WorkspaceList({ organization }: { organization: Organization }) {
  const t = useText('organization');
  const query = useQuery(workspacesQuery);
  if (!query.data) return <Unloaded query={query} />;
  const workspaces = workspacesIn(organization, query.data);
  if (workspaces.length === 0) {
    return (
      <EmptyState icon={FolderOpen} title={t('noWorkspaces')}>
        {t('noWorkspacesLead')}
      </EmptyState>
    );
  }
  return (
    <ul aria-label={t('workspaces')} className="flex flex-col divide-y divide-line border-y border-line">
      {workspaces.map((workspace) => (
        <WorkspaceRow key={workspace.id} organization={organization} workspace={workspace} />
      ))}
    </ul>
  );
}

function WorkspaceRow({ organization, workspace }: { organization: Organization; workspace: Workspace }) {
  const t = useText('organization');
  const roles = useQuery(rolesQuery(organization.id)).data ?? [];
  const membership = workspace.workspaceUsers.find(({ memberId }) => memberId === organization.memberId);
  const people = workspace.workspaceUsers.map((user) => ({
    key: String(user.id),
    name: nameOf(user),
    tone: hasJoined(user) ? ('done' as const) : ('waiting' as const),
    state: hasJoined(user) ? sayRole(t, { id: user.role, name: roleName(user, roles) }) : t('notJoined'),
  }));
  return (
    <li className="relative flex flex-wrap items-center gap-x-6 gap-y-3 px-2 py-4 hover:bg-wash">
      <div className="min-w-0 flex-1 basis-72">
        <h2 className="font-medium">
          <Link
            to="/account/organization/workspaces/$workspaceId"
            params={{ workspaceId: String(workspace.id) }}
            className="no-underline after:absolute after:inset-0"
          >
            {workspace.name}
          </Link>
        </h2>
        {workspace.description && <p className="text-14 text-muted">{workspace.description}</p>}
        <p className="text-14 text-muted">
          {t('peopleCount', { count: people.length })}
          {membership &&
            ` · ${t('yourRole', { role: sayRole(t, { id: membership.role, name: roleName(membership, roles) }) })}`}
        </p>
      </div>
      <PeopleRings people={people} label={t('peopleCount', { count: people.length })} />
    </li>
  );
}
