import { children, type DerElement, readOid } from '../asn1/der-reader.ts';
import { objectIdentifier, sequence } from '../asn1/der-writer.ts';
import { oids } from '../asn1/oids.ts';

/** What the issuer states about a certificate (EN 319 412-5 §4.2). Only a trusted issuer's statements count. */
export interface QcStatements {
  /** QcCompliance: it is a qualified certificate. */
  readonly isQualified: boolean;
  /** QcSSCD: its key is in a qualified signature creation device. */
  readonly isOnDevice: boolean;
  /** QcType eSign: it is for signatures, not for seals or web sites. */
  readonly isForSignatures: boolean;
}

/** Reads the value of the extension; statements that are not listed are ignored. */
export function readQcStatements(element: DerElement): QcStatements {
  const statements = new Map<string, DerElement | undefined>();
  for (const statement of children(element)) {
    const [id, info] = children(statement);
    statements.set(readOid(id), info);
  }
  const types = statements.get(oids.qcType);
  return {
    isQualified: statements.has(oids.qcCompliance),
    isOnDevice: statements.has(oids.qcSscd),
    isForSignatures: types ? children(types).map(readOid).includes(oids.qcTypeSignature) : false,
  };
}

export function encodeQcStatements(statements: QcStatements): Uint8Array {
  const { isQualified, isOnDevice, isForSignatures } = statements;
  return sequence(
    ...(isQualified ? [sequence(objectIdentifier(oids.qcCompliance))] : []),
    ...(isOnDevice ? [sequence(objectIdentifier(oids.qcSscd))] : []),
    ...(isForSignatures
      ? [sequence(objectIdentifier(oids.qcType), sequence(objectIdentifier(oids.qcTypeSignature)))]
      : []),
  );
}
