import type { Paraph } from '../../sdk/src/index.ts';
import { type Invocation, textOf } from './command.ts';
import { CommandError, EXIT } from './exit-code.ts';

export const TEMPLATE_OPTION = {
  name: 'template',
  type: 'string',
  value: 'ID',
  description: 'the template',
} as const;

export const WORKSPACE_OPTION = {
  name: 'workspace',
  type: 'string',
  value: 'ID',
  description: 'workspace of the template; default: your first one',
} as const;

/** @throws CommandError `usage` where none is named */
export function readTemplateId(invocation: Invocation): number {
  const id = Number(textOf(invocation, 'template') ?? Number.NaN);
  if (!Number.isInteger(id)) throw new CommandError('Name the template: --template ID.', EXIT.usage);
  return id;
}

/** The one that is named, else the caller's first. */
export async function chooseWorkspace(invocation: Invocation, paraph: Paraph): Promise<number> {
  const named = textOf(invocation, 'workspace');
  if (named !== null) return Number(named);
  const [first] = await paraph.listWorkspaces({ signal: invocation.signal });
  if (!first) throw new CommandError('You have no workspace; name one with --workspace ID.', EXIT.denied);
  return first.id;
}
