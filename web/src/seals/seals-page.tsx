import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { FileSearch, ShieldOff, Stamp } from 'lucide-react';
import { useCallback, useState } from 'react';
import { sealsQuery } from '../api/seals-api.ts';
import type { Organization, Workspace } from '../api/wire.ts';
import { rememberWorkspace, useWorkspace } from '../frame/use-workspace.ts';
import { OrganizationArea } from '../organization/organization-area.tsx';
import { sealingWorkspaces } from '../organization/workspace-state.ts';
import { useText } from '../text/start-text.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { CopyField } from '../ui/copy-field.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { Pager } from '../ui/pager.tsx';
import { SearchField } from '../ui/search-field.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { SelectField } from '../ui/text-field.tsx';
import { Unloaded } from '../ui/unloaded.tsx';
import { NewSealDialog } from './new-seal-dialog.tsx';
import { SealRow } from './seal-row.tsx';

const PATH = '/account/organization/seals';

/** Files that the organization seals in its own name, without people (interface.md §5.11). */
export default function SealsPage() {
  const t = useText('seals');
  return (
    <OrganizationArea
      title={t('title')}
      lead={({ name }) => (
        <>
          {t('lead', { name })}{' '}
          <Link to="/docs/$page" params={{ page: 'seals' }} className="link whitespace-nowrap">
            {t('guide')}
          </Link>
        </>
      )}
    >
      {(organization) => <OfOrganization organization={organization} />}
    </OrganizationArea>
  );
}

function OfOrganization({ organization }: { organization: Organization }) {
  const t = useText('seals');
  const { workspaces, workspace, isPending, error } = useWorkspace();
  const usable = sealingWorkspaces(organization, workspaces);
  const [first] = usable;
  const chosen = usable.find(({ id }) => id === workspace?.id) ?? first;
  if (isPending) return <Skeleton />;
  if (error) return <ErrorBanner error={error} />;
  if (!chosen) {
    return (
      <EmptyState icon={ShieldOff} title={t('notYours')}>
        {t('notYoursLead')}
      </EmptyState>
    );
  }
  return <Seals key={chosen.id} workspace={chosen} workspaces={usable} organization={organization} />;
}

interface SealsProps {
  readonly workspace: Workspace;
  readonly workspaces: readonly Workspace[];
  readonly organization: Organization;
}

function Seals({ workspace, workspaces, organization }: SealsProps) {
  const t = useText('seals');
  const navigate = useNavigate();
  const { query = '' } = useSearch({ from: '/app/account/organization/seals' });
  const [isMaking, setMaking] = useState(false);
  const find = useCallback(
    (wanted: string) => void navigate({ to: PATH, search: wanted ? { query: wanted } : {}, replace: true }),
    [navigate],
  );
  return (
    <section aria-label={t('title')} className="flex flex-col gap-6">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <search className="min-w-0 flex-1 basis-64">
          <SearchField label={t('search')} value={query} onChange={find} />
        </search>
        {workspaces.length > 1 && (
          <SelectField
            label={t('workspace')}
            value={workspace.id}
            onChange={({ target }) => rememberWorkspace({ id: Number(target.value) })}
          >
            {workspaces.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </SelectField>
        )}
        <Button variant="primary" icon={Stamp} onClick={() => setMaking(true)}>
          {t('new')}
        </Button>
      </div>
      <Results workspaceId={workspace.id} />
      {isMaking && (
        <NewSealDialog
          workspaceId={workspace.id}
          organizationName={organization.name}
          onClose={() => setMaking(false)}
        />
      )}
    </section>
  );
}

function Results({ workspaceId }: { workspaceId: number }) {
  const t = useText('seals');
  const navigate = useNavigate();
  const { query = '', page = 1 } = useSearch({ from: '/app/account/organization/seals' });
  const list = useQuery(sealsQuery(workspaceId, { page, query }));
  if (!list.data) return <Unloaded query={list} lines={6} />;
  const { items, total, pages } = list.data;
  return (
    <div aria-busy={list.isPlaceholderData}>
      <p role="status" className={items.length === 0 ? 'sr-only' : 'mb-2 text-14 text-muted'}>
        {t('found', { count: total })}
      </p>
      {items.length === 0 ? (
        <NothingHere query={query} />
      ) : (
        <ul aria-label={t('title')} className="divide-y divide-line border-y border-line">
          {items.map((seal) => (
            <SealRow key={seal.id} seal={seal} />
          ))}
        </ul>
      )}
      <Pager
        page={page}
        pages={pages}
        onPage={(next) =>
          void navigate({
            to: PATH,
            search: { ...(query ? { query } : {}), page: next },
          })
        }
      />
    </div>
  );
}

function NothingHere({ query }: { query: string }) {
  const t = useText('seals');
  if (query !== '') {
    return (
      <EmptyState
        icon={FileSearch}
        title={t('noneFound')}
        action={
          <Link to={PATH} search={{}} className={buttonClass()}>
            {t('showAll')}
          </Link>
        }
      >
        {t('noneFoundFor', { query })}
      </EmptyState>
    );
  }
  const { origin } = window.location;
  const call = `curl ${origin}/api/v1/seals -H "X-Api-Key: $PARAPH_API_KEY" -F document=@payslip.pdf`;
  return (
    <EmptyState icon={Stamp} title={t('empty')}>
      <p>{t('emptyLead')}</p>
      <div className="mt-6 text-start text-ink">
        <CopyField label={t('call')} value={call} />
        <Link to="/account/developers" search={{ tab: 'keys' }} className="link text-14">
          {t('makeKey')}
        </Link>
      </div>
    </EmptyState>
  );
}
