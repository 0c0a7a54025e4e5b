import { afterAll, beforeAll, expect, test } from 'vitest';
import { hit } from '../../server/src/http/rate-limit.ts';
import { type OpenDatabase, openDatabase } from '../../server/src/platform/database.ts';
import { openTestInstance, type TestInstance } from '../support/instance.ts';
import { listStatements } from '../support/list-statements.ts';

const LIMIT = 60;
const SIZE = 3;

let instance: TestInstance;
let processes: OpenDatabase[];
beforeAll(async () => {
  instance = await openTestInstance({ env: { PARAPH_RATES: `signingAnswers=${LIMIT}/60` } });
  const { connectionString } = instance;
  processes = [1, 2].map(() => openDatabase({ connectionString }, { connectionsMax: 2 }));
});
afterAll(async () => {
  for (const each of processes) await each.close();
  await instance.close();
});

const hitIn = (at: number, who: string) => {
  const database = processes[at]?.database ?? instance.deps.database;
  return hit({ ...instance.deps, database }, 'signingAnswers', who);
};

test('processes together never exceed a limit whose hits they count in blocks', async () => {
  const granted: number[] = [];
  const isReached = [false, false];
  for (let time = 0; time < 2 * LIMIT; time += 1) {
    const at = time % 3 === 0 ? 1 : 0;
    // Side by side, as requests are.
    const states = await Promise.all([hitIn(at, 'both'), hitIn(at, 'both')]);
    for (const state of states) {
      if (state.isReached) isReached[at] = true;
      else granted.push(state.remaining);
    }
  }
  expect(isReached).toEqual([true, true]);
  // Each of the hits was granted once: no number was given twice, and none was lost.
  expect(granted.sort((a, b) => a - b)).toEqual(Array.from({ length: LIMIT }, (_each, at) => at));
});

test('a hit of a counted block asks the database nothing, until its window is over', async () => {
  const statementsOf = async () => (await listStatements(() => hitIn(0, 'alone'))).length;
  const asked: number[] = [];
  for (let time = 0; time < SIZE + 1; time += 1) asked.push(await statementsOf());
  expect(asked).toEqual([1, 0, 0, 1]);
  instance.advance(60);
  expect(await hitIn(0, 'alone')).toMatchObject({ remaining: LIMIT - 1, resetSeconds: 60 });
});

test('what a process has counted and not used is lost with it, and no more', async () => {
  await hitIn(0, 'lost');
  await processes.shift()?.close();
  const { remaining } = await hitIn(0, 'lost');
  expect(remaining).toBe(LIMIT - SIZE - 1);
});

test('a burst of hits is granted as far as the limit goes, though none has counted a block before', async () => {
  const states = await Promise.all(Array.from({ length: LIMIT - SIZE }, () => hitIn(1, 'burst')));
  expect(states.filter(({ isReached }) => isReached)).toEqual([]);
  const found = await Promise.all(Array.from({ length: SIZE + 1 }, () => hitIn(1, 'burst')));
  expect(found.filter(({ isReached }) => isReached)).toHaveLength(1);
});
