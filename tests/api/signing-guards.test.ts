import pg from 'pg';
import { beforeEach, describe, expect, test } from 'vitest';
import { verifyChain } from '../../server/src/audit/verify-chain.ts';
import { sha256 } from '../../server/src/platform/ids.ts';
import { lockWorkflow } from '../../server/src/workflows/lifecycle/advance-workflow.ts';
import { recordWorkflowEvents } from '../../server/src/workflows/lifecycle/record-workflow-events.ts';
import { cookieJar } from '../support/cookie-jar.ts';
import { DAY } from '../support/instance.ts';
import { expectStatus, openInstanceCase, untilWaiting } from '../support/instance-case.ts';
import { codeOf } from '../support/quick-sender.ts';
import { drawnSignature, followInvitation, INTENT, previewIn, type SigningView } from '../support/signer.ts';

let ann: { name: string; email: string };
let signer: Awaited<ReturnType<typeof followInvitation>>;
let workflowId: number;
let serial = 0;

const { instance, signInAgain, send, workflowOf } = await openInstanceCase();

beforeEach(async () => {
  serial += 1;
  ann = { name: 'Ann', email: `ann-${serial}@example.com` };
  await signInAgain();
  workflowId = (await workflowOf(await send(ann))).id;
  signer = await followInvitation(instance, ann.email);
});

const run = (text: string, values: unknown[] = []) => instance.deps.pool.query(text, values);

/** Consents, draws a signature and fills the field, without finishing. Returns what the page shows then. */
async function answerAll(): Promise<SigningView> {
  await signer.call('POST', '/consent', (await signer.view()).consent);
  const marked = await signer.call('PUT', '/marks/signature', { method: 'draw', png: drawnSignature() });
  const view = marked.json() as SigningView;
  await signer.call('PUT', `/fields/${view.fields[0]?.id}`, { value: view.marks.signature?.id });
  return view;
}

test('signing waits for the lock of the workflow and then sees what changed meanwhile', async () => {
  const { shownHash, fields } = await answerAll();
  const other = new pg.Client({ connectionString: instance.connectionString });
  await other.connect();
  await other.query('begin');
  await other.query(
    'select from workflows where id = (select workflow_id from recipients where email = $1) for update',
    [ann.email],
  );
  const finishing = signer.finish(shownHash);
  await untilWaiting(instance);
  await other.query('update fields set pos_x = pos_x + 40 where id = $1', [fields[0]?.id]);
  await other.query('commit');
  await other.end();
  const answer = await finishing;
  expect([answer.statusCode, codeOf(answer)]).toEqual([409, 'DOCUMENT_CHANGED']);
  expect(await signer.view()).toMatchObject({ state: 'open', action: { status: 'started' } });
});

test('what was shown has another hash after any change of a field or of the document’s bytes, and is not signed', async () => {
  const { shownHash, fields, documents } = await answerAll();
  const [field, document] = [fields[0]?.id, documents[0]?.id];
  const changes = ['pos_x = pos_x + 1', 'pos_y = pos_y + 1', 'width = width + 1', 'height = height + 1'];
  const rules = [`rules = rules || '{"maxLength": 3}'`, `read_only = true, value = 'By the sender'`];
  const seen = new Set([shownHash]);
  for (const change of [...changes, ...rules, 'page = page + 1', 'required = not required']) {
    await run(`update fields set ${change} where id = $1`, [field]);
    const answer = await signer.finish(shownHash);
    expect([change, answer.statusCode, codeOf(answer)]).toEqual([change, 409, 'WORKFLOW_STATUS_CONFLICT']);
    seen.add((await signer.view()).shownHash);
  }
  await run(`update revisions set sha256 = decode(repeat('ab', 32), 'hex') where document_id = $1`, [
    document,
  ]);
  seen.add((await signer.view()).shownHash);
  expect(seen.size).toBe(1 + changes.length + rules.length + 3);
});

