import { type CscDialect, cscDialects, cscVersionOf } from './csc-dialect.ts';
import {
  RemoteSigningError,
  type RemoteSigningStep,
  type UnusableCredential,
} from './remote-signing-error.ts';

export interface CscRequest {
  /** Default POST; of a GET the body is empty. */
  readonly method?: 'GET';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface CscResponse {
  readonly status: number;
  readonly body: string;
}

/** Sends a request to the service; the caller enforces limits of time and size. */
export type CscTransport = (request: CscRequest) => Promise<CscResponse>;

/** An OAuth 2 client, as the service knows it. */
export interface CscClient {
  readonly tokenUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Where its secret is sent (RFC 6749 §2.3.1): default in the body. */
  readonly authentication?: CscClientAuthentication;
}

export type CscClientAuthentication = 'body' | 'header';

/** A given token, or an OAuth 2 client that requests its own (RFC 6749 §4.4). */
export type CscAuthorization =
  | { readonly token: string }
  | (CscClient & {
      /** Scope; default `service`. */
      readonly scope?: string;
    });

export interface CscOptions {
  /** Base URL of the methods, for example `https://rssp.example.org/csc/v2` or `https://rssp.example.org/csc/v1`. */
  readonly baseUrl: string;
  readonly transport: CscTransport;
  readonly authorization: CscAuthorization;
  /** Name of the service in errors. */
  readonly name?: string;
  /** What `info` says of it; default: version 2. */
  readonly service?: CscServiceFacts;
}

/** What calls depend on. */
export interface CscServiceFacts {
  /** Version of the API, as `2.0.0.2`. */
  readonly specification: string;
  readonly methods: readonly string[];
  /** Object identifiers of what keys sign by, as far as the service lists them. */
  readonly signAlgorithms?: readonly string[];
}

export type Json = Readonly<Record<string, unknown>>;

/** Lists of certificates have some kilobytes; a longer response is not read. */
const BODY_MAX = 1024 * 1024;

const methods = {
  service: 'info',
  list: 'credentials/list',
  info: 'credentials/info',
  otp: 'credentials/sendOTP',
  challenge: 'credentials/getChallenge',
  authorize: 'credentials/authorize',
  sign: 'signatures/signHash',
  poll: 'signatures/signPolling',
} as const;

type CscStep = keyof typeof methods;

/** Calls methods of the service with the token; renews an expired token once per call. */
export class CscCalls {
  readonly #options: CscOptions;
  readonly name: string | undefined;
  readonly dialect: CscDialect;
  #token: Promise<string> | null = null;

  constructor(options: CscOptions) {
    this.#options = options;
    this.name = options.name;
    this.dialect = cscDialects[cscVersionOf(options.service?.specification ?? '') ?? 2];
  }

  /** Whether the service lists a method. */
  offers(step: CscStep): boolean {
    return this.#options.service?.methods.includes(methods[step]) ?? false;
  }

  /** Object identifiers of what its keys sign by. */
  get signAlgorithms(): readonly string[] {
    return this.#options.service?.signAlgorithms ?? [];
  }

  /** Calls a method with the token. @throws RemoteSigningError */
  async call(step: CscStep, parameters: Json): Promise<Json> {
    const send = async () =>
      this.#send(step, parameters, { authorization: `Bearer ${await this.#bearer()}` });
    const first = await send();
    if (first.status !== 401 || 'token' in this.#options.authorization)
      return readResponse(step, first, this.name);
    this.#token = null;
    return readResponse(step, await send(), this.name);
  }

  /** Calls `info`, which needs no token, and which some services answer by GET alone. @throws RemoteSigningError */
  async callOpenly(): Promise<Json> {
    const posted = await this.#send('service', {}, {});
    if (posted.status !== 404 && posted.status !== 405) return readResponse('service', posted, this.name);
    const got = await this.#options.transport({
      method: 'GET',
      url: this.#urlOf('service'),
      headers: {},
      body: '',
    });
    return readResponse('service', got, this.name);
  }

  /** An error about a response that cannot be used. */
  unusable(step: RemoteSigningStep, words: string, credential?: UnusableCredential): RemoteSigningError {
    if (credential === undefined) return unusable(step, words, this.name);
    return new RemoteSigningError(step, { code: 'answer', status: 200, words, credential }, this.name);
  }

