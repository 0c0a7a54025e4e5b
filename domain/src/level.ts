import { type Contact, IDENTIFICATIONS, type Identification } from './identification.ts';
import { Refusal, type Violations } from './refusal.ts';
import { type ActionType, WORKFLOW_TYPES, type WorkflowType } from './workflow.ts';

/**
 * The levels that people can be led through from the check to the signature in this version. A level is added here
 * together with the last part of its path, never before.
 */
export const SUPPORTED_LEVELS: readonly WorkflowType[] = ['simple', 'advanced', 'qualified'];

/** The issuer of the certificates of the sandbox provider, and what is said wherever one of them is shown. */
export const SANDBOX_NAME = 'Sandbox, no legal effect';
/** "Issued on request under any name, to try software. It proves nothing about a person." */
export const SANDBOX_POLICY = '2.25.176401826350947218305569017263449188021';

/** What is set up for an organization. */
export interface LevelFacts {
  supported: readonly WorkflowType[];
  /** The base URL is a loopback address: everything can be tried without any setting. */
  isLoopback: boolean;
  /** A channel for text messages. */
  textMessages: boolean;
  /** The operator allows codes by mail. */
  mailCodes: boolean;
  passkeys: boolean;
  identityProviders: boolean;
  trustServiceProviders: boolean;
  /** The sandbox is the only provider of the level qualified: its signatures have no legal effect. */
  sandbox: boolean;
  /** What the organization asks for where the sender names no identification; null: the first that suits. */
  defaultIdentification: Identification | null;
}

/** An instance without any channel or provider. */
export const NOTHING_SET_UP: LevelFacts = {
  supported: SUPPORTED_LEVELS,
  isLoopback: false,
  textMessages: false,
  mailCodes: false,
  passkeys: false,
  identityProviders: false,
  trustServiceProviders: false,
  sandbox: false,
  defaultIdentification: null,
};

/** A level or an identification, and what is missing where it is not offered. */
export interface Offer<T extends string> {
  type: T;
  /** Null where it is offered; else what to set up, in one sentence. */
  missing: string | null;
}

const SET_UP: Readonly<Record<Identification, string>> = {
  'code-sms': 'The operator sets up a gateway for text messages (PARAPH_SMS_GATEWAY).',
  'code-mail': 'The operator allows codes by mail (PARAPH_MAIL_CODES).',
  passkey: 'Passkeys need a base URL with a name, not an address, over https (PARAPH_BASE_URL).',
  'identity-provider':
    'An administrator of the organization sets up its identity provider (OpenID Connect) in its settings.',
};

const PHONE_EXAMPLE = 'such as +41791234567';

/** The identifications in the order in which they are chosen where nothing is said. */
export function offerIdentifications(facts: LevelFacts): Offer<Identification>[] {
  const isSetUp: Readonly<Record<Identification, boolean>> = {
    'code-sms': facts.textMessages,
    'code-mail': facts.mailCodes,
    passkey: facts.passkeys,
    'identity-provider': facts.identityProviders,
  };
  return IDENTIFICATIONS.map((type) => ({ type, missing: isSetUp[type] ? null : SET_UP[type] }));
}

/** Every level, and what is missing for those that are not offered. */
export function offerLevels(facts: LevelFacts): Offer<WorkflowType>[] {
  return WORKFLOW_TYPES.map((type) => ({ type, missing: findMissing(type, facts) }));
}

function findMissing(type: WorkflowType, facts: LevelFacts): string | null {
  if (!facts.supported.includes(type)) return 'This version of Paraph cannot sign at this level yet.';
  if (type === 'advanced' && usableIdentifications(facts).length === 0) {
    return (
      'It needs a second channel that identifies signers, and none is set up: the operator sets up a gateway for text ' +
      'messages (PARAPH_SMS_GATEWAY) or allows codes by mail (PARAPH_MAIL_CODES), or an administrator of the ' +
      'organization sets up its identity provider in its settings.'
    );
  }
  if (type === 'qualified' && !facts.trustServiceProviders) {
    return (
      'It needs a trust service provider, and none is set up: an administrator of the organization sets one up in its ' +
      'settings.'
    );
  }
  return null;
}

/** A passkey counts only beside another identification: it is offered after a first signing. */
function usableIdentifications(facts: LevelFacts): Identification[] {
  return offerIdentifications(facts).flatMap(({ type, missing }) =>
    missing === null && type !== 'passkey' ? [type] : [],
  );
}

