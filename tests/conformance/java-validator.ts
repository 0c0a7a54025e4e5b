import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { findProgram, javaArchives } from '../../tools/programs.mjs';
import { run } from './pdf-validators.ts';

/** What PDFBox and Bouncy Castle say of one file. */
export interface JavaVerdict {
  /** "ok", or what is wrong. */
  readonly text: string;
  readonly signatures: number;
  readonly timestamps: number;
  readonly ocsps: number;
  readonly crls: number;
}

/** The Java validator, or why it cannot run here. */
export function findJavaValidator() {
  const java = findProgram('java');
  if (java === undefined) return 'no Java runtime here';
  const missing = javaArchives.filter((file) => !existsSync(file));
  if (missing.length > 0) return `without ${missing.join(', ')}`;
  if (!run(java, ['--list-modules']).text.includes('jdk.compiler')) return 'the Java here runs no source';
  const version = /version "([^"]+)"/.exec(run(java, ['-version']).text)?.[1] ?? '';
  // There is another one with its version beside `name.jar`.
  const files = readdirSync(dirname(javaArchives[0] ?? ''));
  const versionOf = (name: string): string =>
    files.map((file) => new RegExp(`^${name}-([\\d.]+)\\.jar$`).exec(file)?.[1] ?? '').join('');
  return {
    /** With their versions. */
    name: `PDFBox ${versionOf('pdfbox2')} and Bouncy Castle ${versionOf('bcprov')} on Java ${version}`,
    /** Verdicts in the order of the paths. */
    validate: (paths: readonly string[], roots: readonly string[]) => validate(java, paths, roots),
  };
}

async function validate(
  java: string,
  paths: readonly string[],
  roots: readonly string[],
): Promise<JavaVerdict[]> {
  const source = join(import.meta.dirname, 'PdfBoxValidator.java');
  // It runs for seconds: the second compiler and the parallel collector would cost more than they gain.
  const options = ['-Xmx600m', '-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC'];
  const child = spawn(java, [...options, '-cp', javaArchives.join(delimiter), source, ...roots]);
  const parts: [Buffer[], Buffer[]] = [[], []];
  child.stdout.on('data', (part: Buffer) => parts[0].push(part));
  child.stderr.on('data', (part: Buffer) => parts[1].push(part));
  child.stdin.end(paths.map((path) => `${path}\n`).join(''));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  const [said, complained] = parts.map((part) => Buffer.concat(part).toString());
  if (code !== 0) throw new Error(`The Java validator ended with ${code}: ${complained}`);
  return `${said}`
    .trimEnd()
    .split('\n')
    .map((line) => {
      const [, text = '', ...counts] = line.split('\t');
      const [signatures = 0, timestamps = 0, ocsps = 0, crls = 0] = counts.map(Number);
      return { text, signatures, timestamps, ocsps, crls };
    });
}
