import { LIMITS } from '@paraph/domain';
import { Type } from 'typebox';
import { draftOperations } from './draft-operations.ts';
import { WorkflowChange } from './draft-schemas.ts';
import { NewFollowers } from './follower-schemas.ts';
import { CONTACT, Email, FieldValues, Message, Name, PersonName } from './request-values.ts';
import { described, Id, limited, nullable } from './schemas.ts';

/** What a workflow made of a template is, beside what it takes from the template (interface.md §5.2). */
export const Cloning = Type.Object({
  workspaceId: described(Id, 'Id of the workspace'),
  name: described(Name, 'The name of the workflow, 2 to 250 characters'),
  recipients: described(
    Type.Array(
      Type.Object({
        name: described(PersonName, 'The recipient’s name'),
        email: described(Email, 'The recipient’s email address'),
        ...CONTACT,
      }),
      {
        maxItems: LIMITS.workflowRecipientsMax,
      },
    ),
    'The people in the places of the template’s placeholders, in their order',
  ),
  hasToBeStarted: described(
    Type.Optional(Type.Boolean({ default: false })),
    'Whether it starts at once; false by default',
  ),
  values: described(
    Type.Optional(FieldValues),
    'What its fields say from the start, by their keys; a text, or a number as one. Empty or null: nothing',
  ),
  lock: described(
    Type.Optional(Type.Boolean({ default: false })),
    'Whether signers cannot change what `values` fills in; false by default',
  ),
  metadata: described(Type.Optional(WorkflowChange.properties.metadata), 'Your own pairs, as elsewhere'),
  senderMessage: described(
    Type.Optional(nullable(Message)),
    'What the sender says in the invitations; absent: as in the template, null: nothing',
  ),
  expiryDate: described(
    Type.Optional(Type.Integer()),
    'Seconds since 1970; absent: after the `expiryDays` of the template',
  ),
  preferences: described(
    Type.Optional(draftOperations.setPreferences.body.properties.preferences),
    'Change those of the template: those not named stay, and an empty value takes one back',
  ),
  followers: described(
    Type.Optional(NewFollowers),
    'Who gets copies: those that the template asks for, in its order, then further ones',
  ),
  tags: described(
    Type.Optional(limited(Type.Array(Id, { maxItems: 1_000 }), { maxItems: LIMITS.tagsOfOneMax })),
    'Ids of tags of the workspace that it gets',
  ),
});
