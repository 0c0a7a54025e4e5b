import { SANDBOX_NAME } from '@paraph/domain';
import {
  getCredential,
  openHolder,
  SANDBOX_ORGANIZATION,
  SANDBOX_OTP,
  type SandboxCredential,
} from './credentials.ts';
import {
  type Consent,
  consumeGrant,
  createGrant,
  equalSecrets,
  GRANT_SECONDS,
  type Release,
  sha256,
} from './grants.ts';
import { SandboxError, type SandboxPorts } from './ports.ts';

export const SANDBOX_CLIENT_ID = 'paraph-sandbox';

/** The secret of the one client: this instance. */
export function sandboxClientSecret({ vault }: Pick<SandboxPorts, 'vault'>): string {
  return vault.derive('sandbox-provider', SANDBOX_CLIENT_ID).toString('base64url');
}

/** An authorization request that can be shown to a person. */
export interface AuthorizationRequest {
  redirectUri: string;
  state: string;
  challenge: string;
  /** Null for scope `service`. */
  wanted: { credential: SandboxCredential; release: Release; labels: readonly string[] } | null;
}

const SHA256 = '2.16.840.1.101.3.4.2.1';

/**
 * Reads an authorization request. Until client and address are known, an error is shown and nothing is redirected
 * (RFC 9700 §4.11.2); later ones are returned to the client by `refusalUrl`.
 *
 * @throws SandboxError
 */
export async function readAuthorizationRequest(
  ports: SandboxPorts,
  query: URLSearchParams,
): Promise<AuthorizationRequest> {
  requireClient(ports, query);
  const challenge = query.get('code_challenge') ?? '';
  if (query.get('response_type') !== 'code')
    throw new SandboxError('unsupported_response_type', 'The response type must be code.');
  if (query.get('code_challenge_method') !== 'S256' || !/^[\w-]{43}$/.test(challenge))
    throw new SandboxError('invalid_request', 'A code challenge by S256 is required.');
  const wanted = await readWanted(ports, query);
  return { redirectUri: query.get('redirect_uri') ?? '', state: query.get('state') ?? '', challenge, wanted };
}

/** @throws SandboxError for an unknown client or address, to which nothing may be redirected */
export function requireClient({ baseUrl }: Pick<SandboxPorts, 'baseUrl'>, query: URLSearchParams): void {
  if (query.get('client_id') !== SANDBOX_CLIENT_ID)
    throw new SandboxError('invalid_client', 'The client is not known here.');
  if (!query.get('redirect_uri')?.startsWith(`${baseUrl}/`))
    throw new SandboxError('invalid_request', 'The address to return to is not one of the client’s.');
}

async function readWanted(
  ports: SandboxPorts,
  query: URLSearchParams,
): Promise<AuthorizationRequest['wanted']> {
  const details = query.get('authorization_details');
  if (details !== null) return readDetails(ports, details);
  const scope = query.get('scope');
  if (scope === 'service') return null;
  if (scope !== 'credential')
    throw new SandboxError('invalid_scope', 'The scope must be service or credential.');
  const hashList = query.get('hashes') ?? '';
  const hashes = hashList === '' ? [] : hashList.split(',');
  if (hashes.length > 0 && query.get('hashAlgorithmOID') !== SHA256)
    throw new SandboxError('invalid_request', 'The hashes must be by SHA-256.');
  const count = Number(query.get('numSignatures'));
  const wanted = { credentialId: query.get('credentialID'), hashes, count };
  return { ...(await checkWanted(ports, wanted)), labels: [] };
}

/** RFC 9396 §2, with the type `credential` of the CSC API. */
async function readDetails(ports: SandboxPorts, text: string): Promise<AuthorizationRequest['wanted']> {
  const [detail] = parseList(text);
  if (detail?.type !== 'credential' || detail.hashAlgorithmOID !== SHA256)
    throw new SandboxError(
      'invalid_authorization_details',
      'The details must be of a credential, by SHA-256.',
    );
  const digests = Array.isArray(detail.documentDigests) ? detail.documentDigests : [];
  const hashes = digests.map((digest) => String(digest?.hash));
  const labels = digests.map((digest) => String(digest?.label ?? ''));
  const wanted = { credentialId: detail.credentialID, hashes, count: hashes.length };
  return { ...(await checkWanted(ports, wanted)), labels };
}

function parseList(text: string): Record<string, unknown>[] {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value.filter((each) => typeof each === 'object' && each !== null) : [];
  } catch {
    return [];
  }
}

async function checkWanted(
  ports: SandboxPorts,
  { credentialId, hashes, count }: { credentialId: unknown; hashes: readonly string[]; count: number },
) {
  const credential = await getCredential(ports, credentialId);
  return { credential, release: checkRelease(credential, { hashes, count }) };
}

