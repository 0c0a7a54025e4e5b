import { describe, expect, test, vi } from 'vitest';
import { drawFirstPage } from '../../intake/src/reading/draw-first-page.ts';
import { openViewer } from '../../intake/src/reading/pdfium.ts';
import { DAY, openTestInstance, quickForm } from '../support/instance.ts';
import { forThisFile } from '../support/instance-case.ts';
import { buildPdf, textLines } from '../support/pdf-fixtures.ts';
import { drawnSignature, followInvitation, INTENT, previewIn, type SigningView } from '../support/signer.ts';

const lease = buildPdf({ pages: [{ content: textLines(['Lease', 'The parties agree.']) }] });
const anchored = buildPdf({
  pages: [
    {
      content: textLines([
        'paraph_signature_1',
        '',
        '',
        '',
        'paraph_fullName_1',
        '',
        'paraph_date_1',
        '',
        'paraph_title_1',
        '',
        'paraph_initials_1',
      ]),
    },
  ],
});

let count = 0;

const instance = await forThisFile(openTestInstance());
let sender = await instance.signIn('Sender', 'sender@example.com');

type Person = { name: string; email: string };
const person = (name: string): Person => {
  count += 1;
  return { name, email: `${name.toLowerCase()}-${count}@example.com` };
};
const send = async (steps: { type: string; recipients: Person[] }[], document = lease) => {
  const form = quickForm({ document, steps });
  const answer = await sender.call({ method: 'POST', url: '/api/v1/quick/envelopes', ...form });
  expect(answer.statusCode, answer.body).toBe(200);
  await instance.runJobs();
  return (answer.json() as { id: string }).id;
};
const statusOf = async (id: string) =>
  (await sender.call({ method: 'GET', url: `/api/v1/quick/envelopes/${id}` })).json() as { status: string };
const errorOf = (answer: { json(): unknown }) =>
  (answer.json() as { error: { code: string; message: string; violations?: Record<string, string> } }).error;

