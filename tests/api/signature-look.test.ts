import { expect, test } from 'vitest';
import { good, openDraftClient } from '../support/draft-client.ts';
import { openTestInstance } from '../support/instance.ts';
import { forThisFile } from '../support/instance-case.ts';
import { buildPdf, textLines } from '../support/pdf-fixtures.ts';
import { followInvitation } from '../support/signer.ts';

interface Look {
  width: number;
  height: number;
  picture: { x: number; y: number; width: number; height: number; isMiddle: boolean };
  texts: { role: string; text: string | null; y: number }[];
}

const lease = buildPdf({ pages: [{ content: textLines(['Lease']) }] });
const instance = await forThisFile(openTestInstance({ env: { PARAPH_FONTS: '' } }));
const client = await openDraftClient(instance, await instance.signIn('Sender', 'sender@example.com'), lease);

/** The looks of the fields of a signer. */
async function looksFor(name: string, email: string) {
  const { id, persons } = await client.filled([{ name, email, roles: [{ type: 'sign' }] }]);
  const documentId = (await client.read(id)).documents[0]?.id;
  const fields = ['signature', 'signature', 'initials', 'text'].map((type, index) => ({
    ...{ type, documentId, role: persons[0]?.roles[0]?.id, page: 1, posX: 10, posY: 10 + index * 20 },
    style: { width: 40, height: index === 0 ? 10 : 6 },
  }));
  good(await client.send('PUT', `/${id}/fields`, { fields }));
  good(await client.send('PUT', `/${id}/start`));
  await instance.runJobs();
  const view = (await (await followInvitation(instance, email)).view()) as unknown as {
    fields: { look: Look | null }[];
    documents: { pages: { width: number; height: number }[] }[];
  };
  return { looks: view.fields.map(({ look }) => look), page: view.documents[0]?.pages[0] };
}

test('a signature field says where the document will show picture, name, time and code', async () => {
  const { looks, page } = await looksFor('Ann Example', 'ann@example.com');
  const [look, ...others] = looks;
  // A second signature in the same document is drawn as its picture alone.
  expect(others).toEqual([null, null, null]);
  expect(look?.width).toBeCloseTo((page?.width ?? 0) * 0.4, 1);
  expect(look?.height).toBeCloseTo((page?.height ?? 0) * 0.1, 1);
  expect((look?.picture.height ?? 0) / (look?.height ?? 1)).toBeGreaterThanOrEqual(0.6);
  expect(look?.texts.map(({ role, text }) => [role, text])).toEqual([
    ['name', 'Ann Example'],
    ['detail', null],
  ]);
  const foot = (look?.picture.y ?? 0) + (look?.picture.height ?? 0);
  for (const { y } of look?.texts ?? []) expect(y).toBeGreaterThan(foot);
});

test('a name that no font can draw gives way to the address, as in the document', async () => {
  const { looks } = await looksFor('नाम', 'naam@example.com');
  expect(looks[0]?.texts[0]?.text).toBe('naam@example.com');
});
