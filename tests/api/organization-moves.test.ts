import { expect, test } from 'vitest';
import {
  freezeOrganizationCommand,
  thawOrganizationCommand,
} from '../../operator/src/commands/freeze-organization.ts';
import { freezeOrganization, keepFrozen } from '../../server/src/organization-moves/freeze-organization.ts';
import { sweepRecords } from '../../server/src/sweep-records.ts';
import { expireWorkflows } from '../../server/src/workflows/lifecycle/scheduled-work.ts';
import { WEEK } from '../support/instance.ts';
import { expectStatus, makeKey, openInstanceCase } from '../support/instance-case.ts';
import { runOperator, settingsForThisTest, settingsOf } from '../support/operator-case.ts';
import { ann, bob, quickSender } from '../support/quick-sender.ts';
import { followInvitation } from '../support/signer.ts';
import { workflowTables } from '../support/workflow-tables.ts';

const { instance, sender } = await openInstanceCase();
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
  expect(await run('freeze')).toMatchObject({ code: 0, printed: expect.stringContaining('is frozen') });
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
  const { count } = await deps.database.transaction().execute(async (tx) => {
    const named = { name: 'Committed in time' };
    await tx.updateTable('workspaces').set(named).where('organization_id', '=', organizationId).execute();
    const freezing = freezeOrganization(deps, organizationId);
    await expect
      .poll(() => query('select 1 from pg_locks where not granted'), { timeout: 10_000 })
      .not.toEqual([]);
    return { count: freezing.then(countTriggers) };
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
