import { describe, expect, test } from 'vitest';
import { openClientOrders } from '../support/client-orders.ts';
import { codeOf, good, openDraftClient, type Workflow } from '../support/draft-client.ts';
import { envelopesOf, openTeamCase } from '../support/instance-case.ts';
import { buildPdf, textLines } from '../support/pdf-fixtures.ts';
import { lease } from '../support/quick-sender.ts';
import { followInvitation } from '../support/signer.ts';

const annex = buildPdf({ pages: [{ content: textLines(['Annex', 'The rooms.']) }] });
const DAY = 86_400;
const URL_NAME = 'WorkflowNotificationCallbackUrlPreference';
const SECRET_NAME = 'WorkflowNotificationCallbackUrlSecretPreference';
const ada = { name: 'Ada', email: 'ada@example.com', roles: [{ type: 'sign' }] };
const rex = { name: 'Rex', email: 'rex@example.com', roles: [{ type: 'review' }] };

const { instance, ada: sender, bob, letBob } = await openTeamCase();
const { sign, get } = envelopesOf(instance, () => sender);
const client = await openDraftClient(instance, sender, lease);

const duplicate = (id: number) => client.send('POST', `/${id}/duplicate`);
const preferencesOf = async (id: number) =>
  good<{ name: string; value: string }[]>(
    await client.send('POST', `/${id}/preferences`, { preferences: [] }),
  );

/** A draft with two documents, two people in two steps, a field with a value, a message and a callback. */
async function openDraft(): Promise<number> {
  const { id, persons } = await client.filled([ada, rex]);
  good(await client.sendForm(`/${id}/documents`, {}, annex));
  const { documents } = await client.read(id);
  const place = { page: 1, posX: 10, role: persons[0]?.roles[0]?.id, style: { width: 20, height: 5 } };
  const fields = [
    { ...place, type: 'signature', documentId: documents[1]?.id, posY: 20 },
    { ...place, type: 'name', documentId: documents[0]?.id, posY: 40 },
    { ...place, type: 'text', documentId: documents[0]?.id, posY: 60, label: 'Rent', value: '900' },
  ];
  good(await client.send('PUT', `/${id}/fields`, { fields }));
  good(
    await client.send('PUT', `/${id}`, {
      senderMessage: 'Please sign.',
      metadata: { order: '17' },
      expiryDate: instance.nowSeconds() + 30 * DAY,
    }),
  );
  const preferences = [{ name: URL_NAME, value: 'https://127.0.0.1:8443/hook' }];
  good(await client.send('POST', `/${id}/preferences`, { preferences }));
  return id;
}

