import {
  type Change,
  changeOf,
  evilContent,
  type HostileRow,
  numberOf,
  objectIds,
  put,
  revise,
  type Verdict,
  type VictimOptions,
  victim,
} from './hostile-base.ts';

const row = (
  made: string,
  says: Verdict,
  { options = {}, changes }: { readonly options?: VictimOptions; readonly changes: readonly Change[] },
): HostileRow => ({
  attack: 'certified file',
  made,
  says,
  file: async () => revise(await victim(options), ...changes),
});

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
const newField = (entries: string): Change =>
  put(60, `<< /Type /Annot /Subtype /Widget /FT /Sig /T (Three) /Rect [0 600 595 842] ${look} ${entries} >>`);
const inForm: Change = (revision, document) => {
  const fields = ['One', 'Two'].map((name) => `${numberOf(document, name)} 0 R`).join(' ');
  changeOf(objectIds.root, { AcroForm: `<< /SigFlags 3 /Fields [10 0 R ${fields} 60 0 R] >>` })(
    revision,
    document,
  );
};
const stampValue = '<< /Type /DocTimeStamp /SubFilter /ETSI.RFC3161 /Contents <00> >>';
const filled = changeOf(objectIds.note, { V: '(a million)' });

const annotated: Verdict = { kinds: ['annotation'] };

