import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { validate } from '@paraph/pades';
import { describe, expect, test } from 'vitest';
import { readInclusion } from '../../server/src/transparency-log/read-inclusion.ts';
import { electronicInvoice } from '../support/electronic-invoice.ts';
import { DAY, multipart, type Part, type Session } from '../support/instance.ts';
import {
  expectStatus,
  forThisFile,
  makeKey,
  openInstanceCase,
  programWith,
} from '../support/instance-case.ts';
import { addMember, caller } from '../support/organization.ts';
import { activeContent, buildPdf, textLines } from '../support/pdf-fixtures.ts';
import { findPdfaBreaches } from '../support/pdfa-rules.ts';
import { codeOf, violationsOf } from '../support/quick-sender.ts';
import { signedByStranger } from '../support/signed-by-stranger.ts';
import { openTimestampServer } from '../support/timestamp-server.ts';
import { openWebhookReceiver } from '../support/webhook-receiver.ts';

const authority = await forThisFile(openTimestampServer());
const receiver = await forThisFile(openWebhookReceiver());
const { instance, sender, create, workflowOf } = await openInstanceCase({
  env: { PARAPH_TSA_URLS: authority.url, PARAPH_TSA_ROOTS: authority.rootsFile },
});
authority.now = () => instance.deps.clock.now();
receiver.answerWith((_received, response) => response.writeHead(204).end());
await instance.deps.intake.warm();

const payslip = (text = 'Payslip') => buildPdf({ pages: [{ content: textLines([text, 'Net 2,310.55']) }] });
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

interface Seal {
  id: string;
  workspaceId: number;
  name: string;
  status: string;
  cause: string | null;
  original: { sha256: string; size: number };
  sealed: { sha256: string; size: number } | null;
  content: string | null;
}

function post(
  document: Buffer | null,
  more: Record<string, string> = {},
  by: Pick<Session, 'call'> = sender,
  key?: string,
) {
  const parts: Part[] = Object.entries(more).map(([name, value]) => ({ name, value }));
  if (document) parts.push({ name: 'document', value: document, fileName: 'payslip 11.pdf' });
  const form = multipart(parts);
  const headers = { ...form.headers, ...(key ? { 'idempotency-key': key } : {}) };
  return by.call({ method: 'POST', url: '/api/v1/seals', ...form, headers });
}

async function seal(document: Buffer, more: Record<string, string> = {}): Promise<Seal> {
  return expectStatus(await post(document, more), 201).json();
}

const get = (path: string, by: Session = sender) => by.call({ method: 'GET', url: `/api/v1/seals${path}` });
const contentOf = async ({ id }: Pick<Seal, 'id'>) =>
  expectStatus(await get(`/${id}/content`), 200).rawPayload;
const anchors = () => [instance.deps.authority.root.certificate, authority.root];
const listed = async (query = '') => (await get(query)).json() as { total: number; items: Seal[] };

