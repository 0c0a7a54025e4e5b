import {
  type AnsweredField,
  conflict,
  describeAnswerProblem,
  describeMissingCharacters,
  drawnValue,
  type FindMissingCharacters,
  findAnswerProblems,
  foreignKeys,
  inputValue,
  invalid,
  isAnswered,
  listShownFields,
  NO_RULES,
  type SigningLanguage,
} from '@paraph/domain';
import type { Config } from '../../config/config.ts';
import type { EventActor } from '../../database/column-types.ts';
import type { Reads, Tx } from '../../database/database.ts';
import type { Deps } from '../../deps.ts';
import { createMissingCharacterFinder } from '../../platform/fonts.ts';
import { sha256 } from '../../platform/ids.ts';
import { hasSandbox } from '../../trust-services/sandbox-provider.ts';
import { toFacts, type WorkflowFacts } from '../../workflows/reading/find-workflow-facts.ts';
import { withSlotTaken } from '../../workflows/store/choice-slots.ts';
import {
  type Attachment,
  findSessionRow,
  lockWorkflowOfLink,
  type SessionRow,
  type StoredSignatureImage,
} from './session-store.ts';
import { getAccess, type SigningAccess, type SigningState, unknownLink } from './signing-access.ts';
import { requireNamedWitnesses, type Statement, statementIn } from './witnessing.ts';

/** Whether the sandbox signs: the only provider where the organization has switched none of its own on. */
export function usesSandbox(
  { workflow, hasTrustProvider }: Pick<WorkflowFacts, 'hasTrustProvider' | 'workflow'>,
  config: Pick<Config, 'baseUrl'>,
): boolean {
  return workflow.type === 'qualified' && !hasTrustProvider && hasSandbox(config);
}

/** What belongs to a link, of all actions of its recipient. */
export type SessionRows = Readonly<Omit<SessionRow, 'facts'>> & { facts: WorkflowFacts; now: Date };

/** What an organization says beside the consent. */
export type Disclosure = { language: SigningLanguage; text: string; sha256: string };

/** What one recipient may see and do in one workflow, loaded from their link. */
export interface SigningSession extends Pick<SessionRows, 'facts' | 'link'> {
  rows: SessionRows;
  state: SigningState;
  recipient: WorkflowFacts['recipients'][number];
  action: WorkflowFacts['actions'][number];
  fields: WorkflowFacts['fields'];
  signatureImages: StoredSignatureImage[];
  attachments: Attachment[];
  /** The version of the text that they have agreed to; null before. */
  consentVersion: string | null;
  /** What their organization said beside it; null where nothing. */
  agreedDisclosure: Disclosure | null;
  /** What a witness has stated with it; null before, and for who is none. */
  statement: Statement | null;
  findMissing: FindMissingCharacters;
  /** Characters of answers that cannot be drawn, by the id of the field. */
  undrawable: ReadonlyMap<number, readonly string[]>;
  /** Identifies exactly what was shown: hash of the documents' bytes and of the fields' positions. */
  shownHash: string;
}

/** What a page shows of a session: of images no more than which they are. */
export type ShownSession = Omit<SigningSession, 'signatureImages'> & {
  signatureImages: readonly Pick<StoredSignatureImage, 'id' | 'kind' | 'method' | 'text' | 'font'>[];
};

/**
 * Loads the session of a link by one statement. The caller has checked the link's cookie.
 *
 * @throws Refusal `NOT_FOUND` with the same message for a link that is unknown, superseded or deleted.
 */
export async function loadSigningSession(
  { database: reads, clock, config }: Pick<Deps, 'clock' | 'config'> & { database: Reads },
  linkId: string,
): Promise<SigningSession> {
  const row = await findSessionRow(reads, linkId);
  if (!row?.facts) throw unknownLink();
  const rows = { ...row, facts: toFacts(row.facts), now: clock.now() };
  return toSession(rows, createMissingCharacterFinder(config));
}

/**
 * Whether a person signs at the address of the instance alone, whatever host the link names: passkeys are of that name,
 * and providers send people back to no other.
 */
export async function needsInstanceHost(deps: SigningDeps, linkId: string): Promise<boolean> {
  const { facts, recipient } = await loadSigningSession(deps, linkId);
  const { identification } = recipient;
  const isIdentifiedThere = identification === 'passkey' || identification === 'identity-provider';
  return facts.workflow.type === 'qualified' || (facts.workflow.type === 'advanced' && isIdentifiedThere);
}