describe('the link of an invitation', () => {
  test('leaves a cookie and goes on to an address without the token', async () => {
    const ann = person('Ann');
    await send([{ type: 'sign', recipients: [ann] }]);
    const signer = await followInvitation(instance, ann.email);
    const token = signer.path.split('/').pop() ?? '';
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    expect(signer.arrival.statusCode).toBe(303);
    expect(signer.arrival.headers['referrer-policy']).toBe('no-referrer');
    expect(signer.clean).not.toContain(token);
    expect(String(signer.arrival.headers['set-cookie'])).toMatch(/HttpOnly; SameSite=Lax/);
    const { rows } = await instance.deps.pool.query('select * from signing_links');
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  test('changes nothing when it is fetched a hundred times by scanners', async () => {
    const ann = person('Ann');
    const id = await send([{ type: 'sign', recipients: [ann] }]);
    const signer = await followInvitation(instance, ann.email);
    const events = async () =>
      (await instance.deps.pool.query('select count(*) as n from events')).rows[0].n as number;
    const before = await events();
    for (let turn = 0; turn < 50; turn += 1) {
      await instance.inject({ method: 'HEAD', url: signer.path, headers: { purpose: 'prefetch' } });
      await instance.inject({ method: 'GET', url: signer.path });
    }
    await signer.call('GET');
    expect(await events()).toBe(before);
    expect((await statusOf(id)).status).toBe('started');
    expect((await signer.sign()).statusCode).toBe(200);
  });

  test('is unknown without its cookie, with another link’s cookie, and in one letter’s difference', async () => {
    const [ann, bob] = [person('Ann'), person('Bob')];
    await send([{ type: 'sign', recipients: [ann, bob] }]);
    const one = await followInvitation(instance, ann.email);
    const other = await followInvitation(instance, bob.email);
    for (const cookie of ['', other.headers.cookie, one.headers.cookie.replace(/.$/, '')]) {
      const answer = await instance.inject({ method: 'GET', url: one.base, headers: { cookie } });
      expect([answer.statusCode, errorOf(answer).code]).toEqual([404, 'NOT_FOUND']);
    }
    const wrong = await instance.inject({ method: 'GET', url: `${one.path.slice(0, -1)}_` });
    expect(wrong.headers.location).toBe('/signing/unknown');
  });

  test('refuses a change that another site asked for', async () => {
    const ann = person('Ann');
    await send([{ type: 'sign', recipients: [ann] }]);
    const { base, headers } = await followInvitation(instance, ann.email);
    for (const shown of [{}, { authorization: 'Bearer anything' }, { 'x-api-key': 'anything' }]) {
      const answer = await instance.inject({
        method: 'POST',
        url: `${base}/decline`,
        headers: { ...headers, 'sec-fetch-site': 'cross-site', ...shown },
        payload: { reason: 'x' },
      });
      expect(answer.statusCode).toBe(403);
    }
  });
});

describe('signing', () => {
  test('asks for consent and every required field, naming each', async () => {
    const ann = person('Ann');
    await send([{ type: 'sign', recipients: [ann] }], anchored);
    const signer = await followInvitation(instance, ann.email);
    const { shownHash, consent, fields } = await signer.view();
    expect(errorOf(await signer.finish(shownHash)).violations).toHaveProperty('consent');
    await signer.call('POST', '/consent', { ...consent, timeZone: 'Europe/Paris' });
    const { violations = {} } = errorOf(await signer.finish(shownHash));
    const required = fields.filter(
      ({ type }) => type === 'signature' || type === 'initials' || type === 'title',
    );
    expect(Object.keys(violations).sort()).toEqual(required.map(({ id }) => `fields[${id}]`).sort());
    // What is known of the person is filled in already.
    expect(fields.find(({ type }) => type === 'name')?.value).toBe(ann.name);
  });

  test('keeps every answer at once, judges it by its kind, and prints all of them in the sealed PDF', async () => {
    const ann = person('Ann');
    const id = await send([{ type: 'sign', recipients: [ann] }], anchored);
    const signer = await followInvitation(instance, ann.email);
    const { fields, consent } = await signer.view();
    const field = (type: string) => fields.find((each) => each.type === type)?.id ?? 0;
    const fill = (type: string, value: string | null) =>
      signer.call('PUT', `/fields/${field(type)}`, { value });
    expect((await fill('date', '1 Jan 2020')).statusCode).toBe(400);
    expect((await fill('signature', 'no such mark')).statusCode).toBe(400);
    expect((await fill('title', 'Miller, in chief')).statusCode).toBe(200);
    expect((await signer.view()).fields.find(({ type }) => type === 'title')?.value).toBe('Miller, in chief');
    await signer.call('POST', '/consent', consent);
    for (const kind of ['signature', 'initials'] as const) {
      const marked = await signer.call('PUT', `/marks/${kind}`, {
        method: 'type',
        text: 'Ann',
        font: 'Caveat',
        png: drawnSignature(),
      });
      const { marks } = marked.json() as { marks: Record<string, { id: string }> };
      expect((await fill(kind, marks[kind]?.id ?? '')).statusCode).toBe(200);
    }
    const { shownHash } = await signer.view();
    const finished = await signer.finish(shownHash);
    expect(finished.statusCode, finished.body).toBe(200);
    await instance.runJobs();
    expect((await statusOf(id)).status).toBe('signed');
    const view = await signer.view();
    const sealed = await instance.inject({
      method: 'GET',
      url: view.documents[0]?.downloadUrl ?? '',
      headers: signer.headers,
    });
    expect(sealed.headers['content-disposition']).toMatch(/^attachment.* \(sealed\)\.pdf/);
    expect(sealed.rawPayload.length).toBeGreaterThan(anchored.length);
  });

  test('is refused when what was shown is not what is there', async () => {
    const ann = person('Ann');
    await send([{ type: 'sign', recipients: [ann] }]);
    const signer = await followInvitation(instance, ann.email);
    const answer = await signer.finish('f'.repeat(64));
    expect([answer.statusCode, errorOf(answer).code]).toEqual([409, 'WORKFLOW_STATUS_CONFLICT']);
  });

  test('in two tabs at once gives one signature, and tells the other tab', async () => {
    const ann = person('Ann');
    await send([{ type: 'sign', recipients: [ann] }]);
    const tabs = [await followInvitation(instance, ann.email), await followInvitation(instance, ann.email)];
    await tabs[0]?.call('POST', '/consent', (await tabs[0].view()).consent);
    const marked = (
      await tabs[0]?.call('PUT', '/marks/signature', { method: 'draw', png: drawnSignature() })
    )?.json() as SigningView;
    await tabs[0]?.call('PUT', `/fields/${marked.fields[0]?.id}`, { value: marked.marks.signature?.id });
    const { shownHash } = marked;
    const answers = await Promise.all(tabs.map((tab) => tab.finish(shownHash)));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
  });

  test('tells a check that another tab has overtaken, while it was made', async () => {
    const ann = person('Ann');
    await send([{ type: 'sign', recipients: [ann] }]);
    const tab = await followInvitation(instance, ann.email);
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
    const id = await send([
      { type: 'sign', recipients: [ann] },
      { type: 'sign', recipients: [bob] },
    ]);
    // Bob is not invited yet; his link is made by hand, as an inbox would.
    const { signingLinkFor } = await import('../../server/src/signing/session/signing-link.ts');
    const { rows } = await instance.deps.pool.query<{ id: number; workflow_id: number }>(
      'select id, workflow_id from recipients where email = $1',
      [bob.email],
    );
    await instance.deps.database.transaction().execute((tx) =>
      signingLinkFor(tx, instance.deps, {
        workflowId: rows[0]?.workflow_id ?? 0,
        recipientId: rows[0]?.id ?? 0,
      }),
    );
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
    expect((await statusOf(id)).status).toBe('started');
  });

  test('a picture that is none, empty or too large is refused with its limits', async () => {
    const ann = person('Ann');
    await send([{ type: 'sign', recipients: [ann] }]);
    const signer = await followInvitation(instance, ann.email);
    const pictures = [
      Buffer.from('<svg onload=alert(1)>').toString('base64'),
      drawnSignature({ width: 1700, height: 40 }),
      '',
    ];
    for (const png of pictures) {
      const answer = await signer.call('PUT', '/marks/signature', { method: 'upload', png });
      expect([answer.statusCode, Object.keys(errorOf(answer).violations ?? {})]).toEqual([400, ['png']]);
    }
  });
});

describe('declining, canceling and running out of time', () => {
  test('a reason is asked for, kept, and ends the workflow for all recipients', async () => {
    const [ann, bob] = [person('Ann'), person('Bob')];
    const id = await send([{ type: 'sign', recipients: [ann, bob] }]);
    const signer = await followInvitation(instance, ann.email);
    expect((await signer.call('POST', '/decline', { reason: '  ' })).statusCode).toBe(400);
    expect((await signer.call('POST', '/decline', { reason: 'The rent is too high.' })).statusCode).toBe(200);
    const { envelope } = { envelope: await statusOf(id) };
    expect(envelope.status).toBe('declined');
    const other = await (await followInvitation(instance, bob.email)).view();
    expect([other.state, other.documents]).toEqual(['declined', []]);
  });

  test('a reviewer cannot sign and a signer cannot approve', async () => {
    const [ann, rex] = [person('Ann'), person('Rex')];
    await send([{ type: 'sign', recipients: [ann] }]);
    await send([{ type: 'review', recipients: [rex] }]);
    const signer = await followInvitation(instance, ann.email);
    const reviewer = await followInvitation(instance, rex.email);
    expect((await signer.approve()).statusCode).toBe(409);
    const { shownHash } = await reviewer.view();
    expect((await reviewer.finish(shownHash)).statusCode).toBe(409);
  });

  test('a document that was only reviewed is sealed in the organization’s name', async () => {
    const rex = person('Rex');
    const id = await send([{ type: 'review', recipients: [rex] }]);
    expect((await (await followInvitation(instance, rex.email)).approve('Fine')).statusCode).toBe(200);
    await instance.runJobs();
    expect((await statusOf(id)).status).toBe('signed');
  });

  test('after the deadline nothing can be signed, and the page says why', async () => {
    const ann = person('Ann');
    await send([{ type: 'sign', recipients: [ann] }]);
    instance.advance(7 * DAY + 1);
    await instance.jobs['expire-workflows'](0);
    const signer = await followInvitation(instance, ann.email);
    const view = await signer.view();
    expect([view.state, view.documents]).toEqual(['expired', []]);
    const answer = await signer.finish(view.shownHash);
    expect([answer.statusCode, errorOf(answer).message]).toEqual([409, expect.stringContaining('deadline')]);
  });

  test('a Finish just after the deadline says so, and the page does at once, before the workflow is expired', async () => {
    const ann = person('Ann');
    const id = await send([{ type: 'sign', recipients: [ann] }]);
    instance.advance(7 * DAY - 60);
    const signer = await followInvitation(instance, ann.email);
    const { shownHash } = await signer.fill();
    const previewId = previewIn(await signer.preview(shownHash));
    instance.advance(60);
    expect((await statusOf(id)).status).toBe('started');
    const answer = await signer.call('POST', '/finish', { previewId, intent: INTENT });
    expect([answer.statusCode, errorOf(answer)]).toEqual([
      409,
      expect.objectContaining({
        reason: 'deadline_passed',
        message: expect.stringContaining('deadline has passed'),
      }),
    ]);
    const late = await signer.view();
    expect([late.state, late.documents]).toEqual(['expired', []]);
  });
});

describe('sealing that fails', () => {
  test('blocks the workflow with the cause in plain words, and Retry seals it once that is mended', async () => {
    const fresh = await instance.signIn('Sender', 'sender@example.com');
    sender = fresh;
    const ann = person('Ann');
    const id = await send([{ type: 'sign', recipients: [ann] }]);
    const { rows } = await instance.deps.pool.query<{ blob_key: string; id: number; workspace_id: number }>(
      `select files.blob_key, workflows.id, workflows.workspace_id from workflows
       join documents on documents.workflow_id = workflows.id
       join files on files.id = documents.original_file_id where envelope_id = $1`,
      [id],
    );
    const { blob_key: key = '', id: workflowId, workspace_id: workspaceId } = rows[0] ?? {};
    const signer = await followInvitation(instance, ann.email);
    expect((await signer.sign()).statusCode).toBe(200);
    const putBack = await instance.stored.lose(key);
    for (const seconds of [0, 2, 10, 60, 300]) {
      instance.advance(seconds + 1);
      await instance.runJobs();
    }
    const url = `/api/v1/workspaces/${workspaceId}/workflows/${workflowId}`;
    const read = async () =>
      (await sender.call({ method: 'GET', url })).json() as { status: string; blockedCause: string | null };
    expect(await read()).toMatchObject({
      status: 'blocked',
      blockedCause: expect.stringMatching(/missing.*Retry/s),
    });

    await putBack();
    const retried = await sender.call({ method: 'POST', url: `${url}/retry` });
    expect(retried.statusCode, retried.body).toBe(200);
    await instance.runJobs();
    expect(await read()).toMatchObject({ status: 'signed', blockedCause: null });
    expect((await sender.call({ method: 'POST', url: `${url}/retry` })).statusCode).toBe(409);
  });

  test('a sealed file that storage lost before it was archived is made anew by Retry', async () => {
    const ann = person('Ann');
    const id = await send([{ type: 'sign', recipients: [ann] }]);
    expect((await (await followInvitation(instance, ann.email)).sign()).statusCode).toBe(200);
    const { blobs, pool } = instance.deps;
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
    expect((await statusOf(id)).status).toBe('blocked');
    const { rows } = await pool.query<{ id: number; workspace_id: number }>(
      'select id, workspace_id from workflows where envelope_id = $1',
      [id],
    );
    const url = `/api/v1/workspaces/${rows[0]?.workspace_id}/workflows/${rows[0]?.id}/retry`;
    expect((await sender.call({ method: 'POST', url })).statusCode).toBe(200);
    await instance.runJobs();
    expect((await statusOf(id)).status).toBe('signed');
  });
});
