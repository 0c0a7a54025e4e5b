import { request } from 'node:http';
import { describe, expect, test, vi } from 'vitest';
import { insertFile, storeBytes } from '../../server/src/files/store-file.ts';
import { readEvents } from '../support/api-case.ts';
import { openInstanceCase } from '../support/instance-case.ts';
import { ballast, buildPdf, streamSource } from '../support/pdf-fixtures.ts';
import { until } from '../support/processes.ts';
import { ann } from '../support/quick-sender.ts';
import { followInvitation } from '../support/signer.ts';

const CHUNK = 256 * 1024;
const large = buildPdf({ objects: [streamSource('', ballast(4 * CHUNK))] });

const { instance, sender, create, read, send, sign, workflowOf } = await openInstanceCase();
const origin = await instance.app.listen({ host: '127.0.0.1', port: 0 });
const browser = { cookie: sender.cookie, 'sec-fetch-site': 'same-origin' };

interface StoredFile {
  id: number;
  blob_key: string;
  size: number;
  finding: string | null;
  checked_at: Date;
}

async function filesOf(envelopeId: string) {
  const { rows } = await instance.deps.pool.query<StoredFile & { part: string; workflow_id: number }>(
    `select files.id, blob_key, size, finding, checked_at, part, workflow_id from workflows
     join documents on documents.workflow_id = workflows.id
     cross join lateral (values ('original', original_file_id), ('thumbnail', thumb_file_id), ('sealed', sealed_file_id))
       as named (part, file_id)
     join files on files.id = named.file_id where envelope_id = $1`,
    [envelopeId],
  );
  return Object.fromEntries(rows.map((row) => [row.part, row])) as Record<string, (typeof rows)[0]>;
}

async function originalOf(envelopeId: string) {
  const { original } = await filesOf(envelopeId);
  if (!original) throw new Error('no original');
  return original;
}

/** Turns one bit over in the store; a second time turns it back. */
const flipBit = (file: { blob_key: string }, offset: number) => instance.stored.flip(file.blob_key, offset);

interface Outcome {
  status: number;
  body: Buffer;
  isWhole: boolean;
}

/** Over a real connection, where an answer can break off. */
function fetchFile(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const call = request(origin + path, { method, headers: { ...browser, ...headers } }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('error', () => {});
      answer.on('close', () =>
        resolve({ status: answer.statusCode ?? 0, body: Buffer.concat(chunks), isWhole: answer.complete }),
      );
    });
    call.on('error', reject);
    call.end();
  });
}

/** As a client that closes the connection: at once, with the headers, or with the first bytes of the body. */
function leave(path: string, at: 'socket' | 'response' | 'data'): Promise<void> {
  return new Promise((resolve) => {
    const call = request(origin + path, { headers: browser });
    const end = () => void call.destroy();
    call.on('error', () => {});
    call.on('close', () => resolve());
    if (at === 'socket') call.on('finish', end);
    call.on('response', (answer) => (at === 'data' ? answer.once('data', end) : end()));
    call.end();
  });
}

async function linksOf(envelopeId: string) {
  const { envelope } = await read(envelopeId);
  const file = envelope.documents[0]?.file;
  const pathIn = (url?: string | null) => new URL(url ?? '').pathname;
  return { document: pathIn(file?.file), thumbnail: pathIn(file?.thumb) };
}

const errorOf = ({ body }: Outcome) =>
  (JSON.parse(String(body)) as { error: { code: string; message: string } }).error;

const eventsOf = async (envelopeId: string) => readEvents(instance, (await workflowOf(envelopeId)).id);

/** A document of several chunks. */
async function sendLarge() {
  const id = await create({ document: large });
  return { id, path: (await linksOf(id)).document, original: await originalOf(id) };
}

test('a client that goes away leaves no file open', async () => {
  const { path } = await sendLarge();
  const { blobs } = instance.deps;
  const { open } = blobs;
  const [opened, unclosed] = [new Set<object>(), new Set<object>()];
  const watched = vi.spyOn(blobs, 'open').mockImplementation(async (key) => {
    const reader = await open(key);
    opened.add(reader);
    unclosed.add(reader);
    const close = () => {
      unclosed.delete(reader);
      return reader.close();
    };
    return { ...reader, close };
  });
  try {
    for (let round = 0; round < 5; round += 1)
      for (const at of ['socket', 'response', 'data'] as const) await leave(path, at);
    expect((await fetchFile(path)).isWhole).toBe(true);
    expect(opened.size).toBeGreaterThan(10);
    await until('every file is closed', () => unclosed.size === 0);
  } finally {
    watched.mockRestore();
  }
});

