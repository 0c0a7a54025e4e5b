import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { createSigningJob } from '@paraph/pades';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { append, changeOf, put, revise, victim } from '../../pades/src/testing/hostile-base.ts';
import { signedOddly } from '../../pades/src/testing/hostile-cms.ts';
import { cmsRows } from '../../pades/src/testing/hostile-cms-rows.ts';
import { shadowsOfFields } from '../../pades/src/testing/hostile-shadows.ts';
import { start } from '../../pades/src/testing/level-fixture.ts';
import { sampleAuthority } from '../../pades/src/testing/sample-authority.ts';
import { scratchFiles } from '../conformance/scratch-files.ts';
import { DESKTOP, PHONE } from '../support/browser.ts';
import { changeFirstPage } from '../support/changed-pdf.ts';
import { signByLink } from '../support/http-life.ts';
import { textLines } from '../support/pdf-fixtures.ts';
import { until } from '../support/processes.ts';
import { multipart, sentWith } from '../support/quick-form.ts';
import { shareName, shareOf } from '../support/share.ts';
import { keyboardOf } from './keyboard.ts';
import { lookAt, takePicture } from './looks.ts';
import { downloadBy, holdBack } from './people.ts';
import { ADA, BOB, stageForThisFile } from './stage.ts';

const CLEO = { name: 'Cleo Ωμέγα', email: 'cleo@example.com' };
const PEOPLE = [ADA, BOB, CLEO];
const NAME = 'Lease for three';

const stage = await stageForThisFile();
const { at, write } = scratchFiles();
/** As the sender downloads it. */
let sealed: Buffer;

beforeAll(async () => {
  const steps = PEOPLE.map((person) => ({ type: 'sign' as const, recipients: [person] }));
  const id = await stage.send(NAME, { steps });
  for (const person of PEOPLE) await signByLink(stage.server.baseUrl, await stage.linkFor(person, NAME));
  const read = () => stage.app.readEnvelope(id);
  await until('the lease to be sealed', async () => (await read()).status === 'signed');
  sealed = await stage.app.download(id);
  write('lease.pdf', sealed);
  write('changed.pdf', changeFirstPage(sealed, textLines(['The rent is doubled.'])));
}, 120_000);

/** With a note over the first page, which a file without certification permits. */
function withNote(file: Buffer): Buffer {
  const note = '<< /Type /Annot /Subtype /FreeText /Rect [50 600 300 700] /Contents (ten) /DA (0 g) >>';
  const list = /\/Annots \[([^\]]*)\](?![\s\S]*\/Annots \[)/.exec(file.toString('latin1'))?.[1] ?? '';
  return revise(file, put(90, note), changeOf(13, { Annots: `[${list} 90 0 R]` }));
}

/** A signed value that was changed, before a stranger signed too. */
async function amended(): Promise<Buffer> {
  const changed = revise(await victim({ docMdp: null }), changeOf(10, { V: '(eleven)' }));
  const wanted = { fieldName: 'Two', name: 'Eve', appearance: null, signingTime: start, docMdp: null };
  const signed = await createSigningJob(changed).sign(wanted, sampleAuthority().signer('Eve'));
  return Buffer.concat([changed, signed]);
}

async function drop(page: Page, name: string): Promise<void> {
  await page.getByLabel('Document').setInputFiles(at(name));
  await page.getByRole('heading', { level: 2, name: `What ${name} proves` }).waitFor();
}

const answer = (page: Page, question: string) => page.locator(`dt:text-is("${question}") + dd`).first();

/** The report of the service, or why it refuses the file. */
async function askServer(name: string): Promise<unknown> {
  const form = multipart([{ name: 'document', value: readFileSync(at(name)), fileName: name }]);
  const sent = { method: 'POST', ...sentWith({}, form) };
  const response = await fetch(`${stage.server.baseUrl}/api/v1/verify`, sent);
  const said = (await response.json()) as { error?: { violations: { document: string } } };
  return response.ok ? said : { refused: said.error?.violations.document };
}

