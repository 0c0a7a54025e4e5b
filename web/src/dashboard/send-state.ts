import {
  type ActionType,
  isEmail,
  type LevelFacts,
  NOTHING_SET_UP,
  PREFERENCES,
  PROPOSED_REMINDERS,
  readDraft,
  readScheduledStart,
  type SigningLanguage,
  type WorkflowType,
  writeMessage,
} from '@paraph/domain';
import { type ConvertedFormat, checkAnnexes, checkFiles, nameFrom, swapped } from './chosen-files.ts';
import {
  DAYS_DEFAULT,
  type Deadline,
  type DeadlineLimits,
  deadlineSeconds,
  momentOf,
  secondsOf,
  USUAL_LIMITS,
} from './deadline-state.ts';
import { enteredFollowers, followerErrorKind, followerForm, type SendFollower } from './follower-state.ts';
import { type SavedDraft, stepsFrom } from './saved-steps.ts';
import {
  changeSteps,
  choiceOf,
  newStep,
  type SendPerson,
  type SendStep,
  type StepChange,
  witnessOf,
} from './send-steps.ts';

/** The state of the send form. Keys identify rows on the screen only. */
export type SendDraft = {
  name: string;
  /** The level of the signatures. */
  type: WorkflowType;
  message: string;
  files: readonly File[];
  /** Files for information, which nobody signs. */
  annexes: readonly File[];
  steps: SendStep[];
  deadline: Deadline;
  /** When it is sent by itself (`YYYY-MM-DDTHH:mm`); null for at once. */
  start: string | null;
  /** Whether recipients may pass their task on. */
  mayReassign: boolean;
  /** How they are reminded by themselves; null as long as the sender leaves it to what is proposed. */
  reminders: string | null;
  followers: SendFollower[];
};
export type SendChange =
  | { do: 'replace'; draft: SendDraft }
  | { do: 'name'; name: string }
  | { do: 'type'; type: WorkflowType }
  | { do: 'message'; message: string }
  | { do: 'add-file'; file: File }
  | { do: 'remove-file'; index: number }
  | { do: 'move-file'; index: number; by: -1 | 1 }
  | { do: 'restore-files'; files: readonly File[] }
  | { do: 'annexes'; annexes: readonly File[] }
  | { do: 'deadline'; deadline: Deadline }
  | { do: 'start'; start: string | null }
  | { do: 'reassign'; mayReassign: boolean }
  | { do: 'reminders'; reminders: string }
  | { do: 'followers'; followers: SendFollower[] }
  | StepChange;

/** What a draft begins with where its workspace or organization has set it. */
export interface FirstValues {
  expiryDays?: number | null;
  type?: WorkflowType | null;
  /** Of people for whom none is chosen. */
  language?: SigningLanguage | null;
}

export function emptyDraft(key: string, { expiryDays, type }: FirstValues = {}): SendDraft {
  const steps = [newStep(key, `${key}-person`)];
  const usual = { type: type ?? 'simple', mayReassign: false, reminders: null } as const;
  return {
    name: '',
    message: '',
    files: [],
    annexes: [],
    start: null,
    followers: [],
    steps,
    deadline: { days: expiryDays ?? DAYS_DEFAULT },
    ...usual,
  };
}

/** The form's state for a saved draft. Its documents are edited elsewhere. */
export function draftFrom(workflow: SavedDraft, key: string): SendDraft {
  const steps = stepsFrom(workflow);
  const first = newStep(key, `${key}-person`);
  const { name, type, senderMessage, scheduledStartDate, expiryDate } = workflow;
  return {
    ...emptyDraft(key),
    name,
    type,
    message: senderMessage ?? '',
    steps: steps.length > 0 ? steps : [first],
    followers: enteredFollowers(workflow),
    deadline: { moment: momentOf(expiryDate) },
    start: scheduledStartDate === null ? null : momentOf(scheduledStartDate),
    reminders: workflow.reminders,
  };
}

/** The request body for a saved draft. */
export function detailsOf(draft: SendDraft) {
  const { name, type: level, steps } = draft;
  return {
    name: name.trim(),
    type: level,
    senderMessage: writeMessage(draft) || null,
    steps: steps.map(({ type, people, ...step }) => ({
      type,
      recipients: people.map((person) => ({
        ...(person.id === undefined ? {} : { id: person.id }),
        name: person.name.trim(),
        email: person.email.trim(),
        ...contactOf(person, { level, type }),
        ...chosen(choiceOf({ people, ...step }, person)),
        ...witnessOf({ type, people }, person),
      })),
    })),
  };
}

/** Left out where a person must act. */
function chosen(choice: ReturnType<typeof choiceOf>) {
  return choice ? { choice } : {};
}

/** Only signers of the level advanced are asked to identify themselves. */
export function isIdentified({ level, type }: { level: WorkflowType; type: ActionType }): boolean {
  return level === 'advanced' && type === 'sign';
}

