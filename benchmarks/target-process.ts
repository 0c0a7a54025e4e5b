import { fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { nodeFlags } from '../tools/runtime.mjs';
import type { Ask, Reply, TargetFacts } from './target-messages.ts';

const SETTLE_MS = 50;

export interface Target extends TargetFacts {
  pid: number;
  /** Versions before the revisions of documents sign without a check of what will be signed. */
  hasCheck: boolean;
  ask<Answer = void>(ask: Ask): Promise<Answer>;
  /** Until no job is due any more, so that one contender's work does not fall on the next. */
  settle(): Promise<void>;
  end(): Promise<void>;
}

/**
 * Starts a server with a database and a folder of its own, on the disk of temporary files: nothing is in memory.
 * `tree`: the folder of another version of this project, which has its own node_modules.
 */
export async function startTarget(tree: URL = new URL('../', import.meta.url)): Promise<Target> {
  const dataDir = await mkdtemp(join(tmpdir(), 'paraph-bench-'));
  // Started by root, the database runs as another user, who needs access.
  await chmod(dataDir, 0o711);
  const program = fileURLToPath(new URL('benchmarks/server-target.ts', tree));
  const child = fork(program, [dataDir], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    // As `npm start` does.
    execArgv: [...nodeFlags],
  });
  const open = new Map<number, { resolve(value: unknown): void; reject(error: unknown): void }>();
  const started = Promise.withResolvers<unknown>();
  open.set(0, started);
  let lastId = 0;
  child.on('message', (reply: Reply) => {
    const call = open.get(reply.id);
    open.delete(reply.id);
    if ('error' in reply) call?.reject(new Error(reply.error));
    else call?.resolve(reply.value);
  });
  const gone = (how: unknown) => new Error(`The server that is measured ended with ${how}.`);
  const ended = new Promise<void>((resolve) => {
    child.on('exit', (code, signal) => {
      for (const call of open.values()) call.reject(gone(code ?? signal));
      resolve();
    });
  });
  const ask = <Answer>(question: Ask): Promise<Answer> => {
    if (!child.connected) return Promise.reject(gone(child.exitCode ?? child.signalCode));
    lastId += 1;
    const answer = Promise.withResolvers<unknown>();
    open.set(lastId, answer);
    child.send({ ...question, id: lastId });
    return answer.promise as Promise<Answer>;
  };
  const end = async () => {
    await ask({ kind: 'end' }).catch((error: unknown) => console.error(error));
    if (child.connected) child.disconnect();
    await ended;
    await rm(dataDir, { recursive: true, force: true });
  };
  const settle = async () => {
    // Asking costs the server something too.
    while ((await ask<number>({ kind: 'count-jobs' })) > 0) await sleep(SETTLE_MS);
  };
  try {
    const facts = (await started.promise) as TargetFacts;
    const hasCheck = existsSync(new URL('server/src/signing/answers/preview-signing.ts', tree));
    return { ...facts, pid: child.pid ?? 0, hasCheck, ask, settle, end };
  } catch (error) {
    child.kill();
    await ended;
    await rm(dataDir, { recursive: true, force: true });
    throw error;
  }
}
