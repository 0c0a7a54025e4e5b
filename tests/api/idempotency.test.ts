import { operations } from '@paraph/contract';
import { Refusal, type RefusalCode } from '@paraph/domain';
import pg from 'pg';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Tx } from '../../server/src/database/database.ts';
import type { RawResponse } from '../../server/src/http/bind.ts';
import { REQUEST_LOCKS } from '../../server/src/http/idempotency.ts';
import { withIdempotency } from '../../server/src/http/idempotent-call.ts';
import { codeOf, openDraftClient, pdfForm } from '../support/draft-client.ts';
import { quickForm, type Session } from '../support/instance.ts';
import { openInstanceCase, untilWaiting } from '../support/instance-case.ts';
import { until } from '../support/processes.ts';
import { ann, lease } from '../support/quick-sender.ts';
import { openTemplateClient } from '../support/template-client.ts';
import { workflowTables } from '../support/workflow-tables.ts';

// Interface.md §1 and threats.md §2: the answer is written in the transaction that does the work, so a request that is
// repeated with its key never acts twice, whatever broke in between.

let serial = 0;

const { instance, sender } = await openInstanceCase();
const drafts = await openDraftClient(instance, sender, lease);
const templates = await openTemplateClient(instance, sender, lease);
const { query } = workflowTables(() => instance);
const run = (text: string) => query(text);
/** How many workspaces have this name. */
const countOf = async (name: string) =>
  (await query('select id from workspaces where name = $1', [name])).length;
await run(`create sequence failures`);
await run(`create function fail_once() returns trigger language plpgsql as $$
  begin
    if nextval('failures') = 1 then raise exception 'the disk of the test is full'; end if;
    return new;
  end $$`);
await run(`create function lose_connection_once() returns trigger language plpgsql as $$
  begin
    if nextval('failures') = 1 then perform pg_terminate_backend(pg_backend_pid()); end if;
    return new;
  end $$`);
beforeEach(() => run(`alter sequence failures restart`));

type Request = Parameters<Session['call']>[0];
interface Repeatable {
  url: string;
  method: 'POST' | 'PUT';
  payload?: object | Buffer;
  headers?: Record<string, string>;
}

const send = (request: Repeatable, key: string, session = sender) =>
  session.call({ ...request, headers: { ...request.headers, 'idempotency-key': key } } as Request);
const newKey = () => `key-${++serial}`;
const post = (url: string, more: Pick<Repeatable, 'headers' | 'payload'>): Repeatable => ({
  ...{ url, method: 'POST', ...more },
});
const put = (url: string, payload?: object): Repeatable => ({
  ...{ url, method: 'PUT', ...(payload ? { payload } : {}) },
});
const quick = (name = 'Lease of the mill') =>
  post('/api/v1/quick/envelopes', quickForm({ document: lease, name }));
const messageOf = (answer: { json(): unknown }) =>
  (answer.json() as { error: { message: string } }).error.message;

await run(`create function state_of(name text) returns text language plpgsql as $$
  declare state text;
  begin
    execute format($of$select count(*) || coalesce(md5(string_agg(t::text, '' order by t::text)), '') from %s as t$of$, name)
      into state;
    return name || ' ' || state;
  end $$`);

/** Every row of every table that a request may change, in one text: two that are equal say that nothing changed. */
async function everything(): Promise<string> {
  const [{ state }] = await query(`
    select string_agg(state_of(format('%I.%I', schemaname, tablename)), E'\\n' order by schemaname, tablename) as state
    from pg_tables where schemaname in ('public', 'graphile_worker')
      -- A document's key is there before its row is, as its bytes are: both are swept.
      and tablename not in ('idempotency_keys', 'rate_windows', 'sessions', 'kysely_migration_lock', 'blob_keys')`);
  return state;
}

/** Has the write of an answer, or the commit that follows it, fail once. */
async function failing(when: 'write' | 'commit', how: string, act: () => Promise<void>): Promise<void> {
  const kind = when === 'write' ? 'trigger' : 'constraint trigger';
  const end = when === 'write' ? '' : 'deferrable initially deferred';
  await run(`create ${kind} fails after update on idempotency_keys ${end}
    for each row when (new.status is not null) execute function ${how}()`);
  try {
    await act();
  } finally {
    await run('drop trigger fails on idempotency_keys');
  }
}

