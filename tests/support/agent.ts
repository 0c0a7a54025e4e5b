import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { expect } from 'vitest';
import type { Session, TestInstance } from './instance.ts';
import { caller } from './organization.ts';

const VERIFIER = 'a-verifier-of-more-than-forty-three-characters';
export const CALLBACK = 'https://agent.example.com/callback';
export const AGENT_SCOPES = ['workflows:read', 'workflows:write', 'templates:read', 'agents:send'];

/** What an authorization request of an agent says. */
export function agentQuery(
  clientId: string,
  resource: string | null,
  scopes: readonly string[] = AGENT_SCOPES,
) {
  return new URLSearchParams({
    client_id: clientId,
    redirect_uri: CALLBACK,
    response_type: 'code',
    scope: scopes.join(' '),
    code_challenge: createHash('sha256').update(VERIFIER).digest('base64url'),
    code_challenge_method: 'S256',
    ...(resource === null ? {} : { resource }),
  });
}

export async function registerAgent(session: Session): Promise<Record<string, string>> {
  const app = { name: 'Claude', redirectUris: [CALLBACK], scopes: [...AGENT_SCOPES, 'profile:read'] };
  const { status, body } = await caller(session)('POST', '/api/v1/integration-apps', app);
  expect(status, JSON.stringify(body)).toBe(201);
  return body;
}

/** The whole way to a token: the user allows, and the agent redeems the code. */
export async function redeem(
  instance: TestInstance,
  session: Session,
  app: Record<string, string>,
  {
    resource,
    scopes = AGENT_SCOPES,
    more = {},
  }: {
    resource: string | null;
    scopes?: readonly string[];
    more?: Record<string, string>;
  },
) {
  const query = agentQuery(app.clientId ?? '', resource, scopes);
  const allowed = await caller(session)('POST', `/api/v1/authorization-request?${query}`, {
    decision: 'allow',
  });
  expect(allowed.status, JSON.stringify(allowed.body)).toBe(200);
  const code = new URL(allowed.body.redirectTo).searchParams.get('code') ?? '';
  const form = {
    grant_type: 'authorization_code',
    client_id: app.clientId ?? '',
    ...(app.clientSecret ? { client_secret: app.clientSecret } : {}),
    redirect_uri: CALLBACK,
    code,
    code_verifier: VERIFIER,
    ...more,
  };
  return instance.inject({
    method: 'POST',
    url: '/oauth/token',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(form).toString(),
  });
}

export type Agent = Awaited<ReturnType<typeof openAgent>>;

/** An agent that a user has allowed, speaking the stateless revision. */
export async function openAgent(instance: TestInstance, session: Session, scopes = AGENT_SCOPES) {
  const resource = `${instance.deps.config.baseUrl}/mcp`;
  const app = await registerAgent(session);
  const redeemed = await redeem(instance, session, app, { resource, scopes });
  expect(redeemed.statusCode, redeemed.body).toBe(200);
  const token: string = redeemed.json().access_token;
  return { token, app, ...agentBy(instance, token) };
}

export function agentBy(instance: TestInstance, token: string) {
  const rpc = (method: string, params: object = {}, headers: Record<string, string> = {}) =>
    instance.inject({
      method: 'POST',
      url: '/mcp',
      headers: {
        authorization: `Bearer ${token}`,
        accept: 'application/json, text/event-stream',
        'content-type': 'application/json',
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': method,
        ...('name' in params ? { 'mcp-name': String(params.name) } : {}),
        ...('uri' in params ? { 'mcp-name': String(params.uri) } : {}),
        ...headers,
      },
      payload: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method,
        params: {
          ...params,
          _meta: {
            'io.modelcontextprotocol/protocolVersion': '2026-07-28',
            'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
            'io.modelcontextprotocol/clientCapabilities': {},
          },
        },
      }),
    });
  /** What a tool answers, and whether it was refused. */
  const tool = async (name: string, input: object = {}) => {
    const answer = await rpc('tools/call', { name, arguments: input });
    expect(answer.statusCode, answer.body).toBe(200);
    const { result, error } = answer.json();
    expect(error).toBeUndefined();
    return { value: result.structuredContent, isRefused: result.isError === true, text: answer.body };
  };
  /** Announces a file, and sends it to the address that is answered. */
  const upload = async (bytes: Buffer, said: object = {}) => {
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const announced = { name: 'lease.pdf', size: bytes.length, sha256, ...said };
    const { putUrl, uploadId } = (await tool('create_upload', announced)).value;
    const url = new URL(putUrl).pathname;
    return { uploadId, url, answer: await instance.inject({ method: 'PUT', url, payload: bytes }) };
  };
  return { rpc, tool, upload };
}

export async function allowAgents(session: Session, mode: string): Promise<void> {
  const answer = await caller(session)('PUT', '/api/v1/organization/agents', { mode });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
}

/** What agents may send by themselves; what is answered is for the test to look at. */
export function allowSending(session: Session, body?: object) {
  return caller(session)(body ? 'PUT' : 'GET', '/api/v1/organization/agents/allowance', body);
}

/** A workflow as its sender sees it. */
export function lookingAt(session: () => Session) {
  const read = async (id: string) =>
    (await session().call({ method: 'GET', url: `/api/v1/envelopes/${id}` })).json();
  const urlOf = async (id: string) => {
    const { id: workflowId, workspaceId } = await read(id);
    return `/api/v1/workspaces/${workspaceId}/workflows/${workflowId}`;
  };
  const statusOf = async (id: string): Promise<string> => (await read(id)).status;
  const certificateOf = async (id: string) => {
    const url = `${await urlOf(id)}/certificate`;
    const { rawPayload: input } = await session().call({ method: 'GET', url });
    return execFileSync('pdftotext', ['-layout', '-', '-'], { input }).toString();
  };
  return { urlOf, statusOf, certificateOf };
}
