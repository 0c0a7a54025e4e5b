import { execFileSync } from 'node:child_process';
import { createOcspRequest, parseCertificate, readCrl, readOcspResponse } from '@paraph/pades';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { revokeCertificateCommand } from '../../operator/src/commands/revoke-certificate.ts';
import { verifyChain } from '../../server/src/audit/verify-chain.ts';
import { multipart } from '../support/instance.ts';
import { openInstanceCase, untilWaiting } from '../support/instance-case.ts';
import { runOperator, settingsForThisTest, settingsOf } from '../support/operator-case.ts';

const ADA = { name: 'Ada Lovelace', email: 'ada@example.com' };

const { instance, sendSigned, download, timelineOf } = await openInstanceCase();
const id = await sendSigned(ADA);
await instance.runJobs();
const certificate = await instance.deps.database
  .selectFrom('certificates')
  .select(['serial', 'der', 'workflow_id'])
  .executeTakeFirstOrThrow();

async function revoke(...args: string[]) {
  settingsForThisTest(settingsOf(instance));
  return runOperator([revokeCertificateCommand], ['revoke-certificate', ...args]);
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
    await untilWaiting(instance);
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
    const asText = ['crl', '-inform', 'DER', '-noout', '-text'];
    expect(execFileSync('openssl', asText, { input: rawPayload, encoding: 'utf8' })).toContain(
      'Key Compromise',
    );

    expect((await timelineOf(id)).at(-1)).toMatchObject({ event: 'certificate.revoked', detail: ADA.name });
    const { deps } = instance;
    const chain = await verifyChain(deps.database, deps, certificate.workflow_id ?? 0);
    expect(chain).toMatchObject({ intact: true });

    const again = await revoke('--serial', certificate.serial);
    expect([again.code, again.printed]).toEqual([0, expect.stringContaining('was revoked before')]);
    expect(again.printed).toContain(told.revokedAt);
  });

  test('takes nothing from what was signed and timestamped before', async () => {
    const form = multipart([{ name: 'document', value: await download(id), fileName: 'lease.pdf' }]);
    const answer = await instance.inject({ method: 'POST', url: '/api/v1/verify', ...form });
    expect(answer.json()).toMatchObject({
      document: { identity: 'all', intact: 'all' },
      signatures: [{ level: 'B-LTA', certificate: { revocation: 'good' } }],
    });
  });
});
