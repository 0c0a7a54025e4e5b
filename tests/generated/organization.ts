import { SCOPE_NAMES } from '@paraph/domain';
import { findFreePort } from '../support/free-port.ts';
import { cookieOf, multipart, type Session, type TestInstance } from '../support/instance.ts';
import { addMember, caller } from '../support/organization.ts';
import { buildPdf, textLines } from '../support/pdf-fixtures.ts';
import { type Envelope, lease, quickSender } from '../support/quick-sender.ts';
import { drawnSignature, followInvitation, openFollowing, previewIn } from '../support/signer.ts';
import { newDestination, newIdentityProvider, newTrustProvider } from '../support/trust-providers.ts';
import { workflowTables } from '../support/workflow-tables.ts';
import { describedOperations } from './described.ts';
import { requestOf, writeRequest } from './requests.ts';
import { addPublicLink, addWaysIn, askedFor } from './ways-in.ts';

/** Every kind of thing that an address or a body can name, each with one that is there. */
export type Ids = Record<string, string | number>;

/** An organization with one of everything, and people of every role in its workspace. */
export interface Organization {
  ids: Ids;
  people: Record<'owner' | 'administrator' | 'editor' | 'viewer' | 'custom', Session>;
  /** The credentials of a recipient who followed the link of an invitation. */
  signerHeaders: Record<string, string>;
}

/** Jobs are stamped by the database's clock; in a test that takes minutes the test's clock must be kept ahead of it. */
export function keepAhead(instance: TestInstance): void {
  instance.advance(Math.max(0, Math.ceil(Date.now() / 1000) + 600 - instance.nowSeconds()));
}

/** Numbers of each kind of thing begin elsewhere, so that none is another's, and none is in an answer by chance. */
export async function spreadIds({ deps }: TestInstance): Promise<void> {
  await deps.pool.query(
    `select setval(format('%I.%I', schemaname, sequencename), 10000 + 1000 * row_number() over (order by sequencename))
     from pg_sequences where schemaname = 'public'`,
  );
}

type Call = ReturnType<typeof caller>;
const CALLBACK = 'https://app.example.com/callback';
// A port on which nothing listens: what is sent there is tried, refused, and to be seen among the deliveries.
const UNUSED_URL = `http://localhost:${await findFreePort()}`;

/** Makes an organization whose names begin alike. */
export async function openOrganization(instance: TestInstance, name: string): Promise<Organization> {
  keepAhead(instance);
  const people = {
    owner: await person(instance, name, 'owner'),
    administrator: await person(instance, name, 'administrator'),
    editor: await person(instance, name, 'editor'),
    viewer: await person(instance, name, 'viewer'),
    custom: await person(instance, name, 'custom'),
  };
  const call = caller(people.owner);
  const ids: Ids = { userId: people.owner.profile.id, password: 'correct horse battery staple' };
  const [workspace] = (await good(call('GET', '/api/v1/workspaces'))) as unknown as { id: number }[];
  ids.workspaceId = workspace?.id ?? 0;
  await addPeople(instance, { call, ids, people });
  await addDevelopersThings(call, ids);
  await addPicture(people.owner, ids);
  Object.assign(ids, await addWaysIn(instance, people.owner));
  const signerHeaders = await addWorkflows(instance, { name, owner: people.owner, ids });
  await addTraces(call, ids);
  await addTemplate(call, ids);
  Object.assign(ids, await addPublicLink(instance, people.owner, ids));
  await addByContract(people.owner, ids);
  await instance.jobs['write-export']?.(Number(ids.exportId));
  return { ids, people, signerHeaders };
}

/**
 * What the contract has and is not made here by hand: where an address ends in an unknown `{thingId}`, the POST to the
 * address before it makes one.
 */
async function addByContract(owner: Session, ids: Ids): Promise<void> {
  const all = describedOperations();
  for (const { path } of all) {
    const [, before = '', name = ''] = /^(.*)\/\{(\w+)\}$/.exec(path) ?? [];
    const maker = all.find((each) => each.method === 'POST' && each.path === before);
    if (!maker || !name.endsWith('Id') || ids[name] !== undefined) continue;
    const { method, ...wire } = writeRequest(maker, requestOf(maker, ids));
    const answer = await owner.call({ ...wire, method });
    if (answer.statusCode >= 300) throw new Error(`${maker.name} made no ${name}: ${answer.body}`);
    ids[name] = (answer.json() as { id: number }).id;
  }
}

