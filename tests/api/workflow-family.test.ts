import { describe, expect, test } from 'vitest';
import { verifyChain } from '../../server/src/audit/verify-chain.ts';
import {
  codeOf,
  good,
  openDraftClient,
  type Person,
  violationsOf,
  type Workflow,
} from '../support/draft-client.ts';
import { DAY } from '../support/instance.ts';
import { openInstanceCase } from '../support/instance-case.ts';
import { buildPdf, textLines } from '../support/pdf-fixtures.ts';
import { lease } from '../support/quick-sender.ts';
import { followInvitation } from '../support/signer.ts';

const marked = buildPdf({
  pages: [{ content: textLines(['paraph_signature_tenant', 'paraph_email_tenant']) }],
});
const ada = { name: 'Ada', email: 'ada@example.com', roles: [{ type: 'sign', color: '#aabbcc' }] };
const bob = { name: 'Bob', email: 'bob@example.com', roles: [{ type: 'sign' }] };
const rex = { name: 'Rex', email: 'rex@example.com', roles: [{ type: 'review' }] };

const { instance, sender, sign } = await openInstanceCase();
const client = await openDraftClient(instance, sender, lease);

describe('making a draft step by step', () => {
  test('from the form to signed by all', { timeout: 60_000 }, async () => {
    const expiryDate = String(instance.nowSeconds() + 30 * DAY);
    const created = await client.create({ type: 'simple', expiryDate, senderName: 'The Mill' }, marked);
    const workflow = good<Workflow>(created);
    expect(workflow).toMatchObject({
      name: 'Lease',
      status: 'not_started',
      senderName: 'The Mill',
      expiryDate: Number(expiryDate),
      recipients: [],
      steps: [],
      fields: [],
    });
    expect(Number.isInteger(workflow.id)).toBe(true);
    const persons = await client.setRoles(workflow.id, [rex, { ...ada, anchorTag: 'tenant' }]);
    expect(persons.map(({ email, roles }) => [email, roles.map(({ type }) => type)])).toEqual([
      [rex.email, ['review']],
      [ada.email, ['sign']],
    ]);
    expect(persons[1]?.roles[0]?.color).toBe('#aabbcc');
    const [reviewer, signer] = persons;
    const steps = good<Workflow['steps']>(
      await client.send('POST', `/${workflow.id}/steps`, {
        steps: [
          { review: true, roles: [String(reviewer?.roles[0]?.id)] },
          { sign: true, roles: [signer?.roles[0]?.id] },
        ],
      }),
    );
    expect(steps.map(({ order, type, actions }) => [order, type, actions[0]?.recipientEmail])).toEqual([
      [1, 'review', rex.email],
      [2, 'sign', ada.email],
    ]);
    const { fields } = await client.read(workflow.id);
    expect(fields.map(({ type, role, value }) => [type, role, value])).toEqual([
      ['signature', signer?.roles[0]?.id, null],
      ['email', signer?.roles[0]?.id, ada.email],
    ]);
    expect(good(await client.send('PUT', `/${workflow.id}/start`))).toEqual([
      { identifier: workflow.id, result: true, response: null, error: null },
    ]);
    await instance.runJobs();
    await (await followInvitation(instance, rex.email)).approve();
    await instance.runJobs();
    await sign(ada);
    await instance.runJobs();
    expect((await client.read(workflow.id)).status).toBe('signed');
    expect(await verifyChain(instance.deps.database, instance.deps, workflow.id)).toMatchObject({
      intact: true,
    });
  });

  test('replaces people and steps at once; who stays keeps fields and id, also under another address', async () => {
    const { id } = await client.draft();
    const first = good<Workflow>(
      await client.send('PUT', `/${id}/steps`, {
        steps: [
          { type: 'sign', recipients: [{ name: 'Ada', email: 'ada@exmaple.com' }] },
          { type: 'review', recipients: [{ name: 'Rex', email: rex.email }] },
        ],
      }),
    );
    const adaId = first.recipients.find(({ name }) => name === 'Ada')?.id ?? 0;
    const field = {
      type: 'signature',
      documentId: first.documents[0]?.id,
      role: first.recipients.find((each) => each.id === adaId)?.roles[0]?.id,
      ...{ page: 1, posX: 10, posY: 70, style: { width: 30, height: 8 } },
    };
    good(await client.send('PUT', `/${id}/fields`, { fields: [field] }));
    const steps = [
      { type: 'sign', recipients: [{ name: 'Cleo', email: 'cleo@example.com' }] },
      { type: 'sign', recipients: [{ id: adaId, name: 'Ada L.', email: ada.email }] },
      { type: 'review', recipients: [{ id: adaId, name: 'Ada L.', email: ada.email }] },
    ];
    const changed = good<Workflow>(await client.send('PUT', `/${id}/steps`, { steps }));
    expect(
      changed.steps.map(({ order, type, actions }) => [order, type, actions.map((a) => a.recipientEmail)]),
    ).toEqual([
      [1, 'sign', ['cleo@example.com']],
      [2, 'sign', [ada.email]],
      [3, 'review', [ada.email]],
    ]);
    expect(changed.recipients.map(({ name }) => name)).toEqual(['Cleo', 'Ada L.']);
    expect(changed.recipients[1]?.id).toBe(adaId);
    expect(changed.fields.map(({ role }) => role)).toEqual([field.role]);
    const again = good<Workflow>(await client.send('PUT', `/${id}/steps`, { steps }));
    expect(again.recipients).toEqual(changed.recipients);

    const stranger = { id: 1_999_999, name: 'Nobody', email: 'no' };
    const refused = await client.send('PUT', `/${id}/steps`, {
      steps: [{ type: 'sign', recipients: [stranger, { name: 'Ada', email: ada.email }] }],
    });
    expect(violationsOf(refused)).toEqual(['steps[0][recipients][0][email]', 'steps[0][recipients][0][id]']);
    expect((await client.read(id)).steps).toHaveLength(3);
    await client.send('PUT', `/${id}/start`);
    expect(codeOf(await client.send('PUT', `/${id}/steps`, { steps }))).toBe('WORKFLOW_STATUS_CONFLICT');
  });

  test('names every problem of the form', async () => {
    const answer = await client.create(
      { name: 'x', type: 'fancy', expiryDate: '5', senderName: 'a\u0007' },
      null,
    );
    expect(codeOf(answer)).toBe('VALIDATION_ERROR');
    expect(violationsOf(answer)).toEqual(['document', 'expiryDate', 'name', 'senderName', 'type']);
  });

  test('without people and steps it cannot be started', async () => {
    const { id } = await client.draft();
    const [item] = good<{ result: boolean; response: null; error: { code: string } }[]>(
      await client.send('PUT', `/${id}/start`),
    );
    expect(item).toMatchObject({
      result: false,
      response: null,
      error: { code: 'WORKFLOW_STATUS_CONFLICT' },
    });
  });
});

