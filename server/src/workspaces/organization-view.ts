import type { Member, Role as RoleShape } from '@paraph/contract';
import { type Role, systemRole } from '@paraph/domain';
import type { Static } from 'typebox';
import { toSeconds } from '../platform/clock.ts';
import type { InvitationOutcome } from './invite-members.ts';
import type { MemberRecord } from './manage-members.ts';
import type { OwnOrganization } from './organization-access.ts';

export function viewOrganization({ organizationId: id, organizationName: name, ...own }: OwnOrganization) {
  return { id, name, ...own };
}

export function viewMember({ member, profile }: MemberRecord): Static<typeof Member> {
  return {
    id: member.id,
    uniqueId: member.unique_id,
    email: profile?.email ?? member.email,
    name: profile?.name ?? null,
    picture: profile?.picture ?? null,
    administrator: member.administrator,
    status: member.user_id === null ? 'invited' : 'joined',
    createDate: toSeconds(member.created_at),
  };
}

export function viewRole({ id, key, name, permissions }: Role): Static<typeof RoleShape> {
  return { id, key, name, system: systemRole(id) !== null, permissions: [...permissions] };
}

/** `{"<email>": {result, message}}`, with the address as given (interface.md §5.5). */
export function viewOutcome({ email, result, message }: InvitationOutcome) {
  return { [email]: { result, message } };
}
