import type { Day } from './day.ts';
import {
  chooseFiles,
  linkFor,
  newDocument,
  sealed,
  send,
  sendAgain,
  setUp,
  shortContract,
  sign,
  toDocuments,
  typePeople,
} from './scenes.ts';

const OWNER = { name: 'Ruth Keller', email: 'ruth@school.example', organization: 'Hill School' };
const GUARDIANS = [
  { name: 'Mona Berg', email: 'mona@example.com' },
  { name: 'Paul Berg', email: 'paul@example.com' },
];
const FORM = shortContract(
  'Class trip of Lena Berg.pdf',
  ['Lena may go with her class to the lake.'],
  ['Mona Berg', 'Paul Berg'],
);
const SECOND = shortContract('Swimming of Lena Berg.pdf', ['Lena may swim.'], ['Mona Berg', 'Paul Berg']);

export const day: Day = {
  goal: 'Both guardians of a child sign, each alone and in any order; another form goes to the same two.',
  live: async (life) => {
    const hand = await life.meet();
    await life.stretch('account', hand, () => setUp(life, hand, OWNER));
    await life.stretch('first form', hand, async () => {
      await newDocument(life, hand);
      await chooseFiles(life, hand, FORM);
      await typePeople(life, hand, GUARDIANS);
      await send(life, hand, 'Class trip of Lena Berg');
    });
    for (const guardian of GUARDIANS.toReversed()) {
      const signer = await life.meet();
      const url = await linkFor(life, guardian, 'asks you to sign Class trip');
      await life.stretch('signs', signer, () => sign(signer, url, life.t), { who: guardian.name });
    }
    await sealed(life, hand);
    await toDocuments(life, hand);
    await life.stretch('second form', hand, () => sendAgain(life, hand, SECOND), { isSecond: true });
    for (const guardian of GUARDIANS) await linkFor(life, guardian, 'asks you to sign Swimming');
  },
};
