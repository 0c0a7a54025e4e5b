import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { checkLogProof, findLogProofs, keyText, parseKeyText, readTimestampToken } from '@paraph/pades';
import { expect, test } from 'vitest';
import { witnessCommand } from '../../operator/src/commands/witness.ts';
import { findProblems } from '../../operator/src/doctor/find-problems.ts';
import { composeMail } from '../../server/src/mail/compose-mail.ts';
import { openLogKey } from '../../server/src/transparency-log/log-key.ts';
import { printedBlocks } from '../docs/printed.ts';
import {
  folderForThisFile,
  folderForThisTest,
  forThisFile,
  openInstanceCase,
} from '../support/instance-case.ts';
import { runOperator, settingsForThisTest, settingsOf } from '../support/operator-case.ts';
import { runOwnCommandLine } from '../support/own-command-line.ts';
import { addLeaves, hashOf, nameLog, openNamedInstance, witnessKeyOf } from '../support/witnesses.ts';

const folder = await folderForThisFile();
const tokenFile = join(folder, 'token');
await writeFile(tokenFile, 'a-token-of-the-collector', { mode: 0o600 });
const witness = await forThisFile(openNamedInstance('witness.example.net'));
const key = await witnessKeyOf(witness);
const { instance, sender, sendSigned, workflowOf } = await openInstanceCase({
  env: {
    PARAPH_WITNESSES: `${key} ${witness.witnessUrl}`,
    PARAPH_METRICS_TOKEN_FILE: tokenFile,
  },
});
const address = await instance.app.listen({ port: 0, host: '127.0.0.1' });
await nameLog(witness, instance.deps);
const id = await sendSigned({ name: 'Ada Lovelace', email: 'ada@example.com' });
await instance.runJobs();

const metric = async (name: string) => {
  const headers = { authorization: 'Bearer a-token-of-the-collector' };
  const { body } = await instance.inject({ method: 'GET', url: '/metrics', headers });
  return body.split('\n').filter((line) => line.startsWith(name));
};
const examine = async () =>
  (
    await findProblems({
      config: { ...instance.deps.config, databaseUrl: instance.connectionString },
      clock: instance.deps.clock,
    })
  ).filter(({ name }) => name === 'witnesses');
const completionMail = async () => {
  const mail = await instance.deps.database
    .selectFrom('mails')
    .selectAll()
    .where('kind', '=', 'completed')
    .orderBy('id')
    .limit(1)
    .executeTakeFirstOrThrow();
  const { database } = instance.deps;
  await database.updateTable('mails').set({ state: 'kept' }).where('id', '=', mail.id).execute();
  const composed = await composeMail(instance.deps, mail);
  return composed?.text ?? '';
};

const verifyLog = (...options: string[]) => runOwnCommandLine('verify-log', address, ...options);

test('until a witness has seen it, nothing says so', async () => {
  expect(await completionMail()).not.toContain('Seen by witnesses');
  expect(await examine()).toMatchObject([
    { state: 'well', detail: expect.stringContaining('was not asked yet') },
  ]);
  const { code, text } = await verifyLog();
  expect(text).toContain(
    'compared with nothing.\nIt is consistent in itself; nothing kept to compare with.\n',
  );
  expect(code).toBe(0);
  const unseen = await verifyLog('--witness', key);
  expect(unseen.text).toContain('has seen no checkpoint of it');
  expect(unseen.code).toBe(6);
});

test('then record, mail, offline verifier, doctor and metrics name who has seen it', async () => {
  await instance.jobs['ask-witnesses'](0);
  const { path } = await workflowOf(id);
  const { record } = (await sender.call({ method: 'GET', url: `${path}/evidence` })).json();
  const [proof, ...more] = findLogProofs(record);
  expect(more).toEqual([]);
  if (!proof) throw new Error('The record has no proof of the log.');
  const logKey = (await openLogKey(instance.deps)).publicKey;
  const said = checkLogProof(proof, { key: logKey, retained: null, witnesses: [parseKeyText(key)] });
  const seenBy = [{ name: 'witness.example.net/log/witness', seenAt: expect.stringMatching(/^\d{4}-/) }];
  expect(said).toMatchObject({ isIncluded: true, isSigned: true, witnesses: seenBy });
  expect(checkLogProof(proof, { key: logKey, retained: null }).witnesses).toEqual([]);
  expect(await completionMail()).toMatch(
    /Seen by witnesses: witness\.example\.net\/log\/witness, \d+ \w+ \d+, /,
  );
  expect(await examine()).toMatchObject([{ state: 'well', detail: expect.stringContaining('has seen') }]);
  expect(await metric('paraph_witness_failing_seconds')).toEqual([
    'paraph_witness_failing_seconds{witness="witness.example.net/log/witness"} 0',
  ]);
});

