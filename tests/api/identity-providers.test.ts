import { beforeEach, describe, expect, test } from 'vitest';
import { openAdvancedSigner } from '../support/advanced-signer.ts';
import { readEvents } from '../support/api-case.ts';
import { expectStatus, forThisFile, openInstanceCase } from '../support/instance-case.ts';
import { openOpenidProvider, type Visitor } from '../support/openid-provider.ts';
import { caller } from '../support/organization.ts';
import { codeOf } from '../support/quick-sender.ts';
import { followReturn } from '../support/signer.ts';
import { workflowTables } from '../support/workflow-tables.ts';

const PROVIDER = '/api/v1/organization/identity-provider';
const DISCOVERY = '/.well-known/openid-configuration';

const { instance, sender, create } = await openInstanceCase();
const provider = await forThisFile(openOpenidProvider(instance.nowSeconds));
const call = caller(sender);
beforeEach(async () => {
  provider.broken.clear();
  provider.state.metadata = {};
  expect((await call('PUT', PROVIDER, provider.form)).status).toBe(200);
});

describe('the identity provider of an organization', () => {
  test('is kept with its secret encrypted, which no answer has, and decides on what is offered', async () => {
    const offers = async () => (await call('GET', '/api/v1/organization/levels')).body.identifications;
    const offer = (missing: unknown) => ({
      identification: 'identity-provider',
      offered: missing === null,
      missing,
    });
    const nothing = { returnUrl: 'http://localhost:3000/sign/identity/return', provider: null };
    expect((await call('DELETE', PROVIDER)).status).toBe(204);
    expect((await call('GET', PROVIDER)).body).toEqual(nothing);
    expect(await offers()).toContainEqual(offer(expect.stringContaining('An administrator')));
    const { issuer, clientId, clientSecret } = provider.form;
    const made = await call('PUT', PROVIDER, { ...provider.form, issuer: ` ${issuer} ` });
    expect(made.body.provider).toEqual({ issuer, clientId, changeDate: instance.nowSeconds() });
    expect(await offers()).toContainEqual(offer(null));
    const rows = await instance.deps.database.selectFrom('identity_providers').selectAll().execute();
    expect(JSON.stringify([rows, made.body])).not.toContain(clientSecret);
    expect((await call('DELETE', PROVIDER)).status).toBe(204);
    expect((await call('GET', PROVIDER)).body).toEqual(nothing);
    expect(await offers()).toContainEqual(offer(expect.stringContaining('An administrator')));
    expect((await call('DELETE', PROVIDER)).status).toBe(404);
    expect((await call('POST', `${PROVIDER}/try`)).status).toBe(404);
  });

  test.each([
    [{ issuer: '' }, 'issuer', 'Must not be empty.'],
    [{ issuer: 'http://login.example.com' }, 'issuer', 'The URL must begin with https://.'],
    [{ issuer: 'https://10.0.0.1/acme' }, 'issuer', 'public address'],
    [{ issuer: 'http://localhost:3000/acme' }, 'issuer', 'leads back to this instance'],
    [{ issuer: `https://login.example.com${DISCOVERY}` }, 'issuer', 'Give the issuer alone'],
    [{ clientId: ' ' }, 'clientId', 'Must not be empty.'],
    [{ clientId: 'a\0' }, 'clientId', 'Must not contain control characters.'],
    [{ clientSecret: ' ' }, 'clientSecret', 'Must not be empty.'],
  ])('is refused with the reason: %j', async (change, field, words) => {
    const made = await call('PUT', PROVIDER, { ...provider.form, ...change });
    expect(made.status).toBe(400);
    expect(made.body.error.violations).toEqual({ [field]: expect.stringContaining(words) });
  });

  test('sends its secret to no other issuer, and in no other client’s name, than it was given for', async () => {
    const { clientSecret: _secret, ...kept } = provider.form;
    for (const change of [{ issuer: 'https://evil.example' }, { clientId: 'other' }]) {
      const moved = await call('PUT', PROVIDER, { ...kept, ...change });
      expect(moved.body.error.violations).toEqual({ clientSecret: expect.stringContaining('anew') });
    }
    expect((await call('PUT', PROVIDER, kept)).body.provider).toMatchObject({ issuer: provider.issuer });
  });
});

