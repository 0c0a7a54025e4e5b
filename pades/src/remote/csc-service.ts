import { createHash } from 'node:crypto';
import { oids } from '../asn1/oids.ts';
import { pssParameters, type Signer } from '../certificates/signer.ts';
import { CscCalls, type CscOptions, type Json, optionalText, optionalTexts } from './csc-calls.ts';
import { type CscCredential, readCredential, readSignature } from './csc-credential.ts';
import { RemoteSigningError } from './remote-signing-error.ts';

/** Named values that release a key in mode `explicit`, such as `PIN` or `OTP`. */
export type CscAuthorizationData = readonly { readonly id: string; readonly value: string }[];

/** Activation of the key for one signature, by `auth` of `credentials/info` (CSC API v2). */
export interface CscActivation {
  /** Returns named values such as `PIN` or `OTP` for mode `explicit`; called for each signature. */
  readonly authData?: () => Promise<CscAuthorizationData>;
  /** Returns signature activation data for mode `oauth2code`; the hashes are Base64. */
  readonly activationData?: (hashes: readonly string[]) => Promise<string>;
}

/** What a service says about itself (`info`). */
export interface CscServiceInfo {
  readonly name: string;
  /** Version of the API, as `2.0.0.2`. */
  readonly specification: string;
  readonly region: string | null;
  readonly description: string | null;
  readonly methods: readonly string[];
  readonly authorizationTypes: readonly string[];
  /** Base URL of the pages `oauth2/authorize` and `oauth2/token`; null where the service gives none. */
  readonly oauthUrl: string | null;
}

/** Signatures in the order of the inputs, or the id to ask for them by later. */
export type CscSignatures =
  | { readonly signatures: readonly Uint8Array[]; readonly responseId: string | null }
  | { readonly signatures: null; readonly responseId: string };

export interface CscSigningRequest {
  /** DER, as `Signer.sign` takes them: their hashes are sent. */
  readonly inputs: readonly Uint8Array[];
  /** Null where the token itself releases the key. */
  readonly activationData: string | null;
  /** Asks for an answer at once, and the signatures later. */
  readonly isAsynchronous?: boolean;
}

/** Client of a remote signing service (Cloud Signature Consortium API, version 2). */
export interface CscService {
  /** What the service says about itself; needs no token. */
  info(): Promise<CscServiceInfo>;
  /** Ids of the credentials that the token may use. */
  credentials(): Promise<readonly string[]>;
  /**
   * `language`: of the description, as BCP 47.
   * @throws RemoteSigningError when it is disabled, or has no valid certificate or no supported algorithm.
   */
  credential(id: string, language?: string): Promise<CscCredential>;
  /** Releases a key for these inputs by what the person typed; returns the activation data. */
  authorize(
    credential: CscCredential,
    request: { readonly inputs: readonly Uint8Array[]; readonly authData: CscAuthorizationData },
  ): Promise<string>;
  /** Signs several inputs under one authorization. Every signature is verified before it is returned. */
  sign(credential: CscCredential, request: CscSigningRequest): Promise<CscSignatures>;
  /** Asks for signatures that `sign` promised for the same inputs. */
  poll(
    credential: CscCredential,
    promised: { readonly inputs: readonly Uint8Array[]; readonly responseId: string },
  ): Promise<CscSignatures>;
  /**
   * A signer with the key of a credential. Sends the SHA-256 of the bytes, never the bytes.
   * @throws RemoteSigningError when the credential is disabled, has no certificate or no supported algorithm.
   */
  signer(credentialId: string, activation?: CscActivation): Promise<Signer>;
}

/**
 * @example
 * const service = cscService({ baseUrl: 'https://rssp.example.org/csc/v2', transport: post, authorization });
 * const [id] = await service.credentials();
 * const update = await job.sign(options, await service.signer(id, { authData: askForPin }));
 */
export function cscService(options: CscOptions): CscService {
  const calls = new CscCalls(options);
  return {
    info: () => readInfo(calls),
    credentials: async () => calls.texts('list', await calls.call('list', {}), 'credentialIDs'),
    credential: (id, language) => readCredential(calls, id, language),
    authorize: (credential, { inputs, authData }) => authorize(calls, credential, { inputs, authData }),
    sign: (credential, request) => sign(calls, credential, request),
    poll: async (credential, { inputs, responseId }) => {
      const answer = await calls.call('poll', { responseID: responseId });
      return readSignatures(calls, credential, { inputs, answer, responseId });
    },
    signer: async (credentialId, activation = {}) => {
      const credential = await readCredential(calls, credentialId);
      const { certificates, algorithm } = credential;
      return {
        certificates,
        algorithm,
        sign: (bytes) => signOne(calls, { credential, activation }, bytes),
      };
    },
  };
}

