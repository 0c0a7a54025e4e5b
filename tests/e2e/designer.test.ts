import type { Page, Request } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { type Person, PHONE } from '../support/browser.ts';
import { openRedirectReceiver } from '../support/redirect-receiver.ts';
import { forThisFile } from '../support/scratch.ts';
import { inkOn } from './checked-pages.ts';
import { enter, KINDS_AS_PLACED, openDesigner, placed, placeOtherKinds, tool } from './designer-tools.ts';
import { fillNewDocument, makeDraft, type PlacedField, readEnvelope, sessionFor } from './drafts.ts';
import { keyboardOf } from './keyboard.ts';
import { agreeAndStart, downloadBy, goToCheck, signatureFields, typeSignature } from './people.ts';
import { ADA, BOB, LEASE, ONE_PAGE, stageForThisFile } from './stage.ts';
import { boxOf, touchOf } from './touch.ts';

const stage = await stageForThisFile();
const shop = await forThisFile(openRedirectReceiver());

const STEPS = [
  { type: 'sign', recipients: [ADA] },
  { type: 'sign', recipients: [BOB] },
] as const;

const draft = (name: string, document = ONE_PAGE) => makeDraft(stage.app, { name, document, steps: STEPS });
/** A new draft in the designer, as somebody sees it who has its link. */
async function openDraft(name: string) {
  const id = await draft(name);
  const person = await stage.browser.newPerson();
  await openDesigner(person.page, (await sessionFor(stage.app, id)).designerUrl);
  return { id, ...person };
}

/** What the server holds; the page saves by itself, a moment later. */
const fieldsOf = async (id: string): Promise<PlacedField[]> => (await readEnvelope(stage.app, id)).fields;

