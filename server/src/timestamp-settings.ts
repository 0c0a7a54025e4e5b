import { checkUrl } from './platform/http-client-url.ts';
import { readRoots } from './root-settings.ts';

/** The timestamp authorities used for sealing. */
export interface TimestampSettings {
  /** In order of preference; empty: this instance's own authority. */
  urls: readonly string[];
  /** DER: the roots to which the certificates of those authorities lead. */
  roots: readonly Buffer[];
  timeoutMs: number;
}

export const TIMESTAMP_SETTINGS = {
  timestampUrls: {
    name: 'PARAPH_TSA_URLS',
    fallback: '',
    about:
      'Addresses of authorities for timestamps (RFC 3161), comma-separated, tried in this order; no document is sealed ' +
      "without one. Default: this instance's own, which proves order and integrity, not time to others.",
  },
  timestampRoots: {
    name: 'PARAPH_TSA_ROOTS',
    fallback: '',
    about: 'PEM file with the root certificates of those authorities; needed where any is named.',
  },
  timestampTimeout: {
    name: 'PARAPH_TSA_TIMEOUT',
    fallback: '15',
    about: 'Seconds that such an authority has to answer, 0.1 to 60; then the next one is tried.',
  },
} as const;

const NAMES = {
  urls: TIMESTAMP_SETTINGS.timestampUrls.name,
  roots: TIMESTAMP_SETTINGS.timestampRoots.name,
  timeout: TIMESTAMP_SETTINGS.timestampTimeout.name,
};

/** Reads and validates the settings of timestamps; adds problems to `problems`. */
export function readTimestampSettings(
  text: (setting: { name: string; fallback: string; about: string }) => string,
  baseUrl: string,
  problems: string[],
): TimestampSettings {
  const rootsPath = text(TIMESTAMP_SETTINGS.timestampRoots);
  const timeout = text(TIMESTAMP_SETTINGS.timestampTimeout);
  const urls = text(TIMESTAMP_SETTINGS.timestampUrls)
    .split(',')
    .map((url) => url.trim())
    .filter((url) => url !== '');
  const ownHosts = URL.canParse(baseUrl) ? [new URL(baseUrl).host] : [];
  for (const url of urls) {
    const problem = checkUrl(url, { allowLoopback: true, ownHosts, isOperators: true });
    if (problem !== null) problems.push(`${NAMES.urls} holds "${url}". ${problem}`);
  }
  if (urls.length > 0 && rootsPath === '')
    problems.push(
      `${NAMES.urls} needs ${NAMES.roots}: a PEM file with the root certificates that these authorities lead to.`,
    );
  const seconds = Number(timeout);
  if (!(seconds >= 0.1 && seconds <= 60))
    problems.push(`${NAMES.timeout} is "${timeout}"; it must be a number from 0.1 to 60.`);
  const roots = rootsPath === '' ? [] : readRoots(rootsPath, NAMES.roots, problems);
  return { urls, roots, timeoutMs: seconds * 1_000 };
}
