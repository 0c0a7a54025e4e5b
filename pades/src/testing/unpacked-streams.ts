import { inflateSync } from 'node:zlib';

/** The source of an update with its compressed streams as they are read, and without images and font programs. */
export function unpackStreams(update: Uint8Array): string {
  const source = Buffer.from(update);
  const text = source.toString('latin1');
  let [read, out] = [0, ''];
  for (const match of text.matchAll(/<<((?:(?!>>\nstream\n)[\s\S])*?)\/Length (\d+) >>\nstream\n/g)) {
    const [whole, entries = '', length = ''] = match;
    const start = match.index + whole.length;
    if (match.index < read) continue;
    const data = source.subarray(start, start + Number(length));
    const isText = !/\/Subtype \/Image|\/Length1 |\/CIDFontType0C/.test(entries);
    out += text.slice(read, start);
    if (isText) out += (entries.includes('/FlateDecode') ? inflateSync(data) : data).toString('latin1');
    read = start + data.length;
  }
  return out + text.slice(read);
}
