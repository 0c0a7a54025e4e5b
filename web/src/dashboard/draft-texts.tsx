import type { SigningLanguage } from '@paraph/domain';
import type { LevelOffers } from '../api/wire.ts';
import { useText } from '../text/start-text.ts';
import { TextField } from '../ui/text-field.tsx';
import { LevelField } from './level-field.tsx';
import { MessageField } from './message-field.tsx';
import { SendPeople } from './send-people.tsx';
import { isIdentified, type SendChange, type SendDraft } from './send-state.ts';
import type { SourceTexts } from './use-first-values.ts';

type DraftTextsProps = {
  draft: SendDraft;
  errorTexts: Map<string, string>;
  change: (change: SendChange) => void;
  /** Undefined until they are known. */
  offers: LevelOffers | undefined;
  /** Whose contacts are suggested. */
  workspaceId: number | undefined;
  /** Who has set what it begins with. */
  sources?: SourceTexts;
  /** Of people for whom none is chosen. */
  language?: SigningLanguage | null | undefined;
};

/** Name, message and people: the same fields for a new document and for a draft that is edited. */
export function DraftTexts(props: DraftTextsProps) {
  const { draft, errorTexts, change, offers, workspaceId, sources, language } = props;
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
      <MessageField
        message={draft.message}
        error={errorTexts.get('senderMessage')}
        workspaceId={workspaceId}
        onChange={(message) => change({ do: 'message', message })}
      />
      <LevelField
        type={draft.type}
        offers={offers}
        source={sources?.type}
        error={errorTexts.get('type')}
        onChange={(type) => change({ do: 'type', type })}
      />
      <SendPeople
        steps={draft.steps}
        errorTexts={errorTexts}
        change={change}
        workspaceId={workspaceId}
        level={draft.type}
        contactOf={({ type }) => ({
          isIdentified: isIdentified({ level: draft.type, type }),
          offers,
          language,
        })}
      />
    </>
  );
}
