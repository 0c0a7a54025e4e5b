import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { run } from '../conformance/pdf-validators.ts';
import { type Design, enterDesign } from '../support/design-guest.ts';
import { good, openDraftClient, violationsOf, type Workflow } from '../support/draft-client.ts';
import { quickForm } from '../support/instance.ts';
import { folderForThisFile, openInstanceCase, type TimelineEntry } from '../support/instance-case.ts';
import { openMailReceiver } from '../support/mail-receiver.ts';
import { lease } from '../support/quick-sender.ts';
import { forThisFile } from '../support/scratch.ts';
import { followInvitation, INTENT, previewIn } from '../support/signer.ts';

// One of several (interface.md §4).

const mailServer = await forThisFile(openMailReceiver());
const {
  instance,
  sender,
  post: postQuick,
  workflowOf,
  download,
} = await openInstanceCase({
  env: { SMTP_URL: mailServer.url },
});
const client = await openDraftClient(instance, sender, lease);

const folder = await folderForThisFile();

let count = 0;
const person = (name: string) => ({ name, email: `${name.toLowerCase()}${++count}@example.com` });
type Person = ReturnType<typeof person>;
type Choices = {
  step: number;
  group: string;
  required: number;
  members: { actionId: number; status: string }[];
};
type Whole = Workflow & { choices: Choices[] };

const groupOf = (people: readonly Person[], required: number, step = 0) =>
  Object.fromEntries(
    people.flatMap((_person, index) => {
      const at = `steps[${step}][recipients][${index}][choice]`;
      return [
        [`${at}[group]`, 'board'],
        [`${at}[required]`, String(required)],
      ];
    }),
  );

function post(
  people: readonly Person[],
  required: number,
  more: Record<string, string> = {},
  after: Person[] = [],
) {
  const steps = [[...people], ...after.map((each) => [each])].map((recipients) => ({
    type: 'sign' as const,
    recipients,
  }));
  return postQuick({ steps, more: { ...groupOf(people, required), ...more } });
}

async function start(...asked: Parameters<typeof post>) {
  const { id: envelopeId } = good<{ id: string }>(await post(...asked));
  await instance.runJobs();
  const { id } = await workflowOf(envelopeId);
  const read = () => client.read(id) as Promise<Whole>;
  const statuses = async () => (await read()).choices[0]?.members.map(({ status }) => status);
  return { id, envelopeId, read, statuses };
}

const subjectsTo = ({ email }: Person) =>
  mailServer.messages.filter(({ to }) => to.includes(email)).map(({ mail }) => mail.subject);
const timelineOf = async (id: number) => good<TimelineEntry[]>(await client.send('GET', `/${id}/timeline`));
const evidenceOf = async (id: number) =>
  good<{ record: { signers: { name: string; status: string; choice: object | null }[] } }>(
    await client.send('GET', `/${id}/evidence`),
  ).record;

