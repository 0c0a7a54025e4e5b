import { createHash, generateKeyPairSync, type KeyObject } from 'node:crypto';
import type { BoundTo } from '../certificates/bound-certificate.ts';
import { createCertificate, longestCertificate } from '../certificates/create-certificate.ts';
import { localSigner, type SignatureProofs } from '../certificates/signer.ts';
import { signatureBytes } from '../cms/signature-bytes.ts';
import { longestProofs } from '../cms/signature-proofs.ts';
import { embedContents } from '../sign/contents-placeholder.ts';
import type { SignatureOptions } from '../sign/prepare-signature.ts';
import { resumeSignature } from '../sign/resume-signature.ts';
import { createSigningJob, finishSignature } from '../sign/signing-job.ts';
import type { Timestamping } from '../timestamp/request-timestamp.ts';
import type { LogProof } from '../transparency/log-proof.ts';
import {
  inclusionProof,
  leafHash,
  type NodeReader,
  nodeHash,
  treeRoot,
} from '../transparency/merkle-tree.ts';
import { cosignCheckpoint, rawPublicKey, signCheckpoint } from '../transparency/sign-note.ts';
import type { TrustedLog } from '../validate/check-logged.ts';
import { validate } from '../validate/validate.ts';
import { anchors, authority, later, levelFixture, start } from './level-fixture.ts';
import { sampleTimes, spkiOf } from './sample-authority.ts';

export const ORIGIN = 'sign.example.org/log';
export const logKey = generateKeyPairSync('ed25519').privateKey;
export const witness = { name: 'witness.example.net/one', key: generateKeyPairSync('ed25519').privateKey };

export const sha256 = (bytes: Uint8Array | string): Buffer => createHash('sha256').update(bytes).digest();

/** The leaf of a certificate. */
export const entryOf = (certificate: Uint8Array, at: Date): string =>
  `certificate ${at.toISOString()} ${sha256(certificate).toString('hex')}\n`;

/** A proof for one of these entries, with a checkpoint over all of them. */
export async function proveIn(
  entries: readonly string[],
  index: number,
  { key = logKey, cosigners = [] as readonly { name: string; key: KeyObject }[], seenAt = start } = {},
): Promise<LogProof> {
  const read: NodeReader = async (level, at) =>
    level === 0
      ? leafHash(Buffer.from(entries[at] ?? ''))
      : nodeHash(await read(level - 1, at * 2), await read(level - 1, at * 2 + 1));
  const [root, path] = await Promise.all([
    treeRoot(entries.length, read),
    inclusionProof(index, entries.length, read),
  ]);
  const note = signCheckpoint({ origin: ORIGIN, size: entries.length, root }, key);
  const lines = cosigners.map(({ name, key: privateKey }) =>
    cosignCheckpoint(note, { name, privateKey, at: seenAt }),
  );
  return {
    index,
    entry: entries[index] ?? '',
    proof: path.map((hash) => Buffer.from(hash).toString('base64')),
    checkpoint: `${note}${lines.join('')}`,
  };
}

/** What stood in the log before. */
export const EARLIER = [1, 2, 3, 4].map(
  (number) => `seal ${later(number - 100).toISOString()} ${sha256(String(number)).toString('hex')}\n`,
);
export const RECORD = Buffer.from('{"means":"code-sms","to":"+49•••12"}');
export const CONTENT_HASH = sha256('what was shown and answered');

/** Where a dishonest service may differ from an honest one. */
export interface Making {
  readonly boundTo?: (honest: BoundTo) => BoundTo | undefined;
  readonly proofs?: (certificate: Uint8Array) => Promise<SignatureProofs>;
  readonly timestamping?: Timestamping | null;
  readonly options?: Partial<SignatureOptions>;
  /** Leaves the issuing certificate out of the signature. */
  readonly isAlone?: boolean;
  /** The key of the signer. */
  readonly keys?: { readonly privateKey: KeyObject; readonly publicKey: KeyObject };
  readonly file?: Uint8Array;
}

