import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { run } from '../conformance/pdf-validators.ts';
import { actAsAdvancedSigner } from '../support/advanced-signer.ts';
import { readArchive } from '../support/archive.ts';
import { good, openDraftClient, type Workflow as Read, violationsOf } from '../support/draft-client.ts';
import { findInTables } from '../support/find-in-tables.ts';
import { folderForThisFile, openInstanceCase, type TimelineEntry } from '../support/instance-case.ts';
import { openMailReceiver } from '../support/mail-receiver.ts';
import { lease } from '../support/quick-sender.ts';
import { forThisFile } from '../support/scratch.ts';
import { followInvitation, followLink, linkOf, WITNESS_STATEMENT } from '../support/signer.ts';

// A witness beside a signer (interface.md §4).

const mailServer = await forThisFile(openMailReceiver());
const { instance, sender, create, post, workflowOf, download } = await openInstanceCase({
  env: { SMTP_URL: mailServer.url, PARAPH_MAIL_CODES: 'yes' },
});
const client = await openDraftClient(instance, sender, lease);
const folder = await folderForThisFile();

let count = 0;
const person = (name: string) => ({
  name,
  email: `${name.toLowerCase().replaceAll(' ', '.')}${++count}@example.com`,
});
type Person = ReturnType<typeof person>;
interface Workflow extends Read {
  witnesses: { recipientId: number; ofRecipientId: number; named: boolean; status: string }[];
}
interface Template {
  id: number;
  recipients: { id: number; name: string }[];
  witnesses: object[];
}
const readWorkflow = (id: number) => client.read(id) as Promise<Workflow>;
type Step = { type: 'sign' | 'review'; recipients: Person[] };
const signing = (...recipients: Person[]): Step => ({ type: 'sign', recipients });

const at = (step: number, position: number, name: string) =>
  `steps[${step}][recipients][${position}][${name}]`;

async function start(steps: Step[], more: Record<string, string>, type = 'simple') {
  const envelopeId = await create({ steps, more, type });
  await instance.runJobs();
  const { id } = await workflowOf(envelopeId);
  return { id, envelopeId, read: () => readWorkflow(id) };
}

const mailsTo = ({ email }: Person) => mailServer.messages.filter(({ to }) => to.includes(email));
const timelineOf = async (id: number) => good<TimelineEntry[]>(await client.send('GET', `/${id}/timeline`));
const signersOf = async (id: number) =>
  good<{ record: { signers: Record<string, unknown>[] }; inconsistencies?: string[] }>(
    await client.send('GET', `/${id}/evidence`),
  );

async function linkFor({ id, recipients }: Workflow, { email }: Person) {
  const recipientId = recipients.find((each) => each.email === email)?.id ?? 0;
  return followLink(instance, await linkOf(instance.deps, { workflowId: id, recipientId }));
}

