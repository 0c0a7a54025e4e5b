import { describe, expect, test } from 'vitest';
import {
  designFrameOf as addressOf,
  callsByBearer,
  type Design,
  enterDesign,
  placeField as fieldOf,
  openDesignFrame,
  pathOf,
} from '../support/design-guest.ts';
import { codeOf, type Field, good, openDraftClient, violationsOf } from '../support/draft-client.ts';
import { expectStatus, makeKey, openInstanceCase, type TimelineEntry } from '../support/instance-case.ts';
import { addMember, caller } from '../support/organization.ts';
import { lease } from '../support/quick-sender.ts';
import { CALLBACK, programOf, queryOf } from './oauth-instance.ts';

const ada = { name: 'Ada', email: 'ada@example.com', roles: [{ type: 'sign' }] };
const rex = { name: 'Rex', email: 'rex@example.com', roles: [{ type: 'review' }] };

interface PageSession {
  session: string;
  designerUrl: string;
  envelopeView: string;
}

const { instance, sender, sign } = await openInstanceCase();
const client = await openDraftClient(instance, sender, lease);

const sessionOf = async (id: number) => good<PageSession>(await client.send('GET', `/${id}/session`));

const enter = (url: string) => enterDesign(instance, url);

test('a session answers a secret and the two addresses, by either id, new each time', async () => {
  const { id } = await client.filled([ada]);
  const first = await sessionOf(id);
  expect(first.session).toMatch(/^[\w-]{43}$/);
  expect(first.designerUrl).toBe(`http://localhost:3000/designer/${first.session}`);
  expect(first.envelopeView).toMatch(/^http:\/\/localhost:3000\/view\/[\w-]{43}$/);
  expect(first.envelopeView).not.toContain(first.session);
  const { envelopeId } = await client.read(id);
  const url = `/api/v1/envelopes/${envelopeId}/session`;
  const second = good<PageSession>(await sender.call({ method: 'GET', url }));
  expect(second.session).not.toBe(first.session);
  const stored = await instance.deps.database.selectFrom('design_sessions').selectAll().execute();
  const rows = stored.map((row) => ({ ...row, token_hash: row.token_hash.toString('hex') }));
  expect(JSON.stringify(rows)).not.toContain(first.session);
});

