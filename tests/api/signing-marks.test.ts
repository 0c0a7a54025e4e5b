import { access } from 'node:fs/promises';
import { RATES } from '@paraph/domain';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openTestInstance, quickForm, type Session, type TestInstance } from '../support/instance.ts';
import { buildPdf, textLines } from '../support/pdf-fixtures.ts';
import { drawnMark, followInvitation, type SigningView } from '../support/signer.ts';

const lease = buildPdf({ pages: [{ content: textLines(['Lease']) }] });

let instance: TestInstance;
let sender: Session;
let count = 0;

beforeAll(async () => {
  instance = await openTestInstance();
  sender = await instance.signIn('Sender', 'sender@example.com');
});
afterAll(() => instance.close());

/** Sends a lease that one person is to sign in so many steps; answers their address. */
async function send(steps = 1): Promise<string> {
  count += 1;
  const ann = { name: 'Ann', email: `ann-${count}@example.com` };
  const form = quickForm({
    document: lease,
    steps: Array.from({ length: steps }, () => ({ type: 'sign', recipients: [ann] })),
  });
  const answer = await sender.call({ method: 'POST', url: '/api/v1/quick/envelopes', ...form });
  expect(answer.statusCode, answer.body).toBe(200);
  await instance.runJobs();
  return ann.email;
}

type Signer = Awaited<ReturnType<typeof followInvitation>>;
const save = (signer: Signer, png = drawnMark()) =>
  signer.call('PUT', '/marks/signature', { method: 'draw', png });
const marked = async (signer: Signer) => {
  const answer = await save(signer);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json() as SigningView;
};

async function storedMarks(email: string) {
  return instance.deps.database
    .selectFrom('marks')
    .innerJoin('recipients', 'recipients.id', 'marks.recipient_id')
    .innerJoin('files', 'files.id', 'marks.file_id')
    .select(['marks.id', 'files.blob_key'])
    .where('recipients.email', '=', email)
    .execute();
}
const isStored = (key: string) =>
  access(instance.deps.blobs.pathOf(key)).then(
    () => true,
    () => false,
  );

test('a picture is decoded in the processes that look into files, and waits there as its link', async () => {
  const runs = vi.spyOn(instance.deps.intake, 'run');
  const signer = await followInvitation(instance, await send());
  runs.mockClear();
  const { link } = await marked(signer);
  expect(runs.mock.calls.map(([{ kind }, { turn }]) => [kind, turn.caller])).toEqual([
    ['picture', `link:${link}`],
  ]);
  // What does not come back from there is not kept.
  runs.mockResolvedValueOnce({ kind: 'refused', reasons: ['it is damaged.'], isRepairable: false });
  const { error } = (await save(signer)).json() as { error: { violations: { png: string } } };
  expect(error.violations.png).toContain('it is damaged');
});

test('twelve a minute are taken of one person, and those of another are counted apart', async () => {
  const signer = await followInvitation(instance, await send());
  const other = await followInvitation(instance, await send());
  for (let each = 0; each < RATES.signingMarks.hits; each += 1) {
    expect((await save(signer, 'no picture')).statusCode).toBe(400);
  }
  const refused = await save(signer);
  expect(refused.statusCode).toBe(429);
  expect(refused.json()).toMatchObject({ error: { code: 'RATE_LIMIT_REACHED' } });
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  await marked(other);
});

test('a replaced mark is gone at once, with its bytes, and fields show the new one', async () => {
  const email = await send();
  const signer = await followInvitation(instance, email);
  const first = await marked(signer);
  await signer.call('PUT', `/fields/${first.fields[0]?.id}`, { value: first.marks.signature?.id });
  const [former] = await storedMarks(email);
  expect(await isStored(former?.blob_key ?? '')).toBe(true);
  const second = await marked(signer);
  expect((await storedMarks(email)).map(({ id }) => id)).toEqual([second.marks.signature?.id]);
  expect(await isStored(former?.blob_key ?? '')).toBe(false);
  expect(second.fields[0]?.value).toBe(second.marks.signature?.id);
});

test('a mark that is replaced while it is read is not found, and nothing is wrong with it', async () => {
  const signer = await followInvitation(instance, await send());
  await marked(signer);
  const { blobs } = instance.deps;
  vi.spyOn(blobs, 'open').mockImplementationOnce(async (key) => {
    vi.restoreAllMocks();
    await marked(signer);
    return blobs.open(key);
  });
  expect((await signer.call('GET', '/marks/signature')).statusCode).toBe(404);
  expect((await signer.call('GET', '/marks/signature')).statusCode).toBe(200);
});

test('a mark that was signed with stays when the same person makes another for a later step', async () => {
  const email = await send(2);
  const signer = await followInvitation(instance, email);
  expect((await signer.sign()).statusCode).toBe(200);
  const signed = await storedMarks(email);
  await instance.runJobs();
  await marked(signer);
  await marked(signer);
  const after = await storedMarks(email);
  expect(after).toHaveLength(2);
  expect(after).toContainEqual(signed[0]);
  expect(await isStored(signed[0]?.blob_key ?? '')).toBe(true);
});
