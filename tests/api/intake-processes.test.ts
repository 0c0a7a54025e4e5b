import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { openIntake } from '../../server/src/files/intake.ts';
import { openIntakeBudget } from '../../server/src/files/intake-budget.ts';
import type { IntakeRequest } from '../../server/src/files/intake-messages.ts';
import { turnWithoutClient } from '../../server/src/http/turn.ts';
import { openLog } from '../../server/src/platform/log.ts';
import { bombs, buildPdf } from '../support/pdf-fixtures.ts';

let folder: string;
let path: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'paraph-intake-'));
  path = join(folder, 'upload');
  await writeFile(path, buildPdf({}));
});
afterAll(() => rm(folder, { recursive: true }));

const asking = () => ({ turn: turnWithoutClient('test'), budget: openIntakeBudget() });
const examine = (): IntakeRequest => ({
  kind: 'examine',
  path,
  plan: { recipients: [], steps: [] },
  documentName: '',
});

test('a process that the system stopped is not blamed on its file, and another one reads it', async () => {
  const before = listIntakePids();
  const intake = openIntake(openLog('silent'), { processesMax: 1, wallMsMax: 300 });
  onTestFinished(() => intake.close());
  await intake.warm();
  const pid = listIntakePids().find((each) => !before.includes(each));
  process.kill(Number(pid), 'SIGSTOP');
  await expect(intake.ask(examine(), asking())).rejects.toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
    message: expect.stringContaining('too busy'),
  });
  // The next one may take longer than this short limit where others use the processors too.
  const readAgain = () => intake.ask(examine(), asking()).then(({ kind }) => kind);
  await expect.poll(() => readAgain().catch(() => 'busy'), { timeout: 20_000 }).toBe('taken');
});

test('twenty bombs at once leave the memory of the server where it was', async () => {
  const intake = openIntake(openLog('silent'));
  onTestFinished(() => intake.close());
  await intake.ask(examine(), asking());
  const bomb = join(folder, 'bomb');
  await writeFile(bomb, bombs['page contents packed twice']?.() ?? Buffer.alloc(0));
  const before = process.memoryUsage.rss();
  const asked = Array.from({ length: 20 }, () => intake.ask({ ...examine(), path: bomb }, asking()));
  const answers = await Promise.all(asked);
  expect(answers.every(({ kind }) => kind === 'refused')).toBe(true);
  expect(process.memoryUsage.rss() - before).toBeLessThan(64 * 1024 * 1024);
});

/** Processes of this one that look into files. */
function listIntakePids(): string[] {
  const children = readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').trim().split(' ');
  return children
    .filter((pid) => pid !== '')
    .filter((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('intake-child'));
}
