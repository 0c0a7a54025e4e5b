import type { PdfDocument } from '../pdf/document.ts';
import { isArray, isDict, nameOf, type PdfDict, type PdfValue } from '../pdf/values.ts';

export type ActiveContentKind =
  | 'embedded-file'
  | 'external-content'
  | 'import-data'
  | 'javascript'
  | 'launch'
  | 'rich-media'
  | 'submit-form'
  | 'xfa';

export interface ValueFinding {
  /** `two-faced`: it may be one of the parts that `findTwoFaces` looks for, which costs more. */
  /** `attached-xml`: data of an electronic invoice or the like, which the file carries as XML. */
  readonly kind: ActiveContentKind | 'attached-xml' | 'remote-link' | 'two-faced';
  readonly object: number;
}

export interface VisitedDict {
  readonly dict: PdfDict;
  readonly isStream: boolean;
}

/** Keys whose dictionaries have arbitrary resource names as keys: a font may be named /JS. */
const resourceCategories = new Set([
  'ColorSpace',
  'ExtGState',
  'Font',
  'Pattern',
  'ProcSet',
  'Properties',
  'Shading',
  'XObject',
]);

const actions: ReadonlyMap<string, ValueFinding['kind']> = new Map([
  ['GoToE', 'embedded-file'],
  ['GoToR', 'remote-link'],
  ['Hide', 'two-faced'],
  ['ImportData', 'import-data'],
  ['JavaScript', 'javascript'],
  ['Launch', 'launch'],
  ['Movie', 'rich-media'],
  ['Rendition', 'rich-media'],
  ['RichMediaExecute', 'rich-media'],
  ['SetOCGState', 'two-faced'],
  ['Sound', 'rich-media'],
  ['SubmitForm', 'submit-form'],
]);

const subtypes: ReadonlyMap<string, ValueFinding['kind']> = new Map([
  ['3D', 'rich-media'],
  ['FileAttachment', 'embedded-file'],
  ['Movie', 'rich-media'],
  ['PS', 'two-faced'],
  ['RichMedia', 'rich-media'],
  ['Sound', 'rich-media'],
]);

/** Of layers, annotations, pictures for print, inks and areas for print. */
const TWO_FACED_KEYS =
  'Alternates BG BG2 HT OC OCProperties OP OPI PrintArea PrintClip PrintPageRange Rect Ref Subtype2 TR TR2 UCR UCR2 ' +
  'Usage ViewArea ViewClip op';

const keys: ReadonlyMap<string, ValueFinding['kind']> = new Map([
  ...TWO_FACED_KEYS.split(' ').map((key) => [key, 'two-faced'] as const),
  ['EF', 'embedded-file'],
  ['EmbeddedFiles', 'embedded-file'],
  ['JS', 'javascript'],
  ['JavaScript', 'javascript'],
  ['RichMediaContent', 'rich-media'],
  ['XFA', 'xfa'],
]);

/** Visits every dictionary inside a value without following references; the parser has limited the depth. */
export function* walkValue(root: PdfValue): Generator<VisitedDict> {
  const open: PdfValue[] = [root];
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value !== 'object' || value === null) continue;
    if (value.kind === 'array') for (const item of value.items) if (typeof item === 'object') open.push(item);
    const dict = value.kind === 'stream' ? value.dict : value.kind === 'dict' ? value : null;
    if (dict === null) continue;
    yield { dict, isStream: value.kind === 'stream' };
    for (const [key, entry] of dict.entries) {
      if (typeof entry !== 'object' || entry === null) continue;
      if (entry.kind === 'dict' && resourceCategories.has(key))
        for (const inner of entry.entries.values()) open.push(inner);
      else open.push(entry);
    }
  }
}

export interface ContentReporter {
  readonly document: PdfDocument;
  /** Number of the object being walked. */
  readonly object: number;
  report(finding: ValueFinding): void;
}

/** Reports active content of one dictionary: scripts, actions and external data. */
export function reportActiveContent({ dict, isStream }: VisitedDict, reporter: ContentReporter): void {
  const { document, object } = reporter;
  const report = (finding: ValueFinding): void => reporter.report(finding);
  const nameAt = (key: string): string => nameOf(document.resolve(dict.entries.get(key))) ?? '';
  for (const [key, value] of dict.entries) {
    const kind = keys.get(key);
    if (kind === undefined || value === null) continue;
    if (kind === 'embedded-file')
      report({ kind: carriesXml(document, key, value) ? 'attached-xml' : kind, object });
    else if (kind !== 'two-faced' || mayDiffer(dict, key, value)) report({ kind, object });
  }
  const action = actions.get(nameAt('S'));
  if (action !== undefined) report({ kind: action, object });
  const subtype = subtypes.get(nameAt('Subtype'));
  if (subtype !== undefined) report({ kind: subtype, object });
  if (nameAt('Type') === 'EmbeddedFile')
    report({ kind: XML_TYPES.has(nameAt('Subtype')) ? 'attached-xml' : 'embedded-file', object });
  // ISO 32000-1 §7.3.8.2: /F in a stream dictionary reads the data from an external file.
  if (isStream && (dict.entries.get('F') ?? null) !== null) report({ kind: 'external-content', object });
}

/** As the file declares it; names of MIME types, whose `#2F` the parser has read (ISO 32000-1 §7.11.4.1). */
const XML_TYPES: ReadonlySet<string> = new Set(['application/xml', 'text/xml']);

/** Each file specification is visited by itself: the tree of names only lists them. */
function carriesXml(document: PdfDocument, key: string, value: PdfValue): boolean {
  if (key === 'EmbeddedFiles') return true;
  const files = document.resolve(value);
  return (
    isDict(files) &&
    [...files.entries.values()].every((each) => {
      const file = document.resolve(each);
      if (typeof file !== 'object' || file?.kind !== 'stream') return false;
      return XML_TYPES.has(nameOf(document.resolve(file.dict.entries.get('Subtype'))) ?? '');
    })
  );
}

/** Cheap and without following references. */
function mayDiffer(dict: PdfDict, key: string, value: PdfValue): boolean {
  if (key === 'OP' || key === 'op') return value === true;
  return key !== 'Rect' || mayShowAnnotation(dict);
}

/** False for a link without a frame and for a field that is printed as it is seen. */
function mayShowAnnotation({ entries }: PdfDict): boolean {
  const kind = nameOf(entries.get('Subtype'));
  if (kind === 'Widget') return !PRINTED_FIELD.has(entries.get('F') ?? null);
  if (kind !== 'Link' || entries.has('AP')) return true;
  const border = entries.get('Border');
  return entries.has('BS') || !(isArray(border) && border.items[2] === 0);
}

/** Flags of fields that show the same everywhere: printed, and perhaps locked. */
const PRINTED_FIELD: ReadonlySet<PdfValue> = new Set([4, 4 | 64, 4 | 128, 4 | 64 | 128]);
