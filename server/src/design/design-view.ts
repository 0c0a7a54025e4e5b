import { type EnvelopeView, viewPlacedFields } from '../workflows/reading/view-workflows.ts';
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
    fields: viewPlacedFields(record),
    callback: session.callback_url,
    autoStart: session.auto_start,
  };
}
