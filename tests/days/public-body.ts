import type { Day } from './day.ts';
import { begin, contract, demand, mailFor, sealed, sendAgain, sendNew, withReviewFirst } from './scenes.ts';
import { approve, signByMail } from './signers.ts';

const OWNER = { name: 'Heike Sommer', email: 'heike@amt.example', organization: 'Bauamt Nord' };
const REVIEWER = { name: 'Jens Krug', email: 'jens@amt.example' };
const SIGNER = { name: 'Ulla Veit', email: 'ulla@amt.example' };
const NAME = 'Mietvertrag Amtshaus';

export const day: Day = {
  goal: 'In German: one colleague reviews, then another signs; nobody is asked before their turn.',
  language: 'de',
  live: async (life) => {
    const { t, mails } = life;
    const hand = await begin(life, OWNER);
    const file = contract('writer-de-miete.pdf', `${NAME}.pdf`);
    const beforeSending = () => withReviewFirst(life, hand);
    await life.stretch('first contract', hand, () =>
      sendNew(life, hand, { file, people: [REVIEWER, SIGNER], inTurn: true, beforeSending }),
    );
    const asked = await mailFor(life, REVIEWER, NAME);
    demand(asked.subject, 'bittet Sie');
    demand(asked.text, 'Bauamt Nord', 'Heike Sommer', 'UTC');
    if (mails.messages.some(({ to }) => to.includes(SIGNER.email)))
      throw new Error('The second step was asked before its turn.');
    const reviewer = await life.meet();
    await life.stretch('approves', reviewer, () => approve(reviewer, asked.link, t), { who: REVIEWER.name });
    await signByMail(life, SIGNER, NAME, { who: SIGNER.name });
    await sealed(life, hand);
    const next = contract('typeset-en-loan.pdf', 'Mietvertrag Werkhof.pdf');
    await sendAgain(life, hand, { name: 'second contract', file: next });
    const again = await mailFor(life, REVIEWER, 'Mietvertrag Werkhof');
    demand(again.subject, 'prüfen');
  },
};
