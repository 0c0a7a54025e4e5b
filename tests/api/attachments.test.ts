import { attachmentValue, LIMITS, NOT_SCANNED, RATES } from '@paraph/domain';
import { describe, expect, test, vi } from 'vitest';
import { jpegPicture, pngPicture } from '../../intake/src/testing/pictures.ts';
import { encodeTextString } from '../../pades/src/pdf/text-string.ts';
import { sweepFiles } from '../../server/src/files/sweep-files.ts';
import { sha256 } from '../../server/src/platform/ids.ts';
import { fieldsOf } from '../support/api-case.ts';
import { readArchive } from '../support/archive.ts';
import { codeOf, good, openDraftClient, violationsOf } from '../support/draft-client.ts';
import { FINDING, INFECTED, openFakeClamd } from '../support/fake-clamd.ts';
import { DAY, multipart } from '../support/instance.ts';
import { expectStatus, forThisFile, openInstanceCase } from '../support/instance-case.ts';
import { activeContent, bombs, buildPdf, jpegHead, textLines } from '../support/pdf-fixtures.ts';
import { lease } from '../support/quick-sender.ts';
import { previewIn } from '../support/signer.ts';
import { workflowTables } from '../support/workflow-tables.ts';

const deed = buildPdf({ pages: [{ content: textLines(['Deed']) }] });
/** Whole and small, but more than a screen or a reader can show. */
const [width, height] = [8_000, 6_300];
const rows = Buffer.alloc(height * (1 + width / 8));
const vastPng = pngPicture({ width, height, depth: 1, colourType: 0, rows });

const clamd = await forThisFile(openFakeClamd());
const { instance, sender, get } = await openInstanceCase({ env: { PARAPH_SCANNER: clamd.address } });
const client = await openDraftClient(instance, sender, lease);
const { draftWith, signerOf } = fieldsOf(instance, client);

interface File {
  fileName?: string;
  value: Uint8Array;
}

/** Sends a lease that asks the signer for files; answers what they can do. */
async function asked(labels: readonly string[] = ['Passport'], more: readonly object[] = [], name?: string) {
  const files = labels.map((label) => ({ type: 'attachment', label }));
  const draft = await draftWith([{ type: 'signature' }, ...files, ...more], name);
  const { id, persons } = draft;
  const signer = await signerOf(draft);
  return { id, recipientId: persons[0]?.id ?? 0, ...sideOf(signer) };
}

function sideOf(signer: Awaited<ReturnType<typeof signerOf>>) {
  const { idOf } = signer;
  const address = (label: string) => `${signer.base}/fields/${idOf(label)}/attachment`;
  const call = (method: 'DELETE' | 'GET', label = 'Passport') =>
    instance.inject({ method, url: address(label), headers: signer.headers });
  const attach = ({ fileName = 'passport.pdf', value }: File, label = 'Passport') => {
    const { payload, headers } = multipart([{ name: 'file', fileName, value }]);
    const all = { ...headers, ...signer.headers };
    return instance.inject({ method: 'PUT', url: address(label), headers: all, payload });
  };
  const answerTo = (label = 'Passport') => signer.answerTo(label);
  return { signer, idOf, address, attach, answerTo, remove: () => call('DELETE'), own: () => call('GET') };
}

const { query } = workflowTables(() => instance);
const storedFiles = async () => {
  const rows: { field_id: number; blob_key: string }[] = await query(
    'select field_id, blob_key from attachments join files on files.id = file_id',
  );
  return new Map(rows.map((row) => [row.field_id, row]));
};
const isStored = (key = '') => instance.stored.has(key);
const reasonOf = (answer: { json(): unknown }) =>
  (answer.json() as { error: { violations: { file: string } } }).error.violations.file;
const pathOf = (id: number) => `${client.base}/${id}`;
const read = (url: string) => get(url);