const tried = async () => {
  const { body } = await call('POST', `${PROVIDER}/try`);
  return body as { usable: boolean; findings: { ok: boolean; text: string }[] };
};
const problems = async () => {
  const { usable, findings } = await tried();
  expect(usable).toBe(false);
  return findings.filter(({ ok }) => !ok).map(({ text }) => text);
};
const host = () => new URL(provider.issuer).host;

test('trying the identity provider says what it offers', async () => {
  const { usable, findings } = await tried();
  expect(usable).toBe(true);
  expect(findings.map(({ text }) => text)).toEqual([
    `It answers as ${provider.issuer}.`,
    `People sign in at ${host()}.`,
    'It gives codes for tokens.',
    'It protects codes by PKCE (S256).',
    expect.stringContaining('names both'),
  ]);
});

test('trying the identity provider says what is missing, in words', async () => {
  provider.state.metadata = {
    response_types_supported: ['id_token'],
    code_challenge_methods_supported: ['plain'],
    jwks_uri: undefined,
  };
  expect(await problems()).toEqual([
    'It does not say where jwks_uri are.',
    'It does not give codes for tokens (response type “code”).',
    'It does not protect codes by PKCE with S256.',
  ]);
});

test('trying the identity provider says why it could not be asked', async () => {
  provider.state.metadata = { issuer: 'https://login.example.com/other' };
  expect((await problems())[0]).toMatch(/issuer/);
  provider.state.metadata = { token_endpoint_auth_methods_supported: ['private_key_jwt'] };
  expect(await problems()).toEqual([
    `At ${host()}: It takes no client secret (client_secret_post or client_secret_basic).`,
  ]);
  provider.broken.set(DISCOVERY, { status: 404, body: '{}' });
  expect(await problems()).toEqual([
    `At ${host()}: It did not answer as an OpenID Connect provider does (404).`,
  ]);
  provider.broken.set(DISCOVERY, { status: 200, body: `{"issuer":"${'x'.repeat(300_000)}"}` });
  expect(await problems()).toEqual([`At ${host()}: The answer was too long or broke off.`]);
  await call('PUT', PROVIDER, { ...provider.form, issuer: 'http://localhost:65000' });
  const { body } = await call('POST', `${PROVIDER}/try`);
  expect(body.findings).toEqual([
    { ok: false, text: 'At localhost:65000: The receiver refused the connection.' },
  ]);
});

type Identified = { method: string; to: string; provenUntil: number | null; problem: string | null };
let people = 1000;

/** A signer who is asked to sign in, with what their browser does. */
async function open() {
  people += 1;
  const phone = `+4179123${people}`;
  const ann = await openAdvancedSigner(instance, create, { method: 'identity-provider', phone });
  const begin = async (previewId?: string) => {
    const id = previewId ?? (await ann.preview()).previewId;
    return ann.signer.call('POST', '/identification/sign-in', { previewId: id, language: 'fr' });
  };
  const goThere = async (previewId?: string) =>
    (expectStatus(await begin(previewId), 200).json() as { url: string }).url;
  /** The browser follows the redirect of the provider. */
  const comeBack = (address: string, headers: Record<string, string> = ann.signer.headers) =>
    followReturn(instance, address, headers);
  const signIn = async (visitor: Partial<Visitor> = {}) => {
    const url = await goThere();
    return comeBack(provider.signIn(url, { email: ann.person.email, ...visitor }));
  };
  const look = async (previewId?: string) => {
    const answer = expectStatus(await ann.identification(previewId ?? (await ann.preview()).previewId), 200);
    return answer.json() as Identified;
  };
  return { ...ann, begin, goThere, comeBack, signIn, look };
}

