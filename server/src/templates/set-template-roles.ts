import { type PlaceholderRequest, setPlaceholders } from '@paraph/domain';
import type { Deps } from '../deps.ts';
import type { Caller } from '../http/caller.ts';
import { changeTemplate, documentsOf } from './change-template.ts';
import type { TemplateAddress, TemplateRecord } from './read-template.ts';

/**
 * Sets the people to be and what each is to do. Who is not named any more is taken out, with their fields and their
 * place in the steps. Text anchors with somebody's tag become their fields.
 *
 * @throws Refusal `VALIDATION_ERROR` naming every problem, and those of `changeTemplate`
 */
export async function setTemplateRoles(
  deps: Deps,
  caller: Caller,
  { recipients, ...command }: TemplateAddress & { recipients: readonly PlaceholderRequest[] },
): Promise<TemplateRecord> {
  return changeTemplate(deps, { caller, command }, async (_tx, record) => ({
    plan: setPlaceholders(record.template.plan, recipients, documentsOf(record)),
  }));
}
