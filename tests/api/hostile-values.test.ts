import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  multipart,
  openTestInstance,
  quickForm,
  type Session,
  type TestInstance,
} from '../support/instance.ts';
import { until } from '../support/processes.ts';
import { codeOf, lease, violationsOf } from '../support/quick-sender.ts';

let instance: TestInstance;
let user: Session;

beforeAll(async () => {
  instance = await openTestInstance();
  await instance.deps.intake.warm();
  user = await instance.signIn('Ada', 'ada@example.com');
});
afterAll(() => instance.close());

const json = { 'content-type': 'application/json' };
const workspaces = (payload: string) =>
  user.call({ method: 'POST', url: '/api/v1/workspaces', headers: json, payload });

describe('text that nothing can hold is named, not stored', () => {
  test.each([
    ['half a character', '{"name":"Mill\\ud800"}', ['name']],
    ['the other half', '{"name":"Mill","description":"\\udc00"}', ['description']],
    ['NUL', '{"name":"Mi\\u0000ll"}', ['name']],
    ['both', '{"name":"\\ud800\\ud800","description":"\\u0000"}', ['description', 'name']],
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

  test('in an address or a query', async () => {
    const path = await user.call({ method: 'GET', url: '/api/v1/envelopes/a%00b' });
    expect(violationsOf(path)).toHaveProperty('envelopeId');
    const query = await user.call({ method: 'GET', url: '/api/v1/envelopes?query=a%00b' });
    expect(violationsOf(query)).toHaveProperty('query');
  });

  test('whole characters of every plane are as good as any', async () => {
    const name = 'Mühle \u{1f3e1}\u{1f468}\u200d\u{1f469}';
    const answer = await workspaces(JSON.stringify({ name }));
    expect([answer.statusCode, (answer.json() as { name: string }).name]).toEqual([201, name]);
  });
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

test('an envelope that is deleted while another call waits for it is unknown as an envelope', async () => {
  const form = multipart([
    { name: 'name', value: 'Lease' },
    { name: 'document', value: lease, fileName: 'lease.pdf' },
    { name: 'steps[0][type]', value: 'sign' },
    { name: 'steps[0][recipients][0][name]', value: 'Ann' },
    { name: 'steps[0][recipients][0][email]', value: 'ann@example.com' },
  ]);
  const made = await user.call({ method: 'POST', url: '/api/v1/envelopes', ...form });
  const url = `/api/v1/envelopes/${(made.json() as { id: string }).id}`;
  const holder = await instance.deps.pool.connect();
  await holder.query('begin');
  await holder.query('select id from workflows for update');
  const answers = [user.call({ method: 'DELETE', url }), user.call({ method: 'DELETE', url })];
  const waiting = `select count(*)::int as n from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  await until('both calls to wait', async () => {
    const { rows } = await instance.deps.pool.query(waiting);
    return rows[0].n === 2;
  });
  await holder.query('rollback');
  holder.release();
  const told = (await Promise.all(answers)).map((answer) =>
    answer.statusCode === 204 ? 'deleted' : codeOf(answer),
  );
  expect(told.sort()).toEqual(['ENVELOPE_NOT_FOUND', 'deleted']);
});
