import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import type { ReceivedMail } from '../support/mail-receiver.ts';
import { buildPdf, textLines } from '../support/pdf-fixtures.ts';
import type { Life } from './day.ts';
import type { ChosenFile, Hand } from './hand.ts';

// What happens on many days, by the hands of the people alone.

export const PASSWORD = 'correct horse battery staple';

export interface Person {
  name: string;
  email: string;
}

/** A contract of the fixtures, as somebody's word processor made it. */
export const contract = (file: string, name = file): ChosenFile =>
  pdf(name, readFileSync(new URL(`../fixtures/contracts/${file}`, import.meta.url)));

export const pdf = (name: string, buffer: Buffer): ChosenFile => ({
  name,
  mimeType: 'application/pdf',
  buffer,
});

/** A contract of few lines, with a line for each who signs. */
export function shortContract(
  name: string,
  lines: readonly string[],
  signers: readonly string[],
): ChosenFile {
  const places = signers.flatMap((signer) => ['', '', `${signer}: ______________________`]);
  return pdf(
    name,
    buildPdf({ pages: [{ content: textLines([name.replace('.pdf', ''), '', ...lines, ...places]) }] }),
  );
}

export const button = ({ page }: Hand, name: string | RegExp): Locator =>
  page.getByRole('button', { name, exact: true });

export const link = ({ page }: Hand, name: string | RegExp): Locator =>
  page.getByRole('link', { name, exact: true }).first();

/** Who sends on this day, with the first account. */
export async function begin(life: Life, owner: Person & { organization: string }): Promise<Hand> {
  const hand = await life.meet();
  await life.stretch('account', hand, () => setUp(life, hand, owner));
  return hand;
}

/** By the link that the start printed. */
async function setUp(life: Life, hand: Hand, owner: Person & { organization: string }): Promise<void> {
  const { t } = life;
  const { page } = hand;
  await page.goto(life.server.setUpLink);
  await hand.write(page.getByLabel(t('account.organization'), { exact: true }), owner.organization);
  await hand.write(page.getByLabel(t('account.yourName'), { exact: true }), owner.name);
  await hand.write(page.getByLabel(t('account.email'), { exact: true }), owner.email);
  await hand.write(page.getByLabel(t('account.password'), { exact: true }), PASSWORD);
  await hand.press(button(hand, t('account.setUpAct')));
  await heading(hand, t('documents.title'));
}

export async function heading({ page }: Hand, name: string | RegExp): Promise<void> {
  await page.getByRole('heading', { level: 1, name }).waitFor();
}

/** To the form for a new document. */
async function newDocument({ t }: Life, hand: Hand): Promise<void> {
  const { page } = hand;
  await hand.press(
    page.getByRole('link', { name: eitherOf(t('documents.new'), t('documents.emptyAction')) }).first(),
  );
  await heading(hand, t('send.title'));
}

