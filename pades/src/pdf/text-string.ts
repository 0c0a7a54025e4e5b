/** PDFDocEncoding where it differs from Latin-1 (ISO 32000-1 Annex D.2). */
const docEncoding = new Map<number, string>(
  [...'\u02d8\u02c7\u02c6\u02d9\u02dd\u02db\u02da\u02dc'].map((character, index) => [
    0x18 + index,
    character,
  ]),
);
for (const [index, character] of [
  ...'\u2022\u2020\u2021\u2026\u2014\u2013\u0192\u2044\u2039\u203a\u2212\u2030\u201e\u201c\u201d\u2018\u2019\u201a',
  ...'\u2122\ufb01\ufb02\u0141\u0152\u0160\u0178\u017d\u0131\u0142\u0153\u0161\u017e',
].entries())
  docEncoding.set(0x80 + index, character);
docEncoding.set(0xa0, '\u20ac');

/** Decodes a text string: UTF-16BE or UTF-8 with a byte order mark, otherwise PDFDocEncoding (ISO 32000-1 §7.9.2.2). */
export function decodeTextString(bytes: Uint8Array): string {
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes.subarray(2));
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf)
    return new TextDecoder().decode(bytes.subarray(3));
  let text = '';
  for (const byte of bytes) text += docEncoding.get(byte) ?? String.fromCharCode(byte);
  return text;
}

/** Source of a text string: a literal string for ASCII, otherwise UTF-16BE in hexadecimal. */
export function encodeTextString(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return `(${text.replace(/[\\()]/g, '\\$&')})`;
  const bytes = Buffer.alloc(2 + text.length * 2);
  bytes.writeUInt16BE(0xfeff, 0);
  for (let index = 0; index < text.length; index += 1)
    bytes.writeUInt16BE(text.charCodeAt(index), 2 + index * 2);
  return `<${bytes.toString('hex')}>`;
}
