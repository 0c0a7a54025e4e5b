import { verify, X509Certificate } from 'node:crypto';
import { inflateRawSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { openConnectionCase, PATH } from '../support/connection-case.ts';
import { expectStatus, forThisFile } from '../support/instance-case.ts';
import { samlAttacks } from '../support/saml-attacks.ts';
import { openSamlProvider, type SamlVisitor, type Tampering } from '../support/saml-provider.ts';
import { Browser } from './accounts-instance.ts';

const { call, change, emailOf, form, instance, leave, made, profileOf, proven, query, rolesOf, visitOf } =
  await openConnectionCase();
const provider = await forThisFile(openSamlProvider(() => instance.nowSeconds()));
const BASE = 'http://localhost:3000';
const ofSaml = (saml: object = {}, more: object = {}) => ({
  ...{ kind: 'saml', name: 'Mill', issuer: undefined, clientId: undefined, clientSecret: undefined },
  ...{ saml: { metadataUrl: provider.metadataUrl, ...saml }, ...more },
});
const byHand = (more: object = {}) => ({
  ...{ metadataUrl: '', entityId: provider.issuer, ssoUrl: `${provider.issuer}/sso` },
  ...{ certificates: [provider.keys.honest.pem], ...more },
});
const violationsOf = ({ body }: Awaited<ReturnType<typeof call>>) => body.error?.violations ?? {};

/** A post of another site: without cookies of ours. */
async function post(connectionId: string, answer: object, page = 'acs'): Promise<string> {
  const response = await instance.inject({
    ...{ method: 'POST', url: `/saml/${connectionId}/${page}` },
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      ...{ origin: 'https://idp.example', 'sec-fetch-site': 'cross-site' },
    },
    payload: new URLSearchParams({ ...answer } as Record<string, string>).toString(),
  });
  expect(response.statusCode, response.body).toBe(303);
  expect(response.headers['set-cookie']).toBeUndefined();
  return String(response.headers.location);
}

async function goOn(browser: Browser, path: string): Promise<string> {
  if (!path.startsWith('/saml/')) return path;
  return String((await browser.call('GET', path)).headers.location);
}

async function signIn(browser: Browser, id: string, visitor: SamlVisitor, tampering: Tampering = {}) {
  return goOn(browser, await post(id, provider.answerTo(await leave(browser, id), visitor, tampering)));
}

const problemOf = async (id: string) =>
  String(
    (await query('select answer_problem from saml_providers where connection_id = $1', [id]))[0]
      ?.answer_problem,
  );

