import { type RefObject, useEffect, useRef } from 'react';
import type { SendStep } from './send-steps.ts';

/** Moves the focus to a new row, or to the neighbour of a removed one. */
export function useFocusOnChange(list: RefObject<HTMLOListElement | null>, steps: SendStep[]): void {
  const keys = steps.flatMap(({ people }) => people.map(({ key }) => key));
  const formerKeys = useRef(keys);
  useEffect(() => {
    const before = formerKeys.current;
    formerKeys.current = keys;
    const inputs = list.current?.querySelectorAll<HTMLInputElement>('input[name$="[name]"]');
    const added = keys.findIndex((key) => !before.includes(key));
    const removed = before.findIndex((key) => !keys.includes(key));
    if (added >= 0) inputs?.[added]?.focus();
    else if (removed >= 0) inputs?.[Math.min(removed, keys.length - 1)]?.focus();
  });
}
