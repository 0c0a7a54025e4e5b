import type { SignatureOptions } from '../sign/prepare-signature.ts';
import type { FieldFill } from '../write/fill-fields.ts';
import type { NewFormField } from '../write/new-form-fields.ts';
import type { PrepareOptions } from '../write/prepare-document.ts';
import { sampleFont } from './sample-font.ts';
import { sampleSignatureImage } from './sample-signature-image.ts';

/** Three people who sign one file in turn, each with fields of every kind, of which one stays empty. */
const signerNames = ['Ana', 'Ben', 'Cleo'] as const;

const image = sampleSignatureImage(120, 50);
const dropdown = [
  { value: 'north', label: 'The North' },
  { value: 'süd', label: 'The South' },
];

/** Three columns fit on the page; further people share them. */
const columnOf = (index: number): number => 8 + (index % 3) * 30;

/** Fields of the person at `index`, in one column of the first page. */
function formFieldsOf(name: string, index: number): NewFormField[] {
  const at = (posY: number, width = 24, height = 3) => ({
    page: 0,
    displayed: { posX: columnOf(index), posY, width, height },
  });
  const closed = { isReadOnly: true } as const;
  return [
    { ...at(30), ...closed, kind: 'text', name: `${name}-city`, font: sampleFont, isRequired: true },
    { ...at(35), ...closed, kind: 'text', name: `${name}-note`, font: sampleFont, text: '' },
    { ...at(40), ...closed, kind: 'picture', name: `${name}-initials`, tooltip: `Initials, ${name}` },
    { ...at(45, 4), ...closed, kind: 'checkbox', name: `${name}-terms` },
    { ...at(50, 4), ...closed, kind: 'checkbox', name: `${name}-copy` },
    {
      ...closed,
      kind: 'radio',
      name: `${name}-either`,
      options: [
        { ...at(55, 4), value: 'yes', tooltip: 'Yes' },
        { ...at(60, 4), value: 'nein, danke', tooltip: 'No' },
      ],
    },
    { ...at(65), ...closed, kind: 'choice', name: `${name}-place`, font: sampleFont, options: dropdown },
  ];
}

/** Every signature locks the fields of its person. */
export function prepareForTurns(names: readonly string[] = signerNames): PrepareOptions {
  const fields = names.map(formFieldsOf);
  return {
    formFields: fields.flat(),
    signatureFields: names.map((name, index) => ({
      name,
      page: 0,
      displayed: { posX: columnOf(index), posY: 72, width: 26, height: 8 },
      tooltip: `Signature of ${name}, required`,
      locks: (fields[index] ?? []).map((field) => field.name),
    })),
  };
}

/** The note and the copy stay as they were prepared. */
export function answersOf(name: string): FieldFill[] {
  return [
    { name: `${name}-city`, text: `Ærøskøbing, by ${name}`, font: sampleFont },
    { name: `${name}-initials`, picture: image, text: `Initials of ${name}` },
    { name: `${name}-terms`, checked: true },
    { name: `${name}-either`, chosen: 'nein, danke' },
    { name: `${name}-place`, chosen: 'süd', font: sampleFont },
  ];
}

export function signingOptionsOf(name: string, more: Partial<SignatureOptions> = {}): SignatureOptions {
  return {
    fieldName: name,
    name,
    signingTime: new Date('2026-11-21T14:05:00Z'),
    answers: answersOf(name),
    appearance: {
      image: sampleSignatureImage(),
      name,
      timeText: '21 Nov 2026 15:05 CET',
      code: 'K7QF-2M9X',
      font: sampleFont,
    },
    ...more,
  };
}
