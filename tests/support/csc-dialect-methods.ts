import { randomBytes } from 'node:crypto';
import type { DialectGrant } from './csc-dialect-oauth.ts';
import { CscRefusal, type CscRequest, type CscState, digestBytes, isVersion1 } from './csc-dialect-state.ts';
import { oid } from './csc-dialects.ts';

type Parameters = Record<string, unknown>;
type Call = { state: CscState; parameters: Parameters; grant: DialectGrant };

/** What is typed at every provider of the tests; a one-time password only after it was sent. */
export const TYPED: Readonly<Record<string, string>> = {
  PIN: '471108',
  OTP: '983145',
  question: 'ultramarine',
};

/** Parameters of versions 1 and 2; no other is taken. */
const METHODS: Readonly<Record<string, { 1: string; 2: string; run: (call: Call) => object | null }>> = {
  'credentials/list': { 1: 'maxResults', 2: '', run: list },
  'credentials/info': {
    1: 'credentialID certificates certInfo authInfo lang',
    2: 'credentialID certificates certInfo authInfo lang',
    run: info,
  },
  'credentials/sendOTP': { 1: 'credentialID', 2: '', run: (call) => begin(call, 'OTP', 'otp') },
  'credentials/getChallenge': {
    1: '',
    2: 'credentialID authObjectID',
    run: (call) => begin(call, String(call.parameters.authObjectID), 'challenge'),
  },
  'credentials/authorize': {
    1: 'credentialID numSignatures hash PIN OTP',
    2: 'credentialID numSignatures hashes hashAlgorithmOID authData',
    run: authorize,
  },
  'signatures/signHash': {
    1: 'credentialID SAD hash hashAlgo signAlgo signAlgoParams',
    2: 'credentialID SAD hashes hashAlgorithmOID signAlgo signAlgoParams operationMode',
    run: signHash,
  },
  'signatures/signPolling': { 1: '', 2: 'responseID', run: poll },
};

const refuse = (words: string, code = 'invalid_request') => new CscRefusal(400, code, words);

export function callMethod(state: CscState, request: CscRequest, name: string): object | null {
  const method = METHODS[name];
  const names = method?.[isVersion1(state.dialect) ? 1 : 2].split(' ') ?? [];
  if (!method) throw new CscRefusal(404, 'not_found', 'No such method');
  const token = /^Bearer (\w+)$/.exec(request.authorization)?.[1];
  if (token === undefined) throw refuse('Malformed authorization header');
  const grant = state.tokens.get(token);
  if (!grant) throw new CscRefusal(401, 'invalid_token', 'Invalid access token');
  const parameters = JSON.parse(request.body) as Parameters;
  const strange = Object.keys(parameters).find((each) => !names.includes(each));
  if (strange !== undefined) throw refuse(`Invalid parameter ${strange}`);
  const { credentialID } = parameters;
  if (names.includes('credentialID') && !state.credentials.has(String(credentialID)))
    throw refuse('Invalid parameter credentialID');
  return method.run({ state, parameters, grant });
}

function list({ state, parameters, grant }: Call): object {
  if (isVersion1(state.dialect) && typeof parameters.maxResults !== 'number')
    throw refuse('Missing integer parameter maxResults');
  if (grant.scope !== 'service') throw refuse('Invalid scope', 'invalid_scope');
  return { credentialIDs: [...state.credentials.keys()] };
}

function info({ state, parameters }: Call): object {
  const { algo, mode, multisign, factors } = state.dialect;
  const certificate = state.credentials.get(String(parameters.credentialID)) ?? new Uint8Array();
  const certificates = [certificate, state.root].map((der) => Buffer.from(der).toString('base64'));
  const types = { password: 'Password', challenge: 'ChallengeResponse', otp: 'Password' };
  const objects = Object.entries(factors).map(([id, kind]) => ({ type: types[kind], id, label: id }));
  const presence = (id: string) => ({ presence: String(id in factors), label: id, format: 'N' });
  return {
    description: 'Signing key',
    key: { status: 'enabled', algo, len: 2048 },
    cert: { status: 'valid', certificates },
    ...(isVersion1(state.dialect)
      ? { authMode: mode, PIN: presence('PIN'), OTP: { ...presence('OTP'), type: 'online' } }
      : { auth: { mode, ...(objects.length > 0 ? { expression: 'PIN AND question', objects } : {}) } }),
    SCAL: '2',
    multisign,
  };
}

