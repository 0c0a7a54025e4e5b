import { expect, test } from 'vitest';
import { openLogKey } from '../../server/src/transparency-log/log-key.ts';
import { expectStatus, openInstanceCase } from '../support/instance-case.ts';
import { listStatements, ofKeys } from '../support/list-statements.ts';
import { followQualified, SANDBOX_OTP } from '../support/qualified-signer.ts';
import { ann, bob } from '../support/quick-sender.ts';
import { drawnSignature, followInvitation, INTENT, previewIn, type SigningView } from '../support/signer.ts';

/**
 * How many statements each request of a signer may send to the database, transaction control included. Each is a round
 * trip, which costs a signer more than most of what the service computes: raise a figure only together with a reason.
 * One of each request but of those that only read counts it against its rate.
 */
const BUDGETS = {
  page: 1,
  document: 2 + ofKeys(1),
  open: 6,
  'first page': 2 + ofKeys(1),
  consent: 7,
  /** Counts against the rate of images besides, and commits with the image: the file is stored first. */
  image: 7 + ofKeys(1),
  answer: 6,
  /** One reads how long the log is, for which the signature needs room. */
  preview: 5 + ofKeys(2),
  /** Two of them give the certificate its place in the log, before which it signs nothing. */
  finish: 14,
  /** Enqueues the jobs of the end. */
  'finish of the last signer': 15,
  /** Reads what the envelope in the notification shows. */
  'finish of the last signer, notified': 16,
};
/** The statement with the whole session costs six times one with what these need of it. */
const LIGHT: ReadonlySet<string> = new Set(['document', 'first page', 'open', 'answer']);
const CHECK_AND_PRESS_MAX = 21 + ofKeys(2);

const { instance, create, send } = await openInstanceCase();
// Made by the first who needs it.
await openLogKey(instance.deps);

const told: string[] = [];
const counts = new Map<string, number>();

const loadsSession = (text: string) => text.includes('as "facts"');
/** A Finish loads the session once before its transaction and once inside. */
const expectTwoLoads = (statements: readonly string[]) =>
  expect(statements.filter(loadsSession)).toHaveLength(2);

async function count<Answer extends { statusCode: number; body: string }>(
  name: keyof typeof BUDGETS,
  act: () => Promise<Answer>,
): Promise<Answer> {
  const answers: Answer[] = [];
  const statements = await listStatements(async () => {
    answers.push(await act());
  });
  const [answer] = answers;
  if (!answer || answer.statusCode >= 300) throw new Error(answer?.body);
  if (LIGHT.has(name)) expect(statements.filter(loadsSession)).toEqual([]);
  if (name.startsWith('finish')) expectTwoLoads(statements);
  counts.set(name, statements.length);
  const lines = statements.map((text) => `  ${text.trim().replaceAll(/\s+/g, ' ').slice(0, 100)}`);
  told.push(`${name}: ${statements.length}`, ...lines);
  return answer;
}

/** Ready to sign; other people of the same step have signed. */
async function prepare(people: { name: string; email: string }[], preferences: Record<string, string> = {}) {
  await create({ steps: [{ type: 'sign', recipients: people }], preferences });
  await instance.runJobs();
  const [first, ...others] = people;
  for (const { email } of others) {
    const other = await followInvitation(instance, email);
    expect((await other.sign()).statusCode).toBe(200);
  }
  const signer = await followInvitation(instance, first?.email ?? '');
  return { signer, view: await signer.fill() };
}

/** A change loads the session once, and is answered with what the page would show if it were loaded again. */
async function expectShown(
  { call }: Awaited<ReturnType<typeof followInvitation>>,
  change: () => Promise<{ json(): unknown }>,
): Promise<void> {
  let changed: unknown = null;
  const statements = await listStatements(async () => {
    changed = (await change()).json();
  });
  expect(statements.filter(loadsSession)).toHaveLength(1);
  expect(changed).toEqual((await call('GET')).json());
}

async function countFinish(
  name: keyof typeof BUDGETS,
  { signer, view }: Awaited<ReturnType<typeof prepare>>,
): Promise<void> {
  const previewId = previewIn(await signer.preview(view.shownHash));
  const finished = await count(name, () => signer.call('POST', '/finish', { previewId, intent: INTENT }));
  expect(finished.json()).toEqual((await signer.call('GET')).json());
}

test('each request of a signer sends no more statements than its budget', async () => {
  const { signer, view } = await prepare([ann]);
  await count('page', () => signer.call('GET'));
  await count('document', () => signer.call('GET', `/documents/${view.documents[0]?.id}`));
  await signer.call('GET', `/documents/${view.documents[0]?.id}/first-page`);
  await count('first page', () => signer.call('GET', `/documents/${view.documents[0]?.id}/first-page`));
  await count('open', () => signer.call('POST', '/open', {}));
  const field = view.fields.find(({ type }) => type === 'signature');
  const value = view.marks.signature?.id;
  await count('answer', () => signer.call('PUT', `/fields/${field?.id}`, { value }));
  await count('preview', () => signer.preview(view.shownHash));
  await countFinish('finish of the last signer', { signer, view });
  // Further people and fields cost no statement.
  const others = ['ben', 'cleo', 'dora'].map((name) => ({ name, email: `${name}@example.com` }));
  await send(ann, bob, ...others);
  const next = await followInvitation(instance, ann.email);
  await next.call('POST', '/open', {});
  const { consent } = (await next.call('GET')).json() as SigningView;
  const given = { ...consent, timeZone: 'Europe/Paris' };
  await expectShown(next, () => count('consent', () => next.call('POST', '/consent', given)));
  expect((await next.call('POST', '/consent', given)).json()).toMatchObject({ consent: { given: true } });
  const image = { method: 'draw', png: drawnSignature({ width: 200 }) };
  await expectShown(next, () => count('image', () => next.call('PUT', '/marks/signature', image)));
  await next.fill();
  await expectShown(next, () => next.call('PUT', '/marks/signature', image));
  await countFinish('finish', { signer: next, view: await next.fill() });
  // Who acts in the next step as well is shown that one.
  const step = { type: 'sign' as const, recipients: [ann] };
  await create({ steps: [step, step] });
  await instance.runJobs();
  const again = await followInvitation(instance, ann.email);
  const first = await again.sign();
  expect(first.json()).toMatchObject({ state: 'open', consent: { given: false } });
  expect(first.json()).toEqual((await again.call('GET')).json());
  const callback = { WorkflowNotificationCallbackUrlPreference: 'https://hooks.example.com/told' };
  await countFinish('finish of the last signer, notified', await prepare([ann, bob], callback));
  expect(Object.fromEntries(counts), told.join('\n')).toEqual(BUDGETS);
  for (const finish of ['finish of the last signer', 'finish of the last signer, notified'] as const)
    expect(BUDGETS.preview + BUDGETS[finish]).toBeLessThanOrEqual(CHECK_AND_PRESS_MAX);
});

test('a Finish at a provider loads the session as often', async () => {
  const cleo = { name: 'Cleo Lee', email: 'cleo.lee@example.com' };
  await create({ type: 'qualified', steps: [{ type: 'sign', recipients: [cleo] }] });
  await instance.runJobs();
  const qualified = await followQualified(instance, cleo);
  await qualified.signIn();
  const { url } = (await qualified.choose('page')).json() as { url: string };
  await qualified.answerPage(url, { otp: SANDBOX_OTP });
  const statements = await listStatements(async () => {
    expectStatus(await qualified.finishQualified(), 200);
  });
  expectTwoLoads(statements);
});
