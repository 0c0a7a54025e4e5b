import {
  ANCHOR_KINDS,
  FIELD_TYPES,
  LIMITS,
  PREFERENCES,
  RATES,
  REFUSALS,
  RETRIES,
  SCOPE_NAMES,
  TRANSITIONS,
  WORKFLOW_TYPES,
} from '@paraph/domain';
import { expect, test } from 'vitest';
import { codeOf, good, openDraftClient, violationsOf, type Workflow } from '../support/draft-client.ts';
import { DAY } from '../support/instance.ts';
import { openInstanceCase } from '../support/instance-case.ts';
import { lease } from '../support/quick-sender.ts';
import { followInvitation } from '../support/signer.ts';

// Interface.md §4, §5.1, §5.3, §8, §10: what may be asked when, how much fits, and where the files are.
const ada = { name: 'Ada', email: 'ada@example.com' };

const { instance, sender, get, post, send, workflowOf } = await openInstanceCase();
const client = await openDraftClient(instance, sender, lease);

type Send = Parameters<typeof client.send>;
interface Item {
  identifier: number;
  result: boolean;
  error: { code: string } | null;
}
const started = async () => client.read((await workflowOf(await send(ada))).id);

test('a final status leaves nothing to be asked: 409, or an item that says so', async () => {
  const { id, envelopeId, recipients, documents } = await started();
  good(await client.send('PUT', `/${id}/cancel`));
  const asked: Send[] = [
    ['PUT', `/${id}/roles`, { recipients: [{ ...ada, roles: [] }] }],
    ['POST', `/${id}/steps`, { steps: [{ sign: true, roles: [recipients[0]?.roles[0]?.id] }] }],
    ['POST', `/${id}/preferences`, { preferences: [{ name: PREFERENCES.attachDocument, value: '0' }] }],
    ['PUT', `/${id}/fields`, { fields: [] }],
    ['DELETE', `/${id}/documents/${documents[0]?.id}`],
    ['POST', `/${id}/remind`, {}],
    ['POST', `/${id}/retry`],
    ['PUT', `/${id}/recipients/${recipients[0]?.id}`, { email: 'other@example.com' }],
    ['PUT', `/${id}`, { senderName: 'Other' }],
    ['PUT', `/${id}`, { senderMessage: 'Please' }],
    ['PUT', `/${id}`, { expiryDate: instance.nowSeconds() + 10 * DAY }],
    ['POST', `/${id}/edit`, { expiryDate: instance.nowSeconds() + 10 * DAY }],
  ];
  for (const [method, path, payload] of asked) {
    const answer = await client.send(method, path, payload);
    expect([`${method} ${path}`, answer.statusCode, codeOf(answer)]).toEqual([
      `${method} ${path}`,
      409,
      'WORKFLOW_STATUS_CONFLICT',
    ]);
  }
  const added = await client.sendForm(`/${id}/documents`, {});
  expect([added.statusCode, codeOf(added)]).toEqual([409, 'WORKFLOW_STATUS_CONFLICT']);
  for (const verb of ['start', 'cancel']) {
    const [item] = good<Item[]>(await client.send('PUT', `/${id}/${verb}`));
    expect(item).toMatchObject({
      identifier: id,
      result: false,
      error: { code: 'WORKFLOW_STATUS_CONFLICT' },
    });
    const answer = await sender.call({ method: 'PUT', url: `/api/v1/envelopes/${envelopeId}/${verb}` });
    expect([answer.statusCode, codeOf(answer)]).toEqual([409, 'WORKFLOW_STATUS_CONFLICT']);
  }
  good(await client.send('PUT', `/${id}`, { name: 'Filed away', metadata: { shelf: '7' } }));
  expect(await client.read(id)).toMatchObject({ name: 'Filed away', metadata: { shelf: '7' } });
});

