import { readFileSync } from 'node:fs';
import { isAbsolute, resolve } from 'node:path';
import { isEmail, isQuotaName, QUOTAS, type Quotas, RATES, type Rate, type RateName } from '@paraph/domain';
import { missingCharacters, PdfRefusal, parseCertificate } from '@paraph/pades';
import ipaddr from 'ipaddr.js';
import { isLane, LANES, type Places } from '../jobs/lanes.ts';
import { readPassphraseFile } from '../platform/keys/secret-file.ts';
import type { ClamdAddress } from '../platform/outside/clamd.ts';
import { checkUrl, isLoopbackHost } from '../platform/outside/http-client-url.ts';
import { splitList } from './setting.ts';

// Each reads the value of one setting (`Setting.read`).

export function readMailFrom(text: string, name: string, problems: string[]): string {
  if (!/^(?:[^<>\r\n"]*<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/.test(text))
    problems.push(`${name} is "${text}"; write it as Name <name@example.com>.`);
  return text;
}

export function readEmail(text: string, name: string, problems: string[]): string | null {
  if (text !== '' && !isEmail(text))
    problems.push(`${name} must be an email address, such as abuse@example.com.`);
  return text || null;
}

export function readCountry(text: string, name: string, problems: string[]): string | null {
  if (!/^(?:[A-Z]{2})?$/.test(text))
    problems.push(`${name} is "${text}"; it must be two capital letters, such as DE.`);
  return text || null;
}

export function readNetworks(text: string, name: string, problems: string[]): string[] {
  const networks = splitList(text);
  const bad = networks.filter((each) => !ipaddr.isValid(each) && !ipaddr.isValidCIDR(each));
  if (bad.length > 0)
    problems.push(`${name} holds "${bad.join(', ')}"; write addresses or networks such as 10.0.0.0/8.`);
  return networks;
}

export function readDnsServers(text: string, name: string, problems: string[]): string[] {
  const servers = splitList(text);
  const bad = servers.filter(
    (each) => !/^(\[[\da-f:]+\]|\d+\.\d+\.\d+\.\d+)(:\d{1,5})?$|^[\da-f:]+$/i.test(each),
  );
  if (bad.length > 0)
    problems.push(`${name} holds "${bad.join(', ')}"; write addresses such as 10.0.0.53 or [::1]:5353.`);
  return servers;
}

/** The table of the domain, with this instance's changes. */
export function readRates(text: string, name: string, problems: string[]): Record<RateName, Rate> {
  const rates: Record<RateName, Rate> = { ...RATES };
  for (const item of splitList(text)) {
    const [, rate = '', hits, seconds] = /^(\w+)\s*=\s*([1-9]\d{0,8})\/([1-9]\d{0,6})$/.exec(item) ?? [];
    if (isRateName(rate)) rates[rate] = { hits: Number(hits), seconds: Number(seconds) };
    else
      problems.push(
        `${name} holds "${item}"; write apiKey=600/30 for 600 calls in 30 seconds, ` +
          `with one of the names ${Object.keys(RATES).join(', ')}.`,
      );
  }
  return rates;
}

function isRateName(text: string): text is RateName {
  return Object.hasOwn(RATES, text);
}

export function readQuotas(text: string, name: string, problems: string[]): Quotas {
  const quotas: Record<string, number> = {};
  for (const item of splitList(text)) {
    const [, quota = '', value] = /^(\w+)\s*=\s*(\d{1,15})$/.exec(item) ?? [];
    if (isQuotaName(quota)) quotas[quota] = Number(value);
    else
      problems.push(
        `${name} holds "${item}"; write envelopes=1000 for 1000 envelopes a month, ` +
          `with one of the names ${QUOTAS.join(', ')}.`,
      );
  }
  return quotas;
}

/** How many jobs of a kind run side by side, where it differs from what the processors allow. */
export function readPlaces(text: string, name: string, problems: string[]): Partial<Places> {
  const limits: Partial<Places> = {};
  for (const item of splitList(text)) {
    const [, lane = '', count = ''] = /^(\w+)\s*=\s*(\d{1,3})$/.exec(item) ?? [];
    if (isLane(lane) && Number(count) >= 1 && Number(count) <= 100) limits[lane] = Number(count);
    else
      problems.push(
        `${name} holds "${item}"; write seal=4 for 4 seals side by side, 1 to 100, ` +
          `with one of the kinds ${LANES.join(', ')}.`,
      );
  }
  return limits;
}

const CLAMD_PORT = 3_310;

/** Null where files are not scanned. */
export function readScanner(text: string, name: string, problems: string[]): ClamdAddress | null {
  if (text === '') return null;
  if (isAbsolute(text)) return { path: text };
  const url = URL.canParse(text) ? new URL(text) : null;
  const isBare =
    url !== null && /^\/?$/.test(url.pathname) && url.username + url.password + url.search + url.hash === '';
  if (url?.protocol === 'clamd:' && url.hostname !== '' && isBare)
    return {
      host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
      port: url.port === '' ? CLAMD_PORT : Number(url.port),
    };
  problems.push(`${name} is "${text}"; write clamd://host:${CLAMD_PORT}, or the absolute path of a socket.`);
  return null;
}

/** Paths of fonts, each readable as one; null: what the system has. */
export function readFontPaths(text: string, name: string, problems: string[]): string[] | null {
  if (text === '') return null;
  const paths = splitList(text);
  for (const path of paths) {
    try {
      missingCharacters('A', readFileSync(path));
    } catch (error) {
      problems.push(`${name}: ${path} cannot be used: ${wordsOf(error)}`);
    }
  }
  return paths;
}

/** The certificates of a PEM file, as DER; null where no file is named. */
export function readCertificates(path: string, name: string, problems: string[]): Buffer[] | null {
  if (path === '') return null;
  try {
    const text = readFileSync(path, 'utf8');
    const blocks = text.matchAll(/-----BEGIN CERTIFICATE-----([A-Za-z0-9+/=\s]+)-----END CERTIFICATE-----/g);
    const certificates = [...blocks].map(([, base64 = '']) => Buffer.from(base64, 'base64'));
    if (certificates.length === 0) problems.push(`${name}: ${path} holds no certificate in PEM.`);
    for (const certificate of certificates) parseCertificate(certificate);
    return certificates;
  } catch (error) {
    const what = error instanceof PdfRefusal ? 'holds a certificate that cannot be read' : 'cannot be read';
    problems.push(`${name}: ${path} ${what}: ${wordsOf(error)}`);
    return [];
  }
}

/** The path of a file that holds a passphrase; null without one. */
export function readPassphrasePath(text: string, name: string, problems: string[]): string | null {
  if (text === '') return null;
  try {
    readPassphraseFile(text);
  } catch (error) {
    problems.push(`${name}: ${wordsOf(error)}`);
  }
  return resolve(text);
}

/** What stands in a file that holds a secret; null where none is named. */
export function readSecret(path: string, name: string, problems: string[]): string | null {
  if (path === '') return null;
  try {
    const secret = readFileSync(path, 'utf8').trim();
    if (secret === '') problems.push(`${name}: ${path} is empty.`);
    return secret;
  } catch (error) {
    problems.push(`${name}: ${path} cannot be read: ${wordsOf(error)}`);
    return '';
  }
}

const METRICS_TOKEN_CHARACTERS_MIN = 16;

/** What a collector shows at `/metrics`; null where no file is named. */
export function readMetricsToken(path: string, name: string, problems: string[]): string | null {
  const token = readSecret(path, name, problems);
  if (token && (token.length < METRICS_TOKEN_CHARACTERS_MIN || /[^!-~]/.test(token)))
    problems.push(
      `${name}: ${path} must hold one line of at least ${METRICS_TOKEN_CHARACTERS_MIN} characters of ASCII without spaces.`,
    );
  return token;
}

/** Headers as name=value, percent-encoded (OpenTelemetry). */
export function readHeaders(text: string, name: string, problems: string[]): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const pair of text.split(',').filter((each) => each.trim() !== '')) {
    const [, key, value] = /^\s*([!#$%&'*+.^_`|~0-9a-z-]+)\s*=(.*)$/i.exec(pair) ?? [];
    const decoded = value === undefined ? null : decode(value.trim());
    if (key === undefined || decoded === null) {
      problems.push(`${name} must be like name=value,name=value.`);
      return {};
    }
    headers[key.toLowerCase()] = decoded;
  }
  return headers;
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** Why a service outside cannot have this address; null if it can. What leaves this machine goes over TLS only. */
export function checkOutsideUrl(url: string): string | null {
  const problem = checkUrl(url, { allowLoopback: true, ownHosts: [], isOperators: true });
  if (problem !== null) return problem;
  const { protocol, hostname } = new URL(url);
  return protocol === 'https:' || isLoopbackHost(hostname) ? null : 'It must begin with https://.';
}

export function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** What a timestamp may be made over; what keys sign is SHA-2, since hardly a program takes certificates by SHA-3. */
export const IMPRINT_HASHES = ['sha256', 'sha512', 'sha3-512'] as const;

export function readAgedHashes(
  value: string,
  name: string,
  problems: string[],
): Readonly<Record<string, Date>> {
  const ends: Record<string, Date> = {};
  for (const item of splitList(value)) {
    const [, hash = '', day = ''] = /^([\w-]+)=(\d{4}-\d{2}-\d{2})$/.exec(item) ?? [];
    const date = new Date(`${day}T00:00:00Z`);
    if (IMPRINT_HASHES.some((each) => each === hash) && !Number.isNaN(date.getTime())) ends[hash] = date;
    else
      problems.push(
        `${name} holds "${item}"; write sha256=2040-01-01, for one of ${IMPRINT_HASHES.join(', ')}.`,
      );
  }
  return ends;
}
