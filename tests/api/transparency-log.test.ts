import { createHash, createPrivateKey } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  checkLogProof,
  grownNodes,
  isConsistent,
  isIncluded,
  type LogCheckpoint,
  type LogProof,
  leafHash,
  packEntries,
  parseKeyText,
  parseRetainedCheckpoint,
  readCheckpoint,
  readTimestampToken,
  signCheckpoint,
  tilePath,
  tilesGained,
  treeRoot,
  unpackEntries,
} from '@paraph/pades';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compareLog } from '../../cli/src/compare-log.ts';
import type { LogFiles } from '../../cli/src/log-files.ts';
import { openDeps } from '../../server/src/app.ts';
import { timestampBytes } from '../../server/src/authority/timestamping.ts';
import type { Deps } from '../../server/src/deps.ts';
import { openLog } from '../../server/src/platform/observe/log.ts';
import { leafInsertion } from '../../server/src/transparency-log/api.ts';
import { integrateLeaves, publishCheckpoint } from '../../server/src/transparency-log/integrate-leaves.ts';
import { readInclusion } from '../../server/src/transparency-log/read-inclusion.ts';
import { openTestInstance } from '../support/instance.ts';
import { folderForThisTest, forThisFile } from '../support/instance-case.ts';
import { listStatements } from '../support/list-statements.ts';
import { runOwnCommandLine } from '../support/own-command-line.ts';

const instance = await forThisFile(openTestInstance());

const get = (url: string) => instance.inject({ method: 'GET', url });
const published: LogFiles = async (path) => {
  const answer = await get(`/log/${path}`);
  return answer.statusCode === 200 ? answer.rawPayload : null;
};
const readText = async (path: string) => Buffer.from((await published(path)) ?? []).toString();
const newest = async (): Promise<LogCheckpoint> =>
  readCheckpoint(await readText('checkpoint'), parseKeyText(await readText('key')));
const hashOf = (text: string) => createHash('sha256').update(text).digest();
const addSeal = (deps: Deps, name: string) =>
  deps.database
    .transaction()
    .execute((tx) => leafInsertion(tx, [{ kind: 'seal', hash: hashOf(name) }]).execute());

/** Other files of a log, as an operator could publish them who holds its key. */
async function forge(entries: readonly Uint8Array[]) {
  const pem = await instance.deps.vault.find('transparency-log.key');
  const { origin } = await newest();
  const nodes = grownNodes(0, new Uint8Array(), entries.map(leafHash));
  const root = await treeRoot(entries.length, nodes);
  const note = signCheckpoint({ origin, size: entries.length, root }, createPrivateKey(String(pem)));
  const byPath = new Map<string, Uint8Array>();
  for (const { level, index, hashes } of await tilesGained({ from: 0, to: entries.length }, nodes))
    byPath.set(tilePath(level, index, hashes.length / 32), hashes);
  for (let index = 0; index * 256 < entries.length; index += 1) {
    const own = entries.slice(index * 256, (index + 1) * 256);
    byPath.set(tilePath('entries', index, own.length), packEntries(own));
  }
  const key = await readText('key');
  byPath.set('key', Buffer.from(key)).set('checkpoint', Buffer.from(note));
  const files: LogFiles = async (path) => byPath.get(path) ?? null;
  return { byPath, files, checkpoint: readCheckpoint(note, parseKeyText(key)) };
}

/** `paraph verify-log` on a copy of a log in a folder, beside the checkpoint that was kept: what it says, and its exit code. */
async function runVerifyLog(byPath: ReadonlyMap<string, Uint8Array>, kept: string) {
  const folder = await folderForThisTest();
  for (const [path, bytes] of byPath) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), bytes);
  }
  const [checkpoint, keep] = [join(folder, 'kept.txt'), join(folder, 'next.txt')];
  await writeFile(checkpoint, kept);
  const ran = await runOwnCommandLine('verify-log', folder, '--checkpoint', checkpoint, '--keep', keep);
  return { ...ran, keptNext: await readFile(keep, 'utf8').catch(() => null) };
}

test('an empty log has a signed checkpoint, and no tile', async () => {
  expect(await newest()).toEqual({
    origin: 'localhost:3000/log',
    size: 0,
    root: createHash('sha256').digest(),
  });
  for (const path of [
    'tile/0/000.p/1',
    'tile/entries/000.p/1',
    'tile/0/000',
    'tile/9/000',
    'tile/x',
    'checkpoints/1',
  ])
    expect((await get(`/log/${path}`)).statusCode, path).toBe(404);
});

