import { describe, expect, test } from 'vitest';
import { verifyChain } from '../../server/src/audit/verify-chain.ts';
import { codeOf, good, openDraftClient, type Person, violationsOf } from '../support/draft-client.ts';
import { expectStatus, openInstanceCase, type TimelineEntry } from '../support/instance-case.ts';
import { buildPdf, textLines } from '../support/pdf-fixtures.ts';
import { drawnSignature, findLink, followInvitation } from '../support/signer.ts';

const lease = buildPdf({
  pages: [{ content: textLines(['paraph_signature_a', 'paraph_name_a', 'paraph_fullName_a']) }],
});
let count = 0;

const { instance, sender, sign } = await openInstanceCase();
const client = await openDraftClient(instance, sender, lease);

const person = (name: string, type = 'sign') => {
  count += 1;
  return { name, email: `${name.toLowerCase()}${count}@example.com`, roles: [{ type }] };
};
/** A started workflow whose first person has the PDF's anchors. */
const started = async (people: ReturnType<typeof person>[]) => {
  const { id, persons } = await client.filled(
    people.map((each, at) => (at === 0 ? { ...each, anchorTag: 'a' } : each)),
  );
  good(await client.send('PUT', `/${id}/start`));
  await instance.runJobs();
  return { id, persons };
};
const mailsOf = (id: number) =>
  instance.deps.database
    .selectFrom('mails')
    .select(['id', 'kind', 'to_email', 'state', 'last_error'])
    .where('workflow_id', '=', id)
    .orderBy('id')
    .execute();
const eventsOf = async (id: number) => good<TimelineEntry[]>(await client.send('GET', `/${id}/timeline`));

describe('reminding', () => {
  interface Reminders {
    link: string;
    reminders: { recipientId: number; email: string; reminded: boolean; nextReminderDate: number }[];
  }
  const remind = (id: number, recipients?: number[]) =>
    client.send('POST', `/${id}/remind`, recipients ? { recipients } : {});

  test('writes again to whose turn it is, says so, with the same link, at most once an hour', async () => {
    const [ada, bob] = [person('Ada'), person('Bob')];
    const { id, persons } = await started([ada, bob]);
    const link = await findLink(instance, ada.email);
    const nextReminderDate = instance.nowSeconds() + 3_600;
    const reminder = { recipientId: persons[0]?.id, email: ada.email, reminded: true, nextReminderDate };
    expect(good<Reminders>(await remind(id))).toEqual({ link: 'kept', reminders: [reminder] });
    await instance.runJobs();
    expect((await mailsOf(id)).map(({ kind, to_email: to, state }) => [kind, to, state])).toEqual([
      ['invitation', ada.email, 'kept'],
      ['reminder', ada.email, 'kept'],
    ]);
    expect(await findLink(instance, ada.email)).toBe(link);
    const mail = (await mailsOf(id)).find(({ kind }) => kind === 'reminder');
    const shown = await sender.call({ method: 'GET', url: `/api/v1/mailbox/${mail?.id}` });
    expect(expectStatus(shown, 200).body).toContain('Reminder: ');
    expect(shown.body).toContain(link);
    expect((await eventsOf(id)).filter(({ event }) => event === 'action.reminded')).toMatchObject([
      { detail: 'Ada', recipientId: persons[0]?.id },
    ]);
    instance.advance(600);
    const soon = await remind(id);
    expect([soon.statusCode, codeOf(soon)]).toEqual([429, 'RATE_LIMIT_REACHED']);
    expect(soon.headers['retry-after']).toBe('3000');
    instance.advance(3_000);
    expect(good<Reminders>(await remind(id)).reminders[0]?.reminded).toBe(true);
    await instance.runJobs();
    expect(await mailsOf(id)).toHaveLength(3);
  });

  test('of several, only those whose hour has passed; only people of this step can be named', async () => {
    const { id, persons } = await client.filled([person('Ada')]);
    const both = await client.setRoles(id, [persons[0] as Person, person('Bob')]);
    const [first, second] = both.map((each) => each.id);
    const roles = [both[1]?.roles[0]?.id];
    good(await client.send('POST', `/${id}/steps`, { steps: [{ type: 'sign', roles }] }));
    good(await client.send('PUT', `/${id}/start`));
    const named = await remind(id, [first ?? 0, second ?? 0, 987_654]);
    expect(violationsOf(named)).toEqual(['recipients[1]', 'recipients[2]']);
    expect(good<Reminders>(await remind(id, [first ?? 0])).reminders).toHaveLength(1);
  });
});

