import { createHash } from 'node:crypto';
import {
  pssParameters,
  type SignatureAlgorithm,
  type Signer,
  signatureAlgorithms,
  signatureHashes,
} from '../certificates/signer.ts';
import {
  CscCalls,
  type CscOptions,
  type CscServiceFacts,
  type Json,
  objectIn,
  optionalText,
  optionalTexts,
} from './csc-calls.ts';
import {
  type CscAuthorizationObject,
  type CscCredential,
  readCredential,
  readSignature,
} from './csc-credential.ts';
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
export interface CscServiceInfo extends CscServiceFacts {
  readonly name: string;
  readonly region: string | null;
  readonly description: string | null;
  readonly authorizationTypes: readonly string[];
  /** Base URL of the pages `oauth2/authorize` and `oauth2/token`; null where the service gives none. */
  readonly oauthUrl: string | null;
  /** The issuer whose metadata says where the pages are (RFC 8414). */
  readonly oauthIssuer?: string;
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

/**
 * Client of a remote signing service (Cloud Signature Consortium API, versions 1 and 2; the option `service` tells
 * which).
 */
export interface CscService {
  /** What the service says about itself; needs no token. */
  info(): Promise<CscServiceInfo>;
  /**
   * Begins what has to be begun before a person can type what releases a key: a one-time password is sent, a challenge
   * is asked for and stands in the label. Returns what to ask for.
   */
  begin(credential: CscCredential): Promise<readonly CscAuthorizationObject[]>;
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
  /** Asks for signatures that `sign` promised for the same inputs; the credential may be gone meanwhile. */
  poll(
    credential: Pick<CscCredential, 'algorithm' | 'certificates'>,
    promised: { readonly inputs: readonly Uint8Array[]; readonly responseId: string },
  ): Promise<CscSignatures>;
  /**
   * A signer with the key of a credential. Sends the hash of the bytes, never the bytes.
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
    credentials: async () =>
      calls.texts('list', await calls.call('list', calls.dialect.list), 'credentialIDs'),
    begin: async ({ id, authorizationObjects }) => {
      const begun: CscAuthorizationObject[] = [];
      for (const object of authorizationObjects) begun.push(await begin(calls, id, object));
      return begun;
    },
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
  const info = await calls.callOpenly();
  const signAlgorithms = optionalTexts(objectIn(info, 'signAlgorithms'), 'algos');
  const oauthIssuer = optionalText(info, 'oauth2Issuer');
  return {
    name: calls.text('service', info, 'name'),
    specification: calls.text('service', info, 'specs'),
    region: optionalText(info, 'region'),
    description: optionalText(info, 'description'),
    methods: calls.texts('service', info, 'methods'),
    authorizationTypes: optionalTexts(info, 'authType'),
    // Version 1 names the page itself.
    oauthUrl: optionalText(info, 'oauth2')?.replace(/\/oauth2\/authorize\/?$/, '') ?? null,
    ...(signAlgorithms.length > 0 ? { signAlgorithms } : {}),
    ...(oauthIssuer === null ? {} : { oauthIssuer }),
  };
}

async function begin(
  calls: CscCalls,
  credentialID: string,
  object: CscAuthorizationObject,
): Promise<CscAuthorizationObject> {
  if (object.start === undefined) return object;
  if (object.start === 'otp') {
    await calls.call('otp', { credentialID });
    return object;
  }
  const challenge = optionalText(
    await calls.call('challenge', { credentialID, authObjectID: object.id }),
    'challenge',
  );
  return { ...object, label: [object.label, challenge].filter((text) => text !== null).join(': ') || null };
}

async function authorize(
  calls: CscCalls,
  credential: Pick<CscCredential, 'algorithm' | 'id'>,
  { inputs, authData }: { inputs: readonly Uint8Array[]; authData: CscAuthorizationData | null },
): Promise<string> {
  const { hashAlgorithm, namesHashOnce, typed } = calls.dialect;
  const values = authData?.filter(({ value }) => value !== '');
  const named = values?.filter(({ id }) => typed?.includes(id)).map(({ id, value }) => [id, value]);
  const parameters = {
    credentialID: credential.id,
    ...hashesOf(calls, credential, inputs),
    ...(namesHashOnce ? {} : { [hashAlgorithm]: hashOidOf(credential) }),
    numSignatures: inputs.length,
    ...(values && values.length > 0 && (typed ? Object.fromEntries(named ?? []) : { authData: values })),
  };
  const answer = await calls.call('authorize', parameters).catch((error: unknown) => {
    throw error instanceof RemoteSigningError ? withoutTyped(error, { values, name: calls.name }) : error;
  });
  return calls.text('authorize', answer, 'SAD');
}

/** A refusal is shown and stored: what was typed is taken out, should the service repeat it. */
function withoutTyped(
  { step, code, status, words }: RemoteSigningError,
  { values = [], name }: { values?: CscAuthorizationData | undefined; name: string | undefined },
): RemoteSigningError {
  const said = values.reduce((text, { value }) => text.replaceAll(value, '…'), words);
  return new RemoteSigningError(step, { code, status, words: said }, name);
}

async function sign(
  calls: CscCalls,
  credential: CscCredential,
  { inputs, activationData, isAsynchronous = false }: CscSigningRequest,
): Promise<CscSignatures> {
  const { dialect } = calls;
  const { scheme, hash, oid } = signatureAlgorithms[credential.algorithm];
  const isImplied = scheme !== 'rsa-pss' && credential.algorithmOid === oid;
  const answer = await calls.call('sign', {
    credentialID: credential.id,
    ...hashesOf(calls, credential, inputs),
    ...(dialect.namesHashOnce && isImplied ? {} : { [dialect.hashAlgorithm]: hashOidOf(credential) }),
    ...(activationData === null ? {} : { SAD: activationData }),
    signAlgo: credential.algorithmOid,
    ...(scheme === 'rsa-pss' ? { signAlgoParams: Buffer.from(pssParameters(hash)).toString('base64') } : {}),
    ...(dialect.hasModes ? { operationMode: isAsynchronous ? 'A' : 'S' } : {}),
  });
  return readSignatures(calls, credential, { inputs, answer, responseId: null });
}

function hashesOf(
  { dialect }: CscCalls,
  { algorithm }: Pick<CscCredential, 'algorithm'>,
  inputs: readonly Uint8Array[],
): Json {
  return { [dialect.hashes]: digestsOf(algorithm, inputs).map((digest) => digest.toString('base64')) };
}

function hashOidOf({ algorithm }: Pick<CscCredential, 'algorithm'>): string {
  return signatureHashes[signatureAlgorithms[algorithm].hash].oid;
}

function digestsOf(algorithm: SignatureAlgorithm, inputs: readonly Uint8Array[]): Buffer[] {
  const { hash } = signatureAlgorithms[algorithm];
  return inputs.map((bytes) => createHash(hash).update(bytes).digest());
}

function readSignatures(
  calls: CscCalls,
  credential: Pick<CscCredential, 'algorithm' | 'certificates'>,
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
    const digests = digestsOf(credential.algorithm, inputs);
    return activation.activationData(digests.map((digest) => digest.toString('base64')));
  }
  if (credential.mode === 'oauth2code') {
    const words = 'this credential is released on pages of the service; give activationData.';
    throw new RemoteSigningError('authorize', { code: 'activation', status: 0, words }, calls.name);
  }
  const authData = activation.authData ? await activation.authData() : null;
  return authorize(calls, credential, { inputs, authData });
}
