import { type Chosen, readChoices } from './choice.ts';
import { type FollowerForm, type NewFollower, readFollowers } from './follower.ts';
import {
  type Contact,
  findContradictions,
  mergeContacts,
  NO_CONTACT,
  readContact,
} from './identification.ts';
import { checkIdentifications, findLevelProblem, type LevelFacts, type LevelRecipient } from './level.ts';
import { LIMITS } from './limits.ts';
import { findNameProblem, hasControls } from './name.ts';
import { type Preferences, readPreferences } from './preference.ts';
import { emailKey, type PersonForm, readPerson, type Witnessing } from './recipient.ts';
import type { Violations } from './refusal.ts';
import { askedWitness, checkIndependence, readWitnesses } from './witness.ts';
import { ACTION_TYPES, type ActionType, type WorkflowType } from './workflow.ts';

/** A request to send documents, read by its schema: what was missing or did not fit is absent. Times are seconds. */
export interface DraftRequest {
  name?: string | undefined;
  type?: WorkflowType | undefined;
  expiryDate?: number | undefined;
  steps?: readonly StepForm[] | undefined;
  preferences?: readonly { name?: string | undefined; value?: string | undefined }[] | undefined;
  metadata?: unknown;
  /** By the keys of fields. */
  values?: unknown;
  workspaceId?: number | undefined;
  senderName?: string | undefined;
  senderMessage?: string | undefined;
  scheduledStartDate?: number | null | undefined;
  followers?: readonly FollowerForm[] | undefined;
}

export interface StepForm {
  type?: ActionType | undefined;
  recipients?: readonly PersonForm[] | undefined;
}

interface StepPerson {
  name: string;
  email: string;
  /** Stands for the address of a witness whom the signer names. */
  addressKey?: string;
}

export interface Draft {
  name: string;
  type: WorkflowType;
  expiresAtSeconds: number;
  steps: readonly {
    type: ActionType;
    recipients: readonly (StepPerson & Chosen & Witnessing & Contact)[];
  }[];
  preferences: Preferences;
  metadata: Readonly<Record<string, string>>;
  workspaceId: number | null;
  /** Null: the sender's own name. */
  senderName: string | null;
  /** Quoted in the invitations; null for none. */
  senderMessage: string | null;
  followers?: readonly NewFollower[];
}

/** Whether some people of a step are enough: its fields are placed once the rows of its people are there. */
export function hasChoices({ steps = [] }: Pick<DraftRequest, 'steps'>): boolean {
  return steps.some(({ recipients = [] }) => recipients.some(({ choice }) => choice));
}

/** Limits that an instance may change. */
export interface DraftRules {
  nowSeconds: number;
  expirySecondsMin: number;
  /** What is set up for the organization of the workflow. */
  levels: LevelFacts;
  /** What the schema of a form found already, to be reported with the rest. */
  violations?: Violations | undefined;
}

/**
 * Parses a request into a draft and reports all problems together, in bracket notation (interface.md §5.1, §6). The
 * draft must not be used unless `violations` is empty.
 */
export function readDraft(
  request: DraftRequest,
  rules: DraftRules,
): { draft: Draft; violations: Violations } {
  const { preferences, violations: bad } = readPreferences(
    (request.preferences ?? []).map(({ name = '', value = '' }) => ({ name, value })),
  );
  const violations: Violations = { ...rules.violations, ...bad };
  const draft: Draft = {
    name: readName(request.name ?? '', violations),
    type: readType(request.type ?? 'simple', rules.levels, violations),
    expiresAtSeconds: readExpiry(request.expiryDate, rules, violations),
    steps: readSteps(request.steps ?? [], violations),
    preferences,
    metadata: readMetadata(request.metadata, violations),
    workspaceId: readWorkspaceId(request.workspaceId, violations),
    senderName: null,
    senderMessage: readMessage(request.senderMessage ?? '', violations),
  };
  const recipients = levelRecipients(draft.steps);
  checkIdentifications(draft.type, { recipients, facts: rules.levels }, violations);
  const people = draft.steps.flatMap((step) =>
    step.recipients.map(({ email }) => ({ emailKey: emailKey(email) })),
  );
  const followers = request.followers ? readFollowers(request.followers, people, violations) : [];
  return { draft: { ...draft, followers }, violations };
}

