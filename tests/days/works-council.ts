import type { Day } from './day.ts';
import {
  begin,
  certificateSays,
  linkFor,
  passOn,
  pastePeople,
  sealed,
  sendAgain,
  sendNew,
  shortContract,
  timelineSays,
} from './scenes.ts';
import { signByMail } from './signers.ts';

const OWNER = { name: 'Ines Roth', email: 'ines@council.example', organization: 'Works Council' };
const BOARD = ['Abel Amsel', 'Bruno Buche', 'Clara Dohle', 'Doris Eibe', 'Emil Falke', 'Frieda Gans'].map(
  (name) => ({
    name,
    email: `${name.split(' ')[0]?.toLowerCase()}@example.com`,
  }),
);
const [VANISHED] = BOARD.slice(-1);
const DEPUTY = { name: 'Gustav Hase', email: 'gustav@example.com' };
const minutes = (name: string) =>
  shortContract(
    `${name}.pdf`,
    ['Decided unanimously.'],
    BOARD.map(({ name: each }) => each),
  );

export const day: Day = {
  goal: 'Six sign at once; one vanished, and a deputy signs instead; the signatures of the five others stay.',
  live: async (life) => {
    const hand = await begin(life, OWNER);
    // None of them is typed.
    const beforeSending = () => pastePeople(life, hand, BOARD);
    await life.stretch('first minutes', hand, () =>
      sendNew(life, hand, { file: minutes('Minutes of May'), people: [], beforeSending }),
    );
    for (const member of BOARD.slice(0, -1))
      await signByMail(life, member, 'asks you to sign Minutes of May');
    if (!VANISHED) return;
    await life.stretch('the vanished signer is replaced', hand, () =>
      passOn(life, hand, { from: VANISHED, to: DEPUTY, reason: 'Frieda has left the house.' }),
    );
    await signByMail(life, DEPUTY, 'asks you to sign Minutes of May');
    await sealed(life, hand);
    await timelineSays(life, hand, 'Frieda has left the house.', 'Gustav Hase');
    await certificateSays(life, hand, [...BOARD.map(({ name }) => name), DEPUTY.name]);
    await sendAgain(life, hand, { name: 'second minutes', file: minutes('Minutes of June') });
    for (const member of [...BOARD.slice(0, -1), DEPUTY])
      await linkFor(life, member, 'asks you to sign Minutes of June');
  },
};
