import { Type } from 'typebox';
import { operation } from './operation.ts';
import { ADMINISTERED } from './organization-operations.ts';
import { described, exact, nullable, Text, Timestamp } from './schemas.ts';
import { ProviderFindings } from './trust-operations.ts';

// Only bounded here: the use cases validate what is in them, so that all problems are named at once.
const RawText = Type.String({ maxLength: 2_000 });
const IdentityProvider = exact({
  returnUrl: described(Text, 'The address to register at the provider: people return there'),
  provider: described(
    nullable(
      exact({
        issuer: described(Text, 'Its issuer: `https://login.example.org/realms/acme`'),
        clientId: described(Text, 'The id of this instance at the provider'),
        changeDate: described(Timestamp, 'When it was set up or changed, in seconds since 1970'),
      }),
    ),
    'The provider; null where none is set up',
  ),
});
const PATH = '/api/v1/organization/identity-provider';

/** Where people of the organization sign in to show who signs. */
export const identityProviderOperations = {
  readIdentityProvider: operation({
    ...ADMINISTERED,
    method: 'GET',
    path: PATH,
    summary: 'The identity provider of the organization',
    answer: IdentityProvider,
  }),
  saveIdentityProvider: operation({
    ...ADMINISTERED,
    method: 'PUT',
    path: PATH,
    summary: 'Set up or change the identity provider of the organization (OpenID Connect)',
    body: Type.Object({
      issuer: described(RawText, 'Its issuer, with `https://`, without `/.well-known/openid-configuration`'),
      clientId: described(RawText, 'The id of this instance at the provider'),
      clientSecret: described(
        Type.Optional(RawText),
        'The secret of this instance at the provider; never shown again. Absent: it stays, with the same issuer and client',
      ),
    }),
    answer: IdentityProvider,
  }),
  deleteIdentityProvider: operation({
    ...ADMINISTERED,
    method: 'DELETE',
    path: PATH,
    summary: 'Delete the identity provider: people cannot show with it who signs any more',
    status: 204,
    answer: null,
  }),
  tryIdentityProvider: operation({
    ...ADMINISTERED,
    method: 'POST',
    path: `${PATH}/try`,
    summary: 'Ask the identity provider what it offers, and say whether people can sign in',
    answer: ProviderFindings,
  }),
};
