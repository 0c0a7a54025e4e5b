import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { isLoopback } from '@paraph/server/config/base-url.ts';
import { type Config, findKeysDir } from '@paraph/server/config/config.ts';
import { type Database, type DatabaseOptions, openDatabase } from '@paraph/server/database/database.ts';
import { describeSkew, measureSkew, readDatabaseMs } from '@paraph/server/database/database-clock.ts';
import { compareSchema } from '@paraph/server/database/schema-version.ts';
import type { Clock } from '@paraph/server/platform/clock.ts';
import { systemIds } from '@paraph/server/platform/ids.ts';
import { openKeyVault } from '@paraph/server/platform/keys/key-vault.ts';
import { writeNewFile } from '@paraph/storage';
import { createTransport } from 'nodemailer';
import pg from 'pg';
import { type ProvidedDatabase, provideDatabase, silentLog } from '../with-database.ts';
import { checkFiles, checkObjectStore, checkRenewals } from './archive.ts';
import { checkBackups } from './backups.ts';
import { checkDatabasePath, checkEventRanges, checkNumberRange } from './database.ts';
import { checkEncryption } from './encryption.ts';
import type { Finding, Patient } from './finding.ts';
import { checkRoot, checkTimestampingKey, checkToken } from './keys.ts';
import { checkMachines, checkProxies } from './machines.ts';
import { checkConverter, checkScanner, checkTimestamps } from './outside.ts';
import { checkIdentifications, checkLinkHosts, checkProviders, checkSignIn } from './providers.ts';
import { checkFonts, checkSignUp } from './settings.ts';
import { checkReplica, checkStandbys } from './standbys.ts';
import { checkDemand, checkWitnesses } from './witnesses.ts';
import { checkWork } from './work.ts';

type Check = (patient: Patient) => Promise<Finding[]>;

/** Runs every check, regardless of the results of the others. */
export async function findProblems(patient: Patient): Promise<Finding[]> {
  const checks: [string, Check][] = [
    ['storage', checkStorage],
    ['object store', ({ config, clock }) => checkObjectStore(config, clock)],
    ['keys', checkKeys],
    ['root', checkRoot],
    ['key for timestamps', checkTimestampingKey],
    ['token', checkToken],
    ['database', checkDatabase],
    ['mail', checkMail],
    ['timestamps', checkTimestamps],
    ['sign-in', checkSignIn],
    ['scanner', checkScanner],
    ['converter', checkConverter],
    ['fonts', checkFonts],
    ['base URL', checkBaseUrl],
    ['sign-up', checkSignUp],
  ];
  const findings: Finding[] = [];
  for (const [name, check] of checks) {
    findings.push(
      ...(await check(patient).catch((error: unknown): Finding[] => [
        { name, state: 'failed', detail: error instanceof Error ? error.message : String(error) },
      ])),
    );
  }
  return findings;
}

async function checkStorage({ config }: Patient): Promise<Finding[]> {
  const { dataDir } = config;
  const name = 'storage';
  const written = randomBytes(4096);
  const path = join(dataDir, `doctor-${written.toString('hex', 0, 8)}`);
  try {
    await mkdir(dataDir, { recursive: true });
    await writeNewFile(path, written);
    const read = await readFile(path);
    if (!read.equals(written)) throw new Error('the file reads back differently than it was written');
  } catch (error) {
    const detail = `${dataDir} cannot be written: ${error instanceof Error ? error.message : error}.`;
    const remedy = 'Give this user the folder (chown), free the disk, or set PARAPH_DATA_DIR to another one.';
    return [{ name, state: 'failed', detail, remedy }];
  } finally {
    await rm(path, { force: true }).catch(() => {});
  }
  const { bavail, bsize } = await statfs(dataDir);
  const gibibytesFree = (bavail * bsize) / 2 ** 30;
  const detail = `${dataDir} can be written, ${gibibytesFree.toFixed(1)} GiB are free.`;
  if (gibibytesFree >= 1) return [{ name, state: 'well', detail }];
  return [{ name, state: 'warning', detail, remedy: 'Free or add disk space: a full disk stops signing.' }];
}

