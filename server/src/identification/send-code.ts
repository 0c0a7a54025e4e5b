import {
  Fault,
  LIMITS,
  maskPhone,
  retryDelaySeconds,
  SIGNING_LANGUAGES,
  type SigningLanguage,
} from '@paraph/domain';
import { isLoopback } from '../config/base-url.ts';
import type { Tx } from '../database/database.ts';
import { savedThoughFrozen } from '../database/frozen.ts';
import type { Deps } from '../deps.ts';
import { enqueue } from '../jobs/enqueue.ts';
import type { JobHandlers } from '../jobs/worker.ts';
import { addSeconds, toSeconds } from '../platform/clock.ts';
import { randomFraction } from '../platform/ids.ts';
import { openSmsGateway, type SmsGateway } from '../platform/outside/sms-gateway.ts';
import type { TextReceipt } from '../platform/outside/sms-receipt.ts';
import type { WorkflowRecord } from '../workflows/api.ts';
import { lockWorkflow } from '../workflows/lifecycle/advance-workflow.ts';
import { recordWorkflowEvents, SERVICE } from '../workflows/lifecycle/record-workflow-events.ts';
import { findCode, listShownCodes, lockCode, type StoredCode, updateDelivery } from './code-store.ts';
import { decryptCode, shownDestination, showsTexts } from './request-code.ts';

type SendDeps = Pick<Deps, 'clock' | 'config' | 'database' | 'ids' | 'log' | 'vault'>;
type Outcome = { kind: 'sent' } | { kind: 'kept' } | { kind: 'failed'; problem: string; retryable: boolean };

/**
 * Sends the text message with a code, or leaves it for the mailbox page. Delivery is at least once: if the gateway does
 * not answer, the message is sent again under the same id.
 */
async function sendCode(deps: SendDeps, gateway: SmsGateway | null, codeId: number): Promise<void> {
  const code = await findCode(deps.database, codeId);
  if (code?.delivery !== 'queued' || code.ended_at !== null) return;
  const outcome = await attempt(deps, gateway, code);
  await savedThoughFrozen((isFrozen) =>
    deps.database.transaction().execute((tx) => saveOutcome(tx, deps, { code, outcome, isFrozen })),
  );
}

/** The text message with a code; null once it is sent, used or replaced. */
function textOf(deps: Pick<Deps, 'config' | 'vault'>, code: StoredCode): string | null {
  const digits = decryptCode(deps, code);
  const language = SIGNING_LANGUAGES.find((each) => each === code.language) ?? 'en';
  const host = code.page_host ?? new URL(deps.config.baseUrl).hostname;
  return digits && codeText({ code: digits, language, host });
}

async function attempt(deps: SendDeps, gateway: SmsGateway | null, code: StoredCode): Promise<Outcome> {
  const text = textOf(deps, code);
  if (text === null || code.expires_at <= deps.clock.now()) return failed('It could not be sent in time.');
  if (!gateway)
    return showsTexts(deps.config) ? { kind: 'kept' } : failed('This service has no gateway any more.');
  try {
    const { id, destination: to } = code;
    await gateway.send({ id: `code-${id}`, to, text, statusUrl: statusUrlOf(deps, code) });
    return { kind: 'sent' };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return failed(withoutNumber(error.message, code.destination), error.retryable);
  }
}

/** A gateway elsewhere cannot call an instance on loopback, and some refuse such an address. */
function statusUrlOf({ config }: Pick<Deps, 'config'>, { id }: StoredCode): string | null {
  return isLoopback(config.baseUrl) ? null : `${config.baseUrl}${receiptPath(id)}`;
}

function failed(problem: string, retryable = false): Outcome {
  return { kind: 'failed', problem, retryable };
}

async function saveOutcome(
  tx: Tx,
  deps: SendDeps,
  { code, outcome, isFrozen }: { code: StoredCode; outcome: Outcome; isFrozen: boolean },
): Promise<void> {
  // Locks the workflow first, as everywhere, which prevents deadlocks.
  const record = await lockWorkflow(tx, code.workflow_id);
  const current = await lockCode(tx, code.id);
  // Another process sent it concurrently: its record stays.
  if (current?.delivery !== 'queued' || current.attempts !== code.attempts) return;
  const attempts = current.attempts + 1;
  if (outcome.kind === 'kept') return updateDelivery(tx, code.id, { delivery: 'kept', attempts });
  if (outcome.kind === 'sent')
    return updateDelivery(tx, code.id, { delivery: 'sent', attempts, problem: null, encrypted_code: null });
  const { problem } = outcome;
  const delay = outcome.retryable
    ? retryDelaySeconds('textMessage', attempts, randomFraction(deps.ids))
    : null;
  const runAt = delay === null ? null : addSeconds(deps.clock.now(), delay);
  if (runAt && runAt < code.expires_at) {
    await updateDelivery(tx, code.id, { attempts, problem });
    await enqueue(tx, { name: 'code-send', id: code.id, key: `code-send:${code.id}`, runAt });
    return;
  }
  await updateDelivery(tx, code.id, { delivery: 'failed', attempts, problem, encrypted_code: null });
  deps.log.warn({ code: code.id, cause: problem }, 'a text message with a code could not be delivered');
  if (!isFrozen) await recordArrival(tx, deps, { code, problem, record });
}

/**
 * Stores what became of the mail with a code, so that the signing page can say it. The sender gets the mail's own
 * events.
 */
