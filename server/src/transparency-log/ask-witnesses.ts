import { Fault } from '@paraph/domain';
import { consistencyProof, cosignedAt, keyText, nodesOf, PdfRefusal, parseNote } from '@paraph/pades';
import type { WitnessSettings } from '../config/groups.ts';
import type { Deps } from '../deps.ts';
import { callWhole, OPERATORS_POLICY } from '../platform/outside/http-client.ts';
import { listWitnessStates, saveCosignature, saveProblem } from './cosignature-store.ts';
import { integrateLeaves, tilesIn } from './integrate-leaves.ts';
import { readState } from './transparency-store.ts';

type Slice = Pick<Deps, 'clock' | 'config' | 'database' | 'log' | 'vault'>;

const TIMEOUT_MS = 10_000;
const ANSWER_BYTES_MAX = 16_384;
/** A witness names its size, and is asked again; another process may have asked meanwhile. */
const TRIES = 3;
/** A time that is further off is not when the witness saw the checkpoint. */
const SKEW_MS = 5 * 60_000;

/** The witness says that our log does not continue what it saw. */
class RefusedLog extends Error {}

/**
 * Asks each witness that the operator named to cosign the newest checkpoint, unless it did (C2SP tlog-witness). They
 * are asked concurrently, outside of transactions; one that does not answer well is asked again the next minute.
 */
export async function askWitnesses(deps: Slice): Promise<void> {
  if (deps.config.witnesses.length === 0) return;
  await integrateLeaves(deps);
  const [{ size, checkpoint }, states] = await Promise.all([
    readState(deps.database),
    listWitnessStates(deps.database),
  ]);
  if (checkpoint === null) return;
  await Promise.all(
    deps.config.witnesses.map(async (witness) => {
      const key = keyText(witness.key);
      const seenSize = states.find((state) => state.key === key)?.size ?? 0;
      if (seenSize < size) await askWitness(deps, witness, { size, checkpoint, seenSize });
    }),
  );
}

interface Newest {
  size: number;
  checkpoint: string;
  /** What the witness has cosigned, as far as we know. */
  seenSize: number;
}

async function askWitness(deps: Slice, witness: WitnessSettings, newest: Newest): Promise<void> {
  const { database, clock, log } = deps;
  const [key, { name }] = [keyText(witness.key), witness.key];
  try {
    const { line, seenAt } = await obtainCosignature(deps, witness, newest);
    const cosignature = { size: newest.size, witness: name, line, seen_at: seenAt };
    await saveCosignature(database, key, cosignature);
  } catch (error) {
    const isRefused = error instanceof RefusedLog;
    if (!isRefused && !(error instanceof Fault)) throw error;
    const about = { key, problem: error.message, isRefused, now: clock.now() };
    await saveProblem(database, about);
    log.warn({ witness: name, problem: error.message }, 'a witness did not cosign the log of seals');
  }
}

/** @throws Fault where it is away or answers nonsense; RefusedLog where the log does not continue what it saw */
async function obtainCosignature(deps: Slice, witness: WitnessSettings, newest: Newest) {
  let old = newest.seenSize;
  for (let tries = 0; tries < TRIES; tries += 1) {
    const { status, text } = await submit(deps, witness, { ...newest, old });
    if (status === 200) return findCosignature(deps, witness, newest.checkpoint, text);
    if (status === 422) throw new RefusedLog(`It saw ${old} leaves that are not the first of this log.`);
    if (status !== 409) throw new Fault(`It answered ${status}.`);
    const size = readSize(text);
    if (size > newest.size) {
      // Another process of ours may have asked for more leaves.
      if (size <= (await readState(deps.database)).size)
        throw new Fault('It has seen more leaves meanwhile.');
      throw new RefusedLog(`It has seen ${size} leaves of this log, which has ${newest.size}.`);
    }
    if (size === old) throw new RefusedLog(`It saw another tree of ${old} leaves.`);
    old = size;
  }
  throw new Fault(`It named ${TRIES} other sizes.`);
}

async function submit(
  { database, config }: Slice,
  { url }: WitnessSettings,
  { size, checkpoint, old }: Newest & { old: number },
) {
  const proof = await consistencyProof(old, size, nodesOf(tilesIn(database)));
  const lines = proof.map((hash) => `${Buffer.from(hash).toString('base64')}\n`).join('');
  const answer = await callWhole({
    ...OPERATORS_POLICY,
    url: `${url}/add-checkpoint`,
    body: `old ${old}\n${lines}\n${checkpoint}`,
    headers: { 'user-agent': `Paraph/${config.version}`, 'content-type': 'text/plain; charset=utf-8' },
    timeoutMs: TIMEOUT_MS,
    responseBytesMax: ANSWER_BYTES_MAX,
  });
  return { status: answer.status, text: answer.bytes.toString() };
}

function readSize(text: string): number {
  const size = /^(0|[1-9]\d{0,14})\n$/.exec(text)?.[1];
  if (size === undefined) throw new Fault('It answered 409 without a size.');
  return Number(size);
}

/** The line of this witness; those of others are ignored. */
function findCosignature(
  { clock }: Slice,
  { key }: WitnessSettings,
  ...[checkpoint, lines]: [checkpoint: string, lines: string]
): { line: string; seenAt: Date } {
  for (const line of lines.match(/[^\n]*\n/g) ?? []) {
    const seenAt = readTime(`${checkpoint}${line}`, key);
    if (!seenAt) continue;
    if (Math.abs(seenAt.getTime() - clock.now().getTime()) <= SKEW_MS) return { line, seenAt };
    throw new Fault(`Its clock says ${seenAt.toISOString()}.`);
  }
  throw new Fault('It answered without a cosignature by its key.');
}

function readTime(note: string, key: WitnessSettings['key']): Date | null {
  try {
    return cosignedAt(parseNote(note), key);
  } catch (error) {
    if (error instanceof PdfRefusal) return null;
    throw error;
  }
}
