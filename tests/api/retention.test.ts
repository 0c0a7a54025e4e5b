import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { verifyChain } from '../../server/src/audit/verify-chain.ts';
import { buildJobs } from '../../server/src/build-jobs.ts';
import { SLICE_ROWS } from '../../server/src/database/slices.ts';
import { sweepMails } from '../../server/src/mail/mail-jobs.ts';
import { DAY } from '../support/instance.ts';
import { forThisFile } from '../support/instance-case.ts';
import { notifying, openNotifyingInstance } from '../support/notifying-instance.ts';
import { openWebhookReceiver } from '../support/webhook-receiver.ts';

const receiver = await forThisFile(openWebhookReceiver());
const instance = await forThisFile(openNotifyingInstance({ PARAPH_TECHNICAL_ROWS_DAYS: '30' }));
beforeEach(() => {
  receiver.answerWith((_received, response) => response.writeHead(204).end());
});

const sweep = () => buildJobs(instance.deps)['sweep-records'](0);
const countOf = async (table: 'mails' | 'deliveries' | 'delivery_attempts', workflowId: number) => {
  const of =
    table === 'delivery_attempts' ? sql`delivery_id in (select id from deliveries where workflow_id =` : null;
  const where = of ? sql`${of} ${workflowId})` : sql`workflow_id = ${workflowId}`;
  const { rows } = await sql<{
    count: number;
  }>`select count(*) from ${sql.table(table)} where ${where}`.execute(instance.deps.database);
  return rows[0]?.count ?? 0;
};
const snapshotsOf = async (workflowId: number) => {
  const { database } = instance.deps;
  const rows = await database
    .selectFrom('events')
    .select(['name', 'snapshot'])
    .where('workflow_id', '=', workflowId)
    .orderBy('sequence')
    .execute();
  return rows.flatMap(({ snapshot }) => (snapshot === null ? [] : [snapshot]));
};
/** A workflow whose mails and notifications have gone out, signed to its end or still running. */
async function sent({ isOver }: { isOver: boolean }): Promise<number> {
  const workflowId = await instance.start({ preferences: notifying(receiver.url) });
  if (isOver) {
    await instance.answer(workflowId, 'bob@example.com');
    await instance.seal(workflowId, Buffer.from('%PDF-1.7 sealed'));
  }
  await instance.run();
  return workflowId;
}
const urlOf = (workflowId: number) => `/api/v1/workspaces/${instance.workspaceId}/workflows/${workflowId}`;
const ask = async (method: 'GET' | 'POST', url: string) => {
  const answer = await instance.app.inject({ method, url, headers: await instance.asSender() });
  return { status: answer.statusCode, body: answer.json() };
};

test('every foreign key has an index that begins with its columns', async () => {
  const { rows } = await sql<{ name: string }>`
    select format('%s (%s)', c.conrelid::regclass, string_agg(a.attname, ', ' order by k.place)) as name
    from pg_constraint c
    cross join lateral unnest(c.conkey) with ordinality as k (attnum, place)
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.attnum
    where c.contype = 'f' and c.connamespace = 'public'::regnamespace
      and not exists (
        select from pg_index i
        where i.indrelid = c.conrelid and i.indisvalid
          and (i.indkey::int2[])[0:cardinality(c.conkey) - 1] @> c.conkey
          and (i.indpred is null
            or pg_get_expr(i.indpred, i.indrelid) = format('(%I IS NOT NULL)', a.attname))
      )
    group by c.oid, c.conrelid order by 1`.execute(instance.deps.database);
  expect(rows.map(({ name }) => name)).toEqual([]);
});

test('a snapshot is stored once for all its receivers', async () => {
  const workflowId = await sent({ isOver: true });
  const stored = await instance.deps.database
    .selectFrom('deliveries')
    .select('body')
    .where('workflow_id', '=', workflowId)
    .execute();
  expect(stored.map(({ body }) => body)).toEqual(stored.map(() => null));
  const received = receiver.received.slice(-stored.length).map(({ body }) => body);
  expect(received).toEqual(await snapshotsOf(workflowId));
});

