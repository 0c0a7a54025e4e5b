import { setImmediate as nextTurn } from 'node:timers/promises';
import { LIMITS, Refusal } from '@paraph/domain';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { IntakeAnswer, IntakeRequest } from '../intake-messages.ts';
import { openIntake, type Requester, type RunOptions, requesterWithoutClient } from './intake.ts';
import type { AnswerLine, Ending, IntakeProcess } from './intake-process.ts';
import { openIntakeBudget } from './intake-process.ts';

const request: IntakeRequest = {
  kind: 'examine',
  path: '/nowhere',
  plan: { recipients: [], steps: [] },
  documentName: '',
};
const refusal: IntakeAnswer = { kind: 'refused', reasons: ['no'], isRepairable: false };

test('files are read side by side up to the limit, and the next one waits its turn', async () => {
  const { intake, started } = open({ processesMax: 2 });
  const answers = [
    intake.run(request, runOptions()),
    intake.run(request, runOptions()),
    intake.run(request, runOptions()),
  ];
  await nextTurn();
  expect(started.map(({ runs }) => runs)).toEqual([1, 1]);
  started[0]?.answer(refusal);
  expect(await answers[0]).toEqual(refusal);
  await nextTurn();
  expect(started.map(({ runs }) => runs)).toEqual([2, 1]);
  started[0]?.answer(refusal);
  started[1]?.answer(refusal);
  await Promise.all(answers);
  expect(started).toHaveLength(2);
});

test('strangers who verify files leave a process to those who send some, and wait for them', async () => {
  const { intake, started } = open({ processesMax: 2 });
  const evaluate: IntakeRequest = {
    kind: 'evaluate',
    path: '/nowhere',
    roots: [],
    logs: [],
    atMs: 0,
    hashesUntilMs: {},
    withXml: false,
    withPictures: false,
  };
  const evaluated = [intake.run(evaluate, runOptions()), intake.run(evaluate, runOptions())];
  await nextTurn();
  expect(started.map(({ runs }) => runs)).toEqual([1, 0]);
  const examined = intake.run(request, runOptions());
  await nextTurn();
  expect(started.map(({ runs }) => runs)).toEqual([1, 1]);
  const next = intake.run(request, runOptions());
  started[0]?.answer(refusal);
  await evaluated[0];
  started[1]?.answer(refusal);
  started[0]?.answer(refusal);
  expect(await Promise.all([examined, next])).toEqual([refusal, refusal]);
  await nextTurn();
  started[0]?.answer(refusal);
  started[1]?.answer(refusal);
  expect(await evaluated[1]).toEqual(refusal);
});

test('of a share no more files are read at once than it has, and the process is left to others meanwhile', async () => {
  const { intake, started } = open({ processesMax: 3 });
  const refuse = () => new Refusal('QUOTA_REACHED', 'two at once', { retryAfterSeconds: 1 });
  const share = { of: 'organization:1', most: 1, refuse };
  const runOf = (caller: string) =>
    intake.run(request, runOptions({ ...requesterWithoutClient(caller), share }));
  const [first, second] = [runOf('one key'), runOf('another key')];
  const other = intake.run(request, runOptions());
  await nextTurn();
  expect(started.map(({ runs }) => runs)).toEqual([1, 1, 0]);
  started[1]?.answer(refusal);
  expect(await other).toEqual(refusal);
  await nextTurn();
  expect(started.reduce((sum, { runs }) => sum + runs, 0)).toBe(2);
  started[0]?.answer(refusal);
  expect(await first).toEqual(refusal);
  await nextTurn();
  expect(started.reduce((sum, { runs }) => sum + runs, 0)).toBe(3);
  for (const process of started) process.answer(refusal);
  expect(await second).toEqual(refusal);
});

test('who waits for their own share in vain is told of it', async () => {
  useFakeTimers();
  const { intake, started } = open({ processesMax: 2 });
  const refuse = () => new Refusal('QUOTA_REACHED', 'one at once', { retryAfterSeconds: 1 });
  const share = { of: 'organization:1', most: 1, refuse };
  const requester = { ...requesterWithoutClient('key'), share };
  const first = intake.run(request, runOptions(requester));
  const options = runOptions(requester);
  options.budget.waitMs = 1_000;
  const outcome = expect(intake.run(request, options)).rejects.toMatchObject({ code: 'QUOTA_REACHED' });
  await vi.advanceTimersByTimeAsync(1_000);
  await outcome;
  started[0]?.answer(refusal);
  expect(await first).toEqual(refusal);
});

