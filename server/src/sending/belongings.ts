import { type Belongings, through } from '../database/belonging.ts';

const NOT_SENT = 'Of an account, which goes on here: it has not been sent to anyone.';

export const BELONGINGS = {
  unfinished_documents: through('users', 'user_id', { stays: NOT_SENT }),
  unfinished_files: through('unfinished_documents', 'user_id', { key: 'user_id', stays: NOT_SENT }),
  message_templates: through('workspaces', 'workspace_id'),
  field_blocks: through('workspaces', 'workspace_id'),
} as const satisfies Belongings;
