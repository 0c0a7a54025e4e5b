import { generateKeyPairSync } from 'node:crypto';
import {
  cosignCheckpoint,
  cosignedAt,
  keyText,
  type LogProof,
  parseKeyText,
  parseNote,
  rawPublicKey,
  signCheckpoint,
} from '@paraph/pades';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addCheckpoint } from '../../server/src/transparency-log/add-checkpoint.ts';
import { openLogKey } from '../../server/src/transparency-log/log-key.ts';
import { findWitnessedLog, listForks } from '../../server/src/transparency-log/witnessed-log-store.ts';
import { forThisFile, forThisTest, untilWaiting } from '../support/instance-case.ts';
import {
  addLeaves,
  hashOf,
  type NamedInstance,
  nameLog,
  openCopy,
  openFakeWitness,
  openNamedInstance,
  passMinute,
  submissionOf,
  submit,
  withWitnesses,
  witnessKeyOf,
} from '../support/witnesses.ts';

const log = await forThisFile(openNamedInstance('log.example.com'));
const witness = await forThisFile(openNamedInstance('witness.example.net'));
const ORIGIN = 'log.example.com/log';
const key = await witnessKeyOf(witness);
const asked = withWitnesses(log.deps, [{ key, url: witness.witnessUrl }]);

const get = (url: string, from: NamedInstance = log) => from.inject({ method: 'GET', url });
const newest = async () => (await get('/log/checkpoint')).body;
const seen = async () => (await findWitnessedLog(witness.deps.database, ORIGIN))?.size;
const mailsOf = async ({ deps }: NamedInstance): Promise<string[]> =>
  (await deps.database.selectFrom('mails').selectAll().where('kind', '=', 'log_warning').execute()).map(
    ({ detail }) => JSON.stringify(detail),
  );
const statesOf = ({ deps }: NamedInstance) =>
  deps.database.selectFrom('transparency_witness_states').selectAll().execute();

beforeAll(async () => {
  await addLeaves(log.deps, 'a', 'b', 'c');
});

test('a witness has a key of its own, under a name of its own', async () => {
  expect(parseKeyText(key)).toMatchObject({ name: 'witness.example.net/log/witness', kind: 'cosignature' });
  const { publicKey } = await openLogKey(witness.deps);
  expect(parseKeyText(key).publicKey).not.toEqual(publicKey.publicKey);
});

test('a log that the operator did not name is unknown, and what it says is not stored', async () => {
  const answer = await submit(witness, await submissionOf(log, 0));
  expect([answer.statusCode, answer.headers['set-cookie']]).toEqual([404, undefined]);
  expect(await seen()).toBeUndefined();
});

describe('honest growth', () => {
  test('is cosigned within a minute, and every checkpoint, proof and record shows it', async () => {
    await nameLog(witness, log.deps);
    await passMinute(log, asked);
    const at = cosignedAt(parseNote(await newest()), parseKeyText(key));
    expect(Math.abs((at?.getTime() ?? 0) - witness.deps.clock.now().getTime())).toBeLessThan(1_000);
    expect(await seen()).toBe(3);
    const hash = hashOf('a').toString('hex');
    const { checkpoint } = (await get(`/log/proof/${hash}/3`)).json() as LogProof;
    expect(cosignedAt(parseNote(checkpoint), parseKeyText(key))).toEqual(at);
    expect((await statesOf(log))[0]).toMatchObject({ size: 3, problem: null, failing_since: null });
  });

  test('goes on from what was cosigned, and a minute without leaves asks nobody', async () => {
    await addLeaves(log.deps, 'd', 'e');
    await passMinute(log, asked);
    expect(await seen()).toBe(5);
    const fake = await forThisTest(openFakeWitness(() => null));
    await passMinute(log, withWitnesses(log.deps, [{ key, url: fake.url }]));
    expect(fake.bodies).toEqual([]);
  });

  test('of a log that forgot what its witness saw is continued by the size that it names', async () => {
    await log.deps.database.deleteFrom('transparency_witness_states').execute();
    await addLeaves(log.deps, 'f');
    await passMinute(log, asked);
    expect([await seen(), await statesOf(log)]).toMatchObject([6, [{ size: 6, problem: null }]]);
  });
});

