/** The cells of a table, as close to each other as on paper, and a field below it. */
const TABLE = [
  ...[0, 1, 2, 3, 4, 5].map((index) => ({
    ...{ type: 'text', label: `Cell ${index}`, required: false, style: { width: 28, height: 2.8 } },
    ...{ posX: 8 + 28.5 * (index % 3), posY: 60 + 3.2 * Math.floor(index / 3) },
  })),
  { type: 'text', label: 'Alone', required: false, posX: 8, posY: 80, style: { width: 10, height: 2.8 } },
];

/** On the page after it a place to write and to sign, on the last one places for initials. */
export const SCANNED = [
  ...TABLE,
  { type: 'company', label: 'Company', page: 2, posX: 70, posY: 45, style: { width: 25, height: 3 } },
  { type: 'signature', page: 2, posX: 10, posY: 70, style: { width: 30, height: 8 } },
  ...[10, 30, 50].map((posY) => ({
    type: 'initials',
    page: 3,
    posX: 10,
    posY,
    style: { width: 10, height: 4 },
  })),
];

/** One field of each kind. */
const style = (width: number, height: number) => ({ width, height });
export const RULED = [
  { type: 'signature', posX: 10, posY: 80, style: style(30, 8) },
  {
    id: 901,
    type: 'dropdown',
    label: 'Pets',
    options: [
      { value: 'none', label: 'No pets' },
      { value: 'dog', label: 'One dog' },
    ],
    posX: 10,
    posY: 20,
    style: style(30, 3),
  },
  {
    type: 'text',
    label: 'Breed',
    maxLength: 12,
    showIf: { fieldId: 901, equals: 'dog' },
    posX: 50,
    posY: 20,
    style: style(30, 3),
  },
  {
    type: 'radio',
    label: 'Rent',
    options: [
      { value: 'month', label: 'By month' },
      { value: 'year', label: 'By year' },
    ],
    posX: 10,
    posY: 27,
    style: style(25, 7),
  },
  ...['Cellar', 'Attic'].map((label, index) => ({
    type: 'checkbox',
    label,
    group: 'Rooms',
    groupMin: 1,
    posX: 10 + 10 * index,
    posY: 40,
    style: style(3, 2.5),
  })),
  { type: 'number', label: 'Keys', min: 1, max: 4, posX: 10, posY: 48, style: style(15, 3) },
  { type: 'text', label: 'Remarks', required: false, posX: 10, posY: 56, style: style(40, 9) },
  {
    type: 'text',
    label: 'Reference',
    readOnly: true,
    value: 'D-2026-117',
    posX: 50,
    posY: 27,
    style: style(30, 3),
  },
  {
    type: 'checkbox',
    label: 'Furnished',
    readOnly: true,
    value: '1',
    posX: 50,
    posY: 40,
    style: style(3, 2.5),
  },
  { type: 'attachment', label: 'Passport', posX: 50, posY: 82, style: style(35, 4) },
  ...['name', 'company', 'title', 'address', 'initials', 'date'].map((type, index) => ({
    ...{ type, posX: 10, posY: 66 + 2.2 * index, style: style(30, 2) },
  })),
  { type: 'stamp', label: 'Stamp', value: 'PAID', posX: 50, posY: 48, style: style(15, 3) },
];
