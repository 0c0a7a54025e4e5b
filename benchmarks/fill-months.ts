import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import { copyIn } from '../operator/src/backup/copy-rows.ts';
import { sideBySide, takeIndexes } from './fill-workflows.ts';

// Events by the million, of workflows that have ended. Nothing is as quick as COPY of rows that are frozen at once,
// without an index and a log: each index is made after its rows, and no range is vacuumed.

/** Of a life with one signer. */
export const EVENTS_EACH = 12;

type Range = Record<'from' | 'before', number>;

/**
 * Fills ranges as `fillRanges` does, while PostgreSQL logs nothing of a table that is new in its transaction: half as
 * much is written. Afterwards it logs as ever.
 */
export async function fillMonths(pool: Pool, ranges: readonly Range[]): Promise<void> {
  const tell = progressSince(performance.now());
  await restartWith(pool, [
    'alter system set wal_level = minimal',
    'alter system set max_wal_senders = 0',
    `alter system set max_wal_size = '8GB'`,
  ]);
  await fillRanges(pool, { ranges, tell });
  await restartWith(pool, ['alter system reset all']);
  tell('PostgreSQL logs as ever');
}

/** The supervisor starts it again. */
async function restartWith(pool: Pool, settings: readonly string[]): Promise<void> {
  for (const text of settings) await pool.query(text);
  const startedAt = () => pool.query<{ at: string }>('select pg_postmaster_start_time()::text as at');
  const { rows: before } = await startedAt();
  const { rows } = await pool.query<{ pid: string }>(`select pg_read_file('postmaster.pid') as pid`);
  process.kill(Number.parseInt(rows[0]?.pid ?? '', 10), 'SIGINT');
  const isAnew = () =>
    startedAt().then(
      ({ rows: now }) => now[0]?.at !== before[0]?.at,
      () => false,
    );
  while (!(await isAnew())) await sleep(50);
}

type Tell = (what: string) => void;

function progressSince(startedAt: number): Tell {
  return (what) => {
    console.error(`months: ${Math.round((performance.now() - startedAt) / 1_000)} s: ${what}`);
  };
}

/** Fills ranges of events that are made and empty, two at a time, and makes their workflows. */
async function fillRanges(
  pool: Pool,
  { ranges, tell }: { ranges: readonly Range[]; tell: Tell },
): Promise<void> {
  let done = 0;
  // An index of one of the ranges cannot go without that of all of them.
  await pool.query('alter table events drop constraint events_workflow_id_sequence_key');
  const indexes = await takeIndexes(pool, ['workflows']);
  await sideBySide(
    pool,
    ranges.map((range) => async (client) => {
      await fillWorkflowsOf(client, range);
      await fillEventsOf(client, range);
      done += 1;
      tell(`${done} of ${ranges.length} ranges`);
    }),
  );
  await sideBySide(pool, [
    ...indexes,
    // Takes up those that the ranges have already.
    ['alter table events add constraint events_workflow_id_sequence_key unique (workflow_id, sequence)'],
  ]);
  tell('indexes of workflows');
  await sideBySide(pool, [['vacuum (freeze, analyze) workflows']]);
}

async function fillWorkflowsOf(client: PoolClient, { from, before }: Range): Promise<void> {
  await client.query(
    `insert into workflows (id, envelope_id, organization_id, workspace_id, creator_id, name, type, status, created_at,
        ended_at, expires_at, sender_name, source_type, metadata) overriding system value
      select n, '20261121' || lpad(to_hex(n), 32, '0'), 0, 0, 0, 'Lease', 'simple', 'signed',
        now() - interval '200 d', now() - interval '199 d', now() - interval '190 d', 'Ada Lovelace', 'api', '{}'
      from generate_series(${from}, ${before - 1}) as n`,
  );
}

async function fillEventsOf(client: PoolClient, range: Range): Promise<void> {
  const table = `events_from_${range.from}`;
  await client.query('begin');
  await client.query(`alter table ${table} drop constraint ${table}_pkey`);
  // Rows may be frozen at once in a table that nobody else has seen.
  await client.query(`truncate ${table}`);
  await copyIn(client, `copy ${table} (${COLUMNS}) from stdin (format binary, freeze)`, eventsOf(range));
  await client.query(
    `alter table ${table} add primary key (id),
       add constraint ${table}_workflow_id_sequence_key unique (workflow_id, sequence)`,
  );
  await client.query('commit');
  await client.query(`analyze ${table}`);
}

const COLUMNS = `id, workflow_id, sequence, name, occurred_at, actor, detail, previous_hash, hash, version,
  snapshot_sha256, mac`;

/** Room for the number of a workflow in JSON, which may have blanks before it. */
const NUMBER = ' '.repeat(10);
const WORKFLOWS_AT_ONCE = 64;
/** The binary format of COPY: the lower halves of the first two columns, behind the lengths of row and columns. */
const [ID_AT, WORKFLOW_AT] = [10, 22];
const HEAD = Buffer.concat([Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1'), Buffer.alloc(8)]);

/** As COPY reads them. A piece differs from the one before in its numbers alone. */
async function* eventsOf({ from, before }: Range): AsyncGenerator<Buffer> {
  const rows = Array.from({ length: WORKFLOWS_AT_ONCE * EVENTS_EACH }, (_none, nth) =>
    eventRow((nth % EVENTS_EACH) + 1),
  );
  const piece = Buffer.concat(rows);
  const length = rows[0]?.length ?? 0;
  const numberAt = piece.indexOf(NUMBER);
  yield HEAD;
  for (let first = from; first < before; first += WORKFLOWS_AT_ONCE) {
    const count = Math.min(WORKFLOWS_AT_ONCE, before - first) * EVENTS_EACH;
    for (let nth = 0; nth < count; nth += 1) {
      const [at, workflow] = [nth * length, first + Math.floor(nth / EVENTS_EACH)];
      piece.writeUInt32BE(workflow * EVENTS_EACH + (nth % EVENTS_EACH), at + ID_AT);
      piece.writeUInt32BE(workflow, at + WORKFLOW_AT);
      piece.write(String(workflow).padStart(NUMBER.length), at + numberAt, 'latin1');
    }
    // Copied into its message before the next one is asked for.
    yield piece.subarray(0, count * length);
  }
  yield int(-1, 2);
}

function eventRow(sequence: number): Buffer {
  const [year2000, days200] = [Date.UTC(2000, 0, 1), 200 * 86_400_000];
  const columns = [
    Buffer.alloc(8),
    Buffer.alloc(8),
    int(sequence, 4),
    Buffer.from('action.started'),
    int((Date.now() - days200 - year2000) * 1_000, 8),
    json('{"kind": "user", "id": 1, "ip": "192.0.2.1"}'),
    json(`{"recipientId":${NUMBER}, "name": "Grace Hopper", "email": "grace@example.com", "step": 1}`),
    hash(),
    hash(),
    int(2, 2),
    hash(),
    hash(),
  ];
  return Buffer.concat([int(columns.length, 2), ...columns.flatMap((each) => [int(each.length, 4), each])]);
}

function int(value: number, bytes: 2 | 4 | 8): Buffer {
  const whole = Buffer.alloc(8);
  whole.writeBigInt64BE(BigInt(value));
  return whole.subarray(8 - bytes);
}

/** After the version of its format. */
function json(text: string): Buffer {
  return Buffer.from(`\x01${text}`);
}

function hash(): Buffer {
  return crypto.getRandomValues(Buffer.alloc(32));
}
