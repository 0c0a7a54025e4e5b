import { findAnnexProblem, LIMITS } from '@paraph/domain';

/** What another program makes into pages, and how it is called. */
const CONVERTED = { docx: 'Word (DOCX)', odt: 'ODT', rtf: 'RTF', heic: 'HEIC' };
export type ConvertedFormat = keyof typeof CONVERTED;
/** Until it is known which of them the instance has a program for. */
export const ANY_CONVERTED = Object.keys(CONVERTED) as readonly ConvertedFormat[];

/** The text key of the first error of the files; null where there is none. */
export function checkFiles(files: readonly File[], converted = ANY_CONVERTED): FileError | null {
  if (files.length === 0) return 'fileMissing';
  if (files.length > LIMITS.workflowDocumentsMax) return 'filesMany';
  const single = files.map((file) => checkFile(file, converted)).find((refusal) => refusal !== null);
  if (single) return single;
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  return bytes > LIMITS.workflowBytesMax ? 'filesLarge' : null;
}

/** A picture becomes a document of one page. */
const FILE_TYPES = ['application/pdf', 'image/jpeg', 'image/png'];

/** What a chooser of files offers. */
export function offeredTypes(converted: readonly ConvertedFormat[]): string {
  return [...FILE_TYPES, '.pdf', ...converted.map((format) => `.${format}`)].join(',');
}

/** What can be sent, by its name. */
export function offeredKinds(converted: readonly ConvertedFormat[]): string[] {
  return ['PDF', 'JPEG', 'PNG', ...converted.map((format) => CONVERTED[format])];
}

const FILE_NAME = /\.(pdf|jpe?g|png|docx|odt|rtf|hei[cf])$/i;

/** Whether another program makes the pages, which may look different from what the sender knows. */
export function isConverted({ name }: Pick<File, 'name'>): boolean {
  return /\.(docx|odt|rtf|hei[cf])$/i.test(name);
}

/** The text key of a file's error; null where there is none. */
export function checkFile(
  file: Pick<File, 'name' | 'type' | 'size'> | null,
  converted = ANY_CONVERTED,
): FileError | null {
  if (!file) return 'fileMissing';
  if (!FILE_NAME.test(file.name) && !FILE_TYPES.includes(file.type)) return 'fileKind';
  const format = file.name
    .toLowerCase()
    .match(/\.(docx|odt|rtf|hei)[cf]?$/)?.[1]
    ?.replace('hei', 'heic');
  if (format && !converted.some((each) => each === format)) return 'fileKind';
  if (file.size === 0) return 'fileEmpty';
  return file.size > LIMITS.uploadBytesMax ? 'fileLarge' : null;
}

/** The same where only a PDF will do, as for what is signed already. */
export function checkPdf(file: Pick<File, 'name' | 'type' | 'size'>): FileError | null {
  const isPdf = /\.pdf$/i.test(file.name) || file.type === 'application/pdf';
  return isPdf ? checkFile(file) : 'fileNoPdf';
}

/** The text key of an annex's error; null where there is none. */
export function checkAnnex({ name, size }: Pick<File, 'name' | 'size'>): FileError | null {
  if (size === 0) return 'fileEmpty';
  if (size > LIMITS.uploadBytesMax) return 'fileLarge';
  // What it is by its content is found once it is sent.
  return findAnnexProblem(name, { head: [], size }) === null ? null : 'annexProgram';
}

/** The text key of the first error of the annexes, which are sent with the documents. */
export function checkAnnexes({
  files,
  annexes,
}: {
  files: readonly File[];
  annexes: readonly File[];
}): FileError | null {
  if (annexes.length > LIMITS.workflowAnnexesMax) return 'annexesMany';
  const single = annexes.map(checkAnnex).find((refusal) => refusal !== null);
  if (single) return single;
  const bytes = [...files, ...annexes].reduce((sum, { size }) => sum + size, 0);
  return annexes.length > 0 && bytes > LIMITS.workflowBytesMax ? 'annexesLarge' : null;
}

export type FileError =
  | 'fileMissing'
  | 'fileKind'
  | 'fileNoPdf'
  | 'fileEmpty'
  | 'fileLarge'
  | 'filesMany'
  | 'filesLarge'
  | 'annexProgram'
  | 'annexesMany'
  | 'annexesLarge';

/** The name of a draft after its file. */
export function nameFrom(file: File | null): string {
  const name = file?.name.replace(FILE_NAME, '').replaceAll('_', ' ').trim() ?? '';
  return Array.from(name).slice(0, LIMITS.nameCharactersMax).join('');
}

/** The files with one moved by a place. */
export function swapped(files: readonly File[], from: number, by: -1 | 1): readonly File[] {
  const [one, other] = [files[from], files[from + by]];
  if (!one || !other) return files;
  return files.map((file) => (file === one ? other : file === other ? one : file));
}
