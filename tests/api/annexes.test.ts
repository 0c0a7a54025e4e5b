import { LIMITS } from '@paraph/domain';
import { describe, expect, test } from 'vitest';
import { sha256 } from '../../server/src/platform/ids.ts';
import { readArchive } from '../support/archive.ts';
import { codeOf, good, openDraftClient, type Workflow } from '../support/draft-client.ts';
import { FINDING, INFECTED, openFakeClamd } from '../support/fake-clamd.ts';
import { multipart } from '../support/instance.ts';
import { expectStatus, forThisFile, openInstanceCase } from '../support/instance-case.ts';
import { caller } from '../support/organization.ts';
import { lease } from '../support/quick-sender.ts';
import { followInvitation, openFollowing } from '../support/signer.ts';
import { openTemplateClient } from '../support/template-client.ts';
import { workflowTables } from '../support/workflow-tables.ts';

const clamd = await forThisFile(openFakeClamd());
const { instance, sender, create, get } = await openInstanceCase({ env: { PARAPH_SCANNER: clamd.address } });
const client = await openDraftClient(instance, sender, lease);
const templates = await openTemplateClient(instance, sender, lease);
const { query, idOf } = workflowTables(() => instance);
const ada = { name: 'Ada', email: 'ada@example.com', roles: [{ type: 'sign' }] };
const prices = Buffer.from('item;price\nmill;900\n');
const page = Buffer.from('<!doctype html><script>alert(1)</script>');

interface Annex {
  id: number;
  name: string;
  format: string;
  size: number;
  sha256: string;
  position: number;
  file: string;
}

const add = (owner: string, fileName: string, value: Uint8Array) =>
  sender.call({
    method: 'POST',
    url: `${owner}/annexes`,
    ...multipart([{ name: 'annex', fileName, value }]),
  });
const added = async (owner: string, fileName: string, value: Uint8Array) =>
  expectStatus(await add(owner, fileName, value), 201).json() as Annex;
const annexesOf = async (owner: string) => good<Annex[]>(await get(`${owner}/annexes`));
const pathOf = (id: number) => `${client.base}/${id}`;
const remove = (owner: string, { id }: Annex) =>
  sender.call({ method: 'DELETE', url: `${owner}/annexes/${id}` });
const reasonOf = (answer: { json(): unknown }) =>
  (answer.json() as { error: { violations: { annex: string } } }).error.violations.annex;
const eventsOf = async (id: number) =>
  good<{ event: string; detail: string }[]>(await get(`${pathOf(id)}/timeline`)).filter(({ event }) =>
    event.startsWith('annex'),
  );

describe('a draft', () => {
  test('takes files as they are, named without folders, and lets go of them', async () => {
    const { id } = await client.draft();
    const owner = pathOf(id);
    const first = await added(owner, 'C:\\lists\\pri\u202eces.CSV', prices);
    const hash = sha256(prices).toString('hex');
    const address = `${instance.deps.config.baseUrl}${owner}/annexes`;
    expect(first).toEqual({
      ...{ id: first.id, position: 0, name: 'prices.CSV', format: 'csv', size: prices.length, sha256: hash },
      ...{ addDate: instance.nowSeconds(), file: `${address}/${first.id}` },
    });
    const second = await added(owner, 'terms.html', page);
    expect([second.position, second.format]).toEqual([1, 'text']);
    const served = await get(new URL(second.file).pathname);
    expect(served.rawPayload.equals(page)).toBe(true);
    // No page of this origin: not by its kind, not in a frame, not by a guess.
    expect(served.headers).toMatchObject({
      'content-type': 'text/plain',
      'content-disposition': expect.stringMatching(/^attachment; filename="terms.html"/),
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    });
    const [stored] = await query('select blob_key from files join annexes on file_id = files.id');
    expectStatus(await remove(owner, first), 204);
    expect((await annexesOf(owner)).map(({ name }) => name)).toEqual(['terms.html']);
    expect(await instance.stored.has(String(stored?.blob_key))).toBe(false);
    expect((await get(new URL(first.file).pathname)).statusCode).toBe(404);
    expect(await eventsOf(id)).toMatchObject([
      { event: 'annex.added', detail: 'prices.CSV' },
      { event: 'annex.added', detail: 'terms.html' },
      { event: 'annex.removed', detail: 'prices.CSV' },
    ]);
  });

  test('takes neither programs nor what a scanner recognizes, nor more than it may have', async () => {
    const { id } = await client.draft();
    const owner = pathOf(id);
    const refused: [string, Uint8Array, RegExp][] = [
      ['terms.pdf', Buffer.from('MZ\x90\0 a program'), /^Programs cannot be added/],
      ['terms.pdf.js', prices, /^Programs cannot be added/],
      ['empty.csv', Buffer.alloc(0), /is empty/],
      ['terms.pdf', Buffer.from(INFECTED), new RegExp(FINDING)],
    ];
    for (const [name, value, reason] of refused)
      expect(reasonOf(await add(owner, name, value))).toMatch(reason);
    expect(
      reasonOf(await sender.call({ method: 'POST', url: `${owner}/annexes`, ...multipart([]) })),
    ).toMatch(/as the part "annex"/);
    expect(await annexesOf(owner)).toEqual([]);
    const { file } = await added(owner, 'prices.csv', prices);
    const annexId = Number(new URL(file).pathname.split('/').pop());
    await query('update annexes set size = $1 where id = $2', [LIMITS.workflowAnnexBytesMax - 1, annexId]);
    expect(codeOf(await add(owner, 'more.csv', prices))).toBe('DOCUMENT_TOO_LARGE');
    await query('update annexes set size = 1 where id = $1', [annexId]);
    for (let count = 1; count < LIMITS.workflowAnnexesMax; count += 1) await added(owner, 'more.csv', prices);
    expect(reasonOf(await add(owner, 'more.csv', prices))).toMatch(/at most 20 annexes/);
  });
});

