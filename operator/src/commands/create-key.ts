import { invalid, SCOPE_NAMES } from '@paraph/domain';
import { findUserIdByEmail } from '@paraph/server/accounts/api.ts';
import { viewApiKey } from '@paraph/server/developers/api.ts';
import { createApiKey } from '@paraph/server/developers/api-keys.ts';
import type { Caller } from '@paraph/server/http/caller.ts';
import { defineCommand, UsageError } from '../command-line.ts';
import { withDatabase } from '../with-database.ts';

export const createKeyCommand = defineCommand({
  name: 'create-key',
  about: 'Create an API key that acts as a user; it is printed once.',
  options: {
    user: { type: 'string', required: true, placeholder: 'EMAIL', about: 'As whom its calls act.' },
    name: { type: 'string', required: true, placeholder: 'NAME', about: 'What it is for.' },
    scopes: {
      type: 'string',
      placeholder: '"SCOPE SCOPE"',
      about: 'What it may do, such as "workflows:write webhooks:write"; default: workflows:write.',
    },
    organization: {
      type: 'string',
      placeholder: 'ID',
      about: 'The organization of that user in which it acts; default: the first one.',
    },
  },
  run: async ({ user, name, scopes = 'workflows:write', organization }) => {
    const organizationId = organization === undefined ? undefined : readOrganization(organization);
    const { secret, ...record } = await withDatabase(async (deps) => {
      const userId = await findUserIdByEmail(deps.database, user);
      if (userId === null) {
        const remedy = `paraph create-user --email ${user} --name NAME --password-stdin`;
        throw invalid({ user: `There is no account with this address. Make it first: ${remedy}` });
      }
      const key = { name, scopes: scopes.split(/\s+/).filter((each) => each !== '') };
      if (key.scopes.length === 0)
        throw invalid({ scopes: `Name at least one of ${SCOPE_NAMES.join(', ')}.` });
      return createApiKey(deps, asUser(userId), { organizationId, key });
    });
    const lines = [
      `Created the key ${record.key.name} (id ${record.key.id}) of ${user}.`,
      `  API key  ${secret}`,
      'It is shown only now; keep it. Send it as X-Api-Key.',
    ];
    return { text: lines.join('\n'), data: { ...viewApiKey(record), key: secret } };
  },
});

function readOrganization(text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new UsageError(`--organization is the integer id of an organization, not "${text}".`);
}

/** The operator makes what the user could make in the app, with no more rights. */
function asUser(userId: number): Caller {
  return {
    userId,
    kind: 'session',
    organizationId: null,
    onBehalf: false,
    scopes: 'all',
    appClientId: null,
    key: `command:${userId}`,
    sessionHash: null,
  };
}
