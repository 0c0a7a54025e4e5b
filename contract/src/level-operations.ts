import { IDENTIFICATIONS, type RefusalCode } from '@paraph/domain';
import { Type } from 'typebox';
import { operation } from './operation.ts';
import { described, exact, Id, nullable, oneOf, Text } from './schemas.ts';
import { WorkflowType } from './workflow-schemas.ts';

const Missing = described(
  nullable(Text),
  'What has to be set up, and by whom, in one sentence; null where it is offered',
);
const Default = nullable(oneOf(IDENTIFICATIONS));

/** What an organization can choose from. */
export const LevelOffers = exact({
  levels: described(
    Type.Array(
      exact({
        type: described(WorkflowType, 'The level'),
        offered: described(Type.Boolean(), 'Whether workflows and templates can have it'),
        missing: Missing,
        sandbox: described(Type.Boolean(), 'Whether the sandbox signs, which has no legal effect'),
      }),
    ),
    'All levels, the lowest first',
  ),
  identifications: described(
    Type.Array(
      exact({
        identification: described(oneOf(IDENTIFICATIONS), 'A proof that the level `advanced` can ask for'),
        offered: described(Type.Boolean(), 'Whether recipients can be asked for it'),
        missing: Missing,
      }),
    ),
    'All identifications, in the order in which they are chosen where nothing is said',
  ),
  defaultIdentification: described(
    Default,
    'What recipients without an identification of their own are asked for; null: the first one that is offered and that suits each, such as a code by mail without a phone number',
  ),
});

export const LevelQuery = Type.Object({
  organizationId: described(
    Type.Optional(Id),
    'Id of the organization. Default: the oldest that the caller runs, or belongs to',
  ),
});

const REFUSALS = [
  'VALIDATION_ERROR',
  'AUTHENTICATION_REQUIRED',
  'UNAUTHORIZED_TO_PERFORM_THIS_ACTION',
  'NOT_FOUND',
  'RATE_LIMIT_REACHED',
  'API_KEY_RATE_LIMIT_REACHED',
] as const satisfies readonly RefusalCode[];

/** Which levels of signatures an organization is offered, and how its signers are identified. */
export const levelOperations = {
  readLevels: operation({
    method: 'GET',
    path: '/api/v1/organization/levels',
    summary: 'The levels and identifications that the organization is offered, and what the others need',
    access: 'caller',
    scope: 'organization:write',
    query: LevelQuery,
    status: 200,
    answer: LevelOffers,
    refusals: REFUSALS,
  }),
  updateLevels: operation({
    method: 'PUT',
    path: '/api/v1/organization/levels',
    summary: 'Set how signers are identified where their sender says nothing',
    access: 'caller',
    scope: 'organization:write',
    query: LevelQuery,
    body: Type.Object({
      defaultIdentification: described(
        Default,
        'One that is offered; null for the first that is offered and suits each recipient',
      ),
    }),
    status: 200,
    answer: LevelOffers,
    refusals: REFUSALS,
  }),
};
