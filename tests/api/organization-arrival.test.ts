import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { OPERATOR_COMMANDS } from '../../operator/src/operator-commands.ts';
import { loadEvidence } from '../../server/src/evidence/read-evidence.ts';
import { storeToken } from '../../server/src/oauth/access-tokens.ts';
import { provideNumberRange } from '../../server/src/organization-moves/number-range.ts';
import { chainOrganizationEvents } from '../../server/src/organization-record/chain-events.ts';
import { deriveSigningSecret } from '../../server/src/platform/outside/notification-signature.ts';
import { findStoredSealProblem } from '../../server/src/sealing/read-seals.ts';
import { readInclusion } from '../../server/src/transparency-log/read-inclusion.ts';
import { countUsage } from '../../server/src/usage/count-usage.ts';
import { dieAt, folderPlace, Killed } from '../support/backup.ts';
import { unpackBundle } from '../support/court-bundle.ts';
import { multipart, PASSWORD } from '../support/instance.ts';
import { expectStatus, makeKey } from '../support/instance-case.ts';
import { runOperator, settingsForThisTest, settingsOf } from '../support/operator-case.ts';
import { addMember, caller } from '../support/organization.ts';
import { forgeArchive, readIn, takeOut } from '../support/organization-archive.ts';
import { ann, bob, quickSender } from '../support/quick-sender.ts';
import { openReachable } from '../support/reachable-instance.ts';
import { folderForThisFile, folderForThisTest } from '../support/scratch.ts';
import { findLink, followLink, linkOf } from '../support/signer.ts';
import { trailFindings } from '../support/trail-findings.ts';
import { workflowTables } from '../support/workflow-tables.ts';

const there = await openReachable();
const here = await openReachable({ PARAPH_CELL: '7' });
await provideNumberRange(here.deps.database, 7);
const CELL = 7 * 10 ** 12;
const inThere = workflowTables(() => there).query;
const inHere = workflowTables(() => here).query;
const place = await folderPlace(await folderForThisFile());

const sender = await there.signIn('Sender', 'sender@example.com');
const both = await there.signIn('Both', 'both@example.com');
const staying = await there.signIn('Staying', 'staying@example.com');
await addMember(there, sender, both);
const [{ organization_id: organizationId }] = await inThere(
  `select organization_id::int from members where email_key = 'sender@example.com' and administrator`,
);
const local = await here.signIn('Both here', 'both@example.com');
await quickSender(() => local).create({
  steps: [{ type: 'sign', recipients: [{ name: 'Lou', email: 'lou@example.com' }] }],
});
await here.runJobs();

const sent = quickSender(() => sender);
const askedBy = (...recipients: (typeof ann)[]) => ({ steps: [{ type: 'sign', recipients }] });
const carl = { name: 'Carl', email: 'carl@example.com' };
const dora = { name: 'Dora', email: 'dora@example.com' };

const waiting = await sent.create(askedBy(ann));
const signed = await sent.create(askedBy(bob));
const half = await sent.create(askedBy(carl, dora));
const canceled = await sent.create(askedBy({ name: 'Eve', email: 'eve@example.com' }));
await quickSender(() => staying).create(askedBy({ name: 'Flo', email: 'flo@example.com' }));
await there.runJobs();
const links = {
  ann: await findLink(there, ann.email),
  dora: await findLink(there, dora.email),
  flo: await findLink(there, 'flo@example.com'),
};
for (const { email } of [bob, carl])
  expectStatus(await (await followLink(there, await findLink(there, email))).sign(), 200);
expectStatus(await sender.call({ method: 'PUT', url: `/api/v1/envelopes/${canceled}/cancel` }), 200);
await there.runJobs();
const { key } = await makeKey(sender, { name: 'Program', scopes: ['workflows:write'] });
const endpoint = await caller(sender)('POST', '/api/v1/organization/webhooks', {
  url: 'http://127.0.0.1:4567/hook',
});
expect(endpoint.status).toBe(201);
const newSecret = () => randomBytes(32).toString('base64url');
const [token, tokenOfBoth, tokenOfAgent] = [newSecret(), newSecret(), newSecret()];
const later = new Date(Date.now() + 86_400_000);
// An agent that a document describes is known here as well, by another number.
const agent = 'https://agent.example.com/client.json';
for (const { deps } of [there, here])
  await deps.pool.query(
    `insert into integration_apps (name, client_id, redirect_uris, scopes, created_at, origin)
     values ('Agent', $1, '{}', '{workflows:read}', now(), 'document')`,
    [agent],
  );
