/** The reason, as a closed list for a `switch`. */
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
 * Rejects a file or an argument. `message` is plain English with the remedy and safe to show to users;
 * `at` names the place (a byte offset, an object, a field or an argument), or is null.
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
