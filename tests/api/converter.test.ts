import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { docxOf } from '../../intake/src/testing/office-files.ts';
import { readEvents } from '../support/api-case.ts';
import { readArchive } from '../support/archive.ts';
import { openConverterDouble } from '../support/converter-double.ts';
import { expectStatus, forThisFile, openInstanceCase } from '../support/instance-case.ts';
import { ann, codeOf, violationsOf } from '../support/quick-sender.ts';

const double = await forThisFile(openConverterDouble());
const { instance, sender, post, read, create, get, workflowOf, sign } = await openInstanceCase({
  env: { PARAPH_CONVERTER_URL: double.url },
});

const TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const docx = docxOf();
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const countStored = async () =>
  Number((await instance.deps.pool.query('select count(*) from files')).rows[0].count);

describe('a document of Word', () => {
  test('is signed as the pages that the converter made; what was sent is kept, told and erased with it', async () => {
    const id = await create({
      document: docx,
      fileName: 'Lease.docx',
      steps: [{ type: 'sign', recipients: [ann] }],
    });
    const { envelope } = await read(id);
    const [document] = envelope.documents;
    const facts = { name: 'Lease.docx', contentType: TYPE, sha256: sha256(docx), size: docx.length };
    expect(document).toMatchObject({ file: { name: 'Lease.pdf' }, source: facts });
    const original = await get(`${new URL(document?.source?.file ?? '').pathname}?version=source`);
    expect(original.rawPayload.equals(docx)).toBe(true);
    expect(original.headers).toMatchObject({ 'content-type': TYPE, 'content-disposition': /Lease\.docx/ });
    await instance.runJobs();
    await sign(ann);
    await instance.runJobs();
    const { id: workflowId, path } = await workflowOf(id);
    const created = (await readEvents(instance, workflowId)).find(({ name }) => name === 'workflow.created');
    expect(created?.detail.sources).toEqual([{ position: 0, ...facts }]);
    const evidence = expectStatus(await get(`${path}/evidence`), 200).json();
    expect(evidence.record.documents[0].source).toEqual(facts);
    const archive = await readArchive(expectStatus(await get(`${path}/archive`), 200).rawPayload);
    expect(archive.get('sources/Lease.docx')?.equals(docx)).toBe(true);
    // The record is refused where the trail says another file.
    const wrong = "update documents set source = jsonb_set(source, '{sha256}', $2) where workflow_id = $1";
    await instance.deps.pool.query(wrong, [workflowId, JSON.stringify('0'.repeat(64))]);
    expect((await get(`${path}/evidence`)).statusCode).toBe(500);
  });

  test('is named among what the instance takes', async () => {
    const { limits } = (await get('/api/v1/app/initialize?data[]=limits')).json();
    expect(limits.convertedFormats).toEqual(['docx', 'odt', 'rtf']);
  });

  test('goes along with a copy, and each is erased by itself', async () => {
    const id = await create({ document: docx, fileName: 'Offer.docx' });
    const { path } = await workflowOf(id);
    const before = await countStored();
    const copy = expectStatus(await sender.call({ method: 'POST', url: `${path}/duplicate` }), 200).json();
    expect(copy.documents[0].source).toMatchObject({ name: 'Offer.docx', sha256: sha256(docx) });
    expect(await countStored()).toBe(before + 2);
    const url = `/api/v1/envelopes/${copy.envelopeId}`;
    expectStatus(await sender.call({ method: 'DELETE', url }), 204);
    expect(await countStored()).toBe(before);
  });

  test('is refused with what is to be done first, before the converter gets it', async () => {
    const taken = double.taken.length;
    const document = docxOf('<w:ins/><w:del/>');
    const refused = await post({ document, fileName: 'Lease.docx' });
    expect([refused.statusCode, codeOf(refused)]).toEqual([422, 'DOCUMENT_NOT_ACCEPTED']);
    const words = 'Lease.docx cannot be used. Accept or reject the 2 changes that are tracked in it first';
    expect(violationsOf(refused)).toEqual({ document: expect.stringContaining(words) });
    expect(double.taken).toHaveLength(taken);
  });

  test('can be sent again where the converter failed, and nothing was sent', async () => {
    const readiness = async () => (await instance.inject({ method: 'GET', url: '/readyz' })).json();
    expect(await readiness()).toEqual({ status: 'ok', converter: 'answers' });
    const before = await countStored();
    for (const mood of ['busy', 'html', 'cut'] as const) {
      double.mood = mood;
      const failed = await post({ document: docx, fileName: 'Lease.docx' });
      expect([failed.statusCode, failed.headers['retry-after']]).toEqual([503, '30']);
      expect(failed.json().error.message).toContain('Lease.docx waits: the converter does not answer');
    }
    double.mood = 'unreadable';
    expect(codeOf(await post({ document: docx, fileName: 'Lease.docx' }))).toBe('DOCUMENT_NOT_ACCEPTED');
    double.mood = 'well';
    expect(await countStored()).toBe(before);
    expectStatus(await post({ document: docx, fileName: 'Lease.docx' }), 200);
  });

  test('of a kind that the converter does not have is refused with the setting and the remedy', async () => {
    const refused = await post({ document: Buffer.from('\0\0\0\u0018ftypheic'), fileName: 'a.heic' });
    expect(violationsOf(refused)).toEqual({ document: expect.stringMatching(/JPEG.*PARAPH_HEIC_COMMAND/) });
  });
});