describe('a seal of the organization', () => {
  test('is made at once: the file continues the upload and names the organization alone, at the highest level', async () => {
    const upload = payslip();
    const made = await seal(upload, { 'metadata[employee]': '4711' });
    const base = `${instance.deps.config.baseUrl}/api/v1/seals/${made.id}`;
    const bytes = await contentOf(made);
    expect(made).toEqual({
      id: expect.stringMatching(/^\d{8}[0-9a-f]{32}$/),
      workspaceId: expect.any(Number),
      name: 'payslip 11',
      fileName: 'payslip 11.pdf',
      status: 'completed',
      cause: null,
      createDate: expect.any(Number),
      endDate: expect.any(Number),
      createdBy: 'Sender',
      original: { sha256: sha256(upload), size: upload.length },
      sealed: { sha256: sha256(bytes), size: bytes.length },
      content: `${base}/content`,
      certificate: `${base}/certificate`,
      metadata: { employee: '4711' },
    });
    expect(bytes.subarray(0, upload.length).equals(upload)).toBe(true);
    expect(bytes.includes('sender@example.com')).toBe(false);
    const { signatures, document, verdict } = validate(bytes, { anchors: anchors() });
    expect(verdict.state).not.toBe('changed');
    expect(signatures).toMatchObject([{ level: 'B-LTA', timestamp: { authorityName: 'Outside Time' } }]);
    expect(document.lastCoversWholeFile).toBe(true);
    expect((await get(`/${made.id}`)).json()).toEqual(made);
    const { rows } = await instance.deps.pool.query(
      `select events.name, hash from events join workflows on workflows.id = workflow_id
       where envelope_id = $1 order by sequence`,
      [made.id],
    );
    const names = rows.map(({ name }) => name);
    expect(names).toEqual(['workflow.created', 'document.sealed', 'workflow.sealed', 'seal.completed']);
    const { id, workspace_id: workspaceId } = await workflowOf(made.id);
    expect(workspaceId).toBe(made.workspaceId);
    // Nothing is left to be done.
    await instance.runJobs();
    const { rows: mails } = await instance.deps.pool.query('select from mails where workflow_id = $1', [id]);
    expect(mails).toEqual([]);
  });

  test('is a leaf of the log, and its certificate says so on a page that is sealed itself', async () => {
    const made = await seal(payslip());
    const leaf = await readInclusion(instance.deps, Buffer.from(made.sealed?.sha256 ?? '', 'hex'));
    expect(leaf?.entry).toContain(made.sealed?.sha256);
    const certificate = expectStatus(await get(`/${made.id}/certificate`), 200);
    expect(certificate.headers['content-disposition']).toContain('payslip 11 (certificate).pdf');
    const { signatures, document } = validate(certificate.rawPayload, { anchors: anchors() });
    expect([signatures.length, document.lastCoversWholeFile]).toEqual([1, true]);
    expect((await get(`/${made.id}/certificate`)).rawPayload.equals(certificate.rawPayload)).toBe(true);
  });

  test('leaves an electronic invoice a file of PDF/A-3 with its data, which signers are still not sent', async () => {
    const invoice = electronicInvoice();
    const bytes = await contentOf(await seal(invoice));
    expect(findPdfaBreaches(invoice, bytes)).toEqual([]);
    // For veraPDF, by hand.
    const picturesDir = process.env.PARAPH_PICTURES_DIR;
    if (picturesDir) {
      writeFileSync(join(picturesDir, 'invoice.pdf'), invoice);
      writeFileSync(join(picturesDir, 'invoice (sealed).pdf'), bytes);
    }
    expect(validate(bytes, { anchors: anchors() }).signatures).toMatchObject([{ level: 'B-LTA' }]);
    const program = await post(electronicInvoice('F-2', 'application/octet-stream'));
    expect(violationsOf(program).document).toMatch(/carries other files inside/);
    await expect(create({ document: invoice })).rejects.toThrow(/carries other files inside/);
  });

  test('is refused by name, and nothing of it stays', async () => {
    const { total } = await listed();
    const stamp = '/Annots [<< /Type /Annot /Subtype /Stamp /Rect [9 9 99 99] /F 0 >>]';
    const refusals: [Buffer | null, string, RegExp][] = [
      [null, 'VALIDATION_ERROR', /Send the PDF/],
      [Buffer.from('no pdf'), 'VALIDATION_ERROR', /Must be a PDF/],
      [payslip().subarray(0, 200), 'DOCUMENT_NOT_ACCEPTED', /damaged/],
      [buildPdf({ pages: [{ entries: stamp }] }), 'DOCUMENT_TWO_FACED', /./],
    ];
    for (const [file, code, words] of refusals) {
      const answer = await post(file);
      expect(codeOf(answer), answer.body).toBe(code);
      expect(violationsOf(answer).document).toMatch(words);
    }
    for (const { file, named } of Object.values(activeContent))
      expect(violationsOf(await post(file())).document).toMatch(named);
    const two = multipart([1, 2].map(() => ({ name: 'document', value: payslip(), fileName: 'a.pdf' })));
    const both = await sender.call({ method: 'POST', url: '/api/v1/seals', ...two });
    expect(violationsOf(both)).toEqual({ 'document[1]': expect.stringMatching(/one for each/) });
    expect((await listed()).total).toBe(total);
  });

  test('keeps what others signed', async () => {
    const signed = await signedByStranger(payslip());
    const bytes = await contentOf(await seal(signed));
    const { signatures } = validate(bytes, { anchors: anchors() });
    expect(signatures.map(({ integrity }) => integrity.state)).toEqual(['intact', 'intact']);
  });

  test('is made once for a key of the caller', async () => {
    const { total } = await listed();
    const [first, again] = [
      await post(payslip('Once'), {}, sender, 'one'),
      await post(payslip('Once'), {}, sender, 'one'),
    ];
    expect([first.statusCode, again.statusCode]).toEqual([201, 201]);
    expect(again.headers['idempotency-replayed']).toBe('true');
    expect(again.json()).toEqual(first.json());
    expect((await listed()).total).toBe(total + 1);
  });
});

