import { isPermission, type Permission, type Violations } from '@paraph/domain';

/** What a role may do: known permissions, each once, in the order given. */
export function readPermissions(given: readonly string[], violations: Violations): Permission[] {
  const permissions: Permission[] = [];
  for (const [index, name] of given.entries()) {
    if (!isPermission(name)) {
      violations[`permissions[${index}]`] = 'There is no such permission; take one of the list.';
    } else if (!permissions.includes(name)) permissions.push(name);
  }
  if (given.length === 0) violations.permissions = 'Give at least one permission.';
  return permissions;
}

/** A key out of a name: "Contracts: read only" is `contracts_read_only`. */
export function keyOfName(name: string): string {
  const key = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '')
    .slice(0, 60);
  // Digits alone would be read as an id.
  return /^\d*$/.test(key) ? `role_${key}`.replace(/_$/, '') : key;
}
