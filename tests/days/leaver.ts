import type { Day } from './day.ts';
import {
  begin,
  button,
  certificateSays,
  contract,
  demand,
  heading,
  linkFor,
  mailFor,
  oneOrMany,
  PASSWORD,
  sealed,
  sendNew,
  toDocuments,
} from './scenes.ts';
import { signByMail } from './signers.ts';

const OWNER = { name: 'Grace Miller', email: 'grace@mill.example', organization: 'Mill & Sons' };
const MEMBER = { name: 'Milo Frost', email: 'milo@mill.example' };
const PEOPLE = [
  { name: 'Ada Lovelace', email: 'ada@example.com' },
  { name: 'Bob Stone', email: 'bob@example.com' },
];

export const day: Day = {
  goal: 'A member sends a contract and leaves; the owner has it then, and the signature given stays.',
  live: async (life) => {
    const { t, server } = life;
    const owner = await begin(life, OWNER);
    const { page } = owner;
    await life.stretch('invites a colleague', owner, async () => {
      await owner.press(page.getByRole('link', { name: new RegExp(`^${OWNER.name}`) }));
      await owner.press(page.getByRole('link', { name: t('organization.title'), exact: true }));
      await owner.press(button(owner, t('organization.invite')));
      const dialog = page.getByRole('dialog');
      await owner.write(dialog.getByLabel(t('organization.emails')), MEMBER.email);
      await owner.press(dialog.getByRole('button', { name: t('organization.inviteAct') }));
      await dialog.getByText(oneOrMany(t('organization.outcomeSent'))).waitFor();
      await owner.press(dialog.getByRole('button', { name: t('organization.done'), exact: true }));
    });
    const { context, page: memberPage, expectAnswer } = await life.browser.newPerson({ locale: 'en' });
    expectAnswer(401);
    const member = life.handOf(memberPage);
    await life.stretch(
      'joins and sends',
      member,
      async () => {
        await memberPage.goto(await linkFor(life, MEMBER, 'invites you to'));
        await member.write(memberPage.getByLabel(t('account.yourName')), MEMBER.name);
        await member.write(memberPage.getByLabel(t('account.password'), { exact: true }), PASSWORD);
        await member.press(button(member, /^Join/));
        await heading(member, t('documents.title'));
        const file = contract('browser-en-table.pdf', 'Lease of the mill.pdf');
        await sendNew(life, member, { file, people: PEOPLE, inTurn: true });
      },
      { who: 'member' },
    );
    const [first, second] = PEOPLE;
    if (!first || !second) return;
    await signByMail(life, first, 'asks you to sign Lease');
    await context.close();
    await page.reload();
    await life.stretch('hands over and removes', owner, async () => {
      await owner.press(button(owner, t('organization.handOverLabel', { name: MEMBER.name })));
      const dialog = page.getByRole('dialog');
      await owner.select(dialog.getByLabel(t('organization.handOverTo')), OWNER.name);
      const removes = dialog.getByRole('checkbox', {
        name: t('organization.handOverRemove', { name: MEMBER.name }),
      });
      if (!(await removes.isChecked())) await owner.press(removes);
      await owner.press(dialog.getByRole('button', { name: t('organization.handOverAct') }));
      await dialog.waitFor({ state: 'hidden' });
    });
    await signByMail(life, second, 'asks you to sign Lease');
    const told = await mailFor(life, OWNER, 'Lease of the mill is signed by everyone');
    demand(told.text, 'Lease of the mill');
    await page.goto(server.baseUrl);
    await toDocuments(life, owner);
    await owner.press(page.getByRole('link', { name: 'Lease of the mill', exact: true }));
    await sealed(life, owner);
    await certificateSays(life, owner, ['Ada Lovelace', 'Bob Stone']);
  },
};
