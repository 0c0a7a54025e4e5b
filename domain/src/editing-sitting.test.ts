import { expect, test } from 'vitest';
import { joinSittings, SITTING_PAUSE_SECONDS } from './editing-sitting.ts';

type Event = { by: string | null; at: number };

const sittings = (...events: Event[]) =>
  joinSittings(events, ({ by, at }) => (by === null ? null : { person: by, seconds: at })).map((group) =>
    group.map(({ at }) => at),
  );
const ada = (at: number) => ({ by: 'ada', at });

test('every keystroke of one person is one sitting, as long as they do not pause', () => {
  expect(sittings(ada(0), ada(5), ada(9))).toEqual([[0, 5, 9]]);
  // From one edit to the next, not from the first one.
  const pause = SITTING_PAUSE_SECONDS;
  expect(sittings(ada(0), ada(pause), ada(2 * pause))).toEqual([[0, pause, 2 * pause]]);
  expect(sittings(ada(0), ada(pause + 1))).toEqual([[0], [pause + 1]]);
  expect(sittings()).toEqual([]);
});

test('another person, and any other event, ends it', () => {
  expect(sittings(ada(0), { by: 'bob', at: 1 }, ada(2))).toEqual([[0], [1], [2]]);
  const started = { by: null, at: 1 };
  expect(sittings(ada(0), started, ada(2), ada(3))).toEqual([[0], [1], [2, 3]]);
  expect(sittings(started, { ...started, at: 2 })).toEqual([[1], [2]]);
});
