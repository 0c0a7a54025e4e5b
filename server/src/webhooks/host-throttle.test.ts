import { describe, expect, it } from 'vitest';
import { placesFor } from '../jobs/lanes.ts';
import { createHostThrottle, type HostThrottle, type ThrottleDecision } from './host-throttle.ts';

const at = (seconds: number) => new Date(Date.UTC(2026, 10, 20) + seconds * 1000);
const goes = (decision: ThrottleDecision) => {
  if (decision.waitUntil) throw new Error(`has to wait until ${decision.waitUntil.toISOString()}`);
  return decision;
};
/** Acquires for one delivery after another until one has to wait; answers those that may go. */
function fill(throttle: HostThrottle, host: string, seconds: number) {
  const gone: ReturnType<typeof goes>[] = [];
  for (let deliveryId = 1; ; deliveryId += 1) {
    const decision = throttle.acquire({ host, deliveryId }, at(seconds));
    if (decision.waitUntil) return gone;
    gone.push(decision);
  }
}

describe('attempts at a host', () => {
  it('are less than half of all slots for one that was never slow', () => {
    expect(fill(createHostThrottle(), 'a', 0)).toHaveLength(8);
    expect(8).toBeLessThan(placesFor(2).delivery / 2);
  });

  it('are shared between those that hang, and leave slots to those that answer', () => {
    const throttle = createHostThrottle();
    for (const host of ['a', 'b']) fill(throttle, host, 0);
    expect(throttle.acquire({ host: 'c', deliveryId: 1 }, at(3)).waitUntil).toBeNull();
    const hanging = Array.from({ length: 30 }, (_, index) => `hangs-${index}`);
    const taken = createHostThrottle();
    for (const host of hanging) goes(taken.acquire({ host, deliveryId: 0 }, at(0))).end(at(15));
    const all = hanging.flatMap((host) => fill(taken, host, 15));
    expect(all).toHaveLength(12);
    expect(12).toBeLessThan(placesFor(2).delivery);
    goes(taken.acquire({ host: 'quick', deliveryId: 1 }, at(15)));
  });

  it('leave slots to a host that has answered, where a hundred others hang for the first time', () => {
    const throttle = createHostThrottle();
    goes(throttle.acquire({ host: 'quick', deliveryId: 1 }, at(0))).end(at(1));
    const hanging = Array.from({ length: 100 }, (_, index) => `hangs-${index}`);
    const attempts = hanging.map((host) => throttle.acquire({ host, deliveryId: 2 }, at(2)));
    const gone = attempts.filter(({ waitUntil }) => waitUntil === null).map(goes);
    expect(gone).toHaveLength(18);
    expect(gone.length).toBeLessThan(placesFor(2).delivery);
    for (const seconds of [2, 5])
      goes(throttle.acquire({ host: 'quick', deliveryId: 3 }, at(seconds))).end(at(seconds));
    // Another one that never answered gets the slot of the first that gives up, before those that hung already.
    gone[0]?.end(at(12));
    expect(throttle.acquire({ host: 'hangs-0', deliveryId: 4 }, at(12)).waitUntil).not.toBeNull();
    goes(throttle.acquire({ host: 'hangs-99', deliveryId: 2 }, at(12)));
    expect(throttle.acquire({ host: 'hangs-98', deliveryId: 2 }, at(12)).waitUntil).not.toBeNull();
    goes(throttle.acquire({ host: 'quick', deliveryId: 5 }, at(12)));
  });

  it('come a little later each for what waits, spaced by how long the last one took', () => {
    const throttle = createHostThrottle();
    goes(throttle.acquire({ host: 'a', deliveryId: 0 }, at(0))).end(at(16));
    expect(fill(throttle, 'a', 16)).toHaveLength(8);
    expect(throttle.acquire({ host: 'a', deliveryId: 10 }, at(16))).toEqual({ waitUntil: at(20) });
    expect(throttle.acquire({ host: 'a', deliveryId: 11 }, at(16))).toEqual({ waitUntil: at(22) });
  });

  it('are handed on at the end of an attempt to the delivery that waited longest', () => {
    const throttle = createHostThrottle();
    const gone = fill(throttle, 'a', 0);
    throttle.acquire({ host: 'a', deliveryId: 20 }, at(0));
    throttle.acquire({ host: 'a', deliveryId: 21 }, at(0));
    expect(gone[0]?.end(at(1))).toBe(9);
    const called = goes(throttle.acquire({ host: 'a', deliveryId: 9 }, at(1)));
    expect(called.end(at(2))).toBe(20);
    expect(gone[1]?.end(at(2))).toBe(21);
    expect(gone[2]?.end(at(2))).toBeNull();
  });

  it('never put a delivery off for longer than a quarter of an hour', () => {
    const throttle = createHostThrottle();
    goes(throttle.acquire({ host: 'a', deliveryId: 0 }, at(0))).end(at(15));
    fill(throttle, 'a', 15);
    const waits = Array.from({ length: 1_000 }, (_, deliveryId) =>
      throttle.acquire({ host: 'a', deliveryId }, at(15)).waitUntil?.getTime(),
    );
    expect(Math.max(...waits.map((time) => time ?? 0))).toBe(at(15 + 900).getTime());
  });
});
