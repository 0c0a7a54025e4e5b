import type { ChangeKind } from '../validate/change-kinds.ts';
import {
  append,
  changeOf,
  evilContent,
  freeEntry,
  type HostileRow,
  objectIds,
  put,
  revise,
  rowsOf,
  signedOnce,
  sizeOf,
  startxrefOf,
  startxrefsOf,
  swap,
  tableFor,
  update,
  usedAt,
  type Verdict,
  victim,
} from './hostile-base.ts';
import { samplePdf, streamSource } from './sample-pdf.ts';

const evil = evilContent.toString('latin1');
const content: Verdict = { kinds: ['content'] };
const damaged: Verdict = { kinds: ['content', 'repaired'] };
/** Readers differ in what they take of it. */
const twofold: Verdict = { kinds: ['content', 'repaired', 'unreadable'] };
const saving = rowsOf('incremental saving');

/** Updates appended after the signature in every way that readers are known to accept. */
const otherPages: readonly ChangeKind[] = [
  'page',
  'page-added',
  'page-removed',
  'permissions',
  'validation-data',
];

export const incrementalSaving: readonly HostileRow[] = [
  saving('other content, table', content, async () =>
    revise(await victim(), put(objectIds.content, evilContent)),
  ),
  saving('other content, cross-reference stream', content, async () =>
    revise(await victim({ xref: 'stream' }), put(objectIds.content, evilContent)),
  ),
  saving('other content, hybrid file', content, async () =>
    revise(await victim({ xref: 'hybrid' }), put(objectIds.content, evilContent)),
  ),
  saving('other content, written by hand', content, async () => update(await victim(), { 4: evil })),
  saving('a body without cross-reference and trailer', { kinds: ['unreferenced-bytes'] }, async () =>
    append(await victim(), `4 0 obj\n${evil}\nendobj\n`),
  ),
  saving('a body and %%EOF', { kinds: ['unreferenced-bytes'] }, async () =>
    append(await victim(), `4 0 obj\n${evil}\nendobj\n%%EOF\n`),
  ),
  saving('a body and a trailer without cross-reference', { kinds: ['unreferenced-bytes'] }, async () =>
    append(await victim(), `4 0 obj\n${evil}\nendobj\ntrailer\n<< /Size 30 /Root 1 0 R >>\n`),
  ),
  saving('a body that ends with the old startxref', { kinds: ['unreferenced-bytes'] }, async () => {
    const pdf = await victim();
    return append(pdf, `4 0 obj\n${evil}\nendobj\nstartxref\n${startxrefOf(pdf)}\n%%EOF\n`);
  }),
  saving('a body longer than the last 2 KB', damaged, async () =>
    append(await victim(), `4 0 obj\n${evil}\nendobj\n${'% more\n'.repeat(400)}`),
  ),
  saving('an update without %%EOF', damaged, async () => {
    const updated = update(await victim(), { 4: evil });
    return updated.subarray(0, updated.length - '%%EOF\n'.length);
  }),
  saving('an update without startxref', { kinds: ['unreferenced-bytes'] }, async () => {
    const updated = update(await victim(), { 4: evil });
    return updated.subarray(0, updated.lastIndexOf('startxref'));
  }),
  saving('a startxref that leads nowhere', damaged, async () =>
    append(await victim(), `4 0 obj\n${evil}\nendobj\nstartxref\n12\n%%EOF\n`),
  ),
  saving('the end repeated, then a body', { kinds: ['unreferenced-bytes'] }, async () =>
    append(await victim(), `%%EOF\n%%EOF\n4 0 obj\n${evil}\nendobj\n%%EOF\n`),
  ),
  saving('an update that ends twice', { kinds: ['content', 'unreferenced-bytes'] }, async () => {
    const updated = update(await victim(), { 4: evil });
    return append(updated, `startxref\n${startxrefOf(updated)}\n%%EOF\n`);
  }),
  saving(
    'one object twice in a body, the wrong one listed',
    { kinds: ['content', 'unreferenced-bytes'] },
    async () => {
      const pdf = await victim();
      return update(append(pdf, `4 0 obj\n${evil}\nendobj\n`), { 4: evil });
    },
  ),
  saving('one object twice in a body, none listed', { kinds: ['metadata', 'unreferenced-bytes'] }, async () =>
    update(append(await victim(), `4 0 obj\n${evil}\nendobj\n`), { 5: '<< /Title (x) >>' }),
  ),
  saving(
    'an object between the table and its trailer',
    { kinds: ['metadata', 'unreferenced-bytes'] },
    async () => {
      const updated = update(await victim(), { 5: '<< /Title (x) >>' }).toString('latin1');
      const at = updated.lastIndexOf('startxref');
      return Buffer.from(`${updated.slice(0, at)}4 0 obj\n${evil}\nendobj\n${updated.slice(at)}`, 'latin1');
    },
  ),
  saving('another catalogue in the trailer', { kinds: otherPages }, async () => {
    const pdf = await victim();
    const size = sizeOf(pdf);
    const root = `<< /Type /Catalog /Pages ${size + 1} 0 R /AcroForm << /Fields [10 0 R 15 0 R 16 0 R] >> >>`;
    const pages = `<< /Type /Pages /Kids [${size + 2} 0 R] /Count 1 >>`;
    const page = `<< /Type /Page /Parent ${size + 1} 0 R /MediaBox [0 0 99 99] /Contents ${size + 3} 0 R >>`;
    const objects = { [size]: root, [size + 1]: pages, [size + 2]: page, [size + 3]: evil };
    return update(pdf, objects, { root: `${size} 0 R` });
  }),
  saving('an entry that leads to content hidden in a stream', content, async () => {
    const hidden = streamSource('', Buffer.from(`\n4 0 obj\n${evil}\nendobj\n`, 'latin1'));
    const pdf = await victim({ hidden });
    const offsets = new Map([[objectIds.content, usedAt(pdf.lastIndexOf('\n4 0 obj') + 1)]]);
    return update(pdf, {}, { offsets });
  }),
  saving('an entry that leads to another object', { kinds: ['unreadable'] }, async () => {
    const pdf = await victim();
    return update(pdf, {}, { offsets: new Map([[objectIds.content, usedAt(pdf.indexOf('12 0 obj'))]]) });
  }),
  saving('a content that another generation replaces', content, async () =>
    revise(await victim(), put(objectIds.content, evilContent, 1)),
  ),
  saving('the same content in another generation', content, async () => {
    const pdf = await victim();
    const content = /4 0 obj\n([\s\S]*?)\nendobj/.exec(pdf.toString('latin1'))?.[1] ?? '';
    return revise(pdf, put(objectIds.content, Buffer.from(content, 'latin1'), 1));
  }),
  saving(
    'a page packed into an object stream',
    { kinds: ['appearance', 'content', 'form', 'page'] },
    async () => {
      const pdf = await victim({ xref: 'stream' });
      return packedUpdate(pdf, objectIds.firstPage, '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] >>');
    },
  ),
  saving('a loop of /Prev', { kinds: ['metadata', 'repaired'], isDamaged: true }, async () => {
    const pdf = await victim();
    return append(pdf, (at) =>
      tableFor(new Map([[30, freeEntry]]), { at, trailer: `/Size 31 /Root 1 0 R /Prev ${at}` }),
    );
  }),
  saving(
    'a loop of /Prev, in a table that frees the content',
    { kinds: ['metadata', 'repaired', 'unreadable'] },
    async () =>
      append(await victim(), (at) =>
        tableFor(new Map([[objectIds.content, freeEntry]]), {
          at,
          trailer: `/Size 31 /Root 1 0 R /Prev ${at}`,
        }),
      ),
  ),
  saving(
    'a chain that leaves out the second signature',
    { kinds: ['metadata', 'signature', 'signature-changed'], removed: ['Two'] },
    async () => {
      const both = await victim({ isSignedTwice: true });
      return update(both, { 5: '<< /Title (x) >>' }, { previous: startxrefsOf(both)[2] ?? 0 });
    },
  ),
  saving('a chain that leaves out every signature', { removed: ['One'] }, async () => {
    const pdf = await victim();
    return update(pdf, { 4: evil }, { previous: startxrefsOf(pdf)[0] ?? 0 });
  }),
  saving('a hidden stream beside a table', content, async () =>
    hiddenUpdate(await victim(), () => freeEntry),
  ),
  saving('a hidden stream that says otherwise than its table', twofold, async () =>
    hiddenUpdate(await victim(), (offset) => usedAt(offset)),
  ),
];

