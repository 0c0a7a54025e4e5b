/** The scopes of apps, each with the text shown to the user (interface.md §2.2). */
export const SCOPES = {
  'profile:read': 'See your name, email address and picture',
  'workspaces:read': 'See your workspaces and who is in them',
  'workspaces:write': 'Create workspaces and change who is in them',
  'workflows:read': 'See your documents and their progress, and download them',
  'workflows:write': 'Send documents to be signed in your name, change and cancel them',
  'workflows:sign-embedded': 'Show your documents for signing inside its own pages',
  'seals:read': 'See the seals of your organization, and download what it sealed',
  'seals:write': 'Seal PDFs in the name of your organization, and delete them',
  'templates:read': 'See your templates',
  'templates:write': 'Create, change and delete your templates',
  'organization:write': 'Invite members and change roles in your organization',
  'webhooks:write': 'Have events of your documents sent to other servers',
  'agents:send':
    'Ask you to send or cancel documents; nothing happens until you confirm it, unless your organization lets agents send it',
} as const;
export type Scope = keyof typeof SCOPES;
export const SCOPE_NAMES = Object.keys(SCOPES) as readonly Scope[];

export function isScope(text: string): text is Scope {
  return Object.hasOwn(SCOPES, text);
}

/** A write scope includes the read scope. */
export function includesScope(granted: readonly string[], needed: Scope): boolean {
  return granted.includes(needed) || granted.includes(needed.replace(/:read$/, ':write'));
}
