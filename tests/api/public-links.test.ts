import { createHmac } from 'node:crypto';
import { RATES } from '@paraph/domain';
import { describe, expect, test } from 'vitest';
import { good, violationsOf } from '../support/draft-client.ts';
import { DAY } from '../support/instance.ts';
import { expectStatus } from '../support/instance-case.ts';
import { addMember, caller } from '../support/organization.ts';
import { type Link, openPublicLinks, type Proof } from '../support/public-links-case.ts';
import { followLink } from '../support/signer.ts';

const { instance, sender, get, client, query, template, ...links } = await openPublicLinks();
const { person, openForm, mailsTo, codeTo, another, workflowOf, timelineOf, sweep } = links;

describe('a visitor', () => {
  test('proves the mailbox, signs at once, and only then is the next person asked', async () => {
    const mira = template.mira();
    const form = await template.make({ prefillKeys: ['flat'], people: [mira] });
    expect(form.token).toMatch(/^[\w-]{22}$/);
    expect(form.link.qr).toMatch(/^<svg .*<\/svg>$/);
    expect(await form.view()).toMatchObject({
      ...{ state: 'open', name: 'Flats of the mill', senderName: 'Sender', asked: [] },
      ...{ prefillKeys: ['flat'], documents: [{ pages: [expect.anything()] }] },
    });
    const document = (await form.view()).documents[0];
    const bytes = await instance.inject({ method: 'GET', url: document?.url ?? '' });
    expect(bytes.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
    const ada = person();
    const { key, code } = await form.begun(ada, {
      values: { flat: '7' },
      reference: 'door 3',
      language: 'de',
    });
    // One mail, to the address itself, without anything that was typed; nothing else exists yet.
    const [codeMail, ...more] = mailsTo(ada.email);
    expect(more).toEqual([]);
    expect(codeMail?.mail.subject).toContain('Ihr Code für Flats of the mill');
    expect(codeMail?.raw).not.toContain('Lovelace');
    expect(await workflowOf(ada.email)).toBeUndefined();
    expect(mailsTo(mira.email)).toEqual([]);
    expect(violationsOf(await form.enter(key, another(code)))).toContain('code');
    const proven = good<Proof>(await form.enter(key, code));
    expect(proven).toMatchObject({ outcome: 'sign', url: expect.stringContaining('/sign/') });
    // Used up.
    expect(violationsOf(await form.enter(key, code))).toContain('code');
    await instance.runJobs();
    expect(mailsTo(mira.email)).toEqual([]);
    const signer = await followLink(instance, proven.url ?? '');
    expectStatus(await signer.sign(), 200);
    await instance.runJobs();
    expect(mailsTo(mira.email)).toHaveLength(1);
    expect(await form.read()).toMatchObject({ state: 'open', counts: { open: 0, done: 1, abandoned: 0 } });
    const id = (await workflowOf(ada.email))?.workflow_id ?? 0;
    expect(await form.submissions()).toMatchObject([
      { ...ada, state: 'done', reference: 'door 3', workflowId: id, status: 'started' },
    ]);
    const timeline = await timelineOf(id);
    expect(timeline.find(({ event }) => event === 'mailbox.proven')).toMatchObject({
      actor: { name: 'Ada Lovelace', email: ada.email },
      detail: `Flats of the mill\n${ada.email}`,
    });
    const [created] = (await query(
      `select actor, detail from events where workflow_id = $1 and name = 'workflow.created'`,
      [id],
    )) as { actor: object; detail: object }[];
    expect(created?.actor).toMatchObject({ kind: 'user', name: 'Sender', ip: null, through: 'link' });
    expect(created?.detail).toMatchObject({
      publicLinkId: form.link.id,
      publicLinkName: 'Flats of the mill',
    });
    const [workflow] = (await query('select metadata, creator_id from workflows where id = $1', [id])) as {
      metadata: object;
    }[];
    expect(workflow?.metadata).toEqual({ ref: 'door 3' });
    const values = await query(`select value from fields where workflow_id = $1 and rules->>'key' = 'flat'`, [
      id,
    ]);
    expect(values).toEqual([{ value: '7' }]);
    const evidence = await get(`/api/v1/workspaces/${client.workspaceId}/workflows/${id}/evidence`);
    expect(evidence.body).toContain('mailbox.proven');
    expect(evidence.json()).toMatchObject({ record: { sender: { authentication: 'link', ip: null } } });
  });

  test('who comes again before signing goes on with the same workflow; afterwards once may be enough', async () => {
    const form = await template.make({ oncePerPerson: true });
    const ada = person();
    const first = await form.come(ada);
    const again = await form.come({ name: 'Ada King', email: ada.email.toUpperCase() });
    expect(again).toEqual(first);
    expect(await query('select id from recipients where email = $1', [ada.email])).toHaveLength(1);
    expect((await form.read()).counts).toEqual({ open: 1, done: 0, abandoned: 0 });
    await (await followLink(instance, first.url ?? '')).sign();
    // Nothing is told before the mailbox is proven: the same answer as to anybody.
    const { key, code } = await form.begun(ada);
    expect(good<Proof>(await form.enter(key, code))).toEqual({
      ...{ outcome: 'answered', url: null },
      answeredDate: Math.floor(instance.deps.clock.now().getTime() / 1000),
    });
    expect(await form.submissions()).toHaveLength(1);
    expectStatus(await form.change({ oncePerPerson: false }), 200);
    const second = await form.come(ada);
    expect(second.outcome).toBe('sign');
    expect(second.url).not.toBe(first.url);
  });

  test('names the others where the template leaves them open, and nobody is mailed before they sign', async () => {
    const form = await template.make({ people: [] });
    const asked = { placeholderId: template.landlordId, name: 'Landlord' };
    expect((await form.view()).asked).toEqual([asked]);
    const ada = person();
    expect(violationsOf(await form.begin(ada))).toEqual(['people']);
    const bob = { placeholderId: template.landlordId, ...person('Bob Miller') };
    // A place that is the maker's to give.
    const taken = { ...bob, placeholderId: template.tenantId };
    expect(violationsOf(await form.begin({ ...ada, people: [bob, taken] }))).toEqual(['people']);
    const evil = { ...bob, name: 'Win at www.evil.example' };
    expect(violationsOf(await form.begin({ ...ada, people: [evil] }))).toContain('people[0][name]');
    expect(violationsOf(await form.begin({ ...ada, name: 'call +41 79 1234567' }))).toContain('name');
    const proven = await form.come(ada, { people: [bob] });
    await instance.runJobs();
    expect(mailsTo(bob.email)).toEqual([]);
    await (await followLink(instance, proven.url ?? '')).sign();
    await instance.runJobs();
    expect(mailsTo(bob.email)).toHaveLength(1);
  });

  test('a code counts for ten minutes, five tries and its own link, and is in no table, nor are token and secret', async () => {
    const [form, other] = [await template.make(), await template.make()];
    const ada = person();
    const { key, code } = await form.begun(ada);
    const rows = JSON.stringify([
      await query('select * from public_links where id = $1', [form.link.id]),
      await query('select * from submissions where link_id = $1', [form.link.id]),
      await query(`select detail from mails where kind = 'mailbox_code' order by id desc limit 1`),
    ]);
    for (const secret of [form.token, form.link.secret, code]) expect(rows).not.toContain(secret);
    expect(violationsOf(await other.enter(key, code))).toContain('code');
    for (let tries = 0; tries < 5; tries += 1)
      expect(violationsOf(await form.enter(key, another(code)))).toContain('code');
    expect(violationsOf(await form.enter(key, code))).toContain('code');
    const late = await form.begun(ada);
    instance.advance(601);
    expect(violationsOf(await form.enter(late.key, late.code))).toContain('code');
    expect(await workflowOf(ada.email)).toBeUndefined();
  });
});

describe('places', () => {
  // Nobody counts before they hold the lock of the link, so eight meet there as 50 would.
  test('are counted exactly: of eight at once two get one of two', async () => {
    const form = await template.make({ maximum: 2 });
    const begin = async (each: ReturnType<typeof person>) => {
      const answer = expectStatus(await form.begin(each), 202);
      return { ...each, key: (answer.json() as { submission: string }).submission };
    };
    const entries = await Promise.all(Array.from({ length: 8 }, () => begin(person())));
    await instance.runJobs();
    const proofs = await Promise.all(entries.map(({ key, email }) => form.enter(key, codeTo(email))));
    const outcomes = proofs.map((proof) => good<Proof>(proof).outcome);
    expect(outcomes.filter((outcome) => outcome === 'sign')).toHaveLength(2);
    expect(outcomes.filter((outcome) => outcome === 'full')).toHaveLength(6);
    expect(await form.read()).toMatchObject({ state: 'full', counts: { open: 2, done: 0 } });
    const shown = { state: 'full', documents: [], asked: [], senderName: 'Sender' };
    expect(await form.view()).toMatchObject(shown);
    // Who holds a place comes back by the same code; others hear of it only after theirs. Nobody learns who was here.
    const held = entries.find((_entry, at) => outcomes[at] === 'sign') ?? person();
    expect(await form.come(held)).toMatchObject({ outcome: 'sign' });
    // A place that became free meanwhile is for who enters what it takes.
    const late = await form.begun(person());
    expectStatus(await form.change({ maximum: 3 }), 200);
    expect(good<Proof>(await form.enter(late.key, late.code)).outcome).toBe('full');
    expect(
      await query(
        'select id from workflows where id = any(select workflow_id from submissions where link_id = $1)',
        [form.link.id],
      ),
    ).toHaveLength(2);
  });

  test('one person in two tabs at once gets one workflow', async () => {
    const form = await template.make();
    const ada = person();
    const tabs = [await form.begun(ada), await form.begun(ada)];
    const proofs = await Promise.all(tabs.map(({ key, code }) => form.enter(key, code)));
    const [one, two] = proofs.map((proof) => good<Proof>(proof));
    expect(one).toEqual(two);
    expect(await query('select id from recipients where email = $1', [ada.email])).toHaveLength(1);
  });

  test('what is abandoned for seven days is canceled, frees its place, and is erased a day later', async () => {
    const form = await template.make({ maximum: 2 });
    const [ada, bob] = [person(), person('Bob')];
    const proven = await form.come(bob);
    await (await followLink(instance, proven.url ?? '')).sign();
    await form.begun(person('Never'));
    await form.come(ada);
    expect(await form.read()).toMatchObject({ state: 'full', counts: { open: 1, done: 1 } });
    instance.advance(6.9 * DAY);
    await sweep();
    expect((await form.read()).counts.open).toBe(1);
    instance.advance(0.2 * DAY);
    await sweep();
    expect(await form.read()).toMatchObject({ state: 'open', counts: { open: 0, done: 1, abandoned: 1 } });
    const id = (await workflowOf(ada.email))?.workflow_id ?? 0;
    expect(await query('select status from workflows where id = $1', [id])).toEqual([{ status: 'canceled' }]);
    instance.advance(1.1 * DAY);
    await sweep();
    expect(await query('select status from workflows where id = $1', [id])).toEqual([]);
    // The count stays; name and address do not. Who never proved a mailbox has left nothing.
    expect((await form.read()).counts).toEqual({ open: 0, done: 1, abandoned: 1 });
    expect(
      await query('select email from submissions where link_id = $1 order by id', [form.link.id]),
    ).toEqual([{ email: bob.email }, { email: null }]);
  });

  test('an answer counts beyond the erasure of its workflow, and who gave it is known by a hash alone', async () => {
    const form = await template.make({ oncePerPerson: true, maximum: 1, people: [] });
    const ada = person();
    const people = [{ placeholderId: template.landlordId, ...ada }];
    const proven = await form.come(ada, { people });
    await (await followLink(instance, proven.url ?? '')).sign();
    const id = (await workflowOf(ada.email))?.workflow_id ?? 0;
    const address = `/api/v1/workspaces/${client.workspaceId}/workflows`;
    expectStatus(await sender.call({ method: 'PUT', url: `${address}/${id}/cancel`, payload: {} }), 200);
    await instance.runJobs();
    const payload = { workflows: [{ id }] };
    expectStatus(await sender.call({ method: 'DELETE', url: address, payload }), 200);
    expect(await query('select id from workflows where id = $1', [id])).toEqual([]);
    expect(await form.read()).toMatchObject({ state: 'full', counts: { done: 1 } });
    expect(await form.submissions()).toMatchObject([
      { name: null, email: null, state: 'done', workflowId: null },
    ]);
    expectStatus(await form.change({ maximum: 2 }), 200);
    expect(await form.come(ada, { people })).toMatchObject({ outcome: 'answered' });
  });
});

describe('abuse', () => {
  test('starts are limited: ten an hour from one address block, a hundred a day by one link', async () => {
    expect(RATES).toMatchObject({
      publicLinkStarts: { hits: 10, seconds: 3_600 },
      publicLinkStartsOfLink: { hits: 100, seconds: DAY },
    });
    await instance.reopen({ PARAPH_RATES: `publicLinkStartsOfLink=20/${DAY}` });
    const form = await template.make();
    const from = (ip: string, count: number) =>
      Promise.all(Array.from({ length: count }, () => form.begin(person(), ip)));
    const started = (answers: { statusCode: number }[]) =>
      answers.map(({ statusCode }) => statusCode).filter((status) => status === 202).length;
    // Mistyped ones cost nothing.
    for (let index = 0; index < 3; index += 1)
      expectStatus(await form.begin({ name: 'Ada', email: 'nobody' }, '203.0.113.9'), 400);
    // Of many at once, too, since one statement counts and compares: those after them are refused as the 11th is.
    const block = await Promise.all(
      Array.from({ length: 13 }, (_, at) => form.begin(person(), `2001:db8:ffff:1::${at + 1}`)),
    );
    expect(started(block)).toBe(10);
    expect(block.find(({ statusCode }) => statusCode === 429)?.headers['retry-after']).toBeDefined();
    const others = await Promise.all([1, 2, 3].map((at) => from(`198.51.100.${at}`, 4)));
    expect(started(others.flat())).toBe(10);
    expect(
      await query(
        `select id from mails where kind = 'mailbox_code' and detail->>'submissionId' in
      (select id::text from submissions where link_id = $1)`,
        [form.link.id],
      ),
    ).toHaveLength(20);
    instance.advance(DAY + 1);
    expectStatus(await form.begin(person()), 202);
    await instance.reopen({ PARAPH_RATES: '' });
  });

  test('a mailbox is not flooded, by however many links and addresses', async () => {
    const victim = person();
    const answers = [];
    for (const form of [await template.make(), await template.make(), await template.make()])
      for (let index = 0; index < 9; index += 1) answers.push(await form.begin(victim));
    expect(answers.filter(({ statusCode }) => statusCode === 202)).toHaveLength(20);
  });

  test('values come from the address where they may, or signed with the secret; those are fixed', async () => {
    const form = await template.make({ prefillKeys: ['flat'] });
    const signed = (values: Record<string, string>, reference: string | null, secret: string) => {
      const pairs = Object.entries(values).map(
        ([key, value]) => `prefill[${key}]=${encodeURIComponent(value)}`,
      );
      if (reference !== null) pairs.push(`ref=${encodeURIComponent(reference)}`);
      return createHmac('sha256', secret).update(pairs.sort().join('&')).digest('hex');
    };
    const { secret } = form.link;
    expect(await form.read()).not.toHaveProperty('secret');
    const values = { rent: '1250', fee: 'a & b=c' };
    expect(violationsOf(await form.begin({ ...person(), values }))).toContain('values[rent]');
    const bad = { ...person(), values: { ...values, rent: '1' }, signature: signed(values, null, secret) };
    expect(violationsOf(await form.begin(bad))).toContain('signature');
    const ada = person();
    const signature = signed(values, 'shop 4', secret);
    expect(violationsOf(await form.begin({ ...ada, values, signature }))).toContain('signature');
    await form.come(ada, { values, reference: 'shop 4', signature });
    const id = (await workflowOf(ada.email))?.workflow_id ?? 0;
    const filled = await query(
      `select value, read_only from fields where workflow_id = $1 and rules->>'key' in ('rent', 'fee') order by value`,
      [id],
    );
    expect(filled).toEqual([
      { value: '1250', read_only: true },
      { value: 'a & b=c', read_only: true },
    ]);
    const renewed = await form.renew();
    expect(renewed.secret).not.toBe(secret);
    const after = { ...person(), values, reference: 'shop 4' };
    expect(violationsOf(await form.begin({ ...after, signature }))).toContain('signature');
    const fresh = signed(values, 'shop 4', renewed.secret);
    expectStatus(await form.begin({ ...after, signature: fresh }), 202);
  });
});

describe('its owner', () => {
  test('is told what does not suit the template', async () => {
    const { tenantId, landlordId } = template;
    const mira = template.mira();
    const bad = {
      ...{ name: 'x', placeholderId: landlordId, people: [mira, { ...mira, email: 'mira' }], maximum: 0 },
      ...{ closesDate: 1, prefillKeys: ['rent'] },
    };
    const refused = await template.post(bad);
    const violations = violationsOf(refused);
    expect(violations).toEqual([
      ...['closesDate', 'maximum', 'name', 'people[0][placeholderId]', 'people[1][email]'],
      ...['people[1][placeholderId]', 'placeholderId', 'prefillKeys[0]'],
    ]);
    expect(refused.body).toContain('alone in the first step');
    expect(violationsOf(await template.post({ placeholderId: tenantId, prefillKeys: ['fee'] }))).toContain(
      'prefillKeys[0]',
    );
  });

  test('opens, closes and ends it; its page says so', async () => {
    const now = Math.floor(instance.deps.clock.now().getTime() / 1000);
    const form = await template.make({ opensDate: now + DAY, closesDate: now + 2 * DAY });
    expect(await form.view()).toMatchObject({ state: 'early', opensDate: now + DAY, documents: [] });
    expectStatus(await form.begin(person()), 409);
    instance.advance(DAY);
    const ada = person();
    const { key, code } = await form.begun(ada);
    expectStatus(await form.change({ closesDate: now + DAY + 60 }), 200);
    instance.advance(90);
    expect(await form.view()).toMatchObject({ state: 'closed', documents: [] });
    // Who began before that and proves the mailbox after it comes too late.
    expect(good<Proof>(await form.enter(key, code))).toMatchObject({ outcome: 'closed', url: null });
    expectStatus(await form.change({ closesDate: null }), 200);
    const proven = await form.come(ada);
    expectStatus(await form.end(), 204);
    expect(await form.view()).toMatchObject({ state: 'ended', senderName: 'Sender', documents: [] });
    expect(await form.read()).toMatchObject({ state: 'ended', url: form.link.url, offReason: null });
    expectStatus(await form.end(), 409);
    expectStatus(await form.change({ name: 'Again' }), 409);
    // What was begun goes on.
    expectStatus(await (await followLink(instance, proven.url ?? '')).sign(), 200);
    const record = await query(
      `select name, detail from organization_events where name like 'workspace.public_link%' and detail->>'linkId' = $1 order by id`,
      [String(form.link.id)],
    );
    expect(record.map((row) => (row as { name: string }).name)).toEqual([
      'workspace.public_link_made',
      ...Array(2).fill('workspace.public_link_changed'),
      'workspace.public_link_ended',
    ]);
  });

  test('who left makes no workflow any more: the page says it is off, the others see why', async () => {
    const guest = await instance.signIn('Gus', `gus.${template.id}@example.com`);
    const memberId = await addMember(instance, sender, guest);
    const users = `/api/v1/workspaces/${client.workspaceId}/users`;
    const given = await caller(sender)('PUT', users, { users: [{ memberId, roleId: 2 }] });
    expect(given.status, given.answer.body).toBe(200);
    const { tenantId, mira } = template;
    const settings = { name: 'By Gus', placeholderId: tenantId, people: [mira()] };
    const made = await guest.call({ method: 'POST', url: client.base + template.path, payload: settings });
    const form = openForm(expectStatus(made, 201).json() as Link, template.path);
    // Who may look at the template, and no longer send, makes nothing either.
    await caller(sender)('PUT', users, { users: [{ memberId, roleId: 4 }] });
    expect((await form.view()).state).toBe('off');
    await caller(sender)('PUT', users, { users: [{ memberId, roleId: 2 }] });
    const ada = person();
    const { key, code } = await form.begun(ada);
    const gone = await caller(sender)('DELETE', `/api/v1/organization/members/${memberId}`);
    expect(gone.status).toBe(204);
    expect(await form.view()).toMatchObject({ state: 'off', documents: [], senderName: 'Gus' });
    expectStatus(await form.begin(person()), 409);
    expect(good<Proof>(await form.enter(key, code))).toMatchObject({ outcome: 'off' });
    expect(await form.read()).toMatchObject({
      ...{ state: 'off', offReason: expect.stringContaining('may not make workflows'), counts: { open: 0 } },
    });
    expect(await workflowOf(ada.email)).toBeUndefined();
  });
});
