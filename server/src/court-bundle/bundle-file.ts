/** A short file of a bundle, whole. */
export interface BundleFile {
  name: string;
  content: Buffer;
}

export function textFile(name: string, text: string): BundleFile {
  return { name, content: Buffer.from(text) };
}

/** DER in the armor of RFC 7468. */
export function pemOf(label: 'CERTIFICATE' | 'PUBLIC KEY', der: Uint8Array): string {
  const lines =
    Buffer.from(der)
      .toString('base64')
      .match(/.{1,64}/g) ?? [];
  return `-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----\n`;
}
