import { describe, expect, test } from 'vitest';
import { jpegPicture } from '../../intake/src/testing/pictures.ts';
import { findInTables } from '../support/find-in-tables.ts';
import { multipart, openTestInstance, PASSWORD, type Session } from '../support/instance.ts';
import { expectStatus, forThisFile } from '../support/instance-case.ts';
import { addMember, caller } from '../support/organization.ts';
import { quickSender } from '../support/quick-sender.ts';
import { signLease } from '../support/sign-lease.ts';
import { drawnSignature, followInvitation } from '../support/signer.ts';
import { trailFindings } from '../support/trail-findings.ts';
import { workflowTables } from '../support/workflow-tables.ts';

/** What belongs to workflows, which stay with their organizations. */
const REMAINING = [
  'public.certificates',
  'public.events',
  'public.mails',
  'public.preview_documents',
  'public.recipients',
  'public.revisions',
  'public.workflow_search',
  'public.workflows',
];

const instance = await forThisFile(openTestInstance());
const owner = await instance.signIn('Owner', 'owner@example.com');

const { query, idOf } = workflowTables(() => instance);
const organizationOf = async (name: string): Promise<number> =>
  (await query('select id from organizations where name = $1', [name]))[0].id;

describe('erasing an account', () => {
  const ERASURE = '/api/v1/account/erasure';
  const password = { currentPassword: PASSWORD };
  const EMAIL = 'zoe.unmistakable@example.com';
  const NAME = 'Zoe Unmistakable';

  /** Wherever the service keeps something of a person by itself. */
  async function furnish(zoe: Session): Promise<{ key: string }> {
    const { id } = zoe.profile;
    const picture = multipart([{ name: 'picture', value: jpegPicture, fileName: 'me.jpg' }]);
    expect((await zoe.call({ method: 'PUT', url: '/api/v1/account/picture', ...picture })).statusCode).toBe(
      200,
    );
    const kept = { signature: { method: 'type', text: NAME, font: 'Caveat', png: drawnSignature() } };
    expect((await caller(zoe)('PUT', '/api/v1/account/signature', kept)).status).toBe(200);
    const workspaceId = (await caller(zoe)('GET', '/api/v1/workspaces')).body[0].id;
    const file = multipart([{ name: 'document', value: 'Zoe', fileName: `${NAME}.pdf` }]);
    const unfinished = '/api/v1/account/unfinished';
    const added = await zoe.call({ method: 'POST', url: `${unfinished}/files`, ...file });
    const entered = { version: 0, workspaceId, content: `${NAME} ${EMAIL}`, files: [added.json().id] };
    expect((await caller(zoe)('PUT', unfinished, entered)).status).toBe(200);
    const profile = { name: NAME, firstName: 'Zoe', lastName: 'Unmistakable', country: 'FR', language: 'fr' };
    expect((await caller(zoe)('PUT', '/api/v1/account/profile', profile)).status).toBe(200);
    await query(
      `insert into passkeys (id, address, public_key, spki, sign_count, transports, created_at)
       values ('zoe', $1, '', '', 0, '{}', now())`,
      [EMAIL],
    );
    const app = {
      name: `${NAME} CRM`,
      redirectUris: ['https://unmistakable.example.com/'],
      scopes: ['profile:read'],
    };
    const { body: created } = await caller(zoe)('POST', '/api/v1/integration-apps', app);
    const [grant] = await query(
      `insert into app_grants (app_id, user_id, scopes, approved_at) values ($1, $2, '{profile:read}', now()) returning id`,
      [created.id, id],
    );
    await query(
      `insert into tokens (token_hash, grant_id, kind, scopes, issued_at) values ('t', $1, 'refresh', '{profile:read}', now())`,
      [grant.id],
    );
    const { body: key } = await caller(zoe)('POST', '/api/v1/api-keys', {
      name: 'Mine',
      scopes: ['profile:read'],
    });
    await caller(zoe)('POST', '/api/v1/account/password-reset', { email: EMAIL });
    const invited = { members: [{ email: 'guest@example.com' }] };
    expect((await caller(zoe)('POST', '/api/v1/organization/members', invited)).status).toBeLessThan(300);
    return { key: key.key };
  }

  test('removes all that is kept about the person; what they sent and signed stays', async () => {
    const zoe = await instance.signIn(NAME, EMAIL);
    const picturesBefore = await query('select blob_key from files');
    const { key } = await furnish(zoe);
    const memberId = await addMember(instance, owner, zoe);
    const received = await signLease(instance, owner, zoe.profile);
    const sentId = await quickSender(() => zoe).create({
      name: 'Employment',
      steps: [{ type: 'sign', recipients: [{ name: 'Sam', email: 'sam@example.com' }] }],
    });
    const sent = await idOf(sentId);
    const workspaceId = (await caller(owner)('GET', '/api/v1/workspaces')).body[0].id;
    await query(
      `update workflows set (workspace_id, organization_id) =
         (select id, organization_id from workspaces where id = $1) where id = $2`,
      [workspaceId, sent],
    );
    await query(
      `insert into legal_holds (organization_id, workflow_id, reason, placed_at, placed_by, lifted_at, lifted_by)
       values (1, 0, 'Lawsuit', now(), $1, now(), $2), (1, 0, 'Lawsuit', now(), $2, now(), $1)`,
      [
        { id: zoe.profile.id, name: NAME },
        { id: owner.profile.id, name: 'Owner' },
      ],
    );
    await instance.runJobs();

    const running = await caller(zoe)('GET', ERASURE);
    expect(running.body.obstacles).toEqual([expect.stringContaining('1 of the workflows that you sent')]);
    expect((await caller(zoe)('POST', ERASURE, password)).body.error.violations.account).toContain(
      'under way',
    );
    await (await followInvitation(instance, 'sam@example.com')).sign();
    await instance.runJobs();

    const { body: plan } = await caller(zoe)('GET', ERASURE);
    expect(plan).toEqual({
      ...{ sessions: 1, devices: 1, passkeys: 1, apiKeys: 1, approvedApps: 1, ownApps: 1, sent: 1 },
      left: ['Owner Ltd'],
      closed: [`${NAME} Ltd`],
      obstacles: [],
    });
    const wrong = await caller(zoe)('POST', ERASURE, { currentPassword: 'not it at all' });
    expect([wrong.status, wrong.body.error.violations]).toEqual([
      400,
      { currentPassword: 'This is not your current password.' },
    ]);
    const erased = await caller(zoe)('POST', ERASURE, password);
    expect([erased.status, String(erased.answer.headers['set-cookie'])]).toEqual([
      204,
      expect.stringMatching(/^paraph=; Max-Age=0/),
    ]);
    await instance.runJobs();

    const found = await findInTables(instance, [NAME, EMAIL, 'unmistakable.example']);
    expect([...new Set(found.map((each) => each.split(':')[0]))].sort()).toEqual(REMAINING);
    const holds = await query('select placed_by, lifted_by from legal_holds order by id');
    const people = holds.map((hold) => [hold.placed_by.name, hold.lifted_by.name]);
    expect(people).toEqual([
      ['Erased account', 'Owner'],
      ['Owner', 'Erased account'],
    ]);
    await query('delete from legal_holds');
    const mails = await query(
      `select kind, workflow_id, recipient_id from mails as r where r::text ilike '%unmistakable%'`,
    );
    expect(mails.filter((mail) => mail.recipient_id === null)).toEqual([]);
    const { id } = zoe.profile;
    for (const table of ['sessions', 'known_devices', 'account_links', 'members', 'app_grants'])
      expect([table, await query(`select 1 from ${table} where user_id = $1`, [id])]).toEqual([table, []]);
    expect(await query('select 1 from members where id = $1', [memberId])).toEqual([]);
    const [user] = await query('select * from users where id = $1', [id]);
    expect(user).toMatchObject({
      name: 'Erased account',
      country: null,
      language: null,
      picture_file_id: null,
    });
    const blobs = await query('select blob_key from files where format = $1', ['jpeg']);
    expect(
      blobs.filter(({ blob_key: blob }) => !picturesBefore.some((each) => each.blob_key === blob)),
    ).toEqual([]);

    expect((await zoe.call({ method: 'GET', url: '/api/v1/profile' })).statusCode).toBe(401);
    const authorization = `Bearer ${key}`;
    expectStatus(await instance.inject({ url: '/api/v1/profile', headers: { authorization } }), 401);
    for (const email of [EMAIL, user.email]) {
      const payload = { email, password: PASSWORD };
      const answer = await instance.inject({ method: 'POST', url: '/api/v1/account/sign-in', payload });
      expect([email, answer.statusCode]).toEqual([email, 401]);
      await instance.inject({ method: 'POST', url: '/api/v1/account/password-reset', payload: { email } });
    }
    await instance.runJobs();
    expect(
      await query(`select 1 from mails where kind = 'password_reset' and to_email in ($1, $2)`, [
        EMAIL,
        user.email,
      ]),
    ).toEqual([]);

    const { body: workflow } = await caller(owner)(
      'GET',
      `/api/v1/workspaces/${workspaceId}/workflows/${sent}`,
    );
    expect(workflow).toMatchObject({
      status: 'signed',
      creator: { name: 'Erased account', email: user.email },
    });
    for (const kept of [sent, received]) {
      const url = `/api/v1/workspaces/${workspaceId}/workflows/${kept}/certificate`;
      const certificate = await owner.call({ method: 'GET', url });
      expect([kept, certificate.statusCode]).toEqual([kept, 200]);
    }
  });

  test('leaves a tombstone that verifies, and tells of one that is forged or missing', async () => {
    const findings = async () => (await trailFindings(instance.deps)).map(({ problem }) => problem);
    const [{ user_id: id, detail }] = await query('select * from account_tombstones');
    expect(detail).toMatchObject({
      sessions: 1,
      apiKeys: 1,
      sent: 1,
      left: [1],
      closed: [expect.any(Number)],
    });
    expect(await findings()).toEqual([]);
    await query(`update account_tombstones set detail = detail || '{"sessions": 2}'`);
    expect(await findings()).toEqual([`the tombstone of the account ${id} is forged`]);
    await query(`update account_tombstones set detail = detail || '{"sessions": 1}'`);
    expect(await findings()).toEqual([]);
    await query('alter table account_tombstones rename to set_aside');
    await query('create table account_tombstones (like set_aside)');
    expect(await findings()).toEqual([`the account ${id} was erased without a tombstone`]);
    await query('drop table account_tombstones');
    await query('alter table set_aside rename to account_tombstones');
  });

  /** The instance goes from its owner to another account and back. */
  async function handOver(heir: Session): Promise<void> {
    const OWNER = '/api/v1/account/instance-owner';
    const to = (email: string) => ({ email, ...password });
    const isOwner = async (session: Session) =>
      (await caller(session)('GET', '/api/v1/account/status')).body.instanceOwner as boolean;
    const { email } = heir.profile;
    expect((await caller(heir)('POST', OWNER, to('owner@example.com'))).status).toBe(403);
    const wrong = await caller(owner)('POST', OWNER, { email, currentPassword: 'not it at all' });
    expect(Object.keys(wrong.body.error.violations)).toEqual(['currentPassword']);
    await query('update users set email_proven_at = null where id = $1', [heir.profile.id]);
    for (const address of [email, 'owner@example.com', 'unknown@example.com', 'x']) {
      const refused = await caller(owner)('POST', OWNER, to(address));
      expect([address, Object.keys(refused.body.error.violations)]).toEqual([address, ['email']]);
    }
    await query('update users set email_proven_at = now() where id = $1', [heir.profile.id]);
    expect((await caller(owner)('POST', OWNER, to(email.toUpperCase()))).status).toBe(204);
    expect([await isOwner(owner), await isOwner(heir)]).toEqual([false, true]);
    const { body } = await caller(owner)('GET', ERASURE);
    expect(body.obstacles.join('\n')).not.toContain('owns the instance');
    expect((await caller(heir)('POST', OWNER, to('owner@example.com'))).status).toBe(204);
  }

  test('is refused where others would lose something, with each reason', async () => {
    const { body: ofOwner } = await caller(owner)('GET', ERASURE);
    expect(ofOwner.obstacles.join('\n')).toContain('“Hand over this instance”');
    const host = await instance.signIn('Host', 'host@example.com');
    await handOver(host);
    const guest = await instance.signIn('Guest', 'guest-of-host@example.com');
    const id = await idOf(await quickSender(() => host).create({ name: 'Kept' }));
    await caller(host)('PUT', `/api/v1/workflows/${id}/cancel`);
    await query(`update workflows set status = 'canceled', ended_at = now() where id = $1`, [id]);
    const obstacles = async () => (await caller(host)('GET', ERASURE)).body.obstacles as string[];
    expect(await obstacles()).toEqual([
      expect.stringMatching(/“Host Ltd” has no other member and keeps 1 workflows/),
    ]);
    const memberId = await addMember(instance, host, guest);
    expect(await obstacles()).toEqual([
      expect.stringContaining('last administrator of “Host Ltd”'),
      expect.stringContaining('only owner of “Main” in “Host Ltd”'),
    ]);
    const refused = await caller(host)('POST', ERASURE, password);
    expect([refused.status, refused.body.error.code]).toEqual([400, 'VALIDATION_ERROR']);
    await caller(host)('PUT', `/api/v1/organization/members/${memberId}`, { administrator: true });
    const workspaceId = (await caller(host)('GET', '/api/v1/workspaces')).body[0].id;
    await query(
      `insert into workspace_users (workspace_id, member_id, role_id, created_at) values ($1, $2, 1, now())`,
      [workspaceId, memberId],
    );
    expect(await obstacles()).toEqual([]);

    for (const target of [{ workflowId: id }, { workspaceId }, { email: 'Host@Example.com' }]) {
      const placed = await caller(guest)(
        'POST',
        `/api/v1/organization/holds?organizationId=${await organizationOf('Host Ltd')}`,
        { reason: 'Lawsuit', ...target },
      );
      expect(placed.status).toBe(201);
      const held = await caller(host)('POST', ERASURE, password);
      expect([target, held.status, held.body.error.code]).toEqual([target, 409, 'WORKFLOW_HELD']);
      // Why there is a hold is not for those whom it is about.
      expect(held.body.error.message).not.toContain('Lawsuit');
      await query('update legal_holds set lifted_at = now(), lifted_by = placed_by where lifted_at is null');
    }
    expect((await caller(host)('POST', ERASURE, password)).status).toBe(204);
    expect(await query('select creator_id from workflows where id = $1', [id])).toHaveLength(1);
    expect((await instance.signIn('Host', 'host@example.com')).profile.id).not.toBe(host.profile.id);
  });
});

