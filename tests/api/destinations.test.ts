import { beforeEach, describe, expect, test } from 'vitest';
import { readArchive } from '../support/archive.ts';
import { expectStatus, openTeamCase } from '../support/instance-case.ts';
import { openTestStore } from '../support/object-store.ts';
import { caller } from '../support/organization.ts';
import { quickSender } from '../support/quick-sender.ts';
import { forThisFile } from '../support/scratch.ts';
import { followInvitation } from '../support/signer.ts';
import { openWebdavServer } from '../support/webdav-server.ts';
import { workflowTables } from '../support/workflow-tables.ts';

const { instance, ada, bob, openSpace, addBob } = await openTeamCase();
const dav = await forThisFile(openWebdavServer());
const BUCKET_SECRET = 'of the bucket';
const store = await forThisFile(openTestStore(BUCKET_SECRET));
// Its clock is that of the test.
store.now = (callers) => callers;
const space = await openSpace('Leases');
let session = ada;
const call: ReturnType<typeof caller> = (...request) => caller(session)(...request);
const HOME = `/api/v1/workspaces/${space}/destination`;
const DAY = 86_400;

const bucketForm = {
  kind: 'bucket',
  url: store.env.PARAPH_S3_URL,
  user: store.env.PARAPH_S3_ACCESS_KEY,
  region: store.env.PARAPH_S3_REGION,
  secret: BUCKET_SECRET,
};
const set = async (form: object) => {
  const { status, answer } = await call('PUT', HOME, form);
  expect(status, answer.body).toBe(200);
};

beforeEach(() => {
  dav.files.clear();
  dav.calls.length = 0;
  Object.assign(dav.state, { fault: () => null, ignoresConditions: false, stored: (bytes: Buffer) => bytes });
});

let count = 0;
/** A lease that was signed and sealed; what follows the seal has run. */
async function signed(name = 'Lease: mill'): Promise<{ id: number; url: string; sealed: Buffer }> {
  const email = `tenant${++count}@example.com`;
  const steps = [{ type: 'sign' as const, recipients: [{ name: 'Tenant', email }] }];
  const envelopeId = await quickSender(() => session).create({
    name,
    steps,
    more: { workspaceId: String(space) },
  });
  await instance.runJobs();
  expectStatus(await (await followInvitation(instance, email)).sign(), 200);
  await instance.runJobs();
  const id = await workflowTables(() => instance).idOf(envelopeId);
  const { body } = await call('GET', `/api/v1/envelopes/${envelopeId}`);
  expect(body.status).toBe('signed');
  const file = new URL(body.documents[0].file.file).pathname;
  const sealed = (await session.call({ method: 'GET', url: file })).rawPayload;
  return { id, url: `/api/v1/workspaces/${space}/workflows/${id}/transfer`, sealed };
}
const transferOf = async ({ url }: { url: string }) => (await call('GET', url)).body;
const puts = () => dav.calls.filter(({ method }) => method === 'PUT').length;