/** The newest checkpoint of the log, and the proof that leads from a sealed file to it. */
async function readProof(file: Buffer): Promise<{ checkpoint: string; json: unknown }> {
  const read = async (path: string) => {
    const answer = await fetch(`${stage.server.baseUrl}/log/${path}`);
    expect(answer.status, path).toBe(200);
    return answer.text();
  };
  const hash = createHash('sha256').update(file).digest('hex');
  // Leaves get their places once a minute, or when evidence is read; the mail of the completion does so.
  let checkpoint = '';
  await until('the leaf to be in the log', async () => {
    checkpoint = await read('checkpoint');
    const size = checkpoint.split('\n')[1];
    return (await fetch(`${stage.server.baseUrl}/log/proof/${hash}/${size}`)).ok;
  });
  return { checkpoint, json: JSON.parse(await read(`proof/${hash}/${checkpoint.split('\n')[1]}`)) };
}

/** The record of evidence first, by which the file is checked once more; the checkpoint is typed meanwhile. */
async function askLog(
  page: Page,
  { json, checkpoint }: { json: unknown; checkpoint: string },
): Promise<void> {
  await page.getByText('Is it in the log of seals').click();
  const readRecord = async (name: string, focused: Locator) => {
    write(name, JSON.stringify(json));
    const before = await page.locator('#first').elementHandle();
    await focused.focus();
    await page.getByLabel('Record of evidence (JSON)').setInputFiles(at(name));
    await page.getByText('It is in the log as the service states it.').waitFor();
    await expect.poll(() => before?.evaluate(({ isConnected }) => isConnected)).toBe(false);
    await page.getByRole('heading', { level: 2, name: 'proves' }).waitFor();
    expect(await focused.evaluate((element) => element === document.activeElement)).toBe(true);
  };
  await readRecord('proof.json', page.locator('#first'));
  await readRecord('the same.json', page.getByLabel('Checkpoint that you kept'));
  const answerLate = await holdNextAnswer(page, () => page.keyboard.insertText(checkpoint.slice(0, 9)));
  await page.keyboard.insertText(checkpoint.slice(9));
  const answered = page.getByText('It is in the log, and the log is the one that you kept.');
  await answered.waitFor();
  await answerLate();
  expect(await answered.isVisible()).toBe(true);
}

/** What the page's next worker answers is heard only later. */
async function holdNextAnswer(page: Page, ask: () => Promise<void>): Promise<() => Promise<void>> {
  const held = await page.evaluateHandle(() => {
    const Native = Worker;
    const { promise, resolve } = Promise.withResolvers<() => void>();
    globalThis.Worker = class extends Native {
      constructor(url: string | URL) {
        super(url);
        globalThis.Worker = Native;
        this.addEventListener('message', (event) => {
          if (!event.isTrusted) return;
          event.stopImmediatePropagation();
          resolve(() => this.dispatchEvent(new MessageEvent('message', { data: event.data })));
        });
      }
    };
    return { promise };
  });
  await ask();
  const answer = await held.evaluateHandle(({ promise }) => promise);
  return () => answer.evaluate((give) => give());
}

/** What the service says beside the comparison of pictures, which the page in a browser does not make. */
function withoutPictures(said: unknown): unknown {
  const text = JSON.stringify(said, (key, value: unknown) => {
    if (key === 'shown') return null;
    if (key === 'text' && typeof value === 'string')
      return value
        .split('\n')
        .filter((line) => !/Compared as shown|looks different than when it was signed/.test(line))
        .join('\n');
    return Array.isArray(value)
      ? value.filter((each: { kind?: unknown } | null) => each?.kind !== 'shown')
      : value;
  });
  return JSON.parse(text);
}

function checkedAtOf(report: unknown): number {
  return (report as { checkedAt?: number }).checkedAt ?? 0;
}

