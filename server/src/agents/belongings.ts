import { type Belongings, ofInstance, through } from '../database/belonging.ts';

export const BELONGINGS = {
  agent_settings: through('organizations', 'organization_id'),
  agent_allowances: through('organizations', 'organization_id'),
  agent_allowance_templates: through('organizations', 'organization_id'),
  agent_requests: through('workflows', 'workflow_id', { whileFrozen: { removal: true } }),
  agent_uploads: ofInstance('A file that waits for minutes, for a credential of any organization.'),
} as const satisfies Belongings;
