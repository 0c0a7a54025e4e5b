import { expect, test } from 'vitest';
import { bulkClient, tableOf } from '../support/bulk-client.ts';
import { good } from '../support/draft-client.ts';
import { envelopesOf, forThisFile, openInstanceCase } from '../support/instance-case.ts';
import { openMailReceiver } from '../support/mail-receiver.ts';
import { lease } from '../support/quick-sender.ts';
import { openTemplateClient } from '../support/template-client.ts';
import { workflowTables } from '../support/workflow-tables.ts';

const { instance, sender, get } = await openInstanceCase();
const client = await openTemplateClient(instance, sender, lease);
const { query } = workflowTables(() => instance);
const { openTemplate } = bulkClient({ instance, client, sender, get });
const mailServer = await forThisFile(openMailReceiver());
const paced = await openInstanceCase({
  env: { SMTP_URL: mailServer.url, PARAPH_MAILS_PER_MINUTE: '2' },
});

const queueMails = (count: number) =>
  query(
    `insert into mails (kind, to_email, detail, created_at, state, next_attempt_at, attempts)
     select 'completed', 'x@example.com', '{}', $2, 'queued', now(), 0 from generate_series(1, $1)`,
    [count, instance.deps.clock.now()],
  );

test('makes no more rows than there is room among mails that wait for their first attempt, so that those of others are not behind its own', async () => {
  const template = await openTemplate();
  const sendTable = async () => {
    const { id } = await template.checked(tableOf(3));
    good(await template.act(id, 'start'));
    return id;
  };
  await queueMails(100);
  const first = await sendTable();
  for (const _second of [1, 2]) {
    await instance.runJobs();
    expect(await template.read(first)).toMatchObject({ state: 'sending', sent: 0 });
    instance.advance(1);
  }
  // Tried in vain, they wait for their mail server and not in a line.
  await query("update mails set attempts = 1 where state = 'queued'");
  await instance.runJobs();
  expect(await template.read(first)).toMatchObject({ state: 'done', sent: 3 });
  await queueMails(100);
  const second = await sendTable();
  await instance.runJobs();
  expect(await template.read(second)).toMatchObject({ state: 'sending', sent: 0 });
  // What nobody tries for ten minutes, as mails of a frozen organization, stops nobody else.
  instance.advance(601);
  await instance.runJobs();
  expect(await template.read(second)).toMatchObject({ state: 'done', sent: 3 });
  await query("delete from mails where state = 'queued'");
});

test('keeps the pace of the mail server together with jobs of other customers; what a person waits for goes at once', async () => {
  const other = await paced.instance.signIn('Other', 'other@example.com');
  const tables: string[] = [];
  for (const session of [paced.sender, other]) {
    const customer = {
      instance: paced.instance,
      sender: session,
      ...envelopesOf(paced.instance, () => session),
    };
    const client = await openTemplateClient(paced.instance, session, lease);
    const bulk = bulkClient({ ...customer, client });
    for (const at of [0, 1]) {
      const template = await bulk.openTemplate();
      const table = tableOf(2).replaceAll('@', `.${session.profile.id}.${at}@`);
      good(await template.act((await template.checked(table)).id, 'start'));
      tables.push(table);
    }
  }
  expect(tables).toHaveLength(4);
  const { messages } = mailServer;
  const paces = workflowTables(() => paced.instance);
  const sent = () => paces.query("select row from bulk_rows where state = 'sent'");
  const waiting = () => paces.query("select id from mails where state = 'queued' and attempts = 0");
  const toSign = () => messages.filter(({ mail }) => /sign/i.test(mail.subject ?? '')).length;
  const counts: number[] = [];
  for (let half = 0; half < 8; half += 1) {
    await paced.instance.runJobs();
    counts.push(toSign());
    // However many tables there are, no more wait than can be sent in a minute.
    expect((await waiting()).length).toBeLessThanOrEqual(2);
    paced.instance.advance(30);
  }
  expect(counts).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  expect(await sent()).toHaveLength(8);
  // Three invitations take three turns; a mail of an account takes the fourth, and does not wait for it.
  for (const name of ['Ann', 'Bob', 'Cy'])
    await paced.create({
      steps: [{ type: 'sign', recipients: [{ name, email: `${name}@late.example` }] }],
    });
  await paced.instance.runJobs();
  const payload = { email: 'sender@example.com' };
  await paced.instance.inject({ method: 'POST', url: '/api/v1/account/password-reset', payload });
  await paced.instance.runJobs();
  expect([toSign(), messages.at(-1)?.to]).toEqual([9, ['sender@example.com']]);
});
