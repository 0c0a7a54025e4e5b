import { type Belongings, through } from '../database/belonging.ts';

export const BELONGINGS = {
  scim_tokens: through('identity_providers', 'connection_id', {
    whileFrozen: { columns: ['last_used_at', 'last_error_at', 'last_error'] },
  }),
  provisioned_users: through('identity_providers', 'connection_id', { ofNewcomers: 'user_id' }),
  provisioned_groups: through('identity_providers', 'connection_id'),
  provisioned_group_users: through('provisioned_groups', 'group_id'),
} as const satisfies Belongings;