/** All fields, a signature and a checkbox, are chosen, lined up, moved by keys and mouse, removed and taken back. */
async function moveTogether(page: Page, id: string): Promise<void> {
  const keys = keyboardOf(page);
  const list = page.getByRole('complementary', { name: 'Fields' });
  await keys.tabTo(list.getByRole('button', { name: /^Signature/ }));
  await page.keyboard.press('Shift+Enter');
  await page.getByText('2 fields are chosen.').waitFor();
  await page.getByRole('button', { name: 'Align at the left' }).click();
  const places = async () => (await fieldsOf(id)).map(({ posX }) => posX);
  const isAligned = async () => {
    const [one, other] = await places();
    return one !== undefined && one === other;
  };
  await expect.poll(isAligned).toBe(true);
  const [start = 0] = await places();
  await placed(page, 'Checkbox').focus();
  await keys.press('ArrowRight');
  const shifts = async () => (await places()).map((posX) => (posX - start).toFixed(1));
  await expect.poll(shifts).toEqual(['1.0', '1.0']);
  const box = await boxOf(placed(page, 'Signature'));
  await page.mouse.move(box.x + 30, box.y + 20);
  await page.mouse.down();
  await page.mouse.move(box.x - 90, box.y + 20, { steps: 4 });
  await page.mouse.up();
  await expect.poll(async () => (await places()).every((posX) => posX < start - 5)).toBe(true);
  expect(new Set((await places()).map(Math.round)).size).toBe(1);
  await page.getByRole('button', { name: 'Remove all of them' }).click();
  await expect.poll(places).toEqual([]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(async () => (await places()).length).toBe(2);
}

/** From the view page of a draft to what it says once that is sent, and to what the designer says then. */
async function viewToTheEnd(
  { page, expectAnswer }: Person,
  { id, name, designerUrl }: { id: string; name: string; designerUrl: string },
): Promise<void> {
  await page.getByRole('heading', { level: 1, name }).waitFor();
  await page.getByText('Draft', { exact: true }).waitFor();
  await page.getByRole('listitem').filter({ hasText: ADA.name }).getByText('Comes later').waitFor();
  const download = await downloadBy(page.getByRole('link', { name: /^Download lease\.pdf/ }));
  expect(download.suggestedFilename()).toBe('lease.pdf');
  await stage.app.call(`/api/v1/envelopes/${id}/start`, { method: 'PUT' });
  await page.reload();
  await page.getByText('Waiting for people').waitFor();
  await page.getByText('Asked to sign').waitFor();
  await page.goto(designerUrl);
  await page.getByRole('heading', { name: 'This document is not a draft any more' }).waitFor();
  expectAnswer(404);
  await page.goto(`${stage.server.baseUrl}/designer/${'A'.repeat(43)}`);
  await page.getByRole('heading', { name: 'This page has ended' }).waitFor();
}

describe('the designer', () => {
  test('lets a sender place, name and hand out fields, several at once, kept until they are saved, and leads back; the view page shows pages, people and states', async () => {
    const id = await draft('Mouse lease', LEASE);
    const { designerUrl, envelopeView, session } = await sessionFor(stage.app, id);
    const back = `${shop.uri}?order=5`;
    const person = await stage.browser.newPerson({ origins: [shop.origin] });
    const { page, setOffline } = person;
    await openDesigner(page, `${designerUrl}?callback=${encodeURIComponent(encodeURIComponent(back))}`);
    expect(page.url()).not.toContain(session);
    expect(page.url()).not.toContain('callback');
    await page.getByText(/^Without a signature field yet: Ada Lovelace and Bob Miller/).waitFor();

    await tool(page, 'Signature').click();
    await tool(page, 'Checkbox').click();
    await moveTogether(page, id);
    await setOffline(true);
    await tool(page, 'Stamp').click();
    await page.getByText('Not saved', { exact: true }).waitFor();
    await setOffline(false);
    const kinds = async () => (await fieldsOf(id)).map(({ type }) => type).toSorted();
    await expect.poll(kinds).toEqual(['checkbox', 'signature', 'stamp']);

    await page.getByRole('radio', { name: /^Bob Miller/ }).check();
    await tool(page, 'Text').click();
    await page.getByLabel('Label').fill('Number of keys');
    await page.getByRole('checkbox', { name: 'Must be filled' }).uncheck();
    await enter(page, 'From the left', '10');
    await page.getByRole('button', { name: 'Copy to every page' }).click();
    await page.getByRole('heading', { name: '6 fields' }).waitFor();
    const keys = async () => (await fieldsOf(id)).filter(({ label }) => label === 'Number of keys');
    await expect
      .poll(async () => (await keys()).map((key) => `${key.page} ${key.posX}`).join())
      .toBe('1 10,2 10,3 10');

    const date = await boxOf(tool(page, 'Date'));
    const paper = await boxOf(page.locator('main canvas').first());
    await page.mouse.move(date.x + 20, date.y + 20);
    await page.mouse.down();
    await page.mouse.move(paper.x + paper.width / 2, paper.y + 60, { steps: 6 });
    await page.mouse.move(paper.x + paper.width / 2, paper.y + 120, { steps: 3 });
    await page.mouse.up();
    const dates = async () => (await fieldsOf(id)).filter(({ type }) => type === 'date');
    await expect.poll(dates).toMatchObject([{ page: 1 }]);
    await tool(page, 'Date').press('Enter');
    await expect.poll(dates).toHaveLength(2);

    await page.getByRole('button', { name: 'Finish' }).click();
    await page.waitForURL(back);
    expect((await readEnvelope(stage.app, id)).status).toBe('not_started');
    await openDesigner(page, envelopeView);
    expect(page.url()).not.toContain(session);
    await viewToTheEnd(person, { id, name: 'Mouse lease', designerUrl });
  });

  test('is worked by keys alone: placing, moving, resizing, removing and taking back', async () => {
    const { id, page } = await openDraft('Keyboard lease');
    const keys = keyboardOf(page, { walks: true });
    await keys.pressOn(tool(page, 'Initials'), 'Enter');
    const initials = placed(page, 'Initials');
    await keys.expectFocus(initials);
    const first = async () => (await fieldsOf(id))[0];
    await expect.poll(first).toBeDefined();
    const start = await first();
    if (start === undefined) throw new Error('Nothing was saved.');

    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowDown', 'Shift+ArrowRight', '-', 'Control+ArrowUp']) {
      await page.keyboard.press(key);
    }
    const shifts = async () => {
      const moved = await first();
      if (moved === undefined) return [];
      const { posX, posY, style } = moved;
      return [
        posX - start.posX,
        posY - start.posY,
        style.width - start.style.width,
        style.height - start.style.height,
      ].map((shift) => shift.toFixed(1));
    };
    await expect.poll(shifts).toEqual(['2.0', '0.8', '0.0', '-1.0']);

    await page.keyboard.press('Control+d');
    await expect.poll(() => initials.count()).toBe(2);
    await page.keyboard.press('Delete');
    await expect.poll(() => initials.count()).toBe(1);
    await keys.expectFocus(tool(page, 'Initials'));
    await page.keyboard.press('Control+z');
    await expect.poll(() => initials.count()).toBe(2);
    await page.keyboard.press('Control+y');
    await expect.poll(() => initials.count()).toBe(1);

    await keys.pressOn(initials, 'Escape');
    await keys.expectFocus(tool(page, 'Initials'));
    await expect.poll(async () => (await fieldsOf(id)).length).toBe(1);
    await keys.pressOn(page.getByRole('button', { name: 'Finish' }), 'Enter');
    await page.getByRole('heading', { name: 'All is saved' }).waitFor();
    await page.getByRole('button', { name: 'Go back to the fields' }).click();
    await initials.waitFor();
  });

  test('sets options, groups, values and conditions, which are saved as rules', async () => {
    const { id, page } = await openDraft('Ruled draft');
    await tool(page, 'Dropdown').click();
    await page.getByLabel('Label').fill('Pets');
    await page.getByLabel('Options').fill('No pets\nA dog');
    await page.keyboard.press('Tab');
    await page.getByLabel('Filled in from the start').selectOption('No pets');
    await tool(page, 'Text').click();
    await page.getByLabel('Most characters').fill('20');
    await page.getByLabel('Pattern (optional)').fill('[A-Z]+');
    await page.keyboard.press('Tab');
    await page.getByLabel('Shown', { exact: true }).selectOption({ label: 'Depending on Pets, page 1' });
    await page.getByLabel('Shown if that field').selectOption('is A dog');
    await tool(page, 'Company').click();
    await page.getByLabel('Shown', { exact: true }).selectOption({ label: 'Depending on Text, page 1' });
    await page.getByLabel('Shown if that field').selectOption('is exactly');
    await enter(page, 'Exactly this answer', 'PUG');
    await tool(page, 'Checkbox').click();
    await enter(page, 'Group (optional)', 'Rooms');
    await enter(page, 'Tick at least', '1');
    await tool(page, 'Stamp').click();
    await enter(page, 'Text of the stamp', 'PAID');
    expect(await page.getByLabel('Must be filled').count()).toBe(0);
    const none = { value: null, options: null, maxLength: null, pattern: null, group: null, groupMin: null };
    const options = ['No pets', 'A dog'].map((label) => ({ value: label, label }));
    await expect
      .poll(() => fieldsOf(id))
      .toMatchObject([
        { ...none, type: 'dropdown', value: 'No pets', options },
        { ...none, type: 'text', maxLength: 20, pattern: '[A-Z]+', showIf: { equals: 'A dog' } },
        { ...none, type: 'company', showIf: { equals: 'PUG' } },
        { ...none, type: 'checkbox', group: 'Rooms', groupMin: 1 },
        { ...none, type: 'stamp', value: 'PAID' },
      ]);

    await placeOtherKinds(page);
    const types = async () => (await fieldsOf(id)).map(({ type }) => type);
    await expect.poll(types).toEqual(KINDS_AS_PLACED);
    const [number, choice] = (await fieldsOf(id)).slice(5);
    expect(number).toMatchObject({ min: 1, max: 9, value: '4', readOnly: true });
    expect(choice).toMatchObject({ value: 'By year', required: false, options: [{}, {}] });

    const list = page.getByRole('complementary', { name: 'Fields' });
    await list.getByRole('button', { name: /^Choice/ }).click();
    await page.getByLabel('Options').fill('By month\nBy year, at the first day of its first month');
    await page.keyboard.press('Tab');
    const widths = async () => (await fieldsOf(id)).find(({ type }) => type === 'radio')?.style.width ?? 0;
    await expect.poll(widths).toBeGreaterThan((choice?.style.width ?? 100) * 2);
    await expect.poll(async () => Number(await page.getByLabel('Width').inputValue())).toBe(await widths());
  });

  test('is worked with a finger on a small phone, and sends where that was asked for', async () => {
    const id = await draft('Phone lease');
    const { designerUrl } = await sessionFor(stage.app, id);
    const { page, context } = await stage.browser.newPerson({
      viewport: PHONE,
      hasTouch: true,
      isMobile: true,
      origins: [shop.origin],
    });
    await openDesigner(page, `${designerUrl}?auto_start=1?callback=${encodeURIComponent(shop.uri)}`);
    const checklist = page.getByRole('dialog', { name: 'Before it can be sent' });
    await page.getByRole('button', { name: 'Send' }).tap();
    await checklist.getByRole('button', { name: 'Add a signature field' }).first().tap();
    // The next one is added at once.
    await keyboardOf(page).expectFocus(checklist.getByRole('button', { name: 'Add a signature field' }));
    await checklist.getByText('Bob Miller has no signature field.').waitFor();
    await checklist.getByRole('button', { name: 'Back to the fields' }).tap();
    await placed(page, 'Signature').tap();
    await tool(page, 'Field').tap();
    await page.getByLabel('Label').fill('Sign here');
    await tool(page, 'All fields').tap();
    await page
      .getByRole('button', { name: /^Sign here/ })
      .first()
      .waitFor();
    await tool(page, 'Close').tap();
    await expect.poll(() => fieldsOf(id)).toMatchObject([{ label: 'Sign here' }]);
    const [before] = await fieldsOf(id);
    const finger = await touchOf(context, page);
    await finger.drag(placed(page, 'Sign here'), { x: 40, y: 60 });
    const shift = async () => {
      const [after] = await fieldsOf(id);
      return [(after?.posX ?? 0) - (before?.posX ?? 0), (after?.posY ?? 0) - (before?.posY ?? 0)];
    };
    await expect.poll(async () => (await shift()).every((by) => by > 5)).toBe(true);
    await page.getByRole('button', { name: 'Send' }).tap();
    await checklist.getByText('Bob Miller has no signature field.').waitFor();
    expect((await readEnvelope(stage.app, id)).status).toBe('not_started');
    await checklist.getByRole('button', { name: 'Add a signature field' }).tap();
    await keyboardOf(page).expectFocus(placed(page, 'Signature'));
    await page.getByRole('button', { name: 'Send' }).tap();
    await page.waitForURL(shop.uri);
    const { status, fields } = await readEnvelope(stage.app, id);
    expect(status).toBe('started');
    expect(fields.map(({ label }) => label).sort()).toEqual(['Sign here', 'Signature']);
    expect(await stage.linkFor(ADA, 'Phone lease')).toContain('/sign/');
  });
});

