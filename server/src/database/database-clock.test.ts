import { expect, test } from 'vitest';
import { describeSkew, measureSkew, openDatabaseClock, skewSeconds } from './database-clock.ts';

/** A database whose clock is `aheadMs` ahead of ours, and takes so long for the way there and back. */
function openWorld() {
  const world = { ms: 5_000, aheadMs: 1_000_000, thereMs: 3, backMs: 7 };
  const readMs = async () => {
    world.ms += world.thereMs;
    const answer = world.ms + world.aheadMs;
    world.ms += world.backMs;
    return answer;
  };
  return { world, readMs, monotonicMs: () => world.ms };
}

test('the clock is the database’s, never ahead of it, and later by its own steps', async () => {
  const { world, readMs, monotonicMs } = openWorld();
  const clock = await openDatabaseClock(readMs, monotonicMs);
  const behind = () => world.ms + world.aheadMs - clock.now().getTime();
  expect(behind()).toBe(7);
  world.ms += 90_000;
  expect(behind()).toBe(7);
  // A slow answer proves nothing against it, a fast one brings it closer.
  Object.assign(world, { backMs: 400 });
  await clock.compare();
  expect(behind()).toBe(7);
  Object.assign(world, { backMs: 1 });
  await clock.compare();
  expect(behind()).toBe(1);
});

test('the clock follows a database whose clock is set, in both directions', async () => {
  const { world, readMs, monotonicMs } = openWorld();
  const clock = await openDatabaseClock(readMs, monotonicMs);
  for (const aheadMs of [1_500_000, 400_000]) {
    world.aheadMs = aheadMs;
    await clock.compare();
    expect(Math.abs(world.ms + aheadMs - clock.now().getTime())).toBeLessThanOrEqual(10);
  }
});

test('the skew of a machine leaves out the way of the answer, and is named beyond a minute', async () => {
  expect(skewSeconds({ before: 1_000, after: 9_000 }, 5_000)).toBe(0);
  expect(skewSeconds({ before: 1_000, after: 9_000 }, 10_000)).toBe(-1);
  expect(skewSeconds({ before: 11_000, after: 19_000 }, 10_000)).toBe(1);
  const machine = { now: () => new Date(100_000_000) };
  expect(await measureSkew(machine, async () => 100_000_000 - 26 * 3_600_000)).toBe(26 * 3_600);
  expect([60, -60, 0].map(describeSkew)).toEqual([null, null, null]);
  expect(describeSkew(26 * 3_600 + 120)).toContain('26 h 2 min ahead of that of the database');
  expect(describeSkew(-61)).toContain('1 min behind that of the database');
});
