import { Fault } from '@paraph/domain';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { verifyChain } from '../../server/src/audit/verify-chain.ts';
import { caller } from '../support/organization.ts';
import { type Caller, instanceForThisFile } from './callers.ts';
import { keepAhead } from './organization.ts';
import { type Machine, openMachine, type Shape } from './workflow-machine.ts';
import {
  foretell,
  type Model,
  newModel,
  type Operation,
  serve,
  shown,
  turns,
  wait,
} from './workflow-model.ts';

// Calls in any order, two at once among them, against what a small model of its own foretells. The seeds stay.
vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 });
const SEEDS = [11, 22];
const RUNS = 14;
const WEEK = 7 * 86_400;
const SHAPES: readonly Shape[] = [
  [
    { type: 'sign', people: 2 },
    { type: 'sign', people: 1 },
  ],
  [{ type: 'sign', people: 3 }],
  [
    { type: 'review', people: 1 },
    { type: 'sign', people: 2 },
  ],
  [
    { type: 'sign', people: 1 },
    { type: 'review', people: 1 },
    { type: 'sign', people: 1 },
  ],
];

let sealBreaks = false;
let runs = 0;
/** What was reached, so that nothing is proved by never getting there. */
const reached = new Set<string>();

const instance = await instanceForThisFile({
  onSealStep: (step) => {
    if (sealBreaks && step === 'raised') throw new Fault('Broken for a test.', { retryable: false });
  },
});
const session = await instance.signIn('Sender', 'sender@example.com');
// A key does not end when weeks go by; the session of a browser would.
const machineKey = { name: 'Machine', scopes: ['workflows:write'] };
const { body } = await caller(session)('POST', '/api/v1/api-keys', machineKey);
const sender: Caller = { name: 'key', headers: { 'x-api-key': body.key } };

/** A operation as it is drawn; whose link and whether all is ready is known when its turn comes. */
interface Choice {
  verb: Operation['verb'];
  who: number;
  byFirstHolder: boolean;
}

type Box = { model: Model };
type Command = fc.AsyncCommand<Box, Machine>;

function operationOf({ verb, who, byFirstHolder }: Choice, model: Model): Operation {
  const heir = byFirstHolder ? 0 : (model.people[who]?.heirs ?? 0);
  if (verb === 'act' || verb === 'decline') return { verb, who, heir, isReady: turns(model).includes(who) };
  if (verb === 'reassign') return { verb, who, heir: model.people[who]?.heirs ?? 0 };
  return { verb };
}

const nameOf = ({ verb, who, byFirstHolder }: Choice) =>
  ['act', 'decline', 'reassign'].includes(verb)
    ? `${verb} ${who}${byFirstHolder ? ' by an old link' : ''}`
    : verb;

/** Where a workflow is gone, its people and their links are, too. */
const mayBeAsked = ({ model }: Box, { verb, who }: Choice) =>
  who < model.people.length && !(model.isGone && ['act', 'decline', 'reassign'].includes(verb));

async function expectShown(box: Box, machine: Machine): Promise<void> {
  reached.add(box.model.isGone ? 'gone' : box.model.status);
  expect(await machine.read()).toEqual(box.model.isGone ? null : shown(box.model));
}

class One implements Command {
  readonly choice: Choice;
  constructor(choice: Choice) {
    this.choice = choice;
  }
  check(box: Readonly<Box>) {
    return mayBeAsked(box, this.choice);
  }
  async run(box: Box, machine: Machine) {
    const operation = operationOf(this.choice, box.model);
    const { next, answers } = foretell(box.model, operation);
    const status = await (await machine.prepare(operation))();
    expect(answers).toContain(status);
    reached.add(`${operation.verb} ${status}`);
    box.model = next;
    await expectShown(box, machine);
  }
  toString() {
    return nameOf(this.choice);
  }
}

/** Two calls at once must come out as one of their two orders. */
class Two implements Command {
  readonly choices: readonly [Choice, Choice];
  constructor(choices: readonly [Choice, Choice]) {
    this.choices = choices;
  }
  check(box: Readonly<Box>) {
    return this.choices.every((choice) => mayBeAsked(box, choice));
  }
  async run(box: Box, machine: Machine) {
    const [first, second] = this.choices.map((choice) => operationOf(choice, box.model)) as [
      Operation,
      Operation,
    ];
    const calls = [await machine.prepare(first), await machine.prepare(second)];
    const statuses = await Promise.all(calls.map((call) => call()));
    const read = await machine.read();
    const orders = [inOrder(box.model, first, second), reversed(inOrder(box.model, second, first))];
    const fitting = orders.find(
      ({ model, answers }) =>
        answers.every((allowed, at) => allowed.includes(statuses[at] ?? 0)) &&
        JSON.stringify(model.isGone ? null : shown(model)) === JSON.stringify(read),
    );
    const told = orders.map(({ model, answers }) => ({ answers, shown: model.isGone ? null : shown(model) }));
    expect(
      fitting,
      `${this} came out as ${JSON.stringify({ statuses, read })}, of ${JSON.stringify(told)}`,
    ).toBeDefined();
    reached.add('two at once');
    box.model = fitting?.model ?? box.model;
    await expectShown(box, machine);
  }
  toString() {
    return this.choices.map(nameOf).join(' beside ');
  }
}

interface Order {
  model: Model;
  answers: (readonly number[])[];
}

