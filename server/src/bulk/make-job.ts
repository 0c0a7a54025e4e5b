import {
  conflict,
  findPatternProblem,
  invalid,
  LIMITS,
  readBulkColumns,
  readBulkMapping,
  type Violations,
} from '@paraph/domain';
import { requireSender } from '../accounts/sender.ts';
import type { FrozenTemplate } from '../database/column-types.ts';
import type { Tx } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import { copyAnnexes, type StorableAnnex } from '../files/ingest-annexes.ts';
import { insertFile } from '../files/store-file.ts';
import { type Caller, requireScope, type Visitor } from '../http/caller.ts';
import type { UploadedFile } from '../http/multipart.ts';
import { enqueue } from '../jobs/enqueue.ts';
import { fromSeconds, toSeconds } from '../platform/clock.ts';
import { chooseTags } from '../tags/assign-tags.ts';
import { lockTemplate } from '../templates/change-template.ts';
import { preferencesOf } from '../templates/clone-template.ts';
import { type TemplateAddress, unknownTemplate } from '../templates/read-template.ts';
import { copyDocuments } from '../workflows/envelopes/copy-workflow.ts';
import type { StorableDocument } from '../workflows/envelopes/ingest-document.ts';
import { type CheckCallbackUrl, sealPreferences } from '../workflows/lifecycle/callback.ts';
import { requirePermission } from '../workspaces/workspace-access.ts';
import { authorizeBulk, describeCaller, filesOfFrozen } from './bulk-job.ts';
import { countOpenJobs, insertJob, insertJobFiles, insertRows } from './bulk-store.ts';
import { readTable, type Table } from './read-table.ts';

const SLICE = 500;

export interface NewBulk extends TemplateAddress {
  file: UploadedFile | null;
  name?: string | undefined;
  mapping?: unknown;
  startDate?: number | undefined;
  ratePerMinute?: number | undefined;
  lock?: boolean | undefined;
  preferences?: readonly { name: string; value: unknown }[] | undefined;
  tags?: readonly number[] | undefined;
  visitor: Visitor;
  violations: Violations;
}

/**
 * Takes a table over as a bulk job of a template, which stays as it is now for the job. Nothing is made or sent: a job
 * of the queue checks its rows.
 *
 * @throws Refusal `VALIDATION_ERROR` naming what of the form or the table cannot be read
 */
export async function makeBulkJob(
  deps: Deps & { checkCallbackUrl: CheckCallbackUrl },
  caller: Caller,
  { visitor, violations, ...sent }: NewBulk,
): Promise<number> {
  requireScope(caller, 'templates:read');
  const access = await authorizeBulk(deps, caller, sent);
  await requireSender(deps, caller);
  if (sent.tags?.length) requirePermission(access, 'tag_workflow');
  const record = await deps.database.transaction().execute((tx) => lockTemplate(tx, sent.templateId));
  const { template } = record;
  const pattern = sent.name ?? template.name;
  const problem = findPatternProblem(pattern, template.plan);
  if (problem !== null) violations.name = problem;
  if (sent.file === null) violations.file = 'Send the table as the file part "file".';
  const startsAt = readStartOf(deps, sent, violations);
  const asked = { ...sent, name: pattern, recipients: [] };
  const preferences = await preferencesOf(deps, caller, { template, command: asked, violations });
  if (Object.keys(violations).length > 0 || sent.file === null) throw invalid(violations);
  const table = await readTable(sent.file);
  const columns = readBulkColumns(table.headings, template.plan, readBulkMapping(sent.mapping));
  const documents = await copyDocuments(deps, record.documents, unknownTemplate);
  const annexes = await copyAnnexes(deps, record.annexes, unknownTemplate);
  const now = deps.clock.now();
  return deps.database.transaction().execute(async (tx) => {
    const { workspaceId, organizationId } = access;
    await lockTemplate(tx, sent.templateId);
    if ((await countOpenJobs(tx, workspaceId)) >= LIMITS.bulkJobsMax)
      throw conflict(
        `This workspace has ${LIMITS.bulkJobsMax} bulk jobs that have not ended; end or cancel one first.`,
      );
    const tagIds = await chooseTags(tx, { workspaceId, tagIds: sent.tags ?? [] });
    const frozen = await freeze(tx, deps, { record, documents, annexes });
    const owner = { templateId: template.id };
    const head = { ...frozen.head, preferences: sealPreferences(deps, owner, { preferences }) };
    const id = await insertJob(tx, {
      ...{ organization_id: organizationId, workspace_id: workspaceId, template_id: template.id },
      ...{ creator_id: caller.userId, caller: JSON.stringify(describeCaller(caller, visitor)) },
      ...{ state: 'checking' as const, encoding: table.encoding, created_at: now },
      ...{ file_name: sent.file?.fileName.slice(0, 250) ?? '', columns: JSON.stringify(columns) },
      template: JSON.stringify({ ...frozen, head }),
      ...{ name_pattern: pattern, is_locked: sent.lock ?? false, tag_ids: JSON.stringify(tagIds) },
      ...{ starts_at: startsAt, rate_per_minute: sent.ratePerMinute ?? null },
    });
    await insertJobFiles(tx, id, filesOfFrozen(frozen));
    await insertAll(tx, id, table);
    await enqueue(tx, { name: 'check-bulk-rows', id, key: `check-bulk-rows ${id}` });
    return id;
  });
}

function readStartOf(
  { clock }: Pick<Deps, 'clock'>,
  { startDate }: Pick<NewBulk, 'startDate'>,
  violations: Violations,
): Date | null {
  if (startDate === undefined) return null;
  const now = toSeconds(clock.now());
  const latest = now + LIMITS.expirySecondsMax;
  if (startDate <= now || startDate > latest)
    violations.startDate = `Must lie within the next ${LIMITS.expirySecondsMax / 86_400} days (${now} to ${latest}); leave it out to begin with the start.`;
  return fromSeconds(startDate);
}

async function insertAll(tx: Tx, id: number, { rows }: Table): Promise<void> {
  for (let from = 0; from < rows.length; from += SLICE)
    await insertRows(tx, id, rows.slice(from, from + SLICE));
}

/** The template as it is, with copies of its files that belong to the job. */
async function freeze(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  {
    record,
    documents,
    annexes,
  }: {
    record: Awaited<ReturnType<typeof lockTemplate>>;
    documents: readonly StorableDocument[];
    annexes: readonly StorableAnnex[];
  },
): Promise<FrozenTemplate> {
  const now = clock.now();
  const { id, version, type, sender_message, expiry_days, language, plan, preferences } = record.template;
  const frozen: FrozenTemplate = {
    head: { id, version, type, sender_message, expiry_days, language, plan, preferences },
    documents: [],
    annexes: [],
  };
  for (const [index, { original, source }] of documents.entries()) {
    const row = record.documents[index];
    if (!row) continue;
    frozen.documents.push({
      ...{ id: row.id, name: row.name, pages: row.pages, contents: row.contents, source: row.source },
      original_file_id: await insertFile(tx, original, { format: 'pdf', now }),
      source_file_id: source ? await insertFile(tx, source.blob, { format: source.format, now }) : null,
    });
  }
  for (const { name, format, blob } of annexes)
    frozen.annexes.push({ name, format, file_id: await insertFile(tx, blob, { format, now }) });
  return frozen;
}
