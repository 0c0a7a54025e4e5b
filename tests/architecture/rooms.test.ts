import { describe, expect, test } from 'vitest';
import { findFileCycles, listFiles, type Node, readText, resolveImport, visit } from './source-tree.ts';
import { filesIn, findProblems, product } from './sources.ts';

describe('rooms (ARCHITECTURE §2)', () => {
  const FLOORS = [
    ['files'],
    ['accounts', 'passkeys'],
    ['organization-record'],
    ['workspaces', 'oauth'],
    ['developers', 'tags', 'holds', 'second-factors', 'brands'],
    ['transparency-log'],
    ['audit'],
    ['revisions'],
    ['workflows'],
    ['templates', 'contacts', 'sending'],
    ['design', 'bulk'],
    ['authority'],
    ['identification', 'identity-providers'],
    ['trust-services', 'provisioning'],
    ['signing'],
    [
      'sealing',
      'evidence',
      'followers',
      'public-links',
      'organization-seals',
      'verification',
      'mail',
      'webhooks',
      'retention',
    ],
    ['personal-data', 'court-bundle', 'succession', 'exports'],
    ['destinations'],
    ['backups', 'instance-health', 'usage'],
    ['agents'],
    ['organization-moves'],
  ];
  const floorOf = (room: string) => FLOORS.findIndex((rooms) => rooms.includes(room));
  const roomOf = (path: string) => /^server\/src\/([a-z-]+)\/(?:[a-z]+\/)?[^/]+\.ts$/.exec(path)?.[1] ?? null;
  /** Everything that sends SQL of ours: the server, and the wings that own tables. */
  const senders = ['sandbox', 'server', 'operator'].flatMap(filesIn);
  const ownerOf = (path: string) => roomOf(path) ?? path.split('/')[0];
  const rooms = filesIn('server').filter(({ path }) => floorOf(roomOf(path) ?? '') >= 0);

  test('import lower rooms only, and of those neither store, routes nor view', () => {
    const bad = findProblems(rooms, function* ({ path, imports }) {
      const room = roomOf(path) ?? '';
      for (const specifier of imports) {
        const target = resolveImport(path, specifier);
        const other = target && roomOf(target);
        if (!target || !other || other === room || floorOf(other) < 0) continue;
        const isBeside = floorOf(other) === floorOf(room) && !['mail', 'webhooks', 'oauth'].includes(other);
        if (floorOf(other) > floorOf(room) || (floorOf(other) === floorOf(room) && !isBeside)) {
          yield `imports ${target}, which is not lower`;
        }
        if (/-(store|routes|view|pages)\.ts$/.test(target))
          yield `imports ${target}, which is private to its room`;
      }
    });
    expect(bad).toEqual([]);
  });

  test('are asked by the operator for what they export: neither store, routes nor view', () => {
    const bad = findProblems(filesIn('operator'), function* ({ path, imports }) {
      for (const target of imports.flatMap((specifier) => resolveImport(path, specifier) ?? []))
        if (roomOf(target) !== null && /-(store|routes|view|pages)\.ts$/.test(target))
          yield `imports ${target}`;
    });
    expect(bad).toEqual([]);
  });

  test('name in their README the tables that their migration makes, and no others as their own', () => {
    const owners = tableOwners();
    const bad = [...new Set(owners.values())].flatMap((room) => {
      const [readme = ''] = listFiles(new RegExp(`^(server/src/)?${room}/README\\.md$`)).map(readText);
      const [paragraph = ''] = /\bOwns .*(\n.+)*/.exec(readme) ?? [];
      const named = new Set([...paragraph.matchAll(/`([a-z_]+)`/g)].map(([, word = '']) => word));
      const [owned = ''] = /^[^:.]*/.exec(paragraph) ?? [];
      const missing = [...owners].filter(([table, owner]) => owner === room && !named.has(table));
      const foreign = [...owners].filter(
        ([table, owner]) => owner !== room && owned.includes(`\`${table}\``),
      );
      return [
        ...missing.map(([table]) => `${room} does not name ${table}`),
        ...foreign.map(([table]) => `${room} names ${table} as its own`),
      ];
    });
    expect(bad).toEqual([]);
  });

  test('change the status of a workflow in one statement, which the start and every act send', () => {
    const writers = findProblems(senders, function* ({ program }) {
      for (const name of statusWriters(program)) yield name;
    });
    expect(writers).toEqual(['server/src/workflows/store/workflow-store.ts: updateOf']);
  });

  test('own their tables: no other room’s SQL names them', () => {
    const owners = tableOwners();
    const bad = findProblems(senders, function* ({ path, program }) {
      const room = ownerOf(path);
      for (const table of tablesNamed(program)) {
        const owner = owners.get(table);
        if (owner !== undefined && owner !== room) yield `uses the table ${table}, which ${owner} owns`;
      }
    });
    expect(bad).toEqual([]);
  });

  test('keep SQL in their stores', () => {
    const backup = filesIn('operator').filter(({ path }) => path.startsWith('operator/src/backup/'));
    const bad = findProblems([...rooms, ...backup], function* ({ path, text }) {
      const isStore = /-store\.ts$/.test(path);
      if (!isStore && /\.(selectFrom|insertInto|updateTable|deleteFrom)\(|\bsql`/.test(text))
        yield 'holds SQL';
    });
    expect(bad).toEqual([]);
  });

  test('read stored bytes through the room files alone, which compares them with their hash', () => {
    const bad = findProblems(senders, function* ({ path, text }) {
      const isOpen = /^(server\/src\/files|operator\/src\/(commands|doctor))\//.test(path);
      if (!isOpen && /\bblobs\.(read|open|source)\b/.test(text)) yield 'reads a blob itself';
    });
    expect(bad).toEqual([]);
  });

  test('number each migration differently, because they run in the order of their names', () => {
    const numbers = listFiles(/^server\/migrations\/.*\.sql$/).map((path) => /\/(\d{4})-/.exec(path)?.[1]);
    expect(numbers).not.toContain(undefined);
    expect(new Set(numbers).size).toBe(numbers.length);
  });

  test('have no cycles of files', () => {
    expect(findFileCycles(product)).toEqual([]);
  });
});

/** From the migrations: "-- Room: accounts." precedes the tables that the room owns. */
function tableOwners(): Map<string, string> {
  const owners = new Map<string, string>();
  for (const path of listFiles(/^server\/migrations\/.*\.sql$/)) {
    let room = '';
    for (const line of readText(path).split('\n')) {
      room = /^-- Room: ([a-z-]+)\./.exec(line)?.[1] ?? room;
      const table = /^create (?:unlogged )?table (\w+)/.exec(line)?.[1];
      if (table) owners.set(table, room);
    }
  }
  return owners;
}

/** Functions that send a change of `workflows.status`: as SQL, or by the query builder with values that name it or hide it. */
function statusWriters(program: Node): Set<string> {
  const writers = new Set<string>();
  visit(program, (node, parents) => {
    if (!/\bupdate\s+workflows\s+set\b[^;]*\bstatus\s*=/i.test(textOf(node) ?? '') && !setsStatus(node))
      return;
    const inside = parents.findLast(({ type }) => type === 'FunctionDeclaration');
    writers.add(String((inside?.id as Node | undefined)?.name ?? 'the module'));
  });
  return writers;
}

/** `updateTable('workflows').set(…)` with a column `status`, or with values that are not written there. */
function setsStatus(node: Node): boolean {
  if (node.type !== 'CallExpression') return false;
  const { object, property } = node.callee as { object?: Node; property?: Node };
  const [table] = ((object?.arguments as Node[] | undefined) ?? []) as [Node?];
  const isUpdate = (object?.callee as Node | undefined)?.property as Node | undefined;
  if (property?.name !== 'set' || isUpdate?.name !== 'updateTable' || table?.value !== 'workflows')
    return false;
  const [values] = node.arguments as Node[];
  if (values?.type !== 'ObjectExpression') return true;
  return (values.properties as Node[]).some(
    (each) => each.type === 'SpreadElement' || (each.key as Node).name === 'status',
  );
}

/**
 * Tables that are read or written: by a call of the query builder, or by SQL in any text. What is no table of ours is
 * left to the caller.
 */
function tablesNamed(program: Node): Set<string> {
  const tables = new Set<string>();
  visit(program, (node, parents) => {
    if (node.type === 'CallExpression') {
      const method = String(((node.callee as Node).property as Node | undefined)?.name ?? '');
      const [first] = node.arguments as Node[];
      if (BUILDERS.test(method) && typeof first?.value === 'string')
        tables.add(first.value.split(' ')[0] ?? '');
    }
    const text = textOf(node);
    // A part of a statement has no verb.
    const isPart = (parents.at(-1)?.tag as Node | undefined)?.name === 'sql';
    if (text !== null && (isPart || STATEMENT.test(text)))
      for (const [, table = ''] of text.matchAll(TABLE_IN_SQL)) tables.add(table);
  });
  return tables;
}

const BUILDERS =
  /^(selectFrom|insertInto|updateTable|deleteFrom|mergeInto|using|(inner|left|right|full|cross)Join)$/;
const STATEMENT = /\b(select|insert|update|delete|merge|truncate|copy|lock|alter|with)\b/i;
const TABLE_IN_SQL =
  /\b(?:from|join|into|update|using|table|truncate|copy|lock)\s+(?:only\s+)?"?([a-z_]+)"?/gi;

/** The text of a literal; of a template with a space for each expression. */
function textOf(node: Node): string | null {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : null;
  if (node.type !== 'TemplateLiteral') return null;
  return (node.quasis as Node[]).map(({ value }) => (value as { cooked: string }).cooked).join(' ');
}
