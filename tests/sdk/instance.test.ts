import { describe, expect, it } from 'vitest';
import { ConflictError, NotFoundError, Paraph } from '../../sdk/src/index.ts';
import { forThisFile } from '../support/instance-case.ts';
import { lease } from '../support/quick-sender.ts';
import { openSdkInstance } from './sdk-instance.ts';

const instance = await forThisFile(openSdkInstance());
const paraph = new Paraph({ baseUrl: instance.baseUrl, apiKey: instance.apiKey });

const steps = [{ type: 'sign' as const, recipients: [{ name: 'Ada Lovelace', email: 'ada@example.com' }] }];

describe('against a listening instance', () => {
  it('leads a draft: another document, start, cancel, delete; and reads several at once', async () => {
    const draft = await paraph.createEnvelope({ name: 'Draft', document: lease, steps });
    const envelopeId = draft.id;
    const larger = await paraph.addEnvelopeDocument({
      envelopeId,
      document: new Blob([Uint8Array.from(lease)]).stream(),
    });
    expect(larger.documents).toHaveLength(2);
    expect((await paraph.startEnvelope({ envelopeId })).status).toBe('started');
    expect((await paraph.cancelEnvelope({ envelopeId })).status).toBe('canceled');
    await expect(paraph.cancelEnvelope({ envelopeId })).rejects.toThrow(ConflictError);
    const outcomes = await paraph.listEnvelopes({ ids: [envelopeId, 'gone'] });
    expect(outcomes.map(({ result }) => result)).toEqual([true, false]);
    await paraph.deleteEnvelope({ envelopeId });
    await expect(paraph.readEnvelope({ envelopeId })).rejects.toThrow(NotFoundError);
  });

  it('makes a workflow step by step, as the example of the method does', async () => {
    const [workspace] = await paraph.listWorkspaces();
    const workspaceId = workspace?.id ?? 0;
    const made = await paraph.createWorkflow({ workspaceId, name: 'Step by step', document: lease });
    const where = { workspaceId, workflowId: made.id };
    const people = await paraph.setRoles({
      ...where,
      recipients: [{ name: 'Ada Lovelace', email: 'ada@example.com', roles: [{ type: 'sign' }] }],
    });
    const roles = people.flatMap((person) => person.roles.map(({ id }) => id));
    await paraph.addSteps({ ...where, steps: [{ type: 'sign', roles }] });
    await paraph.updateWorkflow({ ...where, senderMessage: 'Please sign.', metadata: { order: '7' } });
    const renamed = { name: 'Step by step, again', document: lease };
    expect((await paraph.editWorkflow({ ...where, ...renamed })).documents).toHaveLength(1);
    await paraph.editWorkflow({ ...where, name: 'Stepwise' });
    const [outcome] = await paraph.startWorkflow(where);
    expect(outcome).toMatchObject({ result: true, error: null });
    await expect(paraph.startWorkflow(where)).rejects.toMatchObject({
      code: 'WORKFLOW_STATUS_CONFLICT',
      status: 409,
    });
    const read = await paraph.readWorkflow(where);
    const expected = {
      name: 'Stepwise',
      status: 'started',
      senderMessage: 'Please sign.',
      metadata: { order: '7' },
    };
    expect(read).toMatchObject(expected);
    await paraph.cancelWorkflow(where);
    const [deleted] = await paraph.deleteWorkflows({ workspaceId, workflows: [{ id: made.id }] });
    expect(deleted?.result).toBe(true);
  });

  it('acts once for one key, whatever boundary the form has', async () => {
    const form = { name: 'Once', document: lease, steps };
    const [first, second] = [
      await paraph.createQuickEnvelope(form, { idempotencyKey: 'order-7' }),
      await paraph.createQuickEnvelope(form, { idempotencyKey: 'order-7' }),
    ];
    expect(second).toEqual(first);
    const again = paraph.createQuickEnvelope({ ...form, name: 'Other' }, { idempotencyKey: 'order-7' });
    await expect(again).rejects.toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED', name: 'ConflictError' });
  });

  it('acts once although the first answer is lost on its way', async () => {
    let calls = 0;
    const lossy: typeof fetch = async (...given) => {
      const response = await fetch(...given);
      calls += 1;
      if (calls > 1) return response;
      await response.arrayBuffer();
      throw new TypeError('the connection was reset');
    };
    const careful = new Paraph({
      baseUrl: instance.baseUrl,
      apiKey: instance.apiKey,
      fetch: lossy,
      retryDelayMs: 1,
    });
    const { id } = await careful.createQuickEnvelope({ name: 'Lost answer', document: lease, steps });
    expect(calls).toBe(2);
    const found = await paraph.listEnvelopes({ query: 'Lost answer' });
    expect(found.items.map((each) => each.id)).toEqual([id]);
  });
});
