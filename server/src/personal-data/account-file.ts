import type { Selectable } from 'kysely';
import { readAccountRecord } from '../accounts/account-record.ts';
import type { MailRow } from '../database/rows.generated.ts';
import type { Deps } from '../deps.ts';
import { listKeysOfUser } from '../developers/api-keys.ts';
import type { Caller } from '../http/caller.ts';
import { listMailsTo } from '../mail/api.ts';
import { listAppsOfUser } from '../oauth/approved-apps.ts';
import { listApps } from '../oauth/manage-apps.ts';
import { listPasskeys } from '../passkeys/api.ts';
import { listTemplatesMadeBy } from '../templates/api.ts';
import { listOrganizations } from '../workspaces/organization-access.ts';

/** What the account consists of, and where the person belongs. */
export async function readAccountFile(deps: Pick<Deps, 'database'>, caller: Caller) {
  const { database } = deps;
  const { user, sessions, devices } = await readAccountRecord(database, caller.userId);
  // Passkeys belong to an address; only who reads its mailbox is the person.
  const passkeys = user.email_proven_at === null ? [] : await listPasskeys(database, user.email_key);
  const templates = await listTemplatesMadeBy(database, user.id);
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
        ownsInstance: user.instance_owner,
        createdAt: user.created_at,
      },
      sessions,
      knownDevices: devices,
      passkeys: passkeys.map(({ id, transports, created_at: createdAt, used_at: usedAt }) => {
        return { id, transports, createdAt, usedAt };
      }),
      organizations: await listOrganizations(deps, caller),
      apiKeys: await listKeysOfUser(database, user.id),
      approvedApps: await listAppsOfUser(database, user.id),
      ownApps: await listApps(deps, caller),
      templates: templates.map(({ id, name, workspace_id: workspaceId, created_at: createdAt }) => {
        return { id, name, workspaceId, createdAt };
      }),
      mails: (await listMailsTo(database, user.email, 'none')).map(viewMail),
    },
  };
}

/** Without its text, which is in the mailbox of the person. */
export function viewMail(mail: Selectable<MailRow>) {
  return {
    workflowId: mail.workflow_id,
    kind: mail.kind,
    to: mail.to_email,
    state: mail.state,
    createdAt: mail.created_at,
    sentAt: mail.sent_at,
  };
}
