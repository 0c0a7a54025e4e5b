import { assertPresent, emailKey, isEmail, LIMITS, type SigningLanguage } from '@paraph/domain';
import { findUserById } from '../accounts/api.ts';
import { countSending, requireSender } from '../accounts/sender.ts';
import type { Tx } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import type { Caller } from '../http/caller.ts';
import { countHit } from '../http/rate-limit.ts';
import { recordOrganizationEvent } from '../organization-record/api.ts';
import { addSeconds } from '../platform/clock.ts';
import { newKey, sha256 } from '../platform/ids.ts';
import type { KeyVault } from '../platform/keys/key-vault.ts';
import { insertInvitation, insertInvited } from './member-store.ts';
import {
  type OrganizationAccess,
  type OrganizationChoice,
  requireAdministrator,
} from './organization-access.ts';
import type { WorkspacePorts } from './workspace-ports.ts';

/** Who invites, and in which language; null: none was chosen, which is English. */
interface Inviter {
  id: number;
  name: string;
  language: SigningLanguage | null;
}

export interface InvitationOutcome {
  email: string;
  result: boolean;
  message: string | null;
}

/**
 * Invites members by mails with links. A problem with one address does not affect the others.
 *
 * @returns one outcome per address, in the order of the call
 */
export async function inviteMembers(
  deps: Pick<Deps, 'database' | 'clock' | 'config' | 'ids' | 'vault'> & Pick<WorkspacePorts, 'queueMail'>,
  caller: Caller,
  command: OrganizationChoice & { emails: readonly string[]; language?: SigningLanguage | undefined },
): Promise<InvitationOutcome[]> {
  const { emails } = command;
  const access = await requireAdministrator(deps.database, caller, command.organizationId);
  const sender = await requireSender(deps, caller);
  const user = assertPresent(await findUserById(deps.database, caller.userId), `user ${caller.userId}`);
  const inviter = { id: user.id, name: user.name, language: command.language ?? user.language };
  // Limits abuse: the mails go to addresses that the caller chose.
  for (const _each of emails) await countHit(deps, 'invitation', String(access.organizationId));
  return deps.database.transaction().execute(async (tx) => {
    const outcomes: InvitationOutcome[] = [];
    const seen = new Set<string>();
    for (const email of emails) {
      const message = await inviteAddress(tx, deps, { email: email.trim(), seen, access, inviter });
      outcomes.push({ email, result: message === null, message });
    }
    await countSending(tx, deps, { sender, mails: outcomes.filter(({ result }) => result).length });
    return outcomes;
  });
}

/** Null where the invitation is on its way; else why not. */
async function inviteAddress(
  tx: Tx,
  deps: Parameters<typeof invite>[1],
  {
    email,
    seen,
    access: { organizationId, organizationName },
    inviter,
  }: { email: string; seen: Set<string>; access: OrganizationAccess; inviter: Inviter },
): Promise<string | null> {
  if (!isEmail(email)) return 'This is not an email address; write it as one@example.com.';
  const key = emailKey(email);
  if (seen.has(key)) return 'This address is named twice in the call; it is invited once.';
  seen.add(key);
  const memberId = await insertInvited(tx, {
    unique_id: newKey(deps.ids),
    organization_id: organizationId,
    email,
    email_key: key,
    created_at: deps.clock.now(),
  });
  if (memberId === null) return 'There is a member of this address already.';
  await invite(tx, deps, { memberId, email, organizationName, inviter });
  const act = { organizationId, actorId: inviter.id, now: deps.clock.now() };
  await recordOrganizationEvent(tx, { ...act, name: 'member.invited', detail: { memberId } });
  return null;
}

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
    inviter: Inviter;
  },
): Promise<void> {
  const linkId = newKey(deps.ids);
  const now = deps.clock.now();
  await insertInvitation(tx, {
    token_hash: sha256(invitationToken(deps.vault, linkId)),
    member_id: invited.memberId,
    inviter_id: invited.inviter.id,
    language: invited.inviter.language,
    created_at: now,
    expires_at: addSeconds(now, LIMITS.invitationSeconds),
  });
  await deps.queueMail(tx, {
    kind: 'member_invited',
    toEmail: invited.email,
    toName: null,
    detail: {
      linkId,
      organization: invited.organizationName,
      inviter: invited.inviter.name,
      language: invited.inviter.language,
    },
    now,
  });
}