test('a hold keeps what a recipient has filled in: they are not replaced, and a signer is not told why', async () => {
  const call = caller(owner);
  const email = 'held@example.com';
  const envelopeId = await quickSender(() => owner).create({
    steps: [{ type: 'sign', recipients: [{ name: 'Held', email }] }],
  });
  const id = await idOf(envelopeId);
  await query(
    `update workflows set preferences = preferences || '{"WorkflowRecipientReassignPreference": "1"}' where id = $1`,
    [id],
  );
  await instance.runJobs();
  const signer = await followInvitation(instance, email);
  await signer.fill();
  const HOLDS = '/api/v1/organization/holds';
  const hold = (await call('POST', HOLDS, { reason: 'Lawsuit of May.', workflowId: id })).body.id;
  const [{ id: recipientId }] = await query('select id from recipients where workflow_id = $1', [id]);
  const [{ id: workspaceId }] = (await call('GET', '/api/v1/workspaces')).body;
  const url = `/api/v1/workspaces/${workspaceId}/workflows/${id}/recipients/${recipientId}`;
  const other = { name: 'Other', email: 'other@example.com' };
  const replaced = await call('PUT', url, other);
  expect([replaced.status, replaced.body.error?.code]).toEqual([409, 'WORKFLOW_HELD']);
  const passedOn = await signer.call('POST', '/reassign', { ...other, reason: 'On leave' });
  expect(passedOn.json().error).toMatchObject({ code: 'WORKFLOW_STATUS_CONFLICT' });
  expect(passedOn.body).not.toContain('Lawsuit');
  expect((await call('PUT', url, { name: 'Held Person' })).status).toBe(200);
  expect(await query('select 1 from signature_images where recipient_id = $1', [recipientId])).toHaveLength(
    1,
  );
  await call('POST', `${HOLDS}/${hold}/lift`);
  expect((await call('PUT', url, other)).status).toBe(200);
  await call('PUT', `/api/v1/envelopes/${id}/cancel`);
});