describe('a SAML connection', () => {
  test('makes accounts, knows a person by their NameID, and reads groups at each sign-in', async () => {
    const { id } = await proven('mill.example', ofSaml());
    const ann = { email: 'ann@mill.example', groups: ['readers'] as string[] | null };
    const browser = new Browser(instance);
    expect(await signIn(browser, id, ann)).toBe('/sign-in#returned');
    expect(await visitOf(browser)).toMatchObject({ problem: 'no_access' });
    ann.groups = ['writers'];
    expect(await signIn(browser, id, ann)).toBe('/documents');
    expect((await profileOf(browser)).json()).toMatchObject({ email: ann.email, name: 'Ann at Acme' });
    expect(await rolesOf(ann.email)).toEqual([[3, false]]);
    const again = new Browser(instance);
    const moved = { email: 'renamed@mill.example', name: `sub-${ann.email}`, groups: ['writers', 'chiefs'] };
    expect(await signIn(again, id, moved)).toBe('/documents');
    expect(await emailOf(again)).toBe(ann.email);
    expect(await rolesOf(ann.email)).toEqual([[3, true]]);
    const sessions = expectStatus(await again.call('GET', '/api/v1/account/sessions'), 200).json();
    expect(sessions).toContainEqual(expect.objectContaining({ current: true, method: 'connection' }));
  });

  test('sends a request that says where its answer goes, and says of itself what a provider has to know', async () => {
    const connection = (await made(ofSaml({ signsRequests: true }))) as unknown as Record<string, unknown>;
    const id = String(connection.id);
    const at = `${BASE}/saml/${id}`;
    expect(connection).toMatchObject({
      ...{ kind: 'saml', issuer: provider.issuer, clientId: `${at}/metadata`, returnUrls: [`${at}/acs`] },
      ...{
        logoutUrl: `${at}/slo`,
        saml: { ssoUrl: `${provider.issuer}/sso?tenant=1`, metadataProblem: null },
      },
    });
    const { request } = provider.answerTo(await leave(new Browser(instance), id), { email: 'a@b.example' });
    expect(request).toContain(`AssertionConsumerServiceURL="${at}/acs"`);
    expect(request).toContain('Format="urn:oasis:names:tc:SAML:2.0:nameid-format:persistent"');
    const url = await leave(new Browser(instance), id);
    const signed = /SAMLRequest=.*(?=&Signature=)/.exec(url)?.[0] ?? '';
    const metadata = await instance.inject({ method: 'GET', url: `/saml/${id}/metadata` });
    const [, own = ''] = /<ds:X509Certificate>([^<]+)/.exec(metadata.body) ?? [];
    const key = new X509Certificate(Buffer.from(own, 'base64')).publicKey;
    const signature = Buffer.from(new URL(url).searchParams.get('Signature') ?? '', 'base64');
    expect(verify('sha256', Buffer.from(signed), key, signature)).toBe(true);
    expect(metadata.body).toContain(`entityID="${at}/metadata"`);
    expect(metadata.body).toContain('AuthnRequestsSigned="true" WantAssertionsSigned="true"');
    const rows = JSON.stringify(await query('select * from saml_providers'));
    expect(rows).not.toContain('PRIVATE KEY');
  });

  test('opens no session in another browser, nor for a state that was no ticket', async () => {
    const { id } = await proven('login.example', ofSaml());
    const [victim, attacker] = [new Browser(instance), new Browser(instance)];
    await leave(victim, id);
    const eve = { email: 'eve@login.example', groups: ['writers'] };
    const answer = provider.answerTo(await leave(attacker, id), eve);
    // Before the provider has answered, the state of its own browser is no ticket either.
    const ticket = `/saml/${id}/continue?ticket=${answer.RelayState}`;
    expect(await goOn(attacker, ticket)).toBe('/sign-in#returned');
    const path = await post(id, answer);
    expect(await goOn(victim, path)).toBe('/sign-in#returned');
    expect((await profileOf(victim)).statusCode).toBe(401);
    const { search } = new URL(path, BASE);
    const elsewhere = `/saml/${(await made(ofSaml())).id}/continue${search}`;
    expect(await goOn(attacker, elsewhere)).toBe('/sign-in#returned');
    expect(await goOn(attacker, path)).toBe('/documents');
    expect(await goOn(attacker, path)).toBe('/sign-in#returned');
    const late = await post(id, provider.answerTo(await leave(attacker, id), eve));
    instance.advance(601);
    expect(await goOn(attacker, late)).toBe('/sign-in#returned');
    // The state of one kind is none of the other.
    const other = new Browser(instance);
    const state = new URL(await leave(other, id)).searchParams.get('RelayState') ?? '';
    expect(await goOn(other, `/sso/${id}/callback?state=${state}`)).not.toBe('/documents');
    expectStatus(await other.call('POST', `/sso/${id}/logout`, { logout_token: 'x' }), 404);
  });

  test('is not begun by the provider, unless that is allowed; then a sign-in begins here', async () => {
    const { id } = await made(ofSaml());
    const { SAMLResponse } = provider.answerTo(await leave(new Browser(instance), id), {
      email: 'a@b.example',
    });
    expect(await post(id, { SAMLResponse, RelayState: '/inbox' })).toBe('/sign-in#returned');
    await change(id, ofSaml({ allowsUnsolicited: true }));
    expect(await post(id, { SAMLResponse, RelayState: '/inbox' })).toBe(`/sso/${id}?returnTo=%2Finbox`);
    expect(await post(id, { SAMLResponse, RelayState: 'https://evil.example' })).toBe(
      `/sso/${id}?returnTo=%2Fdocuments`,
    );
  });
});