/** The people of all steps, each at the first place that names them. */
function levelRecipients(steps: Draft['steps']): LevelRecipient[] {
  const people = new Map<string, LevelRecipient>();
  for (const [index, { type, recipients }] of steps.entries()) {
    for (const [position, person] of recipients.entries()) {
      const key = person.addressKey ?? emailKey(person.email);
      // Who is not named yet is asked for beside the name of the signer.
      const isToBeNamed = person.addressKey !== undefined;
      const at = `steps[${index}][recipients][${isToBeNamed ? person.witnessOf : position}]`;
      const before = people.get(key) ?? { at, actions: [], ...NO_CONTACT };
      people.set(key, {
        ...mergeContacts<Contact>(before, person),
        at: before.at,
        isToBeNamed,
        actions: [...before.actions, type],
      });
    }
  }
  return [...people.values()];
}

/**
 * Parses a request of the step-by-step family (interface.md §5.3): recipients and steps are set by later calls.
 */
export function readBareDraft(
  request: DraftRequest,
  rules: DraftRules,
): { draft: Draft; violations: Violations } {
  const violations: Violations = { ...rules.violations };
  const draft: Draft = {
    name: readName(request.name ?? '', violations),
    type: readType(request.type ?? 'simple', rules.levels, violations),
    expiresAtSeconds: readExpiry(request.expiryDate, rules, violations),
    steps: [],
    preferences: {},
    metadata: readMetadata(request.metadata, violations),
    workspaceId: null,
    senderName: readSenderName(request.senderName ?? '', violations),
    senderMessage: readMessage(request.senderMessage ?? '', violations),
    followers: readFollowers(request.followers ?? [], [], violations),
  };
  return { draft, violations };
}

/** When a draft starts automatically: after now and before its deadline; null if not scheduled. */
export function readScheduledStart(
  seconds: number | null,
  { nowSeconds, expiresAtSeconds }: { nowSeconds: number; expiresAtSeconds: number },
  violations: Violations,
): number | null {
  if (seconds === null) return null;
  if (seconds <= nowSeconds || seconds >= expiresAtSeconds) {
    violations.scheduledStartDate =
      `Must lie between now and the deadline (${nowSeconds} to ${expiresAtSeconds}); ` +
      'to start at once, start the workflow.';
  }
  return seconds;
}

export function readSenderName(value: string, violations: Violations): string | null {
  const name = value.trim();
  const problem = findNameProblem(name);
  if ([...name].length > LIMITS.nameCharactersMax) {
    violations.senderName = `Must have at most ${LIMITS.nameCharactersMax} characters.`;
  } else if (problem !== null) violations.senderName = problem;
  return name === '' ? null : name;
}

/** What stands for the name of the document in a message that is used again. */
export const DOCUMENT_KEY = '{document}';

/** A message with the name of the document where it is asked for. */
export function writeMessage({ message, name }: { message: string; name: string }): string {
  return message.trim().replaceAll(DOCUMENT_KEY, () => name.trim());
}

export function readMessage(value: string, violations: Violations): string | null {
  const message = value.trim();
  if ([...message].length > LIMITS.messageCharactersMax || hasControls(message.replaceAll(/[\r\n\t]/g, ''))) {
    violations.senderMessage = `Must be a text of at most ${LIMITS.messageCharactersMax} characters.`;
  }
  return message === '' ? null : message;
}

export function readName(value: string, violations: Violations, what = 'workflow'): string {
  const name = value.trim();
  const problem = findNameProblem(name);
  if (name === '') violations.name = `Give the ${what} a name.`;
  else if ([...name].length < LIMITS.nameCharactersMin) {
    violations.name = `Must have at least ${LIMITS.nameCharactersMin} characters.`;
  } else if ([...name].length > LIMITS.nameCharactersMax) {
    violations.name = `Must have at most ${LIMITS.nameCharactersMax} characters.`;
  } else if (problem !== null) violations.name = problem;
  return name;
}

export function readType(type: WorkflowType, levels: LevelFacts, violations: Violations): WorkflowType {
  const problem = findLevelProblem(type, levels);
  if (problem !== null) violations.type = problem;
  return type;
}

