import { createHash } from 'node:crypto';
import { pathToFileURL } from 'node:url';
import { type Ledger, readLedger, spentEach } from './cpu-ledger.ts';
import { buildDocument } from './documents.ts';
import { createCall, envelopeForm } from './envelope-calls.ts';
import { send } from './load.ts';
import type { Report, Row } from './report.ts';
import { openSigner } from './signer.ts';
import { median, medianRatio, takeTurns } from './statistics.ts';
import { startTarget, type Target } from './target-process.ts';

const PEOPLE = ['ana@example.com', 'ben@example.com', 'cleo@example.com'];
const SMALL = buildDocument({ pages: 3, bytes: 50_000 });
const LARGE = buildDocument({ pages: 40, bytes: 20_000_000 });
const ROUNDS = 7;
const ENVELOPES = { small: 10, large: 3 };
/** Until V8 has compiled what is hot: its threads would be counted with the work. */
const WARM_UP = 60;

type Name = 'before' | 'now';
type Work = (target: Target) => Promise<Ledger>;

/**
 * What an envelope with three signers costs of processor time, and of it the check and the last press. `BENCH_BEFORE`
 * names the folder of an earlier version, which is measured by the same script in turns.
 */
export async function benchSigners(): Promise<Report> {
  const targets = await startTargets();
  try {
    for (const target of Object.values(targets)) {
      await live(target, WARM_UP / 6);
      await press(target, SMALL, WARM_UP);
    }
    const lives = await measure(targets, (target) => live(target, ENVELOPES.small));
    const presses = await measure(targets, (target) => press(target, SMALL, ENVELOPES.small));
    const large = await measure(targets, (target) => press(target, LARGE, ENVELOPES.large));
    const hashing = Array.from({ length: ROUNDS }, hashLarge);
    return {
      tables: [
        {
          title: 'signers: an envelope of 50 KB with three signers, from its creation to the sealed file',
          notes: LIFE_NOTES,
          rows: rowsOf(lives),
        },
        { title: 'signers: the check and the last press, 50 KB', notes: PRESS_NOTES, rows: rowsOf(presses) },
        {
          title: 'signers: the check and the last press, 20 MB',
          notes: LARGE_NOTES,
          rows: [largeRow({ presses: presses.now, large: large.now, hashing })],
        },
      ],
      details: { lives, presses, large, hashing },
    };
  } finally {
    for (const target of Object.values(targets)) await target.end();
  }
}

const LIFE_NOTES = [
  'server, intake, postgres: milliseconds of processor time an envelope; Σ: all of them',
  'each signer: page, document, consent, picture, answer, check with its file, Finish; then the seal and the mails',
];
const PRESS_NOTES = ['before: no check, and the press signs nothing; all signatures are made with the seal'];
const LARGE_NOTES = [
  'hashing: SHA-256 of the file in memory, in the process that measures',
  'more: what the check and the press of 20 MB cost more than those of 50 KB',
];

async function startTargets(): Promise<Partial<Record<Name, Target>> & { now: Target }> {
  const { BENCH_BEFORE: before } = process.env;
  const now = await startTarget();
  return before ? { now, before: await startTarget(pathToFileURL(`${before}/`)) } : { now };
}

async function measure(targets: Partial<Record<Name, Target>>, work: Work) {
  const contenders = Object.entries(targets).map(([name, target]) => [name, () => work(target)] as const);
  return takeTurns<Name, Ledger>(
    Object.fromEntries(contenders) as unknown as Record<Name, () => Promise<Ledger>>,
    ROUNDS,
  );
}

/** Whole lives of envelopes, one after another. */
async function live(target: Target, envelopes: number): Promise<Ledger> {
  await target.ask({ kind: 'start-worker' });
  const before = readLedger(target.pid);
  for (let index = 0; index < envelopes; index += 1) {
    const envelopeId = await create(target, { document: SMALL, people: PEOPLE, index });
    for (const email of PEOPLE) {
      const signer = await openSigner(target, { envelopeId, email });
      await signer.fill();
      await signer.look();
      await signer.press();
    }
    await target.settle();
    const status = await target.ask<string>({ kind: 'status', envelopeId });
    if (status !== 'signed') throw new Error(`An envelope ended ${status} and not signed.`);
  }
  return spent(target, before, envelopes);
}

/** The check and the press of one signer each, alone: without the jobs that follow. */
async function press(target: Target, document: Buffer, envelopes: number): Promise<Ledger> {
  await target.ask({ kind: 'stop-worker' });
  const signers = [];
  for (let index = 0; index < envelopes; index += 1) {
    const envelopeId = await create(target, { document, people: PEOPLE, index });
    const signer = await openSigner(target, { envelopeId, email: PEOPLE[0] ?? '' });
    await signer.fill();
    signers.push(signer);
  }
  const before = readLedger(target.pid);
  for (const signer of signers) await signer.press();
  return spent(target, before, envelopes);
}

function spent(target: Target, before: Ledger | null, calls: number): Ledger {
  const ledger = spentEach(before, readLedger(target.pid), calls);
  if (!ledger) throw new Error('Processor time can be read on Linux only.');
  return ledger;
}

async function create(
  target: Target,
  { document, people, index }: { document: Buffer; people: readonly string[]; index: number },
): Promise<string> {
  const recipients = people.flatMap((email, at) => [
    [`steps[0][recipients][${at}][name]`, email.split('@')[0] ?? ''],
    [`steps[0][recipients][${at}][email]`, email],
  ]);
  const form = envelopeForm(document, Object.fromEntries(recipients));
  const answer = await send(createCall(target, form, index), { port: target.port });
  return (JSON.parse(answer.toString()) as { id: string }).id;
}

function hashLarge(): number {
  const before = process.cpuUsage();
  createHash('sha256').update(LARGE).digest();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

const sumOf = ({ server, intake, postgres }: Ledger) => server + intake + postgres;

function rowsOf(ledgers: Partial<Record<Name, Ledger[]>>): Row[] {
  return Object.entries(ledgers).map(([name, each]) => ({
    '': name,
    server: median(each.map(({ server }) => server)),
    intake: median(each.map(({ intake }) => intake)),
    postgres: median(each.map(({ postgres }) => postgres)),
    Σ: median(each.map(sumOf)),
    '÷ before': ledgers.before ? medianRatio(each.map(sumOf), ledgers.before.map(sumOf)) : null,
  }));
}

function largeRow(of: { presses: Ledger[]; large: Ledger[]; hashing: number[] }): Row {
  const [small, large] = [median(of.presses.map(sumOf)), median(of.large.map(sumOf))];
  const hashing = median(of.hashing);
  return { Σ: large, hashing, more: large - small, 'more ÷ hashing': (large - small) / hashing };
}
