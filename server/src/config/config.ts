import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import type { ConverterSettings } from '../platform/outside/converter.ts';
import type { SmsSettings } from '../platform/outside/sms-message.ts';
import type { TraceSettings } from '../platform/outside/trace-exporter.ts';
import { readVersion } from '../platform/project-dir.ts';
import { isLoopback, readBaseUrl, urlHost } from './base-url.ts';
import {
  type EncryptionSettings,
  type HashSettings,
  type MachineSettings,
  type MetricsSettings,
  type OpenidSettings,
  readBucket,
  readConverter,
  readEncryption,
  readHashes,
  readMachine,
  readMetrics,
  readOpenid,
  readSms,
  readTimestamps,
  readToken,
  readTracing,
  readWitnesses,
  type StorageSettings,
  type TimestampSettings,
  type TokenSettings,
  type Values,
  type WitnessSettings,
} from './groups.ts';
import { readValues } from './setting.ts';
import { SETTINGS } from './settings.ts';

/** Settings that use cases get as they are; `settings.ts` says what they are and what their defaults mean. */
const AS_THEY_ARE = [
  ...[
    'host',
    'port',
    'databaseUrl',
    'replicaUrl',
    'databaseSessionUrl',
    'databaseSchema',
    'queueSchema',
    'cell',
    'smtpUrl',
    'mailsPerMinute',
    'mailFrom',
    'country',
    'vaultPassphraseFile',
    'fontPaths',
  ],
  ...[
    'newAccountDays',
    'abuseContact',
    'rates',
    'quotas',
    'scanner',
    'trustedProxies',
    'technicalRowsDays',
    'recordDays',
    'dnsServers',
    'allowedPrivateNetworks',
  ],
] as const satisfies readonly (keyof Values)[];

export interface Config extends MachineSettings, Pick<Values, (typeof AS_THEY_ARE)[number]> {
  /** Absolute, without a trailing slash: what every link begins with. */
  baseUrl: string;
  dataDir: string;
  /** Whether statements have names, under which PostgreSQL plans them once per connection. */
  preparesStatements: boolean;
  /** Whether the database shows callers the rows of their organizations alone. */
  scopesRows: boolean;
  /** Null: PDF, JPEG and PNG alone become documents. */
  converter: ConverterSettings | null;
  /** Null: no text messages, or on a loopback address the mailbox page. */
  sms: SmsSettings | null;
  /** The provider at which people sign in to the instance; null: organizations alone may have one. */
  oidc: OpenidSettings | null;
  /** Whether a code by mail counts as a proof of who signs. */
  mailCodes: boolean;
  timestamps: TimestampSettings;
  hashes: HashSettings;
  /** Who is asked to cosign the checkpoints of the log. */
  witnesses: readonly WitnessSettings[];
  /** DER: the authorities whose qualified certificates the verification of documents knows. */
  qualifiedRoots: readonly Buffer[];
  /** Null: every key is a file in the data directory. */
  token: TokenSettings | null;
  /** The bucket that keeps the documents; null: the data directory does. */
  objectStore: StorageSettings | null;
  /** Null: stored documents are not encrypted. */
  encryption: EncryptionSettings | null;
  signUp: 'first' | 'open' | 'closed';
  /** Whether agents may register themselves. */
  clientRegistration: 'closed' | 'open';
  expirySecondsMin: number;
  metrics: MetricsSettings;
  /** Null: nothing is traced. */
  tracing: TraceSettings | null;
  logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent';
  version: string;
}

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
  checkSettingNames(env, problems);
  const values = readValues(SETTINGS, env, problems);
  const { host, port, mailCodes, logLevel } = values;
  const asTheyAre = Object.fromEntries(AS_THEY_ARE.map((key) => [key, values[key]]));
  const namedUrl = values.baseUrl || `http://${urlHost(host)}:${port}`;
  const baseUrl = readBaseUrl(namedUrl, SETTINGS.baseUrl.name, problems);
  if (values.databaseSchema === values.queueSchema)
    problems.push(
      `${SETTINGS.queueSchema.name} is the schema of ${SETTINGS.databaseSchema.name}; name another one.`,
    );
  if (values.databaseSessionUrl !== null && values.databaseUrl === null)
    problems.push(
      `${SETTINGS.databaseSessionUrl.name} is set without ${SETTINGS.databaseUrl.name}; name the pooler there.`,
    );
  const version = readVersion();
  const config: Config = {
    ...(asTheyAre as Pick<Values, (typeof AS_THEY_ARE)[number]>),
    baseUrl,
    dataDir: resolve(values.dataDir),
    objectStore: readBucket(values, problems),
    encryption: readEncryption(values, problems),
    sms: readSms(values, problems),
    converter: readConverter(values, problems),
    oidc: readOpenid(values, problems),
    scopesRows: values.rowSecurity === 'yes',
    preparesStatements: values.preparedStatements !== 'no',
    mailCodes: mailCodes === null ? isLoopback(baseUrl) : mailCodes === 'yes',
    timestamps: readTimestamps(values, namedUrl, problems),
    hashes: readHashes(values, problems),
    witnesses: readWitnesses(values, namedUrl, problems),
    qualifiedRoots: values.qualifiedRoots ?? [],
    token: readToken(values, problems),
    signUp: values.signUp ?? 'closed',
    clientRegistration: values.clientRegistration ?? 'closed',
    expirySecondsMin: Math.round(values.expiryDaysMin * 86_400),
    ...readMachine(values, availableParallelism(), problems),
    metrics: readMetrics(values, problems),
    tracing: readTracing(values, version),
    logLevel: logLevel ?? (isWatched ? 'warn' : 'info'),
    version,
  };
  if (problems.length > 0) throw new ConfigError(problems);
  return config;
}