test('a witness signs after their signer, for whom they state it, and the step ends with them', async () => {
  const [ann, wit, carl] = [person('Ann'), person('Wit'), person('Carl')];
  const steps = [signing(wit, ann), signing(carl)];
  const { id, envelopeId, read } = await start(steps, { [at(0, 0, 'witnessOf')]: ann.email });
  const statuses = async () =>
    (await read()).steps.flatMap(({ actions }) => actions.map(({ status }) => status));
  expect(await statuses()).toEqual(['not_started', 'started', 'not_started']);
  expect([mailsTo(ann).length, mailsTo(wit).length]).toEqual([1, 0]);
  const idOf = async ({ email }: Person) =>
    (await read()).recipients.find((each) => each.email === email)?.id ?? 0;
  const before = await read();
  expect(before.witnesses).toMatchObject([
    {
      step: 1,
      recipientId: await idOf(wit),
      ofRecipientId: await idOf(ann),
      named: true,
      status: 'not_started',
    },
  ]);

  const early = await linkFor(before, wit);
  expect(await early.view()).toMatchObject({ state: 'waiting', witness: { of: 'Ann', stated: null } });
  expect(
    (await early.call('POST', '/consent', { version: '2026-11-en-witness', language: 'en' })).statusCode,
  ).toBe(409);

  const signer = await followInvitation(instance, ann.email);
  // Whom the sender has named, the signer does not name.
  expect((await signer.call('PUT', '/witness', person('Eve'))).statusCode).toBe(409);
  expect((await signer.sign()).statusCode).toBe(200);
  expect(await statuses()).toEqual(['started', 'signed', 'not_started']);
  await instance.runJobs();
  expect(mailsTo(carl)).toEqual([]);
  expect(mailsTo(wit)[0]?.mail.text).toMatch(/Witness of Ann: sign if you were present and saw Ann\s+sign/);

  const witness = await followInvitation(instance, wit.email);
  const { consent } = await witness.view();
  expect(consent.version).toBe('2026-11-en-witness');
  expect(consent.text).toContain('I was present and saw Ann sign this document.');
  const refused: [object | undefined, string[]][] = [
    [{}, ['witness']],
    [{ witness: { ...WITNESS_STATEMENT, address: ' ' } }, ['witness[address]']],
    [{ witness: { ...WITNESS_STATEMENT, relation: ' ' } }, ['witness[relation]']],
    [{ witness: WITNESS_STATEMENT, version: '2026-11-en' }, ['version']],
  ];
  for (const [changed, violations] of refused) {
    const answer = await witness.call('POST', '/consent', { ...consent, disclosure: null, ...changed });
    expect([answer.statusCode, violationsOf(answer)]).toEqual([400, violations]);
  }
  const minor = { ...WITNESS_STATEMENT, isAdult: false };
  const answer = await witness.call('POST', '/consent', { ...consent, disclosure: null, witness: minor });
  expect(answer.statusCode).toBe(400);
  const { shownHash } = await witness.fill();
  // A slip of the pen is corrected by stating it again; what was checked before does not count any more.
  const stale = await witness.preview(shownHash);
  const corrected = { ...WITNESS_STATEMENT, address: '8 Mill Lane, Oxford' };
  const { consent: agreed } = await witness.view();
  good(await witness.call('POST', '/consent', { ...agreed, disclosure: null, witness: corrected }));
  const { previewId } = good<{ previewId: string }>(stale);
  const press = { previewId, intent: { button: 'Sign', language: 'en' } };
  expect((await witness.call('POST', '/finish', press)).statusCode).toBe(409);
  expect((await witness.finish(shownHash)).statusCode).toBe(200);
  expect(await statuses()).toEqual(['signed', 'signed', 'started']);
  await instance.runJobs();

  expect((await (await followInvitation(instance, carl.email)).sign()).statusCode).toBe(200);
  await instance.runJobs();
  expect((await read()).status).toBe('signed');
  const file = join(folder, 'sealed.pdf');
  await writeFile(file, await download(envelopeId));
  const seen = run('pdfsig', ['-nocert', file]).text;
  expect(seen.match(/Signature Validation: Signature is Valid/g)).toHaveLength(3);
  expect(await reasonsIn(file)).toEqual([
    'Signed electronically',
    'as witness of Ann',
    'Signed electronically',
  ]);

  const { record } = await signersOf(id);
  const [witnessed, signed] = record.signers;
  expect(witnessed).toMatchObject({
    name: 'Wit',
    witness: {
      ofName: 'Ann',
      address: '8 Mill Lane, Oxford',
      relation: WITNESS_STATEMENT.relation,
      sameDevice: true,
    },
    consent: { text: expect.stringContaining('saw Ann sign') },
  });
  expect(signed).toMatchObject({ name: 'Ann', witness: null });

  // What a witness stated is theirs to take home, and goes with the workflow.
  const { call } = await instance.signIn(wit.name, wit.email);
  const files = await readArchive((await call({ method: 'GET', url: '/api/v1/account/export' })).rawPayload);
  expect(JSON.parse(String(files.get(`received/${id}/participation.json`)))).toMatchObject({
    consents: [{ witnessAddress: corrected.address, witnessRelation: corrected.relation }],
  });
  good(await client.send('DELETE', '', { workflows: [{ id, workspaceId: client.workspaceId }] }));
  await instance.runJobs();
  expect(await findInTables(instance, [corrected.address])).toEqual([]);
});

test('a witness shows who they are as the level asks of signers', async () => {
  const [signer, wit] = [person('Eli'), person('Ivy')];
  const { read, envelopeId } = await start([signing(signer)], asked(0), 'advanced');
  const sign = async ({ email }: Person) => {
    const acting = await actAsAdvancedSigner(instance, email);
    if (email === signer.email) good(await acting.signer.call('PUT', '/witness', wit));
    const { previewId } = await acting.preview();
    expect((await acting.press(previewId)).statusCode).toBe(409);
    good(await acting.askForCode(previewId));
    await instance.runJobs();
    const { text = '' } = mailsTo({ name: '', email }).at(-1)?.mail ?? {};
    good(await acting.enterCode(previewId, /Your code: (\d{6})/.exec(text)?.[1] ?? ''));
    good(await acting.press(previewId));
    await instance.runJobs();
  };
  await sign(signer);
  await sign(wit);
  expect((await read()).status).toBe('signed');
  expect((await download(envelopeId)).toString('latin1')).toContain('(as witness of Eli)');
});

