import { type RefObject, useEffect, useState } from 'react';

/** Whether an element is in the viewport or within a margin of it. */
export function useNearViewport(ref: RefObject<HTMLElement | null>, margin: string): boolean {
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    const element = ref.current;
    if (element === null) return;
    const observer = new IntersectionObserver(
      (entries) => {
        const last = entries.at(-1);
        if (last !== undefined) setNear(last.isIntersecting);
      },
      { rootMargin: `${margin} 0px ${margin} 0px` },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref, margin]);
  return isNear;
}
