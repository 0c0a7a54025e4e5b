import { mkdir, rm } from 'node:fs/promises';
import type { Scope } from '@paraph/domain';
import { openInstance } from '../operator/src/instance.ts';
import { createUser } from '../server/src/accounts/create-account.ts';
import { findSession, openSession } from '../server/src/accounts/sessions.ts';
import { buildApp } from '../server/src/app.ts';
import { buildJobs } from '../server/src/build-jobs.ts';
import { readConfig } from '../server/src/config/config.ts';
import type { Deps } from '../server/src/deps.ts';
import { sessionCookieName } from '../server/src/http/authenticate.ts';
import type { Caller } from '../server/src/http/caller.ts';
import { startWorker, type Worker } from '../server/src/jobs/worker.ts';
import { issueAccessToken } from '../server/src/oauth/access-tokens.ts';
import { insertGrant } from '../server/src/oauth/app-store.ts';
import { createApp } from '../server/src/oauth/manage-apps.ts';
import { newKey, newToken } from '../server/src/platform/ids.ts';
import { createPersonalOrganization } from '../server/src/workspaces/create-personal-organization.ts';
import { startProfile } from './cpu-profile.ts';
import { fillLists } from './fill-lists.ts';
import { addFloor, emptyFloor, prepareFloor } from './floor-routes.ts';
import { heldBytes } from './held-bytes.ts';
import { historyOf } from './history-target.ts';
import { monthsOf } from './month-target.ts';
import { notificationsOf } from './notification-target.ts';
import { counted, countQueries, queriesSent, uncounted } from './query-count.ts';
import type { Ask, Reply, TargetFacts } from './target-messages.ts';

// The server that is measured, in a process of its own: the whole service as `npm start` runs it, and beside it in the
// same Fastify the floor. Told by its parent what to do, over the channel between them.

const TOKENS = 40;
const SCOPES: Scope[] = ['profile:read', 'workflows:read', 'workflows:write', 'seals:write'];

countQueries();
const config = readConfig({
  PARAPH_DATA_DIR: process.argv[2],
  PARAPH_BASE_URL: 'http://localhost:3000',
  PARAPH_LOG_LEVEL: process.argv[3] ?? 'error',
});
await mkdir(config.dataDir, { recursive: true, mode: 0o711 });
const instance = await openInstance(config);
const { deps } = instance;
await prepareFloor(deps);
const app = buildApp(deps);
addFloor(app, deps);
await app.listen({ host: '127.0.0.1', port: 0 });
await deps.intake.warm();
const { facts, caller } = await seed(deps);
const notifications = notificationsOf(deps, caller);
const history = historyOf(deps);
const months = monthsOf(deps);
let worker: Worker | null = null;
let profile: Awaited<ReturnType<typeof startProfile>> | null = null;

const answers: { [Kind in Ask['kind']]: (ask: Extract<Ask, { kind: Kind }>) => Promise<unknown> } = {
  // Its own work is measured, so it must not count as the measuring's.
  'start-worker': async () => {
    worker ??= await counted(() => startWorker(deps, buildJobs(deps)));
  },
  'stop-worker': async () => {
    await worker?.stop();
    worker = null;
  },
  'count-jobs': async () => {
    const { rows } = await deps.pool.query<{ count: number }>(
      'select count(*)::int as count from graphile_worker._private_jobs where run_at <= statement_timestamp()',
    );
    return rows[0]?.count ?? 0;
  },
  'count-queries': async () => queriesSent(),
  'held-bytes': () => heldBytes(),
  'empty-floor': () => emptyFloor(deps),
  'fill-lists': () => fillLists(deps),
  'fill-history': ({ copies }) => history.fill(copies),
  'add-customers': ({ count }) => addCustomers(count),
  'signing-link': (signer) => history.signingLink(signer),
  status: ({ envelopeId }) => history.status(envelopeId),
  'ended-at': ({ envelopeId }) => history.endedAt(envelopeId),
  checkpoint: () => history.checkpoint(),
  'wal-position': () => history.walPosition(),
  'wal-since': ({ position }) => history.walSince(position),
  stored: () => history.stored(),
  compact: () => history.compact(),
  vacuum: () => history.vacuum(),
  'fill-events': (asked) => months.fill(asked),
  'make-due': ({ count }) => months.makeDue(count),
  sweep: () => months.sweep(),
  'vacuum-month': () => months.vacuumLast(),
  'drop-months': () => months.dropMonths(),
  'send-event': ({ envelopeId }) => notifications.tell(envelopeId),
  'replay-event': ({ envelopeId }) => notifications.replay(envelopeId),
  'post-bare': ({ url, body }) => notifications.postBare(url, body),
  'start-profile': async () => {
    profile = await startProfile();
  },
  'stop-profile': async ({ path }) => {
    const spent = await profile?.stop(path);
    profile = null;
    return spent;
  },
  end: () => endOnce(),
};
let ending: Promise<void> | null = null;