describe('people', () => {
  test('the same request twice changes nothing; ids keep their people through new names and addresses', async () => {
    const { id, persons } = await client.filled([ada, bob]);
    expect(await client.setRoles(id, [ada, bob])).toEqual(persons);
    const [first, second] = persons;
    const swapped = await client.setRoles(id, [
      { ...first, email: bob.email },
      { ...second, email: ada.email, name: 'Bobby' },
    ]);
    expect(swapped.map((person) => [person.id, person.email, person.name])).toEqual([
      [first?.id, bob.email, 'Ada'],
      [second?.id, ada.email, 'Bobby'],
    ]);
    expect((await client.read(id)).steps.map(({ actions }) => actions[0]?.recipientEmail)).toEqual([
      bob.email,
      ada.email,
    ]);
  });

  test('who is not named any more is gone, with fields and step, and the steps count from 1 again', async () => {
    const { id } = await client.filled([{ ...bob, anchorTag: 'tenant' }, ada], marked);
    expect((await client.read(id)).fields).toHaveLength(2);
    await client.setRoles(id, [ada]);
    const { recipients, steps, fields } = await client.read(id);
    expect(recipients.map(({ email }) => email)).toEqual([ada.email]);
    expect(steps.map(({ order, actions }) => [order, actions[0]?.recipientEmail])).toEqual([[1, ada.email]]);
    expect(fields).toEqual([]);
  });

  test('an anchor tag may name the pages where it counts; the last word counts', async () => {
    const { id, documents } = await client.draft(marked);
    const documentId = documents[0]?.id;
    await client.setRoles(id, [{ ...ada, anchorTag: `tenant-${documentId}_2` }]);
    expect((await client.read(id)).fields).toEqual([]);
    await client.setRoles(id, [{ ...ada, anchorTag: `tenant-${documentId}_2,${documentId}_1` }]);
    expect((await client.read(id)).fields).toHaveLength(2);
    await client.setRoles(id, [{ ...ada, anchorTag: 'landlord' }]);
    expect((await client.read(id)).fields).toEqual([]);
  });

  test('every problem is named', async () => {
    const { id, persons } = await client.filled([ada]);
    const answer = await client.send('PUT', `/${id}/roles`, {
      recipients: [
        { ...ada, roles: [{ id: persons[0]?.roles[0]?.id, type: 'review', color: 'red' }], anchorTag: '?' },
        { ...bob, email: ada.email },
        { id: 987_654, name: '', email: 'nobody', roles: [] },
        { ...rex, roles: [{ id: 987_654, type: 'sign' }] },
      ],
    });
    expect(answer.statusCode).toBe(400);
    expect(violationsOf(answer)).toEqual([
      'recipients[0][anchorTag]',
      'recipients[0][roles][0][color]',
      'recipients[0][roles][0][type]',
      'recipients[1][email]',
      'recipients[2][email]',
      'recipients[2][id]',
      'recipients[2][name]',
      'recipients[2][roles]',
      'recipients[3][roles][0][id]',
    ]);
  });

  test('the older address works, and says that it is going', async () => {
    const { id } = await client.draft();
    const url = `/api/v1/workflows/${id}/roles`;
    const answer = await sender.call({ method: 'PUT', url, payload: { recipients: [ada] } });
    expect(good<Person[]>(answer).map(({ email }) => email)).toEqual([ada.email]);
    expect(answer.headers).toMatchObject({
      deprecation: expect.stringMatching(/^@\d+$/),
      sunset: expect.stringContaining('GMT'),
      link: `<${client.base}/${id}/roles>; rel="successor-version"`,
    });
  });
});