/** @throws SandboxError when the credential may not be released for that many signatures or without hashes */
export function checkRelease(
  { id, scal, multisign }: SandboxCredential,
  { hashes, count }: { hashes: readonly string[]; count: number },
): Release {
  if (!Number.isInteger(count) || count < 1 || count > multisign)
    throw new SandboxError('invalid_request', `The credential signs 1 to ${multisign} hashes at a time.`);
  const digests = hashes.map((hash) => Buffer.from(hash, 'base64'));
  if (digests.some(({ length }) => length !== 32))
    throw new SandboxError('invalid_request', 'A hash has not the length of SHA-256.');
  if (scal === 2 && digests.length !== count)
    throw new SandboxError('invalid_request', 'The hashes of all signatures are required.');
  const bound = scal === 2 ? digests.map((digest) => digest.toString('base64')) : [];
  return { credentialId: id, hashes: bound, signaturesMax: count };
}

/**
 * The address to return to after the person has confirmed.
 *
 * @throws SandboxError `invalid_otp`, `invalid_name`: shown on the page, which stays
 */
export async function confirmAuthorization(
  ports: SandboxPorts,
  { wanted, challenge, redirectUri, state }: AuthorizationRequest,
  typed: { name: string; otp: string },
): Promise<string> {
  const consent = wanted ? checkOtp(wanted, typed.otp) : await signInAs(ports, typed.name.trim());
  const code = await createGrant(ports, 'code', { consent, challenge, redirectUri });
  return returnUrl({ redirectUri, state }, { code });
}

function checkOtp(
  { credential, release }: NonNullable<AuthorizationRequest['wanted']>,
  otp: string,
): Consent {
  if (!equalSecrets(otp.trim(), SANDBOX_OTP))
    throw new SandboxError('invalid_otp', 'This is not the one-time password.');
  return { holderId: credential.holder.id, scope: 'credential', release };
}

async function signInAs(ports: SandboxPorts, name: string): Promise<Consent> {
  if (name === '' || name === SANDBOX_ORGANIZATION || [...name].length > 64 || /\p{Cc}/u.test(name))
    throw new SandboxError('invalid_name', 'A name has 1 to 64 characters.');
  const { id } = await openHolder(ports, name);
  return { holderId: id, scope: 'service', release: null };
}

/** Where the person is returned to, with what the client is told. */
export function returnUrl(
  { redirectUri, state }: Pick<AuthorizationRequest, 'redirectUri' | 'state'>,
  parameters: Readonly<Record<string, string>>,
): string {
  const url = new URL(redirectUri);
  for (const [name, value] of Object.entries({ ...parameters, state })) url.searchParams.set(name, value);
  return url.href;
}

/** A token without a person: for the certificates of the organization (RFC 6749 §4.4). */
async function grantOrganization(ports: SandboxPorts, scope: string): Promise<object> {
  if (scope !== 'service') throw new SandboxError('invalid_scope', 'The scope must be service.');
  const { id: holderId } = await openHolder(ports, SANDBOX_ORGANIZATION);
  const token = await createGrant(ports, 'token', { holderId, scope, release: null });
  return { access_token: token, token_type: 'Bearer', expires_in: GRANT_SECONDS.token, scope };
}

/** The token endpoint. @throws SandboxError */
export async function exchangeGrant(ports: SandboxPorts, form: URLSearchParams): Promise<object> {
  const isRegistered =
    form.get('client_id') === SANDBOX_CLIENT_ID &&
    equalSecrets(form.get('client_secret') ?? '', sandboxClientSecret(ports));
  if (!isRegistered) throw new SandboxError('invalid_client', 'The client is not known here.', 401);
  const type = form.get('grant_type');
  if (type === 'client_credentials') return grantOrganization(ports, form.get('scope') ?? 'service');
  if (type !== 'authorization_code')
    throw new SandboxError('unsupported_grant_type', `${SANDBOX_NAME}: there is no such grant.`);
  const grant = await consumeGrant(ports, 'code', form.get('code') ?? '');
  const challenge = sha256(form.get('code_verifier') ?? '').toString('base64url');
  const isSame = grant?.challenge === challenge && grant.redirectUri === form.get('redirect_uri');
  if (!grant || !isSame)
    throw new SandboxError('invalid_grant', 'The code has ended, or is of another request.');
  const token = await createGrant(ports, 'token', grant.consent);
  const { scope } = grant.consent;
  return { access_token: token, token_type: 'Bearer', expires_in: GRANT_SECONDS.token, scope };
}