describe('a duplicate', () => {
  test('of a draft is a draft of the same, with documents and people of its own', async () => {
    const id = await openDraft();
    instance.advance(5 * DAY);
    const made = good<Workflow>(await duplicate(id));
    expect(made.id).not.toBe(id);
    expect(made).toMatchObject({
      name: 'Lease',
      status: 'not_started',
      senderMessage: 'Please sign.',
      senderName: 'Ada Lovelace',
      metadata: [],
      recipients: [
        { name: 'Ada', email: ada.email, roles: [{ type: 'sign' }] },
        { name: 'Rex', email: rex.email, roles: [{ type: 'review' }] },
      ],
      steps: [
        { order: 1, type: 'sign', actions: [{ recipientEmail: ada.email }] },
        { order: 2, type: 'review', actions: [{ recipientEmail: rex.email }] },
      ],
      fields: [
        { type: 'signature', documentId: made.documents[1]?.id, posY: 20 },
        { type: 'name', value: 'Ada', documentId: made.documents[0]?.id },
        { type: 'text', value: '900', label: 'Rent' },
      ],
    });
    // The original had 30 days when it was made, and so has the draft from now.
    expect(made.expiryDate).toBe(instance.nowSeconds() + 30 * DAY);
    const events = good<{ event: string }[]>(await client.send('GET', `/${made.id}/timeline`));
    expect(events.map(({ event }) => event)).toEqual(['workflow.created']);
    const [own, former] = [await preferencesOf(made.id), await preferencesOf(id)];
    const secretOf = (list: typeof own) => list.find(({ name }) => name === SECRET_NAME)?.value;
    expect(own).toContainEqual({ name: URL_NAME, value: 'https://127.0.0.1:8443/hook' });
    expect(secretOf(own)).toMatch(/^.{32}$/);
    expect(secretOf(own)).not.toBe(secretOf(former));
    good(await client.send('DELETE', '', { workflows: [{ id, workspaceId: client.workspaceId }] }));
    const file = new URL(made.documents[0]?.file.file ?? '').pathname;
    expect((await get(file)).rawPayload.equals(lease)).toBe(true);
  });

  test('of a signed one carries no answer, and can be sent and signed', { timeout: 60_000 }, async () => {
    const { id } = await client.filled([ada]);
    good(await client.send('PUT', `/${id}/start`));
    await instance.runJobs();
    await sign(ada);
    await instance.runJobs();
    expect((await client.read(id)).status).toBe('signed');
    const made = good<Workflow>(await duplicate(id));
    expect(made).toMatchObject({ status: 'not_started', fields: [{ type: 'signature', value: null }] });
    good(await client.send('PUT', `/${made.id}/start`));
    await instance.runJobs();
    await sign(ada);
    await instance.runJobs();
    expect((await client.read(made.id)).status).toBe('signed');
  });

  test('of one that ended otherwise gets a new deadline within the limits', async () => {
    const { id } = await client.filled([ada]);
    good(await client.send('PUT', `/${id}/start`));
    good(await client.send('PUT', `/${id}/cancel`));
    instance.advance(8 * DAY);
    const made = good<Workflow>(await duplicate(id));
    expect(made.status).toBe('not_started');
    expect(made.expiryDate).toBe(instance.nowSeconds() + 7 * DAY);
    expect((await client.read(id)).status).toBe('canceled');
  });

  test('asks signers for what the sender named, and for nothing that a start or a correction chose', async () => {
    const people = [ada, { name: 'Bob', email: 'bob@example.com', roles: [{ type: 'sign' }] }];
    const named = { phone: '+41791234567', identification: 'code-sms' };
    const identified = async (id: number) => {
      const { recipients } = good<{ recipients: { identification: string | null }[] }>(
        await client.send('GET', `/${id}`),
      );
      return recipients.map(({ identification }) => identification);
    };
    const correct = async (id: number, position: number, body: object) => {
      const { recipients } = await client.read(id);
      return good(await client.send('PUT', `/${id}/recipients/${recipients[position]?.id}`, body));
    };
    const { id } = await client.filled([{ ...people[0], ...named }, people[1]] as typeof people);
    good(await client.send('PUT', `/${id}`, { type: 'advanced' }));
    const [started] = good<object[]>(await client.send('PUT', `/${id}/start`));
    expect(started).toMatchObject({ result: true });
    expect(await identified(id)).toEqual(['code-sms', 'code-mail']);
    const duplicated = async () => identified(good<Workflow>(await duplicate(id)).id);
    expect(await duplicated()).toEqual(['code-sms', null]);
    await correct(id, 1, { name: 'Robert' });
    expect(await duplicated()).toEqual(['code-sms', null]);
    await correct(id, 0, { identification: null });
    await correct(id, 1, named);
    expect(await identified(id)).toEqual(['code-sms', 'code-sms']);
    expect(await duplicated()).toEqual([null, 'code-sms']);
  });

  test('of one that was started at once carries no chosen identification either', async () => {
    const { sendQuick } = await openClientOrders(instance, sender);
    const sent = await sendQuick('eve@example.com');
    expect(sent.recipients).toMatchObject([{ identification: 'code-mail' }]);
    expect(good<Workflow>(await duplicate(sent.id)).recipients).toMatchObject([{ identification: null }]);
  });

  test('is made only by who may create others out of it', async () => {
    const { id } = await client.filled([ada]);
    const ask = () => bob.call({ method: 'POST', url: `${client.base}/${id}/duplicate` });
    const others = ['view_others_workflow', 'create_workflow'];
    await letBob(client.workspaceId, ...others);
    expect(codeOf(await ask())).toBe('UNAUTHORIZED_TO_PERFORM_THIS_ACTION');
    await letBob(client.workspaceId, ...others, 'create_workflow_out_of_workflow');
    good(await ask());
  });
});