/** By its link, which what comes later must not move: a finger is on its way to it. */
async function reachFromEnd(page: Page): Promise<void> {
  const letThrough = await holdBack(page, '**/passkeys');
  await page.goto(await stage.linkFor(ADA, NAME));
  const link = page.getByRole('link', { name: 'Verify a document' });
  const before = await link.boundingBox();
  letThrough();
  await page.getByRole('heading', { name: 'Next time with a passkey' }).waitFor();
  expect(await link.boundingBox()).toEqual(before);
  await link.click();
  await page.getByRole('heading', { level: 1, name: 'Verify a document' }).waitFor();
}

/** By keyboard alone; the focus is led to the answer. */
async function reachByRail(page: Page): Promise<void> {
  const keys = keyboardOf(page);
  await page.goto(`${stage.server.baseUrl}/inbox`);
  await page.getByRole('heading', { level: 1, name: 'Inbox' }).waitFor();
  await keys.pressOn(page.getByRole('link', { name: 'Verify a document' }), 'Enter');
  await page.getByRole('heading', { level: 1, name: 'Verify a document' }).waitFor();
  await keys.tabTo(page.getByLabel('Document'));
  await drop(page, 'lease.pdf');
  await keys.expectFocus(page.getByRole('heading', { level: 2, name: 'What lease.pdf proves' }));
  await keys.pressOn(page.getByRole('button', { name: 'Check another PDF' }), 'Enter');
  await page.getByLabel('Document').waitFor();
}

/** Of a phone; nine kinds of file, by turns. */
async function expectFirstScreens(page: Page): Promise<void> {
  const [shadow] = shadowsOfFields;
  const weak = cmsRows.find(({ made }) => made === 'a key of RSA with 1,024 bits');
  if (!shadow || !weak) throw new Error('A kind of file is missing.');
  const foreign = await victim({ docMdp: null });
  const kinds: readonly (readonly [name: string, file: Buffer, verdict: string])[] = [
    ['ours', sealed, 'This is as it was signed.'],
    ['tampered', readFileSync(at('changed.pdf')), 'This was changed after it was signed.'],
    ['annotated', withNote(foreign), 'Something was added or changed after signing.'],
    ['foreign', foreign, 'This is as it was signed. By whom is not confirmed.'],
    ['weak', await signedOddly(weak), 'Whether this was changed cannot be determined.'],
    ['unsigned', sealed.subarray(0, sealed.indexOf('%%EOF') + 6), 'This is not signed.'],
    ['damaged', sealed.subarray(0, 900), 'Whether this was changed cannot be determined.'],
    ['repaired', append(sealed, 'startxref\n7\n%%EOF\n'), 'This is damaged; nothing that shows was changed.'],
    ['shadow', await shadow.file(), 'This was changed after it was signed.'],
  ];
  for (const [name, file, verdict] of shareOf(kinds, 3)) {
    write(`${name}.pdf`, file);
    await page.getByRole('button', { name: 'Check another PDF' }).click();
    await page.getByLabel('Document').setInputFiles(at(`${name}.pdf`));
    const shown = page.getByRole('status').filter({ hasText: verdict });
    await shown.waitFor();
    const rows = await page.locator('dl').first().locator('dd').all();
    const isAnswered = !['unsigned', 'damaged'].includes(name);
    const last = isAnswered ? await rows[3]?.boundingBox() : await shown.boundingBox();
    expect.soft((last?.y ?? 999) + (last?.height ?? 0), name).toBeLessThanOrEqual(PHONE.height);
    const compared = await page.getByText('Compared as shown: every page').count();
    expect
      .soft(compared, name)
      .toBe(['ours', 'tampered', 'annotated', 'repaired', 'shadow'].includes(name) ? 1 : 0);
    await takePicture(page, `kind ${name}`);
    if (name === 'unsigned') await lookAt(page, 'verify-none');
  }
}

