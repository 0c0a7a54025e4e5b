import { expect } from 'vitest';
import type { openConnectionCase } from './connection-case.ts';

type ConnectionCase = Awaited<ReturnType<typeof openConnectionCase>>;
type Json = Record<string, unknown>;

export interface ScimAnswer {
  status: number;
  body: Json & { id: string; Resources: (Json & { id: string })[]; detail?: string; scimType?: string };
  headers: Record<string, unknown>;
}

/** Calls as the provider of a connection does, with a token that was made for it. */
export async function openScimProvider({ call, instance }: ConnectionCase, connectionId: string) {
  const path = `/api/v1/organization/connections/${connectionId}/provisioning`;
  const made = async (): Promise<string> => {
    const { status, body } = await call('POST', `${path}/tokens`);
    expect(status, JSON.stringify(body)).toBe(201);
    return (body as unknown as { token: string }).token;
  };
  const token = await made();
  const send = async (
    method: 'DELETE' | 'GET' | 'PATCH' | 'POST' | 'PUT',
    url: string,
    { body, by = token, headers = {} }: { body?: object; by?: string; headers?: Record<string, string> } = {},
  ): Promise<ScimAnswer> => {
    const answer = await instance.inject({
      method,
      url: `/scim/v2${url}`,
      headers: {
        authorization: `Bearer ${by}`,
        ...(body ? { 'content-type': 'application/scim+json' } : {}),
        ...headers,
      },
      ...(body ? { payload: JSON.stringify(body) } : {}),
    });
    const json = answer.body === '' ? {} : answer.json();
    if (answer.body !== '') expect(answer.headers['content-type']).toMatch(/^application\/scim\+json/);
    return { status: answer.statusCode, body: json, headers: answer.headers };
  };
  const listed = async (kind: 'Groups' | 'Users', filter: string): Promise<string[]> => {
    const { status, body } = await send('GET', `/${kind}?filter=${encodeURIComponent(filter)}`);
    expect(status, `${filter}: ${JSON.stringify(body)}`).toBe(200);
    return body.Resources.map((each) => String(each.userName ?? each.displayName)).sort();
  };
  const patch = (url: string, ...operations: object[]) =>
    send('PATCH', url, {
      body: { schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'], Operations: operations },
    });
  const add = async (userName: string, more: object = {}): Promise<string> => {
    const { status, body } = await send('POST', '/Users', { body: { userName, ...more } });
    expect(status, JSON.stringify(body)).toBe(201);
    return body.id;
  };
  const addGroup = async (displayName: string, ...ids: string[]): Promise<string> => {
    const members = ids.map((value) => ({ value }));
    const { status, body } = await send('POST', '/Groups', { body: { displayName, members } });
    expect(status, JSON.stringify(body)).toBe(201);
    return body.id;
  };
  const state = async () => (await call('GET', path)).body as unknown as Json & { tokens: { id: string }[] };
  return { add, addGroup, listed, made, patch, path, send, state, token };
}

/** A provider of a connection whose domain is proven. */
export function provisionedBy(connections: ConnectionCase) {
  return async (domain: string, more: object = {}) => {
    const { id } = await connections.proven(domain, more);
    return { id, ...(await openScimProvider(connections, id)) };
  };
}

const USER = 'urn:ietf:params:scim:schemas:core:2.0:User';
const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group';
const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';

/** One request of a provider, and what it needs of the answer; `{user}` and `{group}` are the ids that were made. */
export interface Step {
  call: string;
  body?: object;
  patch?: object[];
  status: number;
  has?: object;
}

const found = (path: string, has: object): Step => ({ call: `GET ${path}`, status: 200, has });
const ofUser = (operation: object, has: object): Step => ({
  ...{ call: 'PATCH /Users/{user}', patch: [operation], status: 200, has },
});
const ofGroup = (operation: object): Step => ({
  ...{ call: 'PATCH /Groups/{group}', patch: [operation], status: 204 },
});

/**
 * The requests that Microsoft documents for Entra ID ("Develop a SCIM endpoint", Understand the Microsoft Entra SCIM
 * implementation).
 */
export function entraSteps(domain: string): Step[] {
  const userName = `ada@${domain}`;
  const king = `ada.king@${domain}`;
  const externalId = '0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef';
  const ofTheGroup = '8aa1a0c0-c4c3-4bc0-b4a5-2ef676900159';
  return [
    found(`/Users?filter=userName eq "${userName}"`, { totalResults: 0, Resources: [] }),
    {
      call: 'POST /Users',
      body: {
        schemas: [USER, ENTERPRISE],
        externalId,
        userName,
        active: true,
        emails: [{ primary: true, type: 'work', value: userName }],
        meta: { resourceType: 'User' },
        name: { formatted: 'Ada Lovelace', familyName: 'Lovelace', givenName: 'Ada' },
        roles: [],
        [ENTERPRISE]: { department: 'Contracts', manager: { value: 'x' } },
      },
      status: 201,
      has: { active: true, userName, displayName: 'Ada Lovelace', meta: { resourceType: 'User' } },
    },
    found('/Users/{user}', { externalId }),
    found(`/Users?filter=externalId eq "${externalId}"`, { totalResults: 1 }),
    {
      call: 'PATCH /Users/{user}',
      patch: [
        { op: 'Replace', path: 'emails[type eq "work"].value', value: king },
        { op: 'Replace', path: 'name.familyName', value: 'King' },
        { op: 'Add', path: `${ENTERPRISE}:department`, value: 'Law' },
      ],
      status: 200,
      has: { emails: [{ value: king, type: 'work', primary: true }], name: { familyName: 'King' } },
    },
    ofUser({ op: 'Replace', path: 'userName', value: king }, { userName: king }),
    found('/Groups?excludedAttributes=members&filter=displayName eq "writers"', { totalResults: 0 }),
    {
      call: 'POST /Groups',
      body: {
        schemas: [GROUP, 'http://schemas.microsoft.com/2006/11/ResourceManagement/ADSCIM/2.0/Group'],
        externalId: ofTheGroup,
        displayName: 'writers',
        meta: { resourceType: 'Group' },
      },
      status: 201,
      has: { displayName: 'writers' },
    },
    ofGroup({ op: 'Add', path: 'members', value: [{ $ref: null, value: '{user}' }] }),
    found('/Groups/{group}?excludedAttributes=members', { externalId: ofTheGroup }),
    found('/Groups?filter=id eq "{group}" and members eq "{user}"&attributes=id', { totalResults: 1 }),
    ofGroup({ op: 'Remove', path: 'members', value: [{ $ref: null, value: '{user}' }] }),
    ofGroup({ op: 'Replace', path: 'displayName', value: 'authors' }),
    { call: 'DELETE /Groups/{group}', status: 204 },
    ofUser({ op: 'Replace', path: 'active', value: 'False' }, { active: false }),
    { call: 'DELETE /Users/{user}', status: 204 },
    { call: 'GET /Users/{user}', status: 404, has: { status: '404' } },
  ];
}

/** The requests that Okta documents ("Understand SCIM 2.0", and its Runscope suite). */
export function oktaSteps(domain: string): Step[] {
  const userName = `grace@${domain}`;
  const person = {
    schemas: [USER],
    userName,
    name: { givenName: 'Grace', familyName: 'Hopper' },
    emails: [{ primary: true, value: userName, type: 'work' }],
    displayName: 'Grace Hopper',
    locale: 'en-US',
    externalId: '00ujl29u0le5T6Aj10h7',
    groups: [],
    password: '1mz050nq',
    active: true,
  };
  const none = { totalResults: 0 };
  return [
    found('/Users?startIndex=1&count=2', { ...none, itemsPerPage: 0, startIndex: 1 }),
    { call: 'GET /Users/010101001010101011001010101011', status: 404, has: { status: '404' } },
    found(`/Users?filter=userName eq "${userName}"&startIndex=1&count=100`, none),
    { call: 'POST /Users', body: person, status: 201, has: { userName, name: person.name, active: true } },
    { call: 'POST /Users', body: person, status: 409, has: { scimType: 'uniqueness', status: '409' } },
    {
      call: 'PUT /Users/{user}',
      body: { ...person, id: '{user}', displayName: 'Rear Admiral Hopper' },
      status: 200,
      has: { displayName: 'Rear Admiral Hopper', active: true },
    },
    found('/Groups?startIndex=1&count=100', none),
    {
      call: 'POST /Groups',
      body: { schemas: [GROUP], displayName: 'writers', members: [{ value: '{user}', display: userName }] },
      status: 201,
      has: { displayName: 'writers', members: [{ value: '{user}', type: 'User' }] },
    },
    ofGroup({ op: 'replace', value: { id: '{group}', displayName: 'chiefs' } }),
    ofGroup({ op: 'remove', path: 'members[value eq "{user}"]' }),
    ofGroup({ op: 'replace', path: 'members', value: [{ value: '{user}', display: userName }] }),
    {
      call: 'PUT /Groups/{group}',
      body: { schemas: [GROUP], id: '{group}', displayName: 'writers', members: [] },
      status: 200,
      has: { displayName: 'writers', members: [] },
    },
    ofUser({ op: 'replace', value: { active: false } }, { active: false }),
    ofUser({ op: 'replace', value: { active: true } }, { active: true }),
    { call: 'DELETE /Groups/{group}', status: 204 },
  ];
}
