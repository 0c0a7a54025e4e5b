import { createServer } from 'node:http';
import { closeServer, listenLocally } from './free-port.ts';

export interface RedirectReceiver {
  origin: string;
  /** What an app would register. */
  uri: string;
  /** The query that the browser came back with. */
  waitForReturn(): Promise<URLSearchParams>;
  close(): Promise<void>;
}

/** The end of an authorization in an app: its own address, which the browser is sent to. */
export async function openRedirectReceiver(): Promise<RedirectReceiver> {
  const returned = Promise.withResolvers<URLSearchParams>();
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    if (url.pathname === '/callback') returned.resolve(url.searchParams);
    response.writeHead(url.pathname === '/callback' ? 200 : 204, { 'content-type': 'text/html' });
    response.end(url.pathname === '/callback' ? '<!doctype html><title>App</title><h1>Back</h1>' : undefined);
  });
  const port = await listenLocally(server);
  const origin = `http://127.0.0.1:${port}`;
  return {
    origin,
    uri: `${origin}/callback`,
    waitForReturn: () => returned.promise,
    close: () => closeServer(server),
  };
}
