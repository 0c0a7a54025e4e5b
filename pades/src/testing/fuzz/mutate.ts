import { deflateSync } from 'node:zlib';
import { streamSource } from '../sample-pdf.ts';
import type { Random } from './random.ts';

type Mutation = (file: Buffer, random: Random, corpus: readonly Buffer[]) => Buffer;

const NUMBERS = ['0', '-1', '1', '2', '65535', '65536', '2147483648', '4294967296', '9007199254740993'];
const ODD_NUMBERS = ['999999999999999', '1e9', '.5', '-.5', '--1', '00000000001', '+0', '1.', '0.0000001'];
const WORDS = 'obj endobj stream endstream xref trailer startxref %%EOF R null true'.split(' ');
const SIGNATURES = [
  '<<',
  '>>',
  '[',
  ']',
  '(',
  ')',
  '<',
  '>',
  '/',
  '%',
  '\\',
  '#',
  '{',
  '}',
  '\0',
  '\r',
  '\n',
  ' ',
];
const NAMES = `
  /Type /Kids /Count /Parent /Pages /Root /Prev /Size /Length /Filter /FlateDecode /ASCII85Decode
  /LZWDecode /RunLengthDecode /DecodeParms /Predictor /Columns /W /Index /ObjStm /XRef /XRefStm /First /N
  /Extends /Encrypt /AcroForm /Fields /Sig /V /FT /ByteRange /Contents /Annots /AP /DSS /Perms /DocMDP
  /Lock /MediaBox /Resources /Rotate
`
  .trim()
  .split(/\s+/);

function splice(
  file: Buffer,
  index: number,
  { removed, added }: { removed: number; added: Uint8Array },
): Buffer {
  return Buffer.concat([file.subarray(0, index), added, file.subarray(index + removed)]);
}

/** Replaces one match of a pattern. */
function replaceOne(
  file: Buffer,
  pattern: RegExp,
  { random, by }: { random: Random; by: (matched: string) => string },
): Buffer {
  const text = file.toString('latin1');
  const matches = [...text.matchAll(pattern)];
  if (matches.length === 0) return file;
  const match = random.pick(matches);
  const added = Buffer.from(by(match[0]), 'latin1');
  // Half of them keep the length, so that the cross-reference stays valid and the changed part is read.
  const remaining =
    random.oneIn(2) || added.length > match[0].length
      ? added
      : Buffer.concat([added, Buffer.alloc(match[0].length - added.length, ' ')]);
  return splice(file, match.index, { removed: match[0].length, added: remaining });
}

const flipBytes: Mutation = (file, random) => {
  const changed = Buffer.from(file);
  for (let count = 1 + random.below(8); count > 0; count -= 1)
    changed[random.below(file.length)] = random.below(256);
  return changed;
};

const flipBit: Mutation = (file, random) => {
  const changed = Buffer.from(file);
  const index = random.below(file.length);
  changed[index] = (changed[index] ?? 0) ^ (1 << random.below(8));
  return changed;
};

const cutOut: Mutation = (file, random) =>
  splice(file, random.below(file.length), { removed: 1 + random.below(200), added: Buffer.alloc(0) });

const putIn: Mutation = (file, random) =>
  splice(file, random.below(file.length), { removed: 0, added: random.bytes(1 + random.below(64)) });

const repeat: Mutation = (file, random) => {
  const start = random.below(file.length);
  const piece = file.subarray(start, start + 1 + random.below(600));
  return splice(file, random.below(file.length), { removed: 0, added: piece });
};

const mixed: Mutation = (file, random, corpus) => {
  const other = random.pick(corpus);
  const start = random.below(other.length);
  const piece = other.subarray(start, start + 1 + random.below(2000));
  return splice(file, random.below(file.length), {
    removed: random.oneIn(2) ? piece.length : 0,
    added: piece,
  });
};

const cutOff: Mutation = (file, random) => file.subarray(0, 1 + random.below(file.length));

