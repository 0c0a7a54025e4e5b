import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import { closeServer, listenLocally } from './free-port.ts';

/** What is used of `oidc-provider`, which brings no types. */
interface Library {
  Client: { adapter: { upsert(id: string, client: object): Promise<void> } };
  Grant: new (of: { accountId: string | undefined; clientId: string }) => LibraryGrant;
  callback(): (request: IncomingMessage, response: ServerResponse) => void;
  interactionFinished(
    request: IncomingMessage,
    response: ServerResponse,
    result: { login: { accountId: string } },
  ): Promise<void>;
}

interface LibraryGrant {
  addOIDCScope(scope: string): void;
  save(): Promise<string>;
}

interface LibraryContext {
  type: string;
  body: string;
  oidc: {
    provider: Library;
    client: { clientId: string };
    session: { accountId?: string };
  };
}

const { default: Provider } = createRequire(import.meta.url)('oidc-provider') as {
  default: new (issuer: string, configuration: object) => Library;
};

const SCOPES = 'openid email profile groups';
const HOUR = 3_600;

/**
 * An OpenID Connect provider as a company runs one, on a free port, by a certified implementation. It asks in the browser
 * who somebody is, keeps a session there, and tells clients when it has ended.
 */
export async function openCertifiedProvider() {
  const state = {
    /** Who is at the browser, and what the provider says of them. */
    person: { email: '', name: '', groups: [] as string[] },
    /** Whether it shows its pages to people, and answers no program. */
    isDown: false,
  };
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const client = { clientId: 'paraph', clientSecret: randomBytes(24).toString('base64url') };
  const server = createServer((request, response) => answer(request, response));
  // Another site than the instance at localhost, for browsers.
  const issuer = `http://127.0.0.1:${await listenLocally(server)}`;

  const provider = new Provider(issuer, {
    adapter: storeInMemory(),
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'ES256' }] },
    cookies: { keys: [randomBytes(16).toString('hex')] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'], groups: ['groups'] },
    clientDefaults: { id_token_signed_response_alg: 'ES256' },
    ttl: { AccessToken: HOUR, IdToken: HOUR, Interaction: HOUR, Session: HOUR, Grant: HOUR },
    features: {
      devInteractions: { enabled: false },
      backchannelLogout: { enabled: true },
      rpInitiatedLogout: {
        logoutSource: async (context: LibraryContext, form: string) => {
          const button = '<button form="op.logoutForm" name="logout" value="yes">Leave</button>';
          Object.assign(context, { type: 'html', body: pageOf(`${form}${button}`) });
        },
        postLogoutSuccessSource: async (context: LibraryContext) => {
          Object.assign(context, { type: 'html', body: pageOf('<p>You have left</p>') });
        },
      },
    },
    interactions: { url: (_: LibraryContext, { uid }: { uid: string }) => `/enter/${uid}` },
    findAccount: async (_: LibraryContext, accountId: string) => ({
      accountId,
      claims: async () => ({ sub: accountId, email_verified: true, ...state.person }),
    }),
    // The company has agreed for its people.
    loadExistingGrant: async ({ oidc }: LibraryContext) => {
      const { clientId } = oidc.client;
      const grant = new oidc.provider.Grant({ clientId, accountId: oidc.session.accountId });
      grant.addOIDCScope(SCOPES);
      await grant.save();
      return grant;
    },
    renderError: async (context: LibraryContext, _: object, error: Error) => {
      Object.assign(context, { type: 'html', body: pageOf(String(error.stack)) });
    },
    // The library would call no address of this machine.
    fetch: (url: string, { dispatcher: _, ...options }: RequestInit & { dispatcher?: unknown }) =>
      fetch(url, options),
  });
  const handle = provider.callback();

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const { pathname } = new URL(request.url ?? '', issuer);
    if (pathname.startsWith('/enter/') && request.method === 'POST')
      return provider.interactionFinished(request, response, {
        login: { accountId: `sub-${state.person.email}` },
      });
    if (pathname.startsWith('/enter/'))
      return response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(pageOf(`<form method="post"><button>Enter as ${state.person.email}</button></form>`));
    if (state.isDown && /^\/(token|me|jwks|\.well-known)/.test(pathname))
      return response.writeHead(503).end();
    return handle(request, response);
  };

  return {
    issuer,
    client,
    state,
    /** Where its own people leave it. */
    leaveUrl: `${issuer}/session/end`,
    /** As its administrator enters what an instance says of itself. */
    register: (urls: { returnUrl: string; signedOutUrl: string; logoutUrl: string }) =>
      provider.Client.adapter.upsert(client.clientId, {
        client_id: client.clientId,
        client_secret: client.clientSecret,
        redirect_uris: [urls.returnUrl],
        post_logout_redirect_uris: [urls.signedOutUrl],
        backchannel_logout_uri: urls.logoutUrl,
        backchannel_logout_session_required: true,
      }),
    close: () => closeServer(server),
  };
}

function pageOf(body: string): string {
  return `<!DOCTYPE html><html lang="en"><title>Provider</title><link rel="icon" href="data:,"><body>${body}</body></html>`;
}

interface Stored {
  uid?: string;
  grantId?: string;
  consumed?: number;
}

/** What the library stores, a kind of thing beside the other. */
function storeInMemory() {
  const rows = new Map<string, Stored>();
  return (kind: string) => {
    const keyOf = (id: string) => `${kind} ${id}`;
    return {
      upsert: async (id: string, row: Stored) => void rows.set(keyOf(id), row),
      find: async (id: string) => rows.get(keyOf(id)),
      findByUid: async (uid: string) =>
        [...rows].find(([key, row]) => key.startsWith(kind) && row.uid === uid)?.[1],
      destroy: async (id: string) => void rows.delete(keyOf(id)),
      consume: async (id: string) => void Object.assign(rows.get(keyOf(id)) ?? {}, { consumed: 1 }),
      revokeByGrantId: async (grantId: string) => {
        for (const [key, row] of rows) if (row.grantId === grantId) rows.delete(key);
      },
    };
  };
}
