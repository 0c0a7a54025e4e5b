import { quickForm, type TestInstance } from '../support/instance.ts';
import { type Envelope, lease } from '../support/quick-sender.ts';
import { followLink, INTENT, linkOf, type SigningView } from '../support/signer.ts';
import { workflowTables } from '../support/workflow-tables.ts';
import { type Caller, send, sendJson } from './callers.ts';
import type { Operation } from './workflow-model.ts';

export type Shape = readonly { type: 'sign' | 'review'; people: number }[];

export interface Machine {
  workflowId: number;
  /** Makes all ready for a operation; what it answers does it, by one call, and answers the status. */
  prepare(operation: Operation): Promise<() => Promise<number>>;
  /** Null where there is no such envelope. */
  read(): Promise<{ status: string; actions: string[] } | null>;
}

/** A real workflow of this shape: every operation is a call, as programs and pages make it. */
export async function openMachine(
  instance: TestInstance,
  { sender, shape, name }: { sender: Caller; shape: Shape; name: string },
): Promise<Machine> {
  const { id, workflowId, workspaceId, recipients } = await makeDraft(instance, { sender, shape, name });
  const envelope = `/api/v1/envelopes/${id}`;
  const workflow = `/api/v1/workspaces/${workspaceId}/workflows/${workflowId}`;
  const call = (...asked: Parameters<typeof sendJson>[2]) => sendJson(instance, sender, asked);
  const calling =
    (...args: Parameters<typeof call>) =>
    async () =>
      (await call(...args)).statusCode;
  /** The links of all who ever held a part: that of an earlier holder stays theirs, and must not work. */
  const links = new Map<string, Promise<string>>();
  const sessionOf = async ({ who, heir }: { who: number; heir: number }) => {
    const key = `${who}, ${heir}`;
    const recipientId = recipients[who]?.id ?? 0;
    const link = links.get(key) ?? linkOf(instance.deps, { workflowId, recipientId });
    links.set(key, link);
    return followLink(instance, await link);
  };
  let newcomers = 0;
  return {
    workflowId,
    prepare: async (operation) => {
      if (operation.verb === 'start' || operation.verb === 'cancel')
        return calling('PUT', `${envelope}/${operation.verb}`);
      if (operation.verb === 'delete') return calling('DELETE', envelope);
      if (operation.verb === 'remind' || operation.verb === 'retry')
        return calling('POST', `${workflow}/${operation.verb}`, {});
      if (!('who' in operation)) return calling('PUT', workflow, { name: 'Another name' });
      const session = await sessionOf(operation);
      if (operation.verb === 'reassign') {
        newcomers += 1;
        const email = `newcomer-${newcomers}@${name}.example`;
        return calling('PUT', `${workflow}/recipients/${recipients[operation.who]?.id}`, { email });
      }
      if (operation.verb === 'decline') {
        return async () => (await session.call('POST', '/decline', { reason: 'Not like this' })).statusCode;
      }
      let view: Partial<SigningView> = await session.view();
      if (operation.isReady && view.state === 'open') view = await session.fill();
      const { shownHash = '', action } = view;
      if (action?.type !== 'review') {
        // The check comes before the press, as the page does it.
        const preview = await session.preview(shownHash);
        const { previewId = 'none' } = preview.json() as { previewId?: string };
        const refused = preview.statusCode === 200 ? null : preview.statusCode;
        return async () =>
          refused ?? (await session.call('POST', '/finish', { previewId, intent: INTENT })).statusCode;
      }
      return async () => (await session.call('POST', '/approve', { shownHash, intent: INTENT })).statusCode;
    },
    read: async () => {
      const answer = await call('GET', envelope);
      if (answer.statusCode === 404) return null;
      const { status, steps } = answer.json() as Envelope;
      return { status, actions: steps.flatMap(({ actions }) => actions.map((action) => action.status)) };
    },
  };
}

/** A draft for so many people, whose addresses are of a domain of this name. */
export async function makeDraft(
  instance: TestInstance,
  {
    sender,
    shape,
    name,
    document = lease,
  }: { sender: Caller; shape: Shape; name: string; document?: Buffer | undefined },
) {
  const steps = shape.map(({ type, people }, step) => ({
    type,
    recipients: Array.from({ length: people }, (_each, index) => ({
      name: `Person ${step}-${index}`,
      email: `person-${step}-${index}@${name}.example`,
    })),
  }));
  const form = quickForm({ document, steps });
  const answer = await send(instance, sender, { method: 'POST', url: '/api/v1/envelopes', ...form });
  if (answer.statusCode !== 200) throw new Error(`no draft was made: ${answer.body}`);
  const draft = answer.json() as Envelope & { workspaceId: number };
  return { ...draft, workflowId: await workflowTables(() => instance).idOf(draft.id) };
}
