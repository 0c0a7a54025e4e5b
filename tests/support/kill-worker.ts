import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { onTestFinished } from 'vitest';
import type { SealStep } from '../../server/src/sealing/make-seal.ts';
import type { FinishStep } from '../../server/src/signing/session/signing-session.ts';
import { buildKilledWorkerIfStale } from '../../tools/build.mjs';
import type { TestInstance } from './instance.ts';

const WORKER = await buildKilledWorkerIfStale();

/** What a process of its own does, and where it is killed: at a step, or at a statement. */
export type KilledWork =
  | { does: 'seal'; step: SealStep }
  | { does: 'finish'; step: FinishStep; link: string; previewId: string; intent: object }
  /** How the statement begins, which of those it is, and whether it is sent before the end. */
  | { does: 'compact' | 'encrypt' | 'rewrap'; statement: string; count: number; when: 'before' | 'after' };

/** Has a process work for an instance; answers the signal that killed it, or null if it came to its end. */
export async function killWorker(
  { connectionString, deps, settings }: Pick<TestInstance, 'connectionString' | 'deps' | 'settings'>,
  work: KilledWork,
): Promise<NodeJS.Signals | null> {
  const told = JSON.stringify({ ...work, connectionString, now: deps.clock.now().getTime() });
  const env = { ...process.env, ...settings, PARAPH_TEST_WORK: told };
  const child = spawn(process.execPath, [WORKER], { env, stdio: ['ignore', 'inherit', 'inherit'] });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  const [, signal] = await once(child, 'exit');
  return signal;
}