function person(instance: TestInstance, organization: string, role: string): Promise<Session> {
  return instance.signIn(`${organization} ${role}`, `${role}@${organization.toLowerCase()}.example`);
}

interface Place {
  call: Call;
  ids: Ids;
  people: Organization['people'];
}

async function addPeople(instance: TestInstance, { call, ids, people }: Place): Promise<void> {
  const role = await good(
    call('POST', '/api/v1/organization/roles', {
      name: 'Clerk',
      permissions: ['create_workflow', 'view_created_workflow', 'edit_created_workflow'],
    }),
  );
  ids.roleId = Number(role.id);
  const { owner, ...guests } = people;
  const roleIds: Record<string, number> = { administrator: 2, editor: 3, viewer: 4, custom: ids.roleId };
  const users = [];
  for (const [name, guest] of Object.entries(guests)) {
    const memberId = await addMember(instance, owner, guest);
    if (name === 'editor') ids.memberId = memberId;
    users.push({ memberId, roleId: roleIds[name] });
  }
  const put = await good(call('PUT', `/api/v1/workspaces/${ids.workspaceId}/users`, { users }));
  const editor = (put as unknown as { id: number; email: string }[]).find(
    ({ email }) => email === people.editor.profile.email,
  );
  ids.workspaceUserId = editor?.id ?? 0;
  // An invited member who has not accepted yet.
  await good(call('POST', '/api/v1/organization/members', { members: [{ email: 'soon@example.com' }] }));
  const members = await good(call('GET', '/api/v1/organization/members?query=soon@example.com'));
  ids.invitedMemberId = (members.items as { id: number }[])[0]?.id ?? 0;
  const { rows } = await instance.deps.pool.query('select organization_id from workspaces where id = $1', [
    ids.workspaceId,
  ]);
  ids.organizationId = Number(rows[0].organization_id);
  await good(call('PUT', '/api/v1/organization/link-host', { host: `o${ids.organizationId}.example` }));
}

async function addDevelopersThings(call: Call, ids: Ids): Promise<void> {
  const key = await good(call('POST', '/api/v1/api-keys', { name: 'Night', scopes: [...SCOPE_NAMES] }));
  ids.keyId = Number(key.id);
  ids.apiKey = String(key.key);
  const loom = { name: 'Loom', redirectUris: [CALLBACK], scopes: [...SCOPE_NAMES] };
  const app = await good(call('POST', '/api/v1/integration-apps', loom));
  ids.appId = Number(app.id);
  ids.clientId = String(app.clientId);
  ids.clientSecret = String(app.clientSecret);
  ids.token = await allowApp(call, ids, SCOPE_NAMES);
  const webhook = await good(call('POST', '/api/v1/organization/webhooks', { url: `${UNUSED_URL}/hook` }));
  ids.webhookId = Number(webhook.id);
  const onFormer = { email: 'former@example.com', reason: 'Lawsuit' };
  ids.holdId = Number((await good(call('POST', '/api/v1/organization/holds', onFormer))).id);
  const provider = await good(call('POST', '/api/v1/organization/trust-providers', newTrustProvider()));
  ids.providerId = Number(provider.id);
  await good(call('PUT', '/api/v1/organization/identity-provider', newIdentityProvider()));
  const destination = { ...newDestination(), url: `${UNUSED_URL}/dav` };
  await good(call('PUT', `/api/v1/workspaces/${ids.workspaceId}/destination`, destination));
  await good(call('PUT', '/api/v1/organization/collector', { url: UNUSED_URL }));
}

/** A token of the organization's own app, with these scopes. */
export async function allowApp(call: Call, ids: Ids, scopes: readonly string[]): Promise<string> {
  return String((await tokensOf(call, ids, await codeOf(call, ids, scopes))).access_token);
}

