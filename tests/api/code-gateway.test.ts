import { createHmac } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { keepFrozen } from '../../server/src/organization-moves/freeze-organization.ts';
import { openAdvancedSigner } from '../support/advanced-signer.ts';
import { readEvents } from '../support/api-case.ts';
import { type HttpCall, openHttpServer } from '../support/http-server.ts';
import { folderForThisFile, forThisFile, openInstanceCase } from '../support/instance-case.ts';
import { violationsOf } from '../support/quick-sender.ts';
import { workflowTables } from '../support/workflow-tables.ts';

/** A gateway of the kind `http`, on a free port of this machine. */
async function openGateway() {
  const received: (Pick<HttpCall, 'headers'> & { body: string })[] = [];
  const answers: ((response: ServerResponse) => void)[] = [];
  const { origin, close } = await openHttpServer(({ body, headers }, response) => {
    received.push({ body: body.toString(), headers });
    const answer = answers.shift();
    if (answer) answer(response);
    else response.writeHead(202).end('{"id":"m1"}');
  });
  return { url: `${origin}/texts`, received, answers, close };
}

const gateway = await forThisFile(openGateway());
const secretFile = join(await folderForThisFile(), 'secret');
await writeFile(secretFile, 'a secret of the gateway\n');
const {
  instance: own,
  sender: owner,
  create,
} = await openInstanceCase({
  env: {
    PARAPH_SMS_GATEWAY: 'http',
    PARAPH_SMS_URL: gateway.url,
    PARAPH_SMS_SECRET_FILE: secretFile,
    PARAPH_SMS_TIMEOUT: '2',
    PARAPH_SMS_FROM: 'Paraph',
  },
});
const { query } = workflowTables(() => own);

