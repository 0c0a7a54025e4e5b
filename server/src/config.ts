import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { LIMITS, RATES, type Rate, type RateName } from '@paraph/domain';
import { isLoopback, readBaseUrl, urlHost } from './base-url-setting.ts';
import { readCountry } from './country-setting.ts';
import {
  ENCRYPTION_SETTINGS,
  type EncryptionSettings,
  readEncryptionSettings,
} from './encryption-settings.ts';
import { readFontPaths } from './font-settings.ts';
import { readInteger } from './integer-setting.ts';
import { MACHINE_SETTINGS, type MachineSettings, readMachineSettings } from './machine-settings.ts';
import { readMailFrom } from './mail-from-setting.ts';
import { type MetricsSettings, readMetricsSettings } from './metrics-settings.ts';
import {
  OBJECT_STORE_SETTINGS,
  readObjectStoreSettings,
  type StorageSettings,
} from './object-store-settings.ts';
import type { ClamdAddress } from './platform/clamd.ts';
import { PASSPHRASE_SETTING, readPassphrasePath } from './platform/passphrase-file.ts';
import { projectDir } from './platform/project-dir.ts';
import type { SmsSettings } from './platform/sms-message.ts';
import type { TraceSettings } from './platform/trace-exporter.ts';
import { readProxies } from './proxy-settings.ts';
import { readRates } from './rate-settings.ts';
import { ROOT_SETTINGS, readQualifiedRoots } from './root-settings.ts';
import { readScanner, SCANNER_SETTINGS } from './scanner-settings.ts';
import { checkSettingNames } from './setting-names.ts';
import { readSignUpSettings, SIGN_UP_SETTINGS, type SignUpSettings } from './sign-up-settings.ts';
import { readMailCodes, readSmsSettings, SMS_SETTINGS } from './sms-settings.ts';
import { readTimestampSettings, TIMESTAMP_SETTINGS, type TimestampSettings } from './timestamp-settings.ts';
import { readTokenSettings, type TokenSettings } from './token-settings.ts';
import { readTraceSettings, TRACE_SETTINGS } from './trace-settings.ts';

export interface Config extends MachineSettings, SignUpSettings {
  host: string;
  port: number;
  /** Absolute, without a trailing slash: what every link begins with. */
  baseUrl: string;
  dataDir: string;
  /** Null: the embedded PostgreSQL in the data directory. */
  databaseUrl: string | null;
  /** Null: mails are stored and shown on the mailbox page. */
  smtpUrl: string | null;
  mailFrom: string;
  /** Null: no text messages, or on a loopback address the mailbox page. */
  sms: SmsSettings | null;
  /** Whether a code by mail counts as a proof of who signs. */
  mailCodes: boolean;
  timestamps: TimestampSettings;
  /** DER: the authorities whose qualified certificates the verification of documents knows. */
  qualifiedRoots: readonly Buffer[];
  /** In the names of certificates that are issued from now on; null: no country. */
  country: string | null;
  /** Null: every key is a file in the data directory. */
  token: TokenSettings | null;
  /** Null: the files of keys are not encrypted. */
  vaultPassphraseFile: string | null;
  /** Null: what the system has. */
  fontPaths: readonly string[] | null;
  /** The bucket that keeps the documents; null: the data directory does. */
  objectStore: StorageSettings | null;
  /** Null: stored documents are not encrypted. */
  encryption: EncryptionSettings | null;
  expirySecondsMin: number;
  /** Examines what people upload; null: nothing does. */
  scanner: ClamdAddress | null;
  /** Rate limits: the table of the domain, with the changes of this instance. */
  rates: Readonly<Record<RateName, Rate>>;
  /** The proxies whose report of the client address is trusted. */
  trustedProxies: readonly string[];
  metrics: MetricsSettings;
  /** Null: nothing is traced. */
  tracing: TraceSettings | null;
  /** How long mails, deliveries and snapshots are kept after they are no longer needed. */
  technicalRowsDays: number;
  logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent';
  version: string;
}

