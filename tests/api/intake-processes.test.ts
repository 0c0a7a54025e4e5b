import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type ExamineRequest, openIntake, openIntakeBudget, requesterWithoutClient } from '@paraph/intake';
import { expect, onTestFinished, test, vi } from 'vitest';
import { sandboxed } from '../../intake/src/pool/sandbox.ts';
import { openLog } from '../../server/src/platform/observe/log.ts';
import { ballast, buildPdf, streamSource } from '../support/pdf-fixtures.ts';
import { folderForThisFile } from '../support/scratch.ts';

const folder = await folderForThisFile();
const path = join(folder, 'upload');
await writeFile(path, buildPdf({}));

/** On a busy machine twenty bombs take their time: none of them gives up waiting. */
const runOptions = () => ({
  requester: requesterWithoutClient('test'),
  budget: { ...openIntakeBudget(), waitMs: 600_000 },
});
const examine = (): ExamineRequest => ({
  kind: 'examine',
  path,
  plan: { recipients: [], steps: [] },
  documentName: '',
});

test('a process that the system stopped is not blamed on its file, and another one reads it', async () => {
  const before = listIntakePids();
  const intake = openIntake(openLog('silent'), { processesMax: 1, wallMsMax: 60_000 });
  onTestFinished(() => intake.close());
  await intake.warm();
  const pid = listIntakePids().find((each) => !before.includes(each));
  process.kill(Number(pid), 'SIGSTOP');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const reading = intake.run(examine(), runOptions());
  const refused = expect(reading).rejects.toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
    message: expect.stringContaining('too busy'),
  });
  await vi.advanceTimersByTimeAsync(60_000);
  await refused;
  vi.useRealTimers();
  expect((await intake.run(examine(), runOptions())).kind).toBe('accepted');
});

test('in the sandbox code reads its own modules and nothing else, and neither writes nor starts anything', async () => {
  const key = join(folder, 'root.key');
  await writeFile(key, 'secret');
  const written = join(folder, 'written');
  const module = join(import.meta.dirname, '../../intake/src/reading/pdfium.ts');
  const probe = `
    import { readFileSync, writeFileSync } from 'node:fs';
    import { spawnSync } from 'node:child_process';
    import { Worker } from 'node:worker_threads';
    import { WASI } from 'node:wasi';
    const attempts = {
      module: () => readFileSync(${JSON.stringify(module)}),
      key: () => readFileSync(${JSON.stringify(key)}),
      upload: () => readFileSync(${JSON.stringify(path)}),
      accounts: () => readFileSync('/etc/passwd'),
      environment: () => readFileSync('/proc/self/environ'),
      write: () => writeFileSync(${JSON.stringify(written)}, 'x'),
      process: () => { const { error } = spawnSync('/bin/true'); if (error) throw error; },
      thread: () => new Worker('0', { eval: true }),
      native: () => process.dlopen({ exports: {} }, '/nowhere.node'),
      wasi: () => new WASI({ version: 'preview1' }),
    };
    const outcomes = Object.entries(attempts).map(([name, attempt]) => {
      try { attempt(); return [name, 'done']; } catch (error) { return [name, error.code]; }
    });
    console.log(JSON.stringify({ ...Object.fromEntries(outcomes), settings: Object.keys(process.env).length }));
  `;
  const { file, args, options } = sandboxed(['--input-type=module', '--eval', probe], {
    isDataLimited: true,
  });
  const { stdout } = await promisify(execFile)(file, args, options);
  const { module: own, settings, native, ...others } = JSON.parse(stdout) as Record<string, unknown>;
  expect([own, native]).toEqual(['done', 'ERR_DLOPEN_DISABLED']);
  expect(new Set(Object.values(others))).toEqual(new Set(['ERR_ACCESS_DENIED']));
  // The shell between sets some of its own.
  expect(settings).toBeLessThan(5);
});

test('a process is handed the bytes of its file, also of a large one, and goes on when there is none', async () => {
  const intake = openIntake(openLog('silent'), { processesMax: 1 });
  onTestFinished(() => intake.close());
  const large = join(folder, 'large');
  await writeFile(large, buildPdf({ objects: [streamSource('', ballast(4_000_000))] }));
  expect((await intake.run({ ...examine(), path: large }, runOptions())).kind).toBe('accepted');
  await expect(intake.run({ ...examine(), path: '/nowhere' }, runOptions())).rejects.toThrow('ENOENT');
  expect((await intake.run(examine(), runOptions())).kind).toBe('accepted');
});

/** Processes of this one that look into files. */
function listIntakePids(): string[] {
  const children = readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').trim().split(' ');
  return children
    .filter((pid) => pid !== '')
    .filter((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('intake-child'));
}