/** A code that was not exchanged yet, and a refresh token of the organization's own app. */
export async function allowCode(owner: Session, ids: Ids): Promise<{ code: string; refreshToken: string }> {
  const call = caller(owner);
  const tokens = await tokensOf(call, ids, await codeOf(call, ids, SCOPE_NAMES));
  return { code: await codeOf(call, ids, SCOPE_NAMES), refreshToken: String(tokens.refresh_token) };
}

async function codeOf(call: Call, ids: Ids, scopes: readonly string[]): Promise<string> {
  const back = await good(call('POST', authorizationRequest(ids, scopes), { decision: 'allow' }));
  return String(new URL(String(back.redirectTo)).searchParams.get('code'));
}

function tokensOf(call: Call, { clientId, clientSecret }: Ids, code: string) {
  const credentials = { client_id: clientId, client_secret: clientSecret };
  return good(call('POST', '/api/v1/OAuth/v2/access', { ...credentials, redirect_uri: CALLBACK, code }));
}

function authorizationRequest({ clientId }: Ids, scopes: readonly string[]): string {
  const query = new URLSearchParams({
    client_id: String(clientId),
    scope: scopes.join(' '),
    redirect_uri: CALLBACK,
    response_type: 'code',
  });
  return `/api/v1/authorization-request?${query}`;
}

async function addPicture(owner: Session, ids: Ids): Promise<void> {
  const png = Buffer.from(drawnSignature({ width: 32, height: 32 }), 'base64');
  const form = multipart([{ name: 'picture', value: png, fileName: 'me.png', type: 'image/png' }]);
  const answer = await owner.call({ method: 'PUT', url: '/api/v1/account/picture', ...form });
  const { picture } = answer.json() as { picture: { file: string } };
  ids.pictureKey = lastPart(picture.file);
  const stamps = await owner.call({ method: 'PUT', url: '/api/v1/organization/picture', ...form });
  if (stamps.statusCode !== 204) throw new Error(`a picture for stamps: ${stamps.body}`);
  const brand = '/api/v1/organization/brand';
  const logo = await owner.call({ method: 'PUT', url: `${brand}/logo`, ...form });
  if (logo.statusCode !== 200) throw new Error(`a logo: ${logo.body}`);
  const published = await owner.call({ method: 'POST', url: `${brand}/publish` });
  if (published.statusCode !== 200) throw new Error(`a logo: ${published.body}`);
}

async function addWorkflows(
  instance: TestInstance,
  { name, owner, ids }: { name: string; owner: Session; ids: Ids },
): Promise<Record<string, string>> {
  const ann = { name: 'Ann', email: `ann@${name.toLowerCase()}.example` };
  const bob = { name: 'Bob', email: `bob@${name.toLowerCase()}.example` };
  const steps = [
    { type: 'sign', recipients: [ann] },
    { type: 'review', recipients: [bob] },
  ];
  const preferences = { WorkflowNotificationCallbackUrlPreference: `${UNUSED_URL}/events` };
  const sender = quickSender(() => owner);
  const { idOf } = workflowTables(() => instance);
  const read = async (envelopeId: string) => {
    const answer = await owner.call({ method: 'GET', url: `/api/v1/envelopes/${envelopeId}` });
    return { ...(answer.json() as Envelope), workflowId: await idOf(envelopeId) };
  };
  // One that is finished, one that is running, one that waits to be started.
  const finished = await sender.create({ steps: steps.slice(0, 1), preferences, document: asking });
  await instance.runJobs();
  const first = await followInvitation(instance, ann.email);
  ids.archivedFieldId = await attach(instance, first);
  await first.sign();
  await instance.runJobs();
  const done = await read(finished);
  ids.archivedWorkflowId = done.workflowId;
  ids.archiveKey = lastPart(done.documents[0]?.file.file ?? '');
  const annexes = [['prices.csv', lease]] as const;
  const running = await read(await sender.create({ steps, preferences, document: asking, annexes }));
  await instance.runJobs();
  ids.workflowId = running.workflowId;
  ids.envelopeId = running.id;
  ids.annexId = await annexOf(caller(owner), ids, `workflows/${running.workflowId}`);
  ids.recipientId = running.recipients[0]?.id ?? 0;
  ids.documentId = running.documents[0]?.id ?? 0;
  ids.documentKey = lastPart(running.documents[0]?.file.file ?? '');
  ids.thumbKey = lastPart(running.documents[0]?.file.thumb ?? '');
  await addDraft(owner, { ids, steps });
  ids.requestId = await askedFor(instance, ids);
  ids.draftAnnexId = await annexOf(caller(owner), ids, `workflows/${ids.draftId}`);
  const designer = await openDesigner(instance, { owner, ids });
  const signer = await followInvitation(instance, ann.email);
  ids.attachmentFieldId = await attach(instance, signer);
  const view = await signer.fill();
  ids.link = view.link;
  ids.fieldId = view.fields[0]?.id ?? 0;
  ids.shownHash = view.shownHash;
  ids.consentVersion = view.consent.version;
  ids.previewId = previewIn(await signer.preview(view.shownHash));
  ids.passkeyId = `passkey-of-${ids.link}`;
  await instance.deps.pool.query(
    `insert into passkeys (id, address, public_key, spki, sign_count, transports, created_at)
     values ($1, $2, '', '', 0, '{}', now())`,
    [ids.passkeyId, ann.email],
  );
  const follows = await follower(instance, { owner, ids });
  // An answer is missing again, so that no request signs.
  await signer.call('PUT', `/fields/${ids.fieldId}`, { value: null });
  return { ...signer.headers, cookie: `${signer.headers.cookie}; ${designer}; ${follows}` };
}