describe('the destination of a workspace', () => {
  test('is kept with its secret encrypted, which no answer has, for those who may edit the workspace', async () => {
    await addBob(space, 'editor');
    expect((await call('GET', HOME)).body).toEqual({ destination: null });
    expect((await call('POST', `${HOME}/try`)).status).toBe(404);
    const { secret, ...shown } = dav.form;
    const made = await call('PUT', HOME, { ...dav.form, url: ` ${dav.form.url} `, include: ['archive'] });
    const more = { region: null, pathPattern: '{year}/{workflow}', include: ['archive'] };
    const destination = { ...shown, ...more, changeDate: instance.nowSeconds() };
    expect(made.body).toEqual({ destination });
    expect((await call('GET', HOME)).body).toEqual({ destination });
    const rows = await instance.deps.database.selectFrom('destinations').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(secret);
    for (const [method, url] of [
      ['GET', HOME],
      ['PUT', HOME],
      ['DELETE', HOME],
      ['POST', `${HOME}/try`],
      ['GET', `${HOME}/transfers`],
    ] as const)
      expect((await caller(bob)(method, url, method === 'PUT' ? dav.form : undefined)).status).toBe(403);
    expect((await call('DELETE', HOME)).status).toBe(204);
    expect((await call('DELETE', HOME)).status).toBe(404);
  });

  test.each([
    [{ url: '' }, 'url', 'Must not be empty.'],
    [{ url: 'https://10.0.0.1/dav' }, 'url', 'public address'],
    [{ url: 'http://cloud.example.com/dav' }, 'url', 'must begin with https'],
    [{ url: 'http://localhost:3000/dav' }, 'url', 'leads back to this instance'],
    [{ url: 'https://cloud.example.com/dav?x=1' }, 'url', 'without ? and #'],
    [{ kind: 'bucket', url: 'https://169.254.169.254/b' }, 'url', 'public address'],
    [{ user: 'a:b' }, 'user', 'colon'],
    [{ user: ' ' }, 'user', 'Must not be empty.'],
    [{ secret: undefined }, 'secret', 'Must not be empty.'],
    [{ secret: 'a\u0000' }, 'secret', 'control characters'],
    [{ pathPattern: '../{id}' }, 'pathPattern', 'A folder has no name'],
  ])('is refused with the reason: %j', async (change, field, words) => {
    const made = await call('PUT', HOME, { ...dav.form, ...change });
    expect(made.status).toBe(400);
    expect(made.body.error.violations).toEqual({ [field]: expect.stringContaining(words) });
  });

  test('sends its secret to no other server, and for no other user, than it was given for', async () => {
    await set(dav.form);
    const { secret: _secret, ...kept } = dav.form;
    await set({ ...kept, url: `${kept.url}/Contracts`, pathPattern: '' });
    for (const change of [{ user: 'chief' }, { url: 'https://cloud.example.org/dav' }, { kind: 'bucket' }])
      expect((await call('PUT', HOME, { ...kept, ...change })).body.error.violations).toEqual({
        secret: 'Another server or user needs its secret anew.',
      });
  });

  test('is tried by a small file, of which nothing remains', async () => {
    await set(dav.form);
    dav.files.set('others.txt', Buffer.from('theirs'));
    const good = (await call('POST', `${HOME}/try`)).body;
    expect(good).toMatchObject({
      usable: true,
      findings: [{}, {}, { text: 'It has removed the file again.' }],
    });
    expect([...dav.files.keys()]).toEqual(['others.txt']);
    const tryWith = async (form: object, fault: number | null = null) => {
      await set({ ...dav.form, ...form });
      dav.state.fault = () => fault;
      const { usable, findings } = (await call('POST', `${HOME}/try`)).body;
      expect(usable).toBe(false);
      return findings.at(-1).text;
    };
    expect(await tryWith({ secret: 'wrong' })).toContain('401 (user or password are not accepted)');
    expect(await tryWith({}, 507)).toBe('The server answered 507 (there is no room left).');
    dav.state.stored = (bytes) => bytes.subarray(1);
    await set(dav.form);
    dav.state.fault = () => null;
    expect((await call('POST', `${HOME}/try`)).body.findings[1]).toMatchObject({ ok: false });
    const bucket = { ...bucketForm, secret: 'wrong' };
    expect(await tryWith(bucket)).toContain('403 (The signature is wrong.)');
    expect(store.objects.size).toBe(0);
  });
});

