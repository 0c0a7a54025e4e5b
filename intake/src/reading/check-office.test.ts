import { expect, test } from 'vitest';
import { docxOf, odtOf, RELATION, relationsOf, zipOf } from '../testing/office-files.ts';
import { checkOffice } from './check-office.ts';

const rtf = (text: string) => Buffer.from(`{\\rtf1\\ansi ${text}}`, 'latin1');

test.each([
  ['docx', docxOf()],
  ['docx', docxOf('<w:instrText> HYPERLINK "https://example.com/link/" </w:instrText>')],
  [
    'docx',
    docxOf(undefined, [
      relationsOf(`Type="${RELATION}/hyperlink" Target="https://e.x" TargetMode="External"`),
    ]),
  ],
  [
    'docx',
    docxOf(undefined, [
      relationsOf(
        `Type="${RELATION}/attachedTemplate" Target="file:///C:\\Normal.dotm" TargetMode="External"`,
      ),
    ]),
  ],
  [
    'odt',
    odtOf('<text:a xlink:href="https://example.com">x</text:a><draw:image xlink:href="Pictures/1.png"/>'),
  ],
  [
    'rtf',
    rtf(
      '{\\field{\\*\\fldinst HYPERLINK "https://e.x"}{\\fldrslt x}} \\revised0 {\\*\\template Normal.dotm}',
    ),
  ],
  ['heic', Buffer.from('\0\0\0\u0018ftypheic')],
])('an ordinary document may be converted: %s %#', (format, file) => {
  expect(checkOffice(file)).toEqual({ kind: 'convertible', format });
});

const external = (type: string, target = 'https://e.x/a.png') =>
  docxOf(undefined, [relationsOf(`Target='${target}>' Type="${RELATION}/${type}" TargetMode="External"`)]);
const part = (name: string, text = 'x') => docxOf(undefined, [{ name, text }]);
const field = (pieces: readonly string[]) =>
  docxOf(
    `<w:fldChar w:fldCharType="begin"/>${pieces.map((piece) => `<x:instrText a=">">${piece}</x:instrText>`).join('')}`,
  );
const ole = (text: string) =>
  Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600), Buffer.from(text, 'utf16le')]);
const bomb = Buffer.alloc(3_000_000);

test.each([
  ['macros', part('word/vbaProject.bin'), 'macros'],
  [
    'macros by type',
    zipOf([
      {
        name: '[Content_Types].xml',
        text: '<T C="application/vnd.ms-word.document.macroEnabled.main+xml"/>',
      },
    ]),
    'macros',
  ],
  ['scripts', odtOf('', [{ name: 'Basic/Standard/M.xml', text: '<x/>' }]), 'macros'],
  ['an event', odtOf('<script:event-listener script:language="x"/>'), 'macros'],
  ['an insertion', docxOf('<w:ins w:id="1"><w:r/></w:ins>'), 'the change that is'],
  ['changes under another prefix', docxOf('<v:ins a="1"/><v:del /><v:rPrChange/>'), 'the 3 changes that are'],
  [
    'a change in a foot',
    docxOf(undefined, [
      {
        name: 'word/f.dat',
        text: '<w:ftr xmlns:w="http://purl.oclc.org/ooxml/wordprocessingml/main"><w:moveTo/></w:ftr>',
      },
    ]),
    'the change that is',
  ],
  ['a change', odtOf('<text:changed-region text:id="a">'), 'the change that is'],
  ['a change', rtf('\\revised\\revauth1 new'), 'the change that is'],
  ['an object', docxOf('<w:object/>'), 'embedded objects'],
  ['an embedded file', part('word/embeddings/a.xlsx'), 'embedded objects'],
  [
    'an object elsewhere',
    docxOf(undefined, [relationsOf(`Type="${RELATION}/oleObject" Target="a.bin"`)]),
    'embedded objects',
  ],
  ['an object', odtOf('<draw:object-ole/>'), 'embedded objects'],
  ['an object', rtf('{\\object\\objemb}'), 'embedded objects'],
  ['a picture elsewhere', external('image'), 'from elsewhere'],
  ['a template elsewhere', external('attachedTemplate'), 'from elsewhere'],
  ['a field that reads', field([' INCLU', 'DETEXT "/etc/passwd" ']), 'from elsewhere'],
  ['a field that asks', docxOf('<w:fldSimple w:instr=" DDEAUTO c a "/>'), 'from elsewhere'],
  ['a picture elsewhere', odtOf('<draw:image xlink:href="https://e.x/a.png"/>'), 'from elsewhere'],
  ['a section elsewhere', odtOf('<text:section-source a=">" xlink:href="../b.odt"/>'), 'from elsewhere'],
  [
    'a field that reads',
    rtf("{\\field{\\*\\fldinst {INCLUDE}{\\b PICTURE}{ \\'22a\\'22}}}"),
    'from elsewhere',
  ],
  ['a template elsewhere', rtf('{\\*\\template https://e.x/a.dot}'), 'from elsewhere'],
  ['entities', part('word/a.xml', '<!DOCTYPE a [<!ENTITY b "c">]><a/>'), 'unusual way'],
  ['hidden letters', docxOf(undefined, [relationsOf('Type="&#111;leObject" Target="a"')]), 'unusual way'],
  ['a comment', docxOf('<w:instrText>INCLU<!-- -->DETEXT</w:instrText>'), 'unusual way'],
  ['another coding', part('word/a.xml', '<?xml version="1.0" encoding="UTF-7"?><a/>'), 'unusual way'],
  ['a password', ole('EncryptedPackage'), 'protected by a password'],
  ['a password', zipOf([{ name: 'word/document.xml', text: 'x', flags: 1 }]), 'protected by a password'],
  [
    'a password',
    odtOf('', [{ name: 'META-INF/manifest.xml', text: '<m:encryption-data/>' }]),
    'protected by a password',
  ],
  ['an old file', ole('WordDocument'), 'old versions of Word'],
  ['a sheet', zipOf([{ name: '[Content_Types].xml', text: '<Types/>' }]), 'no text of Word'],
  ['a way out', part('../../etc/passwd'), 'leads out of it'],
  ['a part twice', part('WORD/document.xml'), 'a part twice'],
  [
    'a bomb',
    docxOf(undefined, [{ name: 'a', text: bomb, size: 300_000_000 }]),
    'too large once it is unpacked',
  ],
  ['more than it says', docxOf(undefined, [{ name: 'a', text: bomb, size: 10 }]), 'It is damaged'],
  ['two names', docxOf(undefined, [{ name: 'a', text: 'x', localName: 'b' }]), 'It is damaged'],
  ['something behind it', Buffer.concat([docxOf(), Buffer.from('x')]), 'It is damaged'],
])('a document with %s is refused with the remedy: %#', (_what, file, words) => {
  expect(checkOffice(file)).toMatchObject({ kind: 'refused', reasons: [expect.stringContaining(words)] });
});
