interface PalmGuard {
  /** Whether nothing is drawn yet. */
  readonly isEmpty: () => boolean;
  /** Removes the stroke that the palm has just begun. */
  readonly onPalm: () => void;
}

/**
 * Keeps the palm beside a pen from drawing: while a drawing by pen is there, touches are ignored, and a touch that
 * draws when the pen comes down ends without a stroke. Its listener has to be the element's first; answers how to end.
 */
export function guardAgainstPalm(element: HTMLElement, { isEmpty, onPalm }: PalmGuard): () => void {
  let hasPen = false;
  let touch: PointerEvent | null = null;
  const onDown = (event: PointerEvent) => {
    if (event.pointerType === 'pen') {
      hasPen = true;
      if (touch === null) return;
      window.dispatchEvent(new PointerEvent('pointercancel', touch));
      onPalm();
    } else if (event.pointerType === 'touch') {
      hasPen &&= !isEmpty();
      if (hasPen) event.stopImmediatePropagation();
      else touch ??= event;
    }
  };
  const onUp = ({ pointerId }: PointerEvent) => {
    if (pointerId === touch?.pointerId) touch = null;
  };
  element.addEventListener('pointerdown', onDown, { capture: true });
  window.addEventListener('pointerup', onUp);
  window.addEventListener('pointercancel', onUp);
  return () => {
    element.removeEventListener('pointerdown', onDown, { capture: true });
    window.removeEventListener('pointerup', onUp);
    window.removeEventListener('pointercancel', onUp);
  };
}