async function readInfo(calls: CscCalls): Promise<CscServiceInfo> {
  const info = await calls.callOpenly('service', {});
  return {
    name: calls.text('service', info, 'name'),
    specification: calls.text('service', info, 'specs'),
    region: optionalText(info, 'region'),
    description: optionalText(info, 'description'),
    methods: calls.texts('service', info, 'methods'),
    authorizationTypes: optionalTexts(info, 'authType'),
    oauthUrl: optionalText(info, 'oauth2'),
  };
}

async function authorize(
  calls: CscCalls,
  { id }: CscCredential,
  { inputs, authData }: { inputs: readonly Uint8Array[]; authData: CscAuthorizationData | null },
): Promise<string> {
  const answer = await calls.call('authorize', {
    ...hashesOf(id, inputs),
    numSignatures: inputs.length,
    ...(authData ? { authData } : {}),
  });
  return calls.text('authorize', answer, 'SAD');
}

async function sign(
  calls: CscCalls,
  credential: CscCredential,
  { inputs, activationData, isAsynchronous = false }: CscSigningRequest,
): Promise<CscSignatures> {
  const answer = await calls.call('sign', {
    ...hashesOf(credential.id, inputs),
    ...(activationData === null ? {} : { SAD: activationData }),
    signAlgo: credential.algorithmOid,
    ...(credential.algorithm === 'rsa-pss-sha256'
      ? { signAlgoParams: Buffer.from(pssParameters()).toString('base64') }
      : {}),
    operationMode: isAsynchronous ? 'A' : 'S',
  });
  return readSignatures(calls, credential, { inputs, answer, responseId: null });
}

function hashesOf(credentialID: string, inputs: readonly Uint8Array[]): Json {
  const hashes = inputs.map((bytes) => createHash('sha256').update(bytes).digest('base64'));
  return { credentialID, hashes, hashAlgorithmOID: oids.sha256 };
}

function readSignatures(
  calls: CscCalls,
  credential: CscCredential,
  about: { inputs: readonly Uint8Array[]; answer: Json; responseId: string | null },
): CscSignatures {
  const { inputs, answer } = about;
  const responseId = optionalText(answer, 'responseID') ?? about.responseId;
  const isOpen = answer.signatures === undefined || answer.signatures === null;
  if (isOpen && responseId !== null) return { signatures: null, responseId };
  const texts = calls.texts('sign', answer, 'signatures');
  if (texts.length !== inputs.length)
    throw calls.unusable('sign', `it gave ${texts.length} signatures for ${inputs.length}.`);
  const signatures = inputs.map((bytes, index) =>
    readSignature(calls, credential, { text: texts[index] ?? '', bytes }),
  );
  return { signatures, responseId };
}

async function signOne(
  calls: CscCalls,
  { credential, activation }: { credential: CscCredential; activation: CscActivation },
  bytes: Uint8Array,
): Promise<Uint8Array> {
  const inputs = [bytes];
  const activationData = await activate(calls, { credential, activation }, inputs);
  const { signatures } = await sign(calls, credential, { inputs, activationData });
  const [signature] = signatures ?? [];
  if (!signature)
    throw calls.unusable('sign', 'it promised the signature for later; ask it by sign and poll.');
  return signature;
}

async function activate(
  calls: CscCalls,
  { credential, activation }: { credential: CscCredential; activation: CscActivation },
  inputs: readonly Uint8Array[],
): Promise<string> {
  if (activation.activationData) {
    const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('base64');
    return activation.activationData(inputs.map(digest));
  }
  if (credential.mode === 'oauth2code') {
    const words = 'this credential is released on pages of the service; give activationData.';
    throw new RemoteSigningError('authorize', { code: 'activation', status: 0, words }, calls.name);
  }
  const authData = activation.authData ? await activation.authData() : null;
  return authorize(calls, credential, { inputs, authData });
}
