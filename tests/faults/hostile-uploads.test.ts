import { readdir, readFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readLedger } from '../../benchmarks/cpu-ledger.ts';
import { openAccount } from '../support/account-client.ts';
import { PASSWORD, quickForm } from '../support/instance.ts';
import {
  activeContent,
  bombs,
  buildPdf,
  jpegHead,
  loops,
  rewriteWithQpdf,
  textLines,
} from '../support/pdf-fixtures.ts';
import { forThisFile } from '../support/scratch.ts';
import { storageSettings } from '../support/storage-choice.ts';
import { startTestServer } from '../support/test-server.ts';

/** Of processor time, for everything that an upload makes the service do: that is the same on a busy machine. */
const SECONDS_MAX = 2;
const GROWTH_MIB_MAX = 64;
const lease = buildPdf({ pages: [{ content: textLines(['Lease']) }] });

const server = await startTestServer();
await forThisFile({ close: server.end });
const { dataDir } = server;
const owner = { name: 'Ada Lovelace', email: 'ada@example.com', password: PASSWORD };
const { cookie } = await openAccount(server, { organizationName: 'Mill Ltd', ...owner });
// A first document, so that what is measured afterwards is not the first use of anything.
expect((await upload(lease)).status).toBe(200);

interface Answer {
  status: number;
  code: string | undefined;
  said: string | undefined;
  /** Of processor time, of the server and of what it started. */
  seconds: number;
}

async function upload(document: Uint8Array): Promise<Answer> {
  const { payload, headers } = quickForm({ document });
  const before = spentSeconds();
  const answer = await fetch(`${server.baseUrl}/api/v1/quick/envelopes`, {
    method: 'POST',
    headers: { ...headers, cookie, origin: server.baseUrl },
    body: payload,
  });
  const { error } = (await answer.json()) as { error?: { code: string; violations?: { document?: string } } };
  const seconds = spentSeconds() - before;
  return { status: answer.status, code: error?.code, said: error?.violations?.document, seconds };
}

function spentSeconds(): number {
  const { server: own = 0, intake = 0 } = readLedger(server.pid) ?? {};
  return own + intake;
}

async function residentMib(): Promise<number> {
  const status = await readFile(`/proc/${server.pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024;
}

const leftOver = () =>
  readdir(join(dataDir, storageSettings().PARAPH_S3_URL ? 'object-store' : 'blobs', 'incoming'));

const REFUSED: readonly (readonly [string, () => Uint8Array, number, string])[] = [
  ['21 MiB', () => Buffer.alloc(21 * 1024 * 1024, 0x25), 413, 'DOCUMENT_TOO_LARGE'],
  ['a text named .pdf', () => Buffer.from('Only words.\n'.repeat(500)), 400, 'VALIDATION_ERROR'],
  ['a damaged JPEG', () => Buffer.concat([jpegHead(), Buffer.alloc(5_000)]), 422, 'DOCUMENT_NOT_ACCEPTED'],
  [
    'an encrypted PDF',
    () => rewriteWithQpdf(lease, ['--encrypt', 'secret', 'owner', '256', '--']),
    422,
    'DOCUMENT_NOT_ACCEPTED',
  ],
  ...Object.entries(activeContent).map(
    ([name, { file }]) => [name, file, 422, 'DOCUMENT_NOT_ACCEPTED'] as const,
  ),
  ...Object.entries(bombs).map(
    ([name, file]) => [`a 10 GB bomb: ${name}`, file, 422, 'DOCUMENT_NOT_ACCEPTED'] as const,
  ),
];

/** In time, within memory, and nothing of it stays beside what is taken. */
async function uploadHostile(file: Uint8Array): Promise<Answer> {
  const before = await residentMib();
  const answer = await upload(file);
  expect(answer.seconds).toBeLessThan(SECONDS_MAX);
  expect(await leftOver()).toEqual([]);
  expect((await residentMib()) - before).toBeLessThan(GROWTH_MIB_MAX);
  return answer;
}

describe('a file that cannot be taken', () => {
  test.each(REFUSED)(
    '%s: the documented error, in time, and nothing stays',
    async (_what, file, status, code) => {
      const answer = await uploadHostile(file());
      expect([answer.status, answer.code]).toEqual([status, code]);
      expect(answer.said).toBeTruthy();
    },
  );

  test.each(Object.entries(loops))(
    'a loop, %s: taken or refused, in time and within memory',
    async (_what, file) => {
      expect([200, 422]).toContain((await uploadHostile(file())).status);
    },
  );

  test('a body that breaks off leaves nothing, and the server goes on', async () => {
    const { payload, headers } = quickForm({ document: Buffer.alloc(5_000_000, 0x25) });
    await new Promise<void>((resolve) => {
      const broken = request(`${server.baseUrl}/api/v1/quick/envelopes`, {
        method: 'POST',
        headers: { ...headers, cookie, origin: server.baseUrl, 'content-length': payload.length },
      });
      broken.on('error', () => resolve());
      broken.write(payload.subarray(0, 3_000_000), () => broken.destroy());
    });
    await expect.poll(leftOver).toEqual([]);
    expect((await upload(lease)).status).toBe(200);
  });

  test('ten bombs at once: others are served meanwhile', async () => {
    const bomb = Object.values(bombs)[1]?.() ?? lease;
    const before = await residentMib();
    let answered = 0;
    const bombers = Array.from({ length: 10 }, async () => {
      const answer = await upload(bomb);
      answered += 1;
      return answer;
    });
    expect((await fetch(`${server.baseUrl}/readyz`)).status).toBe(200);
    expect(answered).toBeLessThan(10);
    const answers = await Promise.all(bombers);
    expect(countBy(answers.map(({ status }) => status))).toEqual({ 422: 10 });
    expect(await leftOver()).toEqual([]);
    expect((await residentMib()) - before).toBeLessThan(2 * GROWTH_MIB_MAX);
  });
});

test('many honest files: 64 callers at once: each waits in line, and each file is taken', async () => {
  // Long enough to read that the last ones wait longer than callers were once let.
  const long = buildPdf({
    pages: Array.from({ length: 10 }, (_each, page) => ({
      content: textLines(Array.from({ length: 40 }, (_line, line) => `Clause ${page + 1}.${line + 1}`)),
    })),
  });
  const answers = await Promise.all(Array.from({ length: 64 }, () => upload(long)));
  expect(countBy(answers.map(({ status }) => status))).toEqual({ 200: 64 });
  expect(await leftOver()).toEqual([]);
});

function countBy(values: readonly number[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
  return counts;
}
