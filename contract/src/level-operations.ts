import { IDENTIFICATIONS } from '@paraph/domain';
import { Type } from 'typebox';
import { operation } from './operation.ts';
import { described, exact, Id, nullable, oneOf, Text } from './schemas.ts';
import { WorkflowType } from './workflow-schemas.ts';

const Missing = described(
  nullable(Text),
  'What has to be set up, and by whom, in one sentence; null where it is offered',
);
const RoleId = described(
  Id,
  'Id of the role: 1 owner, 2 administrator, 3 editor, 4 viewer; custom roles from 100',
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
        permitted: described(
          Type.Boolean(),
          'Whether the role of the caller may ask for it in the workspace `workspaceId`; true where none is named',
        ),
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
  roles: described(
    Type.Array(
      exact({
        roleId: RoleId,
        key: described(Text, 'A word for the role'),
        name: described(Text, 'The name of the role'),
        levels: described(Type.Array(WorkflowType), 'The levels that it may ask for'),
      }),
    ),
    'Which levels each role of the workspaces may ask for when it makes or starts workflows',
  ),
});

export const LevelQuery = Type.Object({
  organizationId: described(
    Type.Optional(Id),
    'Id of the organization. Default: the oldest that the caller runs, or belongs to',
  ),
});

/** Which levels of signatures an organization is offered, and how its signers are identified. */
export const levelOperations = {
  readLevels: operation({
    method: 'GET',
    path: '/api/v1/organization/levels',
    summary: 'The levels and identifications that the organization is offered, and what the others need',
    scope: 'organization:write',
    query: Type.Object({
      ...LevelQuery.properties,
      workspaceId: described(
        Type.Optional(Id),
        'The workspace whose role of the caller `permitted` is about',
      ),
    }),
    answer: LevelOffers,
    refusals: ['NOT_FOUND', 'WORKSPACE_NOT_FOUND'],
  }),
  updateLevels: operation({
    method: 'PUT',
    path: '/api/v1/organization/levels',
    summary:
      'Set how signers are identified where their sender says nothing, and which levels roles may ask for',
    scope: 'organization:write',
    query: LevelQuery,
    body: Type.Object({
      defaultIdentification: described(
        Type.Optional(Default),
        'One that is offered; null for the first that is offered and suits each recipient. Left out, it stays',
      ),
      roles: described(
        Type.Optional(
          Type.Array(
            Type.Object({
              roleId: RoleId,
              levels: described(
                Type.Array(WorkflowType, { maxItems: 3 }),
                'The levels that it may ask for: at least one',
              ),
            }),
            { maxItems: 100 },
          ),
        ),
        'Roles that may ask for other levels from now on; those that are not named keep theirs',
      ),
    }),
    answer: LevelOffers,
    refusals: ['NOT_FOUND'],
  }),
};
