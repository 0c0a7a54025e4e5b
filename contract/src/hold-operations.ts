import { LIMITS } from '@paraph/domain';
import { Type } from 'typebox';
import { operation } from './operation.ts';
import { OrganizationPagesQuery, OrganizationQuery } from './organization-operations.ts';
import { described, exact, Id, nullable, pageOf, Text, Timestamp } from './schemas.ts';

const HoldActor = exact({
  id: described(Id, 'Id of the user'),
  name: described(Text, 'Their name at that time'),
});

export const Hold = exact({
  id: described(Id, 'Id of the hold'),
  workflowId: described(nullable(Id), 'The workflow that it keeps; null where it keeps more than one'),
  workflowName: described(nullable(Text), 'Name of that workflow; null where there is none, or it is erased'),
  workspaceId: described(nullable(Id), 'The workspace of which it keeps everything'),
  email: described(nullable(Text), 'The person of whom it keeps everything that they sent or received'),
  reason: described(Text, 'Why, as shown to those who are refused'),
  placedBy: described(HoldActor, 'Who placed it'),
  placedDate: described(Timestamp, 'When it was placed, in seconds since 1970'),
  liftedBy: described(nullable(HoldActor), 'Who lifted it; null while it is in force'),
  liftedDate: described(
    nullable(Timestamp),
    'When it was lifted, in seconds since 1970; null while it is in force',
  ),
});

const common = {
  scope: 'organization:write',
  query: OrganizationQuery,
} as const;
const PATH = '/api/v1/organization/holds';

/** What may not be erased. */
export const holdOperations = {
  listHolds: operation({
    ...common,
    method: 'GET',
    path: PATH,
    summary: 'The legal holds of the organization, those in force first',
    query: OrganizationPagesQuery,
    answer: pageOf(Hold),
    refusals: ['NOT_FOUND'],
  }),
  placeHold: operation({
    ...common,
    method: 'POST',
    path: PATH,
    summary: 'Keep a workflow, a workspace or all of a person from being erased',
    body: Type.Object({
      reason: described(
        Type.String({ maxLength: LIMITS.holdReasonCharactersMax }),
        'Why, as shown to those who are refused',
      ),
      workflowId: described(Type.Optional(nullable(Id)), 'Id of the workflow'),
      workspaceId: described(Type.Optional(nullable(Id)), 'Id of the workspace'),
      email: described(
        Type.Optional(nullable(Type.String({ maxLength: LIMITS.emailCharactersMax }))),
        'Address of a person; exactly one of the three is given',
      ),
    }),
    status: 201,
    answer: Hold,
    refusals: ['NOT_FOUND', 'WORKFLOW_NOT_FOUND', 'WORKSPACE_NOT_FOUND'],
  }),
  liftHold: operation({
    ...common,
    method: 'POST',
    path: `${PATH}/{holdId}/lift`,
    summary: 'Lift a legal hold',
    params: Type.Object({ holdId: described(Id, 'Id of the hold') }),
    answer: Hold,
    refusals: ['NOT_FOUND'],
  }),
};
