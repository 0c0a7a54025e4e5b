const at = (posX: number, posY: number, width: number, height: number) => ({
  ...{ posX, posY, style: { width, height } },
});

/** The cells of a table, as close to each other as on paper, and a field below it. */
const TABLE = [
  ...[0, 1, 2, 3, 4, 5].map((index) => ({
    ...{ type: 'text', label: `Cell ${index}`, required: false },
    ...at(8 + 28.5 * (index % 3), 60 + 3.2 * Math.floor(index / 3), 28, 2.8),
  })),
  { type: 'text', label: 'Alone', required: false, ...at(8, 80, 10, 2.8) },
];

/** On the page after it a place to write and to sign, on the last one places for initials. */
export const SCANNED = [
  ...TABLE,
  { type: 'company', label: 'Company', page: 2, ...at(70, 45, 25, 3) },
  { type: 'signature', page: 2, ...at(10, 70, 30, 8) },
  ...[10, 30, 50].map((posY) => ({ type: 'initials', page: 3, ...at(10, posY, 10, 4) })),
];

const PETS = [
  { value: 'none', label: 'No pets' },
  { value: 'dog', label: 'One dog' },
];
const RENTS = ['month', 'year'].map((value) => ({ value, label: `By ${value}` }));
const ROOMS = { type: 'checkbox', group: 'Rooms', groupMin: 1 };

/** One field of each kind. */
export const RULED = [
  { type: 'signature', ...at(10, 80, 30, 8) },
  { id: 901, type: 'dropdown', label: 'Pets', options: PETS, ...at(10, 20, 30, 3) },
  {
    ...{ type: 'text', label: 'Breed', maxLength: 12, showIf: { fieldId: 901, equals: 'dog' } },
    ...at(50, 20, 30, 3),
  },
  { type: 'radio', label: 'Rent', options: RENTS, ...at(10, 27, 25, 7) },
  ...['Cellar', 'Attic'].map((label, index) => ({ ...ROOMS, label, ...at(10 + 10 * index, 40, 3, 2.5) })),
  { type: 'number', label: 'Keys', min: 1, max: 4, ...at(10, 48, 15, 3) },
  { type: 'text', label: 'Remarks', required: false, ...at(10, 56, 40, 9) },
  { type: 'text', label: 'Reference', readOnly: true, value: 'D-2026-117', ...at(50, 27, 30, 3) },
  { type: 'checkbox', label: 'Furnished', readOnly: true, value: '1', ...at(50, 40, 3, 2.5) },
  { type: 'attachment', label: 'Passport', ...at(50, 82, 35, 4) },
  ...['name', 'company', 'title', 'address', 'initials', 'date'].map((type, index) => ({
    ...{ type, ...at(10, 66 + 2.2 * index, 30, 2) },
  })),
  { type: 'stamp', label: 'Stamp', value: 'PAID', ...at(50, 48, 15, 3) },
];
