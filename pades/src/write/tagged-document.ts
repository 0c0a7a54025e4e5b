import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { type MarkedOperation, Painter } from '../drawing/drawing.ts';
import { PdfDocument } from '../pdf/document.ts';
import { RevisionWriter } from '../pdf/revision-writer.ts';
import { dateSource, nameSource, numberSource, refSource } from '../pdf/source-text.ts';
import { encodeTextString } from '../pdf/text-string.ts';
import type { PdfRef } from '../pdf/values.ts';
import { srgbProfile } from './srgb-profile.ts';
import { type DocumentFacts, xmpMetadata } from './xmp-metadata.ts';

/** Standard structure types (ISO 32000-1 §14.8.4). */
export type ElementRole =
  | 'Sect'
  | 'H1'
  | 'H2'
  | 'H3'
  | 'P'
  | 'L'
  | 'LI'
  | 'LBody'
  | 'Table'
  | 'TR'
  | 'TH'
  | 'TD'
  | 'Figure';

/** Content of a page by the number of its mark. */
export interface MarkedContent {
  /** Page index. */
  readonly page: number;
  readonly id: number;
}

export interface TaggedElement {
  readonly role: ElementRole;
  /** What is said in place of a figure. */
  readonly alternative?: string;
  readonly children: readonly (TaggedElement | MarkedContent)[];
}

export interface TaggedPage {
  /** Points. */
  readonly width: number;
  readonly height: number;
  readonly content: readonly MarkedOperation[];
}

export interface AttachedData {
  readonly name: string;
  readonly description: string;
  /** As `application/json`. */
  readonly type: string;
  readonly data: Uint8Array;
}

export interface TaggedDocument extends DocumentFacts {
  readonly pages: readonly TaggedPage[];
  readonly elements: readonly TaggedElement[];
  /** The machine-readable form of the content, if it is handed out. */
  readonly attachment: AttachedData | null;
}

/**
 * Writes a new file of PDF/A-3a (ISO 19005-3) and PDF/UA-1 (ISO 14289-1): tagged, with a language, a title, embedded
 * fonts, calibrated colours, an output intent, and attached data.
 */
export function writeTaggedDocument(document: TaggedDocument): Uint8Array {
  const base = skeleton(document);
  const revision = new RevisionWriter(new PdfDocument(base));
  const painter = new Painter(revision);
  const pages = document.pages.map((page) => ({ ref: revision.allocate(), page }));
  const tree = new StructureWriter(
    revision,
    pages.map(({ ref }) => ref),
  );
  const root = tree.write(document.elements);
  for (const [index, { ref, page }] of pages.entries())
    writePage({ revision, painter }, { ref, page, index });
  painter.finish();
  const kids = pages.map(({ ref }) => refSource(ref)).join(' ');
  revision.put(object(PAGES), `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`);
  const attached = document.attachment ? attachmentEntries(revision, document.attachment, document) : '';
  revision.put(
    object(CATALOG),
    `<< /Type /Catalog /Pages ${PAGES} 0 R /Metadata ${METADATA} 0 R /Lang ${encodeTextString(document.language)}
/MarkInfo << /Marked true >> /StructTreeRoot ${refSource(root)} /ViewerPreferences << /DisplayDocTitle true >>
/OutputIntents [${refSource(writeOutputIntent(revision))}]
${attached} >>`,
  );
  return Buffer.concat([base, revision.finish()]);
}

const CATALOG = 1;
const PAGES = 2;
const METADATA = 3;

function object(number: number): PdfRef {
  return { kind: 'ref', number, generation: 0 };
}

/** A file without pages: what follows is written as an update of it, and finds in it that colours must be calibrated. */
function skeleton(facts: DocumentFacts): Uint8Array {
  const metadata = xmpMetadata(facts);
  const chunks: Uint8Array[] = [];
  const offsets: number[] = [];
  let length = 0;
  const write = (chunk: string | Uint8Array): void => {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk, 'latin1') : chunk;
    chunks.push(bytes);
    length += bytes.length;
  };
  const begin = (number: number): void => {
    offsets.push(length);
    write(`${number} 0 obj\n`);
  };
  // Four bytes above 127 mark the file as binary (ISO 19005-3 §6.1.2).
  write('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n');
  begin(CATALOG);
  write(`<< /Type /Catalog /Pages ${PAGES} 0 R /Metadata ${METADATA} 0 R >>\nendobj\n`);
  begin(PAGES);
  write('<< /Type /Pages /Kids [] /Count 0 >>\nendobj\n');
  begin(METADATA);
  write(`<< /Type /Metadata /Subtype /XML /Length ${metadata.length} >>\nstream\n`);
  write(metadata);
  write('\nendstream\nendobj\n');
  const start = length;
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`);
  const id = createHash('sha256').update(metadata).digest('hex').slice(0, 32);
  write(`xref\n0 ${rows.length + 1}\n0000000000 65535 f \n${rows.join('')}`);
  write(`trailer\n<< /Size ${rows.length + 1} /Root ${CATALOG} 0 R /ID [<${id}> <${id}>] >>\n`);
  write(`startxref\n${start}\n%%EOF\n`);
  return Buffer.concat(chunks);
}

function writePage(
  { revision, painter }: { readonly revision: RevisionWriter; readonly painter: Painter },
  { ref, page, index }: { readonly ref: PdfRef; readonly page: TaggedPage; readonly index: number },
): void {
  const { content, resources } = painter.paint(page.content);
  const stream = revision.addStream('/Filter /FlateDecode', deflateSync(Buffer.from(content, 'latin1')));
  const box = `[0 0 ${numberSource(page.width)} ${numberSource(page.height)}]`;
  revision.put(
    ref,
    `<< /Type /Page /Parent ${PAGES} 0 R /MediaBox ${box} /CropBox ${box} /Resources ${resources}
