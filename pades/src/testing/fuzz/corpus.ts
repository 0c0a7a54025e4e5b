import { victim } from '../hostile-base.ts';
import { certifiedAttacks } from '../hostile-certified.ts';
import { packedUpdate, shadows } from '../hostile-revisions.ts';
import { levelFixture, raise, sign } from '../level-fixture.ts';
import { samplePdf } from '../sample-pdf.ts';

/** Valid files, some of them signed, and invalid ones: the input of the mutations. */
export async function makeCorpus(): Promise<Buffer[]> {
  const untouched = (['table', 'stream', 'hybrid'] as const).map((xref) => samplePdf({ xref, pages: 3 }));
  const form = '<< /Type /Annot /Subtype /Widget /FT /Tx /T (Note) /Rect [5 5 50 20] >>';
  const withForm = samplePdf({
    objects: [form],
    catalog: '/AcroForm << /Fields [10 0 R] >>',
    page: '/Annots [10 0 R]',
  });
  const packed = packedUpdate(samplePdf({ xref: 'stream' }), 3, '<< /Type /Font /Subtype /Type1 >>');
  const on = levelFixture();
  await sign(on, 'One', { timestamped: true });
  await raise(on, 'B-LTA');
  const signed = [
    await victim(),
    await victim({ xref: 'stream', isSignedTwice: true }),
    await victim({ docMdp: 1 }),
  ];
  const hostile = await Promise.all([...certifiedAttacks, ...shadows].map(({ file }) => file()));
  return [
    ...untouched,
    withForm,
    packed,
    on.file(),
    ...signed,
    ...hostile.filter((_file, index) => index % 5 === 0),
  ];
}
