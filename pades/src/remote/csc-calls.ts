import { RemoteSigningError, type RemoteSigningStep } from './remote-signing-error.ts';

export interface CscRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface CscResponse {
  readonly status: number;
  readonly body: string;
}

/** Posts a request to the service; the caller enforces limits of time and size. */
export type CscTransport = (request: CscRequest) => Promise<CscResponse>;

/** A given token, or an OAuth 2 client that requests its own (RFC 6749 §4.4). */
export type CscAuthorization =
  | { readonly token: string }
  | {
      readonly tokenUrl: string;
      readonly clientId: string;
      readonly clientSecret: string;
      /** Scope; default `service`. */
      readonly scope?: string;
    };

export interface CscOptions {
  /** Base URL of the methods, for example `https://rssp.example.org/csc/v2`. */
  readonly baseUrl: string;
  readonly transport: CscTransport;
  readonly authorization: CscAuthorization;
}

type Json = Readonly<Record<string, unknown>>;

const methods = {
  list: 'credentials/list',
  info: 'credentials/info',
  authorize: 'credentials/authorize',
  sign: 'signatures/signHash',
} as const;

/** Calls methods of the service with the token; renews an expired token once per call. */
export class CscCalls {
  readonly #options: CscOptions;
  #token: Promise<string> | null = null;

  constructor(options: CscOptions) {
    this.#options = options;
  }

  async call(step: Exclude<RemoteSigningStep, 'token'>, parameters: Json): Promise<Json> {
    const url = `${this.#options.baseUrl.replace(/\/+$/, '')}/${methods[step]}`;
    const body = JSON.stringify(parameters);
    const ask = async (): Promise<CscResponse> => {
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${await this.#bearer()}` };
      return this.#options.transport({ url, headers, body });
    };
    const first = await ask();
    if (first.status !== 401 || 'token' in this.#options.authorization) return readResponse(step, first);
    this.#token = null;
    return readResponse(step, await ask());
  }

  #bearer(): Promise<string> {
    const { authorization } = this.#options;
    if ('token' in authorization) return Promise.resolve(authorization.token);
    this.#token ??= this.#fetchToken(authorization).catch((error: unknown) => {
      this.#token = null;
      throw error;
    });
    return this.#token;
  }

  async #fetchToken(client: Exclude<CscAuthorization, { token: string }>): Promise<string> {
    const form = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: client.clientId,
      client_secret: client.clientSecret,
      scope: client.scope ?? 'service',
    });
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const request = { url: client.tokenUrl, headers, body: form.toString() };
    const answer = await this.#options.transport(request);
    return textOf('token', readResponse('token', answer), 'access_token');
  }
}

/** A string of the response. @throws RemoteSigningError `answer` when it is missing. */
export function textOf(step: RemoteSigningStep, answer: Json, name: string): string {
  const value = answer[name];
  if (typeof value === 'string' && value !== '') return value;
  throw unusable(step, `its answer has no ${name}.`);
}

/** A list of strings of the response. @throws RemoteSigningError `answer` when it is missing. */
export function textsOf(step: RemoteSigningStep, answer: Json, name: string): string[] {
  const value = answer[name];
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value;
  throw unusable(step, `its answer has no list ${name}.`);
}

export function unusable(step: RemoteSigningStep, words: string): RemoteSigningError {
  return new RemoteSigningError(step, { code: 'answer', status: 200, words });
}

/** An object of the response; empty when it is missing. */
export function partOf(answer: Json, name: string): Json {
  const value = answer[name];
  return isJson(value) ? value : {};
}

function readResponse(step: RemoteSigningStep, { status, body }: CscResponse): Json {
  const answer = parse(body);
  if (status >= 200 && status < 300) {
    if (answer) return answer;
    throw new RemoteSigningError(step, { code: 'answer', status, words: 'its answer is not JSON.' });
  }
  const code = typeof answer?.error === 'string' ? answer.error : 'answer';
  const words =
    typeof answer?.error_description === 'string' ? answer.error_description : `it answered ${status}.`;
  throw new RemoteSigningError(step, { code, status, words });
}

function parse(body: string): Json | null {
  try {
    const value: unknown = JSON.parse(body);
    return isJson(value) ? value : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
