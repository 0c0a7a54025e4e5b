import { mkdir } from 'node:fs/promises';
import { RESULTS_DIR, type Row } from './report.ts';
import type { ProfileLine } from './target-messages.ts';
import type { Target } from './target-process.ts';

/**
 * One more run, sampled: where the server's own thread was busy. The whole profile is written beside the results, for the
 * developer tools of a browser.
 */
export async function profiled(
  target: Target,
  name: string,
  run: () => Promise<{ calls: number }>,
): Promise<Row[]> {
  await mkdir(RESULTS_DIR, { recursive: true });
  await target.ask({ kind: 'start-profile' });
  const { calls } = await run();
  const path = `${RESULTS_DIR}${name}.cpuprofile`;
  const lines = await target.ask<ProfileLine[]>({ kind: 'stop-profile', path });
  const total = lines.reduce((sum, { ms }) => sum + ms, 0);
  return lines
    .filter(({ ms }) => ms >= total / 100)
    .map(({ place, ms }) => ({ place, 'ms a call': ms / calls, 'share %': (ms / total) * 100 }));
}
