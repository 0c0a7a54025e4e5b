import { LIMITS } from '@paraph/domain';
import { Type } from 'typebox';
import { NewField } from './draft-schemas.ts';
import { operation } from './operation.ts';
import {
  described,
  exact,
  Id,
  limited,
  PagesQuery,
  pageOf,
  Text,
  Timestamp,
  WorkspacePath,
} from './schemas.ts';
import { Field } from './workflow-schemas.ts';

/** As large as a page of PDF may be, PDF 32000-1 Annex C. */
const Points = limited(Type.Number(), { minimum: 0, maximum: 14_400 });
const AT = {
  posX: described(Points, 'Points from the left edge of the block'),
  posY: described(Points, 'Points from the upper edge of the block'),
};
const SIZE = { width: described(Points, 'In points'), height: described(Points, 'In points') };

const RULES = [
  'type',
  'label',
  'required',
  'readOnly',
  'options',
  'group',
  'groupMin',
  'groupMax',
  'min',
  'max',
  'pattern',
  'maxLength',
  'placeholder',
] as const;

const BlockField = exact({
  ...Type.Pick(Field, RULES).properties,
  ...AT,
  style: described(exact({ ...Field.properties.style.properties, ...SIZE }), 'How it looks'),
});
const NewBlockField = exact({
  ...Type.Pick(NewField, RULES).properties,
  ...AT,
  style: described(Type.Object({ ...NewField.properties.style.properties, ...SIZE }), 'How it looks'),
});

export const FieldBlock = exact({
  id: described(Id, 'Id of the block'),
  name: described(Text, 'Its name, once in the workspace'),
  fields: described(Type.Array(BlockField), 'Its fields, in order'),
  changeDate: described(Timestamp, 'When it was changed last'),
});

const BlockPath = Type.Object({
  workspaceId: described(Id, 'Id of the workspace'),
  fieldBlockId: described(Id, 'Id of the block'),
});
const Form = {
  name: described(
    Type.String({ minLength: 1, maxLength: LIMITS.fieldBlockNameCharactersMax }),
    'By which users choose it; upper and lower case are the same',
  ),
  fields: described(
    limited(Type.Array(NewBlockField), { minItems: 1, maxItems: LIMITS.fieldBlockFieldsMax }),
    'Its fields, without whose they are, what they say, keys, formulas and conditions',
  ),
};

const reading = { scope: 'workflows:read' } as const;
const writing = { scope: 'workflows:write' } as const;

/** The groups of fields that a workspace places again and again. */
export const fieldBlockOperations = {
  listFieldBlocks: operation({
    ...reading,
    method: 'GET',
    path: '/api/v1/workspaces/{workspaceId}/field-blocks',
    summary: 'The saved blocks of fields of a workspace, by name',
    params: WorkspacePath,
    query: PagesQuery,
    answer: pageOf(FieldBlock),
    refusals: ['WORKSPACE_NOT_FOUND'],
  }),
  createFieldBlock: operation({
    ...writing,
    method: 'POST',
    path: '/api/v1/workspaces/{workspaceId}/field-blocks',
    summary: `Save a block of fields; a workspace has at most ${LIMITS.fieldBlocksMax}`,
    params: WorkspacePath,
    body: Type.Object(Form),
    status: 201,
    answer: FieldBlock,
    refusals: ['WORKSPACE_NOT_FOUND'],
  }),
  updateFieldBlock: operation({
    ...writing,
    method: 'PUT',
    path: '/api/v1/workspaces/{workspaceId}/field-blocks/{fieldBlockId}',
    summary: 'Rename a block of fields, or replace its fields; absent properties stay',
    params: BlockPath,
    body: Type.Partial(Type.Object(Form)),
    answer: FieldBlock,
    refusals: ['WORKSPACE_NOT_FOUND', 'NOT_FOUND'],
  }),
  deleteFieldBlock: operation({
    ...writing,
    method: 'DELETE',
    path: '/api/v1/workspaces/{workspaceId}/field-blocks/{fieldBlockId}',
    summary: 'Delete a block of fields; fields that were made of it stay',
    params: BlockPath,
    status: 204,
    answer: null,
    refusals: ['WORKSPACE_NOT_FOUND', 'NOT_FOUND'],
  }),
};