/** A document that asks for a file. */
const asking = buildPdf({
  pages: [{ content: textLines(['paraph_signature_1', '', '', 'paraph_attachment_1']) }],
});

/** Answers the field. */
async function attach(
  { inject }: TestInstance,
  signer: Awaited<ReturnType<typeof followInvitation>>,
): Promise<number> {
  const id = (await signer.view()).fields.find(({ type }) => type === 'attachment')?.id ?? 0;
  const { payload, headers } = multipart([{ name: 'file', value: lease, fileName: 'deed.pdf' }]);
  const url = `${signer.base}/fields/${id}/attachment`;
  await inject({ method: 'PUT', url, headers: { ...headers, ...signer.headers }, payload });
  return id;
}

/** Names a follower of the running workflow, who follows their link; answers its cookie. */
async function follower(
  instance: TestInstance,
  { owner, ids }: { owner: Session; ids: Ids },
): Promise<string> {
  const path = `/api/v1/workspaces/${ids.workspaceId}/workflows/${ids.workflowId}/followers`;
  const followers = [{ name: 'Fay', email: 'fay@example.com', when: 'both' }];
  const put = await good(caller(owner)('PUT', path, { followers }));
  const [{ id: followerId } = { id: 0 }] = put as unknown as { id: number }[];
  const { url, headers } = await openFollowing(instance, { workflowId: Number(ids.workflowId), followerId });
  ids.followerLink = url.split('/').pop() ?? '';
  return headers.cookie;
}

/** Opens the designer of the draft, as a browser that is not signed in; answers its cookie. */
async function openDesigner(
  instance: TestInstance,
  { owner, ids }: { owner: Session; ids: Ids },
): Promise<string> {
  const url = `/api/v1/workspaces/${ids.workspaceId}/workflows/${ids.draftId}/session`;
  const { body } = await caller(owner)('GET', url);
  const arrival = await instance.inject({ method: 'GET', url: new URL(body.designerUrl).pathname });
  ids.session = String(arrival.headers.location).split('/').pop() ?? '';
  return cookieOf(arrival);
}

