import { distinctHeadings, nameAnswers, type TemplatePlan } from '@paraph/domain';
import { toSeconds } from '../platform/clock.ts';
import { dateText } from '../workflows/reading/export-workflows.ts';
import { type AnsweredWorkflow, viewAnswers } from '../workflows/reading/view-workflows.ts';

const HEAD = ['id', 'envelope id', 'name', 'status', 'sent', 'ended'];

/** The answers of workflows made of a template: its people and fields, as they are now, are the columns of a table. */
export function writeAnswers(plan: TemplatePlan) {
  const fields = nameAnswers(plan.fields);
  const headings = [...fields.values()].map(({ label, rules }) => rules.key ?? label);
  const people = plan.recipients.flatMap(({ name }) => [`${name} name`, `${name} email`]);
  return {
    fileName: 'answers',
    sections: { people: true },
    columns: distinctHeadings([...HEAD, ...people, 'other people', ...headings]),
    row: (workflow: AnsweredWorkflow) => rowOf(workflow, plan, [...fields.keys()]),
    item: (workflow: AnsweredWorkflow) => itemOf(workflow, plan),
  } as const;
}

function rowOf(answered: AnsweredWorkflow, plan: TemplatePlan, names: readonly string[]) {
  const { id, envelope_id: envelopeId, name, status, started_at: sent, ended_at: ended } = answered.workflow;
  const { placed, others } = peopleOf(answered, plan);
  const answers = nameAnswers(viewAnswers(answered));
  return [
    ...[id, envelopeId, name, status, dateText(secondsOf(sent)), dateText(secondsOf(ended))],
    ...placed.flatMap(({ person }) => [person?.name ?? null, person?.email ?? null]),
    others.map((person) => `${person.name} <${person.email}>`).join('; '),
    ...names.map((each) => answers.get(each)?.answer.value ?? null),
  ];
}

/** Whole, whatever the template is by now: also what it has no field for any more. */
function itemOf(answered: AnsweredWorkflow, plan: TemplatePlan) {
  const { workflow } = answered;
  const { placed, others } = peopleOf(answered, plan);
  const people = [
    ...placed.map(({ placeholder, person }) => personOf(placeholder, person)),
    ...others.map((person) => personOf(null, person)),
  ];
  const answers = [...nameAnswers(viewAnswers(answered)).values()].map(({ type, label, rules, answer }) => {
    return { key: rules.key, label, type, ...answer };
  });
  return {
    id: workflow.id,
    envelopeId: workflow.envelope_id,
    workspaceId: workflow.workspace_id,
    name: workflow.name,
    status: workflow.status,
    startDate: secondsOf(workflow.started_at),
    endDate: secondsOf(workflow.ended_at),
    people,
    answers,
  };
}

type Person = AnsweredWorkflow['recipients'][number];

function personOf(placeholder: string | null, person: Person | null) {
  return { placeholder, name: person?.name ?? null, email: person?.email ?? null };
}

/**
 * Who took which place: by the steps, as one person may have taken two; where they are not those of the template any
 * more, by the order.
 */
function peopleOf({ recipients, steps, actions }: AnsweredWorkflow, plan: TemplatePlan) {
  const taken = steps.map((step) => actions.filter(({ step_id: stepId }) => stepId === step.id));
  const isAsPlanned =
    taken.length === plan.steps.length &&
    plan.steps.every(
      (step, at) => step.actions.length === taken[at]?.length && step.type === steps[at]?.type,
    );
  const ofRole = new Map(
    plan.steps.flatMap((step, at) =>
      step.actions.map(({ roleId }, index) => [roleId, taken[at]?.[index]?.recipient_id]),
    ),
  );
  const placed = plan.recipients.map(({ name, roles }, at) => {
    const role = roles.find(({ id }) => ofRole.has(id));
    const inOrder = recipients[at] ?? null;
    const person =
      isAsPlanned && role ? (recipients.find(({ id }) => id === ofRole.get(role.id)) ?? null) : inOrder;
    return { placeholder: name, person };
  });
  const others = recipients.filter((each) => placed.every(({ person }) => person !== each));
  return { placed, others };
}

function secondsOf(time: Date | null): number | null {
  return time && toSeconds(time);
}
