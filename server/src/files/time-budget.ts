export interface TimeBudget {
  extend(ms: number): void;
  close(): void;
}

/** A span of time that can be lengthened while it runs; `onEnd` is called once it is spent. */
export function openTimeBudget(ms: number, onEnd: () => void): TimeBudget {
  let granted = 0;
  const check = () => {
    if (granted === 0) {
      onEnd();
      return;
    }
    timer = setTimeout(check, granted);
    granted = 0;
  };
  let timer = setTimeout(check, ms);
  return {
    extend: (more) => {
      granted += more;
    },
    close: () => clearTimeout(timer),
  };
}
