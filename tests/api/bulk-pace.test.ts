import { expect, test } from 'vitest';
import { bulkClient, tableOf } from '../support/bulk-client.ts';
import { good } from '../support/draft-client.ts';
import { forThisFile, openInstanceCase } from '../support/instance-case.ts';
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

test('goes on row by row while many mails wait for their first attempt, so that those of others are not behind its own', async () => {
  const template = await openTemplate();
  const job = await template.checked(tableOf(5));
  await query(
    `insert into mails (kind, to_email, detail, created_at, state, next_attempt_at, attempts)
     select 'completed', 'x@example.com', '{}', now(), 'queued', now(), 0 from generate_series(1, 100)`,
  );
  good(await template.act(job.id, 'start'));
  for (const sent of [1, 2]) {
    await instance.runJobs();
    expect(await template.read(job.id)).toMatchObject({ state: 'sending', sent });
    instance.advance(1);
  }
  // Their mail server is away: they are in nobody's way any more.
  await query("update mails set attempts = 1 where state = 'queued'");
  await instance.runJobs();
  expect(await template.read(job.id)).toMatchObject({ state: 'done', sent: 5 });
  await query("delete from mails where state = 'queued'");
});

test('keeps the pace of the mail server together with other jobs; what a person waits for goes at once', async () => {
  const bulk = bulkClient({
    ...paced,
    client: await openTemplateClient(paced.instance, paced.sender, lease),
  });
  for (const at of [0, 1]) {
    const template = await bulk.openTemplate();
    const { id } = await template.checked(tableOf(4).replaceAll('@', `.${at}@`));
    good(await template.act(id, 'start'));
  }
  const { messages } = mailServer;
  const tables = workflowTables(() => paced.instance);
  const sent = () => tables.query("select row from bulk_rows where state = 'sent'");
  const toSign = () => messages.filter(({ mail }) => /sign/i.test(mail.subject ?? '')).length;
  const counts: number[] = [];
  for (let half = 0; half < 8; half += 1) {
    await paced.instance.runJobs();
    counts.push(toSign());
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
