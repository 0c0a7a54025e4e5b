import { LIMITS, SIGNING_LANGUAGES } from '@paraph/domain';
import { Type } from 'typebox';
import { RoleChoices } from './choice-schemas.ts';
import { described, exact, Id, nullable, oneOf, Profile, Text, Timestamp } from './schemas.ts';
import { RoleWitnesses } from './witness-schemas.ts';
import { ActionType, Document, Field, Tag, WorkflowType } from './workflow-schemas.ts';

export const TemplateStep = exact({
  id: described(Id, 'Id of the step'),
  order: described(Type.Integer({ minimum: 1 }), 'Place of the step, from 1'),
  type: described(ActionType, 'What its recipients do: sign or review'),
  actions: described(
    Type.Array(
      exact({
        id: described(Id, 'Id of the action'),
        role: described(Id, 'Id of the role that acts'),
        type: described(ActionType, 'What the recipient does: sign or review'),
      }),
    ),
    'What each recipient of the step has to do; the recipients of a step act in parallel',
  ),
});

/** A placeholder, such as "Buyer", which a workflow fills with a recipient. */
export const TemplateRecipient = exact({
  id: described(Id, 'Id of the placeholder'),
  name: described(Text, 'The name of the placeholder, such as Buyer'),
  anchorTag: described(
    nullable(Text),
    'The tag that text anchors in the PDF use for this recipient, optionally `tag-documentId_page,…`',
  ),
  roles: described(
    Type.Array(
      exact({
        id: described(Id, 'Id of the role'),
        type: described(ActionType, 'What the role does: sign or review'),
        color: described(Text, 'The colour of the recipient’s fields in the designer, as #RRGGBB'),
      }),
    ),
    'One for each step that the recipient acts in',
  ),
});

const templateFields = {
  id: described(Id, 'Id of the template'),
  name: described(Text, 'The name of the template'),
  type: described(WorkflowType, 'The level of the signatures'),
  createDate: described(Timestamp, 'When it was created, in seconds since 1970'),
  recipientsCount: described(Type.Integer({ minimum: 0 }), 'How many people a workflow made from it needs'),
  tags: described(Type.Array(Tag), 'Tags, each with id, name and colour'),
  creator: described(Profile, 'The user who created it'),
  steps: described(Type.Array(TemplateStep), 'One after another'),
};

/** As lists show it (interface.md §3). */
export const Template = exact(templateFields);

/** As it is read by itself. */
export const WholeTemplate = exact({
  ...templateFields,
  workspaceId: described(Id, 'Id of the workspace'),
  changeDate: described(Timestamp, 'When it was last changed, in seconds since 1970'),
  senderMessage: described(nullable(Text), 'What the sender says in the invitations'),
  expiryDays: Type.Integer({
    minimum: 1,
    maximum: LIMITS.expirySecondsMax / 86_400,
    description: 'Days from when a workflow is made of it to its deadline',
  }),
  language: described(
    nullable(oneOf(SIGNING_LANGUAGES)),
    'The language of people for whom none is said when a workflow is made of it; null: none',
  ),
  recipients: described(Type.Array(TemplateRecipient), 'The placeholders that people take the place of'),
  choices: RoleChoices,
  witnesses: RoleWitnesses,
  fields: described(Type.Array(Field), 'What is filled in, and where it is placed'),
  documents: described(Type.Array(Document), 'In the order of their positions'),
});
