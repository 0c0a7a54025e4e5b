import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { ChevronLeft, UserPlus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { organizationsQuery } from '../api/organization-api.ts';
import { remindersQuery } from '../api/reminders-api.ts';
import type { Organization, Workspace } from '../api/wire.ts';
import { workspacesQuery } from '../api/workflows-api.ts';
import { useText } from '../text/start-text.ts';
import { BACK_LINK } from '../ui/back-link.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { FailedQuery } from '../ui/unloaded.tsx';
import { AddPeopleDialog } from './add-people-dialog.tsx';
import { CloseWorkspace } from './close-workspace.tsx';
import { DestinationSettings } from './destination-settings.tsx';
import { RemindersDefault } from './reminders-default.tsx';
import { SendingDefaults } from './sending-defaults.tsx';
import { WorkspaceDetailsForm } from './workspace-details.tsx';
import { WorkspacePeople } from './workspace-people.tsx';

export default function WorkspacePage() {
  const t = useText('organization');
  const { workspaceId } = useParams({ from: '/app/account/organization/workspaces/$workspaceId' });
  const workspaces = useQuery(workspacesQuery);
  const organizations = useQuery(organizationsQuery);
  const error = workspaces.error ?? organizations.error;
  const workspace = workspaces.data?.find(({ id }) => String(id) === workspaceId);
  // The workspace's own organization, whichever one is selected elsewhere.
  const organization = organizations.data?.find(({ workspaceIds }) =>
    workspaceIds.some((id) => id === workspace?.id),
  );
  if (workspace && organization) {
    return <Detail key={workspace.id} organization={organization} workspace={workspace} />;
  }
  if (error) {
    const refetch = () => Promise.all([workspaces.refetch(), organizations.refetch()]);
    return <FailedQuery query={{ error, refetch }} />;
  }
  if (workspaces.isPending || organizations.isPending) return <Skeleton lines={6} />;
  return (
    <>
      <PageHeader title={t('workspaceGone')} lead={t('workspaceGoneLead')} />
      <Link to="/account/organization/workspaces" className={buttonClass()}>
        {t('allWorkspaces')}
      </Link>
    </>
  );
}

type DetailProps = { organization: Organization; workspace: Workspace };

function Detail({ organization, workspace }: DetailProps) {
  const t = useText('organization');
  const [isAdding, setAdding] = useState(false);
  const may = (permission: Workspace['permissions'][number]) => workspace.permissions.includes(permission);
  return (
    <>
      <PageHeader
        title={workspace.name}
        lead={workspace.description}
        above={
          <Link to="/account/organization/workspaces" className={BACK_LINK}>
            <ChevronLeft aria-hidden size={16} />
            {t('allWorkspaces')}
          </Link>
        }
        action={
          may('add_workspace_user') && (
            <Button variant="primary" icon={UserPlus} onClick={() => setAdding(true)}>
              {t('addPeople')}
            </Button>
          )
        }
      />
      <WorkspacePeople organization={organization} workspace={workspace} />
      {may('edit_workspace') && (
        <Section title={t('details')} lead={t('detailsLead')}>
          <WorkspaceDetailsForm workspace={workspace} />
        </Section>
      )}
      {may('edit_workspace') && <WorkspaceDefaults workspace={workspace} />}
      {may('edit_workspace') && <WorkspaceReminders workspace={workspace} organization={organization} />}
      {may('edit_workspace') && <WorkspaceDestination workspace={workspace} />}
      {may('delete_workspace') && (
        <Section title={t('close')} lead={t('closeLead')}>
          <CloseWorkspace organization={organization} workspace={workspace} />
        </Section>
      )}
      <AddPeopleDialog
        organization={organization}
        workspace={workspace}
        isOpen={isAdding}
        onClose={() => setAdding(false)}
      />
    </>
  );
}

function Section({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  return (
    <section aria-label={title} className={SECTION}>
      <div>
        <h2 className="text-20 font-semibold">{title}</h2>
        <p className="mt-1 text-14 text-muted">{lead}</p>
      </div>
      <div className="min-w-0 max-w-text">{children}</div>
    </section>
  );
}

const SECTION = 'grid gap-x-10 gap-y-4 border-t border-line py-8 lg:grid-cols-[16rem_1fr]';

function WorkspaceDefaults({ workspace: { id } }: Pick<DetailProps, 'workspace'>) {
  const t = useText('defaults');
  return (
    <Section title={t('title')} lead={t('lead')}>
      <SendingDefaults scope={{ workspaceId: id }} />
    </Section>
  );
}

function WorkspaceReminders({ organization, workspace }: DetailProps) {
  const t = useText('reminders');
  // Administrators alone may read what the organization says.
  const scope = organization.administrator ? { organizationId: organization.id } : undefined;
  const wider = useQuery(remindersQuery(scope)).data?.effective ?? null;
  return (
    <Section title={t('defaultTitle')} lead={t('defaultLead')}>
      <RemindersDefault scope={{ workspaceId: workspace.id }} wider={wider} />
    </Section>
  );
}

function WorkspaceDestination({ workspace: { id, permissions } }: Pick<DetailProps, 'workspace'>) {
  const t = useText('destination');
  return (
    <Section title={t('title')} lead={t('lead')}>
      <DestinationSettings workspaceId={id} maySeeAll={permissions.includes('view_others_workflow')} />
    </Section>
  );
}
