import { describe, expect, test, vi } from 'vitest';
import { drawFirstPage } from '../../intake/src/reading/draw-first-page.ts';
import { openViewer } from '../../intake/src/reading/pdfium.ts';
import { DAY, type QuickRequest } from '../support/instance.ts';
import { expectStatus, openInstanceCase } from '../support/instance-case.ts';
import { buildPdf, textLines } from '../support/pdf-fixtures.ts';
import { drawnSignature, followInvitation, INTENT, linkOf, previewIn } from '../support/signer.ts';

const marks = 'signature,,,,fullName,,date,,title,,initials'.split(',');
const lines = marks.map((mark) => mark && `paraph_${mark}_1`);
const anchored = buildPdf({ pages: [{ content: textLines(lines) }] });

let count = 0;

const { instance, sender, signInAgain, create, send, sendSigned, statusOf, workflowOf } =
  await openInstanceCase();

type Person = { name: string; email: string };
const person = (name: string): Person => {
  count += 1;
  return { name, email: `${name.toLowerCase()}-${count}@example.com` };
};
const sendSteps = async (request: QuickRequest) => {
  const id = await create(request);
  await instance.runJobs();
  return id;
};
/** A person who is asked to sign, and follows the link of their invitation. */
const invited = async (name = 'Ann') => {
  const ann = person(name);
  const id = await send(ann);
  return { ann, id, signer: await followInvitation(instance, ann.email) };
};
const errorOf = (answer: { json(): unknown }) =>
  (answer.json() as { error: { code: string; message: string; violations?: Record<string, string> } }).error;

describe('the link of an invitation', () => {
  test('leaves a cookie and goes on without the token; scanners change nothing, other sites are refused', async () => {
    const { id, signer } = await invited();
    const token = signer.path.split('/').pop() ?? '';
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    expect(signer.arrival.statusCode).toBe(303);
    expect(signer.arrival.headers['referrer-policy']).toBe('no-referrer');
    expect(signer.clean).not.toContain(token);
    expect(String(signer.arrival.headers['set-cookie'])).toMatch(/HttpOnly; SameSite=Lax/);
    const { pool } = instance.deps;
    expect(JSON.stringify((await pool.query('select * from signing_links')).rows)).not.toContain(token);
    const events = async () => (await pool.query('select count(*) as n from events')).rows[0].n as number;
    const before = await events();
    for (let turn = 0; turn < 5; turn += 1) {
      await instance.inject({ method: 'HEAD', url: signer.path, headers: { purpose: 'prefetch' } });
      await instance.inject({ method: 'GET', url: signer.path });
    }
    await signer.call('GET');
    const { base, headers } = signer;
    for (const shown of [{}, { authorization: 'Bearer anything' }, { 'x-api-key': 'anything' }]) {
      const answer = await instance.inject({
        method: 'POST',
        url: `${base}/decline`,
        headers: { ...headers, 'sec-fetch-site': 'cross-site', ...shown },
        payload: { reason: 'x' },
      });
      expect(answer.statusCode).toBe(403);
    }
    expect([await events(), await statusOf(id)]).toEqual([before, 'started']);
    expect((await signer.sign()).statusCode).toBe(200);
  });
});

