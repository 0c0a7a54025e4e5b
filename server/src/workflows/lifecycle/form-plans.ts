import { type FieldType, isFixed } from '@paraph/domain';
import type { FormPlan, FormPlanField } from '../../revisions/plan-form.ts';
import type { WorkflowRecord } from '../store/workflow-record.ts';

type Step = Pick<WorkflowRecord['steps'][number], 'id' | 'step_order'>;
type Action = Pick<WorkflowRecord['actions'][number], 'id' | 'role_id' | 'step_id' | 'type'>;
type Field = Pick<
  WorkflowRecord['fields'][number],
  | 'document_id'
  | 'height'
  | 'label'
  | 'page'
  | 'pdf_field_name'
  | 'pos_x'
  | 'pos_y'
  | 'position'
  | 'read_only'
  | 'required'
  | 'role_id'
  | 'rules'
  | 'style'
  | 'type'
  | 'value'
  | 'width'
>;

/** What the forms of a workflow's documents depend on; neither names of people nor answers are part of it. */
export interface FormSource {
  workflow: Pick<WorkflowRecord['workflow'], 'envelope_id' | 'organization_id'>;
  documents: readonly Pick<WorkflowRecord['documents'][number], 'id' | 'pages'>[];
  steps: readonly Step[];
  actions: readonly Action[];
  fields: readonly Field[];
}

/** The signing actions in the order of the steps: the signings of the form plans. */
export function listSignings<A extends Action>({
  steps,
  actions,
}: {
  steps: readonly Step[];
  actions: readonly A[];
}): A[] {
  const orders = new Map(steps.map((step) => [step.id, step.step_order]));
  const orderOf = ({ step_id: stepId }: A) => orders.get(stepId) ?? Number.MAX_SAFE_INTEGER;
  return actions.filter(({ type }) => type === 'sign').sort((a, b) => orderOf(a) - orderOf(b) || a.id - b.id);
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
  const type = typeOf(field);
  const { position, label, required, page, width, height } = field;
  return {
    position,
    signing,
    type,
    label,
    required,
    page,
    posX: field.pos_x,
    posY: field.pos_y,
    width,
    height,
    fontSize: field.style.fontSize,
    fixedValue: isFixed({ type, readOnly: field.read_only, showIf: field.rules.showIf }) ? field.value : null,
    options: field.rules.options,
    group: field.rules.group,
    pdfFieldName: field.pdf_field_name,
  };
}

/** Choices without options, which earlier versions had, were ticked or written. */
function typeOf({ type, rules }: Field): FieldType {
  if (rules.options !== null) return type;
  return type === 'radio' ? 'checkbox' : type === 'dropdown' ? 'text' : type;
}
