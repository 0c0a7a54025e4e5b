import {
  applyScimOperation,
  emailKey,
  findNameProblem,
  invalidScim,
  isEmail,
  isScimAsked,
  isScimObject,
  LIMITS,
  projectScim,
  readScimOperations,
  readScimUser,
  type ScimObject,
  ScimProblem,
  type ScimUser,
} from '@paraph/domain';
import { findUserByAddress, findUserById, lockUser, lockUsers, renameUser } from '../accounts/api.ts';
import { setAddressByProvider } from '../accounts/change-address.ts';
import { insertArrivedUser } from '../accounts/create-account.ts';
import type { Reads, Tx } from '../database/database.ts';
import { hasIdentity, isProvenDomain } from '../identity-providers/api.ts';
import { storedDomainOf } from '../identity-providers/connection-form.ts';
import { newKey } from '../platform/ids.ts';
import { findMemberOfUser, lockOrganization } from '../workspaces/api.ts';
import { followGroups } from './follow-groups.ts';
import {
  deleteScimUser,
  findSameScimUser,
  findScimUser,
  insertScimUser,
  listGroupsOfUsers,
  listScimUsers,
  type StoredScimUser,
  updateScimUser,
} from './provisioning-store.ts';
import {
  metaOf,
  type ProvisioningDeps,
  requireVersion,
  type ScimClient,
  type ScimRequest,
} from './scim-client.ts';
import { answerScim, getScimRow, type ScimAnswer, type ScimKind } from './scim-resources.ts';
import { isOwnAccount, setActive } from './set-active.ts';

const USER_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:User';

export const SCIM_USERS: ScimKind<StoredScimUser> = {
  name: 'User',
  find: findScimUser,
  list: listScimUsers,
  view: viewUsers,
};

/** Makes a person known, with an account and access if they have none. */
export async function createScimUser(
  deps: ProvisioningDeps,
  client: ScimClient,
  { body, ...request }: ScimRequest & { body: ScimObject },
): Promise<ScimAnswer> {
  const { connectionId } = client;
  const fields = readScimUser(body);
  const email = addressOf(fields);
  const row = await deps.database.transaction().execute(async (tx) => {
    await requireOwnDomain(tx, client, email);
    // Accounts are locked before organizations, as where people arrive.
    const userId = await linkAccount(tx, deps, { client, fields, email });
    await lockOrganization(tx, client.organizationId);
    await requireUnique(tx, client, { ...fields, id: '', userId });
    const now = deps.clock.now();
    const made = await insertScimUser(tx, {
      ...{ id: newKey(deps.ids), connection_id: connectionId, user_id: userId, email, ...columnsOf(fields) },
      ...{ active: false, granted_workspaces: '[]', created_at: now, changed_at: now },
    });
    await setActive(tx, deps, { client, user: made, email, active: fields.active ?? true, isNew: true });
    await followGroups(tx, deps, { connection: client.connection, users: [made] });
    return updateScimUser(tx, made.id, { active: fields.active ?? true });
  });
  return answerScim(deps.database, client, { kind: SCIM_USERS, row, request });
}

/**
 * The account that a person gets: never by the address alone. The domain is proven, so the provider vouches for the
 * address; an account with a password has signed in by the connection once, or is a member here, whom administrators
 * manage.
 */
async function linkAccount(
  tx: Tx,
  deps: ProvisioningDeps,
  { client, fields, email }: { client: ScimClient; fields: ScimUser; email: string },
): Promise<number> {
  const { connectionId, organizationId, name } = client;
  const present = await findUserByAddress(tx, email);
  if (present === null) {
    const userId = await insertArrivedUser(tx, deps, { email, name: nameOf(fields), language: null });
    if (userId !== null) return userId;
  }
  // Or one that was made in the same moment.
  const user = present ?? (await findUserByAddress(tx, email));
  if (user === null) {
    throw new ScimProblem(
      409,
      null,
      'This service has not been set up yet; its operator makes the first account.',
    );
  }
  const isLinked =
    user.password_hash === null ||
    (await hasIdentity(tx, { connectionId, userId: user.id })) ||
    (await findMemberOfUser(tx, { organizationId, userId: user.id })) !== null;
  if (isLinked) return user.id;
  throw new ScimProblem(
    409,
    'uniqueness',
    `${email} has an account with a password that is no member here. Its person signs in by ${name} once and confirms it; then try again.`,
  );
}

