import type { PdfDocument } from '../pdf/document.ts';
import { type FormField, readFields } from '../pdf/form-fields.ts';
import { dictSource, refSource } from '../pdf/source-text.ts';
import { isDict, isRef, isStream, type PdfDict } from '../pdf/values.ts';
import { createSigningJob } from '../sign/signing-job.ts';
import { type Change, evilContent, type HostileRow, rowsOver } from './hostile-base.ts';
import { authority } from './level-fixture.ts';
import { samplePdf } from './sample-pdf.ts';
import { prepareForTurns, signingOptionsOf } from './signing-in-turn.ts';

/** One has filled the fields of One and signed; the fields of Two are open. */
async function halfSigned(): Promise<Buffer> {
  const original = samplePdf();
  const job = createSigningJob(original);
  const prepared = job.prepareDocument(prepareForTurns(['One', 'Two']));
  return Buffer.concat([
    original,
    prepared,
    await job.sign(signingOptionsOf('One'), authority.signer('Ana')),
  ]);
}

const row = rowsOver('signing in turn', halfSigned);

function fieldOf(document: PdfDocument, name: string): FormField {
  const field = readFields(document).find((field) => field.name === name);
  if (!field) throw new Error(`There is no field ${name}.`);
  return field;
}

type Entries = Record<string, string | null>;

/** Entries of a field, and of its widgets when they are other dictionaries. */
const fieldChange =
  (
    name: string,
    entries: Entries,
    ofWidget: (widget: PdfDict, index: number, document: PdfDocument) => Entries = () => ({}),
  ): Change =>
  (revision, document) => {
    const field = fieldOf(document, name);
    const isMerged = field.widgets[0]?.ref.number === field.ref.number;
    if (!isMerged) revision.put(field.ref, dictSource(field.dict, entries));
    for (const [index, { ref, dict }] of field.widgets.entries())
      revision.put(
        ref,
        dictSource(dict, { ...(isMerged ? entries : {}), ...ofWidget(dict, index, document) }),
      );
  };

/** States of a button by their names, with the appearances of other states. */
function looksOf(widget: PdfDict, document: PdfDocument, sources: Readonly<Record<string, string>>): Entries {
  const normal = document.resolve(document.dict(widget, 'AP')?.entries.get('N'));
  if (!isDict(normal)) throw new Error('The button has no appearances.');
  const states = Object.entries(sources).map(([state, source]) => {
    const look = normal.entries.get(source);
    return isRef(look) ? `/${state} ${refSource(look)}` : '';
  });
  return { AP: `<< /N << ${states.join(' ')} >> >>` };
}

const evil = (revision: Parameters<Change>[0]): string => {
  const ref = revision.allocate();
  revision.put(ref, evilContent);
  return `<< /N ${refSource(ref)} >>`;
};
const evilLook =
  (name: string, entries: Entries = {}): Change =>
  (revision, document) =>
    fieldChange(name, { ...entries, AP: evil(revision) })(revision, document);

/** The appearance of a text field in a new stream, changed. */
const copiedLook =
  (name: string, changes: Entries, dataOf = (data: Uint8Array): Uint8Array => data): Change =>
  (revision, document) => {
    const { ref, dict } = fieldOf(document, name);
    const look = document.resolve(document.dict(dict, 'AP')?.entries.get('N'));
    if (!isStream(look)) throw new Error('The field has no appearance.');
    const entries = dictSource(look.dict, { ...changes, Length: null }).slice(2, -2);
    const copy = revision.addStream(entries, dataOf(document.rawStream(look)));
    revision.put(ref, dictSource(dict, { AP: `<< /N ${refSource(copy)} >>` }));
  };

/** Changes of a file that people fill and sign in turn. */
export const sequenceAttacks: readonly HostileRow[] = [
  row(
    'another answer of an earlier signer',
    { kinds: ['emptied', 'form-fill'] },
    evilLook('One-city', { V: '(Elsewhere)' }),
  ),
  row(
    'the tick of an earlier signer taken back',
    { kinds: ['form-fill'] },
    fieldChange('One-terms', { V: '/Off', AS: '/Off' }),
  ),
  row(
    'another option than an earlier signer chose',
    { kinds: ['form-fill'] },
    fieldChange('One-either', { V: '/0' }, (_widget, index) => ({ AS: index === 0 ? '/0' : '/Off' })),
  ),
  row(
    'a field that an earlier signer left empty',
    { kinds: ['form-fill'] },
    evilLook('One-note', { V: '(Pay)' }),
  ),
  row('another look of an answer, its value kept', { kinds: ['appearance'] }, evilLook('One-city')),
  row('another look of a picture, its value kept', { kinds: ['appearance'] }, evilLook('One-initials')),
  row(
    'the looks of a tick exchanged, its state kept',
    { kinds: ['appearance'] },
    fieldChange('One-terms', {}, (widget, _index, document) =>
      looksOf(widget, document, { Yes: 'Off', Off: 'Yes' }),
    ),
  ),
  row(
    'a tick shown in another state than its value',
    { kinds: ['appearance'] },
    fieldChange('One-terms', { AS: '/Off' }),
  ),
  row('text shown in an open field that stays empty', { kinds: ['appearance'] }, evilLook('Two-note')),
  row(
    'an open box ticked that shows no tick',
    { kinds: ['appearance', 'form-fill'] },
    fieldChange('Two-terms', { V: '/Yes', AS: '/Yes' }, (widget, _index, document) =>
      looksOf(widget, document, { Yes: 'Off', Off: 'Off' }),
    ),
  ),
  row(
    'a copied look with other resources',
    { kinds: ['appearance'] },
    copiedLook('One-city', { Resources: '<< /Font << /F1 3 0 R >> >>' }),
  ),
  row(
    'a copied look with other content of the same length',
    { kinds: ['appearance'] },
    copiedLook('One-city', {}, (data) => Buffer.alloc(data.length, ' ')),
  ),
  row('a read-only field opened for typing', { kinds: ['form'] }, fieldChange('Two-city', { Ff: '0' })),
  row(
    'other words for an option',
    { kinds: ['form'] },
    fieldChange('One-place', { Opt: '[[(south) (The North)]]' }),
  ),
  row(
    'an open field moved over an answer',
    { kinds: ['form'] },
    fieldChange('Two-note', { Rect: '[50 500 300 600]' }),
  ),
  row(
    'the lock of an earlier signer removed, then the answer changed',
    { kinds: ['form', 'form-fill'] },
    fieldChange('One', { Lock: null }),
    evilLook('One-city', { V: '(Elsewhere)' }),
  ),
  row(
    'an open field filled, as the file permits',
    { kinds: ['form-fill'], allowed: true },
    fieldChange('Two-terms', { V: '/Yes', AS: '/Yes' }),
  ),
  row(
    'every look of an open field written again, and nothing else',
    { kinds: [], allowed: true },
    fieldChange('Two-terms', {}, (widget, _index, document) =>
      looksOf(widget, document, { Yes: 'Yes', Off: 'Off' }),
    ),
  ),
];
