import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { keyText } from '@paraph/pades';
import { Webhook } from 'standardwebhooks';
import { afterEach, expect, it } from 'vitest';
import { checkpointLedger } from '../../server/src/audit/checkpoint-ledger.ts';
import { chainOrganizationEvents } from '../../server/src/organization-record/chain-events.ts';
import { openLogKey } from '../../server/src/transparency-log/log-key.ts';
import { foldCounts } from '../../server/src/workflows/lifecycle/scheduled-work.ts';
import { buildServerIfStale, buildWebIfStale } from '../../tools/build.mjs';
import { clientFile, nodeFlags } from '../../tools/runtime.mjs';
import { unpackBundle } from '../support/court-bundle.ts';
import { ENDED, type Ended, hasEndedOnce } from '../support/fleet-load.ts';
import { signByLink } from '../support/http-life.ts';
import { openHttpServer } from '../support/http-server.ts';
import { ask, liveOn, move, POINTS, signAs } from '../support/moving-tenants.ts';
import { digestRows } from '../support/organization-rows.ts';
import { until } from '../support/processes.ts';
import { folderForThisTest } from '../support/scratch.ts';
import { trailFindings } from '../support/trail-findings.ts';
import { type Cell, openTenant, startCells, type Tenant } from '../support/two-cells.ts';

/** `npm run moves` moves ten of twenty organizations, through a kill at each point; `npm run moves -- 4` two of four. */
const TENANTS = Number(process.env.PARAPH_TEST_MOVES ?? 4);
const MOVED = TENANTS / 2;
/** The others of each instance: one rests, and one works. */
const POINTS_HERE = TENANTS > 4 ? POINTS : [POINTS[0], POINTS[7]];

let end = async () => {};
let isOver = false;
afterEach(async () => {
  isOver = true;
  await end();
  end = async () => {};
}, 120_000);

const allOf = (tenants: readonly Tenant[]) => tenants.flatMap(({ created }) => [...created]);

async function findingsOf({ deps }: Cell) {
  await chainOrganizationEvents(deps);
  return trailFindings(deps);
}

/** The command line, without an account. */
async function paraph(...words: string[]) {
  const { stdout } = await promisify(execFile)(process.execPath, [...nodeFlags, clientFile, ...words]);
  return stdout;
}

/** All that was acknowledged, once: nothing is missing and nothing was done twice. */
async function expectOnce(tenants: readonly Tenant[]): Promise<void> {
  for (const { home, id, created, finished } of tenants) {
    const workflows = await home.query<Ended>(`${ENDED} where organization_id = $1`, [id]);
    expect(workflows.map(({ name }) => name).toSorted()).toEqual([...created.keys()].toSorted());
    const ended = workflows.filter(hasEndedOnce);
    expect(new Set(ended.map(({ id: envelopeId }) => envelopeId))).toEqual(finished);
  }
}

/** Each end was told once, by the one instance or the other, as no service was killed until now. */
function expectToldOnce(tenants: readonly Tenant[], notified: readonly { body: string }[]): void {
  const ends = notified.flatMap(({ body }) => {
    const { id, event } = JSON.parse(body) as { id: string; event: { name: string } };
    return event.name === 'workflow.signed' ? [id] : [];
  });
  expect(ends.toSorted()).toEqual(tenants.flatMap(({ finished }) => [...finished]).toSorted());
}