const { query } = workflowTables(() => instance);
const provenEvents = async (workflowId: number) =>
  (await readEvents(instance, workflowId)).filter(({ name }) => name === 'identification.proven');

test('a fresh sign-in as the recipient shows who signs this very content, once', async () => {
  const ann = await open();
  const { previewId, contentHash } = await ann.preview();
  const host = new URL(provider.issuer).host;
  expect(await ann.look(previewId)).toMatchObject({
    ...{ method: 'identity-provider', to: host, provenUntil: null, problem: null },
  });
  const url = await ann.goThere(previewId);
  const asked = Object.fromEntries(new URL(url).searchParams);
  expect(asked).toMatchObject({
    ...{ response_type: 'code', client_id: 'paraph', prompt: 'login', max_age: '0', ui_locales: 'fr' },
    ...{ code_challenge_method: 'S256', login_hint: ann.person.email },
    redirect_uri: 'http://localhost:3000/sign/identity/return',
    nonce: expect.stringMatching(/^[\w-]{43}$/),
    state: expect.stringMatching(/^[\w-]{43}$/),
  });
  // Neither state nor secrets can be read from the database.
  const kept = JSON.stringify(await query('select * from identity_visits'));
  expect(kept).not.toContain(asked.state);
  expect(kept).not.toContain(asked.nonce);
  const back = provider.signIn(url, { email: ann.person.email.toUpperCase() });
  const returned = await ann.comeBack(back);
  expect([returned.statusCode, returned.headers.location]).toEqual([
    303,
    `/signing/${ann.linkId}#identified`,
  ]);
  expect(await ann.look(previewId)).toMatchObject({
    provenUntil: instance.nowSeconds() + 600,
    problem: null,
  });
  const [proven, ...others] = await provenEvents(ann.workflowId);
  expect(others).toEqual([]);
  expect(proven?.actor).toMatchObject({ kind: 'recipient', name: 'Ann' });
  expect(proven?.detail).toEqual({
    ...{ method: 'identity-provider', issuer: provider.issuer, to: host },
    ...{ subject: `sub-${ann.person.email.toUpperCase()}`, name: 'Ann at Acme' },
    ...{ email: ann.person.email.toUpperCase(), signedInTime: instance.deps.clock.now().toISOString() },
    ...{ contentHash, proofId: expect.any(Number), actionId: ann.actionId },
    ...{ recipientId: expect.any(Number), recipientName: 'Ann' },
  });
  // The callback once more, as from the history of the browser.
  expect((await ann.comeBack(back)).headers.location).toBe('/signing/unknown');
  expect(await provenEvents(ann.workflowId)).toHaveLength(1);
  await ann.changeAnswer();
  const changed = await ann.preview();
  expect((await ann.look(changed.previewId)).provenUntil).toBeNull();
  expect(codeOf(await ann.press(changed.previewId))).toBe('WORKFLOW_STATUS_CONFLICT');
  await ann.signIn();
  expectStatus(await ann.press((await ann.preview()).previewId), 200);
  const [row] = await query('select * from identity_visits where link_id = $1', [ann.linkId]);
  expect(row).toMatchObject({ sealed_secrets: '', state_hash: null });
});

