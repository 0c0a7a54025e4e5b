import { Refusal } from '@paraph/domain';
import type { AccountPorts } from '../accounts/account-ports.ts';
import { findUserIdByEmail, isAddressOf, proveEmail, readUserNames } from '../accounts/api.ts';
import { createAccount } from '../accounts/create-account.ts';
import { requirePasswordAllowed } from '../accounts/require-password-allowed.ts';
import { type NewSession, openSession } from '../accounts/sessions.ts';
import type { Reads, Tx } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import type { Caller } from '../http/caller.ts';
import { addressKey, countHit } from '../http/rate-limit.ts';
import { sha256 } from '../platform/ids.ts';
import { linkMemberships } from './link-memberships.ts';
import {
  deleteInvitationsOf,
  findLiveInvitation,
  findMemberById,
  lockOrganization,
  type OwnMembership,
} from './member-store.ts';

type InvitationDeps = Pick<Deps, 'database' | 'clock' | 'config' | 'ids'>;

export async function readInvitation(
  deps: InvitationDeps,
  caller: Caller | null,
  { token, ip }: { token: string; ip: string },
) {
  await countHit(deps, 'invitationLink', addressKey(ip));
  const { member, inviterId } = await findInvitation(deps.database, deps, token);
  const userId = await findInvitedUser(deps.database, caller, member.email);
  const inviter = (await readUserNames(deps.database, [inviterId])).get(inviterId);
  return {
    organizationName: member.organizationName,
    inviterName: inviter?.name ?? '',
    email: member.email,
    /** Then its owner signs in, instead of choosing a password. */
    hasAccount: userId !== null,
    isSignedIn: caller !== null && caller.userId === userId,
  };
}

/** Joins as the signed-in user, if the invitation was sent to their address. The link proves access to the mailbox. */
export async function acceptAsUser(
  deps: InvitationDeps,
  caller: Caller | null,
  { token, ip }: { token: string; ip: string },
): Promise<number> {
  await countHit(deps, 'invitationLink', addressKey(ip));
  return deps.database.transaction().execute(async (tx) => {
    const { member } = await findInvitation(tx, deps, token);
    const userId = await findInvitedUser(tx, caller, member.email);
    if (caller === null || caller.userId !== userId) {
      throw new Refusal(
        'AUTHENTICATION_REQUIRED',
        `This invitation went to ${member.email}; sign in with that address and open the link again.`,
      );
    }
    await proveEmail(tx, { userId, now: deps.clock.now() });
    await join(tx, deps, { member, userId });
    return userId;
  });
}

/** The account of an invited address: of its owner, else the caller's own if they signed up with it. */
async function findInvitedUser(reads: Reads, caller: Caller | null, email: string): Promise<number | null> {
  const ownerId = await findUserIdByEmail(reads, email);
  if (ownerId !== null || caller === null) return ownerId;
  return (await isAddressOf(reads, caller.userId, email)) ? caller.userId : null;
}

/** Joins with a new account for the invited address, which only belongs to that organization. */
export async function acceptWithAccount(
  deps: InvitationDeps & Pick<AccountPorts, 'findRequiredConnection'>,
  input: { token: string; ip: string; name: string; password: string; session: NewSession },
): Promise<number> {
  await countHit(deps, 'invitationLink', addressKey(input.ip));
  const { member } = await findInvitation(deps.database, deps, input.token);
  await requirePasswordAllowed(deps.database, deps, { email: member.email, userId: null });
  const account = {
    name: input.name,
    password: input.password,
    email: member.email,
    // It exists already; a good password does not contain its name.
    organizationName: member.organizationName,
  };
  const createPersonalOrganization = async (tx: Tx, { userId }: { userId: number }) => {
    await join(tx, deps, { member: (await findInvitation(tx, deps, input.token)).member, userId });
  };
  const request = {
    account,
    emailIsProven: true,
    language: input.session.language,
    authorize: async () => {},
    alongside: (tx: Tx, userId: number) => openSession(tx, deps, { userId, session: input.session }),
  };
  return createAccount(deps, { createPersonalOrganization }, request);
}

async function findInvitation(reads: Reads, { clock }: Pick<Deps, 'clock'>, token: string) {
  const invitation = await findLiveInvitation(reads, { tokenHash: sha256(token), now: clock.now() });
  const member = invitation && (await findMemberById(reads, invitation.member_id));
  if (!member) throw usedInvitation();
  return { member, inviterId: invitation.inviter_id };
}

async function join(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  { member, userId }: { member: OwnMembership; userId: number },
): Promise<void> {
  await lockOrganization(tx, member.organization_id);
  // Only once: a second request finds no invitation.
  if ((await deleteInvitationsOf(tx, member.id)) === 0) throw usedInvitation();
  await linkMemberships(tx, { userId, email: member.email, now: clock.now() });
}

function usedInvitation(): Refusal {
  return new Refusal('NOT_FOUND', 'This invitation is used or too old. Ask for a new one.');
}
