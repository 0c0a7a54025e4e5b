import type { FollowingView as View } from '@paraph/contract';
import type { Static } from 'typebox';
import { expect, test } from 'vitest';
import type { Follower as FollowerSchema } from '../../contract/src/follower-schemas.ts';
import { good, openDraftClient, violationsOf } from '../support/draft-client.ts';
import { cookieOf } from '../support/instance.ts';
import { openInstanceCase, type TimelineEntry } from '../support/instance-case.ts';
import { openMailReceiver } from '../support/mail-receiver.ts';
import { lease } from '../support/quick-sender.ts';
import { forThisFile } from '../support/scratch.ts';
import { followInvitation } from '../support/signer.ts';
import { openTemplateClient } from '../support/template-client.ts';

const mailServer = await forThisFile(openMailReceiver());
const {
  instance,
  sender,
  post: postQuick,
  workflowOf,
} = await openInstanceCase({ env: { SMTP_URL: mailServer.url } });
const client = await openDraftClient(instance, sender, lease);
const templates = await openTemplateClient(instance, sender, lease);

let count = 0;
const person = (name: string) => ({ name, email: `${name.toLowerCase()}${++count}@example.com` });
type Person = ReturnType<typeof person>;
const people = <const Names extends readonly string[]>(...names: Names) =>
  names.map(person) as { [At in keyof Names]: Person };

type Follower = Static<typeof FollowerSchema>;

/** The parts of a form: `followers[0][name]` and so on. */
const formOf = (followers: readonly object[]) =>
  Object.fromEntries(
    followers.flatMap((follower, index) =>
      Object.entries(follower).map(([name, value]) => [`followers[${index}][${name}]`, String(value)]),
    ),
  );

async function post(
  people: readonly Person[],
  followers: readonly object[],
  more: Record<string, string> = {},
) {
  const steps = people.map((each) => ({ type: 'sign' as const, recipients: [each] }));
  return postQuick({ steps, more: { ...formOf(followers), ...more } });
}

/** Sends it, and answers its ids. */
async function start(people: readonly Person[], followers: readonly object[]) {
  const { id: envelopeId } = good<{ id: string }>(await post(people, followers));
  await instance.runJobs();
  const envelope = good<{ followers: Follower[] }>(
    await sender.call({ method: 'GET', url: `/api/v1/envelopes/${envelopeId}` }),
  );
  return { id: (await workflowOf(envelopeId)).id, followers: envelope.followers };
}

const mailsTo = ({ email }: { email: string }) => mailServer.messages.filter(({ to }) => to.includes(email));
const subjectsTo = (to: { email: string }) => mailsTo(to).map(({ mail }) => mail.subject);
const followersOf = async (id: number) => good<Follower[]>(await client.send('GET', `/${id}/followers`));
const setFollowers = (id: number, followers: readonly object[]) =>
  client.send('PUT', `/${id}/followers`, { followers });
const timelineOf = async (id: number) => good<TimelineEntry[]>(await client.send('GET', `/${id}/timeline`));

/** A follower who opens the link of their last mail, as a browser would. */
async function follow(to: { email: string }) {
  const link =
    mailsTo(to)
      .at(-1)
      ?.links.find((url) => url.includes('/follow/')) ?? '';
  const path = new URL(link).pathname;
  const arrival = await instance.inject({ method: 'GET', url: path });
  const id = String(arrival.headers.location).split('/').pop() ?? '';
  const headers = { cookie: cookieOf(arrival), 'sec-fetch-site': 'same-origin' };
  const call = (method: 'GET' | 'POST' | 'PUT', suffix = '', payload?: object) =>
    instance.inject({
      method,
      url: `/api/v1/following/${id}${suffix}`,
      headers,
      ...(payload ? { payload } : {}),
    });
  const view = async () => (await call('GET')).json() as Static<typeof View>;
  return { id, token: path.split('/').pop() ?? '', arrival, headers, call, view };
}

test('a form names followers; what is wrong with one is named where it stands', async () => {
  const [ada, lawyer] = [person('Ada'), person('Lawyer')];
  const unknown = { ...lawyer, when: 'end', language: 'xx', of: 'nobody@example.com' };
  const wrong = await post([ada], [{ ...lawyer, when: 'x' }, unknown, { when: 'both' }]);
  expect(wrong.statusCode).toBe(400);
  expect(violationsOf(wrong)).toEqual([
    'followers[0][when]',
    'followers[1][email]',
    'followers[1][language]',
    'followers[1][of]',
    'followers[2][email]',
    'followers[2][name]',
  ]);
  const many = Array.from({ length: 21 }, () => ({ ...person('Crowd'), when: 'end' }));
  expect(violationsOf(await post([ada], many))).toEqual(['followers']);
  const draft = await client.create(formOf([{ ...lawyer, when: 'end' }]));
  const { id } = good<{ id: number }>(draft);
  expect(await followersOf(id)).toMatchObject([
    { ...lawyer, when: 'end', ofRecipientId: null, openedDate: null },
  ]);
});

