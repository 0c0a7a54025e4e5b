import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const ROUNDS = 3;
const PAUSE_MS = 50;

/**
 * What this process still needs: its heap and its buffers, after all that is unused is collected. A buffer is given
 * back only after the collection that found it, so there are several.
 */
export async function heldBytes(): Promise<number> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  for (let round = 0; round < ROUNDS; round += 1) {
    collect();
    await sleep(PAUSE_MS);
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