test('a final status is what may be deleted; what is running, sealing or blocked stays', async () => {
  const { id, envelopeId } = await started();
  const states = ['started', 'approved', 'to_be_archived', 'blocked'] as const;
  for (const status of states) {
    await instance.deps.database.updateTable('workflows').set({ status }).where('id', '=', id).execute();
    const answer = await sender.call({ method: 'DELETE', url: `/api/v1/envelopes/${envelopeId}` });
    expect([status, answer.statusCode]).toEqual([status, 409]);
    const [item] = good<Item[]>(await client.send('DELETE', '', { workflows: [{ id }] }));
    expect([status, item?.result]).toEqual([status, false]);
  }
  for (const status of ['signed', 'declined', 'canceled', 'expired'] as const) {
    const ended = await started();
    const { database } = instance.deps;
    await database.updateTable('workflows').set({ status }).where('id', '=', ended.id).execute();
    const answer = await sender.call({ method: 'DELETE', url: `/api/v1/envelopes/${ended.envelopeId}` });
    expect([status, answer.statusCode]).toEqual([status, 204]);
  }
});

const many = (count: number, each: number) =>
  Array.from({ length: count }, (_step, i) => ({
    type: 'review',
    recipients: Array.from({ length: each }, (_person, j) => ({
      name: `Reviewer ${i} ${j}`,
      email: `reviewer-${i}-${j}@example.com`,
    })),
  }));

test('how much fits: fifty steps and a hundred recipients, and no more of either', async () => {
  const all = many(LIMITS.workflowStepsMax, 2);
  const { id } = good<{ id: string }>(await post({ steps: all }));
  const envelope = good<Workflow>(await get(`/api/v1/quick/envelopes/${id}`));
  expect([envelope.steps.length, envelope.recipients.length]).toEqual([50, 100]);
  expect(violationsOf(await post({ steps: many(51, 1) }))).toEqual(['steps']);
  expect(violationsOf(await post({ steps: many(1, 101) })).length).toBeGreaterThan(0);
});

test('how much fits: a hundred ids at once, each with an item of its own, in either spelling', async () => {
  const ask = (query: string) => get(`/api/v1/envelopes?${query}`);
  const ids = Array.from({ length: 101 }, (_each, at) => `nobody-${at}`);
  for (const spell of [
    (some: string[]) => some.map((id) => `ids[]=${id}`).join('&'),
    (some: string[]) => `ids=${some.join(',')}`,
  ]) {
    const items = good<Item[]>(await ask(spell(ids.slice(1))));
    expect(items.map(({ identifier }) => identifier)).toEqual(ids.slice(1));
    expect(violationsOf(await ask(spell(ids)))).toEqual(['ids']);
  }
});

test('how much fits: five hundred fields, and no more', async () => {
  const { id, persons } = await client.filled([{ ...ada, roles: [{ type: 'sign' }] }]);
  const { documents } = await client.read(id);
  const field = {
    type: 'text',
    documentId: documents[0]?.id,
    page: 1,
    posX: 1,
    posY: 1,
    role: persons[0]?.roles[0]?.id,
    style: { width: 5, height: 2 },
  };
  const set = (count: number) => client.send('PUT', `/${id}/fields`, { fields: Array(count).fill(field) });
  expect(good<object[]>(await set(LIMITS.workflowFieldsMax))).toHaveLength(500);
  expect(violationsOf(await set(LIMITS.workflowFieldsMax + 1)).length).toBeGreaterThan(0);
});

test('the files are temporary until signed, archived after, with ranges and a tag of their own', {
  timeout: 60_000,
}, async () => {
  const { id, documents, envelopeId } = await started();
  const temp = new URL(documents[0]?.file.file ?? '').pathname;
  expect(temp).toMatch(new RegExp(`^/api/v1/storage/temp/${id}/doc/[0-9a-f]{32}$`));
  const archive = temp.replace('/temp/', '/archive/');
  expect((await get(archive)).statusCode).toBe(404);
  await (await followInvitation(instance, ada.email)).sign();
  await instance.runJobs();
  const { documents: signed } = good<Workflow & { documents: { file: { uri: string; size: number } }[] }>(
    await get(`/api/v1/envelopes/${envelopeId}?session=1`),
  );
  const { file, uri, size } = signed[0]?.file ?? {};
  expect(uri).toBe(file);
  const link = new URL(file ?? '');
  expect(link.pathname).toBe(archive);
  const whole = await get(archive);
  expect([whole.statusCode, whole.rawPayload.length]).toEqual([200, size]);
  expect(whole.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': expect.stringContaining('filename="lease (sealed).pdf"'),
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
    'accept-ranges': 'bytes',
    etag: expect.stringMatching(/^"[0-9a-f]{32}"$/),
  });
  const tail = await get(archive, { range: 'bytes=-6' });
  expect([tail.statusCode, tail.body.trim()]).toEqual([206, '%%EOF']);
  const known = await get(archive, { 'if-none-match': String(whole.headers.etag) });
  expect([known.statusCode, known.body]).toEqual([304, '']);
  // An old link names the document as it is now, and what was sent to be signed, byte for byte.
  expect((await get(temp)).rawPayload.equals(whole.rawPayload)).toBe(true);
  const before = await get(`${temp}?version=original`);
  expect([before.statusCode, before.rawPayload.equals(lease)]).toEqual([200, true]);
  const open = (path: string) => instance.inject({ method: 'GET', url: path });
  instance.advance(LIMITS.signedFileLinkSeconds - 1);
  expect((await open(link.pathname + link.search)).rawPayload.equals(whole.rawPayload)).toBe(true);
  instance.advance(1);
  expect((await open(link.pathname + link.search)).statusCode).toBe(401);
});