test('a process that dies refuses its file and is replaced for the next one', async () => {
  const { intake, started, warnings } = open({ processesMax: 1 });
  const [first, second] = [intake.run(request, runOptions()), intake.run(request, runOptions())];
  await nextTurn();
  started[0]?.die();
  expect(await first).toMatchObject({ kind: 'refused', isRepairable: false });
  await nextTurn();
  expect(started).toHaveLength(2);
  started[1]?.answer(refusal);
  expect(await second).toEqual(refusal);
  expect(warnings).toHaveLength(1);
});

test('a spent process is replaced before the next file comes', async () => {
  const { intake, started } = open({ processesMax: 2 });
  const first = intake.run(request, runOptions());
  await nextTurn();
  started[0]?.answer(refusal, true);
  await first;
  expect(started[0]?.isKilled).toBe(true);
  expect(started).toHaveLength(2);
});

test('a file is refused for the processor time that it takes', async () => {
  useFakeTimers();
  const { started, answer } = await readOne();
  spend(started[0], 4_100);
  vi.advanceTimersByTime(100);
  expect(await answer).toMatchObject({
    kind: 'refused',
    reasons: [expect.stringContaining('processor time')],
  });
  expect(started[0]?.isKilled).toBe(true);
});

test('a file has one budget, however often it is read', async () => {
  useFakeTimers();
  const { intake, started } = open({ processesMax: 1 });
  const one = runOptions();
  const first = intake.run(request, one);
  await nextTurn();
  spend(started[0], 3_000);
  started[0]?.answer(refusal);
  await first;
  const second = intake.run(request, one);
  await nextTurn();
  spend(started[0], 1_200);
  vi.advanceTimersByTime(100);
  expect(await second).toMatchObject({ reasons: [expect.stringContaining('processor time')] });
});

test('an honest file passes on a busy machine, however long that takes', async () => {
  useFakeTimers();
  const { started, answer } = await readOne();
  spend(started[0], 1_000);
  vi.advanceTimersByTime(50_000);
  started[0]?.answer(refusal);
  expect(await answer).toEqual(refusal);
});

test.each([
  ['hangs', { wallMsMax: 5 }, () => {}],
  ['is killed from outside', {}, (process: Scripted) => process.die('SIGKILL')],
])('a process that %s is not blamed on the file', async (_what, options, harm) => {
  const { started, answer } = await readOne(options);
  if (started[0]) harm(started[0]);
  await expect(answer).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE', retryAfterSeconds: 10 });
});

test('a file waits in line for a minute, and its caller is then asked to come again', async () => {
  useFakeTimers();
  const { intake, started } = open({ processesMax: 1 });
  const first = intake.run(request, runOptions());
  await nextTurn();
  const outcome = vi.fn();
  const second = intake.run(request, runOptions()).catch(outcome);
  vi.advanceTimersByTime(59_900);
  await nextTurn();
  expect(outcome).not.toHaveBeenCalled();
  vi.advanceTimersByTime(200);
  await second;
  expect(outcome.mock.calls[0]?.[0]).toMatchObject({ code: 'SERVICE_UNAVAILABLE', retryAfterSeconds: 10 });
  started[0]?.answer(refusal);
  await first.catch(() => {});
});

test('callers take turns: a hundred files of one do not delay the one of another', async () => {
  const { intake, started } = open({ processesMax: 1 });
  const order: string[] = [];
  const send = (caller: string) =>
    intake.run(request, runOptions(requesterWithoutClient(caller))).then(() => order.push(caller));
  const many = Array.from({ length: 100 }, () => send('many'));
  await nextTurn();
  const waiting = ['one', 'two'].map(send);
  for (let each = 0; each < 102; each += 1) {
    started[0]?.answer(refusal);
    await nextTurn();
  }
  await Promise.all([...many, ...waiting]);
  expect(order.slice(0, 4)).toEqual(['many', 'many', 'one', 'two']);
});

test('a client that goes away leaves the line', async () => {
  const { intake, started } = open({ processesMax: 1 });
  const first = intake.run(request, runOptions());
  const controller = new AbortController();
  const gone = intake.run(request, runOptions({ caller: 'gone', gone: controller.signal }));
  const last = intake.run(request, runOptions());
  await nextTurn();
  controller.abort();
  await expect(gone).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  started[0]?.answer(refusal);
  await first;
  await nextTurn();
  started[0]?.answer(refusal);
  await last;
  expect(started[0]?.runs).toBe(2);
});

