import type { Permission } from '@paraph/domain';
import { describe, expect, test } from 'vitest';
import { codeOf, good } from '../support/draft-client.ts';
import { makeKey, openInstanceCase } from '../support/instance-case.ts';
import { addMember, caller } from '../support/organization.ts';
import { buildPdf, textLines } from '../support/pdf-fixtures.ts';
import { openTemplateClient, type Template, type TemplatePage } from '../support/template-client.ts';

const lease = buildPdf({ pages: [{ content: textLines(['Lease']) }] });
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
const bea = { name: 'Bea', email: 'bea@example.com' };

const { instance, sender } = await openInstanceCase();
const colleague = await instance.signIn('Colleague', 'colleague@example.com');
const client = await openTemplateClient(instance, sender, lease);
const memberId = await addMember(instance, sender, colleague);
const others = await client.filled([{ name: 'Buyer', type: 'sign' }]);

test('files need a credential, unless the link was signed for a quarter of an hour', async () => {
  const read = async (url: string) => {
    const { pathname, search } = new URL(url);
    return (await instance.inject({ method: 'GET', url: pathname + search })).statusCode;
  };
  const signed = good<Template>(await client.send('GET', `/${others.id}?session=1`));
  for (const kind of ['file', 'thumb'] as const) {
    expect(await read(others.documents[0]?.file[kind] ?? '')).toBe(401);
    expect(await read(signed.documents[0]?.file[kind] ?? '')).toBe(200);
  }
});

describe('rights of a role', () => {
  let roles = 0;
  /** Gives the colleague a role of just these permissions; answers their calls. */
  const as = async (permissions: Permission[]) => {
    const owner = caller(sender);
    roles += 1;
    const name = `Role ${roles}`;
    const role = await owner('POST', '/api/v1/organization/roles', { name, permissions });
    expect(role.status, role.answer.body).toBe(201);
    const users = [{ memberId, roleId: role.body.id }];
    const workspace = await owner('GET', `/api/v1/workspaces/${client.workspaceId}`);
    const known = workspace.body.workspaceUsers.find(
      (user: { memberId: number }) => user.memberId === memberId,
    );
    const url = `/api/v1/workspaces/${client.workspaceId}/users`;
    const given = await owner('PUT', url, { users: known ? [{ ...users[0], id: known.id }] : users });
    expect(given.status, given.answer.body).toBe(200);
    return async (method: Method, path: string, payload?: object) => {
      const at = path.startsWith('/api') ? path : client.base + path;
      const answer = await colleague.call({ method, url: at, ...(payload ? { payload } : {}) });
      return [answer.statusCode, answer.statusCode >= 400 ? codeOf(answer) : null] as const;
    };
  };
  const FORBIDDEN = [403, 'UNAUTHORIZED_TO_PERFORM_THIS_ACTION'];
  const UNKNOWN = [404, 'TEMPLATE_NOT_FOUND'];
  const madeByColleague = async () => {
    const { id } = await client.filled([{ name: 'Buyer', type: 'sign' }]);
    const { pool } = instance.deps;
    await pool.query('update templates set creator_id = $1 where id = $2', [colleague.profile.id, id]);
    return id;
  };

  test('view: own and others’ apart, in reads and lists alike', async () => {
    const own = await madeByColleague();
    const listed = async () => {
      const answer = await colleague.call({ method: 'GET', url: `${client.base}?limit=100` });
      const ids = good<TemplatePage>(answer).items.map(({ id }) => id);
      return [ids.includes(own), ids.includes(others.id)];
    };
    const callAsNone = await as(['view_created_workflow']);
    expect(await listed()).toEqual([false, false]);
    expect(await callAsNone('GET', `/${others.id}`)).toEqual(UNKNOWN);
    expect(await callAsNone('GET', `/${own}`)).toEqual(UNKNOWN);
    const callAsCreator = await as(['view_created_template']);
    expect(await listed()).toEqual([true, false]);
    expect(await callAsCreator('GET', `/${own}`)).toEqual([200, null]);
    expect(await callAsCreator('PUT', `/${others.id}`, { name: 'Lease' })).toEqual(UNKNOWN);
    const callAsOther = await as(['view_others_template']);
    expect(await listed()).toEqual([false, true]);
    expect(await callAsOther('GET', `/${others.id}`)).toEqual([200, null]);
    expect(await callAsOther('GET', `/${own}`)).toEqual(UNKNOWN);
  });

  const view: Permission[] = ['view_created_template', 'view_others_template'];
  const changes: [string, Method, string, object | undefined][] = [
    ['edit', 'PUT', '', { name: 'Lease' }],
    ['edit', 'POST', '/preferences', { preferences: [] }],
    ['delete', 'DELETE', '', undefined],
  ];
  test.each(changes)('%s: %s …%s of one’s own and of others’', async (operation, method, suffix, payload) => {
    const [own, theirs] = [await madeByColleague(), (await client.create()).id];
    const looks = await as(view);
    expect(await looks(method, `/${own}${suffix}`, payload)).toEqual(FORBIDDEN);
    const creates = await as([...view, `${operation}_created_template` as Permission]);
    expect(await creates(method, `/${theirs}${suffix}`, payload)).toEqual(FORBIDDEN);
    expect((await creates(method, `/${own}${suffix}`, payload))[1]).toBeNull();
    const rules = await as([...view, `${operation}_others_template` as Permission]);
    expect((await rules(method, `/${theirs}${suffix}`, payload))[1]).toBeNull();
  });

  test('move: out of the workspace, and into one where templates may be made', async () => {
    const url = '/api/v1/workspaces';
    const { id: sales } = (await caller(sender)('POST', url, { name: 'Sales' })).body;
    const own = await madeByColleague();
    const path = `/${own}`;
    const edits: Permission[] = [...view, 'edit_created_template'];
    const outside = await as([...edits, 'move_created_template']);
    expect(await outside('PUT', path, { newWorkspaceId: sales })).toEqual([404, 'WORKSPACE_NOT_FOUND']);
    const users = { users: [{ memberId, roleId: 'editor' }] };
    await caller(sender)('PUT', `${url}/${sales}/users`, users);
    const stays = await as(edits);
    expect(await stays('PUT', path, { newWorkspaceId: sales })).toEqual(FORBIDDEN);
    const moves = await as([...edits, 'move_created_template']);
    expect(await moves('PUT', path, { newWorkspaceId: sales })).toEqual([200, null]);
    expect(await moves('GET', path)).toEqual(UNKNOWN);
    expect(await moves('GET', `${url}/${sales}/templates/${own}`)).toEqual([200, null]);
  });

  test('making templates and workflows, each by the right for it', async () => {
    const clone = { workspaceId: client.workspaceId, name: 'Lease', recipients: [bea] };
    const cloner = `/api/v1/cloner/template/${others.id}/workflow`;
    const looks = await as([...view, 'create_workflow']);
    expect(await looks('POST', cloner, clone)).toEqual(FORBIDDEN);
    expect(await looks('POST', '', { fromTemplateId: others.id })).toEqual(FORBIDDEN);
    const uses = await as([...view, 'create_workflow_out_of_template']);
    expect(await uses('POST', cloner, clone)).toEqual(FORBIDDEN);
    const sends = await as([...view, 'create_workflow_out_of_template', 'create_workflow']);
    expect(await sends('POST', cloner, clone)).toEqual([200, null]);
    const makes = await as([...view, 'create_template']);
    expect(await makes('POST', '', { fromTemplateId: others.id })).toEqual(FORBIDDEN);
    const copies = await as([...view, 'create_template', 'create_template_out_of_template']);
    expect(await copies('POST', '', { fromTemplateId: others.id })).toEqual([201, null]);
    const made = await client.cloned(others.id, { recipients: [bea] });
    const sees: Permission[] = ['view_others_workflow', 'create_template'];
    const looksAtWorkflows = await as(sees);
    expect(await looksAtWorkflows('POST', '', { fromWorkflowId: made.id })).toEqual(FORBIDDEN);
    const turns = await as([...sees, 'create_template_out_of_workflow', 'view_created_template']);
    expect(await turns('POST', '', { fromWorkflowId: made.id })).toEqual([201, null]);
    const blind = await as(['create_template', 'create_template_out_of_workflow']);
    expect(await blind('POST', '', { fromWorkflowId: made.id })).toEqual([404, 'WORKFLOW_NOT_FOUND']);
  });
});

