import { describe, expect, it } from 'vitest';
import { TOOLS } from '../../server/src/agents/tools.ts';
import {
  AGENT_SCOPES,
  agentBy,
  allowAgents,
  CALLBACK,
  openAgent,
  redeem,
  registerAgent,
} from '../support/agent.ts';
import { envelopesOf, makeKey, openTeamCase } from '../support/instance-case.ts';
import { caller } from '../support/organization.ts';
import { ann, lease } from '../support/quick-sender.ts';
import { openTemplateClient } from '../support/template-client.ts';

const { instance, ada, eve } = await openTeamCase();
const sent = await envelopesOf(instance, () => ada).send(ann);
const [space] = (await caller(ada)('GET', '/api/v1/workspaces')).body;
const agent = await openAgent(instance, ada);
const RESOURCE = 'http://localhost:3000/mcp';
const METADATA = 'http://localhost:3000/.well-known/oauth-protected-resource/mcp';

describe('an agent is let in', () => {
  it('by metadata that lead to the authorization server, and a challenge that leads to them', async () => {
    const metadata = await instance.inject({ url: '/.well-known/oauth-protected-resource/mcp' });
    expect(metadata.json()).toMatchObject({
      resource: RESOURCE,
      authorization_servers: ['http://localhost:3000'],
      scopes_supported: ['workflows:read', 'workflows:write', 'templates:read', 'agents:send'],
    });
    const refused = await instance.inject({ method: 'POST', url: '/mcp', payload: {} });
    expect(refused.statusCode).toBe(401);
    expect(refused.headers['www-authenticate']).toBe(
      `Bearer scope="${AGENT_SCOPES.join(' ')}", resource_metadata="${METADATA}"`,
    );
  });

  it('by a token of this resource alone: it is no token of the API, and theirs are none here', async () => {
    const app = await registerAgent(ada);
    const [here, api] = [
      (await redeem(instance, ada, app, { resource: RESOURCE })).json(),
      (await redeem(instance, ada, app, { resource: null })).json(),
    ];
    const atApi = (token: string) =>
      instance.inject({
        url: '/api/v1/workspaces/1/workflows',
        headers: { authorization: `Bearer ${token}` },
      });
    expect((await atApi(here.access_token)).statusCode).toBe(401);
    expect((await atApi(api.access_token)).statusCode).not.toBe(401);
    const foreign = await agentBy(instance, api.access_token).rpc('ping');
    expect([foreign.statusCode, foreign.headers['www-authenticate']]).toEqual([
      401,
      `Bearer error="invalid_token", scope="${AGENT_SCOPES.join(' ')}", resource_metadata="${METADATA}"`,
    ]);
    const refresh = (resource: string) =>
      instance.inject({
        method: 'POST',
        url: '/oauth/token',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams({
          grant_type: 'refresh_token',
          refresh_token: here.refresh_token,
          client_id: String(app.clientId),
          client_secret: String(app.clientSecret),
          resource,
        }).toString(),
      });
    expect((await refresh('http://localhost:3000')).json().error).toBe('invalid_target');
    const renewed = (await refresh(RESOURCE)).json().access_token;
    expect((await agentBy(instance, renewed).rpc('ping')).statusCode).toBe(200);
    expect((await atApi(renewed)).statusCode).toBe(401);
  });

  it('with what its app was registered with, of all that the address names', async () => {
    const scopes = ['workflows:read', 'profile:read'];
    const body = { name: 'Reader', redirectUris: [CALLBACK], scopes };
    const { body: app } = await caller(ada)('POST', '/api/v1/integration-apps', body);
    const redeemed = await redeem(instance, ada, app, { resource: RESOURCE });
    expect(redeemed.json().scope).toBe('workflows:read');
  });

  it('not for a resource elsewhere, nor for another one here', async () => {
    const app = await registerAgent(ada);
    for (const resource of ['https://elsewhere.example/mcp', 'http://localhost:3000/other']) {
      const refused = await redeem(instance, ada, app, { resource: RESOURCE, more: { resource } });
      expect(refused.json().error, resource).toBe('invalid_target');
    }
  });

  it('by an API key, with its scopes', async () => {
    const { key } = await makeKey(ada, { scopes: ['workflows:read'] });
    const byKey = agentBy(instance, key);
    expect((await byKey.rpc('ping')).statusCode).toBe(200);
    const refused = await byKey.rpc('tools/call', { name: 'search_templates', arguments: {} });
    expect([refused.statusCode, refused.headers['www-authenticate']]).toEqual([
      403,
      `Bearer error="insufficient_scope", scope="templates:read", resource_metadata="${METADATA}"`,
    ]);
  });

  it('from no page of another site', async () => {
    const refused = await agent.rpc('ping', {}, { origin: 'https://evil.example' });
    expect(refused.statusCode).toBe(403);
  });
});

