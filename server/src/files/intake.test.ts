import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openIntake } from './intake.ts';
import type { IntakeAnswer, IntakeRequest } from './intake-messages.ts';
import type { AnswerLine, IntakeProcess } from './intake-process.ts';

const request: IntakeRequest = {
  kind: 'examine',
  path: '/nowhere',
  plan: { recipients: [], steps: [] },
  documentName: '',
};
const refusal: IntakeAnswer = { kind: 'refused', reasons: ['no'], isRepairable: false };
const never = deadline(new AbortController());

test('files are read side by side up to the limit, and the next one waits its turn', async () => {
  const { intake, started } = open({ processesMax: 2 });
  const answers = [intake.ask(request, never), intake.ask(request, never), intake.ask(request, never)];
  await nextTurn();
  expect(started.map(({ asked }) => asked)).toEqual([1, 1]);
  started[0]?.answer(refusal);
  expect(await answers[0]).toEqual(refusal);
  expect(started.map(({ asked }) => asked)).toEqual([2, 1]);
  started[0]?.answer(refusal);
  started[1]?.answer(refusal);
  await Promise.all(answers);
  expect(started).toHaveLength(2);
  await intake.close();
});

test('strangers who verify files leave a process to those who send some, and wait behind them', async () => {
  const { intake, started } = open({ processesMax: 2 });
  const judge: IntakeRequest = { kind: 'judge', path: '/nowhere', roots: [], atMs: 0 };
  const judged = [intake.ask(judge, never), intake.ask(judge, never)];
  await nextTurn();
  expect(started.map(({ asked }) => asked)).toEqual([1, 0]);
  const examined = intake.ask(request, never);
  expect(started.map(({ asked }) => asked)).toEqual([1, 1]);
  const next = intake.ask(request, never);
  started[0]?.answer(refusal);
  await judged[0];
  started[1]?.answer(refusal);
  started[0]?.answer(refusal);
  expect(await Promise.all([examined, next])).toEqual([refusal, refusal]);
  await nextTurn();
  started[0]?.answer(refusal);
  started[1]?.answer(refusal);
  expect(await judged[1]).toEqual(refusal);
  await intake.close();
});

test('a process that dies refuses its file and is replaced for the next one', async () => {
  const { intake, started, warnings } = open({ processesMax: 1 });
  const [first, second] = [intake.ask(request, never), intake.ask(request, never)];
  await nextTurn();
  started[0]?.die();
  expect(await first).toMatchObject({ kind: 'refused', isRepairable: false });
  await nextTurn();
  expect(started).toHaveLength(2);
  started[1]?.answer(refusal);
  expect(await second).toEqual(refusal);
  expect(warnings).toHaveLength(1);
  await intake.close();
});

test('a spent process is replaced before the next file comes', async () => {
  const { intake, started } = open({ processesMax: 2 });
  const first = intake.ask(request, never);
  await nextTurn();
  started[0]?.answer(refusal, true);
  await first;
  expect(started[0]?.isKilled).toBe(true);
  expect(started).toHaveLength(2);
  await intake.close();
});

test('reading ends at its own limit and at the deadline of the call', async () => {
  const { intake, started } = open({ processesMax: 1, runMsMax: 5 });
  expect(await intake.ask(request, never)).toMatchObject({ kind: 'refused' });
  expect(started[0]?.isKilled).toBe(true);
  await intake.close();

  const patient = open({ processesMax: 1 });
  const controller = new AbortController();
  const answer = patient.intake.ask(request, deadline(controller));
  await nextTurn();
  controller.abort();
  expect(await answer).toMatchObject({ kind: 'refused' });
  await patient.intake.close();
});

test('who waits too long is asked to come again', async () => {
  const { intake, started } = open({ processesMax: 1, waitMsMax: 5 });
  const first = intake.ask(request, never);
  await expect(intake.ask(request, never)).rejects.toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
    retryAfterSeconds: 3,
  });
  started[0]?.answer(refusal);
  await first;
  await intake.close();
});

