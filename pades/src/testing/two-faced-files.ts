import type { TwoFacedKind } from '../intake/two-faces.ts';
import { type SampleOptions, samplePdf } from './sample-pdf.ts';

/** A file that shows one sum on a screen and another one somewhere else. */
export interface TwoFacedFile {
  readonly kind: TwoFacedKind;
  /** What the search calls it, in part. */
  readonly words: string;
  readonly sample: SampleOptions;
}

const form = (content: string, more = '') =>
  `<< /Type /XObject /Subtype /Form /BBox [0 0 200 30] /Resources << /Font << /F1 3 0 R >> >> ${more} ` +
  `/Length ${content.length} >>\nstream\n${content}\nendstream`;
const sum = (amount: string) => `1 1 1 rg 0 0 200 30 re f 0 g BT /F1 18 Tf 4 8 Td (${amount}) Tj ET`;
const nine = form(sum('9,000'));
const onPage = (name: string) =>
  `BT /F1 18 Tf 72 700 Td (The price) Tj ET q 1 0 0 1 180 692 cm /${name} Do Q`;

/** Object 10 is an annotation with the look of object 11, on page 1. */
const annotation = (more: string, kind = 'Stamp', others: readonly string[] = []): SampleOptions => ({
  objects: [
    `<< /Type /Annot /Subtype /${kind} /Rect [180 692 380 722] /AP << /N 11 0 R >> ${more} >>`,
    nine,
    ...others,
  ],
  page: '/Annots [10 0 R]',
});

/** Objects 10 (a group) and 11 (a form in it, drawn on page 1); `properties` are those of the catalogue. */
const layer = (group: string, configuration: string, others: readonly string[] = []): SampleOptions => ({
  objects: [`<< /Type /OCG /Name (Sum) ${group} >>`, form(sum('9,000'), '/OC 10 0 R'), ...others],
  catalog: `/OCProperties << /OCGs [10 0 R] ${configuration} >>`,
  content: onPage('X1'),
  page: '/Resources << /Font << /F1 3 0 R >> /XObject << /X1 11 0 R >> >>',
});

const PRINT_USAGE = '/Usage << /View << /ViewState /OFF >> /Print << /PrintState /ON >> >>';
const BY_USAGE =
  '/D << /AS [<< /Event /View /Category [/View] /OCGs [10 0 R] >> << /Event /Print /Category [/Print] /OCGs [10 0 R] >>] >>';

/** Object 10 is the state of object 11's drawing. */
const state = (entries: string): SampleOptions => ({
  objects: [`<< ${entries} >>`, '<< /FunctionType 2 /Domain [0 1] /C0 [1] /C1 [0] /N 1 >>'],
  content: 'q /G1 gs BT /F1 18 Tf 72 700 Td (The price is 1,000) Tj ET Q',
  page: '/Resources << /Font << /F1 3 0 R >> /ExtGState << /G1 10 0 R >> >>',
});

const pixel = (grey: string, more = '') =>
  `<< /Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8 ${more} ` +
  `/Filter /ASCIIHexDecode /Length 3 >>\nstream\n${grey}>\nendstream`;
/** Object 10 is drawn on page 1. */
const drawn = (source: string, others: readonly string[] = []): SampleOptions => ({
  objects: [source, ...others],
  content: 'q 200 0 0 30 180 692 cm /X1 Do Q BT /F1 18 Tf 72 700 Td (The price) Tj ET',
  page: '/Resources << /Font << /F1 3 0 R >> /XObject << /X1 10 0 R >> >>',
});

const file = (kind: TwoFacedKind, words: string, sample: SampleOptions): TwoFacedFile => ({
  kind,
  words,
  sample,
});

