import { keyText, type NoteKey, PdfRefusal, parseKeyText } from '@paraph/pades';
import {
  addWitnessedLog,
  listForks,
  listWitnessedLogs,
  removeWitnessedLog,
} from '@paraph/server/transparency-log/api.ts';
import { openWitnessKey } from '@paraph/server/transparency-log/log-key.ts';
import { describeFork } from '@paraph/server/transparency-log/report-to-operator.ts';
import { defineCommand, UsageError } from '../command-line.ts';
import { type DatabaseDeps, withDatabase } from '../with-database.ts';

export const witnessCommand = defineCommand({
  name: 'witness',
  about: 'Show the logs of others whose checkpoints this instance cosigns, or change which they are.',
  options: {
    add: {
      type: 'string',
      placeholder: 'KEY',
      about: 'Cosign the log with this key, as its /log/key shows it.',
    },
    remove: { type: 'string', placeholder: 'ORIGIN', about: 'Cosign the log of this name no more.' },
  },
  run: async ({ add, remove }) => {
    if (add !== undefined && remove !== undefined) throw new UsageError('Add or remove one log at a time.');
    const key = add === undefined ? null : readLogKey(add);
    return withDatabase(async (deps) => {
      if (key) await addLog(deps, key);
      if (remove !== undefined && !(await removeWitnessedLog(deps.database, remove, deps.clock.now())))
        throw new UsageError(`This instance does not cosign a log of the name ${remove}.`);
      return describeWitness(deps);
    });
  },
});

function readLogKey(text: string): NoteKey {
  try {
    const key = parseKeyText(text);
    if (key.kind === 'signature') return key;
  } catch (error) {
    if (!(error instanceof PdfRefusal)) throw error;
  }
  throw new UsageError(
    'This is no key of a log; it has the form name+12345678+base64, as /log/key shows it.',
  );
}

async function addLog(
  { database, clock }: DatabaseDeps,
  { name: origin, publicKey }: NoteKey,
): Promise<void> {
  const log = { origin, public_key: Buffer.from(publicKey), added_at: clock.now() };
  if (await addWitnessedLog(database, log)) return;
  throw new UsageError(`The log ${origin} has another key here. A log whose key changed is another log.`);
}

async function describeWitness(deps: DatabaseDeps) {
  const { publicKey } = await openWitnessKey(deps);
  const [logs, forks] = [await listWitnessedLogs(deps.database), await listForks(deps.database)];
  const key = keyText(publicKey);
  const url = `${deps.config.baseUrl}/log/witness`;
  const seen = logs.map(({ origin, size, seen_at: seenAt }) => {
    const last = seenAt ? `${size} leaves, last at ${seenAt.toISOString()}` : 'nothing yet';
    return `  ${origin}: ${last}`;
  });
  const lines = [
    `Other instances name this witness in PARAPH_WITNESSES: ${key} ${url}`,
    logs.length === 0 ? 'It cosigns no log.' : `It cosigns ${logs.length} logs, and has seen of them:`,
    ...seen,
    ...forks.flatMap((fork) => ['', describeFork(fork), fork.cosigned, fork.refused]),
  ];
  const data = {
    ...{ key, url },
    logs: logs.map(({ origin, size, seen_at: at }) => ({ origin, size, seenAt: at?.toISOString() ?? null })),
    forks: forks.map(({ origin, cosigned, refused, is_proven: isProven, refused_at: at }) => ({
      ...{ origin, cosigned, refused, isProven },
      refusedAt: at.toISOString(),
    })),
  };
  return { text: lines.join('\n'), data };
}
