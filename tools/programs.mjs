import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Libraries for the verifier in Java: PDFBox, Bouncy Castle and what they need, where Debian and its kin put them. */
export const javaArchives = ['pdfbox2', 'fontbox2', 'commons-logging', 'bcprov', 'bcutil', 'bcpkix'].map(
  (name) => `/usr/share/java/${name}.jar`,
);

/** Fonts with the scripts of East Asia and with Thai, where Debian and its kin put them. */
export const scriptFonts = [
  '/usr/share/fonts/truetype/wqy/wqy-microhei.ttc',
  '/usr/share/fonts/truetype/tlwg/Garuda.ttf',
];

/** What Poppler shows a Helvetica with that no file brings: with others, lines of turned pages move by a pixel in print. */
const standardFont = '/usr/share/fonts/opentype/urw-base35/NimbusSans-Regular.otf';

/** A small font whose outlines are CFF. */
export const cffFont = '/usr/share/fonts/opentype/didot-classic/GFSDidotClassic.otf';

/**
 * The programs of other makers that the tests verify our output with, each by the names it goes by; `files` are wanted
 * besides them, `onlyWith` are programs without which it is not wanted at all, `what` is what it is called,
 * `isFirstBest` says that the first name is worth installing where another is there already, and `isUnpacked` that its
 * package is unpacked, and not installed: it would start a service, or bring much more than the program.
 *
 * @typedef {{ files?: string[], onlyWith?: string[], what?: string, isFirstBest?: boolean, isUnpacked?: boolean }} Conditions
 * @type {({ names: string[], debian: string, brew: string } & Conditions)[]}
 */
const wanted = [
  {
    // The headless shell draws pages as the others do, and takes two thirds of their processor time to test a page: it
    // has no window, whose tabs and toolbar are made for each profile, and keeps no renderer in reserve.
    names: [
      'chromium-headless-shell',
      'chromium',
      'chromium-browser',
      'google-chrome',
      'google-chrome-stable',
    ],
    debian: 'chromium-headless-shell',
    brew: '--cask chromium',
    isFirstBest: true,
  },
  { names: ['firefox-esr', 'firefox'], debian: 'firefox-esr', brew: '--cask firefox' },
  { names: ['WebKitWebDriver'], debian: 'webkit2gtk-driver', brew: '', onlyWith: ['apt-get'] },
  { names: ['Xvfb'], debian: 'xvfb', brew: '', onlyWith: ['apt-get'] },
  { names: ['pdfsig'], debian: 'poppler-utils', brew: 'poppler' },
  { names: ['pdftoppm'], debian: 'poppler-utils', brew: 'poppler' },
  { names: ['qpdf'], debian: 'qpdf', brew: 'qpdf' },
  { names: ['mutool'], debian: 'mupdf-tools', brew: 'mupdf-tools' },
  { names: ['openssl'], debian: 'openssl', brew: 'openssl' },
  // The guides' own programs are run unchanged.
  { names: ['curl'], debian: 'curl', brew: 'curl' },
  { names: ['jq'], debian: 'jq', brew: 'jq' },
  { names: ['php'], debian: 'php-cli php-curl', brew: 'php' },
  { names: ['ruby'], debian: 'ruby', brew: 'ruby' },
  { names: ['perl'], debian: 'perl', brew: 'perl' },
  { names: ['python3'], debian: 'python3', brew: 'python' },
  {
    names: ['python3'],
    debian: 'python3-requests',
    brew: '',
    files: ['/usr/lib/python3/dist-packages/requests/__init__.py'],
    onlyWith: ['apt-get'],
  },
  {
    // The client for Python is installed as its page says; a connector is for FastAPI.
    names: ['python3'],
    debian: 'python3-httpx python3-pip python3-setuptools python3-wheel python3-fastapi',
    brew: '',
    files: ['httpx', 'pip', 'setuptools', 'wheel', 'fastapi'].map(
      (name) => `/usr/lib/python3/dist-packages/${name}/__init__.py`,
    ),
    onlyWith: ['apt-get'],
  },
  { names: ['go'], debian: 'golang-go', brew: 'go' },
  { names: ['composer'], debian: 'composer', brew: 'composer' },
  {
    // The client for PHP is installed as its page says, beside an HTTP client; a connector is for Laravel.
    names: ['php'],
    debian: 'php-zip php-guzzlehttp-guzzle php-illuminate-http',
    brew: '',
    files: [
      ...['GuzzleHttp', 'Illuminate/Http'].map((name) => `/usr/share/php/${name}/autoload.php`),
      '/usr/share/doc/php-zip/copyright',
    ],
    onlyWith: ['apt-get'],
  },
  // What pages for operators print for them is run.
  { names: ['nginx'], debian: 'nginx', brew: 'nginx', isUnpacked: true },
  { names: ['caddy'], debian: 'caddy', brew: 'caddy', isUnpacked: true },
  { names: ['pgbouncer'], debian: 'pgbouncer', brew: 'pgbouncer', isUnpacked: true },
  { names: ['promtool'], debian: 'prometheus', brew: 'prometheus', isUnpacked: true },
  { names: ['systemd-analyze'], debian: 'systemd', brew: '', onlyWith: ['apt-get'] },
  { names: ['certutil'], debian: 'libnss3-tools', brew: 'nss' },
  { names: ['softhsm2-util'], debian: 'softhsm2', brew: 'softhsm' },
  { names: ['pkcs11-tool'], debian: 'opensc', brew: 'opensc', isUnpacked: true },
  {
    names: ['java'],
    debian: 'libpdfbox2-java libbcpkix-java',
    brew: '',
    files: javaArchives,
    onlyWith: ['java', 'apt-get'],
  },
  {
    names: ['apt-get'],
    debian: 'fonts-wqy-microhei fonts-tlwg-garuda-ttf fonts-gfs-didot-classic fonts-urw-base35',
    brew: '',
    files: [...scriptFonts, cffFont, standardFont],
    onlyWith: ['apt-get'],
    what: 'fonts of more scripts, and the standard ones of PDF',
  },
];