/** Annotations and fields over certified content, and removed certifications (DocMDP, FieldMDP). */
export const certifiedAttacks: readonly HostileRow[] = [
  ...['FreeText', 'Stamp', 'Redact', 'Square', 'Link', 'Popup'].map((subtype) =>
    row(`evil annotation ${subtype}, filling alone permitted`, annotated, {
      changes: [note(subtype), shown],
    }),
  ),
  row('evil annotation where nothing is permitted', annotated, {
    options: { docMdp: 1 },
    changes: [note('FreeText'), shown],
  }),
  row(
    'evil annotation where annotating is permitted',
    { kinds: ['annotation'], allowed: true },
    {
      options: { docMdp: 3 },
      changes: [note('FreeText'), shown],
    },
  ),
  row(
    'sneaky signature: a field over the page',
    { kinds: ['field-added'] },
    {
      changes: [newField(''), shown, inForm],
    },
  ),
  row(
    'sneaky signature: a field over the page, signed with nothing',
    {
      kinds: ['field-added', 'signature'],
      verdicts: { Three: 'The signature is not an object of its own.' },
    },
    {
      changes: [newField('/V << /Type /Sig >>'), shown, inForm],
    },
  ),
  row(
    'sneaky signature dressed as a timestamp',
    { kinds: ['field-added', 'signature'] },
    {
      options: { docMdp: 1 },
      changes: [newField('/V 61 0 R'), put(61, stampValue), shown, inForm],
    },
  ),
  row(
    'sneaky signature: a look for the empty field',
    { kinds: ['appearance'] },
    {
      changes: [changeOf('Two', { AP: '<< /N 12 0 R >>' })],
    },
  ),
  row(
    'sneaky signature: the empty field made larger',
    { kinds: ['form'] },
    {
      changes: [changeOf('Two', { Rect: '[0 0 595 842]' })],
    },
  ),
  row(
    'a timestamp that is called a signature as well',
    { kinds: ['signature'], verdicts: { Two: 'It does not say which bytes it signs.' } },
    {
      options: { docMdp: 1 },
      changes: [
        changeOf('Two', { V: '61 0 R' }),
        put(61, '<< /Type /DocTimeStamp /SubFilter /ETSI.CAdES.detached >>'),
      ],
    },
  ),
  row(
    'a field filled where nothing is permitted',
    { kinds: ['form-fill'] },
    { options: { docMdp: 1 }, changes: [filled] },
  ),
  row(
    'information changed where nothing is permitted',
    { kinds: ['metadata'] },
    {
      options: { docMdp: 1 },
      changes: [put(objectIds.info, '<< /Title (x) >>')],
    },
  ),
  row(
    'the certification removed',
    { kinds: ['permissions'] },
    { changes: [changeOf(objectIds.root, { Perms: null })] },
  ),
  row(
    'the certification replaced by a laxer one',
    { kinds: ['permissions'] },
    {
      changes: [
        changeOf(objectIds.root, { Perms: '<< /DocMDP 62 0 R >>' }),
        put(62, '<< /Type /Sig /Reference [<< /TransformMethod /DocMDP /TransformParams << /P 3 >> >>] >>'),
      ],
    },
  ),
  row(
    'a certification put behind an approval',
    { kinds: ['permissions'] },
    {
      options: { docMdp: null },
      changes: [changeOf(objectIds.root, { Perms: '<< /DocMDP 62 0 R >>' }), put(62, '<< /Type /Sig >>')],
    },
  ),
  row(
    'a field that all signatures lock',
    { kinds: ['form-fill'] },
    { options: { lock: '<< /Action /All >>' }, changes: [filled] },
  ),
  row(
    'a field that the signature locks by name',
    { kinds: ['form-fill'] },
    {
      options: { lock: '<< /Action /Include /Fields [(Note)] >>' },
      changes: [filled],
    },
  ),
  row(
    'a field that the signature does not except',
    { kinds: ['form-fill'] },
    {
      options: { lock: '<< /Action /Exclude /Fields [(Two)] >>' },
      changes: [filled],
    },
  ),
  row(
    'a field locked by a word that is unknown',
    { kinds: ['form-fill'] },
    {
      options: { lock: '<< /Action /Sometimes /Fields [] >>' },
      changes: [filled],
    },
  ),
  row(
    'a field filled though the lock permits nothing',
    { kinds: ['form-fill'] },
    {
      options: { docMdp: null, lock: '<< /Action /Include /Fields [] /P 1 >>' },
      changes: [filled],
    },
  ),
  row(
    'a lock removed',
    { kinds: ['form', 'form-fill'] },
    {
      options: { docMdp: null, lock: '<< /Action /Include /Fields [] /P 1 >>' },
      changes: [filled, changeOf('One', { Lock: null })],
    },
  ),
  row(
    'a script in the catalogue',
    { kinds: ['action'] },
    {
      changes: [changeOf(objectIds.root, { OpenAction: '<< /S /JavaScript /JS (app.alert) >>' })],
    },
  ),
  row(
    'layers that hide the content',
    { kinds: ['layers'] },
    {
      changes: [changeOf(objectIds.root, { OCProperties: '<< /D << /OFF [63 0 R] >> /OCGs [63 0 R] >>' })],
    },
  ),
  row(
    'an attached file',
    { kinds: ['attachment'] },
    { changes: [changeOf(objectIds.root, { AF: '[64 0 R]' }), put(64, '<< >>')] },
  ),
  row(
    'a form of XFA',
    { kinds: ['form'] },
    {
      changes: [
        changeOf(objectIds.root, {
          AcroForm: '<< /XFA 65 0 R /SigFlags 3 /Fields [10 0 R 15 0 R 16 0 R] >>',
        }),
        put(65, evilContent),
      ],
    },
  ),
  row(
    'looks left to the viewer',
    { kinds: ['form'] },
    {
      changes: [
        changeOf(objectIds.root, {
          AcroForm: '<< /NeedAppearances true /SigFlags 3 /Fields [10 0 R 15 0 R 16 0 R] >>',
        }),
      ],
    },
  ),
  row(
    'a page added',
    { kinds: ['page-added'] },
    {
      changes: [
        changeOf(objectIds.pages, { Kids: '[13 0 R 14 0 R 66 0 R]', Count: '3' }),
        put(66, '<< /Type /Page /Parent 2 0 R >>'),
      ],
    },
  ),
  row(
    'a page removed',
    { kinds: ['page-removed'] },
    { changes: [changeOf(objectIds.pages, { Kids: '[13 0 R]', Count: '1' })] },
  ),
  row(
    'pages in another order',
    { kinds: ['page'] },
    { changes: [changeOf(objectIds.pages, { Kids: '[14 0 R 13 0 R]' })] },
  ),
  row(
    'a page shown twice',
    { kinds: ['page'] },
    { changes: [changeOf(objectIds.pages, { Kids: '[13 0 R 14 0 R 13 0 R]', Count: '3' })] },
  ),
  row(
    'other resources for all pages',
    { kinds: ['content'] },
    { changes: [changeOf(objectIds.pages, { Resources: '<< >>' })] },
  ),
  row(
    'a page of another size',
    { kinds: ['page'] },
    { changes: [changeOf(objectIds.secondPage, { CropBox: '[0 0 9 9]' })] },
  ),
];
