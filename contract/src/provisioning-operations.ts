import { Type } from 'typebox';
import { ConnectionParams } from './connection-operations.ts';
import { operation } from './operation.ts';
import { ADMINISTERED } from './organization-operations.ts';
import { described, exact, nullable, Text, Timestamp } from './schemas.ts';

const Token = {
  id: described(Text, 'A random id'),
  hint: described(Text, 'The last characters of the token'),
  createDate: described(Timestamp, 'When it was made'),
  endDate: described(nullable(Timestamp), 'When it ends, because a newer one replaces it; null: it stays'),
  lastUseDate: described(nullable(Timestamp), 'When the provider last used it, to the minute; null: never'),
};
const Provisioning = exact({
  baseUrl: described(Text, 'The address to enter at the provider (SCIM 2.0)'),
  tokens: described(Type.Array(exact(Token)), 'The newest first, without those that have ended'),
  users: Type.Integer({ description: 'People whom the provider gives access' }),
  groups: Type.Integer({ description: 'Groups that the provider has sent' }),
  lastContactDate: described(nullable(Timestamp), 'When the provider last called; null: never'),
  lastError: described(
    nullable(
      exact({
        date: described(Timestamp, 'When it was refused'),
        message: described(Text, 'Why, as the provider was answered'),
      }),
    ),
    'The newest request that was refused; null: none',
  ),
});
const PATH = '/api/v1/organization/connections/{connectionId}/provisioning';

/** How the provider of a connection says who belongs to the organization. */
export const provisioningOperations = {
  readProvisioning: operation({
    ...ADMINISTERED,
    method: 'GET',
    path: PATH,
    summary: 'How the provider of a connection provisions: address, tokens, last contact',
    params: ConnectionParams,
    answer: Provisioning,
  }),
  makeProvisioningToken: operation({
    ...ADMINISTERED,
    method: 'POST',
    path: `${PATH}/tokens`,
    summary: 'Make the token for the provider; former ones end a day later',
    params: ConnectionParams,
    status: 201,
    answer: exact({ ...Token, token: described(Text, 'The token; it is never shown again') }),
  }),
  endProvisioningToken: operation({
    ...ADMINISTERED,
    method: 'DELETE',
    path: `${PATH}/tokens/{scimTokenId}`,
    summary: 'End a token at once',
    params: Type.Object({
      ...ConnectionParams.properties,
      scimTokenId: Type.String({ pattern: '^[0-9a-f]{32}$', description: 'Id of the token' }),
    }),
    status: 204,
    answer: null,
  }),
};
