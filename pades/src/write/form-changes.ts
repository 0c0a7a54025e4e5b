import { padesExtension } from '../pdf/developer-extensions.ts';
import type { PdfDocument } from '../pdf/document.ts';
import type { RevisionWriter } from '../pdf/revision-writer.ts';
import { arraySource, dictSource, refSource, valueSource } from '../pdf/source-text.ts';
import {
  emptyDict,
  isArray,
  isDict,
  isInteger,
  isRef,
  type PdfDict,
  type PdfRef,
  type PdfValue,
} from '../pdf/values.ts';

/** SignaturesExist and AppendOnly (ISO 32000-1 Table 219). */
const SIGNATURE_FLAGS = 3;
const HELVETICA = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>';

export interface CatalogueChanges {
  /** Fields to add to the form. */
  readonly fields: readonly PdfRef[];
  /** Elements of /Fields to keep; omit it to keep all. */
  readonly remaining?: readonly PdfValue[];
  /** Fonts to add to the form's resources unless they have a font of that name; null is Helvetica of the viewer. */
  readonly fonts?: ReadonlyMap<string, PdfRef | null>;
  /** Source of /Perms, for a certifying signature. */
  readonly permissions?: string;
  /** Removes /NeedAppearances, which lets viewers replace the appearances of the file by their own. */
  readonly isAppearanceFinal?: boolean;
}

/** Writes the changed form and catalogue; an indirect form leaves the catalogue unchanged. */
export function writeCatalogueChanges(revision: RevisionWriter, changes: CatalogueChanges): void {
  const { document } = revision;
  const { ref, dict } = document.root;
  const catalogue: Record<string, string> = {};
  if (changes.permissions !== undefined) catalogue.Perms = changes.permissions;
  const formValue = dict.entries.get('AcroForm');
  const form = document.resolve(formValue);
  const formDict = isDict(form) ? form : null;
  const formChanges = changedForm(revision, formDict, changes);
  if (Object.keys(formChanges).length > 0) {
    if (isRef(formValue) && formDict) revision.put(formValue, dictSource(formDict, formChanges));
    else if (formDict) catalogue.AcroForm = dictSource(formDict, formChanges);
    else catalogue.AcroForm = refSource(revision.add(`<< ${pairs(formChanges)} >>`));
  }
  if (Object.keys(catalogue).length === 0) return;
  revision.put(ref, dictSource(dict, { ...catalogue, ...padesExtension(document) }));
}

function changedForm(
  revision: RevisionWriter,
  form: PdfDict | null,
  { fields, remaining, fonts, isAppearanceFinal }: CatalogueChanges,
): Record<string, string | null> {
  const { document } = revision;
  const changes: Record<string, string | null> = {};
  if (signatureFlags(document, form) !== SIGNATURE_FLAGS) changes.SigFlags = String(SIGNATURE_FLAGS);
  if (fonts && fonts.size > 0) Object.assign(changes, changedResources(revision, form, fonts));
  if (isAppearanceFinal === true && form?.entries.has('NeedAppearances')) changes.NeedAppearances = null;
  if (fields.length === 0 && form && !remaining) return changes;
  const fieldList = form?.entries.get('Fields');
  const list = document.resolve(fieldList);
  const added = fields.map(refSource);
  const source = remaining
    ? arraySource(null, [...remaining.map(valueSource), ...added])
    : arraySource(isArray(list) ? list : null, added);
  // Removed fields must not be calculated by a viewer.
  if (remaining && form?.entries.has('CO')) changes.CO = null;
  if (isRef(fieldList) && isArray(list)) revision.put(fieldList, source);
  else changes.Fields = source;
  return changes;
}

function changedResources(
  revision: RevisionWriter,
  form: PdfDict | null,
  fonts: ReadonlyMap<string, PdfRef | null>,
): Record<string, string> {
  const { document } = revision;
  const resources = form ? document.dict(form, 'DR') : null;
  const fontDict = resources ? document.dict(resources, 'Font') : null;
  const added: Record<string, string> = {};
  for (const [name, font] of fonts)
    if (fontDict?.entries.has(name) !== true) added[name] = refSource(font ?? revision.add(HELVETICA));
  if (Object.keys(added).length === 0) return {};
  return { DR: dictSource(resources ?? emptyDict, { Font: dictSource(fontDict ?? emptyDict, added) }) };
}

function signatureFlags(document: PdfDocument, form: PdfDict | null): number {
  const flags = form ? document.resolve(form.entries.get('SigFlags')) : null;
  return isInteger(flags) ? flags : 0;
}

function pairs(entries: Record<string, string | null>): string {
  return Object.entries(entries)
    .map(([key, source]) => `/${key} ${source}`)
    .join(' ');
}
