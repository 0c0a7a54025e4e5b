import type { Result, Task } from '../instance.ts';

/** Far more than a real document needs: what takes longer was made to. */
const LIMIT_MS = 120_000;

export interface Run {
  readonly result: Promise<Result | 'failed' | 'stopped'>;
  stop(): void;
}

/** Evaluates a file in a worker of its own, which ends with the answer, an error, the time limit, or `stop`. */
export function runWorker(script: string, task: Task): Run {
  const url = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }));
  const worker = new Worker(url);
  const { promise, resolve } = Promise.withResolvers<Result | 'failed' | 'stopped'>();
  const end = (result: Result | 'failed' | 'stopped') => {
    clearTimeout(limit);
    worker.terminate();
    URL.revokeObjectURL(url);
    resolve(result);
  };
  const limit = setTimeout(() => end('stopped'), LIMIT_MS);
  worker.onmessage = ({ data }: MessageEvent<Result>) => end(data);
  worker.onerror = (event) => {
    console.error(event.message);
    end('failed');
  };
  worker.postMessage(task, 'bytes' in task ? [task.bytes] : []);
  return { result: promise, stop: () => end('stopped') };
}
