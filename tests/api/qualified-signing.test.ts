import { execFileSync } from 'node:child_process';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { validate } from '../../pades/src/index.ts';
import { type Fault, openFaultyProvider } from '../support/faulty-provider.ts';
import { cookieOf, multipart } from '../support/instance.ts';
import { expectStatus, openInstanceCase } from '../support/instance-case.ts';
import { openOwnKey } from '../support/own-key-signer.ts';
import { buildPdf, textLines } from '../support/pdf-fixtures.ts';
import { followQualified, openSealedQualified, SANDBOX_OTP } from '../support/qualified-signer.ts';
import { codeOf, violationsOf } from '../support/quick-sender.ts';

let serial = 0;
let ann: { name: string; email: string };

const { instance, sender, create, get, workflowOf, ...envelopes } = await openInstanceCase();
beforeEach(() => {
  serial += 1;
  ann = { name: 'Ann Lee', email: `ann-${serial}@example.com` };
});

const urlIn = (answer: { json(): unknown }) => (answer.json() as { url: string }).url;
const follow = async (provider?: string) => {
  const id = await create({ type: 'qualified', steps: [{ type: 'sign', recipients: [ann] }] });
  await instance.runJobs();
  return { id, signer: await followQualified(instance, ann, provider) };
};
const read = async (id: string) =>
  (await envelopes.read(id)).envelope as unknown as {
    status: string;
    steps: { actions: { recipientEmail: string; transaction: object | null }[] }[];
  };

const releaseBy = (pin: string) => ({
  values: [
    { id: 'PIN', value: pin },
    { id: 'OTP', value: SANDBOX_OTP },
  ],
});

/** The text of a PDF, in one line. */
function textOf(pdf: Buffer): string {
  return execFileSync('pdftotext', ['-', '-'], { input: pdf, encoding: 'utf8' }).replaceAll(/\s+/g, ' ');
}

const completionOf = async (id: string) =>
  (await get(`${(await workflowOf(id)).path}/certificate`)).rawPayload;