describe('what a witness answers', () => {
  test('of two requests at once, one alone is cosigned first, and the size never goes back', async () => {
    await addLeaves(log.deps, 'g');
    const seven = await submissionOf(log, 6);
    await addLeaves(log.deps, 'h', 'i');
    const nine = await submissionOf(log, 6);
    const { waiting } = await witness.deps.database.transaction().execute(async (tx) => {
      const first = { size: 9, checkpoint: nine.slice(nine.indexOf('\n\n') + 2) };
      await tx.updateTable('witnessed_logs').set(first).where('origin', '=', ORIGIN).execute();
      const second = addCheckpoint(witness.deps, seven);
      await untilWaiting(witness);
      return { waiting: second };
    });
    expect([await waiting, await seen()]).toEqual([{ status: 409, size: 9 }, 9]);
    const late = await submit(witness, seven);
    const said = [late.statusCode, late.headers['content-type'], late.body];
    expect(said).toEqual([409, 'text/x.tlog.size', '9\n']);
    await passMinute(log, asked);
    expect(await seen()).toBe(9);
    for (const body of [seven, nine]) {
      const replayed = await submit(witness, body);
      expect([replayed.statusCode, replayed.body]).toEqual([409, '9\n']);
    }
  });

  test('the same checkpoint again is cosigned again, at its time', async () => {
    witness.advance(30);
    const answer = await submit(witness, await submissionOf(log, 9));
    const at = cosignedAt(
      parseNote(`${(await newest()).split('\u2014')[0]}${answer.body}`),
      parseKeyText(key),
    );
    expect([answer.statusCode, at]).toEqual([200, new Date(Math.floor(witness.nowSeconds()) * 1_000)]);
    witness.advance(-30);
  });

  test('a key that is not of the log, a size from the future and a wrong proof are refused', async () => {
    const note = (await newest()).split('\n').slice(0, 3).join('\n');
    const [origin = '', size = '', root = ''] = note.split('\n');
    const forged = signCheckpoint(
      { origin, size: Number(size), root: Buffer.from(root, 'base64') },
      generateKeyPairSync('ed25519').privateKey,
    );
    expect((await submit(witness, await submissionOf(log, 9, { checkpoint: forged }))).statusCode).toBe(403);
    expect((await submit(witness, `old 10\n\n${await newest()}`)).statusCode).toBe(400);
    await addLeaves(log.deps, 'j');
    const body = await submissionOf(log, 9);
    const wrong = body.replace(/\n[A-Za-z0-9+/]/, (found) => (found === '\nA' ? '\nB' : '\nA'));
    expect((await submit(witness, wrong)).statusCode).toBe(422);
    expect((await submit(witness, `old 9\n\n${await newest()}`)).statusCode).toBe(422);
    // Anyone can send that: it is a suspicion until the log itself shows its proof.
    expect(await listForks(witness.deps.database)).toMatchObject([{ is_proven: false }]);
    await witness.jobs['ask-witnesses'](0);
    await passMinute(log, asked);
    expect([await listForks(witness.deps.database), await mailsOf(witness)]).toEqual([[], []]);
  });

  test('malformed bodies are refused without a fault of ours', async () => {
    const good = await submissionOf(log, 10);
    const bodies: (string | Buffer)[] = [
      '',
      'old',
      'old 1',
      `old 01\n\n${await newest()}`,
      `old -1\n\n${await newest()}`,
      `old 99999999999999999999\n\n${await newest()}`,
      good.replace('\n\n', '\n'),
      good.replace('old', 'OLD'),
      good.replaceAll('\n', '\r\n'),
      good.slice(0, -1),
      `${good}\u0000`,
      good.replace(ORIGIN, `${ORIGIN}\u0000`),
      good.replace(/\n10\n/, '\n9007199254740993\n'),
      good.replace(/\n10\n/, '\nx\n'),
      good.replace('\n\n', `\n${'QUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUE=\n'.repeat(64)}\n`),
      Buffer.from([0xff, 0xfe, 0x00]),
      good.replace('\u2014', '\u2013'),
    ];
    for (const body of bodies) {
      const { statusCode } = await submit(witness, body);
      expect([400, 403, 404, 422], String(body).slice(0, 80)).toContain(statusCode);
    }
    expect((await submit(witness, `old 10\n\n${'x'.repeat(20_000)}`)).statusCode).toBe(413);
    const endless = { origin: ORIGIN, size: 2 ** 53, root: Buffer.alloc(32) };
    const signed = signCheckpoint(endless, (await openLogKey(log.deps)).privateKey);
    expect((await submit(witness, `old 10\n\n${signed}`)).statusCode).toBe(400);
    expect(await seen()).toBe(10);
  });

  test('each address has its rate, and no other method is there', async () => {
    expect((await get('/log/witness/add-checkpoint', witness)).statusCode).toBe(404);
    const limited = await forThisTest(
      openNamedInstance('limited.example.org', { env: { PARAPH_RATES: 'authorityAnswers=2/60' } }),
    );
    const statuses: number[] = [];
    for (let turn = 0; turn < 3; turn += 1) statuses.push((await submit(limited, 'x')).statusCode);
    expect(statuses).toEqual([400, 400, 429]);
  });
});