// Interface.md §2.2, §4 to §9: the words and numbers that integrators have written into their programs. They are
// spelled out here, so that none changes by changing the code that both sides share.
const words = (text: string) => text.split(' ');
const each = (verbs: string, objects: string) =>
  words(objects).flatMap((object) => words(verbs).map((verb) => `${verb}_${object}`));
const PERMISSIONS = [
  ...words('create_workflow create_template create_archive create_seal'),
  ...each('move delete edit view', 'created_workflow others_workflow created_template others_template'),
  ...words('delete_archive_for_me delete_archive_for_everyone'),
  ...each('edit view move', 'hold_archive others_archive'),
  ...words('delete_workspace edit_workspace add_workspace_user remove_workspace_user edit_workspace_user'),
  ...words('create_template_out_of_template create_template_out_of_workflow'),
  ...words('create_workflow_out_of_template create_workflow_out_of_workflow'),
  ...words('view_archive_summary upload_archive_to_cloud manage_tags tag_workflow tag_archive tag_template'),
].sort();

test('the rights of an owner are all there are, on their own workspace', async () => {
  const [workspace] = (await get('/api/v1/workspaces')).json();
  expect([...workspace.permissions].sort()).toEqual(PERMISSIONS);
});

test('the rights of the four roles that every organization has', async () => {
  const roles = (await get('/api/v1/organization/roles')).json() as {
    id: number;
    key: string;
    permissions: string[];
  }[];
  expect(roles.map(({ id, key }) => [id, key])).toEqual([
    [1, 'owner'],
    [2, 'administrator'],
    [3, 'editor'],
    [4, 'viewer'],
  ]);
  const [all, most, editor, viewer] = roles.map(({ permissions }) => [...permissions].sort());
  expect(all).toEqual(PERMISSIONS);
  expect(most).toEqual(PERMISSIONS.filter((permission) => permission !== 'delete_workspace'));
  expect(viewer).toEqual(PERMISSIONS.filter((permission) => permission.startsWith('view_')));
  expect(editor).toEqual(expect.arrayContaining(viewer ?? []));
  expect(editor).toEqual(expect.arrayContaining(words('create_workflow edit_created_workflow tag_workflow')));
  for (const denied of each('edit delete move', 'others_workflow others_template')) {
    expect(editor).not.toContain(denied);
  }
});

test('types, fields, anchors, preferences and scopes', () => {
  expect(WORKFLOW_TYPES).toEqual(words('simple advanced qualified'));
  expect(FIELD_TYPES).toEqual(
    words(
      'signature initials date name email company department title location address text number checkbox ' +
        'radio dropdown stamp attachment',
    ),
  );
  expect(Object.keys(ANCHOR_KINDS)).toEqual(
    words(
      'date email signature initials title company fullName address department location text number checkbox ' +
        'attachment',
    ),
  );
  expect(Object.values(PREFERENCES)).toEqual(
    words(
      'WorkflowMailAttachDocumentPreference WorkflowNotificationCallbackUrlPreference ' +
        'WorkflowNotificationCallbackUrlSecretPreference ' +
        'WorkflowNotificationCallbackUrlSslVerificationPreference ' +
        'WorkflowNotificationValuesPreference WorkflowInPersonPreference WorkflowRecipientEmbedded ' +
        'WorkflowRecipientReassignPreference WorkflowReminderPreference',
    ),
  );
  expect(SCOPE_NAMES).toEqual(
    words(
      'profile:read workspaces:read workspaces:write workflows:read workflows:write workflows:sign-embedded ' +
        'seals:read seals:write templates:read templates:write organization:write webhooks:write agents:send',
    ),
  );
});

