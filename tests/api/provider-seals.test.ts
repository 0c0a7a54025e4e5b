import { parseCertificate, validate } from '@paraph/pades';
import { beforeEach, describe, expect, test } from 'vitest';
import { readInclusion } from '../../server/src/transparency-log/read-inclusion.ts';
import { extractSignatures, opensslVerdict, run } from '../conformance/pdf-validators.ts';
import { scratchFiles } from '../conformance/scratch-files.ts';
import { TYPED } from '../support/csc-dialect-methods.ts';
import { openDialectServer } from '../support/csc-dialect-server.ts';
import { type CscDialect, cscDialects } from '../support/csc-dialects.ts';
import { electronicInvoice } from '../support/electronic-invoice.ts';
import { openFaultyProvider } from '../support/faulty-provider.ts';
import { findInTables } from '../support/find-in-tables.ts';
import { DAY, multipart } from '../support/instance.ts';
import { expectStatus, forThisFile, forThisTest, openInstanceCase } from '../support/instance-case.ts';
import { caller } from '../support/organization.ts';
import { buildPdf, textLines } from '../support/pdf-fixtures.ts';
import { findPdfaBreaches } from '../support/pdfa-rules.ts';

const PIN = '123456';
const SEAL_CREDENTIAL = '/api/v1/organization/seal-credential';

const { instance, sender } = await openInstanceCase();
const { folder, write } = scratchFiles();
const elsewhere = await forThisFile(openFaultyProvider(instance));
const call = caller(sender);
const root = Buffer.from((await instance.deps.sandbox?.root()) ?? []);
beforeEach(() => elsewhere.setFault(() => null));

interface Offer {
  credentialId: string;
  subject: string;
  qualified: boolean;
  pin: boolean;
  problem: string | null;
}

const offers = async (providerId: number | string): Promise<Offer[]> =>
  (await call('GET', `${SEAL_CREDENTIAL}/offers?providerId=${providerId}`)).body.items;
const idOf = async (kind: string, providerId: number | string = 'sandbox') =>
  (await offers(providerId)).find(({ credentialId }) => credentialId.endsWith(`.${kind}`))?.credentialId ??
  '';
const choose = (body: object) => call('PUT', SEAL_CREDENTIAL, body);
const violationsOf = async (answer: ReturnType<typeof choose>) => (await answer).body.error.violations;
const choosePin = async (providerId: number | string = 'sandbox') => {
  const { status, body } = await choose({
    providerId,
    credentialId: await idOf('seal', providerId),
    pin: PIN,
  });
  expect(status, JSON.stringify(body)).toBe(200);
  return body.credential;
};

interface Seal {
  id: string;
  status: string;
  cause: string | null;
  sealed: { sha256: string } | null;
}

async function seal(document = buildPdf({ pages: [{ content: textLines(['Payslip']) }] })): Promise<Seal> {
  const form = multipart([{ name: 'document', value: document, fileName: 'payslip.pdf' }]);
  return expectStatus(await sender.call({ method: 'POST', url: '/api/v1/seals', ...form }), 201).json();
}

const read = async ({ id }: Pick<Seal, 'id'>): Promise<Seal> =>
  (await call('GET', `/api/v1/seals/${id}`)).body;
const fileOf = async ({ id }: Pick<Seal, 'id'>, part = 'content') =>
  expectStatus(await sender.call({ method: 'GET', url: `/api/v1/seals/${id}/${part}` }), 200).rawPayload;
const evaluated = (bytes: Buffer) =>
  validate(bytes, {
    anchors: [root, instance.deps.authority.root.certificate],
    at: instance.deps.clock.now(),
  });