test('a gateway that is down, slow or refuses a number: retried, said to signer and sender, nothing lost', async () => {
  const ann = await openAdvancedSigner(own, create, { phone: '+33612345612' });
  const { previewId } = await ann.preview();
  const stateOf = async () =>
    ((await ann.identification(previewId)).json() as { code: { delivery: string; problem: string | null } })
      .code;
  // Down, then slow, then it takes the message.
  gateway.answers.push(
    (response) => response.writeHead(503).end('down'),
    () => undefined,
  );
  await ann.askForCode(previewId);
  await own.runJobs();
  expect(await stateOf()).toMatchObject({ delivery: 'queued', problem: 'The gateway answered 503.' });
  own.advance(6);
  await own.runJobs();
  expect(await stateOf()).toMatchObject({
    delivery: 'queued',
    problem: 'The gateway: No response arrived within 2 seconds.',
  });
  own.advance(17);
  await own.runJobs();
  expect(await stateOf()).toMatchObject({ delivery: 'sent', problem: null });
  expect(gateway.received).toHaveLength(3);
  const { body, headers } = gateway.received[2] ?? { body: '', headers: {} };
  const message = JSON.parse(body) as { id: string; to: string; from: string; text: string };
  expect(message).toMatchObject({
    to: '+33612345612',
    from: 'Paraph',
    id: expect.stringMatching(/^code-\d+$/),
  });
  const [, at = '', signature] =
    /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['paraph-signature'])) ?? [];
  const hmac = createHmac('sha256', 'a secret of the gateway').update(`${at}.${body}`).digest('hex');
  expect([signature, Number(at)]).toEqual([hmac, own.nowSeconds()]);
  expect((await owner.call({ method: 'GET', url: '/api/v1/mailbox/texts' })).statusCode).toBe(404);
  // Once it is sent, the code is in no column.
  const sent = await query('select encrypted_code, delivery from signing_codes');
  expect(sent).toEqual([{ encrypted_code: null, delivery: 'sent' }]);
  const code = message.text.slice(-6);
  // The gateway reports later what became of it: once, and signed.
  const report = async (delivered: object, secret = 'a secret of the gateway') => {
    const [{ id }] = await query('select max(id) as id from signing_codes');
    const payload = JSON.stringify(delivered);
    const signed = createHmac('sha256', secret).update(`${own.nowSeconds()}.${payload}`).digest('hex');
    const headers = { 'paraph-signature': `t=${own.nowSeconds()},v1=${signed}` };
    return (await own.inject({ method: 'POST', url: `/gateway/texts/${id}`, headers, payload })).statusCode;
  };
  const namesOf = async () => (await readEvents(own, ann.workflowId)).map(({ name }) => name);
  expect(await report({ status: 'delivered' }, 'a guess')).toBe(403);
  expect(await stateOf()).toMatchObject({ delivery: 'sent' });
  expect(await report({ status: 'delivered' })).toBe(204);
  expect(await report({ status: 'undelivered', reason: 'late' })).toBe(204);
  expect(await stateOf()).toMatchObject({ delivery: 'delivered', problem: null });
  expect(await namesOf()).toContain('identification.delivered');
  expect(await namesOf()).not.toContain('identification.undeliverable');
  // A number that the gateway refuses is not tried again, and not repeated in full.
  own.advance(31);
  gateway.answers.push((response) =>
    response.writeHead(422).end('{"message":"+33612345612 is not a number (33612345612)"}'),
  );
  const next = (await ann.preview()).previewId;
  await ann.askForCode(next);
  await own.runJobs();
  const problem = '+33 ••• 12 is not a number (+33 ••• 12)';
  expect((await ann.identification(next)).json()).toMatchObject({ code: { delivery: 'failed', problem } });
  expect(Object.keys(violationsOf(await ann.enterCode(next, code)))).toEqual(['code']);
  const [mail] = await query(`select id, to_email from mails where kind = 'code_failed'`);
  expect(mail.to_email).toBe('sender@example.com');
  const read = await owner.call({ method: 'GET', url: `/api/v1/mailbox/${mail.id}` });
  expect((read.json() as { text: string }).text).toContain(`What the gateway said: ${problem}`);
  // So is one that the gateway took and could not deliver.
  const askAgain = async () => {
    own.advance(31);
    await ann.askForCode(next);
    await own.runJobs();
  };
  await askAgain();
  expect(await report({ status: 'undelivered', reason: 'no route to +33612345612' })).toBe(204);
  const lost = { delivery: 'failed', problem: 'no route to +33 ••• 12' };
  expect((await ann.identification(next)).json()).toMatchObject({ code: lost });
  const told = (await readEvents(own, ann.workflowId)).findLast(({ name }) => name.endsWith('undeliverable'));
  expect(told?.detail).toMatchObject({ cause: lost.problem, to: '+33 ••• 12' });
  // The person is where they were: another code, and the document is signed.
  await askAgain();
  const last = (JSON.parse(gateway.received.at(-1)?.body ?? '{}') as { text: string }).text.slice(-6);
  expect((await ann.enterCode(next, last)).statusCode).toBe(200);
  // What was entered has arrived, whatever is reported.
  const before = (await namesOf()).length;
  expect(await report({ status: 'undelivered' })).toBe(204);
  expect(await namesOf()).toHaveLength(before);
  expect((await ann.press(next)).statusCode).toBe(200);
});

test('a text message of an organization that was frozen meanwhile is sent once', async () => {
  const ann = await openAdvancedSigner(own, create, { phone: '+33612345613' });
  const before = gateway.received.length;
  const { previewId } = await ann.preview();
  await ann.askForCode(previewId);
  await query('insert into organization_freezes select id, $1 from organizations', [own.deps.clock.now()]);
  await keepFrozen(own.deps.database);
  for (const seconds of [0, 60, 60]) {
    own.advance(seconds);
    await own.runJobs();
  }
  expect(gateway.received.length - before).toBe(1);
  const latest = await query('select delivery from signing_codes order by id desc limit 1');
  expect(latest).toEqual([{ delivery: 'sent' }]);
});