describe('a qualified signature', () => {
  test('is made at the signer’s provider, archived to B-LTA, and named with its transaction', async () => {
    const { id, signer } = await follow();
    const opened = (await signer.call('GET')).json();
    expect(opened.workflow).toMatchObject({ type: 'qualified', sandbox: true });
    expect(JSON.stringify(opened.fields[0].look)).toContain('Sandbox, no legal effect');
    expect((await signer.provider('GET', '')).json()).toEqual({
      providers: [{ key: 'sandbox', name: 'Sandbox Trust Services', sandbox: true }],
      visit: null,
    });
    const returned = await signer.signIn();
    expect(returned.headers.location).toBe(`${signer.clean}#provider`);
    expect((await signer.visit()).visit).toMatchObject({ stage: 'choose', problem: null });
    const offered = await signer.credentials();
    expect(offered.map(({ id, problem }) => [id.split('.')[1], problem === null])).toEqual([
      ['page', true],
      ['pin', true],
      ['slow', true],
      ['single', true],
      ['revoked', false],
      ['plain', false],
    ]);
    // Each is said in words, also one that cannot be used.
    expect(new Set(offered.map(({ name }) => name))).toEqual(new Set([offered[0]?.name]));
    expect(offered[4]).toMatchObject({ description: 'Revoked', problem: 'The certificate is revoked.' });
    expect(JSON.stringify(offered.map(({ id, ...shown }) => shown))).not.toContain(
      offered[0]?.id.split('.')[0],
    );
    const url = urlIn(await signer.choose('page'));
    expect((await signer.visit()).visit?.stage).toBe('release');
    await signer.answerPage(url, { otp: SANDBOX_OTP });
    expect((await signer.visit()).visit?.stage).toBe('sign');
    const finished = await signer.finishQualified();
    expect([finished.statusCode, finished.body]).toEqual([200, '{"done":true}']);
    expect(await signer.view()).toMatchObject({ state: 'done' });
    await instance.runJobs();
    const envelope = await read(id);
    expect(envelope).toMatchObject({ status: 'signed' });
    expect(envelope.steps[0]?.actions[0]?.transaction).toEqual({
      provider: 'Sandbox Trust Services',
      responseId: null,
      notice: 'Sandbox, no legal effect',
    });
    const root = await instance.inject({ url: '/sandbox-provider/authority.cer' });
    const { pdf, certificate } = await openSealedQualified({ instance, signer }, root.rawPayload);
    expect(certificate.issuerName).toBe('Sandbox, no legal effect');
    // In the mark on the page; in title, heading and level of the certificate.
    expect(textOf(pdf)).toContain('Sandbox, no legal effect · Ann Lee Signed ');
    const words = textOf(await completionOf(id));
    expect(words).toMatch(/^Certificate of completion Sandbox, no legal effect/);
    expect(words).toContain('Ann Lee · Sandbox, no legal effect');
    expect(words).toContain('Qualified electronic signature (Sandbox, no legal effect)');
    // Without the provider's anchor nothing says that it is trusted.
    const ours = { anchors: [instance.deps.authority.root.certificate] };
    expect(validate(pdf, ours).signatures[0]?.certificate.ok).toBe(false);
    const form = multipart([{ name: 'document', value: pdf, fileName: 'sealed.pdf' }]);
    const verified = await instance.inject({ method: 'POST', url: '/api/v1/verify', ...form });
    expect(verified.json()).toMatchObject({
      document: { intact: 'all', identity: 'none' },
      text: expect.stringContaining('Sandbox, no legal effect'),
      signatures: [
        {
          level: 'B-LTA',
          reached: null,
          certificate: { trusted: true, trustedBy: 'sandbox', revocation: 'good' },
          qualified: { state: 'sandbox', sentence: expect.stringContaining('Sandbox, no legal effect') },
        },
      ],
    });
  });

  test('of three documents by two people in one authorization each, and never by who has another one’s', async () => {
    const people = [ann, { name: 'Bob Ray', email: `bob-${serial}@example.com` }];
    const further = ['Annex', 'Rules'].map(
      (name) => [`${name}.pdf`, buildPdf({ pages: [{ content: textLines([name]) }] })] as const,
    );
    const steps = [{ type: 'sign', recipients: people }];
    const id = await create({ name: 'Three', type: 'qualified', steps, further });
    await instance.runJobs();
    for (const [index, person] of people.entries()) {
      const signer = await followQualified(instance, person);
      await signer.signIn();
      expect(violationsOf(await signer.choose('single')).credential).toContain('at most 1 documents');
      if (index === 0) {
        await signer.answerPage(urlIn(await signer.choose('page')), { otp: SANDBOX_OTP });
        expect((await signer.finishQualified()).json()).toEqual({ done: true });
        continue;
      }
      const asked = await signer.choose('pin');
      expect((asked.json() as { asks: { id: string }[] }).asks.map(({ id }) => id)).toEqual(['PIN', 'OTP']);
      const wrong = await signer.provider('POST', '/release', releaseBy('000000'));
      expect([wrong.statusCode, violationsOf(wrong).provider]).toEqual([
        400,
        'Sandbox Trust Services failed at releasing the key: The PIN is wrong.',
      ]);
      expect((await signer.visit()).visit).toMatchObject({ stage: 'release' });
      expect((await signer.provider('POST', '/release', releaseBy('123456'))).statusCode).toBe(204);
      expect((await signer.finishQualified()).json()).toEqual({ done: true });
    }
    await instance.runJobs();
    expect(await read(id)).toMatchObject({ status: 'signed' });
  });

  test('waits for a provider that signs later', async () => {
    const { id, signer } = await follow();
    await signer.signIn();
    await signer.answerPage(urlIn(await signer.choose('slow')), { otp: SANDBOX_OTP });
    expect((await signer.finishQualified()).json()).toEqual({ done: false });
    expect((await signer.visit()).visit?.stage).toBe('wait');
    expect((await signer.finishQualified()).json()).toEqual({ done: false });
    instance.advance(5);
    expect((await signer.finishQualified()).json()).toEqual({ done: true });
    const [step] = (await read(id)).steps;
    expect(step?.actions[0]?.transaction).toMatchObject({ responseId: expect.stringMatching(/^[\w-]{43}$/) });
  });

  test('is not made with a credential that is revoked or plain: the level is never lowered', async () => {
    const { id, signer } = await follow();
    await signer.signIn();
    for (const [kind, words] of [
      ['revoked', 'revoked'],
      ['plain', 'does not state that it is qualified'],
    ] as const) {
      const refused = expectStatus(await signer.choose(kind), 400);
      expect(Object.values(violationsOf(refused))[0]).toContain(words);
    }
    const finished = await signer.finishQualified();
    expect(violationsOf(finished).credential).toBe('Choose a certificate first.');
    // Nor by this service, nor by a signature of the page's own.
    const previewId = await signer.preview();
    expect(codeOf(await openOwnKey(instance, signer).certify(previewId))).toBe('WORKFLOW_STATUS_CONFLICT');
    for (const signatures of [undefined, [{ documentId: 1, value: 'AAAA' }]]) {
      const direct = await signer.call('POST', '/finish', { previewId, ...(signatures && { signatures }) });
      expect(direct.statusCode).toBe(400);
    }
    expect(await read(id)).toMatchObject({ status: 'started' });
  });

  test('is asked for anew after an authorization that has ended, was for another check, or was cancelled', async () => {
    const { signer } = await follow();
    await signer.signIn();
    expectStatus(await signer.answerPage(urlIn(await signer.choose('page')), { answer: 'cancel' }), 303);
    expect((await signer.visit()).visit).toMatchObject({
      stage: 'release',
      problem: null,
      canceled: { previewId: expect.any(String), credential: expect.any(String) },
    });
    expect(violationsOf(await signer.finishQualified()).provider).toContain('the key is not released');
    await signer.choose('pin');
    await signer.provider('POST', '/release', releaseBy('123456'));
    instance.advance(310);
    expect(violationsOf(await signer.finishQualified()).provider).toContain('(SAD) has ended');
    expect((await signer.visit()).visit).toMatchObject({ stage: 'release' });
    await signer.provider('POST', '/release', releaseBy('123456'));
    expect((await signer.finishQualified()).json()).toEqual({ done: true });
  });

  test('keeps no token in clear, and begins again with nothing lost when too much time has passed', async () => {
    const { signer } = await follow();
    await signer.signIn();
    const visits = await instance.deps.database.selectFrom('provider_visits').selectAll().execute();
    expect(JSON.stringify(visits)).not.toContain('serviceToken');
    expect(() => instance.deps.vault.decrypt(visits[0]?.sealed_secrets ?? '', 'other')).toThrow();
    instance.advance(901);
    expect((await signer.visit()).visit).toBeNull();
    expect(codeOf(await signer.provider('GET', '/credentials'))).toBe('WORKFLOW_STATUS_CONFLICT');
    expect((await signer.signQualified()).json()).toEqual({ done: true });
  });
});

