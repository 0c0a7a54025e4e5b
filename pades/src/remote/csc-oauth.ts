import { createHash } from 'node:crypto';
import { oids } from '../asn1/oids.ts';
import { type CscClient, type CscOptions, optionalText, postTokenForm, unusable } from './csc-calls.ts';

/** What the person is asked to permit on a page of the service. */
export type CscConsent =
  /** To list and read their credentials. */
  | { readonly scope: 'service' }
  /** To sign these hashes, and nothing else, with one credential. */
  | {
      readonly scope: 'credential';
      readonly credentialId: string;
      /** SHA-256 of each input of a signature. */
      readonly digests: readonly Uint8Array[];
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
}

/** Where the person is sent to consent: code with PKCE (RFC 7636), in the terms of the CSC API, version 2. */
export function cscAuthorizationUrl(request: CscAuthorizationRequest): string {
  const { consent, language } = request;
  const url = new URL(request.url);
  const fields = {
    response_type: 'code',
    client_id: request.clientId,
    redirect_uri: request.redirectUri,
    state: request.state,
    code_challenge: createHash('sha256').update(request.codeVerifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...(language === undefined ? {} : { lang: language }),
    ...consentFields(consent),
  };
  for (const [name, value] of Object.entries(fields)) url.searchParams.set(name, value);
  return url.href;
}

function consentFields(consent: CscConsent): Record<string, string> {
  if (consent.scope === 'service') return { scope: 'service' };
  const { credentialId, digests, labels } = consent;
  if (!labels)
    return {
      scope: 'credential',
      credentialID: credentialId,
      numSignatures: String(digests.length),
      hashes: digests.map((digest) => Buffer.from(digest).toString('base64url')).join(','),
      hashAlgorithmOID: oids.sha256,
    };
  const documentDigests = digests.map((digest, index) => ({
    hash: Buffer.from(digest).toString('base64'),
    label: labels[index] ?? '',
  }));
  const detail = {
    type: 'credential',
    credentialID: credentialId,
    documentDigests,
    hashAlgorithmOID: oids.sha256,
  };
  return { authorization_details: JSON.stringify([detail]) };
}

export interface CscGrant {
  readonly token: string;
  /** Services of earlier versions return the activation data itself, to be sent beside a token of the service. */
  readonly isActivationData: boolean;
  /** Null where the service does not say. */
  readonly expiresIn: number | null;
}

/** Exchanges the code of the return. @throws RemoteSigningError */
export async function exchangeCscCode(
  client: CscClient,
  returned: { readonly code: string; readonly codeVerifier: string; readonly redirectUri: string },
  options: Pick<CscOptions, 'name' | 'transport'>,
): Promise<CscGrant> {
  const { code, codeVerifier, redirectUri } = returned;
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
    isActivationData: optionalText(answer, 'token_type')?.toUpperCase() === 'SAD',
    expiresIn: typeof expiresIn === 'number' && expiresIn > 0 ? expiresIn : null,
  };
}
