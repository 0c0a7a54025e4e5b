import { type Belongings, ofInstance, through } from '../database/belonging.ts';

export const BELONGINGS = {
  organization_usage: through('organizations', 'organization_id', {
    whileFrozen: 'all',
    names: { workspace_id: 'workspaces' },
  }),
  usage_marks: ofInstance('How far the events of all organizations are counted.'),
} as const satisfies Belongings;
