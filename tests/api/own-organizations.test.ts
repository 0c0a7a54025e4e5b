import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestInstance, type Session, type TestInstance } from '../support/instance.ts';
import { addMember, caller } from '../support/organization.ts';

let instance: TestInstance;
let ada: Session;
let bob: Session;
beforeAll(async () => {
  instance = await openTestInstance();
  ada = await instance.signIn('Ada Lovelace', 'ada@example.com');
  bob = await instance.signIn('Bob Miller', 'bob@example.com');
});
afterAll(() => instance.close());

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
  const answer = await instance.app.inject({ url: '/api/v1/organizations' });
  expect(answer.statusCode).toBe(401);
  expect(answer.json().error.code).toBe('AUTHENTICATION_REQUIRED');
});