/** By the provider's certificate, archived, and accepted by judges of others. */
function expectProvided(bytes: Buffer): void {
  const { signatures, document } = evaluated(bytes);
  expect(signatures).toMatchObject([
    { level: 'B-LTA', integrity: { ok: true }, certificate: { ok: true, revocation: 'good' } },
  ]);
  expect(document.lastCoversWholeFile).toBe(true);
  const own = parseCertificate(signatures[0]?.certificate.chain[0] ?? new Uint8Array());
  expect([own.commonName, own.qcStatements?.isForSeals]).toEqual(['Sandbox Organization', true]);
  const [first] = extractSignatures(bytes);
  if (!first) throw new Error('there is no signature');
  const { status, text } = opensslVerdict(folder, first, root);
  expect(status, text).toBe(0);
  expect(run('pdfsig', [write('sealed.pdf', bytes)]).text).toContain('Signature is Valid');
}

describe('the certificate for seals', () => {
  test('is chosen among those that need no person; each other one is refused with its reason', async () => {
    expect((await call('GET', SEAL_CREDENTIAL)).body).toEqual({ credential: null });
    const found = Object.fromEntries(
      (await offers('sandbox')).map(({ credentialId, ...more }) => [credentialId.split('.')[1], more]),
    );
    expect(found).toMatchObject({
      seal: { qualified: true, pin: true, problem: null, subject: 'Sandbox Organization, Sandbox' },
      company: { qualified: false, pin: false, problem: null },
      pin: { problem: expect.stringMatching(/for signatures of people.*one-time password/) },
      page: { problem: expect.stringMatching(/for signatures of people.*on a page of the provider/) },
    });
    const pin = { credentialId: await idOf('pin'), providerId: 'sandbox', pin: PIN };
    expect((await violationsOf(choose(pin))).credentialId).toMatch(/QcType eseal/);
    const right = { credentialId: await idOf('seal'), providerId: 'sandbox' };
    expect((await violationsOf(choose(right))).pin).toMatch(/enter it/);
    expect((await violationsOf(choose({ ...right, pin: '999999' }))).pin).toMatch(/The PIN is wrong/);
    expect(await violationsOf(choose({ ...right, providerId: 999_999 }))).toEqual({
      providerId: 'There is no such provider of this organization.',
    });
    const company = { credentialId: await idOf('company'), providerId: 'sandbox' };
    expect((await violationsOf(choose({ ...company, pin: PIN }))).pin).toMatch(/leave it out/);
    expect((await call('GET', SEAL_CREDENTIAL)).body).toEqual({ credential: null });
    const chosen = await choosePin();
    expect(chosen).toMatchObject({ providerId: 'sandbox', qualified: true, pin: true, problem: null });
    expect((await call('GET', SEAL_CREDENTIAL)).body).toEqual({ credential: chosen });
    expect(await findInTables(instance, [PIN])).toEqual([]);
  });

  test('makes the seals from then on, which name it, and an electronic invoice stays PDF/A-3', async () => {
    await choosePin();
    const invoice = electronicInvoice();
    const made = await seal(invoice);
    expect(made).toMatchObject({ status: 'completed', cause: null });
    const bytes = await fileOf(made);
    expect(bytes.subarray(0, invoice.length).equals(invoice)).toBe(true);
    expect(findPdfaBreaches(invoice, bytes)).toEqual([]);
    expectProvided(bytes);
    const leaf = await readInclusion(instance.deps, Buffer.from(made.sealed?.sha256 ?? '', 'hex'));
    expect(leaf?.entry).toContain(made.sealed?.sha256);
    const paper = write('certificate.pdf', await fileOf(made, 'certificate'));
    expect(run('pdftotext', ['-layout', paper, '-']).text).toMatch(
      /Sandbox Trust Services: sandbox, no legal/,
    );
    const form = multipart([{ name: 'document', value: bytes, fileName: 'sealed.pdf' }]);
    const verified = await sender.call({ method: 'POST', url: '/api/v1/verify', ...form });
    expect(verified.json()).toMatchObject({
      verdict: { state: 'as-signed' },
      signatures: [{ qualified: { state: 'sandbox', purpose: 'seal' }, log: null }],
      text: expect.stringContaining('Sealed by Sandbox; certificate of'),
    });
    // Without one: by this instance again.
    expect((await call('DELETE', SEAL_CREDENTIAL)).status).toBe(204);
    expect((await call('DELETE', SEAL_CREDENTIAL)).status).toBe(404);
    const own = evaluated(await fileOf(await seal())).signatures[0]?.certificate.chain[0];
    expect(parseCertificate(own ?? new Uint8Array()).qcStatements).toBeNull();
  });

  test('that states nothing makes advanced seals', async () => {
    const company = { credentialId: await idOf('company'), providerId: 'sandbox' };
    expect((await choose(company)).body.credential).toMatchObject({ qualified: false, pin: false });
    const { signatures } = evaluated(await fileOf(await seal()));
    expect(signatures).toMatchObject([{ level: 'B-LTA', certificate: { ok: true } }]);
    await call('DELETE', SEAL_CREDENTIAL);
  });
});

