import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { parseCertificate, rawPublicKey } from '@paraph/pades';
import { expect, test } from 'vitest';
import { authority } from '../../pades/src/testing/level-fixture.ts';
import { logKey, ORIGIN, signLogged, witness } from '../../pades/src/testing/logged-signature.ts';
import { bundleDocument } from '../../server/src/court-bundle/bundle-document.ts';
import { pemOf } from '../../server/src/court-bundle/bundle-file.ts';
import { keyFilesOf } from '../../server/src/court-bundle/bundle-log.ts';
import {
  bindings,
  certificateLogged,
  inTree,
  OTHERS_FILE,
  ROOTS_FILE,
  type Step,
  seenByWitnesses,
  signedByLog,
} from '../../server/src/court-bundle/steps.ts';
import { scratchFiles } from './scratch-files.ts';

// What the printed steps show of a signature that holds its proofs (docs/log.md), by openssl and a shell.

const { folder, at } = scratchFiles();
const keys = {
  log: { name: ORIGIN, publicKey: rawPublicKey(logKey), kind: 'signature' as const },
  witnesses: [{ name: witness.name, publicKey: rawPublicKey(witness.key), kind: 'cosignature' as const }],
};
const made = await signLogged();

function write(name: string, bytes: Uint8Array | string): void {
  mkdirSync(dirname(at(name)), { recursive: true });
  writeFileSync(at(name), bytes);
}

function bundle(file: Buffer) {
  const serial = Buffer.from(parseCertificate(made.certificate).serial).toString('hex');
  const sealed = { signatures: [{ actionId: 1, certificateSerial: serial }], organizationSeal: null };
  const about = {
    number: 1,
    record: { original: { size: 0 }, sealed },
    file: {},
    log: null,
    bytes: file,
    keys,
  };
  const document = bundleDocument(about as unknown as Parameters<typeof bundleDocument>[0]);
  const [signature] = document.signatures;
  if (!signature?.log) throw new Error('The signature has no proof of the log.');
  write(document.path, file);
  for (const { name, content } of [...document.files, ...keyFilesOf(keys)]) write(name, content);
  write(ROOTS_FILE, pemOf('CERTIFICATE', authority.root));
  write(OTHERS_FILE, pemOf('CERTIFICATE', authority.issuing));
  return { signature, log: signature.log };
}

function run({ command, prints }: Step): boolean {
  try {
    const output = execFileSync('/bin/sh', ['-c', `{ ${command}\n} 2>&1`], { cwd: folder, encoding: 'utf8' });
    return output.includes(prints);
  } catch {
    return false;
  }
}

test('document and record are named by the certificate, which the log holds and a witness has seen', () => {
  const { signature, log } = bundle(made.file);
  const [document, record] = bindings(signature, {});
  const logged = certificateLogged(signature, {});
  const steps = [
    document,
    record,
    logged,
    inTree(log, {}),
    signedByLog(log, {}),
    ...seenByWitnesses(log, {}),
  ];
  expect(steps).toHaveLength(6);
  for (const step of steps) {
    if (!step) throw new Error('A step is missing.');
    expect(run(step), step.command).toBe(true);
  }
});

test('another record, entry, place or time is noticed', () => {
  const { signature, log } = bundle(made.file);
  const { record } = signature.located;
  if (!record) throw new Error('The signature has no record.');
  const cms = Buffer.from(signature.located.der);
  cms[record.offset] = (cms[record.offset] ?? 0) ^ 1;
  write(signature.path, cms);
  expect(bindings(signature, {}).map(run)).toEqual([true, false]);
  write(signature.path, signature.located.der);
  const [entry] = log.files;
  write(log.entry, String(entry?.content).replace('T', 't'));
  expect(run(inTree(log, {}))).toBe(false);
  write(log.entry, `certificate ${log.addedAt} ${'0'.repeat(64)}\n`);
  const logged = certificateLogged(signature, {});
  expect(logged && run(logged)).toBe(false);
  write(log.entry, entry?.content ?? '');
  expect(run(inTree({ ...log, index: log.index - 1 }, {}))).toBe(false);
  const late = log.witnesses.map((each) => ({ ...each, seenAt: new Date(each.seenAt.getTime() + 1_000) }));
  expect(seenByWitnesses({ ...log, witnesses: late }, {}).map(run)).toEqual([false]);
});
