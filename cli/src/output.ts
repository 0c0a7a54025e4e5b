/** Writes results to standard output and everything else to standard error. */
export interface Output {
  isJson: boolean;
  /** A result: `value` with --json, else `lines`. */
  result(value: unknown, lines: readonly string[]): void;
  /** A note for users, on standard error. */
  note(line: string): void;
  /** Progress: replaces the previous line on a terminal; prints nothing elsewhere. */
  progress(line: string): void;
}

export interface Streams {
  stdout: { write(text: string): unknown };
  stderr: { write(text: string): unknown; isTTY?: boolean };
}

export function openOutput(
  { stdout, stderr }: Streams,
  settings: { isJson: boolean; isQuiet: boolean },
): Output {
  let hasProgress = false;
  const clear = () => {
    if (hasProgress) stderr.write('\r\u001B[K');
    hasProgress = false;
  };
  return {
    isJson: settings.isJson,
    result: (value, lines) => {
      clear();
      const text = settings.isJson ? JSON.stringify(value) : lines.map(printable).join('\n');
      if (text !== '') stdout.write(`${text}\n`);
    },
    note: (line) => {
      clear();
      if (!settings.isQuiet) stderr.write(`${printable(line)}\n`);
    },
    progress: (line) => {
      if (settings.isQuiet || settings.isJson || stderr.isTTY !== true) return;
      stderr.write(`\r\u001B[K${printable(line)}`);
      hasProgress = true;
    },
  };
}

/** Removes control characters: names are untrusted and must not control the terminal. */
export function printable(text: string): string {
  return text.replaceAll(/[^\P{Cc}\t\n]|\p{Bidi_Control}/gu, '\uFFFD');
}

/** Pads each column to its widest cell. */
export function columns(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => [...(row[column] ?? '')].length)),
  );
  return rows.map((row) =>
    row
      .map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - [...cell].length))
      .join('  ')
      .trimEnd(),
  );
}

/** Formats seconds since 1970 in the local time zone. */
export function timeText(seconds: number): string {
  const date = new Date(seconds * 1000);
  const two = (value: number) => String(value).padStart(2, '0');
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`;
}
