import { readdir } from 'node:fs/promises';
import { augment, createSigningJob, prepareDocument, signPdf } from '@paraph/pades';
import { describe, expect, test } from 'vitest';
import { sampleAuthority } from '../../pades/src/testing/sample-authority.ts';
import { sampleRevocation } from '../../pades/src/testing/sample-revocation.ts';
import { sampleTimestamping } from '../../pades/src/testing/sample-timestamping.ts';
import { buildApp } from '../../server/src/app.ts';
import { changeFirstPage } from '../support/changed-pdf.ts';
import { checkResponses } from '../support/check-responses.ts';
import { multipart, type Part } from '../support/instance.ts';
import { expectStatus, openInstanceCase } from '../support/instance-case.ts';
import { bombs, buildPdf, rewriteWithQpdf, textLines } from '../support/pdf-fixtures.ts';
import { codeOf, violationsOf } from '../support/quick-sender.ts';
import { newTrustProvider, pemOf } from '../support/trust-providers.ts';

const PROVIDERS = '/api/v1/organization/trust-providers';

const PEOPLE = ['Ada Lovelace', 'Ben Çelik', 'Cleo Ωμέγα'].map((name, index) => ({
  name,
  email: `person-${index}@example.com`,
}));

const signedAt: number[] = [];

const { instance, sign, create, download } = await openInstanceCase({
  env: { PARAPH_RATES: 'verification=500/60' },
});
const id = await create({
  steps: PEOPLE.map((person) => ({ type: 'sign', recipients: [person] })),
});
for (const { email } of PEOPLE) {
  // The standing clock stays ahead of the database's, however slow the machine.
  instance.advance(60);
  await instance.runJobs();
  await sign({ email });
  signedAt.push(instance.nowSeconds());
}
await instance.runJobs();
/** Signed by three people, one after another. */
const sealed = await download(id);

/** A file of an authority that is unknown here, which states that it issues qualified certificates. */
async function signQualified(): Promise<{ file: Buffer; root: Buffer }> {
  const authority = sampleAuthority();
  const now = () => instance.deps.clock.now();
  const anchors = [authority.root];
  const timestamping = sampleTimestamping(authority.timestamper(), { anchors, now });
  const original = buildPdf({ pages: [{ content: textLines(['An offer']) }] });
  const job = createSigningJob(original);
  const rect = [50, 50, 200, 100] as const;
  const qcStatements = { isQualified: true, isOnDevice: true, isForSignatures: true, isForSeals: false };
  const options = { fieldName: 'Q', name: 'Q', appearance: null, signingTime: now() };
  const updates = [
    job.prepareDocument({ signatureFields: [{ name: 'Q', page: 0, rect }] }),
    await job.sign(options, authority.signer('Quentin', { qcStatements })),
    ...(await augment(job, 'B-LTA', {
      timestamping,
      anchors,
      revocation: sampleRevocation(authority, now),
    })),
  ];
  return { file: Buffer.concat([original, ...updates]), root: Buffer.from(authority.root) };
}

interface Report {
  verdict: { state: string; reason: string };
  document: Record<string, unknown>;
  signatures: {
    signer: { name: string | null; emails: string[] };
    integrity: { intact: boolean; reasons: string[] };
    sinceSigning: string;
    indication: { main: string; sub: string | null };
    changesAfter: {
      allowed: boolean;
      changes: { kind: string; sentence: string; allowed: boolean; page: number }[];
    }[];
    certificate: Record<string, unknown> & { chain: { name: string; issuer: string }[] };
    [more: string]: unknown;
  }[];
  timestamps: Record<string, unknown>[];
  text: string;
  [more: string]: unknown;
}

const send = (parts: readonly Part[], at = instance) =>
  at.inject({ method: 'POST', url: '/api/v1/verify', ...multipart(parts) });
const part = (value: Uint8Array, name = 'document'): Part => ({ name, value, fileName: 'contract.pdf' });

async function verify(file: Uint8Array): Promise<Report> {
  return expectStatus(await send([part(file)]), 200).json() as Report;
}

