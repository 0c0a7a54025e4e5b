/** What a spreadsheet would read as a formula, which can call other programs and addresses. */
const FORMULA = /^[=+\-@\t\r]/;

/** A line of a table (RFC 4180). A cell that begins as a formula does gets an apostrophe before it. */
export function csvLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map(cellOf).join(',')}\r\n`;
}

function cellOf(value: string | number | null): string {
  const text = typeof value === 'string' && FORMULA.test(value) ? `'${value}` : String(value ?? '');
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
