import { FIRST_PAGE, streamSource } from './pdf-fixtures.ts';

/**
 * An edit of a signed contract: an appended revision in which page 1 has other content. Written
 * by hand, for a file of `buildPdf` with all that was appended to it since.
 */
export function changeFirstPage(pdf: Buffer, content: string): Buffer {
  const text = pdf.toString('latin1');
  const number = FIRST_PAGE + 1;
  const trailer = text.slice(text.lastIndexOf('trailer'));
  const found = (pattern: RegExp): string => pattern.exec(trailer)?.[1] ?? '';
  const id = found(/(\/ID\s*\[[^\]]*\])/);
  const object = Buffer.concat([
    Buffer.from(`\n${number} 0 obj\n`),
    streamSource('', Buffer.from(content, 'latin1')),
    Buffer.from('\nendobj\n'),
  ]);
  const entry = `${String(pdf.length + 1).padStart(10, '0')} 00000 n \n`;
  const section =
    `xref\n${number} 1\n${entry}trailer\n<< /Size ${found(/\/Size (\d+)/)} /Root ${found(/\/Root (\d+ \d+ R)/)} ` +
    `/Prev ${found(/startxref\s+(\d+)/)} ${id} >>\nstartxref\n${pdf.length + object.length}\n%%EOF\n`;
  return Buffer.concat([pdf, object, Buffer.from(section, 'latin1')]);
}