for (const [userId, granted, clientId] of [
  [sender.profile.id, token, 'paraph-cli'],
  [both.profile.id, tokenOfBoth, 'paraph-cli'],
  [sender.profile.id, tokenOfAgent, agent],
] as const)
  await there.deps.database.transaction().execute(async (tx) => {
    const scopes = ['workflows:read'] as const;
    const [grant] = await inThere(
      `insert into app_grants (app_id, user_id, scopes, approved_at)
       select id, $1, $2, now() from integration_apps where client_id = $3 returning id`,
      [userId, scopes, clientId],
    );
    const stored = { kind: 'refresh', grantId: Number(grant.id), scopes, expiresAt: null } as const;
    await storeToken(tx, there.deps, { ...stored, token: granted });
    await storeToken(tx, there.deps, { ...stored, kind: 'access', token: `${granted}a`, expiresAt: later });
  });
await chainOrganizationEvents(there.deps);

const manifest = await takeOut(there, place, { organizationId, freezes: true });
const countHere = async (table: string) =>
  Number((await inHere(`select count(*) from ${table} where id < $1`, [CELL]))[0].count);
const countEventsBefore = async (id: number) =>
  Number((await inHere('select count(*) from events where id <= $1', [id]))[0].count);
const isNotHere = async () => {
  expect(await countHere('organizations')).toBe(0);
  expect(await countHere('workflows')).toBe(0);
  expect(await countHere('users')).toBe(0);
};

const ANALYZED = `select max(last_analyze) from pg_stat_user_tables where schemaname = 'public'`;

/** Runs the commands of the page about moving, each where it says; answers what they print. */
async function runPage(): Promise<string[]> {
  const page = await readFile(
    new URL('../../docs/operations/moving-an-organization.md', import.meta.url),
    'utf8',
  );
  const folder = await folderForThisTest();
  await writeFile(`${folder}/passphrase`, 'a passphrase of the archive', { mode: 0o600 });
  const printed: string[] = [];
  for (const [, line = ''] of page.matchAll(/^npx paraph (.+)$/gm)) {
    const [, origin = ''] = /origin of its signatures is (\w+)/.exec(printed[0] ?? '') ?? [];
    const [, arrival = ''] = /arrived as ([\w-]+)/.exec(printed[1] ?? '') ?? [];
    const [, archive = ''] = /The archive (\S+) of/.exec(printed[0] ?? '') ?? [];
    const words = line
      .replace('/mnt/archive', `${folder}/archive`)
      .replace('/run/secrets/archive-passphrase', `${folder}/passphrase`)
      .replace('7-HEX', arrival)
      .replace('HEX', origin)
      .replace('NAME', archive)
      .replace('https://sign2.example.com', here.deps.config.baseUrl)
      .replace(' 42', ` ${organizationId}`);
    if (line === 'directory') continue;
    const at = line.startsWith('import') ? here : there;
    settingsForThisTest({ ...settingsOf(at), PARAPH_BASE_URL: at.deps.config.baseUrl });
    const { code, ...said } = await runOperator(OPERATOR_COMMANDS, words.split(' '));
    expect([code, said.errors], line).toEqual([0, '']);
    printed.push(said.printed);
  }
  return printed;
}

test('an instance gives the numbers of its cell from its first start on, and of no other', async () => {
  expect(local.profile.id).toBe(CELL + 1);
  await expect(provideNumberRange(here.deps.database, 8)).rejects.toThrow(
    /numbers of cell 7, and not those of 8/,
  );
  await expect(provideNumberRange(there.deps.database, 3)).rejects.toThrow(/numbers of cell 0/);
  await provideNumberRange(here.deps.database, null);
  expect(await countEventsBefore(CELL)).toBe(0);
  await countUsage(here.deps);
});

