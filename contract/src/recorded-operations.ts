import type { OrganizationEvent } from '@paraph/domain';
import type { OperationName } from './operations.ts';

/**
 * What each operation that changes something writes into the record of the organization: one of these kinds, in the
 * transaction of the change. Of reading, only exports and the record itself are in it.
 */
export const RECORDED_OPERATIONS: { readonly [Name in OperationName]?: readonly OrganizationEvent[] } = {
  signIn: ['sign_in.succeeded', 'sign_in.failed'],
  enterSecondFactor: ['sign_in.succeeded', 'sign_in.failed'],
  signInByPasskey: ['sign_in.succeeded'],
  confirmIdentity: ['sign_in.succeeded'],
  confirmPasswordReset: ['account.password_changed'],
  endAccessAfterReset: ['app.ended', 'key.removed'],
  changePassword: ['account.password_changed'],
  confirmAddress: ['member.joined'],
  confirmAddressChange: ['account.address_changed'],
  refuseAddressChange: ['account.address_refused'],
  eraseAccount: ['account.erased'],
  exportAccount: ['account.exported'],
  confirmTotp: ['factor.set_up'],
  deleteTotp: ['factor.removed'],
  renewRecoveryCodes: ['factor.recovery_codes_renewed'],
  addAccountPasskey: ['factor.set_up'],
  deleteAccountPasskey: ['factor.removed'],
  updateFactorPolicy: ['factor.policy_changed'],
  resetMemberFactor: ['factor.reset_requested', 'factor.reset'],
  cancelFactorReset: ['factor.reset_withdrawn'],
  stopFactorReset: ['factor.reset_withdrawn'],
  createWorkspace: ['workspace.made'],
  updateWorkspace: ['workspace.changed'],
  deleteWorkspace: ['workspace.closed'],
  updateWorkspaceUsers: ['workspace.people_changed'],
  updateWorkspaceUsersAlias: ['workspace.people_changed'],
  removeWorkspaceUser: ['workspace.people_changed'],
  updateWorkspaceReminders: ['workspace.reminders_changed'],
  saveDestination: ['workspace.destination_changed'],
  deleteDestination: ['workspace.destination_removed'],
  exportWorkflows: ['workspace.list_exported'],
  updateContactSettings: ['organization.contacts_changed'],
  renameOrganization: ['organization.renamed'],
  updateOrganizationPicture: ['organization.picture_changed'],
  deleteOrganizationPicture: ['organization.picture_removed'],
  updateOrganizationReminders: ['organization.reminders_changed'],
  updateLevels: ['organization.level_rights_changed', 'organization.identification_changed'],
  inviteMembers: ['member.invited'],
  inviteMemberAgain: ['member.invited_again'],
  acceptInvitation: ['member.joined'],
  updateMember: ['member.administrator_made', 'member.administrator_unmade'],
  removeMember: ['member.removed', 'member.invitation_withdrawn'],
  handOverMember: ['member.handed_over'],
  createRole: ['role.made'],
  updateRole: ['role.changed'],
  deleteRole: ['role.removed'],
  updateRetention: ['retention.changed'],
  updateWorkspaceRetention: ['retention.changed'],
  updateWorkflowRetention: ['retention.changed'],
  placeHold: ['retention.hold_placed'],
  liftHold: ['retention.hold_lifted'],
  createApiKey: ['key.made'],
  deleteApiKey: ['key.removed'],
  createApp: ['app.made'],
  updateApp: ['app.changed'],
  rotateAppSecret: ['app.secret_renewed'],
  deleteApp: ['app.removed'],
  uninstallApp: ['app.ended'],
  decideAuthorization: ['app.allowed'],
  createWebhook: ['webhook.made'],
  updateWebhook: ['webhook.changed'],
  deleteWebhook: ['webhook.removed'],
  rotateWebhookSecret: ['webhook.secret_renewed'],
  createTrustProvider: ['trust.provider_made'],
  updateTrustProvider: ['trust.provider_changed'],
  deleteTrustProvider: ['trust.provider_removed'],
  saveSealCredential: ['trust.seal_certificate_set'],
  deleteSealCredential: ['trust.seal_certificate_removed'],
  saveIdentityProvider: ['connection.made', 'connection.changed'],
  deleteIdentityProvider: ['connection.removed', 'connection.changed'],
  createConnection: ['connection.made'],
  updateConnection: ['connection.changed', 'connection.enforced', 'connection.released'],
  deleteConnection: ['connection.removed'],
  checkConnectionDomain: ['connection.domain_proven'],
  makeProvisioningToken: ['connection.token_made'],
  endProvisioningToken: ['connection.token_ended'],
  publishBrand: ['organization.brand_published'],
  withdrawBrand: ['organization.brand_withdrawn'],
  listOrganizationEvents: ['record.read'],
  exportOrganizationEvents: ['record.exported'],
  saveCollector: ['record.collector_changed'],
  deleteCollector: ['record.collector_removed'],
};

const DOCUMENTS = 'of documents and templates; what is done with a document is in its own events';
const SIGNER = 'of who signs a document, in its events';
const DRAFT_BRAND = 'of a draft that nobody is shown before it is published';
const NO_CHANGE = 'changes nothing that lasts';
const OWN = 'of the person’s own account alone, and gives no access';
const SENDERS = 'of what senders write and file: contacts, texts, tags';
const FIRST = 'makes an account with an organization of its own, whose record begins with it';

