import { useQuery, useQueryClient } from '@tanstack/react-query';
import { MessageSquarePlus, MessageSquareText, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import {
  deleteMessageTemplate,
  messageTemplatesKey,
  messageTemplatesQuery,
} from '../api/message-templates-api.ts';
import type { MessageTemplate } from '../api/wire.ts';
import { useWorkspace } from '../frame/use-workspace.ts';
import { WorkspaceSwitch } from '../frame/workspace-switch.tsx';
import { useText } from '../text/start-text.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Pager } from '../ui/pager.tsx';
import { Unloaded } from '../ui/unloaded.tsx';
import { useAct } from '../ui/use-act.ts';
import { MessageDialog } from './message-dialog.tsx';

/** What is open above the list. */
type Opened = { do: 'add' } | { do: 'change' | 'delete'; message: MessageTemplate };

/** The messages that a workspace uses again. */
export default function MessagesPage() {
  const t = useText('messages');
  const { workspace, error } = useWorkspace();
  const [opened, setOpened] = useState<Opened | null>(null);
  return (
    <>
      <PageHeader
        title={t('title')}
        lead={t('lead')}
        action={
          <Button variant="primary" icon={MessageSquarePlus} onClick={() => setOpened({ do: 'add' })}>
            {t('add')}
          </Button>
        }
      />
      <div className="mb-4 md:hidden">
        <WorkspaceSwitch />
      </div>
      <ErrorBanner error={error} />
      {workspace && (
        <>
          <Results key={workspace.id} workspaceId={workspace.id} onOpen={setOpened} />
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
    void client.invalidateQueries({ queryKey: messageTemplatesKey(workspaceId) });
  };
  if (opened === null) return null;
  if (opened.do === 'delete')
    return <DeleteMessage {...{ workspaceId, onClose }} message={opened.message} onDone={done} />;
  const kept = opened.do === 'add' ? { id: null, name: '', text: '' } : opened.message;
  return <MessageDialog {...{ workspaceId, kept, onClose }} onDone={done} />;
}

type OnOpen = (opened: Opened) => void;

function Results({ workspaceId, onOpen }: { workspaceId: number; onOpen: OnOpen }) {
  const t = useText('messages');
  const [page, setPage] = useState(1);
  const list = useQuery(messageTemplatesQuery(workspaceId, page));
  if (!list.data) return <Unloaded query={list} lines={6} className="pt-4" />;
  const { items, pages } = list.data;
  if (items.length === 0) {
    return (
      <EmptyState
        icon={MessageSquareText}
        title={t('empty')}
        action={<Button onClick={() => onOpen({ do: 'add' })}>{t('add')}</Button>}
      >
        {t('emptyLead')}
      </EmptyState>
    );
  }
  return (
    <div aria-busy={list.isPlaceholderData}>
      <ul aria-label={t('title')} className="divide-y divide-line border-y border-line">
        {items.map((message) => (
          <li key={message.id} className="flex items-start gap-x-4 py-3">
            <div className="min-w-0 max-w-text flex-1">
              <p className="font-medium break-words">{message.name}</p>
              <p className="text-14 whitespace-pre-line break-words text-muted">{message.text}</p>
            </div>
            <div className="flex">
              <IconButton
                icon={Pencil}
                label={t('changeNamed', { name: message.name })}
                onClick={() => onOpen({ do: 'change', message })}
              />
              <IconButton
                icon={Trash2}
                label={t('deleteNamed', { name: message.name })}
                onClick={() => onOpen({ do: 'delete', message })}
              />
            </div>
          </li>
        ))}
      </ul>
      <Pager page={page} pages={pages} onPage={setPage} />
    </div>
  );
}

interface DeleteProps {
  workspaceId: number;
  message: MessageTemplate;
  onClose: () => void;
  onDone: () => void;
}

function DeleteMessage({ workspaceId, message: { id, name }, onClose, onDone }: DeleteProps) {
  const t = useText('messages');
  const deleting = useAct({
    does: () => deleteMessageTemplate(workspaceId, id),
    done: onDone,
    says: () => t('deleted', { name }),
  });
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      act={deleting}
      title={t('deleteTitle', { name })}
      description={t('deleteLead')}
      confirmLabel={t('delete')}
    />
  );
}
