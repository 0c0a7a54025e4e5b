import { mkdtemp, rm } from 'node:fs/promises';
import { flushCompileCache } from 'node:module';
import { join } from 'node:path';
import { emailKey, LIMITS } from '@paraph/domain';
import { openIntake } from '@paraph/intake';
import type { InjectOptions, LightMyRequestResponse as InjectResponse } from 'fastify';
import { examining } from '../../operator/src/doctor/examining.ts';
import { findFirstAccountTime, insertUser, lockUsers } from '../../server/src/accounts/account-store.ts';
import { openSession } from '../../server/src/accounts/sessions.ts';
import { buildApp, openDeps } from '../../server/src/app.ts';
import { buildJobs } from '../../server/src/build-jobs.ts';
import { readConfig } from '../../server/src/config/config.ts';
import type { Tx } from '../../server/src/database/database.ts';
import type { Replica } from '../../server/src/database/replica.ts';
import type { Deps } from '../../server/src/deps.ts';
import { sessionCookieName } from '../../server/src/http/authenticate.ts';
import { provideRowSecurity } from '../../server/src/organization-moves/row-security.ts';
import { addSeconds } from '../../server/src/platform/clock.ts';
import { newToken } from '../../server/src/platform/ids.ts';
import { openLog } from '../../server/src/platform/observe/log.ts';
import type { SealStep } from '../../server/src/sealing/make-seal.ts';
import type { FinishStep } from '../../server/src/signing/session/signing-session.ts';
import { recordForOrganizations } from '../../server/src/workspaces/api.ts';
import { createPersonalOrganization } from '../../server/src/workspaces/create-personal-organization.ts';
import { checkResponses } from './check-responses.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { recordOperations } from './record-operations.ts';
import { runDueJobs } from './run-due-jobs.ts';
import { chooseScratchParent } from './scratch.ts';
import { storageSettings, type TestStorage } from './storage-choice.ts';
import { openStoredBytes } from './stored-bytes.ts';

export { multipart, type Part, type QuickRequest, quickForm } from './quick-form.ts';

export const PASSWORD = 'correct horse battery staple';

export type TestInstance = Awaited<ReturnType<typeof openTestInstance>>;
export type Session = Awaited<ReturnType<TestInstance['signIn']>>;

// A worker of the tests is ended by a signal, upon which Node writes nothing: the next one would compile all of it again.
flushCompileCache();

/** One for all instances of this process; its children end when it does. */
const sharedIntake = openIntake(openLog('silent'));

/**
 * The whole service on a database of its own, answering through `inject`; its jobs run when asked for, and its clock
 * moves when told to. Every answer is compared with the contract.
 */