const applications = {
  'chromium-headless-shell': [
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
  return findOnPath(names) ?? applications[names[0]]?.find(isExecutable) ?? findElsewhere(names);
}

/** Where packages are unpacked, as the root of a system; other users have to reach it. */
export const unpackedDir = '/var/cache/paraph-tests';

/**
 * @param {string} name
 * @returns {string} its path
 * @throws where it is not there
 */
export function requireProgram(name) {
  const path = findProgram(name);
  if (path === undefined) throw new Error(`${name} is not there; npm test installs it, or says how.`);
  return path;
}

/**
 * @param {string} name
 * @returns {Record<string, string>} the environment in which it finds its libraries
 */
export function programEnvironment(name) {
  const { PATH = '' } = process.env;
  if (!requireProgram(name).startsWith(unpackedDir)) return { PATH };
  const kind = process.arch === 'arm64' ? 'aarch64' : 'x86_64';
  return { PATH, LD_LIBRARY_PATH: join(unpackedDir, 'usr', 'lib', `${kind}-linux-gnu`) };
}

function findOnPath(names) {
  const dirs = (process.env.PATH ?? '').split(delimiter).filter((dir) => dir !== '');
  return names.flatMap((each) => dirs.map((dir) => join(dir, each))).find(isExecutable);
}

/** What is unpacked, and services, which are on the path of root alone. */
function findElsewhere(names) {
  const dirs = ['/usr/sbin', ...['sbin', 'bin'].map((dir) => join(unpackedDir, 'usr', dir))];
  return names.flatMap((each) => dirs.map((dir) => join(dir, each))).find(isExecutable);
}

/**
 * @returns {{ programs: string[], debian: string[], unpacked: string[], brew: string[], better: string[] }} what is
 *   missing, what packages bring it, those of Debian's that are unpacked, and those that bring the best of what is there
 */
export function listMissing() {
  const missing = wanted.filter(
    ({ names, files = [], onlyWith = [] }) =>
      onlyWith.every((name) => findProgram(name) !== undefined) &&
      (findProgram(names[0]) === undefined || !files.every((file) => existsSync(file))),
  );
  return {
    programs: missing.map(
      ({ names, files, what }) => what ?? (files ? `libraries for ${names[0]}` : names[0]),
    ),
    debian: packagesOf(missing.filter(({ isUnpacked }) => !isUnpacked)),
    unpacked: packagesOf(missing.filter(({ isUnpacked }) => isUnpacked)),
    brew: [...new Set(missing.map(({ brew }) => brew))],
    better: wanted
      .filter(({ names, isFirstBest }) => isFirstBest && findOnPath(names) && !findOnPath([names[0]]))
      .map(({ debian }) => debian),
  };
}

function packagesOf(programs) {
  return [...new Set(programs.flatMap(({ debian }) => debian.split(' ')))];
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