const warnings = async (): Promise<{ to_email: string; problem: string }[]> => {
  const text = `select to_email, detail->>'problem' as problem from mails where kind = 'seal_warning' order by id`;
  return (await instance.deps.pool.query(text)).rows;
};

describe('a seal whose provider', () => {
  test('is away waits, is made by no other key, and is made when it is back', async () => {
    const providerId = Number(await elsewhere.addTo(sender));
    await choosePin(providerId);
    elsewhere.setFault(() => 'down');
    const waiting = await seal();
    expect(waiting).toMatchObject({ status: 'pending', sealed: null });
    expect(waiting.cause).toMatch(/^The file is saved; the document is waiting\. Trust Co failed at/);
    expect((await call('GET', SEAL_CREDENTIAL)).body.credential.problem).toBeNull();
    for (const hours of [1, 1, 1, 1, 2, 3, 5, 5]) {
      instance.advance(hours * 3_600);
      await instance.runJobs();
    }
    expect(await read(waiting)).toMatchObject({ status: 'failed', sealed: null });
    elsewhere.setFault(() => null);
    expectStatus(
      await sender.call({ method: 'POST', url: `/api/v1/seals/${waiting.id}/retry`, payload: {} }),
      200,
    );
    await instance.runJobs();
    expect(await read(waiting)).toMatchObject({ status: 'completed', cause: null });
    expectProvided(await fileOf(waiting));
    // What the seals need stays, and its PIN goes to no other address.
    const url = `/api/v1/organization/trust-providers/${providerId}`;
    const moved = { baseUrl: 'http://localhost:65000/csc/v2', clientSecret: 'another' };
    expect((await call('PUT', url, moved)).body.error.violations.baseUrl).toMatch(/seals with a certificate/);
    expect((await call('DELETE', url)).body.error.violations.providerId).toMatch(/seals with a certificate/);
    await call('PUT', url, { enabled: false });
    expect((await seal()).cause).toMatch(/is switched off/);
    await call('PUT', url, { enabled: true });
    instance.advance(3_600);
    await instance.runJobs();
  });

  test('refuses to release its key is asked once, and again when the certificate is set anew', async () => {
    const providerId = (await call('GET', SEAL_CREDENTIAL)).body.credential.providerId as number;
    elsewhere.setFault((path) => (path.endsWith('/authorize') ? 'refused' : null));
    const waiting = await seal();
    expect(waiting.cause).toMatch(/releasing the key: Not today\. An administrator/);
    const tries = () => elsewhere.calls.filter((path) => path.endsWith('/authorize')).length;
    const before = tries();
    expect((await seal()).status).toBe('pending');
    instance.advance(3_600);
    await instance.runJobs();
    expect(tries()).toBe(before);
    expect((await call('GET', SEAL_CREDENTIAL)).body.credential.problem).toMatch(/Not today/);
    // The administrators are told once.
    for (const _ of [1, 2]) await instance.jobs['report-seal-problems'](0);
    expect(await warnings()).toEqual([
      { to_email: 'sender@example.com', problem: expect.stringMatching(/Not today/) },
    ]);
    elsewhere.setFault(() => null);
    await choosePin(providerId);
    instance.advance(2 * 3_600);
    await instance.runJobs();
    expect(await read(waiting)).toMatchObject({ status: 'completed', cause: null });
    expectProvided(await fileOf(waiting));
    // And of its end, ahead of it.
    await instance.deps.pool.query(`update seal_credentials set expires_at = $1`, [
      new Date(instance.deps.clock.now().getTime() + 20 * DAY * 1_000),
    ]);
    await instance.jobs['report-seal-problems'](0);
    expect((await warnings()).at(-1)?.problem).toMatch(/valid until/);
    await call('DELETE', SEAL_CREDENTIAL);
  });
});

