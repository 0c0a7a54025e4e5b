/** What was wrong, as a closed list that callers may switch on. */
export type PdfRefusalCode =
  | 'argument'
  | 'certificate'
  | 'certified'
  | 'cms'
  | 'contents'
  | 'encrypted'
  | 'field'
  | 'filter'
  | 'font'
  | 'form'
  | 'header'
  | 'image'
  | 'limit'
  | 'object'
  | 'page'
  | 'revocation'
  | 'startxref'
  | 'stream'
  | 'syntax'
  | 'timestamp'
  | 'xref';

/**
 * "No", said about a file or an argument. `message` is plain words with the remedy, safe to show;
 * `at` names the place (a byte offset, an object, a field), or is null.
 */
export class PdfRefusal extends Error {
  readonly code: PdfRefusalCode;
  readonly at: string | null;

  constructor(code: PdfRefusalCode, message: string, at: string | null = null) {
    super(message);
    this.name = 'PdfRefusal';
    this.code = code;
    this.at = at;
  }
}
