import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { PdfRefusal } from '../pdf-refusal.ts';
import { readCheckpoint } from './checkpoint.ts';
import { rawPublicKey, signCheckpoint } from './sign-note.ts';
import { keyText, type NoteKey, parseKeyText } from './signed-note.ts';

const { privateKey } = generateKeyPairSync('ed25519');
const origin = 'sign.example.com/log';
const key: NoteKey = { name: origin, publicKey: rawPublicKey(privateKey), kind: 'signature' };
const root = Buffer.alloc(32, 9);
const note = signCheckpoint({ origin, size: 12_345, root }, privateKey);

test('a signed checkpoint has the lines of C2SP tlog-checkpoint and signed-note', () => {
  const [first, second, third, empty, signature, end] = note.split('\n');
  expect([first, second, third, empty, end]).toEqual([origin, '12345', root.toString('base64'), '', '']);
  expect(signature).toMatch(/^\u2014 sign\.example\.com\/log [A-Za-z0-9+/]+=*$/);
  expect(Buffer.from(signature?.split(' ')[2] ?? '', 'base64')).toHaveLength(68);
  expect(readCheckpoint(note, key)).toEqual({ origin, size: 12_345, root });
});

test('a signed checkpoint is refused when a byte of it was changed, or another key signed it', () => {
  const other = generateKeyPairSync('ed25519').privateKey;
  const bad = [
    note.replace('12345', '12346'),
    note.replace(origin, 'other.example.com/log'),
    note.replace('\n\n', '\nmore\n\n'),
    note.slice(0, -1),
    note.split('\u2014')[0] ?? '',
    signCheckpoint({ origin, size: 12_345, root }, other),
    '',
  ];
  for (const each of bad) expect(() => readCheckpoint(each, key), each).toThrow(PdfRefusal);
});

test('a key has one spelling, which names its kind', () => {
  expect(parseKeyText(`${keyText(key)}\n`)).toEqual(key);
  for (const text of ['', keyText(key).replace('sign.', 'other.'), `${keyText(key)}AAAA`, 'a+b+c'])
    expect(() => parseKeyText(text), text).toThrow(PdfRefusal);
});
