import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { type Design, enterDesign, placeField } from '../support/design-guest.ts';
import { codeOf, good, openDraftClient, violationsOf } from '../support/draft-client.ts';
import { expectStatus, openInstanceCase } from '../support/instance-case.ts';
import { lease } from '../support/quick-sender.ts';
import { drawnSignature, type SigningView } from '../support/signer.ts';

const ada = { name: 'Ada', email: 'ada@example.com', roles: [{ type: 'sign' }] };
const rex = { name: 'Rex', email: 'rex@example.com', roles: [{ type: 'review' }] };

const { instance, sender } = await openInstanceCase();
const client = await openDraftClient(instance, sender, lease);

const sessionOf = async (id: number) =>
  good<{ designerUrl: string; envelopeView: string }>(await client.send('GET', `/${id}/session`));
const enter = (url: string) => enterDesign(instance, url);

test('the designer tries the page of a signer: of its own draft, without a trace, and only while it is one', async () => {
  const { id } = await client.filled([ada, rex]);
  const guest = await enter((await sessionOf(id)).designerUrl);
  const design = good<Design>(await guest.call('GET'));
  const text = { type: 'text', label: 'Number', value: 'D-117', readOnly: true, posY: 40 };
  const fixed = placeField(design, text);
  good(await guest.call('PUT', '/fields', { fields: [placeField(design), fixed] }));
  const role = design.recipients[0]?.roles[0]?.id;
  const events = async () => (await client.send('GET', `/${id}/timeline`)).body;
  const before = await events();
  const tried = await guest.call('GET', `/signers/${role}`);
  const view = good<SigningView>(tried);
  expect(view).toMatchObject({ state: 'open', recipient: { email: ada.email }, consent: { given: false } });
  expect(view.fields.map(({ type }) => type)).toEqual(['signature', 'text']);
  const url = view.documents[0]?.url ?? '';
  const file = await instance.inject({ method: 'GET', url, headers: { cookie: guest.cookie } });
  expect(file.rawPayload.subarray(0, lease.length).equals(Buffer.from(lease))).toBe(true);
  // The form with which it would start, the sender's values among it.
  expect(file.rawPayload.subarray(lease.length).includes('/FT /Sig')).toBe(true);

  const documentId = design.documents[0]?.id;
  const checked = `/signers/${role}/documents/${documentId}/preview`;
  const idOf = (type: string) => view.fields.find((field) => field.type === type)?.id ?? 0;
  const signature = drawnSignature();
  const answers = [{ fieldId: idOf('signature'), value: 'drawn' }];
  const body = { answers, signature, timeZone: 'Europe/Paris' };
  const drawn = expectStatus(await guest.call('POST', checked, body), 200);
  // The form and what the press would add, with a code that says it is no signature.
  expect(drawn.rawPayload.subarray(0, lease.length).equals(Buffer.from(lease))).toBe(true);
  expect(drawn.rawPayload.toString('latin1').split('%%EOF').length).toBe(4);
  const words = execFileSync('pdftotext', ['-', '-'], { input: drawn.rawPayload }).toString();
  for (const word of ['D-117', ada.name, 'PREVIEW']) expect(words).toContain(word);
  for (const [wrong, name] of [
    [{ ...body, answers: [] }, `fields[${idOf('signature')}]`],
    [{ answers, timeZone: 'UTC' }, 'signature'],
    [{ ...body, timeZone: 'Paris' }, 'timeZone'],
  ] as const) {
    expect(violationsOf(await guest.call('POST', checked, wrong))).toEqual([name]);
  }
  const foreign = [...answers, { fieldId: idOf('signature') + 999_999, value: 'x' }];
  expect(codeOf(await guest.call('POST', checked, { ...body, answers: foreign }))).toBe('NOT_FOUND');
  expect(await events()).toBe(before);
  const { rows } = await instance.deps.pool.query(
    'select id::text from signature_images union all select id::text from previews',
  );
  expect(rows).toEqual([]);

  const other = await client.filled([ada]);
  const others = await enter((await sessionOf(other.id)).designerUrl);
  const looking = await enter((await sessionOf(id)).envelopeView);
  for (const visitor of [others, looking]) {
    expect(codeOf(await visitor.call('GET', `/signers/${role}`))).toBe('NOT_FOUND');
    const path = `/signers/${role}/documents/${design.documents[0]?.id}`;
    expect(codeOf(await visitor.call('GET', path))).toBe('NOT_FOUND');
    expect(codeOf(await visitor.call('POST', checked, body))).toBe('NOT_FOUND');
  }
  good(await client.send('PUT', `/${id}/start`));
  expect(codeOf(await guest.call('GET', `/signers/${role}`))).toBe('NOT_FOUND');
});

test('at the level advanced, the trial says how this recipient would show who they are', async () => {
  const { id } = await client.filled([ada]);
  good(await client.send('PUT', `/${id}`, { type: 'advanced' }));
  const guest = await enter((await sessionOf(id)).designerUrl);
  const role = good<Design>(await guest.call('GET')).recipients[0]?.roles[0]?.id;
  expect(good<object>(await guest.call('GET', `/signers/${role}`))).toMatchObject({
    identification: { method: 'code-mail', to: ada.email },
  });
});
