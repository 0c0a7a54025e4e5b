import { emailKey, NO_CONTACT, PREFERENCES, type Preferences, type WorkflowCommand } from '@paraph/domain';
import { createUser } from '../../server/src/accounts/create-account.ts';
import { openSession } from '../../server/src/accounts/sessions.ts';
import { buildJobs } from '../../server/src/build-jobs.ts';
import type { Tx } from '../../server/src/database/database.ts';
import type { Deps } from '../../server/src/deps.ts';
import { insertFile, newFileRow, storeBytes } from '../../server/src/files/store-file.ts';
import { sessionCookieName } from '../../server/src/http/authenticate.ts';
import type { JobHandlers } from '../../server/src/jobs/worker.ts';
import { addSeconds, toSeconds } from '../../server/src/platform/clock.ts';
import { newDatedKey, newKey, newToken } from '../../server/src/platform/ids.ts';
import { advanceWorkflow } from '../../server/src/workflows/lifecycle/advance-workflow.ts';
import { sealPreferences } from '../../server/src/workflows/lifecycle/callback.ts';
import { insertPlanned } from '../../server/src/workflows/store/new-workflow-store.ts';
import { planWorkflow } from '../../server/src/workflows/store/plan-workflow.ts';
import { createPersonalOrganization } from '../../server/src/workspaces/create-personal-organization.ts';
import { findFirstWorkspace } from '../../server/src/workspaces/workspace-access.ts';
import { openTestInstance } from './instance.ts';
import { runDueJobs } from './run-due-jobs.ts';

export interface NewWorkflow {
  name?: string;
  steps?: { type: 'sign' | 'review'; recipients: { name: string; email: string }[] }[];
  preferences?: Preferences;
  message?: string;
  pdf?: Uint8Array;
}

export type NotifyingInstance = Awaited<ReturnType<typeof openNotifyingInstance>>;

const ADA = { name: 'Ada Lovelace', email: 'ada@example.com', password: 'correct horse battery' };

/** An instance with one sender, whose workflows move by themselves: only what tells of them does its work. */
export async function openNotifyingInstance(env: Record<string, string> = {}) {
  const { deps, app, jobs, advance, close } = await openTestInstance({ env });
  const ports = {
    createPersonalOrganization: (tx: Tx, newcomer: Parameters<typeof createPersonalOrganization>[2]) =>
      createPersonalOrganization(tx, deps, newcomer),
  };
  const sender = await createUser(deps, ports, { ...ADA, organization: 'Engines Ltd' });
  const place = await findFirstWorkspace(deps.database, { userId: sender.id, organizationId: null });
  if (!place) throw new Error('the sender has no workspace');
  const notifications = Object.entries(jobs).filter(([name]) => /^(mail|webhook|follow)-/.test(name));
  const signIn = async (userId: number) => {
    const token = newToken(deps.ids);
    const device = { token: newToken(deps.ids), replaces: null };
    const session = {
      token,
      replaces: null,
      device,
      language: null,
      visitor: { ip: '127.0.0.1', userAgent: null },
    };
    await deps.database.transaction().execute((tx) => openSession(tx, deps, { userId, session }));
    const cookie = `${sessionCookieName(deps.config.baseUrl)}=${token}`;
    return { cookie, 'sec-fetch-site': 'same-origin' };
  };
  return {
    deps,
    app,
    sender,
    workspaceId: place.workspaceId,
    /** Makes one more account; answers the headers of a signed-in browser of theirs. */
    addUser: async (email: string) => signIn((await createUser(deps, ports, { ...ADA, email })).id),
    /** The sender's browser. */
    asSender: () => signIn(sender.id),
    run: () => runDueJobs(deps, Object.fromEntries(notifications)),
    advanceClock: advance,
    ...movesOf(deps, { creatorId: sender.id, place }),
    close,
  };
}

interface Sender {
  creatorId: number;
  place: { organizationId: number; workspaceId: number };
}

