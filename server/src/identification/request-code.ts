import {
  type CodeMethod,
  conflict,
  LIMITS,
  type MailKind,
  maskPhone,
  type SigningLanguage,
} from '@paraph/domain';
import { isLoopback } from '../config/base-url.ts';
import type { Config } from '../config/config.ts';
import type { EventActor } from '../database/column-types.ts';
import type { Tx } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import { countHit } from '../http/rate-limit.ts';
import { enqueue } from '../jobs/enqueue.ts';
import { addSeconds, toSeconds } from '../platform/clock.ts';
import { newCode, sha256 } from '../platform/ids.ts';
import { lockWorkflow } from '../workflows/lifecycle/advance-workflow.ts';
import { recordWorkflowEvents } from '../workflows/lifecycle/record-workflow-events.ts';
import { instanceLevelFacts } from '../workspaces/levels.ts';
import {
  type CodeBinding,
  findCode,
  findProof,
  findValidCode,
  insertCode,
  type StoredCode,
  updateDelivery,
} from './code-store.ts';

export type CodeDeps = Pick<Deps, 'clock' | 'config' | 'database' | 'ids' | 'vault'>;

/** Functions of higher rooms; the composition root passes them in. */
export interface CodePorts {
  queueMail(
    tx: Tx,
    mail: {
      kind: MailKind;
      toEmail: string;
      toName: string | null;
      workflowId: number;
      eventId: number | null;
      recipientId: number;
      detail: Record<string, unknown>;
      now: Date;
    },
  ): Promise<number | null>;
}

/**
 * Makes a code for one content, which replaces the one before, and sends it.
 *
 * @throws Refusal `RATE_LIMIT_REACHED`; `WORKFLOW_STATUS_CONFLICT` where this instance cannot send it
 */
export async function requestCode(deps: CodeDeps & CodePorts, subject: CodeSubject): Promise<void> {
  requireChannel(deps.config, subject);
  await countRequest(deps, subject);
  const now = deps.clock.now();
  const code = newCode(deps.ids);
  const salt = Buffer.from(deps.ids.bytes(16));
  const { workflowId, actionId, method, destination, contentHash, actor } = subject;
  await deps.database.transaction().execute(async (tx) => {
    await lockWorkflow(tx, workflowId);
    const id = await insertCode(tx, {
      workflow_id: workflowId,
      action_id: actionId,
      link_id: subject.linkId,
      method,
      content_hash: contentHash,
      destination,
      language: subject.language,
      page_host: subject.pageHost,
      code_hash: codeHashOf(deps, subject, { code, salt }),
      salt,
      encrypted_code: null,
      created_at: now,
      expires_at: addSeconds(now, LIMITS.signingCodeSeconds),
      ended_at: null,
      delivery: 'queued',
      problem: null,
    });
    await updateDelivery(tx, id, { encrypted_code: deps.vault.encrypt(code, boundTo(id)) });
    const detail = {
      ...{ codeId: id, actionId, recipientId: subject.recipient.id, recipientName: subject.recipient.name },
      ...{ method, to: shownDestination(subject), contentHash: contentHash.toString('hex') },
    };
    if (subject.purpose === 'sign') {
      const events = [{ name: 'identification.requested' as const, actor, detail }];
      await recordWorkflowEvents(tx, deps, { workflowId, events });
    }
    await enqueueMessage(tx, deps, { subject, codeId: id, now });
  });
}

/** Says nothing of the code without the key of the vault, and counts for one link, action and content only. */
export function codeHashOf(
  { vault }: Pick<Deps, 'vault'>,
  { linkId, actionId, contentHash }: CodeBinding,
  { code, salt }: { code: string; salt: Uint8Array },
): Buffer {
  const bound = [linkId, actionId, contentHash.toString('hex'), Buffer.from(salt).toString('hex'), code];
  return vault.derive('signing-code', bound.join(' '));
}

function boundTo(id: number): string {
  return `signing-code:${id}`;
}

/** Null once the code is sent, used or replaced. */
export function decryptCode({ vault }: Pick<Deps, 'vault'>, code: StoredCode): string | null {
  return code.encrypted_code === null ? null : vault.decrypt(code.encrypted_code, boundTo(code.id));
}

