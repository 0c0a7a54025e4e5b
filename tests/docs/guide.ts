import { readFile } from 'node:fs/promises';

export interface CodeBlock {
  language: string;
  /** What is for the reader to fill in, and is set by the test instead. */
  isSetup: boolean;
  text: string;
}

export interface Guide {
  markdown: string;
  blocks: readonly CodeBlock[];
  /** All shell of the page in its order, with what happens elsewhere in between. */
  script: string;
}

const guidesDir = new URL('../../docs/guides/', import.meta.url);

/** A page of the guides, or another by its path from them. `<!-- run: … -->` marks a step in a browser, or a check of the result. */
export async function readGuide(name: string): Promise<Guide> {
  const markdown = await readFile(new URL(`${name}.md`, guidesDir), 'utf8');
  const pieces = [...markdown.matchAll(/```(\w+)( setup)?\n([\s\S]*?)```|<!-- run: (.*?) -->/g)];
  const blocks: CodeBlock[] = [];
  const script: string[] = [];
  for (const [, language, setup, text = '', act] of pieces) {
    if (act !== undefined) script.push(act);
    else blocks.push({ language: language ?? '', isSetup: setup !== undefined, text });
    if (language === 'sh' && setup === undefined) script.push(text);
  }
  return { markdown, blocks, script: script.join('\n') };
}

/** The one block of a language on a page. */
export function blockOf({ blocks }: Guide, language: string): string {
  const found = blocks.filter((block) => block.language === language && !block.isSetup);
  if (found.length !== 1) throw new Error(`There are ${found.length} blocks of ${language}, not one.`);
  return found[0]?.text ?? '';
}
