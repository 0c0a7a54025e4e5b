import { withDefiniteLengths } from '../asn1/definite-lengths.ts';
import { oids } from '../asn1/oids.ts';
import { type ReadCms, readCms } from './read-cms.ts';
import { proofRecordOf } from './signature-proofs.ts';

/** Consecutive bytes of a CMS. */
export interface CmsPart {
  readonly offset: number;
  readonly bytes: Uint8Array;
}

/** A CMS and where its parts are, for readers that take bytes from a file and parse nothing. */
export interface LocatedCms {
  readonly cms: ReadCms;
  /** The CMS without the zeros that follow it in /Contents. */
  readonly der: Uint8Array;
  /** The value of the signature, over which its timestamp is. */
  readonly signature: CmsPart | null;
  /** The token of its timestamp. */
  readonly timestamp: CmsPart | null;
  /** The record of who signs. */
  readonly record: CmsPart | null;
}

/** Null for a part that is missing, or not there as its own bytes (BER). @throws PdfRefusal `cms` */
export function locateParts(contents: Uint8Array): LocatedCms {
  const cms = readCms(contents);
  const der = contents.subarray(0, withDefiniteLengths(contents).end);
  const locate = (bytes: Uint8Array | null | undefined): CmsPart | null => {
    const offset = bytes ? Buffer.from(der).indexOf(bytes) : -1;
    return bytes && offset >= 0 ? { offset, bytes } : null;
  };
  return {
    cms,
    der,
    signature: locate(cms.signature),
    timestamp: locate(cms.unsignedAttributes.get(oids.timestampToken)?.[0]?.whole),
    record: locate(proofRecordOf(cms)),
  };
}