test('a sender places the fields of a new document, tries the page of its signer, which saves and sends nothing, and sends it', async () => {
  const { page } = await stage.owner();
  await page.goto(`${stage.server.baseUrl}/documents/new`);
  await page.getByRole('button', { name: 'Place fields first' }).click();
  await page.getByText('Choose the file to send.').first().waitFor();
  await fillNewDocument(page, 'Designed lease');
  await page.getByRole('button', { name: 'Place fields first' }).click();
  await page.locator('main canvas').first().waitFor();
  // The form has placed a signature.
  for (const kind of ['Full name', 'Company']) await tool(page, kind).click();
  await page.getByRole('button', { name: 'Preview as signer' }).click();
  await page.getByText('Nothing is saved or sent.').waitFor();
  const sent: string[] = [];
  const note = (request: Request) => request.method() !== 'GET' && sent.push(request.url());
  page.on('request', note);
  await page.getByText(ADA.email).first().waitFor();
  await agreeAndStart(page);
  await page.locator('canvas').first().waitFor();
  expect(await page.getByRole('textbox', { name: /^Full name/ }).inputValue()).toBe(ADA.name);
  await page.getByRole('textbox', { name: /^Company/ }).fill('Mill & Sons');
  await signatureFields(page).click();
  await typeSignature(page);
  await goToCheck(page);
  const checked = page.getByRole('region', { name: 'As it will be signed' });
  // The ink of the typed signature, on the last page.
  await expect.poll(() => checked.locator('canvas').last().evaluate(inkOn)).toBeGreaterThan(20);
  await page.getByText('Nothing is saved or sent.').waitFor();
  await page.getByRole('button', { name: 'Finish' }).click();
  await page.getByRole('heading', { level: 1, name: 'The preview ends here' }).waitFor();
  await page.getByText('Nothing was signed or sent.').waitFor();
  expect(sent.filter((url) => !url.endsWith('/preview'))).toEqual([]);
  page.off('request', note);
  await page.getByRole('main').getByRole('link', { name: 'Back to the fields' }).click();
  await placed(page, 'Company').waitFor();
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByRole('heading', { level: 1, name: 'Designed lease' }).waitFor();
  await page.getByText('Asked to sign').waitFor();
  // The fields went out, and none of the answers.
  expect(await stage.linkFor(ADA, 'Designed lease')).toContain('/sign/');
  const fields = await fieldsOf(new URL(page.url()).pathname.split('/').at(-1) ?? '');
  expect(fields.map(({ type }) => type)).toEqual(['signature', 'name', 'company']);
  expect(JSON.stringify(fields)).not.toContain('Mill & Sons');
});