/** An update of the content listed in a hybrid file's stream; `table` controls the entries of its table. */
function hiddenUpdate(pdf: Buffer, shown: (offset: number) => string): Buffer {
  const size = sizeOf(pdf);
  const object = `\n4 0 obj\n${evil}\nendobj\n`;
  const at = pdf.length + object.length;
  const line = Buffer.alloc(5);
  line.writeUInt8(1, 0);
  line.writeUInt32BE(pdf.length + 1, 1);
  const entries = `/Type /XRef /W [1 4 0] /Index [4 1] /Size ${size + 1} /Root 1 0 R`;
  const stream = `${size} 0 obj\n${streamSource(entries, line).toString('latin1')}\nendobj\n`;
  const trailer = `/Size ${size + 1} /Root 1 0 R /Info 5 0 R /Prev ${startxrefOf(pdf)} /XRefStm ${at}`;
  const offsets = new Map([[4, shown(pdf.indexOf('4 0 obj'))]]);
  return append(pdf, object + stream + tableFor(offsets, { at: at + stream.length, trailer }));
}

/** An update whose only object is inside an object stream. */
export function packedUpdate(pdf: Buffer, number: number, source: string): Buffer {
  const size = sizeOf(pdf);
  const index = `${number} 0 `;
  const content = streamSource(
    `/Type /ObjStm /N 1 /First ${index.length}`,
    Buffer.from(index + source, 'latin1'),
  );
  const body = `\n${size} 0 obj\n${content.toString('latin1')}\nendobj\n`;
  const at = pdf.length + body.length;
  const rows = Buffer.alloc(18);
  rows.set([2, ...bigEndian(size), 0], 0);
  rows.set([1, ...bigEndian(pdf.length + 1), 0], 6);
  rows.set([1, ...bigEndian(at), 0], 12);
  const entries = `/Type /XRef /W [1 4 1] /Index [${number} 1 ${size} 2] /Size ${size + 2} /Root 1 0 R /Info 5 0 R /Prev ${startxrefOf(pdf)}`;
  const stream = `${size + 1} 0 obj\n${streamSource(entries, rows).toString('latin1')}\nendobj\n`;
  return append(pdf, `${body}${stream}startxref\n${at}\n%%EOF\n`);
}