describe('a return from a provider', () => {
  test('counts for the browser that left, once, and for no other', async () => {
    const { signer } = await follow();
    const url = urlIn(await signer.begin(await signer.preview()));
    const stranger = await signer.answerPage(url, { name: ann.name }, { ...signer.headers, cookie: '' });
    expect(stranger.headers.location).toBe('/signing/unknown');
    expect((await signer.visit()).visit?.stage).toBe('visit');
    const returned = await signer.answerPage(url, { name: ann.name });
    expect((await signer.visit()).visit?.stage).toBe('choose');
    expect(returned.headers.location).toBe(`${signer.clean}#provider`);
    // The state is used: neither this return nor an invented one finds a link.
    for (const again of [url, url.replace(/state=[^&]+/, 'state=guessed')]) {
      const repeated = await signer.answerPage(again, { name: 'Eve' });
      expect(repeated.headers.location).toBe('/signing/unknown');
    }
    expect(cookieOf(stranger)).not.toContain('paraph-sign');
  });
});

describe('a provider that fails', () => {
  let provider: Awaited<ReturnType<typeof openFaultyProvider>>;
  let key: string;
  beforeAll(async () => {
    provider = await openFaultyProvider(instance);
    key = await provider.addTo(sender);
  });
  afterAll(() => provider.close());

  const at = (path: string, fault: Fault) =>
    provider.setFault((called) => (called.endsWith(path) ? fault : null));
  const well = () => provider.setFault(() => null);

  test('at any step says so in words, loses nothing, and goes on once it is back', async () => {
    const { id, signer } = await follow(key);
    const url = urlIn(await signer.begin(await signer.preview()));
    at('/oauth2/token', 'down');
    await signer.answerPage(url, { name: ann.name });
    expect((await signer.visit()).visit).toMatchObject({
      stage: 'visit',
      problem: 'Trust Co failed at granting access: it answered 503.',
    });
    well();
    await signer.signIn();
    at('/credentials/list', 'down');
    const listed = await signer.provider('GET', '/credentials');
    expect([listed.statusCode, codeOf(listed)]).toEqual([503, 'SERVICE_UNAVAILABLE']);
    expect(listed.body).toContain('Trust Co failed at listing the certificates: it answered 503.');
    at('/credentials/info', 'answer-lost');
    const chosen = await signer.provider('PUT', '/credential', { credential: 'x', language: 'en' });
    expect([chosen.statusCode, chosen.body]).toEqual([
      503,
      expect.stringContaining('Trust Co could not be reached'),
    ]);
    well();
    const next = urlIn(await signer.choose('page'));
    at('/oauth2/token', 'refused');
    await signer.answerPage(next, { otp: SANDBOX_OTP });
    expect((await signer.visit()).visit).toMatchObject({
      stage: 'release',
      problem: 'Trust Co failed at granting access: Not today.',
    });
    well();
    await signer.answerPage(urlIn(await signer.choose('page')), { otp: SANDBOX_OTP });
    at('/signatures/signHash', 'down');
    expect((await signer.finishQualified()).statusCode).toBe(503);
    expect((await signer.visit()).visit?.stage).toBe('sign');
    // It has signed, and its answer is lost: the key has to be released anew.
    at('/signatures/signHash', 'answer-lost');
    expect((await signer.finishQualified()).statusCode).toBe(503);
    well();
    expect(violationsOf(await signer.finishQualified()).provider).toContain('unknown or has ended');
    expect((await signer.visit()).visit?.stage).toBe('release');
    await signer.answerPage(urlIn(await signer.choose('page')), { otp: SANDBOX_OTP });
    expect((await signer.finishQualified()).json()).toEqual({ done: true });
    const [step] = (await read(id)).steps;
    expect(step?.actions[0]?.transaction).toEqual({ provider: 'Trust Co', responseId: null, notice: null });
  });

  test('while it releases a key, tells of it, or is asked for promised signatures', async () => {
    const { signer } = await follow(key);
    await signer.signIn();
    await signer.choose('pin');
    at('/credentials/authorize', 'down');
    const released = await signer.provider('POST', '/release', { values: [{ id: 'PIN', value: '123456' }] });
    expect([released.statusCode, released.body]).toEqual([
      503,
      expect.stringContaining('Trust Co failed at releasing the key: it answered 503.'),
    ]);
    expect((await signer.visit()).visit?.stage).toBe('release');
    well();
    await signer.answerPage(urlIn(await signer.choose('slow')), { otp: SANDBOX_OTP });
    at('/credentials/info', 'down');
    expect((await signer.finishQualified()).statusCode).toBe(503);
    expect((await signer.visit()).visit?.stage).toBe('sign');
    well();
    expect((await signer.finishQualified()).json()).toEqual({ done: false });
    instance.advance(5);
    at('/signatures/signPolling', 'down');
    expect((await signer.finishQualified()).statusCode).toBe(503);
    expect((await signer.visit()).visit?.stage).toBe('wait');
    well();
    expect((await signer.finishQualified()).json()).toEqual({ done: true });
  });

  test('is offered alone until it is switched off, and then the sandbox is', async () => {
    const { signer } = await follow(key);
    const offered = async () => (await signer.provider('GET', '')).json();
    expect(await offered()).toMatchObject({ providers: [{ key }] });
    const url = `/api/v1/organization/trust-providers/${key}`;
    await sender.call({ method: 'PUT', url, payload: { enabled: false } });
    expect(await offered()).toMatchObject({ providers: [{ key: 'sandbox' }] });
    expect(violationsOf(await signer.begin(await signer.preview())).provider).toContain(
      'not offered any more',
    );
  });
});