export async function openTestInstance({
  env = {},
  prepareDataDir,
  onSealStep,
  onFinishStep,
  testDatabase: given,
  now: start,
  storage = 'chosen',
  replica,
}: {
  env?: Record<string, string>;
  prepareDataDir?: (dataDir: string) => Promise<unknown>;
  onSealStep?: (step: SealStep) => void;
  onFinishStep?: (step: FinishStep) => void | Promise<void>;
  /** By default a new one without rows. */
  testDatabase?: TestDatabase;
  now?: Date;
  storage?: TestStorage;
  replica?: Replica;
} = {}) {
  const testDatabase = given ?? (await createTestDatabase());
  const dataDir = await mkdtemp(join(await chooseScratchParent(), 'paraph-api-'));
  await prepareDataDir?.(dataDir);
  // Ahead of the database's clock, so that what is due at once is due by this one too.
  const now = { at: start ?? new Date((Math.floor(Date.now() / 1000) + 60) * 1000) };
  const settings: Record<string, string> = {
    ...storageSettings(storage),
    PARAPH_DATA_DIR: dataDir,
    PARAPH_BASE_URL: 'http://localhost:3000',
    // Nothing answers there: no test asks a real one.
    PARAPH_DNS_SERVERS: '127.0.0.1:9',
    // All tests can be run with it: PARAPH_TEST_ROW_SECURITY=yes npx vitest run …
    PARAPH_ROW_SECURITY: process.env.PARAPH_TEST_ROW_SECURITY ?? 'no',
    ...env,
  };
  let config = readConfig(settings);
  const log = openLog('silent');
  const open = async () => {
    const { deps, close } = await openDeps(config, testDatabase.options, {
      clock: { now: () => now.at },
      log,
      ...(config.intakeProcesses === null ? { intake: sharedIntake } : {}),
      ...(replica ? { replica } : {}),
    });
    if (config.scopesRows) await provideRowSecurity(deps.database);
    const signing = { ...deps, ...(onFinishStep ? { onFinishStep } : {}) };
    const app = buildApp(signing);
    checkResponses(app);
    recordOperations(app);
    const jobs = buildJobs(
      { ...deps, ...(onSealStep ? { onSealStep } : {}) },
      examining({ config, clock: deps.clock }),
    );
    await app.ready();
    return { deps, close, app, jobs };
  };
  let opened = await open();
  const closeService = async () => {
    await opened.app.close();
    await opened.close();
  };

  const inject = (request: InjectOptions) => opened.app.inject(request);
  const signIn = async (name: string, email: string) => {
    const { deps, app } = opened;
    const found = await deps.database
      .selectFrom('users')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirst();
    const cookie = await enter(deps, found ?? { name, email });
    const answer = await app.inject({ method: 'GET', url: '/api/v1/profile', headers: { cookie } });
    const send = (request: InjectOptions) =>
      inject({ ...request, headers: { cookie, 'sec-fetch-site': 'same-origin', ...request.headers } });
    /** As the pages do, it shows the password again where an act asks for it, and repeats the act. */
    const call = async (request: InjectOptions) => {
      const answer = await send(request);
      if (answer.statusCode !== 403 || !answer.body.includes('"STEP_UP_REQUIRED"')) return answer;
      const payload = { currentPassword: PASSWORD };
      await send({ method: 'POST', url: '/api/v1/account/step-up', payload });
      return send(request);
    };
    return { cookie, call, profile: answer.json() as { id: number; name: string; email: string } };
  };
  return {
    get deps() {
      return opened.deps;
    },
    connectionString: testDatabase.connectionString,
    /** For another process of this instance. */
    settings,
    databaseOptions: testDatabase.options,
    /** Its documents as the store has them. */
    stored: openStoredBytes(config),
    get app() {
      return opened.app;
    },
    inject,
    signIn,
    /** Does every job that is due, and those that follow; answers their names. */
    runJobs: () => runDueJobs(opened.deps, opened.jobs),
    get jobs() {
      return opened.jobs;
    },
    /** As when its process ends and another one starts on the same data, with other settings. */
    reopen: async (changed: Record<string, string> = {}) => {
      await closeService();
      config = readConfig(Object.assign(settings, changed));
      opened = await open();
    },
    advance: (seconds: number) => {
      now.at = addSeconds(now.at, seconds);
    },
    nowSeconds: () => Math.floor(now.at.getTime() / 1000),
    close: async () => {
      await closeService();
      await testDatabase.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Of `PASSWORD`, by the smallest cost: to compare one of the service's takes as long as several requests. */
const PASSWORD_HASH =
  '$argon2id$v=19$m=8,t=1,p=1$AAAAAAAAAAAAAAAAAAAAAA$yuD2H5PR1k40noDgIpVNKqoS7GJ4ncWdetRratfGGQU';

/** Makes an account with an organization, as the operator does; what goes on in the same transaction comes last. */
export async function insertAccount(
  deps: Deps,
  { name, email, organizationName = name }: { name: string; email: string; organizationName?: string },
  alongside: (tx: Tx, userId: number, now: Date) => Promise<void> = async () => {},
): Promise<{ id: number; email: string }> {
  const now = deps.clock.now();
  return deps.database.transaction().execute(async (tx) => {
    await lockUsers(tx);
    const id = await insertUser(tx, {
      ...{ email, email_key: emailKey(email), email_proven_at: now, claimed_key: null, limited_until: null },
      ...{ name, language: null, password_hash: PASSWORD_HASH, created_at: now },
      instance_owner: (await findFirstAccountTime(tx)) === null,
    });
    if (id === null) throw new Error(`There is an account with the address ${email}.`);
    const newcomer = { userId: id, email, organizationName, emailIsProven: true, now };
    await createPersonalOrganization(tx, deps, newcomer);
    await alongside(tx, id, now);
    return { id, email };
  });
}

/** Opens a session of an account, or makes one with that which it begins with; answers the cookies. */
async function enter(deps: Deps, whose: { id: number } | { name: string; email: string }): Promise<string> {
  const [token, device] = [newToken(deps.ids), newToken(deps.ids)];
  const session = {
    token,
    visitor: { ip: '127.0.0.1', userAgent: 'lightMyRequest' },
    replaces: null,
    device: { token: device, replaces: null },
    language: null,
  };
  const begin = async (tx: Tx, userId: number, now = deps.clock.now()) => {
    await openSession(tx, deps, { userId, session });
    const act = { userId, name: 'sign_in.succeeded', now } as const;
    await recordForOrganizations(tx, { ...act, detail: { method: 'password' } });
  };
  if ('id' in whose) await deps.database.transaction().execute((tx) => begin(tx, whose.id));
  else await insertAccount(deps, { ...whose, organizationName: `${whose.name} Ltd` }, begin);
  const cookie = sessionCookieName(deps.config.baseUrl);
  return `${cookie}=${token}; ${cookie}-device=${device}`;
}

/** The cookies that an answer sets, as a browser would send them back. */
export function cookieOf(answer: InjectResponse): string {
  const header = answer.headers['set-cookie'];
  const lines = Array.isArray(header) ? header : [header ?? ''];
  return lines.map((line) => String(line).split(';')[0]).join('; ');
}

export const DAY = 86_400;
export const WEEK = LIMITS.expirySecondsMin;
