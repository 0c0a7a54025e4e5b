import { PROPOSED_REMINDERS } from '@paraph/domain';
import { useQuery } from '@tanstack/react-query';
import { type ReminderScope, remindersQuery } from '../api/reminders-api.ts';

/** What a document begins with: what its template, workspace or organization set, else what the app proposes. */
export function useProposedReminders(scope: ReminderScope | undefined): string {
  const { data } = useQuery(remindersQuery(scope));
  return data && data.source !== null ? data.effective : PROPOSED_REMINDERS;
}
