import { Refusal } from '@paraph/domain';
import type { SigningSession } from '../session/signing-session.ts';

/**
 * Requires that every signature so far has its timestamp: the next one covers them.
 *
 * @throws Refusal `WORKFLOW_STATUS_CONFLICT`
 */
export function requireTimestamps({
  untimestamped: [pending],
  facts,
}: Pick<SigningSession, 'facts' | 'untimestamped'>): void {
  if (pending === undefined) return;
  const action = facts.actions.find(({ id }) => id === pending);
  const name = facts.recipients.find(({ id }) => id === action?.recipient_id)?.name ?? 'another signer';
  throw new Refusal(
    'WORKFLOW_STATUS_CONFLICT',
    `The signature of ${name} is waiting for its timestamp, which yours has to cover. Try again in a few minutes; ` +
      'your answers are saved.',
    { reason: 'timestamp_missing' },
  );
}
