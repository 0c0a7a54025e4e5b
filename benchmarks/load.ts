import { Agent, type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { percentile } from './statistics.ts';

export interface Call {
  method: 'GET' | 'POST' | 'PUT';
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
  /** Counts an answer of 503 as refused, where it otherwise ends the run. */
  countsRefused?: boolean;
}

export interface LoadResult {
  calls: number;
  perSecond: number;
  meanMs: number;
  p50Ms: number;
  p95Ms: number;
  p99Ms: number;
  /** Answers of 503; they are in no other figure. */
  refused: number;
}

/** @throws UnsuccessfulAnswer unless it is counted: a refusal is quick, and no figure. */
export async function runLoad(load: Load): Promise<LoadResult> {
  const { port, callers, calls, next, countsRefused = false } = load;
  const agent = new Agent({ keepAlive: true, maxSockets: callers });
  const times: number[] = [];
  let index = 0;
  let refused = 0;
  const startedAt = performance.now();
  const call = async () => {
    while (index < calls) {
      const mine = next(index);
      index += 1;
      const sentAt = performance.now();
      try {
        await send(mine, { agent, port });
        times.push(performance.now() - sentAt);
      } catch (error) {
        if (!(countsRefused && error instanceof UnsuccessfulAnswer && error.status === 503)) throw error;
        refused += 1;
      }
    }
  };
  try {
    await Promise.all(Array.from({ length: callers }, call));
  } finally {
    agent.destroy();
  }
  const seconds = (performance.now() - startedAt) / 1000;
  const meanMs = times.reduce((sum, ms) => sum + ms, 0) / times.length;
  const [p50Ms, p95Ms, p99Ms] = [0.5, 0.95, 0.99].map((part) => percentile(times, part)) as [
    number,
    number,
    number,
  ];
  return { calls, perSecond: times.length / seconds, meanMs, p50Ms, p95Ms, p99Ms, refused };
}

class UnsuccessfulAnswer extends Error {
  readonly status: number;

  constructor({ method, path }: Call, status: number, text: string) {
    super(`${method} ${path} was answered ${status}: ${text.slice(0, 500)}`);
    this.status = status;
  }
}

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  /** As it came: compressed where the caller accepts that. */
  body: Buffer;
}

/** The body of a successful answer. */
export async function send(call: Call, way: { agent?: Agent; port: number }): Promise<Buffer> {
  const { status, headers, body } = await exchange(call, way);
  const plain = headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body;
  if (status >= 200 && status < 300) return plain;
  throw new UnsuccessfulAnswer(call, status, plain.toString());
}

/** Without an agent connections are kept by Node's own. */
export function exchange(call: Call, { agent, port }: { agent?: Agent; port: number }): Promise<Answer> {
  const { method, path, headers, body } = call;
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const length = body ? { 'content-length': body.length } : {};
  const options = { host: '127.0.0.1', port, method, path, headers: { ...headers, ...length } };
  const sent = request({ ...options, ...(agent ? { agent } : {}) }, (answer) => {
    const chunks: Buffer[] = [];
    answer.on('data', (chunk: Buffer) => chunks.push(chunk));
    answer.on('error', reject);
    answer.on('end', () => {
      resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(chunks) });
    });
  });
  sent.on('error', reject);
  sent.end(body);
  return promise;
}