describe('the designer’s address', () => {
  test('leaves a cookie and an address without the secret, and shows the one document', async () => {
    const { id } = await client.filled([ada, rex]);
    const { designerUrl, session } = await sessionOf(id);
    const guest = await enter(designerUrl);
    expect(guest.page).toMatch(/^\/designing\/[0-9a-f]{32}$/);
    expect(guest.page).not.toContain(session);
    const attributes = 'HttpOnly; SameSite=Lax; Priority=Low; Max-Age=7200';
    expect(guest.header).toMatch(new RegExp(`; Path=/api/v1/design/${guest.id}; ${attributes}$`));
    const design = good<Design>(await guest.call('GET'));
    expect(design).toMatchObject({
      kind: 'design',
      mayEdit: true,
      workflow: { id, name: 'Lease', status: 'not_started' },
      callback: null,
      autoStart: false,
    });
    expect([design.recipients.length, design.steps.length]).toEqual([2, 2]);
    expect(JSON.stringify(design)).not.toContain('workspaceUsers');
    const file = await guest.call('GET', `/documents/${design.documents[0]?.id}`);
    expect([file.statusCode, file.headers['content-type']]).toEqual([200, 'application/pdf']);
    expect(file.rawPayload.equals(Buffer.from(lease))).toBe(true);
    const kept = await guest.call('GET', `/documents/${design.documents[0]?.id}?download=1`);
    expect(kept.headers['content-disposition']).toMatch(/^attachment/);
    expect(codeOf(await guest.call('GET', '/documents/987654'))).toBe('NOT_FOUND');
  });

  test('remembers the way back of the latest visit, and forgets one that is not safe', async () => {
    const { id } = await client.filled([ada]);
    const { designerUrl } = await sessionOf(id);
    const callback = 'https://shop.example/return?order=5';
    const twice = encodeURIComponent(encodeURIComponent(callback));
    const read = async (query: string) => {
      const guest = await enter(designerUrl + query);
      expect(guest.page).not.toContain('shop');
      const design = good<Design>(await guest.call('GET'));
      return [design.callback, design.autoStart];
    };
    expect(await read(`?callback=${encodeURIComponent(callback)}`)).toEqual([callback, false]);
    expect(await read(`?auto_start=1?callback=${twice}`)).toEqual([callback, true]);
    expect(await read(`?callback=${encodeURIComponent('javascript:alert(1)')}`)).toEqual([null, false]);
    expect(await read('')).toEqual([null, false]);
  });

  test('lets the fields be set and the draft be started, in the name of who asked for it', async () => {
    const { id } = await client.filled([ada]);
    const guest = await enter((await sessionOf(id)).designerUrl);
    const design = good<Design>(await guest.call('GET'));
    const fields = [fieldOf(design), fieldOf(design, { type: 'name', posY: 40, label: 'Tenant' })];
    const saved = good<Field[]>(await guest.call('PUT', '/fields', { fields }));
    expect(saved).toMatchObject([
      { type: 'signature', required: true },
      { type: 'name', label: 'Tenant', value: 'Ada' },
    ]);
    expect(good<Design>(await guest.call('GET')).fields).toEqual(saved);
    const wrong = await guest.call('PUT', '/fields', { fields: [fieldOf(design, { page: 7 })] });
    expect(codeOf(wrong)).toBe('VALIDATION_ERROR');
    const started = good<Design>(await guest.call('POST', '/start'));
    expect(started).toMatchObject({ mayEdit: false, workflow: { status: 'started' } });
    expect(codeOf(await guest.call('PUT', '/fields', { fields }))).toBe('WORKFLOW_STATUS_CONFLICT');
    expect(codeOf(await guest.call('POST', '/start'))).toBe('WORKFLOW_STATUS_CONFLICT');
    const timeline = good<TimelineEntry[]>(await client.send('GET', `/${id}/timeline`));
    const start = timeline.find(({ event }) => event === 'workflow.started');
    expect(start?.actor?.email).toBe('sender@example.com');
  });

  test('is worth nothing without its cookie, with another’s, or from another site', async () => {
    const { id } = await client.filled([ada]);
    const mine = await enter((await sessionOf(id)).designerUrl);
    const other = await enter((await sessionOf((await client.filled([ada])).id)).designerUrl);
    const url = `/api/v1/design/${mine.id}`;
    for (const cookie of ['', other.cookie, other.cookie.replace(String(other.id), String(mine.id))]) {
      const answer = await instance.inject({ method: 'GET', url, headers: { cookie } });
      expect(codeOf(answer)).toBe('NOT_FOUND');
    }
    expect(codeOf(await sender.call({ method: 'GET', url }))).toBe('NOT_FOUND');
    const headers = { cookie: mine.cookie, 'sec-fetch-site': 'cross-site' };
    const foreign = await instance.inject({ method: 'POST', url: `${url}/start`, headers });
    expect(codeOf(foreign)).toBe('UNAUTHORIZED_TO_PERFORM_THIS_ACTION');
    expect((await client.read(id)).status).toBe('not_started');
    const unknown = await instance.inject({ method: 'GET', url: `/designer/${'A'.repeat(43)}` });
    expect([unknown.statusCode, unknown.headers.location]).toEqual([303, '/designing/ended']);
  });

  test('ends after two hours, with the workflow, and with its user’s membership', async () => {
    const { id } = await client.filled([ada]);
    const { designerUrl, envelopeView } = await sessionOf(id);
    const guest = await enter(designerUrl);
    instance.advance(7_199);
    expect((await guest.call('GET')).statusCode).toBe(200);
    instance.advance(1);
    expect(codeOf(await guest.call('GET'))).toBe('NOT_FOUND');
    for (const url of [designerUrl, envelopeView]) {
      const late = await instance.inject({ method: 'GET', url: pathOf(url) });
      expect(late.headers.location).toBe('/designing/ended');
    }
    await instance.jobs['sweep-records']?.(0);
    const left = await instance.deps.pool.query('select from design_sessions where id = $1', [guest.id]);
    expect(left.rows).toEqual([]);

    const fresh = await enter((await sessionOf(id)).designerUrl);
    good(await sender.call({ method: 'DELETE', url: client.base, payload: { workflows: [{ id }] } }));
    expect(codeOf(await fresh.call('GET'))).toBe('NOT_FOUND');
  });
});

