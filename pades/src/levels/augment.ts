import { isSelfSigned } from '../certificates/check-path.ts';
import { type Certificate, parseCertificate } from '../certificates/parse-certificate.ts';
import { type ReadCms, readCms } from '../cms/read-cms.ts';
import type { ValidationData } from '../pdf/security-store.ts';
import { PdfRefusal } from '../pdf-refusal.ts';
import { type Evidence, provePath } from '../revocation/prove-path.ts';
import { readCrl } from '../revocation/read-crl.ts';
import { readOcspResponse } from '../revocation/read-ocsp.ts';
import type { RevocationSource } from '../revocation/revocation-source.ts';
import type { EmbeddedSignature } from '../sign/embedded-signatures.ts';
import type { SigningJob } from '../sign/signing-job.ts';
import type { Timestamping } from '../timestamp/request-timestamp.ts';
import {
  readTimestampToken,
  signatureTimestampOf,
  type TimestampToken,
} from '../timestamp/timestamp-token.ts';

export interface AugmentPorts {
  readonly timestamping: Timestamping;
  readonly revocation: RevocationSource;
  /** DER trust anchors for signers; those for timestamps are in `timestamping`. */
  readonly anchors: readonly Uint8Array[];
  /** DER certificates that the file shall hold for those who trust another root, as links between roots. */
  readonly links?: readonly Uint8Array[];
  /** Fields whose signatures must reach the level; default: all. Other signatures do not change. */
  readonly fieldNames?: readonly string[];
}

/**
 * Raises the signatures of a file to a level (EN 319 142-1 §6) and returns the appended updates in order.
 * `B-T`: a document timestamp when a signature has no timestamp. `B-LT`: also certificates and revocation data.
 * `B-LTA`: also a document timestamp over all of it. On a `B-LTA` file it renews: adds the validation data of the last
 * timestamp and a new document timestamp.
 *
 * Atomic: when a step fails, the job is rolled back.
 * @throws PdfRefusal `timestamp`, `revocation` or `certificate`.
 * @example
 * const job = createSigningJob(file);
 * const updates = [await job.sign(options, signer, timestamping)];
 * updates.push(...(await augment(job, 'B-LTA', { timestamping, revocation, anchors: [root] })));
 */
export async function augment(
  job: SigningJob,
  level: 'B-T' | 'B-LT' | 'B-LTA',
  ports: AugmentPorts,
): Promise<Uint8Array[]> {
  const undo = job.savepoint();
  try {
    return await raise(job, level, ports);
  } catch (error) {
    undo();
    throw error;
  }
}

async function raise(
  job: SigningJob,
  level: 'B-T' | 'B-LT' | 'B-LTA',
  ports: AugmentPorts,
): Promise<Uint8Array[]> {
  const updates: Uint8Array[] = [];
  const state = readState(job, ports.fieldNames);
  if (state.signatures.length === 0)
    throw new PdfRefusal('argument', 'There is no signature to raise to a level.', 'fieldNames');
  const hasTime = ({ end, timestamp }: OpenSignature): boolean =>
    timestamp !== null || state.timestamps.some((later) => later.end > end);
  if (!state.signatures.every(hasTime)) updates.push(await job.timestamp(ports.timestamping));
  if (level === 'B-T') return updates;
  const collection = new Collection(job, ports);
  updates.push(job.addValidationData(await collection.collect()));
  if (level === 'B-LTA') updates.push(...(await timestampAll(job, ports, collection)));
  return updates.filter((update) => update.length > 0);
}

/**
 * The last timestamp, over the validation data of its own certificate too: at a renewal, the authority may use a
 * certificate that the file does not hold yet, and nothing after the timestamp would prove its status offline.
 */
async function timestampAll(
  job: SigningJob,
  ports: AugmentPorts,
  collection: Collection,
): Promise<Uint8Array[]> {
  const undo = job.savepoint();
  const update = await job.timestamp(ports.timestamping);
  const data = await collection.collectNewest(job);
  if (!data) return [update];
  undo();
  return [job.addValidationData(data), await job.timestamp(ports.timestamping)];
}