const withKey = async (scopes: string[]) => {
  const { key } = await makeKey(sender, { scopes });
  return async (method: Method, url: string, payload?: object) => {
    const headers = { 'x-api-key': key };
    const answer = await instance.inject({ method, url, headers, ...(payload ? { payload } : {}) });
    return answer.statusCode === 403 ? /scope (\w+:\w+)/.exec(answer.body)?.[1] : answer.statusCode;
  };
};

test('scopes: reading, writing, and what needs two', async () => {
  const path = `${client.base}/${others.id}`;
  const file = new URL(others.documents[0]?.file.file ?? '').pathname;
  const reads = await withKey(['templates:read']);
  expect(await reads('GET', path)).toBe(200);
  expect(await reads('GET', file)).toBe(200);
  expect(await reads('PUT', path, { name: 'Lease' })).toBe('templates:write');
  const cloner = `/api/v1/cloner/template/${others.id}/workflow`;
  const clone = { workspaceId: client.workspaceId, name: 'Lease', recipients: [bea] };
  expect(await reads('POST', cloner, clone)).toBe('workflows:write');
  const sends = await withKey(['workflows:write']);
  expect(await sends('GET', client.base)).toBe('templates:read');
  expect(await sends('GET', file)).toBe('templates:read');
  expect(await sends('POST', cloner, clone)).toBe('templates:read');
  const writes = await withKey(['templates:write']);
  expect(await writes('PUT', path, { name: 'Lease' })).toBe(200);
  const made = await client.cloned(others.id, { recipients: [bea] });
  expect(await writes('POST', client.base, { fromWorkflowId: made.id })).toBe('workflows:read');
  const both = await withKey(['templates:write', 'workflows:write']);
  expect(await both('POST', client.base, { fromWorkflowId: made.id })).toBe(201);
  expect(await both('POST', cloner, clone)).toBe(200);
});
