import { mutations } from './mutations/index.ts';

/** docs/mutations.md: the guards that were taken out one by one, and the tests that notice. */
export function describeMutations(): string {
  const rows = mutations.map(({ id, file, from, to, tests }) => {
    const change = `${code(from)} → ${to === '' ? 'nothing' : code(to)}`;
    return `| ${id} | \`${file}\` | ${change} | ${tests.map(code).join(', ')} |`;
  });
  return `${HEAD}\n${rows.join('\n')}\n`;
}

const HEAD = `<!-- Written by \`npm run generate\` from tools/mutations. -->

# Guards that tests hold

Each row takes one guard out of the code. \`npm run mutate\` applies them one by one to a copy of the tree, runs the named test
files, and fails when none of their tests fails, or when the text is no longer in the file; with ids as arguments it tries
those alone. A new guard gets a row and a test that fails without it.

| Fault | File | Change | Test file that fails |
| --- | --- | --- | --- |`;

function code(text: string): string {
  const line = text.replaceAll(/\s*\n\s*/g, ' ').replaceAll('|', '\\|');
  return line.includes('`') ? `\`\` ${line} \`\`` : `\`${line}\``;
}
