import { cleanFileName } from './attachment.ts';
import { LIMITS } from './limits.ts';

/** What an annex is, by its content; `other` is what no pattern knows. */
export const ANNEX_FORMATS = [
  'pdf',
  'png',
  'jpeg',
  'docx',
  'xlsx',
  'pptx',
  'odt',
  'ods',
  'odp',
  'rtf',
  'zip',
  'csv',
  'text',
  'other',
] as const;
export type AnnexFormat = (typeof ANNEX_FORMATS)[number];

const NAME_CHARACTERS_MAX = 120;
const ENDING = /\.([a-z0-9]{1,8})$/i;
/** ZIP archives by what is inside, which their name says. */
const ARCHIVES: readonly string[] = ['docx', 'xlsx', 'pptx', 'odt', 'ods', 'odp'] satisfies AnnexFormat[];
const STARTS: readonly (readonly [start: string, format: AnnexFormat])[] = [
  ['255044462d', 'pdf'],
  ['89504e47', 'png'],
  ['ffd8ff', 'jpeg'],
  ['7b5c727466', 'rtf'],
];

/** What a system runs when it is opened: by the start of its bytes (Windows, Linux, macOS, Java), or by its ending. */
const PROGRAM_STARTS = [
  '4d5a',
  '7f454c46',
  'feedface',
  'feedfacf',
  'cefaedfe',
  'cffaedfe',
  'cafebabe',
  '2321',
];
const PROGRAM_ENDINGS =
  'exe msi msix com scr pif bat cmd ps1 vbs vbe js jse mjs wsf wsh hta lnk jar apk app dmg pkg deb rpm sh command reg cpl dll iso chm';

/** The first bytes of a file. */
type Head = ArrayLike<number>;

/** The name of an annex: without folders and characters that cannot be seen, with its ending. */
export function readAnnexName(fileName: string): string {
  const name = cleanFileName(fileName);
  const ending = ENDING.exec(name)?.[0] ?? '';
  const stem = name.slice(0, name.length - ending.length).replaceAll(/^[. ]+|[. ]+$/g, '');
  return ([...stem].slice(0, NAME_CHARACTERS_MAX).join('').trim() || 'file') + ending;
}

export function annexFormatOf(name: string, head: Head): AnnexFormat {
  const start = hexOf(head);
  const known = STARTS.find(([bytes]) => start.startsWith(bytes));
  if (known) return known[1];
  const ending = endingOf(name);
  if (start.startsWith('504b0304')) return ARCHIVES.includes(ending) ? (ending as AnnexFormat) : 'zip';
  if (!isText(head)) return 'other';
  return ending === 'csv' ? 'csv' : 'text';
}

/** Why a file cannot be an annex; null if it can. */
export function findAnnexProblem(name: string, { head, size }: { head: Head; size: number }): string | null {
  if (size === 0) return 'This file is empty; choose another one.';
  const start = hexOf(head);
  const isProgram =
    PROGRAM_STARTS.some((each) => start.startsWith(each)) ||
    PROGRAM_ENDINGS.split(' ').includes(endingOf(name));
  return isProgram ? 'Programs cannot be added; add a document, a table, a picture or an archive.' : null;
}

/** Why a workflow or template cannot have all of these annexes; null if it can. */
export function findAnnexesProblem(
  annexes: readonly { size: number }[],
): { code: 'VALIDATION_ERROR' | 'DOCUMENT_TOO_LARGE'; sentence: string } | null {
  const { workflowAnnexesMax: max, workflowAnnexBytesMax: bytesMax } = LIMITS;
  if (annexes.length > max)
    return { code: 'VALIDATION_ERROR', sentence: `There can be at most ${max} annexes; remove one first.` };
  if (annexes.reduce((sum, { size }) => sum + size, 0) <= bytesMax) return null;
  const mib = bytesMax / 1024 / 1024;
  const sentence = `The annexes have at most ${mib} MiB together; make this one smaller.`;
  return { code: 'DOCUMENT_TOO_LARGE', sentence };
}

function endingOf(name: string): string {
  return ENDING.exec(name)?.[1]?.toLowerCase() ?? '';
}

function hexOf(head: Head): string {
  return Array.from({ length: Math.min(8, head.length) }, (_, at) =>
    (head[at] ?? 0).toString(16).padStart(2, '0'),
  ).join('');
}

/** Without control characters but tabs and ends of lines. */
function isText(head: Head): boolean {
  return Array.from(head).every((byte) => byte >= 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d);
}
