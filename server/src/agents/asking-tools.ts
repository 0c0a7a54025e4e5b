import { Type } from 'typebox';
import { checkStart } from '../workflows/lifecycle/check-start.ts';
import { askPerson } from './ask-person.ts';
import { enterWorkflow } from './enter.ts';
import { sendByAllowance } from './send-by-allowance.ts';
import { defineTool, type Tool, type ToolCall } from './tool.ts';
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
      'Ask a person to send a draft: they look at recipients, files and message on a page, and press Send there. It is sent by this ' +
      'call only where the organization allows agents to send what is made of this template to these people.',
    input: Type.Object({ id: WorkflowRef }),
    run: requestSend,
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

async function requestSend(call: ToolCall, { id }: { id: string }) {
  const { address, ...inside } = await enterWorkflow(call, 'ask', id);
  await checkStart(call.deps, inside.call.caller, address);
  const { organizationId } = inside;
  const because = await sendByAllowance(inside.call, { address, organizationId });
  if (because !== null)
    return { ...(await askPerson(inside.call, { address, act: 'send', reason: null })), because };
  return {
    state: 'sent',
    next: 'It was sent at once, as the organization allows; get_workflow shows what happens.',
  };
}