test('the first of two who signs takes the place; the other is told, and nothing is left for them to do', async () => {
  const [ann, bea, carl] = [person('Ann'), person('Bea'), person('Carl')];
  const { id, envelopeId, read, statuses } = await start([ann, bea], 1, {}, [carl]);
  expect(subjectsTo(ann)).toHaveLength(1);
  expect(subjectsTo(bea)).toHaveLength(1);
  const [first, second] = [
    await followInvitation(instance, ann.email),
    await followInvitation(instance, bea.email),
  ];
  await first.fill();
  expect(await first.view()).toMatchObject({
    choice: { required: 1, others: ['Bea'], acted: [], othersSuffice: true },
  });
  const [invitation] = mailServer.messages.filter(({ to }) => to.includes(ann.email));
  expect(invitation?.mail.text).toMatch(/One of several:?\s+1 of 2 are enough: Ann, Bea/);
  // What one has filled in is not for the other.
  const before = await second.view();
  expect(before.fields.map(({ type, value }) => [type, value])).toEqual([['signature', null]]);
  expect((await second.sign()).statusCode).toBe(200);
  expect(await statuses()).toEqual(['released', 'signed']);
  const workflow = await read();
  // Clients in use read words that they know, and a step that waits for nobody.
  expect(workflow.steps.map(({ status }) => status)).toEqual(['signed', 'started']);
  expect(workflow.steps[0]?.actions.map(({ status }) => status)).toEqual(['not_started', 'signed']);
  const [signed, ...others] = workflow.fields.filter(
    ({ role }) => role !== workflow.steps[1]?.actions[0]?.role,
  );
  expect(others).toEqual([]);
  expect(signed?.role).toBe(workflow.steps[0]?.actions[1]?.role);

  expect(await first.view()).toMatchObject({ state: 'released', fields: [], choice: { acted: ['Bea'] } });
  const late = await first.finish((await first.view()).shownHash);
  expect([late.statusCode, late.json().error.message]).toEqual([
    409,
    'Another person has signed in your place; nothing is left for you to do.',
  ]);
  await instance.runJobs();
  expect(subjectsTo(ann)[1]).toBe('Nothing left to do: Lease of the mill');
  expect(subjectsTo(bea)).toHaveLength(1);
  expect((await timelineOf(id)).filter(({ event }) => event === 'action.released')).toMatchObject([
    { detail: 'Ann' },
  ]);
  const reminded = await client.send('POST', `/${id}/remind`, {});
  expect(good<{ reminders: { email: string }[] }>(reminded).reminders).toMatchObject([{ email: carl.email }]);
  const released = workflow.recipients.find(({ name }) => name === 'Ann')?.id;
  const corrected = await client.send('PUT', `/${id}/recipients/${released}`, {
    email: person('Dora').email,
  });
  expect(corrected.statusCode).toBe(409);

  expect((await (await followInvitation(instance, carl.email)).sign()).statusCode).toBe(200);
  await instance.runJobs();
  expect((await read()).status).toBe('signed');
  expect(subjectsTo(ann)).toHaveLength(3);
  const { signers } = await evidenceOf(id);
  const recipientIds = workflow.steps[0]?.actions.map(({ recipientId }) => recipientId);
  expect(signers).toMatchObject([
    { name: 'Ann', status: 'released', choice: { group: 'board', required: 1, recipientIds }, act: null },
    { name: 'Bea', status: 'signed', choice: { group: 'board', required: 1, recipientIds } },
    { name: 'Carl', status: 'signed', choice: null },
  ]);
  // As many signature fields as signatures: nobody can sign in a place that is left.
  const file = join(folder, 'sealed.pdf');
  await writeFile(file, await download(envelopeId));
  const seen = run('pdfsig', ['-nocert', file]).text;
  expect(seen.match(/Signature is Valid/g), seen).toHaveLength(2);
  expect(seen).not.toContain('not signed');
});

test('two of three sign, in places that are free, with what they had filled in', async () => {
  const [ann, bea, carl] = [person('Ann'), person('Bea'), person('Carl')];
  const { id, read, statuses } = await start([ann, bea, carl], 2);
  const [first, second, third] = await Promise.all(
    [ann, bea, carl].map(({ email }) => followInvitation(instance, email)),
  );
  if (!first || !second || !third) throw new Error('three were invited');
  const placeIn = async (link: typeof first) =>
    (await link.view()).fields.map(({ posX, posY }) => [posX, posY]);
  const [one, two] = [await placeIn(first), await placeIn(second)];
  expect(one).not.toEqual(two);
  expect(await placeIn(third)).toEqual(one);
  const { shownHash } = await first.fill();
  expect((await third.sign()).statusCode).toBe(200);
  expect(await statuses()).toEqual(['started', 'started', 'signed']);
  // The place was taken meanwhile: nothing typed is lost, and what would be signed is shown again.
  expect((await first.finish(shownHash)).statusCode).toBe(409);
  expect(await placeIn(first)).toEqual(two);
  expect((await first.view()).fields[0]?.value).not.toBeNull();
  expect((await first.finish((await first.view()).shownHash)).statusCode).toBe(200);
  expect(await statuses()).toEqual(['signed', 'released', 'signed']);
  await instance.runJobs();
  const { status, fields, steps } = await read();
  expect(status).toBe('signed');
  const roles = steps[0]?.actions.filter((each) => each.status === 'signed').map(({ role }) => role);
  expect(fields.map(({ role }) => role).sort()).toEqual(roles?.sort());
  expect((await evidenceOf(id)).signers.map((each) => each.status)).toEqual(['signed', 'released', 'signed']);
});

