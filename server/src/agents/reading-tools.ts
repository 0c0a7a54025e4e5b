import { untrusted, WORKFLOW_STATUSES } from '@paraph/domain';
import { Type } from 'typebox';
import { enterWorkflow, enterWorkspace, listEnterable } from './enter.ts';
import { defineTool, perform, READS, type Tool } from './tool.ts';
import {
  Cursor,
  listedWorkflow,
  PAGE,
  time,
  WorkflowRef,
  WorkspaceId,
  wholeWorkflow,
} from './tool-values.ts';

const Query = Type.String({ maxLength: 200, description: 'Words of names, files and people' });
const read = { need: 'read', hints: READS } as const;
const workflows = { ...read, scope: 'workflows:read' } as const;
const templates = { ...read, scope: 'templates:read' } as const;

/** What agents read: the same that the user may see, in organizations that allow it. */
export const readingTools: readonly Tool[] = [
  defineTool({
    ...workflows,
    name: 'list_workspaces',
    title: 'List workspaces',
    description: 'The workspaces that you may work in, and what their organizations let agents do.',
    input: Type.Object({}),
    run: async (call) => ({
      workspaces: (await listEnterable(call, 'read')).map(
        ({ workspaceId, name, organizationName, mode }) => ({
          workspaceId,
          name: untrusted(name, 250),
          organization: untrusted(organizationName, 250),
          agents: mode,
        }),
      ),
    }),
  }),
  defineTool({
    ...workflows,
    name: 'search_workflows',
    title: 'Search workflows',
    description:
      'Find workflows (documents to be signed) of a workspace, the newest first: their states, deadlines, and whom they wait for. ' +
      'Addresses of people are masked; get_workflow shows them.',
    input: Type.Object({
      workspaceId: Type.Optional(WorkspaceId),
      query: Type.Optional(Query),
      status: Type.Optional(
        Type.String({ enum: [...WORKFLOW_STATUSES], description: 'Only those in this status' }),
      ),
      tag: Type.Optional(Type.Integer({ minimum: 1, description: 'Only those with the tag of this id' })),
      cursor: Type.Optional(Cursor),
    }),
    run: async (call, { workspaceId, query, status, tag, cursor }) => {
      const inside = await enterWorkspace(call, 'read', workspaceId);
      const page = await perform(inside.call, 'listWorkflows', {
        params: { workspaceId: inside.workspaceId },
        query: { sort: '-created', limit: PAGE, query, status, tags: tag && String(tag), after: cursor },
      });
      return { total: page.total, workflows: page.items.map(listedWorkflow), next: page.next ?? null };
    },
  }),
  defineTool({
    ...workflows,
    name: 'get_workflow',
    title: 'Read a workflow',
    description:
      'One workflow: documents, people with their addresses, steps, message, and why it is blocked.',
    input: Type.Object({ id: WorkflowRef }),
    run: async (call, { id }) => {
      const { address, ...inside } = await enterWorkflow(call, 'read', id);
      const workflow = await perform(inside.call, 'readWorkflow', { params: address });
      return wholeWorkflow(workflow, call.deps.config.baseUrl);
    },
  }),
  defineTool({
    ...workflows,
    name: 'get_timeline',
    title: 'Read the timeline',
    description: 'What happened to a workflow, in order: who did what, and when.',
    input: Type.Object({ id: WorkflowRef, cursor: Type.Optional(Cursor) }),
    run: async (call, { id, cursor }) => {
      const { address, ...inside } = await enterWorkflow(call, 'read', id);
      const events = await perform(inside.call, 'listTimeline', { params: address });
      const start = /^\d{1,6}$/.test(cursor ?? '') ? Number(cursor) : 0;
      const end = start + PAGE;
      return {
        events: events.slice(start, end).map(({ event, date, actor, detail }) => ({
          event,
          date: time(date),
          by: actor && untrusted(actor.name ?? actor.email ?? '', 250),
          agent: actor?.agent ? untrusted(actor.agent, 250) : null,
          detail: detail === null ? null : untrusted(detail),
        })),
        next: end < events.length ? String(end) : null,
      };
    },
  }),
  defineTool({
    ...workflows,
    name: 'get_values',
    title: 'Read what was filled in',
    description: 'The values of the fields of a workflow that have a key, and who gave them.',
    input: Type.Object({ id: WorkflowRef }),
    run: async (call, { id }) => {
      const { address, ...inside } = await enterWorkflow(call, 'read', id);
      const values = await perform(inside.call, 'readValues', { params: address });
      return {
        values: Object.entries(values).map(([key, { value, by, atDate }]) => ({
          key: untrusted(key, 100),
          value: value === null ? null : untrusted(value),
          by: by === null ? null : untrusted(by, 250),
          at: time(atDate),
        })),
      };
    },
  }),
  defineTool({
    ...workflows,
    name: 'get_evidence',
    title: 'Find the evidence',
    description:
      'Where the evidence of a workflow is: a resource to be read, and the page that shows it to people.',
    input: Type.Object({ id: WorkflowRef }),
    run: async (call, { id }) => {
      const { address, ...inside } = await enterWorkflow(call, 'read', id);
      const { envelopeId, status, workspaceId } = await perform(inside.call, 'readWorkflow', {
        params: address,
      });
      const page = `${call.deps.config.baseUrl}/documents/${workspaceId}/${address.workflowId}`;
      return { id: envelopeId, status, resource: `${EVIDENCE}${envelopeId}`, page };
    },
  }),
  defineTool({
    ...templates,
    name: 'search_templates',
    title: 'Search templates',
    description: 'The templates of a workspace, the newest first.',
    input: Type.Object({
      workspaceId: Type.Optional(WorkspaceId),
      query: Type.Optional(Query),
      page: Type.Optional(Type.Integer({ minimum: 1, description: 'Which page, from 1' })),
    }),
    run: async (call, { workspaceId, query, page = 1 }) => {
      const inside = await enterWorkspace(call, 'read', workspaceId);
      const found = await perform(inside.call, 'listTemplates', {
        params: { workspaceId: inside.workspaceId },
        query: { query, page, limit: PAGE },
      });
      return {
        total: found.total,
        workspaceId: inside.workspaceId,
        templates: found.items.map(({ id, name, type, recipientsCount }) => ({
          id,
          name: untrusted(name, 250),
          level: type,
          people: recipientsCount,
        })),
        nextPage: page < found.pages ? page + 1 : null,
      };
    },
  }),
  defineTool({
    ...templates,
    name: 'get_template',
    title: 'Read a template',
    description: 'One template: its placeholders in their order, and its fields with keys and options.',
    input: Type.Object({
      templateId: Type.Integer({ minimum: 1, description: 'Id of the template' }),
      workspaceId: Type.Optional(WorkspaceId),
    }),
    run: async (call, { templateId, workspaceId }) => {
      const inside = await enterWorkspace(call, 'read', workspaceId);
      const params = { workspaceId: inside.workspaceId, templateId };
      const template = await perform(inside.call, 'readTemplate', { params });
      return {
        id: template.id,
        workspaceId: template.workspaceId,
        name: untrusted(template.name, 250),
        level: template.type,
        message: template.senderMessage === null ? null : untrusted(template.senderMessage),
        expiryDays: template.expiryDays,
        placeholders: template.recipients.map(({ id, name }) => ({ id, name: untrusted(name, 250) })),
        fields: template.fields
          .filter(({ key }) => key !== null)
          .map(({ key, type, label, required, options }) => ({
            key: untrusted(key ?? '', 100),
            type,
            label: untrusted(label, 250),
            required,
            options: options?.map(({ value }) => untrusted(value, 250)) ?? null,
          })),
      };
    },
  }),
];

/** Before the id, in the address of a resource. */
export const EVIDENCE = 'paraph://evidence/';
