import { RETRIES } from '@paraph/domain';
import { beforeEach, describe, expect, it } from 'vitest';
import { forThisFile } from '../support/instance-case.ts';
import { openMailReceiver, type ReceivedMail } from '../support/mail-receiver.ts';
import { openNotifyingInstance } from '../support/notifying-instance.ts';
import { restoreRowsBeforeEachTest } from '../support/restore-rows.ts';
import { openStoredBytes } from '../support/stored-bytes.ts';

const BOB = { name: 'Bob', email: 'bob@example.com' };
const CAY = { name: 'Cay', email: 'cay@example.com' };
const BOB_THEN_CAY = [BOB, CAY].map((person) => ({ type: 'sign' as const, recipients: [person] }));

const receiver = await forThisFile(openMailReceiver());
const env = { SMTP_URL: receiver.url, PARAPH_MAIL_FROM: 'Paraph <post@sign.example.com>' };
const instance = await forThisFile(openNotifyingInstance(env));
await restoreRowsBeforeEachTest(instance);
beforeEach(() => receiver.reset());

const mails = () => instance.deps.database.selectFrom('mails').selectAll().orderBy('id').execute();
const sent = () => receiver.messages.map(({ to, mail }) => `${to.join()} ${mail.subject}`);
const to = (address: string): ReceivedMail => {
  const found = receiver.messages.filter((message) => message.to.includes(address)).at(-1);
  if (!found) throw new Error(`no mail to ${address}`);
  return found;
};
const anchors = (html: string | undefined) =>
  [...(html ?? '').matchAll(/href="([^"]*)"/g)].map(([, url]) => url);

describe('an invitation', () => {
  it('goes to all recipients of the first step, with their own link and the document', async () => {
    await instance.start({
      message: 'Please look at page 2.\nThank you!',
      pdf: Buffer.from('%PDF-1.7 the lease'),
      steps: [{ type: 'review', recipients: [BOB] }, ...BOB_THEN_CAY.slice(1)],
    });
    await instance.run();
    expect(sent()).toEqual(['bob@example.com Ada Lovelace asks you to review Lease']);
    const { mail, links } = to(BOB.email);
    expect(links.length).toBe(1);
    expect(links[0]).toMatch(/^http:\/\/localhost:3000\/sign\/[\w-]{43}$/);
    // What is stored is no link that could be used.
    expect(JSON.stringify(await mails())).not.toContain(links[0]?.split('/').at(-1));
    expect(anchors(mail.html)).toEqual(links);
    expect(mail.text).toContain('> Please look at page 2.\n> Thank you!');
    expect(mail.text).toContain('(in 7 days)');
    expect(mail.attachments.map(({ filename }) => filename)).toEqual(['Lease.pdf', 'deadline.ics']);
    expect(Buffer.from(mail.attachments[0]?.content as ArrayBuffer).toString()).toBe('%PDF-1.7 the lease');
    expect(mail.replyTo?.[0]).toMatchObject({ address: 'ada@example.com', name: 'Ada Lovelace' });
    // The organization first, at the address of the service; others by name alone.
    expect(mail.from).toMatchObject({ name: 'Engines Ltd (Paraph)', address: 'post@sign.example.com' });
    expect(mail.text).toMatch(/^Engines Ltd\n/);
    expect(mail.text).toContain('Also asked: Cay\n');
    expect(mail.text).not.toContain(CAY.email);
  });

  it('goes to the next step when the one before is done, and says that it is their turn', async () => {
    const workflowId = await instance.start({ steps: BOB_THEN_CAY });
    await instance.run();
    await instance.answer(workflowId, BOB.email);
    await instance.run();
    expect(sent()[1]).toBe('cay@example.com Ada Lovelace asks you to sign Lease');
    expect(to(CAY.email).mail.text).toContain('It is your turn to sign');
    expect(to(CAY.email).links).not.toEqual(to(BOB.email).links);
    // Each says what it carries.
    expect(to(BOB.email).mail.text).toContain('The document is attached: as uploaded.');
    expect(to(CAY.email).mail.text).toContain('The document is attached: with the signature of Bob.');
    expect(to(CAY.email).mail.attachments.map(({ filename }) => filename)).toEqual([
      'Lease (with the signature of Bob).pdf',
      'deadline.ics',
    ]);
  });
});

