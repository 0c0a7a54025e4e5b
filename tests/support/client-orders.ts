import { expect } from 'vitest';
import { good, pdfForm, type Workflow } from './draft-client.ts';
import { quickForm, type Session, type TestInstance } from './instance.ts';
import { lease } from './quick-sender.ts';
import { openTemplateClient } from './template-client.ts';

type Request = Parameters<Session['call']>[0];
type OrderedWorkflow = Workflow & { type: string; signingSecurity: string };

export const signerOf = (email: string) => [{ type: 'sign', recipients: [{ name: 'Eve', email }] }];

/** A program with a key that orders signatures at the level advanced as clients in use do, by each family of calls. */
export async function openClientOrders(instance: TestInstance, sender: Session) {
  const scopes = ['workflows:write', 'templates:read'];
  const made = await sender.call({
    ...{ method: 'POST', url: '/api/v1/api-keys', payload: { name: 'A client in use', scopes } },
  });
  const { key } = made.json() as { key: string };
  const templates = await openTemplateClient(instance, sender, lease);
  const { workspaceId } = templates;
  const program = (request: Request) =>
    instance.inject({ ...request, headers: { ...request.headers, 'x-yumisign-api-key': key } });
  const readWhole = async (envelopeId: string) =>
    good<OrderedWorkflow>(await program({ method: 'GET', url: `/api/v1/envelopes/${envelopeId}` }));
  return {
    program,
    readWhole,
    sendQuick: async (email: string) => {
      const more = { expiryDate: String(instance.nowSeconds() + 8 * 86_400) };
      const form = quickForm({ document: lease, type: 'advanced', steps: signerOf(email), more });
      const sent = await program({ method: 'POST', url: '/api/v1/quick/envelopes', ...form });
      return readWhole(good<{ id: string }>(sent).id);
    },
    sendClone: async (email: string) => {
      const { id } = await templates.filled([{ name: 'Tenant', type: 'sign' }], { type: 'advanced' });
      const recipients = [{ name: 'Eve', email }];
      const payload = { workspaceId, name: 'Lease', recipients, hasToBeStarted: true };
      const url = `/api/v1/cloner/template/${id}/workflow`;
      return readWhole(good<Workflow>(await program({ method: 'POST', url, payload })).envelopeId);
    },
    sendStepByStep: async (email: string) => {
      const base = `/api/v1/workspaces/${workspaceId}/workflows`;
      const form = pdfForm({ name: 'Lease', type: 'advanced' }, lease);
      const { id, envelopeId } = good<Workflow>(await program({ method: 'POST', url: base, ...form }));
      const recipients = [{ name: 'Eve', email, roles: [{ type: 'sign' }] }];
      const [eve] = good<{ roles: { id: number }[] }[]>(
        await program({ method: 'PUT', url: `${base}/${id}/roles`, payload: { recipients } }),
      );
      const steps = [{ sign: true, roles: eve?.roles.map((role) => role.id) }];
      good(await program({ method: 'POST', url: `${base}/${id}/steps`, payload: { steps } }));
      const [started] = good<object[]>(await program({ method: 'PUT', url: `${base}/${id}/start` }));
      expect(started).toMatchObject({ result: true });
      return readWhole(envelopeId);
    },
  };
}
