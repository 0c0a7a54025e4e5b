import { createSigningJob } from '../sign/signing-job.ts';
import { changeOf, type HostileRow, numberOf, put, rowsOver } from './hostile-base.ts';
import { authority } from './level-fixture.ts';
import { sampleFont } from './sample-font.ts';
import { sampleForm } from './sample-form.ts';
import { samplePdf } from './sample-pdf.ts';

const upload = sampleForm();
const PAGE = 10 + upload.objects.length;
const FORM = upload.catalog.replace('/AcroForm ', '');
const [NAME = ''] = upload.objects;
const ANNOTATIONS = upload.page.replace('/Annots ', '');

/** The form of the upload became part of the page before One signed. */
async function signedWithoutForm(): Promise<Buffer> {
  const original = samplePdf(upload);
  const job = createSigningJob(original);
  const signatureFields = [{ name: 'One', page: 0, rect: [300, 100, 500, 160] as const }];
  const prepared = job.prepareDocument({ signatureFields, flattenForm: { font: sampleFont } });
  const signingTime = new Date('2026-11-22T08:05:00Z');
  const options = { fieldName: 'One', name: 'Ana', appearance: null, signingTime };
  return Buffer.concat([original, prepared, await job.sign(options, authority.signer('Ana'))]);
}

const row = rowsOver('form of the upload', signedWithoutForm);

/** Changes that bring the form of an upload back after it became part of the page. */
export const formAttacks: readonly HostileRow[] = [
  row(
    'its fields put back on the page',
    { kinds: ['annotation', 'appearance'] },
    changeOf(PAGE, { Annots: ANNOTATIONS }),
  ),
  row(
    'its fields put back on the page, with another value',
    { kinds: ['annotation', 'appearance', 'content'] },
    changeOf(PAGE, { Annots: ANNOTATIONS }),
    put(10, NAME.replace('Ana Lima', 'Bob Lima')),
  ),
  row('its form put back, beside the signature field', { kinds: ['form'] }, (revision, document) => {
    const fieldList = `/Fields [${numberOf(document, 'One')} 0 R `;
    changeOf(1, { AcroForm: FORM.replace('/Fields [', fieldList) })(revision, document);
  }),
];
