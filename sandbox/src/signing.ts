import { constants, privateEncrypt } from 'node:crypto';
import { SANDBOX_NAME } from '@paraph/domain';
import { openSandboxAuthority } from './authority.ts';
import {
  getCredential,
  listCredentials,
  openKey,
  SANDBOX_OTP,
  SANDBOX_PIN,
  type SandboxCredential,
} from './credentials.ts';
import {
  type Consent,
  consumeGrant,
  createGrant,
  equalSecrets,
  GRANT_SECONDS,
  type Release,
  readGrant,
} from './grants.ts';
import { checkRelease } from './oauth.ts';
import { SandboxError, type SandboxPorts, sandboxUrl } from './ports.ts';
import { findHolder } from './store.ts';
import { chooseSandboxLanguage, SANDBOX_TEXTS } from './texts.ts';

export type Parameters = Readonly<Record<string, unknown>>;

/** A call of a person's client: the consent that its token stands for. */
export interface SandboxCall {
  consent: Consent;
  token: string;
  parameters: Parameters;
}

const RSA_SHA256 = '1.2.840.113549.1.1.11';
const SHA256 = '2.16.840.1.101.3.4.2.1';
const SLOW_SECONDS = 3;

export const METHODS = {
  'credentials/list': listMethod,
  'credentials/info': infoMethod,
  'credentials/authorize': authorizeMethod,
  'signatures/signHash': signHashMethod,
  'signatures/signPolling': pollMethod,
} as const;

/** `info`, which needs no token. */
export function describeSandbox(ports: Pick<SandboxPorts, 'baseUrl'>): object {
  return {
    specs: '2.0.0.2',
    name: 'Sandbox Trust Services',
    region: 'ZZ',
    lang: 'en',
    description: SANDBOX_NAME,
    authType: ['oauth2code', 'oauth2client'],
    oauth2: sandboxUrl(ports, ''),
    methods: ['info', 'oauth2/authorize', 'oauth2/token', ...Object.keys(METHODS)],
    signAlgorithms: { algos: [RSA_SHA256] },
  };
}

async function listMethod(ports: SandboxPorts, { consent }: SandboxCall): Promise<object> {
  const holder = await findHolder(ports, consent.holderId);
  return { credentialIDs: holder ? listCredentials(holder).map(({ id }) => id) : [] };
}

async function infoMethod(ports: SandboxPorts, call: SandboxCall): Promise<object> {
  const credential = await getOwnCredential(ports, call);
  const { certificates: above } = await openSandboxAuthority(ports);
  const chain = [credential.certificate, ...above];
  const objects = [
    { id: 'PIN', type: 'Password', format: 'N', label: `PIN (${SANDBOX_PIN} in the sandbox)` },
    { id: 'OTP', type: 'Password', format: 'N', label: `One-time password (${SANDBOX_OTP} in the sandbox)` },
  ];
  const asked = credential.kind === 'seal' ? objects.slice(0, 1) : objects;
  const release = { expression: asked.map(({ id }) => id).join(' AND '), objects: asked };
  const isExplicit = credential.mode === 'explicit';
  return {
    description:
      SANDBOX_TEXTS[chooseSandboxLanguage(textsOf([call.parameters.lang])[0])].kinds[credential.kind],
    ...(credential.statements
      ? { signatureQualifier: credential.kind === 'seal' ? 'eu_eidas_qeseal' : 'eu_eidas_qes' }
      : {}),
    key: { status: 'enabled', algo: [RSA_SHA256], len: 2048 },
    cert: {
      status: credential.isRevoked ? 'revoked' : 'valid',
      certificates: chain.map((der) => Buffer.from(der).toString('base64')),
    },
    auth: { mode: credential.mode, ...(isExplicit ? release : {}) },
    SCAL: String(credential.scal),
    multisign: credential.multisign,
  };
}

