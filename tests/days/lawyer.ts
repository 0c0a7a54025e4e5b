import type { Day } from './day.ts';
import {
  button,
  certificateText,
  chooseFiles,
  decline,
  demand,
  heading,
  link,
  linkFor,
  mailFor,
  newDocument,
  sealed,
  send,
  sendAgain,
  sendDraft,
  setUp,
  shortContract,
  sign,
  timelineSays,
  toDocuments,
  typePeople,
} from './scenes.ts';

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
    const hand = await life.meet();
    const { page } = hand;
    await life.stretch('account', hand, () => setUp(life, hand, OWNER));
    await life.stretch('first contract', hand, async () => {
      await newDocument(life, hand);
      await chooseFiles(life, hand, FIRST);
      await typePeople(life, hand, [CLIENT, OTHER], true);
      await send(life, hand, 'Sale of the boat');
    });
    const client = await life.meet();
    await sign(client, await linkFor(life, CLIENT, 'asks you to sign Sale'), t);
    const other = await life.meet();
    const reason = 'We agreed on 14,000.';
    const asked = await linkFor(life, OTHER, 'asks you to sign Sale');
    await life.stretch('declines', other, () => decline(other, asked, { t, reason }), { who: OTHER.name });
    demand((await mailFor(life, OWNER, 'declined')).text, reason, 'Nora Stein', 'Sale of the boat');
    demand((await mailFor(life, CLIENT, 'declined')).text, 'Sale of the boat');
    await page.getByText(t('documents.status.declined')).first().waitFor();
    await timelineSays(life, hand, reason);
    demand(await certificateText(life, hand, true), reason, 'Otto Brandt', 'Nora Stein');
    await life.stretch('corrects and sends again', hand, async () => {
      await hand.press(button(hand, t('acts.sendAgain')));
      await heading(hand, t('send.editTitle', { name: 'Sale of the boat' }));
      const former = page.getByLabel(t('send.replaceFileNamed', { name: 'Sale of the boat.pdf' }));
      await hand.choose(former, [CORRECTED]);
      await page.getByText(t('send.fileReplaced')).waitFor();
      await hand.press(button(hand, t('send.saveDraft')));
      await sendDraft(life, hand, 'Sale of the boat');
    });
    for (const person of [CLIENT, OTHER]) {
      const signer = await life.meet();
      await sign(signer, await linkFor(life, person, 'asks you to sign Sale', 1), t);
    }
    await sealed(life, hand);
    demand(await page.getByRole('main').innerText(), t('documents.related.corrects'));
    demand(await certificateText(life, hand), 'Otto Brandt', 'Nora Stein');
    await toDocuments(life, hand);
    const next = shortContract('Sale of the mooring.pdf', ['The price is 2,000.'], BOTH);
    await life.stretch('second contract', hand, () => sendAgain(life, hand, next), { isSecond: true });
    await hand.press(link(hand, t('documents.title')));
  },
};