describe('the page that verifies documents', () => {
  test('is reached from the end of signing, and tells on a phone who signed a lease of three, when, and what came after', async () => {
    const { page } = await stage.browser.newPerson({ viewport: PHONE, isMobile: true, hasTouch: true });
    await reachFromEnd(page);
    write('notes.txt', 'no PDF');
    await page.getByLabel('Document').setInputFiles(at('notes.txt'));
    await page.getByRole('alert').filter({ hasText: 'Only PDF files can be chosen here.' }).waitFor();
    await drop(page, 'lease.pdf');
    await page.getByRole('status').filter({ hasText: 'This is as it was signed.' }).waitFor();
    const who = await answer(page, 'Who signed, and when').innerText();
    for (const { name } of PEOPLE)
      expect(who).toMatch(new RegExp(`${name} · \\d+ \\w+ \\d{4}, \\d\\d:\\d\\d`));
    expect(await answer(page, 'What came after').innerText()).toContain('Only what may follow a signature');
    expect(await answer(page, 'Is the name sure').innerText()).toContain('As sure as the mailbox');
    expect(await answer(page, 'Is the time sure').innerText()).toContain('By the clock of this service');
    // The first screen answers.
    const last = await answer(page, 'Is the time sure').boundingBox();
    expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThanOrEqual(PHONE.height);
    const story = await page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 4 }) });
    await expect.poll(() => story.count()).toBe(4);
    const text = await story.allInnerTexts();
    for (const [index, { name, email }] of PEOPLE.entries()) {
      expect(text[index]).toContain(`${name} signed`);
      expect(text[index]).toContain(email);
      expect(text[index]).toContain('PAdES B-LTA');
      expect(text[index]).toContain('by the clock of this service.');
      expect(text[index]).toContain('TOTAL-PASSED');
    }
    expect(text[3]).toContain('Timestamped by Paraph time of localhost');
    await story.first().getByText('What 4 later revisions changed').click();
    await expect.poll(() => story.first().getByText('Cleo Ωμέγα signed').count()).toBe(1);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(PHONE.width);
    await lookAt(page, 'verify-result');
  });

  test(`shows a later change for what it is, and answers on the first screen of a phone, ${shareName}`, async () => {
    const { page } = await stage.browser.newPerson({ viewport: PHONE, isMobile: true });
    await page.goto(`${stage.server.baseUrl}/verify`);
    await drop(page, 'changed.pdf');
    await page.getByRole('status').filter({ hasText: 'This was changed after it was signed.' }).waitFor();
    expect(await answer(page, 'What came after').innerText()).toContain('What page 1 shows was changed.');
    expect(await answer(page, 'Is the name sure').innerText()).toContain('Not for what this file shows now');
    // Opened without being asked.
    await page.getByText('What page 1 shows was changed.').first().waitFor();
    await lookAt(page, 'verify-changed');
    write('amended.pdf', await amended());
    await page.getByRole('button', { name: 'Check another PDF' }).click();
    await drop(page, 'amended.pdf');
    const sentence = 'The field Note on page 1 was changed from “ten” to “eleven”.';
    expect(await answer(page, 'What came after').innerText()).toContain(sentence);
    await page.getByText('What shows was added to or changed, as it allows.').waitFor();
    await page.getByText('What 2 later revisions changed').click();
    await page.getByText('Revision 1 · nobody whose name is confirmed signed this').waitFor();
    await lookAt(page, 'verify-amended');
    await expectFirstScreens(page);
  });

  test('gives a verifier away that says the same from the disk, without this service and any network', async () => {
    const offline = { viewport: PHONE, acceptDownloads: true, origins: ['null'] };
    const { page, setOffline } = await stage.browser.newPerson(offline);
    await page.goto(`${stage.server.baseUrl}/verify`);
    const downloading = await downloadBy(
      page.getByRole('link', { name: 'keep the verifier as one HTML file' }),
    );
    await downloading.saveAs(at('paraph-verify.html'));
    const answers = new Map<string, unknown>();
    write('cut.pdf', sealed.subarray(0, 900));
    for (const name of ['cut.pdf', 'changed.pdf', 'lease.pdf']) answers.set(name, await askServer(name));
    const proof = await readProof(sealed);
    await setOffline(true);
    const verifier = pathToFileURL(at('paraph-verify.html')).href;
    for (const [name, wanted] of answers) {
      await page.goto(verifier);
      if (name === 'cut.pdf') await lookAt(page, 'offline-verifier');
      await page.clock.setFixedTime(checkedAtOf(wanted) * 1000);
      await page.getByLabel('Choose a PDF').setInputFiles(at(name));
      await page.getByRole('heading', { level: 2, name: `What \u2068${name}\u2069 proves` }).waitFor();
      expect(JSON.parse((await page.locator('#json').textContent()) ?? '')).toEqual(withoutPictures(wanted));
      if (name !== 'cut.pdf') await lookAt(page, `offline-${name}`);
    }
    await page.getByRole('status').filter({ hasText: 'This is as it was signed.' }).waitFor();
    expect(await answer(page, 'Is the name sure').innerText()).toContain('it issued the certificate');
    for (const [language, verdict] of [
      ['fr', 'Ce document est tel qu’il a été signé.'],
      ['de', 'Das ist so, wie es unterschrieben wurde.'],
      ['es', 'Este documento está tal como se firmó.'],
      ['ar', 'هذا المستند كما وُقّع.'],
    ] as const) {
      await page.locator('select').selectOption(language);
      await page.getByRole('status').filter({ hasText: verdict }).waitFor();
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(width).toBeLessThanOrEqual(PHONE.width);
    }
    expect(await page.evaluate(() => document.documentElement.dir)).toBe('rtl');
    await lookAt(page, 'offline-arabic');
    await page.locator('select').selectOption('en');
    await askLog(page, proof);
    await lookAt(page, 'offline-log');
    write('amended.pdf', await amended());
    await page.goto(verifier);
    await page.getByLabel('Choose a PDF').setInputFiles(at('amended.pdf'));
    await page.getByRole('status').filter({ hasText: 'Something was added or changed' }).waitFor();
    await page.locator('select').selectOption('de');
    const values = page.getByText('„\u2068ten\u2069“ → „\u2068eleven\u2069“');
    await values.first().waitFor();
    await page.getByText('Änderungen danach: 2').click();
    await page.getByText('niemand, dessen Name bestätigt ist, hat das unterschrieben').waitFor();
    await lookAt(page, 'offline-amended');
  });

  test('is reached from the rail, named by the document, and in its court bundle, which is read without any network', async () => {
    const offline = { viewport: DESKTOP, acceptDownloads: true, origins: ['null'] };
    const { page, setOffline } = await stage.owner(offline);
    await reachByRail(page);
    await stage.openDocument(page, NAME);
    const files = page.getByRole('region', { name: 'Files' });
    await files.getByText('Sealed as PAdES B-LTA').waitFor();
    await files.getByText('Timestamp by Paraph time of localhost').waitFor();
    await files.getByText('no third party’s word on the time').waitFor();
    await lookAt(page, 'document-sealed');
    const button = files.getByRole('listitem').filter({ hasText: 'Court bundle' }).getByRole('link');
    await (await downloadBy(button)).saveAs(at('court-bundle.zip'));
    execFileSync('unzip', ['-q', at('court-bundle.zip'), '-d', at('court-bundle')]);
    const open = (name: string) => page.goto(pathToFileURL(at(`court-bundle/${name}`)).href);
    await setOffline(true);
    await open('READ-ME-FIRST.html');
    await lookAt(page, 'bundle-first');
    await page.getByRole('link', { name: 'How was each person identified?' }).click();
    await page.getByRole('heading', { level: 1, name: 'How was each person identified?' }).waitFor();
    await lookAt(page, 'bundle-identified');
    await page.getByRole('link', { name: 'All questions' }).click();
    await page.getByRole('link', { name: 'paraph-verify.html' }).click();
    await page.getByRole('status').filter({ hasText: 'This is as it was signed.' }).waitFor();
    await page.getByText('It is in the log as the service states it.').waitFor();
    await lookAt(page, 'bundle-verifier');
    await page.getByRole('button', { name: 'certificate-of-completion.pdf' }).click();
    await page
      .getByRole('heading', { name: 'What \u2068certificate-of-completion.pdf\u2069 proves' })
      .waitFor();
    await page.getByRole('status').filter({ hasText: 'This is as it was signed.' }).waitFor();
  });
});
