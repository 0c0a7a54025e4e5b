import { afterEach, expect, it, vi } from 'vitest';
import { signOut } from './account-api.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('a browser whose storage says nothing signs out all the same', { timeout: 10_000 }, async () => {
  vi.useFakeTimers();
  vi.stubGlobal('indexedDB', { open: () => ({}) });
  const asked = vi.fn(async () => Response.json({ providerUrl: null }));
  vi.stubGlobal('fetch', asked);
  const left = signOut();
  await vi.runAllTimersAsync();
  expect(await left).toEqual({ providerUrl: null });
  expect(asked).toHaveBeenCalledOnce();
});
