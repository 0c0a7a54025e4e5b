import { invalid, LIMITS } from '@paraph/domain';
import { CsvError, parse } from 'csv-parse';
import { readUpload, type UploadedFile } from '../http/multipart.ts';

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

export interface Table {
  encoding: Encoding;
  headings: string[];
  /** As a spreadsheet counts them: the headings are row 1. Rows without any text are left out. */
  rows: { row: number; cells: string[] }[];
}

/** A record of all columns, with the quotes around its cells. */
const RECORD_CHARACTERS_MAX = 200_000;

/** What is sent instead of a table, by its first bytes. */
const OTHER_FILES = [
  ['%PDF', 'It is a PDF. Save the table as CSV.'],
  ['PK', 'It is a workbook or an archive. Save the table as CSV.'],
  ['\xd0\xcf\x11\xe0', 'It is a workbook. Save the table as CSV.'],
] as const;

/**
 * Reads a table (RFC 4180): comma, semicolon or tab; UTF-8 or UTF-16, or what older spreadsheets write on Windows.
 *
 * @throws Refusal `VALIDATION_ERROR` naming what of the file cannot be read, and in which row
 */
export async function readTable(file: UploadedFile): Promise<Table> {
  const kind = OTHER_FILES.find(
    ([begin]) => file.head.subarray(0, begin.length).toString('latin1') === begin,
  );
  if (kind) throw unreadable(kind[1]);
  const { text, encoding } = decode(await readUpload(file));
  const plain = text.replace(/^\ufeff/, '');
  const unstorable = plain.includes('\0') || !plain.isWellFormed();
  if (unstorable)
    throw unreadable('It has characters that are no text (NUL, or half of a pair). Save the table as CSV.');
  const table: Table = { encoding, headings: [], rows: [] };
  const parser = parse(plain, {
    delimiter: findDelimiter(plain),
    relax_column_count: true,
    skip_empty_lines: false,
    max_record_size: RECORD_CHARACTERS_MAX,
    record_delimiter: ['\r\n', '\n', '\r'],
  });
  try {
    let row = 0;
    for await (const cells of parser as AsyncIterable<string[]>) {
      row += 1;
      if (row === 1) table.headings = requireHeadings(cells);
      else if (cells.some((cell) => cell.trim() !== ''))
        table.rows.push({ row, cells: requireCells(cells, { row, columns: table.headings.length }) });
      if (table.rows.length > LIMITS.bulkRowsMax)
        throw unreadable(`It has more than ${LIMITS.bulkRowsMax} rows; send it in several files.`);
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw unreadable(describe(error));
  }
  if (table.rows.length === 0)
    throw unreadable('It has no rows: the first row has the headings, each further one is a workflow.');
  return table;
}

function unreadable(sentence: string) {
  return invalid({ file: sentence });
}

function decode(bytes: Buffer): { text: string; encoding: Encoding } {
  const mark = bytes.subarray(0, 2).toString('hex');
  if (mark === 'fffe') return { text: textOf(bytes, 'utf-16le'), encoding: 'utf-16le' };
  if (mark === 'feff') return { text: textOf(bytes, 'utf-16be'), encoding: 'utf-16be' };
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'utf-8' };
  } catch {
    return { text: textOf(bytes, 'windows-1252'), encoding: 'windows-1252' };
  }
}

function textOf(bytes: Buffer, encoding: Encoding): string {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw unreadable(`Its bytes are no ${encoding.toUpperCase()}. Save the table as CSV in UTF-8.`);
  }
}

/** The first of these that the first line has outside of quotes. */
function findDelimiter(text: string): string {
  const [line = ''] = text
    .slice(0, RECORD_CHARACTERS_MAX)
    .replaceAll(/"[^"]*"/g, '')
    .split(/[\r\n]/, 1);
  return ['\t', ';', ','].find((each) => line.includes(each)) ?? ',';
}

function requireHeadings(cells: readonly string[]): string[] {
  const headings = cells.map((cell) => cell.trim());
  while (headings.at(-1) === '') headings.pop();
  if (headings.length === 0) throw unreadable('Its first row has no headings.');
  if (headings.length > LIMITS.bulkColumnsMax)
    throw unreadable(`It has more than ${LIMITS.bulkColumnsMax} columns; leave some out.`);
  const empty = headings.indexOf('');
  if (empty >= 0) throw unreadable(`Column ${empty + 1} has no heading; give it one, or leave it out.`);
  const double = headings.find((heading, at) => headings.indexOf(heading) !== at);
  if (double !== undefined)
    throw unreadable(`Two columns have the heading “${double.slice(0, 60)}”; give each its own.`);
  return headings;
}

function requireCells(cells: string[], { row, columns }: { row: number; columns: number }): string[] {
  const beyond = cells.slice(columns).some((cell) => cell.trim() !== '');
  if (beyond)
    throw unreadable(
      `Row ${row} has more cells than there are headings; put a text with the separator between quotes.`,
    );
  const long = cells.findIndex((cell) => cell.length > LIMITS.bulkCellCharactersMax);
  if (long >= 0)
    throw unreadable(
      `Row ${row} has more than ${LIMITS.bulkCellCharactersMax} characters in column ${long + 1}.`,
    );
  return cells.slice(0, columns);
}

function describe(error: CsvError): string {
  const line = String(error.lines);
  switch (error.code) {
    case 'CSV_MAX_RECORD_SIZE':
      return `Line ${line} is of a row that is too long: a quote may not be closed.`;
    case 'CSV_QUOTE_NOT_CLOSED':
      return `In line ${line} a quote is not closed.`;
    default:
      return `In line ${line} a quote stands within a cell: put the whole cell between quotes, and double those inside.`;
  }
}
