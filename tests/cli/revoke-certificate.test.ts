import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createOcspRequest, parseCertificate, readCrl, readOcspResponse } from '@paraph/pades';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { runCommandLine } from '../../operator/src/command-line.ts';
import { revokeCertificateCommand } from '../../operator/src/commands/revoke-certificate.ts';
import { verifyChain } from '../../server/src/audit/verify-chain.ts';
import { multipart, openTestInstance, type Session, type TestInstance } from '../support/instance.ts';
import { until } from '../support/processes.ts';
import { quickSender } from '../support/quick-sender.ts';
import { followInvitation } from '../support/signer.ts';

const ADA = { name: 'Ada Lovelace', email: 'ada@example.com' };

let instance: TestInstance;
let sender: Session;
let folder: string;
let certificate: { serial: string; der: Buffer; workflow_id: number | null };

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'paraph-revoke-'));
  instance = await openTestInstance();
  sender = await instance.signIn('Sender', 'sender@example.com');
  await quickSender(() => sender).create({ steps: [{ type: 'sign', recipients: [ADA] }] });
  await instance.runJobs();
  await (await followInvitation(instance, ADA.email)).sign();
  await instance.runJobs();
  certificate = await instance.deps.database
    .selectFrom('certificates')
    .select(['serial', 'der', 'workflow_id'])
    .executeTakeFirstOrThrow();
});
afterEach(() => vi.unstubAllEnvs());
afterAll(async () => {
  await instance.close();
  rmSync(folder, { recursive: true, force: true });
});

async function revoke(...args: string[]) {
  vi.stubEnv('DATABASE_URL', instance.connectionString);
  vi.stubEnv('PARAPH_DATA_DIR', instance.deps.config.dataDir);
  const said = { printed: '', errors: '' };
  const code = await runCommandLine(['revoke-certificate', ...args], [revokeCertificateCommand], {
    print: (text) => {
      said.printed += text;
    },
    printError: (text) => {
      said.errors += text;
    },
    readInput: async () => undefined,
  });
  return { code, ...said };
}

/** Does something that waits for a signature which is under way; true if that signature could use the certificate. */
async function duringSignature<T>(act: () => Promise<T>): Promise<[T, boolean]> {
  const { serial, workflow_id: workflowId } = certificate;
  const signature = new pg.Client({ connectionString: instance.connectionString });
  await signature.connect();
  try {
    await signature.query('begin');
    await signature.query('select from workflows where id = $1 for update', [workflowId]);
    const acting = act();
    await until('it to wait', async () => {
      const { rowCount } = await instance.deps.pool.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return rowCount === 1;
    });
    const isFree = await signature
      .query('select from certificates where serial = $1 for update nowait', [serial])
      .then(() => true)
      .catch(() => false);
    await signature.query('rollback');
    return [await acting, isFree];
  } finally {
    await signature.end();
  }
}

async function ocspStatus(): Promise<string | undefined> {
  const issuer = parseCertificate(instance.deps.authority.issuing.certificate);
  const payload = Buffer.from(createOcspRequest({ certificate: parseCertificate(certificate.der), issuer }));
  const headers = { 'content-type': 'application/ocsp-request' };
  const answer = await instance.inject({ method: 'POST', url: '/authority/ocsp', payload, headers });
  return readOcspResponse(answer.rawPayload).responses[0]?.status;
}

const list = async () => readCrl((await instance.inject({ url: '/authority/crl' })).rawPayload);

describe('revoke-certificate', () => {
  test('says what is wrong with what it is given, and changes nothing', async () => {
    expect((await revoke('--serial', '00')).errors).toContain('No certificate with the serial number 00');
    const reasoned = await revoke('--serial', certificate.serial, '--reason', 'boredom');
    expect([reasoned.code, reasoned.errors]).toEqual([2, expect.stringContaining('key-compromise')]);
    expect((await list()).revoked.size).toBe(0);
    expect(await ocspStatus()).toBe('good');
  });

  test('makes the list, OCSP and OpenSSL say so, the record tell it, and stays as it is when asked again', async () => {
    // As OpenSSL prints it: capital letters, and colons.
    const printed = certificate.serial
      .replace(/^00/, '')
      .toUpperCase()
      .replaceAll(/(..)(?=.)/g, '$1:');
    const [done, isFree] = await duringSignature(() =>
      revoke('--serial', printed, '--reason', 'key-compromise', '--json'),
    );
    // Else each would wait for the other.
    expect(isFree).toBe(true);
    expect(done.code, done.errors).toBe(0);
    const told = JSON.parse(done.printed) as { revokedAt: string };
    expect(told).toMatchObject({ serial: certificate.serial, subject: ADA.name, isNew: true });

    expect(await ocspStatus()).toBe('revoked');
    expect([...(await list()).revoked.keys()]).toEqual([certificate.serial]);
    const { rawPayload } = await instance.inject({ url: '/authority/crl' });
    writeFileSync(join(folder, 'list.crl'), rawPayload);
    const text = execFileSync(
      'openssl',
      ['crl', '-inform', 'DER', '-in', join(folder, 'list.crl'), '-noout', '-text'],
      {
        encoding: 'utf8',
      },
    );
    expect(text).toContain('Key Compromise');

    const workflowId = certificate.workflow_id ?? 0;
    const spaces = (await sender.call({ method: 'GET', url: '/api/v1/workspaces' })).json() as {
      id: number;
    }[];
    const url = `/api/v1/workspaces/${spaces[0]?.id}/workflows/${workflowId}/timeline`;
    const timeline = (await sender.call({ method: 'GET', url })).json() as {
      event: string;
      detail: string;
    }[];
    expect(timeline.at(-1)).toMatchObject({ event: 'certificate.revoked', detail: ADA.name });
    expect(await verifyChain(instance.deps.database, instance.deps, workflowId)).toMatchObject({
      intact: true,
    });

    const again = await revoke('--serial', certificate.serial);
    expect([again.code, again.printed]).toEqual([0, expect.stringContaining('was revoked before')]);
    expect(again.printed).toContain(told.revokedAt);
  });

  test('takes nothing from what was signed and timestamped before', async () => {
    const file = await instance.deps.database
      .selectFrom('seals')
      .innerJoin('files', 'files.id', 'seals.file_id')
      .select('blob_key')
      .executeTakeFirstOrThrow();
    const value = await instance.deps.blobs.read(file.blob_key);
    const form = multipart([{ name: 'document', value, fileName: 'lease.pdf' }]);
    const answer = await instance.inject({ method: 'POST', url: '/api/v1/verify', ...form });
    expect(answer.json()).toMatchObject({
      document: { identity: 'all', intact: 'all' },
      signatures: [{ level: 'B-LTA', certificate: { revocation: 'good' } }],
    });
  });
});
