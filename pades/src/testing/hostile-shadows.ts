import {
  changeOf,
  type HostileRow,
  noteField,
  objectIds,
  put,
  revise,
  rowsOf,
  update,
  usedAt,
  type Verdict,
  type VictimOptions,
  victim,
} from './hostile-base.ts';
import { streamSource } from './sample-pdf.ts';

const shadow = rowsOf('shadow of fields');
const cover = streamSource(
  '/Type /XObject /Subtype /Form /BBox [0 0 100 20]',
  Buffer.from('1 1 1 rg 0 0 100 20 re f'),
);
const blank = streamSource('/Type /XObject /Subtype /Form /BBox [0 0 100 20]', Buffer.from('q Q'));
/** A text field that covers text of the page with an opaque box. */
const covering: VictimOptions = {
  docMdp: 2,
  hidden: cover,
  note: '<< /Type /Annot /Subtype /Widget /FT /Tx /T (Note) /V (ten) /Rect [50 50 150 70] /F 4 /AP << /N 12 0 R >> >>',
};
const filled: Verdict = { kinds: ['emptied', 'form-fill'] };
const covered = (changes: Record<string, string | null>) => async (): Promise<Buffer> =>
  revise(await victim(covering), changeOf(objectIds.note, changes));

const emptied: readonly HostileRow[] = [
  shadow('hide: a field emptied with its look', filled, covered({ V: null, AP: null })),
  shadow('hide: a field whose look is missing', filled, covered({ V: '(eleven)', AP: null })),
  shadow('hide: a field whose look leads to nothing', filled, covered({ V: '(x)', AP: '<< /N 77 0 R >>' })),
  shadow('hide: a field whose look becomes blank', filled, async () =>
    revise(await victim(covering), changeOf(objectIds.note, { V: '(x)' }), put(objectIds.hidden, blank)),
  ),
  shadow('hide: a field whose look becomes null', filled, async () =>
    revise(await victim(covering), changeOf(objectIds.note, { V: '(x)' }), put(objectIds.hidden, 'null')),
  ),
  shadow('hide: a field whose look becomes free', filled, async () => {
    const pdf = await victim(covering);
    const note = (covering.note ?? '').replace('(ten)', '(x)');
    return update(pdf, { [objectIds.note]: note }, { free: [objectIds.hidden] });
  }),
  shadow(
    'hide: a field that becomes hidden',
    { kinds: ['form', 'form-fill'] },
    covered({ V: '(x)', F: '6' }),
  ),
  shadow('hide: a large box that is unticked', filled, async () => {
    const note =
      '<< /Type /Annot /Subtype /Widget /FT /Btn /T (Note) /V /On /AS /On /Rect [50 50 250 70] /F 4 /AP << /N << /On 12 0 R >> >> >>';
    return revise(await victim({ ...covering, note }), changeOf(objectIds.note, { V: '/Off', AS: '/Off' }));
  }),
];

/** Objects with the number of another one, in the signed bytes, that no entry lists. */
async function withSpare(number: number, source: string): Promise<Buffer> {
  const spare = `\n${number} 0 obj\n${source}\nendobj\n`;
  return victim({ docMdp: 2, hidden: streamSource('', Buffer.from(spare, 'latin1')) });
}

function swapped(pdf: Buffer, number: number): Buffer {
  const offsets = new Map([[number, usedAt(pdf.lastIndexOf(`\n${number} 0 obj`) + 1)]]);
  return update(pdf, {}, { offsets });
}

const revived: readonly HostileRow[] = [
  shadow('replace: an entry that leads to another field', { kinds: ['form-fill', 'revived'] }, async () => {
    const other = noteField.replace('(ten)', '(a million)').replace('/F 4', '/F 4 /AP << /N 11 0 R >>');
    return swapped(await withSpare(objectIds.note, other), objectIds.note);
  }),
  shadow('replace: an entry that leads to other information', { kinds: ['metadata', 'revived'] }, async () =>
    swapped(await withSpare(objectIds.info, '<< /Title (Another) >>'), objectIds.info),
  ),
  shadow('replace: a field shown by an object without use', { kinds: ['form-fill', 'revived'] }, async () =>
    revise(
      await victim({ docMdp: 2 }),
      changeOf(objectIds.note, { V: '(a million)', AP: '<< /N 12 0 R >>' }),
    ),
  ),
];

/** Shadow attacks by what filling in and signing may change: fields emptied, and unused objects put in their place. */
export const shadowsOfFields: readonly HostileRow[] = [...emptied, ...revived];
