import { LIMITS } from '../../domain/src/limits.ts';

/** A table that a program, a spreadsheet or an attacker sends, and what must become of it. */
export interface HostileTable {
  name: string;
  file: Buffer;
  /** As the job names it. */
  encoding?: string;
  /**
   * `refused`, or what is said then: the file as a whole; a list: it is read, and the first row has these cells;
   * `told`: either it is refused, or each of its rows can be sent or says what is wrong.
   */
  becomes: RegExp | 'refused' | 'told' | readonly string[];
}

const HEADS = ['Tenant name', 'Tenant email'];
const EMAIL = 'zoe@example.com';

const ENCODINGS: Readonly<Record<string, (text: string) => Buffer>> = {
  'utf-8': (text) => Buffer.from(text),
  'utf-8 with a mark': (text) => Buffer.from(`\ufeff${text}`),
  'utf-16le': (text) => Buffer.from(`\ufeff${text}`, 'utf16le'),
  'utf-16be': (text) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16(),
  'windows-1252': (text) => Buffer.from(text, 'latin1'),
};

const DELIMITERS = { comma: ',', semicolon: ';', tab: '\t' };
const ENDS = { LF: '\n', CRLF: '\r\n', CR: '\r' };

const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;

/** What spreadsheets write, each delimiter with each line end: everything in them is read as it was meant. */
function* written(): Generator<HostileTable> {
  for (const [encoding, encode] of Object.entries(ENCODINGS))
    for (const [at, [delimiter, mark]] of Object.entries(DELIMITERS).entries())
      for (const [number, [end, line]] of Object.entries(ENDS).entries()) {
        const isQuoted = (at + number) % 2 === 0;
        const cells = [isQuoted ? `Zoë "Z", of;\tall${line}two` : 'Zoë', EMAIL];
        const rows = [HEADS, cells].map((row) =>
          row.map((cell) => (isQuoted ? quoted(cell) : cell)).join(mark),
        );
        const name = `${encoding}, ${delimiter}, ${end}${isQuoted ? ', quoted' : ''}`;
        yield {
          name,
          encoding: encoding.split(' ')[0] ?? '',
          file: encode(rows.join(line)),
          becomes: cells,
        };
      }
}

const LONG = LIMITS.bulkCellCharactersMax;
/** Cells that programs after us would execute, hide or trip over. */
const CELLS: Readonly<Record<string, string>> = {
  ...{ formula: '=1+1', plus: '+49 30', minus: '-2+3', at: '@SUM(A1)', command: "=cmd|' /C calc'!A0" },
  ...{
    link: '=HYPERLINK("http://x.example")',
    'right-to-left': '\u202eadA',
    mark: '\u200fAda',
    bidi: '\u2066A\u2069',
  },
  ...{
    'zero width': 'A\u200bda',
    combining: 'Ada\u0301\u0302',
    emoji: '👩🏽‍🔬',
    astral: '𝔄da',
    bom: 'A\ufeffda',
  },
  ...{
    html: '<script>alert(1)</script>',
    sql: "'); drop table x;--",
    template: '{{Tenant.name}}',
    percent: '%00%s%n',
  },
  ...{
    null: 'NULL',
    escape: '\u001b[31m',
    control: '\u0001\u0002',
    delete: '\u007f',
    bell: '\u0007',
    vertical: 'a\vb',
  },
  ...{ 'line separator': 'a\u2028b', 'next line': 'a\u0085b', backslash: 'a\\"b', prototype: '__proto__' },
  ...{
    longest: 'x'.repeat(LONG),
    quotes: '"'.repeat(40),
    arabic: 'آدا',
    hebrew: 'עדה',
    thai: 'เอดา',
    han: '愛達',
  },
};

function* cells(): Generator<HostileTable> {
  for (const [at, [name, cell]] of Object.entries(CELLS).entries()) {
    const text = [HEADS, [cell, EMAIL]].map((row) => row.map(quoted).join(',')).join('\r\n');
    const encoding = at % 2 === 0 ? 'utf-8' : 'utf-16le';
    const file = ENCODINGS[encoding]?.(text) ?? Buffer.of();
    yield { name: `${name} in ${encoding}`, file, becomes: [cell, EMAIL] };
  }
}

const table = (...lines: string[]) => Buffer.from(lines.join('\n'));
const head = HEADS.join(',');
const row = `Zoë,${EMAIL}`;

