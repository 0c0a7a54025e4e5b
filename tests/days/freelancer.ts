import type { Day } from './day.ts';
import {
  begin,
  button,
  certificateSays,
  demand,
  heading,
  linkFor,
  mailFor,
  sealed,
  sendAgain,
  sendDraft,
  sendNew,
} from './scenes.ts';
import { signByMail } from './signers.ts';

const OWNER = { name: 'Lena Park', email: 'lena@studio.example', organization: 'Lena Park' };
const WRONG = 'Quote 7 (sketch)';
const REASON = 'That was the sketch.';
const CLIENT = { name: 'Ivo Kern', email: 'ivo@example.com' };

export const day: Day = {
  goal: 'A photograph of a paper (JPEG) is to be signed; it was the wrong one, and the right one is signed in its place.',
  live: async (life) => {
    const hand = await begin(life, OWNER);
    const { t } = life;
    const { page } = hand;
    const wrong = await photograph(life, WRONG);
    const [first, second] = [await photograph(life, 'Quote 7'), await photograph(life, 'Quote 8')];
    await life.stretch('first quote', hand, () => sendNew(life, hand, { file: wrong, people: [CLIENT] }));
    await linkFor(life, CLIENT, `asks you to sign ${WRONG}`);
    await life.stretch('it was the wrong file', hand, async () => {
      await hand.press(button(hand, t('documents.cancel')));
      const dialog = page.getByRole('dialog');
      await hand.write(dialog.getByLabel(t('documents.cancelReason')), REASON);
      await hand.press(dialog.getByRole('button', { name: t('documents.cancelAct') }));
      await button(hand, t('acts.sendAgain')).waitFor();
    });
    demand((await mailFor(life, CLIENT, 'canceled')).text, REASON, WRONG);
    await certificateSays(life, hand, [REASON, CLIENT.name], true);
    await life.stretch('the right one goes out', hand, async () => {
      await hand.press(button(hand, t('acts.sendAgain')));
      await heading(hand, t('send.editTitle', { name: WRONG }));
      await hand.choose(page.getByLabel(t('send.document'), { exact: true }), [first]);
      await page.getByText(t('send.fileAdded')).waitFor();
      await hand.press(page.getByRole('button', { name: t('send.removeFile', { name: WRONG }) }));
      await hand.press(page.getByRole('dialog').getByRole('button', { name: t('send.removeFileAct') }));
      await page.getByText(t('send.fileRemoved')).waitFor();
      await hand.press(button(hand, t('send.saveDraft')));
      await sendDraft(life, hand, WRONG);
    });
    await signByMail(life, CLIENT, `asks you to sign ${WRONG}`, { former: 1, who: 'client' });
    await sealed(life, hand);
    await sendAgain(life, hand, { name: 'second quote', file: second });
    await linkFor(life, CLIENT, 'asks you to sign Quote 8');
  },
};

/** What a phone makes of a page of paper. */
async function photograph({ browser }: Parameters<Day['live']>[0], title: string) {
  const { page, context } = await browser.newPerson({ viewport: { width: 1240, height: 1754 } });
  await page.setContent(
    `<body style="font: 32px serif; padding: 120px"><h1>${title}</h1><p>Ten days of design.</p>
      <p style="margin-top: 900px">Signature: __________________</p>`,
  );
  const buffer = await page.screenshot({ type: 'jpeg', quality: 70 });
  await context.close();
  return { name: `${title}.jpg`, mimeType: 'image/jpeg', buffer };
}
