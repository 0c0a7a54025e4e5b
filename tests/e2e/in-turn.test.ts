import { FIELD_TYPES, PREFERENCES } from '@paraph/domain';
import { validate } from '@paraph/pades';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import {
  extractSignatures,
  opensslTimestampVerdict,
  opensslVerdict,
  run,
} from '../conformance/pdf-validators.ts';
import { scratchFiles, succeed } from '../conformance/scratch-files.ts';
import { type Person, PHONE } from '../support/browser.ts';
import { until } from '../support/processes.ts';
import { forThisTest } from '../support/scratch.ts';
import { openWebhookReceiver } from '../support/webhook-receiver.ts';
import { makeDraft, startWithFields } from './drafts.ts';
import { drawSignature, finish, mailTo, startSigning, typeSignature } from './people.ts';
import { LEASE, OWNER, pdfFile, stageForThisFile } from './stage.ts';
import { touchOf } from './touch.ts';

const NAME = 'Lease in turn';
const ann = { name: 'Ann Archer', email: 'ann@turn.example' };
const ben = { name: 'Ben Baker', email: 'ben@turn.example' };
const rex = { name: 'Rex Reviewer', email: 'rex@turn.example' };
const cy = { name: 'Cy Carter', email: 'cy@turn.example' };
const STEPS = [
  { type: 'sign', recipients: [ann, ben] },
  { type: 'review', recipients: [rex] },
  { type: 'sign', recipients: [cy] },
] as const;

/** Of which the program of the sender is notified, in this order. */
const EVENTS = [
  ...['workflow.started', 'action.started', 'action.started', 'action.signed', 'action.signed'],
  ...['action.started', 'action.approved', 'action.started', 'action.signed'],
  ...['workflow.approved', 'workflow.signed'],
];

/** On the first page, each kind once and a signature for each signer; `recipient`: whose field it is. */
interface Box {
  type: string;
  label: string;
  recipient: number;
  posX: number;
  posY: number;
  style: { width: number; height: number };
}
const box = (recipient: number, index: number, field: { type: string; label: string }): Box => {
  const isTick = field.type === 'checkbox';
  const [posX, posY] = [6 + 32 * (index % 3), 20 + 6 * Math.floor(index / 3)];
  return { recipient, posX, posY, style: { width: isTick ? 3 : 28, height: isTick ? 2.5 : 3.5 }, ...field };
};
const signature = (recipient: number, column: number): Box => ({
  ...{ type: 'signature', label: 'Signature', recipient },
  ...{ posX: 6 + 32 * column, posY: 80, style: { width: 28, height: 9 } },
});
const options = ['Month', 'Year'].map((label) => ({ value: label.toLowerCase(), label: `By ${label}` }));
const FIELDS = [
  ...['name', 'email', 'company', 'department', 'title', 'initials', 'date'].map((type, index) =>
    box(0, index, { type, label: `Ann ${type}` }),
  ),
  ...['location', 'address', 'text', 'number', 'checkbox', 'attachment'].map((type, index) =>
    box(1, 9 + index, { type, label: `Ben ${type}` }),
  ),
  { ...box(3, 15, { type: 'radio', label: 'Cy radio' }), options, style: { width: 28, height: 5 } },
  { ...box(3, 16, { type: 'dropdown', label: 'Cy dropdown' }), options },
  { ...box(3, 17, { type: 'stamp', label: 'Cy stamp' }), value: 'PAID' },
  ...[0, 1, 3].map((recipient, column) => signature(recipient, column)),
];

const stage = await stageForThisFile();
const { folder, write } = scratchFiles();

