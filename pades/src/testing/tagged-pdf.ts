import { type SampleOptions, samplePdf } from './sample-pdf.ts';

/** The structure of one paragraph, as programs write it: objects from number 10 up, of which the first is the root. */
const paragraph = [
  '<< /Type /StructTreeRoot /K 11 0 R /ParentTree 13 0 R /ParentTreeNextKey 1 >>',
  '<< /Type /StructElem /S /Document /P 10 0 R /K [12 0 R] >>',
  '<< /Type /StructElem /S /P /P 11 0 R /K 0 >>',
  '<< /Nums [0 [12 0 R]] >>',
];

/** A sample with a structure for reading aloud, of `objects` from number 10 up. */
export function taggedPdf(more: SampleOptions = {}): Buffer {
  const { objects = paragraph } = more;
  const catalog = `/MarkInfo << /Marked true >> /StructTreeRoot 10 0 R ${more.catalog ?? ''}`;
  return samplePdf({ ...more, objects, catalog, page: `/StructParents 0 ${more.page ?? ''}` });
}
