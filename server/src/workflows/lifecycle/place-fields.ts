import {
  type AnchorTag,
  assertPresent,
  type Plan,
  type PlannedField,
  placeFields,
  type planAnchoredFields,
  type planRequestedFields,
  readAnchorTag,
  type SigningPerson,
} from '@paraph/domain';
import type { StoredBlob } from '@paraph/storage';
import type { DocumentContents, EventActor, PageSize } from '../../database/column-types.ts';
import type { Tx } from '../../database/database.ts';
import type { Deps } from '../../deps.ts';
import { deleteFiles } from '../../files/delete-files.ts';
import { type ExaminedAnew, examineStored } from '../../files/examine-document.ts';
import { insertFile } from '../../files/store-file.ts';
import type { WorkflowRecord } from '../reading/read-workflow.ts';
import { isSlotless } from '../store/choice-slots.ts';
import { replaceDocumentFile } from '../store/document-store.ts';
import { insertFields } from '../store/draft-store.ts';
import { type NewField, newField, nextPosition, withNewFields } from '../store/plan-workflow.ts';
import type { FormDocument, FormSource } from './prepare-forms.ts';
import { recordWorkflowEvents } from './record-workflow-events.ts';

/** Signature fields to add, for signers of a draft without one. */
export interface MissingSignatures {
  signings: readonly SigningRole[];
  fields: readonly PlannedField[];
  document: FormDocument;
  pages: readonly PageSize[];
  /** The document with an appended signature page; null if its own pages had room. */
  replacement: StoredBlob | null;
}

/** What they depend on. */
export interface SignatureSource
  extends Pick<WorkflowRecord, 'actions' | 'fields' | 'recipients' | 'roles' | 'steps'> {
  workflow: Pick<WorkflowRecord['workflow'], 'creator_id'>;
  documents: readonly FormDocument[];
}

/** What was found in documents, for workflows that differ in nothing of it but the names of people. */
export type Examined = Map<string, ExaminedAnew>;

/**
 * Plans signature fields in the first document for signers without one: in unassigned signature form fields, else in a
 * blank area of the last page, else on an added page. Slow; null if none is missing.
 */
export async function planMissingSignatures(
  deps: Deps,
  record: SignatureSource,
  known: Examined = new Map(),
): Promise<MissingSignatures | null> {
  const signings = signingRoles(record).filter(
    ({ roleId }) =>
      record.actions.some((action) => action.role_id === roleId) &&
      !record.fields.some((field) => field.role_id === roleId && field.type === 'signature'),
  );
  const [document] = record.documents;
  if (signings.length === 0 || !document) return null;
  const plan = planOf(signings);
  const taken = record.fields
    .filter((field) => field.document_id === document.id)
    .map(({ page, pos_x: posX, pos_y: posY, width, height }) => ({ page, posX, posY, width, height }));
  const { name, original: file } = document;
  const asked = JSON.stringify([file.sha256.toString('hex'), signings.length, taken]);
  const examine = () =>
    examineStored(deps, { file, name, userId: record.workflow.creator_id }, { ...plan, taken });
  const { examined, replacement } = known.get(asked) ?? (await examine());
  // A page that was added is a file of one workflow.
  if (!replacement) known.set(asked, { examined, replacement });
  return { signings, fields: placeFields(plan, examined), document, pages: examined.pages, replacement };
}

/** The workflow as it will be once they are inserted. */
export function withSignatures(record: FormSource, missing: MissingSignatures): FormSource {
  const { document, pages } = missing;
  return {
    ...record,
    documents: record.documents.map((each) =>
      each.id === document.id ? { id: each.id, pages: [...pages] } : each,
    ),
    fields: withNewFields(record.fields, newFields(missing)),
  };
}

export function newFields({ document, signings, fields }: MissingSignatures): NewField[] {
  return ownFields(fields, signings, document.id);
}

/** Inserts them. The caller has locked the workflow's row. */
export async function saveMissingSignatures(
  tx: Tx,
  deps: Deps,
  { record, missing, actor }: { record: WorkflowRecord; missing: MissingSignatures; actor: EventActor },
): Promise<void> {
  const { document, pages, replacement } = missing;
  if (replacement) {
    const fileId = await insertFile(tx, replacement, { format: 'pdf', now: deps.clock.now() });
    await replaceDocumentFile(tx, document.id, { fileId, pages });
    await deleteFiles(tx, [assertPresent(document.original.id, 'the row of a file that is replaced')]);
  }
  const workflowId = record.workflow.id;
  await insertFields(tx, { workflowId, after: nextPosition(record.fields) }, newFields(missing));
  const detail = {
    parts: 'fields',
    documentId: document.id,
    ...(replacement ? { sha256: replacement.sha256.toString('hex'), notes: ['signature-page-added'] } : {}),
  };
  const events = [{ name: 'workflow.changed' as const, actor, detail }];
  await recordWorkflowEvents(tx, deps, { workflowId, events });
}

/** Without tags: the fields of anchors were added when the recipients were set. */
function planOf(signings: readonly SigningRole[]): Plan {
  const recipients = signings.map(({ recipient }) => ({
    ...recipient,
    emailKey: recipient.email_key,
    anchorTag: null,
  }));
  const actions = signings.map((_each, recipient) => ({ recipient, type: 'sign' as const, color: '' }));
  return { recipients, steps: [{ type: 'sign', actions }] };
}

interface SigningRole {
  roleId: number;
  recipient: WorkflowRecord['recipients'][number];
  tag: AnchorTag | null;
}

/** The signing roles in the order of their steps; roles without a step are last. */
export function signingRoles({
  roles,
  recipients,
  actions,
  steps,
}: Omit<SignatureSource, 'documents' | 'workflow'>): SigningRole[] {
  const orderOf = (roleId: number) => {
    const stepId = actions.find((action) => action.role_id === roleId)?.step_id;
    return steps.find((step) => step.id === stepId)?.step_order ?? Number.MAX_SAFE_INTEGER;
  };
  return roles
    .filter((role) => role.type === 'sign' && !isSlotless({ actions }, role.id))
    .sort((a, b) => orderOf(a.id) - orderOf(b.id) || a.id - b.id)
    .flatMap((role) => {
      const recipient = recipients.find((each) => each.id === role.recipient_id);
      if (!recipient) return [];
      const tag = recipient.anchor_tag === null ? null : readAnchorTag(recipient.anchor_tag);
      return [{ roleId: role.id, recipient, tag }];
    });
}

/** Those who sign, as printed places and tags are offered to them. */
export function signingPeople(record: WorkflowRecord): SigningPerson[] {
  return signingRoles(record).map(({ roleId, recipient }) => {
    return { role: roleId, name: recipient.name, person: recipient.id };
  });
}

/** The fields that a document asks for, or those of its text anchors alone, for the signers. */
export function detectFields(
  plan: typeof planRequestedFields | typeof planAnchoredFields,
  signings: readonly SigningRole[],
  source: { documentId: number; contents: DocumentContents },
): NewField[] {
  return ownFields(plan(signings, source), signings, source.documentId);
}

/** Without keys: the sender gives them, with the fields of the draft. */
function ownFields(fields: readonly PlannedField[], signings: readonly SigningRole[], documentId: number) {
  return fields.flatMap(({ signing, ...field }) => {
    const owner = signings[signing];
    return owner ? [newField({ ...field, key: null }, { documentId, ...owner })] : [];
  });
}
