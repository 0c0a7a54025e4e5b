import type { Deps } from '../deps.ts';
import { type Caller, requireScope } from '../http/caller.ts';
import { fromSeconds } from '../platform/clock.ts';
import {
  type Export,
  type ExportFormat,
  exportFound,
  recordExport,
} from '../workflows/reading/export-workflows.ts';
import { readFilterOf, type WorkflowQuery } from '../workflows/reading/list-workflows.ts';
import { writeAnswers } from './answers-view.ts';
import { readVisibleTemplate } from './read-template.ts';

interface AnswersQuery extends Omit<WorkflowQuery, 'isOfSeals' | 'workspaceId'> {
  /** Of the template: a workflow made of it may be in another one. */
  workspaceId: number;
  templateId: number;
  format: ExportFormat;
  ids?: string | undefined;
  endedFrom?: number | undefined;
  endedBefore?: number | undefined;
}

/** What was filled in in the workflows of a template, of those that the caller may see. */
export async function exportAnswers(
  deps: Pick<Deps, 'clock' | 'config' | 'database' | 'replica'>,
  caller: Caller,
  { workspaceId, templateId, format, ids, endedFrom, endedBefore, ...query }: AnswersQuery,
): Promise<Export> {
  requireScope(caller, 'templates:read');
  const { template } = await readVisibleTemplate(deps, caller, { workspaceId, templateId });
  // Copies never leave the organization of their template.
  const within = { ...caller, organizationId: template.organization_id };
  const found = await readFilterOf(deps, within, { ...query, workspaceId: null });
  await recordExport(deps, caller, { workspaceId, templateId, format });
  const narrowing = {
    templateId,
    ids: ids?.split(',').map(Number) ?? null,
    endedFrom: endedFrom === undefined ? null : fromSeconds(endedFrom),
    endedBefore: endedBefore === undefined ? null : fromSeconds(endedBefore),
  };
  return exportFound(deps, { ...found, narrowing }, { ...writeAnswers(template.plan), format });
}
