/** Chance that comes again: the same seed gives the same choices, so that what was found can be found once more. */
export interface Chance {
  /** From 0 up to, and never, `end`. */
  below(end: number): number;
  /** True once in so many times. */
  once(times: number): boolean;
  pick<T>(values: readonly T[]): T;
  shuffle<T>(values: readonly T[]): T[];
}

export function chanceOf(seed: number): Chance {
  let state = seed >>> 0 || 1;
  // A linear congruence over 32 bits; the upper bits are the ones that wander.
  const below = (end: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * end);
  };
  const pick = <T>(values: readonly T[]): T => {
    const value = values[below(values.length)];
    if (value === undefined && values.length === 0) throw new Error('there is nothing to pick from');
    return value as T;
  };
  return {
    below,
    once: (times) => below(times) === 0,
    pick,
    shuffle: (values) => {
      const rest = [...values];
      return values.map(() => rest.splice(below(rest.length), 1)[0] as (typeof rest)[number]);
    },
  };
}
