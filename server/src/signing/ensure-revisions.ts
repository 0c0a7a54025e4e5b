import { listRevisions } from '../revisions/api.ts';
import { lockWorkflow } from '../workflows/lifecycle/advance-workflow.ts';
import { ensureForms } from '../workflows/lifecycle/prepare-forms.ts';
import { findWorkflowFacts, type WorkflowFacts } from '../workflows/reading/find-workflow-facts.ts';
import { saveSignatures } from './save-signatures.ts';
import { trailHeadOf } from './sealed-trail.ts';
import { listImageIds, recipientOf, type SignDeps, signDocuments } from './sign-documents.ts';
import { contentsBytesFor, serviceSource } from './signature-source.ts';
import { deleteSignatures } from './signature-store.ts';
import { listSignatureImagesByIds } from './signing-store.ts';

/** Whether an earlier version started the workflow, or recorded an act without a revision. */
export function lacksRevisions(facts: WorkflowFacts): boolean {
  return facts.files.some(({ revisions }) => revisions.length === 0) || listUnsigned(facts).length > 0;
}

/**
 * Makes the revisions of a workflow that an earlier version started: the forms, and a signature for each person who has
 * signed, in their order and with the time of their act. A no-op for all others. Idempotent.
 *
 * @throws Refusal `DOCUMENT_NOT_ACCEPTED`; PdfRefusal if a signature or its timestamp cannot be made; StoredFileFault
 */
export async function ensureRevisions(
  deps: SignDeps,
  { workflowId, sealedId = null }: { workflowId: number; sealedId?: number | null },
): Promise<void> {
  await ensureForms(deps, { workflowId, sealedId });
  for (;;) {
    const facts = await findWorkflowFacts(deps.database, workflowId);
    const [action] = facts ? listUnsigned(facts) : [];
    if (!facts || !action?.acted_at) return;
    const answers = facts.fields.filter((field) => field.role_id === action.role_id);
    const trail = trailHeadOf(facts);
    const images = await listSignatureImagesByIds(deps.database, listImageIds(answers));
    const person = recipientOf({ facts, action });
    const contentsBytes = contentsBytesFor(deps, { facts, recipient: person });
    const shown = { facts, action, answers, images, trail, contentsBytes };
    const work = { ...shown, actedAt: action.acted_at, timeZone: 'UTC' };
    const source = serviceSource(deps, person);
    const { documents, missingTimestamp } = await signDocuments(deps, work, source);
    if (missingTimestamp) throw missingTimestamp;
    const now = deps.clock.now();
    await deps.database.transaction().execute(async (tx) => {
      await lockWorkflow(tx, workflowId);
      const known = await listRevisions(
        tx,
        facts.documents.map(({ id }) => id),
      );
      // Another process was faster.
      if ([...known.values()].flat().some(({ actionId }) => actionId === action.id)) return;
      await deleteSignatures(tx, action.id);
      await saveSignatures(tx, { workflowId, actionId: action.id, documents, source, now });
    });
  }
}

/** The signing actions that are done without a revision, in the order in which people acted. */
function listUnsigned({ actions, files }: WorkflowFacts): WorkflowFacts['actions'] {
  const signed = new Set(files.flatMap(({ revisions }) => revisions.map(({ actionId }) => actionId)));
  return actions
    .filter((action) => action.type === 'sign' && action.status === 'signed' && !signed.has(action.id))
    .sort((a, b) => (a.acted_at?.getTime() ?? 0) - (b.acted_at?.getTime() ?? 0) || a.id - b.id);
}
