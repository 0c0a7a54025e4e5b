import type { Day } from './day.ts';
import {
  begin,
  certificateSays,
  correctAddress,
  linkFor,
  sealed,
  sendAgain,
  sendNew,
  shortContract,
  timelineSays,
} from './scenes.ts';
import { signByMail } from './signers.ts';

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
    const hand = await begin(life, OWNER);
    const [mona, paul] = GUARDIANS;
    if (!mona || !paul) return;
    await life.stretch('first form', hand, () =>
      sendNew(life, hand, { file: FORM, people: [{ ...mona, email: MISTYPED }, paul] }),
    );
    await signByMail(life, paul, 'asks you to sign Class trip', { who: paul.name });
    await life.stretch('the address is corrected', hand, () => correctAddress(life, hand, mona));
    await signByMail(life, mona, 'asks you to sign Class trip', { who: mona.name });
    await sealed(life, hand);
    await timelineSays(life, hand, MISTYPED);
    await certificateSays(life, hand, ['Mona Berg', 'Paul Berg', MISTYPED, mona.email]);
    await sendAgain(life, hand, { name: 'second form', file: SECOND });
    for (const guardian of GUARDIANS) await linkFor(life, guardian, 'asks you to sign Swimming');
  },
};
