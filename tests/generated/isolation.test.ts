import { isScope, type Scope } from '@paraph/domain';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { thawOrganization } from '../../server/src/organization-moves/freeze-organization.ts';
import { pathCondition, rootOf, type Table } from '../../server/src/organization-moves/owned-rows-store.ts';
import { folderPlace } from '../support/backup.ts';
import { findRowProblems } from '../support/belongings.ts';
import { moveThrough } from '../support/next-cell.ts';
import { readAgain, readTables, takeOut } from '../support/organization-archive.ts';
import { folderForThisTest } from '../support/scratch.ts';
import { isInShare, isWhole, shareName } from '../support/share.ts';
import {
  type Answer,
  type Caller,
  callersOf,
  callersWith,
  callersWithout,
  instanceForThisFile,
  NO_CALLER,
  send,
} from './callers.ts';
import { describedOperations } from './described.ts';
import { type Ids, type Organization, openOrganization, randomIds, spreadIds } from './organization.ts';
import { type Question, questionsAbout, unaskedIds } from './questions.ts';
import { requestOf, writeRequest } from './requests.ts';

// Two organizations, and every operation that names a thing: what belongs to the other organization must answer
// exactly as ids that do not exist. Operations come from the contract; a new one is taken up by itself, or a test says what
// it needs.
// Hundreds of calls each: a second on an idle machine, a minute on a busy one.
vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 });

const instance = await instanceForThisFile();
await spreadIds(instance);
// The first account runs the instance and may read its mailbox, so it is the one to be kept from the other.
const theirs = await openOrganization(instance, 'Ada');
const ours = await openOrganization(instance, 'Bea');
const questions = questionsAbout(theirs.ids);
let before: Map<string, string>;
beforeAll(async () => {
  before = await readAll();
});

/** A picture is public to those who have its address: its key is 128 random bits (interface.md §3). */
const OPENED_BY_KEY = new Set(['readPicture']);

/**
 * Who names things of the other organization one kind at a time, beside things of their own. The others name all at
 * once: an administrator and an editor may do a part of what the owner may, and a token has the scopes of the key. The
 * two that may do most are asked everything at each run, and half of it apart; the others a third.
 */
const ASKED_BY_EACH_KIND = new Set(['owner', 'viewer', 'custom', 'key', 'signer', NO_CALLER.name]);
const ASKED_EVERYTHING = new Set(['owner', 'signer']);

/** An id only chooses among what is theirs: nothing is found, and the answer says so of any id. */
const CHOOSES: Readonly<Record<string, string>> = {
  listOrganizationEvents: 'userId',
  exportOrganizationEvents: 'userId',
  exportAnswers: 'workflowId',
};

/** An unknown number of a field is that of a new one in the same request. */
const TAKES_NEW_NUMBERS = new Set(['setFields', 'setTemplateFields', 'saveDesign']);

const wireOf = ({ operation, request }: Question, ids: Ids) => writeRequest(operation, request(ids));
const nameOf = ({ operation, about }: Question) => `${operation.name} ${about}`.trim();
const ownerOf = (organization: Organization, { operation }: Question): Caller => {
  const name = operation.access === 'signer' ? 'signer' : 'owner';
  return callersOf(organization).find((caller) => caller.name === name) ?? NO_CALLER;
};

/** All that their owner can read by ids, or some of it. */
async function readAll(names?: ReadonlySet<string>): Promise<Map<string, string>> {
  const read = new Map<string, string>();
  for (const question of questions.filter(({ operation }) => operation.method === 'GET')) {
    if (names && !names.has(nameOf(question))) continue;
    const answer = await send(instance, ownerOf(theirs, question), wireOf(question, theirs.ids));
    read.set(nameOf(question), bare(answer.body));
  }
  return read;
}

const changedIn = (former: Map<string, string>, later: Map<string, string>) =>
  new Set([...later].flatMap(([name, body]) => (former.get(name) === body ? [] : [name])));

