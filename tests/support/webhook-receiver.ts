import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { openHttpServer } from './http-server.ts';
import { makeSelfSigned } from './self-signed.ts';

export interface ReceivedNotification {
  headers: IncomingHttpHeaders;
  body: string;
  json: unknown;
}

/** What the receiver does with a call; it may also hang, break off, or say too much. */
export type Answer = (received: ReceivedNotification, response: ServerResponse, count: number) => void;

export type WebhookReceiver = Awaited<ReturnType<typeof openWebhookReceiver>>;

/** A real HTTPS server with a certificate that it signed itself, on a free port of this machine. */
export async function openWebhookReceiver() {
  const received: ReceivedNotification[] = [];
  const take: Answer = (_received, response) => response.writeHead(204).end();
  let answer = take;
  const { waitFor, look } = waitIn(received);
  const { server, origin, close } = await openHttpServer((call, response) => {
    const body = call.body.toString();
    const notification = { headers: call.headers, body, json: parse(body) };
    received.push(notification);
    answer(notification, response, received.length);
    look();
  }, makeSelfSigned());
  return {
    url: `${origin}/notify`,
    received: received as readonly ReceivedNotification[],
    /** Replaces how the next calls are answered; 204 without this. */
    answerWith: (next: Answer) => {
      answer = next;
    },
    waitFor,
    /** As when it was opened. */
    reset: () => {
      received.length = 0;
      answer = take;
    },
    onConnection: (act: () => void) => void server.on('secureConnection', act),
    close,
  };
}

/** Waits for what is put into a list: `look` says that something was. */
export function waitIn<T>(received: readonly T[]) {
  const waiting = new Set<() => void>();
  return {
    look: () => {
      for (const each of waiting) each();
    },
    /** Resolves once so many have come in all, or one that fits. */
    waitFor: (wanted: number | ((each: T) => boolean)): Promise<T> =>
      new Promise((resolve) => {
        const look = () => {
          const found = typeof wanted === 'number' ? received[wanted - 1] : received.find(wanted);
          if (found === undefined) return;
          waiting.delete(look);
          resolve(found);
        };
        waiting.add(look);
        look();
      }),
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
