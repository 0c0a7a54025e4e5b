import { type KeyObject, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../conformance/pdf-validators.ts';

export type SoftToken = ReturnType<typeof makeSoftToken>;

const modulePlaces = [
  '/usr/lib/softhsm/libsofthsm2.so',
  '/usr/lib/x86_64-linux-gnu/softhsm/libsofthsm2.so',
  '/usr/lib/aarch64-linux-gnu/softhsm/libsofthsm2.so',
  '/opt/homebrew/lib/softhsm/libsofthsm2.so',
  '/usr/local/lib/softhsm/libsofthsm2.so',
];

/** A key of 256 bits that `holdSecret` can bring in: `softhsm2-util` 2.6.1 reads it as a line of text, to a zero at most. */
export function newTokenSecret(): Buffer {
  return Buffer.from(randomBytes(32).map((byte) => (byte === 0 || byte === 0x0a ? 1 : byte)));
}

/** A token in software (SoftHSM), in a folder of its own or beside another one. */
export function makeSoftToken(folder: string, label = 'Paraph test', beside?: { confFile: string }) {
  const modulePath = modulePlaces.find((place) => existsSync(place));
  if (modulePath === undefined) throw new Error('SoftHSM has no library where it is looked for.');
  const home = mkdtempSync(join(folder, 'token-'));
  const confFile = beside?.confFile ?? join(home, 'softhsm2.conf');
  const pin = randomBytes(6).toString('hex');
  mkdirSync(join(home, 'tokens'));
  if (!beside) writeFileSync(confFile, `directories.tokendir = ${join(home, 'tokens')}\nlog.level = ERROR\n`);
  writeFileSync(join(home, 'pin'), `${pin}\n`, { mode: 0o600 });
  const softhsm = (...args: string[]): void => {
    const { status, text } = run('softhsm2-util', args, { SOFTHSM2_CONF: confFile });
    if (status !== 0) throw new Error(text);
  };
  softhsm('--init-token', '--free', '--label', label, '--so-pin', 'supervisor', '--pin', pin);
  let count = 0;
  const hold = (name: string, content: string | Uint8Array, ...kind: string[]) => {
    count += 1;
    const file = join(home, `${count}.key`);
    writeFileSync(file, content);
    const id = count.toString(16).padStart(2, '0');
    softhsm('--import', file, ...kind, '--token', label, '--label', name, '--id', id, '--pin', pin);
  };
  return {
    modulePath,
    label,
    pin,
    /** File with the PIN. */
    pinFile: join(home, 'pin'),
    /** SOFTHSM2_CONF: must be in the environment before the module is loaded. */
    confFile,
    /** Puts a key on the token, never to be read again. */
    hold: (name: string, key: KeyObject) => hold(name, key.export({ type: 'pkcs8', format: 'pem' })),
    /** Puts a secret key (AES) on the token, as `newTokenSecret` makes it. */
    holdSecret: (name: string, key: Uint8Array) => hold(name, key, '--aes'),
  };
}