test('a later leaf leaves the earlier proof where witnesses saw it', async () => {
  const { path } = await workflowOf(id);
  const evidence = async () =>
    findLogProofs((await sender.call({ method: 'GET', url: `${path}/evidence` })).json())[0]?.checkpoint;
  const before = await evidence();
  await addLeaves(instance.deps, 'later');
  expect(await evidence()).toBe(before);
});

test('the hourly checkpoint is timestamped with its cosignatures, and verify-log finds them', async () => {
  await instance.jobs['publish-checkpoint'](0);
  const [size] = (await instance.inject({ method: 'GET', url: '/log/checkpoints' })).body.split('\n');
  const note = (await instance.inject({ method: 'GET', url: `/log/checkpoints/${size}` })).body;
  const token = (await instance.inject({ method: 'GET', url: `/log/checkpoints/${size}.tst` })).rawPayload;
  expect(note).toContain('witness.example.net');
  expect(Buffer.from(readTimestampToken(token).digest)).toEqual(hashOf(note));
  await addLeaves(instance.deps, 'later still');
  const { code, text } = await verifyLog('--witness', key);
  expect(text).toMatch(
    new RegExp(`Seen by witness\\S+ at \\S+, with ${size} leaves\\.\nThe log only grew\\.\n$`),
  );
  expect(code).toBe(0);
  expect((await verifyLog('--witness', keyText((await openLogKey(instance.deps)).publicKey))).code).toBe(2);
});

test('verify-log is run as docs/log.md prints it', async () => {
  const folder = await folderForThisTest();
  const lines = printedBlocks
    .filter(({ page, language }) => page === 'docs/log.md' && language === 'sh')
    .flatMap((block) => block.lines.filter((line) => line.startsWith('paraph verify-log ')));
  expect(lines).toHaveLength(3);
  const said: string[] = [];
  for (const line of lines) {
    const words = line
      .replace('https://sign.example.com', address)
      .replace('checkpoint.txt', `${folder}/checkpoint.txt`)
      .replace('witness.example/one+a1b2c3d4+BASE64', key);
    const { code, text } = await runOwnCommandLine(...words.split(' ').slice(1));
    expect(code, text).toBe(0);
    said.push(text);
  }
  expect(said[1]).toContain('The log only grew.');
});

test('a witness that refuses is named by doctor and metrics until it cosigns again', async () => {
  const { database } = instance.deps;
  await database
    .updateTable('transparency_witness_states')
    .set({
      refused_since: instance.deps.clock.now(),
      failing_since: instance.deps.clock.now(),
      problem: 'It saw more.',
    })
    .execute();
  instance.advance(90);
  expect(await examine()).toMatchObject([
    { state: 'failed', detail: expect.stringContaining('It saw more.') },
  ]);
  expect([
    ...(await metric('paraph_witness_failing_seconds')),
    ...(await metric('paraph_log_refused')),
  ]).toEqual([
    'paraph_witness_failing_seconds{witness="witness.example.net/log/witness"} 90',
    'paraph_log_refused 1',
  ]);
  await instance.jobs['ask-witnesses'](0);
  expect(await examine()).toMatchObject([{ state: 'well' }]);
});

test('paraph witness names, shows and removes logs, and what was seen of one is never forgotten', async () => {
  settingsForThisTest({ ...settingsOf(witness), PARAPH_BASE_URL: 'https://witness.example.net' });
  const run = (...args: string[]) => runOperator([witnessCommand], ['witness', ...args]);
  const origin = 'localhost:3000/log';
  const shown = await run();
  expect(shown.printed).toContain(`${key} https://witness.example.net/log/witness`);
  expect(shown.printed).toMatch(/localhost:3000\/log: \d+ leaves, last at/);
  expect((await run('--remove', origin)).printed).toContain('It cosigns no log.');
  expect((await run('--remove', origin)).code).toBe(2);
  const logKey = keyText((await openLogKey(instance.deps)).publicKey);
  expect((await run('--add', logKey)).printed).toMatch(/localhost:3000\/log: \d+ leaves/);
  for (const wrong of ['hello', key]) expect((await run('--add', wrong)).code, wrong).toBe(2);
  const other = { ...(await openLogKey(witness.deps)).publicKey, name: origin };
  expect((await run('--add', keyText(other))).errors).toContain('has another key here');
  const { logs } = JSON.parse((await run('--json')).printed);
  expect(logs).toMatchObject([{ origin, size: expect.any(Number) }]);
});
