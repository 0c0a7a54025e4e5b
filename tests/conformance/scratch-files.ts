import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect } from 'vitest';
import { extractSignatures, opensslVerdict, run } from './pdf-validators.ts';

/** A page as it was drawn: a byte of each pixel in gray, three in colour. */
export interface Drawing {
  readonly width: number;
  readonly height: number;
  readonly pixels: Buffer;
}

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
  /** Page 1 as MuPDF or Poppler draws it. */
  const drawPage = (
    path: string,
    program: 'mutool' | 'pdftoppm',
    { dpi = 72, isGray = false } = {},
  ): Drawing => {
    const out = at(`page.${isGray ? 'pgm' : 'ppm'}`);
    const args = {
      mutool: ['draw', ...(isGray ? ['-c', 'gray'] : []), '-r', `${dpi}`, '-o', out, path, '1'],
      pdftoppm: ['-cropbox', ...(isGray ? ['-gray'] : []), '-r', `${dpi}`, '-singlefile', path, at('page')],
    };
    succeed(program, ...args[program]);
    const bytes = readFileSync(out);
    const [head = '', width, height] =
      /^P[56]\s(\d+)\s(\d+)\s255\s/.exec(bytes.toString('latin1', 0, 40)) ?? [];
    return { width: Number(width), height: Number(height), pixels: bytes.subarray(head.length) };
  };
  return { folder, at, write, expectValid, drawPage };
}

/** What a program says that ends well. */
export function succeed(program: string, ...args: string[]): string {
  const { status, text } = run(program, args);
  expect(status, `${program} ${args.join(' ')}: ${text}`).toBe(0);
  return text;
}

export const openssl = (...args: string[]): string => succeed('openssl', ...args);
