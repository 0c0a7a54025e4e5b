import { execFileSync } from 'node:child_process';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findProgram } from '../programs.mjs';
import { projectDir } from '../runtime.mjs';

/** Output folder of the demo; ignored by git. */
export const RESULTS_DIR = join(projectDir, 'demo');

export async function keepSealed(bytes: Uint8Array): Promise<string> {
  await mkdir(RESULTS_DIR, { recursive: true });
  const path = join(RESULTS_DIR, 'sealed.pdf');
  // The picture of an earlier run would show its signatures.
  await rm(join(RESULTS_DIR, 'last-page.png'), { force: true });
  await writeFile(path, bytes);
  return path;
}

/** The verdict of pdfsig for every signature, one line each; or how to install it. */
export function checkSignatures(path: string): string[] {
  const pdfsig = findProgram('pdfsig');
  if (pdfsig === undefined) return [`To check the signatures with poppler's pdfsig: ${installHint()}`];
  const text = execFileSync(pdfsig, ['-nocert', path], { encoding: 'utf8', stdio: 'pipe' });
  return text
    .split(/^Signature #/m)
    .slice(1)
    .map((signature) => {
      const find = (label: string) => new RegExp(`- ${label}: (.*)`).exec(signature)?.[1]?.trim() ?? '?';
      const range = /Total document signed/.test(signature) ? 'covers the whole file' : 'covers its revision';
      const who = find('Signer Certificate Common Name');
      // Poppler does not support document timestamps; `openssl ts` and pades validate them.
      if (find('Signature Type') === 'unknown') return `document timestamp of ${who}: ${range}`;
      return `pdfsig: ${who}: ${find('Signature Validation')} ${range}`;
    });
}

/** Renders the page with the signatures; or how to install pdftoppm. */
export async function drawPage(path: string, page: number): Promise<string> {
  const pdftoppm = findProgram('pdftoppm');
  if (pdftoppm === undefined) return `for a picture of the last page: ${installHint()}`;
  const target = join(RESULTS_DIR, 'last-page');
  const args = [
    '-f',
    String(page),
    '-l',
    String(page),
    '-r',
    '110',
    '-png',
    '-singlefile',
    path,
    `${target}.new`,
  ];
  execFileSync(pdftoppm, args);
  await rename(`${target}.new.png`, `${target}.png`);
  return `${target}.png`;
}

function installHint(): string {
  return process.platform === 'darwin' ? 'brew install poppler' : 'apt-get install poppler-utils';
}