describe('the files of a signed workflow', () => {
  test('are written to folders of the pattern, and to no file that is there', async () => {
    await set({ ...dav.form, pathPattern: 'Contracts/{year}/{workflow} of {sender}' });
    const year = new Date(instance.nowSeconds() * 1000).getUTCFullYear();
    const folder = `Contracts/${year}/Lease_ mill of Ada Lovelace`;
    for (const each of ['Contracts', `Contracts/${year}`, folder]) dav.folders.add(each);
    dav.files.set(`${folder}/lease (sealed).pdf`, Buffer.from('theirs'));
    const lease = await signed();
    const paths = [`${folder}/lease (sealed) (2).pdf`, `${folder}/Lease_ mill (certificate).pdf`];
    expect(await transferOf(lease)).toEqual({
      ...{ state: 'done', attempts: 0, status: null, cause: null, nextAttemptDate: null },
      ...{ doneDate: expect.any(Number), host: dav.host, paths },
    });
    expect([...dav.files.keys()].sort()).toEqual([`${folder}/lease (sealed).pdf`, ...paths].sort());
    expect(dav.files.get(`${folder}/lease (sealed).pdf`)?.toString()).toBe('theirs');
    expect(dav.files.get(paths[0] ?? '')?.equals(lease.sealed)).toBe(true);
    expect((await call('PUT', `${lease.url}/start`)).body.error.message).toContain('already');
    expect((await caller(bob)('PUT', `${lease.url}/start`)).status).toBe(403);
  });

  test('with the record and a ZIP of all, on a server that knows no conditions', async () => {
    dav.state.ignoresConditions = true;
    await set({ ...dav.form, pathPattern: '', include: ['evidence', 'archive'] });
    dav.files.set('evidence.json', Buffer.from('{}'));
    const { sealed } = await signed();
    const names = [
      'evidence (2).json',
      'Lease_ mill (certificate).pdf',
      'Lease_ mill.zip',
      'lease (sealed).pdf',
    ];
    expect([...dav.files.keys()].sort()).toEqual([...names, 'evidence.json'].sort());
    expect(dav.files.get('evidence.json')?.toString()).toBe('{}');
    const archive = await readArchive(dav.files.get('Lease_ mill.zip') ?? Buffer.alloc(0));
    expect([...archive.keys()].sort()).toEqual([
      'Lease_ mill (certificate).pdf',
      'evidence.json',
      'lease (sealed).pdf',
    ]);
    expect(archive.get('lease (sealed).pdf')?.equals(sealed)).toBe(true);
  });

  test('wait for a server that has no room, change nothing of the workflow, and are found where they arrived', async () => {
    await set({ ...dav.form, pathPattern: '{id}', include: ['evidence'] });
    dav.state.fault = ({ method }) => (method === 'PUT' ? 507 : null);
    const lease = await signed();
    expect(await transferOf(lease)).toMatchObject({
      ...{ state: 'pending', attempts: 1, status: 507, doneDate: null, paths: [] },
      cause: 'The server answered 507 (there is no room left).',
      nextAttemptDate: expect.any(Number),
    });
    expect((await call('GET', `${HOME}/transfers?state=pending`)).body.items).toEqual([
      expect.objectContaining({ workflowId: lease.id, name: 'Lease: mill', state: 'pending', status: 507 }),
    ]);
    // The process is killed after the server had the record, which is another one each time it is made.
    dav.state.fault = ({ method, path }) =>
      method === 'PUT' && path.endsWith('.json') ? 'answer-lost' : null;
    instance.advance(6);
    await instance.runJobs();
    expect(await transferOf(lease)).toMatchObject({ state: 'pending', attempts: 2, status: null });
    const record = dav.files.get(`${lease.id}/evidence.json`);
    dav.state.fault = () => null;
    dav.calls.length = 0;
    instance.advance(400);
    await instance.runJobs();
    expect(await transferOf(lease)).toMatchObject({ state: 'done', cause: null, paths: { length: 3 } });
    expect(puts()).toBe(0);
    expect(dav.files.size).toBe(3);
    expect(dav.files.get(`${lease.id}/evidence.json`)).toBe(record);
  });

  test('are given up after three days or with the destination, listed, and written once they are started again', async () => {
    await set({ ...dav.form, pathPattern: '{id}' });
    dav.state.fault = () => 'breaks';
    const lease = await signed('Given up');
    for (let day = 0; day < 12; day += 1) {
      instance.advance(DAY);
      await instance.runJobs();
    }
    const failed = { state: 'failed', attempts: 10, status: null, nextAttemptDate: null };
    expect(await transferOf(lease)).toMatchObject({ ...failed, cause: expect.stringContaining('broke off') });
    session = await instance.signIn('Ada Lovelace', 'ada@example.com');
    const { items } = (await call('GET', `${HOME}/transfers`)).body;
    expect(items).toMatchObject([{ ...failed, workflowId: lease.id, name: 'Given up' }]);
    const startAgain = async () =>
      expect((await call('PUT', `${lease.url}/start`)).body).toMatchObject({ state: 'pending', attempts: 0 });
    await startAgain();
    await instance.runJobs();
    await call('DELETE', HOME);
    instance.advance(6);
    await instance.runJobs();
    const cause = 'The workspace has no destination any more. Set one up, then try again.';
    expect(await transferOf(lease)).toMatchObject({ state: 'failed', cause, host: null });
    await set({ ...dav.form, pathPattern: '{id}' });
    dav.state.fault = () => null;
    await startAgain();
    await instance.runJobs();
    expect((await call('GET', lease.url)).body).toMatchObject({ state: 'done', paths: { length: 2 } });
    expect((await call('GET', `${HOME}/transfers`)).body.total).toBe(0);
  });

  test('are objects of a bucket, also of workflows from before there was one', async () => {
    expect((await call('DELETE', HOME)).status).toBe(204);
    const lease = await signed('Früher (1) + mehr');
    expect(await transferOf(lease)).toMatchObject({ state: 'none', host: null });
    expect((await call('PUT', `${lease.url}/start`)).body.error.message).toContain('has no destination');
    const form = { ...bucketForm, pathPattern: 'sealed/{workflow}', include: ['archive'] };
    expect((await call('PUT', HOME, form)).status).toBe(200);
    const theirs = { bytes: Buffer.from('theirs'), changedAt: new Date() };
    const encoded = `sealed/${encodeURIComponent('Früher (1) + mehr').replaceAll('(', '%28').replaceAll(')', '%29')}`;
    store.objects.set(`${encoded}/lease%20%28sealed%29.pdf`, theirs);
    expect((await call('POST', `${HOME}/try`)).body).toMatchObject({ usable: true });
    await call('PUT', `${lease.url}/start`);
    await instance.runJobs();
    expect(await transferOf(lease)).toMatchObject({ state: 'done', paths: { length: 3 } });
    expect(store.objects.get(`${encoded}/lease%20%28sealed%29.pdf`)).toBe(theirs);
    const numbered = store.objects.get(`${encoded}/lease%20%28sealed%29%20%282%29.pdf`);
    expect(numbered?.bytes.equals(lease.sealed)).toBe(true);
    expect(store.objects.size).toBe(4);
  });
});