function toSession(rows: SessionRows, findMissing: FindMissingCharacters): SigningSession {
  const { link, facts: loaded, signatureImages, attachments, consents, now } = rows;
  const { recipient, action: stored, state } = getAccess({ link, ...loaded, now });
  // Of a group, they sign in the place that is theirs if they finish next.
  const facts = state === 'open' ? withSlotTaken(loaded, stored) : loaded;
  const action = facts.actions.find(({ id }) => id === stored.id) ?? stored;
  const own = facts.fields.filter((field) => field.role_id === action.role_id);
  const fields = withDrawableNames(own, recipient, findMissing);
  const consent = consents.find(({ action_id: actionId }) => actionId === action.id);
  return {
    rows,
    link,
    facts,
    recipient,
    action,
    fields,
    state,
    signatureImages,
    attachments: attachments.filter(({ fieldId }) => fields.some(({ id }) => id === fieldId)),
    consentVersion: consent?.version ?? null,
    agreedDisclosure: consent?.disclosure ?? null,
    statement: consent ? statementIn(consent) : null,
    findMissing,
    shownHash: hashOf(facts, fields),
    undrawable: findUndrawableAnswers(answeredFieldsOf({ fields }), findMissing),
  };
}

/** The session after a change of these rows, which was saved: the same as loading it again. */
export function sessionAfter(
  { rows, findMissing }: SigningSession,
  changed: Partial<SessionRows>,
): SigningSession {
  return toSession({ ...rows, ...changed }, findMissing);
}

/** Requires that the recipient may act now. */
export function requireOpen({ state }: Pick<SigningSession, 'state'>): void {
  if (state === 'open') return;
  const reasons: Record<Exclude<SigningState, 'open'>, string> = {
    waiting: 'It is not your turn yet: the step before is not done.',
    done: 'You have already answered, and an answer cannot be changed.',
    released: 'Another person has signed in your place; nothing is left for you to do.',
    declined: 'A recipient has declined, so nothing can be signed here any more.',
    expired: 'The deadline has passed, so nothing can be signed here any more.',
    canceled: 'The sender has canceled this, so nothing can be signed here any more.',
    completed: 'All recipients have signed; the document is complete.',
  };
  throw conflict(reasons[state], state === 'expired' ? 'deadline_passed' : undefined);
}

/** Requires that the recipient may sign now, and has answered and consented. */
export function requireFinishable(session: SigningSession): void {
  requireOpen(session);
  if (session.action.type !== 'sign') {
    throw conflict('Your part is to review this, not to sign it.');
  }
  if (session.consentVersion === null) {
    throw invalid({ consent: 'Agree to sign electronically before you finish.' });
  }
  requireNamedWitnesses(session);
  requireComplete(session);
}

/** Requires that every answer is there and can be drawn. */
export function requireComplete(session: Pick<SigningSession, 'fields' | 'undrawable'>): void {
  const violations: Record<string, string> = {};
  for (const [id, characters] of session.undrawable)
    violations[`fields[${id}]`] = describeMissingCharacters(characters);
  for (const [id, problem] of findAnswerProblems(answeredFieldsOf(session)))
    violations[`fields[${id}]`] = describeAnswerProblem(problem);
  if (Object.keys(violations).length > 0) throw invalid(violations);
}

/** Requires that the documents and fields are still those that were shown. */
export function requireShown(session: SigningSession, shownHash: string): void {
  if (shownHash === session.shownHash) return;
  throw conflict('What you were shown has changed since; reload the page and look at it again.');
}

export function recipientActor(
  session: Pick<SigningAccess, 'recipient'>,
  visitor: { ip: string; userAgent: string | null },
): EventActor {
  const { id, name, email } = session.recipient;
  return { kind: 'recipient', id, name, email, ...visitor };
}

/** What the rules of the domain see of a field. */
type Answerable = Pick<
  WorkflowFacts['fields'][number],
  'id' | 'read_only' | 'required' | 'rules' | 'type' | 'value'
>;

/** The fields as the rules of the domain see them. */
export function answeredFieldsOf({ fields }: { fields: readonly Answerable[] }): AnsweredField[] {
  return fields.map(({ id, type, required, read_only: readOnly, value, rules }) => {
    return { ...NO_RULES, ...rules, id, type, required, readOnly, value };
  });
}