describe('signing', () => {
  test('asks for consent and required fields, keeps each answer, judges it by its kind, and prints all', async () => {
    const ann = person('Ann');
    const id = await sendSteps({ document: anchored, steps: [{ type: 'sign', recipients: [ann] }] });
    const signer = await followInvitation(instance, ann.email);
    const { shownHash: empty, fields, consent } = await signer.view();
    expect(errorOf(await signer.finish(empty)).violations).toHaveProperty('consent');
    await signer.call('POST', '/consent', { ...consent, timeZone: 'Europe/Paris' });
    const { violations = {} } = errorOf(await signer.finish(empty));
    const required = fields.filter(({ type }) => ['signature', 'initials', 'title'].includes(type));
    expect(Object.keys(violations).sort()).toEqual(required.map(({ id: each }) => `fields[${each}]`).sort());
    // What is known of the person is filled in already.
    expect(fields.find(({ type }) => type === 'name')?.value).toBe(ann.name);
    const field = (type: string) => fields.find((each) => each.type === type)?.id ?? 0;
    const fill = (type: string, value: string | null) =>
      signer.call('PUT', `/fields/${field(type)}`, { value });
    expect((await fill('date', '1 Jan 2020')).statusCode).toBe(400);
    expect((await fill('signature', 'no such mark')).statusCode).toBe(400);
    expect((await fill('title', 'Miller, in chief')).statusCode).toBe(200);
    expect((await signer.view()).fields.find(({ type }) => type === 'title')?.value).toBe('Miller, in chief');
    for (const kind of ['signature', 'initials'] as const) {
      const mark = { method: 'type', text: 'Ann', font: 'Caveat', png: drawnSignature() };
      const marked = await signer.call('PUT', `/marks/${kind}`, mark);
      const { marks } = marked.json() as { marks: Record<string, { id: string }> };
      expect((await fill(kind, marks[kind]?.id ?? '')).statusCode).toBe(200);
    }
    const { shownHash } = await signer.view();
    expectStatus(await signer.finish(shownHash), 200);
    await instance.runJobs();
    expect(await statusOf(id)).toBe('signed');
    const view = await signer.view();
    const url = view.documents[0]?.downloadUrl ?? '';
    const sealed = await instance.inject({ method: 'GET', url, headers: signer.headers });
    expect(sealed.headers['content-disposition']).toMatch(/^attachment.* \(sealed\)\.pdf/);
    expect(sealed.rawPayload.length).toBeGreaterThan(anchored.length);
  });

  test('tells a check that another tab has overtaken, while it was made', async () => {
    const { signer: tab } = await invited();
    const { shownHash } = await tab.fill();
    const { blobs } = instance.deps;
    const { read } = blobs;
    // The check has loaded the session and reads the signature's picture.
    vi.spyOn(blobs, 'read').mockImplementationOnce(async (key) => {
      expect((await tab.finish(shownHash)).statusCode).toBe(200);
      return read(key);
    });
    const answer = await tab.preview(shownHash);
    expect([answer.statusCode, errorOf(answer).code]).toEqual([409, 'DOCUMENT_CHANGED']);
  });

  test('out of turn is refused and shows no document; after the answer it cannot be changed', async () => {
    const [ann, bob] = [person('Ann'), person('Bob')];
    const steps = [ann, bob].map((each) => ({ type: 'sign', recipients: [each] }));
    const id = await sendSteps({ steps });
    // Bob is not invited yet; his link is made by hand, as an inbox would.
    const { rows } = await instance.deps.pool.query(
      'select id as "recipientId", workflow_id as "workflowId" from recipients where email = $1',
      [bob.email],
    );
    await linkOf(instance.deps, rows[0]);
    const first = await followInvitation(instance, ann.email);
    const pictureUrl = (await first.view()).documents[0]?.firstPageUrl ?? '';
    const picture = await first.call('GET', pictureUrl.slice(first.base.length));
    expect([picture.statusCode, picture.headers['content-type']]).toEqual([200, 'image/png']);
    expect((await first.view()).action.actedAt).toBeNull();
    expect((await first.sign()).statusCode).toBe(200);
    const acted = await first.view();
    expect(acted).toMatchObject({ state: 'done', documents: [{ firstPageUrl: null }] });
    expect(acted.action.actedAt).toBeGreaterThan(1_700_000_000);
    expect(acted.people.map(({ place }) => place?.page ?? null)).toEqual([1, null]);
    expect((await first.call('GET', pictureUrl.slice(first.base.length))).statusCode).toBe(404);
    expect((await first.call('POST', '/decline', { reason: 'changed my mind' })).statusCode).toBe(409);
    await instance.runJobs();
    const second = await followInvitation(instance, bob.email);
    const view = await second.view();
    expect(view.state).toBe('open');
    // What Bob sees first is the page that Ann has signed.
    const signedUrl = view.documents[0]?.firstPageUrl ?? '';
    const signed = await second.call('GET', signedUrl.slice(second.base.length));
    expect([signed.statusCode, signed.headers['content-type']]).toEqual([200, 'image/png']);
    const file = await second.call('GET', view.documents[0]?.url.slice(second.base.length) ?? '');
    const drawn = drawFirstPage(await openViewer(), file.rawPayload);
    expect(drawn.kind === 'picture' && drawn.bytes).toBe(signed.rawPayload.toString('base64'));
    expect(signed.rawPayload.equals(picture.rawPayload)).toBe(false);
    expect(await statusOf(id)).toBe('started');
  });

  test('a picture that is none, empty or too large is refused with its limits', async () => {
    const { signer } = await invited();
    const script = Buffer.from('<svg onload=alert(1)>').toString('base64');
    for (const png of [script, drawnSignature({ width: 1700, height: 40 }), '']) {
      const answer = await signer.call('PUT', '/marks/signature', { method: 'upload', png });
      expect([answer.statusCode, Object.keys(errorOf(answer).violations ?? {})]).toEqual([400, ['png']]);
    }
  });
});

