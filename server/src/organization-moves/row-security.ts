import { Fault } from '@paraph/domain';
import type { Database } from '../database/database.ts';
import { patiently } from './freeze-organization.ts';
import {
  createPolicy,
  createRole,
  listPolicies,
  listScopedTables,
  policyOf,
  readDatabaseUser,
} from './row-security-store.ts';

// The second wall. What a use case lets a caller see, its statements say; where one of them forgets it, policies of the
// tables answer no row of an organization to which the caller does not belong. They are made of the map of tables and
// hold for transactions that say for whom they ask (`database/row-scope.ts`), and for no other: jobs, signers, commands
// of the operator, backups, migrations and a version before work as if there were none.

/**
 * At the start of a process that wants it; what is there already stays. One table at a time, each lock waits shortly.
 *
 * @throws Fault where the user of the database passes all policies, or may not make them
 */
export async function provideRowSecurity(database: Database): Promise<void> {
  const user = await readDatabaseUser(database);
  if (user.bypassesPolicies)
    throw new Fault(
      'The user of the database has BYPASSRLS, so that PARAPH_ROW_SECURITY would hold for nothing: ' +
        'alter role … nobypassrls, or set it to no.',
    );
  if (user.isSuperuser && !user.hasRole) await database.transaction().execute(createRole);
  const present = await listPolicies(database);
  for (const policy of listScopedTables().map(policyOf))
    if (!present.has(`${policy.table} ${policy.name}`))
      await patiently(database, policy.table, (tx) => createPolicy(tx, policy));
}