/** A code that is still to be sent or shown; null once it is sent, used, replaced or over. */
export async function findCodeText(
  deps: Pick<Deps, 'clock' | 'database' | 'vault'>,
  codeId: number,
): Promise<string | null> {
  const code = await findCode(deps.database, codeId);
  return code && code.expires_at > deps.clock.now() ? decryptCode(deps, code) : null;
}

/** A phone number masked; an address as it is, because the page shows it already. */
export function shownDestination({
  method,
  destination,
}: Pick<CodeSubject, 'destination' | 'method'>): string {
  return method === 'code-sms' ? maskPhone(destination) : destination;
}

/** Whether text messages are shown on the mailbox page, because an instance that is tried out has no gateway. */
export function showsTexts({ sms, baseUrl }: Pick<Config, 'baseUrl' | 'sms'>): boolean {
  return sms === null && isLoopback(baseUrl);
}

function requireChannel(config: Config, { method }: CodeSubject): void {
  const { textMessages, mailCodes } = instanceLevelFacts({ config });
  if (method === 'code-sms' ? textMessages : mailCodes) return;
  const what = method === 'code-sms' ? 'text messages' : 'codes by mail';
  throw conflict(
    `This service does not send ${what} any more. Please tell the person who sent you the document.`,
  );
}

/** The pause is counted first: who is too fast uses nothing up. */
async function countRequest(deps: CodeDeps, { actionId, destination, organizationId }: CodeSubject) {
  await countHit(deps, 'signingCodePause', String(actionId));
  await countHit(deps, 'signingCodes', String(actionId));
  await countHit(deps, 'signingCodesTo', sha256(destination.toLowerCase()).toString('base64url'));
  await countHit(deps, 'signingCodesOfOrganization', String(organizationId));
}

async function enqueueMessage(
  tx: Tx,
  ports: CodePorts,
  { subject, codeId, now }: { subject: CodeSubject; codeId: number; now: Date },
): Promise<void> {
  const { method, destination, workflowId, recipient } = subject;
  if (method === 'code-sms') {
    await enqueue(tx, { name: 'code-send', id: codeId, key: `code-send:${codeId}` });
    return;
  }
  await ports.queueMail(tx, {
    kind: 'signing_code',
    toEmail: destination,
    toName: recipient.name,
    workflowId,
    eventId: null,
    recipientId: recipient.id,
    detail: { codeId, purpose: subject.purpose },
    now,
  });
}

/** Who signs what, and where a code reaches them; the signing room reads it from link and preview. */
export interface CodeSubject extends CodeBinding {
  /** What the code allows: a signature, or setting up a passkey, which is no event of the workflow. */
  purpose: 'passkey' | 'sign';
  workflowId: number;
  organizationId: number;
  recipient: { id: number; name: string };
  method: CodeMethod;
  language: SigningLanguage;
  /** Of the page that asks for it; null at the address of the instance. */
  pageHost: string | null;
  actor: EventActor;
}

/** How a person shows by a code who they are, for one content, and how far they are. */
export async function readCodeIdentification(
  deps: Pick<Deps, 'clock' | 'config' | 'database'>,
  subject: CodeSubject,
) {
  const code = await findValidCode(deps.database, subject, deps.clock.now());
  return {
    ...(await readProven(deps, subject)),
    method: subject.method,
    to: shownDestination(subject),
    code: code && viewCode(code, deps.config.rates.signingCodePause.seconds),
    problem: null,
  };
}

/** How long their proof counts, if there is one, and the time of the service to count from. */
export async function readProven(
  { clock, database }: Pick<Deps, 'clock' | 'database'>,
  { actionId, contentHash }: Pick<CodeSubject, 'actionId' | 'contentHash'>,
) {
  const now = clock.now();
  const proof = await findProof(database, { actionId, contentHash, now });
  return { provenUntil: proof && toSeconds(proof.expires_at), now: toSeconds(now) };
}

function viewCode(code: StoredCode, pauseSeconds: number) {
  return {
    expiryDate: toSeconds(code.expires_at),
    nextDate: toSeconds(addSeconds(code.created_at, pauseSeconds)),
    triesLeft: LIMITS.signingCodeTriesMax - code.tries,
    delivery: code.delivery,
    problem: code.problem,
  };
}
