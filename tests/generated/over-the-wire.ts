import { Agent, request } from 'node:http';
import type { Caller } from './callers.ts';
import type { Answered } from './judge.ts';
import type { Wire } from './requests.ts';

export interface Line {
  send(caller: Caller, wire: Wire): Promise<Answered>;
  close(): void;
}

/** Connections to a server that listens, kept open from call to call as programs keep them. */
export function openLine(port: number): Line {
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  return {
    send: (caller, { method, url, headers, payload }) =>
      new Promise((resolve, reject) => {
        const sent = request(
          { agent, port, host: '127.0.0.1', method, path: url, headers: { ...caller.headers, ...headers } },
          (answer) => {
            const chunks: Buffer[] = [];
            answer.on('data', (chunk: Buffer) => chunks.push(chunk));
            answer.on('end', () => {
              const { statusCode: status = 0, headers } = answer;
              resolve({ status, headers, body: Buffer.concat(chunks).toString('utf8') });
            });
            answer.on('error', reject);
          },
        );
        sent.on('error', reject);
        sent.end(payload);
      }),
    close: () => agent.destroy(),
  };
}