/** What is sent of how a person is reached and identified; null where nothing is said. */
export function contactOf(
  { phone = '', language = '', identification = '' }: SendPerson,
  step: { level: WorkflowType; type: ActionType },
) {
  return {
    phone: phone.trim() || null,
    language: language || null,
    identification: (isIdentified(step) && identification) || null,
  };
}

export function isSameDetails(one: SendDraft, other: SendDraft): boolean {
  const isSame = JSON.stringify(detailsOf(one)) === JSON.stringify(detailsOf(other));
  return isSame && Object.keys(changedOptions(one, other, 0)).length === 0;
}

/** What else of a saved draft was changed: what is as it was is not sent, so that its minute may have passed. */
export function changedOptions(before: SendDraft, draft: SendDraft, nowSeconds: number): DraftOptionChange {
  const startsAt = draft.start === null ? null : secondsOf(draft.start);
  const expiryDate = deadlineSeconds(draft.deadline, startsAt ?? nowSeconds);
  const isSame = (name: 'deadline' | 'followers') =>
    JSON.stringify(before[name]) === JSON.stringify(draft[name]);
  return {
    ...(isSame('deadline') || expiryDate === null ? {} : { expiryDate }),
    ...(before.start === draft.start ? {} : { scheduledStartDate: startsAt }),
    ...(isSame('followers') ? {} : { followers: draft.followers.map(followerForm) }),
    ...(before.reminders === draft.reminders || draft.reminders === null
      ? {}
      : { reminders: draft.reminders }),
  };
}

export interface DraftOptionChange {
  expiryDate?: number;
  scheduledStartDate?: number | null;
  followers?: ReturnType<typeof followerForm>[];
  reminders?: string;
}

/** Whether leaving the page would lose input. */
export function isStarted({ name, message, files, annexes, steps, followers }: SendDraft): boolean {
  const hasPeople = steps.some(({ people }) => people.some((person) => person.name + person.email !== ''));
  const rows = files.length + annexes.length + followers.length;
  return rows > 0 || hasPeople || name.trim() !== '' || message.trim() !== '';
}

export function changeDraft(draft: SendDraft, change: SendChange): SendDraft {
  switch (change.do) {
    case 'replace':
      return change.draft;
    case 'name':
      return { ...draft, name: change.name };
    case 'type':
      return { ...draft, type: change.type };
    case 'message':
      return { ...draft, message: change.message };
    case 'reassign':
      return { ...draft, mayReassign: change.mayReassign };
    case 'reminders':
      return { ...draft, reminders: change.reminders };
    case 'followers':
      return { ...draft, followers: change.followers };
    case 'add-file':
      return withFiles(draft, [...draft.files, change.file]);
    case 'remove-file':
      return withFiles(
        draft,
        draft.files.filter((_, index) => index !== change.index),
      );
    case 'move-file':
      return withFiles(draft, swapped(draft.files, change.index, change.by));
    case 'restore-files':
      return withFiles(draft, change.files);
    case 'annexes':
      return { ...draft, annexes: change.annexes };
    case 'deadline':
      return { ...draft, deadline: change.deadline };
    case 'start':
      return { ...draft, start: change.start };
    default: {
      const type = change.do === 'restore' ? change.type : undefined;
      return { ...draft, type: type ?? draft.type, steps: changeSteps(draft.steps, change) };
    }
  }
}

/** A reason why the draft cannot be sent; `path` is its parameter in bracket notation. */
export type DraftError = { path: string; kind: DraftErrorKind; sentence: string };
export type DraftErrorKind =
  | 'file'
  | 'name'
  | 'message'
  | 'people'
  | 'email'
  | 'duplicate'
  | 'deadline'
  | 'start'
  | 'reminders'
  | 'level'
  | 'other';

/** What the instance and the organization allow; the least while it is loading. */
export interface InstanceRules {
  levels?: LevelFacts;
  limits?: DeadlineLimits;
  converted?: readonly ConvertedFormat[];
  /** Whether the role of the sender may ask for the level. */
  isPermitted?: boolean;
}

/** Applies the server's rules before anything is uploaded, and checks the files. */
export function validateDraft(draft: SendDraft, nowSeconds: number, rules: InstanceRules = {}): DraftError[] {
  const refusal = checkFiles(draft.files, rules.converted);
  const annexRefusal = checkAnnexes(draft);
  return [
    ...(refusal ? [{ path: 'document', kind: 'file', sentence: refusal } as const] : []),
    ...(annexRefusal ? [{ path: 'annex', kind: 'file', sentence: annexRefusal } as const] : []),
    ...validateDraftDetails(draft, nowSeconds, rules),
  ];
}

