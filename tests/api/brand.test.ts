import type { AnswerOf, Operations } from '@paraph/contract';
import { decodePng } from '@paraph/pades';
import { expect, test } from 'vitest';
import { encodePng } from '../../intake/src/reading/encode-png.ts';
import { multipart } from '../support/instance.ts';
import { expectStatus, openInstanceCase } from '../support/instance-case.ts';
import { readMails } from '../support/mails.ts';
import { caller } from '../support/organization.ts';
import { lease, violationsOf } from '../support/quick-sender.ts';
import { followInvitation, openFollowing } from '../support/signer.ts';
import { openTemplateClient } from '../support/template-client.ts';

const BRAND = '/api/v1/organization/brand';
const { instance, sender, send, sign, get, read, workflowOf } = await openInstanceCase();
const api = caller(sender);
const logo = (red: number) => {
  const rgba = new Uint8Array(40 * 20 * 4);
  for (let at = 0; at < rgba.length; at += 4) rgba.set([red, 81, 50, 255], at);
  return encodePng({ width: 40, height: 20, rgba });
};
const putLogo = (bytes: Uint8Array) => {
  const form = multipart([{ name: 'picture', value: bytes, fileName: 'logo.png', type: 'image/png' }]);
  return sender.call({ method: 'PUT', url: `${BRAND}/logo`, ...form });
};
const OWN = {
  accent: '#0F5132',
  senderName: 'The Mill',
  replyAddress: 'contracts@example.com',
  footer: 'Mill Ltd, Dorset Street\nhttps://mill.example.com <b>1</b>',
  disclosures: [
    { language: 'en', text: 'Paper copies are free.' },
    { language: 'fr', text: 'Les copies sont gratuites.' },
  ],
};
const publish = async () => expectStatus(await sender.call({ method: 'POST', url: `${BRAND}/publish` }), 200);

