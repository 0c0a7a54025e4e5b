import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Contact as ContactIcon, ListPlus, Pencil, Trash2, UserPlus } from 'lucide-react';
import { useCallback, useState } from 'react';
import { contactsKey, contactsQuery } from '../api/contacts-api.ts';
import type { Contact } from '../api/wire.ts';
import { useWorkspace } from '../frame/use-workspace.ts';
import { WorkspaceSwitch } from '../frame/workspace-switch.tsx';
import { useText } from '../text/start-text.ts';
import { Button, buttonClass, IconButton } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Pager } from '../ui/pager.tsx';
import { SearchField } from '../ui/search-field.tsx';
import { TimeText } from '../ui/time-text.tsx';
import { Unloaded } from '../ui/unloaded.tsx';
import { ContactDialog } from './contact-dialog.tsx';
import { DeleteContact } from './delete-contact.tsx';
import { ImportDialog } from './import-dialog.tsx';
import { LearningSwitch } from './learning-switch.tsx';

/** What is open above the list. */
type Opened = { do: 'add' } | { do: 'import' } | { do: 'change' | 'delete'; contact: Contact };

export default function ContactsPage() {
  const t = useText('contacts');
  const { workspace, error } = useWorkspace();
  const navigate = useNavigate();
  const { query = '' } = useSearch({ from: '/app/contacts' });
  const [opened, setOpened] = useState<Opened | null>(null);
  const find = useCallback(
    (wanted: string) =>
      void navigate({ to: '/contacts', search: wanted ? { query: wanted } : {}, replace: true }),
    [navigate],
  );
  return (
    <>
      <PageHeader
        title={t('title')}
        lead={t('lead')}
        action={
          <div className="flex flex-wrap gap-3">
            <Button icon={ListPlus} onClick={() => setOpened({ do: 'import' })}>
              {t('import')}
            </Button>
            <Button variant="primary" icon={UserPlus} onClick={() => setOpened({ do: 'add' })}>
              {t('add')}
            </Button>
          </div>
        }
      />
      <div className="mb-4 md:hidden">
        <WorkspaceSwitch />
      </div>
      <search className="mb-4 block">
        <SearchField label={t('search')} value={query} onChange={find} />
      </search>
      <ErrorBanner error={error} />
      {workspace && (
        <>
          <Results key={workspace.id} workspaceId={workspace.id} onOpen={setOpened} />
          <LearningSwitch workspaceId={workspace.id} />
          <OpenedDialog workspaceId={workspace.id} opened={opened} onClose={() => setOpened(null)} />
        </>
      )}
    </>
  );
}

type DialogsProps = { workspaceId: number; opened: Opened | null; onClose: () => void };

function OpenedDialog({ workspaceId, opened, onClose }: DialogsProps) {
  const client = useQueryClient();
  const done = () => {
    onClose();
    void client.invalidateQueries({ queryKey: contactsKey(workspaceId) });
  };
  const about = { workspaceId, onClose, onDone: done };
  if (opened?.do === 'import') return <ImportDialog {...about} />;
  if (opened?.do === 'add') return <ContactDialog {...about} contact={null} />;
  if (opened?.do === 'change') return <ContactDialog {...about} contact={opened.contact} />;
  if (opened?.do === 'delete') return <DeleteContact {...about} contact={opened.contact} />;
  return null;
}

type OnOpen = (opened: Opened) => void;

function Results({ workspaceId, onOpen }: { workspaceId: number; onOpen: OnOpen }) {
  const t = useText('contacts');
  const navigate = useNavigate();
  const { query = '', page = 1 } = useSearch({ from: '/app/contacts' });
  const list = useQuery(contactsQuery(workspaceId, { page, search: query }));
  if (!list.data) return <Unloaded query={list} lines={6} className="pt-4" />;
  const { items, total, pages } = list.data;
  return (
    <div aria-busy={list.isPlaceholderData}>
      <p role="status" className={items.length === 0 ? 'sr-only' : 'mb-2 text-14 text-muted'}>
        {t('found', { count: total })}
      </p>
      {items.length === 0 ? (
        <NothingHere query={query} onOpen={onOpen} />
      ) : (
        <ul aria-label={t('title')} className="divide-y divide-line border-y border-line">
          {items.map((contact) => (
            <ContactRow key={contact.id} contact={contact} onOpen={onOpen} />
          ))}
        </ul>
      )}
      <Pager
        page={page}
        pages={pages}
        onPage={(next) =>
          void navigate({ to: '/contacts', search: { ...(query ? { query } : {}), page: next } })
        }
      />
    </div>
  );
}

function ContactRow({ contact, onOpen }: { contact: Contact; onOpen: OnOpen }) {
  const t = useText('contacts');
  const { name, email, phone, lastUsedDate } = contact;
  return (
    <li className="flex items-center gap-x-4 py-3">
      <div className="min-w-0 flex-1">
        <p className="font-medium break-words">{name}</p>
        <p className="text-14 break-all text-muted">{[email, phone].filter(Boolean).join(' · ')}</p>
        <p className="text-13 text-muted">
          {t(`source.${contact.source}`)}
          {lastUsedDate !== null && (
            <>
              {' · '}
              {t('lastUsed')} <TimeText seconds={lastUsedDate} />
            </>
          )}
        </p>
      </div>
      <div className="flex">
        <IconButton
          icon={Pencil}
          label={t('changeNamed', { name })}
          onClick={() => onOpen({ do: 'change', contact })}
        />
        <IconButton
          icon={Trash2}
          label={t('deleteNamed', { name })}
          onClick={() => onOpen({ do: 'delete', contact })}
        />
      </div>
    </li>
  );
}

function NothingHere({ query, onOpen }: { query: string; onOpen: OnOpen }) {
  const t = useText('contacts');
  if (query === '') {
    return (
      <EmptyState
        icon={ContactIcon}
        title={t('empty')}
        action={<Button onClick={() => onOpen({ do: 'import' })}>{t('import')}</Button>}
      >
        {t('emptyLead')}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={ContactIcon}
      title={t('noneFound')}
      action={
        <Link to="/contacts" search={{}} className={buttonClass()}>
          {t('showAll')}
        </Link>
      }
    >
      {t('noneFoundFor', { query })}
    </EmptyState>
  );
}