export function readExpiry(
  seconds: number | undefined,
  rules: Pick<DraftRules, 'nowSeconds' | 'expirySecondsMin'>,
  violations: Violations,
): number {
  if (seconds === undefined) {
    return rules.nowSeconds + Math.max(LIMITS.expirySecondsDefault, rules.expirySecondsMin);
  }
  const earliest = rules.nowSeconds + rules.expirySecondsMin;
  const latest = rules.nowSeconds + LIMITS.expirySecondsMax;
  if (seconds < earliest - LIMITS.expiryGraceSeconds || seconds > latest + LIMITS.expiryGraceSeconds) {
    const days = (all: number) => Number((all / 86_400).toFixed(2));
    violations.expiryDate =
      `Must lie between ${days(rules.expirySecondsMin)} and ${days(LIMITS.expirySecondsMax)} days from now ` +
      `(${earliest} to ${latest}).`;
  }
  return seconds;
}

/** Parses the steps of the quick form: the recipients of each, at most once per step (interface.md §5.1). */
export function readSteps(list: readonly StepForm[], violations: Violations): Draft['steps'] {
  if (list.length === 0) {
    violations.steps = 'Give at least one step, such as steps[0][type]=sign.';
    return [];
  }
  if (list.length > LIMITS.workflowStepsMax) {
    violations.steps = `At most ${LIMITS.workflowStepsMax} steps are allowed.`;
    return [];
  }
  const steps = list.map((entry, index) => readStep(entry, `steps[${index}]`, violations));
  const people = new Set(steps.flatMap((step) => step.recipients.map(({ email }) => emailKey(email))));
  if (people.size > LIMITS.workflowRecipientsMax) {
    violations.steps = `At most ${LIMITS.workflowRecipientsMax} different recipients are allowed.`;
  }
  checkContacts(steps, violations);
  if (steps.some(({ recipients }) => recipients.some(({ witnessOf }) => witnessOf != null)))
    checkIndependence(steps, violations);
  return steps;
}

/** One person has one phone number, one language and one identification in all steps. */
function checkContacts(steps: Draft['steps'], violations: Violations): void {
  const seen = new Map<string, Contact>();
  for (const [index, { recipients }] of steps.entries()) {
    for (const [position, person] of recipients.entries()) {
      const before = seen.get(emailKey(person.email)) ?? NO_CONTACT;
      for (const name of findContradictions(before, person)) {
        violations[`steps[${index}][recipients][${position}][${name}]`] =
          'Contradicts what an earlier step says of this person; give it once, or the same each time.';
      }
      seen.set(emailKey(person.email), mergeContacts<Contact>(before, person));
    }
  }
}

function readStep(step: StepForm, at: string, violations: Violations): Draft['steps'][number] {
  const { type, recipients: list = [] } = step;
  if (!type) violations[`${at}[type]`] = `Must be one of ${ACTION_TYPES.join(', ')}.`;
  if (list.length === 0) violations[`${at}[recipients]`] = 'Give at least one recipient.';
  const seen = new Set<string>();
  const recipients = list.slice(0, LIMITS.workflowRecipientsMax + 1).map((entry, index) => {
    const here = `${at}[recipients][${index}]`;
    const person = {
      ...readPerson(entry, here, violations),
      ...readContact(entry, here, { before: NO_CONTACT, violations }),
    };
    const key = emailKey(person.email);
    if (key !== '' && seen.has(key)) {
      violations[`${at}[recipients][${index}][email]`] =
        'This address is in this step already; name it once.';
    }
    seen.add(key);
    return person;
  });
  const beside = list.slice(0, recipients.length);
  return { type: type ?? 'sign', recipients: withBeside(recipients, beside, { at, type, violations }) };
}