function begin({ state }: Call, id: string, kind: string): object | null {
  if (state.dialect.factors[id] !== kind) throw refuse('Invalid parameter authObjectID');
  state.begun.add(id);
  return kind === 'challenge' ? { challenge: 'Which colour is on the card?' } : null;
}

function authorize({ state, parameters }: Call): object {
  const { dialect, begun } = state;
  if (dialect.mode === 'oauth2code') throw refuse('The credential is released on a page');
  const hashes = readHashes(state, parameters);
  if (!isVersion1(dialect) && parameters.hashAlgorithmOID !== state.hashOid)
    throw refuse('Invalid parameter hashAlgorithmOID');
  if (parameters.numSignatures !== hashes.length) throw refuse('Invalid value for parameter numSignatures');
  const list = (parameters.authData ?? []) as { id: string; value: string }[];
  const typed = isVersion1(dialect)
    ? parameters
    : Object.fromEntries(list.map(({ id, value }) => [id, value]));
  for (const [id, kind] of Object.entries(dialect.factors)) {
    const isRight = typed[id] === TYPED[id] && (kind === 'password' || begun.has(id));
    const code = isVersion1(dialect) ? `invalid_${id.toLowerCase()}` : 'invalid_authentication_data';
    if (!isRight) throw refuse(`The ${id} is invalid`, code);
    begun.delete(id);
  }
  const activation = randomBytes(16).toString('hex');
  const credentialID = String(parameters.credentialID);
  state.releases.set(activation, { scope: 'credential', credentialID, hashes });
  return { SAD: activation, expiresIn: 300 };
}

function readHashes({ dialect }: CscState, parameters: Parameters): string[] {
  const name = isVersion1(dialect) ? 'hash' : 'hashes';
  const hashes = parameters[name];
  if (!Array.isArray(hashes)) throw refuse(`Missing (or invalid type) array parameter ${name}`);
  if (hashes.length === 0) throw refuse('Empty hash array');
  if (hashes.some((hash) => Buffer.from(hash, 'base64').length !== digestBytes(dialect)))
    throw refuse('Invalid digest value length');
  return hashes;
}

function signHash(call: Call): object {
  const { state, parameters } = call;
  const { dialect } = state;
  const hashes = readHashes(state, parameters);
  checkAlgorithm(call);
  const release = takeRelease(call);
  if (release.credentialID !== parameters.credentialID || release.hashes.join() !== hashes.join())
    throw refuse('Hash is not authorized by the SAD');
  const signatures = hashes.map((hash) => state.sign(Buffer.from(hash, 'base64')));
  if (dialect.isOneTime) state.credentials.clear();
  if (!dialect.isLater) return { signatures };
  const responseID = randomBytes(16).toString('hex');
  state.answers.set(responseID, { signatures, asked: 0 });
  return { responseID };
}

function checkAlgorithm({ state, parameters }: Call): void {
  const { dialect, hashOid } = state;
  const { signAlgo, signAlgoParams } = parameters;
  if (!dialect.algo.includes(String(signAlgo))) throw refuse('Invalid parameter signAlgo');
  const isOpen = signAlgo === oid.rsa || signAlgo === oid.pss;
  const named = parameters[isVersion1(dialect) ? 'hashAlgo' : 'hashAlgorithmOID'];
  if (isOpen ? named !== hashOid : named !== undefined && named !== hashOid)
    throw refuse('Missing (or invalid type) string parameter for the hash algorithm');
  if ((signAlgo === oid.pss) !== (typeof signAlgoParams === 'string'))
    throw refuse('Missing (or invalid type) string parameter signAlgoParams');
}

/** Once: by activation data beside the token of the person, or by a token for the credential. */
function takeRelease({ state, parameters, grant }: Call): DialectGrant {
  const { SAD } = parameters;
  if (grant.scope === 'credential') {
    for (const [token, each] of state.tokens) if (each === grant) state.tokens.delete(token);
    if (SAD === undefined) return grant;
  }
  if (typeof SAD !== 'string') throw refuse('Missing (or invalid type) string parameter SAD');
  const release = state.releases.get(SAD);
  state.releases.delete(SAD);
  if (!release) throw refuse('Invalid parameter SAD');
  return release;
}

function poll({ state, parameters }: Call): object {
  const answer = state.answers.get(String(parameters.responseID));
  if (!answer) throw refuse('Invalid parameter responseID');
  answer.asked += 1;
  return answer.asked < 2 ? { responseID: parameters.responseID } : { signatures: answer.signatures };
}
