import { beforeEach, describe, expect, it } from 'vitest';
import { stopToken } from '../../server/src/mail/choose-mails.ts';
import { composeMail } from '../../server/src/mail/compose-mail.ts';
import { sendSummaries } from '../../server/src/mail/send-summaries.ts';
import { openTestInstance } from '../support/instance.ts';
import { envelopesOf, expectStatus, forThisFile } from '../support/instance-case.ts';
import { caller } from '../support/organization.ts';
import { ann, bob } from '../support/quick-sender.ts';

const instance = await forThisFile(openTestInstance());
const ada = await instance.signIn('Ada Lovelace', 'ada@example.com');
const eve = await instance.signIn('Eve', 'eve@example.com');
const { send, sign } = envelopesOf(instance, () => ada);
const SETTINGS = '/api/v1/account/mails';

const choose = async (wishes: object, who = ada) =>
  expect((await caller(who)('PUT', SETTINGS, wishes)).status).toBe(200);
let last = 0;

beforeEach(async () => {
  await choose({ signatures: 'off', completions: 'now', stops: 'now', failures: 'now' });
  await instance.runJobs();
  last = (await instance.deps.pool.query('select coalesce(max(id), 0)::int as id from mails')).rows[0].id;
});

/** The mails to the sender since the beginning of the test: what kind, and as they are read. */
async function told(asSigner = false) {
  await instance.runJobs();
  const mails = await instance.deps.database
    .selectFrom('mails')
    .selectAll()
    .where('id', '>', last)
    .where('to_email', '=', 'ada@example.com')
    .where('recipient_id', asSigner ? 'is not' : 'is', null)
    .orderBy('id')
    .execute();
  return Promise.all(
    mails.map(async (mail) => ({ ...mail, composed: await composeMail(instance.deps, mail) })),
  );
}
const kinds = async () => (await told()).map(({ kind }) => kind);

describe('mails about what one sent', () => {
  it('are as before until one chooses, each person for themselves', async () => {
    expect((await caller(eve)('GET', SETTINGS)).body).toEqual({
      ...{ signatures: 'off', completions: 'now', stops: 'now', failures: 'now' },
    });
    await choose({ completions: 'off' }, eve);
    await send(ann);
    await sign(ann);
    expect(await kinds()).toEqual(['completed']);
    const wrong = await caller(ada)('PUT', SETTINGS, { failures: 'daily' });
    expect(wrong.body.error.violations).toHaveProperty('failures');
  });

  it('tell each signature where that is chosen, and the end or not', async () => {
    await choose({ signatures: 'now', completions: 'off' });
    await send(ann, bob);
    await sign(ann);
    const [mail] = await told();
    expect(mail?.composed?.subject).toMatch(/^Ann signed /);
    await sign(bob);
    expect(await kinds()).toEqual(['signed', 'signed']);
  });

  it('leave the copy of who signs as well', async () => {
    await choose({ completions: 'off' });
    const self = { name: 'Ada', email: 'ada@example.com' };
    await send(self);
    await sign(self);
    expect(await kinds()).toEqual([]);
    expect((await told(true)).map(({ kind }) => kind)).toContain('completed');
  });

  it('tell failures until they are switched off in as many words', async () => {
    await choose({ signatures: 'off', completions: 'off', stops: 'off' });
    const id = await send(ann);
    const { rows } = await instance.deps.pool.query('select id from workflows where envelope_id = $1', [id]);
    const fail = async () => {
      const { recordEvents } = await import('../../server/src/audit/record-events.ts');
      const event = { name: 'mail.failed', actor: null, detail: { to: ann.email, cause: 'no such mailbox' } };
      await instance.deps.database
        .transaction()
        .execute((tx) =>
          recordEvents(
            tx,
            { workflowId: rows[0].id, now: instance.deps.clock.now(), vault: instance.deps.vault },
            [event as Parameters<typeof recordEvents>[2][number]],
          ),
        );
    };
    await fail();
    expect(await kinds()).toEqual(['mail_failed']);
    // No link stops them.
    expect((await told())[0]?.composed?.text).not.toContain('/stop-mails/');
    await choose({ failures: 'off' });
    await fail();
    expect(await kinds()).toEqual(['mail_failed']);
  });

  it('come once a day together, each thing once, and names are those of now', async () => {
    await choose({ signatures: 'daily', completions: 'daily', stops: 'daily' });
    const id = await send(ann, bob);
    await sign(ann);
    await sign(bob);
    expect(await kinds()).toEqual([]);
    await sendSummaries(instance.deps);
    expect(await kinds(), 'not before the next morning').toEqual([]);
    await instance.deps.pool.query(`update workflows set name = 'Renamed' where envelope_id = $1`, [id]);
    instance.advance(86_400);
    await Promise.all([sendSummaries(instance.deps), sendSummaries(instance.deps)]);
    const [mail, ...more] = await told();
    expect(more).toEqual([]);
    expect(mail?.kind).toBe('daily_summary');
    expect(mail?.composed?.subject).toBe('Your documents: 3 things happened');
    expect(mail?.composed?.text).toMatch(/Signatures: +Renamed/);
    expect(mail?.composed?.text).toMatch(/Signed by everyone: +Renamed/);
    // Stopped by a press in the mail program, which has neither a cookie nor a page.
    const press = (url: string) =>
      instance.inject({
        method: 'POST',
        url,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: 'List-Unsubscribe=One-Click',
      });
    const { pathname } = new URL(mail?.composed?.stopUrl ?? '');
    expectStatus(await press(pathname.replace(/.{3}$/, 'xxx')), 404);
    expect((await caller(ada)('GET', SETTINGS)).body).toMatchObject({ signatures: 'daily' });
    expectStatus(await press(pathname), 204);
    expect((await caller(ada)('GET', SETTINGS)).body).toEqual({
      ...{ signatures: 'off', completions: 'off', stops: 'off', failures: 'now' },
    });
    await sendSummaries(instance.deps);
    expect(await kinds()).toHaveLength(1);
  });

  it('are stopped by the link in one of them, without a session; a link stops nothing else', async () => {
    await send(ann);
    await sign(ann);
    const { text = '', stopUrl = '' } = (await told())[0]?.composed ?? {};
    expect(text).toContain(stopUrl);
    const [, userId, topic, token] = /\/stop-mails\/(\d+)\/(\w+)\/([\w-]{43})/.exec(text) ?? [];
    const stop = (body: object) =>
      instance.inject({
        method: 'POST',
        url: `${SETTINGS}/stop`,
        payload: { userId: Number(userId), topic, token, ...body },
      });
    const ofFailures = { userId: Number(userId), topic: 'failures' };
    const whole = { ...ofFailures, token: stopToken(instance.deps.vault, ofFailures) };
    for (const other of [whole, { topic: 'stops' }, { userId: eve.profile.id }, { token: 'x' }])
      expectStatus(await stop(other), 404);
    expectStatus(await stop({}), 204);
    expect((await caller(ada)('GET', SETTINGS)).body).toMatchObject({ completions: 'off', stops: 'now' });
    expect((await caller(eve)('GET', SETTINGS)).body).toMatchObject({ completions: 'off', failures: 'now' });
    await send(ann);
    await sign(ann);
    expect(await kinds()).toEqual(['completed']);
  });
});
