import { keyText } from '@paraph/pades';
import type { Config } from '@paraph/server/config/config.ts';
import type { Database } from '@paraph/server/database/database.ts';
import { listForks, listWitnessStates, readCertificatesSince } from '@paraph/server/transparency-log/api.ts';
import {
  describeDemand,
  describeFork,
  describeRefusal,
} from '@paraph/server/transparency-log/report-to-operator.ts';
import type { Finding } from './finding.ts';

const name = 'witnesses';
const FORKS_NAMED_MAX = 5;

/** Whether only what the log holds counts: so from the beginning, or since the operator said so. */
export async function checkDemand(database: Database): Promise<Finding> {
  const since = await readCertificatesSince(database);
  const about = { name: 'log', detail: describeDemand(since) };
  if (since) return { ...about, state: 'well' };
  const remedy = 'When no process of an earlier version runs any more: paraph log --demand';
  return { ...about, state: 'warning', remedy };
}

/** Whether the witnesses of our log cosign it, and whether a log that we cosign has forked. */
export async function checkWitnesses(
  database: Database,
  { witnesses }: Pick<Config, 'witnesses'>,
): Promise<Finding[]> {
  const [states, forks] = [await listWitnessStates(database), await listForks(database)];
  const none = {
    name,
    state: 'well',
    detail: 'None is named: only checkpoints that were kept show a rewritten log.',
  };
  return [
    ...(witnesses.length === 0 ? [none as Finding] : []),
    ...witnesses.map(({ key }) =>
      describeWitness(
        key.name,
        states.find((state) => state.key === keyText(key)),
      ),
    ),
    ...forks.slice(0, FORKS_NAMED_MAX).map((fork): Finding => {
      const remedy = `paraph witness shows both checkpoints; compare the log with one: paraph verify-log --checkpoint FILE`;
      return { name, state: fork.is_proven ? 'failed' : 'warning', detail: describeFork(fork), remedy };
    }),
  ];
}

function describeWitness(
  witness: string,
  state: Awaited<ReturnType<typeof listWitnessStates>>[number] | undefined,
): Finding {
  if (state?.refused_since) {
    const remedy = 'If no backup was restored, another machine writes this log: look for a copy of its keys.';
    return { name, state: 'failed', detail: describeRefusal(state), remedy };
  }
  if (state?.failing_since) {
    const detail = `${witness} has not cosigned since ${state.failing_since.toISOString()}: ${state.problem}`;
    return { name, state: 'warning', detail, remedy: 'Ask its operator, or correct PARAPH_WITNESSES.' };
  }
  if (!state?.seen_at) return { name, state: 'well', detail: `${witness} was not asked yet.` };
  const seen = `${witness} has seen ${state.size} leaves, the last at ${state.seen_at.toISOString()}.`;
  return { name, state: 'well', detail: seen };
}
