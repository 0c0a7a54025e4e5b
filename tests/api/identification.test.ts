import { SIGNER_POLICIES } from '@paraph/domain';
import { parseCertificate, validate } from '@paraph/pades';
import type { InjectOptions } from 'fastify';
import { describe, expect, test } from 'vitest';
import { buildApp, openDeps } from '../../server/src/app.ts';
import { buildJobs } from '../../server/src/build-jobs.ts';
import { findProof } from '../../server/src/identification/api.ts';
import { recordProof } from '../../server/src/identification/record-proof.ts';
import {
  type AskedIdentification,
  actAsAdvancedSigner,
  openAdvancedSigner,
  readMailedCode,
} from '../support/advanced-signer.ts';
import { readEvents } from '../support/api-case.ts';
import { checkResponses } from '../support/check-responses.ts';
import { openClientOrders, signerOf } from '../support/client-orders.ts';
import { good, openDraftClient } from '../support/draft-client.ts';
import { multipart, quickForm, type Session, type TestInstance } from '../support/instance.ts';
import { expectStatus, openInstanceCase } from '../support/instance-case.ts';
import { codeOf, lease, violationsOf } from '../support/quick-sender.ts';
import { workflowTables } from '../support/workflow-tables.ts';

const { instance, sender, create, get } = await openInstanceCase({
  env: { PARAPH_RATES: 'signingCodesTo=6/3600' },
});

const open = (asked: AskedIdentification = {}) => openAdvancedSigner(instance, create, asked);
type Signer = Awaited<ReturnType<typeof open>>;
type Reached = Pick<TestInstance, 'runJobs'> & { call: Session['call'] };
const { query, idOf } = workflowTables(() => instance);
const eventsOf = (workflowId: number) => readEvents(instance, workflowId);
const isWrong = (answer: { statusCode: number; json(): unknown }) =>
  answer.statusCode === 400 && (violationsOf(answer).code ?? '').startsWith('This code is not right');
const otherThan = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

/** The code in the newest text on the mailbox page. */
async function readText({ runJobs, call }: Reached = { runJobs: instance.runJobs, call: sender.call }) {
  await runJobs();
  const answer = expectStatus(await call({ method: 'GET', url: '/api/v1/mailbox/texts' }), 200);
  const [newest] = answer.json() as { to: string; text: string }[];
  const code = /@localhost #(\d{6})$/.exec(newest?.text ?? '')?.[1] ?? '';
  return { ...newest, code };
}

/** Past the pause after the code before. */
async function askAgain(signer: Signer, previewId: string) {
  instance.advance(31);
  expectStatus(await signer.askForCode(previewId), 200);
  return (await readText()).code;
}

test('at the level advanced, Finish needs a proof of who signs this very content, and uses it up', async () => {
  const { preview, press, changeAnswer, identification, actionId, workflowId, linkId } = await open();
  /** As a passkey or an identity provider shows it. */
  const prove = (contentHash: string) =>
    instance.deps.database.transaction().execute((tx) =>
      recordProof(tx, instance.deps, {
        ...{ workflowId, actionId, linkId, method: 'passkey' as const },
        contentHash: Buffer.from(contentHash, 'hex'),
        actor: { kind: 'recipient', id: null, name: 'Ann', email: null, ip: null, userAgent: null },
        detail: { credential: 'ab' },
      }),
    );
  const first = await preview();
  const refused = await press(first.previewId);
  expect(codeOf(refused)).toBe('WORKFLOW_STATUS_CONFLICT');
  expect(refused.json().error).toMatchObject({
    reason: 'proof_missing',
    message: expect.stringContaining('Show first that it is you who signs'),
  });
  await prove('ab'.repeat(32));
  expect(codeOf(await press(first.previewId))).toBe('WORKFLOW_STATUS_CONFLICT');
  await prove(first.contentHash);
  instance.advance(600);
  const late = await preview();
  expect(late.contentHash).toBe(first.contentHash);
  // Their page asks again instead of saying that they have shown it.
  expect((await identification(late.previewId)).json()).toMatchObject({ provenUntil: null });
  expect(codeOf(await press(late.previewId))).toBe('WORKFLOW_STATUS_CONFLICT');
  await prove(first.contentHash);
  await changeAnswer();
  const changed = await preview();
  expect(codeOf(await press(changed.previewId))).toBe('WORKFLOW_STATUS_CONFLICT');
  await prove(changed.contentHash);
  expectStatus(await press(changed.previewId), 200);
  const { database } = instance.deps;
  const about = {
    actionId,
    contentHash: Buffer.from(changed.contentHash, 'hex'),
    now: instance.deps.clock.now(),
  };
  expect(await findProof(database, about)).toBeNull();
  const events = await eventsOf(workflowId);
  const signed = events.findLast(({ name }) => name === 'action.signed');
  const proven = events.findLast(({ name }) => name === 'identification.proven')?.detail;
  expect(proven).toMatchObject({ contentHash: changed.contentHash, credential: 'ab', method: 'passkey' });
  expect(signed?.detail.identification).toMatchObject({ method: 'passkey', proofId: proven?.proofId });
  instance.advance(601);
  await buildJobs(instance.deps)['sweep-records'](0);
  expect(await query('select id from proofs where action_id = $1', [actionId])).toEqual([]);
});

