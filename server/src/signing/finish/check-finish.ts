import type { StoredProof } from '../../identification/api.ts';
import type { PreviewedDocument } from '../answers/preview-documents.ts';
import { requirePreview } from '../answers/preview-signing.ts';
import type { StoredPreview } from '../answers/preview-store.ts';
import { requireProof } from '../proof/require-proof.ts';
import { requireFinishable, type SigningDeps, type SigningSession } from '../session/signing-session.ts';

const CHECKED: unique symbol = Symbol('checked');

/** A session of which everything is checked that can be before a key signs. Only `checkFinish` makes it. */
export interface Checked {
  readonly [CHECKED]: true;
  readonly session: SigningSession;
  /** What will be signed, as it was shown. */
  readonly preview: StoredPreview;
  readonly documents: readonly PreviewedDocument[];
  /** Of who signs; null at a level that needs none. */
  readonly proof: StoredProof | null;
}

/**
 * The first phase of a Finish, and of all that leads to one where the key is outside the service. `session` was just
 * loaded.
 *
 * @throws Refusal `VALIDATION_ERROR` naming every field that lacks an answer; `DOCUMENT_CHANGED`;
 *   `WORKFLOW_STATUS_CONFLICT`, also without a proof that the level needs
 */
export async function checkFinish(
  deps: Pick<SigningDeps, 'authority' | 'clock' | 'config' | 'database' | 'ids'>,
  session: SigningSession,
  previewId: string,
): Promise<Checked> {
  requireFinishable(session);
  const { preview, documents } = await requirePreview(deps, session, previewId);
  const { content_hash: contentHash } = preview;
  const proof = await requireProof(deps.database, session, { contentHash, now: deps.clock.now() });
  return { [CHECKED]: true, session, preview, documents, proof };
}
