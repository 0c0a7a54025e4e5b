import { Type } from 'typebox';
import { askPerson } from './ask-person.ts';
import { enterWorkflow } from './enter.ts';
import { defineTool, type Tool } from './tool.ts';
import { WorkflowRef } from './tool-values.ts';

const asks = {
  scope: 'agents:send',
  need: 'ask',
  // What follows reaches people and cannot be taken back, once a person has confirmed it.
  hints: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
} as const;

/** What a person has to confirm. */
export const askingTools: readonly Tool[] = [
  defineTool({
    ...asks,
    name: 'request_send',
    title: 'Ask a person to send a draft',
    description:
      'Ask a person to send a draft. It is not sent by this call: a person looks at recipients, files and message on a page, and presses Send there.',
    input: Type.Object({ id: WorkflowRef }),
    run: async (call, { id }) => {
      const { address, ...inside } = await enterWorkflow(call, 'ask', id);
      return askPerson(inside.call, { address, act: 'send', reason: null });
    },
  }),
  defineTool({
    ...asks,
    name: 'cancel',
    title: 'Ask a person to cancel a workflow',
    description:
      'Ask a person to cancel a running workflow, with a reason that its people read. It is not canceled by this call.',
    input: Type.Object({
      id: WorkflowRef,
      reason: Type.String({ maxLength: 500, description: 'Why, as the people of the workflow read it' }),
    }),
    run: async (call, { id, reason }) => {
      const { address, ...inside } = await enterWorkflow(call, 'ask', id);
      return askPerson(inside.call, { address, act: 'cancel', reason });
    },
  }),
];