describe('an answer counts', () => {
  test('not where it is an attack, which leaves the request to the honest one', async () => {
    const { id } = await proven('attacks.example', ofSaml());
    const browser = new Browser(instance);
    const url = await leave(browser, id);
    const ann = { email: `ann@attacks.example`, groups: ['writers'] };
    for (const [what, tampering, words] of samlAttacks(instance.nowSeconds())) {
      const { RelayState, SAMLResponse } = provider.answerTo(url, ann, tampering);
      expect(await post(id, { SAMLResponse, RelayState }), what).toBe('/sign-in#returned');
      expect(await problemOf(id), what).toMatch(words);
      expect(await visitOf(browser), what).toMatchObject({ problem: 'failed' });
    }
    expect(await query('select * from identities where connection_id = $1', [id])).toEqual([]);
    const honest = provider.answerTo(url, ann);
    expect(await goOn(browser, await post(id, honest))).toBe('/documents');
    expect(await emailOf(browser)).toBe(ann.email);
    // It has counted, and does not again.
    expect(await post(id, honest)).toBe('/sign-in#returned');
    expect(await rolesOf('ann@attacks.example')).toEqual([[3, false]]);
  });

  test('in the shapes that providers use', async () => {
    const { id } = await proven('shapes.example', ofSaml());
    const ann = { email: 'ann@shapes.example', groups: ['writers'] };
    const soon = new Date((instance.nowSeconds() + 20) * 1000).toISOString();
    const early = (xml: string) => xml.replace(/ NotBefore="[^"]*"/, ` NotBefore="${soon}"`);
    const shapes: Tampering[] = [
      { signs: 'both' },
      { algorithm: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512' },
      { assertion: early },
      { response: (xml) => `<?xml version="1.0" encoding="UTF-8"?>\n${xml}` },
    ];
    for (const shape of shapes)
      expect(await signIn(new Browser(instance), id, ann, shape), await problemOf(id)).toBe('/documents');
  });

  test('once: neither for another request nor under the same id', async () => {
    const { id } = await proven('once.mill.example', ofSaml());
    const ann = { email: 'ann@once.mill.example', groups: ['writers'] };
    const same = { assertion: (xml: string) => xml.replace(/ ID="[^"]*"/, ' ID="_the-same"') };
    expect(await signIn(new Browser(instance), id, ann, same)).toBe('/documents');
    expect(await signIn(new Browser(instance), id, ann, same)).toBe('/sign-in#returned');
    expect(await problemOf(id)).toMatch(/used before/);
    const [one, two] = [await leave(new Browser(instance), id), await leave(new Browser(instance), id)];
    const { SAMLResponse } = provider.answerTo(one, ann);
    const RelayState = new URL(two).searchParams.get('RelayState');
    expect(await post(id, { SAMLResponse, RelayState })).toBe('/sign-in#returned');
    expect(await problemOf(id)).toMatch(/InResponseTo/);
    // Two posts at once, of which one wins.
    const asked = provider.answerTo(one, ann);
    const both = await Promise.all([post(id, asked), post(id, asked)]);
    expect(both.filter((to) => to.startsWith('/saml/'))).toHaveLength(1);
    instance.advance(601);
    expect(await post(id, provider.answerTo(two, ann))).toBe('/sign-in#returned');
  });

  test('with the attributes that the connection names, else those that are usual', async () => {
    const { id } = await proven('attributes.example', ofSaml());
    const rename = (xml: string) =>
      xml
        .replace(/Name="[^"]*displayname"/, 'Name="Full name"')
        .replace(/Name="[^"]*groups"/, 'Name="Teams"');
    const ann = { email: 'ann@attributes.example', groups: ['writers'] };
    expect(await signIn(new Browser(instance), id, ann, { assertion: rename })).toBe('/sign-in#returned');
    const { mapping } = form() as { mapping: object };
    const named = ofSaml({ nameAttribute: 'Full name' }, { domains: ['attributes.example'] });
    await change(id, { ...named, mapping: { ...mapping, groupClaim: 'Teams' } });
    const browser = new Browser(instance);
    expect(await signIn(browser, id, ann, { assertion: rename })).toBe('/documents');
    expect((await profileOf(browser)).json()).toMatchObject({ name: 'Ann at Acme' });
  });
});

describe('the metadata of a provider', () => {
  const tryIt = async (id: string) =>
    (await call('POST', `${PATH}/${id}/try`)).body as unknown as {
      usable: boolean;
      findings: { text: string }[];
    };
  const textOf = async (id: string) => (await tryIt(id)).findings.map(({ text }) => text).join('\n');

  test('is read daily: two certificates count during a roll-over, and one that cannot be read changes nothing', async () => {
    const { id } = await proven('roll.example', ofSaml());
    const ann = { email: 'ann@roll.example', groups: ['writers'] };
    const enter = (key: 'honest' | 'next') => signIn(new Browser(instance), id, ann, { key });
    const nextDay = async () => {
      instance.advance(86_400);
      await instance.jobs['refresh-metadata'](0);
    };
    expect(await enter('next')).toBe('/sign-in#returned');
    provider.state.published = ['honest', 'next'];
    await instance.jobs['refresh-metadata'](0);
    expect(await enter('next')).toBe('/sign-in#returned');
    await nextDay();
    for (const key of ['honest', 'next'] as const) expect(await enter(key)).toBe('/documents');
    provider.state.published = ['next'];
    await nextDay();
    expect(await enter('honest')).toBe('/sign-in#returned');
    provider.state.isDown = true;
    await nextDay();
    expect(await enter('next')).toBe('/documents');
    expect(await textOf(id)).toMatch(
      /cannot be used: [\d.]+:\d+ answered 503.*What was read before still counts/,
    );
    // Also then it can be changed.
    expect((await change(id, ofSaml({}, { name: 'Mill 2' }))).body).toMatchObject({
      ...{ name: 'Mill 2', saml: { metadataProblem: expect.stringContaining('503') } },
    });
    provider.state.isDown = false;
    provider.state.metadata = (xml) => xml.replaceAll(provider.issuer, 'https://evil.example');
    await nextDay();
    expect(await textOf(id)).toMatch(/calls itself https:\/\/evil.example now/);
    provider.state.metadata = (xml) => xml;
    provider.state.published = ['honest'];
    expect((await tryIt(id)).usable).toBe(true);
  });

  test('that names ended certificates alone is read anew, and then said to need another one', async () => {
    const old = provider.make(-1);
    const { id } = await proven('old.example', ofSaml(byHand({ certificates: [old.certificate] })));
    const browser = new Browser(instance);
    expect(await leave(browser, id)).toBe('/sign-in#returned');
    expect(await visitOf(browser)).toMatchObject({ problem: 'certificate_expired', retryDate: null });
    expect(await textOf(id)).toMatch(/certificate ended on \d{4}-\d\d-\d\d: make a new one at the provider/);
    // Where there is metadata, the next certificate needs nobody.
    await query('update saml_providers set metadata_url = $1', [provider.metadataUrl]);
    expect(await leave(browser, id)).toContain('/saml/sso');
  });

  test('may follow later, as some providers ask for our addresses first', async () => {
    const { id } = await made(ofSaml({ metadataUrl: '' }));
    const browser = new Browser(instance);
    expect(await leave(browser, id)).toBe('/sign-in#returned');
    expect(await visitOf(browser)).toMatchObject({ problem: 'incomplete' });
    expect(await textOf(id)).toMatch(/not set up yet/);
    const pasted = await change(id, ofSaml({ metadataUrl: '', metadata: provider.metadata() }));
    expect(pasted.body).toMatchObject({
      issuer: provider.issuer,
      saml: { certificates: [provider.keys.honest.certificate] },
    });
    // Left out, it stays.
    expect((await change(id, { ...ofSaml(), saml: undefined })).body).toMatchObject({
      issuer: provider.issuer,
    });
    expect(violationsOf(await change(id, { kind: 'oidc' }))).toHaveProperty('kind');
  });

  const WRONG: [object, string, RegExp][] = [
    [{ metadataUrl: 'http://10.0.0.1/metadata' }, 'metadataUrl', /https/],
    [{ metadataUrl: 'https://10.0.0.1/metadata' }, 'metadataUrl', /public address/],
    [{ metadataUrl: `${provider.issuer}/none` }, 'metadataUrl', /answered 404/],
    [{ metadataUrl: '', metadata: '<a/>' }, 'metadata', /no SAML metadata/],
    [{ metadataUrl: '', metadata: `<!DOCTYPE a>${provider.metadata()}` }, 'metadata', /declaration/],
    [
      { metadataUrl: '', metadata: provider.metadata().replaceAll('IDPSSO', 'SPSSO') },
      'metadata',
      /not of an identity provider/,
    ],
    [
      { metadataUrl: '', metadata: provider.metadata().replaceAll('"signing"', '"encryption"') },
      'metadata',
      /no certificate/,
    ],
    [
      { metadataUrl: '', metadata: provider.metadata().replaceAll('HTTP-Redirect', 'SOAP') },
      'metadata',
      /no SingleSignOnService/,
    ],
    [
      {
        metadataUrl: '',
        metadata: provider.metadata().replace(/http:\/\/[\d.]+:\d+\/saml\/sso/, 'javascript:alert(1)'),
      },
      'metadata',
      /https/,
    ],
    [byHand({ entityId: '' }), 'entityId', /1 to 1024/],
    [byHand({ ssoUrl: 'http://idp.example/sso' }), 'ssoUrl', /https/],
    [byHand({ sloUrl: 'ftp://idp.example' }), 'sloUrl', /https/],
    [byHand({ certificates: [] }), 'certificates', /Give the certificate/],
    [byHand({ certificates: ['nonsense'] }), 'certificates', /not a certificate/],
  ];

  test('is refused with what is wrong', async () => {
    for (const [saml, field, words] of WRONG) {
      const answer = await call('POST', PATH, form(ofSaml(saml)));
      expect(violationsOf(answer)).toEqual({ [`saml[${field}]`]: expect.stringMatching(words) });
    }
  });

  test('is of one kind of connection: signers have another', async () => {
    const answer = await call('POST', PATH, form(ofSaml({}, { isForSigners: true })));
    expect(violationsOf(answer)).toHaveProperty('isForSigners');
  });
});

describe('signing out', () => {
  test('here leads to the provider, and names the session there', async () => {
    const { id } = await proven('out.mill.example', ofSaml({}, { endsSession: true }));
    const browser = new Browser(instance);
    await signIn(browser, id, { email: 'ann@out.mill.example', groups: ['writers'] });
    const out = expectStatus(await browser.call('POST', '/api/v1/account/sign-out', {}), 200).json();
    const url = new URL(out.providerUrl);
    expect(`${url.origin}${url.pathname}`).toBe(`${provider.issuer}/slo`);
    const request = inflateRawSync(
      Buffer.from(url.searchParams.get('SAMLRequest') ?? '', 'base64'),
    ).toString();
    expect(request).toMatch(/<saml:NameID Format="[^"]*persistent">sub-ann@out.mill.example</);
    expect(request).toContain('<samlp:SessionIndex>index-ann@out.mill.example</samlp:SessionIndex>');
    expect(url.searchParams.get('Signature')).not.toBeNull();
    const back = await browser.call('GET', `/saml/${id}/slo?SAMLResponse=x`);
    expect([back.statusCode, back.headers.location]).toEqual([303, '/sign-in']);
  });

  test.each([
    ['by its address', false],
    ['in a form', true],
  ])('at the provider ends the session here: requests %s, signed, of now, once', async (_how, isPosted) => {
    const { id } = await proven(`slo${Number(isPosted)}.example`, ofSaml());
    const to = `${BASE}/saml/${id}/slo`;
    const email = `ann@slo${Number(isPosted)}.example`;
    const browser = new Browser(instance);
    await signIn(browser, id, { email, groups: ['writers'] });
    const send = async (address: string) => {
      const { pathname, search, searchParams } = new URL(address);
      if (isPosted) return post(id, Object.fromEntries(searchParams), 'slo');
      return String((await instance.inject({ method: 'GET', url: `${pathname}${search}` })).headers.location);
    };
    const ann = { subject: `sub-${email}`, sid: `index-${email}` };
    const logoutUrl: typeof provider.logoutUrl = (at, of, how) =>
      provider.logoutUrl(at, of, { ...how, isPosted });
    const good = logoutUrl(to, { ...ann, id: '_one' });
    for (const bad of [
      logoutUrl(to, ann, { isSigned: false }),
      logoutUrl(to, ann, { key: 'other' }),
      logoutUrl(to, { ...ann, at: -700 }),
      ...[provider.issuer, to].map((its) =>
        logoutUrl(to, { ...ann, change: (xml) => xml.replace(its, 'https://evil.example') }),
      ),
      logoutUrl(to, { ...ann, change: (xml) => xml.replaceAll('LogoutRequest', 'AuthnRequest') }),
      ...(isPosted ? [] : [`${good}&SAMLRequest=x`, good.replace('RelayState=on', 'RelayState=off')]),
    ])
      expect(await send(bad)).toBe('/sign-in');
    await send(logoutUrl(to, { ...ann, sid: 'of-another-session' }));
    expect((await profileOf(browser)).statusCode).toBe(200);
    const back = await send(good);
    expect(back).toMatch(
      new RegExp(`^${provider.issuer}/slo\\?SAMLResponse=.*&RelayState=on&SigAlg=.*&Signature=`),
    );
    expect((await profileOf(browser)).statusCode).toBe(401);
    await signIn(browser, id, { email, groups: ['writers'] });
    expect(await send(good)).toBe('/sign-in');
    expect((await profileOf(browser)).statusCode).toBe(200);
    // Without an index, all of a person end.
    await send(logoutUrl(to, { subject: ann.subject }));
    expect((await profileOf(browser)).statusCode).toBe(401);
  });
});