test('what an archive says of others is refused, and nothing of it remains', async () => {
  const refuse = async (
    changed: string,
    change: Parameters<typeof forgeArchive>[2]['change'],
    why: RegExp,
  ) => {
    const forged = await forgeArchive(there, place, { manifest, change });
    await expect(readIn(here, place, forged), changed).rejects.toThrow(why);
    await isNotHere();
  };
  const [{ id: theirs }] = await inHere('select id from organizations');
  await refuse(
    'a workspace of another organization',
    (rows) => {
      for (const row of rows.get('workspaces') ?? []) row.organization_id = String(theirs);
    },
    /rows of \w+ in the archive/,
  );
  await refuse(
    'a number that this instance gives',
    (rows) => {
      for (const row of rows.get('organization_events') ?? []) row.id = String(CELL + Number(row.id));
    },
    /numbers that this instance gives/,
  );
  await refuse(
    'an act that was not',
    (rows) => {
      const event = rows.get('events')?.find(({ name }) => name === 'workflow.canceled');
      if (event) event.name = 'workflow.signed';
    },
    /trail of workflow \d+ does not verify/,
  );
  await refuse(
    'a trail without its end',
    (rows) => {
      const events = (rows.get('events') ?? []).toSorted((a, b) => Number(a.sequence) - Number(b.sequence));
      const named = new Set((rows.get('mails') ?? []).map(({ event_id: id }) => id));
      const ends = new Map(events.map((event) => [event.workflow_id, event]));
      const last = [...ends.values()].find(({ id }) => !named.has(id));
      expect(last).toBeDefined();
      rows.set(
        'events',
        events.filter((each) => each !== last),
      );
    },
    /trail of workflow \d+ does not verify/,
  );
  await refuse(
    'an address that is found by another one',
    (rows) => {
      const user = rows.get('users')?.find(({ email }) => email === 'sender@example.com');
      if (user) user.email_key = 'victim@example.com';
    },
    /an address that is found by another one/,
  );
  await refuse(
    'a password that takes all memory to compare',
    (rows) => {
      const user = rows.get('users')?.find(({ email }) => email === 'sender@example.com');
      if (user) user.password_hash = user.password_hash?.replace(/m=\d+/, 'm=4194304') ?? '';
    },
    /too much to compare/,
  );
  await refuse(
    'a sealed file that is another one',
    (rows) => {
      const [seal] = rows.get('seals') ?? [];
      const other = rows.get('files')?.find(({ id }) => id !== seal?.file_id);
      if (seal && other) seal.file_id = other.id ?? '';
    },
    /not proven to be in the log/,
  );
  await refuse(
    'a certificate of nobody',
    (rows) => {
      const [certificate] = rows.get('certificates') ?? [];
      if (certificate) certificate.der = `${certificate.der?.slice(0, -2)}00`;
    },
    /of no instance that is named/,
  );
  await refuse(
    'a person whom nothing of it names',
    (rows) => {
      const [user] = rows.get('users') ?? [];
      const [email, id] = ['victim@example.com', '999'];
      rows.get('users')?.push({ ...user, id, email, email_key: email, picture_file_id: '\\N' });
    },
    /rows of users .* are not those of the organization alone/,
  );
  await refuse(
    'a record without its end',
    (rows) => {
      const events = rows.get('organization_events') ?? [];
      const end = Math.max(...events.map(({ sequence }) => Number(sequence) || 0));
      rows.set(
        'organization_events',
        events.filter(({ sequence }) => Number(sequence) !== end),
      );
    },
    /record of the organization does not verify/,
  );
  const another = { ...manifest, origins: manifest.origins.map((each) => ({ ...each, loggedSince: null })) };
  await expect(readIn(here, place, another)).rejects.toThrow(/is of the origin/);
  await expect(readIn(there, place, manifest)).rejects.toThrow(/goes to a greater one/);
  const injected = { ...manifest, organization: { name: '', id: '1) or (1 = 1' as unknown as number } };
  const written = await forgeArchive(there, place, { manifest: injected, change: () => {} });
  await expect(readIn(here, place, written)).rejects.toThrow(/numbers that are none/);
});

test('an import that is killed leaves nothing that anyone sees', async () => {
  for (const step of ['stored', 'inserted', 'adopted']) {
    await expect(readIn(here, place, { ...manifest, onStep: dieAt(step) }), step).rejects.toThrow(Killed);
    await isNotHere();
  }
});

test('links, keys and grants of an organization go on where it was read in', async () => {
  const before = await inHere(ANALYZED);
  const [, moved, led] = await runPage();
  expect(moved).toMatch(/4 workflows and \d+ files from http.+ 1 of its people had an account here/);
  expect(led).toContain(`Its links lead to ${here.deps.config.baseUrl} until`);
  await expect(readIn(here, place, manifest)).rejects.toThrow(/is on this instance already/);
  // The tables of a large instance take long to be looked at.
  expect(await inHere(ANALYZED)).toEqual(before);
  expect(await trailFindings(here.deps)).toEqual([]);
  const elsewhereOf = (url: string) => new URL(new URL(url).pathname, here.deps.config.baseUrl).href;
  const [asked] = await inHere(`select workflow_id::int8, id::int8 from recipients where email = $1`, [
    ann.email,
  ]);
  // The next mail has a link of this instance, beside the one that was mailed there.
  const next = await linkOf(here.deps, {
    workflowId: Number(asked.workflow_id),
    recipientId: Number(asked.id),
  });
  expect(new URL(next).pathname).not.toBe(new URL(links.ann).pathname);
  expectStatus(await (await followLink(here, next)).call('GET'), 200);
  expectStatus(await (await followLink(here, elsewhereOf(links.ann))).sign(), 200);
  expectStatus(await (await followLink(here, elsewhereOf(links.dora))).sign(), 200);
  await here.runJobs();
  const read = (id: string, headers: Record<string, string>) =>
    here.inject({ method: 'GET', url: `/api/v1/envelopes/${id}`, headers });
  const statuses = { [waiting]: 'signed', [half]: 'signed', [signed]: 'signed', [canceled]: 'canceled' };
  for (const [id, status] of Object.entries(statuses))
    expect(expectStatus(await read(id, { 'x-api-key': key }), 200).json(), id).toMatchObject({ status });
  for (const each of [token, tokenOfAgent])
    expectStatus(await read(signed, { authorization: `Bearer ${each}a` }), 200);
  // The program keeps the account of another person out of it.
  expectStatus(await read(signed, { authorization: `Bearer ${tokenOfBoth}a` }), 401);
  const [stored] = await inHere('select secret_key from webhook_endpoints where id < $1', [CELL]);
  expect(deriveSigningSecret(here.deps.vault, stored.secret_key).text).toBe(endpoint.body.secret);
});

