import { LIMITS } from '@paraph/domain';
import { Type } from 'typebox';
import { described, exact, Id, limited, nullable, oneOf, Text, withMisfit } from './schemas.ts';

const Group = withMisfit(
  described(
    limited(Text, { minLength: 1, maxLength: LIMITS.choiceGroupCharactersMax }),
    'The name of the group, in its step: those with the same name may stand in for one another',
  ),
  'Name the group.',
);

const Required = withMisfit(
  described(
    Type.Optional(Type.Integer({ minimum: 1, maximum: LIMITS.workflowRecipientsMax })),
    'How many of the group are enough; 1 by default, the same for all of a group, and fewer than they are',
  ),
  'Must be a number from 1, and fewer than the people of the group.',
);

/** One of several (interface.md §4), where a request names a recipient. */
export const RequestedChoice = described(
  Type.Optional(Type.Object({ group: Group, required: Required })),
  'One of several of the step, of whom some are enough; absent for who must act',
);

/** The same where a request names roles. */
export const RequestedChoices = described(
  Type.Optional(
    limited(
      Type.Array(
        Type.Object({
          group: Group,
          required: Required,
          roles: described(Type.Array(Id), 'Ids of the roles of the step that are in the group'),
        }),
      ),
      { maxItems: LIMITS.workflowRecipientsMax },
    ),
  ),
  'Groups of the roles of the step, of which some are enough',
);

const PLACE = {
  step: described(Type.Integer({ minimum: 1 }), 'The order of its step'),
  group: described(Text, 'The name of the group'),
  required: described(Type.Integer({ minimum: 1 }), 'How many of its people are enough'),
};

/** `released`: enough others of the group have acted. */
export const TrueStatus = oneOf(['not_started', 'started', 'signed', 'approved', 'declined', 'released']);

/** Who of a step may stand in for one another. */
export const Choices = described(
  Type.Array(
    exact({
      ...PLACE,
      members: described(
        Type.Array(
          exact({
            actionId: described(Id, 'Id of the action'),
            recipientId: described(Id, 'Id of the recipient'),
            status: described(
              TrueStatus,
              'As of the action, but `released` once enough others have acted: the action itself says `not_started` then',
            ),
          }),
        ),
        'Who may act, in the order in which they were named',
      ),
    }),
  ),
  'The groups of people of whom some are enough; empty where everyone must act',
);

/** Of a template, and of a draft whose fields are placed. */
export const RoleChoices = described(
  Type.Array(
    exact({ ...PLACE, roles: described(Type.Array(Id), 'Ids of its roles, in the order of the step') }),
  ),
  'The groups of whom some are enough; empty where everyone must act',
);

/** Of a person in evidence. */
export const EvidenceChoice = described(
  nullable(
    exact({
      group: PLACE.group,
      required: PLACE.required,
      recipientIds: described(Type.Array(Id), 'Who could act, the recipient among them'),
    }),
  ),
  'One of several: who could act in the same place; null for who had to act',
);