describe('the sweep', () => {
  test('takes what is old and of a workflow that is over, and nothing that evidence needs', async () => {
    const [over, running] = [await sent({ isOver: true }), await sent({ isOver: false })];
    instance.advanceClock(29 * DAY);
    const recent = await sent({ isOver: true });
    const before = await instance.events(over);
    const chain = await verifyChain(instance.deps.database, instance.deps, over);
    await sweep();
    expect(await countOf('mails', over)).toBeGreaterThan(0);
    expect(await countOf('delivery_attempts', over)).toBeGreaterThan(0);
    expect(await snapshotsOf(over)).not.toEqual([]);

    instance.advanceClock(2 * DAY);
    await sweep();
    for (const table of ['mails', 'deliveries', 'delivery_attempts'] as const) {
      expect([table, await countOf(table, over)]).toEqual([table, 0]);
      expect([table, await countOf(table, running)]).not.toEqual([table, 0]);
      expect([table, await countOf(table, recent)]).not.toEqual([table, 0]);
    }
    expect(await snapshotsOf(over)).toEqual([]);
    expect(await snapshotsOf(running)).not.toEqual([]);
    expect(await instance.events(over)).toEqual(before);
    expect(await verifyChain(instance.deps.database, instance.deps, over)).toEqual(chain);
    expect(await ask('GET', `${urlOf(over)}/deliveries`)).toEqual({ status: 200, body: [] });
    expect(await ask('GET', `${urlOf(over)}/mails`)).toEqual({ status: 200, body: [] });
    expect((await ask('GET', `${urlOf(running)}/deliveries`)).body).not.toEqual([]);
  });

  test('leaves what waits, however old, and what it will send', async () => {
    receiver.answerWith((_received, response) => response.writeHead(503).end());
    const workflowId = await sent({ isOver: true });
    const { database } = instance.deps;
    await database
      .updateTable('mails')
      .set({ state: 'queued' })
      .where('workflow_id', '=', workflowId)
      .execute();
    const mails = await countOf('mails', workflowId);
    const [waiting] = await snapshotsOf(workflowId);
    await sql`update deliveries set state = 'delivered' where workflow_id = ${workflowId}
      and id <> (select min(id) from deliveries where workflow_id = ${workflowId})`.execute(database);
    instance.advanceClock(31 * DAY);
    await sweep();
    expect(await countOf('mails', workflowId)).toBe(mails);
    expect([await countOf('deliveries', workflowId), await snapshotsOf(workflowId)]).toEqual([1, [waiting]]);
    receiver.answerWith((_received, response) => response.writeHead(204).end());
    await instance.run();
    expect(receiver.received.at(-1)?.body).toBe(waiting);
    await database
      .updateTable('mails')
      .set({ state: 'kept' })
      .where('workflow_id', '=', workflowId)
      .execute();
    await sweep();
    expect([await countOf('mails', workflowId), await countOf('deliveries', workflowId)]).toEqual([0, 0]);
  });

  test('a delivery without its snapshot is shown, and sending it again is refused in words', async () => {
    const workflowId = await sent({ isOver: true });
    const [delivery] = (await ask('GET', `${urlOf(workflowId)}/deliveries`)).body;
    await sql`update events set snapshot = null where workflow_id = ${workflowId}`.execute(
      instance.deps.database,
    );
    const { status, body } = await ask('POST', `${urlOf(workflowId)}/deliveries/${delivery.id}/replay`);
    expect([status, body.error.code]).toEqual([409, 'WORKFLOW_STATUS_CONFLICT']);
    expect(body.error.message).toContain('removed by its age');
    expect((await ask('GET', `${urlOf(workflowId)}/deliveries`)).body[0]).toEqual(delivery);
  });

  test('is bounded: it takes a slice in each transaction until all is gone', async () => {
    const { database, clock } = instance.deps;
    await sql`insert into mails (kind, to_email, detail, state, created_at)
      select 'password_reset', 'p' || n, '{}', 'sent', now() - interval '1 year'
      from generate_series(1, ${2 * SLICE_ROWS + 7}) as n`.execute(database);
    await sql`create table slices (size int)`.execute(database);
    await sql`create function note_slice() returns trigger language plpgsql as $$
      begin insert into slices select count(*) from gone; return null; end $$`.execute(database);
    await sql`create trigger noted after delete on mails referencing old table as gone
      for each statement execute function note_slice()`.execute(database);
    expect(await sweepMails(instance.deps, clock.now())).toBeGreaterThan(2 * SLICE_ROWS);
    const { rows } = await sql<{ size: number }>`select size from slices`.execute(database);
    expect(rows.length).toBeGreaterThan(2);
    expect(Math.max(...rows.map(({ size }) => size))).toBe(SLICE_ROWS);
    const left = await sql<{ count: number }>`select count(*) from mails where to_email like 'p%'`.execute(
      database,
    );
    expect(left.rows[0]?.count).toBe(0);
  });

  test('takes kept answers and counters after a day', async () => {
    const { database, clock } = instance.deps;
    await sql`insert into idempotency_keys (caller, key, request_hash, status, created_at)
      select 'c', n::text, '', 200, ${clock.now()} from generate_series(1, ${SLICE_ROWS + 5}) as n`.execute(
      database,
    );
    const count = async () => {
      const { rows } = await sql<{ count: number }>`
        select (select count(*) from idempotency_keys where caller = 'c')
          + (select count(*) from rate_windows where key = 'test') as count`.execute(database);
      return rows[0]?.count;
    };
    await sql`insert into rate_windows values ('test', ${clock.now()}, 1)`.execute(database);
    instance.advanceClock(DAY - 60);
    await sweep();
    expect(await count()).toBe(SLICE_ROWS + 6);
    instance.advanceClock(120);
    await sweep();
    expect(await count()).toBe(0);
  });
});

test('a statement that runs out of time answers 503 and asks to come again', async () => {
  const { rows } = await sql`show statement_timeout`.execute(instance.deps.database);
  expect(rows).toEqual([{ statement_timeout: '30s' }]);
  const { database } = instance.deps;
  await sql`create function run_out() returns trigger language plpgsql as $$
    begin
      raise exception 'canceling statement due to statement timeout' using errcode = 'query_canceled';
    end $$`.execute(database);
  await sql`create trigger slow before insert on tags for each row execute function run_out()`.execute(
    database,
  );
  const answer = await instance.app.inject({
    method: 'POST',
    url: `/api/v1/workspaces/${instance.workspaceId}/tags`,
    headers: await instance.asSender(),
    payload: { name: 'Slow', color: '#336699' },
  });
  await sql`drop trigger slow on tags`.execute(database);
  expect([answer.statusCode, answer.json().error.code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
});
