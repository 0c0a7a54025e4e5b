import { describe, expect, test } from 'vitest';
import { multipart, openTestInstance, quickForm, type Session } from '../support/instance.ts';
import { firstWorkspace, forThisFile, untilWaiting } from '../support/instance-case.ts';
import { codeOf, lease, violationsOf } from '../support/quick-sender.ts';
import { followInvitation, followLink, INTENT, linkOf } from '../support/signer.ts';

const instance = await forThisFile(openTestInstance());
await instance.deps.intake.warm();
const user = await instance.signIn('Ada', 'ada@example.com');

const json = { 'content-type': 'application/json' };
const workspaces = (payload: string) =>
  user.call({ method: 'POST', url: '/api/v1/workspaces', headers: json, payload });

const workspace = await firstWorkspace(user);
const FORM = 'application/x-www-form-urlencoded';
const put = (payload: string | Buffer, type = 'application/json') =>
  user.call({ method: 'PUT', url: '/api/v1/account/profile', payload, headers: { 'content-type': type } });
const expectRefused = (answer: Awaited<ReturnType<typeof put>>, violations: object) => {
  expect(answer.statusCode).toBe(400);
  const { code, ...error } = answer.json().error;
  expect([code, error.violations]).toEqual(['VALIDATION_ERROR', violations]);
};

test('a JSON body with a key twice is refused, and the key named', async () => {
  const answer = await put('{"name":"Ada Lovelace","country":"GB","n\\u0061me":"Mallory Thief"}');
  expectRefused(answer, { name: 'Is given more than once; give it once.' });
  const inner = '{"users":[{"memberId":1,"roleId":4},{"memberId":2,"roleId":4,"roleId":1}]}';
  const users = await user.call({ method: 'PUT', url: `${workspace}/users`, payload: inner });
  expect(Object.keys(users.json().error.violations)).toEqual(['users[1][roleId]']);
  expect((await user.call({ method: 'GET', url: '/api/v1/profile' })).json().name).toBe('Ada');
});

test('a JSON body that is no UTF-8 is refused, under any content type', async () => {
  const bytes = Buffer.concat([Buffer.from('{"name":"Ad'), Buffer.from([0xe9]), Buffer.from('le"}')]);
  for (const type of ['application/json', FORM, 'text/plain']) {
    expectRefused(await put(bytes, type), { body: 'Must be UTF-8.' });
  }
  for (const name of ['Adèle \ufffd', 'Ada \u{1f600}']) {
    expect((await put(JSON.stringify({ name }))).json().name).toBe(name);
  }
});

test('a form whose values are no UTF-8 is refused; a percent sign alone is one', async () => {
  for (const value of ['Ad%E9le', 'x%C0%AFx', '%ED%A0%80%ED', 'Ada%FF']) {
    expectRefused(await put(`name=${value}`, FORM), { body: 'Must be UTF-8.' });
  }
  expect((await put('name=Ad%C3%A8le+100', FORM)).json().name).toBe('Adèle 100');
  expect((await put('name=Ada+100%', FORM)).json().name).toBe('Ada 100%');
});

test('a query whose values are no UTF-8 is refused', async () => {
  const read = (query: string) => user.call({ method: 'GET', url: `${workspace}/workflows?query=${query}` });
  expectRefused(await read('Ad%E9le'), { query: 'Must be UTF-8.' });
  expect((await read('Ad%C3%A8le%20100%')).statusCode).toBe(200);
});

const send = (form: ReturnType<typeof multipart>) =>
  user.call({ method: 'POST', url: '/api/v1/quick/envelopes', ...form });
const spoil = (form: ReturnType<typeof multipart>) => ({
  ...form,
  payload: Buffer.concat(
    form.payload
      .toString('latin1')
      .split('SPOIL')
      .flatMap((part, index) => [...(index ? [Buffer.from([0xff])] : []), Buffer.from(part, 'latin1')]),
  ),
});