export async function saveCodeDelivery(
  tx: Tx,
  codeId: number,
  { delivery, problem = null }: { delivery: 'sent' | 'failed' | 'kept'; problem?: string | null },
): Promise<void> {
  const code = await findCode(tx, codeId);
  if (code?.delivery !== 'queued') return;
  const isShown = delivery === 'kept';
  await updateDelivery(tx, codeId, { delivery, problem, ...(isShown ? {} : { encrypted_code: null }) });
}

/** Records, for the sender and the trail, whether a text message reached the phone. */
async function recordArrival(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'config' | 'vault'>,
  { code, record, problem }: { code: StoredCode; record: WorkflowRecord; problem: string | null },
): Promise<void> {
  const { id: codeId, action_id: actionId, method, workflow_id: workflowId } = code;
  const action = record.actions.find(({ id }) => id === actionId);
  const recipient = record.recipients.find(({ id }) => id === action?.recipient_id);
  const named = { recipientId: recipient?.id ?? null, recipientName: recipient?.name ?? '' };
  const arrived = { codeId, actionId, ...named, method, to: shownDestination(code) };
  const name = problem === null ? 'identification.delivered' : 'identification.undeliverable';
  const detail = problem === null ? arrived : { ...arrived, cause: problem };
  await recordWorkflowEvents(tx, deps, { workflowId, events: [{ name, actor: SERVICE, detail }] });
}

/** A gateway may repeat the number, which is shown masked to all who have the link. */
function withoutNumber(text: string, phone: string): string {
  return text.replaceAll(phone, maskPhone(phone)).replaceAll(phone.slice(1), maskPhone(phone));
}

/**
 * Stores what the gateway reports of the text message with a code. Only the first report counts, and a code that was
 * entered has arrived, whatever is reported later. A code that is gone is ignored.
 */
export async function saveReceipt(
  deps: Pick<Deps, 'clock' | 'config' | 'database' | 'vault'>,
  codeId: number,
  receipt: TextReceipt,
): Promise<void> {
  const code = await findCode(deps.database, codeId);
  if (code?.method !== 'code-sms') return;
  await deps.database.transaction().execute(async (tx) => {
    const record = await lockWorkflow(tx, code.workflow_id);
    const current = await lockCode(tx, codeId);
    // The report may come before the answer of the gateway is stored.
    if (current?.delivery !== 'sent' && current?.delivery !== 'queued') return;
    if (receipt.isDelivered) {
      await updateDelivery(tx, codeId, { delivery: 'delivered', problem: null, encrypted_code: null });
      return recordArrival(tx, deps, { code, record, problem: null });
    }
    if (current.ended_at !== null) return;
    const problem = withoutNumber(receipt.problem, code.destination);
    await updateDelivery(tx, codeId, { delivery: 'failed', problem, encrypted_code: null });
    await recordArrival(tx, deps, { code, problem, record });
  });
}

/** Where a gateway reports what became of the text message with a code. */
export function receiptPath(codeId: number): string {
  return `/gateway/texts/${codeId}`;
}

export function codeJobs(deps: Deps): Pick<JobHandlers, 'code-send'> {
  const { clock, config } = deps;
  const gateway = config.sms && openSmsGateway(config.sms, { clock, version: config.version });
  return { 'code-send': (codeId) => sendCode(deps, gateway, codeId) };
}

/** No words of the sender: a text message must not become a way to send anything to any number. */
const SENTENCES: Readonly<Record<SigningLanguage, (code: string) => string>> = {
  en: (code) => `${code} is your code to sign. It is valid for 10 minutes. Do not give it to anyone.`,
  fr: (code) => `${code} est votre code pour signer. Il est valable 10 minutes. Ne le donnez à personne.`,
  de: (code) => `${code} ist Ihr Code zum Unterschreiben. Er gilt 10 Minuten. Geben Sie ihn nicht weiter.`,
  es: (code) => `${code} es su código para firmar. Es válido durante 10 minutos. No se lo dé a nadie.`,
  it: (code) => `${code} è il Suo codice per firmare. È valido per 10 minuti. Non lo dia a nessuno.`,
  pt: (code) => `${code} é o seu código para assinar. É válido durante 10 minutos. Não o dê a ninguém.`,
  nl: (code) => `${code} is uw code om te ondertekenen. De code is 10 minuten geldig. Geef hem aan niemand.`,
  pl: (code) => `${code} to kod do podpisania. Jest ważny 10 minut. Nie należy go nikomu podawać.`,
  ar: (code) => `${code} هو رمزك للتوقيع. صالح لمدة 10 دقائق. لا تعطه لأي شخص.`,
};

/** The last line lets browsers offer the code on the page of this host, the one that asked for it. */
function codeText({ code, language, host }: { code: string; language: SigningLanguage; host: string }) {
  return `${SENTENCES[language](code)}\n\n@${host} #${code}`;
}

/** The text messages that no gateway has sent, as their recipients would have received them. */
export async function listUnsentTexts(deps: Pick<Deps, 'clock' | 'config' | 'database' | 'vault'>) {
  const codes = await listShownCodes(deps.database, { now: deps.clock.now(), limit: LIMITS.pageLimitMax });
  return codes.map((code) => ({
    id: code.id,
    to: code.destination,
    text: textOf(deps, code) ?? '',
    createDate: toSeconds(code.created_at),
  }));
}