/** With what is said beside the people of a step: who may stand in for whom, and who is whose witness. */
function withBeside(
  recipients: readonly (StepPerson & Contact)[],
  forms: readonly PersonForm[],
  about: { at: string; type: ActionType | undefined; violations: Violations },
): Draft['steps'][number]['recipients'] {
  if (!forms.some(({ choice, witness, witnessOf }) => choice || witness || witnessOf)) return recipients;
  const { type = 'sign', violations } = about;
  const at = (index: number) => `${about.at}[recipients][${index}]`;
  const groups = forms.map(({ choice }) => choice);
  const choices = groups.some((choice) => choice)
    ? readChoices(groups, (index) => `${at(index)}[choice]`, violations)
    : [];
  const witnesses = readWitnesses(forms, { type, at, violations });
  const people = recipients.map((person, index) => {
    return { ...person, choice: choices[index] ?? null, witnessOf: witnesses[index] ?? null };
  });
  const asked = recipients.flatMap((signer, witnessOf) =>
    forms[witnessOf]?.witness ? { ...NO_CONTACT, ...askedWitness(signer), witnessOf } : [],
  );
  return [...people, ...asked];
}

/** Parses metadata and checks its limits (interface.md §8); an empty list means none. */
export function readMetadata(value: unknown, violations: Violations): Record<string, string> {
  if (value === undefined || value === null || value === '') return {};
  if (Array.isArray(value) && value.length === 0) return {};
  if (!isRecord(value)) {
    violations.metadata = 'Must be a map from keys to texts: metadata[key]=value.';
    return {};
  }
  const entries = Object.entries(value);
  if (entries.length > LIMITS.metadataKeysMax) {
    violations.metadata = `At most ${LIMITS.metadataKeysMax} keys are allowed.`;
    return {};
  }
  const metadata: Record<string, string> = {};
  for (const [key, entry] of entries) {
    const text = typeof entry === 'number' || typeof entry === 'boolean' ? String(entry) : entry;
    if (key.length > LIMITS.metadataKeyCharactersMax || key.includes('\0')) {
      violations[`metadata[${key.slice(0, 60)}]`] =
        `The key must have at most ${LIMITS.metadataKeyCharactersMax} characters.`;
    } else if (!isMetadataValue(text)) {
      violations[`metadata[${key}]`] =
        `Must be a text of at most ${LIMITS.metadataValueCharactersMax} characters.`;
    } else metadata[key] = text;
  }
  return metadata;
}

function isMetadataValue(text: unknown): text is string {
  if (typeof text !== 'string' || text.includes('\0')) return false;
  return [...text].length <= LIMITS.metadataValueCharactersMax;
}

function readWorkspaceId(id: number | undefined, violations: Violations): number | null {
  if (id !== undefined && id < 1)
    violations.workspaceId = 'Must be the integer id of one of your workspaces.';
  return id ?? null;
}

/** Why a workflow cannot contain these documents together (interface.md §8); null if it can. */
export function findDocumentsProblem(
  documents: readonly { bytes: number; pages: number }[],
): { code: 'VALIDATION_ERROR' | 'DOCUMENT_TOO_LARGE'; sentence: string } | null {
  const { workflowDocumentsMax, workflowBytesMax, workflowPagesMax } = LIMITS;
  const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);
  if (documents.length > workflowDocumentsMax) {
    const sentence = `A workflow holds at most ${workflowDocumentsMax} documents; put some into one file.`;
    return { code: 'VALIDATION_ERROR', sentence };
  }
  if (sum(documents.map(({ bytes }) => bytes)) > workflowBytesMax) {
    const mib = workflowBytesMax / 1024 / 1024;
    const sentence = `The documents of a workflow have at most ${mib} MiB together; make this one smaller.`;
    return { code: 'DOCUMENT_TOO_LARGE', sentence };
  }
  if (sum(documents.map(({ pages }) => pages)) > workflowPagesMax) {
    const sentence = `The documents of a workflow have at most ${workflowPagesMax} pages together.`;
    return { code: 'VALIDATION_ERROR', sentence };
  }
  return null;
}

/** An integer given as a number or as text (interface.md §1); null for anything else. */
export function readInteger(value: unknown): number | null {
  const number = typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) ? number : null;
}

/** A list given as an array or as a map with numeric keys, which form parsers produce for sparse indexes. */
export function readList(value: unknown): unknown[] | null {
  if (Array.isArray(value)) return value;
  if (!isRecord(value)) return null;
  const keys = Object.keys(value);
  return keys.every((key) => /^\d+$/.test(key)) ? keys.map((key) => value[key]) : null;
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
