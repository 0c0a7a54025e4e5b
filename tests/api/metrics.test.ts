import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkWork } from '../../operator/src/doctor/work.ts';
import { readConfig } from '../../server/src/config/config.ts';
import type { Database } from '../../server/src/database/database.ts';
import { insertFile } from '../../server/src/files/store-file.ts';
import { findFreePort } from '../support/free-port.ts';
import { openTestInstance, type TestInstance } from '../support/instance.ts';
import { expectStatus, folderForThisFile, forThisFile, forThisTest } from '../support/instance-case.ts';
import { notifying, openNotifyingInstance } from '../support/notifying-instance.ts';
import { openWebhookReceiver } from '../support/webhook-receiver.ts';

const TOKEN = 'a-token-of-the-collector';

const folder = await folderForThisFile();
let files = 0;

async function tokenFile(text: string): Promise<string> {
  files += 1;
  const path = join(folder, `token-${files}`);
  await writeFile(path, text);
  return path;
}

const read = (instance: TestInstance, headers: Record<string, string> = {}, query = '') =>
  instance.inject({ method: 'GET', url: `/metrics${query}`, headers });

/** What the standby was asked. */
const asked: string[] = [];
const replica = {
  read: async <Result>(read: (database: Database) => Promise<Result>) => {
    const { database } = instance.deps;
    const result = await read(
      database.withPlugin({
        transformQuery: ({ node }) => {
          asked.push(JSON.stringify(node));
          return node;
        },
        transformResult: async (each) => each.result,
      }),
    );
    return { result };
  },
  close: async () => {},
};
const instance = await forThisFile(
  openTestInstance({ env: { PARAPH_METRICS_TOKEN_FILE: await tokenFile(`${TOKEN}\n`) }, replica }),
);

test('with a token file it requires the token in the header', async () => {
  const answer = expectStatus(await read(instance, { authorization: `Bearer ${TOKEN}` }), 200);
  expect(answer.headers['content-type']).toMatch(/^text\/plain/);
  expect(answer.body).toContain('paraph_http_request_seconds');
  for (const headers of [{}, { authorization: 'Bearer ' }, { authorization: `Bearer ${TOKEN}x` }]) {
    const refused = await read(instance, headers as Record<string, string>, `?token=${TOKEN}`);
    expect(refused.statusCode).toBe(401);
    expect(refused.headers['www-authenticate']).toMatch(/^Bearer/);
    expect(refused.body).not.toContain('paraph_');
  }
});

test('a standby is asked for what the instance has to do, and the primary for what it says of itself', async () => {
  asked.length = 0;
  const { body } = await read(instance, { authorization: `Bearer ${TOKEN}` });
  expect(body).toMatch(/^paraph_clock_skew_seconds -?\d/m);
  expect(asked.length).toBeGreaterThan(10);
  expect(asked.filter((node) => node.includes('clock_timestamp'))).toEqual([]);
});

test('with a port of its own it is there alone, on loopback', async () => {
  const port = await findFreePort();
  const instance = await openTestInstance({ env: { PARAPH_METRICS_PORT: String(port) } });
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`);
  expect([answer.status, (await answer.text()).includes('paraph_jobs_waiting')]).toEqual([200, true]);
  expect((await fetch(`http://127.0.0.1:${port}/api/v1/profile`)).status).toBe(404);
  expect((await fetch(`http://127.0.0.1:${port}/metrics`, { method: 'POST' })).status).toBe(404);
  expect((await read(instance)).statusCode).toBe(404);
  await instance.close();
  await expect(fetch(`http://127.0.0.1:${port}/metrics`)).rejects.toThrow();
});

test('a token that can be guessed, a file that is not there and a port that is none are refused', async () => {
  const problem = (env: Record<string, string>) => {
    try {
      return readConfig(env) && '';
    } catch (error) {
      return String(error);
    }
  };
  expect(problem({ PARAPH_METRICS_TOKEN_FILE: await tokenFile('short') })).toContain('16 characters');
  expect(problem({ PARAPH_METRICS_TOKEN_FILE: '/nowhere/token' })).toContain('cannot be read');
  expect(problem({ PARAPH_METRICS_PORT: '70000' })).toContain('PARAPH_METRICS_PORT');
  expect(problem({ PARAPH_METRICS_PORT: '3000' })).toContain('PARAPH_PORT');
});

