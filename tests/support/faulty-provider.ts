import { openHttpServer } from './http-server.ts';
import type { Session, TestInstance } from './instance.ts';
import { caller } from './organization.ts';
import { pemOf } from './trust-providers.ts';

/** What happens to a call on its way; null: it arrives, and its answer returns. */
export type Fault = 'answer-lost' | 'down' | 'refused' | null;

/** A provider elsewhere: the sandbox of the instance behind a line that fails where a test says so. */
export async function openFaultyProvider(instance: TestInstance) {
  const calls: string[] = [];
  let faultAt: (path: string) => Fault = () => null;
  const { origin: url, close } = await openHttpServer(async (call, response) => {
    const path = call.url;
    calls.push(path);
    const fault = faultAt(path);
    if (fault === 'down') return response.writeHead(503).end('down');
    const { authorization = '', 'content-type': type = '' } = call.headers;
    const answer = await instance.inject({
      method: 'POST',
      url: `/sandbox-provider${path}`,
      headers: { authorization, 'content-type': type },
      payload: call.body.toString(),
    });
    if (fault === 'answer-lost') return response.destroy();
    const error = JSON.stringify({ error: 'access_denied', error_description: 'Not today.' });
    const refused = fault === 'refused';
    return response
      .writeHead(refused ? 400 : answer.statusCode, { 'content-type': 'application/json' })
      .end(refused ? error : answer.body);
  });
  return {
    calls,
    /** The fault of the calls to these paths, until the next one is set. */
    setFault: (next: (path: string) => Fault) => {
      faultAt = next;
    },
    /** Sets the provider up for the organization of a session; returns its key. */
    addTo: async (session: Session): Promise<string> => {
      const root = await instance.inject({ url: '/sandbox-provider/authority.cer' });
      const { body } = await caller(session)('POST', '/api/v1/organization/trust-providers', {
        name: 'Trust Co',
        baseUrl: `${url}/csc/v2`,
        oauthUrl: url,
        clientId: instance.deps.sandbox?.provider.clientId,
        clientSecret: instance.deps.sandbox?.provider.clientSecret,
        anchors: pemOf(root.rawPayload),
      });
      return String(body.id);
    },
    close,
  };
}