/** Why the level is not offered, with the remedy; null if it is. */
export function findLevelProblem(type: WorkflowType, facts: LevelFacts): string | null {
  const offers = offerLevels(facts);
  const missing = offers.find((each) => each.type === type)?.missing ?? null;
  if (missing === null) return null;
  const offered = offers.filter((each) => each.missing === null).map((each) => each.type);
  return `The level ${type} is not available here. ${missing} Use ${offered.join(' or ')}.`;
}

/**
 * Refuses a level that is not offered, also at the start: a draft may be older than the settings.
 *
 * @throws Refusal `VALIDATION_ERROR` with the violation `type`
 */
export function requireLevel(type: WorkflowType, facts: LevelFacts): void {
  const problem = findLevelProblem(type, facts);
  if (problem !== null) throw refusalOf({ type: problem });
}

/**
 * Refuses a start in which a signer cannot be identified as the level demands.
 *
 * @throws Refusal `VALIDATION_ERROR` naming each of them
 */
export function requireIdentifications(
  type: WorkflowType,
  about: { recipients: readonly LevelRecipient[]; facts: LevelFacts },
): void {
  const violations: Violations = {};
  checkIdentifications(type, about, violations);
  if (Object.keys(violations).length > 0) throw refusalOf(violations);
}

/** With a sentence in the message as well: an item of a bulk response has no violations. */
function refusalOf(violations: Violations): Refusal {
  const [sentence = ''] = Object.values(violations);
  return new Refusal('VALIDATION_ERROR', sentence, { violations });
}

/** The levels that roles of workspaces may ask for, by their ids; a role that is not named may ask for all. */
export type LevelRights = Readonly<Record<string, readonly WorkflowType[]>>;

export function levelsOfRole(rights: LevelRights, roleId: number): readonly WorkflowType[] {
  return rights[roleId] ?? WORKFLOW_TYPES;
}

/** The levels that every role may ask for. */
export function levelsOfAnyRole(rights: LevelRights): readonly WorkflowType[] {
  return WORKFLOW_TYPES.filter((type) => Object.values(rights).every((levels) => levels.includes(type)));
}

/** Why the role of a sender may not ask for a level, with those that it may; null if it may. */
export function findLevelRightProblem(type: WorkflowType, levels: readonly WorkflowType[]): string | null {
  if (levels.includes(type)) return null;
  const allowed = WORKFLOW_TYPES.filter((each) => levels.includes(each)).join(' or ') || 'no level';
  return (
    `Your role in this workspace may not ask for the level ${type}; it may ask for ${allowed}. The administrators of ` +
    'the organization decide this, in its settings under Levels.'
  );
}

/** @throws Refusal `VALIDATION_ERROR` with the violation `type` */
export function requireLevelRight(type: WorkflowType, levels: readonly WorkflowType[]): void {
  const problem = findLevelRightProblem(type, levels);
  if (problem !== null) throw refusalOf({ type: problem });
}

/** Which levels a role may ask for from now on. */
export interface LevelRightRequest {
  roleId: number;
  levels: readonly WorkflowType[];
}

/** The rights after a change; roles that it does not name keep theirs. */
export function changeLevelRights(
  before: LevelRights,
  { requests, roleIds }: { requests: readonly LevelRightRequest[]; roleIds: readonly number[] },
  violations: Violations,
): LevelRights {
  const after = new Map(Object.entries(before));
  for (const [index, { roleId, levels }] of requests.entries()) {
    if (!roleIds.includes(roleId))
      violations[`roles[${index}][roleId]`] = 'There is no such role; take one of the list.';
    if (requests.findIndex((each) => each.roleId === roleId) < index)
      violations[`roles[${index}][roleId]`] = 'This role is named twice; name it once.';
    if (levels.length === 0)
      violations[`roles[${index}][levels]`] =
        'Name at least one level; who shall send nothing gets a role without the permission to create workflows.';
    const chosen = WORKFLOW_TYPES.filter((type) => levels.includes(type));
    // All of them is no limit, so that a level which comes later is not shut out.
    if (chosen.length === WORKFLOW_TYPES.length) after.delete(String(roleId));
    else after.set(String(roleId), chosen);
  }
  return Object.fromEntries(after);
}

/** A signer who is asked for a passkey, and whether they have one that the organization may know of. */
export interface PasskeySigner {
  at: string;
  name: string;
  hasPasskey: boolean;
}

/**
 * Refuses a start in which a signer is asked for a passkey and has none: it could not be set up for this signature.
 *
 * @throws Refusal `VALIDATION_ERROR` naming each of them
 */
