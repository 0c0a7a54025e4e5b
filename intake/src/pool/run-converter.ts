import { spawn } from 'node:child_process';
import { copyFile, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Fault, LIMITS } from '@paraph/domain';
import type { SourceFormat } from '../intake-messages.ts';

export interface Conversion {
  /** The path of the file; beside it everything is made, and removed again. */
  from: string;
  format: SourceFormat;
  /** Aborted when it has taken too long, or nobody waits for it any more. */
  signal: AbortSignal;
}

// Blocks of 512 bytes, KiB, seconds of processor time. LibreOffice takes 2 s and 1 GB of addresses for a letter.
const CONVERTER_LIMITS =
  'ulimit -c 0; ulimit -f 262144 2>/dev/null; ulimit -v 4000000 2>/dev/null; ulimit -t 60; exec "$@"';
const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
const FILTER = 'pdf:writer_pdf_Export:{"ExportFormFields":{"type":"boolean","value":"false"}}';

/**
 * Has LibreOffice make a PDF of a document: a new process group with a profile, a home and a folder of its own, limited
 * memory and processor time and nothing of our environment. It is killed with all that it has started.
 *
 * @throws Fault when it cannot be started, takes too long, or makes nothing
 */
export async function convertByOffice(program: string, conversion: Conversion): Promise<Buffer> {
  return inFolder(conversion, 'pdf', async ({ folder, input, output }) => {
    const profile = join(folder, 'profile');
    await mkdir(join(profile, 'user'), { recursive: true });
    await writeFile(join(profile, 'user', 'registrymodifications.xcu'), PROFILE);
    const args = [
      `-env:UserInstallation=${pathToFileURL(profile).href}`,
      ...[
        '--headless',
        '--invisible',
        '--norestore',
        '--nologo',
        '--nodefault',
        '--nolockcheck',
        '--nofirststartwizard',
      ],
      ...['--convert-to', FILTER, '--outdir', folder, input],
    ];
    await run(program, args, { folder, signal: conversion.signal });
    return output;
  });
}

/** Has heif-convert (libheif) make a JPEG of a picture, in the same way. @throws Fault */
export async function convertByHeif(program: string, conversion: Conversion): Promise<Buffer> {
  return inFolder(conversion, 'jpg', async ({ folder, input, output }) => {
    await run(program, ['-q', '92', input, output], { folder, signal: conversion.signal });
    return output;
  });
}

interface Workplace {
  folder: string;
  input: string;
  output: string;
}

async function inFolder(
  { from, format }: Conversion,
  made: 'jpg' | 'pdf',
  convert: (place: Workplace) => Promise<string>,
): Promise<Buffer> {
  const folder = `${from}-converting`;
  await mkdir(folder, { mode: 0o700 });
  try {
    const [input, output] = [join(folder, `document.${format}`), join(folder, `document.${made}`)];
    await copyFile(from, input);
    return await readMade(await convert({ folder, input, output }));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function readMade(path: string): Promise<Buffer> {
  const made = await stat(path).catch(() => null);
  if (!made?.isFile()) throw new Fault('The converter has made nothing of the file.');
  if (made.size > LIMITS.uploadBytesMax) throw tooLarge();
  return readFile(path);
}

export function tooLarge(): Fault {
  return new Fault(
    `What the converter made of the file has more than ${LIMITS.uploadBytesMax / 1024 / 1024} MiB.`,
  );
}

function run(
  program: string,
  args: readonly string[],
  { folder, signal }: { folder: string; signal: AbortSignal },
): Promise<void> {
  if (signal.aborted) return Promise.reject(tooLong());
  const child = spawn('/bin/sh', ['-c', CONVERTER_LIMITS, 'sh', program, ...args], {
    cwd: folder,
    env: { PATH, HOME: folder, TMPDIR: folder, LANG: 'C.UTF-8', SAL_USE_VCLPLUGIN: 'svp' },
    stdio: 'ignore',
    // A process group of its own: soffice is a script that starts others.
    detached: true,
  });
  const killAll = () => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    } catch {
      // The group has ended.
    }
  };
  signal.addEventListener('abort', killAll, { once: true });
  return new Promise<void>((resolve, reject) => {
    child.once('error', (cause) =>
      reject(new Fault('The converter cannot be started.', { retryable: true, cause })),
    );
    child.once('close', (code, ended) => {
      if (signal.aborted) reject(tooLong());
      else if (ended === 'SIGXCPU')
        reject(new Fault('The converter needs too much processor time for the file.'));
      else if (code === 126 || code === 127)
        reject(new Fault('The converter cannot be started.', { retryable: true }));
      else if (ended !== null) reject(new Fault(`The converter was ended by ${ended}.`, { retryable: true }));
      // LibreOffice ends well also where it has made nothing; whether it has is seen in the folder.
      else resolve();
    });
  }).finally(() => {
    signal.removeEventListener('abort', killAll);
    // What it started may outlive it.
    killAll();
  });
}

function tooLong(): Fault {
  return new Fault('The converter took too long.', { retryable: true });
}

const setting = (path: string, name: string, value: string) =>
  `<item oor:path="/org.openoffice.${path}"><prop oor:name="${name}" oor:op="fuse"><value>${value}</value></prop></item>`;

/** No macros, no links that are followed, and for whatever asks the network a proxy that nobody answers at. */
const PROFILE = `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry">
${[
  setting('Office.Common/Security/Scripting', 'MacroSecurityLevel', '3'),
  setting('Office.Common/Security/Scripting', 'DisableMacrosExecution', 'true'),
  setting('Office.Common/Security/Scripting', 'BlockUntrustedRefererLinks', 'true'),
  setting('Office.Common/Security/Scripting', 'DisableActiveContent', 'true'),
  setting('Office.Writer/Content/Update', 'Link', '0'),
  setting('Office.Common/Misc', 'FirstRun', 'false'),
  setting('Inet/Settings', 'ooInetProxyType', '2'),
  ...['HTTP', 'HTTPS', 'FTP'].flatMap((kind) => [
    setting('Inet/Settings', `ooInet${kind}ProxyName`, '127.0.0.1'),
    setting('Inet/Settings', `ooInet${kind}ProxyPort`, '9'),
  ]),
].join('\n')}
</oor:items>
`;