function bigEndian(value: number): number[] {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return [...bytes];
}

const shadow = rowsOf('shadow');
const hide = { free: [objectIds.overlay] };

/** Shadow attacks: content hidden before signing is shown afterwards. */
export const shadows: readonly HostileRow[] = [
  shadow('hide: an overlay becomes free', content, async () => update(await victim(), {}, hide)),
  shadow('hide: an overlay becomes null', content, async () => update(await victim(), { 11: 'null' })),
  shadow('hide: an overlay leads to nothing', content, async () =>
    update(await victim(), {
      11: streamSource('/Type /XObject /Subtype /Form /BBox [0 0 0 0]', Buffer.from('')).toString('latin1'),
    }),
  ),
  shadow('replace: another font', content, async () =>
    revise(await victim(), put(objectIds.font, '<< /Type /Font /Subtype /Type1 /BaseFont /Symbol >>')),
  ),
  shadow('replace: another value of a field', { kinds: ['form-fill'], allowed: true }, async () =>
    revise(await victim(), changeOf(objectIds.note, { V: '(a million)' })),
  ),
  shadow('replace: another look of a field, its value kept', { kinds: ['appearance'] }, async () =>
    revise(await victim(), changeOf(objectIds.note, { AP: '<< /N 12 0 R >>' })),
  ),
  shadow('replace: the look of an empty signature field', { kinds: ['appearance'] }, async () =>
    revise(await victim(), changeOf('Two', { AP: '<< /N 12 0 R >>' })),
  ),
  shadow('replace: a field moved over the text', { kinds: ['form'] }, async () =>
    revise(await victim({ docMdp: null }), changeOf(objectIds.note, { Rect: '[72 690 500 720]' })),
  ),
  shadow('replace: a field without value shown as another', { kinds: ['form'] }, async () =>
    revise(await victim(), changeOf(objectIds.note, { MK: '<< /BG [1 1 1] /CA (a million) >>' })),
  ),
  shadow('replace: the look of a button', { kinds: ['appearance'] }, async () => {
    const note =
      '<< /Type /Annot /Subtype /Widget /FT /Btn /T (Note) /Ff 65536 /Rect [50 50 150 70] /AP << /N 12 0 R >> >>';
    return revise(await victim({ note }), put(objectIds.hidden, evilContent));
  }),
  shadow(
    'hide and replace: the pages of another document',
    { kinds: ['page', 'page-added', 'page-removed'] },
    async () => {
      const hidden = Buffer.from('<< /Type /Pages /Kids [41 0 R] /Count 1 >>');
      const page = '<< /Type /Page /Parent 12 0 R /MediaBox [0 0 99 99] /Contents 4 0 R >>';
      return revise(await victim({ hidden }), put(41, page), changeOf(objectIds.root, { Pages: '12 0 R' }));
    },
  ),
  shadow('hide and replace: content that was unused', content, async () =>
    revise(await victim(), changeOf(objectIds.firstPage, { Contents: '12 0 R' })),
  ),
  shadow('an object that the file waited for', content, async () => {
    const pageEntries = '/Group << /Type /Group /Waits 40 0 R >>';
    return revise(await victim({ pageEntries }), put(40, evilContent));
  }),
  shadow('content that is called information as well', { kinds: ['content', 'metadata'] }, async () => {
    const prepared = (pdf: Buffer): Buffer => swap(pdf, /\/Info 5 0 R/, () => '/Info 4 0 R');
    return revise(await victim({ prepared }), put(objectIds.content, evilContent));
  }),
  shadow('content that is called metadata as well', { kinds: ['content', 'metadata'] }, async () =>
    revise(await victim({ catalog: '/Metadata 4 0 R' }), put(objectIds.content, evilContent)),
  ),
  shadow('content in the security store', { kinds: ['content', 'validation-data'] }, async () =>
    revise(await victim({ catalog: '/DSS << /Certs [4 0 R] >>' }), put(objectIds.content, evilContent)),
  ),
  shadow('content that is the look of a field as well', { kinds: ['content', 'form-fill'] }, async () => {
    const note =
      '<< /Type /Annot /Subtype /Widget /FT /Tx /T (Note) /Rect [50 50 150 70] /AP << /N 4 0 R >> >>';
    return revise(
      await victim({ note }),
      put(objectIds.content, evilContent),
      changeOf(objectIds.note, { V: '(x)' }),
    );
  }),
  shadow('content whose offset is after the signed bytes', { kinds: ['unreadable'] }, async () => {
    const offset = 40_000;
    const prepared = (pdf: Buffer): Buffer => moveEntry(pdf, objectIds.overlay, offset);
    const pdf = await victim({ prepared });
    const filled = append(pdf, '\n%'.padEnd(offset - pdf.length - 1, '-'));
    return update(append(filled, `\n11 0 obj\n${evil}\nendobj\n`), { 5: '<< /Title (x) >>' }, chainOf(pdf));
  }),
  shadow('content that goes on behind what was signed', { kinds: ['unreadable'] }, async () => {
    const long = Buffer.from('<< /Length 40000 >>\nstream\nq Q\nendstream');
    const pageEntries = '/Group << /Type /Group /Reaches 12 0 R >>';
    const pdf = await victim({ hidden: long, pageEntries });
    const end = pdf.indexOf('stream\nq Q') + 'stream\n'.length + 40_000;
    const filled = append(pdf, ' (Pay a million.) Tj'.padEnd(end - pdf.length));
    return update(append(filled, '\nendstream\nendobj\n'), { 5: '<< /Title (x) >>' }, chainOf(pdf));
  }),
  shadow('an object stream written anew in its place', content, async () => {
    const original = samplePdf({ xref: 'stream' });
    const font = '<< /Type /Font /Subtype /Type1 /BaseFont';
    const signed = await signedOnce(packedUpdate(original, objectIds.font, `${font} /Helvetica >>`));
    const holder = streamSource('/Type /ObjStm /N 1 /First 4', Buffer.from(`3 0 ${font} /Symbol >>`));
    return revise(signed, put(sizeOf(original), holder));
  }),
];

/** For an update after so many bytes that the end of the file is not found. */
function chainOf(pdf: Buffer): { readonly size: number; readonly previous: number } {
  return { size: sizeOf(pdf), previous: startxrefOf(pdf) };
}

/** Changes an offset in the original table. */
function moveEntry(pdf: Buffer, number: number, offset: number): Buffer {
  const at = pdf.indexOf(`${number} 0 obj`);
  return swap(pdf, new RegExp(String(at).padStart(10, '0')), () => String(offset).padStart(10, '0'));
}