/** What happens to workflows, without the pages and files by which it usually does. */
function movesOf(deps: Deps, sender: Sender) {
  const within = <T>(act: (tx: Tx) => Promise<T>) => deps.database.transaction().execute(act);
  const advance = (tx: Tx, workflowId: number, command: WorkflowCommand) =>
    advanceWorkflow(tx, deps, { workflowId, command, actor: null });
  return {
    /** Creates and starts a workflow as its sender would; answers its id. */
    start: (workflow: NewWorkflow = {}) =>
      within(async (tx) => {
        const workflowId = await insertDraft(tx, deps, { workflow, sender });
        await advance(tx, workflowId, { verb: 'start' });
        return workflowId;
      }),
    /** Answers for the recipient whose turn it is: declines if there is a reason. */
    answer: (workflowId: number, email: string, reason?: string) =>
      within(async (tx) => {
        const { id: actionId } = await tx
          .selectFrom('actions')
          .innerJoin('recipients', 'recipients.id', 'actions.recipient_id')
          .select('actions.id')
          .where('actions.workflow_id', '=', workflowId)
          .where('actions.status', '=', 'started')
          .where('recipients.email_key', '=', emailKey(email))
          .executeTakeFirstOrThrow();
        const isDeclined = reason !== undefined;
        await advance(
          tx,
          workflowId,
          isDeclined
            ? { verb: 'decline', actionId, comment: reason }
            : { verb: 'act', actionId, comment: null },
        );
      }),
    command: (workflowId: number, command: WorkflowCommand) =>
      within(async (tx) => {
        await advance(tx, workflowId, command);
      }),
    /** Leads an approved workflow to its end, with the given bytes as the sealed file. */
    seal: (workflowId: number, bytes: Uint8Array) =>
      within(async (tx) => {
        const change = { sealed_file_id: await storePdf(tx, deps, bytes) };
        await tx.updateTable('documents').set(change).where('workflow_id', '=', workflowId).execute();
        await advance(tx, workflowId, { verb: 'seal' });
        await advance(tx, workflowId, { verb: 'archive' });
      }),
    events: (workflowId: number) =>
      deps.database
        .selectFrom('events')
        .select(['name', 'detail'])
        .where('workflow_id', '=', workflowId)
        .orderBy('sequence')
        .execute(),
  };
}

async function insertDraft(
  tx: Tx,
  deps: Deps,
  { workflow, sender }: { workflow: NewWorkflow; sender: Sender },
): Promise<number> {
  const now = deps.clock.now();
  const {
    name = 'Lease',
    pdf = Buffer.from('%PDF-1.7 original'),
    preferences = {},
    message = null,
  } = workflow;
  const bob = { name: 'Bob', email: 'bob@example.com' };
  const steps = workflow.steps ?? [{ type: 'sign', recipients: [bob] }];
  const expiresAt = addSeconds(now, 7 * 86_400);
  const envelopeId = newDatedKey(deps.ids, now);
  const planned = planWorkflow({
    envelopeId,
    organizationId: sender.place.organizationId,
    workspaceId: sender.place.workspaceId,
    creatorId: sender.creatorId,
    senderName: ADA.name,
    source: { type: 'api', value: null },
    draft: {
      name,
      type: 'simple',
      expiresAtSeconds: toSeconds(expiresAt),
      steps: steps.map(({ type, recipients }) => ({
        type,
        recipients: recipients.map((each) => ({ ...NO_CONTACT, ...each })),
      })),
      preferences: sealPreferences(deps, { envelopeId }, { preferences }),
      metadata: {},
      workspaceId: null,
      senderName: null,
      senderMessage: null,
    },
    createdAt: now,
    expiresAt,
    scheduledStartAt: null,
    documents: [
      {
        name,
        pages: [{ width: 595, height: 842 }],
        contents: { anchors: [], formFields: [], form: { fields: [], total: 0, isSigned: false } },
        file: newFileRow(await storeBytes(deps, pdf), { format: 'pdf', now }),
        storageKey: newKey(deps.ids),
        ...{ source: null, sourceFile: null },
        fields: [],
      },
    ],
    annexes: [],
  });
  const { record } = await insertPlanned(tx, planned, []);
  const workflowId = record.workflow.id;
  const change = { sender_message: message };
  await tx.updateTable('workflows').set(change).where('id', '=', workflowId).execute();
  return workflowId;
}

async function storePdf(tx: Tx, deps: Deps, bytes: Uint8Array): Promise<number> {
  return insertFile(tx, await storeBytes(deps, bytes), { format: 'pdf', now: deps.clock.now() });
}

/** The jobs from an event to its notification. */
export function notificationJobs(deps: Deps): Pick<JobHandlers, 'follow-events' | 'webhook-deliver'> {
  const jobs = buildJobs(deps);
  return { 'follow-events': jobs['follow-events'], 'webhook-deliver': jobs['webhook-deliver'] };
}

/** Preferences that send a workflow's events to a receiver. */
export function notifying(url: string, more: Preferences = {}): Preferences {
  return { [PREFERENCES.callbackUrl]: url, [PREFERENCES.callbackSecret]: SECRET, ...more };
}

export const SECRET = '0123456789abcdefABCDEF0123456789';
