import { LIMITS } from '@paraph/domain';
import type { Tx } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import { addSeconds } from '../platform/clock.ts';
import { newKey, sha256 } from '../platform/ids.ts';
import type { KeyVault } from '../platform/keys/key-vault.ts';
import { insertInvitation } from './member-store.ts';
import type { WorkspacePorts } from './workspace-ports.ts';

/** The token of an invitation by its link's id; derived, so that neither the table nor the queued mail opens it. */
export function invitationToken(vault: KeyVault, linkId: string): string {
  return vault.derive('invitation', linkId).toString('base64url');
}

/** Writes an invitation down and has it mailed, if the transaction commits. */
export async function invite(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'ids' | 'vault'> & Pick<WorkspacePorts, 'queueMail'>,
  invited: {
    memberId: number;
    email: string;
    organizationName: string;
    inviter: { id: number; name: string };
  },
): Promise<void> {
  const linkId = newKey(deps.ids);
  const now = deps.clock.now();
  await insertInvitation(tx, {
    token_hash: sha256(invitationToken(deps.vault, linkId)),
    member_id: invited.memberId,
    inviter_id: invited.inviter.id,
    created_at: now,
    expires_at: addSeconds(now, LIMITS.invitationSeconds),
  });
  await deps.queueMail(tx, {
    kind: 'member_invited',
    toEmail: invited.email,
    toName: null,
    detail: { linkId, organization: invited.organizationName, inviter: invited.inviter.name },
    now,
  });
}
