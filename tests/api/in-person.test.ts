import { expect, test } from 'vitest';
import { actAsAdvanced, readMailedCode } from '../support/advanced-signer.ts';
import { readEvents } from '../support/api-case.ts';
import { enterDesign } from '../support/design-guest.ts';
import { cookieOf, PASSWORD, type Session } from '../support/instance.ts';
import { makeKey, openInstanceCase, workflowOf } from '../support/instance-case.ts';
import { ann, bob } from '../support/quick-sender.ts';
import { followInvitation, signerBy } from '../support/signer.ts';

const { instance, sender, create, timelineOf } = await openInstanceCase();

const PIN = '4711';
const PREFERENCE = 'preferences[0]';

/** A workflow that Ann and Bob sign at the same time, and what a host does with it on one device. */
async function openCounter({ host = sender as Pick<Session, 'call' | 'cookie'>, more = {} } = {}) {
  const id = await create({ steps: [{ type: 'sign', recipients: [ann, bob] }], more });
  await instance.runJobs();
  const workflow = await workflowOf(instance, id);
  const view = (await sender.call({ method: 'GET', url: workflow.path })).json() as {
    recipients: { id: number; name: string }[];
  };
  const idOf = (name: string) => view.recipients.find((each) => each.name === name)?.id ?? 999_999;
  const ask = (name: string, payload: object = {}, by = host) =>
    by.call({ method: 'POST', url: `${workflow.path}/recipients/${idOf(name)}/in-person-session`, payload });
  const tokenFor = async (name: string, payload: object = {}) => {
    const answer = await ask(name, payload);
    expect(answer.statusCode, answer.body).toBe(200);
    return new URL((answer.json() as { url: string }).url).hash.slice(1);
  };
  return { id, workflow, ask, idOf, tokenFor };
}

const post = (url: string, payload: object, cookie = '') =>
  instance.inject({ method: 'POST', url, headers: { cookie, 'sec-fetch-site': 'same-origin' }, payload });
const look = (token: string, cookie = '') => post('/api/v1/signing/in-person', { token }, cookie);
const start = (token: string, cookie = '', pin: string | undefined = PIN) =>
  post('/api/v1/signing/in-person/start', { token, ...(pin ? { pin } : {}) }, cookie);
const unlock = (cookie: string, pin = PIN) => post('/api/v1/account/unlock', { pin }, cookie);
const statusOf = async (cookie: string) =>
  (await instance.inject({ method: 'GET', url: '/api/v1/account/status', headers: { cookie } })).json();
/** A host with a session of their own, in the sender's place. */
async function signInHost() {
  const payload = { email: 'sender@example.com', password: PASSWORD };
  const answer = await instance.inject({ method: 'POST', url: '/api/v1/account/sign-in', payload });
  const cookie = cookieOf(answer);
  const call: Session['call'] = (request) =>
    instance.inject({ ...request, headers: { cookie, 'sec-fetch-site': 'same-origin' } });
  return { cookie, call };
}

interface Evidence {
  signers: { authentication: object[]; reached: { identification: string; weakestLink: string } }[];
}

/** The evidence of a workflow, and its certificate of completion as text. */
async function readEvidence(path: string): Promise<{ record: Evidence; text: string }> {
  const answer = await sender.call({ method: 'GET', url: `${path}/evidence` });
  const { record } = answer.json() as { record: Evidence };
  return { record, text: answer.body };
}

/** The device of a host, handed to a person who has the session of their link on it. */
async function handDevice(counter: Awaited<ReturnType<typeof openCounter>>, name: string, cookie: string) {
  const taken = await start(await counter.tokenFor(name), cookie);
  expect(taken.statusCode, taken.body).toBe(200);
  const { link } = taken.json() as { link: string };
  return { link, taken, signer: signerBy(instance, { cookie: `${cookie}; ${cookieOf(taken)}`, link }) };
}

