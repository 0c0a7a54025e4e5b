import { beforeEach, expect, it } from 'vitest';
import {
  type Agent,
  allowAgents,
  allowSending as allowance,
  lookingAt,
  openAgent,
} from '../support/agent.ts';
import type { Session } from '../support/instance.ts';
import { openTeamCase, untilWaiting } from '../support/instance-case.ts';
import { addMember, caller } from '../support/organization.ts';
import { lease } from '../support/quick-sender.ts';
import { openTemplateClient } from '../support/template-client.ts';

// What an organization lets agents send by themselves.

const { instance, ada, bobsMember } = await openTeamCase();
const { urlOf, statusOf, certificateOf } = lookingAt(() => ada);
const templates = await openTemplateClient(instance, ada, lease);
const { id: templateId } = await templates.filled([{ name: 'Tenant', type: 'sign' }]);
const rules = { templates: [templateId], domains: ['example.com'], dailyCap: 3 };
const person = (name: string, email = `${name.toLowerCase()}@example.com`) => ({ name, email });
const draftOf = async (by: Agent, change: object = {}) => {
  const input = { templateId, name: 'Lease', recipients: [person('Cleo')], ...change };
  const { value } = await by.tool('draft_from_template', input);
  expect(value.status, JSON.stringify(value)).toBe('not_started');
  return value;
};
const send = async (by: Agent, id: string) => (await by.tool('request_send', { id })).value;
let by: Agent;
beforeEach(async () => {
  // Ten drafts an hour are an agent's; the day is another one.
  instance.advance(86_400);
  await allowAgents(ada, 'confirmation');
  expect((await allowance(ada, rules)).status).toBe(200);
  by = await openAgent(instance, ada);
});

it('is sent at once, and names the agent, its user, the organization and who allowed it', async () => {
  const { id } = await draftOf(by, { recipients: [person('Dora')] });
  expect(await send(by, id)).toMatchObject({ state: 'sent' });
  expect(await statusOf(id)).toBe('started');
  await instance.runJobs();
  const { events } = (await by.tool('get_timeline', { id })).value;
  expect(events.at(-1)).toMatchObject({ agent: { text: 'Claude' } });
  const { rows } = await instance.deps.pool.query(
    `select actor->'agent' as agent, organizations.name as organization from events
       join workflows on workflows.id = workflow_id join organizations on organizations.id = organization_id
       where envelope_id = $1 and events.name = 'workflow.started'`,
    [id],
  );
  const [{ agent, organization }] = rows;
  const facts = { organization, setBy: 'Ada Lovelace' };
  expect(agent).toEqual({ name: 'Claude', clientId: by.app.clientId, allowance: facts });
  const started = (await ada.call({ method: 'GET', url: `${await urlOf(id)}/timeline` }))
    .json()
    .find(({ event }: { event: string }) => event === 'workflow.started');
  expect(started.actor).toMatchObject({ name: 'Ada Lovelace', agent: 'Claude', allowance: facts });
  expect((await allowance(ada)).body).toEqual({
    ...{ ...rules, sentToday: 1, setBy: 'Ada Lovelace', changeDate: expect.any(Number) },
    templates: [{ id: templateId, name: 'Lease', workspaceId: templates.workspaceId, isCurrent: true }],
  });
  const canceled = await ada.call({ method: 'PUT', url: `/api/v1/envelopes/${id}/cancel`, payload: {} });
  expect(canceled.statusCode, canceled.body).toBeLessThan(300);
  await instance.runJobs();
  expect((await certificateOf(id)).replaceAll(/\s+/g, ' ')).toContain(
    `Claude, for Ada Lovelace; sent by itself within the allowance of ${organization} set by Ada Lovelace`,
  );
});

const FOR_A_PERSON: [string, object, RegExp][] = [
  ['under another name', { name: 'Lease: pay now' }, /words are for a person/],
  ['with a message', { message: 'Pay at once.' }, /words are for a person/],
  ['to another domain', { recipients: [person('Eve', 'eve@evil.example')] }, /domains/],
  ['below the domain', { recipients: [person('Eve', 'eve@mail.example.com')] }, /domains/],
  ['to a member at another address', { recipients: [person('Bob', 'b.b@example.com')] }, /known here/],
  ['to a contact by another name', { recipients: [person('Dora Chief', 'dora@example.com')] }, /known here/],
  [
    'to a contact at another address',
    { recipients: [person('  dORA ', 'dora.x@example.com')] },
    /known here/,
  ],
];
it('waits for a person under other words, and to another domain, address or name of who is known', async () => {
  for (const [what, change, because] of FOR_A_PERSON) {
    const { id } = await draftOf(by, change);
    const asked = await send(by, id);
    expect(asked, what).toMatchObject({
      state: 'waiting_for_person',
      because: expect.stringMatching(because),
    });
    expect(await statusOf(id), what).toBe('not_started');
  }
});

