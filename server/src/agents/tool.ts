import type { AnswerOf, OperationName, Operations } from '@paraph/contract';
import type { AgentNeed, Scope } from '@paraph/domain';
import type { Static, TObject } from 'typebox';
import type { Deps } from '../deps.ts';
import type { InnerCall, Perform } from '../http/perform.ts';

/** One call of a tool: who calls, and from where. */
export interface ToolCall extends Pick<InnerCall, 'caller' | 'visitor' | 'request' | 'reply'> {
  deps: Deps;
  perform: Perform;
}

export interface ToolHints {
  readOnlyHint: boolean;
  destructiveHint: boolean;
  idempotentHint: boolean;
}

/** Names, words and schemas of a tool are constants: nothing that anyone has written is part of them. */
export interface Tool {
  name: string;
  title: string;
  description: string;
  /** Of the token; null: none beside the right to call. */
  scope: Scope | null;
  /** Of the organization; null where it is about no workspace. */
  need: AgentNeed | null;
  hints: ToolHints;
  input: TObject;
  run(call: ToolCall, input: unknown): Promise<object>;
}

type Definition<Input extends TObject> = Omit<Tool, 'input' | 'run'> & {
  input: Input;
  run(call: ToolCall, input: Static<Input>): Promise<object>;
};

/** Keeps the type of the input, which is checked before the tool runs. */
export function defineTool<Input extends TObject>(tool: Definition<Input>): Tool {
  return tool as unknown as Tool;
}

export const READS: ToolHints = { readOnlyHint: true, destructiveHint: false, idempotentHint: true };
export const PREPARES: ToolHints = { readOnlyHint: false, destructiveHint: false, idempotentHint: false };

/** The caller's call of an operation. */
export function perform<Name extends OperationName>(
  call: ToolCall,
  name: Name,
  values: Pick<InnerCall, 'params' | 'query' | 'body' | 'document'>,
): Promise<AnswerOf<Operations[Name]>> {
  const { caller, visitor, request, reply } = call;
  return call.perform(name, { caller, visitor, request, reply, ...values });
}