const seconds = () => instance.nowSeconds();
const wrong: [string, (ann: Awaited<ReturnType<typeof open>>) => Partial<Visitor>, RegExp][] = [
  ['wrong nonce', () => ({ claims: { nonce: 'of-another-sign-in' } }), /not for this sign-in \(nonce\)/],
  ['no nonce', () => ({ claims: { nonce: undefined } }), /cannot be used/],
  ['wrong issuer', () => ({ claims: { iss: 'https://evil.example' } }), /not for this sign-in \(iss\)/],
  ['wrong audience', () => ({ claims: { aud: 'another-client' } }), /not for this sign-in \(aud\)/],
  ['an ID token that is over', () => ({ claims: { exp: seconds() - 60 } }), /not for this sign-in \(exp\)/],
  ['a key that is not the provider’s', () => ({ otherKey: true }), /cannot be used/],
  [
    'an unverified address',
    () => ({ claims: { email_verified: false } }),
    /has not verified that ann\d+@example.com/,
  ],
  ['nothing of verification', () => ({ claims: { email_verified: undefined } }), /has not verified/],
  [
    'another person',
    () => ({ email: 'eve@example.com' }),
    /You signed in at localhost:\d+ as eve@example.com, but/,
  ],
  ['no address', () => ({ claims: { email: undefined } }), /does not say which address is yours/],
  ['an old sign-in', () => ({ claims: { auth_time: seconds() - 31 } }), /sign in there anew/],
  ['a sign-in to come', () => ({ claims: { auth_time: seconds() + 31 } }), /sign in there anew/],
  ['no time of the sign-in', () => ({ claims: { auth_time: undefined } }), /does not say when you signed in/],
];

test('what is no fresh sign-in of the recipient is refused in words, and shows nothing', async () => {
  const ann = await open();
  for (const [what, faults, words] of wrong) {
    const returned = await ann.signIn(faults(ann));
    expect(returned.headers.location, what).toBe(`/signing/${ann.linkId}#identified`);
    const { provenUntil, problem } = await ann.look();
    expect({ provenUntil, problem }, what).toEqual({
      provenUntil: null,
      problem: expect.stringMatching(words),
    });
  }
  const { previewId } = await ann.preview();
  expect(codeOf(await ann.press(previewId))).toBe('WORKFLOW_STATUS_CONFLICT');
  expect(await provenEvents(ann.workflowId)).toEqual([]);
  // The address may come from the userinfo endpoint alone, and verification as text.
  await ann.signIn({
    claims: { email: undefined, email_verified: undefined },
    userInfo: { email: ann.person.email, email_verified: 'true' },
  });
  expect(await ann.look()).toMatchObject({ problem: null, provenUntil: expect.any(Number) });
});

test('a return counts in the browser that left, with the state of its link, in time and for the address of now', async () => {
  const ann = await open();
  const eve = await open();
  const email = ann.person.email;
  const unknown = { statusCode: 303, headers: expect.objectContaining({ location: '/signing/unknown' }) };
  const stolen = provider.signIn(await ann.goThere(), { email });
  expect(await eve.comeBack(stolen)).toMatchObject(unknown);
  expect(await eve.comeBack(stolen, {})).toMatchObject(unknown);
  // Her own state with the code of another: the verifier does not fit.
  const code = new URL(stolen).searchParams.get('code') ?? '';
  const mixed = new URL(provider.signIn(await eve.goThere(), { email }));
  mixed.searchParams.set('code', code);
  await eve.comeBack(mixed.href);
  expect((await eve.look()).problem).toMatch(/This code is not good/);
  const foreign = new URL(provider.signIn(await eve.goThere(), { email: eve.person.email }));
  foreign.searchParams.set('iss', 'https://evil.example');
  await eve.comeBack(foreign.href);
  expect((await eve.look()).problem).toMatch(/localhost/);
  // Begun anew: the state of before is void.
  const before = provider.signIn(await ann.goThere(), { email });
  const latest = provider.signIn(await ann.goThere(), { email });
  expect(await ann.comeBack(before)).toMatchObject(unknown);
  await ann.comeBack(latest);
  expect((await ann.look()).provenUntil).not.toBeNull();
  const late = provider.signIn(await eve.goThere(), { email: eve.person.email });
  instance.advance(600);
  expect(await eve.comeBack(late)).toMatchObject(unknown);
  // While they were there, another proof was asked for; the address was corrected; the document was taken back.
  const change = (to: { identification?: 'code-sms' | 'identity-provider'; email?: string }) =>
    instance.deps.database
      .updateTable('recipients')
      .set(to)
      .where('workflow_id', '=', eve.workflowId)
      .execute();
  const otherwise = provider.signIn(await eve.goThere(), { email: eve.person.email });
  await change({ identification: 'code-sms' });
  await eve.comeBack(otherwise);
  await change({ identification: 'identity-provider' });
  expect((await eve.look()).problem).toContain('is not asked any more');
  const corrected = provider.signIn(await eve.goThere(), { email: eve.person.email });
  await change({ email: 'mallory@example.com' });
  await eve.comeBack(corrected);
  await change({ email: eve.person.email });
  const canceled = provider.signIn(await eve.goThere(), { email: eve.person.email });
  await call('PUT', `/api/v1/envelopes/${eve.workflowId}/cancel`);
  await eve.comeBack(canceled);
  expect(await provenEvents(eve.workflowId)).toEqual([]);
});

