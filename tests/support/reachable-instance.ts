import { openHttpServer } from './http-server.ts';
import { openTestInstance, type TestInstance } from './instance.ts';
import { forThisFile } from './scratch.ts';

/** An instance that others reach, as its certificates name addresses. */
export async function openReachable(env: Record<string, string> = {}) {
  let opened: TestInstance | null = null;
  const server = await forThisFile(
    openHttpServer(async ({ method, url, headers, body }, response) => {
      const answer = await opened?.inject({ method: method as 'GET', url, headers, payload: body });
      const type = String(answer?.headers['content-type'] ?? '');
      response.writeHead(answer?.statusCode ?? 503, { 'content-type': type }).end(answer?.rawPayload);
    }),
  );
  const instance = await forThisFile(openTestInstance({ env: { PARAPH_BASE_URL: server.origin, ...env } }));
  opened = instance;
  return instance;
}
