import {
  type ActionType,
  type Identification,
  SIGNING_LANGUAGES,
  type SigningLanguage,
  type WorkflowType,
} from '@paraph/domain';

/** `required`: how many of its people are enough; absent where all must act. */
export type SendStep = { key: string; type: ActionType; people: SendPerson[]; required?: number };
/** `id` is the recipient's, where the draft is already saved. */
export type SendPerson = {
  key: string;
  name: string;
  email: string;
  id?: number;
  phone?: string;
  language?: SigningLanguage | '';
  identification?: Identification | '';
  /** Of a saved draft, where only some of the step are in a group. */
  choice?: { group: string; required: number };
  /** `asked`: names a witness on the signing page; else the key of the signer whose witness they are. */
  witness?: string;
};

/** What a contact or a row of a list says of a person. */
export type EnteredPerson = Pick<SendPerson, 'name' | 'email' | 'phone' | 'language'>;

export function enteredPeople(
  people: readonly { name: string; email: string; phone: string | null; language: string | null }[],
): EnteredPerson[] {
  return people.map(({ name, email, phone, language }) => ({
    name,
    email,
    phone: phone ?? '',
    language: SIGNING_LANGUAGES.find((each) => each === language?.toLowerCase()) ?? '',
  }));
}

export type StepChange =
  | { do: 'add-step'; key: string; personKey: string }
  | { do: 'remove-step'; key: string }
  | { do: 'move-step'; key: string; by: -1 | 1 }
  | { do: 'place-step' | 'place-person'; key: string; target: string; isAfter: boolean }
  | { do: 'move-person'; key: string; by: -1 | 1 }
  | { do: 'step-type'; key: string; type: ActionType }
  | { do: 'step-required'; key: string; required: number | null }
  | { do: 'add-person'; stepKey: string; key: string }
  | { do: 'add-people'; key: string; people: SendPerson[] }
  | { do: 'remove-person'; key: string }
  | { do: 'person'; key: string; change: Partial<Omit<SendPerson, 'key' | 'id'>> }
  | { do: 'restore'; steps: SendStep[]; type?: WorkflowType | undefined };

export function newStep(key: string, personKey: string): SendStep {
  return { key, type: 'sign', people: [{ key: personKey, name: '', email: '' }] };
}

export function changeSteps(steps: SendStep[], change: StepChange): SendStep[] {
  switch (change.do) {
    case 'add-step':
      return [...steps, newStep(change.key, change.personKey)];
    case 'remove-step':
      return steps.filter(({ key }) => key !== change.key);
    case 'move-step':
      return moved(steps, change.key, change.by);
    case 'place-step': {
      const step = steps.find(({ key }) => key === change.key);
      return step ? placed(steps, step, change) : steps;
    }
    case 'place-person':
      return withPlacedPerson(steps, change);
    case 'move-person':
      return withMovedPerson(steps, change);
    case 'step-type':
      return steps.map((step) => (step.key === change.key ? { ...step, type: change.type } : step));
    case 'step-required':
      return steps.map((step) => (step.key === change.key ? withRequired(step, change.required) : step));
    case 'add-person':
      return steps.map((step) =>
        step.key === change.stepKey
          ? { ...step, people: [...step.people, { key: change.key, name: '', email: '' }] }
          : step,
      );
    case 'add-people':
      return steps.map((step) => ({ ...step, people: withPeople(step.people, change) }));
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

function withRequired({ required: _before, ...step }: SendStep, required: number | null): SendStep {
  const people = step.people.map(({ choice: _choice, ...person }) => person);
  return required === null ? { ...step, people } : { ...step, people, required };
}

/** What is sent of a person who is a witness, or names one; a signer who is gone has none. */
export function witnessOf(
  { type, people }: Pick<SendStep, 'people' | 'type'>,
  { witness = '' }: Pick<SendPerson, 'witness'>,
): { witness?: 'asked'; witnessOf?: string } {
  if (type !== 'sign') return {};
  if (witness === 'asked') return { witness: 'asked' };
  const signer = people.find(({ key }) => key === witness);
  return signer ? { witnessOf: signer.email.trim() } : {};
}

/** In which group of the step a person is sent; null where they must act. */
export function choiceOf(
  { required, people }: Pick<SendStep, 'people' | 'required'>,
  { choice }: Pick<SendPerson, 'choice'>,
): { group: string; required: number } | null {
  if (required === undefined) return choice ?? null;
  // Where too few are left, all of them must act.
  return required < people.length ? { group: ONE_GROUP, required } : null;
}

/** Where the whole step is one. */
const ONE_GROUP = '1';

/** People after another one of their step, or instead of the row where that is still empty. */
function withPeople(before: SendPerson[], { key, people }: { key: string; people: SendPerson[] }) {
  return before.flatMap((person) => {
    if (person.key !== key) return [person];
    const isEmpty = person.name.trim() === '' && person.email.trim() === '';
    return isEmpty ? people : [person, ...people];
  });
}

/** Rows with one of them before or after another one. */
function placed<Row extends { key: string }>(rows: Row[], row: Row, { target, isAfter }: Placement): Row[] {
  const rest = rows.filter((each) => each.key !== row.key);
  const at = rest.findIndex(({ key }) => key === target);
  return at < 0 ? rows : rest.toSpliced(isAfter ? at + 1 : at, 0, row);
}

type Placement = { target: string; isAfter: boolean };

/** A person before or after another one, whose step they join; a step that has nobody left goes. */
function withPlacedPerson(steps: SendStep[], change: Placement & { key: string }): SendStep[] {
  const person = steps.flatMap(({ people }) => people).find(({ key }) => key === change.key);
  if (!person) return steps;
  return steps
    .map((step) => {
      const isTarget = step.people.some(({ key }) => key === change.target);
      const people = isTarget
        ? placed(step.people, person, change)
        : step.people.filter((each) => each !== person);
      return { ...step, people };
    })
    .filter(({ people }) => people.length > 0);
}

/** A person one place earlier or later; at the edge of a step, over to the next one. */
function withMovedPerson(steps: SendStep[], { key, by }: { key: string; by: -1 | 1 }): SendStep[] {
  const at = steps.findIndex(({ people }) => people.some((person) => person.key === key));
  const people = steps[at]?.people ?? [];
  const beside = people[people.findIndex((person) => person.key === key) + by];
  if (beside) return withPlacedPerson(steps, { key, target: beside.key, isAfter: by > 0 });
  const other = steps[at + by]?.people.at(by > 0 ? 0 : -1);
  return other ? withPlacedPerson(steps, { key, target: other.key, isAfter: by < 0 }) : steps;
}

function moved(steps: SendStep[], key: string, by: -1 | 1): SendStep[] {
  const from = steps.findIndex((step) => step.key === key);
  const [step, beside] = [steps[from], steps[from + by]];
  return step && beside ? placed(steps, step, { target: beside.key, isAfter: by > 0 }) : steps;
}

/** The draft as it is sent: who has no language gets the one that the workspace or organization has set. */
export function inLanguage<Draft extends { steps: SendStep[] }>(
  draft: Draft,
  language: SigningLanguage | null = null,
): Draft {
  if (language === null) return draft;
  const steps = draft.steps.map((step) => ({
    ...step,
    people: step.people.map((person) => ({ ...person, language: person.language || language })),
  }));
  return { ...draft, steps };
}
