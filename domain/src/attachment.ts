/** The kinds of file that a signer may attach. */
export const ATTACHMENT_FORMATS = ['pdf', 'png', 'jpeg'] as const;
export type AttachmentFormat = (typeof ATTACHMENT_FORMATS)[number];

const EXTENSIONS: Readonly<Record<AttachmentFormat, { usual: string; pattern: RegExp }>> = {
  pdf: { usual: 'pdf', pattern: /\.pdf$/i },
  png: { usual: 'png', pattern: /\.png$/i },
  jpeg: { usual: 'jpg', pattern: /\.jpe?g$/i },
};
const FILE_EXTENSION = /\.(?:pdf|png|jpe?g)$/i;

/** Characters of the name of a stored file, without its extension. */
const NAME_CHARACTERS_MAX = 100;

/**
 * The name of an attached file: without folders and characters that cannot be seen or that turn text around, and with
 * the extension of what the file is.
 */
export function readAttachmentName(fileName: string, format: AttachmentFormat): string {
  const base = cleanFileName(fileName);
  const { usual, pattern } = EXTENSIONS[format];
  const extension = pattern.exec(base)?.[0] ?? `.${usual}`;
  const stem = base.replace(FILE_EXTENSION, '').replaceAll(/^[. ]+|[. ]+$/g, '');
  return ([...stem].slice(0, NAME_CHARACTERS_MAX).join('').trim() || 'attachment') + extension;
}

/** The name of a file that was sent, without folders and characters that cannot be seen or that turn text around. */
export function cleanFileName(fileName: string): string {
  return (fileName.toWellFormed().split(/[\\/]/).pop() ?? '')
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}]/gu, '')
    .replaceAll(/\p{Zs}+/gu, ' ')
    .trim();
}

/** The value of an attachment field: name and hash of the file, so that a signature covers both. */
export function attachmentValue({ name, sha256 }: { name: string; sha256: string }): string {
  return `${name} (SHA-256 ${sha256})`;
}

/** Digits of the hash that a page shows; the value of the field has them all. */
const SHOWN_DIGITS = 16;

/** The value as a page shows it, with the first digits of the hash. */
export function shortenAttachment(value: string): string {
  return value.replace(
    /\(SHA-256 ([0-9a-f]{64})\)$/,
    // No line ends within the parentheses.
    (_all, hash: string) => `(SHA-256\u00A0${hash.slice(0, SHOWN_DIGITS)}…)`,
  );
}
