import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/**
 * The programs of other makers that the tests judge our output with, each by the names it goes by.
 *
 * @type {{ names: string[], debian: string, brew: string }[]}
 */
const wanted = [
  {
    names: ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'],
    debian: 'chromium',
    brew: '--cask chromium',
  },
  { names: ['pdfsig'], debian: 'poppler-utils', brew: 'poppler' },
  { names: ['pdftoppm'], debian: 'poppler-utils', brew: 'poppler' },
  { names: ['qpdf'], debian: 'qpdf', brew: 'qpdf' },
  { names: ['mutool'], debian: 'mupdf-tools', brew: 'mupdf-tools' },
  { names: ['openssl'], debian: 'openssl', brew: 'openssl' },
];

const applications = {
  chromium: [
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  ],
};

/**
 * @param {string} name
 * @returns {string | undefined} the path of the program, under that name or another it goes by
 */
export function findProgram(name) {
  const names = wanted.find((each) => each.names.includes(name))?.names ?? [name];
  const dirs = (process.env.PATH ?? '').split(delimiter).filter((dir) => dir !== '');
  const paths = names.flatMap((each) => dirs.map((dir) => join(dir, each)));
  return [...paths, ...(applications[name] ?? [])].find(isExecutable);
}

/**
 * @returns {{ programs: string[], debian: string[], brew: string[] }} what is missing, and what packages bring it
 */
export function listMissing() {
  const missing = wanted.filter(({ names }) => findProgram(names[0]) === undefined);
  return {
    programs: missing.map(({ names }) => names[0]),
    debian: [...new Set(missing.map(({ debian }) => debian))],
    brew: [...new Set(missing.map(({ brew }) => brew))],
  };
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
