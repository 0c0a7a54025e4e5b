import { SIGNING_LANGUAGES } from '@paraph/domain';
import { Type } from 'typebox';
import { ShownBrand } from './brand-schemas.ts';
import { Followers, NewFollowers, NewTemplateFollowers, TemplateFollower } from './follower-schemas.ts';
import { operation } from './operation.ts';
import { described, exact, Id, nullable, oneOf, Text, Timestamp, WorkflowId } from './schemas.ts';
import { SIGNER_REFUSALS, SigningView } from './signing-operations.ts';
import { TemplatePath } from './template-operations.ts';

const workflow = {
  path: '/api/v1/workspaces/{workspaceId}/workflows/{workflowId}/followers',
  params: Type.Object({ workspaceId: described(Id, 'Id of the workspace'), workflowId: WorkflowId }),
  answer: Followers,
} as const;
const template = {
  path: '/api/v1/workspaces/{workspaceId}/templates/{templateId}/followers',
  params: TemplatePath,
  answer: Type.Array(TemplateFollower),
} as const;
const FollowerPath = Type.Object({ followerLink: Type.String({ maxLength: 100 }) });
const { workflow: ofWorkflow, documents, annexes, people, certificateUrl } = SigningView.properties;

/** What the page of a follower shows: how far it has come, and nothing to act in. */
export const FollowingView = exact({
  link: Text,
  state: oneOf(['waiting', 'open', 'declined', 'expired', 'canceled', 'completed']),
  workflow: exact({
    name: ofWorkflow.properties.name,
    status: ofWorkflow.properties.status,
    expiryDate: Timestamp,
    senderName: Text,
    senderEmail: Text,
    organizationName: Text,
    cancelReason: ofWorkflow.properties.cancelReason,
  }),
  follower: exact({
    name: Text,
    email: Text,
    language: nullable(oneOf(SIGNING_LANGUAGES)),
    stopped: described(Type.Boolean(), 'Whether they want no more mails'),
  }),
  documents: described(documents, 'None while there is nothing for them to see'),
  annexes,
  people,
  certificateUrl,
  brand: ShownBrand,
});

const following = {
  access: 'signer',
  internal: true,
  params: FollowerPath,
  refusals: SIGNER_REFUSALS,
} as const;

/** Followers get copies, and act in nothing. */
export const followerOperations = {
  listFollowers: operation({
    ...workflow,
    method: 'GET',
    summary: 'Who gets copies of a workflow, and when they opened their link',
    scope: 'workflows:read',
    refusals: ['WORKFLOW_NOT_FOUND'],
  }),
  setFollowers: operation({
    ...workflow,
    method: 'PUT',
    summary: 'Set who gets copies of a workflow, also while it is running; those not named are removed',
    scope: 'workflows:write',
    body: Type.Object({
      followers: described(NewFollowers, 'Who gets copies and acts in nothing; at most 20'),
    }),
    refusals: ['WORKFLOW_NOT_FOUND', 'WORKFLOW_STATUS_CONFLICT'],
  }),
  listTemplateFollowers: operation({
    ...template,
    method: 'GET',
    summary: 'Who gets copies of the workflows that are made of a template',
    scope: 'templates:read',
    refusals: ['TEMPLATE_NOT_FOUND'],
  }),
  setTemplateFollowers: operation({
    ...template,
    method: 'PUT',
    summary: 'Set who gets copies of the workflows that are made of a template; those not named are removed',
    scope: 'templates:write',
    body: Type.Object({
      followers: described(NewTemplateFollowers, 'Who gets copies and acts in nothing; at most 20'),
    }),
    refusals: ['TEMPLATE_NOT_FOUND'],
  }),
  readFollowing: operation({
    ...following,
    method: 'GET',
    path: '/api/v1/following/{followerLink}',
    summary: 'How far a workflow has come, for who gets copies of it',
    answer: FollowingView,
  }),
  readFollowedDocument: operation({
    ...following,
    method: 'GET',
    path: '/api/v1/following/{followerLink}/documents/{documentId}',
    summary: 'The bytes of a document, as they are shown to followers',
    params: Type.Object({ ...FollowerPath.properties, documentId: Id }),
    query: Type.Object({
      download: Type.Optional(Text),
      language: described(Type.Optional(oneOf(SIGNING_LANGUAGES)), 'Of the words in the name of a download'),
    }),
    answer: 'binary',
  }),
  readFollowerLogo: operation({
    ...following,
    method: 'GET',
    path: '/api/v1/following/{followerLink}/logo',
    summary: 'The logo of the organization that asks, a PNG',
    query: Type.Object({ v: Type.Optional(Text) }),
    answer: 'binary',
  }),
  readFollowedAnnex: operation({
    ...following,
    method: 'GET',
    path: '/api/v1/following/{followerLink}/annexes/{annexId}',
    summary: 'The bytes of a file for information, for followers',
    params: Type.Object({ ...FollowerPath.properties, annexId: Id }),
    answer: 'binary',
  }),
  readFollowerCertificate: operation({
    ...following,
    method: 'GET',
    path: '/api/v1/following/{followerLink}/completion-certificate',
    summary: 'The certificate of how the workflow ended, without what is personal of other people',
    query: Type.Object({
      language: described(Type.Optional(oneOf(SIGNING_LANGUAGES)), 'Of the certificate'),
    }),
    answer: 'binary',
  }),
  openFollowing: operation({
    ...following,
    method: 'POST',
    path: '/api/v1/following/{followerLink}/open',
    summary: 'Record that a person, not a mail scanner, has opened the page',
    status: 204,
    answer: null,
  }),
  setFollowerMails: operation({
    ...following,
    method: 'PUT',
    path: '/api/v1/following/{followerLink}/mails',
    summary: 'Stop the mails to this follower, or take that back',
    body: Type.Object({ stopped: Type.Boolean() }),
    answer: FollowingView,
    refusals: SIGNER_REFUSALS,
  }),
};
