import type { Day } from './day.ts';
import {
  button,
  contract,
  heading,
  link,
  linkFor,
  makeTemplate,
  sealed,
  setUp,
  sign,
  takePlaces,
} from './scenes.ts';

const OWNER = { name: 'Bea Fuchs', email: 'bea@shop.example', organization: 'Bike Shop' };
const CUSTOMERS = ['Ann Ash', 'Ben Birch', 'Cas Cedar', 'Dee Dahl', 'Eli Elm'].map((name) => ({
  name,
  email: `${name.split(' ')[0]?.toLowerCase()}@example.com`,
}));

export const day: Day = {
  goal: 'One template, used for a new customer again and again; the first one comes back.',
  live: async (life) => {
    const { t } = life;
    const hand = await life.meet();
    const { page } = hand;
    await life.stretch('account', hand, () => setUp(life, hand, OWNER));
    await life.stretch('template', hand, async () => {
      await makeTemplate(life, hand, {
        file: contract('typeset-en-loan.pdf', 'Bike rental.pdf'),
        people: ['Customer'],
      });
      await takePlaces(life, hand);
      await hand.press(button(hand, t('templates.done')));
      await heading(hand, 'Bike rental');
    });
    const use = async (fill: () => Promise<void>) => {
      await hand.press(link(hand, t('templates.title')));
      await hand.press(link(hand, t('templates.useNamed', { name: 'Bike rental' })));
      await fill();
      await hand.press(button(hand, t('templates.sendNow')));
      await page.getByText(t('documents.person.asked_to_sign')).first().waitFor();
    };
    const name = page.getByLabel(t('templates.personName'), { exact: true });
    for (const [index, customer] of CUSTOMERS.entries()) {
      const typed = () =>
        use(async () => {
          await hand.write(name, customer.name);
          await hand.write(page.getByLabel(t('templates.personEmail'), { exact: true }), customer.email);
        });
      if (index > 1) await typed();
      else await life.stretch(index === 0 ? 'first customer' : 'a new customer', hand, typed);
    }
    const [first] = CUSTOMERS;
    if (!first) return;
    const signer = await life.meet();
    await sign(signer, await linkFor(life, first, 'asks you to sign Bike rental'), t);
    await life.stretch(
      'the first one again',
      hand,
      () =>
        use(async () => {
          await hand.write(name, 'ann');
          await hand.press(page.getByRole('option', { name: first.name }).first());
        }),
      { isSecond: true },
    );
    const back = await life.meet();
    await sign(back, await linkFor(life, first, 'asks you to sign Bike rental', 1), t);
    await sealed(life, hand);
  },
};
