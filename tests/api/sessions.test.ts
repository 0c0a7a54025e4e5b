import { describe, expect, test } from 'vitest';
import { type Design, enterDesign, placeField as fieldOf, pathOf } from '../support/design-guest.ts';
import { codeOf, type Field, good, openDraftClient } from '../support/draft-client.ts';
import { makeKey, openInstanceCase, type TimelineEntry } from '../support/instance-case.ts';
import { addMember, caller } from '../support/organization.ts';
import { lease } from '../support/quick-sender.ts';

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
    const redirectUri = 'https://shop.example/back';
    const form = { name: 'Shop', redirectUris: [redirectUri], scopes: ['workflows:write'] };
    const { body: app } = await caller(sender)('POST', '/api/v1/integration-apps', form);
    const keys = { client_id: app.clientId, redirect_uri: redirectUri };
    const query = new URLSearchParams({ ...keys, response_type: 'code', scope: 'workflows:write' });
    const page = `/api/v1/authorization-request?${query}`;
    const allowed = await caller(sender)('POST', page, { decision: 'allow' });
    const code = new URL(allowed.body.redirectTo).searchParams.get('code');
    const payload = { ...keys, client_secret: app.clientSecret, code };
    const access = await instance.inject({ method: 'POST', url: '/api/v1/OAuth/v2/access', payload });
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
