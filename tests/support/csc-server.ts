import { type KeyObject, randomBytes } from 'node:crypto';
import { signHash } from './csc-dialect-keys.ts';
import { CscRefusal } from './csc-dialect-state.ts';
import { type HttpCall, openHttpServer } from './http-server.ts';

/** A key that the service holds, as `credentials/info` tells of it. */
export interface CscCredential {
  readonly privateKey: KeyObject;
  /** DER, the holder's first. */
  readonly certificates: readonly Uint8Array[];
  readonly algo: readonly string[];
  readonly mode?: 'implicit' | 'explicit' | 'oauth2code';
  readonly pin?: string;
  readonly status?: 'enabled' | 'disabled';
  readonly certificateStatus?: string;
  /** ECDSA as r‖s instead of DER. */
  readonly isRaw?: boolean;
  /** Takes the place of the true answer of signHash. */
  readonly answer?: unknown;
}

export const cscClient = { clientId: 'paraph', clientSecret: 'a secret of the client' };

/** A signing service by the Cloud Signature Consortium's interface, version 2. It signs hashes by OpenSSL. */
export async function openCscServer(folder: string, credentials: Readonly<Record<string, CscCredential>>) {
  const tokens = new Set<string>();
  /** Activation data and what each releases. */
  const activations = new Map<string, string>();
  const calls: string[] = [];
  const credentialOf = (id: unknown): CscCredential => {
    const found = typeof id === 'string' ? credentials[id] : undefined;
    if (found) return found;
    throw new CscRefusal(400, 'invalid_request', 'Invalid parameter credentialID');
  };
  const grant = (hashes: readonly string[]): string => {
    const data = randomBytes(16).toString('hex');
    activations.set(data, JSON.stringify(hashes));
    return data;
  };
  const methods: Record<string, (request: Record<string, unknown>) => unknown> = {
    'credentials/list': () => ({ credentialIDs: Object.keys(credentials) }),
    'credentials/info': ({ credentialID }) => infoOf(credentialOf(credentialID)),
    'credentials/authorize': (request) => {
      const { pin } = credentialOf(request.credentialID);
      const given = (request.authData as { id: string; value: string }[] | undefined) ?? [];
      if (pin !== undefined && given.find(({ id }) => id === 'PIN')?.value !== pin)
        throw new CscRefusal(400, 'invalid_pin', 'The PIN is wrong');
      if (request.numSignatures !== 1) throw new CscRefusal(400, 'invalid_request', 'Invalid numSignatures');
      return { SAD: grant(request.hashes as string[]), expiresIn: 300 };
    },
    'signatures/signHash': (request) => {
      const credential = credentialOf(request.credentialID);
      const released = activations.get(String(request.SAD));
      activations.delete(String(request.SAD));
      if (released === undefined || released !== JSON.stringify(request.hashes))
        throw new CscRefusal(400, 'invalid_request', 'Invalid parameter SAD');
      if (!credential.algo.includes(String(request.signAlgo)))
        throw new CscRefusal(400, 'invalid_request', 'Invalid parameter signAlgo');
      if (request.hashAlgorithmOID !== '2.16.840.1.101.3.4.2.1' || request.operationMode !== 'S')
        throw new CscRefusal(400, 'invalid_request', 'Invalid parameter hashAlgorithmOID');
      if (credential.answer !== undefined) return credential.answer;
      const hashes = (request.hashes as string[]).map((hash) => Buffer.from(hash, 'base64'));
      const isPss = request.signAlgo === '1.2.840.113549.1.1.10';
      if (isPss !== (request.signAlgoParams !== undefined))
        throw new CscRefusal(400, 'invalid_request', 'Invalid parameter signAlgoParams');
      const { privateKey: key, isRaw } = credential;
      const signed = hashes.map((hash) => signHash(folder, { key, digest: 'sha256', isPss }, hash));
      return { signatures: signed.map((each) => (isRaw ? rawOf(each, key) : each).toString('base64')) };
    },
  };
  const answer = ({ url, headers, body }: HttpCall): unknown => {
    const method = url.replace(/^\/(csc\/v2\/)?/, '');
    calls.push(method);
    if (method === 'oauth2/token') return tokenFor(new URLSearchParams(body.toString()), tokens);
    const token = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ?? '';
    if (!tokens.has(token)) throw new CscRefusal(401, 'invalid_token', 'The access token has run out');
    const handle = methods[method];
    if (!handle) throw new CscRefusal(404, 'not_found', 'No such method');
    return handle(JSON.parse(body.toString()) as Record<string, unknown>);
  };
  const { origin: url, close } = await openHttpServer((call, response) => {
    response.setHeader('content-type', 'application/json');
    try {
      const value = answer(call);
      response.end(typeof value === 'string' ? value : JSON.stringify(value));
    } catch (error) {
      if (!(error instanceof CscRefusal)) throw error;
      const body = { error: error.code, error_description: error.message };
      response.writeHead(error.status).end(JSON.stringify(body));
    }
  });
  return {
    url,
    /** Methods in the order in which they were called. */
    calls,
    /** What activated a signature elsewhere, for credentials of the mode oauth2code. */
    grant,
    /** Tokens given so far are not taken any more. */
    forgetTokens: () => tokens.clear(),
    close,
  };
}

function tokenFor(form: URLSearchParams, tokens: Set<string>): unknown {
  const isKnown =
    form.get('grant_type') === 'client_credentials' &&
    form.get('client_id') === cscClient.clientId &&
    form.get('client_secret') === cscClient.clientSecret &&
    form.get('scope') === 'service';
  if (!isKnown) throw new CscRefusal(401, 'invalid_client', 'The client is not known');
  const token = randomBytes(16).toString('hex');
  tokens.add(token);
  return { access_token: token, token_type: 'Bearer', expires_in: 3600 };
}

function infoOf(credential: CscCredential): unknown {
  const { algo, certificates, mode = 'implicit', status = 'enabled', certificateStatus } = credential;
  return {
    key: { status, algo, len: 2048 },
    cert: {
      status: certificateStatus ?? 'valid',
      certificates: certificates.map((der) => Buffer.from(der).toString('base64')),
    },
    auth: { mode },
    SCAL: '2',
    multisign: 1,
  };
}

/** Two INTEGERs of DER as halves of the curve's length. */
function rawOf(der: Buffer, key: KeyObject): Buffer {
  const half = key.asymmetricKeyDetails?.namedCurve === 'secp384r1' ? 48 : 32;
  const first = der.readUInt8(3);
  const second = der.readUInt8(5 + first);
  const integers = [der.subarray(4, 4 + first), der.subarray(6 + first, 6 + first + second)];
  return Buffer.concat(
    integers.map((integer) => Buffer.concat([Buffer.alloc(half), integer]).subarray(-half)),
  );
}