const SIGNER = [{ ...ann, roles: [{ type: 'sign' }] }];
const family: Record<string, () => Promise<Repeatable>> = {
  'a quick envelope': async () => quick(),
  'an envelope': async () => post('/api/v1/envelopes', quickForm({ document: lease })),
  'a workflow': async () => post(drafts.base, pdfForm({ name: 'Lease' }, lease)),
  'a document more': async () => post(`${await draftUrl()}/documents`, pdfForm({}, lease)),
  'the people of a draft': async () => put(`${await draftUrl()}/roles`, { recipients: SIGNER }),
  'the name of a draft': async () => put(await draftUrl(), { name: 'New' }),
  'a start': async () => put(`${drafts.base}/${(await drafts.filled(SIGNER)).id}/start`),
  'a cancellation': async () => {
    const { id } = (await sender.call(quick() as Request)).json() as { id: string };
    return put(`/api/v1/envelopes/${id}/cancel`);
  },
  'a template': async () => post(templates.base, pdfForm({ name: 'Lease' }, lease)),
  'a workflow of a template, started at once': async () => {
    const { id } = await templates.filled([{ name: 'Buyer', type: 'sign' }]);
    const payload = {
      workspaceId: drafts.workspaceId,
      name: 'Sale',
      recipients: [ann],
      hasToBeStarted: true,
    };
    return post(`/api/v1/cloner/template/${id}/workflow`, { payload });
  },
  'a workspace': async () => post('/api/v1/workspaces', { payload: { name: 'Sales' } }),
  'a tag': async () => {
    const payload = { name: `urgent ${++serial}`, color: '#336699' };
    return post(`/api/v1/workspaces/${drafts.workspaceId}/tags`, { payload });
  },
  'an invitation': async () => {
    const payload = { members: [{ email: `new-${++serial}@example.com` }] };
    return post('/api/v1/organization/members', { payload });
  },
};

/** A connection of its own. */
async function connected(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: instance.connectionString });
  await client.connect();
  return client;
}

async function draftUrl() {
  return `${drafts.base}/${(await drafts.draft()).id}`;
}

test.each(Object.entries(family))(
  'a request whose answer cannot be written changes nothing, and its repetition acts once: %s',
  async (_what, prepare) => {
    const request = await prepare();
    const key = newKey();
    const before = await everything();
    await failing('write', 'fail_once', async () => {
      const failed = await send(request, key);
      expect([failed.statusCode, codeOf(failed)]).toEqual([500, 'INTERNAL_ERROR']);
      expect(messageOf(failed)).toContain('Nothing was changed');
      expect(await everything()).toBe(before);
      const first = await send(request, key);
      expect(first.statusCode, first.body).toBeLessThan(300);
      expect(first.headers['idempotency-replayed']).toBeUndefined();
      const after = await everything();
      expect(after).not.toBe(before);
      const again = await send(request, key);
      expect([again.statusCode, again.body]).toEqual([first.statusCode, first.body]);
      expect(again.headers['content-type']).toBe(first.headers['content-type']);
      expect(again.headers['idempotency-replayed']).toBe('true');
      expect(await everything()).toBe(after);
    });
  },
);

test.each([
  ['fails', 'fail_once', 500],
  ['loses its connection', 'lose_connection_once', 503],
])('a request whose answer cannot be written acts once where the commit %s', async (_what, how, status) => {
  const key = newKey();
  const before = await everything();
  await failing('commit', how, async () => {
    const failed = await send(quick(), key);
    expect(failed.statusCode, failed.body).toBe(status);
    expect(messageOf(failed)).toContain('Nothing was changed');
    expect(await everything()).toBe(before);
    const first = await send(quick(), key);
    expect([first.statusCode, first.headers['idempotency-replayed']]).toEqual([200, undefined]);
    expect((await send(quick(), key)).body).toBe(first.body);
  });
});

