import type { Day } from './day.ts';
import {
  certificateText,
  chooseFiles,
  demand,
  linkFor,
  mailFor,
  newDocument,
  passOn,
  pastePeople,
  sealed,
  send,
  sendAgain,
  setUp,
  shortContract,
  sign,
  timelineSays,
  toDocuments,
} from './scenes.ts';

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
    const { t } = life;
    const hand = await life.meet();
    await life.stretch('account', hand, () => setUp(life, hand, OWNER));
    await life.stretch('first minutes', hand, async () => {
      await newDocument(life, hand);
      await chooseFiles(life, hand, minutes('Minutes of May'));
      await pastePeople(life, hand, BOARD);
      await send(life, hand, 'Minutes of May');
    });
    for (const member of BOARD.slice(0, -1)) {
      const signer = await life.meet();
      await sign(signer, await linkFor(life, member, 'asks you to sign Minutes of May'), t);
      await signer.page.context().close();
    }
    if (!VANISHED) return;
    await life.stretch('the vanished signer is replaced', hand, () =>
      passOn(life, hand, { from: VANISHED, to: DEPUTY, reason: 'Frieda has left the house.' }),
    );
    const told = await mailFor(life, DEPUTY, 'asks you to sign Minutes of May');
    const deputy = await life.meet();
    await sign(deputy, told.link, t);
    await sealed(life, hand);
    await timelineSays(life, hand, 'Frieda has left the house.', 'Gustav Hase');
    const certificate = await certificateText(life, hand);
    demand(certificate, ...BOARD.map(({ name }) => name), DEPUTY.name);
    await toDocuments(life, hand);
    await life.stretch('second minutes', hand, () => sendAgain(life, hand, minutes('Minutes of June')), {
      isSecond: true,
    });
    for (const member of [...BOARD.slice(0, -1), DEPUTY])
      await linkFor(life, member, 'asks you to sign Minutes of June');
  },
};
