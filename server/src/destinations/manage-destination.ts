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
import type { Reads } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import type { Caller } from '../http/caller.ts';
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
  return replaceDestination(deps.database, {
    workspace_id: workspaceId,
    kind: form.kind,
    url,
    user_name: user,
    sealed_secret: sealed,
    region,
    path_pattern: pathPattern,
    include: TRANSFER_SECTIONS.filter((section) => form.include?.includes(section)),
    changed_at: deps.clock.now(),
  });
}

/** Else the secret would reach another server than the one that it belongs to. */
function isSameServer(before: StoredDestination, { kind, url, user }: DestinationForm): boolean {
  const isKnown = before.kind === kind && before.user_name === user;
  return isKnown && URL.canParse(url) && new URL(url).origin === new URL(before.url).origin;
}

export async function deleteDestination(
  { database }: Pick<Deps, 'database'>,
  caller: Caller,
  { workspaceId }: OfWorkspace,
): Promise<void> {
  await requireEditor(database, caller, workspaceId);
  if (!(await deleteDestinationRow(database, workspaceId))) throw notSetUp();
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
