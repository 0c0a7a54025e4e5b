import { deflateSync } from 'node:zlib';
import { PdfDocument } from '../../pdf/document.ts';
import { RevisionWriter } from '../../pdf/revision-writer.ts';
import { samplePdf, streamSource } from '../sample-pdf.ts';
import type { Random } from './random.ts';

const KEYS = `
  AA AP AS AcroForm Annots ByteRange Contents Count DSS F FT Fields Filter Kids Length Lock MediaBox
  Metadata N Names P Pages Parent Perms Rect Reference Resources S SubFilter Subtype T TransformMethod
  TransformParams Type V
`
  .trim()
  .split(/\s+/);
const NAMES = 'Page Pages Catalog Sig Tx Btn Widget Annot XObject DocTimeStamp DocMDP'.split(' ');
const FORMATS = [
  'ETSI.CAdES.detached',
  'ETSI.RFC3161',
  'adbe.pkcs7.detached',
  'FieldMDP',
  'Include',
  'Exclude',
];

const STREAMS = [
  '',
  '/Type /XObject /Subtype /Form /BBox [0 0 9 9]',
  '/Type /ObjStm /N 1 /First 3',
  '/Type /XRef /W [1 2 1] /Size 3',
  '/Type /Metadata /Subtype /XML',
];

/** A random value of any kind. */
function anyValue(random: Random, depth = 0): string {
  switch (random.below(depth > 4 ? 7 : 10)) {
    case 0:
      return String(random.below(1000) - 100);
    case 1:
      return (random.below(100_000) / 1000).toFixed(3);
    case 2:
    case 3:
      return `${random.below(25)} 0 R`;
    case 4:
      return `/${random.pick(random.oneIn(2) ? NAMES : FORMATS)}`;
    case 5:
      return random.oneIn(2) ? `<${random.bytes(random.below(20)).toString('hex')}>` : '(text \\(in\\) it)';
    case 6:
      return random.pick(['null', 'true', 'false', '()', '<>', '[]', '<< >>']);
    case 7:
      return `[${many(random, () => anyValue(random, depth + 1)).join(' ')}]`;
    default:
      return anyDict(random, depth + 1);
  }
}

function anyDict(random: Random, depth: number): string {
  const keys = new Set(many(random, () => random.pick(KEYS)));
  return `<< ${[...keys].map((key) => `/${key} ${anyValue(random, depth)}`).join(' ')} >>`;
}

function many<Item>(random: Random, make: () => Item): Item[] {
  return Array.from({ length: random.below(6) }, make);
}

function anyObject(random: Random): Buffer {
  if (!random.oneIn(4)) return Buffer.from(anyValue(random), 'latin1');
  const data = random.bytes(random.below(200));
  const isPacked = random.oneIn(2);
  const entries = random.pick([...STREAMS, `/Extra ${anyValue(random)}`]);
  return streamSource(
    `${entries} ${isPacked ? '/Filter /FlateDecode' : ''}`,
    isPacked ? deflateSync(data) : data,
  );
}

/** A file with a valid structure and random objects. */
export function generate(random: Random): Buffer {
  const objects = Array.from({ length: 2 + random.below(8) }, () => anyObject(random).toString('latin1'));
  return samplePdf({
    objects,
    pages: 1 + random.below(4),
    xref: random.pick(['table', 'stream', 'hybrid'] as const),
    catalog: random.oneIn(2)
      ? `/AcroForm ${random.oneIn(2) ? '10 0 R' : `<< /Fields ${anyValue(random)} >>`}`
      : `/Names ${anyValue(random)} /DSS ${anyValue(random)}`,
    page: `/Annots ${anyValue(random)} /Group ${anyValue(random)}`,
  });
}

/** A valid revision that rewrites some objects. */
export function reviseByChance(file: Buffer, random: Random): Buffer {
  const document = new PdfDocument(file);
  const revision = new RevisionWriter(document);
  for (let count = 1 + random.below(4); count > 0; count -= 1) {
    const number = 1 + random.below(document.nextNumber + 2);
    revision.put({ kind: 'ref', number, generation: 0 }, anyObject(random));
  }
  return Buffer.concat([file, revision.finish()]);
}
