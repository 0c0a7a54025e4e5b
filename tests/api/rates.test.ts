import { expect, test } from 'vitest';
import { openDatabase } from '../../server/src/database/database.ts';
import { clearHits, hit, type RateState } from '../../server/src/http/rate-limit.ts';
import { openTestInstance } from '../support/instance.ts';
import { forThisFile } from '../support/instance-case.ts';
import { listStatements } from '../support/list-statements.ts';

const LIMIT = 60;

const env = { PARAPH_RATES: `signingAnswers=${LIMIT}/60` };
const instance = await forThisFile(openTestInstance({ env }));
const openProcess = () => forThisFile(openDatabase(instance, { connectionsMax: 4 }));
const processes = [await openProcess(), await openProcess()];

const depsOf = (at: number) => ({
  ...instance.deps,
  database: processes[at]?.database ?? instance.deps.database,
});
const hitIn = (at: number, who: string) => hit(depsOf(at), 'signingAnswers', who);

test('processes grant each hit of a limit once, side by side, and no other one', async () => {
  const states = await Promise.all(Array.from({ length: 2 * LIMIT }, (_each, at) => hitIn(at % 2, 'both')));
  const granted = states.filter(({ isReached }) => !isReached).map(({ remaining }) => remaining);
  expect(granted.sort((a, b) => a - b)).toEqual(Array.from({ length: LIMIT }, (_each, at) => at));
});

test('a process counts on from what another has counted just now, by one statement a hit', async () => {
  const remaining: number[] = [];
  const statements = await listStatements(async () => {
    for (const at of [0, 1, 1, 0]) remaining.push((await hitIn(at, 'in turn')).remaining);
  });
  expect(remaining).toEqual([1, 2, 3, 4].map((hits) => LIMIT - hits));
  expect(statements).toHaveLength(4);
});

test('a window ends its seconds after its first hit, whatever was counted since', async () => {
  const states: RateState[] = [];
  for (const pause of [0, 59, 1, 59]) {
    instance.advance(pause);
    states.push(await hitIn(0, 'windows'));
  }
  expect(states.map(({ remaining, resetSeconds }) => [LIMIT - remaining, resetSeconds])).toEqual([
    [1, 60],
    [2, 1],
    [1, 60],
    [2, 1],
  ]);
});

test('windows are ended for a key and those below it, and for no other one', async () => {
  for (const who of ['ann', 'ann:phone', 'anna']) await hitIn(0, who);
  await clearHits(depsOf(1), 'signingAnswers', 'ann');
  const used: number[] = [];
  for (const who of ['ann', 'ann:phone', 'anna']) used.push(LIMIT - (await hitIn(0, who)).remaining);
  expect(used).toEqual([1, 1, 2]);
});
