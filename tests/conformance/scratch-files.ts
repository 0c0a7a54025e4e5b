import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect } from 'vitest';
import { extractSignatures, opensslVerdict, run } from './pdf-validators.ts';

/** A folder in which other programs find the files of a test, removed after the tests of the file. */
export function scratchFiles() {
  const folder = mkdtempSync(join(tmpdir(), 'paraph-conformance-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const at = (name: string): string => join(folder, name);
  const write = (name: string, bytes: string | Uint8Array): string => {
    writeFileSync(at(name), bytes);
    return at(name);
  };
  /** The first signature is valid for OpenSSL, under this root, and for Poppler. */
  const expectValid = (file: Buffer, root: Uint8Array): void => {
    const [signature] = extractSignatures(file);
    const verdict = signature && opensslVerdict(folder, signature, root);
    expect(verdict?.status, verdict?.text).toBe(0);
    expect(run('pdfsig', [write('signed.pdf', file)]).text).toContain('Signature is Valid');
  };
  return { folder, at, write, expectValid };
}

/** What a program says that ends well. */
export function succeed(program: string, ...args: string[]): string {
  const { status, text } = run(program, args);
  expect(status, `${program} ${args.join(' ')}: ${text}`).toBe(0);
  return text;
}

export const openssl = (...args: string[]): string => succeed('openssl', ...args);
