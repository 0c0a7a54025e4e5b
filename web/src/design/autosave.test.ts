import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createAutosave, type SaveStatus } from './autosave.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** A fake server that responds on demand. */
function setUp() {
  const calls: { value: string; done(): void; fail(): void }[] = [];
  const statuses: SaveStatus[] = [];
  const saver = createAutosave<string>({
    delayMs: 700,
    onStatus: (status) => statuses.push(status),
    save: (value) =>
      new Promise((resolve, reject) => {
        calls.push({ value, done: resolve, fail: () => reject(new Error('no')) });
      }),
  });
  const settle = () => vi.advanceTimersByTimeAsync(0);
  return { saver, calls, statuses, settle, sent: () => calls.map(({ value }) => value) };
}

test('saves once, a moment after the last change', async () => {
  const { saver, calls, statuses, settle, sent } = setUp();
  saver.change('a');
  await vi.advanceTimersByTimeAsync(600);
  saver.change('b');
  await vi.advanceTimersByTimeAsync(699);
  expect(sent()).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(sent()).toEqual(['b']);
  expect(saver.isSaved()).toBe(false);
  calls[0]?.done();
  await settle();
  expect(saver.isSaved()).toBe(true);
  expect(statuses).toEqual(['waiting', 'waiting', 'saving', 'saved']);
});

test('keeps what could not be saved, and sends it with the next try', async () => {
  const { saver, calls, statuses, settle, sent } = setUp();
  saver.change('a');
  await vi.advanceTimersByTimeAsync(700);
  calls[0]?.fail();
  await settle();
  expect([statuses.at(-1), saver.isSaved()]).toEqual(['failed', false]);
  const flushed = saver.flush();
  await settle();
  expect(sent()).toEqual(['a', 'a']);
  calls[1]?.done();
  expect(await flushed).toBe(true);
});

test('a flush sends at once, waits for pending calls, and resolves to whether all is saved', async () => {
  const { saver, calls, settle, sent } = setUp();
  expect(await saver.flush()).toBe(true);
  saver.change('a');
  const first = saver.flush();
  await settle();
  expect(sent()).toEqual(['a']);
  // One at a time: what is changed meanwhile follows, also where its moment has passed.
  saver.change('b');
  await vi.advanceTimersByTimeAsync(700);
  expect(sent()).toEqual(['a']);
  const second = saver.flush();
  calls[0]?.done();
  await settle();
  expect(sent()).toEqual(['a', 'b']);
  calls[1]?.fail();
  expect([await first, await second]).toEqual([false, false]);
});