describe('two processes that add 500 leaves at once', () => {
  let other: Awaited<ReturnType<typeof openDeps>>;
  let kept: LogCheckpoint;
  let keptNote: string;
  let entries: Uint8Array[];

  beforeAll(async () => {
    const { config, clock } = instance.deps;
    const options = { connectionString: instance.connectionString };
    other = await openDeps(config, options, { clock, log: openLog('silent'), intake: instance.deps.intake });
    const both = [instance.deps, other.deps];
    // An instance that has moved to another address, and back.
    const moved = { config: { ...config, baseUrl: 'https://sign.example.org' } };
    for (let round = 0; round < 10; round += 1) {
      const work = both.flatMap((deps, process) => [
        ...Array.from({ length: 25 }, (_each, index) => addSeal(deps, `${round} ${process} ${index}`)),
        integrateLeaves(round === 7 ? { ...deps, ...moved } : deps),
      ]);
      await Promise.all(work);
      if (round === 7) await integrateLeaves({ ...instance.deps, ...moved });
      // As it is after an upgrade, and where an earlier version still adds leaves.
      const stale = round === 2 ? null : hashOf('of another tree');
      if (round % 4 === 2)
        await instance.deps.pool.query('update transparency_state set frontier = $1', [stale]);
      if (round === 5) [kept, keptNote] = [await newest(), await readText('checkpoint')];
      instance.advance(60);
    }
    await Promise.all(both.map(integrateLeaves));
    const parts = await Promise.all([published('tile/entries/000'), published('tile/entries/001.p/244')]);
    entries = parts.flatMap((part) => unpackEntries(part ?? new Uint8Array()));
  }, 60_000);
  afterAll(() => other.close());

  test('make one log, in which each leaf has its place once', async () => {
    const checkpoint = await newest();
    expect(checkpoint.size).toBe(500);
    const hashes = entries.map((entry) => Buffer.from(entry).toString().trim().split(' ')[2]);
    const wanted = Array.from({ length: 500 }, (_each, index) =>
      hashOf(`${Math.floor(index / 50)} ${Math.floor(index / 25) % 2} ${index % 25}`).toString('hex'),
    );
    expect([...hashes].sort()).toEqual(wanted.sort());
    expect(await compareLog(published, checkpoint, [kept])).toEqual([]);
    const { rows } = await instance.deps.pool.query('select count(*)::int as n from transparency_pending');
    expect(rows).toEqual([{ n: 0 }]);
  });

  test('prove every leaf to those who know the key alone', async () => {
    const found = await readInclusion(instance.deps, hashOf('3 1 7'));
    const { size, root } = readCheckpoint(found?.checkpoint ?? '', parseKeyText(await readText('key')));
    const proof = (found?.proof ?? []).map((each) => Buffer.from(each, 'base64'));
    const leaf = leafHash(Buffer.from(found?.entry ?? ''));
    expect(found?.entry).toContain(hashOf('3 1 7').toString('hex'));
    expect(isIncluded({ index: found?.index ?? -1, size, leaf, proof, root })).toBe(true);
    expect(await readInclusion(instance.deps, hashOf('never sealed'))).toBeNull();
  });

  test.each([
    ['replaced', (all: Uint8Array[]) => all.with(3, Buffer.from(`${lineOf(all, 3)}${'ab'.repeat(32)}\n`))],
    ['missing', (all: Uint8Array[]) => all.toSpliced(3, 1)],
    ['moved', (all: Uint8Array[]) => all.with(3, entryAt(all, 4)).with(4, entryAt(all, 3))],
    [
      'dated back',
      (all: Uint8Array[]) => all.toSpliced(3, 0, Buffer.from(`${lineOf(all, 3)}${'cd'.repeat(32)}\n`)),
    ],
  ])('a leaf that was %s is found against a kept checkpoint', async (_how, change) => {
    expect(kept.size).toBeGreaterThan(10);
    const { byPath, files, checkpoint } = await forge(change(entries));
    // By itself the forged log is faultless.
    expect(await compareLog(files, checkpoint, [])).toEqual([]);
    expect((await compareLog(files, checkpoint, [kept])).map(({ kind }) => kind)).toEqual(['changed']);
    const { code, text, keptNext } = await runVerifyLog(byPath, keptNote);
    expect(code).toBe(6);
    const sentence =
      'leaves are not those of the checkpoint of this size: one was replaced, removed, added or moved';
    expect(text).toContain(`The first ${kept.size} ${sentence}.`);
    expect(keptNext).toBeNull();
  });

  test('a log that only grew passes, and its newest checkpoint is kept', async () => {
    const { byPath } = await forge(entries);
    const { code, text, keptNext } = await runVerifyLog(byPath, keptNote);
    expect(text).toMatch(/500 leaves, root \S+, compared with one kept checkpoint\.\nThe log only grew\.\n$/);
    expect([code, keptNext]).toEqual([0, Buffer.from(byPath.get('checkpoint') ?? []).toString()]);
  });

  test('a leaf at the end that says an earlier time is found without one', async () => {
    const late = Buffer.from(`${lineOf(entries, 3)}${'cd'.repeat(32)}\n`);
    const { byPath, files, checkpoint } = await forge([...entries, late]);
    expect((await compareLog(files, checkpoint, [])).map(({ kind }) => kind)).toEqual(['order']);
    const { code, text } = await runVerifyLog(byPath, keptNote);
    expect(code).toBe(6);
    expect(text).toMatch(/Leaf 500 says \S+, which is before its predecessor: it is dated back\./);
    expect(text).not.toContain('The first');
  });

  test('prove a leaf at the size of any checkpoint that was kept, and answer nothing else', async () => {
    const hash = hashOf('0 1 7').toString('hex');
    const { size, origin, root } = kept;
    const answer = await get(`/log/proof/${hash}/${size}`);
    const line = `${origin} · ${size} · ${Buffer.from(root).toString('base64')}`;
    const about = { key: parseKeyText(await readText('key')), retained: parseRetainedCheckpoint(line) };
    const said = checkLogProof(answer.json() as LogProof, about);
    expect(said).toMatchObject({
      isIncluded: true,
      isSigned: true,
      sha256: hash,
      retained: { outcome: 'same' },
    });
    const late = hashOf('9 1 24').toString('hex');
    for (const path of [
      `${hash}/501`,
      `${late}/${size}`,
      `${'0'.repeat(64)}/500`,
      `${hash}/x`,
      `${hash.slice(1)}/500`,
    ])
      expect((await get(`/log/proof/${path}`)).statusCode, path).toBe(404);
  });

  test('a log that was cut, or lost a file, is found', async () => {
    const cut = await forge(entries.slice(0, kept.size - 1));
    expect(await compareLog(cut.files, cut.checkpoint, [kept])).toMatchObject([{ kind: 'missing' }]);
    const { files, checkpoint } = await forge(entries);
    const without =
      (lost: string): LogFiles =>
      async (path) =>
        path === lost ? null : files(path);
    for (const lost of ['tile/0/000', 'tile/1/000.p/1', 'tile/entries/000'])
      expect((await compareLog(without(lost), checkpoint, [kept]))[0], lost).toMatchObject({
        kind: 'missing',
      });
  });

  test('once an hour the newest checkpoint gets a timestamp, and only if leaves were added', async () => {
    const deps = {
      ...instance.deps,
      timestampBytes: (bytes: Uint8Array) => timestampBytes(instance.deps, bytes),
    };
    await publishCheckpoint(deps);
    await publishCheckpoint(deps);
    await addSeal(instance.deps, 'one more');
    await publishCheckpoint(deps);
    expect(await readText('checkpoints')).toBe('501\n500\n');
    const note = await readText('checkpoints/500');
    const token = readTimestampToken((await published('checkpoints/500.tst')) ?? new Uint8Array());
    expect(Buffer.from(token.digest)).toEqual(hashOf(note));
    const [earlier, later] = await Promise.all(
      ['500', '501'].map(async (size) =>
        readCheckpoint(await readText(`checkpoints/${size}`), parseKeyText(await readText('key'))),
      ),
    );
    if (!earlier || !later) throw new Error('A checkpoint is missing.');
    expect(isConsistent({ earlier, later, proof: [] })).toBe(false);
    expect(await compareLog(published, later, [earlier, kept])).toEqual([]);
  });
});

