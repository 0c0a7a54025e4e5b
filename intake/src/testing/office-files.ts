import { crc32, deflateRawSync } from 'node:zlib';

/** How a part differs from what archives of office programs have. */
export interface OfficePart {
  name: string;
  text: string | Buffer;
  /** In the directory. */
  size?: number;
  flags?: number;
  /** In the header before the bytes. */
  localName?: string;
}

const NOTHING = Buffer.alloc(0);

/** A ZIP archive of deflated parts. */
export function zipOf(parts: readonly OfficePart[]): Buffer {
  const local: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, text, size, flags = 0, localName = name } of parts) {
    const bytes = Buffer.from(text);
    const packed = deflateRawSync(bytes);
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE(flags, 2);
    facts.writeUInt16LE(8, 4);
    facts.writeUInt32LE(crc32(bytes), 10);
    facts.writeUInt32LE(packed.length, 14);
    facts.writeUInt32LE(size ?? bytes.length, 18);
    const header = (called: string, signature: string, [before, after]: readonly Buffer[]) => {
      facts.writeUInt16LE(Buffer.byteLength(called), 22);
      const around = [Buffer.from(signature, 'latin1'), before ?? NOTHING, facts, after ?? NOTHING];
      return Buffer.concat([...around, Buffer.from(called)]);
    };
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    const written = Buffer.concat([header(localName, 'PK\x03\x04', []), packed]);
    directory.push(header(name, 'PK\x01\x02', [Buffer.from([20, 0]), place]));
    local.push(written);
    offset += written.length;
  }
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  const listed = Buffer.concat(directory);
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...local, listed, end]);
}

const WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';
export const RELATION = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** A document of Word with this in its text. */
export function docxOf(content = '<w:p><w:r><w:t>Lease</w:t></w:r></w:p>', more: readonly OfficePart[] = []) {
  const types = `<Types><Override PartName="/word/document.xml" ContentType="${TYPE}"/></Types>`;
  const text = `<?xml version="1.0" encoding="UTF-8"?><w:document xmlns:w="${WORD}"><w:body>${content}</w:body></w:document>`;
  return zipOf([{ name: '[Content_Types].xml', text: types }, { name: 'word/document.xml', text }, ...more]);
}

/** What a part of a document of Word refers to. */
export function relationsOf(attributes: string): OfficePart {
  const text = `<Relationships><Relationship Id="r1" ${attributes}/></Relationships>`;
  return { name: 'word/_rels/document.xml.rels', text };
}

const OFFICE = 'urn:oasis:names:tc:opendocument:xmlns:office:1.0';

/** A text of LibreOffice with this in it; its first part is stored as it is said to be by its format, here deflated. */
export function odtOf(content = '<text:p>Lease</text:p>', more: readonly OfficePart[] = []): Buffer {
  const text = `<office:document-content xmlns:office="${OFFICE}">${content}</office:document-content>`;
  const type = 'application/vnd.oasis.opendocument.text';
  return zipOf([{ name: 'mimetype', text: type }, { name: 'content.xml', text }, ...more]);
}