export function eitherOf(...texts: string[]): RegExp {
  const escaped = texts.map((text) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^(${escaped.join('|')})$`);
}

async function chooseFile({ t }: Life, hand: Hand, file: ChosenFile): Promise<void> {
  await hand.choose(hand.page.getByLabel(t('send.document'), { exact: true }), [file]);
  await hand.page.getByText(file.name).first().waitFor();
}

const peopleOf = ({ t }: Life, { page }: Hand) =>
  page.getByRole('region', { name: t('send.people'), exact: true });

/** Into the last row of people, all typed. */
async function typePerson(life: Life, hand: Hand, { name, email }: Person): Promise<void> {
  const { t } = life;
  const people = peopleOf(life, hand);
  await hand.write(people.getByLabel(t('send.personName'), { exact: true }).last(), name);
  await hand.write(people.getByLabel(t('send.personEmail'), { exact: true }).last(), email);
}

/** Everybody after the first: in one step, or each in one of their own. */
async function typePeople(life: Life, hand: Hand, people: readonly Person[], inTurn: boolean): Promise<void> {
  for (const [index, person] of people.entries()) {
    if (index > 0) {
      const add = button(hand, life.t(inTurn ? 'send.addStep' : 'send.addPerson'));
      await hand.press(add.last());
    }
    await typePerson(life, hand, person);
  }
}

/** The last press; leads to the page of the document. */
async function send({ t }: Life, hand: Hand, file: ChosenFile): Promise<void> {
  await hand.press(button(hand, t('send.send')));
  await heading(hand, file.name.replace(/\.\w+$/, ''));
}

/** From the first press to the last one: in one step for all these people, or in a step of each. */
export async function sendNew(
  life: Life,
  hand: Hand,
  {
    file,
    people,
    inTurn = false,
    beforeSending,
  }: { file: ChosenFile; people: readonly Person[]; inTurn?: boolean; beforeSending?: () => Promise<void> },
): Promise<void> {
  await newDocument(life, hand);
  await chooseFile(life, hand, file);
  await typePeople(life, hand, people, inTurn);
  await beforeSending?.();
  await send(life, hand, file);
}

/** The link in the mail that asks for something; of several such mails the one after `former`. */
export async function linkFor(life: Life, person: Person, subject: string, former = 0): Promise<string> {
  return (await mailFor(life, person, subject, former)).link;
}

/** A mail with these words in its subject. */
export async function mailFor({ mails }: Life, { email }: { email: string }, subject: string, former = 0) {
  const fits = ({ to, mail }: ReceivedMail) => to.includes(email) && (mail.subject ?? '').includes(subject);
  const { mail, links } = await mails.waitFor(
    (each) => fits(each) && mails.messages.filter(fits).indexOf(each) >= former,
  );
  return { subject: mail.subject ?? '', text: mail.text ?? '', link: links[0] ?? '' };
}

/** From the page of a draft through the designer, where missing signature fields are taken as they are offered. */
export async function sendDraft({ t }: Life, hand: Hand, name: string): Promise<void> {
  const { page } = hand;
  await hand.press(button(hand, t('documents.prepare')));
  await page.locator('main canvas').first().waitFor();
  const all = page.getByRole('button', { name: oneOrMany(t('design.suggested.all')) });
  await page.getByText(t('design.suggested.looking')).waitFor({ state: 'hidden' });
  if (await appears(all)) await hand.press(all);
  const check = page.getByRole('dialog', { name: t('design.check.title') });
  const asked = page.getByText(t('documents.person.asked_to_sign')).first();
  const add = check.getByRole('button', { name: t('design.check.add') });
  await hand.press(button(hand, t('design.send')).last());
  await check.or(asked).first().waitFor();
  if (await check.isVisible()) {
    // It stays open until everybody has a field.
    for (let left = await add.count(); left > 0; left -= 1) await hand.press(add.first());
    await check.waitFor({ state: 'hidden' });
    await hand.press(button(hand, t('design.send')).last());
  }
  await heading(hand, name);
  await page.getByText(t('documents.person.asked_to_sign')).first().waitFor();
}

export async function appears(target: Locator): Promise<boolean> {
  return target.waitFor({ timeout: 2_000 }).then(
    () => true,
    () => false,
  );
}

/** On the page of a document: all have signed, and it is sealed. */
export async function sealed({ t }: Life, { page }: Hand): Promise<void> {
  await page.getByText(t('documents.event.workflow_signed')).first().waitFor({ timeout: 40_000 });
}

export async function toDocuments({ t }: Life, hand: Hand): Promise<void> {
  await hand.press(link(hand, t('documents.title')));
  await heading(hand, t('documents.title'));
}

/** On the page of a document: its certificate has to say this, as pdftotext reads it. */
export async function certificateSays(
  life: Life,
  hand: Hand,
  said: readonly (string | RegExp)[],
  ended = false,
): Promise<void> {
  const { t, folder } = life;
  const title = t(ended ? 'documents.certificate.ended' : 'documents.certificate.title');
  const path = join(folder, `certificate-${life.stretches.length}.pdf`);
  await download(
    hand,
    hand.page
      .getByRole('listitem')
      .filter({ has: hand.page.getByRole('heading', { name: title }) })
      .getByRole('link', { name: t('documents.download') })
      .first(),
    path,
  );
  const args = ['-enc', 'UTF-8', '-layout', path, '-'];
  demand(execFileSync('pdftotext', args, { encoding: 'utf8' }), ...said);
}

/** What a press on a link downloads, saved. */
async function download(hand: Hand, target: Locator, path: string): Promise<void> {
  const downloading = hand.page.waitForEvent('download');
  await hand.press(target);
  await (await downloading).saveAs(path);
}

/** The day goes on only if this is said. */
export function demand(text: string, ...said: (string | RegExp)[]): void {
  for (const each of said) {
    const isSaid = typeof each === 'string' ? text.includes(each) : each.test(text);
    if (!isSaid) throw new Error(`It does not say ${each}:\n${text}`);
  }
}

/** Waits until the timeline of the shown document says it, which it asks for every few seconds. */
export async function timelineSays({ t }: Life, { page }: Hand, ...said: string[]): Promise<void> {
  await page.getByRole('tab', { name: t('documents.timeline') }).waitFor();
  for (const each of said) await page.getByRole('tabpanel').getByText(each).first().waitFor();
}

/** A template of a file for one person, with the printed places taken as they are offered. */
export async function makeTemplate(
  life: Life,
  hand: Hand,
  { file, name, person }: { file: string; name: string; person: string },
): Promise<void> {
  const { t } = life;
  const { page } = hand;
  await hand.press(link(hand, t('templates.title')));
  await hand.press(
    page.getByRole('link', { name: eitherOf(t('templates.new'), t('templates.emptyAction')) }).first(),
  );
  await chooseFile(life, hand, contract(file, `${name}.pdf`));
  await hand.press(button(hand, t('templates.create')));
  await hand.write(peopleOf(life, hand).getByLabel(t('send.placeholderName'), { exact: true }), person);
  await hand.press(button(hand, t('templates.savePeople')));
  await page.getByText(t('templates.peopleSaved')).waitFor();
  await hand.press(link(hand, t('templates.placeFields')));
  await page.locator('main canvas').first().waitFor();
  await takePlaces(life, hand);
  await hand.press(button(hand, t('templates.done')));
  await heading(hand, name);
}

/** Sends a document of a template to who is filled in. */
export async function useTemplate(
  { t }: Life,
  hand: Hand,
  name: string,
  fill: (name: Locator) => Promise<void>,
): Promise<void> {
  await hand.press(link(hand, t('templates.title')));
  await hand.press(link(hand, t('templates.useNamed', { name })));
  await fill(hand.page.getByLabel(t('templates.personName'), { exact: true }));
  await hand.press(button(hand, t('templates.sendNow')));
  await hand.page.getByText(t('documents.person.asked_to_sign')).first().waitFor();
}

/** In the designer: all places that were found on the pages, or a signature where there are none. */
async function takePlaces({ t }: Life, hand: Hand): Promise<void> {
  const { page } = hand;
  await page.getByText(t('design.suggested.looking')).waitFor({ state: 'hidden' });
  const all = page.getByRole('button', { name: oneOrMany(t('design.suggested.all')) });
  const tools = page.getByRole('complementary', { name: t('design.tools') });
  if (await appears(all.first())) await hand.press(all.first());
  else await hand.press(tools.getByRole('button', { name: t('design.kind.signature'), exact: true }));
}

/** A text with a number, whatever that is. */
export function oneOrMany(text: string): RegExp {
  const forms = [...text.matchAll(/ (?:one|few|many|other|two|zero) \{((?:[^{}]|\{[^{}]*\})*)\}/g)].map(
    ([, form = '']) => form.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&').replaceAll(/\{\w+\}/g, '.+'),
  );
  return new RegExp(`^(${forms.join('|')})$`);
}

/** Another document to the same people, in the same order: nothing is typed. */
export async function sendAgain(
  life: Life,
  hand: Hand,
  { file, name, beforeSending }: { file: ChosenFile; name: string; beforeSending?: () => Promise<void> },
): Promise<void> {
  const people = hand.page.getByRole('list', { name: life.t('send.formerPeople') });
  const act = async () => {
    await newDocument(life, hand);
    await chooseFile(life, hand, file);
    await hand.press(people.getByRole('button').first());
    await beforeSending?.();
    await send(life, hand, file);
  };
  await toDocuments(life, hand);
  await life.stretch(name, hand, act, { isSecond: true });
}

/** The first step is a review. */
export async function withReviewFirst({ t }: Life, hand: Hand): Promise<void> {
  await hand.select(hand.page.getByLabel(t('send.stepType', { order: '1' })), t('send.toReview'));
}

/** A list from elsewhere, pasted into the first name. */
export async function pastePeople(life: Life, hand: Hand, people: readonly Person[]): Promise<void> {
  const list = people.map(({ name, email }) => `${name}\t${email}`).join('\n');
  await hand.paste(peopleOf(life, hand).getByLabel(life.t('send.personName'), { exact: true }).first(), list);
}

/** On the page of a document. */
export async function passOn(
  { t }: Life,
  hand: Hand,
  { from, to, reason }: { from: Person; to: Person; reason: string },
): Promise<void> {
  await hand.press(button(hand, t('acts.passLabel', { name: from.name })));
  const dialog = hand.page.getByRole('dialog', { name: t('acts.passTitle') });
  await hand.write(dialog.getByLabel(t('acts.name'), { exact: true }), to.name);
  await hand.write(dialog.getByLabel(t('acts.email'), { exact: true }), to.email);
  await hand.write(dialog.getByLabel(t('acts.reason')), reason);
  await hand.press(dialog.getByRole('button', { name: t('acts.passAct') }));
  await dialog.waitFor({ state: 'hidden' });
}

/** On the page of a document: another address. */
export async function correctAddress({ t }: Life, hand: Hand, { name, email }: Person): Promise<void> {
  await hand.press(button(hand, t('acts.correctLabel', { name })));
  const dialog = hand.page.getByRole('dialog', { name: t('acts.correctTitle') });
  await hand.write(dialog.getByLabel(t('acts.email'), { exact: true }), email);
  await hand.press(dialog.getByRole('button', { name: t('acts.correctAct') }));
  await dialog.waitFor({ state: 'hidden' });
}
