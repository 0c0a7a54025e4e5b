import { RemindersField } from '../organization/reminders-field.tsx';
import { DeadlineField } from './deadline-field.tsx';
import type { DeadlineLimits } from './deadline-state.ts';
import { FollowerList } from './follower-list.tsx';
import { followedPeople } from './follower-state.ts';
import type { SendChange, SendDraft } from './send-state.ts';
import { StartField } from './start-field.tsx';
import type { SourceTexts } from './use-first-values.ts';

type DraftOptionsProps = {
  draft: SendDraft;
  /** Whose requests can be copied; those of the draft. */
  people?: readonly { name: string; email: string }[];
  /** How people are reminded: what was chosen, else what counts where nothing is. */
  reminders: string;
  limits: DeadlineLimits;
  errorTexts: Map<string, string>;
  workspaceId: number | undefined;
  change: (change: SendChange) => void;
  /** Who has set what it begins with. */
  sources?: SourceTexts;
  /** Whether it can be sent by itself later. */
  hasStart?: boolean;
};

/**
 * Who is kept informed, until when it can be signed, when it is sent and how people are reminded: the same for a new
 * document, for a draft and for one that is made of a template.
 */
export function DraftOptions(props: DraftOptionsProps) {
  const { draft, reminders, limits, errorTexts, workspaceId, change, hasStart = true, sources } = props;
  const { deadline, followers, start } = draft;
  const { people = followedPeople(draft.steps) } = props;
  return (
    <>
      <FollowerList
        {...{ followers, people, errorTexts, workspaceId }}
        onChange={(changed) => change({ do: 'followers', followers: changed })}
      />
      <DeadlineField
        deadline={deadline}
        limits={limits}
        source={sources?.deadline}
        error={errorTexts.get('expiryDate')}
        onChange={(changed) => change({ do: 'deadline', deadline: changed })}
      />
      {hasStart && (
        <StartField
          start={start}
          deadline={deadline}
          error={errorTexts.get('scheduledStartDate')}
          onChange={(changed) => change({ do: 'start', start: changed })}
        />
      )}
      <RemindersField
        value={reminders}
        source={sources?.reminders}
        onChange={(value) => change({ do: 'reminders', reminders: value ?? reminders })}
      />
    </>
  );
}