describe('rights', () => {
  test('who may only look gets a designer that only shows; a member who is removed ends all', async () => {
    const viewer = await instance.signIn('Viewer', 'viewer@example.com');
    const memberId = await addMember(instance, sender, viewer);
    const users = `/api/v1/workspaces/${client.workspaceId}/users`;
    const added = await caller(sender)('PUT', users, { users: [{ memberId, roleId: 4 }] });
    const { id } = await client.filled([ada]);
    const url = `${client.base}/${id}/session`;
    const session = good<PageSession>(await viewer.call({ method: 'GET', url }));
    const callback = 'https://shop.example/return';
    const guest = await enter(`${session.designerUrl}?callback=${callback}`);
    expect(guest.page).toMatch(/^\/viewing\//);
    expect(good<Design>(await guest.call('GET'))).toMatchObject({ kind: 'view', mayEdit: false, callback });
    const { id: userId } = added.body.find(({ email }: { email: string }) => email === viewer.profile.email);
    expect((await caller(sender)('DELETE', `${users}/${userId}`)).status).toBe(204);
    expect(codeOf(await guest.call('GET'))).toBe('WORKFLOW_NOT_FOUND');
  });

  test('a key that may only read gets no designer that writes; deleted, it takes its sessions along', async () => {
    const { id } = await client.filled([ada]);
    const pageFor = async ({ key }: { key: string }) => {
      const url = `${client.base}/${id}/session`;
      const answer = await instance.inject({ method: 'GET', url, headers: { 'x-api-key': key } });
      return enter(good<PageSession>(answer).designerUrl);
    };
    expect((await pageFor(await makeKey(sender, { scopes: ['workflows:read'] }))).page).toMatch(
      /^\/viewing\//,
    );
    const writer = await makeKey(sender, { scopes: ['workflows:write'] });
    const guest = await pageFor(writer);
    const fields = [fieldOf(good<Design>(await guest.call('GET')))];
    expect(good<Field[]>(await guest.call('PUT', '/fields', { fields }))).toHaveLength(1);
    expect((await caller(sender)('DELETE', `/api/v1/api-keys/${writer.id}`)).status).toBe(204);
    expect(codeOf(await guest.call('GET'))).toBe('NOT_FOUND');
  });

  test('an app that the user uninstalls takes its sessions along', async () => {
    const form = { name: 'Shop', redirectUris: [CALLBACK], scopes: ['workflows:write'] };
    const { body: app } = await caller(sender)('POST', '/api/v1/integration-apps', form);
    const page = `/api/v1/authorization-request${queryOf(app, { scope: 'workflows:write' })}`;
    const allowed = await caller(sender)('POST', page, { decision: 'allow' });
    const code = new URL(allowed.body.redirectTo).searchParams.get('code') ?? '';
    const access = await programOf(instance).access(app, code);
    const { id } = await client.filled([ada]);
    const headers = { authorization: `Bearer ${access.json().access_token}` };
    const url = `${client.base}/${id}/session`;
    const { designerUrl } = good<PageSession>(await instance.inject({ method: 'GET', url, headers }));
    const guest = await enter(designerUrl);
    expect(good<Design>(await guest.call('GET')).mayEdit).toBe(true);
    expect((await caller(sender)('DELETE', `/api/v1/approved-apps/${app.id}`)).status).toBe(204);
    expect(codeOf(await guest.call('GET'))).toBe('NOT_FOUND');
    const again = await instance.inject({ method: 'GET', url: pathOf(designerUrl) });
    expect(again.headers.location).toBe('/designing/ended');
  });

  test('the view URL changes nothing', async () => {
    const { id } = await client.filled([ada]);
    const guest = await enter((await sessionOf(id)).envelopeView);
    expect(guest.page).toMatch(/^\/viewing\/[0-9a-f]{32}$/);
    const design = good<Design>(await guest.call('GET'));
    expect(design).toMatchObject({ kind: 'view', mayEdit: false, callback: null });
    for (const answer of [
      await guest.call('PUT', '/fields', { fields: [fieldOf(design)] }),
      await guest.call('POST', '/start'),
    ]) {
      expect(codeOf(answer)).toBe('UNAUTHORIZED_TO_PERFORM_THIS_ACTION');
    }
    expect((await client.read(id)).status).toBe('not_started');
  });
});

test('the address to look at shows a signed document as it was sealed', async () => {
  const { id } = await client.filled([ada]);
  const guest = await enter((await sessionOf(id)).envelopeView);
  good(await client.send('PUT', `/${id}/start`));
  await instance.runJobs();
  await sign(ada);
  await instance.runJobs();
  const design = good<Design>(await guest.call('GET'));
  expect(design.workflow.status).toBe('signed');
  const sealed = await guest.call('GET', `/documents/${design.documents[0]?.id}`);
  expect(sealed.rawPayload.subarray(0, lease.length).equals(Buffer.from(lease))).toBe(true);
  expect(sealed.rawPayload.includes('ETSI.CAdES.detached')).toBe(true);
});

const origin = 'https://app.example.com';
const { key } = await makeKey(sender, { name: 'Portal', scopes: ['workflows:write'] });
const listed = await caller(sender)('PUT', '/api/v1/organization/embed-origins', { embedOrigins: [origin] });
expect(listed.status).toBe(200);

describe('the designer in a frame of another product', () => {
  const bea = { name: 'Bea', email: 'bea@example.com' };
  const ask = (id: number, payload: object = {}, headers: Record<string, string> = { 'x-api-key': key }) =>
    instance.inject({
      ...{ method: 'POST', url: `${client.base}/${id}/session`, headers },
      payload: { origin, ...payload },
    });
  const open = (session: string, token: string) => openDesignFrame(instance, { session, token });

  /** The frame of a new draft, as its page has it. */
  async function frame(payload: object = {}, people = [ada]) {
    const { id } = await client.filled(people);
    const { session, token } = addressOf(expectStatus(await ask(id, payload), 200));
    const opened = expectStatus(await open(session, token), 200).json() as { bearer: string };
    const calls = callsByBearer(instance, { session, ...opened });
    return { id, session, ...calls, read: async () => good<Design>(await calls.call('GET')) };
  }

  test('opens once, for pages of one origin and by a bearer alone, while it lasts', async () => {
    const { id } = await client.filled([ada]);
    const asked = expectStatus(await ask(id, { language: 'de', lifetimeSeconds: 600 }), 200);
    expect(asked.json().expiresDate).toBe(instance.nowSeconds() + 300);
    const { pathname, session, token } = addressOf(asked);
    expect(pathname).toBe(`/designing/embedded/${session}`);
    for (const [url, ancestors] of [
      [pathname, origin],
      ['/designing/embedded/unknown', "'none'"],
      [`/designing/${session}`, "'none'"],
    ] as const) {
      const { headers } = await instance.inject({ url });
      expect(headers['content-security-policy']).toMatch(new RegExp(`frame-ancestors ${ancestors}$`));
    }
    // The token opens nothing else, and is no cookie.
    const entered = await instance.inject({ url: `/designer/${token}` });
    expect(entered.headers.location).toBe('/designing/ended');
    const cookie = `paraph-design-${session}=${token}`;
    const url = `/api/v1/design/${session}`;
    expectStatus(await instance.inject({ url, headers: { cookie } }), 404);
    expectStatus(await open(session, 'a'.repeat(43)), 404);
    const answer = expectStatus(await open(session, token), 200);
    expect(answer.headers['set-cookie']).toBeUndefined();
    const { bearer, ...opened } = answer.json();
    expect(opened).toEqual({ origin, language: 'de', expiresDate: instance.nowSeconds() + 600 });
    expect(codeOf(await open(session, token))).toBe('SESSION_ENDED');
    const authorization = `Bearer ${bearer}`;
    expectStatus(await instance.inject({ url, headers: { authorization } }), 200);
    // A bearer stands alone: no cookie of the same browser makes another one good, and it is of one session.
    const mine = await enter((await sessionOf(id)).designerUrl);
    const both = { cookie: mine.cookie, authorization: 'Bearer unknown' };
    expectStatus(await instance.inject({ url: `/api/v1/design/${mine.id}`, headers: both }), 404);
    for (const other of [String(mine.id), (await frame()).session])
      expectStatus(
        await instance.inject({ url: `/api/v1/design/${other}`, headers: { authorization } }),
        404,
      );
    instance.advance(601);
    expectStatus(await instance.inject({ url, headers: { authorization } }), 404);
    // Whoever opens it again is told so, for a while.
    await instance.jobs['sweep-records']?.(0);
    expect(codeOf(await open(session, token))).toBe('SESSION_ENDED');
  });

  test('is for programs that may write, drafts, listed origins and five minutes', async () => {
    const { id } = await client.filled([ada]);
    const late = addressOf(await ask(id));
    instance.advance(301);
    expect(codeOf(await open(late.session, late.token))).toBe('SESSION_ENDED');
    const session = { cookie: sender.cookie, 'sec-fetch-site': 'same-origin' };
    expect(expectStatus(await ask(id, {}, session), 403).body).toContain('Programs show');
    const reader = await makeKey(sender, { scopes: ['workflows:read'] });
    expectStatus(await ask(id, {}, { 'x-api-key': reader.key }), 403);
    const odd = await ask(id, { origin: 'https://evil.example', language: 'xx' });
    expect(violationsOf(odd)).toEqual(['language', 'origin']);
    expect(violationsOf(await ask(id, { fieldTypes: [] }))).toEqual(['fieldTypes']);
    expectStatus(await ask(id, { lifetimeSeconds: 7_201 }), 400);
    const eve = await instance.signIn('Eve', 'eve@example.com');
    const foreign = await makeKey(eve, { scopes: ['workflows:write'] });
    expectStatus(await ask(id, {}, { 'x-api-key': foreign.key }), 404);
    good(await client.send('PUT', `/${id}/start`));
    expect(codeOf(await ask(id))).toBe('WORKFLOW_STATUS_CONFLICT');
    const { id: keyId, key: dying } = await makeKey(sender, { scopes: ['workflows:write'] });
    const draft = await client.filled([ada]);
    const { session: ended, token } = addressOf(await ask(draft.id, {}, { 'x-api-key': dying }));
    expect((await caller(sender)('DELETE', `/api/v1/api-keys/${keyId}`)).status).toBe(204);
    expectStatus(await open(ended, token), 404);
  });

  test('allows what the program has left open, and nothing else', async () => {
    const locked = await frame({ fieldTypes: ['signature'], lockRecipients: true, lockDocuments: true });
    const design = await locked.read();
    expect(design).toMatchObject({
      mayEdit: true,
      autoStart: false,
      embedded: { app: 'Portal', fieldTypes: ['signature'], lockRecipients: true, showStart: false },
    });
    const text = fieldOf(design, { type: 'text', posY: 40 });
    const refused = await locked.call('PUT', '/fields', { fields: [fieldOf(design), text] });
    expect(violationsOf(refused)).toEqual(['fields[1][type]']);
    // What the draft had stays, and moves.
    const [field] = good<Field[]>(await client.send('PUT', `/${locked.id}/fields`, { fields: [text] }));
    const moved = { ...text, id: field?.id, posY: 60 };
    const [stays] = good<Field[]>(await locked.call('PUT', '/fields', { fields: [moved] }));
    expect(stays).toMatchObject({ type: 'text', posY: 60 });
    const other = { ...moved, id: stays?.id, type: 'date' };
    expect(violationsOf(await locked.call('PUT', '/fields', { fields: [other] }))).toEqual([
      'fields[0][type]',
    ]);
    for (const answer of [
      await locked.call('PUT', '/people', { people: [bea] }),
      await locked.addFile(lease),
      await locked.call('DELETE', `/documents/${design.documents[0]?.id}`),
      await locked.call('POST', '/start'),
    ])
      expect(codeOf(answer)).toBe('UNAUTHORIZED_TO_PERFORM_THIS_ACTION');
    expect((await client.read(locked.id)).status).toBe('not_started');
    // The designer that opens by its address changes fields alone, as ever.
    const mine = await enter((await sessionOf(locked.id)).designerUrl);
    expectStatus(await mine.call('PUT', '/people', { people: [bea] }), 403);
    expect(good<Design>(await mine.call('GET'))).toMatchObject({ embedded: null });
    // A minute holds sixty.
    const asks = Array.from({ length: 61 }, () => ask(locked.id, { origin: '-' }));
    expect((await Promise.all(asks)).map(({ statusCode }) => statusCode)).toContain(429);
    instance.advance(60);
  });

  test('changes people and files where they are open, and starts where that is offered', async () => {
    const { addFile, call, read } = await frame({ showStart: true }, [ada, rex]);
    const design = await read();
    expect(design.autoStart).toBe(true);
    good(await call('PUT', '/fields', { fields: [fieldOf(design)] }));
    const [first, second] = design.recipients as unknown as { id: number }[];
    const renamed = { id: first?.id ?? 0, name: 'Ada Lovelace', email: ada.email };
    const people = [renamed, bea];
    const changed = good<Omit<Design, 'recipients'> & { recipients: { id: number; name: string }[] }>(
      await call('PUT', '/people', { people }),
    );
    expect(changed.recipients.map((each) => each.name)).toEqual(['Ada Lovelace', 'Bea']);
    expect(changed.recipients.some((each) => each.id === second?.id)).toBe(false);
    // Who stays keeps their fields.
    expect([changed.fields.length, changed.steps.length]).toEqual([1, 2]);
    expect(violationsOf(await call('PUT', '/people', { people: [{ ...bea, id: 987_654 }] }))).toEqual([
      'steps[0][recipients][0][id]',
    ]);
    const [, another] = good<Design>(await addFile(lease)).documents;
    expect(good<Design>(await call('DELETE', `/documents/${another?.id}`)).documents).toHaveLength(1);
    expect(codeOf(await call('DELETE', `/documents/${design.documents[0]?.id}`))).toBe(
      'WORKFLOW_STATUS_CONFLICT',
    );
    const started = good<Design>(await call('POST', '/start'));
    expect(started).toMatchObject({ mayEdit: false, workflow: { status: 'started' } });
    expect(codeOf(await call('PUT', '/people', { people }))).toBe('WORKFLOW_STATUS_CONFLICT');
  });
});