test('two people sign on the device of a host in turn, and reach nothing else of the host', async () => {
  const counter = await openCounter();
  let { cookie } = await signInHost();
  for (const [name, next] of [
    ['Ann', 'Bob'],
    ['Bob', null],
  ] as const) {
    const token = await counter.tokenFor(name);
    expect((await look(token, cookie)).json()).toEqual({
      ...{ way: 'device', recipientName: name, hostName: 'Sender', needsPin: true },
    });
    for (const pin of ['', '123', '1234567', 'abcd'])
      expect((await start(token, cookie, pin)).json().error.violations).toHaveProperty('pin');
    const { signer, link, taken } = await handDevice(counter, name, cookie);
    expect(taken.headers['clear-site-data']).toBe('"cache"');
    // Nothing of the host is left in this browser, whatever is opened in it.
    for (const url of ['/api/v1/profile', counter.workflow.path, '/api/v1/workspaces', '/api/v1/api-keys']) {
      const answer = await instance.inject({ method: 'GET', url, headers: { cookie } });
      expect([url, answer.statusCode]).toEqual([url, 401]);
      expect(answer.headers['cache-control']).toContain('no-store');
    }
    const lock = { hostName: 'Sender', triesLeft: 5, signingPage: `/signing/${link}` };
    expect(await statusOf(cookie)).toMatchObject({ signedIn: false, language: null, lock });
    expect((await signer.view()) as object).toMatchObject({
      ...{ state: 'open', hosted: { way: 'device', host: 'Sender' }, recipient: { name } },
    });
    const signed = await signer.sign();
    expect(signed.statusCode, signed.body).toBe(200);
    const back = await signer.call('POST', '/hand-back');
    expect(back.json()).toEqual({ next: '/locked' });
    // What they signed is closed as well, also to whoever has copied the cookie of the link.
    expect((await signer.call('GET')).statusCode).toBe(404);
    expect(await statusOf(cookie)).toMatchObject({ lock: { ...lock, signingPage: null } });
    const unlocked = await unlock(cookie);
    const { id, workspace_id: space } = counter.workflow;
    expect(unlocked.json()).toEqual({ returnPath: `/documents/${space}/${id}?inPerson=next` });
    // A copy of the cookie that was made meanwhile opens nothing.
    expect(await statusOf(cookie)).toMatchObject({ signedIn: false, lock: null });
    cookie = cookieOf(unlocked);
    expect(await statusOf(cookie)).toMatchObject({ signedIn: true, lock: null });
    if (next === null) await instance.runJobs();
  }
  const timeline = await timelineOf(counter.id);
  const handed = timeline.filter(({ event }) => event === 'link.handed_over');
  expect(handed.map(({ detail, actor }) => [detail, actor?.name])).toEqual([
    ...[
      ['Ann', 'Sender'],
      ['Ann', 'Sender'],
      ['Bob', 'Sender'],
      ['Bob', 'Sender'],
    ],
  ]);
  const events = await readEvents(instance, counter.workflow.id);
  const hosted = { way: 'device', host: 'Sender' };
  for (const name of ['link.opened', 'consent.given', 'action.signed'])
    for (const { actor } of events.filter((each) => each.name === name))
      expect([name, actor]).toEqual([name, expect.objectContaining({ hosted })]);
  // The evidence claims no mailbox, and the signature says so by the policy of its certificate.
  const { record, text } = await readEvidence(counter.workflow.path);
  const signers = record.signers.map(({ authentication, reached }) => [
    authentication,
    reached.identification,
  ]);
  const [time, said] = [expect.anything(), null];
  // The second one is of a browser that shows no cookie of a known device.
  expect(signers).toEqual([
    [[{ method: 'in-person-known-device', reference: 'Sender', time, said }], 'in-person'],
    [[{ method: 'in-person', reference: 'Sender', time, said }], 'in-person'],
  ]);
  expect(record.signers[0]?.reached.weakestLink).toContain('the host could have acted instead');
  expect(text).not.toContain('Control of the mailbox');
  const [opened] = events.filter(({ name }) => name === 'link.opened');
  expect(opened?.detail).toMatchObject({ isDeviceKnown: true, recipientName: 'Ann' });
});

test('a PIN is guessed five times, also at once; then the host signs in, and nobody else', async () => {
  const counter = await openCounter();
  const { cookie } = await signInHost();
  const { link } = await handDevice(counter, 'Ann', cookie);
  const guesses = await Promise.all(
    ['0000', '1111', '2222', '3333', '4444', '5555'].map((pin) => unlock(cookie, pin)),
  );
  expect(guesses.map(({ statusCode }) => statusCode)).toEqual(Array(6).fill(401));
  expect(await statusOf(cookie)).toMatchObject({ lock: { triesLeft: 0, signingPage: `/signing/${link}` } });
  expect((await unlock(cookie)).json().error.message).toContain('sign in instead');
  expect((await unlock('')).statusCode).toBe(401);
  // The lock is not shaken off by leaving, or as somebody else.
  expect((await post('/api/v1/account/sign-out', {}, cookie)).statusCode).toBe(403);
  const email = 'guest@example.com';
  await instance.signIn('Guest', email);
  const asGuest = await post('/api/v1/account/sign-in', { email, password: PASSWORD }, cookie);
  expect(asGuest.statusCode).toBe(403);
  expect(await statusOf(cookie)).toMatchObject({ lock: { triesLeft: 0 } });
  const payload = { email: 'sender@example.com', password: PASSWORD };
  const asHost = await post('/api/v1/account/sign-in', payload, cookie);
  expect(asHost.statusCode).toBe(200);
  expect(await statusOf(cookieOf(asHost))).toMatchObject({ signedIn: true, lock: null });
});