describe('correcting and reassigning', () => {
  const put = (id: number, recipient: number | undefined, payload: object) =>
    client.send('PUT', `/${id}/recipients/${recipient}`, payload);

  test('another address: older links end, what was made is dropped, the new person is invited', async () => {
    const [ada, eve] = [person('Ada'), person('Eve')];
    const { id, persons } = await started([ada]);
    const former = await followInvitation(instance, ada.email);
    const { consent } = await former.view();
    await former.call('POST', '/consent', { ...consent, timeZone: 'Europe/Paris' });
    await former.call('PUT', '/marks/signature', { method: 'draw', png: drawnSignature() });
    const reason = ' Ada is on leave until May. ';
    const answer = await put(id, persons[0]?.id, { name: eve.name, email: eve.email, reason });
    expect(good<Person>(answer)).toMatchObject({ id: persons[0]?.id, name: 'Eve', email: eve.email });
    expect((await former.call('GET')).statusCode).toBe(404);
    expect((await former.finish('x')).statusCode).toBe(404);
    const again = await instance.inject({ method: 'GET', url: former.path });
    expect(again.headers.location).toBe('/signing/unknown');
    await instance.runJobs();
    const heir = await followInvitation(instance, eve.email);
    const view = await heir.view();
    expect(view).toMatchObject({ state: 'open', consent: { given: false }, marks: { signature: null } });
    expect(view.fields.map(({ type, value }) => [type, value])).toEqual([
      ['signature', null],
      ['name', 'Eve'],
    ]);
    await sign(eve);
    await instance.runJobs();
    expect((await client.read(id)).status).toBe('signed');
    expect((await eventsOf(id)).filter(({ event }) => event === 'recipient.reassigned')).toMatchObject([
      {
        detail: `Ada (${ada.email}) → Eve (${eve.email})\nAda is on leave until May.`,
        recipientId: persons[0]?.id,
        replacement: 'replaced',
      },
    ]);
    expect(await verifyChain(instance.deps.database, instance.deps, id)).toMatchObject({ intact: true });
  });

  test('a mail that was still waiting for the former person never carries the new one’s link', async () => {
    const [ada, eve] = [person('Ada'), person('Eve')];
    const { id, persons } = await client.filled([ada]);
    good(await client.send('PUT', `/${id}/start`));
    const { pool, clock } = instance.deps;
    const started = `select id from events where workflow_id = $1 and name = 'action.started'`;
    await instance.jobs['mail-follow-event'](Number((await pool.query(started, [id])).rows[0].id));
    // As with a mail server that could not be reached yet.
    const { rows } = await pool.query(
      `update mails set state = 'queued', next_attempt_at = $2 where workflow_id = $1 returning id`,
      [id, clock.now()],
    );
    good(await put(id, persons[0]?.id, { email: eve.email }));
    await instance.jobs['mail-send'](Number(rows[0].id));
    await instance.runJobs();
    expect((await mailsOf(id)).map(({ to_email: to, state }) => [to, state])).toEqual([
      [ada.email, 'failed'],
      [eve.email, 'kept'],
    ]);
  });

  test('a corrected name leaves the link alone', async () => {
    const ada = person('Ada');
    const { id, persons } = await started([ada]);
    const session = await followInvitation(instance, ada.email);
    good(await put(id, persons[0]?.id, { name: 'Ada Lovelace', email: ada.email.toUpperCase() }));
    const view = await session.view();
    expect(view.fields.find(({ type }) => type === 'name')?.value).toBe('Ada Lovelace');
    expect((await mailsOf(id)).map(({ kind }) => kind)).toEqual(['invitation']);
    expect((await eventsOf(id)).map(({ event }) => event)).not.toContain('recipient.reassigned');
  });

  test('in a draft no invitation is sent; in a later step not before their turn', async () => {
    const [ada, bob, eve, fay] = [person('Ada'), person('Bob'), person('Eve'), person('Fay')];
    const { id, persons } = await client.filled([ada, bob]);
    good(await put(id, persons[0]?.id, { email: eve.email }));
    await instance.runJobs();
    expect(await mailsOf(id)).toEqual([]);
    good(await client.send('PUT', `/${id}/start`));
    good(await put(id, persons[1]?.id, { email: fay.email }));
    await instance.runJobs();
    expect((await mailsOf(id)).map(({ to_email: to }) => to)).toEqual([eve.email]);
  });

  test('violations are named; an answer and an ended workflow cannot be changed', async () => {
    const [ada, bob] = [person('Ada'), person('Bob')];
    const { id, persons } = await started([ada, bob]);
    const [first, second] = persons.map((each) => each.id);
    expect(violationsOf(await put(id, first, { name: ' ', email: 'nobody' }))).toEqual(['email', 'name']);
    expect(violationsOf(await put(id, first, { email: bob.email }))).toEqual(['email']);
    expect(codeOf(await put(id, 987_654, { name: 'Nobody' }))).toBe('NOT_FOUND');
    await sign(ada);
    expect(codeOf(await put(id, first, { name: 'Other' }))).toBe('WORKFLOW_STATUS_CONFLICT');
    good(await client.send('PUT', `/${id}/cancel`));
    expect(codeOf(await put(id, second, { name: 'Other' }))).toBe('WORKFLOW_STATUS_CONFLICT');
  });
});

