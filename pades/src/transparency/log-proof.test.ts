import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { PdfRefusal } from '../pdf-refusal.ts';
import { sampleLog } from '../testing/sample-log.ts';
import { checkLogProof, findLogProofs, parseRetainedCheckpoint } from './log-proof.ts';
import { rawPublicKey } from './sign-note.ts';

const log = sampleLog(300);
const rewritten = sampleLog(300, { changed: 7 });
const about = { key: log.key, retained: null };

test('a proof shows that the log holds the leaf, as its key signed', async () => {
  const proof = await log.prove(200, 300);
  expect(checkLogProof(proof, about)).toEqual({
    origin: 'sign.example.org/log',
    index: 200,
    kind: 'seal',
    addedAt: '2026-11-22T10:00:00.200Z',
    sha256: log.hashes[200],
    size: 300,
    rootHash: await log.rootAt(300),
    isIncluded: true,
    isSigned: true,
    witnesses: [],
    retained: null,
  });
  expect(checkLogProof(proof, { key: null, retained: null }).isSigned).toBeNull();
});

test('what was changed in a proof is found', async () => {
  const proof = await log.prove(200, 300);
  const said = (changes: Partial<typeof proof>) => checkLogProof({ ...proof, ...changes }, about);
  expect(said({ entry: proof.entry.replace('.200Z', '.100Z') }).isIncluded).toBe(false);
  expect(said({ entry: 'something else' })).toMatchObject({ isIncluded: false, sha256: null });
  expect(said({ index: 201 }).isIncluded).toBe(false);
  expect(said({ proof: proof.proof.slice(1) }).isIncluded).toBe(false);
  expect(said({ checkpoint: (await rewritten.prove(200, 300)).checkpoint })).toMatchObject({
    isIncluded: false,
    isSigned: false,
  });
  const other = { ...log.key, publicKey: rawPublicKey(generateKeyPairSync('ed25519').privateKey) };
  expect(checkLogProof(proof, { key: other, retained: null }).isSigned).toBe(false);
});

test('a checkpoint that was kept, signed or as the line of a mail, finds a log that was rewritten', async () => {
  const { checkpoint } = await log.prove(3, 250);
  const line = ` sign.example.org/log · 250 · ${await log.rootAt(250)}\n`;
  expect(parseRetainedCheckpoint(line)).toEqual(parseRetainedCheckpoint(checkpoint));
  const retained = parseRetainedCheckpoint(line);
  const outcome = async (from: typeof log, size: number) =>
    checkLogProof(await from.prove(3, size), { key: null, retained }).retained?.outcome;
  expect(await outcome(log, 250)).toBe('same');
  expect(await outcome(rewritten, 250)).toBe('different');
  expect(await outcome(log, 300)).toBe('other-size');
  const other = parseRetainedCheckpoint(line.replace('sign.', 'other.'));
  expect(checkLogProof(await log.prove(3, 250), { key: null, retained: other }).retained?.outcome).toBe(
    'other-log',
  );
  for (const text of ['', 'a · 1 · b', line.replace('250', '-1'), line.replace(' · 250', '')])
    expect(() => parseRetainedCheckpoint(text), text).toThrow(PdfRefusal);
});

test('the proofs of a record are found wherever they are in it, and nothing else', async () => {
  const proof = await log.prove(0, 1);
  expect(findLogProofs({ record: { documents: [{ sealed: { log: proof } }, { sealed: null }] } })).toEqual([
    proof,
  ]);
  const odd = [
    { ...proof, index: 0.5 },
    { ...proof, proof: Array(65).fill('') },
    { ...proof, proof: [1] },
    'text',
    null,
  ];
  expect(findLogProofs(odd)).toEqual([]);
});