describe('the protocol', () => {
  it('is spoken without sessions in the revision 2026-07-28', async () => {
    const discovered = (await agent.rpc('server/discover')).json().result;
    expect(discovered).toMatchObject({ supportedVersions: ['2026-07-28'], resultType: 'complete' });
    expect(discovered._meta['io.modelcontextprotocol/serverInfo'].name).toBe('paraph');
    const { tools, ttlMs, cacheScope } = (await agent.rpc('tools/list')).json().result;
    expect([tools.length, ttlMs, cacheScope]).toEqual([TOOLS.length, 300_000, 'public']);
  });

  it('begins with a handshake in the revision 2025-11-25', async () => {
    const { token } = agent;
    const old = (payload: object, headers: Record<string, string> = {}) =>
      instance.inject({
        method: 'POST',
        url: '/mcp',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
        payload: JSON.stringify({ jsonrpc: '2.0', ...payload }),
      });
    const params = {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 'old', version: '1' },
    };
    const begun = (await old({ id: 0, method: 'initialize', params })).json().result;
    expect(begun).toMatchObject({ protocolVersion: '2025-11-25', serverInfo: { name: 'paraph' } });
    expect((await old({ method: 'notifications/initialized' })).statusCode).toBe(202);
    const listed = await old({ id: 1, method: 'tools/list' }, { 'mcp-protocol-version': '2025-11-25' });
    expect(listed.json().result).toEqual({ tools: expect.any(Array) });
    const call = {
      id: 'x',
      method: 'tools/call',
      params: { name: 'explain', arguments: { about: 'agents' } },
    };
    expect((await old(call)).json()).toMatchObject({ id: 'x', result: { content: [{ type: 'text' }] } });
    expect((await old({ id: 2, method: 'initialize', params: {} })).json().result.protocolVersion).toBe(
      '2025-11-25',
    );
    expect((await instance.inject({ url: '/mcp' })).headers.allow).toBe('POST');
  });

  it.each([
    ['another version', { 'mcp-protocol-version': '1999-01-01' }, 'ping', 400, -32_020],
    ['a header for another method', { 'mcp-method': 'tools/list' }, 'ping', 400, -32_020],
    ['a method that is not there', {}, 'sampling/createMessage', 404, -32_601],
  ])('refuses %s', async (_what, headers, method, status, code) => {
    const refused = await agent.rpc(method, {}, headers);
    expect([refused.statusCode, refused.json().error.code, refused.json().id]).toEqual([status, code, 1]);
  });

  it.each([
    ['[]', -32_600],
    ['{', -32_700],
    ['{"jsonrpc":"2.0","id":{},"method":"ping"}', -32_600],
  ])('refuses %s', async (payload, code) => {
    const headers = { authorization: `Bearer ${agent.token}`, 'content-type': 'application/json' };
    const refused = await instance.inject({ method: 'POST', url: '/mcp', headers, payload });
    expect([refused.statusCode, refused.json().error.code]).toEqual([400, code]);
  });

  it('has these tools and no others', async () => {
    const { tools } = (await agent.rpc('tools/list')).json().result;
    await expect(JSON.stringify(tools, null, 1)).toMatchFileSnapshot('./agents.tools.txt');
  });
});

describe('what an organization says of agents', () => {
  it('is that they may do nothing, until an administrator allows it', async () => {
    expect((await caller(ada)('GET', '/api/v1/organization/agents')).body).toEqual({ mode: 'off' });
    const { value, isRefused } = await agent.tool('get_workflow', { id: sent });
    expect([isRefused, value.code]).toEqual([true, 'UNAUTHORIZED_TO_PERFORM_THIS_ACTION']);
    expect((await agent.tool('search_workflows')).isRefused).toBe(true);
    expect((await agent.tool('list_workspaces')).value).toEqual({ workspaces: [] });
    await allowAgents(ada, 'drafts');
    expect((await agent.tool('get_workflow', { id: sent })).value).toMatchObject({
      status: 'started',
      recipients: [{ email: { untrusted: true, text: 'ann@example.com' } }],
    });
    const { rows } = await instance.deps.pool.query(
      `select before, after from organization_events where name = 'organization.agents_changed'`,
    );
    expect(rows).toEqual([{ before: { mode: 'off' }, after: { mode: 'drafts' } }]);
  });
});

