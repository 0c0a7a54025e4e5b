import type { Day } from './day.ts';
import {
  chooseFiles,
  linkFor,
  newDocument,
  sealed,
  send,
  sendAgain,
  setUp,
  sign,
  toDocuments,
  typePeople,
} from './scenes.ts';

const OWNER = { name: 'Lena Park', email: 'lena@studio.example', organization: 'Lena Park' };
const CLIENT = { name: 'Ivo Kern', email: 'ivo@example.com' };

export const day: Day = {
  goal: 'A photograph of a paper (JPEG) becomes a document that the client signs, and so does the next one.',
  live: async (life) => {
    const hand = await life.meet();
    await life.stretch('account', hand, () => setUp(life, hand, OWNER));
    const [first, second] = [await photograph(life, 'Quote 7'), await photograph(life, 'Quote 8')];
    await life.stretch('first quote', hand, async () => {
      await newDocument(life, hand);
      await chooseFiles(life, hand, first);
      await typePeople(life, hand, [CLIENT]);
      await send(life, hand, 'Quote 7');
    });
    const client = await life.meet();
    const url = await linkFor(life, CLIENT, 'asks you to sign Quote 7');
    await life.stretch('signs', client, () => sign(client, url, life.t), { who: 'client' });
    await sealed(life, hand);
    await toDocuments(life, hand);
    await life.stretch('second quote', hand, () => sendAgain(life, hand, second), { isSecond: true });
    await linkFor(life, CLIENT, 'asks you to sign Quote 8');
  },
};

/** What a phone makes of a page of paper. */
async function photograph({ browser }: Parameters<Day['live']>[0], title: string) {
  const { page, context } = await browser.newPerson({ viewport: { width: 1240, height: 1754 } });
  await page.setContent(
    `<body style="font: 32px serif; padding: 120px"><h1>${title}</h1><p>Ten days of design.</p>
      <p style="margin-top: 900px">Signature: __________________</p>`,
  );
  const buffer = await page.screenshot({ type: 'jpeg', quality: 70 });
  await context.close();
  return { name: `${title}.jpg`, mimeType: 'image/jpeg', buffer };
}