describe('a signer', () => {
  test('attaches, replaces and removes a file, which nothing else can fill in', async () => {
    const { signer, attach, idOf, answerTo, remove, own } = await asked();
    const first = good<{ attachments: object[] }>(await attach({ value: deed }));
    const fieldId = idOf('Passport');
    const url = `${signer.base}/fields/${fieldId}/attachment`;
    expect(first.attachments).toEqual([
      { fieldId, name: 'passport.pdf', format: 'pdf', size: deed.length, url },
    ]);
    expect(await answerTo()).toBe(`passport.pdf (SHA-256 ${sha256(deed).toString('hex')})`);
    expect((await own()).rawPayload.equals(deed)).toBe(true);
    const { blob_key: former } = (await storedFiles()).get(fieldId) ?? {};
    good(await attach({ fileName: 'C:\\scans\\me\u202egpj.JPG', value: jpegPicture }));
    expect(await answerTo()).toMatch(/^megpj\.JPG \(SHA-256 [0-9a-f]{64}\)$/);
    expect(await isStored(former)).toBe(false);
    const filled = await signer.call('PUT', `/fields/${fieldId}`, { value: 'passport.pdf' });
    expect(violationsOf(filled)).toEqual(['value']);
    // Of a picture stays what is seen, and nothing about where it was taken.
    const place = Buffer.from('Exif\0\0GPS 48.8584 N');
    const header = Buffer.from([0xff, 0xe1, 0, place.length + 2]);
    const value = Buffer.concat([jpegPicture.subarray(0, 2), header, place, jpegPicture.subarray(2)]);
    good(await attach({ fileName: 'photo.jpg', value }));
    const seen = (await own()).rawPayload;
    expect([seen.includes('GPS'), seen.equals(jpegPicture)]).toEqual([false, true]);
    const { blob_key: latter } = (await storedFiles()).get(fieldId) ?? {};
    good(await remove());
    expect([await answerTo(), await isStored(latter), (await own()).statusCode]).toEqual([null, false, 404]);
    good(await remove());
  });

  test('is told why a file is refused; its first bytes decide what it is', async () => {
    const { attach, answerTo, idOf } = await asked();
    const [hostile] = Object.values(activeContent);
    const refused: [string, File, RegExp][] = [
      ['a program by another name', { value: Buffer.from('MZ\x90\0 a program') }, /PDF, PNG or JPEG/],
      ['a page by another name', { fileName: 'a.png', value: Buffer.from('<svg/>') }, /PDF, PNG or JPEG/],
      ['active content', { value: hostile?.file() ?? lease }, hostile?.named ?? /./],
      ['half a PDF', { value: deed.subarray(0, 60) }, /cut off/],
      ['half a picture', { fileName: 'a.jpg', value: jpegHead() }, /whole picture/],
      ['too many pixels', { value: vastPng }, /at most 50 million pixels/],
    ];
    for (const [what, file, reason] of refused) {
      const answer = await attach(file);
      expect([what, answer.statusCode, codeOf(answer)]).toEqual([what, 422, 'DOCUMENT_NOT_ACCEPTED']);
      expect(reasonOf(answer), what).toMatch(reason);
    }
    const bomb = bombs['page contents packed twice']?.() ?? lease;
    expect((await attach({ value: bomb })).statusCode).toBe(422);
    expect(violationsOf(await attach({ value: Buffer.alloc(0) }))).toEqual(['file']);
    expect(await answerTo()).toBeNull();
    good(await attach({ fileName: 'scan \u{F0000}.png', value: deed }));
    expect(await answerTo()).toMatch(/^scan\.pdf /);
    good(await attach({ fileName: '\u{1D11E}.pdf', value: deed }));
    expect(await answerTo()).toMatch(/^_\.pdf /);
    expect((await storedFiles()).has(idOf('Passport'))).toBe(true);
  });

  test('is refused more bytes than a file, or all files, may have', async () => {
    const { attach, answerTo } = await asked(['Passport', 'Deed']);
    const large = await attach({ value: Buffer.alloc(LIMITS.attachmentBytesMax + 1, 'a') });
    expect([large.statusCode, codeOf(large)]).toEqual([413, 'DOCUMENT_TOO_LARGE']);
    expect(large.json()).toMatchObject({ error: { violations: { file: 'Must have at most 10 MiB.' } } });
    good(await attach({ value: deed }, 'Deed'));
    const size = LIMITS.attachmentsBytesMax - jpegPicture.length + 1;
    await query('update files set size = $1 where sha256 = $2', [size, sha256(deed)]);
    const full = await attach({ value: jpegPicture });
    expect([full.statusCode, reasonOf(full)]).toEqual([413, expect.stringContaining('100 MiB together')]);
    expect(await answerTo()).toBeNull();
  });

  test('sends so many files a minute, which are examined as those of their link', async () => {
    const { signer, attach } = await asked();
    const runs = vi.spyOn(instance.deps.intake, 'run');
    good(await attach({ value: deed }));
    const { link } = await signer.view();
    expect(runs.mock.calls.map(([{ kind }, { requester }]) => [kind, requester.caller])).toEqual([
      ['attachment', `link:${link}`],
    ]);
    runs.mockRestore();
    for (let each = 1; each < RATES.attachments.hits; each += 1) {
      expect((await attach({ value: Buffer.from('no file') })).statusCode).toBe(422);
    }
    expect((await attach({ value: deed })).statusCode).toBe(429);
  });

  test('reaches no field of another signer, nor of another kind, and nothing without the cookie', async () => {
    const one = await asked();
    const other = await asked();
    good(await one.attach({ value: deed }));
    const strange = `${other.signer.base}/fields/${one.idOf('Passport')}/attachment`;
    const signature = (await other.signer.view()).fields.find(({ type }) => type === 'signature')?.id;
    const parts = multipart([{ name: 'file', fileName: 'a.pdf', value: deed }]);
    const headers = { ...parts.headers, ...other.signer.headers };
    for (const url of [strange, `${other.signer.base}/fields/${signature}/attachment`]) {
      const answers = [
        await instance.inject({ method: 'PUT', url, headers, payload: parts.payload }),
        await instance.inject({ method: 'DELETE', url, headers: other.signer.headers }),
        await instance.inject({ method: 'GET', url, headers: other.signer.headers }),
      ];
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404]);
    }
    expectStatus(await instance.inject({ method: 'PUT', url: one.address('Passport'), ...parts }), 404);
    expect(await one.answerTo()).toContain(sha256(deed).toString('hex'));
  });
});