test('what was signed there is proven here, and both instances verify', async () => {
  const workflows = await inHere('select id, envelope_id from workflows where id < $1 order by id', [CELL]);
  for (const { id } of workflows) await loadEvidence(here.deps, Number(id));
  const seals = await inHere('select document_id from seals where workflow_id < $1', [CELL]);
  expect(seals).toHaveLength(3);
  for (const { document_id: id } of seals)
    expect(await findStoredSealProblem(here.deps, Number(id))).toBeNull();
  const headers = { 'x-api-key': key };
  const envelope = (await here.inject({ url: `/api/v1/envelopes/${signed}`, headers })).json();
  const { pathname } = new URL(envelope.documents[0].file.file);
  const { rawPayload: pdf } = expectStatus(await here.inject({ url: pathname, headers }), 200);
  const form = multipart([{ name: 'document', value: pdf, fileName: 'lease.pdf' }]);
  const report = expectStatus(await here.inject({ method: 'POST', url: '/api/v1/verify', ...form }), 200);
  const origin = `${new URL(there.deps.config.baseUrl).host}/log`;
  expect(report.json()).toMatchObject({
    verdict: { state: 'as-signed' },
    signatures: [
      {
        certificate: { trusted: true, trustedBy: 'named-by-operator' },
        log: { state: 'logged', origin },
      },
    ],
  });
  // All steps that prove without an instance what was signed at both.
  const [at] = await inHere('select id, workspace_id from workflows where envelope_id = $1', [half]);
  const url = `/api/v1/workspaces/${at.workspace_id}/workflows/${at.id}/court-bundle`;
  const { rawPayload: zip } = expectStatus(await here.inject({ url, headers }), 200);
  const { failures, steps } = unpackBundle(zip, await folderForThisTest());
  expect(steps.length).toBeGreaterThan(20);
  expect(failures()).toEqual([]);
  const [{ hash }] = await inHere(`select hash from events where name = 'workflow.moved' limit 1`);
  expect(await readInclusion(here.deps, hash)).not.toBeNull();
  await chainOrganizationEvents(here.deps);
  expect(await trailFindings(here.deps)).toEqual([]);
  expect(await trailFindings(there.deps)).toEqual([]);
  const [moved] = await inHere(`select detail from organization_events where name = 'organization.moved'`);
  expect(moved.detail).toMatchObject({ from: there.deps.config.baseUrl });
  // The others go on where they are.
  expectStatus(await (await followLink(there, links.flo)).sign(), 200);
  expectStatus(await (await followLink(here, await findLink(here, 'lou@example.com'))).sign(), 200);
});

test('who has an account here keeps it, and the archive opens it to nobody', async () => {
  const signInAs = (email: string, password: string) =>
    here.inject({ method: 'POST', url: '/api/v1/account/sign-in', payload: { email, password } });
  expectStatus(await signInAs('sender@example.com', PASSWORD), 200);
  const members = await inHere(
    'select user_id::text, email_key from members where organization_id = $1 order by id',
    [organizationId],
  );
  expect(members).toEqual([
    { user_id: String(sender.profile.id), email_key: 'sender@example.com' },
    { user_id: String(local.profile.id), email_key: 'both@example.com' },
  ]);
  const [account] = await inHere(
    `select name, instance_owner from users where email_key = 'both@example.com'`,
  );
  expect(account).toEqual({ name: 'Both here', instance_owner: true });
  const owners = await inHere('select email from users where instance_owner');
  expect(owners).toEqual([{ email: 'both@example.com' }]);
});
