import {
  checkPathPattern,
  hasControls,
  invalid,
  PATH_PATTERN_DEFAULT,
  Refusal,
  TRANSFER_SECTIONS,
  type TransferSection,
  type Violations,
} from '@paraph/domain';
import type { Reads, Tx } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import type { Caller } from '../http/caller.ts';
import { recordOrganizationEvent } from '../organization-record/api.ts';
import { checkUrl, policyForUsers } from '../platform/outside/http-client.ts';
import { getWorkspaceAccess, requirePermission } from '../workspaces/workspace-access.ts';
import {
  deleteDestinationRow,
  findDestinationRow,
  replaceDestination,
  type StoredDestination,
} from './destination-store.ts';
import { type DestinationDeps, openDestination, REGION_DEFAULT, secretBoundTo } from './open-destination.ts';
import { tryOut } from './try-destination.ts';

type ManageDeps = DestinationDeps & Pick<Deps, 'database'>;
type OfWorkspace = { workspaceId: number };

export interface DestinationForm {
  kind: 'webdav' | 'bucket';
  url: string;
  user: string;
  /** Absent: as it is. */
  secret?: string | undefined;
  region?: string | null | undefined;
  pathPattern?: string | undefined;
  include?: readonly TransferSection[] | undefined;
}

/** For who may edit the workspace; null where none is set up. */
export async function readDestination(
  { database }: Pick<Deps, 'database'>,
  caller: Caller,
  { workspaceId }: OfWorkspace,
): Promise<StoredDestination | null> {
  await requireEditor(database, caller, workspaceId);
  return findDestinationRow(database, workspaceId);
}

async function requireEditor(reads: Reads, caller: Caller, workspaceId: number): Promise<void> {
  requirePermission(await getWorkspaceAccess(reads, caller, workspaceId), 'edit_workspace');
}

/** Counts for what is signed from now on, and for what is tried again. */
export async function saveDestination(
  deps: ManageDeps,
  caller: Caller,
  { workspaceId, form }: OfWorkspace & { form: DestinationForm },
): Promise<StoredDestination> {
  const before = await readDestination(deps, caller, { workspaceId });
  const url = form.url.trim();
  const user = form.user.trim();
  const region = form.kind === 'bucket' ? form.region?.trim() || REGION_DEFAULT : null;
  const pathPattern = form.pathPattern?.trim() ?? PATH_PATTERN_DEFAULT;
  const violations = validate(deps, { ...form, url, user, region, pathPattern });
  const isSame = before !== null && isSameServer(before, { kind: form.kind, url, user });
  if (form.secret === undefined && !isSame)
    violations.secret = before ? 'Another server or user needs its secret anew.' : 'Must not be empty.';
  if (Object.keys(violations).length > 0) throw invalid(violations);
  const sealed =
    form.secret === undefined
      ? (before?.sealed_secret ?? '')
      : deps.vault.encrypt(form.secret, secretBoundTo(workspaceId));
  const row = {
    workspace_id: workspaceId,
    kind: form.kind,
    url,
    user_name: user,
    sealed_secret: sealed,
    region,
    path_pattern: pathPattern,
    include: TRANSFER_SECTIONS.filter((section) => form.include?.includes(section)),
    changed_at: deps.clock.now(),
  };
  return deps.database.transaction().execute(async (tx) => {
    const after = await replaceDestination(tx, row);
    await record(tx, deps, { caller, workspaceId, before, after });
    return after;
  });
}

async function record(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  act: {
    caller: Caller;
    workspaceId: number;
    before: StoredDestination | null;
    after: StoredDestination | null;
  },
): Promise<void> {
  const { caller, workspaceId, before, after } = act;
  const { organizationId } = await getWorkspaceAccess(tx, caller, workspaceId);
  const view = (row: StoredDestination | null) => {
    if (row === null) return null;
    const { kind, url, user_name: user, region, path_pattern: pathPattern, include } = row;
    return { kind, url, user, region, pathPattern, include };
  };
  await recordOrganizationEvent(tx, {
    ...{ organizationId, actorId: caller.userId, now: clock.now(), detail: { workspaceId } },
    name: after ? 'workspace.destination_changed' : 'workspace.destination_removed',
    ...{ before: view(before), after: view(after) },
  });
}

/** Else the secret would reach another server than the one that it belongs to. */
function isSameServer(before: StoredDestination, { kind, url, user }: DestinationForm): boolean {
  const isKnown = before.kind === kind && before.user_name === user;
  return isKnown && URL.canParse(url) && new URL(url).origin === new URL(before.url).origin;
}

export async function deleteDestination(
  deps: Pick<Deps, 'clock' | 'database'>,
  caller: Caller,
  { workspaceId }: OfWorkspace,
): Promise<void> {
  const before = await readDestination(deps, caller, { workspaceId });
  await deps.database.transaction().execute(async (tx) => {
    if (!(await deleteDestinationRow(tx, workspaceId))) throw notSetUp();
    await record(tx, deps, { caller, workspaceId, before, after: null });
  });
}

/** What the server says to a small file. */
export async function tryDestination(deps: ManageDeps, caller: Caller, about: OfWorkspace) {
  const row = await readDestination(deps, caller, about);
  if (!row) throw notSetUp();
  return tryOut(deps, () => openDestination(deps, row));
}

function validate({ config }: DestinationDeps, form: DestinationForm): Violations {
  const violations: Violations = {};
  for (const name of ['user', 'secret', 'region'] as const) {
    const text = form[name];
    if (text === undefined || text === null) continue;
    if (text.trim() === '') violations[name] = 'Must not be empty.';
    else if (hasControls(text)) violations[name] = 'Must not contain control characters.';
  }
  // RFC 7617 §2: what follows the first colon is the password.
  if (form.kind === 'webdav' && form.user.includes(':')) violations.user = 'Must not contain a colon.';
  const problem = checkUrl(form.url, policyForUsers(config));
  if (form.url === '') violations.url = 'Must not be empty.';
  else if (problem !== null) violations.url = problem;
  else if (/[?#]/.test(form.url)) violations.url = 'Give the address of the folder alone, without ? and #.';
  const pattern = checkPathPattern(form.pathPattern ?? '');
  if (pattern !== null) violations.pathPattern = pattern;
  return violations;
}

function notSetUp(): Refusal {
  return new Refusal('NOT_FOUND', 'No destination is set up in this workspace.');
}
