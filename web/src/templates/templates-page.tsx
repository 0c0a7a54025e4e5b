import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { FilePlus2, FileSearch, LayoutTemplate } from 'lucide-react';
import { useCallback } from 'react';
import { templatesQuery } from '../api/templates-api.ts';
import type { TemplateItem } from '../api/wire.ts';
import { useWorkspace } from '../frame/use-workspace.ts';
import { WorkspaceSwitch } from '../frame/workspace-switch.tsx';
import { useText } from '../text/start-text.ts';
import { buttonClass } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Pager } from '../ui/pager.tsx';
import { SearchField } from '../ui/search-field.tsx';
import { moveBetweenRows, ROW_ANCHOR } from '../ui/table.tsx';
import { TimeText } from '../ui/time-text.tsx';
import { Unloaded } from '../ui/unloaded.tsx';
import { ListedDuties } from './template-duties.tsx';

export default function TemplatesPage() {
  const t = useText('templates');
  const many = useText('many');
  const { workspace, error } = useWorkspace();
  const navigate = useNavigate();
  const { query = '' } = useSearch({ from: '/app/templates' });
  const find = useCallback(
    (wanted: string) =>
      void navigate({ to: '/templates', search: wanted ? { query: wanted } : {}, replace: true }),
    [navigate],
  );
  return (
    <>
      <PageHeader
        title={t('title')}
        lead={workspace?.name}
        action={
          workspace?.permissions.includes('create_template') && (
            <Link to="/templates/new" className={buttonClass('primary')}>
              <FilePlus2 aria-hidden size={18} />
              {t('new')}
            </Link>
          )
        }
      />
      <div className="mb-4 md:hidden">
        <WorkspaceSwitch />
      </div>
      <search className="mb-4 block">
        <SearchField label={t('search')} value={query} onChange={find} />
      </search>
      {workspace?.permissions.includes('create_workflow_out_of_template') && (
        <p className="mb-4">
          <Link
            to="/bulk/$workspaceId"
            params={{ workspaceId: String(workspace.id) }}
            className="link inline-block py-2"
          >
            {many('allJobs')}
          </Link>
        </p>
      )}
      <ErrorBanner error={error} />
      {workspace && <Results key={workspace.id} workspaceId={workspace.id} />}
    </>
  );
}

function Results({ workspaceId }: { workspaceId: number }) {
  const t = useText('templates');
  const navigate = useNavigate();
  const { query = '', page = 1 } = useSearch({ from: '/app/templates' });
  const list = useQuery(templatesQuery(workspaceId, { page, query }));
  if (!list.data) return <Unloaded query={list} lines={6} className="pt-4" />;
  return (
    <div aria-busy={list.isPlaceholderData}>
      <p role="status" className="sr-only">
        {t('found', { count: list.data.total })}
      </p>
      {list.data.items.length === 0 ? (
        <NothingHere query={query} />
      ) : (
        <ul
          aria-label={t('title')}
          onKeyDown={moveBetweenRows}
          className="divide-y divide-line border-y border-line"
        >
          {list.data.items.map((template) => (
            <TemplateRow key={template.id} workspaceId={workspaceId} template={template} />
          ))}
        </ul>
      )}
      <Pager
        page={page}
        pages={list.data.pages}
        onPage={(next) =>
          void navigate({ to: '/templates', search: { ...(query ? { query } : {}), page: next } })
        }
      />
    </div>
  );
}

function TemplateRow({ workspaceId, template }: { workspaceId: number; template: TemplateItem }) {
  const t = useText('templates');
  const params = { workspaceId: String(workspaceId), id: String(template.id) };
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-4">
      <div className="min-w-0 flex-1 basis-56">
        <Link
          {...ROW_ANCHOR}
          to="/templates/$workspaceId/$id"
          params={params}
          className="inline-block py-0.5 font-medium no-underline hover:underline"
        >
          {template.name}
        </Link>
        <p className="text-13 text-muted">
          <ListedDuties template={template} />
        </p>
        <p className="text-13 text-muted">
          {t('createdBy', { name: template.creator.name })} <TimeText seconds={template.createDate} />
        </p>
      </div>
      <Link
        to="/templates/$workspaceId/$id/use"
        params={params}
        className={buttonClass()}
        aria-label={t('useNamed', { name: template.name })}
      >
        {t('use')}
      </Link>
    </li>
  );
}

function NothingHere({ query }: { query: string }) {
  const t = useText('templates');
  if (query === '') {
    return (
      <EmptyState
        icon={LayoutTemplate}
        title={t('empty')}
        action={
          <Link to="/templates/new" className={buttonClass()}>
            {t('emptyAction')}
          </Link>
        }
      >
        {t('emptyLead')}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={FileSearch}
      title={t('noneFound')}
      action={
        <Link to="/templates" search={{}} className={buttonClass()}>
          {t('showAll')}
        </Link>
      }
    >
      {t('noneFoundFor', { query })}
    </EmptyState>
  );
}