test('who follows is copied at the start, at the end, or whenever one person is asked, and with no other link', async () => {
  const [ada, bob, start_, end, both, ofBob] = people('Ada', 'Bob', 'Start', 'End', 'Both', 'Lawyer');
  const { id, followers } = await start(
    [ada, bob],
    [
      { ...start_, when: 'start' },
      { ...end, when: 'end' },
      { ...both, when: 'both', language: 'de' },
      { ...ofBob, when: 'both', of: bob.email.toUpperCase() },
    ],
  );
  const { recipients } = await client.read(id);
  expect(followers.map(({ name, when, ofRecipientId }) => [name, when, ofRecipientId])).toEqual([
    ['Start', 'start', null],
    ['End', 'end', null],
    ['Both', 'both', null],
    ['Lawyer', 'both', recipients[1]?.id],
  ]);
  const told = () => [start_, end, both, ofBob].map((to) => mailsTo(to).length);
  expect(told()).toEqual([1, 0, 1, 0]);
  expect(subjectsTo(both)).toEqual([
    'Zur Kenntnis: Sender hat Lease of the mill versandt'.replace('Sender', sender.profile.name),
  ]);
  await (await followInvitation(instance, ada.email)).sign();
  await instance.runJobs();
  expect(told()).toEqual([1, 0, 1, 1]);
  const bobsLink = mailsTo(bob).at(-1)?.links[0] ?? '';
  expect(bobsLink).toContain('/sign/');
  expect(mailsTo(ofBob).map(({ raw }) => raw.includes('/sign/'))).toEqual([false]);
  instance.advance(7_200);
  good(await client.send('POST', `/${id}/remind`, {}));
  await instance.runJobs();
  expect(mailsTo(ofBob).at(-1)?.mail.text).toContain('Bob was reminded');
  const next = person('Bea');
  good(await client.send('PUT', `/${id}/recipients/${recipients[1]?.id}`, next));
  await instance.runJobs();
  expect(told()).toEqual([1, 0, 1, 3]);
  await (await followInvitation(instance, next.email)).sign();
  await instance.runJobs();
  expect(told()).toEqual([1, 1, 2, 4]);
  const last = mailsTo(end).at(-1);
  expect(last?.mail.subject).toBe('Lease of the mill is signed by everyone');
  expect(last?.mail.attachments.map(({ filename }) => filename)).toEqual([
    'lease (sealed).pdf',
    'Lease of the mill (certificate).pdf',
  ]);
});

