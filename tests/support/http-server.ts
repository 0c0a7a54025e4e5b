import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import https from 'node:https';
import { closeServer, listenLocally } from './free-port.ts';
import type { KeyAndCertificate } from './self-signed.ts';

/** A request whose body has been read. */
export interface HttpCall {
  method: string;
  /** Path and query. */
  url: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

type Answer = (call: HttpCall, response: ServerResponse) => unknown;

/** A server on a free port of this machine, with TLS where it is given a key; what `answer` throws becomes a 500. */
export async function openHttpServer(answer: Answer, tls: KeyAndCertificate | null = null) {
  const listener = async (request: IncomingMessage, response: ServerResponse) => {
    try {
      const { method = '', url = '/', headers } = request;
      await answer({ method, url, headers, body: Buffer.concat(await request.toArray()) }, response);
    } catch (error) {
      response.writeHead(500).end(String(error));
    }
  };
  const server = tls ? https.createServer(tls, listener) : createServer(listener);
  const port = await listenLocally(server);
  const origin = `${tls ? 'https' : 'http'}://127.0.0.1:${port}`;
  return { server, port, origin, close: () => closeServer(server) };
}
