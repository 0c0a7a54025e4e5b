import type { DocMdpLevel } from '../pdf/doc-mdp.ts';

/** What a later revision did to a signed file. The words are part of the report: they stay. */
export type ChangeKind =
  | 'action'
  | 'annotation'
  | 'appearance'
  | 'attachment'
  | 'catalogue'
  | 'content'
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
  | 'signature'
  | 'signature-changed'
  | 'structure'
  | 'timestamp'
  | 'unreadable'
  | 'unreferenced-bytes'
  | 'unused-objects'
  | 'validation-data';

/** One thing that a revision changed, before anybody asks whether it may. */
export interface Finding {
  readonly kind: ChangeKind;
  /** 0 for the first page; null where it is none, or all of them. */
  readonly page: number | null;
  /** Fully qualified name of the form field it is about. */
  readonly fieldName: string | null;
  /** What tells it apart from others of its kind, for its sentence: the subtype of an annotation, a key. */
  readonly detail: string | null;
}

export function findingOf(kind: ChangeKind, about: Partial<Finding> = {}): Finding {
  return { page: null, fieldName: null, detail: null, ...about, kind };
}

/** ISO 32000-1 Table 254, and what EN 319 142-1 adds for proof of long duration. */
const always: readonly ChangeKind[] = ['timestamp', 'validation-data'];
const filling: readonly ChangeKind[] = [...always, 'form-fill', 'metadata', 'signature', 'unused-objects'];
/** 0: without a certification, what is usual among several signers; it forbids what is shown to change. */
const allowedByLevel: Record<DocMdpLevel | 0, readonly ChangeKind[]> = {
  1: always,
  2: filling,
  3: [...filling, 'annotation'],
  0: [...filling, 'annotation', 'field-added'],
};

export function isAllowedAt(level: DocMdpLevel | null, kind: ChangeKind): boolean {
  return allowedByLevel[level ?? 0].includes(kind);
}

/** The sentence of a finding, for people. */
export function describeFinding(finding: Finding): string {
  const { kind, page, fieldName, detail } = finding;
  const where = page === null ? '' : ` on page ${page + 1}`;
  const field = fieldName === null ? 'A field' : `The field ${fieldName}`;
  const what = detail === null ? '' : ` (${detail})`;
  const sentences: Record<ChangeKind, string> = {
    action: `What the file does by itself, such as running a script, was changed${what}.`,
    annotation: `An annotation${where} was added, changed or removed${what}; it may cover what the page shows.`,
    appearance: `${field}${where} looks different, though nobody filled it in or signed it.`,
    attachment: 'Files attached to the document were added, changed or removed.',
    catalogue: `Settings of the whole document were changed${what}.`,
    content: page === null ? 'What pages show was changed.' : `What page ${page + 1} shows was changed.`,
    'field-added': `A signature field${fieldName === null ? '' : ` named ${fieldName}`} was added${where}.`,
    form: `The form itself was changed${fieldName === null ? '' : `, at the field ${fieldName}`}${what}.`,
    'form-fill': `${field}${where} was filled in.`,
    layers: 'The layers that can be shown and hidden were changed.',
    metadata: 'Information about the document, such as its title, was changed.',
    navigation: 'Bookmarks, links or the way the file opens were changed.',
    other: 'A part of the file was changed whose use is not known.',
    page: `${page === null ? 'The pages' : `Page ${page + 1}`} got another size, turn or order.`,
    'page-added': `${page === null ? 'A page' : `Page ${page + 1}`} was added.`,
    'page-removed': `${page === null ? 'A page' : `What was page ${page + 1}`} was removed.`,
    permissions: 'What the certification permits was changed or taken away.',
    signature: `${field} was signed.`,
    'signature-changed': `The signature in ${fieldName ?? 'a field'} was replaced, changed or taken away.`,
    structure: 'The structure for reading aloud was changed.',
    timestamp: 'A document timestamp was added.',
    unreadable: 'What was added cannot be read exactly, so nobody can say what it changes.',
    'unreferenced-bytes': 'The file holds bytes that no part of it speaks of.',
    'unused-objects': 'Parts were added or changed that nothing in the file uses.',
    'validation-data': 'Proof that certificates were valid was added.',
  };
  return sentences[kind];
}