export function requirePasskeys(signers: readonly PasskeySigner[], facts: LevelFacts): void {
  const alternatives = offerIdentifications(facts).filter(
    ({ type, missing }) => missing === null && type !== 'passkey',
  );
  const remedy = `Use ${alternatives.map(({ type }) => type).join(' or ')}.`;
  const violations: Violations = {};
  for (const { at, name } of signers.filter(({ hasPasskey }) => !hasPasskey)) {
    violations[`${at}[identification]`] =
      `${name} has no passkey here: people set one up after a first signing for your organization. ${remedy}`;
  }
  if (Object.keys(violations).length > 0) throw refusalOf(violations);
}

/**
 * The proof that the level asks a signer for: what their sender names, else what the organization does, else the first
 * that is offered and that this person can be asked for. Null where the level asks for none or none suits them.
 */
export function chooseIdentification(
  type: WorkflowType,
  contact: Contact,
  facts: LevelFacts,
): Identification | null {
  if (type !== 'advanced') return null;
  const named = contact.identification ?? facts.defaultIdentification;
  const suiting = usableIdentifications(facts).filter(
    (each) => each !== 'code-sms' || contact.phone !== null,
  );
  return named ?? suiting[0] ?? null;
}

/** A recipient as the level sees them. */
export interface LevelRecipient extends Contact {
  /** How a violation names the recipient, such as `recipients[0]`. */
  at: string;
  actions: readonly ActionType[];
  /** A witness whom their signer names, by name and address alone. */
  isToBeNamed?: boolean;
}

/** Names every recipient who cannot be identified as the level demands. */
export function checkIdentifications(
  type: WorkflowType,
  { recipients, facts }: { recipients: readonly LevelRecipient[]; facts: LevelFacts },
  violations: Violations,
): void {
  for (const recipient of recipients) {
    const problem = findIdentificationProblem(type, recipient, facts);
    if (problem) violations[`${recipient.at}[${problem.name}]`] ??= problem.sentence;
  }
}

function findIdentificationProblem(
  type: WorkflowType,
  recipient: LevelRecipient,
  facts: LevelFacts,
): { name: keyof Contact | 'witness'; sentence: string } | null {
  const isSigner = recipient.actions.includes('sign');
  if (recipient.identification !== null && (type !== 'advanced' || !isSigner)) {
    const sentence = isSigner
      ? `The level ${type} asks for no identification of its own; leave it out, or choose the level advanced.`
      : 'Reviewers sign nothing and are not asked to identify themselves; leave it out.';
    return { name: 'identification', sentence };
  }
  if (!isSigner || type !== 'advanced') return null;
  const chosen = chooseIdentification(type, recipient, facts);
  if (recipient.isToBeNamed && facts.textMessages && (chosen === null || chosen === 'code-sms'))
    return { name: 'witness', sentence: WITHOUT_NUMBER };
  if (chosen === null) return sayNothingSuits(facts);
  const offers = offerIdentifications(facts);
  const missing = offers.find((each) => each.type === chosen)?.missing ?? null;
  if (missing !== null) {
    const alternatives = offers.filter((each) => each.missing === null).map((each) => each.type);
    const sentence = `The identification ${chosen} is not set up. ${missing} Or use ${alternatives.join(' or ')}.`;
    return { name: 'identification', sentence };
  }
  if (chosen !== 'code-sms' || recipient.phone !== null) return null;
  return { name: 'phone', sentence: sayPhoneMissing(recipient, facts) };
}

const WITHOUT_NUMBER =
  'Signers get a code in a text message here, and who names a witness gives no number: name the witness yourself, ' +
  'with their phone number.';

/** Null where nothing at all is set up: then the level is not offered, which says more. */
function sayNothingSuits(facts: LevelFacts): { name: keyof Contact; sentence: string } | null {
  if (!facts.textMessages) return null;
  const sentence =
    'This signer has no phone number for a code in a text message, and no other identification is set up: give the ' +
    `number, ${PHONE_EXAMPLE}. Or else: ${SET_UP['code-mail']} ${SET_UP['identity-provider']}`;
  return { name: 'phone', sentence };
}

function sayPhoneMissing({ identification }: Contact, facts: LevelFacts): string {
  const alternatives = usableIdentifications(facts).filter((each) => each !== 'code-sms');
  const who =
    identification === null
      ? 'The organization asks signers for a code in a text message (its setting defaultIdentification)'
      : 'This signer gets a code in a text message';
  const remedy =
    alternatives.length > 0 ? `, or name another identification: ${alternatives.join(' or ')}` : '';
  return `${who}: give their phone number, ${PHONE_EXAMPLE}${remedy}.`;
}
