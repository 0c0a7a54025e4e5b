import { createRequire } from 'node:module';
import type { Server } from 'node:net';
import { Fault } from '@paraph/domain';
import { expect, onTestFinished, test } from 'vitest';
import { listenLocally } from '../../../../tests/support/free-port.ts';
import { openHttpServer } from '../../../../tests/support/http-server.ts';
import { openSmsGateway } from './sms-gateway.ts';
import type { SmsSettings } from './sms-message.ts';

const about = { clock: { now: () => new Date(0) }, version: '1' };
const base = { user: 'AC1', secret: 'token', from: '+41445550100', timeoutMs: 2_000 };
const send = (settings: SmsSettings, text = 'Hello', statusUrl: string | null = null) =>
  openSmsGateway(settings, about).send({ id: 'code-1', to: '+41791234567', text, statusUrl });
/** The fault of a message that was not taken. */
const faultOf = async (sending: Promise<void>) => {
  const fault = await sending.then(
    () => null,
    (error: unknown) => error,
  );
  if (!(fault instanceof Fault)) throw fault ?? new Error('it was taken');
  return { message: fault.message, retryable: fault.retryable };
};

test('twilio: a form with basic authentication; what its answer refuses is final, a login may be corrected', async () => {
  const received: { authorization: string | undefined; form: Record<string, string> }[] = [];
  const answers: [number, object][] = [
    [201, { sid: 'SM1', status: 'queued' }],
    [400, { code: 21211, message: "The 'To' number is not valid.", status: 400 }],
    [401, { message: 'Authenticate' }],
    [201, { sid: 'SM2', status: 'failed', error_message: 'Unreachable' }],
    [500, {}],
  ];
  const { origin, close } = await openHttpServer((call, response) => {
    const form = Object.fromEntries(new URLSearchParams(call.body.toString()));
    received.push({ authorization: call.headers.authorization, form });
    const [status, body] = answers.shift() ?? [500, {}];
    response.writeHead(status).end(JSON.stringify(body));
  });
  onTestFinished(close);
  const url = `${origin}/2010-04-01/Accounts/AC1/Messages.json`;
  const settings: SmsSettings = { ...base, kind: 'twilio', url };
  await send(settings, 'Grüße + 100 %');
  expect(received[0]).toEqual({
    authorization: `Basic ${Buffer.from('AC1:token').toString('base64')}`,
    form: { To: '+41791234567', From: '+41445550100', Body: 'Grüße + 100 %' },
  });
  expect(await faultOf(send(settings))).toEqual({
    message: "The 'To' number is not valid.",
    retryable: false,
  });
  expect(await faultOf(send(settings))).toEqual({
    message: 'The gateway refused the login of this service.',
    retryable: true,
  });
  const service = { ...settings, from: `MG${'0'.repeat(32)}` };
  expect(await faultOf(send(service))).toEqual({ message: 'Unreachable', retryable: false });
  expect(received[3]?.form).toEqual({ To: '+41791234567', MessagingServiceSid: service.from, Body: 'Hello' });
  const statusUrl = 'https://sign.example.com/gateway/texts/1';
  expect(await faultOf(send(settings, 'Hello', statusUrl))).toEqual({
    message: 'The gateway answered 500.',
    retryable: true,
  });
  expect(received[4]?.form).toMatchObject({ StatusCallback: statusUrl });
});

interface Pdu {
  [name: string]: unknown;
  response(options?: object): unknown;
}
interface TestSession {
  on(event: string, listener: (pdu: Pdu) => void): void;
  send(pdu: unknown): void;
  close(): void;
}

test('smpp: binds, submits in the alphabet that the text needs, and unbinds; a refused number is final', async () => {
  const smpp = createRequire(import.meta.url)('smpp') as {
    createServer(onSession: (session: TestSession) => void): Server;
  };
  const received: Pdu[] = [];
  const statuses = [0, 0, 11, 88];
  let bindStatus = 0;
  let isSilent = false;
  const server = smpp.createServer((session) => {
    session.on('error', () => undefined);
    session.on('bind_transmitter', (pdu) => {
      received.push(pdu);
      if (!isSilent) session.send(pdu.response({ command_status: bindStatus }));
    });
    session.on('submit_sm', (pdu) => {
      received.push(pdu);
      session.send(pdu.response({ command_status: statuses.shift() ?? 0, message_id: '1' }));
    });
    session.on('unbind', (pdu) => {
      session.send(pdu.response());
      session.close();
    });
  });
  const url = `smpp://127.0.0.1:${await listenLocally(server)}`;
  const settings: SmsSettings = { ...base, kind: 'smpp', url };
  await send(settings, '123456 ist Ihr Code: gültig\n\n@host #123456');
  expect(received[0]).toMatchObject({ system_id: 'AC1', password: 'token' });
  expect(received[1]).toMatchObject({
    ...{ source_addr: '41445550100', source_addr_ton: 1, source_addr_npi: 1 },
    ...{ destination_addr: '41791234567', dest_addr_ton: 1, dest_addr_npi: 1, data_coding: 0 },
    short_message: { message: '123456 ist Ihr Code: gültig\n\n@host #123456' },
  });
  const long = `رمزك للتوقيع ${'١'.repeat(80)}`;
  await send({ ...settings, from: 'Paraph' }, long);
  expect(received[3]).toMatchObject({ source_addr: 'Paraph', source_addr_ton: 5, data_coding: 8 });
  expect(received[3]?.message_payload).toMatchObject({ message: long });
  expect(await faultOf(send(settings))).toEqual({
    message: 'The gateway: the number is not valid (SMPP status 0x0000000b).',
    retryable: false,
  });
  expect((await faultOf(send(settings))).retryable).toBe(true);
  bindStatus = 14;
  expect(await faultOf(send(settings))).toEqual({
    message: 'The gateway refused the login of this service (SMPP status 0x0000000e).',
    retryable: true,
  });
  isSilent = true;
  expect(await faultOf(send({ ...settings, timeoutMs: 100 }))).toEqual({
    message: 'The gateway did not answer within 0.1 seconds.',
    retryable: true,
  });
  await new Promise((resolve) => server.close(resolve));
  expect(await faultOf(send(settings))).toEqual({
    message: 'The gateway cannot be reached.',
    retryable: true,
  });
});
