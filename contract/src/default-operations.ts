import { LIMITS, SIGNING_LANGUAGES, WORKFLOW_TYPES } from '@paraph/domain';
import { type TSchema, Type } from 'typebox';
import { operation } from './operation.ts';
import { ADMINISTERED } from './organization-operations.ts';
import { described, exact, nullable, oneOf, WorkspacePath } from './schemas.ts';

const DAYS_MAX = LIMITS.expirySecondsMax / 86_400;
const Days = Type.Integer({ minimum: 1, maximum: DAYS_MAX });
const Level = oneOf(WORKFLOW_TYPES);
const Language = oneOf(SIGNING_LANGUAGES);

function setting<Value extends TSchema>(value: Value, what: string) {
  return described(
    exact({
      value: described(nullable(value), 'What is set here; null: as the next wider one says'),
      effective: described(nullable(value), 'What counts; null where nobody has set it'),
      source: described(nullable(oneOf(['workspace', 'organization'])), 'Who set what counts'),
    }),
    what,
  );
}

const SendingDefaultsAnswer = exact({
  expiryDays: setting(Days, 'Days until the deadline'),
  type: setting(Level, 'The level of the signatures'),
  language: setting(Language, 'The language of people for whom none is chosen'),
});

const change = {
  method: 'PUT',
  body: Type.Object({
    expiryDays: described(Type.Optional(nullable(Days)), 'Days until the deadline'),
    type: described(Type.Optional(nullable(Level)), 'A level that is offered'),
    language: described(Type.Optional(nullable(Language)), 'Of people for whom none is chosen'),
  }),
} as const;

const organization = {
  ...ADMINISTERED,
  path: '/api/v1/organization/defaults',
  answer: SendingDefaultsAnswer,
} as const;

const workspace = {
  path: '/api/v1/workspaces/{workspaceId}/defaults',
  params: WorkspacePath,
  answer: SendingDefaultsAnswer,
  refusals: ['WORKSPACE_NOT_FOUND'],
} as const;

/** What documents begin with in the app. */
export const defaultOperations = {
  readOrganizationDefaults: operation({
    ...organization,
    method: 'GET',
    summary: 'What documents begin with in the app where the workspace says nothing',
  }),
  updateOrganizationDefaults: operation({
    ...organization,
    ...change,
    summary: 'Set deadline, level and language that documents begin with in the app',
  }),
  readWorkspaceDefaults: operation({
    ...workspace,
    method: 'GET',
    scope: 'workspaces:read',
    summary: 'What documents of a workspace begin with in the app',
  }),
  updateWorkspaceDefaults: operation({
    ...workspace,
    ...change,
    scope: 'workspaces:write',
    summary: 'Set deadline, level and language that documents of one workspace begin with in the app',
  }),
};
