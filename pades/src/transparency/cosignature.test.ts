import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { PdfRefusal } from '../pdf-refusal.ts';
import { cosignCheckpoint, rawPublicKey, signCheckpoint } from './sign-note.ts';
import { cosignedAt, isSignedBy, keyText, type NoteKey, parseNote } from './signed-note.ts';

const origin = 'sign.example.org/log';
const note = signCheckpoint(
  { origin, size: 7, root: Buffer.alloc(32, 1) },
  generateKeyPairSync('ed25519').privateKey,
);
const { privateKey } = generateKeyPairSync('ed25519');
const name = 'witness.example.net/one';
const witness: NoteKey = { name, publicKey: rawPublicKey(privateKey), kind: 'cosignature' };
const at = new Date('2026-11-24T12:00:00.900Z');
const line = cosignCheckpoint(note, { name, privateKey, at });
const seen = (text: string, key = witness) => cosignedAt(parseNote(text), key);

describe('the cosignature of a witness', () => {
  test('has the layout of C2SP tlog-cosignature, and says when the checkpoint was seen', () => {
    const [, key, data = ''] = /^\u2014 (\S+) (\S+)\n$/.exec(line) ?? [];
    const bytes = Buffer.from(data, 'base64');
    expect(key).toBe(name);
    expect(bytes).toHaveLength(4 + 8 + 64);
    expect(bytes.toString('hex', 0, 4)).toBe(keyText(witness).split('+')[1]);
    expect(bytes.readBigUInt64BE(4)).toBe(1_795_521_600n);
    expect(isSignedBy(parseNote(`${note}${line}`), witness)).toBe(true);
    expect(seen(`${note}${line}`)).toEqual(new Date('2026-11-24T12:00:00Z'));
  });

  test('counts from the first time that this witness saw the checkpoint', () => {
    const later = cosignCheckpoint(note, { name, privateKey, at: new Date('2026-11-25T12:00:00Z') });
    expect(seen(`${note}${later}${line}`)).toEqual(new Date('2026-11-24T12:00:00Z'));
  });

  test('is none of another name, key, checkpoint or time', () => {
    const data = Buffer.from(line.split(' ')[2] ?? '', 'base64');
    const changed = (index: number) => {
      const copy = Buffer.from(data);
      copy[index] = (copy[index] ?? 0) ^ 1;
      return `${note}\u2014 ${name} ${copy.toString('base64')}\n`;
    };
    const other = signCheckpoint(
      { origin, size: 8, root: Buffer.alloc(32, 1) },
      generateKeyPairSync('ed25519').privateKey,
    );
    expect(seen(note)).toBeNull();
    expect(seen(`${other}${line}`)).toBeNull();
    for (const index of [0, 4, 11, 12, 75]) expect(seen(changed(index)), String(index)).toBeNull();
    const short = `\u2014 ${name} ${data.subarray(0, 7).toString('base64')}\n`;
    const empty = `\u2014 ${name} ${data.subarray(0, 4).toString('base64')}\n`;
    expect(seen(`${note}${short}${empty}`)).toBeNull();
    expect(seen(`${note}${line}`, { ...witness, name: 'witness.example.net/two' })).toBeNull();
    const stranger = rawPublicKey(generateKeyPairSync('ed25519').privateKey);
    expect(seen(`${note}${line}`, { ...witness, publicKey: stranger })).toBeNull();
  });

  test('is made of signed checkpoints alone', () => {
    expect(() => cosignCheckpoint('text', { name, privateKey, at })).toThrow(PdfRefusal);
  });
});
