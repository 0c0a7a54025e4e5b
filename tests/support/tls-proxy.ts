import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import https from 'node:https';
import { listenLocally } from './free-port.ts';
import { makeSelfSigned } from './self-signed.ts';

export type TlsProxy = Awaited<ReturnType<typeof openTlsProxy>>;

/**
 * A proxy that ends TLS for a host in front of a server, and says for whom it calls: it hands on the host that was asked
 * for and names the client in `X-Forwarded-For`, whatever that sent itself. Clients come to it from addresses of their
 * own choice, which a machine without a network has not.
 */
export async function openTlsProxy({ host, upstream }: { host: string; upstream: URL }) {
  const { key, cert } = makeSelfSigned({ host, hasAddress: false });
  const closes: (() => Promise<void>)[] = [];
  return {
    /** The file that programs trust, in PEM. */
    certificate: cert,
    /** The way of a client at this address: a proxy for CONNECT that leads every name and port to the TLS proxy. */
    enterFrom: async (address: string) => {
      // A browser gives up where the idle connections that it sends by are closed again and again.
      const tls = https.createServer({ key, cert, keepAliveTimeout: 0 }, (incoming, response) => {
        forward(incoming, response, { upstream, address });
      });
      const entry = createServer();
      entry.on('connect', (_request, socket) => {
        closes.push(async () => void socket.destroy());
        socket.on('error', () => socket.destroy());
        socket.write('HTTP/1.1 200 OK\r\n\r\n');
        tls.emit('connection', socket);
      });
      const port = await listenLocally(entry);
      closes.push(() => new Promise((resolve) => entry.close(() => resolve())));
      return `http://127.0.0.1:${port}`;
    },
    close: async () => {
      await Promise.all(closes.splice(0).map((close) => close()));
    },
  };
}

function forward(
  incoming: IncomingMessage,
  response: ServerResponse,
  { upstream, address }: { upstream: URL; address: string },
): void {
  const { method, url: path, headers } = incoming;
  const named = { ...headers, 'x-forwarded-for': address, 'x-forwarded-proto': 'https' };
  const { hostname, port } = upstream;
  const outgoing = request({ hostname, port, method, path, headers: named }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
    answer.pipe(response);
  });
  outgoing.on('error', () => {
    if (!response.headersSent) response.writeHead(502);
    response.end();
  });
  response.on('close', () => outgoing.destroy());
  incoming.pipe(outgoing);
}
