import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';

export interface KeyAndCertificate {
  key: string;
  cert: string;
}

/** A key and a certificate that vouches for itself, in PEM, for a host and, as a rule, 127.0.0.1. */
export function makeSelfSigned({ host = 'localhost', hasAddress = true } = {}): KeyAndCertificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const name = sequence(set(sequence(oid('550403'), der(0x0c, Buffer.from(host)))));
  const algorithm = sequence(oid('2a8648ce3d040302'));
  const day = 86_400_000;
  const toBeSigned = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    algorithm,
    name,
    sequence(time(Date.now() - day), time(Date.now() + 30 * day)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(subjectAlternativeName(host, hasAddress))),
  );
  const signature = sign('sha256', toBeSigned, privateKey);
  const certificate = sequence(
    toBeSigned,
    algorithm,
    der(0x03, Buffer.concat([Buffer.from([0]), signature])),
  );
  const lines = certificate.toString('base64').replaceAll(/.{64}(?=.)/g, '$&\n');
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
  };
}

function subjectAlternativeName(host: string, hasAddress: boolean): Buffer {
  const address = hasAddress ? [der(0x87, Buffer.from([127, 0, 0, 1]))] : [];
  const names = sequence(der(0x82, Buffer.from(host)), ...address);
  return sequence(oid('551d11'), der(0x04, names));
}

function sequence(...parts: Uint8Array[]): Buffer {
  return der(0x30, Buffer.concat(parts));
}

function set(...parts: Uint8Array[]): Buffer {
  return der(0x31, Buffer.concat(parts));
}

function oid(hex: string): Buffer {
  return der(0x06, Buffer.from(hex, 'hex'));
}

function time(milliseconds: number): Buffer {
  const digits = new Date(milliseconds).toISOString().replaceAll(/[-:T]|\.\d+/g, '');
  return der(0x18, Buffer.from(digits));
}

function der(tag: number, content: Uint8Array): Buffer {
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}