describe('a stored file with one flipped bit', () => {
  test('is served whole, in part and by its headers only where no wrong chunk is needed', async () => {
    const { path, original } = await sendLarge();
    const good = await fetchFile(path);
    expect(good).toMatchObject({ status: 200, isWhole: true });

    // In the first chunk: nothing is sent but an error that names the cause.
    await flipBit(original, 9);
    for (const range of [undefined, 'bytes=0-99', 'bytes=9-9']) {
      const answer = await fetchFile(path, range ? { range } : {});
      expect(answer.status).toBe(500);
      expect(errorOf(answer)).toMatchObject({
        code: 'INTERNAL_ERROR',
        message: expect.stringMatching(/stored file is damaged.*backup/s),
      });
    }
    expect((await fetchFile(path, {}, 'HEAD')).status).toBe(500);
    await flipBit(original, 9);
    expect((await fetchFile(path)).isWhole).toBe(true);

    for (const chunk of [1, 3]) {
      const offset = chunk * CHUNK + 77;
      await flipBit(original, offset);
      // The damage is not known yet: the answer begins, and breaks off before the wrong chunk.
      await instance.deps.pool.query('update files set finding = null where id = $1', [original.id]);
      const broken = await fetchFile(path);
      expect(broken).toMatchObject({ status: 200, isWhole: false });
      expect(broken.body.length).toBeLessThanOrEqual(chunk * CHUNK);
      expect(broken.body.equals(good.body.subarray(0, broken.body.length))).toBe(true);
      // Now it is known: refused before the first byte.
      expect((await fetchFile(path)).status).toBe(500);
      expect((await fetchFile(path, {}, 'HEAD')).status).toBe(500);
      await instance.deps.pool.query('update files set finding = null where id = $1', [original.id]);
      const elsewhere = await fetchFile(path, { range: `bytes=${(chunk - 1) * CHUNK}-${chunk * CHUNK - 1}` });
      expect(elsewhere).toMatchObject({ status: 206, isWhole: true });
      expect((await fetchFile(path, { range: `bytes=${offset + 5}-${offset + 6}` })).status).toBe(500);
      await flipBit(original, offset);
    }
    // A restored file is served again without further steps.
    const healed = await fetchFile(path);
    expect([healed.status, healed.isWhole, healed.body.equals(good.body)]).toEqual([200, true, true]);
  });

  test('made before chunks had digests is read whole before the first byte of it leaves', async () => {
    const { path, original } = await sendLarge();
    const forget = () =>
      instance.deps.pool.query('update files set chunk_digests = null, finding = null where id = $1', [
        original.id,
      ]);
    await forget();
    await flipBit(original, 3 * CHUNK);
    expect((await fetchFile(path, { range: 'bytes=0-9' })).status).toBe(500);
    await flipBit(original, 3 * CHUNK);
    await forget();
    expect(await fetchFile(path, { range: 'bytes=0-9' })).toMatchObject({ status: 206, isWhole: true });
    const { rows } = await instance.deps.pool.query<{ length: number }>(
      'select length(chunk_digests) from files where id = $1',
      [original.id],
    );
    expect(rows[0]?.length).toBe(32 * Math.ceil(original.size / CHUNK));
  });

  test('is refused as thumbnail and as sealed file, and told to the sender once', async () => {
    const id = await send(ann);
    await sign(ann);
    await instance.runJobs();
    const links = await linksOf(id);
    // Made when it is asked for.
    expect((await fetchFile(links.thumbnail)).status).toBe(200);
    const files = await filesOf(id);
    for (const [part, path] of [
      ['thumbnail', links.thumbnail],
      ['sealed', links.document],
    ] as const) {
      const file = files[part];
      if (!file) throw new Error(`no ${part}`);
      expect((await fetchFile(path)).status).toBe(200);
      await flipBit(file, file.size - 3);
      for (let time = 0; time < 3; time += 1) expect((await fetchFile(path)).status).toBe(500);
    }
    await instance.runJobs();
    // A job may run twice.
    for (const { id: fileId } of Object.values(files)) await instance.jobs['report-file'](fileId);
    const told = (await eventsOf(id)).filter(({ name }) => name === 'file.damaged');
    expect(told.map(({ detail }) => detail)).toMatchObject([
      { part: 'thumbnail', finding: 'damaged', cause: expect.stringMatching(/damaged/) },
      { part: 'sealed', finding: 'damaged' },
    ]);
    const { rows: mails } = await instance.deps.pool.query<{ to_email: string }>(
      `select to_email from mails where kind = 'file_damaged' and workflow_id = $1`,
      [files.sealed?.workflow_id],
    );
    expect(mails.map((mail) => mail.to_email)).toEqual(['sender@example.com', 'sender@example.com']);
    for (const part of ['thumbnail', 'sealed']) {
      const file = files[part];
      if (file) await flipBit(file, file.size - 3);
    }
    expect((await fetchFile(links.document)).status).toBe(200);
    await instance.runJobs();
    expect((await eventsOf(id)).at(-1)).toMatchObject({
      name: 'file.restored',
      detail: { part: 'sealed' },
    });
  });

  test('stops signing and sealing, be it a drawn signature or the document, until it is restored', async () => {
    const bea = { name: 'Bea', email: 'bea@example.com' };
    const id = await send(bea);
    const signer = await followInvitation(instance, bea.email);
    const { shownHash } = await signer.fill();
    const finish = () => signer.finish(shownHash);
    const { rows } = await instance.deps.pool.query<StoredFile>(
      `select files.* from files join signature_images on signature_images.file_id = files.id
       join recipients on recipients.id = recipient_id where email = $1`,
      [bea.email],
    );
    const mark = rows[0];
    if (!mark) throw new Error('no mark');
    const { url } = (await signer.view()).marks.signature ?? { url: '' };
    const show = async (method: 'GET' | 'HEAD') =>
      (await instance.inject({ method, url, headers: signer.headers })).statusCode;
    expect(await show('GET')).toBe(200);
    await flipBit(mark, mark.size - 3);
    expect([await show('GET'), await show('HEAD')]).toEqual([500, 500]);
    expect((await finish()).statusCode).toBe(500);
    await instance.runJobs();
    expect((await read(id)).envelope.status).toBe('started');
    expect(await eventsOf(id)).toContainEqual(
      expect.objectContaining({ name: 'file.damaged', detail: expect.objectContaining({ part: 'mark' }) }),
    );
    await flipBit(mark, mark.size - 3);

    const original = await originalOf(id);
    const flipOriginal = () => flipBit(original, original.size - 9);
    await flipOriginal();
    expect((await finish()).statusCode).toBe(500);
    await flipOriginal();
    expect((await finish()).statusCode).toBe(200);
    await flipOriginal();
    await instance.runJobs();
    expect((await read(id)).envelope.status).toBe('approved');
    expect(await eventsOf(id)).toContainEqual(
      expect.objectContaining({
        name: 'sealing.delayed',
        detail: expect.objectContaining({ cause: expect.stringMatching(/stored file is damaged.*backup/s) }),
      }),
    );
    await flipOriginal();
    instance.advance(3_600);
    await instance.runJobs();
    expect((await read(id)).envelope.status).toBe('signed');
  });
});