describe('a seal that has to wait', () => {
  test('is never lower: it says what it waits for, a job makes it, and programs are told', async () => {
    const webhook = { url: receiver.url, sslVerification: false, events: ['seal.completed', 'seal.failed'] };
    expectStatus(
      await sender.call({ method: 'POST', url: '/api/v1/organization/webhooks', payload: webhook }),
      201,
    );
    authority.mood = 'down';
    const waiting = await seal(payslip('Waits'));
    expect(waiting).toMatchObject({ status: 'pending', sealed: null, content: null });
    expect(waiting.cause).toMatch(/^The file is saved; the document is waiting for its timestamp\./);
    for (const part of ['content', 'certificate'])
      expect(codeOf(await get(`/${waiting.id}/${part}`))).toBe('WORKFLOW_STATUS_CONFLICT');
    expect((await listed('?filters[status]=pending')).items).toEqual([waiting]);
    for (const hours of [1, 1, 1, 1, 2, 3, 5, 5]) {
      instance.advance(hours * 3_600);
      await instance.runJobs();
    }
    const failed = (await get(`/${waiting.id}`)).json();
    expect(failed).toMatchObject({ status: 'failed', cause: waiting.cause });
    authority.mood = 'well';
    const retry = async () => (await caller(sender)('POST', `/api/v1/seals/${waiting.id}/retry`, {})).answer;
    expect(expectStatus(await retry(), 200).json()).toMatchObject({ status: 'pending' });
    await instance.runJobs();
    const made = (await get(`/${waiting.id}`)).json();
    expect(made).toMatchObject({ status: 'completed', cause: null });
    const bytes = await contentOf(made);
    expect(validate(bytes, { anchors: anchors() }).signatures).toMatchObject([{ level: 'B-LTA' }]);
    expect(bytes.includes('sender@example.com')).toBe(false);
    const told = receiver.received.map(({ body }) => JSON.parse(body));
    expect(told).toMatchObject([
      { ...failed, event: { name: 'seal.failed' } },
      { ...made, event: { name: 'seal.completed' } },
    ]);
    expect(codeOf(await retry())).toBe('WORKFLOW_STATUS_CONFLICT');
  });
});

