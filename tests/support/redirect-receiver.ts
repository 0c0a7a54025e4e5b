import { openHttpServer } from './http-server.ts';

/** The end of an authorization in an app: its own address, which the browser is sent to. */
export async function openRedirectReceiver() {
  const returned = Promise.withResolvers<URLSearchParams>();
  const { origin, close } = await openHttpServer(({ url }, response) => {
    const { pathname, searchParams } = new URL(url, 'http://localhost');
    if (pathname !== '/callback') return response.writeHead(204).end();
    returned.resolve(searchParams);
    return response
      .setHeader('content-type', 'text/html')
      .end('<!doctype html><title>App</title><h1>Back</h1>');
  });
  return {
    origin,
    /** What an app would register. */
    uri: `${origin}/callback`,
    /** The query that the browser came back with. */
    waitForReturn: () => returned.promise,
    close,
  };
}
