import type { Deps } from '../server/src/deps.ts';
import { signingLinkFor } from '../server/src/signing/signing-link.ts';
import { fillHistory } from './fill-history.ts';

/** What a whole life is measured by, beside the calls of its integrator and its signer. */
export interface HistoryTarget {
  /** Copies the newest workflow, which has to be finished. */
  fill(copies: number): Promise<void>;
  /** The link of the only signer, as their next mail would carry it. */
  signingLink(envelopeId: string): Promise<string>;
  status(envelopeId: string): Promise<string>;
  checkpoint(): Promise<void>;
  /** Bytes of the write-ahead log so far. */
  walPosition(): Promise<number>;
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
    },
    signingLink: async (envelopeId) => {
      const address = await database
        .selectFrom('recipients')
        .innerJoin('workflows', 'workflows.id', 'recipients.workflow_id')
        .select(['recipients.id as recipientId', 'workflow_id as workflowId'])
        .where('envelope_id', '=', envelopeId)
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
      const { rows } = await pool.query<{ bytes: string }>(
        `select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::text as bytes`,
      );
      return Number(rows[0]?.bytes);
    },
  };
}
