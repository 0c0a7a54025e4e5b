import { Agent, type OutgoingHttpHeaders, request } from 'node:http';
import { percentile } from './statistics.ts';

export interface Call {
  method: 'GET' | 'POST';
  path: string;
  headers: OutgoingHttpHeaders;
  body?: Uint8Array;
}

export interface Load {
  port: number;
  /** Callers that each wait for their answer before they ask again. */
  callers: number;
  calls: number;
  /** The call with this index: credentials may differ. */
  next(index: number): Call;
}

export interface LoadResult {
  calls: number;
  perSecond: number;
  meanMs: number;
  p95Ms: number;
}

/** @throws Error with the answer's words where it is no success: a refusal is quick, and no figure. */
export async function runLoad({ port, callers, calls, next }: Load): Promise<LoadResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: callers });
  const times: number[] = [];
  let index = 0;
  const startedAt = performance.now();
  const call = async () => {
    while (index < calls) {
      const mine = next(index);
      index += 1;
      const sentAt = performance.now();
      await send(mine, { agent, port });
      times.push(performance.now() - sentAt);
    }
  };
  try {
    await Promise.all(Array.from({ length: callers }, call));
  } finally {
    agent.destroy();
  }
  const seconds = (performance.now() - startedAt) / 1000;
  const meanMs = times.reduce((sum, ms) => sum + ms, 0) / times.length;
  return { calls, perSecond: calls / seconds, meanMs, p95Ms: percentile(times, 0.95) };
}

/** The body of a successful answer. */
export function send(
  { method, path, headers, body }: Call,
  { agent, port }: { agent?: Agent; port: number },
): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const length = body ? { 'content-length': body.length } : {};
  const options = { host: '127.0.0.1', port, method, path, headers: { ...headers, ...length } };
  const sent = request({ ...options, ...(agent ? { agent } : {}) }, (answer) => {
    const chunks: Buffer[] = [];
    answer.on('data', (chunk: Buffer) => chunks.push(chunk));
    answer.on('error', reject);
    answer.on('end', () => {
      const text = Buffer.concat(chunks);
      const status = answer.statusCode ?? 0;
      if (status >= 200 && status < 300) resolve(text);
      else reject(new Error(`${method} ${path} was answered ${status}: ${text.toString().slice(0, 500)}`));
    });
  });
  sent.on('error', reject);
  sent.end(body);
  return promise;
}