async function checkKeys({ config }: Patient): Promise<Finding[]> {
  const name = 'keys';
  const keysDir = findKeysDir(config);
  const names = await readdir(keysDir).catch((error) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  if (names.length === 0) {
    return [{ name, state: 'well', detail: 'None yet: they are made at the first start.' }];
  }
  const findings: Finding[] = [];
  for (const each of names) {
    const path = join(keysDir, each);
    const found = await stat(path);
    if ((found.mode & 0o077) !== 0) {
      const detail = `${path} can be read by other users of this machine.`;
      findings.push({ name, state: 'failed', detail, remedy: `chmod 600 '${path}'` });
    } else if (found.isFile() && (await readFile(path)).length === 0) {
      const detail = `${path} is empty.`;
      const remedy = 'Restore it from a backup: links and signatures of this instance depend on it.';
      findings.push({ name, state: 'failed', detail, remedy });
    }
  }
  if (findings.length > 0) return findings;
  const { isEncrypted } = await openKeyVault(keysDir, systemIds, {
    passphraseFile: config.vaultPassphraseFile,
  });
  const state = isEncrypted ? 'encrypted with a passphrase' : 'not encrypted: a copy of the folder has them';
  const detail = `${names.length} in ${keysDir}, readable by their owner alone; ${state}.`;
  return [{ name, state: 'well', detail }];
}

async function checkDatabase({ config, clock }: Patient): Promise<Finding[]> {
  if (config.databaseUrl === null && !existsSync(join(config.dataDir, 'postgres', 'cluster'))) {
    return [{ name: 'database', state: 'well', detail: 'None yet: it is made at the first start.' }];
  }
  const provided = await provideDatabase(config, silentLog);
  try {
    const client = new pg.Client({ ...provided.options, connectionTimeoutMillis: 5_000 });
    client.on('error', () => {});
    await client.connect();
    try {
      const schema = await checkMigrations(client);
      return [
        await checkVersion(client),
        await checkDatabasePath(client),
        ...(await checkStandbys(client, config.databaseUrl)),
        ...(config.replicaUrl === null ? [] : [await checkReplica(client, config.replicaUrl)]),
        schema,
        await checkDurability(client),
        await checkClock(client, clock),
        ...(schema.state === 'well' ? await checkContents({ config, clock }, provided) : []),
      ];
    } finally {
      await client.end().catch(() => {});
    }
  } catch (error) {
    const detail = `The database does not answer: ${error instanceof Error ? error.message : error}`;
    const remedy =
      config.databaseUrl === null
        ? `See ${join(config.dataDir, 'postgres', 'postgres.log')}.`
        : 'Start that PostgreSQL, or correct host, user, password and name in DATABASE_URL.';
    return [{ name: 'database', state: 'failed', detail, remedy }];
  } finally {
    await provided.end();
  }
}

/** What is in a database whose schema is that of this version. */
async function checkContents(
  { config, clock }: Patient,
  { options, pooled }: Omit<ProvidedDatabase, 'end'>,
): Promise<Finding[]> {
  const { database, close } = openDatabase(options, { connectionsMax: 1 });
  try {
    return [
      ...(await checkBackups(database, clock)),
      await checkNumberRange(database),
      await checkEventRanges(database, clock),
      await checkRenewals(database, clock),
      ...(await checkWork(database, clock)),
      await checkIdentifications(database, config),
      await checkProviders(database, config),
      ...(await checkHosts(config, database)),
      await checkDemand(database),
      ...(await checkWitnesses(database, config)),
      ...(await checkMachines(config, options, pooled)),
      await checkProxies({ config, clock, database }),
      ...(await checkDocuments({ config, clock }, options)),
    ];
  } finally {
    await close();
  }
}

async function checkHosts(config: Config, database: Database): Promise<Finding[]> {
  const vault = await openKeyVault(findKeysDir(config), systemIds, {
    passphraseFile: config.vaultPassphraseFile,
  });
  return checkLinkHosts(database, { config, vault });
}

/** Documents that cannot be decrypted are not read again. */
async function checkDocuments({ config, clock }: Patient, options: DatabaseOptions): Promise<Finding[]> {
  const encryption = await checkEncryption(config, options);
  if (encryption.some(({ state }) => state === 'failed')) return encryption;
  return [...encryption, ...(await checkFiles(config, options, clock))];
}

async function checkVersion(client: pg.Client): Promise<Finding> {
  const name = 'database';
  const { rows } = await client.query(
    `select current_setting('server_version_num')::int as version,
            current_setting('server_version') as label`,
  );
  const detail = `PostgreSQL ${rows[0].label} answers.`;
  const versionMin = 15_00_00;
  if (rows[0].version >= versionMin) return { name, state: 'well', detail };
  return { name, state: 'failed', detail, remedy: 'Upgrade it to PostgreSQL 15 or newer.' };
}

async function checkMigrations(client: pg.Client): Promise<Finding> {
  const name = 'schema';
  const { migrations, pending, later, foreign } = await compareSchema(client);
  if (foreign) return { name, state: 'failed', ...foreign };
  if (later.length > 0) {
    const detail = `A later Paraph has migrated it (${later.join(', ')}), and this one may go on with it.`;
    return { name, state: 'well', detail };
  }
  if (pending.length === 0)
    return { name, state: 'well', detail: `All ${migrations.length} migrations are applied.` };
  const detail = `${pending.length} migrations are not applied yet: ${pending.join(', ')}.`;
  return { name, state: 'warning', detail, remedy: 'They are at the next start, or now: paraph migrate' };
}

async function checkDurability(client: pg.Client): Promise<Finding> {
  const name = 'durability';
  const { rows } = await client.query(
    `select name from pg_settings
     where name in ('fsync', 'full_page_writes', 'synchronous_commit') and setting = 'off'`,
  );
  if (rows.length === 0) return { name, state: 'well', detail: 'What is committed is on disk.' };
  const settings = rows.map((row) => row.name).join(', ');
  const detail = `These settings of the database are off: ${settings}. A power failure may lose signatures.`;
  return {
    name,
    state: 'failed',
    detail,
    remedy: 'Turn them on in postgresql.conf, and restart PostgreSQL.',
  };
}

/** Expiry dates and certificates depend on the clock; two clocks that differ show that one is wrong. */
async function checkClock(client: pg.Client, clock: Clock): Promise<Finding> {
  const name = 'clock';
  const skew = await measureSkew(clock, () => readDatabaseMs(client));
  const secondsMax = 5;
  const words = describeSkew(skew);
  const refused = words === null ? '' : ` ${words} Meanwhile /readyz refuses, and no job is begun here.`;
  const detail = `It differs from the database's by ${Math.abs(skew).toFixed(1)} s.${refused}`;
  if (Math.abs(skew) <= secondsMax) return { name, state: 'well', detail };
  return { name, state: 'failed', detail, remedy: 'Set both machines by NTP: timedatectl set-ntp true' };
}

async function checkMail({ config }: Patient): Promise<Finding[]> {
  const name = 'mail';
  if (config.smtpUrl === null) {
    const detail = 'SMTP_URL is not set: messages are kept, and shown on the mailbox page.';
    return [{ name, state: 'warning', detail, remedy: 'Set SMTP_URL for messages to leave this machine.' }];
  }
  const timeouts = { connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 5_000 };
  const transport = createTransport({ url: config.smtpUrl, ...timeouts });
  try {
    await transport.verify();
    return [{ name, state: 'well', detail: 'The mail server takes our connection and our login.' }];
  } catch (error) {
    const detail = `The mail server refuses the connection: ${error instanceof Error ? error.message : error}`;
    const remedy =
      'Correct host, port, user and password in SMTP_URL (smtps:// for TLS from the first byte).';
    return [{ name, state: 'failed', detail, remedy }];
  } finally {
    transport.close();
  }
}

async function checkBaseUrl({ config }: Patient): Promise<Finding[]> {
  const name = 'base URL';
  const { baseUrl } = config;
  const findings: Finding[] = [];
  if (isLoopback(baseUrl)) {
    const detail = `${baseUrl} works on this machine only, so recipients cannot open the links in mails.`;
    const remedy = 'Set PARAPH_BASE_URL to the https:// address that people reach.';
    findings.push({ name, state: 'warning', detail, remedy });
  }
  try {
    const answer = await fetch(new URL('/livez', baseUrl), { signal: AbortSignal.timeout(5_000) });
    await answer.body?.cancel();
    if (!answer.ok) throw new Error(`it answers ${answer.status}`);
    findings.push({ name, state: 'well', detail: `${baseUrl} answers.` });
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    const detail = `${baseUrl} does not answer: ${cause instanceof Error ? cause.message : cause}.`;
    const remedy =
      'Start the server; where it runs, look at the proxy, the certificate and the name service.';
    findings.push({ name, state: 'warning', detail, remedy });
  }
  return findings;
}
