import { Paraph, type ParaphOptions } from '../../sdk/src/index.ts';
import { type Invocation, textOf } from './command.ts';
import { type Credential, changeCredentials, readCredentials } from './credential-file.ts';
import { CommandError, EXIT } from './exit-code.ts';

export const CLIENT_ID = 'paraph-cli';

// Renews early, so that a token does not expire while its request is in flight.
const EARLY_SECONDS = 30;

/** URL of the selected server, without a trailing slash. */
export async function chooseServer(invocation: Invocation): Promise<string> {
  const { env } = invocation;
  const server = textOf(invocation, 'server') ?? env.PARAPH_URL ?? (await readCredentials(env)).current;
  if (!server) {
    throw new CommandError(
      'Which server? Sign in with `paraph login --server URL`, or set PARAPH_URL.',
      EXIT.usage,
    );
  }
  if (!/^https?:\/\//.test(server) || !URL.canParse(server)) {
    throw new CommandError(
      `"${server}" is not the URL of a server. It must start with https:// or http://.`,
      EXIT.usage,
    );
  }
  return server.replace(/\/+$/, '');
}

/** Client of the selected server, authenticated by PARAPH_API_KEY or by the stored sign-in. */
export async function connect(
  invocation: Invocation,
  options: Partial<ParaphOptions> = {},
): Promise<{ paraph: Paraph; baseUrl: string }> {
  const { env } = invocation;
  const baseUrl = await chooseServer(invocation);
  if (env.PARAPH_API_KEY) {
    return { paraph: new Paraph({ baseUrl, apiKey: env.PARAPH_API_KEY, ...options }), baseUrl };
  }
  if ((await readCredentials(env)).servers[baseUrl] === undefined) {
    throw new CommandError(
      `You are not signed in to ${baseUrl}. Run \`paraph login --server ${baseUrl}\`, or set PARAPH_API_KEY.`,
      EXIT.denied,
    );
  }
  const getToken = (refused?: string) => currentToken({ env, baseUrl, refused });
  return { paraph: new Paraph({ baseUrl, getToken, ...options }), baseUrl };
}

interface TokenRequest {
  env: NodeJS.ProcessEnv;
  baseUrl: string;
  refused: string | undefined;
}

/** Reads the file for every call: another command may have renewed the token, and a refresh token works once. */
async function currentToken({ env, baseUrl, refused }: TokenRequest): Promise<string> {
  const credential = (await readCredentials(env)).servers[baseUrl];
  if (credential === undefined) throw new CommandError(`You were signed out of ${baseUrl}.`, EXIT.denied);
  const now = Math.floor(Date.now() / 1000);
  if (credential.accessToken !== refused && credential.expiresAt - EARLY_SECONDS > now)
    return credential.accessToken;
  const renewed = await renew(baseUrl, credential);
  await changeCredentials(env, (file) => {
    file.servers[baseUrl] = renewed;
  });
  return renewed.accessToken;
}

async function renew(baseUrl: string, credential: Credential): Promise<Credential> {
  const answer = await fetch(`${baseUrl}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'refresh_token',
      refresh_token: credential.refreshToken,
      client_id: CLIENT_ID,
    }),
  });
  if (!answer.ok) {
    throw new CommandError(
      `You are no longer signed in to ${baseUrl}. Run \`paraph login\` again.`,
      EXIT.denied,
    );
  }
  return { ...credential, ...readTokens(await answer.json()) };
}

/** On the server. */
export async function endSignIn(
  baseUrl: string,
  { refreshToken }: Pick<Credential, 'refreshToken'>,
): Promise<void> {
  await new Paraph({ baseUrl }).revokeToken({ token: refreshToken, client_id: CLIENT_ID });
}

/** Parses the response of the token endpoint (RFC 6749 §5.1). */
export function readTokens(answer: unknown): Omit<Credential, 'email'> {
  const { access_token, refresh_token, expires_in } = answer as Record<string, string | number>;
  return {
    accessToken: String(access_token),
    refreshToken: String(refresh_token),
    expiresAt: Math.floor(Date.now() / 1000) + Number(expires_in),
  };
}
