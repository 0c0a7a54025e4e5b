import type { Day, Life } from './day.ts';
import {
  certificateText,
  chooseFiles,
  correctAddress,
  demand,
  linkFor,
  newDocument,
  type Person,
  sealed,
  send,
  sendAgain,
  setUp,
  shortContract,
  sign,
  timelineSays,
  toDocuments,
  typePeople,
} from './scenes.ts';

const OWNER = { name: 'Ruth Keller', email: 'ruth@school.example', organization: 'Hill School' };
const GUARDIANS = [
  { name: 'Mona Berg', email: 'mona@example.com' },
  { name: 'Paul Berg', email: 'paul@example.com' },
];
const MISTYPED = 'mona@exmaple.com';
const FORM = shortContract(
  'Class trip of Lena Berg.pdf',
  ['Lena may go with her class to the lake.'],
  ['Mona Berg', 'Paul Berg'],
);
const SECOND = shortContract('Swimming of Lena Berg.pdf', ['Lena may swim.'], ['Mona Berg', 'Paul Berg']);

export const day: Day = {
  goal: 'Both guardians sign, in any order; a mistyped address is corrected, and the signature given before stays.',
  live: async (life) => {
    const hand = await life.meet();
    await life.stretch('account', hand, () => setUp(life, hand, OWNER));
    await life.stretch('first form', hand, async () => {
      await newDocument(life, hand);
      await chooseFiles(life, hand, FORM);
      await typePeople(
        life,
        hand,
        GUARDIANS.map((each, at) => (at === 0 ? { ...each, email: MISTYPED } : each)),
      );
      await send(life, hand, 'Class trip of Lena Berg');
    });
    const [mona, paul] = GUARDIANS;
    if (!mona || !paul) return;
    await signs(life, paul);
    await life.stretch('the address is corrected', hand, () => correctAddress(life, hand, mona));
    await signs(life, mona);
    await sealed(life, hand);
    await timelineSays(life, hand, MISTYPED);
    demand(await certificateText(life, hand), 'Mona Berg', 'Paul Berg', MISTYPED, mona.email);
    await toDocuments(life, hand);
    await life.stretch('second form', hand, () => sendAgain(life, hand, SECOND), { isSecond: true });
    for (const guardian of GUARDIANS) await linkFor(life, guardian, 'asks you to sign Swimming');
  },
};

async function signs(life: Life, guardian: Person): Promise<void> {
  const signer = await life.meet();
  const url = await linkFor(life, guardian, 'asks you to sign Class trip');
  await life.stretch('signs', signer, () => sign(signer, url, life.t), { who: guardian.name });
}
