import { createHash, createPrivateKey, type KeyObject, sign } from 'node:crypto';

/** The signer's key and certificates as text, so that a child process can be given them. */
export interface Credentials {
  /** PEM, PKCS #8. */
  key: string;
  /** DER as base64, the signer's first. */
  certificates: readonly string[];
}

export interface Keys {
  key: KeyObject;
  certificates: readonly Buffer[];
}

/** Signs a file and answers the signed one, whole. */
export type SignFile = (file: Buffer) => Promise<Uint8Array>;

export const CONTENDERS = ['floor', 'paraph', 'libpdf', 'signpdf'] as const;
export type ContenderName = (typeof CONTENDERS)[number];

export function readKeys({ key, certificates }: Credentials): Keys {
  return {
    key: createPrivateKey(key),
    certificates: certificates.map((text) => Buffer.from(text, 'base64')),
  };
}

/**
 * One field is made and signed without a picture, which is what all of them can do. Only what is asked for is loaded:
 * a process that signs once pays for it.
 */
export async function contender(name: ContenderName, keys: Keys): Promise<SignFile> {
  return { floor, paraph, libpdf, signpdf }[name](keys);
}

export const SIGNING_TIME = new Date('2026-11-20T12:00:00Z');

export function signatureOptions(fieldName: string) {
  return { fieldName, appearance: null, name: 'Ada Lovelace', signingTime: SIGNING_TIME };
}

export function fieldsNamed(names: readonly string[]) {
  return names.map((name, index) => ({
    name,
    page: 0,
    displayed: { posX: 10, posY: 60 + index * 10, width: 30, height: 8 },
  }));
}

/**
 * Joins pieces in memory that is its own and is used again: what the system takes to give out fresh pages is more than
 * all the rest at 20 MB, and falls on the first contender.
 */
export function openOutput(): (pieces: readonly Uint8Array[]) => Uint8Array {
  let output = Buffer.alloc(0);
  return (pieces) => {
    const size = pieces.reduce((sum, piece) => sum + piece.length, 0);
    if (output.length < size) output = Buffer.alloc(size + SPARE_BYTES);
    let at = 0;
    for (const piece of pieces) {
      output.set(piece, at);
      at += piece.length;
    }
    return output.subarray(0, size);
  };
}

const SPARE_BYTES = 256 * 1024;

/** No signature comes for less: the file is copied, hashed, and the hash signed. */
function floor({ key }: Keys): SignFile {
  const join = openOutput();
  return async (file) => {
    const copy = join([file]);
    sign('sha256', createHash('sha256').update(copy).digest(), key);
    return copy;
  };
}

async function paraph({ key, certificates }: Keys): Promise<SignFile> {
  const { createSigningJob, localSigner } = await import('../pades/src/index.ts');
  const signer = localSigner(key, certificates);
  const join = openOutput();
  return async (file) => {
    const job = createSigningJob(file);
    const prepared = job.prepareDocument({ signatureFields: fieldsNamed(['Signer']) });
    const signed = await job.sign(signatureOptions('Signer'), signer);
    return join([file, prepared, signed]);
  };
}

async function libpdf({ key, certificates }: Keys): Promise<SignFile> {
  const { PDF } = await import('@libpdf/core');
  const [certificate = Buffer.alloc(0), ...certificateChain] = certificates;
  const signer = {
    certificate,
    certificateChain,
    keyType: 'EC' as const,
    signatureAlgorithm: 'ECDSA' as const,
    sign: async (data: Uint8Array) => new Uint8Array(sign('sha256', data, key)),
  };
  return async (file) => {
    const pdf = await PDF.load(file);
    const { bytes } = await pdf.sign({ signer, signingTime: SIGNING_TIME, fieldName: 'Signer' });
    return bytes;
  };
}

/**
 * It fills a hole that others made, with a CMS that others build: it is given ours, and a file with the hole in it,
 * neither of which is counted against it.
 */
async function signpdf({ key, certificates }: Keys): Promise<SignFile> {
  const { Signer, SignPdf } = await import('@signpdf/signpdf');
  const { buildCms, buildSignedAttributes } = await import('../pades/src/cms/build-cms.ts');
  class KeySigner extends Signer {
    override async sign(covered: Buffer): Promise<Buffer> {
      const digest = createHash('sha256').update(covered).digest();
      const signedAttributes = buildSignedAttributes(digest, certificates[0] ?? Buffer.alloc(0));
      const signature = sign('sha256', signedAttributes, key);
      return Buffer.from(buildCms({ signedAttributes, signature, certificates, algorithm: 'ecdsa-sha256' }));
    }
  }
  const signer = new KeySigner();
  const engine = new SignPdf();
  return (file) => engine.sign(file, signer, SIGNING_TIME);
}

/** The file as `@signpdf/signpdf` takes it: all but the signature, and stars in place of its byte range. */
export async function withPlaceholder(file: Buffer, { certificates }: Keys): Promise<Buffer> {
  const { createSigningJob, prepareSignature } = await import('../pades/src/index.ts');
  const job = createSigningJob(file);
  const prepared = job.prepareDocument({ signatureFields: fieldsNamed(['Signer']) });
  const whole = Buffer.concat([file, prepared]);
  const { incrementalUpdate: update } = prepareSignature(
    whole,
    signatureOptions('Signer'),
    certificates[0] ?? Buffer.alloc(0),
  );
  const text = Buffer.from(update).toString('latin1');
  const stars = `/ByteRange [0${' /**********'.repeat(3)}]`;
  // An optional key makes room, so that nothing behind it moves.
  const starred = text.replace(
    /<< \/Type \/Sig( \/Filter[^[]*)\/ByteRange \[[^\]]*\]/,
    (found, between: string) => `<<${between}${stars}`.padEnd(found.length),
  );
  return Buffer.concat([whole, Buffer.from(starred, 'latin1')]);
}
