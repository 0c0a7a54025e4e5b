import { createHash, createHmac } from 'node:crypto';
import { type SignatureHash, signatureHashes } from '../certificates/signer.ts';
import type { CscAuthorizationServer } from './csc-authorization-server.ts';
import {
  type CscClient,
  type CscOptions,
  optionalText,
  postForm,
  postTokenForm,
  unusable,
} from './csc-calls.ts';
import { type CscVersion, cscDialects } from './csc-dialect.ts';

/** What the person is asked to permit on a page of the service. */
export type CscConsent =
  /** To list and read their credentials. */
  | { readonly scope: 'service' }
  /** To sign these hashes, and nothing else, with one credential. */
  | {
      readonly scope: 'credential';
      readonly credentialId: string;
      /** The hash of each input of a signature. */
      readonly digests: readonly Uint8Array[];
      /** By what they are made; default SHA-256. */
      readonly hash?: SignatureHash;
      /** Shown beside the hashes where the service can; as many as `digests`. Sends the hashes as RFC 9396 §2 says. */
      readonly labels?: readonly string[];
    };

export interface CscAuthorizationRequest {
  /** Authorization endpoint, for example `https://rssp.example.org/oauth2/authorize`. */
  readonly url: string;
  readonly clientId: string;
  readonly redirectUri: string;
  /** Returned with the code: ties the return to the session that began. */
  readonly state: string;
  /** 43 to 128 characters that only the client knows (RFC 7636 §4.1). */
  readonly codeVerifier: string;
  readonly consent: CscConsent;
  /** Language of the pages (RFC 5646). */
  readonly language?: string;
  /** Version of the CSC API; default 2. */
  readonly version?: CscVersion;
  /** By {@link cscAccountToken}, for a service that asks for it; good for one request. */
  readonly accountToken?: string;
}

/** Where the person is sent to consent: code with PKCE (RFC 7636), in the terms of the CSC API. */
export function cscAuthorizationUrl(request: CscAuthorizationRequest): string {
  return withQuery(request.url, authorizationFields(request));
}

/** A longer address is cut or refused by some browsers and servers. */
const URL_LENGTH_MAX = 2_000;

/**
 * As `cscAuthorizationUrl`. Where the server demands it, or would get a long address, as for many hashes, the request is
 * pushed to it, and the address names it (RFC 9126).
 *
 * @throws RemoteSigningError
 */
export async function openCscAuthorization(
  request: Omit<CscAuthorizationRequest, 'clientId' | 'url'>,
  { server, client }: { server: CscAuthorizationServer; client: Omit<CscClient, 'tokenUrl'> },
  options: Pick<CscOptions, 'name' | 'transport'>,
): Promise<string> {
  const { authorizeUrl, pushUrl, isPushRequired } = server;
  const { clientId } = client;
  const fields = authorizationFields({ ...request, clientId });
  const url = withQuery(authorizeUrl, fields);
  if (!isPushRequired && url.length <= URL_LENGTH_MAX) return url;
  if (pushUrl === null && !isPushRequired) return url;
  if (pushUrl === null) throw unusable('push', 'it does not say where.', options.name);
  const answer = await postForm('push', { client, url: pushUrl, fields }, options);
  const requestUri = optionalText(answer, 'request_uri');
  if (requestUri === null) throw unusable('push', 'its answer has no request_uri.', options.name);
  return withQuery(authorizeUrl, { client_id: clientId, request_uri: requestUri });
}

/**
 * The client's word for whose account a person uses, for services that let in no others (CSC API 1.0.4.0 §8.3.1, CSC API
 * 2.0.0.2 §8.4.1). `id` is new for each.
 */
export function cscAccountToken(
  { clientId, clientSecret }: Pick<CscClient, 'clientId' | 'clientSecret'>,
  { accountId, issuedAt, id }: { accountId: string; issuedAt: Date; id: string },
): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const claims = { sub: accountId, iat: Math.floor(issuedAt.getTime() / 1000), jti: id, azp: clientId };
  const signed = `${part({ typ: 'JWT', alg: 'HS256' })}.${part(claims)}`;
  const key = createHash('sha256').update(clientSecret).digest();
  return `${signed}.${createHmac('sha256', key).update(signed).digest('base64url')}`;
}

function withQuery(address: string, fields: Readonly<Record<string, string>>): string {
  const url = new URL(address);
  for (const [name, value] of Object.entries(fields)) url.searchParams.set(name, value);
  return url.href;
}

function authorizationFields(request: Omit<CscAuthorizationRequest, 'url'>): Record<string, string> {
  const { consent, language, accountToken, version = 2 } = request;
  return {
    response_type: 'code',
    client_id: request.clientId,
    redirect_uri: request.redirectUri,
    state: request.state,
    code_challenge: createHash('sha256').update(request.codeVerifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...(language === undefined ? {} : { lang: language }),
    ...(accountToken === undefined ? {} : { account_token: accountToken }),
    ...consentFields(consent, version),
  };
}

function consentFields(consent: CscConsent, version: CscVersion): Record<string, string> {
  if (consent.scope === 'service') return { scope: 'service' };
  const { credentialId, digests, labels, hash = 'sha256' } = consent;
  const { hashes, hashAlgorithm, namesHashOnce, padsHashes } = cscDialects[version];
  const { oid, bytes } = signatureHashes[hash];
  const padding = padsHashes ? '='.repeat((3 - (bytes % 3)) % 3) : '';
  if (!labels)
    return {
      scope: 'credential',
      credentialID: credentialId,
      numSignatures: String(digests.length),
      [hashes]: digests.map((digest) => Buffer.from(digest).toString('base64url') + padding).join(','),
      ...(namesHashOnce ? {} : { [hashAlgorithm]: oid }),
    };
  const documentDigests = digests.map((digest, index) => ({
    hash: Buffer.from(digest).toString('base64'),
    label: labels[index] ?? '',
  }));
  const detail = {
    type: 'credential',
    credentialID: credentialId,
    documentDigests,
    hashAlgorithmOID: oid,
  };
  return { authorization_details: JSON.stringify([detail]) };
}

export interface CscGrant {
  readonly token: string;
  /** Of version 1 the token is activation data, which is sent beside a token of the service; of others if it says so. */
  readonly isActivationData: boolean;
  /** Null where the service does not say. */
  readonly expiresIn: number | null;
}

/** Exchanges the code of the return. @throws RemoteSigningError */
export async function exchangeCscCode(
  client: CscClient,
  returned: {
    readonly code: string;
    readonly codeVerifier: string;
    readonly redirectUri: string;
    /** Version of the CSC API; default 2. */
    readonly version?: CscVersion;
  },
  options: Pick<CscOptions, 'name' | 'transport'>,
): Promise<CscGrant> {
  const { code, codeVerifier, redirectUri, version = 2 } = returned;
  const answer = await postTokenForm(
    client,
    { grant_type: 'authorization_code', code, code_verifier: codeVerifier, redirect_uri: redirectUri },
    options,
  );
  const token = optionalText(answer, 'access_token');
  if (token === null) throw unusable('token', 'its answer has no access_token.', options.name);
  const { expires_in: expiresIn } = answer;
  return {
    token,
    isActivationData:
      cscDialects[version].isTokenActivation || optionalText(answer, 'token_type')?.toUpperCase() === 'SAD',
    expiresIn: typeof expiresIn === 'number' && expiresIn > 0 ? expiresIn : null,
  };
}
