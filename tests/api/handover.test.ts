import { expect, test } from 'vitest';
import { readEvents } from '../support/api-case.ts';
import { cookieOf } from '../support/instance.ts';
import { expectStatus, openInstanceCase, untilWaiting } from '../support/instance-case.ts';
import { followInvitation, signerBy } from '../support/signer.ts';
import { workflowTables } from '../support/workflow-tables.ts';

const { instance, send } = await openInstanceCase();

const { query, idOf } = workflowTables(() => instance);
let people = 0;

/** A signer on their first device. */
async function openSigner() {
  people += 1;
  const email = `ann${people}@example.com`;
  const envelopeId = await send({ name: 'Ann', email });
  const signer = await followInvitation(instance, email);
  const handOver = async () => {
    const answer = expectStatus(await signer.call('POST', '/handover'), 200);
    const { url, expiryDate } = answer.json() as { url: string; expiryDate: number };
    return { url: new URL(url), expiryDate };
  };
  return { signer, envelopeId, handOver, link: String(signer.base.split('/').pop()) };
}

const take = (token: string) =>
  instance.inject({
    method: 'POST',
    url: '/api/v1/signing/handover',
    headers: { 'sec-fetch-site': 'same-origin' },
    payload: { token },
  });
const tokenIn = ({ hash }: URL) => hash.slice(1);

test('another device goes on where the first one was, and finishes', async () => {
  const { signer, envelopeId, handOver, link } = await openSigner();
  const shown = await signer.fill();
  const { url, expiryDate } = await handOver();
  expect(`${url.origin}${url.pathname}`).toBe(`${instance.deps.config.baseUrl}/signing/continue`);
  expect(url.search).toBe('');
  expect(expiryDate).toBe(instance.nowSeconds() + 600);
  const taken = expectStatus(await take(tokenIn(url)), 200);
  expect(taken.json()).toEqual({ link });
  const other = signerBy(instance, { cookie: cookieOf(taken), link });
  const view = await other.view();
  expect(view).toMatchObject({ state: 'open', consent: { given: true } });
  expect(view.fields).toEqual((await signer.view()).fields);
  expect(view.marks).toEqual(shown.marks);
  expectStatus(await other.finish(view.shownHash), 200);
  expect(await signer.view()).toMatchObject({ action: { status: 'signed' } });
  // The trail tells how the second device came to it, and nothing stored tells the token.
  const events = await readEvents(instance, await idOf(envelopeId));
  const opened = events.filter(({ name }) => name === 'link.opened').map(({ detail }) => detail.isHandedOver);
  expect(opened).toEqual([undefined, true]);
  expect(JSON.stringify(events)).not.toContain(tokenIn(url));
});

test('an address counts once, also for two devices at a time, for ten minutes, and until there is another one', async () => {
  const { handOver } = await openSigner();
  const replaced = await handOver();
  const { url } = await handOver();
  expect((await take(tokenIn(replaced.url))).statusCode).toBe(404);
  instance.advance(599);
  // All have found it before one of them uses it up.
  const holder = await instance.deps.pool.connect();
  await holder.query('begin; select from workflows for update');
  const taking = [1, 2, 3, 4].map(() => take(tokenIn(url)));
  await untilWaiting(instance, 4);
  await holder.query('rollback');
  holder.release();
  const answers = await Promise.all(taking);
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 404, 404, 404]);
  const late = await take(tokenIn(url));
  expect(late.json().error).toMatchObject({
    code: 'NOT_FOUND',
    message: expect.stringContaining('used before'),
  });
  expect(late.headers['set-cookie']).toBeUndefined();
  const unused = await handOver();
  instance.advance(600);
  expect((await take(tokenIn(unused.url))).statusCode).toBe(404);
});

test('a forged address opens nothing, and guesses are counted', async () => {
  const { handOver, link } = await openSigner();
  const { url } = await handOver();
  const token = tokenIn(url);
  for (const forged of [
    `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`,
    link,
    '',
    token.toLowerCase(),
  ])
    expect([forged, (await take(forged)).statusCode]).toEqual([forged, 404]);
  const [handover] = await query('select token_hash from handovers where link_id = $1', [link]);
  const stored = handover.token_hash as Buffer;
  for (const form of ['hex', 'base64url'] as const)
    expect((await take(stored.toString(form).slice(0, 43))).statusCode).toBe(404);
  const [window] = await query(`select hits from rate_windows where key like 'signingLinkUnknown:%'`);
  expect(Number(window.hits)).toBeGreaterThan(5);
});

test('an address leads to its own link alone, and is made with the cookie of that link alone', async () => {
  const first = await openSigner();
  const second = await openSigner();
  const { url } = await first.handOver();
  const taken = await take(tokenIn(url));
  const cookie = cookieOf(taken);
  const read = (base: string) => instance.inject({ method: 'GET', url: base, headers: { cookie } });
  expect((await read(first.signer.base)).statusCode).toBe(200);
  expect((await read(second.signer.base)).statusCode).toBe(404);
  const made = await instance.inject({
    method: 'POST',
    url: `${second.signer.base}/handover`,
    headers: { cookie, 'sec-fetch-site': 'same-origin' },
  });
  expect(made.statusCode).toBe(404);
});

test('nothing is handed over once the person may not act any more, or is another person', async () => {
  const declined = await openSigner();
  const { url } = await declined.handOver();
  await declined.signer.call('POST', '/decline', { reason: 'No' });
  expect((await take(tokenIn(url))).json().error.code).toBe('WORKFLOW_STATUS_CONFLICT');
  expect((await declined.signer.call('POST', '/handover')).statusCode).toBe(409);
  const replaced = await openSigner();
  const former = await replaced.handOver();
  const superseding = 'update signing_links set superseded_at = $1 where id = $2';
  await query(superseding, [instance.deps.clock.now(), replaced.link]);
  expect((await take(tokenIn(former.url))).statusCode).toBe(404);
});
