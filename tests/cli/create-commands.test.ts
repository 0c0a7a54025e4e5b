import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SCOPE_NAMES } from '@paraph/domain';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createUserCommand } from '../../operator/src/commands/accounts.ts';
import { createAppCommand } from '../../operator/src/commands/create-app.ts';
import { createKeyCommand } from '../../operator/src/commands/create-key.ts';
import { queryOnce, type TestDatabase } from '../support/database.ts';
import { folderForThisTest } from '../support/instance-case.ts';
import { databaseForThisTest, runOperator, settingsForThisTest } from '../support/operator-case.ts';
import { isRunning, startTalker, until } from '../support/processes.ts';

const password = 'a whole sentence of a password';

const run = (...args: string[]) =>
  runOperator([createUserCommand, createAppCommand, createKeyCommand], args, {
    readInput: async () => `${password}\n`,
  });

const createUser = (...args: string[]) => run('create-user', ...args);
const ada = ['--email', 'ada@example.com', '--name', 'Ada Lovelace', '--password-stdin'];

let database: TestDatabase;
beforeEach(async () => {
  database = await databaseForThisTest();
  settingsForThisTest({ DATABASE_URL: database.connectionString });
});

const query = (sql: string) => queryOnce(database.options, sql);

describe('create-user', () => {
  it('makes the account, its organization and its workspace once, keeps no password that could be read, and prints JSON when asked', async () => {
    const { code, printed } = await createUser(...ada, '--organization', 'Analytical Engines', '--json');
    expect(code).toBe(0);
    expect(JSON.parse(printed)).toEqual({ id: expect.any(Number), email: 'ada@example.com' });
    expect(await query('select email, name, instance_owner from users')).toEqual([
      { email: 'ada@example.com', name: 'Ada Lovelace', instance_owner: true },
    ]);
    expect(await query('select name from organizations')).toEqual([{ name: 'Analytical Engines' }]);
    expect(await query('select count(*)::int as n from workspaces')).toEqual([{ n: 1 }]);
    const [row] = await query('select password_hash from users');
    expect(JSON.stringify(row)).toContain('$argon2id$');
    expect(JSON.stringify(row)).not.toContain(password);
    const again = await createUser(...ada);
    expect([again.code, again.errors]).toEqual([1, expect.stringMatching(/email: There is an account/)]);
    expect(await query('select count(*)::int as n from users')).toEqual([{ n: 1 }]);
  });

  it('takes the password from standard input alone', async () => {
    const { code, errors } = await createUser('--email', 'ada@example.com', '--name', 'Ada Lovelace');
    expect(code).toBe(2);
    expect(errors).toContain('--password-stdin');
  });

  it('tells all settings that are wrong', async () => {
    vi.stubEnv('PARAPH_PORT', 'eighty');
    vi.stubEnv('PARAPH_SIGN_UP', 'perhaps');
    const { code, errors } = await createUser(...ada);
    expect(code).toBe(1);
    expect(errors).toContain('PARAPH_PORT');
    expect(errors).toContain('PARAPH_SIGN_UP');
  });
});

describe('create-app', () => {
  const app = ['--owner', 'Ada@Example.com', '--name', 'Loom', '--redirect-uri', 'https://loom.example/back'];

  it('registers it for its owner, and prints the keys of the interface', async () => {
    await createUser(...ada);
    const more = ['--redirect-uri', 'http://localhost:9/b', '--scopes', 'profile:read workflows:write'];
    const { code, printed, errors } = await run('create-app', ...app, ...more, '--json');
    expect({ code, errors }).toEqual({ code: 0, errors: '' });
    const { clientId, clientSecret, ...rest } = JSON.parse(printed);
    expect(rest).toMatchObject({
      name: 'Loom',
      redirectUris: ['https://loom.example/back', 'http://localhost:9/b'],
      scopes: ['profile:read', 'workflows:write'],
    });
    const secretHash = createHash('sha256').update(clientSecret).digest();
    expect(
      await query(
        'select client_id, secret_hash, email from integration_apps join users on users.id = owner_id',
      ),
    ).toEqual([{ client_id: clientId, secret_hash: secretHash, email: 'ada@example.com' }]);
    // Every scope when none is named, and the secret to a person too.
    const { printed: told } = await run('create-app', ...app);
    expect(told).toMatch(/Client ID +[0-9a-f]{32}\n +Client secret +[\w-]{43}\n/);
    const [row] = await query(
      'select scopes from integration_apps where owner_id is not null order by id desc limit 1',
    );
    expect(row).toEqual({ scopes: SCOPE_NAMES });
  });

  it('says how to make the owner where there is none, and names every URI and scope that is not valid', async () => {
    const nobody = await run('create-app', ...app);
    const remedy = 'paraph create-user --email Ada@Example.com';
    expect([nobody.code, nobody.errors]).toEqual([1, expect.stringContaining(remedy)]);
    await createUser(...ada);
    const wild = ['--redirect-uri', 'https://*.loom.example/back'];
    const wrong = ['--redirect-uri', 'http://loom.example/', ...wild, '--scopes', 'profile:read everything'];
    const { code, errors } = await run('create-app', ...app, ...wrong, '--json');
    expect(code).toBe(1);
    expect(Object.keys(JSON.parse(errors).error.violations)).toEqual([
      'redirectUris[1]',
      'redirectUris[2]',
      'scopes[1]',
    ]);
  });
});

