import { Readable } from 'node:stream';
import { safeFileName } from '@paraph/domain';
import { readAccountRecord } from '../accounts/account-record.ts';
import { listActs } from '../audit/api.ts';
import { listContactsOf } from '../contacts/api.ts';
import type { Reads } from '../database/database.ts';
import { readSlices } from '../database/slices.ts';
import type { Deps } from '../deps.ts';
import { listKeysOfUser } from '../developers/api-keys.ts';
import type { Caller } from '../http/caller.ts';
import { countHit } from '../http/rate-limit.ts';
import { listIdentitiesOf } from '../identity-providers/api.ts';
import { listMailsTo } from '../mail/api.ts';
import { listAppsOfUser } from '../oauth/approved-apps.ts';
import { listApps } from '../oauth/manage-apps.ts';
import { listPasskeys } from '../passkeys/api.ts';
import { writeZip } from '../platform/zip.ts';
import { listProvisionedOf } from '../provisioning/api.ts';
import { readFactorRecord } from '../second-factors/api.ts';
import { findUnfinished, listUnfinishedFiles } from '../sending/api.ts';
import { listKeptOf } from '../signing/api.ts';
import { listTemplatesMadeBy } from '../templates/api.ts';
import { listEndings } from '../workflows/api.ts';
import { recordForOrganizations } from '../workspaces/api.ts';
import { listOrganizations } from '../workspaces/organization-access.ts';
import { listWorkspaceAccess } from '../workspaces/workspace-access.ts';
import {
  type ArchiveDeps,
  type Entries,
  followedFiles,
  jsonFile,
  receivedFiles,
  sentFiles,
  storedFile,
  viewMail,
} from './archive-files.ts';

const ABOUT = `What this service keeps about you.

account.json          your profile, sessions, identities at providers, passkeys, second factors,
                      organizations, API keys, apps, templates, what workspaces keep about you as a
                      contact, and mails to you
picture.png or .jpeg  your picture
kept-signature.png    the signature that you keep with the account; kept-initials.png the initials
activity.jsonl        what you did with documents that others sent in your workspaces: one act a line
sent/ID/              each envelope that you created, what you did with it, mails to you about it,
                      and its documents
received/ID/          what is kept about you in each envelope that you were asked to sign or approve,
                      your pictures of signatures, your attachments, and the documents once they are signed
followed/ID.json      what is kept about you in each envelope of which you get copies

Of envelopes of organizations that you have left there are no documents here: they belong to the
organization. Received ones are listed once your email address is verified. Secrets such as passwords, of
which only hashes are kept, and drafts in which others name you are left out. Timestamps are in UTC, or in
seconds since 1970.
`;

/** All that is stored about the caller as a ZIP archive, made while it is read. */
export async function exportAccount(
  deps: ArchiveDeps,
  caller: Caller,
): Promise<{ fileName: string; archive: Readable }> {
  await countHit(deps, 'accountExport', String(caller.userId));
  const act = { userId: caller.userId, name: 'account.exported', now: deps.clock.now() } as const;
  await deps.database.transaction().execute((tx) => recordForOrganizations(tx, act));
  const account = await readAccountFile(deps, caller);
  const day = deps.clock.now().toISOString().slice(0, 10);
  const archive = Readable.from(writeZip(entriesOf(deps, caller, account)), { objectMode: false });
  return { fileName: `paraph-data-${day}.zip`, archive };
}

async function* entriesOf(
  deps: ArchiveDeps,
  caller: Caller,
  { user, file }: Awaited<ReturnType<typeof readAccountFile>>,
): Entries {
  const modifiedAt = deps.clock.now();
  yield { name: 'README.txt', modifiedAt, content: Buffer.from(ABOUT) };
  yield jsonFile(deps, 'account.json', file);
  if (user.picture_file_id !== null)
    yield* storedFile(deps, { fileId: user.picture_file_id, name: 'picture', endsAs: 'format' });
  for (const { kind, file_id: fileId } of await listKeptOf(deps.database, user.id))
    yield* storedFile(deps, { fileId, name: `kept-${kind}`, endsAs: 'format' });
  for (const { id, fileId, name } of await listUnfinishedFiles(deps.database, user.id))
    yield* storedFile(deps, { fileId, name: `unfinished/${id} ${safeFileName(name)}` });
  yield { name: 'activity.jsonl', modifiedAt, content: activityLines(deps.database, caller) };
  yield* sentFiles(deps, caller, user.email);
  if (user.email_proven_at === null) return;
  yield* receivedFiles(deps, user.email_key);
  yield* followedFiles(deps, user.email_key);
}

const SLICE = 1_000;

/**
 * What the person did with what others sent in their workspaces, one act a line, with the address and browser that they
 * used. Reads on slice by slice.
 */
async function* activityLines(reads: Reads, caller: Caller): AsyncGenerator<Buffer> {
  for (const { workspaceId } of await listWorkspaceAccess(reads, caller)) {
    const list = readSlices(
      SLICE,
      (slice) => listEndings(reads, { workspaceId, ...slice }),
      ({ id }) => id,
    );
    for await (const workflows of list) {
      const ofOthers = workflows.filter(({ creatorId }) => creatorId !== caller.userId).map(({ id }) => id);
      const acts = await listActs(reads, ofOthers, { userId: caller.userId });
      yield Buffer.from(acts.map((act) => `${JSON.stringify(act)}\n`).join(''));
    }
  }
}

/** What the account consists of, and where the person belongs. */
async function readAccountFile(deps: Pick<Deps, 'database'>, caller: Caller) {
  const { database } = deps;
  const { user, sessions, devices } = await readAccountRecord(database, caller.userId);
  // Passkeys belong to an address; only who reads its mailbox is the person.
  const passkeys = user.email_proven_at === null ? [] : await listPasskeys(database, user.email_key);
  const contacts = user.email_proven_at === null ? [] : await listContactsOf(database, user.email_key);
  const templates = await listTemplatesMadeBy(database, user.id);
  const unfinished = await findUnfinished(database, user.id);
  return {
    user,
    file: {
      profile: {
        id: user.id,
        email: user.email,
        emailVerifiedAt: user.email_proven_at,
        name: user.name,
        firstName: user.first_name,
        lastName: user.last_name,
        country: user.country,
        language: user.language,
        timeZone: user.time_zone,
        colorScheme: user.color_scheme,
        ownsInstance: user.instance_owner,
        createdAt: user.created_at,
      },
      sessions,
      knownDevices: devices,
      passkeys: passkeys.map(({ id, transports, created_at: createdAt, used_at: usedAt }) => {
        return { id, transports, createdAt, usedAt };
      }),
      secondFactor: await readFactorRecord(database, user.id),
      identities: await listIdentitiesOf(database, user.id),
      provisioned: await listProvisionedOf(database, user.id),
      organizations: await listOrganizations(deps, caller),
      apiKeys: await listKeysOfUser(database, user.id),
      approvedApps: await listAppsOfUser(database, user.id),
      ownApps: await listApps(deps, caller),
      templates: templates.map(({ id, name, workspace_id: workspaceId, created_at: createdAt }) => {
        return { id, name, workspaceId, createdAt };
      }),
      contacts: contacts.map(({ name, email, phone, language, source, last_used_at: lastUsedAt }) => {
        return { name, email, phone, language, source, lastUsedAt };
      }),
      unfinished: unfinished && { content: unfinished.content, savedAt: unfinished.saved_at },
      mails: (await listMailsTo(database, user.email, 'none')).map(viewMail),
    },
  };
}
