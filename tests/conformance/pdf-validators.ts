import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runProgram } from '../support/program-starter.ts';

/** What another program said. */
export interface Verdict {
  readonly status: number | null;
  /** Both outputs. */
  readonly text: string;
}

/** Runs a program to its end. */
export function run(
  program: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Verdict {
  const env = { ...process.env, ...environment };
  const { status, stdout, stderr, error } = runProgram({ program, args, env, timeoutMs: 20_000 });
  if (error !== undefined) throw new Error(error);
  return { status, text: stdout + stderr };
}

/** What programs here print is UTF-8. */
const utf8 = (text: string): string => Buffer.from(text, 'latin1').toString('utf8');

/** The text of all pages, as Poppler reads it. */
export const textOf = (path: string): string => utf8(run('pdftotext', ['-layout', path, '-']).text);

/** The fields of the form, as qpdf reads them. */
export function formFieldsOf(path: string): { fullname: string; value: string; alternativename: string }[] {
  return JSON.parse(utf8(run('qpdf', ['--json=2', '--json-key=acroform', path]).text)).acroform.fields;
}

export type ExtractedSignature = ReturnType<typeof extractSignatures>[number];

/** Takes signatures out of a file by their text alone, without the code under test. */
export function extractSignatures(pdf: Buffer) {
  const text = pdf.toString('latin1');
  const ranges = text.matchAll(/\/ByteRange\s*\[\s*(\d+)\s+(\d+)\s+(\d+)\s+(\d+)\s*\]/g);
  return [...ranges].map((match) => {
    const byteRange = match.slice(1).map(Number);
    const [start = 0, length = 0, second = 0, rest = 0] = byteRange;
    const hex = text.slice(start + length + 1, second - 1);
    const padded = Buffer.from(hex, 'hex');
    // DER with a two-byte length: what follows it is filling.
    const cms = padded.subarray(0, 4 + padded.readUInt16BE(2));
    const signedBytes = Buffer.concat([
      pdf.subarray(start, start + length),
      pdf.subarray(second, second + rest),
    ]);
    return { byteRange, cms, signedBytes };
  });
}

/** Writes what a program is to read. */
const placing = (folder: string) => (name: string, data: string | Uint8Array) => {
  writeFileSync(join(folder, name), data);
  return join(folder, name);
};

/** `openssl cms -verify -cades`: signature, attributes, binding of the certificate and path to the root. */
export function opensslVerdict(
  folder: string,
  signature: ExtractedSignature,
  rootDer: Uint8Array,
  options: readonly string[] = ['-cades'],
): Verdict {
  const place = placing(folder);
  return run('openssl', [
    ...['cms', '-verify', ...options, '-binary', '-inform', 'DER', '-purpose', 'any'],
    ...['-in', place('signature.der', signature.cms)],
    ...['-content', place('signed.bin', signature.signedBytes)],
    ...['-CAfile', place('root.pem', pemOf(rootDer)), '-out', '/dev/null'],
  ]);
}

/** `openssl ts -verify` of a document timestamp: what a file's last byte ranges belong to. */
export function opensslTimestampVerdict(
  folder: string,
  { cms, signedBytes }: ExtractedSignature,
  rootDer: Uint8Array,
): Verdict {
  const place = placing(folder);
  const files = ['-in', place('token.der', cms), '-token_in', '-data', place('stamped.bin', signedBytes)];
  return run('openssl', ['ts', '-verify', ...files, '-CAfile', place('ts-root.pem', pemOf(rootDer))]);
}

export function pemOf(der: Uint8Array, label = 'CERTIFICATE'): string {
  const lines = Buffer.from(der)
    .toString('base64')
    .replace(/.{64}(?=.)/g, '$&\n');
  return `-----BEGIN ${label}-----\n${lines}\n-----END ${label}-----\n`;
}
