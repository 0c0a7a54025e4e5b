import { expect, onTestFinished, test, vi } from 'vitest';
import { keepSweepingCopies } from './sweep-files.ts';

const TEN_MINUTES_MS = 600_000;

test('copies are swept every ten minutes, whatever fails, until the process stops', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const sweepCopies = vi.fn(async () => {});
  const warn = vi.fn();
  type CopyDeps = Parameters<typeof keepSweepingCopies>[0];
  const stop = keepSweepingCopies({ blobs: { sweepCopies }, log: { warn } } as unknown as CopyDeps);
  sweepCopies.mockRejectedValueOnce(new Error('no database'));
  await vi.advanceTimersByTimeAsync(TEN_MINUTES_MS);
  expect([sweepCopies.mock.calls.length, warn.mock.calls.length]).toEqual([1, 1]);
  await vi.advanceTimersByTimeAsync(TEN_MINUTES_MS);
  expect([sweepCopies.mock.calls.length, warn.mock.calls.length]).toEqual([2, 1]);
  await stop();
  await vi.advanceTimersByTimeAsync(TEN_MINUTES_MS);
  expect(sweepCopies).toHaveBeenCalledTimes(2);
});