test('where the system limits memory in another way, a process starts without that limit', async () => {
  const limits: boolean[] = [];
  const start = ({ isDataLimited }: { isDataLimited: boolean }) => {
    limits.push(isDataLimited);
    return scripted(isDataLimited);
  };
  const log = { warn: () => {}, error: () => {} };
  const intake = openIntake(log as never, { processesMax: 1, start });
  await intake.warm();
  expect(limits).toEqual([true, false]);
  await intake.close();
});

test('where no process can be started, callers are told at once and the cause is logged', async () => {
  const { intake, errors } = open({ processesMax: 1, failsToStart: true });
  await expect(intake.ask(request, never)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  expect(errors).toHaveLength(1);
  await intake.close();
});

test('a bug in the reading is a bug, not the fault of the file', async () => {
  const { intake, started } = open({ processesMax: 1 });
  const answer = intake.ask(request, never);
  await nextTurn();
  started[0]?.answer({ kind: 'failed', stack: 'TypeError: oops' }, true);
  await expect(answer).rejects.toThrow('oops');
  await intake.close();
});

test('closing ends every process and turns away who still waits', async () => {
  const { intake, started } = open({ processesMax: 1 });
  const answers = [intake.ask(request, never), intake.ask(request, never)];
  await nextTurn();
  const closed = intake.close();
  const outcomes = await Promise.allSettled(answers);
  await closed;
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(started.every(({ isKilled }) => isKilled)).toBe(true);
  await expect(intake.ask(request, never)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
});

test('pages that were read give a file more time', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const { intake, started } = open({ processesMax: 1, runMsMax: 5 });
  let extended = 0;
  const patient = { signal: never.signal, extend: (ms: number) => (extended += ms) };
  const answer = intake.ask(request, patient);
  await nextTurn();
  started[0]?.progress(50);
  expect(extended).toBe(500);
  vi.advanceTimersByTime(504);
  expect(started[0]?.isKilled).toBe(false);
  vi.advanceTimersByTime(2);
  expect(started[0]?.isKilled).toBe(true);
  expect(await answer).toMatchObject({ kind: 'refused' });
  await intake.close();
});

function deadline(controller: AbortController) {
  return { signal: controller.signal, extend: () => {} };
}

interface Scripted extends IntakeProcess {
  asked: number;
  isKilled: boolean;
  answer(answer: IntakeAnswer, isSpent?: boolean): void;
  progress(pages: number): void;
  die(): void;
}

function open({
  failsToStart = false,
  ...options
}: {
  processesMax: number;
  runMsMax?: number;
  waitMsMax?: number;
  failsToStart?: boolean;
}) {
  const started: Scripted[] = [];
  const warnings: unknown[] = [];
  const errors: unknown[] = [];
  const log = { warn: (each: unknown) => warnings.push(each), error: (each: unknown) => errors.push(each) };
  const start = () => {
    const process = scripted(failsToStart);
    started.push(process);
    return process;
  };
  return { intake: openIntake(log as never, { ...options, start }), started, warnings, errors };
}

/** A process that answers when it is told to. */
function scripted(failsToStart: boolean): Scripted {
  const end = Promise.withResolvers<void>();
  let pending: ((line: AnswerLine | null) => void) | null = null;
  let progressed: (pages: number) => void = () => {};
  const process: Scripted = {
    asked: 0,
    isKilled: false,
    ready: failsToStart ? Promise.reject(new Error('not found')) : Promise.resolve(),
    ended: end.promise,
    ask: (_request, onPagesRead) => {
      process.asked += 1;
      progressed = onPagesRead;
      return new Promise((resolve) => {
        pending = resolve;
      });
    },
    answer: (answer, isSpent = false) => pending?.({ kind: 'answer', answer, isSpent }),
    progress: (pages) => progressed(pages),
    die: () => {
      end.resolve();
      pending?.(null);
    },
    kill: () => {
      process.isKilled = true;
      process.die();
    },
  };
  return process;
}
