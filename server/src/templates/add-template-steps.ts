import { planTemplateSteps, type StepRequest } from '@paraph/domain';
import type { Deps } from '../deps.ts';
import type { Caller } from '../http/caller.ts';
import { changeTemplate } from './change-template.ts';
import type { TemplateAddress, TemplateRecord } from './read-template.ts';

/**
 * Adds steps to a template, behind those it has.
 *
 * @throws Refusal `VALIDATION_ERROR` naming every problem, and those of `changeTemplate`
 */
export async function addTemplateSteps(
  deps: Deps,
  caller: Caller,
  { steps, ...command }: TemplateAddress & { steps: readonly StepRequest[] },
): Promise<TemplateRecord> {
  return changeTemplate(deps, { caller, command }, async (_tx, { template }) => ({
    plan: planTemplateSteps(template.plan, steps),
  }));
}
