import { domainToASCII } from 'node:url';
import { Fault, invalid, isEmail, Refusal } from '@paraph/domain';
import { isLoopback } from '../config/base-url.ts';
import type { Reads, Tx } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import type { Caller } from '../http/caller.ts';
import { recordOrganizationEvent } from '../organization-record/api.ts';
import { toSeconds } from '../platform/clock.ts';
import { newKey } from '../platform/ids.ts';
import { proveDomain, recordNameOf } from '../platform/outside/dns-texts.ts';
import { callWhole, OPERATORS_POLICY, policyForUsers } from '../platform/outside/http-client.ts';
import { lockOrganization } from '../workspaces/api.ts';
import { type OrganizationChoice, requireAdministrator } from '../workspaces/organization-access.ts';
import {
  endLinkHost,
  findLinkHost,
  markLinkHost,
  type StoredLinkHost,
  saveLinkHost,
} from './link-host-store.ts';

type HostDeps = Pick<Deps, 'clock' | 'config' | 'database' | 'ids' | 'vault'>;

export async function readLinkHost(
  { database }: Pick<Deps, 'database'>,
  caller: Caller,
  { organizationId: chosen }: OrganizationChoice,
) {
  const { organizationId } = await requireAdministrator(database, caller, chosen);
  return viewLinkHost(await findLinkHost(database, organizationId));
}

/** It counts once it is proven; until then links go on naming this instance. */
export async function setLinkHost(
  deps: HostDeps,
  caller: Caller,
  { organizationId: chosen, host: typed }: OrganizationChoice & { host: string },
) {
  const { organizationId } = await requireAdministrator(deps.database, caller, chosen);
  const host = readHost(deps, typed);
  await deps.database.transaction().execute(async (tx) => {
    await lockOrganization(tx, organizationId);
    const before = await findLinkHost(tx, organizationId);
    if (before?.host === host) return;
    const now = deps.clock.now();
    await endLinkHost(tx, organizationId, now);
    const row = { organization_id: organizationId, host, token: newKey(deps.ids), set_at: now };
    await saveLinkHost(tx, row);
    await record(tx, deps, { caller, organizationId, before, after: await findLinkHost(tx, organizationId) });
  });
  return readLinkHost(deps, caller, { organizationId });
}

/** No new link names it; those that were sent go on as long as the host leads here. */
export async function removeLinkHost(
  deps: HostDeps,
  caller: Caller,
  { organizationId: chosen }: OrganizationChoice,
): Promise<void> {
  const { organizationId } = await requireAdministrator(deps.database, caller, chosen);
  await deps.database.transaction().execute(async (tx) => {
    await lockOrganization(tx, organizationId);
    const before = await findLinkHost(tx, organizationId);
    if (!before) throw noHost();
    await endLinkHost(tx, organizationId, deps.clock.now());
    await record(tx, deps, { caller, organizationId, before, after: null });
  });
}

/**
 * Asks the DNS whether the host is the organization's, then the host itself whether it leads here. After the first a
 * certificate may be made for it, which the second needs.
 */
export async function checkLinkHost(
  deps: HostDeps,
  caller: Caller,
  { organizationId: chosen }: OrganizationChoice,
) {
  const { organizationId } = await requireAdministrator(deps.database, caller, chosen);
  const before = await findLinkHost(deps.database, organizationId);
  if (!before) throw noHost();
  const { host, token } = before;
  await proveDomain({ domain: hostNameOf(host), token, field: 'host' }, deps.config.dnsServers);
  const mark = (isProven: boolean) =>
    deps.database.transaction().execute(async (tx) => {
      await lockOrganization(tx, organizationId);
      const current = await findLinkHost(tx, organizationId);
      if (current?.host !== host) throw noHost();
      await markLinkHost(tx, { organizationId, host, now: deps.clock.now(), isProven });
      const after = await findLinkHost(tx, organizationId);
      if (isProven) await record(tx, deps, { caller, organizationId, before: current, after });
    });
  await mark(false);
  const problem = await findHostProblem(deps, host);
  if (problem !== null) throw invalid({ host: problem });
  await mark(true);
  return readLinkHost(deps, caller, { organizationId });
}