test('a file that arrives after the end is not attached, and is swept', async () => {
  const { id, attach, idOf } = await asked();
  const { intake } = instance.deps;
  const run = intake.run.bind(intake);
  const examining = vi.spyOn(intake, 'run').mockImplementationOnce(async (request, options) => {
    good(await client.send('PUT', `/${id}/cancel`));
    return run(request, options);
  });
  const keys: string[] = [];
  const adopt = instance.deps.blobs.adopt.bind(instance.deps.blobs);
  const adopting = vi.spyOn(instance.deps.blobs, 'adopt').mockImplementationOnce(async (...file) => {
    const blob = await adopt(...file);
    keys.push(blob.key);
    return blob;
  });
  const answer = await attach({ value: deed });
  examining.mockRestore();
  adopting.mockRestore();
  expect([answer.statusCode, codeOf(answer)]).toEqual([409, 'WORKFLOW_STATUS_CONFLICT']);
  expect((await storedFiles()).has(idOf('Passport'))).toBe(false);
  expect(await Promise.all(keys.map(isStored))).toEqual([true]);
  // By the clock of the store, which the test does not control.
  const later = new Date(Date.now() + 2 * DAY * 1000);
  await sweepFiles({ ...instance.deps, clock: { now: () => later } });
  expect(await Promise.all(keys.map(isStored))).toEqual([false]);
});

test('a required file is needed to finish, and a preview is void once it was exchanged', async () => {
  const { signer, attach, idOf } = await asked();
  expect(violationsOf(await signer.sign())).toEqual([`fields[${idOf('Passport')}]`]);
  good(await attach({ value: deed }));
  const { shownHash } = await signer.fill();
  const checked = await signer.preview(shownHash);
  good(await attach({ value: lease }));
  const finish = (previewId: string) => signer.call('POST', '/finish', { previewId });
  const stale = await finish(previewIn(checked));
  expect([stale.statusCode, codeOf(stale)]).toEqual([409, 'WORKFLOW_STATUS_CONFLICT']);
  expect((await finish(previewIn(await signer.preview(shownHash)))).statusCode).toBe(200);
});