/** Describes a person anew; `active` stays where the provider leaves it out. */
export function replaceScimUser(
  deps: ProvisioningDeps,
  client: ScimClient,
  change: ScimRequest & { id: string; body: ScimObject },
): Promise<ScimAnswer> {
  return saveUser(deps, client, { ...change, describe: () => change.body });
}

export function patchScimUser(
  deps: ProvisioningDeps,
  client: ScimClient,
  change: ScimRequest & { id: string; body: ScimObject },
): Promise<ScimAnswer> {
  const operations = readScimOperations(change.body);
  const describe = (before: StoredScimUser) => {
    const resource = viewUser(client, before);
    // What is put together from the parts is not what the provider has named.
    if (isScimObject(resource.name)) resource.name.formatted = null;
    for (const operation of operations) applyScimOperation(resource, operation);
    return resource;
  };
  return saveUser(deps, client, { ...change, describe });
}

/** Takes their access and forgets what the provider said of them; account and documents stay. */
export async function deleteScimUserOf(
  deps: ProvisioningDeps,
  client: ScimClient,
  { id, ...request }: ScimRequest & { id: string },
): Promise<void> {
  await deps.database.transaction().execute(async (tx) => {
    const user = await lockScimUser(tx, client, id);
    requireVersion(user, request);
    await setActive(tx, deps, { client, user, email: user.email, active: false });
    await deleteScimUser(tx, id);
  });
}

type Change = ScimRequest & { id: string; describe(before: StoredScimUser): ScimObject };

async function saveUser(deps: ProvisioningDeps, client: ScimClient, change: Change): Promise<ScimAnswer> {
  const { id, describe, ...request } = change;
  const row = await deps.database.transaction().execute(async (tx) => {
    const present = await getScimRow(tx, client, { kind: SCIM_USERS, id });
    const isMoving = addressAfter(present, readScimUser(describe(present))) !== present.email;
    if (isMoving) await lockUsers(tx);
    const before = await lockScimUser(tx, client, id);
    requireVersion(before, request);
    const fields = readScimUser(describe(before));
    await requireUnique(tx, client, { ...fields, id, userId: null });
    const email = addressAfter(before, fields);
    if (email !== before.email) await changeAddress(tx, deps, { client, before, email });
    const active = fields.active ?? before.active;
    await setActive(tx, deps, { client, user: before, email, active });
    if (active && !before.active)
      await followGroups(tx, deps, { connection: client.connection, users: [before] });
    const after = { ...columnsOf(fields), email, active };
    const isChanged = Object.entries(after).some(
      ([key, value]) => before[key as keyof typeof after] !== value,
    );
    if (!isChanged) return before;
    await renameAccount(tx, { client, before, fields });
    return updateScimUser(tx, id, { ...after, version: before.version + 1, changed_at: deps.clock.now() });
  });
  return answerScim(deps.database, client, { kind: SCIM_USERS, row, request });
}

/** In the order in which accounts and organizations are locked elsewhere. */
async function lockScimUser(tx: Tx, client: ScimClient, id: string): Promise<StoredScimUser> {
  await lockUser(tx, (await getScimRow(tx, client, { kind: SCIM_USERS, id })).user_id);
  await lockOrganization(tx, client.organizationId);
  return getScimRow(tx, client, { kind: SCIM_USERS, id });
}

async function changeAddress(
  tx: Tx,
  deps: ProvisioningDeps,
  { client, before, email }: { client: ScimClient; before: StoredScimUser; email: string },
): Promise<void> {
  await requireOwnDomain(tx, client, email);
  const account = await findUserById(tx, before.user_id);
  if (account && emailKey(account.email) === emailKey(email)) return;
  if (!(await isOwnAccount(tx, client, before.user_id)))
    throw new ScimProblem(
      409,
      'mutability',
      `The account of ${before.user_name} has a password and was not confirmed by ${client.name}: its person changes the address, or signs in by ${client.name} once.`,
    );
  if (await setAddressByProvider(tx, deps, { userId: before.user_id, email })) return;
  throw new ScimProblem(409, 'uniqueness', `Another account has the address ${email}.`);
}