it('organizations move to another instance under load, each through a kill, and nothing is lost or doubled', async () => {
  await Promise.all([buildServerIfStale(), buildWebIfStale()]);
  const beganAt = performance.now();
  const folder = await folderForThisTest();
  const started = await startCells(folder);
  end = started.end;
  const [from, to] = started.cells;
  const notified: { headers: Record<string, string>; body: string }[] = [];
  const receiver = await openHttpServer(({ headers, body }, response) => {
    notified.push({ headers: headers as Record<string, string>, body: body.toString() });
    response.writeHead(204).end();
  });
  end = () => Promise.all([started.end(), receiver.close()]).then(() => {});
  const open = (home: Cell, kind: string, count: number) =>
    Promise.all(
      Array.from({ length: count }, (_each, index) =>
        openTenant(home, `${kind}${index}`, `${receiver.origin}/`),
      ),
    );
  const moving = await open(from, 'moving', MOVED);
  const [staying, others] = [await open(from, 'staying', MOVED / 2), await open(to, 'other', MOVED / 2)];
  const all = [...moving, ...staying, ...others];
  // Of each one that has ended, and two that wait: for a link that leads on, and for one at the new instance.
  const waiting = new Map<Tenant, Awaited<ReturnType<typeof ask>>[]>();
  for (const tenant of all) {
    await signAs(tenant, await ask(tenant));
    waiting.set(tenant, [await ask(tenant), await ask(tenant)]);
  }
  const mailed = new Map<Tenant, string>();
  for (const tenant of moving) {
    const email = waiting.get(tenant)?.[0]?.email ?? '';
    await until('the invitation', async () => (await from.findLink(email)) !== null, 60_000);
    mailed.set(tenant, (await from.findLink(email)) ?? '');
  }
  await settle([from, to]);
  const resting = [staying[0], others[0]].flatMap((tenant) => tenant ?? []);
  const working = all
    .filter((tenant) => !resting.includes(tenant))
    .slice(-3)
    .concat(moving[0] ?? []);
  const digests = await Promise.all(resting.map(digestOf));
  const load = Promise.all(working.map((tenant) => liveOn(tenant, () => isOver)));
  load.catch(() => {});

  const passphraseFile = `${folder}/passphrase`;
  await writeFile(passphraseFile, 'a passphrase of the archive', { mode: 0o600 });
  const killed: string[] = [];
  for (const [index, tenant] of moving.entries()) {
    const point = POINTS_HERE[index];
    const moved = move({ tenant, to, folder: `${folder}/archive-${tenant.id}`, passphraseFile, point });
    killed.push(...[await moved].filter((each) => each !== ''));
  }
  expect(killed).toHaveLength(Math.min(MOVED, POINTS_HERE.length));

  // Everything works where it is now: links of before, the key, the grant, and the receiver hears by its secret.
  for (const tenant of moving) {
    const [first, second] = waiting.get(tenant) ?? [];
    const led = await fetch(mailed.get(tenant) ?? '', { redirect: 'manual' });
    expect([led.status, new URL(led.headers.get('location') ?? '').origin]).toEqual([308, to.origin]);
    await signByLink(to.origin, led.headers.get('location') ?? '');
    tenant.finished.add(first?.id ?? '');
    const before = notified.length;
    if (second) await signAs(tenant, second);
    for (const headers of [{ 'x-api-key': tenant.apiKey }, { authorization: `Bearer ${tenant.token}` }]) {
      const answer = await fetch(`${to.origin}/api/v1/envelopes/${first?.id}`, {
        headers: headers as HeadersInit,
      });
      expect(answer.status).toBe(200);
    }
    const heard = () =>
      notified.slice(before).filter(({ headers, body }) => isSigned(tenant.secret, headers, body));
    await until('the receiver to be told', () => heard().length > 0, 60_000);
  }
  isOver = true;
  await load;
  await settle([from, to]);
  await expectOnce(all);
  expect(await Promise.all(resting.map(digestOf))).toEqual(digests);
  expect([await findingsOf(from), await findingsOf(to)]).toEqual([[], []]);

  expectToldOnce(all, notified);

  // Erased where they were, through two more kills.
  const ids = moving.map(({ id }) => id);
  await from.query(`update departures set ends_at = now() where organization_id = any($1)`, [ids]);
  const hasTombstones = async (count: number) =>
    (await from.query(`select from workflow_tombstones where detail->>'reason' = 'moved'`)).length >= count;
  for (const isTime of [() => hasTombstones(1), async () => (await listErased(from)).length > 0]) {
    await from.query(`update job_schedules set period = 0 where name = 'sweep-records'`);
    await until('something to be erased', isTime, 60_000);
    await from.restart();
    killed.push('erasure');
  }
  await until(
    'all to be erased',
    async () => {
      await from.query(`update job_schedules set period = 0 where name = 'sweep-records'`);
      return (await listErased(from)).length === MOVED;
    },
    60_000,
  );
  for (const { id } of moving)
    expect(Object.keys(await digestRows((text) => from.query(text), id))).toEqual(['departures']);
  await settle([from, to]);
  await expectOnce(all);
  expect(await Promise.all(resting.map(digestOf))).toEqual(digests);
  expect([await findingsOf(from), await findingsOf(to)]).toEqual([[], []]);

  // The links of those who stay open where they are.
  for (const tenant of [...staying, ...others])
    for (const each of waiting.get(tenant) ?? []) await look(tenant, each);
  // What was signed proves itself without either.
  await writeFile(`${folder}/from.cer`, from.deps.authority.root.certificate);
  const logKey = keyText((await openLogKey(from.deps)).publicKey);
  for (const tenant of moving) await expectProven(tenant, { folder, logKey });
  for (const { origin } of [from, to]) await paraph('verify-log', origin);
  const [envelopes, signatures] = [
    allOf(all).length,
    all.reduce((sum, { finished }) => sum + finished.size, 0),
  ];
  console.info(
    `${all.length} organizations, ${MOVED} moved through ${killed.length} kills (${killed.join('; ')}): ` +
      `${envelopes} envelopes, ${signatures} signatures, ${notified.length} notifications: 0 lost, 0 doubled, ` +
      `in ${Math.round((performance.now() - beganAt) / 1000)} s.`,
  );
}, 2_400_000);

