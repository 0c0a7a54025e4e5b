import { readFile } from 'node:fs/promises';
import { type OperationName, RECORDED_OPERATIONS } from '@paraph/contract';
import { expect, test, vi } from 'vitest';
import { pngPicture } from '../../intake/src/testing/pictures.ts';
import { signedOnce } from '../../pades/src/testing/hostile-base.ts';
import { openDnsServer } from '../support/dns-server.ts';
import { multipart, type Part } from '../support/instance.ts';
import { caller } from '../support/organization.ts';
import { lease } from '../support/quick-sender.ts';
import { forThisFile } from '../support/scratch.ts';
import { callersOf, instanceForThisFile, send, WITHOUT_LIMITS } from './callers.ts';
import { type Described, describedOperations, type Schema } from './described.ts';
import { addDraft, addTemplate, allowCode, type Ids, openOrganization, spreadIds } from './organization.ts';
import { type Request, requestOf, writeRequest } from './requests.ts';

// Every example of the description is sent to a running instance unchanged. The ids, secrets and codes in it alone
// are replaced by those of things that are here.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

interface Example {
  operationId: string;
  parameters: { name: string; in: string; required: boolean; example: unknown }[];
  requestBody?: { content: Record<string, { example: unknown }> };
}

/** There is no report about a file that is not signed. */
const signed = await signedOnce(lease);

const url = new URL('../../contract/openapi.json', import.meta.url);
const { paths } = JSON.parse(await readFile(url, 'utf8')) as {
  paths: Record<string, Record<string, Example>>;
};
const examples = Object.values(paths).flatMap((methods) => Object.values(methods));
const operations = new Map(describedOperations().map((each) => [each.name, each]));

const dns = await forThisFile(openDnsServer());
const instance = await instanceForThisFile({ env: { ...WITHOUT_LIMITS, PARAPH_DNS_SERVERS: dns.address } });
await spreadIds(instance);
const organization = await openOrganization(instance, 'Example');
organization.ids.otherWorkspaceId = await openWorkspace();

/** The object of the test that a name in an example refers to, if it is not the name of its kind. */
const KINDS: Record<string, string> = {
  client_id: 'clientId',
  client_secret: 'clientSecret',
  refresh_token: 'refreshToken',
  newWorkspaceId: 'otherWorkspaceId',
};
/** The `fieldId` of a condition names a field of the same request. */
const IN_REQUEST = { fieldId: 'id' };
const DRAFT = { documentId: 'draftDocumentId', role: 'draftRoleId', roles: 'draftRoleId', ...IN_REQUEST };
const TEMPLATE = {
  documentId: 'templateDocumentId',
  role: 'templateRoleId',
  roles: 'templateRoleId',
  ...IN_REQUEST,
};
const KINDS_OF: Record<string, Record<string, string>> = {
  setFields: DRAFT,
  addSteps: DRAFT,
  setTemplateFields: TEMPLATE,
  addTemplateSteps: TEMPLATE,
  setTemplateSteps: TEMPLATE,
  addDocument: { replaces: 'documentId' },
  remindRecipients: { recipients: 'recipientId' },
  deleteWorkflows: { id: 'draftId' },
  actOnWorkflows: { ids: 'draftId' },
  readArchives: { ids: 'archivedWorkflowId' },
  exportAnswers: { ids: 'workflowId' },
  updateAgentAllowance: { templates: 'templateId' },
  setWorkflowTags: { tags: 'tagId' },
  setTemplateTags: { tags: 'tagId' },
  exchangeCode: { code: 'code' },
  revokeToken: { token: 'refreshToken' },
  createPublicLink: { placeholderId: 'templateRecipientId' },
};

/** These names hold ids and secrets that are replaced; other texts are sent unchanged. */
const OWN_TEXTS = new Set(['client_id', 'client_secret', 'refresh_token', 'token', 'code', 'ids']);

function filled(value: unknown, about: { name: string; kinds: Record<string, string>; ids: Ids }): unknown {
  const { name, kinds, ids } = about;
  if (Array.isArray(value)) return value.map((each) => filled(each, about));
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value);
    return Object.fromEntries(entries.map(([key, inner]) => [key, filled(inner, { ...about, name: key })]));
  }
  if (typeof value !== 'number' && !OWN_TEXTS.has(name)) return value;
  return ids[kinds[name] ?? KINDS[name] ?? name] ?? value;
}

