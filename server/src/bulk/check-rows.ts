import {
  type BulkRow,
  columnOfProblem,
  type LevelFacts,
  meaningOfProblem,
  nameBulkRow,
  readBulkRow,
  type Violations,
} from '@paraph/domain';
import type { Reads } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import { readTagsOf } from '../tags/assign-tags.ts';
import { checkCloning } from '../templates/clone-template.ts';
import { readLevelFactsFor } from '../workspaces/levels.ts';
import {
  type CheckedRow,
  compareRows,
  findJob,
  listRows,
  lockJob,
  type StoredJob,
  type StoredRow,
  saveChecked,
  saveJob,
} from './bulk-store.ts';

const SLICE = 500;

/**
 * The job of the queue that checks the rows of a table as calls of the cloner are checked: every problem by row and
 * column. Nothing is made. It goes on where a killed process was.
 */
export async function checkBulkRows(deps: Deps, jobId: number): Promise<void> {
  const job = await findJob(deps.database, jobId);
  if (job?.state !== 'checking') return;
  const context = await readContext(deps, deps.database, job);
  for (let after = 0; ; ) {
    const rows = await listRows(deps.database, jobId, { states: ['waiting'], after, limit: SLICE });
    const checked = rows.map((row) => checkRow(deps, { job, row, context }));
    const goesOn = await deps.database.transaction().execute(async (tx) => {
      if ((await lockJob(tx, jobId))?.state !== 'checking') return false;
      if (checked.length > 0) await saveChecked(tx, jobId, checked);
      else await finish(tx, job);
      return checked.length > 0;
    });
    if (!goesOn) return;
    after = rows.at(-1)?.row ?? after;
  }
}

async function finish(tx: Parameters<typeof saveJob>[0], job: StoredJob): Promise<void> {
  const column = columnOfProblem('id', job.columns) ?? '';
  await compareRows(tx, job.id, { column, problem: 'Row {row} has this id; each row needs its own.' });
  await saveJob(tx, job.id, { state: 'ready' });
}

/** What the rows of a job are checked with. */
export interface RowContext {
  facts: LevelFacts;
  /** Ids of the tags of the workspace, by their folded names. */
  tags: ReadonlyMap<string, number>;
}

export async function readContext(
  deps: Pick<Deps, 'config'>,
  reads: Reads,
  job: StoredJob,
): Promise<RowContext> {
  const { organization_id: organizationId, workspace_id: workspaceId } = job;
  const facts = await readLevelFactsFor(deps, reads, { type: job.template.head.type, organizationId });
  const tags = (await readTagsOf(reads, [workspaceId])).get(workspaceId) ?? [];
  return { facts, tags: new Map(tags.map(({ id, name }) => [name.toLowerCase(), id])) };
}

interface RowToCheck {
  job: StoredJob;
  row: StoredRow;
  context: RowContext;
}

/** What a row would make; not to be used unless `violations` is empty. */
export function readRow(
  deps: Pick<Deps, 'clock' | 'config'>,
  { job, row, context: { facts, tags } }: RowToCheck,
  violations: Violations,
): { stated: BulkRow; checked: ReturnType<typeof checkCloning>; tagIds: number[] } {
  const { head: template } = job.template;
  const read = { columns: job.columns, template: template.plan };
  const stated = readBulkRow(row.cells ?? [], read, violations);
  const name = nameBulkRow(job.name_pattern, { ...stated, row: row.row }, template.plan);
  const command = { ...stated, name, lock: job.is_locked };
  const checked = checkCloning(deps, { template, facts, command }, violations);
  const tagIds = stated.tags.flatMap((tag) => {
    const id = tags.get(tag.toLowerCase());
    if (id === undefined) violations.tags = `This workspace has no tag “${tag.slice(0, 60)}”.`;
    return id ?? [];
  });
  return { stated, checked, tagIds: [...new Set([...job.tag_ids, ...tagIds])] };
}

function checkRow(deps: Pick<Deps, 'clock' | 'config'>, about: RowToCheck): CheckedRow {
  const violations: Violations = {};
  const { stated, checked } = readRow(deps, about, violations);
  const problems = problemsOf(violations, about.job);
  const people = checked.people.map(({ emailKey }) => emailKey).join(' ');
  const isValid = problems === null;
  return {
    row: about.row.row,
    state: isValid ? 'valid' : 'invalid',
    key: stated.key,
    people: people === '' ? null : people,
    problems,
  };
}

/** By the headings of the columns; what no column says is under an empty one, and named. Each problem is a line. */
export function problemsOf(
  violations: Violations,
  { columns, template }: Pick<StoredJob, 'columns' | 'template'>,
): Record<string, string> | null {
  const problems: Record<string, string> = {};
  for (const [path, sentence] of Object.entries(violations)) {
    const heading = columnOfProblem(path, columns);
    const said = sentence.replaceAll('\n', ' ');
    // What a cell says wrongly is not checked further: its first problem is the one to mend.
    if (heading !== null) problems[heading] ??= said;
    else
      problems[''] =
        `${problems[''] ? `${problems['']}\n` : ''}${meaningOfProblem(path, template.head.plan)}: ${said}`;
  }
  return Object.keys(problems).length > 0 ? problems : null;
}
