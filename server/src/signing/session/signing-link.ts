import type { Tx } from '../../database/database.ts';
import type { Deps } from '../../deps.ts';
import { newOrderedKey, sha256 } from '../../platform/ids.ts';
import type { KeyVault } from '../../platform/keys/key-vault.ts';
import { findCurrentLink, insertLink } from './session-store.ts';

/**
 * The signing link of a recipient, for a mail. Stable until it is superseded, so that a retried mail contains the same
 * link. Only the hash of its token is stored.
 */
export async function signingLinkFor(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'config' | 'ids' | 'vault'>,
  { workflowId, recipientId }: { workflowId: number; recipientId: number },
): Promise<{ url: string }> {
  const current = await findCurrentLink(tx, recipientId);
  if (current) return { url: urlOf(deps, current.id) };
  const id = newOrderedKey(deps.ids, deps.clock.now());
  await insertLink(tx, {
    id,
    workflow_id: workflowId,
    recipient_id: recipientId,
    token_hash: sha256(signingToken(deps.vault, id)),
    created_at: deps.clock.now(),
    superseded_at: null,
  });
  return { url: urlOf(deps, id) };
}

/** 256 bits derived from a key of the vault, so that read access to the database does not allow signing. */
function signingToken(vault: KeyVault, linkId: string): string {
  return vault.derive('signing-link', linkId).toString('base64url');
}

function urlOf({ config, vault }: Pick<Deps, 'config' | 'vault'>, linkId: string): string {
  return `${config.baseUrl}/sign/${signingToken(vault, linkId)}`;
}
