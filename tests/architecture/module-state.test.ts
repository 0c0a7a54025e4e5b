import { expect, test } from 'vitest';
import type { Node, SourceFile } from './source-tree.ts';
import { filesIn, findProblems } from './sources.ts';

test('what a module remembers has a comment that says why, and what makes it stale', () => {
  const bad = findProblems(
    ['domain', 'contract', 'pades', 'storage', 'intake', 'sandbox', 'server', 'operator'].flatMap(filesIn),
    function* (file) {
      for (const { name, line } of stateOf(file))
        if (!isComment(file.lines[line - 1])) yield `line ${line + 1}: ${name} changes, and nothing says why`;
    },
  );
  expect(bad).toEqual([]);
});

/** Variables of the module, and its collections that begin empty. */
function stateOf({ program, text }: SourceFile): { name: string; line: number }[] {
  return (program.body as Node[]).flatMap((statement) => {
    const declared =
      statement.type === 'ExportNamedDeclaration' ? (statement.declaration as Node | null) : statement;
    if (declared?.type !== 'VariableDeclaration') return [];
    return (declared.declarations as Node[])
      .filter(({ init }) => declared.kind === 'let' || isEmptyCollection(init as Node | null))
      .map(({ id }) => ({
        name: String((id as Node).name),
        line: text.slice(0, statement.start).split('\n').length - 1,
      }));
  });
}

function isEmptyCollection(made: Node | null): boolean {
  if (made?.type === 'ArrayExpression') return (made.elements as Node[]).length === 0;
  if (made?.type !== 'NewExpression') return false;
  const isCollection = /^(Weak)?(Map|Set)$/.test(String((made.callee as Node).name));
  return isCollection && (made.arguments as Node[]).length === 0;
}

function isComment(line: string | undefined): boolean {
  return line !== undefined && /^(\/\/|\/\*\*| \*\/)/.test(line);
}
