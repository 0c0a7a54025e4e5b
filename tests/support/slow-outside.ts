import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { mainFile } from '../../tools/runtime.mjs';
import { createEnvelope, openSender } from './http-life.ts';
import { openHttpServer } from './http-server.ts';
import { openMailReceiver } from './mail-receiver.ts';
import { startTalker, type Talker } from './processes.ts';
import { lease } from './quick-sender.ts';
import { startServerProcess } from './server-process.ts';
import { untilDone } from './until-done.ts';

export interface SlowOutside {
  connectionString: string;
  dataDir: string;
  /** Of where documents lie; by default as files. */
  settings?: Readonly<Record<string, string>>;
  /** Servers with a worker of their own, and workers beside them. */
  servers: number;
  workers: number;
  envelopes: number;
  /** How long the mail server takes for a message, and the slow one of two receivers for a notification. */
  mailMs: number;
  receiverMs: number;
  patienceMs: number;
}

export interface Outcome {
  mails: { asked: number; arrived: number; different: number };
  notifications: { asked: number; arrived: number; different: number };
  /** From the event to the receiver that answers at once, in order. */
  healthyMs: number[];
  seconds: number;
}

/** Envelopes whose mails go to a slow mail server, and whose notifications to a slow receiver and a healthy one in turns. */
export async function runSlowOutside(scene: SlowOutside): Promise<Outcome> {
  const [mailServer, slow, healthy] = await Promise.all([
    openMailReceiver(),
    openPacedReceiver(scene.receiverMs),
    openPacedReceiver(0),
  ]);
  mailServer.onMessage(async () => {
    await pause(scene.mailMs);
    return 'accept' as const;
  });
  const database = new pg.Pool({ connectionString: scene.connectionString });
  const ends: (() => Promise<void>)[] = [];
  const startedAt = performance.now();
  try {
    const settings = {
      ...scene.settings,
      PARAPH_DATA_DIR: scene.dataDir,
      DATABASE_URL: scene.connectionString,
      SMTP_URL: mailServer.url,
      PARAPH_RATES: 'apiKey=1000000/30',
    };
    const server = await startServerProcess(settings);
    ends.push(server.end);
    // Each server that starts without an account prints a link of its own, and the last one counts.
    const apiKey = await openSender(server.baseUrl, server.setUpLink);
    const asked = { apiKey, document: lease, name: 'Lease', email: 'ada@example.com' };
    const more = await Promise.all([
      ...Array.from({ length: scene.servers - 1 }, () => startServerProcess(settings)),
      ...Array.from({ length: scene.workers }, () => startWorkProcess(settings)),
    ]);
    ends.push(...more.map((process) => () => process.end()));
    await Promise.all(
      [0, 1].map(async (caller) => {
        for (let index = caller; index < scene.envelopes; index += 2) {
          const callbackUrl = index % 4 < 2 ? slow.url : healthy.url;
          await createEnvelope(server.baseUrl, { ...asked, callbackUrl });
        }
      }),
    );
    await untilDone(database, { patienceMs: scene.patienceMs });
    const sent = await database.query<{ id: string; ms: number }>(
      `select webhook_id as id, extract(epoch from occurred_at) * 1000 as ms
         from deliveries join events on events.id = event_id where deliveries.state = 'delivered'`,
    );
    const mails = await database.query(`select from mails where state = 'sent'`);
    const arrivals = [...slow.arrivals, ...healthy.arrivals];
    const messageIds = mailServer.messages.map(({ mail }) => mail.messageId);
    const occurredAt = new Map(sent.rows.map(({ id, ms }) => [id, Number(ms)]));
    return {
      mails: { asked: mails.rowCount ?? 0, arrived: messageIds.length, different: new Set(messageIds).size },
      notifications: {
        asked: sent.rows.length,
        arrived: arrivals.length,
        different: new Set(arrivals.map(({ id }) => id)).size,
      },
      healthyMs: healthy.arrivals
        .map(({ id, atMs }) => atMs - (occurredAt.get(id) ?? 0))
        .sort((a, b) => a - b),
      seconds: (performance.now() - startedAt) / 1000,
    };
  } finally {
    await Promise.all(ends.map((end) => end()));
    await Promise.all([database.end(), mailServer.close(), slow.close(), healthy.close()]);
  }
}

async function startWorkProcess(settings: Record<string, string>): Promise<Talker> {
  const talker = startTalker([mainFile, 'work'], {
    env: { PATH: process.env.PATH, PARAPH_LOG_LEVEL: 'warn', ...settings },
  });
  await talker.hear(({ message }) => message?.includes('is doing its jobs') ?? false);
  return talker;
}

/** Notes what arrives, and answers so much later. */
async function openPacedReceiver(answerAfterMs: number) {
  const arrivals: { id: string; atMs: number }[] = [];
  const { origin, close } = await openHttpServer(async ({ headers }, response) => {
    arrivals.push({ id: String(headers['webhook-id']), atMs: Date.now() });
    await pause(answerAfterMs);
    response.writeHead(204).end();
  });
  // Hosts are distinguished by name and port.
  return { url: `${origin}/news`, arrivals, close };
}
