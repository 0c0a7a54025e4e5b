import { expect, test } from 'vitest';
import { createDrawQueue } from './draw-queue.ts';

function stage() {
  const queue = createDrawQueue();
  const started: string[] = [];
  const ends = new Map<string, { end: () => void; fail: () => void }>();
  const add = (name: string, distance: number | (() => number)) =>
    queue.add({
      distance: typeof distance === 'number' ? () => distance : distance,
      start: () => {
        started.push(name);
        const { promise, resolve, reject } = Promise.withResolvers<void>();
        ends.set(name, { end: resolve, fail: () => reject(new Error('no bytes')) });
        return promise;
      },
    });
  const settled = async () => {
    // Of the queue's own steps none takes more than a few of these.
    for (let step = 0; step < 10; step += 1) await Promise.resolve();
    return started.join(' ');
  };
  return { add, ends, settled };
}

test('the page that is seen is drawn alone, then the others by their distance', async () => {
  const { add, ends, settled } = stage();
  add('far', 900);
  add('seen', 0);
  add('near', 100);
  expect(await settled()).toBe('seen');
  ends.get('seen')?.end();
  expect(await settled()).toBe('seen near');
  ends.get('near')?.fail();
  expect(await settled()).toBe('seen near far');
});

test('a page that comes into view does not wait for one that is out of it', async () => {
  const { add, settled } = stage();
  let first = 0;
  add('first', () => first);
  add('beside', 0);
  expect(await settled()).toBe('first');
  first = 500;
  add('reached', 0);
  add('next', 300);
  expect(await settled()).toBe('first beside');
});

test('a cancelled page leaves its turn to the next, and never starts once it waits no more', async () => {
  const { add, settled } = stage();
  const cancelFirst = add('first', 0);
  const cancelSecond = add('second', 100);
  add('third', 200);
  expect(await settled()).toBe('first');
  cancelSecond();
  cancelFirst();
  expect(await settled()).toBe('first third');
});