interface Setting {
  name: string;
  /** Shown in `.env.example`; an empty text means unset. */
  fallback: string;
  about: string;
}

const SETTINGS = {
  host: { name: 'PARAPH_HOST', fallback: '127.0.0.1', about: 'Address to listen on; 0.0.0.0 for all.' },
  port: {
    name: 'PARAPH_PORT',
    fallback: '3000',
    about: 'Port to listen on, 0 to 65535; 0 takes a free one.',
  },
  baseUrl: {
    name: 'PARAPH_BASE_URL',
    fallback: '',
    about:
      'Address people and programs reach this instance at; https unless loopback. Default: host and port.',
  },
  dataDir: {
    name: 'PARAPH_DATA_DIR',
    fallback: './data',
    about: 'Folder of documents, keys and the embedded database. paraph backup copies it while it is in use.',
  },
  databaseUrl: {
    name: 'DATABASE_URL',
    fallback: '',
    about: 'postgres:// URL of a PostgreSQL 15 or newer. Default: an embedded one in the data directory.',
  },
  smtpUrl: {
    name: 'SMTP_URL',
    fallback: '',
    about:
      'smtp:// or smtps:// URL of the mail server. Default: messages are kept and shown on the mailbox page.',
  },
  mailFrom: {
    name: 'PARAPH_MAIL_FROM',
    fallback: 'Paraph <paraph@localhost>',
    about: 'Sender of all messages: an address, or a name and an address in angle brackets.',
  },
  ...OBJECT_STORE_SETTINGS,
  ...ENCRYPTION_SETTINGS,
  ...SMS_SETTINGS,
  ...TIMESTAMP_SETTINGS,
  ...ROOT_SETTINGS,
  country: {
    name: 'PARAPH_COUNTRY',
    fallback: '',
    about:
      'Country of the operator, two letters (ISO 3166-1), for the names in certificates; set it before the first start. ' +
      'Default: none.',
  },
  tokenModule: {
    name: 'PARAPH_PKCS11_MODULE',
    fallback: '',
    about:
      "Library (PKCS #11) of a hardware token for this instance's keys. Default: files in the data directory.",
  },
  tokenLabel: { name: 'PARAPH_PKCS11_TOKEN', fallback: '', about: 'Label of that token.' },
  tokenPinFile: {
    name: 'PARAPH_PKCS11_PIN_FILE',
    fallback: '',
    about: 'File with the PIN of the token, readable by this service alone.',
  },
  tokenKeys: {
    name: 'PARAPH_PKCS11_KEYS',
    fallback: '',
    about:
      'Which keys lie on the token, by their labels: issuing=label,timestamping=label,root=label. Those left out are ' +
      'files. Chosen before the first start; another key cannot take their place later.',
  },
  vaultPassphrase: {
    name: PASSPHRASE_SETTING,
    fallback: '',
    about:
      'File with a passphrase of at least 12 characters, readable by this service alone: the files of keys are encrypted ' +
      'with it, from the next start on. Default: they are protected by their mode 0600 alone.',
  },
  fonts: {
    name: 'PARAPH_FONTS',
    fallback: '',
    about:
      'Fonts (TrueType, OpenType, collections), comma-joined, for scripts that our own font lacks, as Chinese, Japanese and Korean. ' +
      'Default: what usual packages of the system bring.',
  },
  ...SIGN_UP_SETTINGS,
  expiryMinDays: {
    name: 'PARAPH_EXPIRY_MIN_DAYS',
    fallback: '7',
    about: 'Fewest days a workflow may be given, 0 to 7; fractions are allowed.',
  },
  trustedProxies: {
    name: 'PARAPH_TRUSTED_PROXIES',
    fallback: '',
    about:
      'Addresses or networks (CIDR), comma-joined, of the proxies in front: only their X-Forwarded-For is believed. ' +
      'Default: none; then every visitor seems to come from the proxy.',
  },
  rates: {
    name: 'PARAPH_RATES',
    fallback: '',
    about: `Other rate limits, as calls/seconds: apiKey=600/30, token=2000/60. Names: ${Object.keys(RATES).join(', ')}.`,
  },
  ...MACHINE_SETTINGS,
  ...SCANNER_SETTINGS,
  metricsTokenFile: {
    name: 'PARAPH_METRICS_TOKEN_FILE',
    fallback: '',
    about:
      'File with a token of at least 16 characters; a collector that shows it (Authorization: Bearer TOKEN) may read ' +
      '/metrics. Default: there is no /metrics.',
  },
  metricsPort: {
    name: 'PARAPH_METRICS_PORT',
    fallback: '',
    about: 'Port on 127.0.0.1 that serves /metrics and nothing else, without a token. Default: none.',
  },
  ...TRACE_SETTINGS,
  technicalRowsDays: {
    name: 'PARAPH_TECHNICAL_ROWS_DAYS',
    fallback: '90',
    about:
      'Days for which sent mails, notifications with their attempts, and the snapshots they sent are kept, 1 to 3650. ' +
      'Those of a workflow that is not over yet stay; documents, timeline and evidence are kept for good.',
  },
  logLevel: {
    name: 'PARAPH_LOG_LEVEL',
    fallback: '',
    about: 'debug, info, warn, error or silent. Default: info; warn where a person is watching the terminal.',
  },
} as const satisfies Record<string, Setting>;