test('a code by text message shows who signs; neither trail nor database tell it, nor the whole number', async () => {
  const phone = '+33612345612';
  const { signer, preview, press, askForCode, enterCode, identification, workflowId } = await open({ phone });
  const { previewId, contentHash } = await preview();
  expect((await identification(previewId)).json()).toMatchObject({
    method: 'code-sms',
    to: '+33 ••• 12',
    code: null,
  });
  expect(((await signer.view()) as { identification?: unknown }).identification).toEqual({
    method: 'code-sms',
    to: '+33 ••• 12',
  });
  const asked = await askForCode(previewId);
  expect(asked.json()).toMatchObject({
    provenUntil: null,
    code: { triesLeft: 5, delivery: 'queued', problem: null },
  });
  const { to, text, code } = await readText();
  expect(to).toBe(phone);
  expect(text).toBe(
    `${code} is your code to sign. It is valid for 10 minutes. Do not give it to anyone.\n\n@localhost #${code}`,
  );
  expect((await identification(previewId)).json()).toMatchObject({ code: { delivery: 'kept' } });
  const [row] = await query('select * from signing_codes where workflow_id = $1', [workflowId]);
  expect(JSON.stringify({ ...row, id: 0 })).not.toContain(code);
  expect(codeOf(await enterCode(previewId, '12'))).toBe('VALIDATION_ERROR');
  expect(isWrong(await enterCode(previewId, otherThan(code)))).toBe(true);
  const proven = expectStatus(await enterCode(previewId, ` ${code.slice(0, 3)}-${code.slice(3)} `), 200);
  expect(proven.json()).toMatchObject({ provenUntil: instance.nowSeconds() + 600, code: null });
  expect(isWrong(await enterCode(previewId, code))).toBe(true);
  expect((await press(previewId)).statusCode).toBe(200);
  const events = await eventsOf(workflowId);
  const shown = events.filter(({ name }) => name.startsWith('identification.'));
  expect(shown.map(({ name }) => name)).toEqual(['identification.requested', 'identification.proven']);
  for (const { detail, actor } of shown) {
    expect(detail).toMatchObject({ to: '+33 ••• 12', method: 'code-sms', contentHash });
    expect(actor).toMatchObject({ kind: 'recipient', name: 'Ann' });
  }
  expect(JSON.stringify(events)).not.toMatch(new RegExp(`${code}|612345612`));
});

test('wrong, late, sixth, replaced, replayed, for another document, phone or answer: refused alike', async () => {
  const ann = await open({ phone: '+41790000001' });
  const other = await open({ phone: '+41790000002' });
  const answers: { statusCode: number; body: string; json(): unknown }[] = [];
  const refuse = async (signer: Signer, code: string) => {
    const answer = await signer.enterCode((await signer.preview()).previewId, code);
    answers.push(answer);
    expect(isWrong(answer), answer.body).toBe(true);
  };
  const { previewId } = await ann.preview();
  const replaced = (await ann.askForCode(previewId)) && (await readText()).code;
  const code = await askAgain(ann, previewId);
  await refuse(ann, replaced === code ? otherThan(code) : replaced);
  await refuse(other, code);
  const misdirected = await askAgain(other, (await other.preview()).previewId);
  await query(`update recipients set phone = '+41790000003' where workflow_id = $1`, [other.workflowId]);
  await refuse(other, misdirected);
  await ann.changeAnswer();
  expect(codeOf(await ann.enterCode(previewId, code))).toBe('WORKFLOW_STATUS_CONFLICT');
  await refuse(ann, code);
  const late = await askAgain(ann, (await ann.preview()).previewId);
  instance.advance(600);
  await refuse(ann, late);
  const next = (await ann.preview()).previewId;
  const sixth = await askAgain(ann, next);
  for (let tries = 0; tries < 5; tries += 1) await refuse(ann, otherThan(sixth));
  await refuse(ann, sixth);
  const events = await eventsOf(ann.workflowId);
  expect(events.filter(({ name }) => name === 'identification.failed')).toHaveLength(1);
  const used = await askAgain(ann, next);
  expect((await ann.enterCode(next, used)).statusCode).toBe(200);
  await refuse(ann, used);
  const bodies = answers.map(({ body }) => body.replace(/"requestId":"\w+"/, ''));
  expect(new Set(bodies).size).toBe(1);
});

