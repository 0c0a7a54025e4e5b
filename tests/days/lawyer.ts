import type { Day } from './day.ts';
import {
  begin,
  button,
  certificateSays,
  demand,
  heading,
  link,
  linkFor,
  mailFor,
  sealed,
  sendAgain,
  sendDraft,
  sendNew,
  shortContract,
  timelineSays,
} from './scenes.ts';
import { decline, signByMail } from './signers.ts';

const OWNER = { name: 'Vera Lind', email: 'vera@law.example', organization: 'Lind Lawyers' };
const CLIENT = { name: 'Otto Brandt', email: 'otto@example.com' };
const OTHER = { name: 'Nora Stein', email: 'nora@example.com' };
const BOTH = [CLIENT.name, OTHER.name];
const FIRST = shortContract('Sale of the boat.pdf', ['The price is 15,000.'], BOTH);
const CORRECTED = shortContract('Sale of the boat, corrected.pdf', ['The price is 14,000.'], BOTH);

export const day: Day = {
  goal: 'A contract is declined because of its price, corrected, sent again, and signed by both.',
  live: async (life) => {
    const { t } = life;
    const hand = await begin(life, OWNER);
    const { page } = hand;
    await life.stretch('first contract', hand, () =>
      sendNew(life, hand, { file: FIRST, people: [CLIENT, OTHER], inTurn: true }),
    );
    await signByMail(life, CLIENT, 'asks you to sign Sale');
    const other = await life.meet();
    const reason = 'We agreed on 14,000.';
    const asked = await linkFor(life, OTHER, 'asks you to sign Sale');
    await life.stretch('declines', other, () => decline(other, asked, { t, reason }), { who: OTHER.name });
    demand((await mailFor(life, OWNER, 'declined')).text, reason, 'Nora Stein', 'Sale of the boat');
    demand((await mailFor(life, CLIENT, 'declined')).text, 'Sale of the boat');
    await page.getByText(t('documents.status.declined')).first().waitFor();
    await timelineSays(life, hand, reason);
    await certificateSays(life, hand, [reason, 'Otto Brandt', 'Nora Stein'], true);
    await life.stretch('corrects and sends again', hand, async () => {
      await hand.press(button(hand, t('acts.sendAgain')));
      await heading(hand, t('send.editTitle', { name: 'Sale of the boat' }));
      const former = page.getByLabel(t('send.replaceFileNamed', { name: 'Sale of the boat.pdf' }));
      await hand.choose(former, [CORRECTED]);
      await page.getByText(t('send.fileReplaced')).waitFor();
      await hand.press(button(hand, t('send.saveDraft')));
      await sendDraft(life, hand, 'Sale of the boat');
    });
    for (const person of [CLIENT, OTHER])
      await signByMail(life, person, 'asks you to sign Sale', { former: 1 });
    await sealed(life, hand);
    demand(await page.getByRole('main').innerText(), t('documents.related.corrects'));
    await certificateSays(life, hand, ['Otto Brandt', 'Nora Stein']);
    const file = shortContract('Sale of the mooring.pdf', ['The price is 2,000.'], BOTH);
    await sendAgain(life, hand, { name: 'second contract', file });
    await hand.press(link(hand, t('documents.title')));
  },
};
