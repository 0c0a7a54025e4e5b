import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What the first page of a bundle says that its steps need. */
const TOOLS = 'cat cmp cut grep head mkdir mv od openssl sed sha256sum tail tr wc';
const FIRST_PAGE = 'READ-ME-FIRST.html';

/** Each command in a shell of its own, until one fails: to fork a worker of the tests takes longer than most do. */
const RUN_EACH = `out=$1; shift; at=0
  for command; do /bin/sh -c "$command" >"$out/$at" 2>&1 || exit; at=$((at + 1)); done`;

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
  // Each tool by its place on this machine.
  const unpack = `set -e; unzip -q ../bundle.zip; for tool in ${TOOLS}; do ln -s "$(command -v $tool)" "${tools}"; done`;
  execFileSync('/bin/sh', ['-c', unpack], { cwd: folder });
  const pages = [
    FIRST_PAGE,
    ...readdirSync(folder)
      .filter((name) => /^\d-.*\.html$/.test(name))
      .sort(),
  ];
  const steps = pages.flatMap((page) => printedSteps(page, readFileSync(join(folder, page), 'utf8')));
  /** Literally as they are printed; answers the first that does not pass. */
  const failureOf = (ofSteps: readonly PrintedStep[]) => {
    const out = mkdtempSync(join(parent, 'printed-'));
    const args = ['-c', RUN_EACH, 'sh', out, ...ofSteps.map(({ command }) => command)];
    const { status } = spawnSync('/bin/sh', args, { cwd: folder, env: { PATH: tools } });
    const outputs = readdirSync(out).map((_name, at) => readFileSync(join(out, `${at}`), 'utf8'));
    const odd = outputs.findIndex((output, at) => !output.includes(ofSteps[at]?.prints ?? ''));
    const at = odd < 0 && status !== 0 ? outputs.length - 1 : odd;
    return at < 0 ? [] : [{ ...ofSteps[at], output: outputs[at] }];
  };
  return {
    folder,
    pages,
    steps,
    /** What does not pass first, of some pages or of all, and of the commands with a word or of all. */
    failures: (ofPages: readonly string[] = pages, word = '') =>
      failureOf(steps.filter(({ page, command }) => ofPages.includes(page) && command.includes(word))),
    read: (name: string) => readFileSync(join(folder, name)),
    write: (name: string, bytes: Uint8Array) => writeFileSync(join(folder, name), bytes),
  };
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
