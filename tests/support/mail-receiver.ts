import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { listenLocally } from './free-port.ts';
import { waitIn } from './webhook-receiver.ts';

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

export type MailReceiver = Awaited<ReturnType<typeof openMailReceiver>>;

/** A real SMTP server on a free port of this machine that keeps what it is given. */
export async function openMailReceiver() {
  const messages: ReceivedMail[] = [];
  const { waitFor, look } = waitIn(messages);
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
      const raw: Buffer | null = await stream.toArray().then(Buffer.concat, () => null);
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
      look();
    },
  });
  server.on('error', () => {});
  const port = await listenLocally(server.server);
  return {
    url: `smtp://127.0.0.1:${port}`,
    port,
    /** Only what the sender was told is accepted, and what was taken and then dropped. */
    messages: messages as readonly ReceivedMail[],
    /** Decides at RCPT TO, per address; everything is accepted without this. */
    onRecipient: (react: (address: string) => Reaction) => {
      onRecipient = react;
    },
    /** Decides once the whole message is in. */
    onMessage: (react: (count: number) => Reaction | Promise<Reaction>) => {
      onMessage = react;
    },
    waitFor,
    /** As when it was opened. */
    reset: () => {
      messages.length = 0;
      taken = 0;
      onRecipient = onMessage = () => 'accept';
    },
    /** Drops what has come so far and fits: a test that is tried again must not read its first try's mails. */
    forget: (unwanted: (received: ReceivedMail) => boolean) => {
      messages.splice(0, messages.length, ...messages.filter((each) => !unwanted(each)));
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
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
