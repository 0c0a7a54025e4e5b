import { useEffect, useRef } from 'react';

/** Hides the page from assistive technology while a modal dialog is open. */
export function useHiddenWhile(isHidden: boolean) {
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (root.current !== null) root.current.ariaHidden = isHidden ? 'true' : null;
  }, [isHidden]);
  return root;
}