test('a multipart form whose text is no UTF-8 is refused, and the part named', async () => {
  const person = { name: 'Ann SPOIL', email: 'ann@example.com' };
  const form = quickForm({ document: lease, steps: [{ type: 'sign', recipients: [person] }] });
  expectRefused(await send(spoil(form)), { 'steps[0][recipients][0][name]': 'Must be UTF-8.' });
});

test('a multipart form may say of a text that it is UTF-8, and have one of 64 KiB at most', async () => {
  const typed = quickForm({ document: lease, name: 'Bail à loyer' });
  const text = typed.payload.toString('latin1');
  const said = text.replace(/(?<=name="name"\r\n)/, 'Content-Type: text/plain; charset=utf-8\r\n');
  expect((await send({ ...typed, payload: Buffer.from(said, 'latin1') })).statusCode).toBe(200);
  const long = quickForm({ document: lease, more: { note: 'x'.repeat(64 * 1024 + 1) } });
  expectRefused(await send(long), { note: 'This part is too long.' });
});

describe('text that nothing can hold is named, not stored', () => {
  test.each([
    ['half a character', '{"name":"Mill\\ud800"}', ['name']],
    ['the other half', '{"name":"Mill","description":"\\udc00"}', ['description']],
    ['NUL', '{"name":"Mi\\u0000ll"}', ['name']],
    ['one in each', '{"name":"\\ud800\\ud800","description":"\\udc00"}', ['description', 'name']],
  ])('%s in JSON', async (_what, payload, named) => {
    const answer = await workspaces(payload);
    expect([answer.statusCode, codeOf(answer)]).toEqual([400, 'VALIDATION_ERROR']);
    expect(Object.keys(violationsOf(answer)).sort()).toEqual(named);
  });

  test('in a map, under its key', async () => {
    const form = quickForm({ document: lease, more: { 'metadata[deal]': 'a\0b' } });
    const answer = await user.call({ method: 'POST', url: '/api/v1/quick/envelopes', ...form });
    expect(answer.statusCode).toBe(400);
    expect(violationsOf(answer)).toEqual({ 'metadata[deal]': expect.any(String) });
  });

  test('in what names a member or a role', async () => {
    const payload = { users: [{ memberId: 'a\0b', roleId: 'a\0b' }] };
    const url = `${workspace}/users`;
    const answer = await user.call({ method: 'PUT', url, payload });
    expect([answer.statusCode, codeOf(answer)]).toEqual([400, 'VALIDATION_ERROR']);
    expect(Object.keys(violationsOf(answer)).sort()).toEqual(['users[0][memberId]', 'users[0][roleId]']);
  });

  test('in what a signer says', async () => {
    const form = quickForm({ document: lease });
    await user.call({ method: 'POST', url: '/api/v1/quick/envelopes', ...form });
    await instance.runJobs();
    const signer = await followInvitation(instance, 'ada@example.com');
    const { consent } = await signer.view();
    const asked: [string, object, string][] = [
      ['/consent', { ...consent, timeZone: 'a\0b' }, 'timeZone'],
      ['/decline', { reason: 'a\0b' }, 'reason'],
      ['/finish', { previewId: 'p', intent: { ...INTENT, button: 'a\0b' } }, 'intent[button]'],
    ];
    for (const [path, payload, named] of asked) {
      const answer = await signer.call('POST', path, payload);
      expect([path, answer.statusCode]).toEqual([path, 400]);
      expect(violationsOf(answer)).toHaveProperty([named]);
    }
  });

  test('in an address or a query', async () => {
    const path = await user.call({ method: 'GET', url: '/api/v1/envelopes/a%00b' });
    expect(violationsOf(path)).toHaveProperty('envelopeId');
    const query = await user.call({ method: 'GET', url: '/api/v1/envelopes?query=a%00b' });
    expect(violationsOf(query)).toHaveProperty('query');
  });
});

