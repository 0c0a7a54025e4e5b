import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

const FLAG = { present: 0x01, verified: 0x04, attested: 0x40 } as const;

/** What an authenticator, or the browser around it, does otherwise than it should. */
export interface Fault {
  origin?: string;
  rpId?: string;
  type?: string;
  challenge?: string;
  isUnverified?: boolean;
  signCount?: number;
  /** Signs other bytes than it returns. */
  isForged?: boolean;
}

/** A passkey of a person in software, as browser and authenticator make and use one (WebAuthn, ES256 or RS256). */
export function openSoftAuthenticator({
  algorithm = 'ES256',
  origin = 'http://localhost:3000',
}: {
  algorithm?: 'ES256' | 'RS256';
  origin?: string;
} = {}) {
  const { privateKey, publicKey } =
    algorithm === 'ES256'
      ? generateKeyPairSync('ec', { namedCurve: 'P-256' })
      : generateKeyPairSync('rsa', { modulusLength: 2048 });
  const id = randomBytes(16);
  let counted = 0;
  const jwk = publicKey.export({ format: 'jwk' }) as Record<'e' | 'n' | 'x' | 'y', string>;
  const bytesOf = (text: string) => Buffer.from(text, 'base64url');
  const cose = () =>
    algorithm === 'ES256'
      ? Buffer.concat([
          Buffer.from('a5010203262001215820', 'hex'),
          ...[bytesOf(jwk.x), Buffer.from('225820', 'hex'), bytesOf(jwk.y)],
        ])
      : Buffer.concat([
          Buffer.from('a401030339010020590100', 'hex'),
          ...[bytesOf(jwk.n), Buffer.from('2143', 'hex'), bytesOf(jwk.e)],
        ]);
  const clientData = (type: string, challenge: string, fault: Fault) =>
    Buffer.from(
      JSON.stringify({
        type: fault.type ?? type,
        challenge: fault.challenge ?? challenge,
        origin: fault.origin ?? origin,
        crossOrigin: false,
      }),
    );
  const authenticatorData = (more: Buffer, fault: Fault) => {
    const rpIdHash = createHash('sha256')
      .update(fault.rpId ?? new URL(origin).hostname)
      .digest();
    const count = Buffer.alloc(4);
    count.writeUInt32BE(fault.signCount ?? counted);
    const verified = fault.isUnverified ? 0 : FLAG.verified;
    const attested = more.length > 0 ? FLAG.attested : 0;
    return Buffer.concat([rpIdHash, Buffer.from([FLAG.present | verified | attested]), count, more]);
  };
  const text = (bytes: Buffer) => bytes.toString('base64url');
  return {
    id: text(id),
    publicKey,
    cose,
    /** What `navigator.credentials.create` returns. */
    create: (challenge: string, fault: Fault = {}) => {
      const length = Buffer.from([0, id.length]);
      const attested = Buffer.concat([Buffer.alloc(16), length, id, cose()]);
      const data = authenticatorData(attested, fault);
      const size = Buffer.alloc(2);
      size.writeUInt16BE(data.length);
      const attestation = Buffer.concat([
        Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746159', 'hex'),
        ...[size, data],
      ]);
      return {
        credential: text(id),
        clientDataJSON: text(clientData('webauthn.create', challenge, fault)),
        attestationObject: text(attestation),
        transports: ['internal'],
      };
    },
    /** What `navigator.credentials.get` returns. */
    get: (challenge: string, fault: Fault = {}) => {
      counted += 1;
      const client = clientData('webauthn.get', challenge, fault);
      const data = authenticatorData(Buffer.alloc(0), fault);
      const signed = Buffer.concat([data, createHash('sha256').update(client).digest()]);
      const signature = sign('sha256', fault.isForged ? randomBytes(32) : signed, privateKey);
      return {
        credential: text(id),
        clientDataJSON: text(client),
        authenticatorData: text(data),
        signature: text(signature),
      };
    },
  };
}
