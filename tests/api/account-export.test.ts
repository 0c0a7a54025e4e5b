import { describe, expect, test } from 'vitest';
import { jpegPicture } from '../../intake/src/testing/pictures.ts';
import { sha256 } from '../../server/src/platform/ids.ts';
import { readArchive } from '../support/archive.ts';
import { multipart, openTestInstance, type Session } from '../support/instance.ts';
import { forThisFile } from '../support/instance-case.ts';
import { addMember, caller } from '../support/organization.ts';
import { quickSender } from '../support/quick-sender.ts';
import { signLease } from '../support/sign-lease.ts';
import { drawnSignature } from '../support/signer.ts';
import { workflowTables } from '../support/workflow-tables.ts';

const EXPORT = '/api/v1/account/export';

const instance = await forThisFile(openTestInstance());
const owner = await instance.signIn('Owner', 'owner@example.com');

const { query, idOf } = workflowTables(() => instance);

async function exported(session: Session): Promise<Map<string, Buffer>> {
  const answer = await session.call({ method: 'GET', url: EXPORT });
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/zip']);
  return readArchive(answer.rawPayload);
}

const json = (files: Map<string, Buffer>, name: string) => JSON.parse(String(files.get(name) ?? 'null'));

describe('the export of an account', () => {
  test('holds what a person sent and signed with the documents, and nothing of others', async () => {
    const ann = await instance.signIn('Ann', 'ann@example.com');
    const picture = multipart([{ name: 'picture', value: jpegPicture, fileName: 'me.jpg' }]);
    expect((await ann.call({ method: 'PUT', url: '/api/v1/account/picture', ...picture })).statusCode).toBe(
      200,
    );
    const kept = { signature: { method: 'draw', png: drawnSignature() } };
    expect((await caller(ann)('PUT', '/api/v1/account/signature', kept)).status).toBe(200);
    const file = multipart([{ name: 'document', value: '%PDF-1.7', fileName: 'half/typed.pdf' }]);
    const added = await ann.call({ method: 'POST', url: '/api/v1/account/unfinished/files', ...file });
    const workspaceId = (await caller(ann)('GET', '/api/v1/workspaces')).body[0].id;
    const entered = { version: 0, workspaceId, content: 'Half typed', files: [added.json().id] };
    expect((await caller(ann)('PUT', '/api/v1/account/unfinished', entered)).status).toBe(200);
    const id = await signLease(instance, owner, ann.profile);
    const own = await idOf(await quickSender(() => ann).create({ name: 'Sent by Ann' }));
    const foreign = await idOf(await quickSender(() => owner).create({ name: 'Unmistakable secret' }));
    const draft = await quickSender(() => owner).create({
      name: 'Draft about Ann',
      steps: [{ type: 'sign', recipients: [ann.profile] }],
    });
    await query(`update workflows set status = 'not_started', started_at = null where envelope_id = $1`, [
      draft,
    ]);
    const more = {
      'followers[0][name]': 'Ann F',
      'followers[0][email]': 'ANN@example.com',
      'followers[0][when]': 'end',
    };
    const followed = await idOf(await quickSender(() => owner).create({ name: 'Followed by Ann', more }));
    await query(`update documents set name = '../lease?.pdf' where workflow_id = $1`, [id]);
    const rows = await query(
      'select sha256 from files join documents on files.id = sealed_file_id where workflow_id = $1',
      [id],
    );

    const files = await exported(ann);
    expect(json(files, 'account.json')).toMatchObject({
      profile: { email: 'ann@example.com', name: 'Ann', ownsInstance: false },
      sessions: [{ ip: '127.0.0.1' }],
      organizations: [{ organizationName: 'Ann Ltd', administrator: true }],
      contacts: [
        { name: 'Ann', email: 'ann@example.com', source: 'learned', lastUsedAt: expect.any(String) },
      ],
    });
    expect(files.get('picture.jpeg')).toBeDefined();
    expect(files.get('kept-signature.png')?.length).toBeGreaterThan(100);
    expect(json(files, 'account.json').unfinished).toMatchObject({ content: 'Half typed' });
    expect([...files.keys()].filter((name) => name.startsWith('unfinished/'))).toHaveLength(1);
    expect(json(files, `received/${id}/participation.json`)).toMatchObject({
      envelope: { title: 'Lease', status: 'signed' },
      people: [{ name: 'Ann', email: 'ann@example.com' }],
      actions: [{ type: 'sign', status: 'signed' }],
      consents: [{ timeZone: 'Europe/Paris' }],
      signatureImages: [{ kind: 'signature', method: 'draw' }],
      acts: expect.arrayContaining([expect.objectContaining({ event: 'action.signed', ip: '127.0.0.1' })]),
    });
    expect(json(files, `followed/${followed}.json`)).toMatchObject({
      envelope: { title: 'Followed by Ann', status: 'started' },
      follower: { name: 'Ann F', when: 'end', openedAt: null },
    });
    const document = files.get(`received/${id}/1 __lease_.pdf`);
    const names = [...files.keys()];
    expect(names.filter((name) => name.startsWith(`received/${id}/signature-`))).toHaveLength(1);
    expect(document?.subarray(0, 5).toString(), names.join('\n')).toBe('%PDF-');
    expect(sha256(document ?? Buffer.alloc(0))).toEqual(rows[0].sha256);
    expect(json(files, `sent/${own}/envelope.json`)).toMatchObject({
      envelope: { name: 'Sent by Ann' },
      acts: expect.arrayContaining([expect.objectContaining({ event: 'workflow.created' })]),
    });
    const all = Buffer.concat([...files.values()]).toString('latin1');
    const [{ password_hash: secret }] = await query('select password_hash from users where email = $1', [
      'ann@example.com',
    ]);
    for (const hidden of [secret, 'Unmistakable secret', 'Draft about Ann', draft]) {
      expect([hidden, all.includes(hidden)]).toEqual([hidden, false]);
    }
    expect(names.some((name) => name.includes(`/${foreign}/`))).toBe(false);
  });

  test('an address that is not verified receives nothing, and a former member gets no documents', async () => {
    const bea = await instance.signIn('Bea', 'bea@example.com');
    const received = await signLease(instance, owner, bea.profile);
    const memberId = await addMember(instance, owner, bea);
    const { body: workspaces } = await caller(owner)('GET', '/api/v1/workspaces');
    await query(
      `insert into workspace_users (workspace_id, member_id, role_id, created_at) values ($1, $2, 2, now())`,
      [workspaces[0].id, memberId],
    );
    const sent = await idOf(await quickSender(() => bea).create({ name: 'As an employee' }));
    await query(
      `update workflows set (workspace_id, organization_id) =
         (select id, organization_id from workspaces where id = $1) where id = $2`,
      [workspaces[0].id, sent],
    );
    const ofOwner = await quickSender(() => owner).create({ name: 'Canceled by Bea' });
    expect((await caller(bea)('PUT', `/api/v1/envelopes/${ofOwner}/cancel`)).status).toBeLessThan(300);
    const before = await exported(bea);
    expect([...before.keys()].filter((name) => name.startsWith(`sent/${sent}/`))).toHaveLength(2);
    // What they did with what others sent in a workspace of theirs.
    expect(JSON.parse(String(before.get('activity.jsonl')))).toMatchObject({
      workflowId: await idOf(ofOwner),
      event: 'workflow.canceled',
      ip: '127.0.0.1',
      through: 'session',
    });

    expect((await caller(owner)('DELETE', `/api/v1/organization/members/${memberId}`)).status).toBe(204);
    await query('update users set email_proven_at = null where email = $1', ['bea@example.com']);
    const after = await exported(bea);
    expect([...after.keys()].filter((name) => name.startsWith(`sent/${sent}/`))).toEqual([
      `sent/${sent}/envelope.json`,
    ]);
    expect(json(after, `sent/${sent}/envelope.json`).envelope).toEqual({
      id: expect.any(String),
      name: 'As an employee',
      status: 'started',
      senderName: 'Bea',
      createdAt: expect.any(String),
      startedAt: expect.any(String),
      endedAt: null,
    });
    expect([...after.keys()].filter((name) => name.includes(`${received}`))).toEqual([]);
  });

  test('a stored file that is damaged is named, and keeps no other out', async () => {
    const cy = await instance.signIn('Cy', 'cy@example.com');
    const id = await idOf(await quickSender(() => cy).create({ name: 'Damaged' }));
    const other = await idOf(await quickSender(() => cy).create({ name: 'Whole' }));
    await query(
      `update files set sha256 = sha256('x') where id = (select original_file_id from documents where workflow_id = $1)`,
      [id],
    );
    const files = await exported(cy);
    const names = [...files.keys()];
    const broken = names.filter((name) => name.startsWith(`sent/${id}/`) && name.endsWith('.unreadable.txt'));
    expect(broken).toHaveLength(1);
    expect(String(files.get(broken[0] ?? ''))).toContain('damaged');
    expect(names.some((name) => name.startsWith(`sent/${other}/`) && name.endsWith('.pdf'))).toBe(true);
  });

  test('is limited, because it may be large', async () => {
    const dan = await instance.signIn('Dan', 'dan@example.com');
    for (let at = 0; at < 10; at += 1)
      expect((await dan.call({ method: 'GET', url: EXPORT })).statusCode).toBe(200);
    const { status, body } = await caller(dan)('GET', EXPORT);
    expect([status, body.error.code]).toEqual([429, 'RATE_LIMIT_REACHED']);
  });
});
