import { type Belongings, ofInstance } from '../database/belonging.ts';

const LOG = ofInstance(
  'One log for all, of hashes without names: what of it proves something goes along as a proof.',
);
const WITNESSING = ofInstance('What this instance has seen of the logs of others.');

export const BELONGINGS = {
  transparency_pending: LOG,
  transparency_leaves: LOG,
  transparency_tiles: LOG,
  transparency_state: LOG,
  transparency_checkpoints: LOG,
  transparency_cosignatures: LOG,
  transparency_witness_states: LOG,
  witnessed_logs: WITNESSING,
  witnessed_forks: WITNESSING,
} as const satisfies Belongings;
