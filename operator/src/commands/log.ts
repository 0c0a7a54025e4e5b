import { keyText } from '@paraph/pades';
import { demandCertificates, readCertificatesSince } from '@paraph/server/transparency-log/api.ts';
import { openLogKey, replaceLostLogKey } from '@paraph/server/transparency-log/log-key.ts';
import { describeDemand } from '@paraph/server/transparency-log/report-to-operator.ts';
import { defineCommand, UsageError } from '../command-line.ts';
import { withDatabase } from '../with-database.ts';

export const logCommand = defineCommand({
  name: 'log',
  about: 'Show the key of this instance’s log, and since when signatures count only with its proof.',
  options: {
    demand: {
      type: 'boolean',
      about: 'From now on a signature that the log does not hold counts for nothing; this cannot be undone.',
    },
    'new-key': {
      type: 'boolean',
      about: 'Make a key for the log whose key is lost. Earlier proofs need the old one.',
    },
  },
  run: async ({ demand, 'new-key': isNewKey }) =>
    withDatabase(async (deps) => {
      if (isNewKey && !(await replaceLostLogKey(deps)))
        throw new UsageError('The log has its key; another one would make another log.');
      if (demand) await demandCertificates(deps.database, deps.clock.now());
      const since = await readCertificatesSince(deps.database);
      const key = keyText((await openLogKey(deps)).publicKey);
      const data = { key, certificatesSince: since?.toISOString() ?? null };
      return { text: [`The key of the log: ${key}`, describeDemand(since)].join('\n'), data };
    }),
});