async function authorizeMethod(ports: SandboxPorts, call: SandboxCall): Promise<object> {
  const credential = await getOwnCredential(ports, call);
  const { authData, hashes = [], numSignatures } = call.parameters;
  if (credential.mode === 'oauth2code')
    throw new SandboxError('invalid_request', 'The credential is released on the page of the sandbox.');
  const typed = (id: string) => {
    const authValue = Array.isArray(authData) ? authData.find((each) => each?.id === id)?.value : null;
    return typeof authValue === 'string' ? authValue : '';
  };
  const isTyped = credential.mode === 'explicit';
  if (isTyped && !equalSecrets(typed('PIN'), SANDBOX_PIN))
    throw new SandboxError('invalid_pin', 'The PIN is wrong.');
  if (isTyped && credential.kind !== 'seal' && !equalSecrets(typed('OTP'), SANDBOX_OTP))
    throw new SandboxError('invalid_otp', 'The one-time password is wrong.');
  const release = checkRelease(credential, { hashes: textsOf(hashes), count: Number(numSignatures) });
  const activation = await createGrant(ports, 'activation', release);
  return { SAD: activation, expiresIn: GRANT_SECONDS.activation };
}

async function signHashMethod(ports: SandboxPorts, call: SandboxCall): Promise<object> {
  const credential = await getOwnCredential(ports, call);
  const { hashAlgorithmOID, signAlgo } = call.parameters;
  if (signAlgo !== RSA_SHA256 || (hashAlgorithmOID !== undefined && hashAlgorithmOID !== SHA256))
    throw new SandboxError('invalid_request', 'The key signs hashes by SHA-256 with PKCS #1.');
  const hashes = textsOf(call.parameters.hashes).map((hash) => Buffer.from(hash, 'base64'));
  if (hashes.length === 0 || hashes.some(({ length }) => length !== 32))
    throw new SandboxError('invalid_request', 'A hash has not the length of SHA-256.');
  const release = await takeRelease(ports, call);
  if (!mayRelease(release, { credential, hashes }))
    throw new SandboxError('invalid_request', 'The key was released for other hashes.');
  const signatures = signHashes(ports, credential, hashes);
  if (credential.isSlow !== true) return { signatures };
  const readyAt = ports.now().getTime() + SLOW_SECONDS * 1000;
  return { responseID: await createGrant(ports, 'answer', { readyAt, signatures }) };
}

async function pollMethod(ports: SandboxPorts, { parameters }: SandboxCall): Promise<object> {
  const responseID = String(parameters.responseID);
  const grant = await readGrant(ports, 'answer', responseID);
  if (!grant) throw new SandboxError('invalid_request', 'There is no such response.');
  return ports.now().getTime() < grant.readyAt ? { responseID } : { signatures: grant.signatures };
}

/** Each release is good for one call. */
async function takeRelease(
  ports: SandboxPorts,
  { consent, token, parameters }: SandboxCall,
): Promise<Release> {
  if (consent.scope === 'credential') {
    const used = await consumeGrant(ports, 'token', token);
    if (used?.release) return used.release;
    throw new SandboxError('invalid_token', 'The authorization was used.', 401);
  }
  const { SAD } = parameters;
  const grant = typeof SAD === 'string' ? await consumeGrant(ports, 'activation', SAD) : null;
  if (grant) return grant;
  throw new SandboxError('invalid_request', 'The signature activation data (SAD) has ended.');
}

function mayRelease(
  { credentialId, hashes: bound, signaturesMax }: Release,
  { credential, hashes }: { credential: SandboxCredential; hashes: readonly Buffer[] },
): boolean {
  if (credentialId !== credential.id || hashes.length > signaturesMax) return false;
  return credential.scal === 1 || hashes.every((hash) => bound.includes(hash.toString('base64')));
}

async function getOwnCredential(
  ports: SandboxPorts,
  { consent, parameters }: SandboxCall,
): Promise<SandboxCredential> {
  const credential = await getCredential(ports, parameters.credentialID);
  if (credential.holder.id !== consent.holderId)
    throw new SandboxError('invalid_request', 'There is no such credential.');
  return credential;
}

/** DER of DigestInfo before a SHA-256 (RFC 8017 §9.2, note 1). */
const DIGEST_INFO = Buffer.from('3031300d060960864801650304020105000420', 'hex');

/** RSASSA-PKCS1-v1_5 of hashes that were made elsewhere (RFC 8017 §8.2.1). */
function signHashes(ports: SandboxPorts, { holder }: SandboxCredential, hashes: readonly Buffer[]): string[] {
  const key = openKey(ports, holder);
  const padding = constants.RSA_PKCS1_PADDING;
  return hashes.map((hash) =>
    privateEncrypt({ key, padding }, Buffer.concat([DIGEST_INFO, hash])).toString('base64'),
  );
}

function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}
