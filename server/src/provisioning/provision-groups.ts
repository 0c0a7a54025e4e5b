import {
  applyScimOperation,
  attributeOf,
  invalidScim,
  isScimAsked,
  isScimObject,
  projectScim,
  readScimOperations,
  readText,
  type ScimObject,
  type ScimOperation,
  ScimProblem,
} from '@paraph/domain';
import type { Reads, Tx } from '../database/database.ts';
import { newKey } from '../platform/ids.ts';
import { lockOrganization } from '../workspaces/api.ts';
import { followGroups } from './follow-groups.ts';
import {
  deleteGroupUsers,
  deleteScimGroup,
  findGroupOfName,
  findScimGroup,
  insertGroupUsers,
  insertScimGroup,
  listKnownUsers,
  listScimGroups,
  listUsersOfGroups,
  type StoredScimGroup,
  updateScimGroup,
} from './provisioning-store.ts';
import {
  metaOf,
  type ProvisioningDeps,
  requireVersion,
  type ScimClient,
  type ScimRequest,
} from './scim-client.ts';
import { answerScim, getScimRow, type ScimAnswer, type ScimKind } from './scim-resources.ts';

const GROUP_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:Group';

export const SCIM_GROUPS: ScimKind<StoredScimGroup> = {
  name: 'Group',
  find: findScimGroup,
  list: listScimGroups,
  view: viewGroups,
};

interface GroupFields {
  displayName: string;
  externalId: string | null;
}

export async function createScimGroup(
  deps: ProvisioningDeps,
  client: ScimClient,
  { body, ...request }: ScimRequest & { body: ScimObject },
): Promise<ScimAnswer> {
  const fields = readGroup(body);
  const ids = readMemberIds(attributeOf(body, 'members'));
  const row = await deps.database.transaction().execute(async (tx) => {
    await lockOrganization(tx, client.organizationId);
    await requireFreeName(tx, client, { id: '', name: fields.displayName });
    const now = deps.clock.now();
    const group = await insertScimGroup(tx, {
      ...{ id: newKey(deps.ids), connection_id: client.connectionId, created_at: now, changed_at: now },
      ...columnsOf(fields),
    });
    await requireKnown(tx, client, ids);
    await follow(tx, deps, { client, ids: await insertGroupUsers(tx, group.id, ids) });
    return group;
  });
  return answerScim(deps.database, client, { kind: SCIM_GROUPS, row, request });
}

type GroupChange = ScimRequest & { id: string; body: ScimObject };

export function replaceScimGroup(
  deps: ProvisioningDeps,
  client: ScimClient,
  change: GroupChange,
): Promise<ScimAnswer> {
  const members = attributeOf(change.body, 'members');
  // RFC 7644 §3.5.1: what a client leaves out may be cleared, or stay; people stay.
  const operations = members === undefined ? [] : [{ op: 'replace' as const, path: MEMBERS, value: members }];
  return saveGroup(deps, client, { ...change, operations, describe: () => change.body });
}

export function patchScimGroup(
  deps: ProvisioningDeps,
  client: ScimClient,
  change: GroupChange,
): Promise<ScimAnswer> {
  const all = readScimOperations(change.body);
  const isOfMembers = ({ path }: ScimOperation) => path.attribute.toLowerCase() === 'members';
  const describe = (before: StoredScimGroup) => {
    const resource = viewGroup(client, before);
    for (const operation of all) if (!isOfMembers(operation)) applyScimOperation(resource, operation);
    return resource;
  };
  return saveGroup(deps, client, { ...change, operations: all.filter(isOfMembers), describe });
}

export async function deleteScimGroupOf(
  deps: ProvisioningDeps,
  client: ScimClient,
  { id, ...request }: ScimRequest & { id: string },
): Promise<void> {
  await deps.database.transaction().execute(async (tx) => {
    await lockOrganization(tx, client.organizationId);
    requireVersion(await getScimRow(tx, client, { kind: SCIM_GROUPS, id }), request);
    const ids = await deleteGroupUsers(tx, id, { allBut: [] });
    await deleteScimGroup(tx, id);
    await follow(tx, deps, { client, ids });
  });
}

async function saveGroup(
  deps: ProvisioningDeps,
  client: ScimClient,
  {
    id,
    operations,
    describe,
    ...request
  }: ScimRequest & {
    id: string;
    operations: readonly ScimOperation[];
    describe(before: StoredScimGroup): ScimObject;
  },
): Promise<ScimAnswer> {
  const row = await deps.database.transaction().execute(async (tx) => {
    await lockOrganization(tx, client.organizationId);
    const before = await getScimRow(tx, client, { kind: SCIM_GROUPS, id });
    requireVersion(before, request);
    const columns = columnsOf(readGroup(describe(before)));
    const isRenamed =
      columns.display_name !== before.display_name || columns.external_id !== before.external_id;
    await requireFreeName(tx, client, { id, name: columns.display_name });
    const changed = new Set<string>();
    for (const operation of operations)
      for (const each of await changeMembers(tx, client, { id, operation })) changed.add(each);
    if (!isRenamed && changed.size === 0) return before;
    const version = { version: before.version + 1, changed_at: deps.clock.now() };
    const after = await updateScimGroup(tx, id, { ...columns, ...version });
    // Another name may be another role.
    const ids = isRenamed ? (await listUsersOfGroups(tx, [id])).map((user) => user.id) : [];
    await follow(tx, deps, { client, ids: [...changed, ...ids] });
    return after;
  });
  return answerScim(deps.database, client, { kind: SCIM_GROUPS, row, request });
}

