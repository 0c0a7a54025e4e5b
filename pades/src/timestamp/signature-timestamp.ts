import { oids } from '../asn1/oids.ts';
import type { ReadCms } from '../cms/read-cms.ts';
import { readTimestampToken, type TimestampToken } from './timestamp-token.ts';

/** The signature timestamp, over the signature value (RFC 3161 appendix A); null without one. @throws PdfRefusal */
export function signatureTimestampOf(cms: ReadCms): TimestampToken | null {
  const [value] = cms.unsignedAttributes.get(oids.timestampToken) ?? [];
  return value ? readTimestampToken(value.whole) : null;
}
