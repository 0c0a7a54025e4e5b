import { padesExtension } from '../pdf/developer-extensions.ts';
import type { PdfDocument } from '../pdf/document.ts';
import { RevisionWriter } from '../pdf/revision-writer.ts';
import { readSecurityStore, securityStoreOf, storeKeys, type ValidationData } from '../pdf/security-store.ts';
import { arraySource, dictSource, refSource } from '../pdf/source-text.ts';
import { isArray } from '../pdf/values.ts';

/**
 * Adds missing validation data to the document security store as an incremental update (EN 319 142-1 §5.4.2).
 * The store is written as a new object, so that the catalogue is the only signed object that is replaced.
 * @returns the bytes to append; empty when the file holds all of it.
 */
export function writeValidationData(document: PdfDocument, data: ValidationData): Uint8Array {
  const stored = readSecurityStore(document);
  const store = securityStoreOf(document);
  const revision = new RevisionWriter(document);
  const changes: Record<string, string> = {};
  for (const kind of ['certificates', 'crls', 'ocsps'] as const) {
    const added = newItems(stored[kind], data[kind]).map((der) => refSource(revision.addStream('', der)));
    const key = storeKeys[kind];
    const list = store ? document.resolve(store.entries.get(key)) : null;
    if (added.length > 0) changes[key] = arraySource(isArray(list) ? list : null, added);
  }
  if (Object.keys(changes).length === 0) return new Uint8Array();
  const dict = store ?? { kind: 'dict' as const, entries: new Map(), spans: new Map() };
  const ref = revision.add(dictSource(dict, { Type: '/DSS', ...changes }));
  const { root } = document;
  revision.put(root.ref, dictSource(root.dict, { DSS: refSource(ref), ...padesExtension(document) }));
  return revision.finish();
}

function newItems(stored: readonly Uint8Array[], wanted: readonly Uint8Array[]): Uint8Array[] {
  const seen = new Set(stored.map(keyOf));
  return wanted.filter((der) => {
    const key = keyOf(der);
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew;
  });
}

function keyOf(der: Uint8Array): string {
  return Buffer.from(der).toString('latin1');
}
