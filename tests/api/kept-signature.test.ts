import { expect, test } from 'vitest';
import type { Session } from '../support/instance.ts';
import { expectStatus, openInstanceCase } from '../support/instance-case.ts';
import { caller } from '../support/organization.ts';
import { drawnSignature, followInvitation, type SigningView } from '../support/signer.ts';
import { workflowTables } from '../support/workflow-tables.ts';

const { instance, send } = await openInstanceCase();
const { idOf, query } = workflowTables(() => instance);
const ann = await instance.signIn('Ann', 'ann@example.com');
const bob = await instance.signIn('Bob', 'bob@example.com');
const URL = '/api/v1/account/signature';
const NONE = { signature: null, initials: null };
const drawn = (width = 240) => ({ method: 'draw', png: drawnSignature({ width }) });

/** The browser of a signer in which an account is signed in; none: a guest. */
async function follow(email: string, account: Session | null) {
  const signer = await followInvitation(instance, email);
  const cookie = [signer.headers.cookie, account?.cookie].filter(Boolean).join('; ');
  const call = (method: 'GET' | 'POST', suffix: string) =>
    instance.inject({ method, url: signer.base + suffix, headers: { ...signer.headers, cookie } });
  return {
    ...signer,
    take: (kind = 'signature') => call('POST', `/marks/${kind}/kept`),
    kept: () => call('GET', '/kept-marks'),
  };
}

test('a signature and initials are kept with the account, replaced and removed each by itself', async () => {
  const call = caller(ann);
  expect((await call('GET', URL)).body).toEqual(NONE);
  const typed = { method: 'type', text: 'A. N.', font: 'Caveat', png: drawn(120).png };
  const kept = await call('PUT', URL, { signature: drawn(), initials: typed });
  expect(kept.body).toEqual({
    signature: {
      method: 'draw',
      text: null,
      font: null,
      png: expect.any(String),
      createDate: instance.nowSeconds(),
    },
    initials: { ...typed, png: expect.any(String), createDate: instance.nowSeconds() },
  });
  expect((await call('GET', URL)).body).toEqual(kept.body);
  const replaced = await call('PUT', URL, { signature: drawn(200) });
  expect(replaced.body.initials).toEqual(kept.body.initials);
  expect(replaced.body.signature.png).not.toBe(kept.body.signature.png);
  expect((await call('PUT', URL, { initials: null })).body).toEqual({ ...replaced.body, initials: null });
  expect(
    (await call('PUT', URL, { initials: { method: 'draw', png: 'AAAA' } })).body.error.violations,
  ).toEqual({
    'initials[png]': expect.stringContaining('Must be a PNG'),
  });
  expect((await caller(bob)('GET', URL)).body).toEqual(NONE);
  expect((await call('DELETE', URL)).status).toBe(204);
  expect((await call('GET', URL)).body).toEqual(NONE);
  expect(await query("select id from files where format = 'png'")).toEqual([]);
});

test('it is offered on documents to the proven address of the account that is signed in, and on no others', async () => {
  await caller(ann)('PUT', URL, { signature: drawn() });
  await caller(bob)('PUT', URL, { signature: drawn(100) });
  await send(ann.profile);
  for (const account of [null, bob]) {
    const guest = await follow(ann.profile.email, account);
    expect((await guest.kept()).json()).toEqual({ ...NONE, hasAccount: false });
    expect((await guest.take()).statusCode).toBe(account ? 404 : 401);
    expect((await guest.view()).marks.signature).toBeNull();
  }
  await instance.deps.pool.query(
    `update users set email_proven_at = null, claimed_key = email_key, email_key = 'claimed ' || id where id = $1`,
    [ann.profile.id],
  );
  expect((await (await follow(ann.profile.email, ann)).kept()).json()).toEqual({
    ...NONE,
    hasAccount: false,
  });
  await instance.deps.pool.query(
    `update users set email_proven_at = now(), email_key = claimed_key, claimed_key = null where id = $1`,
    [ann.profile.id],
  );
  expect((await (await follow(ann.profile.email, ann)).kept()).json()).toMatchObject({
    signature: { method: 'draw' },
    hasAccount: true,
  });
  const stranger = await instance.inject({
    method: 'GET',
    url: `${(await followInvitation(instance, ann.profile.email)).base}/kept-marks`,
    headers: { cookie: ann.cookie },
  });
  expect(stranger.statusCode).toBe(404);
});

test('it is taken by one call, copied to the link, and the evidence says since when it was kept', async () => {
  const keptAt = instance.nowSeconds();
  await caller(ann)('PUT', URL, { signature: drawn() });
  instance.advance(3_600);
  const envelopeId = await send(ann.profile);
  const signer = await follow(ann.profile.email, ann);
  expect((await signer.take('initials')).statusCode).toBe(404);
  await signer.call('POST', '/open', {});
  await signer.call('POST', '/consent', { ...(await signer.view()).consent, timeZone: 'Europe/Paris' });
  const taken = expectStatus(await signer.take(), 200).json() as SigningView;
  // What is kept no more stays in the document that took it.
  await caller(ann)('DELETE', URL);
  for (const { id } of taken.fields.filter(({ type }) => type === 'signature'))
    await signer.call('PUT', `/fields/${id}`, { value: taken.marks.signature?.id });
  expectStatus(await signer.finish((await signer.view()).shownHash), 200);
  const signed = `select detail -> 'marks' as marks from events where workflow_id = $1 and name = 'action.signed'`;
  const [{ marks }] = await query(signed, [await idOf(envelopeId)]);
  const keptTime = new Date(keptAt * 1000).toISOString();
  expect(marks).toEqual([expect.objectContaining({ kind: 'signature', method: 'draw', keptTime })]);
});
