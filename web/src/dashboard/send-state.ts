import { type ActionType, isEmail, LIMITS, readDraft } from '@paraph/domain';

/** What the sender has put together so far. Keys only tell the rows apart on the screen. */
export type SendDraft = {
  name: string;
  file: File | null;
  steps: SendStep[];
  deadline: Deadline;
};
export type SendStep = { key: string; type: ActionType; people: SendPerson[] };
export type SendPerson = { key: string; name: string; email: string };

/** Days from the moment of sending, or the end of a day of the reader's own calendar (`YYYY-MM-DD`). */
export type Deadline = { days: number } | { date: string };

export const DEADLINE_DAYS = [7, 14, 30, 60, 90] as const;

export type SendChange =
  | { do: 'name'; name: string }
  | { do: 'file'; file: File | null }
  | { do: 'deadline'; deadline: Deadline }
  | { do: 'add-step'; key: string; personKey: string }
  | { do: 'remove-step'; key: string }
  | { do: 'move-step'; key: string; by: -1 | 1 }
  | { do: 'step-type'; key: string; type: ActionType }
  | { do: 'add-person'; stepKey: string; key: string }
  | { do: 'remove-person'; key: string }
  | { do: 'person'; key: string; change: Partial<Pick<SendPerson, 'name' | 'email'>> }
  | { do: 'restore'; steps: SendStep[] };

export function emptyDraft(key: string): SendDraft {
  return { name: '', file: null, steps: [newStep(key, `${key}-person`)], deadline: { days: 14 } };
}

export function changeDraft(draft: SendDraft, change: SendChange): SendDraft {
  switch (change.do) {
    case 'name':
      return { ...draft, name: change.name };
    case 'file':
      return { ...draft, file: change.file, name: nameAfter(draft, change.file) };
    case 'deadline':
      return { ...draft, deadline: change.deadline };
    default:
      return { ...draft, steps: changeSteps(draft.steps, change) };
  }
}

/** A thing that keeps the draft from being sent; `path` is its parameter in bracket notation. */
export type Gap = { path: string; kind: GapKind; sentence: string };
export type GapKind = 'file' | 'name' | 'people' | 'email' | 'duplicate' | 'deadline' | 'other';

/** The interface's own rules, asked before anything is uploaded, and what only the file picker knows. */
export function gapsOf(draft: SendDraft, nowSeconds: number): Gap[] {
  const request = {
    name: draft.name,
    type: 'simple',
    expiryDate: deadlineSeconds(draft.deadline, nowSeconds) ?? 'none',
    steps: draft.steps.map(({ type, people }) => ({
      type,
      recipients: people.map(({ name, email }) => ({ name, email })),
    })),
  };
  const { violations } = readDraft(request, { nowSeconds, expirySecondsMin: LIMITS.expirySecondsMin });
  const gaps = Object.entries(violations).map(([path, sentence]) => ({
    path,
    kind: kindOf(path, draft),
    sentence: String(sentence),
  }));
  const refusal = fileRefusal(draft.file);
  return refusal ? [{ path: 'document', kind: 'file' as const, sentence: refusal }, ...gaps] : gaps;
}

/** Why a file cannot be sent: a text's key; null for one that may be tried. */
export function fileRefusal(file: Pick<File, 'name' | 'type' | 'size'> | null): FileRefusal | null {
  if (!file) return 'fileMissing';
  if (!/\.pdf$/i.test(file.name) && file.type !== 'application/pdf') return 'fileKind';
  if (file.size === 0) return 'fileEmpty';
  return file.size > LIMITS.uploadBytesMax ? 'fileLarge' : null;
}
export type FileRefusal = 'fileMissing' | 'fileKind' | 'fileEmpty' | 'fileLarge';

