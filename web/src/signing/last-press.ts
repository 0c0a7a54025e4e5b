/**
 * Holds the last press back while the browser cannot vouch that the bar is seen: something of the page around may lie
 * over it. Only where it can tell (`trackVisibility`); elsewhere the check stays the second step, at another place.
 */
export function guardLastPress(root: HTMLElement, onHeld: (isHeld: boolean) => void): () => void {
  const bars = new Map<Element, boolean>();
  const options = { threshold: [0.9], trackVisibility: true, delay: 100 } as IntersectionObserverInit;
  const observer = new IntersectionObserver((entries) => {
    for (const entry of entries as (IntersectionObserverEntry & { isVisible?: boolean })[])
      if (entry.isVisible !== undefined) bars.set(entry.target, entry.isVisible);
  }, options);
  const find = () => {
    for (const bar of root.querySelectorAll('.signing-bar')) {
      if (bars.has(bar)) continue;
      bars.set(bar, true);
      observer.observe(bar);
    }
  };
  const changes = new MutationObserver(find);
  changes.observe(root, { childList: true, subtree: true });
  find();
  const onPress = (event: MouseEvent) => {
    const bar = event.target instanceof Element ? event.target.closest('.signing-bar') : null;
    // Of the check alone: what comes before it changes nothing that cannot be changed back.
    const isLast = bar !== null && document.getElementById('check-pages') !== null;
    const isHeld = isLast && bars.get(bar) === false;
    if (isHeld) {
      event.preventDefault();
      event.stopPropagation();
    }
    onHeld(isHeld);
  };
  root.addEventListener('click', onPress, true);
  return () => {
    changes.disconnect();
    observer.disconnect();
    root.removeEventListener('click', onPress, true);
  };
}
