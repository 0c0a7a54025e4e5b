import { isAbsolute } from 'node:path';
import type { ClamdAddress } from './platform/clamd.ts';

export const SCANNER_SETTINGS = {
  scanner: {
    name: 'PARAPH_SCANNER',
    fallback: '',
    about:
      'A clamd (ClamAV) that examines every upload before it is read: clamd://host:3310, or the path of its socket. While ' +
      'it does not answer, no file is accepted. Set its StreamMaxLength to 25M or more. Default: files are not scanned.',
  },
} as const;

const CLAMD_PORT = 3_310;

/** Null where files are not scanned; adds problems to `problems`. */
export function readScanner(text: string, problems: string[]): ClamdAddress | null {
  if (text === '') return null;
  if (isAbsolute(text)) return { path: text };
  const url = URL.canParse(text) ? new URL(text) : null;
  const isPlain =
    url !== null && /^\/?$/.test(url.pathname) && url.username + url.password + url.search + url.hash === '';
  if (url?.protocol === 'clamd:' && url.hostname !== '' && isPlain)
    return {
      host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
      port: url.port === '' ? CLAMD_PORT : Number(url.port),
    };
  problems.push(
    `${SCANNER_SETTINGS.scanner.name} is "${text}"; write clamd://host:${CLAMD_PORT}, or the absolute path of a socket.`,
  );
  return null;
}
