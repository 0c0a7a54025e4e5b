import { isAbsolute, resolve } from 'node:path';
import {
  type DigestsTrustedUntil,
  type ImprintHash,
  type NoteKey,
  PdfRefusal,
  parseKeyText,
  type SignatureHash,
} from '@paraph/pades';
import type { ObjectStoreSettings } from '@paraph/storage';
import { type Places, placesFor } from '../jobs/lanes.ts';
import type { WrappingService } from '../platform/keys/key-wrappers.ts';
import type { Pkcs11Settings } from '../platform/keys/pkcs11-token.ts';
import { readWrappingKey } from '../platform/keys/secret-file.ts';
import type { ConverterSettings } from '../platform/outside/converter.ts';
import { checkUrl, OPERATORS_POLICY } from '../platform/outside/http-client-url.ts';
import type { SmsSettings } from '../platform/outside/sms-message.ts';
import type { TraceSettings } from '../platform/outside/trace-exporter.ts';
import { checkOutsideUrl, wordsOf } from './readers.ts';
import type { ValuesOf } from './setting.ts';
import { type BUCKET_SETTINGS, SETTINGS } from './settings.ts';

// Settings that belong together: what one of them needs of the others. Each adds what is wrong to `problems`.

export type Values = ValuesOf<typeof SETTINGS>;

/** Of the setting with that key. */
const NAMES = Object.fromEntries(Object.entries(SETTINGS).map(([key, { name }]) => [key, name])) as Readonly<
  Record<keyof Values, string>
>;

export interface StorageSettings extends ObjectStoreSettings {
  copiesBytesMax: number;
}

