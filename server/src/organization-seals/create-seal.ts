import { invalid, LIMITS, Refusal, readBareDraft } from '@paraph/domain';
import { joinedSource, PdfRefusal } from '@paraph/pades';
import { requireSender, type Sender } from '../accounts/sender.ts';
import type { Tx } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import type { Caller } from '../http/caller.ts';
import { toSeconds } from '../platform/clock.ts';
import { newDatedKey } from '../platform/ids.ts';
import { sealFieldName } from '../revisions/plan-form.ts';
import type { PreparedForm } from '../revisions/prepare-form.ts';
import { explainFailure, FILE_SAVED } from '../sealing/explain-failure.ts';
import { type MadeSeal, makeSeal } from '../sealing/make-seal.ts';
import { recordDelayedSeal, recordNewSeal } from '../sealing/record-new-seal.ts';
import { sealingOrganization } from '../sealing/seal-document.ts';
import { SEAL_REASON } from '../sealing/write-seal.ts';
import { openSealKey } from '../trust-services/seal-key.ts';
import {
  authorizeNewWorkflow,
  type FormCommand,
  type PreparedEnvelope,
  planEnvelope,
} from '../workflows/envelopes/create-envelope.ts';
import {
  checkUploads,
  ingestBareDocuments,
  prepareNewForms,
  type StorableDocument,
} from '../workflows/envelopes/ingest-document.ts';
import { insertSeal } from '../workflows/lifecycle/insert-seal.ts';
import { recordWorkflowEvents } from '../workflows/lifecycle/record-workflow-events.ts';
import { readOrganizationName } from '../workspaces/api.ts';
import { instanceLevelFacts } from '../workspaces/levels.ts';

type SealCommand = Omit<FormCommand, 'request'> & {
  request: Pick<FormCommand['request'], 'metadata' | 'name' | 'workspaceId'>;
};

/** All of a seal but its rows. */
interface PreparedSeal {
  prepared: PreparedEnvelope & { envelopeId: string };
  form: PreparedForm;
  /** Or why it waits. */
  made: MadeSeal | ReturnType<typeof explainFailure>;
}

/**
 * Seals a PDF in the name of the organization, without people (interface.md §5.7). The seal is made before the one
 * transaction that stores it; where it has to wait for its timestamp, a job makes it later. Never a lower one.
 *
 * @returns the integer id of its workflow
 * @throws Refusal `VALIDATION_ERROR` naming all problems, `DOCUMENT_NOT_ACCEPTED`, `WORKSPACE_NOT_FOUND`,
 *   `UNAUTHORIZED_TO_PERFORM_THIS_ACTION`; Fault where the storage cannot be used
 */
export async function createSeal(deps: Deps, caller: Caller, command: SealCommand): Promise<number> {
  const sender = await requireSender(deps, caller);
  const prepared = await prepareSeal(deps, caller, command);
  const [form] = await prepareNewForms(deps, prepared);
  const [document] = prepared.documents;
  if (!form || !document) throw new Error('a seal without its document');
  const made = await tryToSeal(deps, { prepared, form, document: document.ingested });
  const insertion = { sealed: { prepared, form, made }, sender, caller, visitor: command.visitor };
  return deps.database.transaction().execute((tx) => insert(tx, deps, insertion));
}

async function prepareSeal(
  deps: Deps,
  caller: Caller,
  { request, violations: misfits, documents }: SealCommand,
): Promise<PreparedSeal['prepared']> {
  const now = deps.clock.now();
  const [upload] = documents;
  const rules = {
    nowSeconds: toSeconds(now),
    expirySecondsMin: deps.config.expirySecondsMin,
    levels: instanceLevelFacts(deps),
    violations: misfits,
  };
  const named = { ...request, name: request.name ?? nameOf(upload?.fileName ?? '') };
  const { draft, violations } = readBareDraft(named, rules);
  Object.assign(violations, checkUploads(deps, documents));
  if (documents.length > 1) violations['document[1]'] = 'A seal is of one file; send one for each.';
  if (Object.keys(violations).length > 0) throw invalid(violations);
  const workspace = await authorizeNewWorkflow(deps, caller, {
    workspaceId: request.workspaceId ?? null,
    needed: 'create_seal',
  });
  const about = { workflowName: draft.name, mayCarryXml: true };
  const ingested = await ingestBareDocuments(deps, documents, about);
  const envelopeId = newDatedKey(deps.ids, now);
  return { envelopeId, draft, scheduledStartAt: null, workspace, documents: ingested, isSeal: true };
}

/** What a seal without a name is called. */
function nameOf(fileName: string): string {
  const base = fileName.split(/[\\/]/).pop() ?? '';
  const name = base
    .replace(/\.pdf$/i, '')
    .replaceAll(/[\p{Cc}\p{Cf}]/gu, '')
    .trim()
    .slice(0, LIMITS.nameCharactersMax)
    .toWellFormed();
  return name.length < LIMITS.nameCharactersMin ? 'Document' : name;
}

/** Makes the seal, or says what it has to wait for. @throws Refusal where the file can never be sealed */
async function tryToSeal(
  deps: Deps,
  { prepared, form, document }: Omit<PreparedSeal, 'made'> & { document: StorableDocument },
): Promise<PreparedSeal['made']> {
  const { workspace, envelopeId } = prepared;
  const { original } = document;
  const { organizationId: id } = workspace;
  const name = await readOrganizationName(deps.database, id);
  const organization = sealingOrganization({ id, name }, sealFieldName({ envelopeId }));
  const copy = await deps.blobs.copy(original.key);
  try {
    const hashed = (original.hashed ?? (await copy.hash())).copy().update(form.update);
    const { chunkDigests } = original;
    const sealable = {
      source: joinedSource([copy.source, form.update]),
      hashed,
      latest: form,
      originalSize: original.size,
      updates: [form.update],
      store: (appended: Parameters<typeof copy.store>[0]) => copy.store({ ...appended, chunkDigests }),
    };
    const key = await openSealKey(deps, id);
    const subject = { people: [], organization, trail: null, reason: SEAL_REASON, key };
    return await makeSeal(deps, sealable, subject);
  } catch (error) {
    const failure = explainFailure(error, FILE_SAVED);
    if (failure.retries !== null) {
      deps.log.warn({ err: error, envelopeId }, 'a seal waits');
      return failure;
    }
    throw error instanceof PdfRefusal ? notAccepted(failure.cause) : error;
  } finally {
    await copy.close();
  }
}

function notAccepted(cause: string): Refusal {
  return new Refusal('DOCUMENT_NOT_ACCEPTED', `This PDF cannot be used. ${cause}`, {
    violations: { document: cause },
  });
}

interface Insertion extends Pick<SealCommand, 'visitor'> {
  sealed: PreparedSeal;
  sender: Sender;
  caller: Caller;
}

async function insert(
  tx: Tx,
  deps: Deps,
  { sealed: { prepared, form, made }, sender, ...by }: Insertion,
): Promise<number> {
  const { workflow, created } = await planEnvelope(tx, deps, { prepared, forms: [form], ...by });
  const isSealed = 'blob' in made;
  const { record, hasListener, ending } = await insertSeal(tx, deps, { workflow, sender, isSealed });
  const happened = isSealed
    ? await recordNewSeal(tx, deps, { ...record, ...made })
    : await recordDelayedSeal(tx, deps, { ...record, failure: made });
  const { id } = record.workflow;
  const events = [created, ...happened, ...ending];
  await recordWorkflowEvents(tx, deps, { workflowId: id, record, hasListener, events });
  return id;
}
