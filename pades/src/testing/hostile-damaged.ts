import {
  append,
  changeOf,
  evilContent,
  type HostileRow,
  objectIds,
  put,
  revise,
  rowsOf,
  sizeOf,
  startxrefOf,
  update,
  usedAt,
  type Verdict,
  victim,
} from './hostile-base.ts';
import { streamSource } from './sample-pdf.ts';

const damaged = rowsOf('damaged file');
const evil = evilContent.toString('latin1');
const body = `4 0 obj\n${evil}\nendobj\n`;
/** No reader can use what the last `startxref` names. */
const NOWHERE = 'startxref\n7\n%%EOF\n';
/** Other content behind a signed file that still opens in viewers, because they search a damaged file for objects. */
const content: Verdict = { kinds: ['content', 'repaired'] };

const unused: Verdict = { kinds: ['content', 'repaired', 'unused-objects'] };

/** The last place where `pattern` occurs, replaced. */
function replaceLast(pdf: Buffer, pattern: string, by: string): Buffer {
  const at = pdf.lastIndexOf(pattern);
  if (at < 0) throw new Error(`There is no ${pattern} in the file.`);
  return Buffer.concat([pdf.subarray(0, at), Buffer.from(by, 'latin1'), pdf.subarray(at + pattern.length)]);
}

const updated = async (): Promise<Buffer> => update(await victim(), { [objectIds.content]: evil });
const updatedStream = async (): Promise<Buffer> =>
  revise(await victim({ xref: 'stream' }), put(objectIds.content, evilContent));

/** What is broken, so that no reader can use the cross-reference. */
const endings: readonly HostileRow[] = [
  damaged('a table that begins with another word', content, async () =>
    replaceLast(await updated(), 'xref\n4 1', 'xrfe\n4 1'),
  ),
  damaged('a table with entries of 17 bytes', content, async () =>
    replaceLast(await updated(), ' 00000 n \n', ' 00 n \n'),
  ),
  damaged('a startxref behind the end of the file', content, async () =>
    append(await victim(), `${body}startxref\n99999999\n%%EOF\n`),
  ),
  damaged('a startxref of words', content, async () =>
    append(await victim(), `${body}startxref\nhere\n%%EOF\n`),
  ),
  damaged('%%EOF twice and 3 KB of nothing', content, async () =>
    append(await victim(), `${body}%%EOF\n%%EOF\n${' '.repeat(3000)}`),
  ),
  damaged('a trailer without /Size', content, async () => replaceLast(await updated(), '/Size', '/Sise')),
  damaged('a trailer that is no dictionary', content, async () =>
    replaceLast(await updated(), 'trailer\n<<', 'trailer\n[<'),
  ),
  damaged('a /Prev of words', content, async () => replaceLast(await updated(), '/Prev ', '/Prev /x%')),
  damaged(
    'a cross-reference stream that is none',
    { kinds: ['content', 'repaired', 'unused-objects'] },
    async () => replaceLast(await updatedStream(), '/Type /XRef', '/Type /XRaf'),
  ),
  damaged('a cross-reference stream with a wrong length', content, async () =>
    replaceLast(await updatedStream(), '/Length ', '/Length 9'),
  ),
  damaged('a cross-reference stream in an unknown compression', content, async () =>
    replaceLast(await updatedStream(), '/Type /XRef', '/Type /XRef /Filter /LZWDecode'),
  ),
];

const broken = (file: Buffer): Buffer => append(file, NOWHERE);

/** What is put in the way of the search. */
const hidings: readonly HostileRow[] = [
  damaged('content behind the last startxref', content, async () => append(await victim(), NOWHERE + body)),
  damaged(
    'a startxref that only a comment has',
    { kinds: ['content', 'repaired', 'unreferenced-bytes'] },
    async () => {
      const pdf = await victim();
      return broken(append(pdf, `${body}% startxref ${startxrefOf(pdf)} %%EOF\n`));
    },
  ),
  damaged(
    'a startxref that only a stream has',
    { kinds: ['content', 'repaired', 'unreferenced-bytes', 'unused-objects'] },
    async () => {
      const pdf = await victim();
      const decoy = streamSource('', Buffer.from(`\nstartxref\n${startxrefOf(pdf)}\n%%EOF\n`));
      return broken(append(pdf, `${body}50 0 obj\n${decoy.toString('latin1')}\nendobj\n`));
    },
  ),
  damaged('content in a stream whose length is wrong', unused, async () =>
    broken(append(await victim(), `50 0 obj\n<< /Length 9 >>\nstream\n${body}`)),
  ),
  damaged('content in a stream without an end', unused, async () =>
    broken(append(await victim(), `50 0 obj\n<< /Length 51 0 R >>\nstream\n${body.replace('endobj', '')}`)),
  ),
  damaged(
    'a page in an object stream',
    { kinds: ['appearance', 'content', 'form', 'page', 'repaired'] },
    async () => {
      const page = '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 51 0 R >>';
      const stream = streamSource('/Type /ObjStm /N 1 /First 5', Buffer.from(`13 0 ${page}`));
      const packed = `50 0 obj\n${stream.toString('latin1')}\nendobj\n51 0 obj\n${evil}\nendobj\n`;
      return broken(append(await victim(), packed));
    },
  ),
  damaged('another catalogue in the trailer', { removed: ['One'] }, async () => {
    const pdf = await victim();
    const size = sizeOf(pdf);
    const root = `<< /Type /Catalog /Pages ${size + 1} 0 R >>`;
    const pages = `<< /Type /Pages /Kids [${size + 2} 0 R] /Count 1 >>`;
    const page = `<< /Type /Page /Parent ${size + 1} 0 R /MediaBox [0 0 99 99] /Contents ${size + 3} 0 R >>`;
    const objects = { [size]: root, [size + 1]: pages, [size + 2]: page, [size + 3]: evil };
    return broken(update(pdf, objects, { root: `${size} 0 R` }));
  }),
  damaged(
    'another catalogue without a trailer',
    { broken: 'The signed part of the file was changed' },
    async () => {
      const pdf = await victim();
      const size = sizeOf(pdf);
      const text = pdf.toString('latin1').replaceAll('trailer', 'trailar');
      return broken(
        append(
          Buffer.from(text, 'latin1'),
          `${size} 0 obj\n<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [15 0 R] >> >>\nendobj\n`,
        ),
      );
    },
  ),
  damaged('a field filled in', { kinds: ['form-fill', 'repaired'], isDamaged: true }, async () =>
    broken(revise(await victim(), changeOf(objectIds.note, { V: '(a million)' }))),
  ),
  damaged('the signature taken out of its field', { removed: ['One'] }, async () =>
    broken(revise(await victim(), changeOf('One', { V: null }))),
  ),
  damaged('a later signature', { kinds: ['repaired', 'signature'], isDamaged: true }, async () =>
    broken(await victim({ isSignedTwice: true })),
  ),
  damaged('nothing else', { kinds: ['repaired'], isDamaged: true }, async () => broken(await victim())),
  damaged('content that waited in the signed part', content, async () => {
    const pdf = await victim({ hidden: streamSource('', Buffer.from(`\n${body}`, 'latin1')) });
    const offsets = new Map([[objectIds.content, usedAt(pdf.lastIndexOf('\n4 0 obj') + 1)]]);
    return broken(update(pdf, {}, { offsets }));
  }),
];

/** Forgeries behind damage that viewers repair: a reader that refuses such a file says nothing of them. */
export const damagedFiles: readonly HostileRow[] = [...endings, ...hidings];