describe('after Finish', () => {
  test('name and hash are in the signed document and in the evidence; the sender gets the file', async () => {
    const { id, signer, attach, idOf, remove, own, recipientId } = await asked();
    good(await attach({ value: deed }));
    expect(good(await read(`${pathOf(id)}/attachments`))).toEqual([]);
    const fieldId = idOf('Passport');
    const url = `${pathOf(id)}/fields/${fieldId}/attachment`;
    expect((await read(url)).statusCode).toBe(404);
    good(await signer.sign());
    const again = await attach({ value: lease });
    expect([again.statusCode, (await remove()).statusCode, (await own()).statusCode]).toEqual([
      409, 409, 404,
    ]);
    await instance.runJobs();

    const listed = good<{ file: string; addDate: number }[]>(await read(`${pathOf(id)}/attachments`));
    const about = {
      name: 'passport.pdf',
      format: 'pdf',
      size: deed.length,
      sha256: sha256(deed).toString('hex'),
    };
    expect(listed).toMatchObject([{ ...about, fieldId, label: 'Passport', recipientId }]);
    expect(new URL(listed[0]?.file ?? '').pathname).toBe(url);
    const served = await read(url);
    expect(served.rawPayload.equals(deed)).toBe(true);
    expect(served.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': expect.stringMatching(/^attachment; filename="passport\.pdf"/),
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    });

    const workflow = await client.read(id);
    const value = attachmentValue(about);
    expect(workflow.fields.find((field) => field.id === fieldId)?.value).toBe(value);
    const sealed = await read(new URL(workflow.documents[0]?.file.file ?? '').pathname);
    expect(sealed.rawPayload.toString('latin1')).toContain(`/V ${encodeTextString(value)}`);

    const { record } = good<{ record: { signers: { act: { attachments: object[] } }[] } }>(
      await read(`${pathOf(id)}/evidence`),
    );
    const addedTime = new Date((listed[0]?.addDate ?? 0) * 1000).toISOString();
    expect(record.signers[0]?.act.attachments).toEqual([{ fieldId, ...about, addedTime }]);
    const timeline = good<{ event: string; detail: string }[]>(await read(`${pathOf(id)}/timeline`));
    const signed = timeline.find(({ event }) => event === 'action.signed');
    expect(signed?.detail).toBe(`Tenant\n${value}`);
    // One that was exchanged is noticed: there is no evidence then.
    await query(`update attachments set name = 'a.pdf' where field_id = $1`, [fieldId]);
    const none = await read(`${pathOf(id)}/evidence`);
    expect([none.statusCode, none.body]).toEqual([500, expect.stringContaining(`field ${fieldId}`)]);
  });

  test('a file that a condition hides is neither signed nor kept', async () => {
    const foreigner = { id: 900, type: 'checkbox', label: 'Foreigner', required: false };
    const visa = { type: 'attachment', label: 'Visa', showIf: { fieldId: 900, equals: '1' } };
    const { id, signer, attach, idOf } = await asked([], [foreigner, visa]);
    good(await signer.call('PUT', `/fields/${idOf('Foreigner')}`, { value: '1' }));
    good(await attach({ value: deed }, 'Visa'));
    const { blob_key: key } = (await storedFiles()).get(idOf('Visa')) ?? {};
    good(await signer.call('PUT', `/fields/${idOf('Foreigner')}`, { value: null }));
    expect((await signer.sign()).statusCode).toBe(200);
    expect(await isStored(key)).toBe(false);
    expect(good(await read(`${pathOf(id)}/attachments`))).toEqual([]);
  });
});

