import { joinedSource, type PdfInput, toSource } from '../byte-source.ts';
import { hasUsage, isChangingAction, printKeys } from '../intake/two-faces.ts';
import type { Limits } from '../limits.ts';
import { PdfDocument } from '../pdf/document.ts';
import { type Layer, readLayers } from '../pdf/layers.ts';
import { numbersInUse } from '../pdf/object-numbers.ts';
import { RevisionWriter, streamSource } from '../pdf/revision-writer.ts';
import { dictSource, refSource, valueSource } from '../pdf/source-text.ts';
import { isArray, isDict, isStream, type PdfDict, type PdfRef, type PdfValue } from '../pdf/values.ts';
import { prepareDocument } from './prepare-document.ts';

/**
 * Makes a file that nobody has signed show the same in print as on a screen, at every zoom and whatever is clicked:
 * annotations become part of the pages, each layer stays as a screen shows it at 100 %, pictures have no other version
 * for print, and inks, areas and actions that make a difference go.
 * @returns the bytes to append; empty when there is nothing to do.
 * @throws PdfRefusal `form` for an annotation of which the file does not say how it looks
 */
export function makeOneFace(input: PdfInput, limits: Limits): Uint8Array {
  const source = toSource(input);
  const fixed = fixStates(new PdfDocument(source, { limits }));
  const whole = fixed.length === 0 ? source : joinedSource([source, fixed]);
  const flat = prepareDocument(whole, { flattenAnnotations: true, limits });
  return Buffer.concat([fixed, flat]);
}

function fixStates(document: PdfDocument): Uint8Array {
  const revision = new RevisionWriter(document);
  const all = readLayers(document);
  const layers = all.some(({ change, isLocked }) => change !== null || !isLocked) ? all : [];
  const layerNumbers = new Set(layers.map(({ ref }) => ref.number));
  const catalogue = document.root.ref.number;
  for (const number of numbersInUse(document)) {
    const object = document.object(number);
    if (!object) continue;
    const { value, generation } = object;
    const own: Record<string, string | null> = {};
    if (number === catalogue && layers.length > 0) own.OCProperties = fixedLayers(layers);
    if (layerNumbers.has(number)) own.Intent = null;
    const source = rewritten(document, value, own);
    const ref: PdfRef = { kind: 'ref', number, generation };
    if (source === null) continue;
    if (!isStream(value)) revision.put(ref, source);
    else revision.put(ref, streamSource({ entries: source.slice(2, -2), data: document.rawStream(value) }));
  }
  return revision.hasObjects ? revision.finish() : new Uint8Array();
}

/** One configuration without names for panels (ISO 32000-1 Table 101), which no viewer offers to change. */
function fixedLayers(layers: readonly Layer[]): string {
  const all = layers.map(({ ref }) => refSource(ref)).join(' ');
  const hidden = layers.filter(({ isShown }) => !isShown).map(({ ref }) => refSource(ref));
  const configuration = `<< /Name (Shown) /BaseState /ON /OFF [${hidden.join(' ')}] /Locked [${all}] >>`;
  return `<< /OCGs [${all}] /D ${configuration} >>`;
}

/** Source of a value without what makes a difference; null where there is nothing of that. */
function rewritten(
  document: PdfDocument,
  value: PdfValue,
  own: Readonly<Record<string, string | null>> = {},
): string | null {
  if (isArray(value)) {
    const sources = value.items.map((item) => rewritten(document, item));
    if (sources.every((source) => source === null)) return null;
    return `[${value.items.map((item, at) => sources[at] ?? valueSource(item)).join(' ')}]`;
  }
  const dict = isStream(value) ? value.dict : value;
  if (!isDict(dict)) return null;
  const changes: Record<string, string | null> = { ...dropped(document, dict, isStream(value)) };
  for (const [key, source] of Object.entries(own))
    if (source !== null || dict.entries.has(key)) changes[key] = source;
  for (const [key, entry] of dict.entries) {
    const source = Object.hasOwn(changes, key) ? null : rewritten(document, entry);
    if (source !== null) changes[key] = source;
  }
  if (Object.keys(changes).length === 0) return null;
  return dictSource(dict, isStream(value) ? { ...changes, Length: null } : changes);
}

/** Programs for printers have nothing that a screen shows, and are left to be refused. */
function dropped(document: PdfDocument, dict: PdfDict, isStream: boolean): Record<string, null> {
  const keys = [...printKeys(document, { dict, isStream })]
    .filter(({ kind }) => kind !== 'print-program')
    .map(({ key }) => key);
  if (hasUsage(document, dict)) keys.push('Usage');
  const actions = [...dict.entries.keys()].filter((key) => isAction(document, dict, key));
  return Object.fromEntries([...keys, ...actions].map((key) => [key, null]));
}

/** Whether an entry is an action that shows or hides something, or a list of events or actions with one. */
function isAction(document: PdfDocument, dict: PdfDict, key: string): boolean {
  if (!ACTION_KEYS.has(key)) return false;
  const value = document.resolve(dict.entries.get(key));
  const followers = isArray(value)
    ? value.items
    : key === 'AA' && isDict(value)
      ? [...value.entries.values()]
      : [];
  return [value, ...followers].some((item) => {
    const action = document.resolve(item);
    return isDict(action) && isChangingAction(document, action);
  });
}

/** Where actions are (ISO 32000-1 §12.6.2, §12.6.3, §12.4.4.2). */
const ACTION_KEYS: ReadonlySet<string> = new Set(['A', 'AA', 'Next', 'NA', 'OpenAction', 'PA']);