function isSigned(secret: string, headers: Record<string, string>, body: string): boolean {
  try {
    new Webhook(secret).verify(body, headers);
    return true;
  } catch {
    return false;
  }
}

/** Its link still opens where it is. */
async function look({ home }: Tenant, { email }: { email: string }): Promise<void> {
  const { pathname } = new URL((await home.findLink(email)) ?? home.origin);
  expect((await fetch(home.origin + pathname, { redirect: 'manual' })).status).toBe(303);
}

function listErased(from: Cell) {
  return from.query('select from departures where erased_at is not null');
}

/** Rows and files of who rests, after what is done to them each minute. */
async function digestOf({ home, id }: Tenant) {
  await chainOrganizationEvents(home.deps);
  await checkpointLedger(home.deps);
  await foldCounts(home.deps);
  const files = await home.query<{ id: number; blob_key: string; sha256: Buffer }>(
    `select distinct f.id, f.blob_key, f.sha256 from files f join documents d on f.id in (d.original_file_id, d.sealed_file_id)
     join workflows w on w.id = d.workflow_id where w.organization_id = $1 and f.part_of is null order by f.id`,
    [id],
  );
  for (const { blob_key: key, sha256 } of files)
    expect(
      createHash('sha256')
        .update(await home.deps.blobs.read(key))
        .digest(),
    ).toEqual(sha256);
  const {
    api_keys: _used,
    organization_usage: _counted,
    // They end by themselves within the hour, and are swept.
    previews: _ended,
    preview_documents: _of,
    ...rows
  } = await digestRows((text) => home.query(text), id);
  return { rows, files: files.map(({ id: file, sha256 }) => [file, sha256.toString('hex')]) };
}

/**
 * What of an instance has not been done yet. A job that was begun again while it ran, and then killed, stays with all of
 * its tries used and no error: the queue has put the other one in its place.
 */
const LEFT = `
  select 'notification' as what, id::text from deliveries where state = 'pending'
  union all select 'mail', id::text from mails where state = 'queued'
  union all select 'seal', id::text from workflows w where status = 'approved'
    and not exists (select from organization_freezes f where f.organization_id = w.organization_id)
  union all select t.identifier, concat_ws(' ', j.payload, j.attempts, j.last_error)
    from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where run_at <= now() and not (j.attempts = j.max_attempts and locked_at is null and last_error is null)`;

/** Until all has been done that was begun. */
async function settle(cells: readonly Cell[]): Promise<void> {
  for (const cell of cells) {
    let left: object[] = [];
    const isDone = async () => {
      left = await cell.query<object>(LEFT);
      return left.length === 0;
    };
    const end = until('all jobs, mails and notifications to be done', isDone, 90_000);
    await end.catch((cause) => {
      throw new Error(`At ${cell.origin} remain ${JSON.stringify(left)}.`, { cause });
    });
  }
}

interface Proving {
  folder: string;
  logKey: string;
}

async function expectProven(tenant: Tenant, { folder, logKey }: Proving): Promise<void> {
  const { home, id, apiKey } = tenant;
  const headers = { 'x-api-key': apiKey };
  const [first] = await home.query<{ id: number; envelope_id: string; workspace_id: number }>(
    `select id, envelope_id, workspace_id from workflows where organization_id = $1 and status = 'signed' order by id limit 1`,
    [id],
  );
  const read = async (path: string) =>
    Buffer.from(await (await fetch(new URL(path, home.origin), { headers })).arrayBuffer());
  const envelope = JSON.parse(String(await read(`/api/v1/envelopes/${first?.envelope_id}`)));
  const path = `${folder}/signed-${id}.pdf`;
  await writeFile(path, await read(new URL(envelope.documents[0].file.file).pathname));
  const trusted = ['--ca', `${folder}/from.cer`, '--log-key', logKey];
  expect(await paraph('verify', path, ...trusted, '--no-fetch')).toContain('as it was signed');
  const bundle = `/api/v1/workspaces/${first?.workspace_id}/workflows/${first?.id}/court-bundle`;
  const { failures, steps } = unpackBundle(await read(bundle), await folderForThisTest());
  expect(steps.length).toBeGreaterThan(10);
  expect(failures()).toEqual([]);
}
