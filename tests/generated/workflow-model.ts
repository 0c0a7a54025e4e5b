// What must become of a workflow, written down a second time and otherwise: a few facts, and what each call makes of
// them. It shares nothing with the product but the words of interface.md §4.

export interface Model {
  status: string;
  hasStarted: boolean;
  /** In the order of the steps. */
  people: readonly PersonModel[];
  /** Seconds until the deadline. */
  left: number;
  isGone: boolean;
}

export interface PersonModel {
  step: number;
  type: 'sign' | 'review';
  answer: 'none' | 'done' | 'declined';
  /** How often the role was reassigned. */
  heirs: number;
  /** Seconds until they may be reminded again. */
  quiet: number;
}

export type Operation =
  | { verb: 'start' | 'cancel' | 'remind' | 'retry' | 'rename' | 'delete' }
  | { verb: 'reassign'; who: number; heir: number }
  | {
      verb: 'act' | 'decline';
      who: number;
      /** By whose link: the how-manieth holder's of the part. */
      heir: number;
      /** Whether everything that is asked of a signer was answered before. */
      isReady: boolean;
    };

export interface Outcome {
  next: Model;
  /** The statuses that the answer may have. */
  answers: readonly number[];
}

const HOUR = 3_600;
const OPEN = ['not_started', 'started'];
const OVER = ['signed', 'declined', 'canceled', 'expired'];

export function newModel(
  steps: readonly { type: PersonModel['type']; people: number }[],
  left: number,
): Model {
  const people = steps.flatMap(({ type, people }, step) =>
    Array.from({ length: people }, () => ({ step, type, answer: 'none' as const, heirs: 0, quiet: 0 })),
  );
  return { status: 'not_started', hasStarted: false, people, left, isGone: false };
}

/** Whose turn it is: those of the first step in which an answer is missing, while the workflow runs. */
export function turns(model: Model): number[] {
  return model.status === 'started' ? waitingIn(model) : [];
}

function waitingIn({ people }: Model): number[] {
  const step = Math.min(...people.flatMap(({ answer, step }) => (answer === 'done' ? [] : [step])));
  return people.flatMap((each, who) => (each.step === step && each.answer === 'none' ? [who] : []));
}

export function foretell(model: Model, operation: Operation): Outcome {
  const refused = (answer: number): Outcome => ({ next: model, answers: [answer] });
  if (model.isGone) return refused(404);
  const to = (change: Partial<Model>, answer = 200): Outcome => ({
    next: { ...model, ...change },
    answers: [answer],
  });
  switch (operation.verb) {
    case 'start': {
      const mayStart = model.status === 'not_started' && model.left > 0;
      return mayStart ? to({ status: 'started', hasStarted: true }) : refused(409);
    }
    case 'cancel':
      return OPEN.includes(model.status) ? to({ status: 'canceled' }) : refused(409);
    case 'retry':
      return model.status === 'blocked' ? to({ status: 'approved' }) : refused(409);
    case 'rename':
      return refused(200);
    case 'delete':
      return model.status === 'not_started' || OVER.includes(model.status)
        ? to({ isGone: true }, 204)
        : refused(409);
    case 'remind':
      return remind(model);
    case 'reassign':
      return reassign(model, operation.who);
    default:
      return answer(model, operation);
  }
}

function remind(model: Model): Outcome {
  const waiting = turns(model);
  if (waiting.length === 0) return { next: model, answers: [409] };
  const due = waiting.filter((who) => (model.people[who]?.quiet ?? 0) <= 0);
  if (due.length === 0) return { next: model, answers: [429] };
  return { next: change(model, due, { quiet: HOUR }), answers: [200] };
}

function reassign(model: Model, who: number): Outcome {
  const person = model.people[who];
  if (!person || !OPEN.includes(model.status) || person.answer !== 'none')
    return { next: model, answers: [409] };
  return { next: change(model, [who], { heirs: person.heirs + 1, quiet: 0 }), answers: [200] };
}

function answer(model: Model, operation: Extract<Operation, { verb: 'act' | 'decline' }>): Outcome {
  const { verb, who, heir, isReady } = operation;
  const person = model.people[who];
  if (person?.heirs !== heir) return { next: model, answers: [404] };
  if (!turns(model).includes(who)) return { next: model, answers: [409] };
  const isUnready = verb === 'act' && person.type === 'sign' && !isReady;
  // Of two things in the way either may be named.
  if (isUnready) return { next: model, answers: model.left > 0 ? [400] : [400, 409] };
  if (model.left <= 0) return { next: model, answers: [409] };
  if (verb === 'decline') {
    return { next: { ...change(model, [who], { answer: 'declined' }), status: 'declined' }, answers: [200] };
  }
  const next = change(model, [who], { answer: 'done' });
  const isWhole = next.people.every((each) => each.answer === 'done');
  return { next: isWhole ? { ...next, status: 'approved' } : next, answers: [200] };
}

function change(model: Model, whom: readonly number[], changes: Partial<PersonModel>): Model {
  return {
    ...model,
    people: model.people.map((each, who) => (whom.includes(who) ? { ...each, ...changes } : each)),
  };
}

/** Time goes by; what has run out of it ends when the service next looks. */
export function wait(model: Model, seconds: number): Model {
  const people = model.people.map((each) => ({ ...each, quiet: each.quiet - seconds }));
  return { ...model, left: model.left - seconds, people };
}

/** What the service does by itself: it ends what is past its deadline, and seals what all recipients answered. */
export function serve(model: Model, { sealBreaks }: { sealBreaks: boolean }): Model {
  if (model.isGone) return model;
  if (OPEN.includes(model.status) && model.left <= 0) return { ...model, status: 'expired' };
  if (model.status === 'approved') return { ...model, status: sealBreaks ? 'blocked' : 'signed' };
  return model;
}

/** The model in the words in which an envelope is read: its status, and that of each person's action. */
export function shown(model: Model): { status: string; actions: string[] } {
  // Cancel, expiry and a decline leave the other actions of the open step as they were.
  const open = model.hasStarted ? waitingIn(model) : [];
  const actions = model.people.map(({ answer, type }, who) => {
    if (answer === 'declined') return 'declined';
    if (answer === 'done') return type === 'sign' ? 'signed' : 'approved';
    return open.includes(who) ? 'started' : 'not_started';
  });
  return { status: model.status, actions };
}
