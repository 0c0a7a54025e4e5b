import { type Belongings, through } from '../database/belonging.ts';

export const BELONGINGS = { tags: through('workspaces', 'workspace_id') } as const satisfies Belongings;