/** Share of pixels in each box that are not paper, on the drawn first page. */
async function inkOf(page: Page): Promise<number[]> {
  const first = page.locator('main section[id^="page-"][id$="-1"]');
  await first.scrollIntoViewIfNeeded();
  await until('the page to be drawn', async () => (await first.getAttribute('aria-busy')) === 'false');
  return first.locator('canvas').evaluate((canvas, boxes) => {
    if (!(canvas instanceof HTMLCanvasElement)) throw new Error('The page is not drawn.');
    const { width, height } = canvas;
    return boxes.map(({ posX, posY, style }) => {
      const [x, y] = [(posX / 100) * width, (posY / 100) * height].map(Math.ceil);
      const [across, down] = [(style.width / 100) * width, (style.height / 100) * height].map(Math.floor);
      const data = canvas.getContext('2d')?.getImageData(x ?? 0, y ?? 0, across ?? 1, down ?? 1).data ?? [];
      let ink = 0;
      for (let at = 0; at < data.length; at += 4) if ((data[at] ?? 255) < 200) ink += 1;
      return (400 * ink) / data.length;
    });
  }, FIELDS);
}

/** Everything that people have written so far is drawn, and nothing of those who come later. */
async function expectWritten(page: Page, by: readonly number[], empty: readonly number[]): Promise<void> {
  const expected = FIELDS.map(({ recipient, type }) => by.includes(recipient) && type !== 'stamp');
  // The page is drawn anew soon after the notice.
  await expect
    .poll(async () => (await inkOf(page)).map((ink, index) => ink - (empty[index] ?? 0) > 0.4))
    .toEqual(expected);
}

async function visit(person: Person, to: { email: string }): Promise<Page> {
  await startSigning(person.page, await stage.linkFor(to, NAME));
  return person.page;
}

const inForm = async (page: Page, answers: Readonly<Record<string, string>>) => {
  await page.getByText('Form', { exact: true }).click();
  for (const [label, value] of Object.entries(answers))
    await page.getByRole('textbox', { name: new RegExp(`^${label}`) }).fill(value);
};
const inPages = (page: Page) => page.getByText('Pages', { exact: true }).click();
const press = (page: Page, kind: 'Signature' | 'Ann initials') =>
  page.getByRole('button', { name: new RegExp(`^${kind}, required`) }).click();

interface Press {
  pressedAt: number;
  answeredAt: number;
}

/** From the check to the end; answers when the last button was pressed, by the clock of the browser's machine. */
async function pressFinish(page: Page): Promise<Press> {
  const pressed = page.waitForRequest((request) => request.url().endsWith('/finish')).then(() => Date.now());
  await finish(page);
  return { pressedAt: await pressed, answeredAt: Date.now() };
}

