import { expect, test } from 'vitest';
import { openInstanceCase } from '../support/instance-case.ts';
import { caller } from '../support/organization.ts';

const HEALTH = '/api/v1/instance/health';
const { create, instance, sender, workflowOf } = await openInstanceCase();
const api = caller(sender);
const rows = async () =>
  (await instance.deps.pool.query('select finished_at from health_checks order by id')).rows;

test('the owner of the instance has it examined in the background, and reads each finding with its remedy', async () => {
  expect((await api('GET', HEALTH)).body).toEqual({ checkedDate: null, underWay: false, findings: [] });
  const asked = await api('POST', HEALTH);
  expect(asked).toMatchObject({ status: 202, body: { checkedDate: null, underWay: true, findings: [] } });
  // Pressed twice it is examined once.
  await api('POST', HEALTH);
  expect(await rows()).toHaveLength(1);
  await instance.runJobs();
  const { body } = await api('GET', HEALTH);
  expect(body).toMatchObject({ underWay: false, checkedDate: expect.any(Number) });
  expect(body.findings).toContainEqual({
    name: 'mail',
    state: 'warning',
    detail: expect.stringContaining('SMTP_URL is not set'),
    remedy: expect.stringContaining('Set SMTP_URL'),
  });
  expect(body.findings).toContainEqual(
    expect.objectContaining({ name: 'storage', state: 'well', remedy: null }),
  );
});

test('an examination whose process has died is over after ten minutes, and another can be asked for', async () => {
  const now = instance.deps.clock.now();
  const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
  const insert = 'insert into health_checks (asked_at) values ($1)';
  await instance.deps.pool.query(insert, [ago(11)]);
  expect((await api('GET', HEALTH)).body.underWay).toBe(false);
  await instance.deps.pool.query(insert, [ago(9)]);
  expect((await api('GET', HEALTH)).body).toMatchObject({ underWay: true, checkedDate: expect.any(Number) });
});

test('nobody else reads or asks: findings name addresses, folders and settings', async () => {
  const eve = caller(await instance.signIn('Eve', 'eve@example.com'));
  const before = (await rows()).length;
  for (const method of ['GET', 'POST'] as const) {
    const answer = await eve(method, HEALTH);
    expect(answer).toMatchObject({
      status: 403,
      body: { error: { code: 'UNAUTHORIZED_TO_PERFORM_THIS_ACTION' } },
    });
  }
  expect(await rows()).toHaveLength(before);
});

test('anybody reads whether the service works and what is delayed, and no count, name or cause', async () => {
  const seen = async () => {
    const answer = await instance.inject({ method: 'GET', url: '/api/v1/status' });
    const { state, parts } = answer.json() as { state: string; parts: Record<string, unknown>[] };
    return { state, not: parts.filter((part) => part.state !== 'well') };
  };
  /** As who looks later than five seconds after the one before. */
  const status = () => {
    instance.advance(5);
    return seen();
  };
  const { pool } = instance.deps;
  expect(await status()).toEqual({ state: 'well', not: [] });
  await pool.query(
    "select graphile_worker.add_job('webhook-deliver', run_at => now() - interval '2 minutes')",
  );
  const since = Math.round(instance.deps.clock.now().getTime() / 1_000) - 120;
  const late = { name: 'notifications', state: 'delayed', sinceDate: expect.closeTo(since, -2) };
  // All who look within five seconds are answered the same, at the cost of one question.
  expect(await seen()).toEqual({ state: 'well', not: [] });
  expect(await status()).toEqual({ state: 'delayed', not: [late] });
  // A receiver that is slow delays nobody else.
  await pool.query('update graphile_worker._private_jobs set locked_at = now()');
  expect(await status()).toEqual({ state: 'well', not: [] });
  const mails = (count: number) =>
    pool.query(
      `insert into mails (kind, to_email, detail, created_at, state, next_attempt_at, attempts)
       select 'completed', 'x@example.com', '{}', now(), 'queued', now(), 1 from generate_series(1, $1)`,
      [count],
    );
  await mails(5);
  expect((await status()).state).toBe('well');
  await mails(1);
  await pool.query("insert into outages (cause, since) values ('storage', to_timestamp(1800000000))");
  expect(await status()).toEqual({
    state: 'away',
    not: [
      { name: 'documents', state: 'away', sinceDate: 1_800_000_000 },
      { name: 'mails', state: 'delayed', sinceDate: null },
    ],
  });
  // Nothing tries it again before its sender asks for it.
  await pool.query('delete from outages');
  await pool.query('delete from mails');
  await pool.query('delete from graphile_worker._private_jobs');
  const steps = [{ type: 'sign', recipients: [{ name: 'Grace Hopper', email: 'grace@example.com' }] }];
  const { id } = await workflowOf(await create({ steps }));
  await pool.query("update workflows set status = 'blocked', blocked_cause = 'seal' where id = $1", [id]);
  await pool.query('delete from graphile_worker._private_jobs');
  const blocked = { name: 'seals', state: 'delayed', sinceDate: null };
  expect(await status()).toEqual({ state: 'delayed', not: [blocked] });
});
