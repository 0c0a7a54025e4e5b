import { expect, test } from 'vitest';
import { bytesSource } from '../byte-source.ts';
import { defaultLimits } from '../limits.ts';
import { PdfRefusal } from '../pdf-refusal.ts';
import { samplePdf, streamSource } from '../testing/sample-pdf.ts';
import { ObjectSearch } from './object-search.ts';

const search = (file: Buffer) => new ObjectSearch(bytesSource(file), defaultLimits).documentAt(file.length);

test.each(['table', 'stream', 'hybrid'] as const)(
  'finds what the cross-reference of a file lists: %s',
  (xref) => {
    const file = samplePdf({ xref, pages: 3 });
    const located = search(file);
    expect(located?.root.ref.number).toBe(1);
    expect(located?.object(4)).toMatchObject({ number: 4, value: { kind: 'stream' } });
    expect(located?.nextNumber).toBeGreaterThan(5);
  },
);

test('takes the last object of a number, and none in the data of a stream whose length is true', () => {
  const data = streamSource('', Buffer.from('\n5 0 obj\n<< /Title (in a stream) >>\nendobj\n'));
  const more = `\n5 0 obj\n<< /Title (last) >>\nendobj\n60 0 obj\n${data.toString('latin1')}\nendobj\n`;
  const located = search(Buffer.concat([samplePdf(), Buffer.from(more, 'latin1')]));
  const title = located?.dict(located.trailer, 'Info')?.entries.get('Title');
  expect(title).toEqual({ kind: 'string', bytes: Buffer.from('last') });
});

test('finds nothing in a file without a catalogue', () => {
  expect(search(Buffer.from('%PDF-1.7\n1 0 obj\n<< /Type /Page >>\nendobj\n'))).toBeNull();
});

const MiB = 1024 * 1024;
/** Each makes a search that starts again at every place take time by the square of its length. */
test.each([
  '>>stream\n',
  '1 0 obj<</Length 9>>stream\n',
  'trailer<<',
  '1 0 obj<</A',
  `1${' '.repeat(60)}`,
  '\n%',
  '/XRef 1 0 obj',
])('reads 4 MB of %j in time that grows with its length alone', (piece) => {
  const file = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(4 * MiB, piece, 'latin1')]);
  const startedAt = process.hrtime.bigint();
  try {
    expect(search(file)).toBeNull();
  } catch (error) {
    expect(error).toBeInstanceOf(PdfRefusal);
  }
  expect(Number(process.hrtime.bigint() - startedAt) / 1e9).toBeLessThan(20);
});