export const honestProofs = async (certificate: Uint8Array): Promise<SignatureProofs> => ({
  log: await proveIn([...EARLIER, entryOf(certificate, later(-5))], EARLIER.length, { cosigners: [witness] }),
  record: RECORD,
});

/** A signature whose proof of the log is changed before it is embedded. */
export const withLog = (
  change: (proof: LogProof, certificate: Uint8Array) => LogProof | Promise<LogProof>,
): Making => ({
  proofs: async (certificate) => {
    const honest = await honestProofs(certificate);
    return honest.log ? { ...honest, log: await change(honest.log, certificate) } : honest;
  },
});

export type LoggedFile = Awaited<ReturnType<typeof signLogged>>;

/** Previews, has the key certified for the preview and logged, and signs: what a service does. */
export async function signLogged(making: Making = {}) {
  const { boundTo = (honest) => honest, proofs = honestProofs } = making;
  const fixture = levelFixture();
  const timestamping = making.timestamping === undefined ? fixture.timestamping : making.timestamping;
  const before = making.file ?? fixture.file();
  const job = createSigningJob(before);
  const keys = making.keys ?? generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const certified = (bound: BoundTo | undefined) => ({
    subject: { commonName: 'Ana', email: 'ana@example.org' },
    subjectPublicKey: spkiOf(keys.publicKey),
    issuer: authority.issuing,
    serial: Buffer.alloc(16, 7),
    ...sampleTimes,
    profile: 'signer' as const,
    ...(bound ? { boundTo: bound } : {}),
  });
  const hash = Buffer.alloc(32);
  const longest = certified({ digests: [hash], proofHash: hash });
  const sized = {
    certificates: [longestCertificate(longest, 'ecdsa-sha256'), authority.issuing],
    algorithm: 'ecdsa-sha256' as const,
    proofs: longestProofs({ origin: ORIGIN, recordBytes: RECORD.length }),
  };
  const contentsBytes = signatureBytes(sized, {
    timestampBytes: TOKEN_BYTES,
    hasContentHash: true,
  });
  const options = {
    fieldName: 'One',
    name: 'Ana',
    appearance: null,
    signingTime: start,
    contentHash: CONTENT_HASH,
    contentsBytes,
    ...making.options,
  };
  const preview = job.prepare(options, authority.issuing);
  const bound = boundTo({ digests: [preview.digest], proofHash: sha256(RECORD) });
  const { issuingKey: issuerKey } = authority;
  const certificate = createCertificate({ ...certified(bound), issuerKey });
  const resumed = { hashState: job.hashState(), certificate, contentHash: CONTENT_HASH };
  const prepared = resumeSignature(preview, resumed);
  const signer = localSigner(
    keys.privateKey,
    making.isAlone ? [certificate] : [certificate, authority.issuing],
  );
  const attached = await proofs(certificate);
  const update = await finishSignature(
    prepared,
    { ...signer, proofs: attached },
    ...(timestamping ? [timestamping] : []),
  );
  const at = prepared.placeholderOffset;
  const hex = Buffer.from(update).toString('latin1', at, at + contentsBytes * 2);
  const contents = Buffer.from(hex, 'hex');
  /** The file with another CMS. */
  const withCms = (cms: Uint8Array) => Buffer.concat([before, embedContents(prepared, cms)]);
  /** Without the zeros after it. */
  const cms = contents.subarray(0, 4 + contents.readUInt16BE(2));
  return { file: Buffer.concat([before, update]), update, certificate, cms, contentsBytes, withCms };
}

const TOKEN_BYTES = 2_048;

/** How a validator is told of the log. */
export const trusted = {
  roots: [authority.root],
  origin: ORIGIN,
  publicKey: rawPublicKey(logKey),
  since: null,
};
/** At an hour after it, by a validator that knows this log, and more of it. */
export const evaluate = (file: Uint8Array, log: Partial<TrustedLog> = {}) =>
  validate(file, { anchors, at: later(3600), logs: [{ ...trusted, ...log }] });
export const trustedWitness = { name: witness.name, publicKey: rawPublicKey(witness.key) };
