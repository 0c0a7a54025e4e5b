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

/** The names of the settings in problems. */
interface Names {
  urls: string;
  roots: string;
  timeout: string;
}

/** Reads and validates the settings of timestamps; adds problems to `problems`. */
export function readTimestampSettings(
  texts: { urls: string; roots: string; timeout: string; baseUrl: string },
  names: Names,
  problems: string[],
): TimestampSettings {
  const urls = texts.urls
    .split(',')
    .map((url) => url.trim())
    .filter((url) => url !== '');
  const ownHosts = URL.canParse(texts.baseUrl) ? [new URL(texts.baseUrl).host] : [];
  for (const url of urls) {
    const problem = checkUrl(url, { allowLoopback: true, ownHosts, isOperators: true });
    if (problem !== null) problems.push(`${names.urls} holds "${url}". ${problem}`);
  }
  if (urls.length > 0 && texts.roots === '')
    problems.push(
      `${names.urls} needs ${names.roots}: a PEM file with the root certificates that these authorities lead to.`,
    );
  const seconds = Number(texts.timeout);
  if (!(seconds >= 0.1 && seconds <= 60))
    problems.push(`${names.timeout} is "${texts.timeout}"; it must be a number from 0.1 to 60.`);
  const roots = texts.roots === '' ? [] : readRoots(texts.roots, names.roots, problems);
  return { urls, roots, timeoutMs: seconds * 1_000 };
}