describe('a correction', () => {
  const correct = (id: number) => client.send('POST', `/${id}/correct`);
  interface Entry {
    event: string;
    detail: string | null;
    related: { relation: string; workflowId: number } | null;
  }
  const timelineOf = async (id: number) => good<Entry[]>(await client.send('GET', `/${id}/timeline`));
  const relatedIn = async (id: number) =>
    (await timelineOf(id)).flatMap(({ event, related }) =>
      related ? [[event, related.relation, related.workflowId]] : [],
    );

  test('of a declined one has what the sender had filled in, and no answer; each names the other', async () => {
    const id = await openDraft();
    const { fields } = await client.read(id);
    const kept = fields.map(({ role, ...field }) => ({ ...field, required: false, role }));
    const empty = { ...kept[2], id: 900, label: 'Deposit', value: null, posY: 80 };
    good(await client.send('PUT', `/${id}/fields`, { fields: [...kept, empty] }));
    good(await client.send('PUT', `/${id}/start`));
    await instance.runJobs();
    const signer = await followInvitation(instance, ada.email);
    const shown = await signer.fill();
    for (const { id: fieldId, label } of shown.fields)
      if (label === 'Rent' || label === 'Deposit')
        good(await signer.call('PUT', `/fields/${fieldId}`, { value: '1200' }));
    const early = await correct(id);
    expect([early.statusCode, codeOf(early)]).toEqual([409, 'WORKFLOW_STATUS_CONFLICT']);
    good(await signer.call('POST', '/decline', { reason: 'The rent is wrong.' }));
    const made = good<Workflow>(await correct(id));
    expect(made).toMatchObject({
      name: 'Lease',
      status: 'not_started',
      senderMessage: 'Please sign.',
      metadata: { order: '17' },
      recipients: [{ email: ada.email }, { email: rex.email }],
      fields: [
        { type: 'signature', value: null },
        { type: 'name', value: 'Ada' },
        { label: 'Rent', value: '900' },
        { label: 'Deposit', value: null },
      ],
    });
    expect(await relatedIn(id)).toEqual([['workflow.corrected', 'correctedBy', made.id]]);
    expect(await relatedIn(made.id)).toEqual([['workflow.created', 'corrects', id]]);
    // A certificate that is made afterwards has it, and the trail is whole.
    expect((await get(`${client.base}/${id}/certificate`)).statusCode).toBe(200);
  });

  test('of a canceled one is made once there is a reason to; all who were asked read it', async () => {
    const { id } = await client.filled([ada, rex]);
    const draft = await correct(id);
    expect([draft.statusCode, codeOf(draft)]).toEqual([409, 'WORKFLOW_STATUS_CONFLICT']);
    good(await client.send('PUT', `/${id}/start`));
    await instance.runJobs();
    const reason = 'The <b>wrong</b> file.\nA new one follows.';
    const long = await client.send('PUT', `/${id}/cancel`, { reason: 'x'.repeat(2_001) });
    expect([long.statusCode, codeOf(long)]).toEqual([400, 'VALIDATION_ERROR']);
    good(await client.send('PUT', `/${id}/cancel`, { reason: `  ${reason} ` }));
    const viewed = await (await followInvitation(instance, ada.email)).view();
    expect(viewed).toMatchObject({ state: 'canceled', workflow: { cancelReason: reason } });
    const canceled = (await timelineOf(id)).find(({ event }) => event === 'workflow.canceled');
    expect(canceled?.detail).toBe(reason);
    const made = good<Workflow>(await correct(id));
    expect((await client.send('PUT', `/${made.id}/start`)).statusCode).toBe(200);
  });
});
