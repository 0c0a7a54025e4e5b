import { PREFERENCES } from '@paraph/domain';
import { sql } from 'kysely';
import { listenersOf } from '../../developers/listeners.ts';
import { selectPart } from '../../platform/json-rows.ts';

/**
 * Where a workflow's events may be sent, as part of a statement: its own callback (null), and the enabled endpoints of
 * its organization.
 */
export function notificationTargetsOf(workflowId: number) {
  const organization = selectPart('workflows').select('organization_id').where('id', '=', workflowId);
  return sql`
    select null::bigint as endpoint_id, preferences ->> ${sql.lit(PREFERENCES.callbackUrl)} as url,
      '{}'::text[] as events, null::timestamptz as listens_since
      from workflows where id = ${workflowId} and preferences ->> ${sql.lit(PREFERENCES.callbackUrl)} <> ''
    union all ${listenersOf(organization.$asScalar())}`;
}
