import { type FieldType, LIMITS, type Violations } from '@paraph/domain';
import { requireSender } from '../accounts/sender.ts';
import type { Deps } from '../deps.ts';
import { endedFrame, framingOriginsOf, readFrame } from '../developers/frames.ts';
import type { Caller } from '../http/caller.ts';
import { toSeconds } from '../platform/clock.ts';
import { equalSecrets, newToken, sha256 } from '../platform/ids.ts';
import { requireDraft } from '../workflows/drafts/change-draft.ts';
import {
  authorizeWorkflow,
  readVisibleWorkflow,
  type WorkflowAddress,
} from '../workflows/reading/read-workflow.ts';
import { findDesignSession, openFrame } from './design-session-store.ts';
import { insertSession, isEnded } from './design-sessions.ts';

// A program shows the designer of a draft in a frame of its own page, by the same protocol as signing: the address has
// a token after the #, which the page exchanges, once and within minutes, for a bearer that it has in memory alone.
// Whatever fails between the two leaves the session unopened, or opened and lost: the program asks for another one.

/** What a program asks for. */
interface AskedDesign {
  origin: string;
  language?: string | null | undefined;
  fieldTypes?: readonly FieldType[] | null | undefined;
  lockRecipients?: boolean | undefined;
  lockDocuments?: boolean | undefined;
  showStart?: boolean | undefined;
  lifetimeSeconds?: number | undefined;
}

/**
 * Creates the address of a frame in which the draft is prepared.
 *
 * @throws Refusal `WORKFLOW_STATUS_CONFLICT` for what is not a draft any more, and those of `framingOriginsOf`
 */
export async function createEmbeddedDesign(
  deps: Pick<Deps, 'clock' | 'config' | 'database' | 'ids'>,
  caller: Caller,
  { asked, ...address }: WorkflowAddress & { asked: AskedDesign },
): Promise<{ url: string; expiresDate: number }> {
  const { access } = await authorizeWorkflow(deps, { caller, operation: 'edit', ...address });
  await requireSender(deps, caller);
  const origins = await framingOriginsOf(deps.database, caller, access.organizationId);
  const violations: Violations = {};
  const frame = readFrame(asked, { origins, violations });
  requireDraft(await readVisibleWorkflow(deps, caller, address));
  const { fieldTypes = null, lockRecipients = false, lockDocuments = false, showStart = false } = asked;
  const embedding = {
    ...frame,
    app: caller.credentialName ?? '',
    fieldTypes: fieldTypes && [...new Set(fieldTypes)],
    ...{ lockRecipients, lockDocuments, showStart },
    lifetimeSeconds: asked.lifetimeSeconds ?? LIMITS.designSessionSeconds / 2,
  };
  const { id, token, expiresAt } = await deps.database
    .transaction()
    .execute((tx) =>
      insertSession(tx, deps, { caller, workflowId: address.workflowId, kind: 'design', embedding }),
    );
  const url = `${deps.config.baseUrl}/designing/embedded/${id}#${token}`;
  return { url, expiresDate: toSeconds(expiresAt) };
}

/**
 * Uses the token of an address up. Null for a session that is unknown, or a token that is not its own.
 *
 * @throws Refusal `SESSION_ENDED` where it was opened before, or not in time
 */
export async function openEmbeddedDesign(
  deps: Pick<Deps, 'clock' | 'database' | 'ids'>,
  { session: id, token }: { session: string; token: string },
) {
  const session = await findDesignSession(deps.database, id);
  if (!session?.embedding || !equalSecrets(sha256(token), session.token_hash)) return null;
  if (await isEnded(deps, session)) throw endedFrame();
  const bearer = newToken(deps.ids);
  const opened = await openFrame(deps.database, { id, bearerHash: sha256(bearer), now: deps.clock.now() });
  if (!opened?.embedding) throw endedFrame();
  const { origin, language } = opened.embedding;
  return { bearer, origin, language, expiresDate: toSeconds(opened.expires_at) };
}
