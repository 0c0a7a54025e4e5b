import type { OperationDescriptions } from './description-table.ts';

/** Everything besides workflows: members, workspaces, apps, webhooks, verification. */
export const ROOM_DESCRIPTIONS: OperationDescriptions = {
  createInPersonSession: {
    does:
      'Creates an address that opens the page of a recipient in one browser, once: on a device that the caller hands ' +
      'over within 5 minutes, or by a link that they copy, within 15. Where the caller is signed in in that browser, their ' +
      'session is locked when it is opened. Trail, certificate and signature say who handed over; whatever the level asks ' +
      'for besides, such as a code, is asked for as by mail. A sender forbids it by `WorkflowInPersonPreference`.',
    refuses: {
      UNAUTHORIZED_TO_PERFORM_THIS_ACTION:
        'The role lacks `edit_created_workflow`, or the caller is an API key: a person hands over.',
      NOT_FOUND: 'The workflow has no such recipient.',
      WORKFLOW_STATUS_CONFLICT:
        'It is not the turn of the recipient, or the workflow forbids signing in person.',
    },
  },
  readPicture: {
    does:
      'Answers the bytes of the picture of an account, for those who share an organization with it. Understands `Range` ' +
      'and `If-None-Match`.',
  },
  readProfile: {
    does: 'Answers who is calling: name, address, country and picture of the account. Changes nothing.',
  },
  createWorkspace: {
    does:
      'Creates a workspace of the organization, the oldest one of the caller without `organizationId`. The caller ' +
      'becomes its owner. Answers the workspace with the caller’s permissions.',
    refuses: { VALIDATION_ERROR: 'The name is too short or too long, or the description too long.' },
  },
  listWorkspaces: {
    does: 'Answers every workspace of the caller with its users and the caller’s own permissions. Changes nothing.',
  },
  updateWorkspace: {
    does: 'Changes name or description of a workspace; absent properties stay, and a description of null is removed.',
  },
  deleteWorkspace: {
    does:
      'Closes a workspace. Its ended workflows move to `newWorkspaceId`, else to the oldest other workspace of the ' +
      'organization where the caller may create workflows. It cannot be undone.',
    refuses: {
      VALIDATION_ERROR: 'There is no workspace to move to, or a user would have no workspace left.',
      WORKFLOW_STATUS_CONFLICT: 'Workflows in it are under way; the message says how many.',
    },
  },
  readWorkspace: {
    does: 'Answers one workspace with its users and the caller’s own permissions. Changes nothing.',
  },
  updateWorkspaceUsers: {
    does:
      'Adds members to a workspace and changes roles, all of the call or nothing: with `id` that user’s role changes, ' +
      'without it the member is added. Users that are not named stay. Answers the named users.',
    refuses: {
      VALIDATION_ERROR: 'A member, user or role is unknown, named twice, or no owner would be left.',
      UNAUTHORIZED_TO_PERFORM_THIS_ACTION:
        'The caller’s role lacks the permission, or a permission of the granted role.',
    },
  },
  updateWorkspaceUsersAlias: {
    does:
      'The same call as `PUT /api/v1/workspaces/{workspaceId}/users`, for clients that use the address without ' +
      '`/api/v1`: adds members and changes roles, all of the call or nothing.',
    refuses: {
      VALIDATION_ERROR: 'A member, user or role is unknown, named twice, or no owner would be left.',
    },
  },
  removeWorkspaceUser: {
    does: 'Removes a user from a workspace; what they sent stays. Every user may leave by this call.',
    refuses: {
      VALIDATION_ERROR: 'This is the last owner of the workspace.',
      NOT_FOUND: 'The workspace has no such user.',
    },
  },
  initializeApp: {
    does:
      'Answers the parts that `data` names, and no others: `profile`, `workspaces`, `levels` of one organization, ' +
      '`limits` of this instance, and `currentSubscription`, which is always null. Changes nothing.',
    refuses: { NOT_FOUND: 'The caller does not belong to the organization whose levels are asked for.' },
  },
  readLevels: {
    does:
      'Answers every level and every identification, whether the organization is offered it, and what has to be set up ' +
      'where it is not; and which levels each role may ask for. Any member may call it. Changes nothing.',
    refuses: { WORKSPACE_NOT_FOUND: 'There is no such workspace among those of the caller.' },
  },
  updateLevels: {
    does:
      'Sets the identification of recipients for whom the sender names none. Workflows that have started keep what ' +
      'was written at their start. It also sets which levels roles may ask for when they make or start workflows; what ' +
      'has started goes on. Only administrators may call it.',
    refuses: {
      VALIDATION_ERROR:
        'The identification is not offered, or a role is unknown, named twice or without a level.',
    },
  },
  listTags: { does: 'Answers the tags of a workspace, sorted by name, with their colours. Changes nothing.' },
  createTag: {
    does: 'Creates a tag of the workspace with a name that no other of its tags has. It is not assigned to anything yet.',
    refuses: {
      VALIDATION_ERROR: 'The name is taken, too long or missing, or the workspace has too many tags.',
    },
  },
  updateTag: {
    does: 'Changes name or colour of a tag; every workflow and template that has it shows the new ones at once.',
  },
  deleteTag: {
    does: 'Deletes a tag. It is removed from the workflows and templates that have it. It cannot be undone.',
  },
  setWorkflowTags: {
    does: 'Replaces the tags of a workflow by those that are named, in any status. Answers its tags.',
    refuses: { VALIDATION_ERROR: 'A tag is not of this workspace, or there are too many.' },
  },
  listContacts: {
    does:
      'Answers a page of the contacts of a workspace, those used last first. Needs the right to create workflows. ' +
      'Changes nothing.',
  },
  createContact: {
    does: 'Adds a person to the contacts of a workspace. Nothing is mailed to them, and other workspaces stay as they are.',
    refuses: {
      VALIDATION_ERROR:
        'A value is wrong, a contact of the workspace has this address, or there are too many contacts.',
    },
  },
  updateContact: {
    does:
      'Changes what is given and leaves the rest. What it says then is not replaced by workflows that start later. ' +
      'Recipients of workflows that are there stay as they are.',
    refuses: {
      VALIDATION_ERROR: 'A value is wrong, or another contact of the workspace has this address.',
      NOT_FOUND: 'There is no such contact in this workspace.',
    },
  },
  deleteContact: {
    does: 'Deletes a contact. Workflows for the person stay as they are. It cannot be undone.',
    refuses: { NOT_FOUND: 'There is no such contact in this workspace.' },
  },
  importContacts: {
    does:
      'Adds each person of a list, or changes the contact with the same address; phone and language that a row leaves ' +
      'out stay. Answers how many were added and changed. No mail is sent.',
    refuses: {
      VALIDATION_ERROR:
        'A row is wrong or repeats an address, nobody is in the list, or there are too many; nothing was changed.',
    },
  },
  readContactSettings: {
    does: 'Answers whether contacts are learned from workflows that start. Any member may call it. Changes nothing.',
    refuses: { NOT_FOUND: 'The caller belongs to no such organization.' },
  },
  updateContactSettings: {
    does:
      'Sets whether recipients of workflows become contacts of the workspace when the workflow starts. Contacts that ' +
      'there are stay and can still be changed. Only administrators may call it.',
    refuses: { NOT_FOUND: 'The caller belongs to no such organization.' },
  },
  listMessageTemplates: {
    does: 'Answers a page of the message templates of a workspace, by name. Needs the right to create workflows. Changes nothing.',
  },
  createMessageTemplate: {
    does: 'Adds a message that users can choose when they send a document. It is sent to nobody.',
    refuses: {
      VALIDATION_ERROR:
        'A value is wrong, the name is taken in the workspace, or there are too many message templates.',
    },
  },
  updateMessageTemplate: {
    does: 'Changes what is given and leaves the rest. Workflows that used its text keep the text that they have.',
    refuses: {
      VALIDATION_ERROR: 'A value is wrong, or the name is taken in the workspace.',
      NOT_FOUND: 'There is no such message template in this workspace.',
    },
  },
  deleteMessageTemplate: {
    does: 'Deletes a message template. Workflows that used its text keep it. It cannot be undone.',
    refuses: { NOT_FOUND: 'There is no such message template in this workspace.' },
  },
  listFieldBlocks: {
    does: 'Answers a page of the saved blocks of fields of a workspace, by name. Needs the right to create workflows. Changes nothing.',
  },
  createFieldBlock: {
    does:
      'Saves a group of fields that is placed again and again, such as signature, name and date, in points from its upper ' +
      'left corner. Whose the fields are is said where they are placed.',
    refuses: {
      VALIDATION_ERROR:
        'A value or a field is wrong, the name is taken in the workspace, or there are too many blocks.',
    },
  },
  updateFieldBlock: {
    does: 'Changes the name or the fields of a block, and leaves what is absent. Fields that were made of it stay as they are.',
    refuses: {
      VALIDATION_ERROR: 'A value or a field is wrong, or the name is taken in the workspace.',
      NOT_FOUND: 'There is no such block in this workspace.',
    },
  },
  deleteFieldBlock: {
    does: 'Deletes a saved block of fields. Fields that were made of it stay as they are. It cannot be undone.',
    refuses: { NOT_FOUND: 'There is no such block in this workspace.' },
  },
  listMembers: {
    does:
      'Answers a page of the members of the organization, invited ones that have not joined included, in the order ' +
      'in which they were added. `query` searches names and addresses; `status=invited` leaves those who have not joined, with who invited them ' +
      'and until when. Changes nothing.',
  },
  inviteMembers: {
    does:
      'Adds a member for each address and mails an invitation that works for seven days, once. Answers one outcome for ' +
      'each address in the order of the call: a failed one contains the reason and does not affect the others.',
    refuses: { VALIDATION_ERROR: 'There are no addresses, or more than a call may have.' },
  },
  updateMember: {
    does: 'Makes a member an administrator of the organization, or revokes that; effective from the next call on.',
    refuses: { VALIDATION_ERROR: 'This is the last administrator.', NOT_FOUND: 'There is no such member.' },
  },
  removeMember: {
    does:
      'Removes a member from the organization and all its workspaces, and deletes the API keys that act as them. What ' +
      'they sent stays. Every member may leave by this call.',
    refuses: {
      VALIDATION_ERROR: 'This is the last administrator, or the only owner of a workspace.',
      NOT_FOUND: 'There is no such member.',
    },
  },
  previewHandOver: {
    does:
      'Counts what `POST` would hand over now. Members may call it for themselves, administrators for all. Changes ' +
      'nothing.',
    refuses: { NOT_FOUND: 'There is no such member.' },
  },
  handOverMember: {
    does:
      'Makes another member the sender of all workflows of a member that have not ended, the owner of their templates and ' +
      'apps, and with `remove` takes the member out of the organization at once. The workflows change within seconds, in ' +
      'slices; each trail has the change. What has ended, and all that is signed, stays as it is.',
    refuses: {
      VALIDATION_ERROR:
        'The other member has not joined or may not send in a workspace concerned, or the member cannot be removed.',
      NOT_FOUND: 'There is no such member.',
    },
  },
  inviteMemberAgain: {
    does: 'Mails an invitation with a new link to a member who has not joined; the former link ends.',
    refuses: { VALIDATION_ERROR: 'The member has joined.', NOT_FOUND: 'There is no such member.' },
  },
  renameOrganization: {
    does:
      'Gives the organization another name, which pages, mails and seals show from then on; what was sealed before keeps ' +
      'the former one. Recorded in its events. Only administrators may call it.',
    refuses: { VALIDATION_ERROR: 'The name is too short or long, or has characters that no name has.' },
  },
  listRoles: {
    does:
      'Answers the roles that can be granted in workspaces: the four of every organization (ids 1 to 4), then its own ' +
      '(ids from 100), with their permissions. Changes nothing.',
  },
  createRole: {
    does:
      'Creates a role of the organization with these permissions; its `key` follows from its name and never changes. ' +
      'No user has it yet.',
    refuses: { VALIDATION_ERROR: 'The name is taken, a permission is unknown, or there are too many roles.' },
  },
  updateRole: {
    does: 'Changes name or permissions of a role of the organization. Effective from the next call on.',
    refuses: {
      VALIDATION_ERROR: 'The name is taken, or a permission is unknown.',
      NOT_FOUND: 'There is no such role.',
    },
  },
  deleteRole: {
    does: 'Deletes a role of the organization that no workspace user has. It cannot be undone.',
    refuses: { VALIDATION_ERROR: 'Workspace users have this role.', NOT_FOUND: 'There is no such role.' },
  },
  readOrganizationPicture: {
    does: 'Answers the bytes of the picture that stamps of the organization show, for its members. Changes nothing.',
    refuses: { NOT_FOUND: 'The organization has no picture, or the caller belongs to no such organization.' },
  },
  updateOrganizationPicture: {
    does:
      'Keeps the pixels of a PNG or JPEG as the picture that stamps show, in documents that start from now on. Those ' +
      'that have started keep theirs.',
    refuses: {
      VALIDATION_ERROR: 'It is no PNG or JPEG, is damaged, shows nothing, or has too many pixels.',
      NOT_FOUND: 'The caller belongs to no such organization.',
    },
  },
  deleteOrganizationPicture: {
    does:
      'Removes the picture: stamps of documents that start from now on show their text. Those that have started keep ' +
      'the picture.',
    refuses: { NOT_FOUND: 'The caller belongs to no such organization.' },
  },
  exchangeCode: {
    does:
      'Exchanges the code of the redirect for an access token of an hour and a refresh token. A code lives ten minutes ' +
      'and works once; a second use ends the tokens of the first. The answer must not be cached.',
    refuses: { VALIDATION_ERROR: 'A parameter is missing, or `grant_type` is another.' },
  },
  refreshAccess: {
    does:
      'Answers a new access token of an hour. The refresh token stays the same and works until the user revokes the ' +
      'permission. The answer must not be cached.',
    refuses: { VALIDATION_ERROR: 'A parameter is missing, or `grant_type` is another.' },
  },
  issueToken: {
    does:
      'The token endpoint as standard libraries expect it: form-encoded, with client credentials in the body or as ' +
      'Basic, PKCE, and refresh tokens that are exchanged at every use. Errors are those of RFC 6749 §5.2.',
  },
  revokeToken: {
    does:
      'Ends the permission that a token belongs to, its other tokens included. The response is the same for an unknown token, so ' +
      'that it does not reveal whether a token exists.',
  },
  readOauthMetadata: {
    does: 'Answers the endpoints and capabilities of the authorization server, for libraries with discovery.',
  },
  listWebhooks: {
    does: 'Answers the webhooks of the organization without their secrets, for its administrators. Changes nothing.',
  },
  createWebhook: {
    does:
      'Sends the notifications of all workflows of the organization to an address, from now on; `events` narrows them. ' +
      'The secret that signs them is only in this response.',
    refuses: { VALIDATION_ERROR: 'The address may not be called, or there are too many webhooks.' },
  },
  readWebhook: { does: 'Answers one webhook without its secret, for administrators. Changes nothing.' },
  updateWebhook: {
    does:
      'Changes address, events or certificate check of a webhook, or switches it off and on. Events that it was not ' +
      'sent before are not sent later.',
    refuses: { VALIDATION_ERROR: 'The address may not be called, or an event is unknown.' },
  },
  deleteWebhook: {
    does: 'Deletes a webhook; its pending notifications are dropped. It cannot be undone.',
  },
  rotateWebhookSecret: {
    does:
      'Creates a new secret of a webhook, shown only in this response. For `overlapSeconds`, a day by default, notifications ' +
      'carry a signature by each of the two.',
  },
  listWebhookDeliveries: {
    does: 'Answers a page of the deliveries to a webhook with each attempt, newest first. Changes nothing.',
  },
  replayWebhookDelivery: {
    does: 'Queues a notification to a webhook again, the same body with the same `webhook-id`.',
    refuses: {
      NOT_FOUND: 'There is no such webhook or notification.',
      WORKFLOW_STATUS_CONFLICT: 'The notification is still pending.',
    },
  },
  verifyDocumentAsXml: {
    does:
      'Checks the signatures of any PDF as `verifyDocument` does, and answers a validation report of ETSI TS 119 102-2 ' +
      'V1.4.1: for each signature the indication of EN 319 102-1, each constraint that was checked or was not, and the ' +
      'certificates. Public, without a credential; the file is not stored.',
    refuses: { VALIDATION_ERROR: 'There is no file, it is not a PDF, or it has no signature.' },
  },
  verifyDocument: {
    does:
      'Checks the signatures of any PDF and answers who signed, when, whether the signed content is intact, and what ' +
      'changed after. Public, without a credential; the file is not stored.',
    refuses: { VALIDATION_ERROR: 'There is no file, or it is not a PDF.' },
  },
};
