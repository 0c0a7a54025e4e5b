import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openTimeBudget } from './time-budget.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('a budget ends once, when it is spent', () => {
  const end = vi.fn();
  openTimeBudget(100, end);
  vi.advanceTimersByTime(99);
  expect(end).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1_000);
  expect(end).toHaveBeenCalledOnce();
});

test('what is granted while it runs comes on top', () => {
  const end = vi.fn();
  const budget = openTimeBudget(100, end);
  budget.extend(50);
  vi.advanceTimersByTime(120);
  budget.extend(30);
  vi.advanceTimersByTime(59);
  expect(end).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(end).toHaveBeenCalledOnce();
});

test('a budget that was closed never ends', () => {
  const end = vi.fn();
  const budget = openTimeBudget(100, end);
  vi.advanceTimersByTime(99);
  budget.close();
  vi.advanceTimersByTime(1_000);
  expect(end).not.toHaveBeenCalled();
});