export function findKeysDir({ keysDir, dataDir }: Pick<Config, 'keysDir' | 'dataDir'>): string {
  return keysDir ?? join(dataDir, 'keys');
}

const PREFIX = 'PARAPH_';
/** Names with our prefix that other programs read: the command line for senders, compose files, tests and tools. */
const OTHERS = /^PARAPH_(URL|API_KEY|HOSTNAME|SEED|CONFORMANCE_TABLE|PICTURES_DIR|TEST_.*|BENCH_.*)$/;
/** A name that differs in more characters is not offered as what was meant. */
const DISTANCE_MAX = 4;

/** Adds a problem for each name that looks like a setting and is none: a misspelled one would be ignored in silence. */
function checkSettingNames(env: Readonly<Record<string, string | undefined>>, problems: string[]): void {
  const names = Object.values(SETTINGS).map(({ name }) => name);
  for (const name of Object.keys(env)) {
    if (!name.startsWith(PREFIX) || OTHERS.test(name) || names.includes(name)) continue;
    const nearest = findNearest(name, names);
    const remedy = nearest === null ? 'See .env.example for all of them.' : `Did you mean ${nearest}?`;
    problems.push(`${name} is not a setting. ${remedy}`);
  }
}

function findNearest(name: string, names: readonly string[]): string | null {
  const distances = names.map((each) => ({ each, distance: editDistance(name, each) }));
  const [nearest] = distances.toSorted((a, b) => a.distance - b.distance);
  return nearest && nearest.distance <= DISTANCE_MAX ? nearest.each : null;
}

/** How many characters are to be inserted, deleted or replaced (Levenshtein). */
function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [index, character] of [...from].entries()) {
    let previous = index + 1;
    const next = [previous];
    for (let column = 1; column <= to.length; column += 1) {
      const replaced = (row[column - 1] ?? 0) + (character === to[column - 1] ? 0 : 1);
      previous = Math.min(replaced, (row[column] ?? 0) + 1, previous + 1);
      next.push(previous);
    }
    row = next;
  }
  return row[to.length] ?? 0;
}
