import { addPlanSteps, type StepRequest, setPlanSteps } from '@paraph/domain';
import type { Deps } from '../deps.ts';
import type { Caller } from '../http/caller.ts';
import { changeTemplate } from './change-template.ts';
import type { TemplateAddress, TemplateRecord } from './read-template.ts';

/**
 * Adds steps to a template behind those it has, or sets all of them.
 *
 * @throws Refusal `VALIDATION_ERROR` naming every problem, and those of `changeTemplate`
 */
export async function changeTemplateSteps(
  deps: Deps,
  caller: Caller,
  { steps, how, ...command }: TemplateAddress & { steps: readonly StepRequest[]; how: 'add' | 'set' },
): Promise<TemplateRecord> {
  const change = how === 'add' ? addPlanSteps : setPlanSteps;
  return changeTemplate(deps, { caller, command }, async (_tx, { template }) => ({
    plan: change(template.plan, steps),
  }));
}
