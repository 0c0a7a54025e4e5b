import type { Day } from './day.ts';
import {
  approve,
  chooseFiles,
  contract,
  demand,
  linkFor,
  mailFor,
  newDocument,
  sealed,
  send,
  sendAgain,
  setUp,
  sign,
  toDocuments,
  typePeople,
  withReviewFirst,
} from './scenes.ts';

const OWNER = { name: 'Heike Sommer', email: 'heike@amt.example', organization: 'Bauamt Nord' };
const REVIEWER = { name: 'Jens Krug', email: 'jens@amt.example' };
const SIGNER = { name: 'Ulla Veit', email: 'ulla@amt.example' };
const NAME = 'Mietvertrag Amtshaus';

export const day: Day = {
  goal: 'In German: one colleague reviews, then another signs; nobody is asked before their turn.',
  language: 'de',
  live: async (life) => {
    const { t, mails } = life;
    const hand = await life.meet();
    await life.stretch('Konto', hand, () => setUp(life, hand, OWNER));
    await life.stretch('erster Vertrag', hand, async () => {
      await newDocument(life, hand);
      await chooseFiles(life, hand, contract('writer-de-miete.pdf', `${NAME}.pdf`));
      await typePeople(life, hand, [REVIEWER, SIGNER], true);
      await withReviewFirst(life, hand);
      await send(life, hand, NAME);
    });
    const asked = await mailFor(life, REVIEWER, NAME);
    demand(asked.subject, 'bittet Sie');
    demand(asked.text, 'Bauamt Nord', 'Heike Sommer', 'UTC');
    if (mails.messages.some(({ to }) => to.includes(SIGNER.email)))
      throw new Error('The second step was asked before its turn.');
    const reviewer = await life.meet();
    await life.stretch('prüft', reviewer, () => approve(reviewer, asked.link, t), { who: REVIEWER.name });
    const signer = await life.meet();
    const url = await linkFor(life, SIGNER, NAME);
    await life.stretch('unterschreibt', signer, () => sign(signer, url, t), { who: SIGNER.name });
    await sealed(life, hand);
    await toDocuments(life, hand);
    const next = contract('typeset-en-loan.pdf', 'Mietvertrag Werkhof.pdf');
    await life.stretch('zweiter Vertrag', hand, () => sendAgain(life, hand, next), { isSecond: true });
    const again = await mailFor(life, REVIEWER, 'Mietvertrag Werkhof');
    demand(again.subject, 'prüfen');
  },
};
