import { createHash, randomBytes } from 'node:crypto';
import { type CscConsent, checkQualified, parseCertificate, type Signer, validate } from '@paraph/pades';
import Fastify, { type InjectOptions } from 'fastify';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { samplePdf } from '../../pades/src/testing/sample-pdf.ts';
import { signedIn, withFields } from '../../pades/src/testing/signed-pdf.ts';
import { createTestDatabase } from '../../tests/support/database.ts';
import { sandboxPerson } from '../../tests/support/sandbox-person.ts';
import { forThisFile } from '../../tests/support/scratch.ts';
import { openSandbox } from './index.ts';

const OTP = { otp: '654321' };
const VERIFIER = 'v'.repeat(43);
const baseUrl = 'http://localhost:3000';
const database = await createTestDatabase();
await forThisFile({ close: database.drop });
const instance = await forThisFile(openAlone());
const ann = sandboxPerson(instance);
const service = ann.open({ token: await ann.consentTo({ scope: 'service' }, { name: 'Ann Sandbox' }) });
const ids = await service.credentials();
const idOf = (kind: string) => ids.find((id) => id.endsWith(`.${kind}`)) ?? '';
const inputs = ['one', 'two', 'three'].map((text) => Buffer.from(text));
const digests = inputs.map((bytes) => createHash('sha256').update(bytes).digest());
const consentTo = (kind: string, more: Partial<CscConsent> = {}): CscConsent => ({
  scope: 'credential',
  credentialId: idOf(kind),
  digests,
  ...more,
});

/** The sandbox without a service around it: its pages, its tables, keys in memory, and a clock that stands. */
function openAlone() {
  const secrets = new Map<string, Buffer>();
  const pool = new pg.Pool(database.options);
  let now = Date.UTC(2026, 6, 27, 12);
  const sandbox = openSandbox({
    baseUrl,
    now: () => new Date(now),
    randomBytes,
    query: async (text, values) => (await pool.query(text, [...values])).rows,
    vault: {
      secret: async (name, make) => {
        const secret = secrets.get(name) ?? Buffer.from(await make());
        secrets.set(name, secret);
        return secret;
      },
      find: async (name) => secrets.get(name) ?? null,
      derive: (...about) => createHash('sha256').update(about.join('/')).digest(),
      encrypt: (text, boundTo) => `${boundTo} ${text}`,
      decrypt: (sealed, boundTo) => sealed.slice(boundTo.length + 1),
    },
  });
  const calls: string[] = [];
  const app = Fastify();
  sandbox.addPages(app, async (ip) => calls.push(ip));
  return {
    pool,
    calls,
    now: () => new Date(now),
    advance: (seconds: number) => {
      now += seconds * 1000;
    },
    deps: { config: { baseUrl }, sandbox },
    inject: (request: InjectOptions) => app.inject(request),
    close: async () => {
      await app.close();
      await pool.end();
    },
  };
}

/** The page that asks for this consent, which a browser opens in its language. */
const pageFor = (consent: CscConsent, { more = '', language = 'en' } = {}) =>
  instance.inject({
    url: `${ann.urlFor(consent, VERIFIER)}${more}`.slice(baseUrl.length),
    headers: { 'accept-language': language },
  });

/** Signs three inputs with a token for them. */
async function signWith(kind: string, token: string) {
  const person = ann.open({ token });
  return person.sign(await service.credential(idOf(kind)), { inputs, activationData: null });
}