/Contents ${refSource(stream)} /StructParents ${index} /Tabs /S >>`,
  );
}

/** ISO 19005-3 §6.8: an associated file with its relationship. */
/** The entries of the catalog that name the attachment. */
function attachmentEntries(
  revision: RevisionWriter,
  attachment: AttachedData,
  { created }: Pick<TaggedDocument, 'created'>,
): string {
  const { name, description, type, data } = attachment;
  const file = revision.addStream(
    `/Type /EmbeddedFile /Subtype ${nameSource(type)} /Filter /FlateDecode
/Params << /Size ${data.length} /ModDate ${dateSource(created)} >>`,
    deflateSync(data),
  );
  const text = encodeTextString(name);
  const specification = revision.add(
    `<< /Type /Filespec /F ${text} /UF ${text} /Desc ${encodeTextString(description)} /AFRelationship /Data
/EF << /F ${refSource(file)} /UF ${refSource(file)} >> >>`,
  );
  const attached = refSource(specification);
  return `/Names << /EmbeddedFiles << /Names [${text} ${attached}] >> >> /AF [${attached}]`;
}

function writeOutputIntent(revision: RevisionWriter): PdfRef {
  const profile = revision.addStream('/N 3 /Filter /FlateDecode', deflateSync(srgbProfile()));
  return revision.add(
    `<< /Type /OutputIntent /S /GTS_PDFA1 /OutputConditionIdentifier (sRGB IEC61966-2.1)
/Info (sRGB IEC61966-2.1) /DestOutputProfile ${refSource(profile)} >>`,
  );
}

/** The structure tree and the way back from marked content to its element (ISO 32000-1 §14.7). */
class StructureWriter {
  readonly #revision: RevisionWriter;
  readonly #pages: readonly PdfRef[];
  /** For each page, the element of each mark. */
  readonly #parents: PdfRef[][];

  constructor(revision: RevisionWriter, pages: readonly PdfRef[]) {
    this.#revision = revision;
    this.#pages = pages;
    this.#parents = pages.map(() => []);
  }

  write(elements: readonly TaggedElement[]): PdfRef {
    const root = this.#revision.allocate();
    const whole = this.#revision.allocate();
    const kids = elements.map((element) => refSource(this.#element(element, whole)));
    this.#revision.put(
      whole,
      `<< /Type /StructElem /S /Document /P ${refSource(root)} /K [${kids.join(' ')}] >>`,
    );
    const rows = this.#parents.map((parents, page) => `${page} [${parents.map(refSource).join(' ')}]`);
    const tree = this.#revision.add(`<< /Nums [${rows.join('\n')}] >>`);
    this.#revision.put(
      root,
      `<< /Type /StructTreeRoot /K [${refSource(whole)}] /ParentTree ${refSource(tree)}
/ParentTreeNextKey ${this.#pages.length} >>`,
    );
    return root;
  }

  #element({ role, alternative, children }: TaggedElement, parent: PdfRef): PdfRef {
    const ref = this.#revision.allocate();
    const kids = children.map((child) =>
      'role' in child ? refSource(this.#element(child, ref)) : this.#mark(child, ref),
    );
    const more = [
      ...(alternative === undefined ? [] : [`/Alt ${encodeTextString(alternative)}`]),
      ...(role === 'TH' ? ['/A << /O /Table /Scope /Column >>'] : []),
      ...(role === 'L' ? ['/A << /O /List /ListNumbering /None >>'] : []),
    ];
    const source = `/Type /StructElem /S /${role} /P ${refSource(parent)} /K [${kids.join(' ')}]`;
    this.#revision.put(ref, `<< ${source} ${more.join(' ')} >>`);
    return ref;
  }

  #mark({ page, id }: MarkedContent, element: PdfRef): string {
    const parents = this.#parents[page];
    const ref = this.#pages[page];
    if (!parents || !ref) throw new RangeError('Marked content must be on a page of the document.');
    parents[id] = element;
    return `<< /Type /MCR /Pg ${refSource(ref)} /MCID ${id} >>`;
  }
}
