import { beforeEach, describe, expect, it } from 'vitest';
import { type MailReceiver, openMailReceiver } from '../../../../tests/support/mail-receiver.ts';
import { forThisTest } from '../../../../tests/support/scratch.ts';
import { type OutgoingMail, openSmtp, type Smtp } from './smtp.ts';

const MAIL: OutgoingMail = {
  from: 'Paraph <paraph@example.com>',
  to: { name: 'Zoë Łuk', address: 'zoe@example.com' },
  replyTo: { name: 'Ada', address: 'ada@example.com' },
  subject: 'Ada asks you to sign “Léase”',
  text: 'Hello',
  html: '<p>Hello</p>',
  messageId: '<mail-1.abc@example.com>',
  date: new Date('2026-11-21T14:05:00Z'),
  attachments: [{ name: 'Léase.pdf', content: Buffer.from('%PDF-1.7') }],
  stopUrl: null,
  logo: null,
};

let receiver: MailReceiver;
let smtp: Smtp;
beforeEach(async () => {
  receiver = await forThisTest(openMailReceiver());
  smtp = await forThisTest(openSmtp(receiver.url));
});

describe('sending', () => {
  it('hands over text, HTML, attachment and the headers that a machine owes', async () => {
    const { reply } = await smtp.send(MAIL);
    expect(reply).toMatch(/^250 /);
    const { mail, to, from } = await receiver.waitFor(1);
    expect([from, to]).toEqual(['paraph@example.com', ['zoe@example.com']]);
    expect(mail).toMatchObject({ subject: MAIL.subject, messageId: MAIL.messageId });
    expect(mail.to?.[0]).toMatchObject(MAIL.to);
    expect(mail.replyTo?.[0]).toMatchObject({ address: 'ada@example.com' });
    expect(mail.headers).toContainEqual(
      expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }),
    );
    expect(mail.attachments[0]).toMatchObject({ filename: 'Léase.pdf', mimeType: 'application/pdf' });
    expect(new Date(mail.date ?? '')).toEqual(MAIL.date);
    expect(mail.headers.map(({ key }) => key)).not.toContain('list-unsubscribe');
  });

  it('names where a press stops such mails (RFC 8058), and a file for calendars by its type', async () => {
    const stopUrl = `https://sign.example.com/stop-mails/12/completions/${'x'.repeat(43)}`;
    const calendar = { name: 'deadline.ics', content: Buffer.from('BEGIN:VCALENDAR') };
    const logo = Buffer.from('a picture');
    await smtp.send({ ...MAIL, stopUrl, logo, attachments: [calendar] });
    const { mail } = await receiver.waitFor(1);
    // RFC 2392: what the HTML names is in the mail, and nothing to be opened.
    expect(mail.attachments[0]).toMatchObject({ contentId: '<logo@brand>', disposition: 'inline' });
    const headerOf = (name: string) => mail.headers.find(({ key }) => key === name)?.value;
    expect(headerOf('list-unsubscribe')).toBe(`<${stopUrl}>`);
    expect(headerOf('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    expect(mail.attachments[1]).toMatchObject({ filename: 'deadline.ics', mimeType: 'text/calendar' });
  });

  it('lets no line break of a name or subject become a header', async () => {
    const evil = 'x\r\nBcc: victim@example.com\r\n\r\n<h1>';
    await smtp.send({
      ...MAIL,
      to: { name: evil, address: MAIL.to.address },
      replyTo: { name: evil, address: 'ada@example.com' },
      subject: evil,
      attachments: [{ name: `${evil}.pdf`, content: Buffer.from('x') }],
    });
    const { mail, raw, to } = await receiver.waitFor(1);
    expect(to).toEqual(['zoe@example.com']);
    expect(raw).not.toMatch(/^bcc:/im);
    expect(mail.bcc).toBeUndefined();
    expect(mail.headers.map(({ key }) => key)).not.toContain('bcc');
  });

  it('calls 4xx worth another try and 5xx to the recipient or the message final', async () => {
    receiver.onRecipient(() => ({ code: 451, message: 'Greylisted, come back later' }));
    await expect(smtp.send(MAIL)).rejects.toMatchObject({
      retryable: true,
      message: expect.stringContaining('451'),
    });
    receiver.onRecipient(() => ({ code: 550, message: 'No such\u2028mailbox' }));
    await expect(smtp.send(MAIL)).rejects.toMatchObject({
      retryable: false,
      message: 'The mail server answered: 550 No such mailbox',
    });
    receiver.onRecipient(() => 'accept');
    receiver.onMessage(() => ({ code: 554, message: 'Not here' }));
    await expect(smtp.send(MAIL)).rejects.toMatchObject({ retryable: false });
    expect(receiver.messages).toEqual([]);
  });

  it('tries once when the server takes the message and drops the connection', async () => {
    receiver.onMessage(() => 'drop');
    await expect(smtp.send(MAIL)).rejects.toMatchObject({ retryable: true });
    expect(receiver.messages.length).toBe(1);
    receiver.onMessage(() => 'accept');
    await smtp.send(MAIL);
    expect(receiver.messages.length).toBe(2);
  });

  it('sends nothing in the clear where the URL demands TLS and the server has none', async () => {
    const strict = openSmtp(`${receiver.url}?requireTLS=true`);
    await expect(strict.send(MAIL)).rejects.toMatchObject({ name: 'Fault', retryable: true });
    expect(receiver.messages).toEqual([]);
    strict.close();
  });

  it('is retryable when the connection is refused', async () => {
    await receiver.close();
    await expect(smtp.send(MAIL)).rejects.toMatchObject({ name: 'Fault', retryable: true });
  });
});
