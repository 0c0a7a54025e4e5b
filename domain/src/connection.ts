/** What a person may do here by a group of theirs at a provider: a role, by its key, in a workspace. */
export interface GroupRole {
  group: string;
  workspaceId: number;
  role: string;
}

/** Which groups at a provider have which roles in the organization of a connection. */
export interface ConnectionMapping {
  /** The claim that lists the groups of a person. */
  groupClaim: string;
  groups: GroupRole[];
  /** Whose people run the organization. */
  administratorGroups: string[];
  /** Of those without a group of the list; null: they are refused. */
  defaultRole: Omit<GroupRole, 'group'> | null;
  /** Whether the provider also takes roles that were given by hand. */
  isDecisive: boolean;
}

export const NO_MAPPING: ConnectionMapping = {
  groupClaim: 'groups',
  groups: [],
  administratorGroups: [],
  defaultRole: null,
  isDecisive: false,
};

export interface MappedRoles {
  administrator: boolean;
  roles: { workspaceId: number; role: string }[];
  /** False where the provider did not say which groups a person has: then nothing is taken away. */
  isKnown: boolean;
}

/** What the groups of a person give; the first entry of a workspace counts. */
export function mapGroups(mapping: ConnectionMapping, groups: readonly string[] | null): MappedRoles {
  const isIn = (group: string) => groups?.includes(group) === true;
  const matched = mapping.groups.filter(({ group }) => isIn(group));
  const administrator = mapping.administratorGroups.some(isIn);
  const { defaultRole } = mapping;
  const given = matched.length === 0 && !administrator && defaultRole ? [defaultRole] : matched;
  const byWorkspace = new Map(given.toReversed().map(({ workspaceId, role }) => [workspaceId, role]));
  const roles = [...byWorkspace].map(([workspaceId, role]) => ({ workspaceId, role }));
  return { administrator, roles, isKnown: groups !== null };
}

/** The domain of an address, as connections are asked for; null for what is no address. */
export function domainOfAddress(email: string): string | null {
  const [, domain] = /^[^@\s]+@([^@\s]+)$/.exec(email.trim()) ?? [];
  return domain?.toLowerCase() ?? null;
}
