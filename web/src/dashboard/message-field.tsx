import { DOCUMENT_KEY } from '@paraph/domain';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { BookmarkPlus } from 'lucide-react';
import { useState } from 'react';
import { createPortal } from 'react-dom';
import { messageTemplatesKey, offeredMessagesQuery } from '../api/message-templates-api.ts';
import { MessageDialog } from '../messages/message-dialog.tsx';
import { useText } from '../text/start-text.ts';
import { Button } from '../ui/button.tsx';
import { SelectField, TextArea } from '../ui/text-field.tsx';
import { useToast } from '../ui/toast.tsx';

type MessageFieldProps = {
  message: string;
  error: string | undefined;
  workspaceId: number | undefined;
  onChange: (message: string) => void;
  onBlur?: () => void;
  /** Of a kept one, where choosing is more than typing. */
  onChoose?: (message: string) => void;
};

/** What the invitations quote: written, or one that the workspace keeps. */
export function MessageField(props: MessageFieldProps) {
  const { message, error, workspaceId, onChange, onBlur, onChoose = onChange } = props;
  const t = useText('send');
  const offered = useQuery(offeredMessagesQuery(workspaceId)).data ?? [];
  const chosen = offered.find(({ text }) => text === message.trim());
  return (
    <div className="flex flex-col gap-3">
      <TextArea
        label={t('message')}
        hint={t('messageHint', { key: DOCUMENT_KEY })}
        name="senderMessage"
        value={message}
        error={error}
        onChange={({ target }) => onChange(target.value)}
        onBlur={onBlur}
      />
      <div className="flex flex-wrap items-end gap-x-4 gap-y-2">
        {offered.length > 0 && (
          <ChooseMessage {...{ message, offered }} onChange={onChoose} chosenId={chosen?.id ?? 0} />
        )}
        {message.trim() !== '' && !chosen && workspaceId !== undefined && (
          <KeepMessage message={message} workspaceId={workspaceId} />
        )}
        {offered.length > 0 && (
          <Link to="/messages" className="link text-14 leading-11">
            {t('manageMessages')}
          </Link>
        )}
      </div>
    </div>
  );
}

interface ChooseProps extends Pick<MessageFieldProps, 'message' | 'onChange'> {
  offered: readonly { id: number; name: string; text: string }[];
  chosenId: number;
}

/** What was written before can be taken back. */
function ChooseMessage({ message, offered, chosenId, onChange }: ChooseProps) {
  const t = useText('send');
  const showToast = useToast();
  const choose = (id: number) => {
    const found = offered.find((each) => each.id === id);
    if (!found) return;
    onChange(found.text);
    if (message.trim() !== '' && chosenId === 0)
      showToast({ text: t('messageReplaced'), undo: () => onChange(message) });
  };
  return (
    <SelectField
      label={t('keptMessages')}
      value={chosenId}
      className="min-w-48"
      onChange={({ target }) => choose(Number(target.value))}
    >
      <option value={0}>{t('ownMessage')}</option>
      {offered.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}

function KeepMessage({ message, workspaceId }: { message: string; workspaceId: number }) {
  const t = useText('send');
  const client = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button icon={BookmarkPlus} onClick={() => setOpen(true)}>
        {t('keepMessage')}
      </Button>
      {/* Not within the form of the document: HTML knows no form in a form. */}
      {isOpen &&
        createPortal(
          <MessageDialog
            workspaceId={workspaceId}
            kept={{ id: null, name: '', text: message.trim() }}
            onClose={() => setOpen(false)}
            onDone={() => {
              setOpen(false);
              void client.invalidateQueries({ queryKey: messageTemplatesKey(workspaceId) });
            }}
          />,
          document.body,
        )}
    </>
  );
}
