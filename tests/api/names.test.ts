import { describe, expect, test } from 'vitest';
import { openDraftClient } from '../support/draft-client.ts';
import { openTestInstance } from '../support/instance.ts';
import { forThisFile } from '../support/instance-case.ts';
import { caller } from '../support/organization.ts';
import { lease, quickSender, violationsOf } from '../support/quick-sender.ts';

const TRAP = 'Rent\u202efdp.exe';

const instance = await forThisFile(openTestInstance({ env: { PARAPH_SIGN_UP: 'open' } }));
const owner = await instance.signIn('Ada', 'ada@example.com');
const quick = quickSender(() => owner);
const client = await openDraftClient(instance, owner, lease);
const { id: draft } = await client.filled([
  { name: 'Bob', email: 'bob@example.com', roles: [{ type: 'sign' }] },
]);

const account = {
  organizationName: 'Mill & Sons',
  name: 'Grace',
  email: 'grace@example.com',
  password: 'a whole sentence of a password',
};
const SIGN_UP = '/account/sign-up';
const workflow = `/workspaces/${client.workspaceId}/workflows/${draft}`;
const person = (name: string) => ({ name, email: 'bob@example.com', roles: [{ type: 'sign' }] });

describe('a control of direction in a name that people are shown is refused, and the name named', () => {
  const app = { redirectUris: ['https://app.example.com/cb'], scopes: ['profile:read'] };
  const calls: [string, 'POST' | 'PUT', string, object, string][] = [
    ['a person', 'PUT', '/account/profile', { name: TRAP }, 'name'],
    ['a first name', 'PUT', '/account/profile', { name: 'Ada', firstName: TRAP }, 'firstName'],
    ['a newcomer', 'POST', SIGN_UP, { ...account, name: TRAP }, 'name'],
    ['an organization', 'POST', SIGN_UP, { ...account, organizationName: TRAP }, 'organizationName'],
    ['a workspace', 'POST', '/workspaces', { name: TRAP }, 'name'],
    ['a tag', 'POST', `/workspaces/${client.workspaceId}/tags`, { name: TRAP }, 'name'],
    ['a role', 'POST', '/organization/roles', { name: TRAP, permissions: [] }, 'name'],
    ['an API key', 'POST', '/api-keys', { name: TRAP, scopes: ['profile:read'] }, 'name'],
    ['an app', 'POST', '/integration-apps', { ...app, name: TRAP }, 'name'],
    ['a title', 'PUT', workflow, { name: TRAP }, 'name'],
    ['a sender', 'PUT', workflow, { senderName: TRAP }, 'senderName'],
    ['a recipient', 'PUT', `${workflow}/roles`, { recipients: [person(TRAP)] }, 'recipients[0][name]'],
  ];

  test.each(calls)('of %s', async (_whose, method, url, body, parameter) => {
    const answer = await caller(owner)(method, `/api/v1${url}`, body);
    expect([answer.status, answer.body.error.code]).toEqual([400, 'VALIDATION_ERROR']);
    expect(answer.body.error.violations[parameter]).toContain('U+202E');
  });

  test('of an envelope and its people, by a form', async () => {
    const steps = [{ type: 'sign', recipients: [{ name: TRAP, email: 'bob@example.com' }] }];
    const named = violationsOf(await quick.post({ name: TRAP, steps }));
    expect(Object.keys(named).sort()).toEqual(['name', 'steps[0][recipients][0][name]']);
  });
});

test('the name of a file loses what would make it read as another one', async () => {
  const { envelope } = await quick.read(await quick.create({ fileName: `${TRAP}.pdf` }));
  expect(envelope.documents[0]?.file.name).toBe('Rentfdp.exe.pdf');
});

test('messages keep what was written, and a title that is old may be sent back', async () => {
  const message = 'Sign \u202ethis\u202c';
  const change = caller(owner);
  expect((await change('PUT', `/api/v1${workflow}`, { senderMessage: message })).status).toBe(200);
  const read = await change('GET', `/api/v1${workflow}`);
  expect(read.body.senderMessage).toBe(message);
  await instance.deps.pool.query('update workflows set name = $1 where id = $2', [TRAP, draft]);
  const again = { name: TRAP, senderMessage: 'Please sign' };
  expect((await change('PUT', `/api/v1${workflow}`, again)).status).toBe(200);
});
