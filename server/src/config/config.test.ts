import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { RATES } from '@paraph/domain';
import { describe, expect, test } from 'vitest';
import { folderForThisTest } from '../../../tests/support/scratch.ts';
import { isLoopback } from './base-url.ts';
import { ConfigError, readConfig } from './config.ts';
import { inSchema, listHostUrls } from './database-url.ts';

const problemsOf = (env: Record<string, string>): readonly string[] => {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
};

describe('settings', () => {
  test('need nothing to be set', () => {
    expect(readConfig({}, false)).toMatchObject({
      host: '127.0.0.1',
      port: 3000,
      baseUrl: 'http://localhost:3000',
      databaseUrl: null,
      smtpUrl: null,
      signUp: 'first',
      clientRegistration: 'closed',
      expirySecondsMin: 7 * 86_400,
      logLevel: 'info',
    });
  });

  test('are refused where a name is misspelled, with the nearest one', () => {
    const names = {
      PARAPH_TRUSTED_PROXY: '10.0.0.1',
      PARAPH_BASEURL: 'https://a.example',
      PARAPH_WHATEVER: '1',
    };
    expect(
      problemsOf({ ...names, PARAPH_API_KEY: 'of the command line', PARAPHRASE: 'of another program' }),
    ).toEqual([
      'PARAPH_TRUSTED_PROXY is not a setting. Did you mean PARAPH_TRUSTED_PROXIES?',
      'PARAPH_BASEURL is not a setting. Did you mean PARAPH_BASE_URL?',
      'PARAPH_WHATEVER is not a setting. See .env.example for all of them.',
    ]);
  });

  test('name the hash of what is made, and refuse one that ends or that keys on a token cannot sign by', () => {
    expect(
      readConfig({ PARAPH_HASH: 'sha3-512', PARAPH_HASHES_TRUSTED_UNTIL: 'sha256=2040-01-01' }),
    ).toMatchObject({
      hashes: {
        imprint: 'sha3-512',
        signature: 'sha512',
        trustedUntil: { sha256: new Date('2040-01-01T00:00:00Z') },
      },
    });
    const refused = (value: string, env: Record<string, string> = {}) =>
      problemsOf({ PARAPH_HASHES_TRUSTED_UNTIL: value, ...env });
    expect(refused('sha256=2040-01-01')).toEqual([expect.stringContaining('choose another hash there')]);
    expect(refused('sha512=2040-01-01', { PARAPH_HASH: 'sha3-512' })).toEqual([
      expect.stringContaining('ends the trust in sha512'),
    ]);
    for (const wrong of ['sha256', 'md5=2040-01-01', 'sha256=2040-13-01'])
      expect(refused(wrong, { PARAPH_HASH: 'sha512' })).toEqual([
        `PARAPH_HASHES_TRUSTED_UNTIL holds "${wrong}"; write sha256=2040-01-01, for one of sha256, sha512, sha3-512.`,
      ]);
    expect(problemsOf({ PARAPH_HASH: 'sha512', PARAPH_PKCS11_KEYS: 'issuing=Issuing' })).toContain(
      'PARAPH_HASH is sha512, and keys on a token (PARAPH_PKCS11_KEYS) sign by sha256 alone.',
    );
  });

  test('several hosts of a database have an address each, and lead to the one that takes writes', () => {
    const url = 'postgresql://ada:s%40y@a:5432,b:5433,[::1]/paraph?sslmode=require';
    const [first, second, third] = ['a:5432', 'b:5433', '[::1]'].map(
      (host) => `postgresql://ada:s%40y@${host}/paraph?sslmode=require`,
    );
    expect(listHostUrls(url)).toEqual([first, second, third]);
    expect(listHostUrls('postgres:///paraph?host=/run/a,b')).toEqual(['postgres:///paraph?host=/run/a,b']);
    expect(problemsOf({ DATABASE_URL: `${url}&target_session_attrs=read-write` })).toEqual([]);
    for (const wrong of ['postgres://a,:x/paraph', `${url}&target_session_attrs=standby`])
      expect(problemsOf({ DATABASE_URL: wrong })).toEqual([expect.stringContaining('DATABASE_URL')]);
    // What leads past a pooler is nothing without it.
    expect(problemsOf({ DATABASE_SESSION_URL: url })).toEqual([
      expect.stringMatching(/without DATABASE_URL/),
    ]);
    expect(problemsOf({ DATABASE_SESSION_URL: url, DATABASE_URL: 'postgres://pooler/paraph' })).toEqual([]);
  });

  test('schemas of the database have plain names, one for the tables and one for the queue', () => {
    for (const [name, wrong] of [
      ...['Paraph', 'pg_paraph', '1st', 'a-b', `p${'a'.repeat(63)}`].map((each) => ['DATABASE_SCHEMA', each]),
      ['DATABASE_QUEUE_SCHEMA', 'jobs; drop'],
    ] as [string, string][])
      expect(problemsOf({ [name]: wrong })).toEqual([expect.stringContaining(`${name} is "${wrong}"`)]);
    expect(problemsOf({ DATABASE_SCHEMA: 'graphile_worker' })).toEqual([
      expect.stringContaining('DATABASE_QUEUE_SCHEMA is the schema of DATABASE_SCHEMA'),
    ]);
    const url = 'postgresql://ada:s%40y@a:5432/paraph?options=-c%20work_mem%3D8MB';
    expect(inSchema(url, 'public')).toBe(url);
    expect(new URL(inSchema(url, 'paraph')).searchParams.get('options')).toBe(
      '-c work_mem=8MB -c search_path=paraph',
    );
    expect(inSchema('postgres://a/paraph', 'p')).toBe('postgres://a/paraph?options=-c+search_path%3Dp');
  });

  test('name all problems at once, each by its setting', () => {
    const settings = {
      PARAPH_PORT: '80000',
      PARAPH_BASE_URL: 'http://sign.example.com',
      DATABASE_URL: 'mysql://user:secret@db/paraph',
      SMTP_URL: 'mail.example.com',
      PARAPH_MAIL_FROM: 'nobody',
      PARAPH_SIGN_UP: 'maybe',
      PARAPH_NEW_ACCOUNT_DAYS: '400',
      PARAPH_ABUSE_CONTACT: 'abuse',
      PARAPH_EXPIRY_MIN_DAYS: '8',
      PARAPH_INTAKE_PROCESSES: '0',
      PARAPH_TRUSTED_PROXIES: '10.0.0.0/8, proxy',
      PARAPH_RATES: 'apiKey=600/30, everything=1/1',
      PARAPH_COUNTRY: 'Germany',
      PARAPH_LOG_LEVEL: 'loud',
    };
    const problems = problemsOf(settings);
    for (const name of Object.keys(settings))
      expect(problems.filter((problem) => problem.includes(name))).toHaveLength(1);
  });

  test('about timestamps name every address that cannot be asked, and need roots that can be read', () => {
    const urls = 'ftp://time.example.com, http://localhost:3000/tsa, http://time.example.com:5432/';
    const problems = problemsOf({ PARAPH_TSA_URLS: urls, PARAPH_TSA_TIMEOUT: '0' });
    expect(problems.filter((problem) => problem.startsWith('PARAPH_TSA_URLS holds'))).toHaveLength(3);
    expect(problems.filter((problem) => problem.includes('PARAPH_TSA_ROOTS'))).toHaveLength(1);
    expect(problems.filter((problem) => problem.includes('PARAPH_TSA_TIMEOUT'))).toHaveLength(1);
    const named = { PARAPH_TSA_URLS: 'http://10.0.0.7/tsa' };
    for (const path of ['/nowhere.pem', import.meta.filename])
      expect(problemsOf({ ...named, PARAPH_TSA_ROOTS: path })).toEqual([expect.stringContaining(path)]);
  });

  test('refuse a passphrase that other users can read, and never repeat it', async () => {
    const path = join(await folderForThisTest(), 'passphrase');
    writeFileSync(path, 'a passphrase for all', { mode: 0o644 });
    const setting = { PARAPH_VAULT_PASSPHRASE_FILE: path };
    expect(problemsOf(setting)).toEqual([
      expect.stringMatching(/^PARAPH_VAULT_PASSPHRASE_FILE: .*chmod 600/),
    ]);
    chmodSync(path, 0o600);
    expect(problemsOf(setting)).toEqual([]);
    expect(JSON.stringify(readConfig(setting))).not.toContain('a passphrase for all');
  });

  test('of a token belong together, and name the keys that lie on it', () => {
    const problems = problemsOf({
      PARAPH_PKCS11_MODULE: '/lib/token.so',
      PARAPH_PKCS11_KEYS: 'seal=x, root',
    });
    const named = problems.map((problem) => /^\S+?(?=:| )/.exec(problem)?.[0]);
    expect(named).toEqual([
      'PARAPH_PKCS11_TOKEN',
      'PARAPH_PKCS11_PIN_FILE',
      'PARAPH_PKCS11_KEYS',
      'PARAPH_PKCS11_KEYS',
    ]);
    expect(problems.join(' ')).toContain('holds "seal=x"; write issuing=label');
    const unread = problemsOf({
      PARAPH_PKCS11_MODULE: '/lib/token.so',
      PARAPH_PKCS11_TOKEN: 'Ours',
      PARAPH_PKCS11_PIN_FILE: '/nowhere/pin',
      PARAPH_PKCS11_KEYS: 'root=Root, issuing=Issuing one',
    });
    expect(unread).toHaveLength(1);
    expect(unread[0]).toContain('PARAPH_PKCS11_PIN_FILE: /nowhere/pin cannot be read');
  });

  test('of a gateway for text messages are complete, or refused with what is missing', async () => {
    const path = join(await folderForThisTest(), 'token');
    writeFileSync(path, 'token\n');
    const named = { PARAPH_SMS_URL: 'https://sms.example.com/Messages.json', PARAPH_SMS_SECRET_FILE: path };
    const account = { ...named, PARAPH_SMS_USER: 'AC1', PARAPH_SMS_FROM: '+41445550100' };
    expect(readConfig({ ...account, PARAPH_SMS_GATEWAY: 'twilio' }).sms).toEqual({
      ...{ kind: 'twilio', url: named.PARAPH_SMS_URL, user: 'AC1', secret: 'token', from: '+41445550100' },
      timeoutMs: 10_000,
    });
    const smpp = { PARAPH_SMS_GATEWAY: 'smpp', PARAPH_SMS_URL: 'smpps://[::1]:3550' };
    expect(problemsOf({ ...account, ...smpp })).toEqual([]);
    const incomplete: [Record<string, string>, RegExp[]][] = [
      [{ PARAPH_SMS_GATEWAY: 'carrier pigeon' }, [/must be one of http, twilio, smpp/]],
      [{ PARAPH_SMS_GATEWAY: 'twilio' }, [/SMS_URL is/, /SECRET_FILE is/, /SMS_USER is/, /SMS_FROM is/]],
      [{ PARAPH_SMS_GATEWAY: 'smpp', PARAPH_SMS_URL: 'https://a' }, [/SECRET_FILE is/, /USER is/, /smpp:/]],
      [{ ...named, PARAPH_SMS_GATEWAY: 'http', PARAPH_SMS_URL: 'http://sms.example.com' }, [/https:/]],
      [{ ...named, PARAPH_SMS_GATEWAY: 'http', PARAPH_SMS_SECRET_FILE: '/nowhere' }, [/cannot be read/]],
      [
        { PARAPH_SMS_URL: 'https://a', PARAPH_SMS_USER: 'b' },
        [/GATEWAY is missing; .*URL and .*USER need it/],
      ],
      [{ PARAPH_SMS_TIMEOUT: '0' }, [/from 0.1 to 60/]],
      [{ PARAPH_MAIL_CODES: 'maybe' }, [/yes or no/]],
    ];
    for (const [env, expected] of incomplete)
      expect(problemsOf(env)).toEqual(expected.map((pattern) => expect.stringMatching(pattern)));
    const away = { PARAPH_BASE_URL: 'https://sign.example.com' };
    expect([readConfig({}).mailCodes, readConfig(away).mailCodes]).toEqual([true, false]);
    expect(readConfig({ ...away, PARAPH_MAIL_CODES: 'yes' }).mailCodes).toBe(true);
  });

  test('change single rates and leave the others as they are', () => {
    const { rates } = readConfig({ PARAPH_RATES: 'apiKey=600/10,token = 5/1' });
    expect(rates).toMatchObject({ apiKey: { hits: 600, seconds: 10 }, token: { hits: 5, seconds: 1 } });
    expect(rates.signUp).toEqual(RATES.signUp);
    for (const text of ['apiKey', 'apiKey=0/30', 'apiKey=1e9/30', 'toString=1/1']) {
      expect([text, problemsOf({ PARAPH_RATES: text }).length]).toEqual([text, 1]);
    }
  });

  test('never repeat what may hold a password', () => {
    expect(problemsOf({ DATABASE_URL: 'mysql://user:secret@db/paraph' }).join()).not.toContain('secret');
  });

  test('show a person who watches the terminal no line a request, unless they ask', () => {
    expect(readConfig({}, true).logLevel).toBe('warn');
    expect(readConfig({ PARAPH_LOG_LEVEL: 'debug' }, true).logLevel).toBe('debug');
  });

  test.each([
    ['http://localhost:3000', true],
    ['http://127.9.9.9', true],
    ['http://[::1]:3000', true],
    ['https://localhost.example.com', false],
    ['https://sign.example.com', false],
  ])('%s is loopback: %s', (url, expected) => {
    expect(isLoopback(url)).toBe(expected);
  });
});
