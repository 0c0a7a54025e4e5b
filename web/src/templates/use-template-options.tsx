import { PREFERENCES, PROPOSED_REMINDERS, writeMessage } from '@paraph/domain';
import { useQuery } from '@tanstack/react-query';
import { remindersQuery } from '../api/reminders-api.ts';
import type { TemplateIds, TemplateUse } from '../api/templates-api.ts';
import { violationsIn } from '../api/violations.ts';
import type { Template } from '../api/wire.ts';
import { deadlineSeconds } from '../dashboard/deadline-state.ts';
import { DraftOptions } from '../dashboard/draft-options.tsx';
import { followedPeople, followerForm } from '../dashboard/follower-state.ts';
import { MessageField } from '../dashboard/message-field.tsx';
import {
  type DraftError,
  emptyDraft,
  type SendChange,
  type SendDraft,
  validateDraftDetails,
} from '../dashboard/send-state.ts';
import type { SendPerson } from '../dashboard/send-steps.ts';
import { useDeadlineLimits } from '../dashboard/use-deadline-limits.ts';
import { useErrorTexts } from '../dashboard/use-error-texts.ts';
import { useText } from '../text/start-text.ts';

/** What a document of the template is besides its people, as the template says it. */
export function optionsOf({ senderMessage, expiryDays }: Template): SendDraft {
  return { ...emptyDraft('use'), message: senderMessage ?? '', deadline: { days: expiryDays } };
}

interface Use {
  ids: TemplateIds;
  template: Template;
  options: SendDraft;
  people: readonly Omit<SendPerson, 'key' | 'id'>[];
  name: string;
}

/** What was chosen for this document, what is wrong with it, and what is sent of it. */
export function useTemplateOptions({ ids, template, options, people, name }: Use) {
  const { workspaceId, id: templateId } = ids;
  const set = useQuery(remindersQuery({ workspaceId, templateId })).data;
  const proposed = set && set.source !== null ? set.effective : PROPOSED_REMINDERS;
  const reminders = options.reminders ?? proposed;
  const limits = useDeadlineLimits();
  const now = Math.floor(Date.now() / 1000);
  const steps = people.map((person, index) => {
    const key = String(index);
    return { key, type: 'sign' as const, people: [{ key, ...person }] };
  });
  const errors = validateDraftDetails({ ...options, name, reminders, steps }, now, { limits }).filter(
    isOfOptions,
  );
  return {
    reminders,
    limits,
    errors,
    sent: (): Partial<TemplateUse> => sentOf({ template, options, name, now, reminders: set && reminders }),
  };
}

/** Until the reminders of the template are known, they are left to it. */
function sentOf({
  template,
  options,
  name,
  now,
  reminders = options.reminders ?? undefined,
}: Pick<Use, 'name' | 'options' | 'template'> & { now: number; reminders: string | undefined }) {
  const first = optionsOf(template);
  const isSameDeadline = JSON.stringify(first.deadline) === JSON.stringify(options.deadline);
  const expiryDate = isSameDeadline ? null : deadlineSeconds(options.deadline, now);
  return {
    ...(first.message === options.message
      ? {}
      : { senderMessage: writeMessage({ message: options.message, name }) || null }),
    ...(expiryDate === null ? {} : { expiryDate }),
    ...(reminders === undefined ? {} : { preferences: [{ name: PREFERENCES.reminders, value: reminders }] }),
  };
}

/** Name and people have fields and texts of their own. */
function isOfOptions({ path }: DraftError): boolean {
  return !path.startsWith('steps') && path !== 'name';
}

type OptionFieldsProps = {
  options: SendDraft;
  chosen: ReturnType<typeof useTemplateOptions>;
  people: Use['people'];
  hasTried: boolean;
  error: unknown;
  /** The followers that the template asks for, which come first in what is sent, and the names of its own. */
  asked: { followers: readonly unknown[]; kept: string };
  workspaceId: number;
  change: (change: SendChange) => void;
};

/** The message, and what every document is asked for. */
export function OptionFields(props: OptionFieldsProps) {
  const { options, chosen, people, hasTried, error, asked, workspaceId, change } = props;
  const t = useText('templates');
  const texts = useErrorTexts(hasTried ? chosen.errors : [], null);
  const refused = Object.entries(violationsIn(error)).map(([path, sentence]) => {
    const own = path.replace(
      /^followers\[(\d+)\]/,
      (_, index) => `followers[${Number(index) - asked.followers.length}]`,
    );
    return [own, sentence] as const;
  });
  const errorTexts = new Map([...refused, ...texts]);
  return (
    <>
      {asked.kept !== '' && <p className="text-14 text-muted">{t('alsoInformed', { names: asked.kept })}</p>}
      <MessageField
        message={options.message}
        error={errorTexts.get('senderMessage')}
        workspaceId={workspaceId}
        onChange={(message) => change({ do: 'message', message })}
      />
      <DraftOptions
        draft={options}
        people={followedPeople([{ people }])}
        {...{ errorTexts, workspaceId, change }}
        {...{ reminders: chosen.reminders, limits: chosen.limits }}
        hasStart={false}
      />
    </>
  );
}

/** Followers of this document, beside those of the template. */
export function furtherFollowers({ followers }: SendDraft) {
  return followers.map(followerForm);
}
