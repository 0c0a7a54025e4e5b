import { deflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { defaultLimits } from '../limits.ts';
import { samplePdf, streamSource } from '../testing/sample-pdf.ts';
import { examine } from './examine.ts';

const kindsOf = (pdf: Uint8Array): string[] => examine(pdf).refusals.map(({ kind }) => kind);

const inside = (entries: string) => streamSource(entries, Buffer.from('<x/>')).toString('latin1');

describe('examine', () => {
  test.each(['table', 'stream', 'hybrid'] as const)(
    'takes a plain file with a cross-reference %s',
    (xref) => {
      const examination = examine(samplePdf({ xref, pages: 4 }));
      expect(examination.refusals).toEqual([]);
      expect(examination.warnings).toEqual([]);
      expect(examination.pageCount).toBe(4);
      expect(examination.objectCount).toBeGreaterThanOrEqual(9);
    },
  );

  test.each([
    ['JavaScript that runs on opening', '<< /S /JavaScript /JS (app.alert) >>', 'javascript'],
    ['JavaScript with an escaped name', '<< /S /#4aavaScrip#74 /#4a#53 (x) >>', 'javascript'],
    ['JavaScript nested in a direct dictionary', '[[<< /A << /S /JavaScript >> >>]]', 'javascript'],
    ['a launch action', '<< /S /Launch /Win << /F (cmd) >> >>', 'launch'],
    ['an import of data', '<< /S /ImportData /F (a.fdf) >>', 'import-data'],
    ['a form that sends', '<< /S /SubmitForm /F (https://example.org) >>', 'submit-form'],
    ['rich media', '<< /Type /Annot /Subtype /RichMedia >>', 'rich-media'],
    ['an attachment', '<< /Type /Filespec /F (a.exe) /EF << /F 4 0 R >> >>', 'embedded-file'],
    ['an XFA form', '<< /XFA [(template) 4 0 R] >>', 'xfa'],
    ['an action whose kind is a reference', '<< /S 11 0 R >>', 'launch', '/Launch'],
    ['stream data from outside the file', inside('/F (other.bin)'), 'external-content'],
  ])('refuses %s', (_title, source, kind, ...more) => {
    expect([...new Set(kindsOf(samplePdf({ objects: [source, ...more] })))]).toEqual([kind]);
  });

  const specification = '<< /Type /Filespec /F (a.xml) /EF << /F 11 0 R /UF 11 0 R >> >>';
  test.each([
    ['an invoice', [specification, inside('/Type /EmbeddedFile /Subtype /text#2Fxml')], []],
    ['one without a type', [specification, inside('/Subtype /application#2Fxml')], []],
    ['a program', [specification, inside('/Subtype /application#2Foctet-stream')], ['embedded-file']],
    ['a program that nothing names', [inside('/Type /EmbeddedFile')], ['embedded-file']],
    ['a file that is missing', [specification], ['embedded-file']],
    ['a jump into a file', ['<< /S /GoToE >>'], ['embedded-file']],
  ])('takes XML inside where it may, and nothing else: %s', (_title, objects, kinds) => {
    const pdf = samplePdf({ objects });
    const { refusals, warnings } = examine(pdf, defaultLimits, { mayCarryXml: true });
    expect([...new Set(refusals.map(({ kind }) => kind))].filter((kind) => kind !== 'damaged')).toEqual(
      kinds,
    );
    if (kinds.length === 0) expect(warnings).toMatchObject([{ kind: 'attached-xml' }]);
    else expect(kindsOf(pdf)).toContain('embedded-file');
  });

  test('lets a font be called JS', () => {
    expect(kindsOf(samplePdf({ objects: ['<< /Font << /JS 3 0 R >> >>'] }))).toEqual([]);
  });

  test('finds what is hidden in an object stream', () => {
    const inner = '20 0 << /S /JavaScript /JS (x) >>';
    const packed = deflateSync(Buffer.from(inner));
    const container = streamSource('/Type /ObjStm /N 1 /First 5 /Filter /FlateDecode', packed).toString(
      'latin1',
    );
    expect(kindsOf(withCompressedObject(container))).toContain('javascript');
  });

  test('refuses encryption and says nothing else about the file', () => {
    const pdf = samplePdf({ trailer: '/Encrypt 10 0 R', objects: ['<< /Filter /Standard >>'] });
    expect(kindsOf(pdf)).toEqual(['encryption']);
  });

  test('refuses a file that is none, and one that is damaged', () => {
    expect(kindsOf(Buffer.from('GIF89a'))).toEqual(['not-a-pdf']);
    expect(kindsOf(samplePdf().subarray(0, 300))).toEqual(['damaged']);
  });

  const bomb = deflateSync(Buffer.alloc(32 * 1024 * 1024));
  test.each([
    ['', '/Filter /FlateDecode', bomb],
    [', packed in another one', '/Filter [/FlateDecode /Fl]', deflateSync(bomb)],
  ])('refuses what unpacks to more than is allowed%s', (_how, entries, data) => {
    const source = streamSource(entries, data).toString('latin1');
    const small = { ...defaultLimits, inflatedStreamBytes: 16 * 1024 * 1024 };
    expect(examine(samplePdf({ objects: [source] }), small).refusals).toEqual([
      { kind: 'too-large', message: expect.stringContaining('decompressed'), object: 10 },
    ]);
  });

  test('refuses a page count that is not true', () => {
    const text = samplePdf({ pages: 2 }).toString('latin1').replace('/Count 2', '/Count 3');
    expect(kindsOf(Buffer.from(text, 'latin1'))).toEqual(['damaged']);
  });

  test('refuses a stream with a wrong length', () => {
    const text = samplePdf()
      .toString('latin1')
      .replace(/\/Length \d\d/, '/Length 11');
    expect(kindsOf(Buffer.from(text, 'latin1'))).toEqual(['damaged']);
  });

  test('warns of layers, of looks left to the viewer and of a web page opened', () => {
    const pdf = samplePdf({
      catalog:
        '/OCProperties << >> /AcroForm << /Fields [] /NeedAppearances true >> /OpenAction << /S /URI /URI (x) >>',
    });
    const { refusals, warnings } = examine(pdf);
    expect(refusals).toEqual([]);
    expect(warnings.map(({ kind }) => kind)).toEqual([
      'open-action-uri',
      'optional-content',
      'need-appearances',
    ]);
  });
});

/** Object 20 is in the object stream 10, by way of an appended cross-reference stream. */
function withCompressedObject(container: string): Buffer {
  const base = samplePdf({ xref: 'stream', objects: [container] });
  const previous = /startxref\n(\d+)/.exec(base.toString('latin1'))?.[1] ?? '';
  const rows = Buffer.alloc(12);
  rows.writeUInt8(2, 0);
  rows.writeUInt32BE(10, 1);
  rows.writeUInt8(1, 6);
  rows.writeUInt32BE(base.length, 7);
  const entries = `/Type /XRef /W [1 4 1] /Index [20 2] /Size 22 /Root 1 0 R /Prev ${previous}`;
  const head = Buffer.from('21 0 obj\n');
  const update = Buffer.from(`\nendobj\nstartxref\n${base.length}\n%%EOF\n`);
  return Buffer.concat([base, head, streamSource(entries, rows), update]);
}