test('of two who finish at once one signs, and the other loses nothing', async () => {
  const [ann, bea] = [person('Ann'), person('Bea')];
  const { read, statuses } = await start([ann, bea], 1);
  const links = await Promise.all([ann, bea].map(({ email }) => followInvitation(instance, email)));
  const checked = [];
  for (const link of links) {
    const { shownHash } = await link.fill();
    checked.push({ link, previewId: previewIn(await link.preview(shownHash)) });
  }
  const finished = await Promise.all(
    checked.map(({ link, previewId }) => link.call('POST', '/finish', { previewId, intent: INTENT })),
  );
  expect(finished.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
  expect((await statuses())?.sort()).toEqual(['released', 'signed']);
  await instance.runJobs();
  expect((await read()).status).toBe('signed');
  const states = await Promise.all(links.map(async (link) => (await link.view()).state));
  expect(states).toEqual(['completed', 'completed']);
});

test('a decline leaves the place to the others, until too few are left', async () => {
  const [ann, bea] = [person('Ann'), person('Bea')];
  const { id, read, statuses } = await start([ann, bea], 1);
  const first = await followInvitation(instance, ann.email);
  await first.fill();
  expect((await first.call('POST', '/decline', { reason: 'On leave.' })).statusCode).toBe(200);
  expect(await first.view()).toMatchObject({ state: 'done', action: { status: 'declined' } });
  expect([(await read()).status, await statuses()]).toEqual(['started', ['declined', 'started']]);
  await instance.runJobs();
  expect(subjectsTo({ name: 'Sender', email: 'sender@example.com' }).at(-1)).toBe(
    'Ann declined Lease of the mill; others may still act',
  );
  expect((await (await followInvitation(instance, bea.email)).sign()).statusCode).toBe(200);
  await instance.runJobs();
  expect((await read()).status).toBe('signed');
  expect(subjectsTo(ann)).toHaveLength(1);
  expect((await timelineOf(id)).some(({ event }) => event === 'action.released')).toBe(false);

  const other = await start([person('Dan'), bea], 1);
  const [{ email = '' } = {}] = (await other.read()).recipients;
  for (const address of [email, bea.email]) {
    const link = await followInvitation(instance, address);
    expect((await link.view()).choice?.othersSuffice).toBe(address === email);
    await link.call('POST', '/decline', { reason: `No, says ${address}.` });
  }
  expect((await other.read()).status).toBe('declined');
});

test('a group is refused where it contradicts itself, and its fields where nobody could take them', async () => {
  const [ann, bea] = [person('Ann'), person('Bea')];
  expect(violationsOf(await post([ann, bea], 2))).toEqual([
    'steps[0][recipients][0][choice][required]',
    'steps[0][recipients][1][choice][required]',
  ]);
  expect(violationsOf(await post([ann], 1))).toEqual(['steps[0][recipients][0][choice][group]']);
  const box = { type: 'text', page: 1, posX: 10, posY: 60, style: { width: 20, height: 4 } };
  const field = (at: number, more: Record<string, unknown>) =>
    Object.fromEntries(
      Object.entries({ ...box, ...more }).flatMap(([name, value]) =>
        typeof value === 'object' && value !== null
          ? Object.entries(value).map(([key, each]) => [`fields[${at}][${name}][${key}]`, String(each)])
          : [[`fields[${at}][${name}]`, String(value)]],
      ),
    );
  const forSecond = await post([ann, bea], 1, field(0, { recipientEmail: bea.email }));
  expect(violationsOf(forSecond)).toEqual(['fields[0][recipientEmail]']);
  const fixed = field(0, { type: 'name', recipientEmail: ann.email, readOnly: true });
  expect(violationsOf(await post([ann, bea], 1, fixed))).toEqual(['fields']);
  const carl = person('Carl');
  const unlike = await post([ann, bea, carl], 2, field(0, { recipientEmail: ann.email }));
  expect(violationsOf(unlike)).toEqual(['fields']);
});

test('the designer places fields for a group together: it has the roles of a draft’s groups', async () => {
  const people = [person('Ann'), person('Bea'), person('Carl')];
  const steps = [{ type: 'sign' as const, recipients: people }];
  const form = quickForm({ document: lease, steps, more: groupOf(people, 2) });
  const url = '/api/v1/envelopes';
  const { id } = good<{ id: string }>(await sender.call({ method: 'POST', url, ...form }));
  const session = await sender.call({ method: 'GET', url: `${url}/${id}/session` });
  const guest = await enterDesign(instance, good<{ designerUrl: string }>(session).designerUrl);
  const { recipients, choices } = good<Design>(await guest.call('GET'));
  const roles = recipients.flatMap((each) => each.roles.map((role) => role.id));
  expect([roles.length, choices]).toEqual([3, [{ step: 1, group: 'board', required: 2, roles }]]);
  good(await sender.call({ method: 'PUT', url: `${url}/${id}/start` }));
  expect(good<Design>(await guest.call('GET')).choices).toEqual([]);
});

test('keys, values and names are those of who signs in the place', async () => {
  const [ann, bea] = [person('Ann'), person('Bea')];
  const box = {
    page: '1',
    posX: '10',
    'style][width': '20',
    'style][height': '4',
    recipientEmail: ann.email,
  };
  const fields = [
    { ...box, type: 'name', posY: '60', key: 'guardian' },
    { ...box, type: 'text', posY: '70', key: 'relation', required: 'true' },
  ].flatMap((each, at) => Object.entries(each).map(([name, value]) => [`fields[${at}][${name}]`, value]));
  const { id, read } = await start([ann, bea], 1, Object.fromEntries(fields));
  const second = await followInvitation(instance, bea.email);
  await second.fill();
  const shown = await second.view();
  expect(shown.fields.find(({ type }) => type === 'name')?.value).toBe('Bea');
  const text = shown.fields.find(({ type }) => type === 'text')?.id;
  await second.call('PUT', `/fields/${text}`, { value: 'Mother' });
  const finished = await second.finish((await second.view()).shownHash);
  expect(finished.statusCode, finished.body).toBe(200);
  expect(good(await client.send('GET', `/${id}/values`))).toMatchObject({
    guardian: { value: 'Bea', by: bea.email },
    relation: { value: 'Mother', by: bea.email },
  });
  await instance.runJobs();
  expect((await read()).status).toBe('signed');
});

test('drafts, copies and templates keep groups, and one that loses people is none', async () => {
  const people = [person('Ann'), person('Bea'), person('Carl')];
  const { id } = await client.draft();
  const choice = { group: 'board', required: 1 };
  const steps = [
    { type: 'sign', recipients: people.map((each, index) => (index < 2 ? { ...each, choice } : each)) },
  ];
  const set = good<Workflow>(await client.send('PUT', `/${id}/steps`, { steps }));
  const roleOf = (index: number) => set.steps[0]?.actions[index]?.role;
  const placed = (role: number | undefined) => ({
    ...{
      type: 'signature',
      documentId: set.documents[0]?.id,
      page: 1,
      posX: 10,
      posY: 60,
      style: { width: 25, height: 5 },
      role,
    },
  });
  expect((await client.send('PUT', `/${id}/fields`, { fields: [placed(roleOf(1))] })).statusCode).toBe(400);
  good(await client.send('PUT', `/${id}/fields`, { fields: [placed(roleOf(0)), placed(roleOf(2))] }));
  const groupsOf = async (workflowId: number) =>
    ((await client.read(workflowId)) as Whole).choices.map(({ step, group, required, members }) => {
      return { step, group, required, people: members.length };
    });
  const board = { step: 1, group: 'board', required: 1, people: 2 };
  expect(await groupsOf(id)).toEqual([board]);
  good(await client.send('PUT', `/${id}/start`));
  await instance.runJobs();
  expect((await (await followInvitation(instance, people[1]?.email ?? '')).sign()).statusCode).toBe(200);

  const copy = (await client.send('POST', `/${id}/duplicate`)).json() as Whole;
  expect(await groupsOf(copy.id)).toEqual([board]);
  // The fields of the place are those of its first person again, whoever took it.
  const [firstRole] = copy.steps[0]?.actions ?? [];
  expect(copy.fields.map(({ role }) => role)).toContain(firstRole?.role);
  expect(copy.fields).toHaveLength(2);
  const templates = `/api/v1/workspaces/${client.workspaceId}/templates`;
  const made = await sender.call({ method: 'POST', url: templates, payload: { fromWorkflowId: id } });
  const template = made.json() as { id: number; choices: object[] };
  expect(template.choices).toMatchObject([{ step: 1, group: 'board', required: 1 }]);
  const cloned = await sender.call({
    method: 'POST',
    url: `/api/v1/cloner/template/${template.id}/workflow`,
    payload: { workspaceId: client.workspaceId, name: 'Again', recipients: people },
  });
  expect(await groupsOf((cloned.json() as { id: number }).id)).toEqual([board]);

  const kept = copy.recipients.slice(1).map(({ name, email, roles }) => ({ name, email, roles }));
  await client.setRoles(copy.id, kept);
  expect(await groupsOf(copy.id)).toEqual([]);
});