process.on('message', (ask: Ask & { id: number }) => {
  const handle = answers[ask.kind] as unknown as (ask: Ask) => Promise<unknown>;
  uncounted(() => handle(ask)).then(
    (value) => reply({ id: ask.id, value }),
    (error: unknown) => reply({ id: ask.id, error: error instanceof Error ? error.stack : String(error) }),
  );
});
process.on('disconnect', leave);
// The parent may have gone while we were starting.
if (process.connected) reply({ id: 0, value: facts });
else leave();

/** The measuring process is gone, so there is nothing to measure for, and nothing else cleans up. */
function leave(): void {
  const cleanUp = () => rm(config.dataDir, { recursive: true, force: true });
  void endOnce()
    .then(cleanUp)
    .finally(() => process.exit());
}

function reply(message: Reply): void {
  process.send?.(message);
}

function endOnce(): Promise<void> {
  ending ??= (async () => {
    await worker?.stop();
    await app.close();
    await notifications.close();
    await instance.close();
  })();
  return ending;
}

/** An account with an organization of its own. */
async function addUser(name: string, email: string): Promise<number> {
  const ports = {
    createPersonalOrganization: (
      ...[tx, newcomer]: [
        Parameters<typeof createPersonalOrganization>[0],
        Parameters<typeof createPersonalOrganization>[2],
      ]
    ) => createPersonalOrganization(tx, deps, newcomer),
  };
  return (await createUser(deps, ports, { name, email, password: newKey(deps.ids) })).id;
}

/** A token of an app of its own. */
async function addToken(userId: number, name: string): Promise<string> {
  const { database, clock } = deps;
  const redirectUris = ['https://app.example.com/back'];
  const app = await createApp(deps, { userId }, { name, redirectUris, scopes: SCOPES });
  const token = await database.transaction().execute(async (tx) => {
    const grant = { app_id: app.id, user_id: userId, scopes: SCOPES, approved_at: clock.now() };
    const grantId = await insertGrant(tx, { ...grant, last_used_at: null, revoked_at: null });
    return issueAccessToken(tx, deps, { grantId, scopes: SCOPES });
  });
  return token.accessToken;
}

async function addCustomers(count: number): Promise<string[]> {
  const tokens: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const userId = await addUser(`Customer ${index}`, `customer.${index}@example.com`);
    tokens.push(await addToken(userId, `Customer ${index}`));
  }
  return tokens;
}

/** One sender with a session, and so many apps of theirs that no token meets the rate limit. */
async function seed({ database, ids }: Deps): Promise<{ facts: TargetFacts; caller: Caller }> {
  const userId = await addUser('Ada Lovelace', 'ada@example.com');
  const cookie = newToken(ids);
  const visitor = { ip: '127.0.0.1', userAgent: null };
  const device = { token: newToken(ids), replaces: null };
  const session = { token: cookie, replaces: null, device, language: null, visitor };
  await database.transaction().execute((tx) => openSession(tx, deps, { userId, session }));
  const tokens: string[] = [];
  for (let index = 0; index < TOKENS; index += 1) tokens.push(await addToken(userId, `Load ${index}`));
  const address = app.server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const caller = await findSession(deps, cookie, visitor);
  if (!caller) throw new Error('The session that was just opened is not found.');
  return { facts: { port, cookie: `${sessionCookieName(config.baseUrl)}=${cookie}`, tokens }, caller };
}