/** In the order in which people signed. */
async function reasonsIn(file: string): Promise<string[]> {
  const bytes = await readFile(file, 'latin1');
  return [...bytes.matchAll(/\/Reason\s*\(([^)]*)\)/g)].map(([, reason = '']) => reason).slice(0, 3);
}

const [ann, bea] = [person('Ann'), person('Bea')];
const group = (position: number) => ({ [at(0, position, 'choice][group')]: 'board' });
const ofAnn = { [at(0, 1, 'witnessOf')]: ann.email };
const asked = (position: number, word = 'asked') => ({ [at(0, position, 'witness')]: word });
const shouted = { ...bea, email: ` ${bea.email.toUpperCase()}` };
/** The last parameter is what is refused. */
test.each<[string, Step[], Record<string, string>]>([
  ['their own', [signing(ann, bea)], { [at(0, 1, 'witnessOf')]: bea.email.toUpperCase() }],
  ['of nobody in the step', [signing(ann), signing(bea)], { [at(1, 0, 'witnessOf')]: ann.email }],
  ['a party as well', [signing(ann, bea), { type: 'review', recipients: [shouted] }], ofAnn],
  ['of a witness', [signing(ann, bea, person('Cy'))], { ...ofAnn, [at(0, 2, 'witnessOf')]: bea.email }],
  ['of a reviewer', [{ type: 'review', recipients: [ann, bea] }], ofAnn],
  [
    'of one of several',
    [signing(ann, person('Dee'), bea)],
    { ...group(0), ...group(1), [at(0, 2, 'witnessOf')]: ann.email },
  ],
  ['asked of one of several', [signing(ann, bea)], { ...group(0), ...group(1), ...asked(0) }],
  ['asked of a witness', [signing(ann, bea)], { ...ofAnn, ...asked(1) }],
  ['asked by another word', [signing(ann)], asked(0, 'yes')],
])('nobody is a witness who is %s', async (who, steps, more) => {
  const answer = await post({ steps, more, type: 'simple' });
  expect([answer.statusCode, violationsOf(answer)]).toEqual([400, Object.keys(more).slice(-1)]);
  if (who === 'their own') expect(answer.body).toContain('Nobody is their own witness');
});

test('a signer names the witness for whom the sender asks, and cannot finish before', async () => {
  const [signer, second] = [person('Sue'), person('Tom')];
  const { id, read } = await start([signing(signer), signing(second)], asked(0));
  const [open] = (await read()).witnesses;
  expect(open).toMatchObject({ step: 1, named: false, status: 'not_started' });
  good(await client.send('PUT', `/${id}/recipients/${open?.ofRecipientId}`, { name: 'Susan' }));
  expect((await read()).recipients.map((each) => each.name)).toEqual(['Susan', 'Witness of Susan', 'Tom']);
  const page = await followInvitation(instance, signer.email);
  const { shownHash } = await page.fill();
  expect((await page.view()).witness.own).toMatchObject([{ email: '', asked: true, named: false }]);
  const unnamed = await page.finish(shownHash);
  expect([unnamed.statusCode, violationsOf(unnamed)]).toEqual([400, ['witness']]);
  const [wrong, wit] = [person('Wrong'), person('Una')];
  const name = (who: Person) => page.call('PUT', '/witness', who);
  for (const party of [signer, { ...second, email: second.email.toUpperCase() }]) {
    const answer = await name(party);
    expect([answer.statusCode, violationsOf(answer)]).toEqual([400, ['email']]);
  }
  good(await name(wrong));
  expect((await read()).witnesses).toMatchObject([{ named: true }]);
  // Another one, until they finish.
  good(await name(wit));
  expect((await page.finish(shownHash)).statusCode).toBe(200);
  expect((await name(wrong)).statusCode).toBe(409);
  await instance.runJobs();
  expect([mailsTo(wrong).length, mailsTo(wit).length]).toEqual([0, 1]);
  expect((await timelineOf(id)).filter(({ event }) => event === 'witness.named')).toMatchObject([
    { detail: 'Wrong' },
    { detail: 'Una' },
  ]);
  const witness = await followInvitation(instance, wit.email);
  expect((await witness.call('PUT', '/witness', wrong)).statusCode).toBe(409);
  expect((await witness.sign()).statusCode).toBe(200);
  expect((await read()).steps[0]?.status).toBe('signed');
});