/** The moment of the deadline, at most the interface's latest; null for a date that is none. */
export function deadlineSeconds(deadline: Deadline, nowSeconds: number): number | null {
  if ('days' in deadline) return nowSeconds + deadline.days * DAY;
  const end = new Date(`${deadline.date}T23:59:00`).getTime() / 1000;
  if (Number.isNaN(end)) return null;
  const latest = nowSeconds + LIMITS.expirySecondsMax;
  return end > latest && end - latest < DAY ? latest : end;
}

/** The upload's parts; the file goes last, so that a refusal of the rest need not wait for it. */
export function formOf(draft: SendDraft & { file: File }, nowSeconds: number, workspaceId: number): FormData {
  const form = new FormData();
  form.set('name', draft.name.trim());
  form.set('workspaceId', String(workspaceId));
  form.set('expiryDate', String(deadlineSeconds(draft.deadline, nowSeconds)));
  draft.steps.forEach((step, index) => {
    form.set(`steps[${index}][type]`, step.type);
    step.people.forEach((person, place) => {
      const at = `steps[${index}][recipients][${place}]`;
      form.set(`${at}[name]`, person.name.trim());
      form.set(`${at}[email]`, person.email.trim());
    });
  });
  form.set('document', draft.file, draft.file.name);
  return form;
}

const DAY = 86_400;

function newStep(key: string, personKey: string): SendStep {
  return { key, type: 'sign', people: [{ key: personKey, name: '', email: '' }] };
}

/** The file's name is a good first name, unless the sender has written one. */
function nameAfter(draft: SendDraft, file: File | null): string {
  const isOwnName = draft.name !== '' && draft.name !== nameFrom(draft.file);
  return isOwnName ? draft.name : nameFrom(file);
}

export function nameFrom(file: File | null): string {
  const name =
    file?.name
      .replace(/\.pdf$/i, '')
      .replaceAll('_', ' ')
      .trim() ?? '';
  return Array.from(name).slice(0, LIMITS.nameCharactersMax).join('');
}

export type StepChange = Exclude<SendChange, { do: 'name' | 'file' | 'deadline' }>;

export function changeSteps(steps: SendStep[], change: StepChange): SendStep[] {
  switch (change.do) {
    case 'add-step':
      return [...steps, newStep(change.key, change.personKey)];
    case 'remove-step':
      return steps.filter(({ key }) => key !== change.key);
    case 'move-step':
      return moved(steps, change.key, change.by);
    case 'step-type':
      return steps.map((step) => (step.key === change.key ? { ...step, type: change.type } : step));
    case 'add-person':
      return steps.map((step) =>
        step.key === change.stepKey
          ? { ...step, people: [...step.people, { key: change.key, name: '', email: '' }] }
          : step,
      );
    case 'remove-person':
      return steps
        .map((step) => ({ ...step, people: step.people.filter(({ key }) => key !== change.key) }))
        .filter(({ people }) => people.length > 0);
    case 'person':
      return steps.map((step) => ({
        ...step,
        people: step.people.map((person) =>
          person.key === change.key ? { ...person, ...change.change } : person,
        ),
      }));
    case 'restore':
      return change.steps;
  }
}

function moved(steps: SendStep[], key: string, by: -1 | 1): SendStep[] {
  const from = steps.findIndex((step) => step.key === key);
  const step = steps[from];
  if (!step || !steps[from + by]) return steps;
  const rest = steps.filter((each) => each !== step);
  return [...rest.slice(0, from + by), step, ...rest.slice(from + by)];
}

function kindOf(path: string, draft: SendDraft): GapKind {
  if (path === 'name') return 'name';
  if (path === 'expiryDate') return 'deadline';
  const [, step, place, field] = /^steps\[(\d+)\]\[recipients\]\[(\d+)\]\[(name|email)\]$/.exec(path) ?? [];
  if (field === undefined) return path.startsWith('steps') ? 'people' : 'other';
  const email = draft.steps[Number(step)]?.people[Number(place)]?.email.trim() ?? '';
  if (field === 'name' || email === '') return 'people';
  return isEmail(email) ? 'duplicate' : 'email';
}
