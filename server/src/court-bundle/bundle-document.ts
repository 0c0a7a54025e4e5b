import {
  type Certificate,
  type Crl,
  createSigningJob,
  type EmbeddedSignature,
  type LocatedCms,
  locateParts,
  logProofOf,
  PdfRefusal,
  parseCertificate,
  readCrl,
  readTimestampToken,
  type TimestampToken,
} from '@paraph/pades';
import type { EvidenceView } from '../evidence/compose-document.ts';
import type { FileFacts } from '../files/read-file-facts.ts';
import type { BundleFile } from './bundle-file.ts';
import { type BundledLog, bundleLog, type LogKeys } from './bundle-log.ts';

type DocumentRecord = EvidenceView['record']['documents'][number];

/** A sealed document and what proves it, as files and where in the PDF they stand. */
export interface BundledDocument {
  /** From 1. */
  number: number;
  /** Of the PDF in the bundle. */
  path: string;
  record: DocumentRecord;
  file: FileFacts;
  signatures: BundledSignature[];
  stamps: BundledStamp[];
  log: BundledLog | null;
  unrevoked: Unrevoked[];
  /** All that the file holds. */
  certificates: Certificate[];
  files: BundleFile[];
}

/** What stands in /Contents of a signature or timestamp. */
export interface InPdf {
  /** The PDF. */
  document: string;
  /** The same bytes as a file. */
  path: string;
  hole: EmbeddedSignature['hole'];
  end: number;
}

export interface BundledSignature extends InPdf {
  actionId: number | null;
  located: LocatedCms;
  token: TimestampToken | null;
  /** When its certificate has to have been valid, in seconds. */
  validAt: number;
  trail: string | null;
  log: BundledLog | null;
}

export interface BundledStamp extends InPdf {
  token: TimestampToken;
}

/** A certificate, and the list that must not contain it. */
export interface Unrevoked {
  list: string;
  serial: string;
}

interface Sealed {
  number: number;
  record: DocumentRecord;
  file: FileFacts;
  log: BundledLog | null;
  bytes: Buffer;
  keys: LogKeys;
}

/**
 * From the bytes of the sealed file. What the original brought along is left to the validators: it may be of any kind,
 * and lead to no root that is known here.
 */
export function bundleDocument({ bytes, keys, ...about }: Sealed): BundledDocument {
  const { number, record } = about;
  const folder = `proof/document-${number}`;
  const path = `documents/document-${number}.pdf`;
  const job = createSigningJob(bytes);
  const own = job.signatures().filter(({ hole }) => hole.start >= record.original.size);
  const stamps = own
    .filter(({ kind }) => kind === 'timestamp')
    .map(({ hole, end, contents }, index): BundledStamp => {
      const names = { document: path, path: `${folder}/timestamp-${index + 1}.tst` };
      return { ...names, hole, end, token: readTimestampToken(contents) };
    });
  const signatures = own
    .filter(({ kind }) => kind === 'signature')
    .map((each, index) =>
      bundleSignature(each, { document: path, path: `${folder}/signature-${index + 1}`, record, keys }),
    );
  const tokens = [...stamps, ...signatures].flatMap(({ token }) => token ?? []);
  const inSignatures = [
    ...signatures.flatMap(({ located }) => located.cms.certificates),
    ...tokens.flatMap(({ cms }) => cms.certificates),
  ];
  const { certificates, crls } = job.validationData();
  const lists = readable(crls, readCrl);
  return {
    ...about,
    ...{ path, signatures, stamps },
    unrevoked: findUnrevoked(inSignatures, lists, folder),
    certificates: [...inSignatures, ...readable(certificates, parseCertificate)],
    files: [
      ...lists.map(({ der }, index) => ({ name: listName(folder, index), content: Buffer.from(der) })),
      ...stamps.map(({ path: name, token: { der } }) => ({ name, content: Buffer.from(der) })),
      ...signatures.flatMap(filesOf),
      ...(about.log?.files ?? []),
    ],
  };
}

/** The original may have brought some along that are none. */
function readable<T>(list: readonly Uint8Array[], read: (der: Uint8Array) => T): T[] {
  return list.flatMap((der) => {
    try {
      return [read(der)];
    } catch (error) {
      if (error instanceof PdfRefusal) return [];
      throw error;
    }
  });
}

interface SignaturePlace {
  document: string;
  /** Without its ending. */
  path: string;
  record: DocumentRecord;
  keys: LogKeys;
}

function bundleSignature(
  { hole, end, contents, privateEntries }: EmbeddedSignature,
  { document, path, record: { sealed }, keys }: SignaturePlace,
): BundledSignature {
  const located = locateParts(contents);
  const serial = serialOf(located.cms.signer);
  const own = sealed?.signatures.find((each) => plain(each.certificateSerial) === serial);
  const token = located.timestamp && readTimestampToken(located.timestamp.bytes);
  const validAt = token?.time ?? new Date(own?.time ?? sealed?.timestamp.time ?? 0);
  return {
    ...{ document, path: `${path}.cms`, hole, end, located, token },
    actionId: own?.actionId ?? null,
    validAt: Math.floor(validAt.getTime() / 1000),
    trail: privateEntries.get('XXParaphTrail') ?? null,
    log: bundleLog(path, logProofOf(located.cms), keys),
  };
}

/** The parts of a signature as files beside it. */
export function partNames({ path }: Pick<BundledSignature, 'path'>) {
  const base = path.replace(/\.cms$/, '');
  return { value: `${base}.value`, timestamp: `${base}.tst`, record: `${base}.record.json` };
}

function filesOf(signature: BundledSignature): BundleFile[] {
  const { path, located, log } = signature;
  const names = partNames(signature);
  const parts = [
    [path, located.der],
    [names.value, located.signature?.bytes],
    [names.timestamp, located.timestamp?.bytes],
    [names.record, located.record?.bytes],
  ] as const;
  const files = parts.flatMap(([name, bytes]) => (bytes ? [{ name, content: Buffer.from(bytes) }] : []));
  return [...files, ...(log?.files ?? [])];
}

function listName(folder: string, index: number): string {
  return `${folder}/revoked-${index + 1}.crl`;
}

/** Each certificate below a root, with the newest list of its issuer: its step fails where it was revoked. */
function findUnrevoked(
  certificates: readonly Certificate[],
  lists: readonly Crl[],
  folder: string,
): Unrevoked[] {
  const found = new Map<string, Unrevoked>();
  for (const { issuer, subject, serial: bytes } of certificates) {
    const serial = Buffer.from(bytes).toString('hex');
    const ofIssuer = lists
      .map((list, index) => ({ list, index }))
      .filter(({ list }) => isSame(list.issuer, issuer))
      .sort((one, other) => one.list.thisUpdate.getTime() - other.list.thisUpdate.getTime());
    const newest = ofIssuer.at(-1);
    if (newest && !isSame(issuer, subject))
      found.set(serial, { list: listName(folder, newest.index), serial: plain(serial).toUpperCase() });
  }
  return [...found.values()];
}

export function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.compare(one, other) === 0;
}

/** Hexadecimal, without the zeros that DER puts before a high bit. */
function serialOf(certificate: Certificate | null): string | null {
  return certificate && plain(Buffer.from(certificate.serial).toString('hex'));
}

function plain(serial: string): string {
  return serial.toLowerCase().replace(/^(00)+/, '');
}