test('the statuses, and which one leads to which', () => {
  const leads = Object.fromEntries(
    Object.entries(TRANSITIONS).map(([from, verbs]) => [from, [...new Set(Object.values(verbs))].sort()]),
  );
  expect(leads).toEqual({
    not_started: words('canceled expired started'),
    started: words('blocked canceled declined expired started'),
    approved: words('blocked to_be_archived'),
    to_be_archived: words('blocked signed'),
    blocked: ['approved'],
    signed: [],
    declined: [],
    canceled: [],
    expired: [],
  });
});

test('the codes of refusals, and their statuses', () => {
  expect(REFUSALS).toEqual({
    VALIDATION_ERROR: 400,
    INVALID_GRANT: 400,
    AUTHENTICATION_REQUIRED: 401,
    INVALID_CLIENT: 401,
    SECOND_FACTOR_REQUIRED: 401,
    STEP_UP_REQUIRED: 403,
    SECOND_FACTOR_SET_UP_REQUIRED: 403,
    CONNECTION_REQUIRED: 403,
    STORAGE_QUOTA_REACHED: 403,
    UNAUTHORIZED_TO_PERFORM_THIS_ACTION: 403,
    ENVELOPE_NOT_FOUND: 404,
    WORKFLOW_NOT_FOUND: 404,
    TEMPLATE_NOT_FOUND: 404,
    WORKSPACE_NOT_FOUND: 404,
    NOT_FOUND: 404,
    WORKFLOW_STATUS_CONFLICT: 409,
    WORKFLOW_HELD: 409,
    DOCUMENT_CHANGED: 409,
    IDEMPOTENCY_KEY_IN_USE: 409,
    SESSION_ENDED: 410,
    DOCUMENT_TOO_LARGE: 413,
    UNSUPPORTED_MEDIA_TYPE: 415,
    DOCUMENT_NOT_ACCEPTED: 422,
    DOCUMENT_TWO_FACED: 422,
    IDEMPOTENCY_KEY_REUSED: 422,
    RATE_LIMIT_REACHED: 429,
    API_KEY_RATE_LIMIT_REACHED: 429,
    QUOTA_REACHED: 429,
    INTERNAL_ERROR: 500,
    SERVICE_UNAVAILABLE: 503,
  });
});

test('the numbers', () => {
  const [minute, hour, day] = [60, 3_600, 86_400];
  expect(LIMITS).toMatchObject({
    nameCharactersMin: 2,
    nameCharactersMax: 250,
    workspaceDescriptionCharactersMax: 255,
    uploadBytesMax: 20 * 1024 * 1024,
    workflowDocumentsMax: 20,
    workflowBytesMax: 100 * 1024 * 1024,
    workflowPagesMax: 2_000,
    workflowRecipientsMax: 100,
    workflowStepsMax: 50,
    workflowFieldsMax: 500,
    metadataKeysMax: 10,
    metadataKeyCharactersMax: 40,
    metadataValueCharactersMax: 250,
    expirySecondsMin: 7 * day,
    expirySecondsMax: 90 * day,
    expirySecondsDefault: 7 * day,
    expiryGraceSeconds: 5 * minute,
    pageLimitDefault: 8,
    pageLimitMax: 100,
    wholeListItemsMax: 1_000,
    authorizationCodeSeconds: 10 * minute,
    accessTokenSeconds: hour,
    signedFileLinkSeconds: 15 * minute,
    idempotencySeconds: day,
  });
  expect([RATES.apiKey, RATES.token]).toEqual([
    { hits: 300, seconds: 30 },
    { hits: 1_000, seconds: minute },
  ]);
  expect(RETRIES.notification).toEqual([
    5,
    5 * minute,
    30 * minute,
    2 * hour,
    5 * hour,
    10 * hour,
    14 * hour,
    20 * hour,
    24 * hour,
  ]);
});
