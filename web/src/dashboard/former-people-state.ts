import type { WorkflowType } from '@paraph/domain';
import type { Workflow } from '../api/wire.ts';
import { stepsFrom } from './saved-steps.ts';
import type { SendStep } from './send-steps.ts';

const OFFERED_MAX = 3;

/** Who was asked before, and at which level. */
export type FormerPeople = { type: WorkflowType; steps: SendStep[] };

/** The people of earlier workflows in their steps, the latest first and nobody's twice; drafts were not sent to them. */
export function formerPeople(workflows: readonly Workflow[]): FormerPeople[] {
  const offered = new Map<string, FormerPeople>();
  for (const workflow of workflows) {
    if (workflow.status === 'not_started' || workflow.recipients.length === 0) continue;
    // The recipients of a new workflow are its own.
    const steps = stepsFrom(workflow).map((step) => ({
      ...step,
      people: step.people.map(({ id: _id, ...person }) => person),
    }));
    const key = JSON.stringify(steps.map(({ people }) => people.map(({ email }) => email.toLowerCase())));
    if (!offered.has(key)) offered.set(key, { type: workflow.type, steps });
  }
  return [...offered.values()].slice(0, OFFERED_MAX);
}

/** Whether nobody has been entered yet. */
export function hasNobody(steps: readonly SendStep[]): boolean {
  return steps.every(({ people }) => people.every(({ name, email }) => `${name}${email}`.trim() === ''));
}

/** Who they are: those of a step side by side, steps one after another. */
export function namesOf(steps: readonly SendStep[]): string {
  return steps.map(({ people }) => people.map(({ name }) => name).join(', ')).join(' → ');
}