const typed = { ...cscDialects['1.0.3.0 by PIN and one-time password'], factors: { PIN: 'password' } };
const automatic = cscDialects['1.0.4.0 released by the provider alone, with SHA-384'];
const pushed = cscDialects['2.0.0.2 by metadata, with every request pushed, with SHA-384'];
const second = { ...pushed, mode: 'explicit', factors: { PIN: 'password' } };

describe('a provider by another dialect', () => {
  test.each([
    ['1.0.3.0, by PIN', typed, TYPED.PIN],
    ['1.0.4.0, released by the provider alone, with SHA-384', automatic, undefined],
    ['2.0.0.2, by metadata and PIN, with SHA-384', second, TYPED.PIN],
  ])('%s seals', async (_name, dialect, pin) => {
    const server = await forThisTest(
      openDialectServer(instance, { ...dialect, isForSeals: true } as CscDialect),
    );
    const providerId = Number(await server.addTo(sender));
    const [offer] = await offers(providerId);
    expect(offer).toMatchObject({ qualified: true, problem: null, subject: 'Mill Seal, Mill & Sons' });
    const choice = { providerId, credentialId: offer?.credentialId, ...(pin ? { pin } : {}) };
    const { status, body } = await choose(choice);
    expect(status, JSON.stringify(body)).toBe(200);
    const bytes = await fileOf(await seal());
    const anchors = [server.root, instance.deps.authority.root.certificate];
    const { signatures } = validate(bytes, { anchors, at: instance.deps.clock.now() });
    expect(signatures).toMatchObject([{ level: 'B-LTA', certificate: { ok: true } }]);
    // Once it is revoked, seals wait.
    server.revokeAll();
    const waiting = await seal();
    expect(waiting).toMatchObject({ status: 'pending', cause: expect.stringMatching(/was revoked/) });
    expect((await call('GET', SEAL_CREDENTIAL)).body.credential.problem).toMatch(/was revoked/);
    expect((await offers(providerId))[0]?.problem).toMatch(/was revoked/);
    expect((await violationsOf(choose(choice))).credentialId).toMatch(/was revoked/);
    await call('DELETE', SEAL_CREDENTIAL);
    // The setting is gone, and with it what it waited for.
    instance.advance(3_600);
    await instance.runJobs();
    expect(await read(waiting)).toMatchObject({ status: 'completed' });
  });

  test('that asks for what only a person has is refused with the reason', async () => {
    for (const [name, words] of [
      ['1.0.3.0 by PIN and one-time password', /one-time password/],
      ['2.1.0.1 with a challenge, asked by GET', /one-time password or a new answer/],
      ['1.0.4.0 on its page, for one account', /on a page of the provider/],
    ] as const) {
      const dialect = { ...cscDialects[name], isForSeals: true } as CscDialect;
      const server = await forThisTest(openDialectServer(instance, dialect));
      const [offer] = await offers(await server.addTo(sender));
      expect(offer?.problem).toMatch(words);
    }
  });
});