interface OpenSignature {
  readonly fieldName: string;
  readonly cms: ReadCms;
  readonly timestamp: TimestampToken | null;
  readonly end: number;
}

interface OpenTimestamp {
  readonly token: TimestampToken;
  readonly end: number;
}

interface JobState {
  readonly signatures: readonly OpenSignature[];
  readonly timestamps: readonly OpenTimestamp[];
}

function readState(job: SigningJob, fieldNames: readonly string[] | undefined): JobState {
  const all = job.signatures();
  const isWanted = ({ kind, fieldName }: EmbeddedSignature): boolean =>
    kind === 'signature' && (fieldNames?.includes(fieldName) ?? true);
  const signatures = all.filter(isWanted).map(({ fieldName, contents, end }) => {
    const cms = readCms(contents);
    return { fieldName, cms, timestamp: signatureTimestampOf(cms), end };
  });
  const missing = fieldNames?.find((name) => !signatures.some(({ fieldName }) => fieldName === name));
  if (missing !== undefined)
    throw new PdfRefusal('field', `The file has no signature in a field named ${missing}.`, missing);
  // A timestamp before the first of these signatures does not cover them, and may be of an unknown authority.
  const first = Math.min(...signatures.map(({ end }) => end));
  const timestamps = all
    .filter(({ kind, end }) => kind === 'timestamp' && end > first)
    .map(({ contents, end }) => ({ token: readTimestampToken(contents), end }));
  return { signatures, timestamps };
}

/** Collects the validation data of every certificate path; requests only data that the file lacks. */
class Collection {
  readonly #ports: AugmentPorts;
  readonly #state: JobState;
  #stored: ValidationData;
  readonly #certificates: Uint8Array[] = [];
  readonly #asked = new Set<string>();
  readonly #crls: Uint8Array[] = [];
  readonly #ocsps: Uint8Array[] = [];

  constructor(job: SigningJob, ports: AugmentPorts) {
    this.#ports = ports;
    this.#state = readState(job, ports.fieldNames);
    this.#stored = job.validationData();
  }