describe('declining, canceling and running out of time', () => {
  test('a reason is asked for, kept, and ends the workflow for all recipients', async () => {
    const [ann, bob] = [person('Ann'), person('Bob')];
    const id = await send(ann, bob);
    const signer = await followInvitation(instance, ann.email);
    expect((await signer.call('POST', '/decline', { reason: '  ' })).statusCode).toBe(400);
    expect((await signer.call('POST', '/decline', { reason: 'The rent is too high.' })).statusCode).toBe(200);
    expect(await statusOf(id)).toBe('declined');
    const other = await (await followInvitation(instance, bob.email)).view();
    expect([other.state, other.documents]).toEqual(['declined', []]);
  });

  test('a reviewer cannot sign and a signer cannot approve', async () => {
    const [ann, rex] = [person('Ann'), person('Rex')];
    await send(ann);
    await sendSteps({ steps: [{ type: 'review', recipients: [rex] }] });
    const signer = await followInvitation(instance, ann.email);
    const reviewer = await followInvitation(instance, rex.email);
    expect((await signer.approve()).statusCode).toBe(409);
    const { shownHash } = await reviewer.view();
    expect((await reviewer.finish(shownHash)).statusCode).toBe(409);
  });

  test('a Finish just after the deadline says so, and the page does at once, before the workflow is expired', async () => {
    const ann = person('Ann');
    const id = await send(ann);
    instance.advance(7 * DAY - 60);
    const signer = await followInvitation(instance, ann.email);
    const { shownHash } = await signer.fill();
    const previewId = previewIn(await signer.preview(shownHash));
    instance.advance(60);
    expect(await statusOf(id)).toBe('started');
    const answer = expectStatus(await signer.call('POST', '/finish', { previewId, intent: INTENT }), 409);
    const message = expect.stringContaining('deadline has passed');
    expect(errorOf(answer)).toMatchObject({ reason: 'deadline_passed', message });
    const late = await signer.view();
    expect([late.state, late.documents]).toEqual(['expired', []]);
  });
});

describe('sealing that fails', () => {
  test('blocks the workflow with the cause in plain words, and Retry seals it once that is mended', async () => {
    await signInAgain();
    const id = await sendSigned(person('Ann'));
    const { id: workflowId, path: url } = await workflowOf(id);
    const { rows } = await instance.deps.pool.query(
      'select blob_key as key from files join documents on original_file_id = files.id where workflow_id = $1',
      [workflowId],
    );
    const putBack = await instance.stored.lose(rows[0].key);
    for (const seconds of [0, 2, 10, 60, 300]) {
      instance.advance(seconds + 1);
      await instance.runJobs();
    }
    const read = async () => (await sender.call({ method: 'GET', url })).json();
    expect(await read()).toMatchObject({
      status: 'blocked',
      blockedCause: expect.stringMatching(/missing.*Retry/s),
    });

    await putBack();
    expectStatus(await sender.call({ method: 'POST', url: `${url}/retry` }), 200);
    await instance.runJobs();
    expect(await read()).toMatchObject({ status: 'signed', blockedCause: null });
    expect((await sender.call({ method: 'POST', url: `${url}/retry` })).statusCode).toBe(409);
  });

  test('a sealed file that storage lost before it was archived is made anew by Retry', async () => {
    const id = await sendSigned(person('Ann'));
    const { blobs } = instance.deps;
    const { copy: makeCopy } = blobs;
    vi.spyOn(blobs, 'copy').mockImplementationOnce(async (key) => {
      const copy = await makeCopy(key);
      const store: typeof copy.store = async (appended) => {
        const stored = await copy.store(appended);
        await blobs.remove(stored.key);
        return stored;
      };
      return { ...copy, store };
    });
    expect(await instance.runJobs()).toContain('archive-workflow');
    expect(await statusOf(id)).toBe('blocked');
    const url = `${(await workflowOf(id)).path}/retry`;
    expect((await sender.call({ method: 'POST', url })).statusCode).toBe(200);
    await instance.runJobs();
    expect(await statusOf(id)).toBe('signed');
  });
});
