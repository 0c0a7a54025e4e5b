import type { Tx } from '../database/database.ts';
import { sweepSlices } from '../database/slices.ts';
import type { Deps } from '../deps.ts';
import {
  type ChainEnd,
  chainMac,
  endAfter,
  isGenuineChain,
  openRecordKeys,
  type RecordKeys,
} from './chain-link.ts';
import {
  deleteBeginning,
  findLastEvent,
  listChains,
  listUnchained,
  listWithOld,
  lockChains,
  type StoredChain,
  type StoredEvent,
  saveChains,
  saveLinks,
} from './event-store.ts';

const ROWS_AT_ONCE = 2_000;
const CHAIN_START: ChainEnd = { sequence: 0, hash: null, mac: null };

type ChainDeps = Pick<Deps, 'clock' | 'database' | 'vault'>;

/**
 * Continues the chains by the events that are new since the last time. Nothing waits for it: the order of a chain is
 * decided here and not where a person signs in, so that a thousand sign-ins of one organization need no lock.
 */
export async function chainOrganizationEvents(deps: ChainDeps): Promise<void> {
  const keys = openRecordKeys(deps.vault);
  for (;;) {
    const linked = await deps.database.transaction().execute(async (tx) => {
      await lockChains(tx);
      const events = await listUnchained(tx, ROWS_AT_ONCE);
      if (events.length > 0) await link(tx, keys, events);
      return events.length;
    });
    if (linked < ROWS_AT_ONCE) return;
  }
}

async function link(tx: Tx, keys: RecordKeys, events: readonly StoredEvent[]): Promise<void> {
  const ids = [...new Set(events.map(({ organization_id: id }) => id))];
  const chains = new Map((await listChains(tx, ids)).map((chain) => [chain.organization_id, chain]));
  const links: Parameters<typeof saveLinks>[1][number][] = [];
  const next: StoredChain[] = [];
  for (const id of ids) {
    const chain = chains.get(id);
    const isGenuine = chain !== undefined && isGenuineChain(keys, chain);
    let end = isGenuine ? endOf(chain) : await lastLink(tx, id);
    // A row of the chain that is missing or was changed is not made good: later events never hide it.
    const isNew = chain === undefined && end.sequence === 0;
    for (const event of events.filter((each) => each.organization_id === id)) {
      end = endAfter(keys, end, event);
      if (end.hash && end.mac) links.push({ id: event.id, ...end, hash: end.hash, mac: end.mac });
    }
    if ((isGenuine || isNew) && end.hash && end.mac) {
      const first = chain ?? { first_sequence: 0, first_hash: null, first_mac: null };
      next.push(
        keyed(keys, {
          ...beginningOf(first),
          ...{ organization_id: id, events: end.sequence },
          head: end.hash,
          head_mac: end.mac,
        }),
      );
    }
  }
  await saveLinks(tx, links);
  await saveChains(tx, next);
}

function keyed(keys: RecordKeys, chain: Omit<StoredChain, 'mac'>): StoredChain {
  return { ...chain, mac: chainMac(keys, chain) };
}

function beginningOf({
  first_sequence,
  first_hash,
  first_mac,
}: Pick<StoredChain, 'first_hash' | 'first_mac' | 'first_sequence'>) {
  return { first_sequence, first_hash, first_mac };
}

function endOf({ events, head, head_mac: headMac }: StoredChain): ChainEnd {
  return { sequence: events, hash: head, mac: headMac };
}

async function lastLink(tx: Tx, organizationId: number): Promise<ChainEnd> {
  const last = await findLastEvent(tx, organizationId);
  return last === null ? CHAIN_START : { sequence: last.sequence ?? 0, hash: last.hash, mac: last.mac };
}

/** Removes the beginnings of chains that are from before; each chain then begins after the last of them. */
export async function sweepOrganizationEvents(deps: ChainDeps, before: Date): Promise<void> {
  const keys = openRecordKeys(deps.vault);
  for (let after = 0; ; ) {
    const ids = await listWithOld(deps.database, { before, after, limit: 500 });
    for (const organizationId of ids)
      await sweepSlices(deps, async (tx, limit) => {
        await lockChains(tx);
        const [chain] = await listChains(tx, [organizationId]);
        // What was tampered with stays to be found.
        if (!chain || !isGenuineChain(keys, chain)) return 0;
        const { removed, last } = await deleteBeginning(tx, { organizationId, before, limit });
        if (last !== null) {
          const first = { first_sequence: last.sequence ?? 0, first_hash: last.hash, first_mac: last.mac };
          await saveChains(tx, [keyed(keys, { ...chain, ...first })]);
        }
        return removed;
      });
    const last = ids.at(-1);
    if (last === undefined) return;
    after = last;
  }
}