describe('a log that forks', () => {
  test('with the keys and the database of the log is refused within a minute, kept, and both are told', async () => {
    const copy = await forThisTest(openCopy('log.example.com', log));
    const forked = withWitnesses(copy.deps, [{ key, url: witness.witnessUrl }]);
    await addLeaves(log.deps, 'k');
    await addLeaves(copy.deps, 'forged');
    await passMinute(log, asked);
    expect(await seen()).toBe(11);
    await passMinute(copy, forked);
    expect((await statesOf(copy))[0]).toMatchObject({ problem: expect.stringContaining('another tree') });
    expect((await get('/log/checkpoint', copy)).body.match(/\u2014/g)).toHaveLength(1);
    await passMinute(witness);
    const [fork, ...more] = await listForks(witness.deps.database);
    expect([fork?.is_proven, more]).toEqual([true, []]);
    const logKey = (await openLogKey(log.deps)).publicKey;
    for (const note of [fork?.cosigned ?? '', fork?.refused ?? ''])
      expect([note.split('\n').slice(0, 2), note]).toEqual([
        [ORIGIN, '11'],
        expect.stringContaining(logKey.name),
      ]);
    expect(fork?.cosigned.split('\n')[2]).not.toBe(fork?.refused.split('\n')[2]);
    expect(await mailsOf(witness)).toEqual([expect.stringContaining('two different trees of 11 leaves')]);
    expect(await mailsOf(copy)).toEqual([expect.stringContaining('refuses the log of this instance')]);
    await passMinute(witness);
    await passMinute(copy, forked);
    expect([await mailsOf(witness), await mailsOf(copy)]).toMatchObject([{ length: 1 }, { length: 1 }]);
  });

  test('and grows further than the log is refused by its proof, and kept as what it is', async () => {
    const copy = await forThisTest(openCopy('log.example.com', log));
    await addLeaves(log.deps, 'l');
    await passMinute(log, asked);
    await addLeaves(copy.deps, 'forged', 'and more');
    await passMinute(copy, withWitnesses(copy.deps, [{ key, url: witness.witnessUrl }]));
    expect((await statesOf(copy))[0]?.refused_since).not.toBeNull();
    await passMinute(witness);
    const forks = await listForks(witness.deps.database);
    expect(forks.map(({ is_proven: isProven }) => isProven)).toEqual([true, false]);
    expect((await mailsOf(witness)).at(-1)).toContain('was not shown that they continue');
    expect(await mailsOf(copy)).toHaveLength(1);
  });

  test('or was restored from a backup is refused, and its operator told of the size', async () => {
    const copy = await forThisTest(openCopy('log.example.com', log));
    await addLeaves(log.deps, 'm', 'n');
    await passMinute(log, asked);
    await addLeaves(copy.deps, 'after the restore');
    await passMinute(copy, withWitnesses(copy.deps, [{ key, url: witness.witnessUrl }]));
    expect(await mailsOf(copy)).toEqual([
      expect.stringContaining('seen 14 leaves of this log, which has 13'),
    ]);
    expect(await seen()).toBe(14);
  });
});

