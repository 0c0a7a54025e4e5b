import { type FieldRequest, setPlanFields } from '@paraph/domain';
import type { Deps } from '../deps.ts';
import type { Caller } from '../http/caller.ts';
import { changeTemplate, documentsOf } from './change-template.ts';
import type { TemplateAddress, TemplateRecord } from './read-template.ts';

/**
 * Sets the fields of a template, all of them: those not named any more are gone.
 *
 * @throws Refusal `VALIDATION_ERROR` naming every problem, and those of `changeTemplate`
 */
export async function setTemplateFields(
  deps: Deps,
  caller: Caller,
  { fields, ...command }: TemplateAddress & { fields: readonly FieldRequest[] },
): Promise<TemplateRecord> {
  return changeTemplate(deps, { caller, command }, async (_tx, record) => ({
    plan: setPlanFields(record.template.plan, fields, documentsOf(record)),
  }));
}
