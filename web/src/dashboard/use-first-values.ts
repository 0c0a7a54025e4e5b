import { useQuery } from '@tanstack/react-query';
import { defaultsQuery } from '../api/defaults-api.ts';
import { remindersQuery } from '../api/reminders-api.ts';
import { useText } from '../text/start-text.ts';
import type { Deadline } from './deadline-state.ts';
import type { SendDraft } from './send-state.ts';

/** What documents of a workspace begin with; null until it is known. Where it cannot be read, with what the app has. */
export function useFirstValues(workspaceId: number | undefined) {
  const { data, error } = useQuery(defaultsQuery(workspaceId === undefined ? undefined : { workspaceId }));
  if (!data) return error ? { expiryDays: null, type: null, language: null } : null;
  return {
    expiryDays: data.expiryDays.effective,
    type: data.type.effective,
    language: data.language.effective,
  };
}

/** Which values of a draft are those that its workspace or organization has set, in words. */
export function useSourceTexts(workspaceId: number | undefined, draft: SendDraft) {
  const t = useText('reminders');
  const scope = workspaceId === undefined ? undefined : { workspaceId };
  const defaults = useQuery(defaultsQuery(scope)).data;
  const reminders = useQuery(remindersQuery(scope)).data;
  const say = (source: string | null | undefined, isSo: boolean) =>
    !isSo || !source ? null : t(source === 'workspace' ? 'inheritedFromWorkspace' : 'inherited');
  return {
    deadline: say(defaults?.expiryDays.source, isDays(draft.deadline, defaults?.expiryDays.effective)),
    type: say(defaults?.type.source, draft.type === defaults?.type.effective),
    reminders: say(reminders?.source, draft.reminders === null || draft.reminders === reminders?.effective),
  };
}

export type SourceTexts = ReturnType<typeof useSourceTexts>;

function isDays(deadline: Deadline, days: number | null | undefined): boolean {
  return 'days' in deadline && deadline.days === days;
}