/** Each becomes a file with one face when it is prepared. */
export const twoFacedFiles: Readonly<Record<string, TwoFacedFile>> = {
  'an annotation for the screen alone': file('annotation', 'not in print', annotation('')),
  'an annotation for print alone': file('annotation', 'not on a screen', annotation('/F 36')),
  'an annotation that shows while the pointer is on it': file('annotation', 'pointer', annotation('/F 292')),
  'an annotation that the pointer turns off': file('annotation', 'pointer', annotation('/F 260')),
  'an annotation that looks different under the pointer': file('annotation', 'pointer', {
    ...annotation('/F 4', 'Stamp', [form(sum('1,000'))]),
    objects: [
      '<< /Type /Annot /Subtype /Stamp /F 4 /Rect [180 692 380 722] /AP << /N 11 0 R /R 12 0 R >> >>',
      nine,
      form(sum('1,000')),
    ],
  }),
  'an annotation that does not grow with the page': file('annotation', 'zoom', annotation('/F 12')),
  'an annotation that stays upright on a turned page': file('annotation', 'upright', {
    ...annotation('/F 20'),
    rotate: 90,
  }),
  'locked contents for the screen alone': file(
    'annotation',
    'not in print',
    annotation('/F 512', 'FreeText'),
  ),
  'an annotation of an unknown kind for print alone': file(
    'annotation',
    'not on a screen',
    annotation('/F 36', 'Foreign'),
  ),
  'a link with a look for the screen': file(
    'annotation',
    'not in print',
    annotation('/Border [0 0 0] /A << /S /URI /URI (https://example.org) >>', 'Link'),
  ),
  'a link whose frame hides what is around it': file('annotation', 'not in print', {
    objects: ['<< /Type /Annot /Subtype /Link /Border [0 0 40] /C [1 1 1] /Rect [180 692 380 722] >>'],
    page: '/Annots [10 0 R]',
  }),
  'a watermark at a fixed place of the paper': file(
    'annotation',
    'another place',
    annotation('/F 4 /FixedPrint << /Type /FixedPrint /Matrix [1 0 0 1 0 0] /H 0.5 /V 0.5 >>', 'Watermark'),
  ),
  'an annotation in a layer for print': file('layer', 'in print', {
    objects: [
      '<< /Type /Annot /Subtype /Stamp /F 4 /Rect [180 692 380 722] /AP << /N 11 0 R >> /OC 12 0 R >>',
      nine,
      `<< /Type /OCG /Name (Sum) ${PRINT_USAGE} >>`,
    ],
    catalog: `/OCProperties << /OCGs [12 0 R] ${BY_USAGE.replaceAll('10 0 R', '12 0 R')} >>`,
    page: '/Annots [10 0 R]',
  }),
  'a layer for print alone': file('layer', 'in print', layer(PRINT_USAGE, BY_USAGE)),
  'a layer for the screen alone': file(
    'layer',
    'in print',
    layer('/Usage << /View << /ViewState /ON >> /Print << /PrintState /OFF >> >>', BY_USAGE),
  ),
  'a layer for export alone': file(
    'layer',
    'in print',
    layer('/Usage << /Export << /ExportState /ON >> >>', '/D << /OFF [10 0 R] >>'),
  ),
  'a layer that shows at large zooms': file(
    'layer',
    'zoom',
    layer(
      '/Usage << /Zoom << /min 4 >> >>',
      '/D << /AS [<< /Event /View /Category [/Zoom] /OCGs [10 0 R] >>] >>',
    ),
  ),
  'a layer that shows at small zooms': file(
    'layer',
    'zoom',
    layer(
      '/Usage << /Zoom << /max 4 >> >>',
      '/D << /AS [<< /Event /View /Category [/Zoom] /OCGs [10 0 R] >>] >>',
    ),
  ),
  'a layer for one language': file(
    'layer',
    'some readers',
    layer(
      '/Usage << /Language << /Lang (de-DE) /Preferred /ON >> >>',
      '/D << /AS [<< /Event /View /Category [/Language] /OCGs [10 0 R] >>] >>',
    ),
  ),
  'a hidden layer': file(
    'hidden-layer',
    'switches it on',
    layer('', '/D << /OFF [10 0 R] /Order [10 0 R] >>'),
  ),
  'a layer that is off because all are': file(
    'hidden-layer',
    'switches it on',
    layer('', '/D << /BaseState /OFF >>'),
  ),
  'a layer of designers': file(
    'layer',
    'in print',
    layer(`/Intent /Design ${PRINT_USAGE}`, '/D << /Intent [/View /Design] /OFF [10 0 R] >>'),
  ),
  'a second configuration of layers': file(
    'layer',
    'some readers',
    layer('', '/D << >> /Configs [<< /Intent /View /OFF [10 0 R] >>]'),
  ),
  'a layer that the catalogue does not list': file('layer', 'in print', {
    ...layer(PRINT_USAGE, ''),
    catalog: '',
  }),
  'a layer that is no object': file('layer', 'in print', {
    ...drawn(form(sum('9,000'), `/OC << /Type /OCG /Name (Sum) ${PRINT_USAGE} >>`)),
    content: onPage('X1'),
  }),
  'an expression of layers': file('layer', 'in print', {
    ...layer(PRINT_USAGE, BY_USAGE, ['<< /Type /OCMD /VE [/Not 10 0 R] >>']),
    content: '/OC /M1 BDC BT /F1 18 Tf 180 700 Td (9,000) Tj ET EMC',
    page: '/Resources << /Font << /F1 3 0 R >> /Properties << /M1 12 0 R >> >>',
  }),
  'a soft mask with a layer': file('layer', 'in print', {
    ...layer(PRINT_USAGE, BY_USAGE, [
      '<< /Type /ExtGState /SMask << /S /Luminosity /G 13 0 R >> >>',
      form('1 g 0 0 600 800 re f /X1 Do', '/Group << /S /Transparency /CS /DeviceGray >>').replace(
        '/F1 3 0 R >>',
        '/F1 3 0 R >> /XObject << /X1 11 0 R >>',
      ),
    ]),
    content: '/G1 gs BT /F1 18 Tf 4 8 Td (9,000) Tj ET',
    page: '/Resources << /Font << /F1 3 0 R >> /ExtGState << /G1 12 0 R >> >>',
  }),
  'a picture with another one for print': file(
    'picture',
    'A picture',
    drawn(pixel('FF', '/Alternates [<< /Image 11 0 R /DefaultForPrinting true >>]'), [pixel('00')]),
  ),
  'a picture of a print shop': file(
    'picture',
    'A picture',
    drawn(pixel('FF', '/OPI << /1.3 << /Type /OPI /Version 1.3 /F (hires.tif) >> >>')),
  ),
  'a page of another file for print': file(
    'picture',
    'A picture',
    drawn(form('0 g 0 0 1 1 re f', '/Ref << /F (other.pdf) /Page 0 >>')),
  ),
  'ink that is printed over other ink': file(
    'ink',
    'over another',
    state('/Type /ExtGState /op true /OPM 1'),
  ),
  'a transfer function': file('ink', 'a function', state('/Type /ExtGState /TR 11 0 R')),
  'black that is taken away': file('ink', 'a function', state('/Type /ExtGState /UCR2 11 0 R')),
  'a halftone with a function': file(
    'ink',
    'a function',
    state('/HT << /HalftoneType 1 /Frequency 60 /Angle 45 /SpotFunction /Round /TransferFunction 11 0 R >>'),
  ),
  'another area for print': file('print-area', 'another part', {
    cropBox: '[0 0 595 500]',
    catalog: '/ViewerPreferences << /PrintArea /MediaBox /PrintClip /MediaBox >>',
  }),
  'a page less in print': file('print-area', 'another part', {
    pages: 2,
    catalog: '/ViewerPreferences << /PrintPageRange [0 0] >>',
  }),
  'a link that switches a layer': file('action', 'link or button', {
    ...layer('', '/D << >>'),
    page: '/Resources << /Font << /F1 3 0 R >> /XObject << /X1 11 0 R >> >> /Annots [<< /Type /Annot /Subtype /Link /Border [0 0 0] /Rect [0 0 600 800] /A << /S /SetOCGState /State [/OFF 10 0 R] >> >>]',
  }),
  'a chapter that hides fields': file('action', 'link or button', {
    objects: ['<< /Title (One) /A << /S /Hide /T (signature-1) >> >>'],
    catalog: '/Outlines << /First 10 0 R /Last 10 0 R /Count 1 >>',
  }),
  'an action at the opening of the file': file('action', 'link or button', {
    objects: ['<< /S /GoTo /D [11 0 R /Fit] /Next [<< /S /Hide /T (signature-1) /H true >>] >>'],
    catalog: '/OpenAction 10 0 R',
  }),
};