  /** A string of a response. @throws RemoteSigningError `answer` when it is missing. */
  text(step: RemoteSigningStep, answer: Json, name: string): string {
    const value = answer[name];
    if (typeof value === 'string' && value !== '') return value;
    throw this.unusable(step, `its answer has no ${name}.`);
  }

  /** A list of strings of a response. @throws RemoteSigningError `answer` when it is missing. */
  texts(step: RemoteSigningStep, answer: Json, name: string): string[] {
    const value = answer[name];
    if (isTexts(value)) return value;
    throw this.unusable(step, `its answer has no list ${name}.`);
  }

  #urlOf(step: CscStep): string {
    return `${this.#options.baseUrl.replace(/\/+$/, '')}/${methods[step]}`;
  }

  #send(step: CscStep, parameters: Json, headers: CscRequest['headers']): Promise<CscResponse> {
    return this.#options.transport({
      url: this.#urlOf(step),
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(parameters),
    });
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
    const form = { grant_type: 'client_credentials', scope: client.scope ?? 'service' };
    const answer = await postTokenForm(client, form, this.#options);
    return this.text('token', answer, 'access_token');
  }
}

/** Posts a form to the token endpoint. @throws RemoteSigningError */
export async function postTokenForm(
  client: CscClient,
  fields: Readonly<Record<string, string>>,
  options: Pick<CscOptions, 'name' | 'transport'>,
): Promise<Json> {
  return postForm('token', { client, url: client.tokenUrl, fields }, options);
}

/** Posts a form, with the name of the client and its secret (RFC 6749 §2.3.1). @throws RemoteSigningError */
export async function postForm(
  step: RemoteSigningStep,
  about: {
    client: Omit<CscClient, 'tokenUrl'>;
    url: string;
    fields: Readonly<Record<string, string>>;
  },
  { transport, name }: Pick<CscOptions, 'name' | 'transport'>,
): Promise<Json> {
  const { clientId, clientSecret, authentication = 'body' } = about.client;
  const form = new URLSearchParams({ ...about.fields, client_id: clientId });
  const headers: Record<string, string> = { 'content-type': 'application/x-www-form-urlencoded' };
  if (authentication === 'body') form.set('client_secret', clientSecret);
  else headers.authorization = `Basic ${Buffer.from(asFormPair(clientId, clientSecret)).toString('base64')}`;
  return readResponse(step, await transport({ url: about.url, headers, body: form.toString() }), name);
}

/** Both encoded as in a form before they are joined: a colon in one of them separates nothing. */
function asFormPair(clientId: string, clientSecret: string): string {
  const encoded = (text: string) => new URLSearchParams({ '': text }).toString().slice(1);
  return `${encoded(clientId)}:${encoded(clientSecret)}`;
}

export function unusable(step: RemoteSigningStep, words: string, provider?: string): RemoteSigningError {
  return new RemoteSigningError(step, { code: 'answer', status: 200, words }, provider);
}

/** An object of the response; empty when it is missing. */
export function objectIn(answer: Json, name: string): Json {
  const value = answer[name];
  return isJson(value) ? value : {};
}

/** A string of the response; null when it is missing. */
export function optionalText(answer: Json, name: string): string | null {
  const value = answer[name];
  return typeof value === 'string' && value !== '' ? value : null;
}

/** A list of strings of the response; empty when it is missing. */
export function optionalTexts(answer: Json, name: string): string[] {
  const value = answer[name];
  return isTexts(value) ? value : [];
}

/** The JSON of a response. @throws RemoteSigningError */
export function readResponse(
  step: RemoteSigningStep,
  { status, body }: CscResponse,
  provider: string | undefined,
): Json {
  const refuse = (code: string, words: string) =>
    new RemoteSigningError(step, { code, status, words }, provider);
  if (body.length > BODY_MAX) throw refuse('answer', 'its answer is too long.');
  // Of what has nothing to answer.
  const answer = status === 204 ? {} : parse(body);
  if (status >= 200 && status < 300) {
    if (answer) return answer;
    throw refuse('answer', 'its answer is not JSON.');
  }
  const code = answer ? optionalText(answer, 'error') : null;
  const words = answer ? optionalText(answer, 'error_description') : null;
  throw refuse(code ?? 'answer', words ?? (code === null ? `it answered ${status}.` : `${code}.`));
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

export function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

export function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
