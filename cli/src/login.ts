import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { authorizationUrl, createPkcePair, Paraph, ParaphError, type Scope } from '../../sdk/src/index.ts';
import { type Command, hasOption, type Invocation } from './command.ts';
import { CLIENT_ID, chooseServer, endSignIn, readTokens } from './connect.ts';
import { changeCredentials, readCredentials } from './credential-file.ts';
import { CommandError, EXIT } from './exit-code.ts';

const SCOPES: readonly Scope[] = ['profile:read', 'workspaces:read', 'workflows:write', 'templates:read'];
/** `listen` changes the organization's webhooks, a permission that not every user has. */
export const LISTEN_SCOPE: Scope = 'webhooks:write';
/** What `seal` states, it states for the organization. */
export const SEAL_SCOPE: Scope = 'seals:write';
/** `record` and `organization` are for administrators. */
export const ORGANIZATION_SCOPE: Scope = 'organization:write';

const OPTION_OF: Partial<Record<Scope, string>> = {
  [LISTEN_SCOPE]: 'listen',
  [SEAL_SCOPE]: 'seal',
  [ORGANIZATION_SCOPE]: 'organization',
};

/** Says how to sign in where this sign-in lacks the scope. */
export function explainMissing(scope: Scope): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof ParaphError) || error.missingScope !== scope) throw error;
    throw new CommandError(
      `This sign-in lacks the scope ${scope}. Sign in again with \`paraph login --${OPTION_OF[scope]}\`; ` +
        'for PARAPH_API_KEY, create a key that has it.',
      EXIT.denied,
    );
  };
}

export const login: Command = {
  name: 'login',
  summary: 'Sign in to a server, in your browser',
  usage: '--server URL',
  argsMin: 0,
  argsMax: 0,
  options: [
    { name: 'no-browser', type: 'boolean', description: 'print the URL instead of opening a browser' },
    { name: 'listen', type: 'boolean', description: 'also request the permission for `paraph listen`' },
    { name: 'seal', type: 'boolean', description: 'also request the permission for `paraph seal`' },
    {
      name: 'organization',
      type: 'boolean',
      description: 'also request that of administrators: record, organization',
    },
  ],
  examples: ['paraph login --server http://localhost:3000'],
  run: signIn,
};

async function signIn(invocation: Invocation): Promise<number> {
  const { output, env, signal } = invocation;
  const baseUrl = await chooseServer(invocation);
  const { verifier, challenge } = await createPkcePair();
  const state = randomBytes(16).toString('base64url');
  // The server may have several names; `iss` holds its own (RFC 9207 §2.4).
  const { issuer } = await new Paraph({ baseUrl }).readOauthMetadata({ signal });
  const waiting = await openCallback({ state, issuer, signal });
  try {
    const scopes = [
      ...SCOPES,
      ...(hasOption(invocation, 'listen') ? [LISTEN_SCOPE] : []),
      ...(hasOption(invocation, 'seal') ? [SEAL_SCOPE] : []),
      ...(hasOption(invocation, 'organization') ? [ORGANIZATION_SCOPE] : []),
    ];
    const request = { redirectUri: waiting.redirectUri, scopes, state, codeChallenge: challenge };
    const url = authorizationUrl({ baseUrl, clientId: CLIENT_ID }, request);
    output.note(`Allow Paraph in your browser:\n  ${url}`);
    if (!hasOption(invocation, 'no-browser')) openInBrowser(url);
    const tokens = await redeem(baseUrl, {
      code: await waiting.code,
      redirect_uri: waiting.redirectUri,
      code_verifier: verifier,
    });
    const { email } = await new Paraph({ baseUrl, token: tokens.accessToken }).readProfile();
    const former = (await readCredentials(env)).servers[baseUrl];
    await changeCredentials(env, (file) => {
      file.current = baseUrl;
      file.servers[baseUrl] = { ...tokens, email };
    });
    // What the new sign-in replaces ends, too, as by `paraph logout`; one that has ended already is no failure.
    if (former) await endSignIn(baseUrl, former).catch(() => undefined);
    output.result({ server: baseUrl, email }, [`Signed in to ${baseUrl} as ${email}.`]);
    return EXIT.ok;
  } finally {
    waiting.close();
  }
}

interface Expected {
  state: string;
  issuer: string;
  signal: AbortSignal;
}

/** Listens on a free loopback port for the redirect of the browser (RFC 8252 §7.3). */
async function openCallback(expected: Expected) {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    redirectUri: `http://127.0.0.1:${port}/callback`,
    code: waitForCode(server, expected),
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

function waitForCode(server: Server, { state, issuer, signal }: Expected): Promise<string> {
  const code = new Promise<string>((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    server.on('request', (request, response) => {
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1');
      // Ignores requests without our `state`: a page that guesses the port must not end the wait or inject a code.
      const isOurs = pathname === '/callback' && searchParams.get('state') === state;
      const isFromServer = [null, issuer].includes(searchParams.get('iss'));
      const isGood = isOurs && isFromServer && searchParams.has('code');
      response.writeHead(isOurs ? 200 : 404, {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': "default-src 'none'",
      });
      response.end(page(isGood ? 'You are signed in.' : 'Nothing was allowed.'));
      if (isGood) resolve(searchParams.get('code') ?? '');
      else if (isOurs) reject(new CommandError('The request was denied in the browser.', EXIT.denied));
    });
  });
  // Avoids an unhandled rejection when it fails before it is awaited.
  code.catch(() => {});
  return code;
}

const page = (words: string) => `<!doctype html><html lang="en"><title>Paraph</title>
<p>${words} You can close this page and go back to the terminal.</p></html>\n`;

async function redeem(baseUrl: string, grant: Record<string, string>) {
  const answer = await fetch(`${baseUrl}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'authorization_code', client_id: CLIENT_ID, ...grant }),
  });
  const body = (await answer.json()) as { error_description?: string };
  if (!answer.ok) throw new CommandError(body.error_description ?? 'The server gave no token.', EXIT.denied);
  return readTokens(body);
}

function openInBrowser(url: string): void {
  const [program = '', ...args] = {
    darwin: ['open', url],
    win32: ['rundll32', 'url.dll,FileProtocolHandler', url],
  }[process.platform as string] ?? ['xdg-open', url];
  const child = spawn(program, args, { stdio: 'ignore', detached: true });
  // Without a browser, users open the printed URL themselves.
  child.on('error', () => {});
  child.unref();
}
