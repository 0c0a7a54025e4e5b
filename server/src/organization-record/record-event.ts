import type { OrganizationEvent } from '@paraph/domain';
import { readUserNames } from '../accounts/api.ts';
import type { RecordActor, RecordSource } from '../database/column-types.ts';
import type { Tx } from '../database/database.ts';
import { currentlyActing } from '../http/acting.ts';
import { newKey, sha256, systemIds } from '../platform/ids.ts';
import { canonicalJson } from '../platform/json.ts';
import { insertEvents, type NewEvent } from './event-store.ts';

/** What a record may hold: values of settings, ids, counts and names. */
export type Recorded = Readonly<Record<string, unknown>>;

export interface OrganizationAct {
  organizationId: number;
  /** Null: the instance itself, or who runs it. */
  actorId: number | null;
  name: OrganizationEvent;
  /** Ids, counts and names; `userId` and `toUserId` are persons, who are named as they are called when it is read. */
  detail?: Readonly<Record<string, string | number>>;
  /** The thing as it was and as it is: what differs is stored. Null where it was not there, or is not any more. */
  before?: Recorded | null;
  after?: Recorded | null;
  now: Date;
}

/** Writes an event down, in the transaction of the change. */
export async function recordOrganizationEvent(tx: Tx, event: OrganizationAct): Promise<void> {
  await recordOrganizationEvents(tx, [event]);
}

/** The same for several organizations, or several events of one change. */
export async function recordOrganizationEvents(tx: Tx, events: readonly OrganizationAct[]): Promise<void> {
  const actors = new Set(events.flatMap(({ actorId }) => actorId ?? []));
  const people = await readUserNames(tx, [...actors]);
  await insertEvents(
    tx,
    events.map((event) => rowOf(event, people)),
  );
}

type People = Awaited<ReturnType<typeof readUserNames>>;

function rowOf(event: OrganizationAct, people: People): NewEvent {
  const { organizationId, actorId, name, detail = {}, before = null, after = null, now } = event;
  const source = sourceOf(actorId === null ? undefined : people.get(actorId));
  return {
    organization_id: organizationId,
    name,
    occurred_at: now,
    actor_id: actorId,
    about_id: typeof detail.userId === 'number' ? detail.userId : null,
    actor: JSON.stringify(actorOf(actorId)),
    source: JSON.stringify(source),
    source_sha256: sha256(canonicalJson(source)),
    detail: JSON.stringify(detail),
    ...changeOf(before, after),
  };
}

/** By the credential of the request, where that is of the one who acts: a sign-in has none yet. */
function actorOf(actorId: number | null): RecordActor {
  const acting = currentlyActing();
  const caller = acting?.caller?.userId === actorId ? acting?.caller : null;
  const credential = caller?.credentialName;
  return {
    kind: actorId !== null ? 'user' : acting ? 'visitor' : 'instance',
    ...(caller ? { through: caller.kind } : {}),
    ...(credential === undefined ? {} : { credential }),
  };
}

function sourceOf(person: { name: string; email: string } | undefined): RecordSource {
  const visitor = currentlyActing()?.visitor;
  return {
    name: person?.name ?? null,
    email: person?.email ?? null,
    ip: visitor?.ip ?? null,
    userAgent: visitor?.userAgent ?? null,
    salt: newKey(systemIds),
  };
}

const SECRET = /secret|password|passphrase|token|sealed|hash|pin$/i;

/** What differs. A secret that a caller passes by mistake is not stored: only that there is another one. */
export function changeOf(before: Recorded | null, after: Recorded | null) {
  const keys = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  const differing = keys.filter((key) => JSON.stringify(before?.[key]) !== JSON.stringify(after?.[key]));
  const only = (whole: Recorded | null) =>
    whole &&
    JSON.stringify(
      Object.fromEntries(
        differing.flatMap((key) => (key in whole ? [[key, SECRET.test(key) ? '…' : whole[key]]] : [])),
      ),
    );
  return { before: only(before), after: only(after) };
}
