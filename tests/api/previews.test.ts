import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type Design, enterDesign, placeField } from '../support/design-guest.ts';
import { good, openDraftClient, violationsOf } from '../support/draft-client.ts';
import { expectStatus, openInstanceCase } from '../support/instance-case.ts';
import { buildPdf, streamSource } from '../support/pdf-fixtures.ts';
import { ann, bob, codeOf, lease } from '../support/quick-sender.ts';
import { drawnSignature, followInvitation, INTENT, type SigningView } from '../support/signer.ts';

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

const { instance, sender, create, send } = await openInstanceCase();

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

const ada = { name: 'Ada', email: 'ada@example.com', roles: [{ type: 'sign' }] };
const rex = { name: 'Rex', email: 'rex@example.com', roles: [{ type: 'review' }] };

const client = await openDraftClient(instance, sender, lease);

const sessionOf = async (id: number) =>
  good<{ designerUrl: string; envelopeView: string }>(await client.send('GET', `/${id}/session`));
const enter = (url: string) => enterDesign(instance, url);

test('the designer tries the page of a signer: of its own draft, without a trace, and only while it is one', async () => {
  const { id } = await client.filled([ada, rex]);
  const guest = await enter((await sessionOf(id)).designerUrl);
  const design = good<Design>(await guest.call('GET'));
  const text = { type: 'text', label: 'Number', value: 'D-117', readOnly: true, posY: 40 };
  const fixed = placeField(design, text);
  good(await guest.call('PUT', '/fields', { fields: [placeField(design), fixed] }));
  const role = design.recipients[0]?.roles[0]?.id;
  const { pool } = instance.deps;
  const stored = 'select id::text from signature_images union all select id::text from previews';
  const traces = async () => [
    (await client.send('GET', `/${id}/timeline`)).body,
    (await pool.query(stored)).rowCount,
  ];
  const before = await traces();
  const tried = await guest.call('GET', `/signers/${role}`);
  const view = good<SigningView>(tried);
  expect(view).toMatchObject({ state: 'open', recipient: { email: ada.email }, consent: { given: false } });
  expect(view.fields.map(({ type }) => type)).toEqual(['signature', 'text']);
  const url = view.documents[0]?.url ?? '';
  const file = await instance.inject({ method: 'GET', url, headers: { cookie: guest.cookie } });
  expect(file.rawPayload.subarray(0, lease.length).equals(Buffer.from(lease))).toBe(true);
  // The form with which it would start, the sender's values among it.
  expect(file.rawPayload.subarray(lease.length).includes('/FT /Sig')).toBe(true);

  const documentId = design.documents[0]?.id;
  const checked = `/signers/${role}/documents/${documentId}/preview`;
  const idOf = (type: string) => view.fields.find((field) => field.type === type)?.id ?? 0;
  const signature = drawnSignature();
  const answers = [{ fieldId: idOf('signature'), value: 'drawn' }];
  const body = { answers, signature, timeZone: 'Europe/Paris' };
  const drawn = expectStatus(await guest.call('POST', checked, body), 200);
  // The form and what the press would add, with a code that says it is no signature.
  expect(drawn.rawPayload.subarray(0, lease.length).equals(Buffer.from(lease))).toBe(true);
  expect(drawn.rawPayload.toString('latin1').split('%%EOF').length).toBe(4);
  const words = execFileSync('pdftotext', ['-', '-'], { input: drawn.rawPayload }).toString();
  for (const word of ['D-117', ada.name, 'PREVIEW']) expect(words).toContain(word);
  for (const [wrong, name] of [
    [{ ...body, answers: [] }, `fields[${idOf('signature')}]`],
    [{ answers, timeZone: 'UTC' }, 'signature'],
    [{ ...body, timeZone: 'Paris' }, 'timeZone'],
  ] as const) {
    expect(violationsOf(await guest.call('POST', checked, wrong))).toEqual([name]);
  }
  const foreign = [...answers, { fieldId: idOf('signature') + 999_999, value: 'x' }];
  expect(codeOf(await guest.call('POST', checked, { ...body, answers: foreign }))).toBe('NOT_FOUND');
  expect(await traces()).toEqual(before);

  const other = await client.filled([ada]);
  const others = await enter((await sessionOf(other.id)).designerUrl);
  const looking = await enter((await sessionOf(id)).envelopeView);
  for (const visitor of [others, looking]) {
    expect(codeOf(await visitor.call('GET', `/signers/${role}`))).toBe('NOT_FOUND');
    const path = `/signers/${role}/documents/${design.documents[0]?.id}`;
    expect(codeOf(await visitor.call('GET', path))).toBe('NOT_FOUND');
    expect(codeOf(await visitor.call('POST', checked, body))).toBe('NOT_FOUND');
  }
  good(await client.send('PUT', `/${id}/start`));
  expect(codeOf(await guest.call('GET', `/signers/${role}`))).toBe('NOT_FOUND');
});

test('at the level advanced, the trial says how this recipient would show who they are', async () => {
  const { id } = await client.filled([ada]);
  good(await client.send('PUT', `/${id}`, { type: 'advanced' }));
  const guest = await enter((await sessionOf(id)).designerUrl);
  const role = good<Design>(await guest.call('GET')).recipients[0]?.roles[0]?.id;
  expect(good<object>(await guest.call('GET', `/signers/${role}`))).toMatchObject({
    identification: { method: 'code-mail', to: ada.email },
  });
});
