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
  /** QcType eSeal: it is for seals, which legal persons make. */
  readonly isForSeals: boolean;
}

/** Reads the value of the extension; statements that are not listed are ignored. */
export function readQcStatements(element: DerElement): QcStatements {
  const statements = new Map<string, DerElement | undefined>();
  for (const statement of children(element)) {
    const [id, info] = children(statement);
    statements.set(readOid(id), info);
  }
  const type = statements.get(oids.qcType);
  const types = type ? children(type).map(readOid) : [];
  return {
    isQualified: statements.has(oids.qcCompliance),
    isOnDevice: statements.has(oids.qcSscd),
    isForSignatures: types.includes(oids.qcTypeSignature),
    isForSeals: types.includes(oids.qcTypeSeal),
  };
}

export function encodeQcStatements(statements: QcStatements): Uint8Array {
  const { isQualified, isOnDevice, isForSignatures, isForSeals } = statements;
  const types = [
    ...(isForSignatures ? [objectIdentifier(oids.qcTypeSignature)] : []),
    ...(isForSeals ? [objectIdentifier(oids.qcTypeSeal)] : []),
  ];
  return sequence(
    ...(isQualified ? [sequence(objectIdentifier(oids.qcCompliance))] : []),
    ...(isOnDevice ? [sequence(objectIdentifier(oids.qcSscd))] : []),
    ...(types.length > 0 ? [sequence(objectIdentifier(oids.qcType), sequence(...types))] : []),
  );
}
