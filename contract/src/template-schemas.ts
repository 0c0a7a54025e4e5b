import { LIMITS } from '@paraph/domain';
import { Type } from 'typebox';
import { DesignedField } from './draft-operations.ts';
import { exact, Id, nullable, Profile, Text, Timestamp } from './schemas.ts';
import { ActionType, Document, Tag, WorkflowType } from './workflow-schemas.ts';

export const TemplateStep = exact({
  id: Id,
  order: Type.Integer({ minimum: 1 }),
  type: ActionType,
  actions: Type.Array(exact({ id: Id, role: Id, type: ActionType })),
});

/** Somebody to be: a name such as "Buyer", in whose place a workflow puts a person. */
export const TemplateRecipient = exact({
  id: Id,
  name: Text,
  anchorTag: nullable(Text),
  roles: Type.Array(exact({ id: Id, type: ActionType, color: Text })),
});

const templateFields = {
  id: Id,
  name: Text,
  type: WorkflowType,
  createDate: Timestamp,
  recipientsCount: Type.Integer({ minimum: 0 }),
  tags: Type.Array(Tag),
  creator: Profile,
  steps: Type.Array(TemplateStep),
};

/** As lists show it (interface.md §3). */
export const Template = exact(templateFields);

/** As it is read by itself. */
export const WholeTemplate = exact({
  ...templateFields,
  workspaceId: Id,
  changeDate: Timestamp,
  senderMessage: nullable(Text),
  expiryDays: Type.Integer({
    minimum: 1,
    maximum: LIMITS.expirySecondsMax / 86_400,
    description: 'Days from when a workflow is made of it to its deadline',
  }),
  recipients: Type.Array(TemplateRecipient),
  fields: Type.Array(DesignedField),
  documents: Type.Array(Document),
});