test('steps: a role acts in one step, of its own kind, a person once in each', async () => {
  const { id, persons } = await client.filled([ada]);
  const used = persons[0]?.roles[0]?.id;
  const [, twice, reviewer] = await client.setRoles(id, [
    ada,
    { ...bob, roles: [{ type: 'sign' }, { type: 'sign' }] },
    rex,
  ]);
  const answer = await client.send('POST', `/${id}/steps`, {
    steps: [
      { type: 'sign', roles: [used, 987_654] },
      { type: 'sign', roles: [twice?.roles[0]?.id, twice?.roles[1]?.id] },
      { type: 'sign', roles: [reviewer?.roles[0]?.id] },
      { roles: [] },
    ],
  });
  expect(violationsOf(answer)).toEqual([
    'steps[0][roles][0]',
    'steps[0][roles][1]',
    'steps[1][roles][1]',
    'steps[2][roles][0]',
    'steps[3][roles]',
    'steps[3][type]',
  ]);
  const further = { steps: [{ type: 'sign', roles: [twice?.roles[0]?.id] }] };
  expect(
    good<Workflow['steps']>(await client.send('POST', `/${id}/steps`, further)).map(({ order }) => order),
  ).toEqual([1, 2]);
});

const URL_NAME = 'WorkflowNotificationCallbackUrlPreference';
const SECRET_NAME = 'WorkflowNotificationCallbackUrlSecretPreference';
const set = (id: number, preferences: object[]) => client.send('POST', `/${id}/preferences`, { preferences });

test('preferences: all that are set are answered, the generated secret included; what is not named stays', async () => {
  const { id } = await client.draft();
  const url = 'https://127.0.0.1:8443/hook';
  const first = good<{ name: string; value: string }[]>(await set(id, [{ name: URL_NAME, value: url }]));
  const secret = first.find(({ name }) => name === SECRET_NAME)?.value;
  expect(secret).toMatch(/^.{32}$/);
  const attach = { name: 'WorkflowMailAttachDocumentPreference', value: 0 };
  const second = good<{ name: string; value: string }[]>(await set(id, [attach]));
  expect(new Map(second.map(({ name, value }) => [name, value]))).toEqual(
    new Map([
      ['WorkflowMailAttachDocumentPreference', '0'],
      [URL_NAME, url],
      [SECRET_NAME, secret],
    ]),
  );
  const third = good<{ name: string }[]>(await set(id, [{ name: URL_NAME, value: '' }]));
  expect(third.map(({ name }) => name)).toEqual(['WorkflowMailAttachDocumentPreference']);
});
