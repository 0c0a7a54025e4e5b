import { expect, it } from 'vitest';
import { openTestInstance, type Session } from '../support/instance.ts';
import { expectStatus, forThisFile } from '../support/instance-case.ts';
import { addMember, caller } from '../support/organization.ts';

const instance = await forThisFile(openTestInstance());
const ada = await instance.signIn('Ada Lovelace', 'ada@example.com');
const bob = await instance.signIn('Bob Miller', 'bob@example.com');

const organizationsOf = async (session: Session) =>
  (await caller(session)('GET', '/api/v1/organizations')).body;

it('lists where the caller belongs, what they run first, and their workspaces there', async () => {
  const [own, ...none] = await organizationsOf(ada);
  expect(none).toEqual([]);
  const [bobsOwn] = await organizationsOf(bob);
  expect(bobsOwn.id).not.toBe(own.id);
  const memberId = await addMember(instance, ada, bob);

  expect(await organizationsOf(bob)).toEqual([
    bobsOwn,
    { id: own.id, name: own.name, memberId, administrator: false, workspaceIds: [], hasPicture: false },
  ]);
  const [workspaceId] = own.workspaceIds;
  const users = [{ memberId, roleId: 'viewer' }];
  const added = await caller(ada)('PUT', `/api/v1/workspaces/${workspaceId}/users`, { users });
  expect(added.status).toBe(200);
  expect((await organizationsOf(bob))[1].workspaceIds).toEqual([workspaceId]);
});

it('requires a session', async () => {
  const answer = expectStatus(await instance.app.inject({ url: '/api/v1/organizations' }), 401);
  expect(answer.json().error.code).toBe('AUTHENTICATION_REQUIRED');
});
