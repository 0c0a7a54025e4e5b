import { constants } from 'node:fs';
import { access, readFile } from 'node:fs/promises';
import { Fault, LIMITS } from '@paraph/domain';
import { type Conversion, convertByHeif, convertByOffice, type SourceFormat, tooLarge } from '@paraph/intake';
import { callGuarded, OPERATORS_POLICY } from './http-client.ts';

export interface ConverterSettings {
  /** A Gotenberg, or LibreOffice's own program; null: no documents are converted. */
  office: { url: string } | { command: string } | null;
  /** The program heif-convert; null: no HEIC. */
  heicCommand: string | null;
  timeoutMs: number;
}

/** Makes pages of what other programs have written. */
export interface Converter {
  formats: ReadonlySet<SourceFormat>;
  /**
   * A PDF; of HEIC a JPEG. Waits for its turn.
   *
   * @throws Fault: retryable where another try may succeed, else the file is the reason
   */
  convert(conversion: Conversion): Promise<Buffer>;
  /** @throws Fault when one of its programs or its server is away */
  ping(timeoutMs: number): Promise<void>;
}

/** Each takes a processor and up to 1 GB; a Gotenberg does them one by one anyway. */
const AT_ONCE = 2;
const WAITING_MAX = 20;
const OFFICE_FORMATS: readonly SourceFormat[] = ['docx', 'odt', 'rtf'];

export function openConverter({ office, heicCommand, timeoutMs }: ConverterSettings): Converter {
  const takeTurn = openTurns();
  const formats = [...(office ? OFFICE_FORMATS : []), ...(heicCommand === null ? [] : ['heic' as const])];
  return {
    formats: new Set(formats),
    convert: (conversion) =>
      takeTurn(conversion.signal, () => {
        const signal = AbortSignal.any([conversion.signal, AbortSignal.timeout(timeoutMs)]);
        const limited = { ...conversion, signal };
        if (conversion.format === 'heic') return convertByHeif(heicCommand ?? '', limited);
        if (office && 'command' in office) return convertByOffice(office.command, limited);
        return convertByServer(office?.url ?? '', { ...conversion, timeoutMs });
      }),
    ping: async (pingMs) => {
      if (heicCommand !== null) await requireProgram(heicCommand);
      if (office && 'command' in office) await requireProgram(office.command);
      else if (office) await pingServer(office.url, pingMs);
    },
  };
}

/** As many at a time as may be, in the order of their coming. */
function openTurns() {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async <T>(signal: AbortSignal, act: () => Promise<T>): Promise<T> => {
    if (running >= AT_ONCE) {
      if (waiting.length >= WAITING_MAX)
        throw new Fault('Too many files wait for the converter.', { retryable: true });
      await new Promise<void>((resolve) => {
        waiting.push(resolve);
      });
    }
    running += 1;
    try {
      if (signal.aborted) throw new Fault('Nobody waits for the file any more.', { retryable: true });
      return await act();
    } finally {
      running -= 1;
      waiting.shift()?.();
    }
  };
}

async function requireProgram(path: string): Promise<void> {
  await access(path, constants.X_OK).catch((cause: unknown) => {
    throw new Fault(`There is no program at ${path}.`, { retryable: true, cause });
  });
}

async function pingServer(url: string, timeoutMs: number): Promise<void> {
  const { status } = await callGuarded({
    ...OPERATORS_POLICY,
    url: `${url}/health`,
    body: null,
    headers: {},
    timeoutMs,
  });
  if (status !== 200) throw new Fault(`It answers ${status} at /health.`, { retryable: true });
}

/** The route of Gotenberg for LibreOffice: a form with `files`, answered with the PDF. */
async function convertByServer(
  url: string,
  { from, format, timeoutMs }: Conversion & { timeoutMs: number },
): Promise<Buffer> {
  const boundary = 'paraph-converted-document-7f0b2d';
  const body = Buffer.concat([
    partOf(boundary, 'name="exportFormFields"'),
    Buffer.from('false\r\n'),
    partOf(boundary, `name="files"; filename="document.${format}"`),
    await readFile(from),
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
  const { status, bytes, isWhole, contentType } = await callGuarded({
    ...OPERATORS_POLICY,
    url: `${url}/forms/libreoffice/convert`,
    body,
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    timeoutMs,
    responseBytesMax: LIMITS.uploadBytesMax,
  });
  if (status === 400) throw new Fault('The converter cannot read the file.');
  if (status !== 200) throw new Fault(`The converter answered ${status}.`, { retryable: true });
  if (!isWhole && bytes.length >= LIMITS.uploadBytesMax) throw tooLarge();
  if (!isWhole) throw new Fault('The answer of the converter broke off.', { retryable: true });
  if (!/^application\/pdf\b/.test(contentType ?? ''))
    throw new Fault(`The converter answered ${contentType ?? 'something'} instead of a PDF.`, {
      retryable: true,
    });
  return bytes;
}

function partOf(boundary: string, disposition: string): Buffer {
  return Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; ${disposition}\r\n\r\n`);
}
