import { FIELD_TYPES, MAIL_KINDS, WORKFLOW_STATUSES } from '@paraph/domain';
import { expect, test } from 'vitest';
import { createTestDatabase, queryOnce } from '../support/database.ts';
import { forThisFile } from '../support/scratch.ts';

// The types of these columns are lists of the domain, and nothing is checked on reading: the database must hold to the
// same lists. A word that is added to one needs a migration.
const ACTION_STATUSES = ['not_started', 'started', 'signed', 'approved', 'declined'];

const { options, drop } = await createTestDatabase();
await forThisFile({ close: drop });

test.each([
  ['workflows_status_check', WORKFLOW_STATUSES],
  ['workflows_old_status_check', WORKFLOW_STATUSES],
  ['steps_status_check', ACTION_STATUSES],
  // Enough others have acted (interface.md §4).
  ['actions_status_check', [...ACTION_STATUSES, 'released']],
  ['fields_type_check', FIELD_TYPES],
  ['mails_kind_check', MAIL_KINDS],
])('%s allows the words of its type, and no others', async (constraint, words) => {
  const select = 'select pg_get_constraintdef(oid) as definition from pg_constraint where conname = $1';
  const [found] = await queryOnce<{ definition: string }>(options, select, [constraint]);
  const allowed = [...(found?.definition ?? '').matchAll(/'(\w+)'/g)].map(([, word]) => word);
  expect(allowed.sort()).toEqual([...words].sort());
});