test('an accent is kept as it was written, and makes no second tag of the same name', async () => {
  const [apart, together] = ['Sen\u0303or', 'Se\u00f1or'];
  const make = (name: string) => user.call({ method: 'POST', url: `${workspace}/tags`, payload: { name } });
  const made = await make(apart);
  expect([made.statusCode, (made.json() as { name: string }).name]).toEqual([201, apart]);
  expect(violationsOf(await make(together))).toHaveProperty('name');
});

test('a number that nothing can hold is named', async () => {
  const organizationId = '9223372036854776000';
  const payload = `{"name":"Mill","organizationId":${organizationId}}`;
  for (const answer of [
    await workspaces(payload),
    await user.call({ method: 'GET', url: `/api/v1/organization/roles?organizationId=${organizationId}` }),
  ]) {
    expect([answer.statusCode, codeOf(answer)]).toEqual([400, 'VALIDATION_ERROR']);
    expect(violationsOf(answer)).toHaveProperty('organizationId');
  }
});

describe('a map where a text is meant is refused', () => {
  test('as the value of a preference', async () => {
    const name = 'WorkflowNotificationCallbackUrlSecretPreference';
    const more = { 'preferences[0][name]': name, 'preferences[0][value][toString]': 'x' };
    const form = quickForm({ document: lease, more });
    const answer = await user.call({ method: 'POST', url: '/api/v1/quick/envelopes', ...form });
    expect(answer.statusCode, answer.body).toBe(400);
    expect(violationsOf(answer)).toHaveProperty('preferences[0][value]');
  });

  test('at the token endpoint, in the words of the standard', async () => {
    const payload = { grant_type: 'refresh_token', client_id: { toString: 'x' }, client_secret: 'b' };
    const answer = await instance.inject({ method: 'POST', url: '/oauth/token', payload });
    expect([answer.statusCode, answer.json().error]).toEqual([401, 'invalid_client']);
  });
});

describe('what is deleted while another call waits for it', () => {
  const form = multipart([
    { name: 'name', value: 'Lease' },
    { name: 'document', value: lease, fileName: 'lease.pdf' },
    { name: 'steps[0][type]', value: 'sign' },
    { name: 'steps[0][recipients][0][name]', value: 'Ann' },
    { name: 'steps[0][recipients][0][email]', value: 'ann@example.com' },
  ]);
  const draft = async () => {
    const made = await user.call({ method: 'POST', url: '/api/v1/envelopes', ...form });
    return made.json() as { id: string; recipients: { id: number }[] };
  };
  type Call = () => ReturnType<Session['call']>;

  /** Makes the second call wait for the first, and both for a locked row. */
  async function inLine(first: Call, second: Call) {
    const holder = await instance.deps.pool.connect();
    await holder.query('begin');
    await holder.query('select id from workflows for update');
    const answers = [];
    for (const call of [first, second]) {
      answers.push(call());
      await untilWaiting(instance, answers.length);
    }
    await holder.query('rollback');
    holder.release();
    return (await Promise.all(answers)).map((answer) =>
      answer.statusCode < 400 ? answer.statusCode : codeOf(answer),
    );
  }

  test('is unknown as an envelope to who asked for an envelope', async () => {
    const url = `/api/v1/envelopes/${(await draft()).id}`;
    const remove = () => user.call({ method: 'DELETE', url });
    expect(await inLine(remove, remove)).toEqual([204, 'ENVELOPE_NOT_FOUND']);
  });

  test('is a link that does not work any more to who signs', async () => {
    const { id, recipients } = await draft();
    const { rows } = await instance.deps.pool.query('select id from workflows where envelope_id = $1', [id]);
    const address = { workflowId: Number(rows[0].id), recipientId: recipients[0]?.id ?? 0 };
    const signer = await followLink(instance, await linkOf(instance.deps, address));
    const told = await inLine(
      () => user.call({ method: 'DELETE', url: `/api/v1/envelopes/${id}` }),
      () => signer.call('POST', '/decline', { reason: 'Not like this' }),
    );
    expect(told).toEqual([204, 'NOT_FOUND']);
  });
});