describe('a claim', () => {
  const claimedBy = (holder: number | null, key: string) =>
    query(
      'update idempotency_keys set status = null, headers = null, body = null, holder = $1 where key = $2',
      [holder, key],
    );
  // Of a process that was killed before it had an answer: the row is there, and its work is not.
  const abandoned = async (holder: number | null) => {
    const key = newKey();
    const request = post('/api/v1/workspaces', { payload: { name: key } });
    await send(request, key);
    await claimedBy(holder, key);
    return { key, request };
  };

  test.each([
    ['died', 12_345],
    ['was of an older version', null],
  ])('of a process that %s is free at once', async (_what, holder) => {
    const { key, request } = await abandoned(holder);
    const answer = await send(request, key);
    expect([answer.statusCode, answer.headers['idempotency-replayed']]).toEqual([201, undefined]);
  });

  test('of a process that lives is kept, and free in the moment in which it dies', async () => {
    const { key, request } = await abandoned(12_346);
    const client = await connected();
    await client.query('select pg_advisory_lock($1, $2)', [REQUEST_LOCKS, 12_346]);
    const refused = await send(request, key);
    expect([refused.statusCode, codeOf(refused)]).toEqual([409, 'IDEMPOTENCY_KEY_IN_USE']);
    expect(refused.headers['retry-after']).toBe('1');
    await client.end();
    await until('the key to be free', async () => (await send(request, key)).statusCode === 201, 5_000);
  });

  test('that was taken over cannot be answered by the one that lost it', async () => {
    const key = newKey();
    const request = post('/api/v1/workspaces', { payload: { name: 'Once only' } });
    const client = await connected();
    await client.query('begin; lock table workspaces in exclusive mode');
    const first = send(request, key);
    await untilWaiting(instance);
    // As where the connection that holds the lock breaks while the process lives on.
    await instance.deps.requestLock.abandon();
    await until('the lock to be free', async () => {
      const { rows } =
        await client.query(`select from pg_locks where classid = ${REQUEST_LOCKS}::bigint::oid and database =
          (select oid from pg_database where datname = current_database())`);
      return rows.length === 0;
    });
    const second = send(request, key);
    await untilWaiting(instance, 2);
    await client.query('rollback');
    await client.end();
    const answers = await Promise.all([first, second]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([409, 201]);
    expect(await countOf('Once only')).toBe(1);
  });

  test('cannot be answered by its former holder before the new one has answered', async () => {
    const key = newKey();
    const request = post('/api/v1/workspaces', { payload: { name: key } });
    const client = await connected();
    await client.query('begin; lock table workspaces in exclusive mode');
    const former = send(request, key);
    await untilWaiting(instance);
    await claimedBy(12_347, key);
    await client.query('rollback');
    await client.end();
    const refused = await former;
    expect([refused.statusCode, codeOf(refused)]).toEqual([409, 'IDEMPOTENCY_KEY_IN_USE']);
    expect(await countOf(key)).toBe(0);
  });

  test('eight at once, each until it has an answer, get the one answer', async () => {
    const key = newKey();
    const untilAnswered = async () => {
      for (;;) {
        const answer = await send(quick('Eight'), key);
        if (answer.statusCode !== 409) return answer;
        expect(codeOf(answer)).toBe('IDEMPOTENCY_KEY_IN_USE');
      }
    };
    const answers = await Promise.all(Array.from({ length: 8 }, untilAnswered));
    expect(new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1);
    const replayed = answers.filter(({ headers }) => headers['idempotency-replayed'] === 'true');
    expect(replayed).toHaveLength(7);
    expect(await query(`select id from workflows where name = 'Eight'`)).toHaveLength(1);
  });

  test('is the caller’s own', async () => {
    const stranger = await instance.signIn('Stranger', 'stranger@example.com');
    const key = newKey();
    const request = post('/api/v1/workspaces', { payload: { name: 'Sales' } });
    const [mine, theirs] = [await send(request, key), await send(request, key, stranger)];
    expect([mine.statusCode, theirs.statusCode]).toEqual([201, 201]);
    expect(theirs.headers['idempotency-replayed']).toBeUndefined();
    expect((theirs.json() as { id: number }).id).not.toBe((mine.json() as { id: number }).id);
  });
});

/** An operation that does something, and refuses afterwards. */
const refusing = (key: string, name: string, code: RefusalCode) => {
  const call = {
    caller: { key: 'test' },
    request: { headers: { 'idempotency-key': key }, url: '/test', id: key },
    reply: { getHeader: () => undefined },
  } as unknown as Parameters<typeof withIdempotency>[1]['call'];
  const operation = operations.createWorkspace;
  return withIdempotency(instance.deps, { operation, call, raw: '' }, async () => {
    const { deps } = instance;
    const row = { organization_id: 1, created_at: deps.clock.now(), description: null, name };
    const inserting = (tx: Tx) => tx.insertInto('workspaces').values(row).execute();
    await deps.database.transaction().execute(inserting);
    throw new Refusal(code, 'Not any more.');
  });
};
test('a refusal after something was done is the answer, of the repetition too', async () => {
  const key = newKey();
  await expect(refusing(key, key, 'VALIDATION_ERROR')).rejects.toThrow('Not any more.');
  expect(await countOf(key)).toBe(1);
  const again = (await refusing(key, key, 'VALIDATION_ERROR')) as RawResponse;
  expect([again.status, again.headers['idempotency-replayed']]).toEqual([400, 'true']);
  expect(JSON.parse(String(again.body)).error.message).toBe('Not any more.');
  expect(await countOf(key)).toBe(1);
});

test('a refusal that asks to come again is rolled back, and is not stored', async () => {
  const key = newKey();
  for (const _time of [1, 2]) {
    await expect(refusing(key, key, 'SERVICE_UNAVAILABLE')).rejects.toThrow('Not any more.');
    expect(await countOf(key)).toBe(0);
  }
});

test('a request without a key is not said to have changed nothing', async () => {
  await run(`create trigger fails before insert on workspaces for each row execute function fail_once()`);
  const request = { method: 'POST', url: '/api/v1/workspaces', payload: { name: 'Sales' } } as const;
  const failed = await sender.call(request);
  await run('drop trigger fails on workspaces');
  expect([failed.statusCode, codeOf(failed)]).toEqual([500, 'INTERNAL_ERROR']);
  expect(messageOf(failed)).toContain('Look whether the request was carried out');
});
