import { useText } from '../text/start-text.ts';
import { TextArea, TextField } from '../ui/text-field.tsx';
import { SendPeople } from './send-people.tsx';
import type { SendChange, SendDraft } from './send-state.ts';

type DraftTextsProps = {
  draft: SendDraft;
  errorTexts: Map<string, string>;
  change: (change: SendChange) => void;
};

/** Name, message and people: the same fields for a new document and for a draft that is edited. */
export function DraftTexts({ draft, errorTexts, change }: DraftTextsProps) {
  const t = useText('send');
  return (
    <>
      <TextField
        label={t('name')}
        hint={t('nameHint')}
        name="name"
        value={draft.name}
        error={errorTexts.get('name')}
        onChange={(event) => change({ do: 'name', name: event.target.value })}
      />
      <TextArea
        label={t('message')}
        hint={t('messageHint')}
        name="senderMessage"
        value={draft.message}
        error={errorTexts.get('senderMessage')}
        onChange={(event) => change({ do: 'message', message: event.target.value })}
      />
      <SendPeople steps={draft.steps} errorTexts={errorTexts} change={change} />
    </>
  );
}