describe('seals are a family of their own', () => {
  test('which lists and calls of other workflows do not know, nor seals them', async () => {
    const { id, workspaceId } = await seal(payslip('Apart'), { name: 'Apart from all' });
    const envelopeId = await create();
    const listOf = async (url: string) => JSON.stringify((await sender.call({ method: 'GET', url })).json());
    const space = `/api/v1/workspaces/${workspaceId}/workflows`;
    for (const url of [
      '/api/v1/envelopes',
      space,
      `${space}?query=apart`,
      `${space}?filters[status]=signed`,
    ]) {
      expect(await listOf(url), url).not.toContain(id);
    }
    for (const query of ['', '?query=apart', `?workspaceId=${workspaceId}&status=completed`])
      expect((await listed(query)).items.map((each) => each.id)).toContain(id);
    expect(JSON.stringify(await listed('?limit=100'))).not.toContain(envelopeId);
    for (const url of [
      `${space}/${id}`,
      `${space}/${id}/timeline`,
      `/api/v1/envelopes/${id}`,
      `${space}/${id}/certificate`,
    ])
      expect((await sender.call({ method: 'GET', url })).statusCode, url).toBe(404);
    expect((await get(`/${envelopeId}`)).statusCode).toBe(404);
    const bad = await get('?status=signed');
    expect(violationsOf(bad)).toEqual({ status: 'Must be one of pending, completed, failed.' });
  });

  test('and of whom a workspace lets seal and see: others find nothing', async () => {
    const made = await seal(payslip('Rights'));
    const eve = await instance.signIn('Eve', 'eve@example.com');
    const vic = await instance.signIn('Vic', 'vic@example.com');
    const memberId = await addMember(instance, sender, vic);
    const setRole = (roleId: string) =>
      caller(sender)('PUT', `/api/v1/workspaces/${made.workspaceId}/users`, {
        users: [{ memberId, roleId }],
      });
    for (const by of [eve, vic]) {
      expect((await get(`/${made.id}`, by)).statusCode).toBe(404);
      expect((await get(`/${made.id}/content`, by)).statusCode).toBe(404);
      expect((await post(payslip(), { workspaceId: String(made.workspaceId) }, by)).statusCode).toBe(404);
    }
    expect((await setRole('viewer')).status).toBe(200);
    expect((await get(`/${made.id}/content`, vic)).statusCode).toBe(200);
    const refused = await post(payslip(), { workspaceId: String(made.workspaceId) }, vic);
    expect([refused.statusCode, refused.json().error.message]).toEqual([
      403,
      expect.stringMatching(/create seal/),
    ]);
    const kept = await vic.call({ method: 'DELETE', url: `/api/v1/seals/${made.id}` });
    expect(kept.statusCode).toBe(403);
  });

  test('with a rate of their own, which a thousand a minute does not reach', async () => {
    const { key } = await makeKey(sender, { scopes: ['seals:write'] });
    const headers = { 'x-api-key': key };
    const answer = await post(payslip('Key'), {}, programWith(instance, headers));
    expect([answer.statusCode, answer.headers['x-ratelimit-limit']]).toEqual([201, '3000']);
    expect((await instance.inject({ url: '/api/v1/envelopes', headers })).json().error.message).toMatch(
      /lacks the scope workflows:read/,
    );
  });

  test('and are held, erased by the periods of their workspace, or deleted, as workflows are', async () => {
    const call = caller(sender);
    const [held, due, unwanted] = [
      await seal(payslip('Held')),
      await seal(payslip('Due')),
      await seal(payslip('Unwanted')),
    ];
    const { id: workflowId } = await workflowOf(held.id);
    expect((await call('POST', '/api/v1/organization/holds', { reason: 'Audit', workflowId })).status).toBe(
      201,
    );
    const remove = ({ id }: Seal) => sender.call({ method: 'DELETE', url: `/api/v1/seals/${id}` });
    expect(codeOf(await remove(held))).toBe('WORKFLOW_HELD');
    await instance.deps.pool.query(`update workflows set status = 'blocked' where envelope_id = $1`, [
      unwanted.id,
    ]);
    expectStatus(await remove(unwanted), 204);
    expect((await get(`/${unwanted.id}`)).statusCode).toBe(404);
    expect((await call('PUT', '/api/v1/organization/retention', { signedYears: 1 })).status).toBe(200);
    instance.advance(400 * DAY);
    await instance.runJobs();
    await instance.jobs['start-retention'](0);
    await instance.runJobs();
    const again = await instance.signIn('Sender', 'sender@example.com');
    expect((await get(`/${due.id}`, again)).statusCode).toBe(404);
    expect((await get(`/${held.id}/content`, again)).statusCode).toBe(200);
  });
});
