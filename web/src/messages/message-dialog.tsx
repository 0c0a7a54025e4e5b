import { LIMITS } from '@paraph/domain';
import { type SyntheticEvent, useState } from 'react';
import { saveMessageTemplate } from '../api/message-templates-api.ts';
import { violationsOf } from '../api/violations.ts';
import { useText } from '../text/start-text.ts';
import { Dialog } from '../ui/dialog.tsx';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { FormActions } from '../ui/form-actions.tsx';
import { TextArea, TextField } from '../ui/text-field.tsx';
import { useAct } from '../ui/use-act.ts';

const FIELDS = ['name', 'text'] as const;

export type MessageDialogProps = {
  workspaceId: number;
  /** Of id null for a new one. */
  kept: { id: number | null; name: string; text: string };
  onClose: () => void;
  onDone: () => void;
};

export function MessageDialog(props: MessageDialogProps) {
  const t = useText('messages');
  const { kept, onClose } = props;
  const title = kept.id === null ? t('add') : t('changeNamed', { name: kept.name });
  return (
    <Dialog isOpen onClose={onClose} title={title} description={t('dialogLead')}>
      <MessageForm {...props} />
    </Dialog>
  );
}

function MessageForm({ workspaceId, kept, onClose, onDone }: MessageDialogProps) {
  const t = useText('messages');
  const [name, setName] = useState(kept.name);
  const [text, setText] = useState(kept.text);
  const saving = useAct({
    does: () => saveMessageTemplate(workspaceId, kept.id, { name, text }),
    done: onDone,
    says: (saved) => t('saved', { name: saved.name }),
  });
  const errors = new Map(violationsOf(saving.error, FIELDS).map(({ field, sentence }) => [field, sentence]));
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    // Opened from the form of a document, which must not be sent by it.
    event.stopPropagation();
    saving.mutate();
  };
  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={submit}>
      <ErrorBanner error={saving.error} shownFields={FIELDS} />
      <TextField
        label={t('name')}
        hint={t('nameHint')}
        autoComplete="off"
        maxLength={LIMITS.messageTemplateNameCharactersMax}
        value={name}
        error={errors.get('name')}
        onChange={({ target }) => setName(target.value)}
      />
      <TextArea
        label={t('text')}
        hint={t('textHint', { key: '{document}' })}
        maxLength={LIMITS.messageCharactersMax}
        value={text}
        error={errors.get('text')}
        onChange={({ target }) => setText(target.value)}
      />
      <FormActions onLeave={onClose} act={t('save')} busy={saving.isPending} />
    </form>
  );
}