/** All that is wrong with the settings, one line each. */
export class ConfigError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`These settings are not valid:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

/**
 * Reads and validates every setting. Nothing else reads the environment.
 *
 * @throws ConfigError naming all problems, each with its remedy.
 */
export function readConfig(
  env: Readonly<Record<string, string | undefined>> = process.env,
  isWatched = process.stdout.isTTY === true,
): Config {
  const problems: string[] = [];
  checkSettingNames(
    env,
    Object.values(SETTINGS).map(({ name }) => name),
    problems,
  );
  const text = (setting: Setting) => (env[setting.name] ?? '').trim() || setting.fallback;
  const host = text(SETTINGS.host);
  const integer = (setting: Setting, min: number, max: number) =>
    readInteger(setting, { text: text(setting), min, max }, problems);
  const port = integer(SETTINGS.port, 0, 65_535);
  const namedUrl = text(SETTINGS.baseUrl) || `http://${urlHost(host)}:${port}`;
  const baseUrl = readBaseUrl(namedUrl, SETTINGS.baseUrl.name, problems);
  const config: Config = {
    host,
    port,
    baseUrl,
    dataDir: resolve(text(SETTINGS.dataDir)),
    databaseUrl: readUrl(
      SETTINGS.databaseUrl,
      { text: text(SETTINGS.databaseUrl), protocol: /^postgres(ql)?:$/ },
      problems,
    ),
    smtpUrl: readUrl(SETTINGS.smtpUrl, { text: text(SETTINGS.smtpUrl), protocol: /^smtps?:$/ }, problems),
    mailFrom: readMailFrom(text(SETTINGS.mailFrom), SETTINGS.mailFrom.name, problems),
    objectStore: readObjectStoreSettings(text, problems),
    encryption: readEncryptionSettings(text, text(SETTINGS.tokenModule) !== '', problems),
    sms: readSmsSettings(text, problems),
    mailCodes: readMailCodes(text(SETTINGS.mailCodes), isLoopback(baseUrl), problems),
    timestamps: readTimestampSettings(text, namedUrl, problems),
    qualifiedRoots: readQualifiedRoots(text(SETTINGS.qualifiedRoots), problems),
    country: readCountry(text(SETTINGS.country), SETTINGS.country.name, problems),
    token: readToken(text, problems),
    vaultPassphraseFile: readPassphrasePath(text(SETTINGS.vaultPassphrase), problems),
    fontPaths: readFontPaths(text(SETTINGS.fonts), SETTINGS.fonts.name, problems),
    ...readSignUpSettings(text, problems),
    expirySecondsMin: readExpiryMinDays(text(SETTINGS.expiryMinDays), problems),
    rates: readRates(text(SETTINGS.rates), SETTINGS.rates.name, problems),
    ...readMachineSettings(text, problems),
    scanner: readScanner(text(SETTINGS.scanner), problems),
    trustedProxies: readProxies(text(SETTINGS.trustedProxies), SETTINGS.trustedProxies.name, problems),
    metrics: readMetrics(text, port, problems),
    tracing: readTraceSettings(text, readVersion(), problems),
    technicalRowsDays: integer(SETTINGS.technicalRowsDays, 1, 3_650),
    logLevel: readOneOf(
      SETTINGS.logLevel,
      {
        text: text(SETTINGS.logLevel) || (isWatched ? 'warn' : 'info'),
        values: ['debug', 'info', 'warn', 'error', 'silent'],
      },
      problems,
    ),
    version: readVersion(),
  };
  if (problems.length > 0) throw new ConfigError(problems);
  return config;
}