export async function addDraft(owner: Session, { ids, steps }: { ids: Ids; steps: object[] }): Promise<void> {
  const form = multipart([
    { name: 'name', value: 'Draft' },
    { name: 'workspaceId', value: String(ids.workspaceId) },
    { name: 'document', value: lease, fileName: 'lease.pdf' },
    { name: 'annex', value: lease, fileName: 'prices.pdf' },
    ...steps.flatMap((step, i) => {
      const { type, recipients } = step as { type: string; recipients: { name: string; email: string }[] };
      return [
        { name: `steps[${i}][type]`, value: type },
        { name: `steps[${i}][recipients][0][name]`, value: recipients[0]?.name ?? '' },
        { name: `steps[${i}][recipients][0][email]`, value: recipients[0]?.email ?? '' },
      ];
    }),
  ]);
  const answer = await owner.call({ method: 'POST', url: '/api/v1/envelopes', ...form });
  const draft = answer.json() as Envelope & {
    fields: { id: number }[];
    recipients: { id: number; roles: { id: number }[] }[];
  };
  const page = await caller(owner)(
    'GET',
    `/api/v1/workspaces/${ids.workspaceId}/workflows?status=not_started`,
  );
  ids.draftId = page.body.items[0].id;
  ids.draftEnvelopeId = draft.id;
  ids.draftDocumentId = draft.documents[0]?.id ?? 0;
  ids.draftRecipientId = draft.recipients[0]?.id ?? 0;
  ids.draftFieldId = draft.fields[0]?.id ?? 0;
  ids.draftRoleId = draft.recipients[0]?.roles[0]?.id ?? 0;
}

/** The first annex of a workflow or template. */
async function annexOf(call: Call, { workspaceId }: Ids, owner: string): Promise<number> {
  const annexes = await good(call('GET', `/api/v1/workspaces/${workspaceId}/${owner}/annexes`));
  return (annexes as unknown as { id: number }[])[0]?.id ?? 0;
}

export async function addTemplate(call: Call, ids: Ids): Promise<void> {
  const from = { fromWorkflowId: ids.draftId, name: 'Leases' };
  const made = await good(call('POST', `/api/v1/workspaces/${ids.workspaceId}/templates`, from));
  const template = made as unknown as {
    id: number;
    documents: { id: number; file: { file: string; thumb: string } }[];
    recipients: { id: number; roles: { id: number }[] }[];
    fields: { id: number }[];
  };
  ids.templateId = template.id;
  ids.templateDocumentId = template.documents[0]?.id ?? 0;
  ids.templateKey = lastPart(template.documents[0]?.file.file ?? '');
  ids.templateThumbKey = lastPart(template.documents[0]?.file.thumb ?? '');
  ids.templateRecipientId = template.recipients[0]?.id ?? 0;
  ids.templateRoleId = template.recipients[0]?.roles[0]?.id ?? 0;
  ids.templateFieldId = template.fields[0]?.id ?? 0;
  ids.templateAnnexId = await annexOf(call, ids, `templates/${template.id}`);
}

/** What is there because of what was done before: mails, deliveries. */
async function addTraces(call: Call, ids: Ids): Promise<void> {
  const workflow = `/api/v1/workspaces/${ids.workspaceId}/workflows/${ids.workflowId}`;
  const first = async (url: string) => {
    const found = await good(call('GET', url));
    const list = (found.items ?? found) as { id: number }[];
    if (!list[0]) throw new Error(`${url} answered an empty list`);
    return list[0].id;
  };
  ids.mailId = await first(`${workflow}/mails`);
  ids.deliveryId = await first(`${workflow}/deliveries`);
  ids.endpointDeliveryId = await first(`/api/v1/organization/webhooks/${ids.webhookId}/deliveries`);
}

async function good(called: ReturnType<Call>): Promise<Record<string, unknown>> {
  const { status, body, answer } = await called;
  if (status >= 300) throw new Error(`the world could not be made: ${status} ${answer.body}`);
  return body;
}

function lastPart(url: string): string {
  return new URL(url).pathname.split('/').pop() ?? '';
}

/** Ids that do not exist, in the form of real ones. */
export function randomIds(real: Ids): Ids {
  const entries = Object.entries(real).map(([kind, id]) => {
    if (typeof id === 'number') return [kind, 900_000_000 + id];
    // Digits stay digits, and hex digits hex digits.
    return [kind, id.replaceAll(/\d/g, (digit) => String(9 - Number(digit))).replaceAll(/[a-f]/g, turned)];
  });
  return Object.fromEntries(entries);
}

function turned(letter: string): string {
  return 'bcdefa'['abcdef'.indexOf(letter)] ?? letter;
}