/** What no preparation can save. */
export const refusedFiles: Readonly<Record<string, TwoFacedFile>> = {
  'a program for printers': file(
    'print-program',
    'printers',
    drawn('<< /Type /XObject /Subtype /PS /Length 8 >>\nstream\nshowpage\nendstream'),
  ),
  'a form that is a program in print': file(
    'print-program',
    'printers',
    drawn(form('0 g 0 0 1 1 re f', '/Subtype2 /PS /PS (showpage)')),
  ),
};

/** What looks like them, and shows the same everywhere. */
export const oneFacedFiles: Readonly<Record<string, SampleOptions>> = {
  'no annotation': {},
  'a stamp that is printed': annotation('/F 4'),
  'a locked stamp': annotation('/F 196'),
  'a hidden annotation': annotation('/F 6'),
  'a note with the flags of viewers': {
    objects: ['<< /Type /Annot /Subtype /Text /F 28 /Rect [500 700 520 720] /Contents (A note) >>'],
    page: '/Annots [10 0 R]',
  },
  'a link with a frame': {
    objects: ['<< /Type /Annot /Subtype /Link /Border [0 0 1] /Rect [72 690 200 720] /C [1 0 0] >>'],
    page: '/Annots [10 0 R]',
  },
  'a layer that is on': layer('', '/D << /ON [10 0 R] /Order [10 0 R] >>'),
  'a layer whose usage says the same': layer(
    '/Usage << /View << /ViewState /ON >> /Print << /PrintState /ON >> /PageElement << /Subtype /BG >> >>',
    BY_USAGE,
  ),
  'ink that is not printed over other ink': state('/OP false /op false /OPM 1 /TR2 /Default /HT /Default'),
  'a halftone without a function': state(
    '/HT << /HalftoneType 1 /Frequency 60 /Angle 45 /SpotFunction /Round >>',
  ),
  'the usual area for print': { catalog: '/ViewerPreferences << /PrintArea /CropBox /Duplex /Simplex >>' },
  'a picture alone': drawn(pixel('80')),
};

/** The file with a sample's parts. */
export const fileOf = ({ sample }: Pick<TwoFacedFile, 'sample'>): Buffer => samplePdf(sample);