/** Null without a bucket. */
export function readBucket(
  values: ValuesOf<typeof BUCKET_SETTINGS>,
  problems: string[],
): StorageSettings | null {
  const { bucketAccessKey: accessKey, bucketSecret, bucketPrefix: prefix, bucketRegion: region } = values;
  const url = values.bucketUrl.replace(/\/+$/, '');
  if (!/^(?:[\w!.*'()-]+\/)*$/.test(prefix))
    problems.push(`${NAMES.bucketPrefix} is "${prefix}"; it must end with a slash, such as paraph/.`);
  const isSet = { bucketAccessKey: accessKey !== '', bucketSecret: bucketSecret !== null };
  for (const key of ['bucketAccessKey', 'bucketSecret'] as const) {
    const [missing, set] = url === '' ? [NAMES.bucketUrl, NAMES[key]] : [NAMES[key], NAMES.bucketUrl];
    if (isSet[key] !== (url !== '')) problems.push(`${missing} is missing; ${set} needs it.`);
  }
  if (url === '') return null;
  const problem = checkOutsideUrl(url) ?? (new URL(url).search === '' ? null : 'It must not have a query.');
  if (problem !== null) problems.push(`${NAMES.bucketUrl} is "${url}". ${problem}`);
  const copiesBytesMax = values.bucketCopiesMegabytes * 1024 * 1024;
  return { url, region, accessKey, secret: bucketSecret ?? '', prefix, copiesBytesMax };
}

export type WrappingKeySetting =
  | { kind: 'file'; key: Buffer }
  | { kind: 'token'; label: string }
  | { kind: 'service'; service: WrappingService };

export interface EncryptionSettings {
  /** The first one encrypts. */
  wrappingKeys: readonly [WrappingKeySetting, ...WrappingKeySetting[]];
  /** Null: in the data directory. */
  incomingDir: string | null;
}

/** Null without encryption. */
export function readEncryption(values: Values, problems: string[]): EncryptionSettings | null {
  const { incomingDir, encryptionToken } = values;
  const [first, ...others] = values.encryptionKeys.map((name) => readKey(name, encryptionToken, problems));
  if (!first) {
    const missing = (setting: string) =>
      problems.push(`${NAMES.encryptionKeys} is missing; ${setting} needs it.`);
    if (incomingDir !== '') missing(NAMES.incomingDir);
    if (encryptionToken !== null) missing(NAMES.encryptionToken);
    return null;
  }
  const wrappingKeys: EncryptionSettings['wrappingKeys'] = [first, ...others];
  if (values.tokenModule === '' && wrappingKeys.some(({ kind }) => kind === 'token'))
    problems.push(`${NAMES.tokenModule} is missing; ${NAMES.encryptionKeys} names a key on a token.`);
  return { wrappingKeys, incomingDir: incomingDir === '' ? null : resolve(incomingDir) };
}

function readKey(name: string, token: string | null, problems: string[]): WrappingKeySetting {
  if (name.startsWith('pkcs11:')) return { kind: 'token', label: name.slice('pkcs11:'.length) };
  if (/^https?:/.test(name)) return readKeyService(name, token, problems);
  try {
    return { kind: 'file', key: readWrappingKey(name) };
  } catch (error) {
    problems.push(`${NAMES.encryptionKeys}: ${wordsOf(error)}.`);
    return { kind: 'file', key: Buffer.alloc(0) };
  }
}

function readKeyService(address: string, token: string | null, problems: string[]): WrappingKeySetting {
  const [, url = '', name = ''] = /^(.+)\/keys\/([\w.-]+)$/.exec(address) ?? [];
  const problem = name === '' ? 'It must end with /keys/NAME.' : checkOutsideUrl(url);
  if (problem !== null) problems.push(`${NAMES.encryptionKeys} holds "${address}". ${problem}`);
  if (token === null)
    problems.push(`${NAMES.encryptionToken} is missing; ${NAMES.encryptionKeys} names a key service.`);
  return { kind: 'service', service: { url, name, token: token ?? '' } };
}

/** Null without a gateway. */
export function readSms(values: Values, problems: string[]): SmsSettings | null {
  const { smsGateway: kind, smsUrl: url, smsUser: user, smsSecret: secret, smsFrom: from } = values;
  const isMissing = {
    smsUrl: url === '',
    smsUser: user === '',
    smsSecret: secret === null,
    smsFrom: from === '',
  };
  type Key = keyof typeof isMissing;
  if (kind === null) {
    const set = (Object.keys(isMissing) as Key[]).filter((key) => !isMissing[key]).map((key) => NAMES[key]);
    if (set.length > 0)
      problems.push(
        `${NAMES.smsGateway} is missing; ${set.join(' and ')} ${set.length > 1 ? 'need' : 'needs'} it.`,
      );
    return null;
  }
  const needed: Key[] = ['smsUrl', 'smsSecret'];
  if (kind !== 'http') needed.push('smsUser');
  if (kind === 'twilio') needed.push('smsFrom');
  for (const key of needed.filter((each) => isMissing[each]))
    problems.push(`${NAMES[key]} is missing; the gateway ${kind} needs it. ${SETTINGS[key].about}`);
  const problem = url === '' ? null : checkGatewayUrl(kind, url);
  if (problem !== null) problems.push(`${NAMES.smsUrl} is not valid. ${problem}`);
  return { kind, url, user, secret: secret ?? '', from, timeoutMs: values.smsSeconds * 1_000 };
}

function checkGatewayUrl(kind: SmsSettings['kind'], url: string): string | null {
  if (kind !== 'smpp') return checkOutsideUrl(url);
  const isValid = /^smpps?:\/\/(?:\[[\d:a-f]+\]|[\w.-]+)(?::\d{1,5})?\/?$/i.test(url) && URL.canParse(url);
  return isValid ? null : 'It must be smpp://host:port or smpps://host:port.';
}

/** Null without a converter. */
export function readConverter(values: Values, problems: string[]): ConverterSettings | null {
  const { converterUrl, converterCommand: command, heicCommand } = values;
  const url = converterUrl.replace(/\/+$/, '');
  const problem = url === '' ? null : checkUrl(url, OPERATORS_POLICY);
  if (problem !== null) problems.push(`${NAMES.converterUrl} is "${url}". ${problem}`);
  if (url !== '' && command !== '')
    problems.push(`${NAMES.converterUrl} and ${NAMES.converterCommand} are both set; choose one.`);
  for (const key of ['converterCommand', 'heicCommand'] as const)
    if (values[key] !== '' && !isAbsolute(values[key]))
      problems.push(`${NAMES[key]} is "${values[key]}"; it must be the absolute path of a program.`);
  if (url === '' && command === '' && heicCommand === '') return null;
  return {
    office: url === '' ? (command === '' ? null : { command }) : { url },
    heicCommand: heicCommand === '' ? null : heicCommand,
    timeoutMs: values.converterSeconds * 1_000,
  };
}

/** The provider at which people sign in to the instance. */
export interface OpenidSettings {
  name: string;
  issuer: string;
  clientId: string;
  clientSecret: string;
}

/** Null without a provider. */
export function readOpenid(values: Values, problems: string[]): OpenidSettings | null {
  const { oidcIssuer: issuer, oidcClientId: clientId, oidcClientSecret: clientSecret, oidcName } = values;
  const isSet = {
    oidcIssuer: issuer !== '',
    oidcClientId: clientId !== '',
    oidcClientSecret: clientSecret !== null,
  };
  const keys = Object.keys(isSet) as (keyof typeof isSet)[];
  const set = keys.filter((key) => isSet[key]).map((key) => NAMES[key]);
  if (set.length === 0 && oidcName !== '') set.push(NAMES.oidcName);
  if (set.length === 0) return null;
  for (const key of keys.filter((each) => !isSet[each]))
    problems.push(`${NAMES[key]} is missing; ${set.join(' and ')} needs it.`);
  const problem = issuer === '' ? null : checkOutsideUrl(issuer);
  if (problem !== null) problems.push(`${NAMES.oidcIssuer} is "${issuer}". ${problem}`);
  else if (/[?#]|\/\.well-known\//.test(issuer))
    problems.push(
      `${NAMES.oidcIssuer} is "${issuer}"; give the issuer alone, without /.well-known/… and a query.`,
    );
  const name = oidcName || (URL.canParse(issuer) ? new URL(issuer).host : issuer);
  return { name, issuer, clientId, clientSecret: clientSecret ?? '' };
}

/** The timestamp authorities used for sealing. */
export interface TimestampSettings {
  /** In order of preference; empty: this instance's own authority. */
  urls: readonly string[];
  /** DER: the roots to which the certificates of those authorities lead. */
  roots: readonly Buffer[];
  timeoutMs: number;
}

export function readTimestamps(
  { timestampUrls: urls, timestampRoots: roots, timestampSeconds: seconds }: Values,
  baseUrl: string,
  problems: string[],
): TimestampSettings {
  const ownHosts = URL.canParse(baseUrl) ? [new URL(baseUrl).host] : [];
  for (const url of urls) {
    const problem = checkUrl(url, { allowLoopback: true, ownHosts, isOperators: true });
    if (problem !== null) problems.push(`${NAMES.timestampUrls} holds "${url}". ${problem}`);
  }
  if (urls.length > 0 && roots === null)
    problems.push(
      `${NAMES.timestampUrls} needs ${NAMES.timestampRoots}: a PEM file with the root certificates that these authorities lead to.`,
    );
  return { urls, roots: roots ?? [], timeoutMs: seconds * 1_000 };
}

export interface HashSettings {
  /** Of what timestamps cover. */
  imprint: ImprintHash;
  /** Of what keys sign. */
  signature: SignatureHash;
  trustedUntil: DigestsTrustedUntil;
}

export function readHashes(
  { hash, agedHashes: trustedUntil, tokenKeys }: Values,
  problems: string[],
): HashSettings {
  const imprint = hash ?? 'sha256';
  const signature = imprint === 'sha256' ? 'sha256' : 'sha512';
  for (const used of new Set([imprint, signature]))
    if (trustedUntil[used])
      problems.push(
        `${NAMES.agedHashes} ends the trust in ${used}, which ${NAMES.hash}=${imprint} uses; choose another hash there.`,
      );
  if (signature !== 'sha256' && tokenKeys.length > 0)
    problems.push(
      `${NAMES.hash} is ${imprint}, and keys on a token (${NAMES.tokenKeys}) sign by sha256 alone.`,
    );
  return { imprint, signature, trustedUntil };
}

export interface WitnessSettings {
  key: NoteKey;
  /** Without a slash at the end; `/add-checkpoint` follows (C2SP tlog-witness). */
  url: string;
}

export function readWitnesses(
  { witnesses }: Values,
  baseUrl: string,
  problems: string[],
): readonly WitnessSettings[] {
  const ownHosts = URL.canParse(baseUrl) ? [new URL(baseUrl).host] : [];
  const read = witnesses.flatMap((each): WitnessSettings[] => {
    const [text = '', url = ''] = each.split(/\s+/);
    const problem = checkUrl(url, { ...OPERATORS_POLICY, ownHosts });
    const key = findWitnessKey(text);
    if (problem !== null) problems.push(`${NAMES.witnesses} holds "${each}". ${problem}`);
    else if (!key)
      problems.push(
        `${NAMES.witnesses} holds "${each}"; it must begin with the key of a witness, name+id+key.`,
      );
    return key ? [{ key, url: url.replace(/\/+$/, '') }] : [];
  });
  if (new Set(read.map(({ key }) => key.name)).size < read.length)
    problems.push(`${NAMES.witnesses} names a witness twice.`);
  return read;
}

function findWitnessKey(text: string): NoteKey | null {
  try {
    const key = parseKeyText(text);
    return key.kind === 'cosignature' ? key : null;
  } catch (error) {
    if (error instanceof PdfRefusal) return null;
    throw error;
  }
}

/** Keys of this instance that may be on a token. */
const KEY_ROLES = ['root', 'issuing', 'timestamping'] as const;
export type KeyRole = (typeof KEY_ROLES)[number];

/** A token and the labels of the keys on it; other keys are files. */
export interface TokenSettings extends Pkcs11Settings {
  readonly keys: Readonly<Partial<Record<KeyRole, string>>>;
}

/** Null without a token. It need not hold keys of the instance where it has one that encrypts documents. */
export function readToken(values: Values, problems: string[]): TokenSettings | null {
  const { tokenModule, tokenLabel, tokenPin, tokenKeys, encryptionKeys } = values;
  const isForDocuments = encryptionKeys.some((key) => key.startsWith('pkcs11:'));
  const isSet = {
    tokenModule: tokenModule !== '',
    tokenLabel: tokenLabel !== '',
    tokenPin: tokenPin !== null,
    tokenKeys: tokenKeys.length > 0,
  };
  const keys = Object.keys(isSet) as (keyof typeof isSet)[];
  const set = keys.filter((key) => isSet[key]).map((key) => NAMES[key]);
  if (set.length === 0) return null;
  for (const key of keys)
    if (!isSet[key] && !(key === 'tokenKeys' && isForDocuments))
      problems.push(`${NAMES[key]} is missing; ${set.join(' and ')} needs it.`);
  const keysOnToken = readTokenKeys(tokenKeys, problems);
  return { modulePath: tokenModule, tokenLabel, pin: tokenPin ?? '', keys: keysOnToken };
}

function readTokenKeys(items: readonly string[], problems: string[]): TokenSettings['keys'] {
  const keys: Partial<Record<KeyRole, string>> = {};
  for (const item of items) {
    const [, name = '', label = ''] = /^(\w+)\s*=\s*(\S(?:.*\S)?)$/.exec(item) ?? [];
    const role = KEY_ROLES.find((each) => each === name);
    if (role) keys[role] = label;
    else
      problems.push(
        `${NAMES.tokenKeys} holds "${item}"; write issuing=label, for one of ${KEY_ROLES.join(', ')}.`,
      );
  }
  return keys;
}

/** Null without a collector. */
export function readTracing(values: Values, version: string): TraceSettings | null {
  const { traceEndpoint: base, traceHeaders: headers, traceService: service, traceRatio: ratio } = values;
  const url = values.traceTracesEndpoint ?? (base && `${base.replace(/\/$/, '')}/v1/traces`);
  if (url === null || values.traceDisabled.toLowerCase() === 'true') return null;
  return { url, headers, service, version, ratio };
}

/** What a process may take of its machine, and what it shares with others. */
export interface MachineSettings {
  /** Null: in the data directory. */
  keysDir: string | null;
  /** Of the pool; the lock by which others see that a process is alive has a connection of its own. */
  connections: number;
  places: Places;
  /** How many processes read strangers' files side by side; null: as many as there are processors. */
  intakeProcesses: number | null;
}

/** Left to requests, and to what uses a connection for good, when each job of a worker has one. */
const CONNECTIONS_BESIDE_JOBS = 4;

/** @param cores that this process may use, which is what its control group allows in a container */
export function readMachine(values: Values, cores: number, problems: string[]): MachineSettings {
  // Node computes on one processor: more of them let PostgreSQL and the children of a process answer faster.
  const connections = values.connections ?? Math.min(8 + 4 * cores, 32);
  const places = { ...placesFor(cores), ...values.places };
  const needed = places.quick + places.seal + CONNECTIONS_BESIDE_JOBS;
  if (needed > connections)
    problems.push(
      `${NAMES.connections} is ${connections}, and ${places.quick} quick and ${places.seal} seal jobs ` +
        `need ${needed}: raise it, or lower ${NAMES.places}.`,
    );
  const keysDir = values.keysDir === '' ? null : resolve(values.keysDir);
  return { keysDir, connections, places, intakeProcesses: values.intakeProcesses };
}

/** Who may read the metrics. Without both settings they are not served. */
export interface MetricsSettings {
  /** What a collector shows at `/metrics`. */
  token: string | null;
  /** A port on loopback that serves them and nothing else. */
  port: number | null;
}

export function readMetrics(
  { metricsToken: token, metricsPort: port, port: mainPort }: Values,
  problems: string[],
): MetricsSettings {
  if (port !== null && port === mainPort)
    problems.push(`${NAMES.metricsPort} and ${NAMES.port} are both ${port}; choose another port for one.`);
  return { token, port };
}
