import { EMPTY_PLAN, PREFERENCES, type TemplateHead, type TemplatePlan } from '@paraph/domain';
import type { Tx } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import { nameDocument, type StorableDocument } from '../workflows/envelopes/ingest-document.ts';
import { sealPreferences } from '../workflows/lifecycle/callback.ts';
import type { WorkspaceAccess } from '../workspaces/workspace-access.ts';
import { lockTemplate } from './change-template.ts';
import {
  insertTemplateDocument,
  insertTemplateRow,
  saveTemplatePreferences,
  setPlan,
  type TemplateRecord,
} from './template-store.ts';

export interface PreparedTemplate {
  access: WorkspaceAccess;
  head: TemplateHead;
  preferences: Readonly<Record<string, string>>;
  documents: readonly StorableDocument[];
  /** The plan, once the documents have ids: in their order. */
  planFor(documentIds: readonly number[]): TemplatePlan;
}

/** Inserts a template whose documents are already stored. */
export async function insertTemplate(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'ids' | 'vault'>,
  { access, head, preferences, documents, planFor }: PreparedTemplate,
): Promise<TemplateRecord> {
  const { [PREFERENCES.callbackSecret]: secret, ...others } = preferences;
  const row = { ...access, creatorId: access.userId, head, preferences: others, now: deps.clock.now() };
  const id = await insertTemplateRow(tx, { ...row, plan: EMPTY_PLAN });
  // A secret is bound to the id of its template.
  if (secret !== undefined)
    await saveTemplatePreferences(tx, id, sealPreferences(deps, { templateId: id }, { preferences }));
  const documentIds = [];
  for (const [position, document] of documents.entries()) {
    documentIds.push(
      await insertTemplateDocument(tx, id, { ...(await nameDocument(tx, deps, document)), position }),
    );
  }
  const plan = planFor(documentIds);
  if (plan !== EMPTY_PLAN) await setPlan(tx, id, plan);
  return lockTemplate(tx, id);
}