/** Without what is new at every call: its number, and the timestamp over a record that is not final yet. */
function bare(body: string): string {
  return body.replace(/"requestId":"\w+"/, '').replace(/("seal":\{"sha256":"\w+","token":")[^"]+/, '$1');
}

/** What a client can distinguish in an answer, whichever id it named. */
function told(answer: Answer, ids: readonly (string | number)[]): string {
  const known = new Set(ids.map(String));
  // What is made at each call has a number of its own.
  const isId = (word: string) => known.has(word) || /^\d{5,9}$/.test(word);
  const body = bare(answer.body).replaceAll(/\w+/g, (word) => (isId(word) ? '#' : word));
  return `${answer.statusCode} ${Object.keys(answer.headers).sort()} ${body}`;
}

/** Asks every question about things of theirs, one kind at a time and all together, and about ids that do not exist. */
async function leaksTo(caller: Caller): Promise<{ asked: number; leaks: string[] }> {
  const leaks: string[] = [];
  let asked = 0;
  const random = randomIds(theirs.ids);
  const isAskedEverything = ASKED_EVERYTHING.has(caller.name);
  for (const [at, question] of questions.entries()) {
    if (!isAskedEverything && !isInShare(at, 3)) continue;
    const { operation, kinds } = question;
    const together = kinds.length > 1 && !OPENED_BY_KEY.has(operation.name) ? [kinds] : [];
    const isApart = ASKED_BY_EACH_KIND.has(caller.name) && (!isAskedEverything || isInShare(at, 2));
    const alone = together.length === 0 || isApart ? kinds : [];
    for (const swapped of [...alone.map((kind) => [kind]), ...together]) {
      const answerAbout = async (from: Ids) => {
        const named = swapped.map((kind) => from[kind] ?? 0);
        const ids = { ...ours.ids, ...Object.fromEntries(swapped.map((kind, at) => [kind, named[at] ?? 0])) };
        return told(await send(instance, caller, wireOf(question, ids)), named);
      };
      const [foreign, unknown] = [await answerAbout(theirs.ids), await answerAbout(random)];
      asked += 1;
      if (foreign !== unknown) leaks.push(`${nameOf(question)}, ${swapped}: ${foreign} but ${unknown}`);
      // Equal answers say nothing where both did what was asked.
      const isChosen = CHOOSES[operation.name] === swapped.join();
      const isTaken = isChosen || TAKES_NEW_NUMBERS.has(operation.name);
      if (/^2/.test(foreign) && !foreign.includes('_NOT_FOUND') && !isTaken)
        leaks.push(`${nameOf(question)}, ${swapped}: ${foreign}`);
    }
  }
  return { asked, leaks };
}

test('each row of a table that belongs to organizations belongs to one, and names rows of that one alone', async () => {
  const query = async (text: string) => (await instance.deps.pool.query(text)).rows;
  const { problems, filled } = await findRowProblems(query);
  expect(problems).toEqual([]);
  expect(filled.size).toBeGreaterThan(60);
});

test('the archive of an organization has each of its rows once, and no word of the other', async () => {
  const place = await folderPlace(await folderForThisTest());
  const query = async (text: string) => (await instance.deps.pool.query(text)).rows;
  const of = (organization: Organization) => Number(organization.ids.organizationId);
  const manifest = await takeOut(instance, place, { organizationId: of(theirs), freezes: true });
  await thawOrganization(instance.deps, of(theirs));
  const tables = await readTables(place, manifest);
  const wrong: string[] = [];
  for (const [table, rows] of tables) {
    if (rootOf(table as Table) !== 'organizations') continue;
    const count = (id: string) =>
      `select count(*)::int as count from ${table} r where ${pathCondition(table as Table, 'r', (each) => `${each} = ${id}`)}`;
    const [owned] = await query(count(String(of(theirs))));
    if (owned?.count !== rows.length) wrong.push(`${table}: ${rows.length} of ${owned?.count}`);
  }
  expect(wrong).toEqual([]);
  expect([...tables].filter(([, rows]) => rows.length > 0).length).toBeGreaterThan(60);
  const people = [...(tables.get('users') ?? [])].map(({ email }) => email);
  const others = Object.values(ours.people).map(({ profile }) => profile.email);
  const known = Object.values(theirs.people).map(({ profile }) => profile.email);
  expect(people).toEqual(expect.arrayContaining(known));
  const texts = JSON.stringify([...tables]);
  expect(others.filter((email) => texts.includes(email))).toEqual([]);
  expect((await readAgain(place)).damaged).toEqual([]);
  const { again, secrets, ...rest } = await moveThrough(instance, place, manifest);
  expect(rest).toEqual({ lacking: [], owners: [] });
  expect(again).toMatchObject({ unreadable: [], brokenTrails: [], origins: { length: 2 } });
  const [there = [], elsewhere = []] = secrets;
  expect(there.length).toBeGreaterThan(8);
  expect(elsewhere).toEqual(expect.arrayContaining(there));
});

test('every id that a body can hold is asked about', () => {
  const unasked = describedOperations().flatMap((operation) =>
    unaskedIds(operation, theirs.ids).map(
      (name) =>
        `${operation.name}: give ${name} in SPECIALS of tests/generated/requests.ts, under body or more`,
    ),
  );
  expect(unasked).toEqual([]);
});

describe('what belongs to another organization answers as what does not exist', () => {
  test.each([...callersOf(ours), NO_CALLER])(`to $name, ${shareName}`, async (caller) => {
    const { asked, leaks } = await leaksTo(caller);
    expect(leaks).toEqual([]);
    expect(asked).toBeGreaterThan(isWhole || ASKED_EVERYTHING.has(caller.name) ? 200 : 70);
  });

  test('and stays as it was', async () => {
    const after = await readAll();
    const changed = changedIn(before, after);
    // A way into the designer, and a record that is sealed when asked for, never read the same twice.
    const unsteady = changedIn(after, await readAll(changed));
    expect([...changed].filter((name) => !unsteady.has(name))).toEqual([]);
    expect(before.size - unsteady.size).toBeGreaterThan(20);
  });
});

describe('a scope that is missing', () => {
  const byScope = Map.groupBy(
    describedOperations().filter(({ access, scope }) => access === 'caller' && scope !== null),
    ({ scope }) => scope ?? '',
  );

  test.each([...byScope.keys()].filter(isScope))(
    '%s is named, whatever is asked, and alone lets in',
    async (scope: Scope) => {
      const bad: string[] = [];
      const [lacking, having] = [await callersWithout(theirs, scope), await callersWith(theirs, [scope])];
      for (const operation of byScope.get(scope) ?? []) {
        const answerTo = (caller: Caller, ids: Ids) =>
          send(instance, caller, writeRequest(operation, requestOf(operation, ids)));
        for (const caller of lacking) {
          for (const ids of [theirs.ids, ours.ids, randomIds(theirs.ids)]) {
            const answer = await answerTo(caller, ids);
            const isNamed = answer.statusCode === 403 && answer.json().error.message.includes(scope);
            if (!isNamed)
              bad.push(`${operation.name} by ${caller.name}: ${answer.statusCode} ${answer.body}`);
          }
        }
        for (const caller of having) {
          // About nothing that is there, so that nothing changes.
          const answer = await answerTo(caller, randomIds(theirs.ids));
          if (answer.statusCode === 401 || answer.body.includes(`lacks the scope ${scope}`))
            bad.push(`${operation.name} by ${caller.name}: ${answer.statusCode} ${answer.body}`);
        }
      }
      expect(bad).toEqual([]);
    },
  );
});

test('what the pages alone may call is closed to keys and tokens', async () => {
  const bad: string[] = [];
  for (const operation of describedOperations().filter(({ access }) => access === 'session')) {
    for (const caller of callersOf(theirs).filter(({ name }) => name === 'key' || name === 'token')) {
      const wire = writeRequest(operation, requestOf(operation, theirs.ids));
      const answer = await send(instance, caller, wire);
      // Beside a token the cookie of a foreign page is looked at first; either way the request is refused.
      if (answer.statusCode !== 401) bad.push(`${operation.name} by ${caller.name}: ${answer.statusCode}`);
    }
  }
  expect(bad).toEqual([]);
});

test('without credentials nothing is answered but what is for everybody', async () => {
  const bad: string[] = [];
  for (const operation of describedOperations().filter(({ access }) => /^(caller|session)$/.test(access))) {
    const answer = await send(instance, NO_CALLER, writeRequest(operation, requestOf(operation, theirs.ids)));
    const isAsked = answer.statusCode === 401 && answer.headers['www-authenticate'] === 'Bearer';
    if (!isAsked) bad.push(`${operation.name}: ${answer.statusCode} ${answer.body}`);
  }
  expect(bad).toEqual([]);
});

/** What every member of an organization may read of it. */
const FOR_MEMBERS = new Set([
  ...['listMembers', 'listRoles', 'readOrganizationPicture', 'readLevels', 'readContactSettings'],
  'readFactorPolicy',
]);

/** What members may do about themselves, as the editor is asked to here: the heir is made up, so that nothing happens. */
const ABOUT_THEMSELVES = new Map([
  ['previewHandOver', 200],
  ['handOverMember', 404],
]);

/** What all who may create workflows share, whoever made it. */
const SHARED = new Set([
  ...['createContact', 'updateContact', 'deleteContact', 'importContacts'],
  ...['createMessageTemplate', 'updateMessageTemplate', 'deleteMessageTemplate'],
  ...['createFieldBlock', 'updateFieldBlock', 'deleteFieldBlock'],
]);

test.each(['editor', 'viewer', 'custom'])('%s reads of the organization, and runs nothing', async (name) => {
  const caller = callersOf(theirs).find((each) => each.name === name) ?? NO_CALLER;
  const bad: string[] = [];
  for (const operation of describedOperations()) {
    // What of it counts for a workflow is for those who may see that one.
    const isOfOrganization = /^\/api\/v1\/organization(\/|$)/.test(operation.path);
    if (!isOfOrganization || operation.name === 'readWorkflowRetention') continue;
    const request = requestOf(operation, theirs.ids);
    const query = { ...request.query, organizationId: theirs.ids.organizationId };
    const answer = await send(instance, caller, writeRequest(operation, { ...request, query }));
    const own = name === 'editor' ? ABOUT_THEMSELVES.get(operation.name) : undefined;
    const status = own ?? (FOR_MEMBERS.has(operation.name) ? 200 : 403);
    if (answer.statusCode !== status) bad.push(`${operation.name}: ${answer.statusCode} ${answer.body}`);
  }
  expect(bad).toEqual([]);
});

test.each(['viewer', 'custom'])('%s changes nothing of what others made in the workspace', async (name) => {
  const caller = callersOf(theirs).find((each) => each.name === name) ?? NO_CALLER;
  const bad: string[] = [];
  for (const question of questions) {
    const { method, access, path } = question.operation;
    if (method === 'GET' || access !== 'caller' || !/\{(workspaceId|envelopeId|workflowId)\}/.test(path))
      continue;
    const { name: asked } = question.operation;
    // A copy for themselves of what they see.
    if (asked === 'createExport') continue;
    // Creating is permitted here, too.
    if (name === 'custom' && (asked === 'createWorkflow' || SHARED.has(asked))) continue;
    const answer = await send(instance, caller, wireOf(question, theirs.ids));
    const items = answer.statusCode === 200 ? answer.json() : null;
    const isRefused =
      Array.isArray(items) && items.length > 0 && items.every(({ result }) => result === false);
    if (![403, 404].includes(answer.statusCode) && !isRefused) {
      bad.push(`${nameOf(question)}: ${answer.statusCode} ${answer.body}`);
    }
  }
  expect(bad).toEqual([]);
});

/** Where the thing was found and judged, and something else stood in the way. */
const JUDGED: Record<string, RegExp> = {
  // The owner is a person: programs show signing.
  createEmbeddedSession: /Programs show signing/,
  openEmbeddedSession: /There is no such session/,
  createEmbeddedDesign: /Programs show signing/,
  openEmbeddedDesign: /There is no such session/,
  // The designer that opens by its address changes fields alone.
  setDesignPeople: /are set by the page that shows it/,
  addDesignDocument: /are set by the page that shows it/,
  removeDesignDocument: /are set by the page that shows it/,
  createTag: /There is a tag of this name/,
  createContact: /There is a contact with this address/,
  createFieldBlock: /There is a block of fields with this name/,
  createMessageTemplate: /There is a message template with this name/,
  saveUnfinishedDocument: /Is no file of this document/,
  // The link of a mail of theirs, made up.
  stopMails: /This link is not whole/,
  // Who is to take over is made up.
  handOverMember: /There is no such member/,
  // The account alone opens no link.
  readKeptMarks: /This link does not work/,
  takeKeptMark: /This link does not work/,
  addSteps: /in a step already/,
  addTemplateSteps: /in a step already/,
  createTemplate: /Give one of document/,
  previewSigning: /This field is required/,
  finishSigning: /This field is required/,
  readIdentification: /This field is required/,
  requestSigningCode: /This field is required/,
  enterSigningCode: /This field is required/,
  beginIdentityVisit: /This field is required/,
  askForPasskey: /This field is required/,
  proveByPasskey: /This field is required/,
  proveMailbox: /This code is not right/,
  // The places of the template have changed meanwhile.
  updatePublicLink: /Must be another placeholder/,
  mailPasskeyCode: /after you have signed/,
  beginPasskey: /after you have signed/,
  addPasskey: /This passkey cannot be used/,
  tryIdentityProvider: /has not set up an identity provider/,
  checkConnectionDomain: /No DNS server answered/,
  checkLinkHost: /No DNS server answered|has set no host/,
  // Nobody here has one.
  resetMemberFactor: /Has no second factor/,
  cancelFactorReset: /No reset is under way/,
  // Nothing listens there.
  listSealCredentials: /could not be reached/,
  saveSealCredential: /could not be reached|is switched off/,
  deleteSealCredential: /No certificate of a provider is set/,
  readSignerCertificate: /no certificate before the end/,
  readFollowerCertificate: /no certificate before the end/,
  reassignSigning: /has not allowed passing this on/,
  nameWitness: /has not asked you to name a witness/,
  deleteWorkspace: /another workspace/,
  createRole: /There is a role of this name/,
  deleteRole: /ha(s|ve) this role/,
  placeHold: /and only one/,
  previewRetention: /not both/,
  // Agents are off until an administrator allows them.
  decideAgentRequest: /Agents are off/,
  // Nobody lets an app act as an agent.
  endAgentApp: /no such app among those that members allow/,
  // Only the page that follows a password reset may ask this.
  endAccessAfterReset: /This page is too old/,
};

test('their owner is answered: the things that were asked about are there', async () => {
  const bad: string[] = [];
  const order = ['GET', 'POST', 'PUT', 'DELETE'];
  const deleted = new Set<string>();
  // What has more to say comes first, so that it is said before a thing is gone.
  const asked = [...questions].sort(
    (a, b) =>
      order.indexOf(a.operation.method) - order.indexOf(b.operation.method) ||
      b.kinds.length - a.kinds.length,
  );
  for (const question of asked) {
    const { name } = question.operation;
    if (deleted.has(name)) continue;
    const answer = await send(instance, ownerOf(theirs, question), wireOf(question, theirs.ids));
    if (answer.statusCode === 204) deleted.add(name);
    if (answer.statusCode < 400 || answer.statusCode === 409 || JUDGED[name]?.test(answer.body)) continue;
    bad.push(`${nameOf(question)}: ${answer.statusCode} ${answer.body}`);
  }
  expect(bad).toEqual([]);
});
