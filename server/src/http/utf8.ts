const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The text of these bytes; null where they are no UTF-8, which other programs may read as another text. */
export function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return strict.decode(bytes);
  } catch {
    return null;
  }
}

/** Whether what is percent-encoded in a query or a form is UTF-8. A percent sign alone is left as it is. */
export function isUtf8Encoded(text: string): boolean {
  for (const [run] of text.matchAll(/(?:%[0-9a-f]{2})+/gi)) {
    if (decodeUtf8(Buffer.from(run.replaceAll('%', ''), 'hex')) === null) return false;
  }
  return true;
}
