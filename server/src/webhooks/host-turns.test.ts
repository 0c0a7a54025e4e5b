import { describe, expect, it } from 'vitest';
import { openHostTurns, type Turn } from './host-turns.ts';

const at = (seconds: number) => new Date(Date.UTC(2026, 10, 20) + seconds * 1000);
const goes = (turn: Turn) => {
  if (turn.waitUntil) throw new Error(`has to wait until ${turn.waitUntil.toISOString()}`);
  return turn;
};

describe('turns at a host', () => {
  it('are free while it answers quickly', () => {
    const turns = openHostTurns();
    const several = [0, 0, 0.1, 0.2].map((seconds) => goes(turns.take('a', at(seconds))));
    for (const turn of several) turn.end(at(0.5));
    goes(turns.take('a', at(1)));
  });

  it('come one at a time while it hangs, the others a little later each', () => {
    const turns = openHostTurns();
    goes(turns.take('a', at(0)));
    goes(turns.take('a', at(1)));
    expect(turns.take('a', at(3))).toEqual({ waitUntil: at(5) });
    expect(turns.take('a', at(3))).toEqual({ waitUntil: at(7) });
  });

  it('stay one at a time after a slow attempt, spaced by how long it took', () => {
    const turns = openHostTurns();
    goes(turns.take('a', at(0))).end(at(15));
    const probe = goes(turns.take('a', at(15)));
    expect(turns.take('a', at(15))).toEqual({ waitUntil: at(30) });
    expect(turns.take('a', at(15))).toEqual({ waitUntil: at(45) });
    probe.end(at(15.1));
    goes(turns.take('a', at(16)));
    goes(turns.take('a', at(16)));
  });

  it('never put anybody off for longer than a quarter of an hour', () => {
    const turns = openHostTurns();
    goes(turns.take('a', at(0))).end(at(15));
    goes(turns.take('a', at(15)));
    const waits = Array.from({ length: 1_000 }, () => turns.take('a', at(15)).waitUntil?.getTime() ?? 0);
    expect(Math.max(...waits)).toBe(at(15 + 900).getTime());
  });

  it('of one host are none of another’s business', () => {
    const turns = openHostTurns();
    goes(turns.take('a', at(0)));
    expect(turns.take('a', at(10)).waitUntil).not.toBeNull();
    goes(turns.take('b', at(10)));
  });
});
