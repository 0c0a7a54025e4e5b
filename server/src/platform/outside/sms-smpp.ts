import { createRequire } from 'node:module';
import { Fault } from '@paraph/domain';
import type { SmsSettings, TextMessage } from './sms-message.ts';

/** What is used of the package, which has no types. */
interface Smpp {
  connect(
    options: { host: string; port: number; tls: boolean; servername: string },
    onConnect: () => void,
  ): Session;
  encodings: Record<'ASCII' | 'UCS2', { match(text: string): boolean; encode(text: string): Buffer }>;
}

interface Session {
  on(event: 'error', listener: (error: Error) => void): void;
  on(event: 'close', listener: () => void): void;
  bind_transmitter(options: object, onResponse: (response: Response) => void): void;
  submit_sm(options: object, onResponse: (response: Response) => void): void;
  unbind(onResponse: () => void): void;
  destroy(): void;
}

interface Response {
  command_status: number;
}

/** SMPP 3.4 §5.1.3: about the number or the message, so that another attempt has the same result. */
const FINAL: Readonly<Record<number, string>> = {
  1: 'the message is too long',
  11: 'the number is not valid',
  80: 'the number is not valid',
  81: 'the number is not valid',
  101: 'the message was refused',
  102: 'the message was refused',
};
/** SMPP 3.4 §5.2.19: the default alphabet of the gateway, which is GSM 03.38, and UCS-2. */
const DATA_CODING = { ASCII: 0, UCS2: 8 } as const;
/** More needs several messages, into which the gateway divides a `message_payload` (SMPP 3.4 §5.3.2.32). */
const OCTETS_MAX = { ASCII: 160, UCS2: 140 } as const;

/**
 * Binds as a transmitter, submits one message and unbinds: codes are few, and a connection that stays would have to be
 * watched.
 */
export async function sendBySmpp(settings: SmsSettings, { to, text }: TextMessage): Promise<void> {
  const smpp = createRequire(import.meta.url)('smpp') as Smpp;
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const fail = (words: string, cause?: Error) => reject(new Fault(words, { retryable: true, cause }));
  const session = smpp.connect(addressOf(settings.url), () => {
    const { user, secret, from } = settings;
    session.bind_transmitter({ system_id: user, password: secret }, ({ command_status: bound }) => {
      if (bound !== 0) return fail(`The gateway refused the login of this service (${named(bound)}).`);
      session.submit_sm(
        { ...addressesOf(from, to), ...messageOf(smpp, text) },
        ({ command_status: status }) => {
          if (status === 0) return session.unbind(resolve);
          const why = FINAL[status] ?? 'it did not take the message';
          reject(new Fault(`The gateway: ${why} (${named(status)}).`, { retryable: !(status in FINAL) }));
        },
      );
    });
  });
  const { timeoutMs } = settings;
  const late = `The gateway did not answer within ${timeoutMs / 1_000} seconds.`;
  const timer = setTimeout(() => fail(late), timeoutMs);
  session.on('error', (cause) => fail('The gateway cannot be reached.', cause));
  session.on('close', () => fail('The gateway broke off the connection.'));
  try {
    await promise;
  } finally {
    clearTimeout(timer);
    session.destroy();
  }
}

function addressOf(url: string) {
  const { protocol, hostname, port } = new URL(url);
  const tls = protocol === 'smpps:';
  return {
    host: hostname.replaceAll(/[[\]]/g, ''),
    port: Number(port || (tls ? 3550 : 2775)),
    tls,
    servername: hostname,
  };
}

/** SMPP 3.4 §5.2.5 and §5.2.6: a name, an international number, or what the gateway makes of it. */
function addressesOf(from: string, to: string) {
  const isNumber = /^\+\d+$/.test(from);
  const isName = /[^\d+]/.test(from);
  return {
    source_addr: from.replace(/^\+/, ''),
    source_addr_ton: isName ? 5 : isNumber ? 1 : 0,
    source_addr_npi: isNumber ? 1 : 0,
    destination_addr: to.replace(/^\+/, ''),
    dest_addr_ton: 1,
    dest_addr_npi: 1,
  };
}

function messageOf({ encodings }: Smpp, text: string) {
  const encoding = encodings.ASCII.match(text) ? 'ASCII' : 'UCS2';
  const octets = encodings[encoding].encode(text);
  const message =
    octets.length <= OCTETS_MAX[encoding] ? { short_message: octets } : { message_payload: octets };
  return { data_coding: DATA_CODING[encoding], ...message };
}

function named(status: number): string {
  return `SMPP status 0x${status.toString(16).padStart(8, '0')}`;
}
