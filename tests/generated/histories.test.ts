import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { forThisFile } from '../support/scratch.ts';
import { type Act, type HistoryShape, play, type Step } from './history.ts';
import { judge } from './history-judge.ts';
import { openHistoryWorld, type SealFault } from './history-world.ts';

// People, their sender and faults in any order, two at once among them; then the file is compared with what each was
// shown and with the responses that each got. `npm run histories` plays more of them, with other seeds.
vi.setConfig({ testTimeout: 3_600_000, hookTimeout: 600_000 });
const SEED = Number(process.env.HISTORIES_SEED ?? 9);
const COUNT = Number(process.env.HISTORIES_COUNT ?? 15);

const SHAPES: readonly HistoryShape['steps'][] = [
  [{ type: 'sign', people: 2 }],
  [
    { type: 'sign', people: 2 },
    { type: 'sign', people: 1 },
  ],
  [
    { type: 'sign', people: 2 },
    { type: 'review', people: 1 },
  ],
  [
    { type: 'review', people: 1 },
    { type: 'sign', people: 1 },
  ],
  [
    { type: 'sign', people: 1 },
    { type: 'review', people: 2 },
    { type: 'sign', people: 1 },
  ],
  [{ type: 'review', people: 2 }],
];
const shape: fc.Arbitrary<HistoryShape> = fc.record({
  documents: fc.constantFrom(1, 1, 1, 2),
  steps: fc.constantFrom(...SHAPES),
});

const who = fc.nat(2);
const press: fc.Arbitrary<Act> = fc.record({
  act: fc.constant('sign'),
  who,
  preview: fc.constantFrom('fresh', 'latest', 'oldest'),
  tab: fc.constantFrom('same', 'other'),
});
const ofPerson: fc.Arbitrary<Act> = fc.record({
  act: fc.constantFrom(
    'approve',
    'check',
    'answer',
    'picture',
    'decline',
    'reassign',
    'reassign',
    'rename person',
  ),
  who,
});
const ofSender: fc.Arbitrary<Act> = fc.record({
  act: fc.constantFrom('start', 'cancel', 'delete', 'rename', 'move', 'move', 'remind', 'retry'),
});
const act = fc.oneof(
  { weight: 4, arbitrary: press },
  { weight: 4, arbitrary: ofPerson },
  { weight: 1, arbitrary: ofSender },
);
/** One person twice at once: in two tabs, or by the same preview. */
const twice = fc
  .tuple(press, press)
  .map(([one, other]): Step => ({ together: [one, { ...other, who: 'who' in one ? one.who : 0 } as Act] }));
/** Two who may act now, one beside the other. */
const pair = fc.nat(2).map((first): Step => ({ together: [fresh(first), fresh(first + 1)] }));
function fresh(each: number): Act {
  return { act: 'sign', who: each, preview: 'fresh', tab: 'same' };
}
const finishBreaks: fc.Arbitrary<Step> = fc.record({
  finishBreaks: fc.record({
    at: fc.constantFrom('checked', 'signed', 'stored', 'stored', 'finished'),
    how: fc.constantFrom('throws', 'disconnects'),
  }),
});
const serve: fc.Arbitrary<Step> = fc.record({
  serve: fc.option<SealFault>(
    fc.record({
      at: fc.constantFrom('raised', 'checked', 'written', 'stored', 'committed'),
      how: fc.constantFrom('throws', 'retryable', 'final'),
    }),
  ),
});
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 9, arbitrary: fc.record({ onwards: fc.nat(1) }) },
  { weight: 4, arbitrary: act },
  { weight: 4, arbitrary: fc.record({ together: fc.tuple(act, act) }) },
  { weight: 2, arbitrary: twice },
  { weight: 2, arbitrary: pair },
  { weight: 2, arbitrary: finishBreaks },
  { weight: 2, arbitrary: serve },
  { weight: 1, arbitrary: fc.record({ timestamps: fc.constantFrom('well', 'down') }) },
  { weight: 1, arbitrary: fc.record({ wait: fc.constantFrom(40, 601, 40_000, 604_800) }) },
);
const steps = fc.tuple(
  fc.array(step, { minLength: 4, maxLength: 16, size: 'max' }),
  fc.nat(19).map((drawn) => drawn === 0),
);

/** What chance might leave out. */
const [twoSigners = [], , , reviewFirst = []] = SHAPES;
const EXAMPLES: { shape: HistoryShape; played: Step[] }[] = [
  {
    shape: { documents: 1, steps: twoSigners },
    played: [
      ...(['checked', 'signed', 'stored', 'finished'] as const).flatMap((at): Step[] => [
        { finishBreaks: { at, how: at === 'stored' ? 'disconnects' : 'throws' } },
        { onwards: 0 },
      ]),
      { timestamps: 'down' },
      { onwards: 0 },
      { serve: null },
      { timestamps: 'well' },
      { wait: 40_000 },
      { serve: { at: 'written', how: 'throws' } },
      { wait: 40_000 },
      { serve: { at: 'checked', how: 'final' } },
    ],
  },
  {
    shape: { documents: 2, steps: twoSigners },
    played: [
      { act: 'check', who: 0 },
      { act: 'answer', who: 0 },
      { act: 'sign', who: 0, preview: 'latest', tab: 'other' },
      { act: 'picture', who: 0 },
      { act: 'reassign', who: 1 },
      { act: 'move' },
      { together: [fresh(0), fresh(1)] },
      { act: 'cancel' },
    ],
  },
  {
    shape: { documents: 1, steps: reviewFirst },
    played: [{ onwards: 0 }, { act: 'cancel' }, { act: 'delete' }],
  },
];

const world = await forThisFile(openHistoryWorld());

test(`every acknowledged signature is in the file once, and nothing else: seed ${SEED}`, async () => {
  await fc.assert(
    fc.asyncProperty(shape, steps, async (drawn, [played, reopens]) => {
      const all: Step[] = [{ act: 'start' }, ...played];
      if (reopens) all.splice(played.length / 2, 0, { reopen: true });
      world.reached.add(await judge(world, await play(world, drawn, all)));
    }),
    {
      seed: SEED,
      numRuns: COUNT,
      examples: EXAMPLES.map((each) => [each.shape, [each.played, true]]),
    },
  );
});

test('and nothing was left out', () => {
  const ends = ['signed', 'canceled', 'gone'];
  const answers = ['sign 200', 'sign 409', 'sign 500', 'sign at once 200', 'sign at once 409', 'approve 200'];
  const others = ['check 200', 'answer 200', 'picture 200', 'reassign 200', 'move 200', 'retry 200'];
  const faults = ['finish throws at signed', 'finish disconnects at stored', 'seal throws', 'seal final'];
  const wanted = [...ends, ...answers, ...others, ...faults];
  expect(wanted.filter((each) => !world.reached.has(each))).toEqual([]);
});
