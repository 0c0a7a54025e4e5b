import { verifyAllChains } from '../audit/verify-chain.ts';
import { defineCommand } from './command-line.ts';
import { withDatabase } from './with-database.ts';

export const verifyEventsCommand = defineCommand({
  name: 'verify-events',
  about: 'Recompute the chain of events of every workflow and name the first row that does not fit.',
  options: {},
  run: async () => {
    const { workflows, broken } = await withDatabase((deps) => verifyAllChains(deps.database));
    const lines = broken.map(
      ({ workflowId, firstBadSequence }) =>
        `Workflow ${workflowId}: event ${firstBadSequence} was changed or lost.`,
    );
    const text = lines.length === 0 ? `The events of ${workflows} workflows are intact.` : lines.join('\n');
    return { text, data: { workflows, broken }, isFailure: broken.length > 0 };
  },
});