test('who stands in for a signer has their witness, and who stands in for a witness is no party', async () => {
  const [signer, wit, other] = [person('Ida'), person('Ned'), person('Max')];
  const witnessed = { [at(0, 1, 'witnessOf')]: signer.email };
  const { id, read } = await start([signing(signer, wit)], witnessed);
  const { recipients } = await read();
  const [signerId, witnessId] = recipients.map((each) => each.id);
  const replace = (recipientId: number | undefined, who: object) =>
    client.send('PUT', `/${id}/recipients/${recipientId}`, who);
  for (const [recipientId, email] of [
    [witnessId, signer.email],
    [signerId, wit.email],
  ] as const) {
    const answer = await replace(recipientId, { email });
    expect([answer.statusCode, violationsOf(answer)]).toEqual([400, ['email']]);
  }
  good(await replace(signerId, other));
  await instance.runJobs();
  expect((await (await followInvitation(instance, other.email)).sign()).statusCode).toBe(200);
  await instance.runJobs();
  const witness = await followInvitation(instance, wit.email);
  expect((await witness.view()).witness.of).toBe('Max');
  // Once they have signed, nobody else can have been seen.
  expect((await replace(signerId, { name: 'Ida' })).statusCode).toBe(409);
  const reason = 'I saw nothing';
  expect((await witness.call('POST', '/decline', { reason })).statusCode).toBe(200);
  await instance.runJobs();
  expect((await read()).status).toBe('declined');
});

test('a witness is asked for nothing once their signer declines', async () => {
  const [signer, wit] = [person('Gus'), person('Hal')];
  const { read } = await start([signing(signer, wit)], { [at(0, 1, 'witnessOf')]: signer.email });
  const page = await followInvitation(instance, signer.email);
  expect((await page.call('POST', '/decline', { reason: 'No' })).statusCode).toBe(200);
  await instance.runJobs();
  expect(await read()).toMatchObject({ status: 'declined', witnesses: [{ status: 'not_started' }] });
  expect(mailsTo(wit)).toEqual([]);
});

test('drafts, copies and templates keep witnesses, and one who loses the signer is none', async () => {
  const [signer, wit, third] = [person('Kim'), person('Lou'), person('Moe')];
  const { id } = await client.draft();
  const steps = [
    {
      type: 'sign',
      recipients: [{ ...signer, witness: 'asked' }, third, { ...wit, witnessOf: third.email }],
    },
  ];
  const set = good<Workflow>(await client.send('PUT', `/${id}/steps`, { steps }));
  const pairsOf = async (workflowId: number) => {
    const { recipients, witnesses } = await readWorkflow(workflowId);
    const nameOf = (of: number) => recipients.find((each) => each.id === of)?.name;
    return witnesses.map((each) => [nameOf(each.recipientId), nameOf(each.ofRecipientId)]);
  };
  const pairs = [
    ['Lou', 'Moe'],
    ['Witness of Kim', 'Kim'],
  ];
  expect(await pairsOf(id)).toEqual(pairs);
  const copy = (await client.send('POST', `/${id}/duplicate`)).json() as Workflow;
  expect(await pairsOf(copy.id)).toEqual(pairs);
  // A client that reads people and sends them back keeps who has no address yet.
  const kept = set.recipients.map(({ picture: _picture, ...each }) => each);
  good(await client.send('PUT', `/${id}/roles`, { recipients: kept }));
  expect(await pairsOf(id)).toEqual(pairs);
  const templates = client.base.replace(/workflows$/, 'templates');
  const made = await sender.call({ method: 'POST', url: templates, payload: { fromWorkflowId: id } });
  const template = made.json() as Template;
  expect(template.witnesses).toHaveLength(2);
  const people = template.recipients.map((each) => ({ id: each.id, ...person(each.name) }));
  const filled = { workspaceId: client.workspaceId, name: 'Lease', recipients: people };
  const url = `/api/v1/cloner/template/${template.id}/workflow`;
  const clone = good<Workflow>(await sender.call({ method: 'POST', url, payload: filled }));
  expect(await pairsOf(clone.id)).toEqual(pairs);
  good(await client.send('PUT', `/${id}/roles`, { recipients: kept.filter(({ name }) => name !== 'Moe') }));
  expect(await pairsOf(id)).toEqual([['Witness of Kim', 'Kim']]);
});