const SHAPES: Readonly<Record<string, readonly [Buffer, HostileTable['becomes']]>> = {
  nothing: [Buffer.of(), /no headings|no rows|empty/i],
  'a mark alone': [Buffer.from('\ufeff'), 'refused'],
  'line ends alone': [table('', '', ''), 'refused'],
  'delimiters alone': [table(',,,', ',,,'), 'refused'],
  'headings alone': [table(head), /no rows/],
  'headings and blanks': [table(head, ' , ', ''), 'refused'],
  'one quote': [table('"'), 'refused'],
  'a quote that is not closed': [table(head, `"Zoë,${EMAIL}`, row), /quote is not closed/],
  'a quote within a cell': [table(head, `Z"o"ë,${EMAIL}`), /quote stands within a cell/],
  'text after a quote': [table(head, `"Zoë"x,${EMAIL}`), 'refused'],
  'equal headings': [table('id,id', '1,2'), /Two columns have the heading/],
  'equal headings but for blanks': [table('Tenant name, Tenant name ', 'a,b'), 'refused'],
  'equal headings but for case': [table('Tenant name,tenant NAME', 'a,b'), 'refused'],
  'headings of equal meaning': [table('Name,Tenant name', 'a,b'), 'refused'],
  'an empty heading': [table('Tenant name,,Tenant email', `a,b,${EMAIL}`), /Column 2 has no heading/],
  'a heading of prototypes': [table('__proto__,constructor,toString', 'a,b,c'), 'told'],
  'a heading from right to left': [table('\u202eTenant name,Tenant email', row), 'told'],
  'a heading with an endless name': [table(`${'x'.repeat(50_000)},Tenant email`, row), 'told'],
  'a heading with a line end': [table('"Tenant\nname",Tenant email', row), 'told'],
  '100 columns': [table(Array.from({ length: 100 }, (_, at) => `c${at}`).join(), 'x'), 'told'],
  '101 columns': [
    table(Array.from({ length: 101 }, (_, at) => `c${at}`).join(), 'x'),
    /more than 100 columns/,
  ],
  'fewer cells': [table(head, 'Zoë'), 'told'],
  'more cells': [table(head, `${row},more`), /Row 2 has more cells/],
  'empty cells beyond': [table(head, `${row},,,`), ['Zoë', EMAIL]],
  'blank lines between': [table(head, '', row, '', ''), ['Zoë', EMAIL]],
  'blanks around cells': [table(head, `  Zoë , ${EMAIL} `), ['  Zoë ', ` ${EMAIL} `]],
  'mixed line ends': [Buffer.from(`${head}\r\n${row}\n${row}\r`), ['Zoë', EMAIL]],
  'a line that says the delimiter': [table('sep=;', head.replace(',', ';'), row.replace(',', ';')), 'told'],
  'a cell beyond its length': [table(head, `${'x'.repeat(LONG + 1)},${EMAIL}`), /4000 characters/],
  'an endless cell': [table(head, `"${'x'.repeat(400_000)}"`), /too long/],
  'endless quotes': [table(head, '"'.repeat(300_001)), 'refused'],
  'too many rows': [
    table(head, ...Array.from({ length: LIMITS.bulkRowsMax + 1 }, () => row)),
    /more than 10000 rows/,
  ],
  NUL: [table(head, `Z\0oë,${EMAIL}`), /NUL/],
  'NUL in the headings': [table(`Tenant\0name,Tenant email`, row), 'refused'],
  'half of a pair': [Buffer.from(`\ufeff${head}\nZ\ud800,${EMAIL}`, 'utf16le'), 'refused'],
  'odd bytes of UTF-16': [
    Buffer.concat([Buffer.from(`\ufeff${head}\n${row}`, 'utf16le'), Buffer.of(1)]),
    /UTF-16/,
  ],
  'UTF-16 without a mark': [Buffer.from(`${head}\n${row}`, 'utf16le'), 'refused'],
  'UTF-32': [Buffer.from(`\xff\xfe\0\0T\0\0\0`, 'latin1'), 'refused'],
  'UTF-8 cut off': [Buffer.concat([table(head, row), Buffer.of(0xc3)]), 'told'],
  'overlong UTF-8': [Buffer.concat([table(head, row), Buffer.of(0xc0, 0xaf)]), 'told'],
  'a workbook': [Buffer.from('PK\x03\x04xlsx'), /is a workbook/],
  'an old workbook': [Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'refused'],
  'a PDF': [Buffer.from('%PDF-1.7\n%%EOF'), /is a PDF\. Save the table as CSV/],
  'compressed bytes': [Buffer.from('1f8b0800000000000003', 'hex'), 'refused'],
  JSON: [Buffer.from('{"rows":[{"name":"Zoë"}]}'), 'refused'],
  'a page': [Buffer.from('<table><tr><td>Zoë</td></tr></table>'), 'refused'],
};

/** Bytes by chance, which are the same in each run. */
function* random(count: number): Generator<HostileTable> {
  let state = 12_345;
  const next = (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state % below;
  };
  const marks = [',', ';', '\t', '"', '\n', '\r\n', '""', ' '];
  const PIECES = [...marks, 'a', ...HEADS, EMAIL, '\u200f', 'é'];
  for (let at = 0; at < count; at += 1) {
    const pieces = Array.from({ length: 1 + next(60) }, () => PIECES[next(PIECES.length)] ?? '');
    yield { name: `by chance ${at}`, file: Buffer.from(pieces.join('')), becomes: 'told' };
  }
}

/** More than 150 of them. */
export function hostileTables(): HostileTable[] {
  const shapes = Object.entries(SHAPES).map(([name, [file, becomes]]) => ({ name, file, becomes }));
  return [...written(), ...cells(), ...shapes, ...random(30)];
}