test('of twelve guesses side by side in two processes no more than five are compared, and one proof is made', async () => {
  const ann = await open({ phone: '+41790000003' });
  const { deps } = instance;
  const second = await openDeps(
    deps.config,
    { connectionString: instance.connectionString },
    { clock: deps.clock, log: deps.log, intake: deps.intake },
  );
  const app = buildApp(second.deps);
  checkResponses(app);
  try {
    await app.ready();
    const { previewId } = await ann.preview();
    await ann.askForCode(previewId);
    const { code } = await readText();
    const url = `${ann.signer.base}/identification/code/entry`;
    const guess = (at: number, guessed: string) => {
      const { headers } = ann.signer;
      const request = { method: 'POST' as const, url, headers, payload: { previewId, code: guessed } };
      return at % 2 === 0 ? instance.inject(request) : app.inject(request);
    };
    const guessAll = (guessed: (at: number) => string) =>
      Promise.all(Array.from({ length: 12 }, (_, at) => guess(at, guessed(at))));
    const wrong = await guessAll((at) => String((Number(code) + 1 + at) % 1_000_000).padStart(6, '0'));
    expect(
      wrong.filter((answer) => !isWrong(answer)).map(({ statusCode, body }) => [statusCode, body]),
    ).toEqual([]);
    const tries = await query('select tries from signing_codes where action_id = $1', [ann.actionId]);
    expect(tries).toEqual([{ tries: 5 }]);
    expect(isWrong(await guess(0, code))).toBe(true);
    const next = await askAgain(ann, previewId);
    const right = await guessAll(() => next);
    expect(right.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(right.filter(isWrong)).toHaveLength(11);
    expect(await query('select id from proofs where action_id = $1', [ann.actionId])).toHaveLength(1);
  } finally {
    await app.close();
    await second.close();
  }
});

test('codes are limited: a pause, five an hour for an action, and a number an hour for a phone', async () => {
  const phone = '+41790000004';
  const ann = await open({ phone });
  const { previewId } = await ann.preview();
  expect((await ann.askForCode(previewId)).statusCode).toBe(200);
  const early = await ann.askForCode(previewId);
  expect([early.statusCode, early.headers['retry-after']]).toEqual([429, '30']);
  for (let asked = 1; asked < 5; asked += 1) await askAgain(ann, previewId);
  instance.advance(31);
  const sixth = await ann.askForCode(previewId);
  expect(codeOf(sixth)).toBe('RATE_LIMIT_REACHED');
  const again = await open({ phone });
  const preview = (await again.preview()).previewId;
  expect((await again.askForCode(preview)).statusCode).toBe(200);
  instance.advance(31);
  expect(codeOf(await again.askForCode(preview))).toBe('RATE_LIMIT_REACHED');
});

/** What the service answers where its operator does not allow codes by mail. */
async function postWithoutMailCodes(request: InjectOptions) {
  const { deps } = instance;
  const app = buildApp({ ...deps, config: { ...deps.config, mailCodes: false } });
  checkResponses(app);
  const answer = await app.inject({ ...request, method: 'POST' });
  await app.close();
  return answer;
}

test('a code by mail counts as well where the operator allows it', async () => {
  const ann = await open({ method: 'code-mail', phone: '+41790000005' });
  const { previewId } = await ann.preview();
  expect((await ann.askForCode(previewId)).json()).toMatchObject({
    method: 'code-mail',
    to: ann.person.email,
  });
  await instance.runJobs();
  const { subject, code } = await readMailedCode(sender);
  expect(subject).toBe('Your code to sign Lease of the mill');
  expect((await ann.identification(previewId)).json()).toMatchObject({ code: { delivery: 'kept' } });
  expect((await ann.enterCode(previewId, code)).statusCode).toBe(200);
  expect((await readMailedCode(sender)).text).not.toContain(code);
  instance.advance(31);
  const refused = await postWithoutMailCodes({
    ...{ url: `${ann.signer.base}/identification/code`, headers: ann.signer.headers },
    payload: { previewId: (await ann.preview()).previewId, language: 'en' },
  });
  expect([codeOf(refused), refused.body]).toEqual([
    'WORKFLOW_STATUS_CONFLICT',
    expect.stringContaining('does not send codes by mail any more'),
  ]);
});

/** As clients in use send: name and email alone, with their key, and texts for everything. */
const orders = await openClientOrders(instance, sender);

describe('the level advanced for people of whom only name and email are named', () => {
  /** Eve, who was asked by mail. */
  async function askEve(send: 'sendQuick' | 'sendClone' | 'sendStepByStep') {
    const email = `eve.${send}@example.com`;
    const sent = await orders[send](email);
    expect(sent).toMatchObject({ status: 'started', type: 'advanced', signingSecurity: 'otp' });
    expect(sent.recipients).toMatchObject([{ email, phone: null, identification: 'code-mail' }]);
    await instance.runJobs();
    const eve = await actAsAdvancedSigner(instance, email);
    expect(await eve.signer.view()).toMatchObject({ identification: { method: 'code-mail', to: email } });
    return { eve, sent };
  }

  test('is taken from quick create, the cloner and the calls step by step, signed with a mailed code and sealed', async () => {
    await askEve('sendQuick');
    await askEve('sendClone');
    const { eve, sent } = await askEve('sendStepByStep');
    const { previewId } = await eve.preview();
    expect((await eve.askForCode(previewId)).statusCode).toBe(200);
    await instance.runJobs();
    good(await eve.enterCode(previewId, (await readMailedCode(sender)).code));
    good(await eve.press(previewId));
    await instance.runJobs();
    const { status, documents, id, workspaceId } = await orders.readWhole(sent.envelopeId);
    expect(status).toBe('signed');
    const file = await orders.program({
      method: 'GET',
      url: new URL(documents[0]?.file.file ?? '').pathname,
    });
    const upload = multipart([{ name: 'document', value: file.rawPayload, fileName: 'sealed.pdf' }]);
    const verified = await instance.inject({ method: 'POST', url: '/api/v1/verify', ...upload });
    expect(verified.json().text).toMatch(/Advanced: identified by .*the key was held by .*weakest link: /);
    expect(verified.json().text).toContain('Form (EN 319 142-1): B-LTA.');
    expect(verified.json().text).not.toContain('Level');
    const anchors = [instance.deps.authority.root.certificate];
    const { signatures } = validate(file.rawPayload, { anchors, at: instance.deps.clock.now() });
    const policies = signatures.map(
      ({ certificate }) => parseCertificate(certificate.chain[0] ?? Buffer.alloc(0)).policies,
    );
    expect(policies).toEqual([[SIGNER_POLICIES['code-mail']]]);
    const url = `/api/v1/workspaces/${workspaceId}/workflows/${id}/evidence`;
    const { record } = good<{ record: { signers: object[] } }>(await get(url));
    expect(record.signers).toMatchObject([
      {
        reached: {
          ...{ level: 'advanced', identification: 'code-mail', keyHolder: 'browser' },
          weakestLink: expect.stringContaining('the code went there, too'),
        },
      },
    ]);
  });

  test('is refused only where nothing is left to ask for, naming field and setting', async () => {
    const form = quickForm({ document: lease, type: 'advanced', steps: signerOf('eve@example.com') });
    const refused = await postWithoutMailCodes({
      ...{ url: '/api/v1/quick/envelopes', ...form },
      headers: { ...form.headers, cookie: sender.cookie, 'sec-fetch-site': 'same-origin' },
    });
    expect([refused.statusCode, violationsOf(refused)]).toEqual([
      400,
      { 'steps[0][recipients][0][phone]': expect.stringContaining('PARAPH_MAIL_CODES') },
    ]);
  });

  test('asks a corrected recipient for what suits them, never for nothing', async () => {
    const { envelopeId, recipients } = await orders.sendQuick('eve.corrected@example.com');
    const drafts = await openDraftClient(instance, sender, lease);
    const workflowId = await idOf(envelopeId);
    const correct = async (body: object) =>
      good(await drafts.send('PUT', `/${workflowId}/recipients/${recipients[0]?.id}`, body));
    expect(await correct({ identification: null })).toMatchObject({ identification: 'code-mail' });
    const phone = '+41791230000';
    expect(await correct({ phone, identification: null })).toMatchObject({
      phone,
      identification: 'code-sms',
    });
    const unreachable = await drafts.send('PUT', `/${workflowId}/recipients/${recipients[0]?.id}`, {
      phone: null,
    });
    expect(violationsOf(unreachable)).toEqual({ phone: expect.stringContaining('code-mail') });
  });
});
