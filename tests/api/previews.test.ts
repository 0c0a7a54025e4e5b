import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { expectStatus, openInstanceCase } from '../support/instance-case.ts';
import { buildPdf, streamSource } from '../support/pdf-fixtures.ts';
import { ann, bob, codeOf } from '../support/quick-sender.ts';
import { drawnSignature, followInvitation, INTENT } from '../support/signer.ts';

interface Preview {
  previewId: string;
  madeAt: number;
  contentHash: string;
  documents: { id: number; size: number; url: string }[];
}

const reasonOf = (answer: { json(): unknown }) => {
  const { code, reason } = (answer.json() as { error: { code: string; reason?: string } }).error;
  expect(code).toBe('WORKFLOW_STATUS_CONFLICT');
  return reason;
};

const { instance, create, send } = await openInstanceCase();

async function open(...people: { name: string; email: string }[]) {
  await send(...people);
  const signers = [];
  for (const { email } of people) signers.push(await followInvitation(instance, email));
  const [signer] = signers;
  if (!signer) throw new Error('no signer');
  const { shownHash, documents, fields } = await signer.fill();
  const preview = async () => (await signer.preview(shownHash)).json() as Preview;
  const press = (previewId: string) => signer.call('POST', '/finish', { previewId, intent: INTENT });
  const fetchFile = async (url = '') =>
    (await instance.inject({ method: 'GET', url, headers: signer.headers })).rawPayload;
  return { signer, signers, preview, press, fetchFile, document: documents[0], field: fields[0] };
}

test('the check shows the very bytes that are appended, but for the value of the signature', async () => {
  const { signer, preview, press, fetchFile, document } = await open(ann);
  const before = await fetchFile(document?.url);
  const { previewId, documents, madeAt } = await preview();
  expect(madeAt).toBe(instance.nowSeconds());
  const checked = await fetchFile(documents[0]?.url);
  expect(checked).toHaveLength(documents[0]?.size ?? 0);
  expect(checked.subarray(0, before.length).equals(before)).toBe(true);
  instance.advance(59);
  expect((await press(previewId)).statusCode).toBe(200);
  const signed = await fetchFile((await signer.view()).documents[0]?.url);
  const withoutValue = (file: Buffer) =>
    file.toString('latin1').replace(/\/Contents <[0-9a-f]+>/g, '/Contents <>');
  expect(withoutValue(signed)).toBe(withoutValue(checked));
  expect(signed.equals(checked)).toBe(false);
});

test('the same content has the same hash from preview to preview, and another one after an answer', async () => {
  const { signer, preview, press, field } = await open(ann);
  const first = await preview();
  instance.advance(30);
  const second = await preview();
  expect([second.contentHash, second.previewId === first.previewId]).toEqual([first.contentHash, false]);
  const { value } = (await signer.view()).fields[0] ?? {};
  await signer.call('PUT', `/fields/${field?.id}`, { value: null });
  expect((await press(second.previewId)).statusCode).toBe(400);
  await signer.call('PUT', `/fields/${field?.id}`, { value });
  expect((await press(second.previewId)).statusCode).toBe(200);
});

test('a preview ends after ten minutes, at midnight, and with a newer revision', async () => {
  const day = 86_400;
  const paris = 3_600;
  const tenMinutes = 600;
  // To five minutes before midnight in Paris, once the first ten are over; the workflow begins then, and its links are new.
  const untilMidnight = day - ((instance.nowSeconds() + paris) % day);
  const before = tenMinutes + 300;
  instance.advance((untilMidnight > before ? untilMidnight : untilMidnight + day) - before);
  const { signers, preview, press } = await open(ann, bob);
  const late = await preview();
  instance.advance(tenMinutes);
  expect(reasonOf(await press(late.previewId))).toBe('check_too_old');
  const [signer, other] = signers;
  if (!signer || !other) throw new Error('no signers');
  const { shownHash } = await signer.view();
  const unchanged = (await signer.preview(shownHash)).json() as Preview;
  await signer.fill(drawnSignature({ width: 300 }));
  expect(reasonOf(await press(unchanged.previewId))).toBe('answers_changed');
  const yesterday = (await signer.preview(shownHash)).json() as Preview;
  instance.advance(301);
  expect(reasonOf(await press(yesterday.previewId))).toBe('day_changed');
  const old = (await signer.preview(shownHash)).json() as Preview;
  expect((await other.sign()).statusCode).toBe(200);
  const changed = await press(old.previewId);
  expect([changed.statusCode, codeOf(changed)]).toEqual([409, 'DOCUMENT_CHANGED']);
});

test('a preview is the signer’s own', async () => {
  const { signers, preview } = await open(ann, bob);
  const { previewId, documents } = await preview();
  const [, other] = signers;
  const foreign = await other?.call('POST', '/finish', { previewId, intent: INTENT });
  expect(foreign?.statusCode).not.toBe(200);
  const url = documents[0]?.url.replace(/signing\/[^/]+/, `signing/${other?.clean.split('/').pop()}`) ?? '';
  expect((await instance.inject({ method: 'GET', url, headers: other?.headers ?? {} })).statusCode).toBe(404);
});

test('a large file is read by the check, and not again by the press', async () => {
  const bytes = 2_000_000;
  const document = buildPdf({ objects: [streamSource('', randomBytes(bytes))] });
  await create({ document, steps: [{ type: 'sign', recipients: [ann, bob] }] });
  await instance.runJobs();
  for (const { email } of [ann, bob]) {
    const signer = await followInvitation(instance, email);
    await signer.fill();
    const { shownHash } = await signer.view();
    const start = bytesRead();
    const { previewId } = (await signer.preview(shownHash)).json() as Preview;
    const checked = bytesRead();
    expectStatus(await signer.call('POST', '/finish', { previewId, intent: INTENT }), 200);
    expect(checked - start).toBeGreaterThan(bytes);
    expect(checked - start).toBeLessThan(1.5 * bytes);
    expect(bytesRead() - checked).toBeLessThan(bytes / 2);
  }
});

/** By this process, from files and connections. */
function bytesRead(): number {
  return Number(/^rchar: (\d+)$/m.exec(readFileSync('/proc/self/io', 'latin1'))?.[1]);
}
