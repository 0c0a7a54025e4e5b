import { LIMITS, Refusal, untrusted, WORKFLOW_TYPES } from '@paraph/domain';
import { Type } from 'typebox';
import { countHits } from '../http/rate-limit.ts';
import { checkStart } from '../workflows/lifecycle/check-start.ts';
import { enterWorkflow, enterWorkspace } from './enter.ts';
import { describeRefusal, readable } from './readable.ts';
import { defineTool, PREPARES, perform, READS, type Tool, type ToolCall } from './tool.ts';
import { time, WorkflowRef, WorkspaceId, wholeWorkflow } from './tool-values.ts';
import { createUpload, UPLOAD_BYTES_MAX, useUpload } from './uploads.ts';

const Name = Type.String({ maxLength: 250, description: 'The name of the workflow, 2 to 250 characters' });
const Message = Type.Optional(
  Type.String({
    maxLength: 10_000,
    description: 'What the sender says to the recipients in the invitations',
  }),
);
const Values = Type.Optional(
  Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()]), {
    description: 'What fields say from the start, by their keys',
  }),
);
const person = {
  name: Type.String({ maxLength: 250, description: 'The name of the person' }),
  email: Type.String({ maxLength: 320, description: 'The address of the person' }),
};
const UploadId = Type.String({ pattern: '^[0-9a-f]{32}$', description: 'As create_upload answers it' });
const drafts = { scope: 'workflows:write', need: 'draft' } as const;

async function countDraft({ deps, caller }: ToolCall): Promise<void> {
  await countHits(deps.database, deps, {
    rate: 'agentDrafts',
    who: caller.key,
    hits: 1,
    refuse: (seconds) => `Too many drafts of this agent; wait ${seconds} seconds.`,
  });
}

async function describeDraft(call: ToolCall, params: { workspaceId: number; workflowId: number }) {
  const workflow = await perform(call, 'readWorkflow', { params });
  return { ...wholeWorkflow(workflow, call.deps.config.baseUrl), next: 'check_draft, then request_send' };
}