/** Why the others that change something are not in the record: each is named, so that no new one is forgotten. */
export const UNRECORDED_OPERATIONS: { readonly [Name in OperationName]?: string } = {
  ...named(FIRST, ['setUpInstance', 'signUp']),
  ...named('of the instance, not of an organization', ['handOverInstance']),
  ...named('begins what another operation completes, which is recorded', [
    ...(['beginTotp', 'beginAccountPasskey', 'requestPasswordReset', 'requestAddressProof'] as const),
    ...(['requestAddressChange', 'cancelAddressChange', 'startSignIn'] as const),
    ...(['askForSignInPasskey', 'askForStepUpPasskey', 'stepUp'] as const),
  ]),
  ...named(OWN, [
    ...(['signOut', 'endSession', 'endOtherSessions', 'updateProfile', 'updatePicture'] as const),
    ...(['deletePicture', 'updateKeptSignature', 'deleteKeptSignature', 'updateMailSettings'] as const),
    ...(['stopMails', 'saveUnfinishedDocument', 'deleteUnfinishedDocument', 'addUnfinishedFile'] as const),
  ]),
  ...named(DRAFT_BRAND, ['updateBrand', 'updateBrandLogo', 'deleteBrandLogo']),
  ...named('exchanges what the person has allowed, which is recorded', [
    ...(['exchangeCode', 'refreshAccess', 'issueToken', 'revokeToken'] as const),
  ]),
  ...named(NO_CHANGE, [
    ...(['checkHealth'] as const),
    ...(['previewRetention', 'startDryRun', 'tryTrustProvider', 'tryIdentityProvider'] as const),
    ...([
      'tryConnection',
      'tryDestination',
      'verifyDocument',
      'verifyDocumentAsXml',
      'previewAsSigner',
    ] as const),
    ...([
      'replayDelivery',
      'replayWebhookDelivery',
      'retryMail',
      'startTransfer',
      'retryCollector',
      'moveTime',
    ] as const),
  ]),
  ...named(SENDERS, [
    ...(['createTag', 'updateTag', 'deleteTag', 'setWorkflowTags', 'setTemplateTags'] as const),
    ...(['createContact', 'updateContact', 'deleteContact', 'importContacts'] as const),
    ...(['createMessageTemplate', 'updateMessageTemplate', 'deleteMessageTemplate'] as const),
    ...(['createFieldBlock', 'updateFieldBlock', 'deleteFieldBlock'] as const),
  ]),
  ...named(DOCUMENTS, [
    ...(['createBulkJob', 'updateBulkJob', 'startBulkJob', 'pauseBulkJob'] as const),
    ...(['resumeBulkJob', 'cancelBulkJob'] as const),
    ...(['createQuickEnvelope', 'actOnWorkflows', 'cancelWorkflow', 'retryWorkflow'] as const),
    ...(['duplicateWorkflow', 'correctWorkflow', 'createSeal', 'retrySeal', 'deleteSeal'] as const),
    ...(['createWorkflow', 'updateWorkflow', 'editWorkflow', 'setRoles', 'setRolesDirectly'] as const),
    ...(['addSteps', 'setSteps', 'setPreferences', 'setFields', 'addDocument', 'removeDocument'] as const),
    ...(['startWorkflow', 'deleteWorkflows', 'remindRecipients', 'reassignRecipient'] as const),
    ...(['setFollowers', 'setTemplateFollowers', 'updateTemplateReminders', 'saveDesign'] as const),
    ...(['startDesign', 'createEnvelope', 'addEnvelopeDocument', 'startEnvelope'] as const),
    ...(['cancelEnvelope', 'deleteEnvelope', 'cloneTemplate', 'createTemplate'] as const),
    ...(['updateTemplate', 'deleteTemplate', 'setTemplateRoles', 'addTemplateSteps'] as const),
    ...(['setTemplateSteps', 'setTemplatePreferences', 'setTemplateFields'] as const),
    ...(['addTemplateDocument', 'removeTemplateDocument'] as const),
    ...(['addAnnex', 'removeAnnex', 'addTemplateAnnex', 'removeTemplateAnnex'] as const),
  ]),
  ...named(SIGNER, [
    ...(['openFollowing', 'setFollowerMails', 'openSigning', 'giveConsent', 'saveMark'] as const),
    ...(['fillField', 'saveAttachment', 'removeAttachment', 'previewSigning', 'finishSigning'] as const),
    ...(['approveReview', 'declineSigning', 'reassignSigning', 'takeKeptMark'] as const),
    ...(['beginProviderVisit', 'chooseCredential', 'releaseCredential', 'finishWithProvider'] as const),
    ...(['certifyOwnKey', 'requestSigningCode', 'enterSigningCode', 'beginIdentityVisit'] as const),
    ...(['createHandover', 'takeHandover', 'askForPasskey', 'proveByPasskey'] as const),
    ...(['mailPasskeyCode', 'beginPasskey', 'addPasskey', 'removePasskey'] as const),
  ]),
};

function named<Name extends OperationName>(reason: string, names: readonly Name[]) {
  return Object.fromEntries(names.map((name) => [name, reason])) as { [Key in Name]: string };
}
