import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './pdf-validators.ts';
import { openssl, succeed } from './scratch-files.ts';

/** Somebody with a key and a certificate of its own that OpenSSL makes, as files of this folder. */
export function makeStranger(folder: string, name: string) {
  const at = (file: string): string => join(folder, file);
  const [key, certificate, pfx] = [at('stranger.key'), at('stranger.pem'), at('stranger.pfx')];
  const subject = ['-subj', `/CN=${name}`, '-addext', 'basicConstraints=critical,CA:FALSE'];
  const request = ['-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '30', ...subject];
  openssl('req', ...request, '-keyout', key, '-out', certificate);
  openssl('x509', '-in', certificate, '-outform', 'DER', '-out', at('stranger.der'));
  /** By MuPDF, in the first field that nobody has signed. */
  const sign = (pdf: Buffer): Buffer => {
    writeFileSync(at('empty.pdf'), pdf);
    const legacy = ['-keypbe', 'PBE-SHA1-3DES', '-certpbe', 'PBE-SHA1-3DES', '-macalg', 'sha1'];
    const held = ['-inkey', key, '-in', certificate, '-passout', 'pass:x', ...legacy, '-out', pfx];
    openssl('pkcs12', '-export', ...held);
    const listed = run('mutool', ['sign', at('empty.pdf')]).text;
    const field = /(\d+): Signature is not signed/.exec(listed)?.[1] ?? '';
    succeed('mutool', 'sign', '-s', pfx, '-P', 'x', '-o', at('theirs.pdf'), at('empty.pdf'), field);
    return readFileSync(at('theirs.pdf'));
  };
  return { key, certificate, der: readFileSync(at('stranger.der')), sign };
}
