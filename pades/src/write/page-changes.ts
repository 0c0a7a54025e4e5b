import type { Matrix } from '../drawing/drawing.ts';
import type { PdfRect } from '../geometry.ts';
import type { PdfDocument } from '../pdf/document.ts';
import { inheritedEntry, type PageNode } from '../pdf/pages.ts';
import type { RevisionWriter } from '../pdf/revision-writer.ts';
import {
  arraySource,
  dictSource,
  entriesSource,
  nameSource,
  numberSource,
  rectSource,
  refSource,
  valueSource,
} from '../pdf/source-text.ts';
import { isArray, isDict, isRef, isStream, type PdfDict, type PdfRef, type PdfValue } from '../pdf/values.ts';
import { PdfRefusal } from '../pdf-refusal.ts';

/** A Form XObject to paint over a page, and its transformation matrix. */
export interface PageOverlay {
  readonly form: PdfRef;
  readonly matrix: Matrix;
  /** Whether the form itself says what it is in the structure of the file; otherwise it is an artifact. */
  readonly isTagged?: boolean;
}

export interface PageChanges {
  /** Annotations to add. */
  readonly annotations: readonly PdfRef[];
  /** Elements of /Annots to keep; null for all. */
  readonly remaining: readonly PdfValue[] | null;
  readonly overlays: readonly PageOverlay[];
  /** Whether the file has a structure for reading aloud. */
  readonly isTagged: boolean;
}

/** Writes the changes of one page: only its /Annots array when that is enough, otherwise the page. */
export function writePageChanges(revision: RevisionWriter, page: PageNode, changes: PageChanges): void {
  const entries: Record<string, string> = {};
  if (changes.annotations.length > 0 || changes.remaining !== null) {
    const annotations = changedAnnotations(revision, page.dict, changes);
    if (annotations !== null) entries.Annots = annotations;
    // ISO 14289-1 §7.18.3: annotations are reached in the order of the structure.
    if (changes.isTagged && !page.dict.entries.has('Tabs')) entries.Tabs = '/S';
  }
  if (changes.overlays.length > 0) Object.assign(entries, changedContents(revision, page, changes));
  if (Object.keys(entries).length > 0) revision.put(page.ref, dictSource(page.dict, entries));
}

/** Source of /Annots; null when the array is an indirect object, which has been written. */
function changedAnnotations(
  revision: RevisionWriter,
  page: PdfDict,
  { annotations, remaining }: PageChanges,
): string | null {
  const annotationList = page.entries.get('Annots');
  const list = revision.document.resolve(annotationList);
  const added = annotations.map(refSource);
  const source =
    remaining === null
      ? arraySource(isArray(list) ? list : null, added)
      : arraySource(null, [...remaining.map(valueSource), ...added]);
  if (!isRef(annotationList) || !isArray(list)) return source;
  revision.put(annotationList, source);
  return null;
}

export interface Wrapping {
  /** Of the page that the overlay fills. */
  readonly box: PdfRect;
  /** Entries of the form. */
  readonly entries?: string;
  /** Resources besides the overlay. */
  readonly resources?: string;
  /** Operators before and after it. */
  readonly before?: string;
  readonly after?: string;
}

/** An overlay that paints another one. */
export function wrapOverlay(
  revision: RevisionWriter,
  { form, matrix }: PageOverlay,
  { box, entries = '', resources = '', before = '', after = '' }: Wrapping,
): PageOverlay {
  const head = `/Type /XObject /Subtype /Form /BBox ${rectSource(box)} ${entries}
/Resources << ${resources} /XObject << /H ${refSource(form)} >> >>`;
  const content = `${before} q ${matrix.map(numberSource).join(' ')} cm /H Do Q ${after}`;
  const wrapped = revision.addStream(head, Buffer.from(content.trim(), 'latin1'));
  return { form: wrapped, matrix: [1, 0, 0, 1, 0, 0] };
}

/**
 * Wraps the page's content in q and Q, so that its graphics state does not affect the overlays (ISO 32000-1 §8.4.2).
 * The content streams do not change.
 */
function changedContents(
  revision: RevisionWriter,
  page: PageNode,
  { overlays, isTagged }: PageChanges,
): Record<string, string> {
  const { document } = revision;
  const resources = document.resolve(inheritedEntry(document, page.dict, 'Resources'));
  const resourcesDict = isDict(resources) ? resources : null;
  const xObjects = resourcesDict ? document.dict(resourcesDict, 'XObject') : null;
  const names = freeNames(xObjects, overlays.length);
  const painted = overlays.map(({ matrix, isTagged: isOwn = false }, index) => {
    const matrixSource = matrix.map(numberSource).join(' ');
    const drawn = `q ${matrixSource} cm ${nameSource(names[index] ?? '')} Do Q\n`;
    // ISO 14289-1 §7.1: content is in the structure or an artifact.
    return isTagged && !isOwn ? `/Artifact BMC ${drawn}EMC\n` : drawn;
  });
  const before = revision.addStream('', Buffer.from('q\n'));
  const after = revision.addStream('', Buffer.from(`\nQ\n${painted.join('')}`, 'latin1'));
  const contents = contentRefs(document, page.dict.entries.get('Contents'));
  const added = overlays.map(({ form }, index) => `${nameSource(names[index] ?? '')} ${refSource(form)}`);
  const forms = `<< ${xObjects ? entriesSource(xObjects) : ''}\n${added.join(' ')} >>`;
  return {
    Contents: `[${[refSource(before), ...contents, refSource(after)].join(' ')}]`,
    Resources: resourcesDict ? dictSource(resourcesDict, { XObject: forms }) : `<< /XObject ${forms} >>`,
  };
}

function contentRefs(document: PdfDocument, contentsValue: PdfValue | undefined): string[] {
  const contents = document.resolve(contentsValue);
  if (contents === null) return [];
  if (isStream(contents) && isRef(contentsValue)) return [refSource(contentsValue)];
  if (isArray(contents)) return contents.items.filter((item) => item !== null).map(valueSource);
  throw new PdfRefusal('page', 'The file is damaged: a page has no readable content.');
}

function freeNames(xObjects: PdfDict | null, count: number): string[] {
  const names: string[] = [];
  for (let number = 1; names.length < count; number += 1)
    if (xObjects?.entries.has(`Paraph${number}`) !== true) names.push(`Paraph${number}`);
  return names;
}
