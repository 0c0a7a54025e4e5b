import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { loadEvidence } from '../../server/src/evidence/read-evidence.ts';
import { provideNumberRange } from '../../server/src/organization-moves/number-range.ts';
import { findStoredSealProblem } from '../../server/src/sealing/read-seals.ts';
import { actAsAdvancedSigner } from '../support/advanced-signer.ts';
import { folderPlace } from '../support/backup.ts';
import { unpackBundle } from '../support/court-bundle.ts';
import { openDialectServer } from '../support/csc-dialect-server.ts';
import { type CscDialect, cscDialects } from '../support/csc-dialects.ts';
import { multipart, type Session, type TestInstance } from '../support/instance.ts';
import { expectStatus } from '../support/instance-case.ts';
import { openTestStore } from '../support/object-store.ts';
import { readIn, takeOut } from '../support/organization-archive.ts';
import { followQualified } from '../support/qualified-signer.ts';
import { quickSender } from '../support/quick-sender.ts';
import { openReachable } from '../support/reachable-instance.ts';
import { folderForThisFile, folderForThisTest, forThisFile } from '../support/scratch.ts';
import { followReturn } from '../support/signer.ts';
import { workflowTables } from '../support/workflow-tables.ts';

// Both encrypt their documents, each by a key of its own, in a bucket.
const scratch = await folderForThisFile();
const bucket = await forThisFile(openTestStore());
bucket.now = (callers) => callers;
async function openEncrypting(name: string, env: Record<string, string> = {}) {
  const keyFile = `${scratch}/${name}.key`;
  await writeFile(keyFile, randomBytes(32).toString('hex'), { mode: 0o600 });
  const stored = { ...bucket.env, PARAPH_S3_PREFIX: `${name}/`, PARAPH_ENCRYPTION_KEYS: keyFile };
  return openReachable({ ...stored, ...env });
}
const there = await openEncrypting('there');
const here = await openEncrypting('here', { PARAPH_CELL: '7' });
await provideNumberRange(here.deps.database, 7);
const CELL = 7 * 10 ** 12;
const inThere = workflowTables(() => there).query;
const inHere = workflowTables(() => here).query;

const sender = await there.signIn('Sender', 'sender@example.com');
const sent = quickSender(() => sender);
const [{ id: organizationId }] = await inThere(`select organization_id::int as id from members`);

// At a provider of the organization, whose client has registered the addresses of both.
const [prescribed] = Object.values(cscDialects);
const dialect = await forThisFile(openDialectServer(there, prescribed as CscDialect));
const provider = await dialect.addTo(sender);
for (const { deps } of [there, here]) dialect.redirects.push(`${deps.config.baseUrl}/sign/provider/return`);
// Who owns the instance reads its mailbox.
const owner = await here.signIn('Owner', 'owner@example.com');

const personOf = (email: string) => ({ name: 'Ann Lee', email });
type Level = 'advanced' | 'qualified';

/** Sent at a level to people who sign one after another. */
async function send(type: Level, ...emails: string[]) {
  const asked = type === 'advanced' ? { identification: 'code-mail' } : {};
  const steps = emails.map((email) => ({ type: 'sign', recipients: [{ ...personOf(email), ...asked }] }));
  const id = await sent.create({ type, steps });
  await there.runJobs();
  return id;
}

async function signAdvanced(at: TestInstance, session: Session, email: string) {
  await (await actAsAdvancedSigner(at, email)).signByMail(session);
  await at.runJobs();
}

/** As the page leads them, until it is done. */
async function signQualified(at: TestInstance, email: string) {
  const signer = await followQualified(at, personOf(email), provider);
  const confirm = (url: string) => followReturn(at, dialect.confirm(url), signer.headers);
  const urlIn = (answer: { json(): unknown }) => (answer.json() as { url: string }).url;
  await confirm(urlIn(expectStatus(await signer.begin(await signer.preview()), 200)));
  const [credential] = await signer.credentials();
  const body = { credential: credential?.id ?? '', language: 'en' };
  await confirm(urlIn(expectStatus(await signer.provider('PUT', '/credential', body), 200)));
  expectStatus(await signer.finishQualified(), 200);
  await at.runJobs();
}

const sign = (at: TestInstance, session: Session) => ({
  advanced: (email: string) => signAdvanced(at, session, email),
  qualified: (email: string) => signQualified(at, email),
});

const LEVELS: readonly Level[] = ['advanced', 'qualified'];
const envelopes: Record<string, string> = {};
for (const level of LEVELS) {
  envelopes[`${level} done`] = await send(level, `a-${level}@example.com`);
  envelopes[`${level} half`] = await send(level, `b-${level}@example.com`, `c-${level}@example.com`);
  for (const person of ['a', 'b']) await sign(there, sender)[level](`${person}-${level}@example.com`);
}

test('what is signed at the levels advanced and qualified goes on at another instance, and verifies there', async () => {
  const place = await folderPlace(`${scratch}/archive`);
  const manifest = await takeOut(there, place, { organizationId: Number(organizationId), freezes: true });
  expect(manifest).toMatchObject({ unreadable: [], brokenTrails: [] });
  await readIn(here, place, manifest);
  // Each file has a data key of here, and none is stored in clear.
  const objects = [...bucket.objects].filter(([key]) => key.startsWith('here/'));
  expect(objects.length).toBeGreaterThan(6);
  expect(objects.filter(([, { bytes }]) => bytes.includes('%PDF'))).toEqual([]);
  const unkeyed = await inHere(
    `select f.id from files f left join blob_keys k using (blob_key) where f.part_of is null and k.blob_key is null`,
  );
  expect(unkeyed).toEqual([]);
  for (const level of LEVELS) await sign(here, owner)[level](`c-${level}@example.com`);
  const statuses = await inHere('select envelope_id as id, status from workflows where id < $1', [CELL]);
  expect(statuses).toHaveLength(4);
  expect(statuses.filter(({ status }) => status !== 'signed')).toEqual([]);
  const seals = await inHere('select document_id as id from seals where workflow_id < $1', [CELL]);
  for (const { id } of seals) expect(await findStoredSealProblem(here.deps, Number(id))).toBeNull();
  const workflows = await inHere('select id from workflows where id < $1', [CELL]);
  for (const { id } of workflows) await loadEvidence(here.deps, Number(id));
});

test.each(LEVELS)(
  'the files of %s verify, and the court bundle of half proves it without an instance',
  async (level) => {
    const session = await here.signIn('Sender', 'sender@example.com');
    const read = async (url: string) =>
      expectStatus(await session.call({ method: 'GET', url }), 200).rawPayload;
    for (const state of ['done', 'half']) {
      const { envelope } = await quickSender(() => session).read(envelopes[`${level} ${state}`] ?? '');
      const pdf = await read(new URL(envelope.documents[0]?.file.file ?? '').pathname);
      const form = multipart([{ name: 'document', value: pdf, fileName: 'lease.pdf' }]);
      const report = await here.inject({ method: 'POST', url: '/api/v1/verify', ...form });
      expect(report.json(), state).toMatchObject({ verdict: { state: 'as-signed' } });
    }
    const half = 'select id, workspace_id from workflows where envelope_id = $1';
    const [at] = await inHere(half, [envelopes[`${level} half`]]);
    const zip = await read(`/api/v1/workspaces/${at.workspace_id}/workflows/${at.id}/court-bundle`);
    const { failures, steps } = unpackBundle(zip, await folderForThisTest());
    expect(steps.length).toBeGreaterThan(10);
    expect(failures()).toEqual([]);
  },
);