const otherNumber: Mutation = (file, random) =>
  replaceOne(file, /\d+/g, { random, by: () => random.pick(random.oneIn(3) ? ODD_NUMBERS : NUMBERS) });

const nearNumber: Mutation = (file, random) =>
  replaceOne(file, /\d+/g, { random, by: (matched) => String(Number(matched) + random.below(5) - 2) });

const otherReference: Mutation = (file, random) =>
  replaceOne(file, /(?<!\d)\d{1,9} 0 R/g, { random, by: () => `${random.below(30)} ${random.below(2)} R` });

const otherName: Mutation = (file, random) =>
  replaceOne(file, /\/[A-Za-z0-9]+/g, { random, by: () => random.pick(NAMES) });

const otherWord: Mutation = (file, random) =>
  replaceOne(file, /endstream|endobj|stream|obj|startxref|xref|trailer|%%EOF/g, {
    random,
    by: () => random.pick(WORDS),
  });

const otherMark: Mutation = (file, random) =>
  replaceOne(file, /<<|>>|[[\]()<>]/g, { random, by: () => random.pick(SIGNATURES) });

const swapObjects: Mutation = (file, random) =>
  replaceOne(file, /\n\d+ 0 obj/g, { random, by: () => `\n${random.below(30)} 0 obj` });

const nest: Mutation = (file, random) => {
  const mark = random.pick(['[', '<<', '<< /A ', '(', '[ 1 0 R ']);
  const depth = random.pick([10, 60, 70, 5000]);
  return replaceOne(file, /(?<!\d)\d{1,9} 0 R|\/[A-Za-z]+|\d+/g, { random, by: () => mark.repeat(depth) });
};

const long: Mutation = (file, random) =>
  replaceOne(file, /\/[A-Za-z]+|\d+/g, {
    random,
    by: () =>
      random
        .pick(['/A', '1 ', '(x)', '1 0 R ', '#41', '\\(', '<00>'])
        .repeat(random.pick([40, 4000, 40_000])),
  });

/** An object with a large decoded size or unusual compression. */
const packed: Mutation = (file, random) => {
  const content = random.pick([Buffer.alloc(5_000_000), random.bytes(400), file.subarray(0, 2000)]);
  const filters = random.pick([
    '/FlateDecode',
    '[/FlateDecode /FlateDecode]',
    '/ASCII85Decode',
    '/LZWDecode',
    '[/A85 /Fl]',
  ]);
  const kind = random.pick([
    '/Type /ObjStm /N 2 /First 10',
    '/Type /XRef /W [1 2 1] /Size 9',
    '',
    '/Type /XObject /Subtype /Image',
  ]);
  const data = random.oneIn(4) ? content.subarray(0, 4000) : deflateSync(content);
  const source = streamSource(`${kind} /Filter ${filters}`, data).toString('latin1');
  return replaceOne(file, /<<[^<>]*>>/g, { random, by: () => source });
};

/** Appends bytes that end like a revision. */
const appended: Mutation = (file, random, corpus) => {
  const other = random.pick(corpus);
  const start = random.below(other.length);
  const end = random.oneIn(2) ? `\nstartxref\n${random.below(file.length)}\n%%EOF\n` : '';
  return Buffer.concat([file, other.subarray(start, start + random.below(4000)), Buffer.from(end)]);
};

const MUTATIONS: readonly Mutation[] = [
  flipBytes,
  flipBit,
  cutOut,
  putIn,
  repeat,
  mixed,
  cutOff,
  otherNumber,
  otherNumber,
  nearNumber,
  nearNumber,
  otherReference,
  otherReference,
  otherName,
  otherName,
  otherWord,
  otherMark,
  swapObjects,
  nest,
  long,
  packed,
  appended,
];

/** Applies a few mutations to a file of the corpus. */
export function mutate(file: Buffer, random: Random, corpus: readonly Buffer[]): Buffer {
  let changed = file;
  for (let count = 1 + random.below(3); count > 0 && changed.length > 0; count -= 1)
    changed = random.pick(MUTATIONS)(changed, random, corpus);
  return changed;
}
