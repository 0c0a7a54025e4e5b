import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import https from 'node:https';
import { closeServer, listenLocally } from './free-port.ts';
import { makeSelfSigned } from './self-signed.ts';

export interface ReceivedNotification {
  headers: IncomingHttpHeaders;
  body: string;
  json: unknown;
}

/** What the receiver does with a call; it may also hang, break off, or say too much. */
export type Answer = (received: ReceivedNotification, response: ServerResponse, count: number) => void;

export interface WebhookReceiver {
  url: string;
  received: readonly ReceivedNotification[];
  /** Replaces how the next calls are answered; 204 without this. */
  answerWith(answer: Answer): void;
  /** Resolves once so many calls have come in all, or one that fits. */
  waitFor(wanted: number | ((received: ReceivedNotification) => boolean)): Promise<ReceivedNotification>;
  onConnection(act: () => void): void;
  close(): Promise<void>;
}

/** A real HTTPS server with a certificate that it signed itself, on a free port of this machine. */
export async function openWebhookReceiver(): Promise<WebhookReceiver> {
  const received: ReceivedNotification[] = [];
  const waiting = new Set<() => void>();
  let answer: Answer = (_received, response) => response.writeHead(204).end();
  const server = https.createServer(makeSelfSigned(), async (request, response) => {
    const body = await readText(request);
    const notification = { headers: request.headers, body, json: parse(body) };
    received.push(notification);
    answer(notification, response, received.length);
    for (const look of waiting) look();
  });
  const port = await listenLocally(server);
  return {
    url: `https://127.0.0.1:${port}/notify`,
    received,
    answerWith: (next) => {
      answer = next;
    },
    waitFor: (wanted) =>
      new Promise((resolve) => {
        const look = () => {
          const found = typeof wanted === 'number' ? received[wanted - 1] : received.find(wanted);
          if (!found) return;
          waiting.delete(look);
          resolve(found);
        };
        waiting.add(look);
        look();
      }),
    onConnection: (act) => {
      server.on('secureConnection', act);
    },
    close: () => closeServer(server),
  };
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