test('the quick form takes them along; who reads the documents reads them, as they were sent', async () => {
  const annexes = [
    ['prices.csv', prices],
    ['terms.html', page],
  ] as const;
  const steps = [{ type: 'sign', recipients: [{ name: ada.name, email: ada.email }] }];
  const followers = { 'followers[0][name]': 'Fay', 'followers[0][email]': 'fay@example.com' };
  const envelopeId = await create({ steps, annexes, more: { ...followers, 'followers[0][when]': 'both' } });
  await instance.runJobs();
  const id = await idOf(envelopeId);
  const owner = pathOf(id);
  const [first] = await annexesOf(owner);
  if (!first) throw new Error('there is no annex');
  const mails = await query('select id from mails where workflow_id = $1 order by id', [id]);
  const box = await Promise.all(
    mails.map(async (mail) => good<{ text: string }>(await get(`/api/v1/mailbox/${mail.id}`)).text),
  );
  const said = 'With 2 files for information: prices.csv, terms.html.';
  // Without what keeps mail programs from making links of names.
  const plain = box.map((text) => text.replaceAll('\u200c', '').replaceAll(/\s+/g, ' '));
  expect(plain.filter((text) => text.includes(said))).toHaveLength(2);
  const signer = await followInvitation(instance, ada.email);
  const shown = (await signer.view()).annexes;
  expect(shown.map(({ name, sha256: hash }) => [name, hash])).toEqual([
    ['prices.csv', sha256(prices).toString('hex')],
    ['terms.html', sha256(page).toString('hex')],
  ]);
  const urlOf = (index: number) => shown[index]?.url ?? '';
  const download = await instance.inject({ url: urlOf(1), headers: signer.headers });
  expect([download.statusCode, download.headers['content-type']]).toEqual([200, 'text/plain']);
  expect(download.headers['content-security-policy']).toBe("default-src 'none'; sandbox");
  // Neither without the cookie, nor those of another workflow.
  expect((await instance.inject({ url: urlOf(1) })).statusCode).toBe(404);
  const other = await added(pathOf((await client.draft()).id), 'secret.csv', prices);
  const strange = `${signer.base}/annexes/${other.id}`;
  expect((await instance.inject({ url: strange, headers: signer.headers })).statusCode).toBe(404);
  expect((await get(`${owner}/annexes/${other.id}`)).statusCode).toBe(404);
  const [follower] = await query('select id from followers where workflow_id = $1', [id]);
  const { url, headers } = await openFollowing(instance, { workflowId: id, followerId: follower?.id });
  const { annexes: followed } = good<{ annexes: { url: string }[] }>(await instance.inject({ url, headers }));
  const read = await instance.inject({ url: followed[0]?.url ?? '', headers });
  expect(read.rawPayload.equals(prices)).toBe(true);
  // What was sent stays as it was sent.
  expect(codeOf(await add(owner, 'late.csv', prices))).toBe('WORKFLOW_STATUS_CONFLICT');
  expect(codeOf(await remove(owner, first))).toBe('WORKFLOW_STATUS_CONFLICT');
  expectStatus(await signer.sign(), 200);
  await instance.runJobs();
  const { record } = good<{ record: { annexes: Annex[] } }>(await get(`${owner}/evidence`));
  expect(record.annexes).toMatchObject([
    { name: 'prices.csv', sha256: first.sha256 },
    { name: 'terms.html' },
  ]);
  const archive = await readArchive((await get(`${owner}/archive`)).rawPayload);
  expect(archive.get('annexes/prices.csv')?.equals(prices)).toBe(true);
  await query('update annexes set sha256 = $1 where id = $2', ['0'.repeat(64), first.id]);
  expect((await get(`${owner}/evidence`)).statusCode).toBe(500);
});

test('they go with copies, templates and what is made of these, and with nothing that is deleted', async () => {
  const { id } = await client.filled([ada]);
  const owner = pathOf(id);
  const one = await added(owner, 'prices.csv', prices);
  const [stored] = await query('select file_id from annexes where id = $1', [one.id]);
  const copy = good<Workflow>(await client.send('POST', `/${id}/duplicate`));
  const template = expectStatus(
    await sender.call({
      method: 'POST',
      url: templates.base,
      payload: { fromWorkflowId: id, name: 'Leases' },
    }),
    201,
  ).json() as { id: number; version: number };
  const ofTemplate = `${templates.base}/${template.id}`;
  const terms = await added(ofTemplate, 'terms.html', page);
  expect((await get(new URL(terms.file).pathname)).headers['content-type']).toBe('text/plain');
  const people = [{ name: 'Bob', email: 'bob@example.com' }];
  const clone = await templates.cloned(template.id, { recipients: people });
  expectStatus(await remove(ofTemplate, terms), 204);
  good(await client.send('DELETE', '', { workflows: [{ id, workspaceId: client.workspaceId }] }));
  expect(await query('select id from files where id = $1', [stored?.file_id])).toEqual([]);
  const names = async (path: string) => (await annexesOf(path)).map(({ name }) => name);
  expect(await names(pathOf(copy.id))).toEqual(['prices.csv']);
  expect(await names(pathOf(clone.id))).toEqual(['prices.csv', 'terms.html']);
  expect(await names(ofTemplate)).toEqual(['prices.csv']);
  const [kept] = await annexesOf(pathOf(clone.id));
  expect((await get(new URL(kept?.file ?? '').pathname)).rawPayload.equals(prices)).toBe(true);
  expectStatus(await caller(sender)('DELETE', ofTemplate).then(({ answer }) => answer), 204);
  expect(await query('select id from template_annexes')).toEqual([]);
});
