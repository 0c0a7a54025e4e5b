import { PROPOSED_REMINDERS } from '@paraph/domain';
import { useQuery } from '@tanstack/react-query';
import { remindersQuery } from '../api/reminders-api.ts';

/** What the send page begins with: what workspace or organization set, else what the app proposes. */
export function useProposedReminders(workspaceId: number | undefined): string {
  const scope = workspaceId === undefined ? undefined : { workspaceId };
  const { data } = useQuery(remindersQuery(scope));
  return data && data.source !== null ? data.effective : PROPOSED_REMINDERS;
}