describe('create-key', () => {
  const key = ['--user', 'Ada@Example.com', '--name', 'Nightly'];

  it('makes one that acts as the user, stores its hash alone, and prints what the interface answers', async () => {
    await createUser(...ada);
    const made = await run('create-key', ...key, '--scopes', 'workflows:write webhooks:write', '--json');
    expect([made.code, made.errors]).toEqual([0, '']);
    const { key: secret, ...rest } = JSON.parse(made.printed);
    expect(rest).toMatchObject({ name: 'Nightly', scopes: ['workflows:write', 'webhooks:write'] });
    expect(secret).toMatch(/^paraph_key_[\w-]{43}$/);
    const [row] = await query(
      `select api_keys.*, members.user_id as acts_as, users.email from api_keys
       join members on members.id = member_id join users on users.id = members.user_id`,
    );
    const { secret_hash: hash, ...columns } = row ?? {};
    expect(hash).toEqual(createHash('sha256').update(secret).digest());
    expect(columns.email).toBe('ada@example.com');
    expect(JSON.stringify(columns)).not.toContain(secret);
    const { printed } = await run('create-key', ...key);
    expect(printed).toMatch(
      /^Created the key Nightly \(id \d+\) of Ada@Example.com\.\n +API key +paraph_key_[\w-]{43}\n/,
    );
    expect(await query('select scopes from api_keys order by id desc limit 1')).toEqual([
      { scopes: ['workflows:write'] },
    ]);
  });

  it('says how to make the account where there is none, and what of the rest is wrong', async () => {
    const { code, errors } = await run('create-key', ...key);
    expect([code, errors]).toEqual([
      1,
      expect.stringContaining('paraph create-user --email Ada@Example.com'),
    ]);
    await createUser(...ada);
    const wrong = await run('create-key', ...key, '--scopes', 'workflows:write everything', '--json');
    expect(Object.keys(JSON.parse(wrong.errors).error.violations)).toEqual(['scopes[1]']);
    expect((await run('create-key', ...key, '--organization', '987654')).errors).toContain(
      'no such organization',
    );
    expect((await run('create-key', ...key, '--organization', 'mine')).code).toBe(2);
  });
});

it('create-user on the embedded database makes it, and works as well while another process holds it', async () => {
  const dataDir = join(await folderForThisTest(), 'data');
  vi.stubEnv('PARAPH_DATA_DIR', dataDir);
  vi.stubEnv('DATABASE_URL', '');
  expect(await createUser(...ada)).toMatchObject({ code: 0 });

  const holder = startTalker([
    fileURLToPath(new URL('../support/postgres-holder.ts', import.meta.url)),
    dataDir,
  ]);
  const { pid, mode } = await holder.hear(({ message }) => message === 'ready');
  // A PostgreSQL that the first command left running would be adopted.
  expect(mode).toBe('started');
  expect(await createUser('--email', 'charles@example.com', ...ada.slice(2))).toMatchObject({ code: 0 });
  expect(isRunning(Number(pid))).toBe(true);
  expect(holder.lines.some(({ level }) => level === 'warn')).toBe(false);
  await holder.end();
  await until('PostgreSQL to end', () => !isRunning(Number(pid)));
});
