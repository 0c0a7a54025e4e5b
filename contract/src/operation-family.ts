/** Told apart in this order: a workflow's path begins with its workspace's. */
const FAMILIES: readonly (readonly [RegExp, string])[] = [
  [/^\/(oauth|\.well-known)\/|\/OAuth\//, 'OAuth'],
  [/\/(quick\/)?envelopes(\/|$)/, 'Envelopes'],
  [/\/(cloner|templates?)(\/|$)/, 'Templates'],
  [/\/workflows(\/|$)/, 'Workflows'],
  [/\/seals(\/|$)/, 'Seals'],
  [/\/storage\//, 'Files'],
  [/\/webhooks(\/|$)/, 'Webhooks'],
  [/\/organization(\/|$)/, 'Organization'],
  [/\/workspaces(\/|$)/, 'Workspaces'],
  [/\/verify(\/|$)/, 'Verification'],
];

/** In the order in which a newcomer needs them. */
export const FAMILY_NAMES = [
  ...['Envelopes', 'Workflows', 'Templates', 'Seals', 'Files', 'Workspaces', 'Organization', 'Webhooks'],
  ...['Profile', 'Verification', 'OAuth'],
] as const;

/** The family of calls that a path belongs to, as documentation groups them. */
export function familyOf(path: string): string {
  return FAMILIES.find(([pattern]) => pattern.test(path))?.[1] ?? 'Profile';
}
