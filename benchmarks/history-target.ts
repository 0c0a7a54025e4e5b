import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { checkpointLedger } from '../server/src/audit/checkpoint-ledger.ts';
import type { Deps } from '../server/src/deps.ts';
import { addSeconds } from '../server/src/platform/clock.ts';
import { compactSeals } from '../server/src/sealing/compact-seals.ts';
import { signingLinkFor } from '../server/src/signing/session/signing-link.ts';
import { fillHistory } from './fill-history.ts';
import type { Stored, WrittenAhead } from './target-messages.ts';

const DAY_SECONDS = 86_400;
const WITHOUT_LIMIT = { documentsMax: 1_000_000, bytesMax: Number.MAX_SAFE_INTEGER };

/** What a whole life is measured by, beside the calls of its integrator and its signer. */
export interface HistoryTarget {
  /** Copies the newest workflow, which has to be finished. */
  fill(copies: number): Promise<void>;
  /** The link of a signer, as their next mail would carry it. */
  signingLink(signer: { envelopeId: string; email: string }): Promise<string>;
  status(envelopeId: string): Promise<string>;
  /** When a workflow ended, by the server's clock. */
  endedAt(envelopeId: string): Promise<number>;
  checkpoint(): Promise<void>;
  walPosition(): Promise<string>;
  walSince(position: string): Promise<WrittenAhead>;
  stored(): Promise<Stored>;
  /** Removes what sealed files hold as well, as the clock does a day later; answers of how many. */
  compact(): Promise<number>;
  /** Gives back the room of removed rows, which others would use. */
  vacuum(): Promise<void>;
}

async function linkFor(deps: Deps, address: { workflowId: number; recipientId: number }): Promise<string> {
  const about = { ...address, origin: deps.config.baseUrl };
  const { url } = await deps.database.transaction().execute((tx) => signingLinkFor(tx, deps, about));
  return url;
}

export function historyOf(deps: Deps): HistoryTarget {
  const { database, pool } = deps;
  return {
    fill: async (copies) => {
      const { id } = await database
        .selectFrom('workflows')
        .select('id')
        .where('status', '=', 'signed')
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow();
      await fillHistory(pool, { workflowId: id, copies });
      // A real history was covered as it grew: all at once would be counted as the cost of the next envelope.
      await checkpointLedger(deps);
    },
    signingLink: async ({ envelopeId, email }) => {
      const address = await database
        .selectFrom('recipients')
        .innerJoin('workflows', 'workflows.id', 'recipients.workflow_id')
        .select(['recipients.id as recipientId', 'workflow_id as workflowId'])
        .where('envelope_id', '=', envelopeId)
        .where('email', '=', email)
        .executeTakeFirstOrThrow();
      return linkFor(deps, address);
    },
    status: async (envelopeId) => {
      const row = await database
        .selectFrom('workflows')
        .select('status')
        .where('envelope_id', '=', envelopeId)
        .executeTakeFirstOrThrow();
      return row.status;
    },
    endedAt: async (envelopeId) => {
      const row = await database
        .selectFrom('workflows')
        .select('ended_at')
        .where('envelope_id', '=', envelopeId)
        .executeTakeFirstOrThrow();
      return row.ended_at?.getTime() ?? Number.NaN;
    },
    checkpoint: async () => {
      await pool.query('checkpoint');
    },
    walPosition: async () => {
      const { rows } = await pool.query<{ position: string }>(
        'select pg_current_wal_lsn()::text as position',
      );
      return rows[0]?.position ?? '';
    },
    walSince: async (position) => {
      await pool.query('create extension if not exists pg_walinspect');
      const { rows } = await pool.query<{ records: string; images: string; commits: string }>(
        `select sum(record_size)::text as records, sum(fpi_size)::text as images,
             coalesce(sum(count) filter (where "resource_manager/record_type" = 'Transaction/COMMIT'), 0)::text as commits
           from pg_get_wal_stats($1::pg_lsn, pg_current_wal_flush_lsn(), true)`,
        [position],
      );
      const [row] = rows;
      return {
        records: Number(row?.records),
        images: Number(row?.images),
        commits: Number(row?.commits),
      };
    },
    stored: () => storedBy(deps),
    compact: () => compactAll(deps),
    vacuum: () => vacuumAll(deps),
  };
}

async function compactAll(deps: Deps): Promise<number> {
  let documents = 0;
  // The blobs are removed by a later run.
  for (const days of [2, 3]) {
    const clock = { now: () => addSeconds(deps.clock.now(), days * DAY_SECONDS) };
    documents += (await compactSeals({ ...deps, clock }, WITHOUT_LIMIT)).documents;
  }
  return documents;
}

async function vacuumAll({ pool }: Deps): Promise<void> {
  await pool.query('vacuum full revisions, files, seals');
}

async function storedBy({ pool, config }: Deps): Promise<Stored> {
  const { rows } = await pool.query<{ bytes: string; rows: string }>(
    `select sum(pg_total_relation_size(c.oid))::text as bytes, sum((xpath('/row/rows/text()', query_to_xml(
         format('select count(*) as rows from public.%I', c.relname), false, true, '')))[1]::text::bigint)::text as rows
       from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace`,
  );
  const { bytes, rows: count } = rows[0] ?? {};
  const blobBytes = await sizeOf(join(config.dataDir, 'blobs'));
  return { blobBytes, databaseBytes: Number(bytes), rows: Number(count) };
}

/** Bytes of the files in a folder. */
async function sizeOf(folder: string): Promise<number> {
  let bytes = 0;
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) bytes += (await stat(join(entry.parentPath, entry.name))).size;
  }
  return bytes;
}
