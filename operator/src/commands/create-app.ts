import { invalid, SCOPE_NAMES } from '@paraph/domain';
import { findUserIdByEmail } from '@paraph/server/accounts/api.ts';
import { createApp } from '@paraph/server/oauth/manage-apps.ts';
import { defineCommand } from '../command-line.ts';
import { withDatabase } from '../with-database.ts';

export const createAppCommand = defineCommand({
  name: 'create-app',
  about: 'Register an integration app for a user; its secret is printed once.',
  options: {
    owner: { type: 'string', required: true, placeholder: 'EMAIL', about: 'Whose app it is.' },
    name: { type: 'string', required: true, placeholder: 'NAME', about: 'What users are shown.' },
    'redirect-uri': {
      type: 'strings',
      required: true,
      placeholder: 'URL',
      about: 'Where users are sent back to; https, or http for localhost.',
    },
    scopes: {
      type: 'string',
      placeholder: '"SCOPE SCOPE"',
      about: 'What it may ask for, such as "profile:read workflows:write"; default: everything.',
    },
  },
  run: async ({ owner, name, scopes, ...values }) => {
    const app = await withDatabase(async (deps) => {
      const ownerId = await findUserIdByEmail(deps.database, owner);
      if (ownerId === null) {
        const remedy = `paraph create-user --email ${owner} --name NAME --password-stdin`;
        throw invalid({ owner: `There is no account with this address. Make it first: ${remedy}` });
      }
      return createApp(
        deps,
        { userId: ownerId },
        {
          name,
          redirectUris: values['redirect-uri'],
          // An app without scopes could never be authorized.
          scopes: scopes?.split(/\s+/).filter((each) => each !== '') ?? SCOPE_NAMES,
        },
      );
    });
    const lines = [
      `Registered the app ${app.name} (id ${app.id}).`,
      `  Client ID      ${app.clientId}`,
      `  Client secret  ${app.clientSecret}`,
      'The secret is shown only now; keep it.',
    ];
    return { text: lines.join('\n'), data: app };
  },
});
