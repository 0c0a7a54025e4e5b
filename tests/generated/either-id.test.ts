import { expect, test, vi } from 'vitest';
import { type Caller, callersOf, instanceForThisFile, send } from './callers.ts';
import { type Described, describedOperations } from './described.ts';
import { type Ids, openOrganization, spreadIds } from './organization.ts';
import { requestOf, writeRequest } from './requests.ts';

// Interface.md §1: where a path names a workflow, its integer and its 40-character id are both understood.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });
const UNKNOWN = `20260101${'0'.repeat(32)}`;

const instance = await instanceForThisFile();
await spreadIds(instance);
const own = await openOrganization(instance, 'Ada');
const eve = await instance.signIn('Eve', 'eve@example.com');
const stranger: Caller = { name: 'Eve', headers: { cookie: eve.cookie, 'sec-fetch-site': 'same-origin' } };
const [{ id: workspaceId }] = (await eve.call({ method: 'GET', url: '/api/v1/workspaces' })).json();

const named = describedOperations().filter(({ path }) => /\{(workflowId|envelopeId)\}/.test(path));
const KINDS = ['workflowId', 'draftId', 'archivedWorkflowId', 'envelopeId', 'draftEnvelopeId'];

/** The same things, each workflow by its other id. */
async function otherNames(ids: Ids): Promise<Ids> {
  const { rows } = await instance.deps.pool.query('select id, envelope_id from workflows');
  const swap = new Map<unknown, string | number>(
    (rows as { id: number; envelope_id: string }[]).flatMap(({ id, envelope_id: text }) => [
      [Number(id), text] as const,
      [text, Number(id)] as const,
    ]),
  );
  return { ...ids, ...Object.fromEntries(KINDS.map((kind) => [kind, swap.get(ids[kind]) ?? 0])) };
}

async function ask(operation: Described, ids: Ids, [caller] = callersOf(own)) {
  if (!caller) throw new Error('there is no caller');
  const { path, ...request } = requestOf(operation, ids);
  // Ids in bodies are those of the objects themselves.
  const wire = writeRequest(operation, { ...request, path, body: requestOf(operation, own.ids).body });
  const answer = await send(instance, caller, wire);
  // What is made anew for every call: ids of requests, sessions, timestamps.
  const text = answer.body.replaceAll(/"(requestId|session|designerUrl|envelopeView|token)":"[^"]+"/g, '');
  // An archive with a timestamp in it.
  const body = text.startsWith('PK') ? String(answer.headers['content-disposition']) : text;
  return { status: answer.statusCode, body };
}

test('every operation says so', () => {
  expect(named.length).toBeGreaterThan(30);
  const badly = named.flatMap(({ name, parameters }) => {
    const { schema } = parameters.find((each) => /^(workflow|envelope)Id$/.test(each.name)) ?? {};
    const types = (schema?.anyOf ?? []).map(({ type }) => type).sort();
    return String(types) === 'integer,string' ? [] : [name];
  });
  expect(badly).toEqual([]);
});

test.each(named.filter(({ method }) => method === 'GET').map((each) => [each.name, each] as const))(
  '%s answers the same under both',
  async (_name, operation) => {
    const usual = await ask(operation, own.ids);
    expect(usual.status, usual.body).toBe(200);
    expect(await ask(operation, await otherNames(own.ids))).toEqual(usual);
  },
);

test.each(named.map((each) => [each.name, each] as const))(
  '%s: what belongs to another organization is answered as what does not exist',
  async (_name, operation) => {
    const unknown = Object.fromEntries(KINDS.map((kind) => [kind, UNKNOWN]));
    const answer = await ask(operation, { ...(await otherNames(own.ids)), workspaceId }, [stranger]);
    const nothing = await ask(operation, { ...own.ids, ...unknown, workspaceId }, [stranger]);
    const withoutIds = (body: string) => body.replaceAll(/"identifier":[^,]+,/g, '');
    expect({ ...answer, body: withoutIds(answer.body) }).toEqual({
      ...nothing,
      body: withoutIds(nothing.body),
    });
    expect(answer.status === 404 || answer.body.includes('_NOT_FOUND'), answer.body).toBe(true);
  },
);

test('what changes a workflow takes the 40-character id as well', async () => {
  const ids = await otherNames(own.ids);
  const changes = [
    'setPreferences',
    'updateWorkflow',
    'setFields',
    'setRoles',
    'addDocument',
    'startWorkflow',
  ];
  for (const name of [...changes, 'remindRecipients', 'replayDelivery', 'cancelWorkflow']) {
    const operation = named.find((each) => each.name === name);
    if (!operation) throw new Error(`there is no ${name}`);
    const answer = await ask(operation, ids);
    expect([name, answer.status, answer.body], name).not.toContain('_NOT_FOUND');
    expect([name, answer.status]).toEqual([name, expect.not.toBeOneOf([400, 404, 500])]);
    if (answer.body.startsWith('[{"identifier"')) {
      expect(JSON.parse(answer.body)).toMatchObject([
        { identifier: name === 'startWorkflow' ? ids.draftId : ids.workflowId },
      ]);
    }
  }
});
