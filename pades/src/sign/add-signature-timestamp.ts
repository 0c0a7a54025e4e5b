import { oids } from '../asn1/oids.ts';
import { addUnsignedAttribute } from '../cms/add-unsigned-attribute.ts';
import { readCms } from '../cms/read-cms.ts';
import { logProofOf } from '../cms/signature-proofs.ts';
import { latin1 } from '../pdf/parser.ts';
import { PdfRefusal } from '../pdf-refusal.ts';
import { requestTimestamp, stampedDigest, type Timestamping } from '../timestamp/request-timestamp.ts';
import type { TimestampToken } from '../timestamp/timestamp-token.ts';
import { checkLogProof, isAddedBefore, type LogProof } from '../transparency/log-proof.ts';
import { embedContents } from './contents-placeholder.ts';

/**
 * Adds the signature timestamp to an update that was signed without, for example while no authority responded; the
 * file then is at B-T. The update keeps its length and all bytes outside of /Contents.
 * @param update as `sign` with `contentsBytes` or `finishSignature` returned it; nothing may have been appended after it, since later
 * signatures and timestamps cover its bytes.
 * @throws PdfRefusal `timestamp`, or `contents` when the placeholder has no room for the timestamp.
 */
export async function addSignatureTimestamp(
  update: Uint8Array,
  timestamping: Timestamping,
): Promise<Uint8Array> {
  const placeholder = findPlaceholder(update);
  const { placeholderOffset, contentsBytes } = placeholder;
  const hex = latin1(update, placeholderOffset, placeholderOffset + contentsBytes * 2);
  const contents = Buffer.from(hex, 'hex');
  const signed = readCms(contents);
  if (signed.unsignedAttributes.has(oids.timestampToken))
    throw new PdfRefusal('timestamp', 'The signature has a timestamp already.');
  const token = await requestSignatureTimestamp(signed.signature, timestamping, logProofOf(signed));
  const cms = addUnsignedAttribute(contents, oids.timestampToken, token.der);
  return embedContents({ incrementalUpdate: update, ...placeholder }, cms);
}

/**
 * A timestamp over the value of a signature.
 * @throws PdfRefusal `timestamp`, also where its time is before that of the certificate in the log, as with clocks that
 * differ: the signature would not count, and a later timestamp makes it count
 */
export async function requestSignatureTimestamp(
  signature: Uint8Array,
  timestamping: Timestamping,
  log: LogProof | null,
): Promise<TimestampToken> {
  const token = await requestTimestamp(stampedDigest(signature, timestamping), timestamping);
  if (log && !isAddedBefore(checkLogProof(log, { key: null, retained: null }), token.time))
    throw new PdfRefusal(
      'timestamp',
      'The time of the timestamp authority is before that of the certificate in the log; compare the clocks.',
    );
  return token;
}

/** By /ByteRange, whose end is the end of the file, and so of the update. */
function findPlaceholder(update: Uint8Array): { placeholderOffset: number; contentsBytes: number } {
  const matches = [...latin1(update, 0, update.length).matchAll(BYTE_RANGE)];
  const [before = 0, after = 0, rest = 0] = (matches[0] ?? []).slice(1).map(Number);
  const start = after + rest - update.length;
  const [from, until] = [before - start, after - start];
  const isOurs = matches.length === 1 && update[from] === 0x3c && update[until - 1] === 0x3e;
  if (!isOurs || (until - from) % 2 !== 0)
    throw new PdfRefusal('argument', 'The update is not that of one signature.', 'update');
  return { placeholderOffset: from + 1, contentsBytes: (until - from - 2) / 2 };
}

const BYTE_RANGE = /\/ByteRange \[0 (\d+) +(\d+) +(\d+) *\]/g;
