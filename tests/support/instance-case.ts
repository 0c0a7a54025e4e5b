import { expect } from 'vitest';
import { openTestInstance, type Session, type TestInstance } from './instance.ts';
import { addMember, caller } from './organization.ts';
import { until } from './processes.ts';
import { quickSender } from './quick-sender.ts';
import { forThisFile } from './scratch.ts';
import { followInvitation } from './signer.ts';

export { folderForThisFile, folderForThisTest, forThisFile, forThisTest } from './scratch.ts';

/** The answer itself, once it has this status; a failure shows what it said instead. */
export function expectStatus<A extends { statusCode: number; body: string }>(answer: A, status: number): A {
  expect(answer.statusCode, answer.body).toBe(status);
  return answer;
}

export interface TimelineEntry {
  event: string;
  detail: string | null;
  recipientId: number | null;
  replacement: string | null;
  seal: object | null;
  actor: { name: string; email: string; byKey: { name: string; maker: string } | null } | null;
}

/** The instance of a test file, with a sender of quick envelopes. */
export async function openInstanceCase(options: Parameters<typeof openTestInstance>[0] = {}) {
  const instance = await forThisFile(openTestInstance(options));
  const open = () => instance.signIn('Sender', 'sender@example.com');
  let session = await open();
  const sender: Session = {
    ...session,
    get cookie() {
      return session.cookie;
    },
    call: (request) => session.call(request),
  };
  /** After the session has ended. */
  const signInAgain = async () => {
    session = await open();
  };
  return { instance, sender, signInAgain, ...envelopesOf(instance, () => sender) };
}

/** The instance of a test file, whose Ada has Bob in her organization, and Eve in none of hers. */
export async function openTeamCase(options: Parameters<typeof openTestInstance>[0] = {}) {
  const instance = await forThisFile(openTestInstance(options));
  // The first document of a process need not wait for a warm-up.
  await instance.deps.intake.warm();
  const ada = await instance.signIn('Ada Lovelace', 'ada@example.com');
  const bob = await instance.signIn('Bob', 'bob@example.com');
  const eve = await instance.signIn('Eve', 'eve@example.com');
  const bobsMember = await addMember(instance, ada, bob);
  const openSpace = async (name: string): Promise<number> =>
    (await caller(ada)('POST', '/api/v1/workspaces', { name })).body.id;
  /** Gives Bob a role in a workspace of Ada. */
  const addBob = (space: number, roleId: string | number) =>
    caller(ada)('PUT', `/api/v1/workspaces/${space}/users`, { users: [{ memberId: bobsMember, roleId }] });
  /** Gives him a new role with these permissions alone. */
  const letBob = async (space: number, ...permissions: string[]): Promise<void> => {
    const role = { name: permissions.join(', '), permissions };
    const { body } = await caller(ada)('POST', '/api/v1/organization/roles', role);
    expect((await addBob(space, body.id)).status).toBe(200);
  };
  return { instance, ada, bob, eve, bobsMember, openSpace, addBob, letBob };
}

export async function makeKey(session: Session, key: object): Promise<{ id: number; key: string }> {
  const { status, body } = await caller(session)('POST', '/api/v1/api-keys', { name: 'Nightly', ...key });
  expect(status, JSON.stringify(body)).toBe(201);
  return body;
}

/** A program that shows a key or a token, by these headers. */
export function programWith({ inject }: Pick<TestInstance, 'inject'>, shown: Record<string, string>) {
  const call: Session['call'] = (request) =>
    inject({ ...request, headers: { ...request.headers, ...shown } });
  return { call };
}

/** Until so many statements of the instance's database wait for a lock that another one has. */
export function untilWaiting({ deps }: Pick<TestInstance, 'deps'>, count = 1): Promise<void> {
  return until(`${count} to wait for a lock`, async () => {
    const { rowCount } = await deps.pool.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rowCount === count;
  });
}

/** What a sender and the recipients do with quick envelopes. */
export function envelopesOf(instance: TestInstance, session: () => Session) {
  const quick = quickSender(session);
  const get = (url: string, headers: Record<string, string> = {}) =>
    session().call({ method: 'GET', url, headers });
  const fileUrl = async (id: string) => {
    const [document] = (await quick.read(id)).envelope.documents;
    return new URL(document?.file.file ?? '').pathname;
  };
  /** Sends an envelope that these people sign at the same time; their invitations are mailed. */
  const send = async (...recipients: { name: string; email: string }[]) => {
    const id = await quick.create({ steps: [{ type: 'sign', recipients }] });
    await instance.runJobs();
    return id;
  };
  const sign = async ({ email }: { email: string }) => {
    const finished = await (await followInvitation(instance, email)).sign();
    expect(finished.statusCode, finished.body).toBe(200);
  };
  return {
    ...quick,
    get,
    send,
    sign,
    /** Sends an envelope that these people then sign; the jobs that follow the last one have not run yet. */
    sendSigned: async (...recipients: { name: string; email: string }[]) => {
      const id = await send(...recipients);
      for (const recipient of recipients) {
        await sign(recipient);
      }
      return id;
    },
    statusOf: async (id: string) => (await quick.read(id)).envelope.status,
    /** Where the first document of an envelope is downloaded. */
    fileUrl,
    download: async (id: string) => (await get(await fileUrl(id))).rawPayload,
    /** What was appended to the first document of an envelope. */
    revisionsOf: async (id: string) =>
      instance.deps.database
        .selectFrom('revisions')
        .selectAll()
        .where('document_id', '=', (await quick.read(id)).envelope.documents[0]?.id ?? 0)
        .orderBy('number')
        .execute(),
    workflowOf: (id: string) => workflowOf(instance, id),
    timelineOf: async (id: string): Promise<TimelineEntry[]> =>
      (await get(`${(await workflowOf(instance, id)).path}/timeline`)).json(),
  };
}

/** The row of an envelope, and its address in the workflow family. */
export async function workflowOf({ deps }: TestInstance, envelopeId: string) {
  const row = await deps.database
    .selectFrom('workflows')
    .selectAll()
    .where('envelope_id', '=', envelopeId)
    .executeTakeFirstOrThrow();
  return { ...row, path: `/api/v1/workspaces/${row.workspace_id}/workflows/${row.id}` };
}

/** The path of the first workspace of a user. */
export async function firstWorkspace({ call }: Session): Promise<string> {
  const [workspace] = (await call({ method: 'GET', url: '/api/v1/workspaces' })).json();
  return `/api/v1/workspaces/${workspace.id}`;
}
