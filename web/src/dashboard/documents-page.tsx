import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { FilePlus2, FileSearch, FileText } from 'lucide-react';
import { UnprovedNotice } from '../account/unproved-notice.tsx';
import { unfinishedQuery } from '../api/unfinished-api.ts';
import { actFilterOf, exportAddress, workflowsQuery } from '../api/workflows-api.ts';
import { ExportButton } from '../exports/export-button.tsx';
import { useWorkspace } from '../frame/use-workspace.ts';
import { WorkspaceSwitch } from '../frame/workspace-switch.tsx';
import { useText } from '../text/start-text.ts';
import { Banner } from '../ui/banner.tsx';
import { buttonClass } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Pager } from '../ui/pager.tsx';
import { Unloaded } from '../ui/unloaded.tsx';
import { DocumentsFilter } from './documents-filter.tsx';
import { DocumentsList } from './documents-list.tsx';
import { CHIPS, type DocumentsSearch, sortOf } from './documents-state.ts';
import { NoWorkspace } from './no-workspace.tsx';
import { nameIn } from './unfinished-state.ts';

export default function DocumentsPage() {
  const t = useText('documents');
  const { workspace, isPending, error } = useWorkspace();
  if (!workspace && !isPending && !error) return <NoWorkspace title={t('title')} />;
  // Show the button until the role is known: most users may send.
  const maySend = !workspace || workspace.permissions.includes('create_workflow');
  return (
    <>
      <PageHeader
        title={t('title')}
        lead={workspace?.name}
        action={
          maySend && (
            <Link to="/documents/new" className={buttonClass('primary')}>
              <FilePlus2 aria-hidden size={18} />
              {t('new')}
            </Link>
          )
        }
      />
      <UnprovedNotice />
      <div className="mb-4 md:hidden">
        <WorkspaceSwitch />
      </div>
      {maySend && <UnfinishedDocument />}
      <DocumentsFilter workspaceId={workspace?.id} />
      <ErrorBanner error={error} />
      {/* The key resets the list, so that one workspace's documents are never shown for another. */}
      {workspace && <Results key={workspace.id} workspaceId={workspace.id} maySend={maySend} />}
    </>
  );
}

/** The way back to the form that was left. */
function UnfinishedDocument() {
  const t = useText('documents');
  const left = useQuery(unfinishedQuery).data;
  if (!left || left.version === 0) return null;
  const name = nameIn(left.content);
  return (
    <div className="mb-4">
      <Banner
        tone="info"
        title={name.trim() === '' ? t('unfinished') : t('unfinishedNamed', { name })}
        action={
          <Link to="/documents/new" className={buttonClass()}>
            {t('finishIt')}
          </Link>
        }
      />
    </div>
  );
}

function Results({ workspaceId, maySend }: { workspaceId: number; maySend: boolean }) {
  const t = useText('documents');
  const search = useSearch({ from: '/app/documents' });
  const navigate = useNavigate();
  const { show = 'all', query = '', page = 1, sort } = search;
  const filter = { page, query, show, statuses: CHIPS[show], ...(sort ? { sort } : {}) };
  const list = useQuery(workflowsQuery(workspaceId, filter));
  if (!list.data) return <Unloaded query={list} lines={6} className="pt-4" />;
  return (
    <div aria-busy={list.isPlaceholderData}>
      <p role="status" className="sr-only">
        {t('found', { count: list.data.total })}
      </p>
      {list.data.items.length === 0 ? (
        <NothingHere search={search} maySend={maySend} />
      ) : (
        // The key forgets what was chosen on another page.
        <DocumentsList
          key={`${show} ${page} ${query}`}
          workspaceId={workspaceId}
          workflows={list.data.items}
          total={list.data.total}
          filter={actFilterOf({ query, show, statuses: CHIPS[show] })}
          sort={sortOf(search)}
          onSort={(next) => {
            const { page: _page, ...kept } = search;
            void navigate({ to: '/documents', search: { ...kept, sort: next }, replace: true });
          }}
        />
      )}
      {list.data.items.length > 0 && (
        <Exports workspaceId={workspaceId} filter={{ query, show, statuses: CHIPS[show] }} />
      )}
      <Pager
        page={page}
        pages={list.data.pages}
        onPage={(next) => void navigate({ to: '/documents', search: { ...search, page: next } })}
      />
    </div>
  );
}

/** All that the list finds: as a table, and as an archive of its files. */
function Exports({
  workspaceId,
  filter,
}: {
  workspaceId: number;
  filter: Parameters<typeof actFilterOf>[0];
}) {
  const t = useText('documents');
  const exports = useText('exports');
  return (
    <div className="mt-4 flex flex-wrap items-center gap-x-6 gap-y-3 text-14">
      <ExportButton workspaceId={workspaceId} which={{ filter: actFilterOf(filter) }} count={null} />
      <Link to="/exports/$workspaceId" params={{ workspaceId: String(workspaceId) }} className="link py-2">
        {exports('yours')}
      </Link>
      <a href={exportAddress(workspaceId, filter)} download className="link py-2">
        {t('export')}
      </a>
    </div>
  );
}

function NothingHere({ search, maySend }: { search: DocumentsSearch; maySend: boolean }) {
  const t = useText('documents');
  if (!search.query && !search.show && !search.page) {
    return (
      <EmptyState
        icon={FileText}
        title={t(maySend ? 'empty' : 'emptyOthers')}
        action={
          maySend && (
            <Link to="/documents/new" className={buttonClass()}>
              {t('emptyAction')}
            </Link>
          )
        }
      >
        {t(maySend ? 'emptyLead' : 'emptyForViewer')}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={FileSearch}
      title={t('noneFound')}
      action={
        <Link to="/documents" search={{}} className={buttonClass()}>
          {t('showAll')}
        </Link>
      }
    >
      {search.query ? t('noneFoundFor', { query: search.query }) : t('noneFoundLead')}
    </EmptyState>
  );
}