/** The text of `.env.example`; a test keeps the committed file equal to it. */
export function describeSettings(): string {
  const lines = [
    '# Settings of Paraph, with their defaults. Every one may be left out. Copied to .env, this file is read by npm start',
    '# and each command that runs in its folder; what the environment sets goes before it.',
  ];
  for (const { name, fallback, about } of Object.values(SETTINGS)) {
    lines.push('', `# ${about}`, `${fallback === '' ? '# ' : ''}${name}=${fallback}`);
  }
  return `${lines.join('\n')}\n`;
}

function readToken(text: (setting: Setting) => string, problems: string[]): TokenSettings | null {
  const { tokenModule: module, tokenLabel: token, tokenPinFile: pinFile, tokenKeys: keys } = SETTINGS;
  return readTokenSettings(
    {
      module: text(module),
      token: text(token),
      pinFile: text(pinFile),
      keys: text(keys),
      isForDocuments: /\bpkcs11:/.test(text(SETTINGS.encryptionKeys)),
    },
    { module: module.name, token: token.name, pinFile: pinFile.name, keys: keys.name },
    problems,
  );
}

function readMetrics(
  text: (setting: Setting) => string,
  mainPort: number,
  problems: string[],
): MetricsSettings {
  const { metricsTokenFile: file, metricsPort: port } = SETTINGS;
  const names = { tokenFile: file.name, port: port.name, mainPort: SETTINGS.port.name };
  return readMetricsSettings({ tokenFile: text(file), port: text(port), mainPort }, names, problems);
}

function readUrl(
  setting: Setting,
  { text, protocol }: { text: string; protocol: RegExp },
  problems: string[],
): string | null {
  if (text === '') return null;
  if (URL.canParse(text) && protocol.test(new URL(text).protocol)) return text;
  // The value may contain a password, so it is not repeated.
  problems.push(`${setting.name} is not valid. ${setting.about}`);
  return null;
}

function readOneOf<const T extends readonly string[]>(
  setting: Setting,
  { text, values }: { text: string; values: T },
  problems: string[],
): T[number] {
  const value = values.find((each) => each === text);
  if (!value) problems.push(`${setting.name} is "${text}"; it must be one of ${values.join(', ')}.`);
  return value ?? (values[0] as T[number]);
}

function readExpiryMinDays(text: string, problems: string[]): number {
  const days = Number(text);
  if (!Number.isFinite(days) || days < 0 || days > 7) {
    problems.push(`${SETTINGS.expiryMinDays.name} is "${text}"; it must be a number from 0 to 7.`);
    return LIMITS.expirySecondsMin;
  }
  return Math.round(days * 86_400);
}

/** Of this release. */
export function readVersion(): string {
  const manifest = JSON.parse(readFileSync(`${projectDir}server/package.json`, 'utf8')) as {
    version: string;
  };
  return manifest.version;
}