describe('the sandbox provider', () => {
  test('says that it is a sandbox: in its description, certificates and page', async () => {
    expect(await ann.open({ token: '' }).info()).toMatchObject({
      name: 'Sandbox Trust Services',
      description: 'Sandbox, no legal effect',
      oauthUrl: ann.sandbox,
    });
    const { certificates } = await service.credential(idOf('page'));
    const [signerCertificate, root] = certificates.map(parseCertificate);
    expect(signerCertificate).toMatchObject({
      commonName: 'Ann Sandbox',
      issuerName: 'Sandbox, no legal effect',
    });
    const served = await instance.inject({ url: '/sandbox-provider/authority.cer' });
    expect(served.rawPayload).toEqual(Buffer.from(root?.der ?? []));
    const page = await pageFor(consentTo('page'));
    expect(page.body).toContain('Sandbox, no legal effect');
    expect(page.body).toContain(digests[0]?.toString('hex'));
  });

  test.each([
    ['de', 'Ihren Signaturschlüssel freigeben', 'Das ist nicht das Einmalkennwort.'],
    ['fr', 'Libérer votre clé de signature', 'Ce n’est pas le mot de passe à usage unique.'],
    ['es', 'Liberar su clave de firma', 'Esta no es la contraseña de un solo uso.'],
    ['ar', 'السماح باستخدام مفتاح توقيعك', 'هذه ليست كلمة المرور لمرة واحدة.'],
  ])('shows its pages and credentials in the language "%s"', async (language, title, wrong) => {
    const more = `&lang=${language}`;
    const asked = `${ann.urlFor(consentTo('page'), VERIFIER)}${more}`;
    const page = await pageFor(consentTo('page'), { more });
    expect(page.body).toContain(`<html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">`);
    expect(page.body).toContain(title);
    expect(page.body).not.toMatch(/\{\w+\}|Cancel<|undefined/);
    const again = await ann.answer(asked, { otp: '000000' });
    expect(again.body).toContain(wrong);
    const cancelled = await ann.answer(asked, { answer: 'cancel' });
    const said = new URL(String(cancelled.headers.location)).searchParams.get('error_description');
    expect(said).not.toBe('The person did not confirm.');
    const byBrowser = await pageFor(consentTo('page'), { language: `${language}-XX,en;q=0.5` });
    expect(byBrowser.body).toContain(title);
    const { description } = await service.credential(idOf('single'), language);
    expect(description).not.toBe((await service.credential(idOf('single'))).description);
  });

  test('signs three documents in one authorization, once, and no other hashes (SCAL2)', async () => {
    const token = await ann.consentTo(consentTo('page', { labels: ['A', 'B', 'C'] }), OTP);
    expect((await signWith('page', token)).signatures).toHaveLength(3);
    await expect(signWith('page', token)).rejects.toThrow('unknown or has ended');
    const otherDigests = digests.map((digest) => createHash('sha256').update(digest).digest());
    for (const released of [digests.slice(1), otherDigests]) {
      const other = await ann.consentTo(consentTo('page', { digests: released }), OTP);
      await expect(signWith('page', other)).rejects.toThrow('released for other hashes');
    }
  });

  test('releases a key by PIN and one-time password, whatever is signed then (SCAL1)', async () => {
    const credential = await service.credential(idOf('pin'));
    expect(credential).toMatchObject({ mode: 'explicit', scal: 1 });
    expect(credential.authorizationObjects.map(({ id }) => id)).toEqual(['PIN', 'OTP']);
    const typed = (pin: string, otp: string) => [
      { id: 'PIN', value: pin },
      { id: 'OTP', value: otp },
    ];
    const release = (pin: string, otp: string) =>
      service.authorize(credential, { inputs: [Buffer.from('something else')], authData: typed(pin, otp) });
    await expect(release('000000', '654321')).rejects.toThrow('The PIN is wrong');
    await expect(release('123456', '000000')).rejects.toThrow('The one-time password is wrong');
    const sign = (activationData: string) =>
      service.sign(credential, { inputs: inputs.slice(0, 1), activationData });
    expect((await sign(await release('123456', '654321'))).signatures).toHaveLength(1);
    const late = await release('123456', '654321');
    instance.advance(301);
    await expect(sign(late)).rejects.toThrow('(SAD) has ended');
  });

  test('hands signatures over later, to who asks again', async () => {
    const credential = await service.credential(idOf('slow'));
    const token = await ann.consentTo(consentTo('slow'), OTP);
    const promised = await signWith('slow', token);
    expect(promised.signatures).toBeNull();
    const poll = () => service.poll(credential, { inputs, responseId: promised.responseId ?? '' });
    expect((await poll()).signatures).toBeNull();
    instance.advance(5);
    expect((await poll()).signatures).toHaveLength(3);
  });

  test.each([
    ['single', {}, 'invalid_request', 'signs 1 to 1 hashes'],
    ['page', { digests: [Buffer.alloc(20)] }, 'invalid_request', 'length of SHA-256'],
    ['nothing', {}, 'invalid_request', 'no such credential'],
  ] as const)('returns to the client with the reason: %s %j', async (kind, more, error, words) => {
    const { headers } = await ann.answer(ann.urlFor(consentTo(kind, more), VERIFIER), OTP);
    const parameters = Object.fromEntries(new URL(String(headers.location)).searchParams);
    expect(parameters).toMatchObject({
      error,
      state: 'the state',
      error_description: expect.stringContaining(words),
    });
  });

  test('stays on its page after a wrong password, and returns when the person cancels', async () => {
    const url = ann.urlFor(consentTo('page'), VERIFIER);
    const wrong = await ann.answer(url, { otp: '111111' });
    expect([wrong.statusCode, wrong.headers.location]).toEqual([400, undefined]);
    expect(wrong.body).toContain('This is not the one-time password');
    const cancelled = await ann.answer(url, { answer: 'cancel' });
    expect(new URL(String(cancelled.headers.location)).searchParams.get('error')).toBe('access_denied');
  });

  test('redirects nowhere for a stranger, and escapes what it shows', async () => {
    for (const [name, value] of [
      ['client_id', 'x'],
      ['redirect_uri', 'https://evil.example/'],
    ] as const) {
      const url = new URL(ann.urlFor({ scope: 'service' }, VERIFIER));
      url.searchParams.set(name, value);
      const answer = await ann.answer(url.href, { name: 'Eve' });
      expect([answer.statusCode, answer.headers.location]).toEqual([400, undefined]);
    }
    const labels = ['<script>alert(1)</script>', '"b"', 'c'];
    const shown = await pageFor(consentTo('page', { labels }));
    expect(shown.body).not.toContain('<script');
    expect(shown.body).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  });

  test('takes a code once, with its verifier and the secret of the client', async () => {
    const code = async () => {
      const { headers } = await ann.answer(ann.urlFor({ scope: 'service' }, VERIFIER), {
        name: 'Ann Sandbox',
      });
      return new URL(String(headers.location)).searchParams.get('code') ?? '';
    };
    await expect(ann.exchange(await code(), 'w'.repeat(43))).rejects.toThrow('of another request');
    await expect(ann.exchange(await code(), VERIFIER, { clientSecret: 'x' })).rejects.toThrow(
      'not known here',
    );
    const first = await code();
    expect((await ann.exchange(first, VERIFIER)).isActivationData).toBe(false);
    await expect(ann.exchange(first, VERIFIER)).rejects.toThrow('The code has ended');
    const late = await code();
    instance.advance(61);
    await expect(ann.exchange(late, VERIFIER)).rejects.toThrow('The code has ended');
  });

  test('hides the credentials of another person', async () => {
    const token = await ann.consentTo({ scope: 'service' }, { name: 'Bob Sandbox' });
    await expect(ann.open({ token }).credential(idOf('page'))).rejects.toThrow('no such credential');
    await expect(ann.open({ token: 'guessed' }).credentials()).rejects.toThrow('unknown or has ended');
  });

  test('has certificates that are judged: qualified, without QC statements, revoked', async () => {
    const token = await ann.consentTo({ scope: 'service' }, { name: 'Ann Sandbox' });
    const person = ann.open({ token });
    const { certificates } = await person.credential(idOf('page'));
    const anchors = certificates.slice(1);
    const crl = (await instance.inject({ url: '/sandbox-provider/authority.crl' })).rawPayload;
    const at = instance.now();
    const judge = (certificates: readonly Uint8Array[], trusted = anchors) =>
      checkQualified(
        { certificates, anchors: trusted, at },
        { revocation: async () => ({ crls: [crl], ocsps: [] }) },
      );
    expect(await judge(certificates)).toMatchObject({ problems: [], revocation: 'good' });
    const credential = await person.credential(idOf('plain'));
    expect((await judge(credential.certificates)).problems.map(({ code }) => code)).toEqual([
      'compliance',
      'device',
      'type',
    ]);
    expect((await judge(certificates, [])).problems.map(({ code }) => code)).toEqual(['anchor']);
    await expect(person.credential(idOf('revoked'))).rejects.toThrow('is revoked');
    // The list says so, too, to a client that believes no status.
    const { rows } = await instance.pool.query(
      "select certificates ->> 'revoked' as der from sandbox_holders where name = 'Ann Sandbox'",
    );
    const revoked = [Buffer.from(String(rows[0]?.der), 'base64'), ...anchors];
    expect((await judge(revoked)).problems.map(({ code }) => code)).toEqual(['revoked']);
  });

  test('makes signatures that a validator accepts', async () => {
    const token = await ann.consentTo({ scope: 'service' }, { name: 'Ann Sandbox' });
    const person = ann.open({ token });
    const prepared = withFields(samplePdf(), 'Ann');
    const signer = await person.signer(idOf('page'), {
      activationData: async (hashes) => {
        const digests = hashes.map((hash) => Buffer.from(hash, 'base64'));
        return ann.consentTo(consentTo('page', { digests }), OTP);
      },
    });
    const signingTime = instance.now();
    const sign = (by: Signer) => signedIn(prepared, 'Ann', { signer: by, signingTime });
    // The token of the authorization takes the place of activation data here.
    await expect(sign(signer)).rejects.toThrow('(SAD) has ended');
    const explicit = await person.signer(idOf('pin'), {
      authData: async () => [
        { id: 'PIN', value: '123456' },
        { id: 'OTP', value: '654321' },
      ],
    });
    const file = await sign(explicit);
    const anchors = explicit.certificates.slice(1);
    expect(validate(file, { anchors, at: signingTime }).signatures[0]).toMatchObject({
      integrity: { ok: true },
      certificate: { ok: true },
    });
  });
});
