import { type Chosen, slotsOf } from './choice.ts';
import { type FieldContext, type FieldRequest, type PlacedField, readPlacedFields } from './placed-field.ts';
import { emailKey, type Plan, type Witnessing } from './recipient.ts';
import { invalid, Refusal, type Violations } from './refusal.ts';

/** A field of a workflow that has no ids yet: its document and its recipient by what the same form says of them. */
export interface QuickFieldRequest extends Omit<FieldRequest, 'documentId' | 'role'> {
  /** Position among the documents of the form, from 0. */
  documentPosition?: number | undefined;
  recipientEmail: string;
  /** Order of the step in which the recipient signs, from 1; the first one by default. */
  step?: number | undefined;
}

/** What a recipient does in one step, by an id that counts in this plan alone. */
export interface PlannedRole extends Chosen, Witnessing {
  id: number;
  recipient: number;
  /** From 1. */
  step: number;
  type: 'sign' | 'review';
  color: string;
}

/** The roles of a plan, numbered from 1 in the order of its steps. */
export function rolesOfPlan({ steps }: Plan): PlannedRole[] {
  const roles = steps.flatMap(({ actions }, index) =>
    actions.map((action) => ({ ...action, step: index + 1 })),
  );
  return roles.map((role, index) => ({ ...role, id: index + 1 }));
}

/**
 * Parses the fields of the quick form by the rules of a draft's fields; documents and roles by the ids of the plan.
 *
 * @throws Refusal `VALIDATION_ERROR` naming every problem
 */
export function readQuickFields(
  request: readonly QuickFieldRequest[],
  context: Omit<FieldContext, 'roles'> & { plan: Plan; roles: readonly PlannedRole[] },
): { fields: PlacedField[]; requests: FieldRequest[] } {
  const violations: Violations = {};
  const requests = request.map(
    ({ documentPosition = 0, recipientEmail, step, ...field }, index): FieldRequest => {
      const document = context.documents[documentPosition];
      if (!document) {
        violations[`fields[${index}][documentPosition]`] =
          `Must be the position of a document of this form, 0 to ${context.documents.length - 1}.`;
      }
      const role = findRole({ recipientEmail, step }, context);
      if ('problem' in role) violations[`fields[${index}][${role.parameter}]`] = role.problem;
      return { ...field, documentId: document?.id ?? 0, role: 'problem' in role ? 0 : role.id };
    },
  );
  try {
    const orderOf = (roleId: number) => context.roles.find(({ id }) => id === roleId)?.step ?? null;
    const fields = readPlacedFields(requests, { ...context, orderOf });
    if (Object.keys(violations).length > 0) throw invalid(violations);
    return { fields, requests };
  } catch (error) {
    if (!(error instanceof Refusal) || error.violations === undefined) throw error;
    // The form has no ids, so a problem with one is said of what stands for it.
    const unrelated = Object.entries(error.violations).filter(([key]) => !/\[(documentId|role)\]$/.test(key));
    throw invalid({ ...Object.fromEntries(unrelated), ...violations });
  }
}

/** Whether fields may be given for a role: of a group, for the first of its people. */
export function holdsSlot(roles: readonly PlannedRole[], role: PlannedRole): boolean {
  const beside = roles.filter(({ step }) => step === role.step);
  return !role.choice || slotsOf(beside)[beside.indexOf(role)] !== null;
}

function findRole(
  { recipientEmail, step }: Pick<QuickFieldRequest, 'recipientEmail' | 'step'>,
  { plan, roles }: { plan: Plan; roles: readonly PlannedRole[] },
): PlannedRole | { parameter: 'recipientEmail' | 'step'; problem: string } {
  const key = emailKey(recipientEmail);
  const recipient = plan.recipients.findIndex((each) => each.emailKey === key);
  if (recipient < 0) {
    return {
      parameter: 'recipientEmail',
      problem: 'Must be the address of a recipient of one of the steps.',
    };
  }
  const signing = roles.filter((role) => role.recipient === recipient && role.type === 'sign');
  const [first] = signing;
  const holder = first && signing.find((role) => holdsSlot(roles, role));
  if (first && !holder)
    return {
      parameter: 'recipientEmail',
      problem: 'The fields of a group are given for its first people; the others get the same.',
    };
  if (!first)
    return { parameter: 'recipientEmail', problem: 'Fields are for those who sign; this recipient reviews.' };
  const chosen = step === undefined ? holder : signing.find((role) => role.step === step);
  const orders = signing.map((role) => role.step).join(', ');
  return chosen ?? { parameter: 'step', problem: `Must be a step in which this recipient signs: ${orders}.` };
}
