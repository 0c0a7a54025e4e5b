const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Decodes UTF-8; null for invalid bytes, which other programs may decode differently. */
export function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return strict.decode(bytes);
  } catch {
    return null;
  }
}

/** Whether the percent-encoded parts of a query or form are valid UTF-8. Ignores single percent signs. */
export function isUtf8Encoded(text: string): boolean {
  for (const [run] of text.matchAll(/(?:%[0-9a-f]{2})+/gi)) {
    if (decodeUtf8(Buffer.from(run.replaceAll('%', ''), 'hex')) === null) return false;
  }
  return true;
}
