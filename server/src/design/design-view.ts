import type { DesignEmbedding } from '../database/column-types.ts';
import { type EnvelopeView, viewChoices, viewPlacedFields } from '../workflows/reading/view-workflows.ts';
import type { Design } from './design.ts';
import type { DesignSession } from './design-session-store.ts';

/** The shape of the designer and the view page: of the envelope, what concerns this one document. */
export function viewDesign(session: DesignSession, { record, mayEdit }: Design, envelope: EnvelopeView) {
  const { name, type, status, createDate, expiryDate, startDate, senderName, senderMessage } = envelope;
  const times = { createDate, expiryDate, startDate };
  return {
    kind: session.kind,
    mayEdit,
    workflow: {
      id: record.workflow.id,
      envelopeId: record.workflow.envelope_id,
      workspaceId: record.workflow.workspace_id,
      ...{ name, type, status, ...times, senderName, senderMessage },
      organizationName: envelope.organization.name,
    },
    documents: envelope.documents.map(({ id, file }) => ({
      id,
      name: file.name,
      size: file.size,
      url: `/api/v1/design/${session.id}/documents/${id}`,
      form: record.documents.find((document) => document.id === id)?.contents.form ?? null,
    })),
    recipients: envelope.recipients,
    steps: envelope.steps,
    choices: record.workflow.started_at === null ? viewRoleChoices(record) : [],
    fields: viewPlacedFields(record),
    callback: session.callback_url,
    autoStart: session.auto_start,
    embedded: session.embedding && viewEmbedding(session.embedding),
  };
}

function viewEmbedding({ app, fieldTypes, lockRecipients, lockDocuments, showStart }: DesignEmbedding) {
  return { app, fieldTypes, lockRecipients, lockDocuments, showStart };
}

/** Fields of a group are placed for the first of its people; from the start on everyone has their own. */
function viewRoleChoices(record: Design['record']) {
  const roles = new Map(record.actions.map(({ id, role_id: roleId }) => [id, roleId]));
  return viewChoices(record).map(({ members, ...choice }) => ({
    ...choice,
    roles: members.flatMap(({ actionId }) => roles.get(actionId) ?? []),
  }));
}