describe('the operators’ view', () => {
  const names = (text: string) => new Set(text.match(/\b(?:paraph|nodejs|process)_[a-z0-9_]+/g));

  test('rules and dashboard ask for metrics that exist, and each alert says what to do', async () => {
    const told = names((await read(instance, { authorization: `Bearer ${TOKEN}` })).body);
    const [rules, dashboard, runbook] = await Promise.all(
      ['alerts.yaml', 'dashboard.json', 'README.md'].map((name) =>
        readFile(new URL(`../../docs/operations/${name}`, import.meta.url), 'utf8'),
      ),
    );
    const asked = [...names(String(rules)), ...names(String(dashboard))];
    expect(asked.length).toBeGreaterThan(20);
    const families = asked.map((name) => (told.has(name) ? name : name.replace(/_(count|bucket)$/, '')));
    expect(families.filter((name) => !told.has(name))).toEqual([]);
    expect(JSON.parse(String(dashboard)).panels.length).toBeGreaterThan(10);
    const alerts = [...String(rules).matchAll(/- alert: (\w+)/g)].map(([, name]) => String(name));
    expect(alerts.filter((name) => !String(runbook).includes(`### ${name}\n`))).toEqual([]);
    expect(alerts.filter((name) => !String(rules).includes(`README.md#${name.toLowerCase()}"`))).toEqual([]);
  });

  test('what a receiver and a mail server refuse is counted until they take it', async () => {
    const receiver = await forThisTest(openWebhookReceiver());
    const env = {
      PARAPH_METRICS_TOKEN_FILE: await tokenFile(TOKEN),
      SMTP_URL: `smtp://127.0.0.1:${await findFreePort()}`,
    };
    const instance = await forThisTest(openNotifyingInstance(env));
    const value = async (series: string) => {
      const headers = { authorization: `Bearer ${TOKEN}` };
      const { body } = await instance.app.inject({ method: 'GET', url: '/metrics', headers });
      const line = body.split('\n').find((each) => each.startsWith(`${series} `));
      return Number(line?.slice(series.length) ?? 0);
    };
    receiver.answerWith((_received, response) => response.writeHead(500).end());
    await instance.start({ preferences: notifying(receiver.url) });
    await instance.run();
    expect(await value('paraph_deliveries_waiting{attempt="later"}')).toBe(1);
    expect(await value('paraph_mails_waiting{attempt="later"}')).toBe(1);
    const { pool, database, clock } = instance.deps;
    await pool.query("select graphile_worker.add_job('no-such-job', run_at => now() - interval '1 hour')");
    expect(await value('paraph_job_wait_seconds{job="no-such-job"}')).toBeGreaterThan(3_500);
    await pool.query(
      "update graphile_worker._private_jobs set locked_at = now() where run_at < now() - interval '50 min'",
    );
    expect(await value('paraph_job_wait_seconds{job="no-such-job"}')).toBe(0);
    const findings = await checkWork(database, clock);
    expect(findings.map(({ name, state, detail }) => [name, state, Number.parseInt(detail, 10) > 0])).toEqual(
      ['jobs', 'notifications', 'mails'].map((name) => [name, 'warning', true]),
    );
    expect(findings.every(({ remedy = '' }) => remedy.length > 20)).toBe(true);
    receiver.answerWith((_received, response) => response.writeHead(204).end());
    instance.advanceClock(3_600);
    await instance.run();
    expect(await value('paraph_deliveries_waiting{attempt="later"}')).toBe(0);
    expect(await value('paraph_mails_waiting{attempt="later"}')).toBe(1);
  });

  test('how far the encryption of stored files is, is counted every few minutes', async () => {
    const token = await tokenFile(TOKEN);
    const key = await tokenFile('0123456789abcdef'.repeat(4));
    await chmod(key, 0o600);
    const env = { PARAPH_METRICS_TOKEN_FILE: token, PARAPH_ENCRYPTION_KEYS: key };
    const instance = await forThisTest(openTestInstance({ env }));
    const told = async () => (await read(instance, { authorization: `Bearer ${TOKEN}` })).body;
    const { blobs, clock, database } = instance.deps;
    const stored = await blobs.put(Buffer.from('%PDF-1.7'));
    const plain = { ...stored, key: `20261122${'0'.repeat(32)}` };
    await database.transaction().execute((tx) => insertFile(tx, plain, { format: 'pdf', now: clock.now() }));
    expect(await told()).toMatch(/^paraph_files_not_encrypted 1$/m);
    expect(await told()).toMatch(/^paraph_document_keys\{wrapping_key="file:\w{16}"\} 1$/m);
    await database.deleteFrom('files').execute();
    expect(await told()).toMatch(/^paraph_files_not_encrypted 1$/m);
    instance.advance(301);
    expect(await told()).toMatch(/^paraph_files_not_encrypted 0$/m);
  });
});
