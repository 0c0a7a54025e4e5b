import {
  type Change,
  changeOf,
  evilContent,
  type HostileRow,
  noteField,
  numberOf,
  objectIds,
  put,
  rowsOver,
  type Verdict,
  type VictimOptions,
  victim,
} from './hostile-base.ts';

const over = (options: VictimOptions) => rowsOver('certified file', () => victim(options));
const row = over({});
const closed = over({ docMdp: 1 });
const uncertified = over({ docMdp: null });
const locked = (entries: string, docMdp?: null) =>
  over({ lock: `<< ${entries} >>`, ...(docMdp === undefined ? {} : { docMdp }) });

const look = '/AP << /N 11 0 R >>';
const note = (subtype: string): Change =>
  put(
    60,
    `<< /Type /Annot /Subtype /${subtype} /Rect [0 600 595 842] /Contents (Pay a million) ${look} /F 4 >>`,
  );
const shown: Change = (revision, document) =>
  changeOf(objectIds.firstPage, {
    Annots: `[10 0 R ${numberOf(document, 'One')} 0 R ${numberOf(document, 'Two')} 0 R 60 0 R]`,
  })(revision, document);
const newField = (entries: string, place = `/Rect [0 600 595 842] ${look}`): Change =>
  put(60, `<< /Type /Annot /Subtype /Widget /FT /Sig /T (Three) ${place} ${entries} >>`);
const inForm: Change = (revision, document) => {
  const fields = ['One', 'Two'].map((name) => `${numberOf(document, name)} 0 R`).join(' ');
  changeOf(objectIds.root, { AcroForm: `<< /SigFlags 3 /Fields [10 0 R ${fields} 60 0 R] >>` })(
    revision,
    document,
  );
};
const stamp = put(61, '<< /Type /DocTimeStamp /SubFilter /ETSI.RFC3161 /Contents <00> >>');
const filled = changeOf(objectIds.note, { V: '(a million)' });
const inCatalogue = (changes: Record<string, string | null>) => changeOf(objectIds.root, changes);
const formOf = (entries: string, fields = '10 0 R 15 0 R 16 0 R') =>
  inCatalogue({ AcroForm: `<< ${entries} /SigFlags 3 /Fields [${fields}] >>` });

const annotated: Verdict = { kinds: ['annotation'] };
const filledIn: Verdict = { kinds: ['form-fill'] };

/** Annotations and fields over certified content, and removed certifications (DocMDP, FieldMDP). */
const attacks: readonly HostileRow[] = [
  ...['FreeText', 'Stamp', 'Redact', 'Square', 'Link', 'Popup'].map((subtype) =>
    row(`evil annotation ${subtype}, filling alone permitted`, annotated, note(subtype), shown),
  ),
  closed('evil annotation where nothing is permitted', annotated, note('FreeText'), shown),
  over({ docMdp: 3 })(
    'evil annotation where annotating is permitted',
    { kinds: ['annotation'], allowed: true },
    note('FreeText'),
    shown,
  ),
  row('sneaky signature: a field over the page', { kinds: ['field-added'] }, newField(''), shown, inForm),
  row(
    'sneaky signature: a field over the page, signed with nothing',
    {
      kinds: ['field-added', 'signature'],
      verdicts: { Three: 'The signature is not an object of its own.' },
    },
    newField('/V << /Type /Sig >>'),
    shown,
    inForm,
  ),
  closed(
    'sneaky signature dressed as a timestamp',
    { kinds: ['field-added', 'signature'] },
    newField('/V 61 0 R'),
    stamp,
    shown,
    inForm,
  ),
  row(
    'sneaky signature: a look for the empty field',
    { kinds: ['appearance'] },
    changeOf('Two', { AP: '<< /N 12 0 R >>' }),
  ),
  row(
    'sneaky signature: the empty field made larger',
    { kinds: ['form'] },
    changeOf('Two', { Rect: '[0 0 595 842]' }),
  ),
  closed(
    'a timestamp that is called a signature as well',
    { kinds: ['signature'], verdicts: { Two: 'It does not say which bytes it signs.' } },
    changeOf('Two', { V: '61 0 R' }),
    put(61, '<< /Type /DocTimeStamp /SubFilter /ETSI.CAdES.detached >>'),
  ),
  closed('a field filled where nothing is permitted', filledIn, filled),
  closed(
    'information changed where nothing is permitted',
    { kinds: ['metadata'] },
    put(objectIds.info, '<< /Title (x) >>'),
  ),
  row('the certification removed', { kinds: ['permissions'] }, inCatalogue({ Perms: null })),
  row(
    'the certification replaced by a laxer one',
    { kinds: ['permissions'] },
    inCatalogue({ Perms: '<< /DocMDP 62 0 R >>' }),
    put(62, '<< /Type /Sig /Reference [<< /TransformMethod /DocMDP /TransformParams << /P 3 >> >>] >>'),
  ),
  uncertified(
    'a certification put behind an approval',
    { kinds: ['permissions'] },
    inCatalogue({ Perms: '<< /DocMDP 62 0 R >>' }),
    put(62, '<< /Type /Sig >>'),
  ),
  locked('/Action /All')('a field that all signatures lock', filledIn, filled),
  locked('/Action /Include /Fields [(Note)]')('a field that the signature locks by name', filledIn, filled),
  locked('/Action /Exclude /Fields [(Two)]')('a field that the signature does not except', filledIn, filled),
  locked('/Action /Sometimes /Fields []')('a field locked by a word that is unknown', filledIn, filled),
  locked('/Action /Include /Fields [] /P 1', null)(
    'a field filled though the lock permits nothing',
    filledIn,
    filled,
  ),
  locked('/Action /Include /Fields [] /P 1', null)(
    'a lock removed',
    { kinds: ['form', 'form-fill'] },
    filled,
    changeOf('One', { Lock: null }),
  ),
  row(
    'a script in the catalogue',
    { kinds: ['action'] },
    inCatalogue({ OpenAction: '<< /S /JavaScript /JS (app.alert) >>' }),
  ),
  row(
    'layers that hide the content',
    { kinds: ['layers'] },
    inCatalogue({ OCProperties: '<< /D << /OFF [63 0 R] >> /OCGs [63 0 R] >>' }),
  ),
  row('an attached file', { kinds: ['attachment'] }, inCatalogue({ AF: '[64 0 R]' }), put(64, '<< >>')),
  row('a form of XFA', { kinds: ['form'] }, formOf('/XFA 65 0 R'), put(65, evilContent)),
  row('looks left to the viewer', { kinds: ['form'] }, formOf('/NeedAppearances true')),
  row(
    'a page added',
    { kinds: ['page-added'] },
    changeOf(objectIds.pages, { Kids: '[13 0 R 14 0 R 66 0 R]', Count: '3' }),
    put(66, '<< /Type /Page /Parent 2 0 R >>'),
  ),
  row(
    'a page removed',
    { kinds: ['page-removed'] },
    changeOf(objectIds.pages, { Kids: '[13 0 R]', Count: '1' }),
  ),
  row('pages in another order', { kinds: ['page'] }, changeOf(objectIds.pages, { Kids: '[14 0 R 13 0 R]' })),
  row(
    'a page shown twice',
    { kinds: ['page'] },
    changeOf(objectIds.pages, { Kids: '[13 0 R 14 0 R 13 0 R]', Count: '3' }),
  ),
  row(
    'other resources for all pages',
    { kinds: ['content'] },
    changeOf(objectIds.pages, { Resources: '<< >>' }),
  ),
  row(
    'a page of another size',
    { kinds: ['page'] },
    changeOf(objectIds.secondPage, { CropBox: '[0 0 9 9]' }),
  ),
];

