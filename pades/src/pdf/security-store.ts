import type { PdfDocument } from './document.ts';
import { isArray, isStream, type PdfDict } from './values.ts';

/** Certificates, lists and answers that a file carries for those who judge it later (EN 319 142-1 §5.4.2), DER. */
export interface ValidationData {
  readonly certificates: readonly Uint8Array[];
  readonly crls: readonly Uint8Array[];
  readonly ocsps: readonly Uint8Array[];
}

export const storeKeys = { certificates: 'Certs', crls: 'CRLs', ocsps: 'OCSPs' } as const;

/** What /DSS of the catalogue holds; entries that are no streams are passed over. */
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

/** Behind this many of one kind the rest is not read, and proves nothing: each may be held against each signer. */
const ENTRIES_MAX = 300;