describe('a recipient who passes the task on', () => {
  const REASSIGN = { name: 'WorkflowRecipientReassignPreference', value: '1' };
  const startedWith = async (people: ReturnType<typeof person>[], preferences: object[] = [REASSIGN]) => {
    const { id } = await client.filled(people);
    good(await client.send('POST', `/${id}/preferences`, { preferences }));
    good(await client.send('PUT', `/${id}/start`));
    await instance.runJobs();
    return id;
  };
  const reason = 'On leave until May';

  test('names another, whose own link replaces the former one; the sender gets the reason by mail', async () => {
    const [ada, eve] = [person('Ada'), person('Eve')];
    const id = await startedWith([ada]);
    const former = await followInvitation(instance, ada.email);
    expect(await former.view()).toMatchObject({ mayReassign: true });
    await former.fill();
    expectStatus(await former.call('POST', '/reassign', { name: eve.name, email: eve.email, reason }), 204);
    expect((await former.call('GET')).statusCode).toBe(404);
    await instance.runJobs();
    expect((await mailsOf(id)).map(({ kind, to_email: to }) => [kind, to])).toEqual([
      ['invitation', ada.email],
      ['invitation', eve.email],
      ['passed_on', 'sender@example.com'],
    ]);
    const [event] = (await eventsOf(id)).filter(({ event: name }) => name === 'recipient.reassigned');
    expect(event?.detail).toContain(reason);
    expect(event?.replacement).toBe('passed-on');
    const heir = await followInvitation(instance, eve.email);
    expect(await heir.view()).toMatchObject({ consent: { given: false }, marks: { signature: null } });
    expect((await heir.sign()).statusCode).toBe(200);
    await instance.runJobs();
    expect((await client.read(id)).status).toBe('signed');
  });

  test('is refused where the sender does not allow it, and by an address that is in the workflow', async () => {
    const [ada, bob, carl] = [person('Ada'), person('Bob'), person('Carl')];
    await startedWith([ada], []);
    const forbidden = await followInvitation(instance, ada.email);
    expect(await forbidden.view()).toMatchObject({ mayReassign: false });
    const to = { name: 'Eve', email: 'eve@example.com', reason };
    expect(codeOf(await forbidden.call('POST', '/reassign', to))).toBe('UNAUTHORIZED_TO_PERFORM_THIS_ACTION');

    await startedWith([bob, carl]);
    const signer = await followInvitation(instance, bob.email);
    for (const email of [bob.email.toUpperCase(), carl.email]) {
      expect(violationsOf(await signer.call('POST', '/reassign', { ...to, email }))).toEqual(['email']);
    }
    const silent = await signer.call('POST', '/reassign', { ...to, reason: '  ' });
    expect(violationsOf(silent)).toEqual(['reason']);
    expect(await signer.view()).toMatchObject({ state: 'open', recipient: { email: bob.email } });
  });
});
