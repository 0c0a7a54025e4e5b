import { lease } from '../support/quick-sender.ts';
import type { Special } from './requests.ts';

const PLACE = { type: 'text', posX: 0, posY: 0, style: { width: 100, height: 20 } };

/** Of what a workspace keeps to use again. */
export const KEPT_SPECIALS: Record<string, Special> = {
  createFieldBlock: { body: () => ({ name: 'Place', fields: [PLACE] }) },
  updateFieldBlock: { body: () => ({ fields: [PLACE] }) },
  createTemplate: {
    body: () => ({ name: 'Leases' }),
    files: () => [{ name: 'document', value: lease, fileName: 'lease.pdf' }],
    more: ({ workflowId: fromWorkflowId, templateId: fromTemplateId, recipientId }) => [
      { fromWorkflowId },
      { fromWorkflowId, placeholders: [{ recipientId, name: 'Tenant' }] },
      { fromTemplateId },
    ],
  },
};
