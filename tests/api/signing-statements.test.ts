import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestInstance, type Session, type TestInstance } from '../support/instance.ts';
import { listStatements, ofKeys } from '../support/list-statements.ts';
import { ann, bob, quickSender } from '../support/quick-sender.ts';
import { followInvitation, INTENT, previewIn } from '../support/signer.ts';

/**
 * How many statements each request of a signer may send to the database, transaction control included, but for a `begin`
 * that is sent together with the first statement. A round trip costs a signer more than most of what the service
 * computes: raise a figure only together with a reason. Requests are counted in blocks against their rate, so most send
 * no statement for that.
 */
const BUDGETS = {
  page: 1,
  answer: 4,
  preview: 4 + ofKeys(2),
  finish: 12,
  /** Enqueues the jobs of the end. */
  'finish of the last signer': 13,
  /** Also loads what the envelope in the notification shows; who listens is known from the envelope itself. */
  'finish of the last signer, notified': 14,
};
const CHECK_AND_PRESS_MAX = 25 + ofKeys(2);

let instance: TestInstance;
let sender: Session;
const { create } = quickSender(() => sender);
beforeAll(async () => {
  instance = await openTestInstance();
  sender = await instance.signIn('Sender', 'sender@example.com');
});
afterAll(() => instance.close());

const told: string[] = [];
const counts = new Map<string, number>();

async function count(name: keyof typeof BUDGETS, act: () => Promise<{ statusCode: number; body: string }>) {
  const statements = await listStatements(async () => {
    const answer = await act();
    expect(answer.statusCode, answer.body).toBe(200);
  });
  counts.set(name, statements.length);
  const lines = statements.map((text) => `  ${text.trim().replaceAll(/\s+/g, ' ').slice(0, 100)}`);
  told.push(`${name}: ${statements.length}`, ...lines);
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

async function countFinish(
  name: keyof typeof BUDGETS,
  { signer, view }: Awaited<ReturnType<typeof prepare>>,
): Promise<void> {
  const previewId = previewIn(await signer.preview(view.shownHash));
  await count(name, () => signer.call('POST', '/finish', { previewId, intent: INTENT }));
}

test('each request of a signer sends no more statements than its budget', async () => {
  const { signer, view } = await prepare([ann]);
  await count('page', () => signer.call('GET'));
  const field = view.fields.find(({ type }) => type === 'signature');
  const value = view.marks.signature?.id;
  await count('answer', () => signer.call('PUT', `/fields/${field?.id}`, { value }));
  await count('preview', () => signer.preview(view.shownHash));
  await countFinish('finish of the last signer', { signer, view });
  // Further people and fields cost no statement.
  const others = ['ben', 'cleo', 'dora'].map((name) => ({ name, email: `${name}@example.com` }));
  await create({ steps: [{ type: 'sign', recipients: [ann, bob, ...others] }] });
  await instance.runJobs();
  const next = await followInvitation(instance, ann.email);
  await countFinish('finish', { signer: next, view: await next.fill() });
  const callback = { WorkflowNotificationCallbackUrlPreference: 'https://hooks.example.com/told' };
  await countFinish('finish of the last signer, notified', await prepare([ann, bob], callback));
  expect(Object.fromEntries(counts), told.join('\n')).toEqual(BUDGETS);
  for (const finish of ['finish of the last signer', 'finish of the last signer, notified'] as const)
    expect(BUDGETS.preview + BUDGETS[finish]).toBeLessThanOrEqual(CHECK_AND_PRESS_MAX);
});
