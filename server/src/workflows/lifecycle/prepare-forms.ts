import { assertPresent, coveredTags, isFixed, Refusal } from '@paraph/domain';
import { decodePng, type Pixels } from '@paraph/pades';
import type { Reads } from '../../database/database.ts';
import { type FileDeps, faultOf } from '../../files/check-stored-file.ts';
import { type OpenableFile, readFileFacts } from '../../files/read-file-facts.ts';
import { readFileBytes } from '../../files/read-stored-file.ts';
import type { FormPlan, FormPlanField } from '../../revisions/plan-form.ts';
import { type FormDeps, type PreparedForm, prepareForm } from '../../revisions/prepare-form.ts';
import { findStampPicture } from '../../workspaces/api.ts';
import { membersOf } from '../store/choice-slots.ts';
import type { WorkflowRecord } from '../store/workflow-record.ts';

type Step = Pick<WorkflowRecord['steps'][number], 'id' | 'step_order'>;
type Action = Pick<
  WorkflowRecord['actions'][number],
  'choice_group' | 'choice_slot' | 'id' | 'role_id' | 'step_id' | 'type'
>;
type Field = Omit<WorkflowRecord['fields'][number], 'id' | 'workflow_id'>;

/** What the forms of a workflow's documents depend on; not on names of people or answers. */
export interface FormSource {
  workflow: Pick<WorkflowRecord['workflow'], 'envelope_id' | 'organization_id'>;
  documents: readonly Pick<WorkflowRecord['documents'][number], 'id' | 'pages'>[];
  steps: readonly Step[];
  actions: readonly Action[];
  fields: readonly Field[];
}

/**
 * The signing actions in the order of the steps: the signings of the form plans. Of a group those that hold its slots,
 * in the places of its first people, who need not be those who take them.
 */
export function listSignings<A extends Action>(source: {
  steps: readonly Step[];
  actions: readonly A[];
}): A[] {
  const { steps, actions } = source;
  const orders = new Map(steps.map((step) => [step.id, step.step_order]));
  const orderOf = ({ step_id: stepId }: A) => orders.get(stepId) ?? Number.MAX_SAFE_INTEGER;
  const placeOf = (action: A) => {
    const { choice_slot: slot } = action;
    return slot === null ? action.id : (membersOf(actions, action)[slot - 1] ?? action).id;
  };
  return actions
    .filter(
      ({ type, choice_group: group, choice_slot: slot }) =>
        type === 'sign' && (group === null || slot !== null),
    )
    .sort((a, b) => orderOf(a) - orderOf(b) || placeOf(a) - placeOf(b));
}

/** The plan of the form of one document. Fields of roles without an action are left out: no one answers them. */
export function formPlanOf(source: FormSource, documentId: number): FormPlan {
  const signings = listSignings(source);
  const document = source.documents.find(({ id }) => id === documentId);
  return {
    envelopeId: source.workflow.envelope_id,
    pages: document?.pages ?? [],
    signings: signings.length,
    fields: source.fields
      .filter((field) => field.document_id === documentId)
      .flatMap((field): FormPlanField[] => {
        const signing = signings.findIndex((action) => action.role_id === field.role_id);
        return signing < 0 ? [] : [planField(field, signing)];
      }),
  };
}

function planField(field: Field, signing: number): FormPlanField {
  const { type, position, label, required, page, width, height } = field;
  const { options, group, showIf, formula } = field.rules;
  return {
    ...{ position, signing, type, label, required, options, group },
    ...{ page, posX: field.pos_x, posY: field.pos_y, width, height },
    fontSize: field.style.fontSize,
    fixedValue: isFixed({ type, readOnly: field.read_only, showIf, formula }) ? field.value : null,
    pdfFieldName: field.pdf_field_name,
  };
}

export interface DocumentForm {
  documentId: number;
  form: PreparedForm;
}

type DocumentRow = WorkflowRecord['documents'][number];

/** A document whose form is made, with its bytes. */
export interface FormDocument extends Pick<DocumentRow, 'contents' | 'id' | 'name' | 'pages'> {
  original: OpenableFile;
}

/** Of rows. */
export async function withOriginals(
  reads: Reads,
  documents: readonly (Omit<FormDocument, 'original'> & Pick<DocumentRow, 'original_file_id'>)[],
): Promise<FormDocument[]> {
  const files = await readFileFacts(
    reads,
    documents.map(({ original_file_id: fileId }) => fileId),
  );
  return documents.map(({ original_file_id: fileId, ...document }) => {
    return { ...document, original: assertPresent(files.get(fileId), `the file of document ${document.id}`) };
  });
}

/**
 * Makes the forms of stored documents. Slow; writes no rows.
 *
 * @throws Refusal `DOCUMENT_NOT_ACCEPTED` naming the document; StoredFileFault
 */
export async function prepareForms(
  deps: FileDeps & FormDeps,
  { source, documents }: { source: FormSource; documents: readonly FormDocument[] },
): Promise<DocumentForm[]> {
  const stampPicture = await readStampPicture(deps, source);
  const forms: DocumentForm[] = [];
  for (const { id: documentId, original, name, contents } of documents) {
    const planned = formPlanOf(source, documentId);
    const plan = { ...planned, covers: coveredTags(contents.tags, planned.fields) };
    const form = await prepareNamed(name, () => prepareForm(deps, original, { plan, stampPicture }));
    if (!form) throw await faultOf(deps, original);
    forms.push({ documentId, form });
  }
  return forms;
}

/** As it is now; later changes of it do not reach what has started. Its pixels were limited when it was stored. */
async function readStampPicture(deps: FileDeps, { workflow, fields }: FormSource): Promise<Pixels | null> {
  if (!fields.some(({ type }) => type === 'stamp')) return null;
  const fileId = await findStampPicture(deps.database, workflow.organization_id);
  return fileId === null ? null : decodePng(await readFileBytes(deps, fileId));
}

/** A workflow may have several documents; a refusal names the one that is meant. */
async function prepareNamed<T>(name: string, prepare: () => Promise<T>): Promise<T> {
  try {
    return await prepare();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const document = `${name}: ${error.violations?.document ?? error.message}`;
    throw new Refusal(error.code, error.message, { violations: { document } });
  }
}
