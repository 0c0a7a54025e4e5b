import type { PdfDocument } from './document.ts';
import { isArray, isStream, type PdfDict } from './values.ts';

/** Contents of the document security store (EN 319 142-1 §5.4.2): certificates, CRLs and OCSP responses, DER. */
export interface ValidationData {
  readonly certificates: readonly Uint8Array[];
  readonly crls: readonly Uint8Array[];
  readonly ocsps: readonly Uint8Array[];
}

export const storeKeys = { certificates: 'Certs', crls: 'CRLs', ocsps: 'OCSPs' } as const;

/** Reads /DSS of the catalogue; ignores entries that are not streams. */
export function readSecurityStore(document: PdfDocument): ValidationData {
  const store = securityStoreOf(document);
  const read = (key: string): Uint8Array[] => {
    const list = store ? document.resolve(store.entries.get(key)) : null;
    if (!isArray(list)) return [];
    return list.items.slice(0, ENTRIES_MAX).flatMap((item) => {
      const stream = document.resolve(item);
      return isStream(stream) ? [document.structureStream(stream)] : [];
    });
  };
  const { certificates, crls, ocsps } = storeKeys;
  return { certificates: read(certificates), crls: read(crls), ocsps: read(ocsps) };
}

export function securityStoreOf(document: PdfDocument): PdfDict | null {
  return document.dict(document.root.dict, 'DSS');
}

/** Entries read of one kind; the rest is ignored, because each may have to be checked against each signer. */
const ENTRIES_MAX = 300;
