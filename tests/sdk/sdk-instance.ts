import type { AddressInfo } from 'node:net';
import { openTestInstance } from '../support/instance.ts';

export const REDIRECT_URI = 'https://app.example.com/callback';

/**
 * A listening instance with a user who has an API key and an integration app. Its links carry another name than it
 * listens at, unless a free port is given that is to be its own.
 */
export async function openSdkInstance({ port: wanted = 0 }: { port?: number } = {}) {
  const own: Record<string, string> = wanted === 0 ? {} : { PARAPH_BASE_URL: `http://127.0.0.1:${wanted}` };
  const instance = await openTestInstance({ env: own });
  const sender = await instance.signIn('Sender', 'sender@example.com');
  const post = async (url: string, payload: object) => {
    const answer = await sender.call({ method: 'POST', url, payload });
    if (answer.statusCode >= 300) throw new Error(`${url} answered ${answer.body}`);
    return answer.json();
  };
  const scopes = ['profile:read', 'workspaces:read', 'workflows:write'];
  const { key } = await post('/api/v1/api-keys', { name: 'SDK', scopes });
  const app = await post('/api/v1/integration-apps', { name: 'Loom', redirectUris: [REDIRECT_URI], scopes });
  await instance.app.listen({ host: '127.0.0.1', port: wanted });
  const { port } = instance.app.server.address() as AddressInfo;
  return {
    ...instance,
    baseUrl: `http://127.0.0.1:${port}`,
    apiKey: key as string,
    oauthApp: app as { clientId: string; clientSecret: string },
    /** What the app is sent after the user pressed Allow on the page of this URL. */
    allow: async (url: string): Promise<URLSearchParams> => {
      const decided = await post(`/api/v1/authorization-request${new URL(url).search}`, {
        decision: 'allow',
      });
      return new URL(decided.redirectTo as string).searchParams;
    },
  };
}

export type SdkInstance = Awaited<ReturnType<typeof openSdkInstance>>;
