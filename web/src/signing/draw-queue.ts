export interface QueuedDrawing {
  /** How far the page is from what is seen, pixels; 0 while a part of it is seen. */
  readonly distance: () => number;
  readonly start: () => Promise<unknown>;
}

export interface DrawQueue {
  /** @returns takes the drawing out of the queue, also while it runs */
  readonly add: (drawing: QueuedDrawing) => () => void;
}

/**
 * Draws the pages of a document one after another, the nearest first: they share a connection, on which the first page
 * of a scan would otherwise arrive with the last. A page that is seen waits only for another one that is seen.
 */
export function createDrawQueue(): DrawQueue {
  const waiting = new Set<QueuedDrawing>();
  const running = new Set<QueuedDrawing>();
  const pump = () => {
    const [next] = [...waiting].sort((a, b) => a.distance() - b.distance());
    if (next === undefined) return;
    const mustWaitFor = (drawing: QueuedDrawing) => drawing.distance() === 0 || next.distance() > 0;
    if ([...running].some(mustWaitFor)) return;
    waiting.delete(next);
    running.add(next);
    const leave = () => drop(next);
    next.start().then(leave, leave);
  };
  const drop = (drawing: QueuedDrawing) => {
    waiting.delete(drawing);
    // A drawing that waits for bytes does not end by being cancelled.
    if (running.delete(drawing)) pump();
  };
  return {
    add: (drawing) => {
      waiting.add(drawing);
      // What is asked for in one go is compared first.
      queueMicrotask(pump);
      return () => drop(drawing);
    },
  };
}