describe('a witness that does not do its part', () => {
  beforeEach(() => {
    witness.advance(log.nowSeconds() + 60 - witness.nowSeconds());
  });
  const { privateKey } = generateKeyPairSync('ed25519');
  const name = 'fake.example.org/w';
  const fakeKey = keyText({ name, publicKey: rawPublicKey(privateKey), kind: 'cosignature' });
  const noteOf = (body: string) => body.slice(body.indexOf('\n\n') + 2);
  const cosign = (body: string, at: Date) => cosignCheckpoint(noteOf(body), { name, privateKey, at });

  test.each<[string, (body: string) => { status: number; text: string }, string]>([
    ['answers nonsense', () => ({ status: 200, text: 'hello\n' }), 'without a cosignature'],
    ['does not know the log', () => ({ status: 404, text: '' }), 'It answered 404.'],
    ['names no size', () => ({ status: 409, text: 'many\n' }), '409 without a size'],
    [
      'names other sizes without end',
      (body) => ({ status: 409, text: `${1 + Number(/\d+/.exec(body)?.[0])}\n` }),
      '3 other sizes',
    ],
    ['answers too much', () => ({ status: 200, text: 'x'.repeat(100_000) }), 'too long'],
    [
      'signs another checkpoint',
      (body) => ({ status: 200, text: cosign(body.replace(/\n\n(\S+)\n\d+/, '\n\n$1\n1'), new Date()) }),
      'without a cosignature',
    ],
    [
      'has a wrong clock',
      (body) => ({ status: 200, text: cosign(body, new Date(0)) }),
      'Its clock says 1970',
    ],
  ])('because it %s is noted, and the others go on', async (_how, answer, problem) => {
    const fake = await forThisTest(openFakeWitness(answer));
    await addLeaves(log.deps, `one more ${problem}`);
    await passMinute(
      log,
      withWitnesses(log.deps, [
        { key: fakeKey, url: fake.url },
        { key, url: witness.witnessUrl },
      ]),
    );
    const states = await statesOf(log);
    expect(states.find((each) => each.key === fakeKey)?.problem).toContain(problem);
    expect(states.find((each) => each.key === key)?.problem).toBeNull();
    expect(await newest()).toContain('witness.example.net');
    expect(await mailsOf(log)).toEqual([]);
  });

  test('because it is away is asked again, and is well once it answers', async () => {
    const away = withWitnesses(log.deps, [{ key: fakeKey, url: 'http://127.0.0.1:9' }]);
    await addLeaves(log.deps, 'while it is away');
    await passMinute(log, away);
    const [before] = (await statesOf(log)).filter((each) => each.key === fakeKey);
    expect(before).toMatchObject({ problem: 'The receiver refused the connection.', refused_since: null });
    const fake = await forThisTest(
      openFakeWitness((body) => ({ status: 200, text: cosign(body, log.deps.clock.now()) })),
    );
    await passMinute(log, withWitnesses(log.deps, [{ key: fakeKey, url: fake.url }]));
    const [after] = (await statesOf(log)).filter((each) => each.key === fakeKey);
    expect(after).toMatchObject({ problem: null, failing_since: null, refused_since: null });
    expect(fake.bodies[0]).not.toMatch(/while it is away/);
  });
});

test('settings name a witness by its key and address, and refuse anything else', async () => {
  const named = await forThisTest(
    openNamedInstance('named.example.org', { env: { PARAPH_WITNESSES: `${key} ${witness.witnessUrl}/` } }),
  );
  expect(named.deps.config.witnesses).toEqual([{ key: parseKeyText(key), url: witness.witnessUrl }]);
  const logKey = keyText((await openLogKey(log.deps)).publicKey);
  for (const setting of [
    key,
    `${logKey} https://w.example`,
    `${key} ftp://w.example`,
    `${key} https://self.example.org`,
  ])
    await expect(
      openNamedInstance('self.example.org', { env: { PARAPH_WITNESSES: setting } }),
      setting,
    ).rejects.toThrow('PARAPH_WITNESSES');
});
