import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** What this process still needs: its heap and its buffers, after all that is unused is collected. */
export function heldBytes(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
