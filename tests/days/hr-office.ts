import type { Day } from './day.ts';
import {
  begin,
  button,
  link,
  linkFor,
  makeTemplate,
  oneOrMany,
  sealed,
  toDocuments,
  useTemplate,
} from './scenes.ts';
import { signByMail } from './signers.ts';

const OWNER = { name: 'Hanna Reed', email: 'hanna@works.example', organization: 'Works Ltd' };
const NAMES = ['Amber', 'Boris', 'Cleo', 'Dario', 'Edith', 'Farid', 'Greta', 'Hugo', 'Ines', 'Jonas'];
const HIRED = ['Stone', 'Field', 'Woods'].flatMap((family) =>
  NAMES.map((name) => ({
    name: `${name} ${family}`,
    email: `${name}.${family}@example.com`.toLowerCase(),
  })),
);

export const day: Day = {
  goal: '30 offers go out of one template to a list that was pasted, and the first three come back signed.',
  live: async (life) => {
    const { t } = life;
    const hand = await begin(life, OWNER);
    const { page } = hand;
    await life.stretch('contacts', hand, async () => {
      await hand.press(link(hand, t('frame.contacts')));
      await hand.press(button(hand, t('contacts.import')).first());
      const list = HIRED.map(({ name, email }) => `${name}\t${email}`).join('\n');
      await hand.paste(page.getByLabel(t('contacts.importText')), list);
      await hand.press(page.getByRole('button', { name: oneOrMany(t('contacts.importCount')) }));
      await page.getByText('30 new, 0 updated').waitFor();
    });
    await life.stretch('template', hand, () =>
      makeTemplate(life, hand, { file: 'browser-en-consulting.pdf', name: 'Offer', person: 'Employee' }),
    );
    for (const [index, { name, email }] of HIRED.entries()) {
      const offer = () =>
        useTemplate(life, hand, 'Offer', async (field) => {
          await hand.write(field, name.slice(0, 8).toLowerCase());
          await hand.press(page.getByRole('option', { name }).first());
        });
      if (index === 0) await life.stretch('first offer', hand, offer);
      else if (index === 1) await life.stretch('each further offer', hand, offer, { isSecond: true });
      else await offer();
      await linkFor(life, { name, email }, 'asks you to sign Offer');
    }
    for (const person of HIRED.slice(0, 3)) await signByMail(life, person, 'asks you to sign Offer');
    await toDocuments(life, hand);
    await page.getByText(/^30 /).first().waitFor();
    await life.stretch('finds the first signed one', hand, async () => {
      await hand.write(page.getByRole('searchbox'), 'amber stone');
      // The rows of before are shown until the answer is there.
      await page.getByRole('status').filter({ hasText: /^1 / }).waitFor();
      await hand.press(link(hand, 'Offer'));
      await sealed(life, hand);
    });
  },
};