function inOrder(model: Model, first: Operation, second: Operation): Order {
  const one = foretell(model, first);
  const other = foretell(one.next, second);
  // Both were prepared before either was called: whoever acts on a file that has changed since is refused.
  const isStale = second.verb === 'act' && other.answers.includes(200) && changesFile(model, first);
  if (isStale && one.answers.includes(200)) return { model: one.next, answers: [one.answers, [409]] };
  return { model: other.next, answers: [one.answers, other.answers] };
}

/** The start adds the form to a document, and a signature its revision; a review adds nothing. */
function changesFile(model: Model, operation: Operation): boolean {
  if (operation.verb === 'start') return true;
  return operation.verb === 'act' && model.people[operation.who]?.type === 'sign';
}

function reversed({ model, answers }: Order): Order {
  return { model, answers: answers.toReversed() };
}

/** What brings it further, so that the end is reached, too. */
class Onwards implements Command {
  readonly #who: number;
  constructor(who: number) {
    this.#who = who;
  }
  check({ model }: Readonly<Box>) {
    return ['not_started', 'started', 'approved', 'blocked'].includes(model.status) && !model.isGone;
  }
  async run(box: Box, machine: Machine) {
    const { status } = box.model;
    const waiting = turns(box.model);
    const who = waiting[this.#who % waiting.length] ?? 0;
    const verbs: Record<string, Operation['verb']> = {
      not_started: 'start',
      started: 'act',
      blocked: 'retry',
    };
    const verb = verbs[status];
    if (verb) await new One({ verb, who, byFirstHolder: false }).run(box, machine);
    else await new Serve(this.#who === 0).run(box, machine);
  }
  toString() {
    return 'onwards';
  }
}

class Wait implements Command {
  readonly seconds: number;
  constructor(seconds: number) {
    this.seconds = seconds;
  }
  check() {
    return true;
  }
  async run(box: Box, machine: Machine) {
    instance.advance(this.seconds);
    box.model = wait(box.model, this.seconds);
    await expectShown(box, machine);
  }
  toString() {
    return `wait ${this.seconds} s`;
  }
}

class Serve implements Command {
  readonly breaks: boolean;
  constructor(breaks: boolean) {
    this.breaks = breaks;
  }
  check() {
    return true;
  }
  async run(box: Box, machine: Machine) {
    sealBreaks = this.breaks;
    await instance.jobs['expire-workflows'](0);
    await instance.runJobs();
    box.model = serve(box.model, { sealBreaks: this.breaks });
    await expectShown(box, machine);
  }
  toString() {
    return this.breaks ? 'serve with a broken seal' : 'serve';
  }
}

/** The frequent ones more than once. */
const choice: fc.Arbitrary<Choice> = fc.record({
  verb: fc.constantFrom<Operation['verb'][]>(
    ...(['start', 'act', 'act', 'act', 'act', 'decline', 'cancel', 'remind', 'remind'] as const),
    ...(['reassign', 'reassign', 'retry', 'rename', 'delete'] as const),
  ),
  who: fc.nat(2),
  byFirstHolder: fc.boolean(),
});
const one = choice.map((drawn) => new One(drawn));
const commands = fc.commands<Box, Machine, false>(
  [
    one,
    one,
    fc.tuple(choice, choice).map((pair) => new Two(pair)),
    fc.tuple(choice, choice).map((pair) => new Two(pair)),
    ...Array.from({ length: 8 }, () => fc.nat(2).map((who) => new Onwards(who))),
    fc.constantFrom(60, 3_601, 3_601, 86_400, WEEK).map((seconds) => new Wait(seconds)),
    fc.boolean().map((breaks) => new Serve(breaks)),
  ],
  { maxCommands: 24, size: 'max' },
);

async function run(shape: Shape, drawn: Iterable<Command>): Promise<void> {
  runs += 1;
  keepAhead(instance);
  const machine = await openMachine(instance, { sender, shape, name: `run${runs}` });
  await fc.asyncModelRun(() => ({ model: { model: newModel(shape, WEEK) }, real: machine }), drawn);
  const { workflowId } = machine;
  const { rows } = await instance.deps.pool.query(
    'select 1 from workflow_tombstones where workflow_id = $1 and not exists (select from workflows where id = $1)',
    [workflowId],
  );
  // What was deleted has its tombstone, and no trail any more.
  if (rows.length === 0)
    expect(await verifyChain(instance.deps.database, instance.deps, workflowId)).toMatchObject({
      intact: true,
    });
}

test.each(SEEDS)('a workflow does what the model foretells: seed %i', async (seed) => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...SHAPES), commands, (shape, drawn) => run(shape, drawn)),
    { seed, numRuns: RUNS, endOnFailure: true },
  );
});

test('each act of a sender and of a signer succeeds where it is due', async () => {
  const act = (verb: Operation['verb']) => new One({ verb, who: 0, byFirstHolder: false });
  const [twoSteps = [], threePeople = []] = SHAPES;
  await run(twoSteps, [act('start'), new Wait(3_601), act('remind'), act('decline')]);
  await run(threePeople, [act('start'), act('cancel')]);
});

test('and nothing was left out', () => {
  const statuses = 'not_started started approved signed blocked declined canceled expired'.split(' ');
  const answers = ['start', 'act', 'decline', 'cancel', 'remind', 'reassign', 'retry', 'rename'].map(
    (verb) => `${verb} 200`,
  );
  const refusals = ['start', 'act', 'decline', 'remind', 'reassign', 'retry', 'delete'].map(
    (verb) => `${verb} 409`,
  );
  const wanted = [...statuses, ...answers, ...refusals, 'delete 204', 'act 404', 'gone', 'two at once'];
  expect(wanted.filter((each) => !reached.has(each))).toEqual([]);
});
