import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What the first page of a bundle says that its steps need. */
const TOOLS = [
  ...[
    'cat',
    'cmp',
    'cut',
    'grep',
    'head',
    'mkdir',
    'mv',
    'od',
    'openssl',
    'sed',
    'sha256sum',
    'tail',
    'tr',
    'wc',
  ],
];
const FIRST_PAGE = 'READ-ME-FIRST.html';

export interface PrintedStep {
  page: string;
  sentence: string;
  command: string;
  prints: string;
}

/** A bundle as a person unpacks it into a folder, with a terminal that has nothing but the tools that it names. */
export function unpackBundle(zip: Buffer, parent: string) {
  const folder = mkdtempSync(join(parent, 'bundle-'));
  const tools = mkdtempSync(join(parent, 'tools-'));
  writeFileSync(join(folder, '..', 'bundle.zip'), zip);
  execFileSync('unzip', ['-q', join(folder, '..', 'bundle.zip'), '-d', folder]);
  mkdirSync(tools, { recursive: true });
  for (const name of TOOLS) symlinkSync(whereIs(name), join(tools, name));
  const pages = [
    FIRST_PAGE,
    ...readdirSync(folder)
      .filter((name) => /^\d-.*\.html$/.test(name))
      .sort(),
  ];
  const steps = pages.flatMap((page) => printedSteps(page, readFileSync(join(folder, page), 'utf8')));
  /** Literally as it is printed. */
  const run = ({ command, prints }: PrintedStep): { passed: boolean; output: string } => {
    const { status, stdout, stderr } = spawnSync('/bin/sh', ['-c', command], {
      cwd: folder,
      env: { PATH: tools },
      encoding: 'utf8',
    });
    const output = stdout + stderr;
    return { passed: status === 0 && output.includes(prints), output };
  };
  return {
    folder,
    pages,
    steps,
    run,
    /** What does not pass, of some pages or of all. */
    failures: (ofPages: readonly string[] = pages) =>
      steps
        .filter(({ page }) => ofPages.includes(page))
        .flatMap((step) => {
          const { passed, output } = run(step);
          return passed ? [] : [{ ...step, output }];
        }),
    read: (name: string) => readFileSync(join(folder, name)),
    write: (name: string, bytes: Uint8Array) => writeFileSync(join(folder, name), bytes),
  };
}

function whereIs(name: string): string {
  return execFileSync('/bin/sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).trim();
}

const STEP =
  /<li><p>(.*?)<\/p>\n<pre dir="ltr"><code>(.*?)<\/code><\/pre>\n.*?<code class="printed">(.*?)<\/code>/gs;

function printedSteps(page: string, text: string): PrintedStep[] {
  return [...text.matchAll(STEP)].map(([, sentence = '', command = '', prints = '']) => ({
    page,
    sentence: textOf(sentence),
    command: textOf(command),
    prints: textOf(prints),
  }));
}

/** As a browser copies it. */
function textOf(markup: string): string {
  return markup
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');
}
