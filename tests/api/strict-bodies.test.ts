import { describe, expect, test } from 'vitest';
import { type multipart, openTestInstance, quickForm } from '../support/instance.ts';
import { firstWorkspace, forThisFile } from '../support/instance-case.ts';
import { lease } from '../support/quick-sender.ts';

const instance = await forThisFile(openTestInstance());
const user = await instance.signIn('Ada', 'ada@example.com');
const workspace = await firstWorkspace(user);

const FORM = 'application/x-www-form-urlencoded';
const put = (payload: string | Buffer, type = 'application/json') =>
  user.call({ method: 'PUT', url: '/api/v1/account/profile', payload, headers: { 'content-type': type } });
const expectRefused = (answer: Awaited<ReturnType<typeof put>>, violations: object) => {
  expect(answer.statusCode).toBe(400);
  const { code, ...error } = answer.json().error;
  expect([code, error.violations]).toEqual(['VALIDATION_ERROR', violations]);
};

describe('a JSON body', () => {
  test('with a key twice is refused, and the key named', async () => {
    const answer = await put('{"name":"Ada Lovelace","country":"GB","n\\u0061me":"Mallory Thief"}');
    expectRefused(answer, { name: 'Is given more than once; give it once.' });
    const inner = '{"users":[{"memberId":1,"roleId":4},{"memberId":2,"roleId":4,"roleId":1}]}';
    const users = await user.call({ method: 'PUT', url: `${workspace}/users`, payload: inner });
    expect(Object.keys(users.json().error.violations)).toEqual(['users[1][roleId]']);
    expect((await user.call({ method: 'GET', url: '/api/v1/profile' })).json().name).toBe('Ada');
  });

  test('that is no UTF-8 is refused, under any content type', async () => {
    const bytes = Buffer.concat([Buffer.from('{"name":"Ad'), Buffer.from([0xe9]), Buffer.from('le"}')]);
    for (const type of ['application/json', FORM, 'text/plain']) {
      expectRefused(await put(bytes, type), { body: 'Must be UTF-8.' });
    }
    for (const name of ['Adèle \ufffd', 'Ada \u{1f600}']) {
      expect((await put(JSON.stringify({ name }))).json().name).toBe(name);
    }
  });
});

describe('a form', () => {
  test('whose values are no UTF-8 is refused; a percent sign alone is one', async () => {
    for (const value of ['Ad%E9le', 'x%C0%AFx', '%ED%A0%80%ED', 'Ada%FF']) {
      expectRefused(await put(`name=${value}`, FORM), { body: 'Must be UTF-8.' });
    }
    expect((await put('name=Ad%C3%A8le+100', FORM)).json().name).toBe('Adèle 100');
    expect((await put('name=Ada+100%', FORM)).json().name).toBe('Ada 100%');
  });
});

describe('a query', () => {
  test('whose values are no UTF-8 is refused', async () => {
    const read = (query: string) =>
      user.call({ method: 'GET', url: `${workspace}/workflows?query=${query}` });
    expectRefused(await read('Ad%E9le'), { query: 'Must be UTF-8.' });
    expect((await read('Ad%C3%A8le%20100%')).statusCode).toBe(200);
  });
});

describe('a multipart form', () => {
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

  test('whose text is no UTF-8 is refused, and the part named', async () => {
    const person = { name: 'Ann SPOIL', email: 'ann@example.com' };
    const form = quickForm({ document: lease, steps: [{ type: 'sign', recipients: [person] }] });
    expectRefused(await send(spoil(form)), { 'steps[0][recipients][0][name]': 'Must be UTF-8.' });
  });

  test('may say of a text that it is UTF-8, and have one of 64 KiB at most', async () => {
    const typed = quickForm({ document: lease, name: 'Bail à loyer' });
    const text = typed.payload.toString('latin1');
    const said = text.replace(/(?<=name="name"\r\n)/, 'Content-Type: text/plain; charset=utf-8\r\n');
    expect((await send({ ...typed, payload: Buffer.from(said, 'latin1') })).statusCode).toBe(200);
    const long = quickForm({ document: lease, more: { note: 'x'.repeat(64 * 1024 + 1) } });
    expectRefused(await send(long), { note: 'This part is too long.' });
  });
});