/** Why a host does not lead to this instance; null where it does. */
export async function findHostProblem(
  deps: Pick<Deps, 'config' | 'vault'>,
  host: string,
): Promise<string | null> {
  const url = `${linkOrigin(deps.config, host)}/.well-known/paraph-host`;
  const isLocal = isLoopback(deps.config.baseUrl);
  const policy = isLocal ? OPERATORS_POLICY : policyForUsers(deps.config);
  try {
    const { status, bytes } = await callWhole({
      ...policy,
      url,
      body: null,
      headers: { accept: 'text/plain' },
      timeoutMs: 10_000,
      responseBytesMax: 1_024,
      // What such a name leads to is the machine itself (RFC 6761 §6.3), whatever its resolver knows.
      ...(isLocal ? { resolve: async () => [{ address: '127.0.0.1', family: 4 }] } : {}),
    });
    if (status === 200 && bytes.toString('utf8').trim() === hostProof(deps, host)) return null;
    return `${url} is answered by something else; let the name lead to this instance, and the proxy pass the Host header on.`;
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return `${url} does not answer: ${error.message}`;
  }
}

/** What this instance, and no other, answers at a host. */
export function hostProof({ vault }: Pick<Deps, 'vault'>, host: string): string {
  return vault.derive('link-host', host).toString('base64url');
}

/** Where the links of an organization lead: to its own host, else to this instance. */
export function linkOrigin({ baseUrl }: { baseUrl: string }, host: string | null): string {
  return host === null ? baseUrl : `${new URL(baseUrl).protocol}//${host}`;
}

export async function findLinkOrigin(
  { config }: Pick<Deps, 'config'>,
  reads: Reads,
  organizationId: number,
): Promise<string> {
  const found = await findLinkHost(reads, organizationId);
  return linkOrigin(config, found?.proven_at ? found.host : null);
}

function readHost({ config }: Pick<Deps, 'config'>, typed: string): string {
  const [, name = '', port = ''] =
    /^([^:/]+)(:\d{1,5})?$/.exec(typed.trim().toLowerCase().replace(/\.$/, '')) ?? [];
  const ascii = domainToASCII(name);
  const isName = ascii.includes('.') && isEmail(`a@${ascii}`) && !/^[\d.]+$/.test(ascii);
  if (!isName || (port !== '' && !isLoopback(config.baseUrl)))
    throw invalid({
      host: 'Must be the name of a host, such as sign.example.com, without https:// and path.',
    });
  if (ascii === new URL(config.baseUrl).hostname)
    throw invalid({ host: 'This is the address of the instance; links name it anyway.' });
  return ascii + port;
}

function hostNameOf(host: string): string {
  return host.replace(/:\d+$/, '');
}

function viewLinkHost(row: StoredLinkHost | null) {
  return {
    linkHost: row && {
      host: row.host,
      recordName: recordNameOf(hostNameOf(row.host)),
      recordValue: row.token,
      provenDate: row.proven_at && toSeconds(row.proven_at),
    },
  };
}

async function record(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  act: {
    caller: Caller;
    organizationId: number;
    before: StoredLinkHost | null;
    after: StoredLinkHost | null;
  },
): Promise<void> {
  const say = (row: StoredLinkHost | null) => row && { host: row.host, isProven: row.proven_at !== null };
  await recordOrganizationEvent(tx, {
    ...{ organizationId: act.organizationId, actorId: act.caller.userId, now: clock.now() },
    ...{ name: 'organization.link_host_changed', before: say(act.before), after: say(act.after) },
  });
}

function noHost(): Refusal {
  return new Refusal('NOT_FOUND', 'The organization has set no host for its links.');
}
