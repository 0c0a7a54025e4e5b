import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createEnvelope, openSender, signByLink } from '../../tests/support/http-life.ts';
import { type MailReceiver, openMailReceiver } from '../../tests/support/mail-receiver.ts';
import { buildPdf, textLines } from '../../tests/support/pdf-fixtures.ts';
import { chooseScratchParent } from '../../tests/support/scratch.ts';
import {
  type ServerProcess,
  startServerProcess,
  withoutOwnSettings,
} from '../../tests/support/server-process.ts';
import { openWebhookReceiver } from '../../tests/support/webhook-receiver.ts';
import { mainFile, projectDir } from '../runtime.mjs';

/** What a later version must still find in the backup of a release. */
export interface ReleaseSample {
  /** When the backup was made; ISO 8601. */
  madeAt: string;
  passphrase: string;
  /** Of the sender's program. */
  apiKey: string;
  /** Signed and sealed, with the SHA-256 of the sealed file. */
  signed: { id: string; sha256: string };
  /** Waiting for the one who has this link. */
  open: { id: string; link: string };
  /** SHA-256 of each migration by its file name: a released one is never changed. */
  migrations: Record<string, string>;
}

const PASSPHRASE = 'a passphrase of the backups';
const SIGNED = { name: 'Lease of the mill', email: 'grace@example.com' };
const OPEN = { name: 'Lease of the barn', email: 'ann@example.com' };

/** Runs this version on an empty folder, sends two envelopes, has one signed, and backs it up as operators do. */
export async function recordSample(sampleDir: string): Promise<void> {
  const [mails, webhooks] = await Promise.all([openMailReceiver(), openWebhookReceiver()]);
  const dataDir = await mkdtemp(join(await chooseScratchParent(), 'paraph-release-'));
  // As root, PostgreSQL runs as another user, who needs access to this folder.
  await chmod(dataDir, 0o711);
  try {
    const settings = {
      PARAPH_DATA_DIR: dataDir,
      PARAPH_BASE_URL: 'http://localhost:3000',
      SMTP_URL: mails.url,
    };
    const server = await startServerProcess(settings);
    try {
      const made = await sendEnvelopes(server, { mails, callbackUrl: webhooks.url });
      await backUp(settings, sampleDir);
      const sample: ReleaseSample = {
        madeAt: new Date().toISOString(),
        passphrase: PASSPHRASE,
        ...made,
        migrations: await hashMigrations(),
      };
      await writeFile(join(sampleDir, 'sample.json'), `${JSON.stringify(sample, null, 2)}\n`);
    } finally {
      await server.end();
    }
  } finally {
    await Promise.all([mails.close(), webhooks.close()]);
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** SHA-256 in hexadecimal of every migration, by its file name. */
export async function hashMigrations(): Promise<Record<string, string>> {
  const folder = join(projectDir, 'server', 'migrations');
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  const hashes: Record<string, string> = {};
  for (const name of names) hashes[name] = sha256(await readFile(join(folder, name)));
  return hashes;
}

async function sendEnvelopes(
  { baseUrl, setUpLink }: ServerProcess,
  { mails, callbackUrl }: { mails: MailReceiver; callbackUrl: string },
): Promise<Pick<ReleaseSample, 'apiKey' | 'signed' | 'open'>> {
  const apiKey = await openSender(baseUrl, setUpLink);
  const document = buildPdf({ pages: [{ content: textLines(['Lease', 'The parties agree.']) }] });
  const asked = { apiKey, document, callbackUrl };
  const signedId = await createEnvelope(baseUrl, { ...asked, ...SIGNED });
  await signByLink(baseUrl, await invitationOf(mails, SIGNED.email));
  await mails.waitFor(({ mail }) => /is signed by everyone/.test(mail.subject ?? ''));
  const openId = await createEnvelope(baseUrl, { ...asked, ...OPEN });
  const link = await invitationOf(mails, OPEN.email);
  const call = (path: string) => fetch(new URL(path, baseUrl), { headers: { 'x-api-key': apiKey } });
  const envelope = await (await call(`/api/v1/quick/envelopes/${signedId}`)).json();
  const { pathname, search } = new URL(envelope.documents[0].file.file, baseUrl);
  const sealed = Buffer.from(await (await call(pathname + search)).arrayBuffer());
  return {
    apiKey,
    signed: { id: signedId, sha256: sha256(sealed) },
    open: { id: openId, link: new URL(link).pathname },
  };
}

async function invitationOf(mails: MailReceiver, email: string): Promise<string> {
  const { links } = await mails.waitFor(
    ({ to, mail }) => to.includes(email) && /asks you to/.test(mail.subject ?? ''),
  );
  return links[0] ?? '';
}

async function backUp(settings: Record<string, string>, sampleDir: string): Promise<void> {
  const file = join(settings.PARAPH_DATA_DIR ?? '', 'backup-passphrase');
  await writeFile(file, `${PASSPHRASE}\n`, { mode: 0o600 });
  const args = [mainFile, 'backup', '--to', sampleDir, '--passphrase-file', file];
  await promisify(execFile)(process.execPath, args, {
    env: { ...withoutOwnSettings(process.env), ...settings },
  });
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
