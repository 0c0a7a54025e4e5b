import type { Day } from './day.ts';
import {
  certificateText,
  chooseFiles,
  contract,
  demand,
  linkFor,
  newDocument,
  sealed,
  send,
  sendAgain,
  setUp,
  signAdvanced,
  toDocuments,
  typePeople,
} from './scenes.ts';

const OWNER = { name: 'Dr Marta Weil', email: 'marta@clinic.example', organization: 'Clinic on the Hill' };
const PATIENT = { name: 'Theo Lang', email: 'theo@example.com' };

export const day: Day = {
  goal: 'A patient consents at the level advanced: a key of their own, and a code by mail.',
  live: async (life) => {
    const { t } = life;
    const hand = await life.meet();
    const advanced = hand.page.getByRole('radio', { name: new RegExp(`^${t('send.levels.advanced')}`) });
    await life.stretch('account', hand, () => setUp(life, hand, OWNER));
    await life.stretch('first consent form', hand, async () => {
      await newDocument(life, hand);
      await chooseFiles(life, hand, contract('writer-en-witness.pdf', 'Consent to the operation.pdf'));
      await hand.press(advanced);
      await typePeople(life, hand, [PATIENT]);
      await send(life, hand, 'Consent to the operation');
    });
    const patient = await life.meet();
    const url = await linkFor(life, PATIENT, 'asks you to sign Consent');
    await life.stretch('signs', patient, () => signAdvanced(life, patient, { person: PATIENT, url }), {
      who: 'patient',
    });
    await sealed(life, hand);
    demand(await certificateText(life, hand), 'Theo Lang', /advanced/i);
    await toDocuments(life, hand);
    const next = contract('browser-en-table.pdf', 'Consent to the follow-up.pdf');
    await life.stretch(
      'second consent form',
      hand,
      () => sendAgain(life, hand, next, () => hand.press(advanced)),
      {
        isSecond: true,
      },
    );
    const again = await linkFor(life, PATIENT, 'asks you to sign Consent to the follow-up');
    const back = await life.meet();
    await signAdvanced(life, back, { person: PATIENT, url: again, code: 1 });
    await sealed(life, hand);
  },
};