  async collect(): Promise<ValidationData> {
    const { signatures, timestamps } = this.#state;
    const { anchors, timestamping } = this.#ports;
    for (const { fieldName, cms, timestamp, end } of signatures) {
      const later = this.#timeBehind(end);
      const at = timestamp && timestamp.time < later ? timestamp.time : later;
      await this.#prove(cms, { at, purpose: 'document', anchors, who: `the signature ${fieldName}` });
      if (timestamp)
        await this.#prove(timestamp.cms, {
          at: later,
          purpose: 'timestamp',
          anchors: timestamping.anchors,
          who: `the timestamp of the signature ${fieldName}`,
        });
    }
    for (const { token, end } of timestamps)
      await this.#prove(token.cms, {
        at: this.#timeBehind(end),
        purpose: 'timestamp',
        anchors: timestamping.anchors,
        who: `the document timestamp of ${token.time.toISOString()}`,
        // A list of years ago may still be current, and be older than a revocation.
        ...(end === timestamps.at(-1)?.end ? { newer: token.time } : {}),
      });
    const { links = [] } = this.#ports;
    return { certificates: [...this.#certificates, ...links], crls: this.#crls, ocsps: this.#ocsps };
  }

  /** What the file lacks on the certificate of its newest timestamp; null when it lacks nothing that can be had. */
  async collectNewest(job: SigningJob): Promise<ValidationData | null> {
    this.#stored = job.validationData();
    const newest = job.signatures().findLast(({ kind }) => kind === 'timestamp');
    const token = newest && readTimestampToken(newest.contents);
    if (!token?.cms.signer) return null;
    const { signer, certificates } = token.cms;
    const isStored = this.#stored.certificates.some((der) => Buffer.compare(der, signer.der) === 0);
    const stored = isStored ? this.#stored : noEvidence;
    const question = { certificate: signer, purpose: 'timestamp', at: token.time } as const;
    const { anchors } = this.#ports.timestamping;
    const { chain, open } = provePath(question, evidenceOf(stored, certificates, anchors));
    const collected = [this.#crls, this.#ocsps].map((each) => each.length);
    for (const { certificate, issuer } of open) await this.#ask(certificate, issuer);
    const [crls, ocsps] = [this.#crls.slice(collected[0]), this.#ocsps.slice(collected[1])];
    const isNew = crls.length + ocsps.length > 0;
    return isNew ? { certificates: this.#derOf(chain), crls, ocsps } : null;
  }

  /**
   * With links, without the roots themselves: some validators take a root that they find in a file for the end of the
   * path, though the link beside it leads to one that they trust.
   */
  #derOf(chain: readonly Certificate[]): Uint8Array[] {
    const hasLinks = (this.#ports.links ?? []).length > 0;
    return chain.filter((each) => !(hasLinks && isSelfSigned(each))).map(({ der }) => der);
  }

  /** Time of the first document timestamp that covers the bytes up to `end`; otherwise now. */
  #timeBehind(end: number): Date {
    const cover = this.#state.timestamps.find((timestamp) => timestamp.end > end);
    return cover?.token.time ?? this.#ports.timestamping.now();
  }

  async #prove(
    { signer, certificates }: ReadCms,
    wanted: {
      readonly at: Date;
      readonly purpose: 'document' | 'timestamp';
      readonly anchors: readonly Uint8Array[];
      readonly who: string;
      /** Asks again about what was stored up to this time. */
      readonly newer?: Date;
    },
  ): Promise<void> {
    const { at, purpose, who } = wanted;
    if (!signer) throw new PdfRefusal('certificate', `The certificate of ${who} is missing.`, who);
    const question = { certificate: signer, purpose, at };
    const prove = () => provePath(question, this.#evidence(certificates, wanted.anchors));
    const first = prove();
    if (!first.ok) throw new PdfRefusal('certificate', `For ${who}: ${first.reasons.join(' ')}`, who);
    this.#certificates.push(...this.#derOf(first.chain));
    // Not only those in `first.open`: a list that came with another certificate does not replace an OCSP response.
    const stored = evidenceOf(this.#stored, certificates, wanted.anchors);
    const { open: missing } = provePath(question, wanted.newer ? newerThan(wanted.newer, stored) : stored);
    for (const { certificate, issuer } of missing) await this.#ask(certificate, issuer);
    const second = prove();
    if (!second.ok) throw new PdfRefusal('revocation', `For ${who}: ${second.reasons.join(' ')}`, who);
    const [open] = second.open;
    if (open)
      throw new PdfRefusal(
        'revocation',
        `For ${who}: nothing proves that the certificate of ${open.certificate.commonName} was not revoked.`,
        who,
      );
  }

  async #ask(certificate: Certificate, issuer: Certificate): Promise<void> {
    const key = Buffer.from(certificate.der).toString('latin1');
    if (this.#asked.has(key)) return;
    this.#asked.add(key);
    const { crls, ocsps } = await this.#ports.revocation.revocation(certificate, issuer);
    this.#crls.push(...crls);
    this.#ocsps.push(...ocsps);
  }

  #evidence(certificates: readonly Certificate[], anchors: readonly Uint8Array[]): Evidence {
    const stored = evidenceOf(this.#stored, certificates, anchors);
    return {
      ...stored,
      crls: [...stored.crls, ...this.#crls.map(readCrl)],
      ocsps: [...stored.ocsps, ...this.#ocsps.map(readOcspResponse)],
    };
  }
}

function newerThan(time: Date, evidence: Evidence): Evidence {
  return {
    ...evidence,
    crls: evidence.crls.filter(({ thisUpdate }) => thisUpdate > time),
    ocsps: evidence.ocsps.filter(({ producedAt }) => producedAt > time),
  };
}

const noEvidence: ValidationData = { certificates: [], crls: [], ocsps: [] };

function evidenceOf(
  stored: ValidationData,
  certificates: readonly Certificate[],
  anchors: readonly Uint8Array[],
): Evidence {
  return {
    pool: [...certificates, ...stored.certificates.map(parseCertificate)],
    anchors: anchors.map(parseCertificate),
    crls: stored.crls.map(readCrl),
    ocsps: stored.ocsps.map(readOcspResponse),
  };
}
