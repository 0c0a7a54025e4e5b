import type { Day } from './day.ts';
import { begin, certificateSays, contract, linkFor, sealed, sendAgain, sendNew } from './scenes.ts';
import { signAdvanced } from './signers.ts';

const OWNER = { name: 'Dr Marta Weil', email: 'marta@clinic.example', organization: 'Clinic on the Hill' };
const PATIENT = { name: 'Theo Lang', email: 'theo@example.com' };

export const day: Day = {
  goal: 'A patient consents at the level advanced: a key of their own, and a code by mail.',
  live: async (life) => {
    const { t } = life;
    const hand = await begin(life, OWNER);
    const advanced = hand.page.getByRole('radio', { name: new RegExp(`^${t('send.levels.advanced')}`) });
    const beforeSending = () => hand.press(advanced);
    const file = contract('writer-en-witness.pdf', 'Consent to the operation.pdf');
    await life.stretch('first consent form', hand, () =>
      sendNew(life, hand, { file, people: [PATIENT], beforeSending }),
    );
    const patient = await life.meet();
    const url = await linkFor(life, PATIENT, 'asks you to sign Consent');
    await life.stretch('signs', patient, () => signAdvanced(life, patient, { person: PATIENT, url }), {
      who: 'patient',
    });
    await sealed(life, hand);
    await certificateSays(life, hand, ['Theo Lang', /advanced/i]);
    const next = contract('browser-en-table.pdf', 'Consent to the follow-up.pdf');
    await sendAgain(life, hand, { name: 'second consent form', file: next, beforeSending });
    const again = await linkFor(life, PATIENT, 'asks you to sign Consent to the follow-up');
    const back = await life.meet();
    await signAdvanced(life, back, { person: PATIENT, url: again, code: 1 });
    await sealed(life, hand);
  },
};
