import { expect, test } from 'vitest';
import type { SignatureProofs } from '../certificates/signer.ts';
import { createSigningJob } from '../sign/signing-job.ts';
import { authority, levelFixture, start } from '../testing/level-fixture.ts';
import { CONTENT_HASH, honestProofs, ORIGIN, RECORD, witness } from '../testing/logged-signature.ts';
import { longestProofs, proofAttributes } from './signature-proofs.ts';

const lengthOf = (proofs: SignatureProofs) =>
  proofAttributes(proofs).reduce((sum, [, value]) => sum + value.length, 0);

test('the room for proofs is that of the log, its witnesses and the record', async () => {
  const honest = await honestProofs(new Uint8Array(8));
  const room = { origin: ORIGIN, recordBytes: RECORD.length };
  const exact = longestProofs({ ...room, witnesses: [witness.name], leavesMax: 5 });
  // The path to the last leaf of five is shorter than that to the others.
  expect(lengthOf(exact) - lengthOf(honest)).toBe(2 * 34);
  const longest = lengthOf(longestProofs(room));
  expect(longest).toBeGreaterThan(lengthOf(exact) + 37 * 34);
  expect(longest).toBeLessThan(2_600);
  expect(longestProofs({ ...room, recordBytes: 0 }).record).toBeUndefined();
});

test('a signature that holds proofs and a content hash has room for exactly these', async () => {
  const fixture = levelFixture();
  const job = createSigningJob(fixture.file());
  const signer = authority.signer('Ana');
  const [certificate = new Uint8Array()] = signer.certificates;
  const proofs = await honestProofs(certificate);
  const options = { fieldName: 'One', name: 'Ana', appearance: null, signingTime: start };
  await job.sign({ ...options, contentHash: CONTENT_HASH }, { ...signer, proofs });
  const [signature] = job.signatures();
  const contents = Buffer.from(signature?.contents ?? []);
  const room = contents.length - (4 + contents.readUInt16BE(2));
  expect(room).toBeGreaterThanOrEqual(0);
  expect(room).toBeLessThan(10);
});

test('a content hash is a SHA-256', async () => {
  const options = { fieldName: 'One', name: 'Ana', appearance: null, signingTime: start };
  const job = createSigningJob(levelFixture().file());
  expect(() => job.prepare({ ...options, contentHash: new Uint8Array(20) }, authority.issuing)).toThrow(
    'contentHash',
  );
});