describe('the archive of a workflow that has ended', () => {
  const archiveOf = (id: number) => read(`${pathOf(id)}/archive`);

  test('has all its files, under names that are distinct and safe on every system', async () => {
    const { id, signer, attach } = await asked(['Passport', 'Deed'], [], 'Tenant: Ann/"Bob"');
    good(await attach({ value: deed }));
    good(await attach({ fileName: 'PASSPORT.pdf', value: lease }, 'Deed'));
    const early = await archiveOf(id);
    expect([early.statusCode, codeOf(early)]).toEqual([409, 'WORKFLOW_STATUS_CONFLICT']);
    expect(early.body).toContain('There is no archive yet');
    good(await signer.sign());
    await instance.runJobs();
    const answer = await archiveOf(id);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': expect.stringContaining('filename="Lease.zip"'),
      'cache-control': 'private, no-store',
    });
    const files = await readArchive(answer.rawPayload);
    expect([...files.keys()]).toEqual([
      'lease (sealed).pdf',
      'Lease (certificate).pdf',
      'evidence.json',
      'attachments/Tenant_ Ann__Bob_ - passport.pdf',
      'attachments/Tenant_ Ann__Bob_ - PASSPORT (2).pdf',
    ]);
    const [sealed, certificate, evidence, ...attached] = [...files.values()];
    expect(attached).toEqual([deed, lease]);
    const [document] = (await client.read(id)).documents;
    expect((await read(new URL(document?.file.file ?? '').pathname)).rawPayload.equals(sealed ?? deed)).toBe(
      true,
    );
    expect((await read(`${pathOf(id)}/certificate`)).rawPayload.equals(certificate ?? deed)).toBe(true);
    expect(JSON.parse(String(evidence))).toMatchObject({ record: { workflow: { status: 'signed' } } });
  });
});

test('the files end with the workflow, and with the person they are of', async () => {
  const deleted = await asked();
  good(await deleted.attach({ value: deed }));
  const reassigned = await asked();
  good(await reassigned.attach({ value: deed }));
  const files = await storedFiles();
  const keys = [deleted, reassigned].map(({ idOf }) => files.get(idOf('Passport'))?.blob_key);
  good(await client.send('PUT', `/${deleted.id}/cancel`));
  good(await client.send('DELETE', '', { workflows: [{ id: deleted.id }] }));
  const { recipientId, id } = reassigned;
  good(await client.send('PUT', `/${id}/recipients/${recipientId}`, { email: 'heir@example.com' }));
  instance.advance(2 * DAY);
  await instance.runJobs();
  await sweepFiles(instance.deps);
  expect(await Promise.all(keys.map(isStored))).toEqual([false, false]);
  const read = (await client.read(id)).fields.find(({ type }) => type === 'attachment');
  expect(read?.value).toBeNull();
});

describe('the scanner', () => {
  const infected = Buffer.concat([deed, INFECTED]);
  const recognized = `The virus scanner has recognized ${FINDING} in this file`;

  test('sees each file as it was sent; what it recognizes is refused by name, and recorded', async () => {
    const { id, signer, attach, answerTo } = await asked();
    good(await attach({ value: deed }));
    expect(clamd.scanned.at(-1)?.equals(deed)).toBe(true);
    const refused = await attach({ value: infected });
    expect([refused.statusCode, codeOf(refused)]).toEqual([422, 'DOCUMENT_NOT_ACCEPTED']);
    expect([refused.body, reasonOf(refused)].every((text) => text.includes(recognized))).toBe(true);
    expect(await answerTo()).toContain(sha256(deed).toString('hex'));
    const png = infected.toString('base64');
    const image = await signer.call('PUT', '/marks/signature', { method: 'upload', png });
    expect(image.json()).toMatchObject({
      error: { violations: { png: expect.stringContaining(recognized) } },
    });
    const timeline = good<{ event: string; detail: string }[]>(await client.send('GET', `/${id}/timeline`));
    expect(timeline.filter(({ event }) => event === 'file.refused').map(({ detail }) => detail)).toEqual([
      `Tenant, Passport: ${FINDING}`,
      `Tenant, signature: ${FINDING}`,
    ]);
  });

  test('refuses the uploads of senders, and nothing is accepted while it is away', async () => {
    const { attach, answerTo } = await asked();
    const upload = (document: Buffer) => client.sendForm('', { name: 'Lease' }, document);
    expect((await upload(infected)).json()).toMatchObject({ error: { code: 'DOCUMENT_NOT_ACCEPTED' } });
    const readiness = async () => (await read('/readyz')).json();
    for (const mood of ['small', 'away'] as const) {
      clamd.mood = mood;
      for (const answer of [await upload(lease), await attach({ value: deed })]) {
        expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '60']);
        expect(answer.json()).toMatchObject({ error: { message: NOT_SCANNED } });
      }
    }
    expect([await readiness(), await answerTo()]).toEqual([{ status: 'ok', scanner: 'away' }, null]);
    clamd.mood = 'well';
    expect(await readiness()).toEqual({ status: 'ok', scanner: 'answers' });
    good(await attach({ value: deed }));
  });
});