/** What one call changes or uses up is made for it alone, so that no call is in the way of another. */
async function freshIds(operation: Described): Promise<Ids> {
  const { people } = organization;
  const ids = { ...organization.ids };
  if (/\/oauth\//i.test(operation.path)) return { ...ids, ...(await allowCode(people.owner, ids)) };
  if (operation.method === 'GET') return ids;
  const call = caller(people.owner);
  const workspace = `/api/v1/workspaces/${ids.workspaceId}`;
  if (/workflows|envelopes|templates|cloner/.test(operation.path)) {
    await addDraft(people.owner, { ids, steps: STEPS });
    if (/templates|cloner/.test(operation.path)) await addTemplate(call, ids);
  }
  // An organization has no place for a role of each operation.
  if (operation.path.includes('{roleId}')) {
    const role = { name: `Role of ${operation.name}`, permissions: ['view_created_workflow'] };
    ids.roleId = (await call('POST', '/api/v1/organization/roles', role)).body.id;
  }
  await PREPARED[operation.name]?.(ids, { call, workspace });
  return ids;
}

interface Prepared {
  call: ReturnType<typeof caller>;
  workspace: string;
}

const PEOPLE = { recipients: [{ name: 'Cy', email: 'cy@example.com', roles: [{ type: 'sign' }] }] };
const STEPS = [
  { type: 'sign', recipients: [{ name: 'Ann', email: 'ann@example.com' }] },
  { type: 'review', recipients: [{ name: 'Bob', email: 'bob@example.com' }] },
];

/** What must be so before the call. */
const PREPARED: Record<string, (ids: Ids, about: Prepared) => Promise<void>> = {
  // A role acts in one step.
  addSteps: async (ids, { call, workspace }) => {
    const [person] = (await call('PUT', `${workspace}/workflows/${ids.draftId}/roles`, PEOPLE)).body;
    ids.draftRoleId = person.roles[0].id;
  },
  addTemplateSteps: async (ids, { call, workspace }) => {
    const [person] = (await call('PUT', `${workspace}/templates/${ids.templateId}/roles`, PEOPLE)).body;
    ids.templateRoleId = person.roles[0].id;
  },
  // The last document stays.
  removeDocument: (ids, { workspace }) => addSecond(`${workspace}/workflows/${ids.draftId}/documents`),
  removeTemplateDocument: (ids, { workspace }) =>
    addSecond(`${workspace}/templates/${ids.templateId}/documents`),
  removeAnnex: async (ids, { call, workspace }) => {
    const [annex] = (await call('GET', `${workspace}/workflows/${ids.draftId}/annexes`)).body;
    ids.draftAnnexId = annex.id;
  },
  addDocument: async (ids, { call, workspace }) => {
    ids.documentId = (await call('GET', `${workspace}/workflows/${ids.draftId}`)).body.documents[0].id;
  },
  cancelEnvelope: async (ids) => {
    ids.envelopeId = ids.draftEnvelopeId ?? '';
  },
  // What has ended without being signed is corrected.
  correctWorkflow: async (ids, { call, workspace }) => {
    await call('PUT', `${workspace}/workflows/${ids.draftId}/cancel`);
    ids.workflowId = ids.draftId ?? 0;
  },
  // What is under way keeps a workspace open.
  deleteWorkspace: async (ids) => {
    ids.workspaceId = await openWorkspace();
  },
};

async function openWorkspace(): Promise<number> {
  const { people, ids } = organization;
  const elsewhere = { name: 'Elsewhere', organizationId: ids.organizationId };
  return (await caller(people.owner)('POST', '/api/v1/workspaces', elsewhere)).body.id;
}

const TABLE = Buffer.from('name,email,Cost centre\nAda,ada@example.com,4711\n');

/** A bulk job in a state that takes the act. */
for (const [name, state] of [
  ['updateBulkJob', 'ready'],
  ['startBulkJob', 'ready'],
  ['pauseBulkJob', 'sending'],
  ['resumeBulkJob', 'paused'],
  ['cancelBulkJob', 'paused'],
] as const)
  PREPARED[name] = async (ids, { workspace }) => {
    const form = multipart([{ name: 'file', value: TABLE, fileName: 'people.csv' }]);
    const url = `${workspace}/templates/${ids.templateId}/bulk`;
    const made = await organization.people.owner.call({ method: 'POST', url, ...form });
    ids.bulkId = made.json().id;
    const { database } = instance.deps;
    await database.updateTable('bulk_jobs').set({ state }).where('id', '=', made.json().id).execute();
    await database
      .updateTable('bulk_rows')
      .set({ state: 'valid' })
      .where('job_id', '=', made.json().id)
      .execute();
  };

for (const name of ['updatePublicLink', 'renewPublicLinkSecret', 'endPublicLink'])
  PREPARED[name] = async (ids, { call, workspace }) => {
    const form = { name: 'Door', placeholderId: ids.templateRecipientId };
    ids.linkId = (await call('POST', `${workspace}/templates/${ids.templateId}/links`, form)).body.id;
  };

async function addSecond(url: string): Promise<void> {
  const form = multipart([{ name: 'document', value: lease, fileName: 'annex.pdf' }]);
  const answer = await organization.people.owner.call({ method: 'POST', url, ...form });
  expect(answer.statusCode, answer.body).toBeOneOf(TAKEN);
}

function requestsOf(operation: Described, { parameters, requestBody }: Example, ids: Ids): Request[] {
  const kinds = KINDS_OF[operation.name] ?? {};
  const { path } = requestOf(operation, ids);
  const example = Object.values(requestBody?.content ?? {})[0]?.example ?? {};
  const given = filled(example, { name: '', kinds, ids }) as Record<string, unknown>;
  const { document, annex, picture, file, ...body } = given;
  const files: Part[] = [
    {
      name: 'document',
      value: operation.name === 'verifyDocumentAsXml' ? signed : lease,
      fileName: String(document),
    },
    { name: 'annex', value: lease, fileName: String(annex) },
    { name: 'file', value: TABLE, fileName: String(file) },
    { name: 'picture', value: pngPicture(), fileName: String(picture), type: 'image/png' },
  ].filter(({ name }) => given[name] !== undefined);
  // Where to go on is taken from the answer before, and stands without a page.
  const query = parameters.filter((each) => each.in === 'query' && each.name !== 'after');
  const whole = Object.fromEntries(query.map((each) => [each.name, each.example]));
  const always = Object.assign({}, ...query.filter(({ required }) => required).map(only));
  const each = operation.method === 'GET' ? query : [];
  const queries = [whole, ...each.map(only).map((one) => ({ ...always, ...one })), always];
  return queries.slice(0, operation.method === 'GET' ? undefined : 1).map((each) => {
    return { path, query: filled(each, { name: '', kinds, ids }) as Record<string, unknown>, body, files };
  });
}

function only({ name, example }: { name: string; example: unknown }): Record<string, unknown> {
  return { [name]: example };
}

/** What a call changes or ends comes after what only reads. */
const order = (name: string) => {
  const { method = 'GET', name: id = '' } = operations.get(name) ?? {};
  return method === 'GET' ? 0 : method === 'DELETE' || /cancel|revoke|remove|delete/i.test(id) ? 2 : 1;
};
const inOrder = [...examples].sort((a, b) => order(a.operationId) - order(b.operationId));

/** What holds a text or a number to a limit. */
const BY_LIMIT =
  'createQuickEnvelope createEnvelope createWorkflow updateWorkflow editWorkflow cloneTemplate createTemplate ' +
  'updateTemplate createWorkspace updateWorkspace createTag updateTag createRole setRoles setSteps setTemplateRoles ' +
  'reassignRecipient rotateWebhookSecret';

// Before what ends things.
test.each(BY_LIMIT.split(' '))('%s keeps the limits that its schema names', async (name) => {
  const operation = operations.get(name);
  const example = examples.find(({ operationId }) => operationId === name);
  const [owner] = callersOf(organization);
  if (!operation || !owner || !example) throw new Error(`${name} is not described`);
  const [request] = requestsOf(operation, example, await freshIds(operation));
  if (!request) throw new Error(`${name} has no example`);
  const limited = limitedIn(operation.body ?? {}, request.body).filter(
    ({ path }) => !path.includes('permissions'),
  );
  expect(limited.length).toBeGreaterThan(0);
  for (const { path, more } of limited) {
    const body = withValue(request.body, path, more);
    const answer = await send(instance, owner, writeRequest(operation, { ...request, body }));
    const at = path.map((part, index) => (index === 0 ? part : `[${part}]`)).join('');
    expect(answer.statusCode, `${at}: ${answer.body.slice(0, 300)}`).toBe(400);
    expect(Object.keys(answer.json().error.violations)).toContain(at);
  }
  const body = limited.reduce<unknown>(
    (whole, { path, most }) => withValue(whole, path, ofOwn(name, most)),
    request.body,
  );
  const answer = await send(instance, owner, writeRequest(operation, { ...request, body }));
  expect(answer.statusCode, answer.body.slice(0, 300)).toBeOneOf(TAKEN);
});

test.each(inOrder.map((each) => [each.operationId, each] as const))(
  '%s takes its example',
  async (name, example) => {
    const operation = operations.get(name);
    const [owner] = callersOf(organization);
    if (!operation || !owner) throw new Error(`${name} is described and is not there`);
    for (const request of requestsOf(operation, example, await freshIds(operation))) {
      await takeRecorded();
      const answer = await send(instance, owner, writeRequest(operation, request));
      const shown = `${JSON.stringify([request.query, request.body])}: ${answer.statusCode} ${answer.body.slice(0, 600)}`;
      expect(answer.statusCode, shown).toBeOneOf(STATES.has(name) ? [409] : (ELSEWHERE.get(name) ?? TAKEN));
      if (ELSEWHERE.has(name) || UNCHANGED.has(name)) continue;
      const names = await takeRecorded();
      const kinds = RECORDED_OPERATIONS[name as OperationName] ?? [];
      if (kinds.length === 0) expect(names, name).toEqual([]);
      else expect(names.filter((each) => kinds.includes(each)).length, `${name} recorded ${names}`).toBe(1);
    }
  },
);

/** Recorded once an hour; and what has been so since the example of its other path. */
const UNCHANGED = new Set(['listOrganizationEvents', 'updateWorkspaceUsersAlias']);

let lastSeen = 0;

/** The names of what was recorded since this was last asked. */
async function takeRecorded() {
  const events = instance.deps.database.selectFrom('organization_events').select(['id', 'name']);
  const recorded = await events.where('id', '>', lastSeen).orderBy('id').execute();
  lastSeen = recorded.at(-1)?.id ?? lastSeen;
  return recorded.map(({ name }) => name);
}

const TAKEN = [200, 201, 202, 204];
/** What these repeat did not fail here: the request is taken, and there is nothing to do. */
const STATES = new Set([
  'retryWorkflow',
  'retrySeal',
  'startTransfer',
  'retryMail',
  'replayDelivery',
  'replayWebhookDelivery',
]);

/**
 * They need what is not here: a program that calls, a provider that answers, another member, a certificate that is set, a record of DNS, a
 * connection that another example has not removed before.
 */
const ELSEWHERE = new Map([
  ['listSealCredentials', [400]],
  ['saveSealCredential', [400]],
  ['deleteSealCredential', [404]],
  ['handOverMember', [404]],
  ['createEmbeddedSession', [403]],
  ['createEmbeddedDesign', [403]],
  ['checkConnectionDomain', [400]],
  ['checkLinkHost', [400]],
  ['endProvisioningToken', [404]],
]);

test('people in examples have names of people, codes look like codes, and no date passes', async () => {
  const bodies = examples.map((each) => [each.operationId, each.requestBody?.content] as const);
  expect(JSON.stringify(bodies)).not.toMatch(/\b17\d{8}\b|"Text"|WORKFLOW_STATUS_CONFLICT/);
  const people = [...JSON.stringify(bodies).matchAll(/"name":"([^"]+)","email":"([^"]+)"/g)];
  expect(people.length).toBeGreaterThan(5);
  for (const [, person = '', email = ''] of people)
    expect(email).toContain(person.split(' ')[0]?.toLowerCase());
});

/** Texts and numbers of an example with a largest value that its schema names. */
function limitedIn(schema: Schema, value: unknown, path: readonly (string | number)[] = []): Limited[] {
  if (Array.isArray(value)) {
    return schema.items ? limitedIn(schema.items, value[0], [...path, 0]) : [];
  }
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([name, inner]) =>
      limitedIn(schema.properties?.[name] ?? {}, inner, [...path, name]),
    );
  }
  const choice = (schema.anyOf ?? [schema]).find(({ maxLength, maximum }) => maxLength ?? maximum) ?? {};
  const { maxLength, maximum, pattern } = choice;
  // What an address may be is more than its length.
  if (typeof value === 'string' && maxLength !== undefined && pattern === undefined && !value.includes('@')) {
    return [{ path, most: 'x'.repeat(maxLength), more: 'x'.repeat(maxLength + 1) }];
  }
  if (typeof value === 'number' && maximum !== undefined) return [{ path, most: maximum, more: maximum + 1 }];
  return [];
}

interface Limited {
  path: readonly (string | number)[];
  most: unknown;
  more: unknown;
}

/** Some names may be there once. */
function ofOwn(name: string, most: unknown): unknown {
  return typeof most === 'string' ? name.charAt(0).repeat(most.length) : most;
}

function withValue(body: unknown, [name, ...rest]: readonly (string | number)[], value: unknown): unknown {
  if (name === undefined) return value;
  const copy = structuredClone(body) as Record<string | number, unknown>;
  copy[name] = withValue(copy[name], rest, value);
  return copy;
}