test('a draft is checked, and shown once it is published', async () => {
  expect((await api('GET', BRAND)).body).toEqual({ draft: null, published: null });
  expectStatus(await sender.call({ method: 'POST', url: `${BRAND}/publish` }), 404);
  const bad = {
    accent: '#ffd400',
    senderName: 'ceo@example.com <x>',
    replyAddress: 'nowhere',
    footer: 'x'.repeat(401),
    disclosures: [{ language: 'en', text: 'x'.repeat(4_001) }],
  };
  const refused = await sender.call({ method: 'PUT', url: BRAND, payload: bad });
  expect(violationsOf(expectStatus(refused, 400))).toEqual({
    accent: expect.stringMatching(/nearest that passes is #[0-9a-f]{6}/),
    senderName: expect.stringContaining('Must be a name'),
    replyAddress: expect.stringContaining('email address'),
    footer: expect.stringContaining('400'),
    'disclosures[0].text': expect.stringContaining('4000'),
  });
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
  expect(violationsOf(expectStatus(await putLogo(svg), 400)).picture).toContain('no PNG or JPEG');
  const first = await send({ name: 'Ann', email: 'ann-draft@example.com' });
  const ann = await followInvitation(instance, 'ann-draft@example.com');
  const before = await ann.view();
  expectStatus(await sender.call({ method: 'PUT', url: BRAND, payload: OWN }), 200);
  expectStatus(await putLogo(logo(15)), 200);
  expect((await api('GET', BRAND)).body).toMatchObject({ draft: { accent: '#0f5132' }, published: null });
  expect(await ann.view()).toEqual(before);
  expectStatus(await ann.call('GET', '/logo'), 404);
  // The preview is of the draft, in the language of the browser.
  const preview = (await get(`${BRAND}/signing`, { 'accept-language': 'fr' })).json();
  expect(preview).toMatchObject({
    workflow: { type: 'simple', senderName: 'Grace Hopper' },
    consent: { given: false, disclosure: { text: 'Les copies sont gratuites.' } },
    brand: { colours: { light: { accent: '#0f5132' } } },
  });
  expectStatus(await get(preview.brand.logoUrl), 200);
  await publish();
  // All else than colours, logo and the text beside the consent is as it was: level, consent, decline, who asks.
  const { brand, consent, ...rest } = await ann.view();
  const { brand: _none, consent: ours, ...same } = before;
  expect(rest).toEqual(same);
  expect(consent).toEqual({ ...ours, disclosure: { ...consent.disclosure, text: 'Paper copies are free.' } });
  expect(brand?.colours?.light).toMatchObject({ accent: '#0f5132', on: '#ffffff' });
  expect((await read(first)).envelope.status).toBe('started');
  const shown = expectStatus(await ann.call('GET', '/logo'), 200);
  expect(shown.headers).toMatchObject({
    'content-type': 'image/png',
    'content-security-policy': "default-src 'none'; sandbox",
  });
  expect(decodePng(shown.rawPayload)).toMatchObject({ width: 40, height: 20 });
  const { body } = await api('GET', '/api/v1/organization/events');
  expect(body.items[0]).toMatchObject({ name: 'organization.brand_published', by: 'Sender' });
});

test('the text beside the consent has to be shown, and evidence keeps the version of each person', async () => {
  const people = ['old', 'new'].map((when) => ({ name: when, email: `${when}@example.com` }));
  const id = await send(...people);
  const [old, late] = await Promise.all(people.map(({ email }) => followInvitation(instance, email)));
  if (!old || !late) throw new Error('two were invited');
  const { version, language, disclosure } = (await old.view()).consent;
  const agree = (sha256?: string) =>
    old.call('POST', '/consent', { version, language, ...(sha256 ? { disclosure: sha256 } : {}) });
  for (const sha256 of [undefined, '0'.repeat(64)])
    expect(violationsOf(expectStatus(await agree(sha256), 400)).disclosure).toContain('reload');
  // What was replaced meanwhile is what the person has read.
  const texts = [{ language: 'en', text: 'Paper copies cost one pound.' }];
  expectStatus(await sender.call({ method: 'PUT', url: BRAND, payload: { disclosures: texts } }), 200);
  await publish();
  expectStatus(await agree(disclosure?.sha256), 200);
  expect((await old.view()).consent.disclosure?.text).toBe('Paper copies are free.');
  expect((await late.sign()).statusCode).toBe(200);
  await sign({ email: 'old@example.com' });
  await instance.runJobs();
  const { path } = await workflowOf(id);
  const evidence = expectStatus(await get(`${path}/evidence`), 200);
  const { record } = evidence.json() as AnswerOf<Operations['readEvidence']>;
  const said = record.signers.map(({ name, consent }) => [name, consent?.disclosure?.text]);
  expect(Object.fromEntries(said)).toEqual({
    old: 'Paper copies are free.',
    new: 'Paper copies cost one pound.',
  });
  const certificate = await get(`${path}/certificate`);
  const pdf = expectStatus(certificate, 200).rawPayload.toString('latin1');
  expect(pdf).toContain('/Subtype /Image /Width 40 ');
  expect(record.organization).toEqual({ id: expect.any(Number), name: expect.any(String) });
});

test('mails have name, reply address, logo, colour and footer of the organization, and all of ours', async () => {
  await send({ name: 'Ann', email: 'ann-mail@example.com' });
  const { items } = (await get('/api/v1/mailbox?query=ann-mail')).json();
  const page = expectStatus(await get(`/api/v1/mailbox/${items[0].id}/page`), 200);
  const html = page.body;
  expect(await readMails(instance, { id: items[0].id })).toMatchObject([
    { organization: 'The Mill', replyTo: { name: 'Sender', address: 'contracts@example.com' } },
  ]);
  expect(html).toContain('src="data:image/png;base64,');
  expect(html).toContain('background-color:#0f5132');
  expect(html).not.toContain('#1d4ed8');
  // No markup and no link of the organization's, and what we say after it.
  expect(html).not.toContain('<b>1</b>');
  expect(html).not.toContain('https://mill.example.com');
  const [footer, why] = [html.indexOf('Mill Ltd, Dorset Street'), html.lastIndexOf('Sender')];
  expect(footer).toBeGreaterThan(0);
  expect(html.indexOf('Sender asks you to sign')).toBeLessThan(footer);
  expect(why).toBeGreaterThan(footer);
  const sample = expectStatus(await get(`${BRAND}/mail?language=ar`), 200);
  expect(sample.body).toContain('dir="rtl"');
  expect(sample.headers['content-security-policy']).toContain("default-src 'none'");
});

test('the page of a follower shows colour and logo, and the logo to no stranger', async () => {
  const { id: workflowId, path } = await workflowOf(
    await send({ name: 'Client', email: 'client@example.com' }),
  );
  const followers = [{ name: 'Lawyer', email: 'lawyer@example.com', when: 'both' }];
  const { body } = await api('PUT', `${path}/followers`, { followers });
  const { url, headers } = await openFollowing(instance, { workflowId, followerId: body[0].id });
  const { brand, workflow } = expectStatus(
    await instance.inject({ method: 'GET', url, headers }),
    200,
  ).json();
  expect(brand.colours.light.accent).toBe('#0f5132');
  expect(workflow).toMatchObject({ senderName: 'Sender', senderEmail: 'sender@example.com' });
  const shown = await instance.inject({ method: 'GET', url: brand.logoUrl, headers });
  expect(decodePng(shown.rawPayload)).toMatchObject({ width: 40, height: 20 });
  expectStatus(await instance.inject({ method: 'GET', url: brand.logoUrl }), 404);
});

test('the certificate of sealing has the logo and the colour, and says what it says without', async () => {
  const certificateOf = async () => {
    const form = multipart([{ name: 'document', value: lease, fileName: 'payslip.pdf' }]);
    const sealed = expectStatus(await sender.call({ method: 'POST', url: '/api/v1/seals', ...form }), 201);
    const file = await get(`/api/v1/seals/${sealed.json().id}/certificate`);
    return expectStatus(file, 200).rawPayload.toString('latin1');
  };
  expect(await certificateOf()).toContain('/Subtype /Image /Width 40 ');
  const removed = await sender.call({ method: 'DELETE', url: `${BRAND}/logo` });
  expectStatus(removed, 200);
  await publish();
  expect(await certificateOf()).not.toContain('/Subtype /Image /Width 40 ');
  expectStatus(await putLogo(logo(15)), 200);
  await publish();
});

test('a logo leaves no byte behind, and what is withdrawn is shown no more', async () => {
  const keys = async () => {
    const { rows } = await instance.deps.pool.query(
      'select blob_key from files join brands on logo_file_id = files.id group by 1',
    );
    return rows.map(({ blob_key: key }) => key as string);
  };
  const [published = ''] = await keys();
  expectStatus(await putLogo(logo(200)), 200);
  expect(await keys()).toHaveLength(2);
  expect(await instance.stored.has(published)).toBe(true);
  await publish();
  expect(await instance.stored.has(published)).toBe(false);
  expectStatus(await sender.call({ method: 'DELETE', url: `${BRAND}/logo` }), 200);
  expectStatus(await sender.call({ method: 'DELETE', url: BRAND }), 200);
  expect(await keys()).toEqual([]);
  const ann = await followInvitation(instance, 'ann-draft@example.com');
  expect(await ann.view()).toMatchObject({ brand: null, consent: { disclosure: null } });
  expectStatus(await ann.call('GET', '/logo'), 404);
});

test('the page of a public link shows the logo once it is published', async () => {
  expectStatus(await putLogo(logo(15)), 200);
  const client = await openTemplateClient(instance, sender, lease);
  const { id, recipients } = await client.filled([{ name: 'Tenant', type: 'sign' }]);
  const settings = { name: 'Flats', placeholderId: recipients[0]?.id };
  const link = expectStatus(await client.send('POST', `/${id}/links`, settings), 201).json();
  const form = `/api/v1/forms/${new URL(link.url).pathname.split('/').pop()}`;
  expectStatus(await instance.inject({ method: 'GET', url: `${form}/logo` }), 404);
  await publish();
  const { brand } = expectStatus(await instance.inject({ method: 'GET', url: form }), 200).json();
  expect(brand.logoUrl).toContain(`${form}/logo`);
  const shown = expectStatus(await instance.inject({ method: 'GET', url: brand.logoUrl }), 200);
  expect(decodePng(shown.rawPayload)).toMatchObject({ width: 40, height: 20 });
});