it('waits for a person once the draft, the template or the setting has changed', async () => {
  const expectWaiting = async (id: string, because: RegExp) => {
    expect(await send(by, id)).toMatchObject({ because: expect.stringMatching(because) });
    expect(await statusOf(id)).toBe('not_started');
  };
  const [changed, late] = [await draftOf(by), await draftOf(by)];
  const url = await urlOf(changed.id);
  await ada.call({ method: 'PUT', url: `${url}/metadata`, payload: { metadata: { a: 'b' } } });
  await ada.call({ method: 'PUT', url, payload: { name: 'Lease!' } });
  await ada.call({ method: 'PUT', url, payload: { name: 'Lease' } });
  await expectWaiting(changed.id, /nobody has changed/);
  const others = await openAgent(instance, ada);
  const made = (
    await caller(ada)('POST', `/api/v1/cloner/template/${templateId}/workflow`, {
      ...{ workspaceId: templates.workspaceId, name: 'Lease', recipients: [person('Cleo')] },
    })
  ).body;
  expect(await send(others, made.envelopeId ?? String(made.id))).toMatchObject({
    state: 'waiting_for_person',
  });
  await allowance(ada, { ...rules, domains: ['elsewhere.example'] });
  await expectWaiting(late.id, /domains/);
  await allowance(ada, { ...rules, dailyCap: 0 });
  await expectWaiting(late.id, /nothing by themselves/);
  await allowance(ada, rules);
  // A document without fields is a change, too.
  expect((await templates.sendForm(`/${templateId}/documents`, {}, lease)).statusCode).toBe(200);
  await expectWaiting(late.id, /has changed since/);
  expect((await allowance(ada)).body.templates[0].isCurrent).toBe(false);
  await allowance(ada, rules);
  await expectWaiting(late.id, /has changed since/);
  expect(await send(by, (await draftOf(by)).id)).toMatchObject({ state: 'sent' });
});

it('is no more than a day allows, however many ask at once', async () => {
  await allowance(ada, { ...rules, dailyCap: 2 });
  const drafts = await Promise.all([1, 2, 3, 4].map(() => draftOf(by)));
  const answers = await Promise.all(drafts.map(({ id }) => send(by, id)));
  expect(answers.filter(({ state }) => state === 'sent').length).toBe(2);
  expect(answers.filter(({ because }) => /sent today/.test(because ?? '')).length).toBe(2);
  expect((await allowance(ada)).body.sentToday).toBe(2);
  await allowance(ada, { ...rules, dailyCap: 2 });
  const waiting = drafts[answers.findIndex(({ state }) => state !== 'sent')]?.id ?? '';
  expect(await send(by, waiting)).toMatchObject({ because: expect.stringMatching(/sent today/) });
  const same = await draftOf(by);
  instance.advance(86_400);
  by = await openAgent(instance, ada);
  const twice = await Promise.all([
    by.tool('request_send', { id: same.id }),
    by.tool('request_send', { id: same.id }),
  ]);
  expect(twice.filter(({ value }) => value.state === 'sent').length).toBe(1);
  expect((await allowance(ada)).body.sentToday).toBe(1);
});

it('ends with the right of who allowed it, and with the membership of whom the agent acts for', async () => {
  const administrator = (yes: boolean) =>
    caller(ada)('PUT', `/api/v1/organization/members/${bobsMember}`, { administrator: yes });
  const { id } = await draftOf(by);
  await administrator(true);
  const bobs = await instance.signIn('Bob', 'bob@example.com');
  const [{ organizationId }] = (
    await instance.deps.pool.query('select organization_id::int as "organizationId" from agent_allowances')
  ).rows;
  const url = `/api/v1/organization/agents/allowance?organizationId=${organizationId}`;
  expect((await caller(bobs)('PUT', url, rules)).status).toBe(200);
  await administrator(false);
  expect((await caller(bobs)('PUT', url, rules)).status).toBe(403);
  expect(await send(by, id)).toMatchObject({ because: expect.stringMatching(/no administrator/) });
  await allowance(ada, rules);
  const dan = await instance.signIn('Dan', 'dan@example.com');
  const member = await addMember(instance, ada, dan);
  const users = [{ memberId: member, roleId: 'administrator' }];
  expect(
    (await caller(ada)('PUT', `/api/v1/workspaces/${templates.workspaceId}/users`, { users })).status,
  ).toBe(200);
  const dans = await openAgent(instance, dan);
  const draft = await draftOf(dans, { workspaceId: templates.workspaceId });
  // What another member's agent has made is theirs to send.
  expect(await send(by, draft.id)).toMatchObject({ state: 'waiting_for_person' });
  expect((await caller(ada)('DELETE', `/api/v1/organization/members/${member}`)).status).toBe(204);
  expect((await dans.tool('request_send', { id: draft.id })).isRefused).toBe(true);
  expect(await statusOf(draft.id)).toBe('not_started');
});

it('is set for templates of the organization alone, and for domains', async () => {
  const refused = async (session: Session, change: object, path: string) => {
    const { status, body } = await allowance(session, { ...rules, ...change });
    expect([status, Object.keys(body.error.violations)]).toEqual([400, [path]]);
  };
  const other = await instance.signIn('Eve', 'eve@example.com');
  await refused(other, {}, 'templates');
  await refused(ada, { templates: [templateId, 987_654] }, 'templates');
  await refused(ada, { domains: ['example.com', '*.example.com'] }, 'domains');
  expect((await allowance(ada, { ...rules, dailyCap: 1_001 })).status).toBe(400);
  expect((await allowance(other)).body).toMatchObject({
    templates: [],
    domains: [],
    dailyCap: 0,
    setBy: null,
  });
});

it('is looked at again under the lock: what changes in the last moment counts', async () => {
  const { id } = await draftOf(by);
  const client = await instance.deps.pool.connect();
  try {
    await client.query('begin');
    await client.query('select from workflows where envelope_id = $1 for update', [id]);
    const asked = send(by, id);
    await untilWaiting(instance);
    await client.query(`update agent_allowances set domains = '{elsewhere.example}'`);
    await client.query('commit');
    expect(await asked).toMatchObject({ because: expect.stringMatching(/domains/) });
  } finally {
    client.release();
  }
  expect(await statusOf(id)).toBe('not_started');
  expect((await allowance(ada)).body.sentToday).toBe(0);
});
