import { describe, expect, it } from 'vitest';
import { requestMail } from '../../server/src/mail/request-mail.ts';
import { openNotifyingInstance } from '../support/notifying-instance.ts';
import { forThisFile } from '../support/scratch.ts';

const instance = await forThisFile(openNotifyingInstance());
const owner = await instance.asSender();
const workflowId = await instance.start({ message: 'See you.' });
await instance.run();

describe('without a mail server', () => {
  const ask = async (method: 'GET' | 'POST', url: string, headers: object = owner) => {
    const response = await instance.app.inject({ method, url, headers: { ...headers } });
    const isJson = response.headers['content-type'] === 'application/json';
    return {
      status: response.statusCode,
      body: isJson ? response.json() : response.body,
      headers: response.headers,
    };
  };

  it('keeps every mail for the owner of the instance to read', async () => {
    const { status, body } = await ask('GET', '/api/v1/mailbox?page=1');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      total: 1,
      limit: 8,
      pages: 1,
      items: [{ to: 'bob@example.com', kind: 'invitation', subject: 'Ada Lovelace asks you to sign Lease' }],
    });
    const mail = await ask('GET', `/api/v1/mailbox/${body.items[0].id}`);
    expect(mail.body.text).toMatch(/http:\/\/localhost:3000\/sign\/[\w-]{43}/);
    expect(mail.body.html).toContain('See you.');
    expect(mail.body.attachments).toEqual([{ name: 'Lease.pdf', size: 17 }]);
    expect((await ask('GET', '/api/v1/mailbox?page=9')).body.items).toEqual([]);
    // Every word counts, in address and subject, without case; a sign of patterns is a letter.
    const totalOf = async (query: string) =>
      (await ask('GET', `/api/v1/mailbox?${new URLSearchParams({ query })}`)).body.total;
    const words = ['lease BOB@', ' Lovelace  sign ', '', 'lease eve', '%', 'b_b'];
    expect(await Promise.all(words.map(totalOf))).toEqual([1, 1, 1, 0, 0, 0]);
  });

  it('shows one as its reader would see it, in a page that can do nothing', async () => {
    const { body } = await ask('GET', '/api/v1/mailbox');
    const page = await ask('GET', `/api/v1/mailbox/${body.items[0].id}/page`);
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    const policy = String(page.headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain('sandbox allow-popups');
    expect(policy).not.toContain('script');
    expect(page.body).toContain('<base target="_blank">');
  });

  it('shows it to its recipient alone', async () => {
    const { body } = await ask('GET', '/api/v1/mailbox');
    const other = await instance.addUser('eve@example.com');
    for (const url of [
      '/api/v1/mailbox',
      `/api/v1/mailbox/${body.items[0].id}`,
      `/api/v1/mailbox/${body.items[0].id}/page`,
    ]) {
      const refused = await ask('GET', url, other);
      expect(refused.status).toBe(403);
      expect(refused.body.error.code).toBe('UNAUTHORIZED_TO_PERFORM_THIS_ACTION');
      expect((await ask('GET', url, {})).status).toBe(401);
    }
    expect((await ask('GET', '/api/v1/mailbox/999999')).status).toBe(404);
  });

  it('lists a workflow’s mails as kept', async () => {
    const url = `/api/v1/workspaces/${instance.workspaceId}/workflows/${workflowId}/mails`;
    const { body } = await ask('GET', url);
    expect(body).toMatchObject([
      { kind: 'invitation', to: 'bob@example.com', state: 'kept', sentDate: null },
    ]);
    const again = await ask('POST', `${url}/${body[0].id}/retry`);
    expect([again.status, again.body.error.code]).toEqual([409, 'WORKFLOW_STATUS_CONFLICT']);
    expect(again.body.error.message).toContain('was kept');
  });

  it('keeps the mail with the link for a new password, without its token', async () => {
    const now = instance.deps.clock.now();
    await instance.deps.database.transaction().execute((tx) =>
      requestMail(tx, {
        kind: 'password_reset',
        toEmail: 'ada@example.com',
        toName: 'Ada',
        workflowId: null,
        eventId: null,
        recipientId: null,
        detail: { linkId: 'f'.repeat(32) },
        now,
      }),
    );
    await instance.run();
    const { body } = await ask('GET', '/api/v1/mailbox');
    const mail = await ask('GET', `/api/v1/mailbox/${body.items[0].id}`);
    expect(mail.body.subject).toBe('Choose a new password');
    const [, token] = /\/password-reset\/([\w-]{43})/.exec(mail.body.text) ?? [];
    const rows = await instance.deps.database.selectFrom('mails').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(token);
  });
});