describe('POST /api/v1/verify', () => {
  test('tells the story of a document that three people signed here', async () => {
    const report = await verify(sealed);
    expect(report).toMatchObject({ size: sealed.length, checkedAt: instance.nowSeconds() });
    expect(report.document).toEqual({
      signatures: 3,
      intact: 'all',
      sinceSigning: 'allowed-changes',
      identity: 'all',
      time: 'all',
      lastCoversWholeFile: true,
      removedSignatures: [],
      unreadableEvidence: 0,
      repaired: false,
      shown: { signatures: 3, pages: 1, of: 1 },
      twoFaced: [],
    });
    expect(report.signatures.map(({ signer }) => signer)).toEqual(
      PEOPLE.map(({ name, email }) => ({ name, organization: null, emails: [email] })),
    );
    for (const [index, signature] of report.signatures.entries())
      expect(signature).toMatchObject({
        level: 'B-LTA',
        reached: { level: 'simple', identification: 'mailbox', keyHolder: 'service' },
        reason: 'Signed electronically',
        claimedTime: signedAt[index],
        provenTime: signedAt[index],
        integrity: { intact: true, state: 'intact', reasons: [] },
        coverage: 'whole-revision',
        certificate: { trusted: true, trustedBy: 'this-instance', revocation: 'good', reasons: [] },
        timestamp: { authority: 'Paraph time of localhost', trusted: true, trustedBy: 'this-instance' },
      });
    expect(report.signatures[0]?.certificate.chain).toMatchObject([
      { name: 'Ada Lovelace', issuer: 'Paraph signers of localhost' },
      { name: 'Paraph signers of localhost', issuer: 'Paraph root of localhost' },
      { name: 'Paraph root of localhost', issuer: 'Paraph root of localhost' },
    ]);
    const after = report.signatures.map(({ changesAfter }) =>
      changesAfter.flatMap(({ changes }) => changes.map(({ kind }) => kind)),
    );
    expect(after.map((kinds) => kinds.filter((kind) => kind === 'signature').length)).toEqual([2, 1, 0]);
    expect(after.map((kinds) => kinds.at(-1))).toEqual(['timestamp', 'timestamp', 'timestamp']);
    expect(report.timestamps).toMatchObject([
      { trusted: true, trustedBy: 'this-instance', coverage: 'whole-file', time: signedAt.at(-1) },
    ]);
    expect(report.text).toContain('Signature 3 of 3: Cleo Ωμέγα');
    expect(report.verdict).toEqual({ state: 'as-signed', reason: 'intact' });
    expect(report.signatures.map(({ indication }) => indication)).toEqual(
      PEOPLE.map(() => ({ main: 'TOTAL-PASSED', sub: null })),
    );
  });

  test('gives the same as a report of TS 119 102-2, and refuses to give one of nothing', async () => {
    const url = '/api/v1/verify/xml';
    const answer = await instance.inject({ method: 'POST', url, ...multipart([part(sealed)]) });
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([
      200,
      'application/xml; charset=utf-8',
    ]);
    expect(answer.body.match(/mainindication:total-passed</g)).toHaveLength(3);
    expect(answer.body.match(/<ValidationObject /g)).toHaveLength(5);
    const plain = await instance.inject({ method: 'POST', url, ...multipart([part(buildPdf())]) });
    expect([plain.statusCode, codeOf(plain)]).toEqual([400, 'VALIDATION_ERROR']);
    expect(violationsOf(plain).document).toContain('no signature');
  });

  test('says in words what was changed after, though every signature is intact', async () => {
    const { verdict, document, signatures } = await verify(
      changeFirstPage(sealed, textLines(['The rent is doubled.'])),
    );
    expect(document).toMatchObject({
      intact: 'all',
      identity: 'all',
      sinceSigning: 'changes-not-allowed',
      lastCoversWholeFile: false,
    });
    expect(verdict).toEqual({ state: 'changed', reason: 'content' });
    for (const { changesAfter, sinceSigning, indication } of signatures) {
      expect(indication).toEqual({ main: 'INDETERMINATE', sub: 'SIG_CONSTRAINTS_FAILURE' });
      expect(sinceSigning).toBe('changes-not-allowed');
      const last = changesAfter.at(-1);
      expect(last?.allowed).toBe(false);
      expect(last?.changes.find(({ kind }) => kind === 'content')).toMatchObject({
        page: 1,
        allowed: false,
        sentence: expect.stringContaining('page 1'),
        objection: expect.any(String),
      });
    }
  });

  test('judges what others signed, and says that it does not know who they are', async () => {
    const original = buildPdf({ pages: [{ content: textLines(['An offer']) }] });
    const field = { name: 'Offer', page: 0, displayed: { posX: 10, posY: 80, width: 30, height: 8 } };
    const prepared = Buffer.concat([original, prepareDocument(original, { signatureFields: [field] })]);
    const signingTime = new Date('2026-05-01T10:00:00Z');
    const options = { fieldName: 'Offer', appearance: null, name: 'X', signingTime };
    const signature = await signPdf(prepared, options, sampleAuthority().signer('Stranger\u202e GmbH'));
    const { document, signatures } = await verify(Buffer.concat([prepared, signature]));
    expect(document).toMatchObject({
      signatures: 1,
      intact: 'all',
      sinceSigning: 'unchanged',
      identity: 'none',
      time: 'none',
    });
    expect(signatures).toMatchObject([
      {
        signer: { name: 'Stranger\ufffd GmbH' },
        level: 'B-B',
        coverage: 'whole-file',
        claimedTime: signingTime.getTime() / 1000,
        provenTime: null,
        timestamp: null,
        certificate: {
          trusted: false,
          trustedBy: null,
          revocation: 'unknown',
          chain: [{ issuer: 'Sample Authority' }, { name: 'Sample Authority', issuer: 'Sample Root' }],
        },
      },
    ]);
  });

  test('confirms that a signature is qualified to who knows its authority, and to nobody else', async () => {
    const { file, root } = await signQualified();
    const seen = async (headers: object, at = instance) => {
      const form = multipart([part(file)]);
      const request = { method: 'POST' as const, url: '/api/v1/verify', ...form };
      const own = { ...form.headers, 'sec-fetch-site': 'same-origin', ...headers };
      const answer = await at.inject({ ...request, headers: own });
      const { document, signatures, text } = answer.json() as Report;
      const [one] = signatures;
      const { certificate, qualified } = { ...one };
      return { identity: document.identity, trustedBy: certificate?.trustedBy, qualified, text };
    };
    const unknown = {
      identity: 'none',
      trustedBy: null,
      qualified: {
        state: 'not-confirmed',
        reasons: expect.arrayContaining([expect.stringContaining('named')]),
      },
      text: expect.stringContaining('Not confirmed as a qualified signature.'),
    };
    const confirmed = { identity: 'all', qualified: { state: 'confirmed', reasons: [] } };
    const member = await instance.signIn('Olga', 'olga@own.example');
    const stranger = await instance.signIn('Sven', 'sven@elsewhere.example');
    const provider = { ...newTrustProvider(), anchors: pemOf(root), enabled: false };
    expectStatus(await member.call({ method: 'POST', url: PROVIDERS, payload: provider }), 201);
    expect(await seen({})).toMatchObject(unknown);
    expect(await seen({ cookie: stranger.cookie })).toMatchObject(unknown);
    expect(await seen({ cookie: member.cookie })).toMatchObject({
      ...confirmed,
      trustedBy: 'named-by-organization',
    });
    const { deps } = instance;
    const app = buildApp({ ...deps, config: { ...deps.config, qualifiedRoots: [root] } });
    checkResponses(app);
    expect(await seen({}, { ...instance, inject: (options) => app.inject(options) })).toMatchObject({
      ...confirmed,
      trustedBy: 'named-by-operator',
    });
    await app.close();
  });

  test('says of a file without signatures that it has none', async () => {
    const { document, signatures, timestamps } = await verify(buildPdf());
    expect(document).toMatchObject({ signatures: 0, intact: null, identity: null, sinceSigning: null });
    expect([signatures, timestamps]).toEqual([[], []]);
  });

  test('refuses what is no PDF, or none that can be read exactly, in words', {
    timeout: 90_000,
  }, async () => {
    for (const parts of [
      [],
      [part(Buffer.from(''))],
      [part(Buffer.from('hello'))],
      [part(sealed), part(sealed, 'b')],
    ]) {
      const answer = await send(parts);
      expect([answer.statusCode, codeOf(answer)]).toEqual([400, 'VALIDATION_ERROR']);
      expect(Object.values(violationsOf(answer))).toEqual([expect.any(String)]);
    }
    const encrypted = rewriteWithQpdf(buildPdf(), ['--encrypt', 'secret', 'owner', '256', '--']);
    for (const file of [
      encrypted,
      sealed.subarray(0, 2_000),
      // Each is uploaded in tests/faults/hostile-uploads.test.ts; these two are in what the validator reads itself.
      ...['an object stream', 'a cross-reference stream'].map((name) => bombs[name]?.() ?? sealed),
    ]) {
      const answer = await send([part(file)]);
      expect([200, 422], answer.body).toContain(answer.statusCode);
      if (file === encrypted) expect(violationsOf(answer).document).toContain('encrypted');
      if (answer.statusCode === 422) expect(codeOf(answer)).toBe('DOCUMENT_NOT_ACCEPTED');
    }
    const json = await instance.inject({ method: 'POST', url: '/api/v1/verify', payload: {} });
    expect([json.statusCode, codeOf(json)]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
  });

  test('stores nothing, for any caller', async () => {
    const { database, blobs } = instance.deps;
    const count = async () => {
      const tables = ['files', 'events', 'idempotency_keys'] as const;
      const rows = await Promise.all(tables.map((name) => database.selectFrom(name).selectAll().execute()));
      return rows.map(({ length }) => length);
    };
    const before = await count();
    const session = await instance.signIn('Sender', 'sender@example.com');
    const form = multipart([part(sealed)]);
    const headers = { ...form.headers, 'idempotency-key': 'verify-once' };
    for (let times = 0; times < 2; times += 1) {
      const answer = await session.call({ method: 'POST', url: '/api/v1/verify', ...form, headers });
      expect(answer.statusCode).toBe(200);
      expect(answer.headers['idempotency-replayed']).toBeUndefined();
    }
    expect(await count()).toEqual(before);
    expect(await readdir(blobs.incomingDir)).toEqual([]);
  });
});

describe('a client that exceeds the limit', () => {
  test('gets Retry-After before the file is read', async () => {
    await instance.reopen({ PARAPH_RATES: 'verification=2/60' });
    instance.advance(60);
    for (let times = 0; times < 2; times += 1) expect((await send([part(buildPdf())])).statusCode).toBe(200);
    const refused = await send([part(buildPdf())]);
    expect([refused.statusCode, codeOf(refused)]).toEqual([429, 'RATE_LIMIT_REACHED']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  });
});