test('what other links have left on the device is closed while it is handed over', async () => {
  const counter = await openCounter();
  const own = await create({
    steps: [{ type: 'sign', recipients: [{ name: 'Cy', email: 'cy@example.com' }] }],
  });
  await instance.runJobs();
  const other = await followInvitation(instance, 'cy@example.com');
  const addresses = await sender.call({ method: 'GET', url: `/api/v1/envelopes/${own}/session` });
  const design = await enterDesign(instance, (addresses.json() as { envelopeView: string }).envelopeView);
  const { cookie } = await signInHost();
  const read = async (url: string, more: string) =>
    (await instance.inject({ url, headers: { cookie: `${cookie}; ${more}` } })).statusCode;
  const others = async () => [
    await read(other.base, other.headers.cookie),
    await read(`/api/v1/design/${design.id}`, design.cookie),
  ];
  expect(await others()).toEqual([200, 200]);
  const { signer } = await handDevice(counter, 'Ann', cookie);
  expect((await signer.call('GET')).statusCode).toBe(200);
  expect(await others()).toEqual([404, 404]);
  // Nor is it handed on from there.
  const second = await openCounter();
  expect((await start(await second.tokenFor('Ann'), cookie)).json().error.code).toBe(
    'WORKFLOW_STATUS_CONFLICT',
  );
  // Nothing that would outlast the visit is set up on the device of somebody else.
  for (const path of ['/handover', '/passkeys/code'])
    expect([path, (await signer.call('POST', path, { language: 'en', code: '1' })).statusCode]).toEqual([
      path,
      409,
    ]);
  expect((await signer.call('GET', '/passkeys')).json()).toMatchObject({ offered: false });
});

test('an address counts once, within its minutes, and until there is another one', async () => {
  const counter = await openCounter();
  const replaced = await counter.tokenFor('Ann');
  const token = await counter.tokenFor('Ann');
  expect([(await look(replaced)).statusCode, (await start(replaced)).statusCode]).toEqual([404, 404]);
  const answers = await Promise.all([1, 2, 3].map(() => start(token)));
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 404, 404]);
  const late = await counter.tokenFor('Bob');
  instance.advance(299);
  expect((await look(late)).statusCode).toBe(200);
  instance.advance(1);
  expect([(await look(late)).statusCode, (await start(late)).statusCode]).toEqual([404, 404]);
  const copied = await counter.tokenFor('Bob', { way: 'link' });
  instance.advance(899);
  expect((await look(copied)).json()).toMatchObject({ way: 'link', needsPin: false });
  instance.advance(1);
  expect((await start(copied)).statusCode).toBe(404);
  // On the device of a host, the session ends after two hours.
  const [taken] = answers.filter(({ statusCode }) => statusCode === 200);
  if (!taken) throw new Error('nothing was opened');
  const { link } = taken.json() as { link: string };
  const cookie = cookieOf(taken);
  const read = () => instance.inject({ method: 'GET', url: `/api/v1/signing/${link}`, headers: { cookie } });
  expect((await read()).statusCode).toBe(200);
  instance.advance(7_200);
  expect((await read()).statusCode).toBe(404);
});

test('a copied link is recorded, locks the host alone, and leads to its own person', async () => {
  const counter = await openCounter();
  const { cookie: hosts } = await signInHost();
  const copied = await counter.tokenFor('Ann', { way: 'link' });
  expect((await look(copied, hosts)).json()).toMatchObject({ needsPin: true });
  const anns = await instance.signIn('Ann', 'ann@example.com');
  expect((await look(copied, anns.cookie)).json()).toMatchObject({ needsPin: false });
  const taken = await start(copied, anns.cookie, '');
  expect(taken.statusCode, taken.body).toBe(200);
  expect(await statusOf(anns.cookie)).toMatchObject({ signedIn: true, lock: null });
  const { link } = taken.json() as { link: string };
  const signer = signerBy(instance, { cookie: cookieOf(taken), link });
  expect((await signer.sign()).statusCode).toBe(200);
  expect((await signer.view()) as object).toMatchObject({ hosted: { way: 'link', host: 'Sender' } });
  const [entry] = (await timelineOf(counter.id)).filter(({ event }) => event === 'link.copied');
  expect(entry).toMatchObject({ detail: 'Ann', actor: { name: 'Sender' } });
  const bobs = await counter.tokenFor('Bob', { way: 'link' });
  const own = signerBy(instance, { cookie: cookieOf(await start(bobs)), link });
  expect((await own.call('GET')).statusCode).toBe(404);
  expect((await start(await counter.tokenFor('Bob', { way: 'link' }), hosts)).statusCode).toBe(200);
  expect(await statusOf(hosts)).toMatchObject({ signedIn: false, lock: { hostName: 'Sender' } });
});