test('a stored file that is missing is named, and is not a bare 500', async () => {
  const { id, path, original } = await sendLarge();
  const putBack = await instance.stored.lose(original.blob_key);
  const answer = await fetchFile(path);
  expect(answer.status).toBe(500);
  expect(errorOf(answer).message).toMatch(/stored file is missing.*backup/s);
  await instance.runJobs();
  expect((await eventsOf(id)).at(-1)).toMatchObject({
    name: 'file.damaged',
    detail: { finding: 'missing' },
  });
  await putBack();
  expect((await fetchFile(path)).status).toBe(200);
});

const MONTH = 30 * 86_400;
const store = async (count: number) => {
  const { deps } = instance;
  const files: { id: number; blob_key: string; size: number }[] = [];
  for (let index = 0; index < count; index += 1) {
    const bytes = Buffer.alloc(1_000 + (index % 7 === 0 ? 2 * CHUNK : index), index);
    const blob = await storeBytes(deps, bytes);
    const about = { format: 'pdf' as const, now: deps.clock.now() };
    const id = await deps.database.transaction().execute((tx) => insertFile(tx, blob, about));
    files.push({ id, blob_key: blob.key, size: blob.size });
  }
  return files;
};
const findingsOf = async (files: readonly { id: number }[]) => {
  const { rows } = await instance.deps.pool.query<{ finding: string | null }>(
    'select finding from files where id = any($1)',
    [files.map(({ id }) => id)],
  );
  return rows.filter(({ finding }) => finding !== null).length;
};

test('the scrub finds each of 30 damaged files within 30 days, and each that was restored', async () => {
  const files = await store(33);
  const bad = files.slice(0, 30);
  const repairs: (() => Promise<void>)[] = [];
  for (const [index, file] of bad.entries()) {
    const flip = () => flipBit(file, (index * 7919) % file.size);
    if (index % 10 === 9) repairs.push(await instance.stored.lose(file.blob_key));
    else {
      await flip();
      repairs.push(flip);
    }
  }
  await instance.jobs['scrub-files'](0);
  expect(await findingsOf(files)).toBe(0);
  instance.advance(MONTH);
  await instance.jobs['scrub-files'](0);
  expect(await findingsOf(files)).toBe(30);
  expect(await findingsOf(files.slice(30))).toBe(0);
  for (const repair of repairs) await repair();
  instance.advance(2 * 3_600);
  await instance.jobs['scrub-files'](0);
  expect(await findingsOf(files)).toBe(0);
});

test('the scrub reads a bounded number of bytes at once, the longest unread first', async () => {
  const { scrubFiles } = await import('../../server/src/files/scrub-files.ts');
  instance.advance(2 * MONTH);
  const first = await scrubFiles(instance.deps, { filesMax: 10_000, bytesMax: 3 * CHUNK });
  expect(first.bytes).toBeGreaterThanOrEqual(3 * CHUNK);
  expect(first.bytes).toBeLessThan(3 * CHUNK + large.length);
  const { rows } = await instance.deps.pool.query<{ checked: number; due: number }>(
    `select count(*) filter (where checked_at = $1)::int as checked,
              count(*) filter (where checked_at < $1)::int as due from files`,
    [instance.deps.clock.now()],
  );
  expect(rows[0]?.checked).toBe(first.files);
  expect(rows[0]?.due).toBeGreaterThan(0);
  const small = await scrubFiles(instance.deps, { filesMax: 4, bytesMax: 1e9 });
  expect(small.files).toBe(4);
});
