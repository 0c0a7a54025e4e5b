import { Fault, SCOPE_NAMES } from '@paraph/domain';
import { validate } from '@paraph/pades';
import type { SealStep } from '../../server/src/sealing/make-seal.ts';
import type { FinishStep } from '../../server/src/signing/session/signing-session.ts';
import { queryOnce } from '../support/database.ts';
import { openTestInstance, type TestInstance } from '../support/instance.ts';
import { caller } from '../support/organization.ts';
import { openTimestampServer, type TimestampServer } from '../support/timestamp-server.ts';
import { type Caller, WITHOUT_LIMITS } from './callers.ts';
import { keepAhead } from './organization.ts';

/** What breaks at the next Finish that gets there: the request, or every connection that is in use. */
export interface FinishFault {
  at: FinishStep;
  how: 'throws' | 'disconnects';
}

/** What breaks while documents are sealed; `final`: what no retry can help. */
export interface SealFault {
  at: Exclude<SealStep, 'loaded'>;
  how: 'throws' | 'retryable' | 'final';
}

/** An instance whose parts break when told to: each history is a workflow of its own in it. */
export interface HistoryWorld {
  instance: TestInstance;
  sender: Caller;
  workspaces: readonly [number, number];
  authority: TimestampServer;
  finishFault: FinishFault | null;
  sealFault: SealFault | null;
  /** How often something broke. */
  broken: number;
  /** What was reached, so that nothing is proved by never getting there. */
  reached: Set<string>;
  evaluate(bytes: Uint8Array): ReturnType<typeof validate>;
  close(): Promise<void>;
}

export async function openHistoryWorld(): Promise<HistoryWorld> {
  const authority = await openTimestampServer();
  const instance = await openTestInstance({
    env: {
      ...WITHOUT_LIMITS,
      PARAPH_TSA_URLS: authority.url,
      PARAPH_TSA_ROOTS: authority.rootsFile,
    },
    onFinishStep: (step) => breakFinish(world, step),
    onSealStep: (step) => breakSeal(world, step),
  });
  authority.now = () => instance.deps.clock.now();
  await instance.deps.intake.warm();
  keepAhead(instance);
  const call = caller(await instance.signIn('Sender', 'sender@example.com'));
  // A key does not end when weeks go by; the session of a browser would.
  const { body: key } = await call('POST', '/api/v1/api-keys', { name: 'Histories', scopes: SCOPE_NAMES });
  const { body: own } = await call('GET', '/api/v1/workspaces');
  const { body: second } = await call('POST', '/api/v1/workspaces', { name: 'Elsewhere' });
  const world: HistoryWorld = {
    instance,
    sender: { name: 'key', headers: { 'x-api-key': key.key } },
    workspaces: [own[0].id, second.id],
    authority,
    finishFault: null,
    sealFault: null,
    broken: 0,
    reached: new Set(),
    evaluate: (bytes) => {
      const anchors = [instance.deps.authority.root.certificate, authority.root];
      return validate(bytes, { anchors, at: instance.deps.clock.now() });
    },
    close: async () => {
      await instance.close();
      await authority.close();
    },
  };
  return world;
}

/** All is well again. */
export function mend(world: HistoryWorld): void {
  world.finishFault = null;
  world.sealFault = null;
  world.authority.mood = 'well';
}

async function breakFinish(world: HistoryWorld, step: FinishStep): Promise<void> {
  const fault = world.finishFault;
  if (fault?.at !== step) return;
  world.finishFault = null;
  world.broken += 1;
  world.reached.add(`finish ${fault.how} at ${step}`);
  if (fault.how === 'throws') throw new Error('Broken for a test.');
  await queryOnce(
    world.instance.connectionString,
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'`,
  );
}

function breakSeal(world: HistoryWorld, step: SealStep): void {
  const fault = world.sealFault;
  if (fault?.at !== step) return;
  world.sealFault = null;
  world.broken += 1;
  world.reached.add(`seal ${fault.how}`);
  if (fault.how === 'throws') throw new Error('Broken for a test.');
  throw new Fault('Broken for a test.', { retryable: fault.how === 'retryable' });
}
