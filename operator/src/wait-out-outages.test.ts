import { Fault } from '@paraph/domain';
import { StorageFault } from '@paraph/storage';
import { expect, test } from 'vitest';
import { waitOutOutages } from './wait-out-outages.ts';

const away = () => Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' });

/** Time that goes by in pauses, and as long as each try takes. */
function openScene() {
  const printed: string[] = [];
  const scene = { ms: 0, printed };
  const waiting = {
    what: 'the backup',
    print: (text: string) => void printed.push(text),
    monotonicMs: () => scene.ms,
    pause: async (ms: number) => {
      scene.ms += ms;
    },
  };
  return { scene, waiting };
}

test('work begins anew until the database and the storage are back, and says once what it waits for', async () => {
  const { scene, waiting } = openScene();
  const outcomes = [away(), away(), new StorageFault('The store is away.'), null];
  const done = waitOutOutages(async () => {
    const error = outcomes.shift();
    if (error) throw error;
    return 'whole';
  }, waiting);
  expect(await done).toBe('whole');
  expect(scene.ms).toBe(3_000);
  expect(scene.printed).toEqual([
    expect.stringContaining('The database cannot be used: connect ECONNREFUSED'),
    expect.stringContaining('ten minutes at most; the backup then begins anew'),
  ]);
});

test('it waits for ten minutes, and again ten where another outage comes later', async () => {
  const { scene, waiting } = openScene();
  let tries = 0;
  const failing = waitOutOutages(async () => {
    tries += 1;
    // The second one runs for an hour before the database goes away again.
    if (tries === 2) scene.ms += 3_600_000;
    throw away();
  }, waiting);
  await expect(failing).rejects.toThrow('ECONNREFUSED');
  expect(scene.ms).toBe(1_000 + 3_600_000 + 600_000);
  expect(scene.printed).toHaveLength(4);
});

test('what failed otherwise is not repeated, but where the lock of what was cut off is left', async () => {
  const { waiting } = openScene();
  const running = new Fault('Another backup of this instance is running.', { retryable: true });
  await expect(waitOutOutages(() => Promise.reject(running), waiting)).rejects.toThrow('Another backup');
  const outcomes: (Error | null)[] = [away(), running, null];
  const done = waitOutOutages(async () => {
    const error = outcomes.shift();
    if (error) throw error;
    return 'whole';
  }, waiting);
  expect(await done).toBe('whole');
  const mistake = new Fault('The place is of another instance.', { retryable: false });
  await expect(waitOutOutages(() => Promise.reject(mistake), waiting)).rejects.toThrow('another instance');
});
