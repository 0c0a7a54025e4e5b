import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { PERMISSIONS } from '../../domain/src/permission.ts';
import { findProvenEmailKey } from '../../server/src/accounts/api.ts';
import { viewWorkspaceUser, workspaceUsersAmong } from '../../server/src/workspaces/api.ts';
import { findFirstWorkspace, findWorkspaceAccess } from '../../server/src/workspaces/workspace-access.ts';
import { forThisFile } from '../support/instance-case.ts';
import {
  addUser,
  Browser,
  mailedToken,
  openAccountsInstance,
  PASSWORD,
  signedIn,
} from './accounts-instance.ts';

const instance = await forThisFile(openAccountsInstance({ PARAPH_SIGN_UP: 'open' }));
/** Of the first account, with the organization and the workspace that have the number 1. */
const browser = await signedIn(instance);
const user = (userId: number) => ({ userId, organizationId: null });

/** Invites an address into the first workspace, as a member who may have no account yet. */
async function invite(email: string, roleId = 3) {
  const created_at = instance.deps.clock.now();
  const { database } = instance.deps;
  const member = await database
    .insertInto('members')
    .values({
      unique_id: `unique ${email}`,
      organization_id: 1,
      user_id: null,
      email,
      email_key: email.toLowerCase(),
      created_at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const workspaceUser = { workspace_id: 1, member_id: member.id, role_id: roleId, created_at };
  await database.insertInto('workspace_users').values(workspaceUser).execute();
}

it('gives every account an organization and a first workspace that it owns', async () => {
  const profile = (await browser.call('GET', '/api/v1/profile')).json();
  const answer = await browser.call('GET', '/api/v1/workspaces');
  expect(answer.json()).toEqual([
    {
      id: 1,
      name: 'Main',
      description: null,
      tags: [],
      integrations: [],
      workspaceUsers: [{ id: 1, memberId: 1, email: 'ada@example.com', role: 1, roleKey: 'owner', profile }],
      permissions: [...PERMISSIONS],
    },
  ]);
  expect((await browser.call('GET', '/api/v1/workspaces/1')).json()).toEqual(answer.json()[0]);
});

it('shows an invited member by an empty profile, until the operator makes their account', async () => {
  await invite('Charles@Example.com');
  const read = async () => (await browser.call('GET', '/api/v1/workspaces/1')).json().workspaceUsers[1];
  expect(await read()).toMatchObject({ email: 'Charles@Example.com', role: 3, roleKey: 'editor' });
  expect((await read()).profile).toEqual({
    id: null,
    email: 'Charles@Example.com',
    name: null,
    firstName: null,
    lastName: null,
    country: null,
    picture: { file: null, thumb: null, format: ' ', size: 0 },
  });
  const { users } = await instance.deps.database
    .selectNoFrom(workspaceUsersAmong(sql`(select 1)`).as('users'))
    .executeTakeFirstOrThrow();
  expect(users.map(viewWorkspaceUser)[1]).toMatchObject({ name: null });

  const { id } = await addUser(instance, 'charles@example.com', 'Charles Babbage');
  expect(await read()).toMatchObject({ profile: { id, name: 'Charles Babbage' } });
  const place = await findWorkspaceAccess(instance.deps.database, user(id), 1);
  expect(place?.permissions.has('create_workflow')).toBe(true);
  expect(place?.permissions.has('delete_workspace')).toBe(false);
  expect(await findFirstWorkspace(instance.deps.database, user(id))).toMatchObject({ workspaceId: 1 });
});

it('accepts no invitation before the address is verified', async () => {
  const email = 'george@example.com';
  await invite(email, 1);
  const stranger = new Browser(instance);
  const account = { organizationName: 'Engines', name: 'George', email };
  await stranger.call('POST', '/api/v1/account/sign-up', { ...account, password: PASSWORD });
  const seen = async () =>
    (await stranger.call('GET', '/api/v1/workspaces')).json().map(({ id }: { id: number }) => id);
  const [own, ...others] = await seen();
  expect(others).toEqual([]);
  expect(own).toBeGreaterThan(1);
  const { id } = (await stranger.call('GET', '/api/v1/profile')).json();
  expect(await findProvenEmailKey(instance.deps.database, id)).toBeNull();

  await stranger.call('POST', '/api/v1/account/password-reset', { email });
  const token = await mailedToken(instance);
  const password = 'another fine sentence';
  await stranger.call('POST', '/api/v1/account/password-reset/confirm', { token, password });
  await stranger.signIn(email, password);
  expect(await seen()).toEqual([1, own]);
  expect(await findProvenEmailKey(instance.deps.database, id)).toBe(email);
});
