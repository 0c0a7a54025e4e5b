import type { DisplayedRect } from '../geometry.ts';
import type { DocMdpLevel } from '../pdf/doc-mdp.ts';
import { shareOfPage } from './displayed-rect.ts';
import type { ValueChange } from './field-values.ts';

/** Kinds of change that a later revision makes to a signed file. Part of the report format: values are stable. */
export type ChangeKind =
  | 'action'
  | 'annotation'
  | 'appearance'
  | 'attachment'
  | 'catalogue'
  | 'content'
  | 'emptied'
  | 'field-added'
  | 'form'
  | 'form-fill'
  | 'layers'
  | 'metadata'
  | 'navigation'
  | 'other'
  | 'page'
  | 'page-added'
  | 'page-removed'
  | 'permissions'
  | 'repaired'
  | 'revived'
  | 'shown'
  | 'signature'
  | 'signature-changed'
  | 'structure'
  | 'timestamp'
  | 'unreadable'
  | 'unreferenced-bytes'
  | 'unused-objects'
  | 'validation-data';

/** One change by a revision, not yet evaluated against certification and locks. */
export interface Finding {
  readonly kind: ChangeKind;
  /** Page index, 0 for the first page; null when it concerns none or all of them. */
  readonly page: number | null;
  /** Fully qualified name of the affected form field. */
  readonly fieldName: string | null;
  /** Detail for the sentence: the subtype of an annotation, or a key. */
  readonly detail: string | null;
  /** Of a field that was filled in. */
  readonly values: ValueChange | null;
  /** Where a field or annotation was laid over the page. */
  readonly displayed: DisplayedRect | null;
}

export function findingOf(kind: ChangeKind, about: Partial<Finding> = {}): Finding {
  return { page: null, fieldName: null, detail: null, values: null, displayed: null, ...about, kind };
}

/**
 * Permitted at every level (ISO 32000-1 Table 254): long-term validation data (EN 319 142-1 §5.4). Damage is no change
 * of what shows; what a damaged revision changes has findings of its own.
 */
const always: readonly ChangeKind[] = ['repaired', 'timestamp', 'validation-data'];
const filling: readonly ChangeKind[] = [...always, 'form-fill', 'metadata', 'signature', 'unused-objects'];
/** 0: no certification. Several signers may add fields, annotations and signatures; visible content is fixed. */
const allowedByLevel: Record<DocMdpLevel | 0, readonly ChangeKind[]> = {
  1: always,
  2: filling,
  3: [...filling, 'annotation'],
  0: [...filling, 'annotation', 'field-added'],
};

export function isAllowedAt(level: DocMdpLevel | null, kind: ChangeKind): boolean {
  return allowedByLevel[level ?? 0].includes(kind);
}

/** Describes a finding in a sentence for users. */
export function describeFinding(finding: Finding): string {
  const { kind, page, fieldName, detail } = finding;
  const where = page === null ? '' : ` on page ${page + 1}`;
  const field = fieldName === null ? 'A field' : `The field ${fieldName}`;
  const what = detail === null ? '' : ` (${detail})`;
  const over = coverText(finding);
  const sentences: Record<ChangeKind, string> = {
    action: `An automatic action of the file, such as a script, was changed${what}.`,
    annotation: `An annotation${where} was added, changed or removed${what}${over || '; it may cover what the page shows'}.`,
    appearance: `${field}${where} looks different, although it was neither filled in nor signed.`,
    attachment: 'Files attached to the document were added, changed or removed.',
    catalogue: `Settings of the whole document were changed${what}.`,
    content: page === null ? 'What pages show was changed.' : `What page ${page + 1} shows was changed.`,
    emptied: `${field}${where} was emptied or hidden, so that what it covered shows.`,
    'field-added': `A signature field${fieldName === null ? '' : ` named ${fieldName}`} was added${where}${over}.`,
    form: `The form itself was changed${fieldName === null ? '' : `, at the field ${fieldName}`}${what}.`,
    'form-fill': `${field}${where} ${fillText(finding.values)}.`,
    layers: 'The layers that can be shown and hidden were changed.',
    metadata: 'Information about the document, such as its title, was changed.',
    navigation: 'Bookmarks, links or the way the file opens were changed.',
    other: 'A part of the file with an unknown use was changed.',
    page: `${page === null ? 'The pages' : `Page ${page + 1}`} changed in size, rotation or order.`,
    'page-added': `${page === null ? 'A page' : `Page ${page + 1}`} was added.`,
    'page-removed': `${page === null ? 'A page' : `What was page ${page + 1}`} was removed.`,
    repaired: 'The appended part is damaged; it was examined as viewers repair it.',
    revived: `A part that was in the file without use is shown or used now${where}.`,
    permissions: 'The permissions of the certification were changed or removed.',
    shown: `${page === null ? 'A page' : `Page ${page + 1}`} looks different than when it was signed${what}.`,
    signature: `${field} was signed.`,
    'signature-changed': `The signature in ${fieldName ?? 'a field'} was replaced, changed or removed.`,
    structure: 'The structure for reading aloud was changed.',
    timestamp: 'A document timestamp was added.',
    unreadable: 'The appended part cannot be read exactly, so its changes are unknown.',
    'unreferenced-bytes': 'The file holds bytes that no part of it refers to.',
    'unused-objects': 'Parts that the file does not use were added or changed.',
    'validation-data': 'Validation data for certificates was added.',
  };
  return sentences[kind];
}

function fillText(values: ValueChange | null): string {
  if (values?.old == null) return values?.now == null ? 'was filled in' : `was filled in: “${values.now}”`;
  return values.now === null
    ? `was emptied: it was “${values.old}”`
    : `was changed from “${values.old}” to “${values.now}”`;
}

function coverText({ displayed }: Finding): string {
  const share = displayed === null ? 0 : shareOfPage(displayed);
  return share === 0 ? '' : `, over ${percentText(share)} of the page`;
}

function percentText(share: number): string {
  if (share < 0.1) return 'less than 0.1 %';
  return `${share < 10 ? share.toFixed(1) : Math.round(share)} %`;
}
