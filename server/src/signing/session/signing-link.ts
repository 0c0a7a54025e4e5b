import type { Tx } from '../../database/database.ts';
import type { Deps } from '../../deps.ts';
import { newOrderedKey, sha256 } from '../../platform/ids.ts';
import type { KeyVault } from '../../platform/keys/key-vault.ts';
import { findCurrentLink, insertLink } from './session-store.ts';

/**
 * The signing link of a recipient, for a mail, at the host of the organization that asks. Stable until it is
 * superseded, so that a retried mail contains the same link. Only the hash of its token is stored.
 */
export async function signingLinkFor(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'ids' | 'vault'>,
  { workflowId, recipientId, origin }: { workflowId: number; recipientId: number; origin: string },
): Promise<{ id: string; url: string }> {
  const current = await findCurrentLink(tx, recipientId);
  if (current) return { id: current.id, url: urlOf(deps, current.id, origin) };
  const id = newOrderedKey(deps.ids, deps.clock.now());
  await insertLink(tx, {
    id,
    workflow_id: workflowId,
    recipient_id: recipientId,
    token_hash: sha256(signingToken(deps.vault, id)),
    created_at: deps.clock.now(),
    superseded_at: null,
  });
  return { id, url: urlOf(deps, id, origin) };
}

/** 256 bits derived from a key of the vault, so that read access to the database does not allow signing. */
function signingToken(vault: KeyVault, linkId: string): string {
  return vault.derive('signing-link', linkId).toString('base64url');
}

function urlOf({ vault }: Pick<Deps, 'vault'>, linkId: string, origin: string): string {
  return `${origin}/sign/${signingToken(vault, linkId)}`;
}
