import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

export interface ReceivedMail {
  from: string;
  to: readonly string[];
  raw: string;
  mail: Email;
  /** Every link of our own kind in the text part, in order. */
  links: readonly string[];
}

/** What the server does at a point of the dialogue: go on, answer with an SMTP code, or break off. */
export type Reaction = 'accept' | 'drop' | { code: number; message: string };

export interface MailReceiver {
  url: string;
  port: number;
  /** Only what the sender was told is accepted, and what was taken and then dropped. */
  messages: readonly ReceivedMail[];
  /** Decides at RCPT TO, per address; everything is accepted without this. */
  onRecipient(react: (address: string) => Reaction): void;
  /** Decides once the whole message is in. */
  onMessage(react: (count: number) => Reaction | Promise<Reaction>): void;
  waitFor(wanted: number | ((received: ReceivedMail) => boolean)): Promise<ReceivedMail>;
  /** Drops what has come so far and fits: a test that is tried again must not read its first try's mails. */
  forget(unwanted: (received: ReceivedMail) => boolean): void;
  close(): Promise<void>;
}

/** A real SMTP server on a free port of this machine that keeps what it is given. */
export async function openMailReceiver({ port = 0 }: { port?: number } = {}): Promise<MailReceiver> {
  const messages: ReceivedMail[] = [];
  const waiting = new Set<() => void>();
  let onRecipient: (address: string) => Reaction = () => 'accept';
  let onMessage: (count: number) => Reaction | Promise<Reaction> = () => 'accept';
  let taken = 0;
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 100,
    onRcptTo: ({ address }, _session, callback) => {
      react(onRecipient(address), callback);
    },
    onData: async (stream, { envelope, id }, callback) => {
      // A sender that is killed amid a message has sent none.
      const raw = await readAll(stream).catch(() => null);
      if (raw === null) return;
      taken += 1;
      const reaction = await onMessage(taken);
      if (reaction === 'accept' || reaction === 'drop') {
        const mail = await PostalMime.parse(raw);
        messages.push({
          from: envelope.mailFrom ? envelope.mailFrom.address : '',
          to: envelope.rcptTo.map(({ address }) => address),
          raw: raw.toString('utf8'),
          mail,
          links: [...(mail.text ?? '').matchAll(/https?:\/\/\S+/g)].map(([link]) => link),
        });
      }
      if (reaction === 'drop') breakOff(server, id);
      else react(reaction, callback);
      for (const look of waiting) look();
    },
  });
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const bound = (server.server.address() as AddressInfo).port;
  return {
    url: `smtp://127.0.0.1:${bound}`,
    port: bound,
    messages,
    onRecipient: (react) => {
      onRecipient = react;
    },
    onMessage: (react) => {
      onMessage = react;
    },
    waitFor: (wanted) =>
      new Promise((resolve) => {
        const look = () => {
          const found = typeof wanted === 'number' ? messages[wanted - 1] : messages.find(wanted);
          if (!found) return;
          waiting.delete(look);
          resolve(found);
        };
        waiting.add(look);
        look();
      }),
    forget: (unwanted) => {
      messages.splice(0, messages.length, ...messages.filter((each) => !unwanted(each)));
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function react(reaction: Reaction, callback: (error?: Error | null) => void): void {
  if (typeof reaction === 'string') callback();
  else callback(Object.assign(new Error(reaction.message), { responseCode: reaction.code }));
}

/** Ends the connection before the reply to the message: the sender cannot know whether it was taken. */
function breakOff(server: SMTPServer, sessionId: string): void {
  const { connections } = server as unknown as {
    connections: Set<{ session: { id: string }; _socket: { destroy(): void } }>;
  };
  for (const connection of connections) {
    if (connection.session.id === sessionId) connection._socket.destroy();
  }
}

async function readAll(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}
