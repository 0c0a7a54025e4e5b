import type { Day } from './day.ts';
import { begin, makeTemplate, sealed, useTemplate } from './scenes.ts';
import { signByMail } from './signers.ts';

const OWNER = { name: 'Bea Fuchs', email: 'bea@shop.example', organization: 'Bike Shop' };
const CUSTOMERS = ['Ann Ash', 'Ben Birch', 'Cas Cedar', 'Dee Dahl', 'Eli Elm'].map((name) => ({
  name,
  email: `${name.split(' ')[0]?.toLowerCase()}@example.com`,
}));

export const day: Day = {
  goal: 'One template, used for a new customer again and again; the first one comes back.',
  live: async (life) => {
    const { t } = life;
    const hand = await begin(life, OWNER);
    const { page } = hand;
    await life.stretch('template', hand, () =>
      makeTemplate(life, hand, { file: 'typeset-en-loan.pdf', name: 'Bike rental', person: 'Customer' }),
    );
    for (const [index, customer] of CUSTOMERS.entries()) {
      const typed = () =>
        useTemplate(life, hand, 'Bike rental', async (name) => {
          await hand.write(name, customer.name);
          await hand.write(page.getByLabel(t('templates.personEmail'), { exact: true }), customer.email);
        });
      if (index > 1) await typed();
      else await life.stretch(index === 0 ? 'first customer' : 'a new customer', hand, typed);
    }
    const [first] = CUSTOMERS;
    if (!first) return;
    await signByMail(life, first, 'asks you to sign Bike rental');
    await life.stretch(
      'the first one again',
      hand,
      () =>
        useTemplate(life, hand, 'Bike rental', async (name) => {
          await hand.write(name, 'ann');
          await hand.press(page.getByRole('option', { name: first.name }).first());
        }),
      { isSecond: true },
    );
    await signByMail(life, first, 'asks you to sign Bike rental', { former: 1 });
    await sealed(life, hand);
  },
};
