import {
  Client,
  type OAuthClientInformationMixed,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type OAuthTokens,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client';

type Value = Record<string, unknown>;

/** What a program keeps between its steps; where it sends the user's browser is for the test to open. */
class Provider implements OAuthClientProvider {
  readonly redirectUrl: string;
  readonly clientMetadataUrl?: string;
  asked: URL | null = null;
  #client: OAuthClientInformationMixed | undefined;
  #tokens: OAuthTokens | undefined;
  #discovered: OAuthDiscoveryState | undefined;
  #verifier = '';

  constructor(redirectUrl: string, documentUrl: string | null) {
    this.redirectUrl = redirectUrl;
    if (documentUrl !== null) this.clientMetadataUrl = documentUrl;
  }

  get clientMetadata() {
    return {
      client_name: 'Claude',
      redirect_uris: [this.redirectUrl],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    };
  }

  clientInformation = () => this.#client;
  saveClientInformation = (client: OAuthClientInformationMixed) => {
    this.#client = client;
  };
  tokens = () => this.#tokens;
  saveTokens = (tokens: OAuthTokens) => {
    this.#tokens = tokens;
  };
  discoveryState = () => this.#discovered;
  saveDiscoveryState = (state: OAuthDiscoveryState) => {
    this.#discovered = state;
  };
  redirectToAuthorization = (url: URL) => {
    this.asked = url;
  };
  saveCodeVerifier = (verifier: string) => {
    this.#verifier = verifier;
  };
  codeVerifier = () => this.#verifier;
}

interface Person {
  /** Presses Allow on the page at this address; answers where the browser goes then. */
  allow(asked: string): Promise<URL>;
}

/**
 * An agent by the public client library: it finds the way from a refused call to a token by itself, and asks for further
 * scopes where a tool needs them.
 */
export async function connectAgent(
  url: string,
  person: Person,
  {
    documentUrl,
    redirectUrl,
    mode,
  }: { documentUrl: string | null; redirectUrl: string; mode: 'legacy' | { pin: string } },
) {
  const authProvider = new Provider(redirectUrl, documentUrl);
  const opened = () => new StreamableHTTPClientTransport(new URL(url), { authProvider });
  let transport = opened();
  /** Once more after the user has allowed what the first try was refused for. */
  const withConsent = async <T>(act: () => Promise<T>): Promise<T> => {
    try {
      return await act();
    } catch (error) {
      if (!(error instanceof UnauthorizedError)) throw error;
      const back = await person.allow(authProvider.asked?.href ?? '');
      await transport.finishAuth(back.searchParams);
      return act();
    }
  };
  let client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
  await withConsent(async () => {
    transport = opened();
    client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
    await client.connect(transport);
  });
  return {
    listTools: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: async <T = Value>(name: string, input: Value): Promise<T> => {
      const result = await withConsent(() => client.callTool({ name, arguments: input }));
      if (result.isError) throw new Error(JSON.stringify(result));
      return result.structuredContent as T;
    },
    clientId: () => authProvider.clientInformation()?.client_id ?? '',
    tokens: () => authProvider.tokens(),
    version: () => transport.protocolVersion,
    close: () => client.close(),
  };
}
