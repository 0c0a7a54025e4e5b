import { parseCheckpoint } from '@paraph/pades';
import type { Tx } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import { addSeconds } from '../platform/clock.ts';
import { takeRefusalsToReport, type WitnessState } from './cosignature-store.ts';
import { takeForksToReport, type WitnessedFork } from './witnessed-log-store.ts';

/** A wrong proof may come from anyone; the log itself clears it with its next request. */
const SUSPICION_SECONDS = 60;

export interface OperatorMail {
  toEmail: string;
  sentences: readonly string[];
  now: Date;
}

interface OperatorPorts {
  /** Passed in, because its room is higher. */
  queueMail(tx: Tx, mail: OperatorMail): Promise<unknown>;
}

/**
 * Tells the operator, once each, of logs that forked and of witnesses that refuse our log: in the service's own log, and
 * by mail where an address of theirs is set.
 */
export async function reportToOperator(
  { database, clock, config, log }: Pick<Deps, 'clock' | 'config' | 'database' | 'log'>,
  { queueMail }: OperatorPorts,
): Promise<void> {
  const now = clock.now();
  const sentences = await database.transaction().execute(async (tx) => {
    const forks = await takeForksToReport(tx, { now, suspectedBy: addSeconds(now, -SUSPICION_SECONDS) });
    const refusals = await takeRefusalsToReport(tx, now);
    const all = [...forks.map(describeFork), ...refusals.map(describeRefusal)];
    const { abuseContact: toEmail } = config;
    if (all.length > 0 && toEmail !== null) await queueMail(tx, { toEmail, sentences: all, now });
    return all;
  });
  for (const sentence of sentences) log.error(sentence);
}

export function describeFork({
  origin,
  refused,
  cosigned,
  is_proven: isProven,
}: Pick<WitnessedFork, 'cosigned' | 'is_proven' | 'origin' | 'refused'>): string {
  const [{ size }, former] = [parseCheckpoint(refused), parseCheckpoint(cosigned)];
  return isProven
    ? `The log ${origin} has signed two different trees of ${size} leaves: it forked.`
    : `The log ${origin} signed a checkpoint of ${size} leaves, and it was not shown that they continue the ${former.size} ` +
        'that this instance has cosigned.';
}

export function describeRefusal({ key, problem }: Pick<WitnessState, 'key' | 'problem'>): string {
  const [name] = key.split('+');
  return `The witness ${name} refuses the log of this instance: it was restored from a backup, or forked. ${problem}`;
}

/** Since when only what the log holds counts. */
export function describeDemand(since: Date | null): string {
  if (since === null) return 'Signatures count without the proof that the log holds their certificate.';
  const which = since.getTime() === 0 ? 'Every signature' : `A signature since ${since.toISOString()}`;
  return `${which} counts only with the proof that the log holds its certificate.`;
}