test('three signers and a reviewer each see what came before, and sign that and nothing later', {
  timeout: 300_000,
}, async () => {
  expect(new Set(FIELDS.map(({ type }) => type))).toEqual(new Set(FIELD_TYPES));
  // A retry meets no mail of the first try.
  stage.mails.forget(() => true);
  const webhooks = await forThisTest(openWebhookReceiver());
  const preferences = { [PREFERENCES.callbackUrl]: webhooks.url };
  const id = await makeDraft(stage.app, { name: NAME, steps: STEPS, preferences });
  await startWithFields(stage.app, id, FIELDS);
  const phone = { viewport: PHONE, hasTouch: true, isMobile: true };
  const people = [await stage.browser.newPerson(phone), await stage.browser.newPerson()] as const;
  const first = await visit(people[0], ann);
  const empty = await inkOf(first);
  const second = await visit(people[1], ben);
  const emptyAtDesk = await inkOf(second);

  await inForm(first, {
    'Ann company': 'Archer Ltd',
    'Ann department': 'Estates',
    'Ann title': 'Head of it',
  });
  await inPages(first);
  await press(first, 'Ann initials');
  await typeSignature(first, 'Your initials');
  await press(first, 'Signature');
  const touch = await touchOf(people[0].context, first);
  const pad = first.getByRole('img', { name: /^Drawing area/ });
  await pad.scrollIntoViewIfNeeded();
  await touch.draw(pad);
  // Chromium gives up a touch that a busy page is late to answer.
  const drawn = first.getByRole('dialog', { name: 'Your signature' });
  await drawn.getByRole('button', { name: 'Apply' }).click();
  await drawn.waitFor({ state: 'hidden' });
  const presses = [await pressFinish(first)];
  const afterAnn = await stage.app.download(id);

  await second.getByText(`${ann.name} has signed`).waitFor();
  await expectWritten(second, [0], emptyAtDesk);
  await inForm(second, {
    'Ben location': 'Ærøskøbing',
    'Ben address': 'Mill Lane 1',
    'Ben text': 'With a dog',
    'Ben number': '3',
  });
  await second.getByRole('checkbox', { name: /^Ben checkbox/ }).check();
  const deed = pdfFile('deed.pdf');
  await second.getByLabel(/^Ben attachment, required, empty/).setInputFiles(deed);
  await second.getByRole('link', { name: deed.name }).waitFor();
  await inPages(second);
  await press(second, 'Signature');
  await typeSignature(second);
  presses.push(await pressFinish(second));

  const reviewer = await stage.browser.newPerson(phone);
  const review = reviewer.page;
  await review.goto(await stage.linkFor(rex, NAME));
  await review.getByRole('button', { name: 'Start' }).click();
  await review.getByRole('button', { name: 'Approve' }).waitFor();
  await expectWritten(review, [0, 1], empty);
  await review.getByRole('button', { name: 'Approve' }).click();
  const approving = review.getByRole('dialog', { name: 'Approve this document?' });
  await approving.getByLabel(/^Comment/).fill('The numbers are right.');
  await approving.getByRole('button', { name: 'Approve' }).click();
  await review.getByRole('heading', { level: 1, name: 'You have approved' }).waitFor();

  const last = await visit(await stage.browser.newPerson(), cy);
  await expectWritten(last, [0, 1], emptyAtDesk);
  await last.getByRole('radio', { name: 'By Year' }).check();
  await last.getByRole('combobox', { name: /^Cy dropdown/ }).selectOption({ label: 'By Month' });
  await press(last, 'Signature');
  await drawSignature(last);
  presses.push(await pressFinish(last));
  await last.getByRole('link', { name: /^Download .+ \(sealed\)\.pdf/ }).waitFor();

  const sealed = await stage.app.download(id);
  await expectOwnRevisions(sealed, { presses, afterAnn });
  await expectAgreement(sealed);
  await expectTold(id, sealed);
  await webhooks.waitFor(({ headers }) => headers['paraph-event'] === 'workflow.signed');
  expect(webhooks.received.map(({ headers }) => headers['paraph-event'])).toEqual(EVENTS);
});

/** Everyone by mail, with the sealed file, and the sender of the reviewer’s comment. */
async function expectTold(id: string, sealed: Buffer): Promise<void> {
  const { mail } = await mailTo(stage.mails, ann.email, /asks you to sign/);
  const kinds = mail.attachments.map(({ mimeType }) => mimeType);
  expect(kinds).toEqual(['application/pdf', 'text/calendar']);
  for (const { email } of [OWNER, ann, ben, rex, cy]) {
    const [file] = (await mailTo(stage.mails, email, /is signed by everyone/)).mail.attachments;
    expect(file?.mimeType).toBe('application/pdf');
    expect(Buffer.from(file?.content as ArrayBuffer).equals(sealed)).toBe(true);
  }
  const { steps } = await stage.app.readEnvelope(id);
  const comments = steps.flatMap(({ actions }) => actions.map(({ comment }) => comment));
  expect(comments).toEqual([null, null, 'The numbers are right.', null]);
}

