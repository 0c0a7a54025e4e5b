import { hasControls, invalid, Refusal, type Violations } from '@paraph/domain';
import { requireSender } from '../accounts/sender.ts';
import type { Reads } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import type { Caller } from '../http/caller.ts';
import { enqueue } from '../jobs/enqueue.ts';
import { newKey } from '../platform/ids.ts';
import { checkUrl, policyForUsers } from '../platform/outside/http-client.ts';
import { deriveSigningSecret } from '../platform/outside/notification-signature.ts';
import {
  countAfter,
  deleteCollectorRow,
  findCollector,
  lastNumber,
  makeDue,
  replaceCollector,
  type StoredCollector,
} from './collector-store.ts';
import { authorizationBoundTo, forwardingJob } from './forward-record.ts';
import type { RecordPorts } from './read-record.ts';
import { recordOrganizationEvent } from './record-event.ts';

type ManageDeps = Pick<Deps, 'clock' | 'config' | 'database' | 'ids' | 'vault'> & { ports: RecordPorts };
type OfOrganization = { organizationId?: number | undefined };

export interface CollectorForm {
  url: string;
  format?: StoredCollector['format'] | undefined;
  /** Null: none; absent: as it is. */
  authorization?: string | null | undefined;
  position?: number | undefined;
  renewSecret?: boolean | undefined;
}

export interface CollectorState {
  collector: StoredCollector | null;
  /** How many events it has not taken. */
  behind: number;
}

export async function readCollector(
  { database, ports }: Pick<ManageDeps, 'database' | 'ports'>,
  caller: Caller,
  choice: OfOrganization,
): Promise<CollectorState> {
  const { organizationId } = await ports.requireAdministrator(database, caller, choice.organizationId);
  return stateOf(database, organizationId, await findCollector(database, organizationId));
}

async function stateOf(
  reads: Reads,
  organizationId: number,
  collector: StoredCollector | null,
): Promise<CollectorState> {
  if (collector === null) return { collector, behind: 0 };
  return { collector, behind: await countAfter(reads, organizationId, collector.position) };
}

/** Begins to send at once. The secret is in this response alone, and null where it is as it was. */
export async function saveCollector(
  deps: ManageDeps,
  caller: Caller,
  { form, ...choice }: OfOrganization & { form: CollectorForm },
): Promise<CollectorState & { secret: string | null }> {
  await requireSender(deps, caller);
  const { organizationId } = await deps.ports.requireAdministrator(
    deps.database,
    caller,
    choice.organizationId,
  );
  const now = deps.clock.now();
  const url = form.url.trim();
  const urlProblem = url === '' ? 'Must not be empty.' : checkUrl(url, policyForUsers(deps.config));
  return deps.database.transaction().execute(async (tx) => {
    const before = await findCollector(tx, organizationId);
    const position = form.position ?? before?.position ?? 0;
    await check(tx, { before, organizationId, form: { ...form, url, position }, urlProblem });
    const isNewSecret = before === null || form.renewSecret === true;
    const secretKey = isNewSecret ? newKey(deps.ids) : before.secret_key;
    const after = await replaceCollector(tx, {
      ...{ organization_id: organizationId, url, position, secret_key: secretKey },
      format: form.format ?? before?.format ?? 'json',
      sealed_authorization: sealedOf(deps, { before, organizationId, form }),
      ...{ attempts: 0, next_attempt_at: null, status: null, cause: null, leased_until: null },
      changed_at: now,
    });
    await recordOrganizationEvent(tx, {
      ...{ organizationId, actorId: caller.userId, name: 'record.collector_changed', now },
      ...{ before: recorded(before), after: recorded(after) },
    });
    await enqueue(tx, forwardingJob(organizationId));
    const secret = isNewSecret ? deriveSigningSecret(deps.vault, secretKey).text : null;
    return { ...(await stateOf(tx, organizationId, after)), secret };
  });
}

interface Wanted {
  before: StoredCollector | null;
  organizationId: number;
  form: CollectorForm;
}

/** @throws Refusal `VALIDATION_ERROR` */
async function check(
  reads: Reads,
  { before, organizationId, form, urlProblem }: Wanted & { urlProblem: string | null },
): Promise<void> {
  const { url, authorization, position = 0 } = form;
  const violations: Violations = {};
  if (urlProblem !== null) violations.url = urlProblem;
  // Else the header would reach another server than the one that it belongs to.
  else if (before?.sealed_authorization && new URL(before.url).origin !== new URL(url).origin)
    if (authorization === undefined) violations.authorization = 'Another server needs its own header anew.';
  if (authorization === '') violations.authorization = 'Must not be empty.';
  else if (authorization && (hasControls(authorization) || !/^[\x20-\xff]*$/.test(authorization)))
    violations.authorization = 'A header has no control characters, and none beyond Latin-1.';
  if (position !== before?.position && position > (await lastNumber(reads, organizationId)))
    violations.position = 'The record has no event of this number yet.';
  if (Object.keys(violations).length > 0) throw invalid(violations);
}

function sealedOf({ vault }: Pick<Deps, 'vault'>, { before, organizationId, form }: Wanted): string | null {
  const { authorization } = form;
  if (authorization === undefined) return before?.sealed_authorization ?? null;
  return authorization === null ? null : vault.encrypt(authorization, authorizationBoundTo(organizationId));
}

function recorded(row: StoredCollector | null) {
  if (row === null) return null;
  const { url, format, position, secret_key: secret, sealed_authorization: sealed } = row;
  return { url, format, position, secret, hasAuthorization: sealed !== null };
}

/** @throws Refusal `NOT_FOUND` where there is none */
export async function deleteCollector(
  { clock, database, ports }: ManageDeps,
  caller: Caller,
  choice: OfOrganization,
): Promise<void> {
  const { organizationId } = await ports.requireAdministrator(database, caller, choice.organizationId);
  await database.transaction().execute(async (tx) => {
    const before = await findCollector(tx, organizationId);
    if (!(await deleteCollectorRow(tx, organizationId))) throw notSetUp();
    const act = { organizationId, actorId: caller.userId, name: 'record.collector_removed' } as const;
    await recordOrganizationEvent(tx, { ...act, before: recorded(before), after: null, now: clock.now() });
  });
}

/** @throws Refusal `NOT_FOUND` where there is none */
export async function retryCollector(
  { database, ports }: ManageDeps,
  caller: Caller,
  choice: OfOrganization,
): Promise<CollectorState> {
  const { organizationId } = await ports.requireAdministrator(database, caller, choice.organizationId);
  return database.transaction().execute(async (tx) => {
    if (!(await makeDue(tx, organizationId))) throw notSetUp();
    await enqueue(tx, forwardingJob(organizationId));
    return stateOf(tx, organizationId, await findCollector(tx, organizationId));
  });
}

function notSetUp(): Refusal {
  return new Refusal('NOT_FOUND', 'No collector is set up for the record of this organization.');
}