/** What formulas of a signer read of others: of the sender, and of those who have signed before. */
export function inputsOf({
  facts,
  fields,
}: Pick<SigningSession, 'facts' | 'fields'>): Record<string, string | null> {
  const keys = foreignKeys(answeredFieldsOf({ fields }));
  const signed = new Set(
    facts.actions.filter(({ status }) => status === 'signed').map(({ role_id: roleId }) => roleId),
  );
  const known = facts.fields.filter(
    (field) => signed.has(field.role_id) || (field.read_only && !field.rules.formula),
  );
  return Object.fromEntries(
    known.flatMap((field) =>
      keys.includes(field.rules.key ?? '') ? [[field.rules.key, inputValue(field)]] : [],
    ),
  );
}

export type SigningDeps = Pick<
  Deps,
  | 'authority'
  | 'clock'
  | 'config'
  | 'database'
  | 'ids'
  | 'vault'
  | 'blobs'
  | 'intake'
  | 'log'
  | 'pool'
  | 'sandbox'
> & {
  /** Called after each step of a Finish. */
  onFinishStep?: (step: FinishStep) => void | Promise<void>;
};

/** Where a Finish may be cut off; the fault tests kill the process at each of these. */
export type FinishStep = 'checked' | 'signed' | 'stored' | 'finished';

function hashOf({ files }: WorkflowFacts, fields: WorkflowFacts['fields']): string {
  const shown = {
    documents: files.map(({ documentId, current }) => [documentId, current.sha256.toString('hex')]),
    fields: fields.map(
      ({ id, type, page, pos_x, pos_y, width, height, required, read_only, rules, value }) => [
        ...[id, type, page, pos_x, pos_y, width, height, required],
        rules,
        read_only ? value : null,
      ],
    ),
  };
  return sha256(JSON.stringify(shown)).toString('hex');
}

/**
 * Runs `act` with the recipient's session while the workflow's row is locked, so that two tabs, two recipients or a
 * deadline are handled one after another and each sees the previous result.
 */
export async function withSigningSession<T>(
  deps: SigningDeps,
  linkId: string,
  act: (tx: Tx, session: SigningSession) => Promise<T>,
): Promise<T> {
  return withLocked(deps, { linkId, load: loadSigningSession }, act);
}

/** The same for what needs no more of a session than `load` reads. */
export async function withLocked<Loaded, T>(
  deps: SigningDeps,
  {
    linkId,
    load,
  }: { linkId: string; load: (deps: SigningDeps & { database: Tx }, linkId: string) => Promise<Loaded> },
  act: (tx: Tx, loaded: Loaded) => Promise<T>,
): Promise<T> {
  return deps.database.transaction().execute(async (tx) => {
    // Sent together with what loads the session, which sees what those have done whose locks it waited for.
    await lockWorkflowOfLink(tx, linkId);
    return act(tx, await load({ ...deps, database: tx }, linkId));
  });
}

/** Also requires that the recipient may act now. */
export async function withOpenSigningSession<T>(
  deps: SigningDeps,
  linkId: string,
  act: (tx: Tx, session: SigningSession) => Promise<T>,
): Promise<T> {
  return withSigningSession(deps, linkId, async (tx, session) => {
    requireOpen(session);
    return act(tx, session);
  });
}

type Field = WorkflowFacts['fields'][number];

/**
 * A name that cannot be drawn is not offered as an answer; where the sender has fixed it, the address stands for it, as
 * in a signature. The certificate contains the name.
 */
export function withDrawableNames<OneField extends Pick<Field, 'read_only' | 'type' | 'value'>>(
  fields: readonly OneField[],
  { name, email }: { name: string; email: string },
  findMissing: FindMissingCharacters,
): OneField[] {
  const isOffered = ({ type, value }: OneField) => type === 'name' && value === name;
  if (!fields.some(isOffered) || findMissing(name).length === 0) return [...fields];
  return fields.map((field) =>
    isOffered(field) ? { ...field, value: field.read_only ? email : null } : field,
  );
}

/** The characters of each answer that cannot be drawn, by the id of its field. */
export function findUndrawableAnswers(
  fields: readonly AnsweredField[],
  findMissing: FindMissingCharacters,
): Map<number, readonly string[]> {
  const undrawable = new Map<number, readonly string[]>();
  for (const field of listShownFields(fields).filter(isAnswered)) {
    const drawn = field.options === null ? drawnValue(field) : null;
    const missing = drawn?.kind === 'text' ? findMissing(drawn.text) : [];
    if (missing.length > 0) undrawable.set(field.id, missing);
  }
  return undrawable;
}
