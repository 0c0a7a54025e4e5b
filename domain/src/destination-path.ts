import { safeFileName } from './archive-names.ts';

/** What the pattern of a destination's folders may name, in braces. */
export const PATH_VALUES = ['year', 'month', 'day', 'workflow', 'sender', 'id'] as const;
export type PathValues = Record<(typeof PATH_VALUES)[number], string>;

export const PATH_PATTERN_DEFAULT = '{year}/{workflow}';
const FOLDERS_MAX = 8;
const PATTERN_MAX = 200;

/** Why a pattern cannot be used, with the remedy; null if it can. Empty: the folder of the address itself. */
export function checkPathPattern(pattern: string): string | null {
  if (pattern.length > PATTERN_MAX) return `Must have at most ${PATTERN_MAX} characters.`;
  const folders = foldersIn(pattern);
  if (folders.length > FOLDERS_MAX) return `Name at most ${FOLDERS_MAX} folders.`;
  for (const folder of folders) {
    const name = folder.trim();
    if (/^\.*$/.test(name)) return 'A folder has no name; write folders like {year}/{workflow}.';
    const unknown = [...name.matchAll(/\{([^{}]*)\}/g)].find(([, word = '']) => !isPathValue(word));
    if (unknown) return `${unknown[0]} is unknown; use ${PATH_VALUES.map((word) => `{${word}}`).join(', ')}.`;
    const literal = name.replaceAll(/\{[a-z]+\}/g, 'x');
    if (safeFileName(literal) !== literal.normalize('NFC'))
      return `Not all systems can have a folder named ${name}; leave out : < > " | ? * \\ and dots at the end.`;
  }
  return null;
}

/** The names of the folders, each safe on every system: a value with a slash makes no folder, and none leads upwards. */
export function foldersOf(pattern: string, values: PathValues): string[] {
  return foldersIn(pattern).map((folder) =>
    safeFileName(
      folder.replaceAll(/\{([a-z]+)\}/g, (whole, word) => (isPathValue(word) ? values[word] : whole)),
    ),
  );
}

/** Slashes at both ends mean nothing. */
function foldersIn(pattern: string): string[] {
  const inner = pattern.trim().replaceAll(/^\/|\/$/g, '');
  return inner === '' ? [] : inner.split('/');
}

function isPathValue(word: string): word is keyof PathValues {
  return (PATH_VALUES as readonly string[]).includes(word);
}

/** What may be written beside the documents and the certificate. */
export const TRANSFER_SECTIONS = ['evidence', 'attachments', 'archive'] as const;
export type TransferSection = (typeof TRANSFER_SECTIONS)[number];
