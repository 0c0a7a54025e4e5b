import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { OPERATOR_COMMANDS } from '../../operator/src/operator-commands.ts';
import { projectDir } from '../../tools/runtime.mjs';

// What pages for operators print between fences. Whoever runs the blocks of a language fails for one that it does not know.

export interface PrintedBlock {
  /** From the root of the project. */
  page: string;
  /** The line of its opening fence. */
  at: number;
  language: string;
  /** As it is printed, without the indentation of a list. */
  text: string;
  /** Continued lines are one; what explains a line is no part of it. */
  lines: string[];
}

const FOLDERS = ['docs', 'docs/operations'];

export const printedTexts: ReadonlyMap<string, string> = new Map(
  await Promise.all(
    (await Promise.all(FOLDERS.map(listPages)))
      .flat()
      .map(async (page) => [page, await readFile(join(projectDir, page), 'utf8')] as const),
  ),
);

export const printedBlocks: readonly PrintedBlock[] = [...printedTexts].flatMap(([page, text]) =>
  [...text.matchAll(/^( *)```(\w*).*\n([\s\S]*?)^ *```/gm)].map(
    ({ index, 1: indent = '', 2: language = '', 3: body = '' }) => ({
      ...{ page, at: text.slice(0, index).split('\n').length, language },
      text: body.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
      lines: linesOf(body),
    }),
  ),
);

async function listPages(folder: string): Promise<string[]> {
  const names = await readdir(join(projectDir, folder));
  return names.filter((name) => name.endsWith('.md')).map((name) => `${folder}/${name}`);
}

function linesOf(body: string): string[] {
  return body
    .replaceAll(/ *\\\n\s*/g, ' ')
    .split('\n')
    .map((line) => line.replace(/\s+#\s.*$/, '').trim())
    .filter((line) => line !== '');
}

/** What a page prints in a language: its only block of that. */
export function printedBlock(page: string, language: string): string {
  const found = printedBlocks.filter((block) => block.page === page && block.language === language);
  if (found.length !== 1) throw new Error(`${page} has ${found.length} blocks of ${language}, and not one.`);
  return found[0]?.text ?? '';
}

/** Fails where others print a block of this language than those that a test runs. */
export function requireBlocks(language: string, pages: readonly string[]): void {
  const found = printedBlocks.filter((block) => block.language === language).map(({ page }) => page);
  const differs = JSON.stringify(found.toSorted()) !== JSON.stringify(pages.toSorted());
  if (differs)
    throw new Error(`Blocks of ${language} are in ${found.join(', ')}; ${pages.join(', ')} are run.`);
}

/** Fails for what is no command of ours, as a unit or a container is given it. */
export function requireCommand([program, file, verb, ...options]: readonly string[]): void {
  const command = OPERATOR_COMMANDS.find(({ name }) => name === verb);
  const isOurs = program?.split('/').pop() === 'node' && file === 'tools/paraph.mjs' && command !== undefined;
  const unknown = options.filter((each) => command?.options[each.replace(/^--/, '')] === undefined);
  if (!isOurs || unknown.length > 0)
    throw new Error(`${[program, file, verb, ...options].join(' ')}: no command.`);
}
