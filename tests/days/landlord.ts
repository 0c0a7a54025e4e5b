import { PHONE } from '../support/browser.ts';
import type { Day } from './day.ts';
import {
  begin,
  button,
  certificateSays,
  contract,
  heading,
  link,
  linkFor,
  sealed,
  sendAgain,
  sendNew,
  toDocuments,
} from './scenes.ts';
import { sign } from './signers.ts';

const OWNER = { name: 'Grace Miller', email: 'grace@mill.example', organization: 'Mill & Sons' };
const TENANT = { name: 'Ada Lovelace', email: 'ada@example.com' };

export const day: Day = {
  goal: 'The tenant signs on a phone (360 × 640, touch), the landlord after her and a later deadline; a second lease follows.',
  live: async (life) => {
    const { t } = life;
    const landlord = await begin(life, OWNER);
    const file = contract('browser-en-table.pdf', 'Lease of the mill.pdf');
    await life.stretch('first lease', landlord, () =>
      sendNew(life, landlord, { file, people: [TENANT, OWNER], inTurn: true }),
    );
    const tenant = await life.meet({ viewport: PHONE, hasTouch: true, isMobile: true });
    const invitation = await linkFor(life, TENANT, 'asks you to sign Lease of the mill');
    await life.stretch('signs on the phone', tenant, () => sign(tenant, invitation, t), { who: 'tenant' });
    await life.stretch('has until later', landlord, async () => {
      await landlord.press(button(landlord, t('acts.changeDeadline')));
      const dialog = landlord.page.getByRole('dialog');
      await landlord.press(
        dialog
          .getByRole('group', { name: t('acts.momentChoices') })
          .getByRole('button')
          .last(),
      );
      await landlord.press(dialog.getByRole('button', { name: t('acts.deadlineAct') }));
      await dialog.waitFor({ state: 'hidden' });
    });
    await life.stretch('signs from the inbox', landlord, async () => {
      await landlord.press(link(landlord, new RegExp(`^${t('frame.inbox')}`)));
      await heading(landlord, t('documents.inbox.title'));
      const open = landlord.page
        .getByRole('link', { name: new RegExp(`^${t('documents.inbox.act_sign')}`) })
        .first();
      const url = new URL((await open.getAttribute('href')) ?? '', life.server.baseUrl).href;
      await landlord.press(open);
      await sign(landlord, url, t);
    });
    await landlord.page.goto(life.server.baseUrl);
    await toDocuments(life, landlord);
    await landlord.press(link(landlord, 'Lease of the mill'));
    await sealed(life, landlord);
    await certificateSays(life, landlord, ['Edited the deadline', TENANT.name, OWNER.name]);
    const second = contract('browser-en-consulting.pdf', 'Lease of the barn.pdf');
    await sendAgain(life, landlord, { name: 'second lease', file: second });
    await linkFor(life, TENANT, 'asks you to sign Lease of the barn');
  },
};
