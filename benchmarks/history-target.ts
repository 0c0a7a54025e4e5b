import { checkpointLedger } from '../server/src/audit/checkpoint-ledger.ts';
import type { Deps } from '../server/src/deps.ts';
import { signingLinkFor } from '../server/src/signing/signing-link.ts';
import { fillHistory } from './fill-history.ts';
import type { WrittenAhead } from './target-messages.ts';

/** What a whole life is measured by, beside the calls of its integrator and its signer. */
export interface HistoryTarget {
  /** Copies the newest workflow, which has to be finished. */
  fill(copies: number): Promise<void>;
  /** The link of a signer, as their next mail would carry it. */
  signingLink(signer: { envelopeId: string; email: string }): Promise<string>;
  status(envelopeId: string): Promise<string>;
  checkpoint(): Promise<void>;
  walPosition(): Promise<string>;
  walSince(position: string): Promise<WrittenAhead>;
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
      const { url } = await database.transaction().execute((tx) => signingLinkFor(tx, deps, address));
      return url;
    },
    status: async (envelopeId) => {
      const row = await database
        .selectFrom('workflows')
        .select('status')
        .where('envelope_id', '=', envelopeId)
        .executeTakeFirstOrThrow();
      return row.status;
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
      const { rows } = await pool.query<{ records: string; images: string }>(
        `select sum(record_size)::text as records, sum(fpi_size)::text as images
           from pg_get_wal_stats($1::pg_lsn, pg_current_wal_flush_lsn())`,
        [position],
      );
      return { records: Number(rows[0]?.records), images: Number(rows[0]?.images) };
    },
  };
}