describe('the cookie of a signing link', () => {
  const open = (cookie: string) => instance.inject({ method: 'GET', url: signer.base, headers: { cookie } });

  test('is accepted for a day', async () => {
    const { cookie } = signer.headers;
    instance.advance(DAY - 1);
    expect((await open(cookie)).statusCode).toBe(200);
    instance.advance(1);
    const late = await open(cookie);
    expect([late.statusCode, codeOf(late)]).toEqual([404, 'NOT_FOUND']);
  });

  test('is sent to its own address alone, however many one browser opened', async () => {
    const { path } = signer;
    const { database } = instance.deps;
    const tokenHash = sha256(path.split('/').pop() ?? '');
    const found = database.selectFrom('signing_links').selectAll().where('token_hash', '=', tokenHash);
    const link = await found.executeTakeFirstOrThrow();
    const tokens = Array.from({ length: 40 }, (_, at) => `token-${at}`);
    const id = (at: number) => at.toString(16).padStart(32, '0');
    const links = tokens.map((token, at) => ({ ...link, id: id(at), token_hash: sha256(token) }));
    await database.insertInto('signing_links').values(links).execute();
    const browser = cookieJar(instance);
    for (const token of tokens) await browser.call('GET', `/sign/${token}`);
    expect(browser.size()).toBe(40);
    expect([browser.headerFor(path), browser.headerFor('/api/v1/profile')]).toEqual(['', '']);
    const baseOf = (at: number) => `/api/v1/signing/${id(at)}`;
    for (const at of tokens.keys()) {
      const base = baseOf(at);
      expect(browser.headerFor(`${base}/documents/1`)).toMatch(new RegExp(`^paraph-sign-${id(at)}=[^;]+$`));
      expect((await browser.call('GET', base)).json()).toMatchObject({ state: 'open', link: id(at) });
    }
    // A link that has ended takes its cookie along.
    await run('update signing_links set superseded_at = $1 where id = $2', [
      instance.deps.clock.now(),
      id(23),
    ]);
    expect((await browser.call('GET', baseOf(23))).statusCode).toBe(404);
    expect(browser.size()).toBe(39);
    const { shownHash } = await signer.fill();
    const shown = { shownHash, timeZone: INTENT.timeZone };
    const previewId = previewIn(await browser.call('POST', `${baseOf(0)}/preview`, shown));
    expectStatus(await browser.call('POST', `${baseOf(0)}/finish`, { previewId, intent: INTENT }), 200);
  });

  test('cannot be made younger, left out or cut, nor belong to another link; another address opens none', async () => {
    const [name = '', time = '', proof = ''] = signer.headers.cookie.split(/[=.]/);
    expect((await open(`${name}=${time}.${proof}`)).statusCode).toBe(200);
    for (const cookie of [
      `${name}=${Number(time) + 1}.${proof}`,
      '',
      signer.headers.cookie.replace(/.$/, ''),
    ]) {
      const answer = await open(cookie);
      expect([answer.statusCode, codeOf(answer)]).toEqual([404, 'NOT_FOUND']);
    }
    const wrong = await instance.inject({ method: 'GET', url: `${signer.path.slice(0, -1)}_` });
    expect(wrong.headers.location).toBe('/signing/unknown');
    const email = `bob-${serial}@example.com`;
    await send({ name: 'Bob', email });
    const other = await followInvitation(instance, email);
    const value = other.headers.cookie.split('=')[1];
    expect((await open(`${name}=${value}`)).statusCode).toBe(404);
  });
});

test('a transaction that records twice continues the trail where it ended, not where it found it', async () => {
  const { deps } = instance;
  const event = { name: 'workflow.changed' as const, actor: null, detail: { parts: 'name' } };
  const before = await deps.database.transaction().execute(async (tx) => {
    const record = await lockWorkflow(tx, workflowId);
    for (let times = 0; times < 2; times += 1)
      await recordWorkflowEvents(tx, deps, { workflowId, record, events: [event] });
    return record.ledger?.events ?? 0;
  });
  const chain = await verifyChain(deps.database, deps, workflowId);
  expect(chain).toMatchObject({ intact: true, events: before + 2 });
});

test('transactions that record at the same time continue one trail, each where the one before ended', async () => {
  const { deps } = instance;
  const events = [{ name: 'workflow.changed' as const, actor: null, detail: { parts: 'name' } }];
  const before = await verifyChain(deps.database, deps, workflowId);
  // Half of them read the end of the trail with the workflow, the others when they record.
  const changes = Array.from({ length: 12 }, (_each, index) =>
    deps.database.transaction().execute(async (tx) => {
      const record = await lockWorkflow(tx, workflowId);
      await recordWorkflowEvents(tx, deps, { workflowId, ...(index % 2 === 0 ? { record } : {}), events });
    }),
  );
  await Promise.all(changes);
  const after = await verifyChain(deps.database, deps, workflowId);
  expect(after).toMatchObject({ intact: true, events: ('events' in before ? before.events : 0) + 12 });
});