describe('the end of a workflow', () => {
  it('is mailed to all with the sealed file when it is signed', async () => {
    const workflowId = await instance.start({ steps: [{ type: 'sign', recipients: [BOB, CAY] }] });
    await instance.answer(workflowId, BOB.email);
    await instance.answer(workflowId, CAY.email);
    await instance.seal(workflowId, Buffer.from('%PDF-1.7 sealed'));
    await instance.run();
    const completed = receiver.messages.filter(({ mail }) => mail.subject === 'Lease is signed by everyone');
    expect(completed.map(({ to }) => to[0]).sort()).toEqual(['ada@example.com', BOB.email, CAY.email]);
    for (const { mail } of completed) {
      expect(mail.attachments.map(({ filename }) => filename)).toEqual(['Lease (sealed).pdf']);
      expect(Buffer.from(mail.attachments[0]?.content as ArrayBuffer).toString()).toBe('%PDF-1.7 sealed');
    }
    const page = `http://localhost:3000/documents/${instance.workspaceId}/${workflowId}`;
    expect(to('ada@example.com').links[0]).toBe(page);
    expect(to(BOB.email).links[0]).toMatch(/\/sign\//);
  });

  it('is mailed once to a sender who signs as well', async () => {
    const workflowId = await instance.start({
      steps: [{ type: 'sign', recipients: [{ name: 'Ada', email: 'ADA@example.com' }] }],
    });
    await instance.answer(workflowId, 'ada@example.com');
    await instance.seal(workflowId, Buffer.from('%PDF-1.7 sealed'));
    await instance.run();
    expect(sent().filter((line) => line.endsWith('signed by everyone')).length).toBe(1);
  });

  it('is mailed with the reason to those who were invited when a recipient declines', async () => {
    const workflowId = await instance.start({ steps: BOB_THEN_CAY });
    await instance.answer(workflowId, BOB.email, 'The rent is wrong');
    await instance.run();
    expect(sent().slice(1).sort()).toEqual([
      'ada@example.com Bob declined Lease',
      'bob@example.com Bob declined Lease',
    ]);
    expect(to('ada@example.com').mail.text).toContain('Bob gave this reason:\n> The rent is wrong');
    // Where what there is can be taken home.
    expect(to(BOB.email).links).toEqual([expect.stringMatching(/\/sign\/[\w-]{43}$/)]);
  });

  it('is mailed to the invited when it is canceled, and to the sender too when it expires', async () => {
    const canceled = await instance.start({ name: 'Canceled one' });
    await instance.command(canceled, { verb: 'cancel' });
    const expired = await instance.start({ name: 'Late one' });
    await instance.run();
    instance.advanceClock(8 * 86_400);
    await instance.command(expired, { verb: 'expire' });
    await instance.run();
    const told = sent().filter((line) => !line.includes('asks you'));
    expect(told.sort()).toEqual([
      'ada@example.com The deadline of Late one has passed',
      'bob@example.com Ada Lovelace canceled Canceled one',
      'bob@example.com The deadline of Late one has passed',
    ]);
    expect(to('ada@example.com').mail.text).toContain('Not answered: Bob');
  });

  it('is mailed with its cause to the sender alone when sealing is blocked', async () => {
    const workflowId = await instance.start();
    await instance.answer(workflowId, BOB.email);
    await instance.command(workflowId, { verb: 'block', cause: 'The disk is full.' });
    await instance.run();
    expect(sent().at(-1)).toBe('ada@example.com Lease could not be sealed');
    expect(to('ada@example.com').mail.text).toContain('What went wrong: The disk is full.');
  });
});

it('a document that storage has changed leaves with no mail; the invitation waits until it is restored', async () => {
  await instance.start({ pdf: Buffer.from('%PDF-1.7 the lease') });
  const { blob_key: key } = await instance.deps.database
    .selectFrom('files')
    .select('blob_key')
    .executeTakeFirstOrThrow();
  const stored = openStoredBytes(instance.deps.config);
  await stored.flip(key, 9);
  await instance.run();
  expect(receiver.messages).toEqual([]);
  expect((await mails())[0]).toMatchObject({
    state: 'queued',
    last_error: expect.stringMatching(/stored file is damaged/),
  });
  await stored.flip(key, 9);
  instance.advanceClock(12);
  await instance.run();
  expect(sent()).toEqual(['bob@example.com Ada Lovelace asks you to sign Lease']);
});

describe('a mail server that fails', () => {
  it('is tried again until it takes the mail, under one Message-ID', async () => {
    receiver.onRecipient(() => ({ code: 451, message: 'Greylisted' }));
    const workflowId = await instance.start();
    await instance.run();
    expect((await mails())[0]).toMatchObject({
      state: 'queued',
      attempts: 1,
      last_error: expect.stringContaining('451 Greylisted'),
    });
    receiver.onRecipient(() => 'accept');
    receiver.onMessage((count) => (count === 1 ? 'drop' : 'accept'));
    instance.advanceClock(12);
    await instance.run();
    expect((await mails())[0]).toMatchObject({ state: 'queued', attempts: 2 });
    instance.advanceClock(70);
    await instance.run();
    const [mail] = await mails();
    expect(mail).toMatchObject({ state: 'sent', attempts: 3, last_error: null });
    expect(mail?.smtp_reply).toMatch(/^250 /);
    expect(receiver.messages.length).toBe(2);
    expect(receiver.messages[0]?.mail.messageId).toBe(receiver.messages[1]?.mail.messageId);
    expect(receiver.messages[0]?.links).toEqual(receiver.messages[1]?.links);
    expect((await instance.events(workflowId)).at(-1)).toMatchObject({
      name: 'mail.sent',
      detail: { to: BOB.email, kind: 'invitation' },
    });
  });

  it('follows the schedule while the server is not reachable, then gives up and keeps the cause', async () => {
    receiver.onRecipient((address) => (address === BOB.email ? { code: 450, message: 'Later' } : 'accept'));
    const workflowId = await instance.start();
    await instance.run();
    for (const [index, pause] of RETRIES.mail.entries()) {
      expect((await mails())[0]).toMatchObject({ state: 'queued', attempts: index + 1 });
      instance.advanceClock(pause * 1.1);
      await instance.run();
    }
    const [mail] = await mails();
    expect(mail).toMatchObject({ state: 'failed', attempts: RETRIES.mail.length + 1, next_attempt_at: null });
    expect((await instance.events(workflowId)).map(({ name }) => name)).toContain('mail.failed');
    expect(sent()).toEqual(['ada@example.com A mail about Lease could not be delivered']);
  });

  it('fails at once on 5xx and tells the sender, but never about a mail to the sender', async () => {
    receiver.onRecipient(() => ({ code: 550, message: 'No such mailbox' }));
    await instance.start();
    await instance.run();
    const rows = await mails();
    expect(rows.map(({ kind, to_email, state }) => [kind, to_email, state])).toEqual([
      ['invitation', BOB.email, 'failed'],
      ['mail_failed', 'ada@example.com', 'failed'],
    ]);
    expect(rows[0]?.last_error).toContain('550 No such mailbox');
  });
});

it('a mail that failed is sent again by hand, and only that; with a mail server there is no mailbox', async () => {
  const headers = await instance.asSender();
  const ask = (method: 'GET' | 'POST', url: string) => instance.app.inject({ method, url, headers });
  expect((await ask('GET', '/api/v1/mailbox')).statusCode).toBe(404);
  receiver.onRecipient((address) => (address === BOB.email ? { code: 550, message: 'Not yet' } : 'accept'));
  const workflowId = await instance.start();
  await instance.run();
  const url = `/api/v1/workspaces/${instance.workspaceId}/workflows/${workflowId}/mails`;
  const [failed] = (await ask('GET', url)).json();
  expect(failed).toMatchObject({ state: 'failed', attempts: 1, lastError: expect.stringContaining('550') });
  receiver.onRecipient(() => 'accept');
  const retry = async (id: number) => (await ask('POST', `${url}/${id}/retry`)).json();
  expect(await retry(failed.id)).toMatchObject({ id: failed.id, state: 'queued', attempts: 0 });
  expect((await retry(failed.id)).error.message).toContain('on its way');
  await instance.run();
  const [after] = (await ask('GET', url)).json();
  expect(after).toMatchObject({ state: 'sent', lastError: null, sentDate: expect.any(Number) });
  expect(receiver.messages.filter(({ to }) => to.includes(BOB.email)).length).toBe(1);
  expect((await retry(999_999)).error.code).toBe('NOT_FOUND');
});

it('jobs that run twice write each address once for an event and send nothing twice', async () => {
  await instance.start();
  await instance.run();
  const { pool } = instance.deps;
  await pool.query(
    `select graphile_worker.add_job('mail-follow-event', json_build_object('id', id)) from events`,
  );
  await pool.query(`select graphile_worker.add_job('mail-send', json_build_object('id', id)) from mails`);
  await instance.run();
  expect(sent().length).toBe(1);
});