test('who may not hand over is refused, and nothing is handed over that is not open', async () => {
  const counter = await openCounter();
  const { key } = await makeKey(sender as Session, { scopes: ['workflows:write'] });
  const byKey: Session['call'] = (request) =>
    instance.inject({ ...request, headers: { authorization: '', 'x-api-key': key } });
  const refused = async (answer: ReturnType<typeof counter.ask>) => (await answer).json().error.code;
  expect(await refused(counter.ask('Ann', {}, { call: byKey, cookie: '' }))).toBe(
    'UNAUTHORIZED_TO_PERFORM_THIS_ACTION',
  );
  expect(await refused(counter.ask('Nobody'))).toBe('NOT_FOUND');
  for (const returnUrl of ['http://example.com', 'https://a@b.example', 'javascript:1'])
    expect((await counter.ask('Ann', { returnUrl })).json().error.violations).toHaveProperty('returnUrl');
  const forbidden = await openCounter({
    more: { [`${PREFERENCE}[name]`]: 'WorkflowInPersonPreference', [`${PREFERENCE}[value]`]: '0' },
  });
  expect(await refused(forbidden.ask('Ann'))).toBe('WORKFLOW_STATUS_CONFLICT');
  for (const [{ workflow }, inPerson] of [
    [forbidden, false],
    [counter, true],
  ] as const)
    expect((await sender.call({ method: 'GET', url: workflow.path })).json()).toMatchObject({ inPerson });
  const early = await counter.tokenFor('Ann');
  const bobsToken = await counter.tokenFor('Bob', { returnUrl: 'https://example.com/counter' });
  const { signer } = await handDevice(counter, 'Ann', (await signInHost()).cookie);
  expect((await signer.call('POST', '/decline', { reason: 'No' })).statusCode).toBe(200);
  expect(await refused(counter.ask('Bob'))).toBe('WORKFLOW_STATUS_CONFLICT');
  expect((await start(early)).statusCode).toBe(404);
  expect((await start(bobsToken)).json().error.code).toBe('WORKFLOW_STATUS_CONFLICT');
  const declined = (await readEvents(instance, counter.workflow.id)).find(
    ({ name }) => name === 'action.declined',
  );
  expect(declined?.actor).toMatchObject({ hosted: { way: 'device', host: 'Sender' } });
});

test('what the level asks for besides is asked for in person as well, and the certificate claims no mailed link', async () => {
  const email = 'ada@example.com';
  const recipients = [{ name: 'Ada', email, identification: 'code-mail' }];
  const id = await create({ type: 'advanced', steps: [{ type: 'sign', recipients }] });
  await instance.runJobs();
  const { path } = await workflowOf(instance, id);
  const view = (await sender.call({ method: 'GET', url: path })).json() as { recipients: { id: number }[] };
  const url = `${path}/recipients/${view.recipients[0]?.id}/in-person-session`;
  const made = (await sender.call({ method: 'POST', url, payload: {} })).json() as { url: string };
  const taken = await start(new URL(made.url).hash.slice(1));
  const { link } = taken.json() as { link: string };
  const ada = await actAsAdvanced(instance, signerBy(instance, { cookie: cookieOf(taken), link }));
  const { previewId } = await ada.preview();
  await expect(ada.press(previewId)).resolves.toMatchObject({ statusCode: 409 });
  expect((await ada.askForCode(previewId)).json()).toMatchObject({ method: 'code-mail', to: email });
  await instance.runJobs();
  const { code } = await readMailedCode(sender);
  expect((await ada.enterCode(previewId, code)).statusCode).toBe(200);
  expect((await ada.press(previewId)).statusCode).toBe(200);
  await instance.runJobs();
  const { record } = await readEvidence(path);
  expect(record.signers).toMatchObject([
    {
      authentication: [{ method: 'in-person' }, { method: 'code-mail' }],
      reached: { identification: 'in-person-code-mail', weakestLink: expect.not.stringContaining('too') },
    },
  ]);
});
