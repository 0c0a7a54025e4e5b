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
import { openTestInstance } from '../support/instance.ts';
import { forThisFile } from '../support/instance-case.ts';
import { caller } from '../support/organization.ts';

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

const instance = await forThisFile(openTestInstance());
const owner = await instance.signIn('Owner', 'owner@example.com');

test('the rights of an owner are all there are, on their own workspace', async () => {
  const [workspace] = (await caller(owner)('GET', '/api/v1/workspaces')).body;
  expect([...workspace.permissions].sort()).toEqual(PERMISSIONS);
});

test('the rights of the four roles that every organization has', async () => {
  const { body } = await caller(owner)('GET', '/api/v1/organization/roles');
  const roles = body as { id: number; key: string; permissions: string[] }[];
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
