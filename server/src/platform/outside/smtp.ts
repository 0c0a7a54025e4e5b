import { Fault, printable } from '@paraph/domain';
import { createTransport } from 'nodemailer';
import { traced } from '../observe/tracing.ts';

const REPLY_MAX = 500;

export interface OutgoingMail {
  from: string | { name: string; address: string };
  to: { name: string; address: string };
  replyTo: { name: string; address: string } | null;
  subject: string;
  text: string;
  html: string;
  messageId: string;
  date: Date;
  /** PDFs, and files for calendars. */
  attachments: readonly { name: string; content: Buffer }[];
  /** A PNG that the HTML shows (RFC 2392); null where it shows none. */
  logo: Buffer | null;
  /** Where a POST stops mails like this one; null where they cannot be stopped so. */
  stopUrl: string | null;
}

export interface Smtp {
  /**
   * Sends a message to the mail server; returns its reply.
   *
   * @throws Fault, not retryable if the server permanently refused the message or its recipient
   */
  send(mail: OutgoingMail): Promise<{ reply: string }>;
  close(): void;
}

const SECONDS = 1_000;

/**
 * A pool of connections to the mail server; the URL's query may contain options of nodemailer (`?requireTLS=true`).
 */
export function openSmtp(url: string): Smtp {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 3,
    maxMessages: 100,
    // A stopping process ends only once its idle connections are closed.
    idleTimeout: 1 * SECONDS,
    // A message whose connection broke may have arrived: the caller decides when to retry.
    maxRequeues: 0,
    connectionTimeout: 15 * SECONDS,
    greetingTimeout: 15 * SECONDS,
    socketTimeout: 60 * SECONDS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    send: async (mail) => {
      try {
        const send = () => transport.sendMail(toMessage(mail));
        const info = await traced({ name: 'mail', kind: 'client' }, send);
        return { reply: printable(info.response, REPLY_MAX) };
      } catch (error) {
        throw asFault(error);
      }
    },
    close: () => transport.close(),
  };
}

const LOGO = {
  filename: 'logo.png',
  contentType: 'image/png',
  cid: 'logo@brand',
  contentDisposition: 'inline',
} as const;

function toMessage({ replyTo, attachments, stopUrl, logo, ...message }: OutgoingMail) {
  return {
    ...message,
    ...(replyTo ? { replyTo } : {}),
    // RFC 3834 §5: suppresses automatic replies.
    headers: { 'Auto-Submitted': 'auto-generated', ...(stopUrl === null ? {} : stopHeaders(stopUrl)) },
    attachments: [
      ...attachments.map(({ name, content }) => ({
        filename: name,
        content,
        contentType: name.endsWith('.ics')
          ? 'text/calendar; charset=utf-8; method=PUBLISH'
          : 'application/pdf',
      })),
      ...(logo ? [{ ...LOGO, content: logo }] : []),
    ],
  };
}

/** RFC 2369 and RFC 8058: the button of mail programs, which asks no page. */
function stopHeaders(url: string) {
  return { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
}

interface SmtpError {
  code?: string;
  responseCode?: number;
  response?: string;
  message?: string;
}

/** RFC 5321 §4.2.1: 5yz to the envelope or the message is final; to a greeting or a login it is about us. */
function asFault(error: unknown): Fault {
  const { code = '', responseCode = 0, response, message = '' } = (error ?? {}) as SmtpError;
  const isAboutMail = code === 'EENVELOPE' || code === 'EMESSAGE';
  const words = response
    ? `The mail server answered: ${response}`
    : `The mail server failed: ${message || code}`;
  return new Fault(printable(words, REPLY_MAX), {
    retryable: !(isAboutMail && responseCode >= 500),
    cause: error,
  });
}
