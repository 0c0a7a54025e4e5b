import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createOcspRequest, parseCertificate, readOcspResponse } from '@paraph/pades';
import { expect, test } from 'vitest';
import { checkTimestampingKey } from '../../operator/src/doctor/keys.ts';
import {
  certificatesOf,
  openAuthority,
  refreshAuthority,
} from '../../server/src/authority/open-authority.ts';
import { respondToOcsp } from '../../server/src/authority/publish-revocations.ts';
import { addSeconds } from '../../server/src/platform/clock.ts';
import { pemOf, run } from '../conformance/pdf-validators.ts';
import { DAY, openTestInstance } from '../support/instance.ts';
import { folderForThisFile, forThisFile } from '../support/instance-case.ts';

const YEAR = 365.25 * DAY;
const folder = await folderForThisFile();
const instance = await forThisFile(openTestInstance());

const keysDir = () => join(instance.deps.config.dataDir, 'keys');
const keyFiles = () => readdirSync(keysDir()).filter((name) => /^timestamping\d*\.key$/.test(name));
const inUse = () => instance.deps.authority.timestamping.certificate;
const doctor = async () => (await checkTimestampingKey(instance.deps))[0];

test('the key for timestamps is another one before half of its certificate’s life, and the former is destroyed', async () => {
  const { deps } = instance;
  const first = inUse();
  writeFileSync(join(folder, 'first.pem'), pemOf(first));
  const { text } = run('openssl', ['x509', '-in', join(folder, 'first.pem'), '-noout', '-text']);
  expect(text).toMatch(/X509v3 Private Key Usage Period: *\n +Not Before: .+, Not After: .+/);
  expect(await doctor()).toMatchObject({ state: 'well', detail: expect.stringContaining('Key 1 is used') });
  instance.advance(2.9 * YEAR);
  await refreshAuthority(deps);
  expect(certificatesOf(deps.authority.timestamping)).toEqual([first]);

  // Another process sees the new key before it is used, and answers for it.
  instance.advance(0.2 * YEAR);
  await refreshAuthority(deps);
  expect(inUse()).toEqual(first);
  const announced = certificatesOf(deps.authority.timestamping).find((each) => !each.equals(first));
  if (!announced) throw new Error('There is no successor.');
  const begins = parseCertificate(announced).notBefore;
  expect(begins).toEqual(addSeconds(deps.clock.now(), DAY));
  expect(keyFiles()).toEqual(['timestamping.key', 'timestamping2.key']);
  const [certificate, issuer] = [announced, deps.authority.root.certificate].map(parseCertificate);
  if (!certificate || !issuer) throw new Error('A certificate is missing.');
  const answer = await respondToOcsp(deps, createOcspRequest({ certificate, issuer }));
  expect(readOcspResponse(answer).responses[0]?.status).toBe('good');

  instance.advance(DAY);
  await refreshAuthority(deps);
  expect(inUse()).toEqual(announced);
  expect(keyFiles()).toEqual(['timestamping2.key']);
  expect(Buffer.from(parseCertificate(announced).publicKey)).not.toEqual(parseCertificate(first).publicKey);
  const { notBefore, notAfter } = parseCertificate(announced);
  expect(deps.authority.timestamping.usedUntil.getTime()).toBe(
    (notBefore.getTime() + notAfter.getTime()) / 2,
  );
});

test('processes that find it due at once make one key, and a kill between two steps is made up for', async () => {
  const { deps } = instance;
  const former = inUse();
  instance.advance(3.1 * YEAR);
  const opened = await Promise.all([openAuthority(deps), openAuthority(deps), openAuthority(deps)]);
  const all = opened.map(({ timestamping }) =>
    certificatesOf(timestamping).map((each) => each.toString('hex')),
  );
  expect(all[1]).toEqual(all[0]);
  expect(all[2]).toEqual(all[0]);
  expect(all[0]).toHaveLength(3);

  // Killed after its key was written: certified as it is, not made again. Killed before the former one was removed: removed.
  rmSync(join(keysDir(), 'timestamping3.cer'));
  instance.advance(2 * DAY);
  await refreshAuthority(deps);
  expect(inUse()).toEqual(former);
  expect(keyFiles()).toEqual(['timestamping2.key', 'timestamping3.key']);
  instance.advance(DAY);
  await refreshAuthority(deps);
  expect(inUse()).not.toEqual(former);
  expect(keyFiles()).toEqual(['timestamping3.key']);
  expect(certificatesOf(deps.authority.timestamping)).toHaveLength(3);
});

test('an instance that stood still past the time of its key begins with the next one', async () => {
  const { deps } = instance;
  const former = inUse();
  instance.advance(9 * YEAR);
  expect(await doctor()).toMatchObject({ state: 'failed', remedy: expect.stringContaining('next start') });
  await instance.reopen();
  expect(inUse()).not.toEqual(former);
  expect(parseCertificate(inUse()).notBefore <= deps.clock.now()).toBe(true);
  expect(keyFiles()).toEqual(['timestamping4.key']);
});
