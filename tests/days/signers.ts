import type { Life } from './day.ts';
import type { Hand, Words } from './hand.ts';
import { appears, button, eitherOf, heading, linkFor, mailFor, type Person } from './scenes.ts';

// What people do who are asked for something, by the hands of the people alone.

/** Does not want it so. */
export async function decline(
  hand: Hand,
  url: string,
  { t, reason }: { t: Words; reason: string },
): Promise<void> {
  const { page } = hand;
  await page.goto(url);
  await hand.press(button(hand, t('signing.bar.decline')));
  const dialog = page.getByRole('dialog', { name: t('signing.decline.title') });
  await hand.write(dialog.getByLabel(t('signing.decline.reason')), reason);
  await hand.press(dialog.getByRole('button', { name: t('signing.bar.decline'), exact: true }));
  await heading(hand, t('signing.end.declined'));
}

/** Everything that a signer does whose documents ask for signatures alone. */
export async function sign(hand: Hand, url: string, t: Words): Promise<void> {
  await finishSignatures(hand, url, t);
  await hasSigned(hand, t);
}

/** Somebody follows the mail that asks for it, and signs; counted where it is a part of the day. */
export async function signByMail(
  life: Life,
  person: Person,
  subject: string,
  { former = 0, who }: { former?: number; who?: string } = {},
): Promise<void> {
  const signer = await life.meet();
  const url = await linkFor(life, person, subject, former);
  const act = () => sign(signer, url, life.t);
  await (who === undefined ? act() : life.stretch('signs', signer, act, { who }));
  await signer.page.context().close();
}

/** At the level advanced: as `sign`, and then the code that a mail brings. */
export async function signAdvanced(
  life: Life,
  hand: Hand,
  { person, url, code = 0 }: { person: Person; url: string; code?: number },
): Promise<void> {
  const { t } = life;
  await finishSignatures(hand, url, t);
  const dialog = hand.page.getByRole('dialog', { name: t('identify.title') });
  await dialog.getByLabel(t('identify.label')).waitFor();
  const { text } = await mailFor(life, person, 'code', code);
  await hand.write(dialog.getByLabel(t('identify.label')), /\b(\d{6})\b/.exec(text)?.[1] ?? '');
  await hand.press(dialog.getByRole('button', { name: t('signing.bar.finish'), exact: true }));
  await hasSigned(hand, t);
}

/** Reads and approves. */
export async function approve(hand: Hand, url: string, t: Words): Promise<void> {
  const { page } = hand;
  await page.goto(url);
  const agree = page.getByRole('checkbox', { name: t('signing.consent.agree') });
  const start = button(hand, t('signing.cover.start'));
  await start.waitFor();
  if ((await agree.count()) > 0) await hand.press(agree);
  await hand.press(start);
  await hand.press(button(hand, t('signing.bar.approve')));
  const dialog = page.getByRole('dialog', { name: t('signing.approve.title') });
  await hand.press(dialog.getByRole('button', { name: t('signing.bar.approve'), exact: true }));
  await heading(hand, eitherOf(t('signing.end.done_review'), t('signing.end.completed')));
}

async function hasSigned(hand: Hand, t: Words): Promise<void> {
  await heading(hand, eitherOf(t('signing.end.done_sign'), t('signing.end.completed')));
}

/** From the mail over the document with all its signatures to the last press. */
async function finishSignatures(hand: Hand, url: string, t: Words): Promise<void> {
  await fillSignatures(hand, url, t);
  await hand.press(button(hand, t('signing.bar.finish')));
  await heading(hand, t('signing.review.title'));
  await hand.press(button(hand, t('signing.bar.finish')));
}

async function fillSignatures(hand: Hand, url: string, t: Words): Promise<void> {
  const { page } = hand;
  await page.goto(url);
  await hand.press(page.getByRole('checkbox', { name: t('signing.consent.agree') }));
  await hand.press(button(hand, t('signing.cover.start')));
  const field = page.getByRole('button', {
    name: new RegExp(`^${t('signing.fieldName.signature')}.*${t('signing.field.required')}`),
  });
  await field.first().waitFor();
  const count = await field.count();
  for (let index = 0; index < count; index += 1) {
    await hand.press(field.nth(index));
    const dialog = page.getByRole('dialog', { name: t('signing.signatureDialog.signatureTitle') });
    if (!(await appears(dialog))) continue;
    const type = dialog.getByRole('tab', { name: t('signing.signatureDialog.type') });
    if ((await type.getAttribute('aria-selected')) !== 'true') await hand.press(type);
    await hand.press(dialog.getByRole('button', { name: t('signing.signatureDialog.apply'), exact: true }));
    await dialog.waitFor({ state: 'hidden' });
  }
}
