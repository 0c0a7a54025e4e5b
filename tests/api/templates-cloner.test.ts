import { describe, expect, test } from 'vitest';
import { verifyChain } from '../../server/src/audit/verify-chain.ts';
import { sweepFiles } from '../../server/src/files/sweep-files.ts';
import { codeOf, good, violationsOf, type Workflow } from '../support/draft-client.ts';
import { DAY } from '../support/instance.ts';
import { openInstanceCase } from '../support/instance-case.ts';
import { buildPdf, textLines } from '../support/pdf-fixtures.ts';
import { lease } from '../support/quick-sender.ts';
import { followInvitation } from '../support/signer.ts';
import { openTemplateClient } from '../support/template-client.ts';

const marked = buildPdf({
  pages: [{ content: textLines(['paraph_signature_buyer', 'paraph_fullName_buyer']) }],
});
const BUYER = { name: 'Buyer', type: 'sign' };
const NOTARY = { name: 'Notary', type: 'review' };
const bea = { name: 'Bea', email: 'bea@example.com' };
const nils = { name: 'Nils', email: 'nils@example.com' };

const { instance, sender, sign, get } = await openInstanceCase();
const client = await openTemplateClient(instance, sender, lease);

const workflows = `/api/v1/workspaces/${client.workspaceId}/workflows`;
const readWorkflow = async (id: number) => good<Workflow>(await get(`${workflows}/${id}`));
const recipientOf = async (id: number) => {
  const recipients = instance.deps.database.selectFrom('recipients').where('workflow_id', '=', id);
  return recipients.select(['language', 'anchor_tag as tag']).executeTakeFirst();
};
const download = (url: string) => get(new URL(url).pathname);
const countRows = async (table: 'workflows' | 'files' | 'mails') =>
  (await instance.deps.pool.query(`select from ${table}`)).rowCount;

