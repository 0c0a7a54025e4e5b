/** What is written down of an organization, for its administrators. */
export const ORGANIZATION_EVENTS = [
  'organization.renamed',
  'organization.level_rights_changed',
  'member.invited',
  'member.invited_again',
  'member.invitation_withdrawn',
  'member.removed',
  'member.handed_over',
  'account.address_changed',
  'account.address_refused',
  'factor.set_up',
  'factor.removed',
  'factor.policy_changed',
  'factor.reset_requested',
  'factor.reset_withdrawn',
  'factor.reset',
] as const;
export type OrganizationEvent = (typeof ORGANIZATION_EVENTS)[number];