async function renameAccount(
  tx: Tx,
  { client, before, fields }: { client: ScimClient; before: StoredScimUser; fields: ScimUser },
): Promise<void> {
  const name = nameOf(fields);
  const isSame = name === nameOf(fieldsOf(before));
  const isName =
    name !== null && [...name].length >= LIMITS.nameCharactersMin && findNameProblem(name) === null;
  if (!isSame && isName && (await isOwnAccount(tx, client, before.user_id)))
    await renameUser(tx, before.user_id, name);
}

async function requireOwnDomain(tx: Tx, { connectionId, name }: ScimClient, email: string): Promise<void> {
  const domain = storedDomainOf(email);
  if (domain !== null && (await isProvenDomain(tx, { connectionId, domain }))) return;
  throw invalidScim(
    'invalidValue',
    `${email} is not of a domain that is shown to be yours. Prove the domain of ${name} under Organization → Sign-in, or leave the person out.`,
  );
}

async function requireUnique(
  tx: Tx,
  { connectionId }: ScimClient,
  of: { id: string; userName: string; externalId: string | null; userId: number | null },
): Promise<void> {
  const same = await findSameScimUser(tx, { connectionId, ...of });
  if (!same) return;
  throw new ScimProblem(
    409,
    'uniqueness',
    `This person is here already, as ${same.user_name} (id ${same.id}).`,
  );
}

/** The address of a new person: that of `emails`, else the userName. */
function addressOf({ email, userName }: ScimUser): string {
  const address = email ?? userName;
  if (isEmail(address) && address.length <= LIMITS.emailCharactersMax) return address;
  throw invalidScim('invalidValue', 'Give an address: in emails, or as userName, such as ada@example.com.');
}

/** A userName that is the address takes it along where the provider sends the new name alone. */
function addressAfter(before: StoredScimUser, fields: ScimUser): string {
  const isSame = fields.email === null || fields.email === before.email;
  const isName = before.email.toLowerCase() === before.user_name.toLowerCase();
  if (isSame && isName && fields.userName !== before.user_name) return addressOf({ ...fields, email: null });
  return isSame ? before.email : addressOf(fields);
}

/** What the account is called. */
function nameOf({
  displayName,
  givenName,
  familyName,
}: Pick<ScimUser, 'displayName' | 'givenName' | 'familyName'>) {
  return displayName ?? ([givenName, familyName].filter((each) => each !== null).join(' ') || null);
}

function columnsOf(fields: ScimUser) {
  return {
    user_name: fields.userName,
    external_id: fields.externalId,
    display_name: fields.displayName,
    given_name: fields.givenName,
    family_name: fields.familyName,
  };
}

function fieldsOf(row: StoredScimUser) {
  return { displayName: row.display_name, givenName: row.given_name, familyName: row.family_name };
}

async function viewUsers(
  reads: Reads,
  client: ScimClient,
  { rows, request }: { rows: readonly StoredScimUser[]; request: ScimRequest },
): Promise<ScimObject[]> {
  const withGroups = isScimAsked(request, 'groups');
  const groups = withGroups
    ? await listGroupsOfUsers(
        reads,
        rows.map(({ id }) => id),
      )
    : [];
  return rows.map((row) => {
    const own = groups
      .filter((group) => group.of === row.id)
      .map(({ id, display_name: display }) => {
        return { value: id, display, $ref: `${client.baseUrl}/Groups/${id}`, type: 'direct' };
      });
    return projectScim({ ...viewUser(client, row), ...(withGroups ? { groups: own } : {}) }, request);
  });
}

function viewUser(client: ScimClient, row: StoredScimUser): ScimObject {
  const { given_name: givenName, family_name: familyName } = row;
  const formatted = [givenName, familyName].filter((each) => each !== null).join(' ');
  const name = { formatted, ...(givenName ? { givenName } : {}), ...(familyName ? { familyName } : {}) };
  return {
    schemas: [USER_SCHEMA],
    id: row.id,
    ...(row.external_id === null ? {} : { externalId: row.external_id }),
    userName: row.user_name,
    ...(formatted === '' ? {} : { name }),
    ...(row.display_name === null ? {} : { displayName: row.display_name }),
    emails: [{ value: row.email, type: 'work', primary: true }],
    active: row.active,
    meta: metaOf(client, 'User', row),
  };
}
