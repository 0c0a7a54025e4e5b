import { conflict, Fault, invalid, Refusal } from '@paraph/domain';
import { RemoteSigningError } from '@paraph/pades';
import type { Deps } from '../../deps.ts';
import { listTrustProviders, type TrustProvider } from '../../trust-services/find-providers.ts';
import { lockWorkflow } from '../../workflows/lifecycle/advance-workflow.ts';
import { recordWorkflowEvents, SERVICE } from '../../workflows/lifecycle/record-workflow-events.ts';
import { loadSigningSession, type SigningDeps, type SigningSession } from '../session/signing-session.ts';
import { findVisit, updateVisit } from './provider-visit-store.ts';

/** How long a person may take with their provider; a preview may be signed no longer. */
export const VISIT_SECONDS = 900;

/** Stored encrypted, and for the time of the visit only. */
export interface VisitSecrets {
  /** Of the code that the provider returns (RFC 7636). */
  verifier: string;
  /** The person's, to list and read their credentials. */
  serviceToken: string | null;
  /** What releases the key for the previewed documents. */
  release: { kind: 'activation' | 'token'; value: string } | null;
}

/** Where the person is: at the choice of a credential, its release, or after it. */
export function stageOf({
  visit,
  secrets,
}: Pick<Visit, 'secrets' | 'visit'>): 'choose' | 'release' | 'sign' | 'visit' | 'wait' {
  if (visit.response_id !== null && visit.signatures === null) return 'wait';
  if (secrets.release !== null || visit.signatures !== null) return 'sign';
  if (secrets.serviceToken === null) return 'visit';
  return visit.credential_id === null ? 'choose' : 'release';
}

/** A session whose level is qualified. @throws Refusal */
export async function loadQualifiedSession(deps: SigningDeps, linkId: string): Promise<SigningSession> {
  const session = await loadSigningSession(deps, linkId);
  if (session.facts.workflow.type !== 'qualified') throw conflict('At this level no provider signs.');
  return session;
}

/** What has begun for a link. @throws Refusal where nothing has */
export async function loadVisit(deps: SigningDeps, linkId: string): Promise<Visit> {
  const current = await findCurrentVisit(deps, linkId);
  if (current) return current;
  throw conflict(
    'The visit to your provider has ended; check the document and finish again. Your answers are saved.',
  );
}

export type Visit = NonNullable<Awaited<ReturnType<typeof findCurrentVisit>>>;

/** Null where nothing has begun, or its time is over. */
export async function findCurrentVisit(deps: SigningDeps, linkId: string) {
  const session = await loadQualifiedSession(deps, linkId);
  const visit = await findVisit(deps.database, { linkId, now: deps.clock.now() });
  if (visit?.action_id !== session.action.id) return null;
  const provider = await getProvider(deps, session, visit.provider_key);
  const secrets: VisitSecrets = JSON.parse(deps.vault.decrypt(visit.sealed_secrets, boundTo(linkId)));
  return { session, visit, provider, secrets };
}

/** @throws Refusal for one that the organization has not, or not any more */
export async function getProvider(
  deps: SigningDeps,
  { facts }: Pick<SigningSession, 'facts'>,
  key: string,
): Promise<TrustProvider> {
  const providers = await listTrustProviders(deps, facts.organization.id);
  const provider = providers.find((each) => each.key === key);
  if (!provider) throw invalid({ provider: 'This provider is not offered any more; choose another one.' });
  return provider;
}

export function sealSecrets({ vault }: Pick<Deps, 'vault'>, linkId: string, secrets: VisitSecrets): string {
  return vault.encrypt(JSON.stringify(secrets), boundTo(linkId));
}

function boundTo(linkId: string): string {
  return `provider-visit:${linkId}`;
}

/**
 * Calls a provider. What it refuses or fails at is said to the person in words, shown until the next step succeeds, and
 * an event for the sender: nothing that was answered or begun is lost.
 *
 * @throws Refusal `SERVICE_UNAVAILABLE` for what may succeed later, else `VALIDATION_ERROR` with `provider`
 */
export async function askProvider<T>(
  deps: SigningDeps,
  current: Pick<Visit, 'session' | 'visit'>,
  ask: () => Promise<T>,
): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof Fault || error instanceof RemoteSigningError)) throw error;
    await saveProblem(deps, current, error.message);
    if (error instanceof RemoteSigningError && error.status < 500) throw invalid({ provider: error.message });
    throw new Refusal('SERVICE_UNAVAILABLE', `${error.message} Try again; nothing is lost.`);
  }
}

/** For the person, and for the sender once for the same words in a row. */
export async function saveProblem(
  deps: SigningDeps,
  { session, visit }: Pick<Visit, 'session' | 'visit'>,
  cause: string,
): Promise<void> {
  const { facts, recipient, action } = session;
  const workflowId = facts.workflow.id;
  const about = { recipientId: recipient.id, recipientName: recipient.name, actionId: action.id };
  const event = { name: 'provider.failed' as const, actor: SERVICE, detail: { ...about, cause } };
  await deps.database.transaction().execute(async (tx) => {
    await lockWorkflow(tx, workflowId);
    await updateVisit(tx, visit.link_id, { problem: cause });
    if (visit.problem === cause) return;
    await recordWorkflowEvents(tx, deps, { workflowId, events: [event] });
  });
}