const withStore = (pageEntries = ''): VictimOptions => ({
  ...{ docMdp: 1, pageEntries },
  hidden: Buffer.from('[]'),
  catalog: '/DSS << /Certs 12 0 R >>',
});
const listed = [put(12, '[60 0 R]'), put(60, evilContent)];
const nowhere = '/Rect [0 0 0 0]';

/** What changes nothing that is signed, and what looks like it. */
const additions: readonly HostileRow[] = [
  row('a page turned', { kinds: ['page'] }, changeOf(objectIds.firstPage, { Rotate: '180' })),
  row('a page tree that is not there', { kinds: ['page', 'page-removed'] }, inCatalogue({ Pages: '66 0 R' })),
  row(
    'every field taken from its page',
    { kinds: ['appearance', 'form'] },
    changeOf(objectIds.firstPage, { Annots: '[]' }),
  ),
  row('a field taken out of the form', { kinds: ['form'] }, formOf('', '15 0 R 16 0 R')),
  over({ hidden: Buffer.from('<< /Waits 66 0 R >>') })(
    'an object that another one waited for, which nothing uses',
    { kinds: ['unused-objects'], allowed: true },
    put(66, '(shadow)'),
  ),
  closed('a security store', { kinds: ['validation-data'], allowed: true }, inCatalogue({ DSS: '<< >>' })),
  over(withStore())(
    'a list of the security store, in place',
    { kinds: ['validation-data'], allowed: true },
    ...listed,
  ),
  over(withStore('/B 12 0 R'))(
    'a list of the security store to which a page leads too',
    { kinds: ['page', 'validation-data'] },
    ...listed,
  ),
  over({ docMdp: 1, objects: [noteField, '<< /Certs 12 0 R >>', '[]'], catalog: '/DSS 11 0 R' })(
    'a list of a security store that a page shows',
    { kinds: ['content', 'validation-data'] },
    put(12, '[1]'),
  ),
  closed(
    'a timestamp, in a field without a place',
    { kinds: ['timestamp'], allowed: true },
    newField('/V 61 0 R', nowhere),
    stamp,
    inForm,
  ),
  closed(
    'a timestamp, in a field that acts',
    { kinds: ['field-added', 'signature'] },
    newField('/V 61 0 R /AA << >>', nowhere),
    stamp,
    inForm,
  ),
];

/** Changes behind a certification or an approval. */
export const certifiedAttacks: readonly HostileRow[] = [...attacks, ...additions];