/** Validates a draft whose files are already uploaded. */
export function validateDraftDetails(
  draft: Omit<SendDraft, 'annexes' | 'files'>,
  nowSeconds: number,
  { levels = NOTHING_SET_UP, limits = USUAL_LIMITS, isPermitted = true }: InstanceRules = {},
): DraftError[] {
  const startsAt = draft.start === null ? null : secondsOf(draft.start);
  const deadline = deadlineSeconds(draft.deadline, startsAt ?? nowSeconds);
  const request = {
    name: draft.name,
    type: draft.type,
    senderMessage: writeMessage(draft),
    expiryDate: deadline ?? undefined,
    followers: draft.followers.map(followerForm),
    preferences: draft.reminders === null ? [] : [{ name: PREFERENCES.reminders, value: draft.reminders }],
    steps: draft.steps.map(({ type, people, ...step }) => ({
      type,
      recipients: people.map((person) => ({
        name: person.name,
        email: person.email,
        ...contactOf(person, { level: draft.type, type }),
        ...chosen(choiceOf({ people, ...step }, person)),
        ...witnessOf({ type, people }, person),
      })),
    })),
  };
  const { violations } = readDraft(request, {
    nowSeconds,
    expirySecondsMin: limits.expirySecondsMin,
    levels,
    violations: deadline === null ? { expiryDate: 'missing' } : {},
  });
  if (draft.start !== null) {
    const times = { nowSeconds, expiresAtSeconds: deadline ?? Number.POSITIVE_INFINITY };
    readScheduledStart(startsAt ?? nowSeconds, times, violations);
  }
  // The page has words of its own for it.
  if (!isPermitted) violations.type ??= '';
  return Object.entries(violations).map(([path, sentence]) => ({
    path: path.startsWith('preferences') ? 'reminders.first' : path,
    kind: kindOf(path, draft),
    sentence: String(sentence),
  }));
}

/** The multipart body; files come last, so that other fields can be refused before the upload. */
export function formOf(draft: SendDraft, nowSeconds: number, workspaceId: number): FormData {
  const form = new FormData();
  form.set('name', draft.name.trim());
  if (draft.type !== 'simple') form.set('type', draft.type);
  form.set('workspaceId', String(workspaceId));
  const startsAt = draft.start === null ? null : secondsOf(draft.start);
  form.set('expiryDate', String(deadlineSeconds(draft.deadline, startsAt ?? nowSeconds)));
  if (startsAt !== null) form.set('scheduledStartDate', String(startsAt));
  draft.steps.forEach((step, index) => {
    form.set(`steps[${index}][type]`, step.type);
    step.people.forEach((person, position) => {
      const at = `steps[${index}][recipients][${position}]`;
      form.set(`${at}[name]`, person.name.trim());
      form.set(`${at}[email]`, person.email.trim());
      for (const [name, value] of Object.entries(contactOf(person, { level: draft.type, type: step.type })))
        if (value !== null) form.set(`${at}[${name}]`, value);
      for (const [name, value] of Object.entries(choiceOf(step, person) ?? {}))
        form.set(`${at}[choice][${name}]`, String(value));
      for (const [name, value] of Object.entries(witnessOf(step, person))) form.set(`${at}[${name}]`, value);
    });
  });
  draft.followers.forEach((follower, index) => {
    for (const [name, value] of Object.entries(followerForm(follower)))
      if (value !== null) form.set(`followers[${index}][${name}]`, value);
  });
  if (writeMessage(draft) !== '') form.set('senderMessage', writeMessage(draft));
  preferencesOf(draft).forEach(([name, value], index) => {
    form.set(`preferences[${index}][name]`, name);
    form.set(`preferences[${index}][value]`, value);
  });
  for (const file of draft.files) form.append('document', file, file.name);
  for (const file of draft.annexes) form.append('annex', file, file.name);
  return form;
}

/** Reminders are said in any case: a call that says nothing has none. */
function preferencesOf({ mayReassign, reminders }: SendDraft): [string, string][] {
  const reassign: [string, string][] = mayReassign ? [[PREFERENCES.recipientReassign, '1']] : [];
  return [...reassign, [PREFERENCES.reminders, reminders ?? PROPOSED_REMINDERS]];
}

/** Names the draft after its first file, unless the sender has entered a name. */
function withFiles(draft: SendDraft, files: readonly File[]): SendDraft {
  const isCustomName = draft.name !== '' && draft.name !== nameFrom(draft.files[0] ?? null);
  return { ...draft, files, name: isCustomName ? draft.name : nameFrom(files[0] ?? null) };
}

/** Which kind of error a violation is. */
export function kindOf(
  path: string,
  { steps, followers }: Pick<SendDraft, 'followers' | 'steps'>,
): DraftErrorKind {
  if (path === 'name') return 'name';
  if (path === 'type') return 'level';
  if (path === 'senderMessage') return 'message';
  if (path === 'expiryDate') return 'deadline';
  if (path === 'scheduledStartDate') return 'start';
  if (path.startsWith('preferences')) return 'reminders';
  const kind = followerErrorKind(path, followers);
  if (kind !== null) return kind;
  const [, step, position, field] =
    /^steps\[(\d+)\]\[recipients\]\[(\d+)\]\[(name|email)\]$/.exec(path) ?? [];
  if (field === undefined)
    return /^steps(?!.*\[(phone|language|identification)\]$)/.test(path) ? 'people' : 'other';
  const email = steps[Number(step)]?.people[Number(position)]?.email.trim() ?? '';
  if (field === 'name' || email === '') return 'people';
  return isEmail(email) ? 'duplicate' : 'email';
}