function entryAt(all: readonly Uint8Array[], index: number): Uint8Array {
  return all[index] ?? new Uint8Array();
}

/** Kind and time of a leaf, for another in its place. */
function lineOf(all: readonly Uint8Array[], index: number): string {
  const [kind, time] = Buffer.from(entryAt(all, index)).toString().split(' ');
  return `${kind} ${time} `;
}

test('a machine whose clock is behind gives its leaves no earlier time than the last one', async () => {
  await addSeal(instance.deps, 'on time');
  await integrateLeaves(instance.deps);
  await addSeal(instance.deps, 'of a clock that is behind');
  const behind = new Date(instance.deps.clock.now().getTime() - 3_600_000);
  await integrateLeaves({ ...instance.deps, clock: { ...instance.deps.clock, now: () => behind } });
  const checkpoint = await newest();
  expect(await compareLog(published, checkpoint, [])).toEqual([]);
  const [before, last] = await Promise.all(
    ['on time', 'of a clock that is behind'].map((name) => readInclusion(instance.deps, hashOf(name))),
  );
  expect(last?.index).toBe(checkpoint.size - 1);
  expect(last?.entry.split(' ')[1]).toBe(before?.entry.split(' ')[1]);
});

test('a leaf gets its place and its checkpoint with three round trips', async () => {
  await addSeal(instance.deps, 'one before');
  await integrateLeaves(instance.deps);
  await addSeal(instance.deps, 'one more');
  const { size } = await newest();
  const statements = await listStatements(() => integrateLeaves(instance.deps));
  expect((await newest()).size).toBe(size + 1);
  expect(statements, statements.join('\n')).toHaveLength(3);
});

test('a leaf is proved as soon as its seal is stored', async () => {
  const { size } = await newest();
  await addSeal(instance.deps, 'sealed just now');
  expect(await readInclusion(instance.deps, hashOf('sealed just now'))).toMatchObject({ index: size });
});
