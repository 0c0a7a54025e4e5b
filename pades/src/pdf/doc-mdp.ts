import type { PdfDocument } from './document.ts';
import { isArray, isDict, isInteger, nameOf } from './values.ts';

/** What a certifying signature permits (ISO 32000-1 Table 254): 1 nothing, 2 filling and signing, 3 annotating too. */
export type DocMdpLevel = 1 | 2 | 3;

/** The level of the certifying signature that the catalogue's /Perms names, or null without one. */
export function docMdpLevelOf(document: PdfDocument): DocMdpLevel | null {
  const permissions = document.dict(document.root.dict, 'Perms');
  const signature = permissions ? document.dict(permissions, 'DocMDP') : null;
  const references = signature ? document.resolve(signature.entries.get('Reference')) : null;
  if (!isArray(references)) return null;
  for (const item of references.items) {
    const reference = document.resolve(item);
    if (!isDict(reference) || nameOf(document.resolve(reference.entries.get('TransformMethod'))) !== 'DocMDP')
      continue;
    const parameters = document.dict(reference, 'TransformParams');
    const level = parameters ? document.resolve(parameters.entries.get('P')) : null;
    return isInteger(level) && (level === 1 || level === 3) ? level : 2;
  }
  return null;
}