/** What agents prepare: drafts, of which nobody hears anything. */
export const draftTools: readonly Tool[] = [
  defineTool({
    ...drafts,
    name: 'draft_from_template',
    title: 'Prepare a draft from a template',
    description:
      'Make a draft of a template, with a person for each placeholder in its order. Nothing is sent: request_send asks a person for that.',
    hints: PREPARES,
    input: Type.Object({
      templateId: Type.Integer({ minimum: 1, description: 'Id of the template' }),
      workspaceId: Type.Optional(WorkspaceId),
      name: Name,
      recipients: Type.Array(Type.Object(person), { maxItems: LIMITS.workflowRecipientsMax }),
      values: Values,
      message: Message,
    }),
    run: async (call, { templateId, workspaceId, name, recipients, values, message }) => {
      const inside = await enterWorkspace(call, 'draft', workspaceId);
      await countDraft(inside.call);
      const draft = await perform(inside.call, 'cloneTemplate', {
        params: { templateId },
        body: {
          workspaceId: inside.workspaceId,
          name,
          recipients,
          ...(values === undefined ? {} : { values }),
          ...(message === undefined ? {} : { senderMessage: message }),
          hasToBeStarted: false,
        },
      });
      return describeDraft(inside.call, { workspaceId: draft.workspaceId, workflowId: draft.id });
    },
  }),
  defineTool({
    name: 'create_upload',
    title: 'Announce a file',
    description:
      'Announce a file by name, size and SHA-256. Then send its bytes by one HTTP PUT to putUrl, such as `curl -T FILE URL`; never as text here.',
    scope: null,
    need: null,
    hints: PREPARES,
    input: Type.Object({
      name: Type.String({ minLength: 1, maxLength: 250, description: 'The file name, such as lease.pdf' }),
      size: Type.Integer({ minimum: 1, maximum: UPLOAD_BYTES_MAX, description: 'Bytes' }),
      sha256: Type.String({ pattern: '^[0-9a-f]{64}$', description: 'SHA-256 of the bytes, in hexadecimal' }),
    }),
    run: createUpload,
  }),
  defineTool({
    ...drafts,
    name: 'draft_from_file',
    title: 'Prepare a draft from a file',
    description: 'Make a draft of an uploaded file, with the people who sign it. Nothing is sent.',
    hints: PREPARES,
    input: Type.Object({
      uploadId: UploadId,
      workspaceId: Type.Optional(WorkspaceId),
      name: Name,
      recipients: Type.Array(Type.Object(person), { minItems: 1, maxItems: LIMITS.workflowRecipientsMax }),
      inOrder: Type.Optional(
        Type.Boolean({ description: 'Whether they sign one after another; else all at the same time' }),
      ),
      level: Type.Optional(Type.String({ enum: [...WORKFLOW_TYPES], description: 'What signatures prove' })),
      message: Message,
    }),
    run: async (call, { uploadId, workspaceId, name, recipients, inOrder, level, message }) => {
      const inside = await enterWorkspace(call, 'draft', workspaceId);
      await countDraft(inside.call);
      const steps = (inOrder ? recipients.map((each) => [each]) : [recipients]).map((people) => ({
        type: 'sign',
        recipients: people,
      }));
      const draft = await useUpload(inside.call, uploadId, (document) =>
        perform(inside.call, 'createEnvelope', {
          document,
          body: { workspaceId: inside.workspaceId, name, type: level, steps, senderMessage: message },
        }),
      );
      const { address, ...there } = await enterWorkflow(inside.call, 'draft', draft.id);
      return describeDraft(there.call, address);
    },
  }),
  defineTool({
    ...drafts,
    name: 'propose_fields',
    title: 'Propose fields',
    description:
      'Find the printed places of a draft where fields could go, and whose they are. With place: true, those whose person is clear become fields.',
    hints: PREPARES,
    input: Type.Object({
      id: WorkflowRef,
      place: Type.Optional(Type.Boolean({ description: 'Whether to place them in a draft without fields' })),
    }),
    run: proposeFields,
  }),
  defineTool({
    ...drafts,
    name: 'check_draft',
    title: 'Check a draft',
    description: 'What would keep a draft from being sent now, and who would be asked first.',
    hints: READS,
    input: Type.Object({ id: WorkflowRef }),
    run: async (call, { id }) => {
      const { address, ...inside } = await enterWorkflow(call, 'draft', id);
      const workflow = await describeDraft(inside.call, address);
      try {
        const { first } = await checkStart(call.deps, inside.call.caller, address);
        return { ready: true, problems: [], asksFirst: first.map((name) => untrusted(name, 250)), workflow };
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        return { ready: false, problems: [describeRefusal(error)], asksFirst: [], workflow };
      }
    },
  }),
  defineTool({
    name: 'verify_pdf',
    title: 'Verify a signed PDF',
    description: 'Evaluate the signatures of an uploaded PDF: who, when, and what was changed after.',
    scope: null,
    need: null,
    hints: READS,
    input: Type.Object({ uploadId: UploadId }),
    run: async (call, { uploadId }) => {
      const report = await useUpload(call, uploadId, (document) =>
        perform(call, 'verifyDocument', { document, body: {} }),
      );
      return { untrusted: true, report: readable(report) as object };
    },
  }),
  defineTool({
    scope: 'workflows:write',
    need: 'ask',
    name: 'remind',
    title: 'Remind people',
    description: 'Mail those again whose turn it is, or some of them; each at most once an hour.',
    hints: PREPARES,
    input: Type.Object({
      id: WorkflowRef,
      recipientIds: Type.Optional(Type.Array(Type.Integer({ minimum: 1 }), { maxItems: 100 })),
    }),
    run: async (call, { id, recipientIds }) => {
      const { address, ...inside } = await enterWorkflow(call, 'ask', id);
      const body = recipientIds === undefined ? {} : { recipients: recipientIds };
      const { reminders } = await perform(inside.call, 'remindRecipients', { params: address, body });
      return {
        reminders: reminders.map(({ recipientId, reminded, nextReminderDate }) => ({
          recipientId,
          reminded,
          next: time(nextReminderDate),
        })),
      };
    },
  }),
];

/** Suggestions of the service itself; those that an agent has placed are fields like any other, for a person to check. */
async function proposeFields(
  call: ToolCall,
  { id, place = false }: { id: string; place?: boolean | undefined },
) {
  const { address, ...inside } = await enterWorkflow(call, 'draft', id);
  const workflow = await perform(inside.call, 'readWorkflow', { params: address });
  const found = [];
  for (const document of workflow.documents) {
    const params = { ...address, documentId: document.id };
    for (const each of await perform(inside.call, 'listSuggestedFields', { params }))
      found.push({ documentId: document.id, ...each });
  }
  const clear = found.filter(({ role, tag }) => role !== null && tag === null);
  const mayPlace = place && workflow.fields.length === 0 && clear.length > 0;
  if (mayPlace) {
    const fields = clear.map(({ documentId, type, page, posX, posY, width, height, role }) => ({
      ...{ documentId, type, page, posX, posY, role, style: { width, height } },
    }));
    await perform(inside.call, 'setFields', { params: address, body: { fields } });
  }
  return {
    placed: mayPlace ? clear.length : 0,
    places: found.slice(0, 100).map(({ reason, party, tag, ...each }) => ({
      ...each,
      reason: untrusted(reason, 250),
      party: party === null ? null : untrusted(party, 250),
      isTag: tag !== null,
    })),
  };
}