describe('a workflow made of a template', () => {
  test('is whole, and leads from the first mail to signed', { timeout: 60_000 }, async () => {
    const message = 'Please sign {document} before Monday.';
    const template = await client.filled([BUYER, NOTARY], { senderMessage: message });
    const made = await client.cloned(template.id, { recipients: [bea, nils], hasToBeStarted: true });
    expect(made).toMatchObject({
      id: expect.any(Number),
      envelopeId: expect.stringMatching(/^\d{8}[0-9a-f]{32}$/),
      name: 'Lease of the mill',
      type: 'simple',
      status: 'started',
      startDate: instance.nowSeconds(),
      expiryDate: instance.nowSeconds() + 90 * DAY,
      senderName: 'Sender',
      senderMessage: 'Please sign Lease of the mill before Monday.',
      recipients: [bea, nils],
      steps: [{ type: 'sign' }, { type: 'review' }],
      fields: [{ type: 'signature', page: 1, posX: 10, posY: 20, style: { width: 30, height: 8 } }],
      documents: [{ position: 0, file: { name: 'lease.pdf' } }],
    });
    await instance.runJobs();
    const { pool } = instance.deps;
    const mails = await pool.query('select to_email as to from mails where workflow_id = $1', [made.id]);
    expect(mails.rows).toEqual([{ to: bea.email }]);
    await sign(bea);
    await instance.runJobs();
    await (await followInvitation(instance, nils.email)).approve();
    await instance.runJobs();
    expect((await readWorkflow(made.id)).status).toBe('signed');
    expect(await verifyChain(instance.deps.database, instance.deps, made.id)).toMatchObject({ intact: true });
    const created = await pool.query(
      `select detail from events where workflow_id = $1 and name = 'workflow.created'`,
      [made.id],
    );
    const detail = { templateId: template.id, templateVersion: expect.any(Number) };
    expect(created.rows).toMatchObject([{ detail }]);
  });

  test('stays a draft unless it is to be started; no mail is sent', async () => {
    const template = await client.filled([BUYER]);
    const mails = await countRows('mails');
    for (const asked of [{}, { hasToBeStarted: false }, { hasToBeStarted: 'false' }]) {
      const made = await client.cloned(template.id, { recipients: [bea], ...asked });
      expect([made.status, made.senderMessage]).toEqual(['not_started', null]);
    }
    await instance.runJobs();
    expect(await countRows('mails')).toBe(mails);
  });

  test('has the type, the days and the fields of the template, filled with what is known', async () => {
    const { id, documents } = await client.create({ type: 'simple', expiryDays: '30' }, marked);
    const documentId = documents[0]?.id;
    const tag = `buyer-${documentId}_1`;
    await client.setRoles(id, [{ name: 'Buyer', anchorTag: tag, roles: [{ type: 'sign' }] }]);
    good(await client.send('PUT', `/${id}`, { language: 'fr' }));
    const inDutch = await client.cloned(id, { recipients: [{ ...bea, language: 'nl' }] });
    const made = await client.cloned(id, { recipients: [{ ...bea, name: ' Bea ' }] });
    expect((await recipientOf(inDutch.id))?.language).toBe('nl');
    const ofCopy = `buyer-${made.documents[0]?.id}_1`;
    expect(await recipientOf(made.id)).toEqual({ language: 'fr', tag: ofCopy });
    expect(made.expiryDate).toBe(instance.nowSeconds() + 30 * DAY);
    expect(made.fields.map(({ type, value }) => `${type} ${value}`)).toEqual(['signature null', 'name Bea']);
    expect(made).toMatchObject({ type: 'simple', signingSecurity: 'none' });
    // The tag counts on the pages of the copy: taking it away and back finds the same places.
    const put = (anchorTag: string | null) => {
      const recipients = [{ ...bea, anchorTag, roles: [{ type: 'sign' }] }];
      return sender.call({ method: 'PUT', url: `${workflows}/${made.id}/roles`, payload: { recipients } });
    };
    await put(null);
    await put(ofCopy);
    expect((await readWorkflow(made.id)).fields).toHaveLength(2);
  });

  test('gives all signers a place when it starts', async () => {
    const { id } = await client.filled([BUYER, { name: 'Seller', type: 'sign' }]);
    good(await client.send('PUT', `/${id}/fields`, { fields: [] }));
    const made = await client.cloned(id, { recipients: [bea, nils], hasToBeStarted: true });
    const signature = { type: 'signature' };
    expect(made).toMatchObject({ status: 'started', fields: [signature, signature] });
  });

  test('names a person once who fills two placeholders', async () => {
    const { id } = await client.filled([BUYER, { name: 'Guarantor', type: 'sign' }]);
    const again = { name: 'B.', email: 'BEA@example.com' };
    const made = await client.cloned(id, { recipients: [bea, again], hasToBeStarted: true });
    expect(made.recipients.map(({ name, roles }) => [name, roles.length])).toEqual([['Bea', 2]]);
    expect(made.steps.map(({ actions }) => actions[0]?.recipientEmail)).toEqual([bea.email, bea.email]);
  });

  test('goes to the workspace that is named', async () => {
    const { id } = await client.filled([BUYER]);
    const url = '/api/v1/workspaces';
    const created = await sender.call({ method: 'POST', url, payload: { name: 'Sales' } });
    const sales = created.json() as { id: number };
    const made = await client.cloned(id, { workspaceId: String(sales.id), recipients: [bea] });
    expect(made.workspaceId).toBe(sales.id);
  });
});

test('too few recipients, a bad person, a short name or no workspace make no workflow', async () => {
  const { id } = await client.filled([BUYER, NOTARY]);
  const before = await countRows('workflows');
  const wrong: [Parameters<typeof client.clone>[1], string[]][] = [
    [{ recipients: [bea] }, ['recipients']],
    [{ recipients: [bea, { name: '', email: 'nobody' }] }, ['recipients[1][email]', 'recipients[1][name]']],
    [{ name: 'x', recipients: [bea] }, ['name', 'recipients']],
    [{ workspaceId: undefined, recipients: [bea, nils] }, ['workspaceId']],
  ];
  for (const [body, violations] of wrong) {
    const answer = await client.clone(id, body);
    expect([codeOf(answer), violationsOf(answer)]).toEqual(['VALIDATION_ERROR', violations]);
  }
  for (const [given, people] of [
    ['1 was', [bea]],
    ['3 were', [bea, nils, { ...bea, email: 'cid@example.com' }]],
  ] as const) {
    const { violations } = (await client.clone(id, { recipients: people })).json().error;
    const expected = `This template expects exactly 2 recipients, in this order: Buyer, Notary; ${given} given.`;
    expect(violations).toEqual({ recipients: expected });
  }
  expect(await countRows('workflows')).toBe(before);
});

