import { readFields } from '../pdf/form-fields.ts';
import { findPage } from '../pdf/pages.ts';
import { RevisionWriter } from '../pdf/revision-writer.ts';
import { refSource } from '../pdf/source-text.ts';
import { encodeTextString } from '../pdf/text-string.ts';
import { PdfRefusal } from '../pdf-refusal.ts';
import { writeCatalogueChanges } from '../write/form-changes.ts';
import {
  contentsSource,
  fillByteRange,
  type HashedDocument,
  type PreparedContents,
  placeholderSize,
} from './contents-placeholder.ts';

export interface DocumentTimestampOptions {
  /** Name of the new field that holds it; default: the first unused of Timestamp1, Timestamp2, … */
  readonly fieldName?: string;
  /** Capacity for the token in bytes; `prepareTimestamp` alone knows no authority: default 16,384. */
  readonly contentsBytes?: number;
}

/**
 * Writes the incremental update of a document timestamp without its token (ISO 32000-2 §12.8.5, EN 319 142-1 §5.4.3).
 * Its field is invisible and on no page, so that no page changes; every certification level permits it.
 */
export function writeDocumentTimestamp(
  context: HashedDocument,
  options: DocumentTimestampOptions,
): PreparedContents {
  const { document } = context;
  const contentsBytes = placeholderSize(options.contentsBytes);
  if (document.isEncrypted)
    throw new PdfRefusal('encrypted', 'An encrypted file cannot be timestamped; save it without protection.');
  const name = chooseName(new Set(readFields(document).map((field) => field.name)), options.fieldName);
  const revision = new RevisionWriter(document);
  const value = revision.allocate();
  const page = findPage(document, 0);
  const field = revision.add(
    `<< /Type /Annot /Subtype /Widget /FT /Sig /T ${encodeTextString(name)} /V ${refSource(value)}
/F 132 /Rect [0 0 0 0] /P ${refSource(page.ref)} >>`,
  );
  writeCatalogueChanges(revision, { fields: [field] });
  const body = contentsSource({
    type: 'DocTimeStamp',
    subFilter: 'ETSI.RFC3161',
    contentsBytes,
    entries: '',
  });
  const start = revision.put(value, body.source);
  return fillByteRange(context, { update: revision.finish(), start, body });
}

function chooseName(usedNames: ReadonlySet<string>, wanted: string | undefined): string {
  if (wanted !== undefined && (wanted === '' || wanted.includes('.') || usedNames.has(wanted)))
    throw new PdfRefusal(
      'argument',
      `The field name "${wanted}" is empty, contains a full stop or is in use.`,
      wanted,
    );
  if (wanted !== undefined) return wanted;
  let count = 1;
  while (usedNames.has(`Timestamp${count}`)) count += 1;
  return `Timestamp${count}`;
}