test('a provider that is down, refuses or is taken away is told in words, and nothing is lost', async () => {
  const ann = await open();
  const { previewId } = await ann.preview();
  provider.broken.set('/.well-known/openid-configuration', { status: 503, body: '' });
  const refused = await ann.begin(previewId);
  expect([refused.statusCode, refused.body]).toEqual([
    503,
    expect.stringMatching(/\(503\).*nothing is lost/),
  ]);
  provider.broken.clear();
  const email = ann.person.email;
  const down = provider.signIn(await ann.goThere(), { email });
  provider.broken.set('/token', { status: 502, body: '<html>' });
  await ann.comeBack(down);
  expect((await ann.look()).problem).toMatch(/did not answer as an OpenID Connect provider does \(502\)/);
  provider.broken.clear();
  const denied = new URL(provider.signIn(await ann.goThere(), { email }));
  denied.searchParams.delete('code');
  denied.searchParams.set('error', 'access_denied');
  denied.searchParams.set('error_description', 'You pressed cancel');
  await ann.comeBack(denied.href);
  expect((await ann.look()).problem).toContain('It answered “You pressed cancel”');
  const moved = provider.signIn(await ann.goThere(), { email });
  await call('PUT', PROVIDER, { ...provider.form, clientId: 'another', clientSecret: 'x' });
  await ann.comeBack(moved);
  expect((await ann.look()).problem).toContain('has changed its identity provider');
  await call('DELETE', PROVIDER);
  expect(codeOf(await ann.begin())).toBe('WORKFLOW_STATUS_CONFLICT');
  await call('PUT', PROVIDER, provider.form);
  await ann.signIn();
  expect((await ann.look()).provenUntil).not.toBeNull();
  const sms = await openAdvancedSigner(instance, create, { phone: '+41791239999' });
  const asked = { previewId: (await sms.preview()).previewId, language: 'en' };
  expect(codeOf(await sms.signer.call('POST', '/identification/sign-in', asked))).toBe(
    'WORKFLOW_STATUS_CONFLICT',
  );
  expect(codeOf(await ann.askForCode((await ann.preview()).previewId))).toBe('WORKFLOW_STATUS_CONFLICT');
});

test('a sender chooses it, for a recipient or as the default of the organization', async () => {
  const before = await call('PUT', '/api/v1/organization/levels', {
    defaultIdentification: 'identity-provider',
  });
  expect(before.status, JSON.stringify(before.body)).toBe(200);
  const envelopeId = await create({
    type: 'advanced',
    steps: [{ type: 'sign', recipients: [{ name: 'Kim', email: 'kim@example.com' }] }],
  });
  const asked = await query(
    `select identification from recipients join workflows on workflows.id = workflow_id where envelope_id = $1`,
    [envelopeId],
  );
  expect(asked).toEqual([{ identification: 'identity-provider' }]);
  await call('PUT', '/api/v1/organization/levels', { defaultIdentification: null });
});
