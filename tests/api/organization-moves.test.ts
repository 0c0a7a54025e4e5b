import { readFile, rm, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import {
  freezeOrganizationCommand,
  thawOrganizationCommand,
} from '../../operator/src/commands/freeze-organization.ts';
import { OPERATOR_COMMANDS } from '../../operator/src/operator-commands.ts';
import { listArchives, nameIn } from '../../operator/src/organizations/archive.ts';
import { COLUMNS } from '../../server/src/database/rows.generated.ts';
import { MOVABLE_SECRETS } from '../../server/src/movable-secrets.ts';
import { departOrganization } from '../../server/src/organization-moves/depart-organization.ts';
import { freezeOrganization, keepFrozen } from '../../server/src/organization-moves/freeze-organization.ts';
import { listFrozenTables, listTriggers } from '../../server/src/organization-moves/freeze-store.ts';
import { listMovingTables, REFERENCES } from '../../server/src/organization-moves/owned-rows-store.ts';
import { sweepRecords } from '../../server/src/sweep-records.ts';
import { expireWorkflows } from '../../server/src/workflows/lifecycle/scheduled-work.ts';
import { dieAt, folderPlace, Killed } from '../support/backup.ts';
import { WEEK } from '../support/instance.ts';
import { expectStatus, makeKey, openInstanceCase } from '../support/instance-case.ts';
import { runOperator, settingsForThisTest, settingsOf } from '../support/operator-case.ts';
import { caller } from '../support/organization.ts';
import {
  PASSPHRASE,
  readAgain,
  readSecretsOf,
  readTables,
  takeOut,
} from '../support/organization-archive.ts';
import { ann, bob, quickSender } from '../support/quick-sender.ts';
import { folderForThisTest } from '../support/scratch.ts';
import { drawnSignature, followInvitation } from '../support/signer.ts';
import { workflowTables } from '../support/workflow-tables.ts';

const { instance, sender, signInAgain } = await openInstanceCase();
const { deps } = instance;
const other = await instance.signIn('Other', 'other@example.com');
const ours = quickSender(() => sender);
const theirs = quickSender(() => other);
const { query } = workflowTables(() => instance);
const [{ organization_id: organizationId }] = await query(
  `select organization_id::int from members where email_key = 'sender@example.com'`,
);

const asked = (recipient: typeof ann) => ({ steps: [{ type: 'sign', recipients: [recipient] }] });
const statusOf = async (envelopeId: string) =>
  (await query('select status from workflows where envelope_id = $1', [envelopeId]))[0].status;
const countTriggers = async () =>
  (await query(`select count(*)::int as count from pg_trigger where tgname = 'frozen_organization'`))[0]
    .count;
const areTriggersThere = async () => (await listTriggers(deps.database)).length === listFrozenTables().length;

/** What a freeze waits for ends once it settles. */
async function whileJobsRun<T>(work: Promise<T>, isSettling = areTriggersThere): Promise<T> {
  let isOver = false;
  const end = () => {
    isOver = true;
  };
  work.then(end, end);
  await expect.poll(async () => isOver || (await isSettling()), { timeout: 60_000 }).toBe(true);
  const hasEnded = async () => {
    await instance.runJobs();
    return isOver;
  };
  await expect.poll(hasEnded, { timeout: 60_000 }).toBe(true);
  return work;
}

const countContacts = async () =>
  (await query(`select 1 from contacts where email = 'cat@example.com'`)).length;
const run = async (command: 'freeze' | 'thaw', organization = String(organizationId)) => {
  settingsForThisTest(settingsOf(instance));
  const commands = [freezeOrganizationCommand, thawOrganizationCommand];
  return runOperator(commands, [`${command}-organization`, '--organization', organization]);
};

test('nothing of a frozen organization changes, and all of others; thawed, it goes on', async () => {
  const [waiting, elsewhere] = [await ours.create(asked(ann)), await theirs.create(asked(bob))];
  await instance.runJobs();
  const [signer, otherSigner] = [
    await followInvitation(instance, ann.email),
    await followInvitation(instance, bob.email),
  ];
  const { key } = await makeKey(sender, { name: 'Reader', scopes: ['workflows:read'] });
  // Who was asked becomes a contact, by a job.
  await ours.create(asked({ name: 'Cat', email: 'cat@example.com' }));
  const frozen = await whileJobsRun(run('freeze'));
  expect(frozen).toMatchObject({ code: 0, printed: expect.stringContaining('is frozen') });
  const refused = expectStatus(await ours.post(asked(ann)), 503);
  expect(refused.headers['retry-after']).toBe('60');
  expect(refused.json().error.message).toContain('frozen');
  // A repeated call with its key acts once the organization is thawed.
  expectStatus(await ours.post(asked(ann), { 'idempotency-key': 'once' }), 503);
  expectStatus(await signer.call('POST', '/open', {}), 503);
  expectStatus(
    await sender.call({ method: 'PUT', url: '/api/v1/organization', payload: { name: 'Anew' } }),
    503,
  );
  const read = { method: 'GET', url: `/api/v1/envelopes/${waiting}`, headers: { 'x-api-key': key } } as const;
  expectStatus(await instance.inject(read), 200);
  expectStatus(await otherSigner.sign(), 200);
  await instance.runJobs();
  const jobs = `select attempts from graphile_worker._private_jobs where run_at > $1`;
  const postponed = await query(jobs, [deps.clock.now()]);
  expect(new Set(postponed.map(({ attempts }) => attempts))).toEqual(new Set([0]));
  expect(await countContacts()).toBe(0);
  const late = await theirs.create(asked(bob));
  await instance.runJobs();
  expect(await statusOf(elsewhere)).toBe('signed');
  instance.advance(5 * WEEK);
  await expireWorkflows(deps);
  await sweepRecords(deps);
  await instance.runJobs();
  expect([await statusOf(waiting), await statusOf(late)]).toEqual(['started', 'expired']);
  expect(await run('thaw')).toMatchObject({
    code: 0,
    printed: expect.stringContaining('can be changed again'),
  });
  expect(await countTriggers()).toBe(0);
  instance.advance(60);
  await instance.runJobs();
  expect(await countContacts()).toBe(1);
  await expireWorkflows(deps);
  expect(await statusOf(waiting)).toBe('expired');
  expect((await run('thaw')).printed).toContain('was not frozen');
  expect(await run('freeze', '0')).toMatchObject({ code: 2 });
  expect(await run('freeze', '99')).toMatchObject({
    code: 1,
    errors: expect.stringContaining('no organization 99'),
  });
});

test('a freeze waits for what is being changed, and a start makes it whole', async () => {
  await instance.runJobs();
  const { count } = await deps.database.transaction().execute(async (tx) => {
    const named = { name: 'Committed in time' };
    await tx.updateTable('workspaces').set(named).where('organization_id', '=', organizationId).execute();
    const freezing = freezeOrganization(deps, organizationId).then(countTriggers);
    freezing.catch(() => {});
    const isWaiting = async () => (await query('select 1 from pg_locks where not granted')).length > 0;
    // It gives way to whoever waits behind it, and comes again.
    for (const state of [true, false, true]) await expect.poll(isWaiting, { timeout: 10_000 }).toBe(state);
    return { count: freezing };
  });
  const whole = await count;
  expect(whole).toBeGreaterThan(60);
  const [workspace] = await query('select name from workspaces where organization_id = $1', [organizationId]);
  expect(workspace.name).toBe('Committed in time');
  const change = () =>
    query('update workspaces set name = $1 where organization_id = $2', ['Late', organizationId]);
  await expect(change()).rejects.toMatchObject({ code: 'PF001' });
  // As in a database that was restored: the tables are made of the migrations.
  await query('drop trigger frozen_organization on workspaces');
  await keepFrozen(deps.database);
  expect(await countTriggers()).toBe(whole);
  await expect(change()).rejects.toMatchObject({ code: 'PF001' });
});

test('what ends while an organization settles has been committed before it is frozen', async () => {
  await run('thaw');
  const waiting = `where id = (select min(id) from mails where workflow_id is not null)`;
  await query(`update mails set state = 'queued', attempts = 0, turn_at = null ${waiting}`);
  let looks = 0;
  const onSettling = () => {
    looks += 1;
  };
  const freezing = freezeOrganization({ ...deps, onSettling }, organizationId);
  freezing.catch(() => {});
  await expect.poll(() => looks, { timeout: 10_000 }).toBeGreaterThan(0);
  await deps.database.transaction().execute(async (tx) => {
    // As the mail gets its link.
    await tx.updateTable('signing_links').set({ superseded_at: null }).execute();
    await query(`update mails set state = 'sent' ${waiting}`);
    const isWaiting = async () => (await query('select 1 from pg_locks where not granted')).length > 0;
    await expect.poll(isWaiting, { timeout: 10_000 }).toBe(true);
    const stages = await query('select organization_id::int as id from organization_freezes');
    expect(stages).toEqual([{ id: organizationId }]);
  });
  await freezing;
  await expect(query('update signing_links set superseded_at = null')).rejects.toMatchObject({
    code: 'PF001',
  });
});

test('before it is frozen, what was accepted ends, and nothing new begins', async () => {
  await run('thaw');
  await signInAgain();
  const place = await folderPlace(await folderForThisTest());
  const people = ['Dan', 'Eve', 'Gus'].map((name) => ({ name, email: `${name}@example.com`.toLowerCase() }));
  const [dan, eve, gus] = people as [typeof ann, typeof ann, typeof ann];
  const [accepted, waiting] = [await ours.create(asked(dan)), await ours.create(asked(eve))];
  await instance.runJobs();
  const signed = await followInvitation(instance, dan.email);
  const signer = await followInvitation(instance, eve.email);
  expectStatus(await signed.sign(), 200);
  // Nobody has told them yet.
  const late = await ours.create(asked(gus));
  // As a command leaves it that is killed before it has waited; and as a start meets it.
  await query('insert into settling_organizations values ($1, $2)', [organizationId, deps.clock.now()]);
  await keepFrozen(deps.database);
  expectStatus(await ours.post(asked(ann)), 503);
  const drawn = { method: 'draw', png: drawnSignature() };
  expectStatus(await signer.call('PUT', '/marks/signature', drawn), 503);
  expectStatus(
    await sender.call({ method: 'PUT', url: '/api/v1/organization', payload: { name: 'Anew' } }),
    503,
  );
  const words = {
    organizationId,
    movedTo: 'https://sign2.example.com',
    arrival: `7-${'0'.repeat(64)}`,
    days: 1,
  };
  await expect(departOrganization(deps, words)).rejects.toThrow(/is not frozen/);
  // It stays as it was found.
  const vain = takeOut(instance, place, { organizationId, freezes: true, patienceMs: 0 });
  await expect(vain).rejects.toThrow(/waits for its seal; .*told.*doctor/);
  expectStatus(await ours.post(asked(ann)), 503);
  const left: number[] = [];
  const onProgress = (step: string, done: number, total: number) => {
    if (step === 'settling') left.push(total - done);
  };
  const manifest = await whileJobsRun(
    takeOut(instance, place, { organizationId, freezes: true, onProgress }),
    async () => left.length > 0,
  );
  expect([left[0], left.at(-1)]).toEqual([expect.any(Number), 0]);
  expect(left[0]).toBeGreaterThan(1);
  expect(await query('select from settling_organizations')).toEqual([]);
  const rows = await readTables(place, manifest);
  const statuses = new Map(rows.get('workflows')?.map((row) => [row.envelope_id, row.status]));
  expect([accepted, waiting, late].map((id) => statuses.get(id))).toEqual(['signed', 'started', 'started']);
  // Whom it had asked before is told.
  expect(rows.get('mails')?.map((row) => row.to_email)).toContain(gus.email);
  expect(await query(`select from seals where state = 'pending'`)).toEqual([]);
  await expect(
    query('update workflows set filed_at = $1 where envelope_id = $2', [deps.clock.now(), accepted]),
  ).rejects.toMatchObject({ code: 'PF001' });
  await run('thaw');
  expectStatus(await signer.sign(), 200);
  await instance.runJobs();
});

test('an archive has the rows, files, secrets and proofs of one organization, and is whole or not there', async () => {
  await run('thaw');
  await signInAgain();
  const place = await folderPlace(await folderForThisTest());
  const signed = await ours.create(asked(ann));
  await instance.runJobs();
  const { path, ...signer } = await followInvitation(instance, ann.email);
  expectStatus(await signer.sign(), 200);
  // Not sealed yet, and sealed by nobody: what is refused leaves nothing, and nothing frozen.
  const early = takeOut(instance, place, { organizationId, freezes: true, patienceMs: 0 });
  await expect(early).rejects.toThrow(/waits for its seal/);
  await expect(freezeOrganization({ ...deps, patienceMs: 0 }, organizationId)).rejects.toThrow(/its seal/);
  for (const status of ['approved', 'to_be_archived']) {
    await query('update workflows set status = $1 where envelope_id = $2', [status, signed]);
    await expect(takeOut(instance, place, { organizationId })).rejects.toThrow(/waits for its seal/);
  }
  await query(`update workflows set status = 'approved' where envelope_id = $1`, [signed]);
  expect(await countTriggers()).toBe(0);
  await instance.runJobs();
  expect(await statusOf(signed)).toBe('signed');
  // Nothing happens after this of which it would be notified.
  const hook = { url: 'http://127.0.0.1:4567/hook' };
  const endpoint = await caller(sender)('POST', '/api/v1/organization/webhooks', hook);
  expect(endpoint.status, JSON.stringify(endpoint.body)).toBe(201);
  const killed = takeOut(instance, place, { organizationId, freezes: true, onStep: dieAt('copied') });
  await expect(killed).rejects.toThrow(Killed);
  expect(await countTriggers()).toBe(0);
  expect(await listArchives(place)).toEqual([]);
  const manifest = await takeOut(instance, place, { organizationId, freezes: true, patienceMs: 5_000 });
  expect(manifest).toMatchObject({ isFrozen: true, unreadable: [], brokenTrails: [] });
  expect(manifest.proofs).toBeGreaterThanOrEqual(3);
  expectStatus(await ours.post(asked(ann)), 503);
  expect(await readAgain(place)).toEqual({ manifest, damaged: [] });
  const tables = await readTables(place, manifest);
  const [user] = tables.get('users') ?? [];
  // Who runs this instance does not run the next one.
  expect(user).toMatchObject({ email: 'sender@example.com', instance_owner: 'f' });
  expect(user?.password_hash).toMatch(/^\$/);
  const secrets = await readSecretsOf(place, manifest);
  expect(secrets).toContainEqual(expect.objectContaining({ secret: endpoint.body.secret }));
  expect(JSON.stringify([...tables, secrets])).not.toContain(path.split('/').pop());
  // A file that is gone there, and a part that is another one.
  const [file = ''] = [...new Set((tables.get('files') ?? []).map(({ sha256 = '' }) => sha256.slice(3)))];
  await rm(`${place.name}/${nameIn(manifest.archive, `files/${file}.part`)}`);
  expect((await readAgain(place)).damaged).toEqual([file]);
  const rows = `${place.name}/${nameIn(manifest.archive, 'rows.part')}`;
  const bytes = await readFile(rows);
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
  await writeFile(rows, bytes);
  await expect(readAgain(place)).rejects.toThrow(/rows\.part .* was changed/);
  await run('thaw');
});

/** Of files with signatures. */
const NO_SECRETS = ['documents.sealed_file_id', 'seals.sealed_at', 'organization_usage.sealed_files'];

test('every column that only this instance opens is opened for an archive', async () => {
  const opened = new Set(MOVABLE_SECRETS.map(({ table, column }) => `${table}.${column}`));
  const { rows: references } = await deps.pool.query(REFERENCES);
  const sealed = listMovingTables(references).flatMap((table) =>
    COLUMNS[table]
      .filter((column) => /^(sealed|encrypted)_|secret_key$/.test(column))
      .map((column) => `${table}.${column}`),
  );
  expect(sealed.filter((column) => !opened.has(column))).toEqual(NO_SECRETS);
  expect(sealed.length).toBeGreaterThan(8);
});

test('the commands of the page about archives do what it says', async () => {
  const page = await readFile(
    new URL('../../docs/operations/organization-archive.md', import.meta.url),
    'utf8',
  );
  const folder = await folderForThisTest();
  await writeFile(`${folder}/passphrase`, PASSPHRASE, { mode: 0o600 });
  settingsForThisTest(settingsOf(instance));
  const printed: string[] = [];
  for (const [, line = ''] of page.matchAll(/^npx paraph (.+)$/gm)) {
    const here = line
      .replace('/mnt/archive', `${folder}/archive`)
      .replace('/run/secrets/archive-passphrase', `${folder}/passphrase`)
      .replace(' 42', ` ${organizationId}`);
    const { code, ...said } = await whileJobsRun(runOperator(OPERATOR_COMMANDS, here.split(' ')));
    expect([code, said.errors], line).toEqual([0, '']);
    printed.push(said.printed);
  }
  const [exported, verified, ...others] = printed;
  expect(exported).toMatch(
    /is complete: \d+ rows, [1-9]\d* files .* proofs of the log\.\n.* origin .*\n.* is frozen/,
  );
  expect(verified).toContain('is whole');
  expect(others).toHaveLength(3);
  expect(await countTriggers()).toBe(0);
});
