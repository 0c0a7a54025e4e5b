import { mutations } from './mutations/index.ts';

/** Renders docs/mutations.md: each fault, and the tests that fail with it. */
export function describeMutations(): string {
  const rows = mutations.map(({ id, file, from, to, tests }) => {
    const change = `${code(from)} → ${to === '' ? 'nothing' : code(to)}`;
    return `| ${id} | \`${file}\` | ${change} | ${tests.map(code).join(', ')} |`;
  });
  return `${HEAD}\n${rows.join('\n')}\n`;
}

const HEAD = `<!-- Written by \`npm run generate\` from tools/mutations. -->

# Guards that tests hold

Each fault removes one guard. \`npm run mutate\` applies the faults one by one to a copy of the tree and runs the named test
files. It fails when no test fails, or when the text is no longer in the file. With ids as arguments it applies only those
faults. A new guard needs a fault here and a test that fails without the guard. The list is in \`tools/mutations/\`.

| Fault | File | Change | Test file that fails |
| --- | --- | --- | --- |`;

function code(text: string): string {
  const line = text.replaceAll(/\s*\n\s*/g, ' ').replaceAll('|', '\\|');
  return line.includes('`') ? `\`\` ${line} \`\`` : `\`${line}\``;
}
