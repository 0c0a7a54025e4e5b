import { request } from 'node:http';
import pg from 'pg';
import type { Deps } from '../server/src/deps.ts';
import type { Caller } from '../server/src/http/caller.ts';
import { replayDelivery } from '../server/src/webhooks/manage-deliveries.ts';
import { lockWorkflow } from '../server/src/workflows/lifecycle/advance-workflow.ts';
import { recordWorkflowEvents, SERVICE } from '../server/src/workflows/lifecycle/record-workflow-events.ts';
import type { Committed } from './target-messages.ts';

/** What makes notifications go out, each answering when its transaction was committed. */
export interface NotificationTarget {
  /** An event, whose delivery one job makes and the next one sends. */
  tell(envelopeId: string): Promise<Committed>;
  /** The newest delivery once more: one job. */
  replay(envelopeId: string): Promise<Committed>;
  /** The floor: a committed notification of PostgreSQL, whose listener posts. */
  postBare(url: string, body: string): Promise<Committed>;
  close(): Promise<void>;
}

export function notificationsOf(deps: Deps, caller: Caller): NotificationTarget {
  const { database, pool } = deps;
  let listener: Promise<pg.Client> | null = null;
  let waiting: { url: string; body: string } | null = null;
  const place = async (envelopeId: string) =>
    database
      .selectFrom('workflows')
      .select(['id as workflowId', 'workspace_id as workspaceId'])
      .where('envelope_id', '=', envelopeId)
      .executeTakeFirstOrThrow();
  const listen = async () => {
    const client = new pg.Client(pool.options);
    await client.connect();
    client.on('notification', () => {
      if (waiting) post(waiting.url, waiting.body);
    });
    await client.query('listen bench_floor');
    return client;
  };
  return {
    tell: async (envelopeId) => {
      const { workflowId } = await place(envelopeId);
      await database.transaction().execute(async (tx) => {
        await lockWorkflow(tx, workflowId);
        const detail = { message: 'a figure for the bench' };
        const events = [{ name: 'action.signed' as const, actor: SERVICE, detail }];
        await recordWorkflowEvents(tx, deps, { workflowId, events });
      });
      return committed();
    },
    replay: async (envelopeId) => {
      const { workflowId, workspaceId } = await place(envelopeId);
      const { id: deliveryId } = await database
        .selectFrom('deliveries')
        .select('id')
        .where('workflow_id', '=', workflowId)
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirstOrThrow();
      await replayDelivery(deps, caller, { workspaceId, workflowId, deliveryId });
      return committed();
    },
    postBare: async (url, body) => {
      listener ??= listen();
      await listener;
      waiting = { url, body };
      await pool.query(`with row as (insert into bench_floor (path, size) values ('event', 1) returning id)
        select pg_notify('bench_floor', id::text) from row`);
      return committed();
    },
    close: async () => {
      await (await listener)?.end();
    },
  };
}

function post(url: string, body: string): void {
  const sent = request(url, {
    method: 'POST',
    agent: false,
    headers: { 'content-type': 'application/json' },
  });
  sent.on('response', (answer) => answer.resume());
  // The receiver may be gone when a run was cut short, which the measurement notices.
  sent.on('error', () => {});
  sent.end(body);
}

function committed(): Committed {
  return { atNs: String(process.hrtime.bigint()) };
}