test('a caller may have so many files in line and no more, and others still get in', async () => {
  const { intake } = open({ processesMax: 1 });
  const waiting = Array.from({ length: LIMITS.uploadsWaitingOfOneMax }, () =>
    intake.run(request, runOptions(requesterWithoutClient('many'))).catch(() => 'turned away'),
  );
  await expect(intake.run(request, runOptions(requesterWithoutClient('many')))).rejects.toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
  });
  const outcome = vi.fn();
  const other = intake.run(request, runOptions(requesterWithoutClient('other'))).catch(outcome);
  await nextTurn();
  expect(outcome).not.toHaveBeenCalled();
  await intake.close();
  await Promise.all([...waiting, other]);
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
});

test('where no process can be started, callers get the refusal at once and the cause is logged', async () => {
  const { intake, errors } = open({ processesMax: 1, failsToStart: true });
  await expect(intake.run(request, runOptions())).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  expect(errors).toHaveLength(1);
});

test('a bug in the reading is a bug, not the fault of the file', async () => {
  const { started, answer } = await readOne();
  started[0]?.answer({ kind: 'failed', stack: 'TypeError: oops' }, true);
  await expect(answer).rejects.toThrow('oops');
});

test('closing ends every process and turns away who still waits', async () => {
  const { intake, started } = open({ processesMax: 1 });
  const answers = [intake.run(request, runOptions()), intake.run(request, runOptions())];
  await nextTurn();
  const closed = intake.close();
  const outcomes = await Promise.allSettled(answers);
  await closed;
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(started.every(({ isKilled }) => isKilled)).toBe(true);
  await expect(intake.run(request, runOptions())).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
});

test('pages that were read give a file more time', async () => {
  useFakeTimers();
  const { started, answer } = await readOne();
  started[0]?.progress(50);
  spend(started[0], 4_400);
  vi.advanceTimersByTime(100);
  expect(started[0]?.isKilled).toBe(false);
  spend(started[0], 200);
  vi.advanceTimersByTime(100);
  expect(started[0]?.isKilled).toBe(true);
  expect(await answer).toMatchObject({ kind: 'refused' });
});

function runOptions(requester: Requester = requesterWithoutClient('caller')): RunOptions {
  return { requester, budget: openIntakeBudget() };
}

function spend(process: Scripted | undefined, ms: number): void {
  if (process) process.spentMs += ms;
}

function useFakeTimers(): void {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'],
  });
  onTestFinished(() => {
    vi.useRealTimers();
  });
}

interface Scripted extends IntakeProcess {
  runs: number;
  spentMs: number;
  isKilled: boolean;
  answer(answer: IntakeAnswer, isSpent?: boolean): void;
  progress(pages: number): void;
  die(signal?: string): void;
}

function open({
  failsToStart = false,
  ...options
}: {
  processesMax: number;
  wallMsMax?: number;
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
  const intake = openIntake(log as never, { ...options, start });
  onTestFinished(() => intake.close());
  return { intake, started, warnings, errors };
}

/** An intake with one process, which has begun to read a file. */
async function readOne(options: { wallMsMax?: number } = {}) {
  const { intake, started } = open({ processesMax: 1, ...options });
  const answer = intake.run(request, runOptions());
  await nextTurn();
  return { started, answer };
}

/** A process that answers when the test lets it. */
function scripted(failsToStart: boolean): Scripted {
  const end = Promise.withResolvers<void>();
  let pending: ((line: AnswerLine | Ending) => void) | null = null;
  let progressed: (pages: number) => void = () => {};
  const process: Scripted = {
    runs: 0,
    spentMs: 0,
    cpuMs: () => process.spentMs,
    isKilled: false,
    ready: failsToStart ? Promise.reject(new Error('not found')) : Promise.resolve(),
    ended: end.promise,
    run: (_request, onPagesRead) => {
      process.runs += 1;
      progressed = onPagesRead;
      return new Promise((resolve) => {
        pending = resolve;
      });
    },
    answer: (answer, isSpent = false) => pending?.({ kind: 'answer', answer, isSpent }),
    progress: (pages) => progressed(pages),
    die: (signal) => {
      end.resolve();
      pending?.({ kind: 'ended', signal: signal ?? null });
    },
    kill: () => {
      process.isKilled = true;
      process.die('SIGKILL');
    },
  };
  return process;
}
