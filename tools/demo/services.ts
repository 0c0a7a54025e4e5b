import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type MailReceiver, openMailReceiver } from '../../tests/support/mail-receiver.ts';
import type { Line } from '../../tests/support/processes.ts';
import { chooseScratchParent } from '../../tests/support/scratch.ts';
import { type ServerProcess, startServerProcess } from '../../tests/support/server-process.ts';
import { openWebhookReceiver, type WebhookReceiver } from '../../tests/support/webhook-receiver.ts';

/** Temporary server, mail receiver and webhook receiver. */
export interface DemoServices {
  server: ServerProcess;
  mails: MailReceiver;
  webhooks: WebhookReceiver;
}

export interface OpenedServices {
  ready: Promise<DemoServices>;
  /** Warnings and errors of the server. */
  log(): readonly Line[];
  clear(): Promise<void>;
}

/** Starts the services; `clear` may be called at any time and removes what exists so far. */
export function openServices(): OpenedServices {
  const undo: (() => Promise<void>)[] = [];
  let log: readonly Line[] = [];
  const ready = build(undo);
  ready.then(
    ({ server }) => {
      log = server.lines;
    },
    () => {},
  );
  return {
    ready,
    log: () => log.filter(({ level }) => level !== undefined),
    clear: async () => {
      await ready.catch(() => {});
      for (const each of undo.reverse()) await each();
    },
  };
}

async function build(undo: (() => Promise<void>)[]): Promise<DemoServices> {
  const mails = await openMailReceiver();
  undo.push(() => mails.close());
  const webhooks = await openWebhookReceiver();
  undo.push(() => webhooks.close());
  const dataDir = await mkdtemp(join(await chooseScratchParent(), 'paraph-demo-'));
  undo.push(() => rm(dataDir, { recursive: true, force: true }));
  // As root, PostgreSQL runs as another user, who needs access to this folder.
  await chmod(dataDir, 0o711);
  const server = await startServerProcess({ PARAPH_DATA_DIR: dataDir, SMTP_URL: mails.url });
  undo.push(() => server.end());
  return { server, mails, webhooks };
}