describe('an agent reads', () => {
  it('whom a workflow waits for, with masked addresses in lists', async () => {
    const { value } = await agent.tool('search_workflows', { status: 'started' });
    expect(value).toMatchObject({ total: 1, workflows: [{ id: sent, waitsFor: [{ to: 'sign' }] }] });
    expect(value.workflows[0].waitsFor[0].email.text).toBe('a…@example.com');
  });

  it('what happened, what was filled in, and where the evidence is', async () => {
    const { value } = await agent.tool('get_timeline', { id: sent });
    expect(value.events.map(({ event }: { event: string }) => event)).toContain('workflow.started');
    expect((await agent.tool('get_values', { id: sent })).value).toEqual({ values: [] });
    const { resource } = (await agent.tool('get_evidence', { id: sent })).value;
    const [content] = (await agent.rpc('resources/read', { uri: resource })).json().result.contents;
    expect(JSON.parse(content.text)).toMatchObject({ untrusted: true, evidence: {} });
  });

  it('no signing link, wherever it looks', async () => {
    const answers = [];
    for (const { name } of TOOLS)
      answers.push(await agent.tool(name, { id: sent, about: 'levels', templateId: 1 }));
    const mail = await instance.deps.database.selectFrom('mails').select('detail').execute();
    expect(mail.length).toBeGreaterThan(0);
    for (const { text } of answers) expect(text).not.toMatch(/\/sign\/|\/api\/v1\/storage|signature=/);
  });
});

describe('an agent prepares', () => {
  const people = [{ name: 'Ann', email: 'ann@example.com' }];
  const mails = async () =>
    (await instance.deps.pool.query('select count(*)::int as n from mails')).rows[0].n;

  it('a draft of a file, which is sent once to an address of its own, and mails nobody', async () => {
    const before = await mails();
    const { uploadId, url, answer } = await agent.upload(lease);
    expect(answer.statusCode, answer.body).toBe(201);
    expect((await instance.inject({ method: 'PUT', url, payload: lease })).statusCode).toBe(404);
    const { value } = await agent.tool('draft_from_file', { uploadId, name: 'Lease', recipients: people });
    expect(value).toMatchObject({ status: 'not_started', documents: [{ fileName: { text: 'lease.pdf' } }] });
    expect(
      (await agent.tool('draft_from_file', { uploadId, name: 'Again', recipients: people })).isRefused,
    ).toBe(true);
    expect((await agent.tool('propose_fields', { id: value.id })).value).toMatchObject({ placed: 0 });
    const checked = (await agent.tool('check_draft', { id: value.id })).value;
    expect(checked).toMatchObject({ ready: true, asksFirst: [{ text: 'Ann' }] });
    await instance.runJobs();
    expect(await mails()).toBe(before);
    const [created] = (await agent.tool('get_timeline', { id: value.id })).value.events;
    expect(created).toMatchObject({ event: 'workflow.created', agent: { text: 'Claude' } });
  });

  it.each([{ size: lease.length - 1 }, { size: lease.length + 1 }, { sha256: '0'.repeat(64) }])(
    'no draft of another file than was announced: %j',
    async (said) => {
      const { uploadId, answer } = await agent.upload(lease, said);
      expect(answer.statusCode).toBe(400);
      expect((await agent.tool('verify_pdf', { uploadId })).isRefused).toBe(true);
    },
  );

  it('nothing of a file that another agent has sent', async () => {
    const { uploadId } = await agent.upload(lease);
    const other = await openAgent(instance, ada);
    expect((await other.tool('verify_pdf', { uploadId })).isRefused).toBe(true);
    expect((await agent.tool('verify_pdf', { uploadId })).value).toMatchObject({ untrusted: true });
  });

  it('a draft of a template, and says what keeps it from being sent', async () => {
    const { id: templateId } = await (await openTemplateClient(instance, ada, lease)).create();
    const input = { templateId, name: 'Lease of Ann', recipients: [] };
    const { value } = await agent.tool('draft_from_template', input);
    const checked = (await agent.tool('check_draft', { id: value.id })).value;
    expect(checked).toMatchObject({ ready: false, problems: [{ code: expect.any(String) }] });
  });

  it('reminds only where the organization lets agents reach people', async () => {
    expect((await agent.tool('remind', { id: sent })).isRefused).toBe(true);
    await allowAgents(ada, 'confirmation');
    instance.advance(3_601);
    const later = await openAgent(instance, ada);
    const { value } = await later.tool('remind', { id: sent });
    expect(value).toMatchObject({ reminders: [{ reminded: true }] });
    expect((await later.tool('remind', { id: sent })).value.code).toBe('RATE_LIMIT_REACHED');
  });
});

it('the organization of another user is reached by no tool', async () => {
  await allowAgents(eve, 'confirmation');
  const stranger = await openAgent(instance, eve);
  const input = { id: sent, workspaceId: space.id, templateId: 1 };
  for (const { name } of TOOLS.filter(({ need }) => need !== null)) {
    const { text } = await stranger.tool(name, input);
    expect(text, name).not.toContain('Lease');
    expect(text, name).not.toContain('ann@example.com');
  }
});