test('the page shows how far it is, and no act; the sealed file and the certificate after the end', async () => {
  const [ada, lawyer] = [person('Ada'), person('Lawyer')];
  const { id } = await start([ada], [{ ...lawyer, when: 'both' }]);
  const page = await follow(lawyer);
  expect(page.arrival.statusCode).toBe(303);
  const before = await page.view();
  expect(before).toMatchObject({
    state: 'open',
    workflow: { name: 'Lease of the mill', status: 'started' },
    follower: { ...lawyer, stopped: false },
    people: [{ name: 'Ada', status: 'started' }],
    certificateUrl: null,
  });
  expect(JSON.stringify(before)).not.toContain(ada.email);
  const signer = await followInvitation(instance, ada.email);
  // Neither link opens what the other does.
  const asSigner = await instance.inject({ method: 'GET', url: `/sign/${page.token}` });
  expect(asSigner.headers.location).toBe('/signing/unknown');
  const asFollower = await instance.inject({ method: 'GET', url: `/follow/${signer.path.split('/').pop()}` });
  expect(asFollower.headers.location).toBe('/following/unknown');
  for (const [method, path] of [
    ['GET', ''],
    ['POST', '/open'],
    ['POST', '/finish'],
    ['POST', '/decline'],
    ['GET', '/completion-certificate'],
  ] as const) {
    for (const link of [page.id, signer.base.split('/').pop()]) {
      const url = `/api/v1/signing/${link}${path}`;
      const body = { payload: { previewId: 'x', reason: 'No', intent: { button: 'a', language: 'en' } } };
      const answer = await instance.inject({
        method,
        url,
        headers: page.headers,
        ...(method === 'POST' ? body : {}),
      });
      expect([url, answer.statusCode]).toEqual([url, 404]);
    }
  }
  const stranger = await instance.inject({ method: 'GET', url: `/api/v1/following/${page.id}` });
  expect(stranger.statusCode).toBe(404);
  // What a scanner fetches is not an opening; a press is.
  expect(await followersOf(id)).toMatchObject([{ openedDate: null }]);
  expect((await page.call('POST', '/open', {})).statusCode).toBe(204);
  expect(await followersOf(id)).toMatchObject([{ openedDate: instance.nowSeconds() }]);
  const timeline = await timelineOf(id);
  expect(timeline.find(({ event }) => event === 'follower.opened')).toMatchObject({ detail: 'Lawyer' });
  expect((await page.call('GET', '/completion-certificate')).statusCode).toBe(404);
  const shown = await page.call('GET', `/documents/${before.documents[0]?.id}`);
  expect(shown.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
  await signer.sign();
  await instance.runJobs();
  const after = await page.view();
  expect(after).toMatchObject({ state: 'completed', people: [{ status: 'signed' }] });
  const sealed = await page.call('GET', `/documents/${after.documents[0]?.id}?download=1`);
  expect(sealed.headers['content-disposition']).toContain('sealed');
  expect((await page.call('GET', '/completion-certificate?language=de')).statusCode).toBe(200);
  // Who was copied what and when, in the record and in the certificate.
  const evidence = good<{ record: { followers: object[]; signers: object[] } }>(
    await client.send('GET', `/${id}/evidence`),
  );
  expect(evidence.record.signers).toHaveLength(1);
  expect(evidence.record.followers).toMatchObject([
    {
      ...lawyer,
      when: 'both',
      openings: [{ ip: '127.0.0.1' }],
      mails: [
        { kind: 'followed_start', result: 'sent' },
        { kind: 'followed_end', result: 'sent' },
      ],
    },
  ]);
});

test('nothing is shown before the start, nor to a follower of the end before it', async () => {
  const [ada, later] = [person('Ada'), person('Later')];
  const { id } = await start([ada], [{ ...later, when: 'both' }]);
  const page = await follow(later);
  good(await setFollowers(id, [{ ...later, when: 'end' }]));
  expect(await page.view()).toMatchObject({
    state: 'waiting',
    documents: [],
    people: [],
    certificateUrl: null,
  });
  const [document] = (await client.read(id)).documents;
  expect((await page.call('GET', `/documents/${document?.id}`)).statusCode).toBe(404);
  const draft = await client.filled([{ ...ada, roles: [{ type: 'sign' }] }]);
  good(await setFollowers(draft.id, [{ ...later, when: 'both' }]));
  good(await client.send('PUT', `/${draft.id}/cancel`, {}));
  await instance.runJobs();
  expect(mailsTo(later)).toHaveLength(1);
});

test('the list is replaced while it runs: who stays keeps the link, who goes loses it, who comes is copied', async () => {
  const [ada, stays, goes, comes] = people('Ada', 'Stays', 'Goes', 'Comes');
  const { id } = await start(
    [ada],
    [
      { ...stays, when: 'both' },
      { ...goes, when: 'both' },
    ],
  );
  const [kept, lost] = [await follow(stays), await follow(goes)];
  const before = mailServer.messages.length;
  const refused = await setFollowers(id, [
    { ...stays, when: 'both' },
    { name: '', email: 'x', when: 'end', of: 1 },
  ]);
  expect(violationsOf(refused)).toEqual(['followers[1][email]', 'followers[1][name]', 'followers[1][of]']);
  const put = await setFollowers(id, [
    { ...stays, name: 'Stays Longer', when: 'end' },
    { ...comes, when: 'start' },
  ]);
  expect(good<Follower[]>(put).map(({ name, when }) => [name, when])).toEqual([
    ['Stays Longer', 'end'],
    ['Comes', 'start'],
  ]);
  await instance.runJobs();
  expect(mailServer.messages.slice(before).map(({ to }) => to[0])).toEqual([comes.email]);
  expect((await kept.call('GET')).statusCode).toBe(200);
  expect((await lost.call('GET')).statusCode).toBe(404);
  const changed = (await timelineOf(id)).filter(({ event }) => event === 'workflow.followers_changed');
  expect(changed).toMatchObject([{ detail: 'Stays Longer, Comes' }]);
  good(
    await setFollowers(id, [
      { ...stays, name: 'Stays Longer', when: 'end' },
      { ...comes, when: 'start' },
    ]),
  );
  expect((await timelineOf(id)).filter(({ event }) => event === 'workflow.followers_changed')).toHaveLength(
    1,
  );
  good(await client.send('PUT', `/${id}/cancel`, {}));
  await instance.runJobs();
  expect((await setFollowers(id, [])).statusCode).toBe(409);
  expect(subjectsTo(stays).at(-1)).toBe('Lease of the mill was canceled');
});

test('a follower stops the mails and takes that back; a bounced one is shown to the sender', async () => {
  const [ada, bob, quiet, gone] = people('Ada', 'Bob', 'Quiet', 'Gone');
  mailServer.onRecipient((address) =>
    address === gone.email ? { code: 550, message: 'no such mailbox' } : 'accept',
  );
  const { id } = await start(
    [ada, bob],
    [
      { ...quiet, when: 'both' },
      { ...gone, when: 'both' },
    ],
  );
  expect(
    mailsTo(quiet)
      .at(-1)
      ?.links.filter((link) => link.endsWith('#stop')),
  ).toHaveLength(1);
  const page = await follow(quiet);
  expect((await page.call('PUT', '/mails', { stopped: true })).json()).toMatchObject({
    follower: { stopped: true },
  });
  const [first, second] = await followersOf(id);
  expect(first).toMatchObject({ stoppedDate: instance.nowSeconds(), mailProblem: null });
  expect(second?.mailProblem).toContain('no such mailbox');
  expect(subjectsTo(sender.profile).at(-1)).toContain('could not be delivered');
  good(await client.send('PUT', `/${id}/cancel`, {}));
  await instance.runJobs();
  expect(mailsTo(quiet)).toHaveLength(1);
  expect((await page.view()).state).toBe('canceled');
  expect((await page.call('PUT', '/mails', { stopped: false })).json()).toMatchObject({
    follower: { stopped: false },
  });
  // The button of a mail program, at the address in the header; whoever is asked to sign has no such button.
  const headerOf = (to: { email: string }, name: string) =>
    mailsTo(to)[0]?.mail.headers.find(({ key }) => key === name)?.value;
  const [, stopUrl = ''] = /^<(.+)>$/.exec(headerOf(quiet, 'list-unsubscribe') ?? '') ?? [];
  const press = (url: string) =>
    instance.inject({ method: 'POST', url, payload: { 'List-Unsubscribe': 'One-Click' } });
  expect((await press(`/follow/${'x'.repeat(43)}`)).statusCode).toBe(404);
  expect((await press(new URL(stopUrl).pathname)).statusCode).toBe(204);
  expect((await page.view()).follower.stopped).toBe(true);
  expect(headerOf(ada, 'list-unsubscribe')).toBeUndefined();
  const calendar = mailsTo(ada)[0]?.mail.attachments.find(({ filename }) => filename === 'deadline.ics');
  expect(calendar?.mimeType).toBe('text/calendar');
  expect(Buffer.from(calendar?.content as Uint8Array).toString()).toMatch(/UID:action-\d+@localhost/);
});

test('a template keeps its followers, and asks who they are where it names none', async () => {
  const [hr, lawyer, ada] = [person('Hr'), person('Lawyer'), person('Ada')];
  const template = await templates.filled([{ name: 'Buyer', type: 'sign' }]);
  const of = template.recipients[0]?.id;
  const put = await templates.send('PUT', `/${template.id}/followers`, {
    followers: [
      { ...hr, when: 'end' },
      { name: 'Lawyer of the buyer', when: 'both', of },
    ],
  });
  const kept = [
    { ...hr, language: null, when: 'end', of: null },
    { name: 'Lawyer of the buyer', email: null, language: null, when: 'both', of },
  ];
  expect(good(put)).toEqual(kept);
  expect(good(await templates.send('GET', `/${template.id}/followers`))).toEqual(kept);
  const unknown = { followers: [{ ...hr, when: 'end', of: 999_999 }] };
  expect(violationsOf(await templates.send('PUT', `/${template.id}/followers`, unknown))).toEqual([
    'followers[0][of]',
  ]);
  const missing = await templates.clone(template.id, { recipients: [ada] });
  expect(violationsOf(missing)).toEqual(['followers[0][email]']);
  const made = await templates.cloned(template.id, {
    recipients: [ada],
    followers: [{ ...lawyer, when: 'both' }],
    hasToBeStarted: true,
  });
  expect(await followersOf(made.id)).toMatchObject([
    { ...lawyer, when: 'both', ofRecipientId: made.recipients[0]?.id },
    { ...hr, when: 'end', ofRecipientId: null },
  ]);
  await instance.runJobs();
  expect(mailsTo(lawyer)).toHaveLength(1);
  expect(mailsTo(hr)).toHaveLength(0);
  const copy = good<{ id: number }>(await client.send('POST', `/${made.id}/duplicate`, {}));
  expect(
    (await followersOf(copy.id)).map(({ name, ofRecipientId }) => [name, ofRecipientId !== null]),
  ).toEqual([
    ['Lawyer', true],
    ['Hr', false],
  ]);
});
