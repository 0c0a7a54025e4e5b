import { evaluate } from './evaluate.ts';
import type { Result, Task } from './instance.ts';

interface WorkerScope {
  onmessage: ((event: MessageEvent<Task>) => void) | null;
  postMessage(result: Result): void;
}

/** Evaluates one file apart from the page, which stays usable and can end it. An error of ours ends the worker. */
export function startWorker(): void {
  const scope = globalThis as unknown as WorkerScope;
  scope.onmessage = ({ data }) => scope.postMessage(evaluate(data));
}