/** Each signature covers its own revision, made at the press, and was permitted all that followed. */
async function expectOwnRevisions(
  sealed: Buffer,
  { presses, afterAnn }: { presses: readonly Press[]; afterAnn: Buffer },
): Promise<void> {
  const [own] = extractSignatures(sealed);
  const [start, length = 0, second = 0, rest = 0] = own?.byteRange ?? [];
  expect([start, second + rest]).toEqual([0, afterAnn.length]);
  // Without the value of her signature, which is between the two ranges.
  expect(
    own?.signedBytes.equals(
      Buffer.concat([sealed.subarray(0, length), sealed.subarray(second, afterAnn.length)]),
    ),
  ).toBe(true);
  expect(own?.signedBytes.includes('Ben checkbox')).toBe(true);
  const root = await fetch(`${stage.server.baseUrl}/authority/ca.cer`);
  const anchors = [new Uint8Array(await root.arrayBuffer())];
  const { signatures, document } = validate(sealed, { anchors });
  expect(signatures.map(({ signerName }) => signerName)).toEqual([ann, ben, cy].map(({ name }) => name));
  expect(document.lastCoversWholeFile).toBe(true);
  for (const [index, { integrity, coverage, changesAfter, ...signature }] of signatures.entries()) {
    expect([integrity.ok, signature.certificate.ok, signature.level]).toEqual([true, true, 'B-LTA']);
    expect(coverage).toBe('whole-revision');
    expect(signature.sinceSigning).toBe('allowed-changes');
    const kinds = changesAfter.flatMap((changes) => changes.kinds);
    expect(
      kinds.filter((kind) => !['form-fill', 'signature', 'timestamp', 'validation-data'].includes(kind)),
    ).toEqual([]);
    expect(kinds.filter((kind) => kind === 'signature')).toHaveLength(2 - index);
    const { pressedAt = NaN, answeredAt = NaN } = presses[index] ?? {};
    // Both have whole seconds. No other signature was made meanwhile.
    const stampedAt = signature.timestamp?.time.getTime() ?? 0;
    expect(stampedAt).toBeGreaterThan(pressedAt - 1_000);
    expect(stampedAt).toBeLessThanOrEqual(answeredAt);
    const claimed = pressedAt - (signature.signingTime?.getTime() ?? 0);
    expect(claimed).toBeGreaterThan(-1_000);
    expect(claimed).toBeLessThan(60_000);
  }
}

async function expectAgreement(sealed: Buffer): Promise<void> {
  expect(sealed.subarray(0, LEASE.length).equals(LEASE)).toBe(true);
  const path = write('sealed.pdf', sealed);
  succeed('qpdf', '--check', path);
  const pdfsig = run('pdfsig', [path]).text;
  expect(pdfsig.match(/Signature is Valid/g), pdfsig).toHaveLength(3);
  const root = await (await fetch(`${stage.server.baseUrl}/authority/ca.cer`)).arrayBuffer();
  for (const [index, signature] of extractSignatures(sealed).entries()) {
    const judge = index < 3 ? opensslVerdict : opensslTimestampVerdict;
    const { status, text } = judge(folder, signature, new Uint8Array(root));
    expect(status, text).toBe(0);
  }
  const mutool = run('mutool', ['sign', '-v', path]).text;
  expect(mutool).not.toMatch(/Digest Mismatch|not valid/i);
  const { text } = run('pdftotext', ['-enc', 'UTF-8', path, '-']);
  const read = Buffer.from(text, 'latin1').toString('utf8');
  const answers = [
    'Archer Ltd',
    'Estates',
    'Head of it',
    'Ærøskøbing',
    'Mill Lane 1',
    'With a dog',
    'deed.pdf',
    'By Month',
    'PAID',
  ];
  for (const answer of answers) expect(read).toContain(answer);
  // What the page shows is the minute of the time that the signature claims.
  const shown = [...read.matchAll(/Signed (\d+ \w+ \d{4} \d\d:\d\d \S+)/g)].map(([, time = '']) =>
    Date.parse(time),
  );
  const claimed = validate(sealed, { anchors: [] }).signatures.map(
    ({ signingTime }) => signingTime?.getTime() ?? 0,
  );
  expect(shown.sort()).toEqual(claimed.map((time) => time - (time % 60_000)).sort());
}
