import { createHash, createPublicKey, type KeyObject } from 'node:crypto';
import { oids } from '../asn1/oids.ts';
import { parseCertificate } from '../certificates/parse-certificate.ts';
import {
  ecdsaSignatureFromRaw,
  isSignatureOf,
  pssParameters,
  type SignatureAlgorithm,
  type Signer,
} from '../certificates/signer.ts';
import { CscCalls, type CscOptions, partOf, textOf, textsOf, unusable } from './csc-calls.ts';
import { RemoteSigningError } from './remote-signing-error.ts';

/** Activation of the key for one signature, by `auth` of `credentials/info` (CSC API v2). */
export interface CscActivation {
  /** Returns named values such as `PIN` or `OTP` for mode `explicit`; called for each signature. */
  readonly authData?: () => Promise<readonly { readonly id: string; readonly value: string }[]>;
  /** Returns signature activation data for mode `oauth2code`; the hashes are Base64. */
  readonly activationData?: (hashes: readonly string[]) => Promise<string>;
}

/** Client of a remote signing service (Cloud Signature Consortium API, version 2). */
export interface CscService {
  /** Ids of the credentials that the token may use. */
  credentials(): Promise<readonly string[]>;
  /**
   * A signer with the key of a credential. Sends the SHA-256 of the bytes, never the bytes.
   * @throws RemoteSigningError when the credential is disabled, has no certificate or no supported algorithm.
   */
  signer(credentialId: string, activation?: CscActivation): Promise<Signer>;
}

/** Algorithms by the object identifiers in `key.algo`, in order of preference. */
const algorithms: readonly (readonly [oid: string, algorithm: SignatureAlgorithm])[] = [
  [oids.ecdsaWithSha256, 'ecdsa-sha256'],
  [oids.ecPublicKey, 'ecdsa-sha256'],
  [oids.sha256WithRsa, 'rsa-sha256'],
  [oids.rsaPss, 'rsa-pss-sha256'],
  [oids.rsaEncryption, 'rsa-sha256'],
];

/**
 * @example
 * const service = cscService({ baseUrl: 'https://rssp.example.org/csc/v2', transport: post, authorization });
 * const [id] = await service.credentials();
 * const update = await job.sign(options, await service.signer(id, { authData: askForPin }));
 */
export function cscService(options: CscOptions): CscService {
  const calls = new CscCalls(options);
  return {
    credentials: async () => textsOf('list', await calls.call('list', {}), 'credentialIDs'),
    signer: async (credentialId, activation = {}) => {
      const credential = await readCredential(calls, credentialId);
      const { certificates, algorithm } = credential;
      return {
        certificates,
        algorithm,
        sign: (bytes) => signRemotely(calls, { ...credential, activation }, bytes),
      };
    },
  };
}

interface Credential {
  readonly id: string;
  readonly certificates: readonly Uint8Array[];
  readonly algorithm: SignatureAlgorithm;
  /** Id at the service. */
  readonly algorithmOid: string;
  readonly key: KeyObject;
  readonly mode: string;
}

async function readCredential(calls: CscCalls, id: string): Promise<Credential> {
  const wanted = { credentialID: id, certificates: 'chain', certInfo: false, authInfo: true };
  const info = await calls.call('info', wanted);
  const key = partOf(info, 'key');
  const held = partOf(info, 'cert');
  if (textOf('info', key, 'status') !== 'enabled') throw unusable('info', `the key of ${id} is disabled.`);
  if (held.status !== undefined && held.status !== 'valid')
    throw unusable('info', `the certificate of ${id} is ${String(held.status)}.`);
  const certificates = textsOf('info', held, 'certificates').map((text) => Buffer.from(text, 'base64'));
  const [own] = certificates;
  if (!own) throw unusable('info', `the certificate of ${id} is missing.`);
  const named = textsOf('info', key, 'algo');
  const found = algorithms.find(([oid]) => named.includes(oid));
  if (!found) throw unusable('info', `the key of ${id} signs by nothing known here (${named.join(', ')}).`);
  const spki = Buffer.from(parseCertificate(own).publicKey);
  return {
    id,
    certificates,
    algorithmOid: found[0],
    algorithm: found[1],
    key: createPublicKey({ key: spki, format: 'der', type: 'spki' }),
    // Version 1 of the API uses `authMode`.
    mode: String(partOf(info, 'auth').mode ?? info.authMode ?? 'implicit'),
  };
}

async function signRemotely(
  calls: CscCalls,
  credential: Credential & { readonly activation: CscActivation },
  bytes: Uint8Array,
): Promise<Uint8Array> {
  const hashes = [createHash('sha256').update(bytes).digest('base64')];
  const about = { credentialID: credential.id, hashes, hashAlgorithmOID: oids.sha256 };
  const answer = await calls.call('sign', {
    ...about,
    SAD: await activate(calls, credential, about),
    signAlgo: credential.algorithmOid,
    ...(credential.algorithm === 'rsa-pss-sha256'
      ? { signAlgoParams: Buffer.from(pssParameters()).toString('base64') }
      : {}),
    operationMode: 'S',
  });
  const [text, ...more] = textsOf('sign', answer, 'signatures');
  if (text === undefined || more.length > 0)
    throw unusable('sign', 'it gave not one signature for one hash.');
  return readSignature(Buffer.from(text, 'base64'), credential, bytes);
}

async function activate(
  calls: CscCalls,
  { mode, activation }: { readonly mode: string; readonly activation: CscActivation },
  about: { readonly hashes: readonly string[] },
): Promise<string> {
  if (activation.activationData) return activation.activationData(about.hashes);
  if (mode === 'oauth2code')
    throw new RemoteSigningError('authorize', {
      code: 'activation',
      status: 0,
      words: 'this credential is released on pages of the service; give activationData.',
    });
  const authData = activation.authData ? { authData: await activation.authData() } : {};
  const answer = await calls.call('authorize', { ...about, numSignatures: 1, ...authData });
  return textOf('authorize', answer, 'SAD');
}

/** Services return ECDSA signatures as DER or raw r‖s; verification with the key tells which. */
function readSignature(
  signature: Uint8Array,
  { key, algorithm }: Pick<Credential, 'key' | 'algorithm'>,
  bytes: Uint8Array,
): Uint8Array {
  const isRaw = algorithm === 'ecdsa-sha256' && signature.length > 0 && signature.length % 2 === 0;
  const ways = isRaw ? [signature, ecdsaSignatureFromRaw(signature)] : [signature];
  const good = ways.find((way) => isSignatureOf(bytes, { key, algorithm, signature: way }));
  if (!good) throw unusable('sign', 'what it gave is not a signature by the key of its certificate.');
  return good;
}