const MEMBERS = { attribute: 'members', filter: null, sub: null };

/** Changes who is in a group, by as many statements as there are operations; returns who came or went. */
async function changeMembers(
  tx: Tx,
  client: ScimClient,
  { id, operation }: { id: string; operation: ScimOperation },
): Promise<string[]> {
  const { op, path, value } = operation;
  if (op === 'remove') {
    const { filter } = path;
    if (filter === null) {
      // Entra names those to remove in the value; without one all go.
      const which = value === undefined || value === null ? { allBut: [] } : { ids: readMemberIds(value) };
      return deleteGroupUsers(tx, id, which);
    }
    if (filter.kind !== 'compare' || filter.path !== 'value' || filter.operator !== 'eq')
      throw invalidScim('invalidPath', 'Name who is to be removed by members[value eq "ID"].');
    return deleteGroupUsers(tx, id, { ids: [String(filter.value)] });
  }
  const ids = readMemberIds(value);
  await requireKnown(tx, client, ids);
  const gone = op === 'replace' ? await deleteGroupUsers(tx, id, { allBut: ids }) : [];
  return [...gone, ...(await insertGroupUsers(tx, id, ids))];
}

async function follow(
  tx: Tx,
  deps: ProvisioningDeps,
  { client, ids }: { client: ScimClient; ids: readonly string[] },
): Promise<void> {
  if (ids.length === 0) return;
  const users = await listKnownUsers(tx, { connectionId: client.connectionId, ids });
  await followGroups(tx, deps, { connection: client.connection, users });
}

function readGroup(body: ScimObject): GroupFields {
  const displayName = readText(body, 'displayName');
  if (displayName === null) throw invalidScim('invalidValue', 'Give displayName, the name of the group.');
  return { displayName, externalId: readText(body, 'externalId') };
}

/** `[{"value": "ID"}]`, and what providers send instead: one alone, or the id itself. */
function readMemberIds(value: unknown): string[] {
  if (value === undefined || value === null) return [];
  const ids = (Array.isArray(value) ? value : [value]).map((each: unknown) => {
    const id = isScimObject(each) ? attributeOf(each, 'value') : each;
    if (typeof id === 'string' && !id.includes('\0')) return id;
    throw invalidScim('invalidValue', 'Each of members is {"value": "ID"}, with the id of a User.');
  });
  return [...new Set(ids)];
}

async function requireKnown(tx: Tx, { connectionId }: ScimClient, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const known = new Set((await listKnownUsers(tx, { connectionId, ids })).map(({ id }) => id));
  const unknown = ids.find((id) => !known.has(id));
  if (unknown === undefined) return;
  throw invalidScim(
    'invalidValue',
    `There is no User ${unknown.slice(0, 100)} of this connection; groups have people as members, no groups.`,
  );
}

async function requireFreeName(
  tx: Tx,
  { connectionId }: ScimClient,
  { id, name }: { id: string; name: string },
): Promise<void> {
  const same = await findGroupOfName(tx, { connectionId, id, name });
  if (same) throw new ScimProblem(409, 'uniqueness', `The group ${name} is here already (id ${same.id}).`);
}

function columnsOf({ displayName, externalId }: GroupFields) {
  return { display_name: displayName, external_id: externalId };
}

async function viewGroups(
  reads: Reads,
  client: ScimClient,
  { rows, request }: { rows: readonly StoredScimGroup[]; request: ScimRequest },
): Promise<ScimObject[]> {
  const withMembers = isScimAsked(request, 'members');
  const users = withMembers
    ? await listUsersOfGroups(
        reads,
        rows.map(({ id }) => id),
      )
    : [];
  const ofGroups = Map.groupBy(users, ({ of }) => of);
  return rows.map((row) => {
    const members = (ofGroups.get(row.id) ?? []).map((user) => ({
      value: user.id,
      display: user.display_name ?? user.user_name,
      $ref: `${client.baseUrl}/Users/${user.id}`,
      type: 'User',
    }));
    return projectScim({ ...viewGroup(client, row), ...(withMembers ? { members } : {}) }, request);
  });
}

function viewGroup(client: ScimClient, row: StoredScimGroup): ScimObject {
  return {
    schemas: [GROUP_SCHEMA],
    id: row.id,
    ...(row.external_id === null ? {} : { externalId: row.external_id }),
    displayName: row.display_name,
    meta: metaOf(client, 'Group', row),
  };
}