test('one person twice in one step makes no workflow', async () => {
  const { id } = await client.create();
  const people = ['Buyer', 'Seller'].map((name) => ({ name, roles: [{ type: 'sign' }] }));
  const roles = (await client.setRoles(id, people)).map((person) => person.roles[0]?.id);
  good(await client.send('POST', `/${id}/steps`, { steps: [{ type: 'sign', roles }] }));
  const answer = await client.clone(id, { recipients: [bea, { ...nils, email: bea.email }] });
  expect(violationsOf(answer)).toEqual(['recipients[1][email]']);
});

test('what cannot start creates nothing', async () => {
  const { id } = await client.create();
  await client.setRoles(id, [{ name: 'Buyer', roles: [{ type: 'sign' }] }]);
  const before = [await countRows('workflows'), await countRows('files')];
  const answer = await client.clone(id, { recipients: [bea], hasToBeStarted: true });
  expect(codeOf(answer)).toBe('WORKFLOW_STATUS_CONFLICT');
  expect([await countRows('workflows'), await countRows('files')]).toEqual(before);
});

describe('what becomes of the template later', () => {
  test('touches no workflow that was made of it', async () => {
    const template = await client.filled([BUYER, NOTARY]);
    const made = await client.cloned(template.id, { recipients: [bea, nils] });
    const other = buildPdf({ pages: [{ content: textLines(['Another lease']) }] });
    good(await client.sendForm(`/${template.id}/documents`, {}, other));
    const path = `/${template.id}/documents/${template.documents[0]?.id}`;
    expect((await client.send('DELETE', path)).statusCode).toBe(204);
    await client.setRoles(template.id, [{ name: 'Another role', roles: [{ type: 'sign' }] }]);
    good(await client.send('PUT', `/${template.id}`, { name: 'Sale', senderMessage: 'Hi', expiryDays: 10 }));
    expect(await readWorkflow(made.id)).toMatchObject(made);
    expect((await download(made.documents[0]?.file.file ?? '')).rawPayload.equals(lease)).toBe(true);
    const next = await client.cloned(template.id, { recipients: [bea] });
    expect((await download(next.documents[0]?.file.file ?? '')).rawPayload.equals(other)).toBe(true);
  });

  test('deleting it erases its files and keeps those of its workflows', async () => {
    const template = await client.filled([BUYER]);
    const { file = '', thumb } = template.documents[0]?.file ?? {};
    const made = await client.cloned(template.id, { recipients: [bea] });
    expect((await download(thumb ?? '')).statusCode).toBe(200);
    const { rows: keys } = await instance.deps.pool.query(
      `select blob_key from files join template_documents on files.id in (original_file_id, thumb_file_id)
       where template_id = $1`,
      [template.id],
    );
    expect(keys).toHaveLength(2);
    expect((await client.send('DELETE', `/${template.id}`)).statusCode).toBe(204);
    instance.advance(2 * DAY);
    await sweepFiles(instance.deps);
    for (const { blob_key: key } of keys) await expect(instance.deps.blobs.read(key)).rejects.toThrow();
    expect((await download(file)).statusCode).toBe(404);
    expect((await download(thumb ?? '')).statusCode).toBe(404);
    expect(codeOf(await client.send('GET', `/${template.id}`))).toBe('TEMPLATE_NOT_FOUND');
    expect(codeOf(await client.clone(template.id, { recipients: [bea] }))).toBe('TEMPLATE_NOT_FOUND');
    expect((await download(made.documents[0]?.file.file ?? '')).rawPayload.equals(lease)).toBe(true);
    expect((await readWorkflow(made.id)).status).toBe('not_started');
  });

  test('deleting it in the very moment leaves a whole workflow or none', async () => {
    const statuses: number[] = [];
    for (let round = 0; round < 4; round += 1) {
      const { id } = await client.filled([BUYER]);
      const [answer] = await Promise.all([
        client.clone(id, { recipients: [bea] }),
        client.send('DELETE', `/${id}`),
      ]);
      statuses.push(answer.statusCode);
      if (answer.statusCode !== 200) continue;
      const made = good<Workflow>(answer);
      expect((await download(made.documents[0]?.file.file ?? '')).rawPayload.equals(lease)).toBe(true);
    }
    expect(statuses.filter((status) => status !== 200 && status !== 404)).toEqual([]);
  });
});
