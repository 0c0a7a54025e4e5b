import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@paraph/postgres';
import pg from 'pg';
import { runSlowOutside } from '../tests/support/slow-outside.ts';
import type { Report, Row } from './report.ts';
import { percentile } from './statistics.ts';

const SCENES = [
  { title: 'one process', servers: 1, workers: 0 },
  { title: '2 × serve, 2 × work', servers: 2, workers: 2 },
];

/** Whether a slow mail server and a slow receiver hold up a healthy receiver, and whether each gets all once. */
export async function benchOutside(): Promise<Report> {
  const parent = await mkdtemp(join(tmpdir(), 'paraph-outside-'));
  await chmod(parent, 0o711);
  const log = { info: () => {}, warn: () => {}, error: () => {} };
  const postgres = await startEmbeddedPostgres({ dataDir: join(parent, 'external'), log });
  const rows: Row[] = [];
  try {
    for (const [index, { title, servers, workers }] of SCENES.entries()) {
      const client = new pg.Client(postgres.poolOptions);
      await client.connect();
      await client.query(`create database outside_${index}`);
      await client.end();
      const { host, port, user } = postgres.poolOptions;
      const outcome = await runSlowOutside({
        connectionString: `postgresql://${user}@localhost/outside_${index}?host=${encodeURIComponent(host)}&port=${port}`,
        dataDir: join(parent, `data-${index}`),
        servers,
        workers,
        envelopes: 200,
        mailMs: 3_000,
        receiverMs: 12_000,
        patienceMs: 1_800_000,
      });
      const { mails, notifications, healthyMs, seconds } = outcome;
      rows.push({
        '': title,
        mails: mails.asked,
        'arrived (different)': `${mails.arrived} (${mails.different})`,
        notifications: notifications.asked,
        'arrived (different) ': `${notifications.arrived} (${notifications.different})`,
        'healthy p50 ms': percentile(healthyMs, 0.5),
        'healthy p99 ms': percentile(healthyMs, 0.99),
        'whole s': seconds,
      });
    }
  } finally {
    await postgres.stop();
    await rm(parent, { recursive: true, force: true });
  }
  return {
    tables: [
      {
        title:
          'outside: 200 envelopes, a mail server that takes 3 s, a receiver that takes 12 s, and a healthy one',
        rows,
      },
    ],
  };
}
