import { EXPIRY_GRACE_SECONDS } from './time-left.ts';

const KIB = 1024;
const MIB = 1024 * KIB;
const DAY = 86_400;

/** All limits of the interface in one table (interface.md §5.1, §7, §8). */
export const LIMITS = {
  nameCharactersMin: 2,
  nameCharactersMax: 250,
  choiceGroupCharactersMax: 60,
  witnessAddressCharactersMax: 500,
  witnessRelationCharactersMax: 200,
  emailCharactersMax: 254,
  commentCharactersMax: 2_000,
  messageCharactersMax: 4_000,
  fieldValueCharactersMax: 2_000,
  fieldOptionsMax: 100,
  /** Of one condition. */
  fieldComparisonsMax: 20,
  fieldPatternCharactersMax: 200,
  uploadBytesMax: 20 * MIB,
  /** How long an upload is queued for its examination, and how many are: per caller, and in total. */
  uploadWaitSecondsMax: 60,
  uploadsWaitingOfOneMax: 250,
  uploadsWaitingMax: 2_000,
  pictureBytesMax: 2 * MIB,
  picturePixelsMax: { width: 4_096, height: 4_096 },
  stampPixelsMax: { width: 2_048, height: 2_048 },
  signatureImageBytesMax: 512 * KIB,
  signatureImagePixelsMax: { width: 1_600, height: 800 },
  attachmentBytesMax: 10 * MIB,
  /** Of one signer's files together. */
  attachmentsBytesMax: 100 * MIB,
  /** Of either side, and of both multiplied. */
  attachmentPixelsMax: { side: 16_384, all: 50_000_000 },
  jsonBytesMax: 1 * MIB,
  workflowDocumentsMax: 20,
  workflowBytesMax: 100 * MIB,
  workflowPagesMax: 2_000,
  workflowAnnexesMax: 20,
  workflowAnnexBytesMax: 100 * MIB,
  workflowRecipientsMax: 100,
  workflowFollowersMax: 20,
  workflowStepsMax: 50,
  workflowFieldsMax: 500,
  metadataKeysMax: 10,
  metadataKeyCharactersMax: 40,
  metadataValueCharactersMax: 250,
  expirySecondsMin: 7 * DAY,
  expirySecondsMax: 90 * DAY,
  expirySecondsDefault: 7 * DAY,
  expiryGraceSeconds: EXPIRY_GRACE_SECONDS,
  pageLimitDefault: 8,
  pageLimitMax: 100,
  wholeListItemsMax: 1_000,
  /** Workflows that one call acts on. */
  actsMax: 1_000,
  searchCountMax: 3_000,
  searchTermsMax: 20,
  reminderSeconds: 3_600,
  mailAttachmentBytesMax: 10 * MIB,
  authorizationCodeSeconds: 600,
  accessTokenSeconds: 3_600,
  // After it an app asks its user again.
  rotatingRefreshTokenSeconds: 90 * DAY,
  // After it an app that nobody has registered is forgotten, where nobody has allowed or used it.
  unusedClientSeconds: 30 * DAY,
  sessionIdleSeconds: 14 * DAY,
  sessionSeconds: 60 * DAY,
  passwordResetSeconds: 3_600,
  accessReviewSeconds: 1_800,
  addressProofSeconds: 7 * DAY,
  /** How long the former mailbox can take a change of address back. */
  addressRefusalSeconds: 7 * DAY,
  /** How long an account of open sign-up has the limits of new ones; an instance may change it. */
  newAccountDays: 14,
  knownDeviceSeconds: 180 * DAY,
  knownDevicesMax: 20,
  invitationSeconds: 7 * DAY,
  invitationsPerCallMax: 100,
  workspaceDescriptionCharactersMax: 255,
  customRolesMax: 100,
  /** Of one workspace. */
  contactsMax: 10_000,
  contactListCharactersMax: 1_000_000,
  /** Of what was entered for one document and not sent yet: a workflow with all its people. */
  unfinishedCharactersMax: 200_000,
  /** Of one workspace. */
  messageTemplatesMax: 200,
  messageTemplateNameCharactersMax: 100,
  fieldBlocksMax: 200,
  fieldBlockFieldsMax: 50,
  fieldBlockNameCharactersMax: 100,
  bulkRowsMax: 10_000,
  bulkColumnsMax: 100,
  bulkCellCharactersMax: 4_000,
  /** Of one workspace, not ended. */
  bulkJobsMax: 20,
  bulkRatePerMinuteMax: 10_000,
  exportWorkflowsMax: 10_000,
  exportBytesMax: 20 * 1024 ** 3,
  /** Of one workspace, not ended. */
  exportsMax: 2,
  exportSeconds: 86_400,
  /** Of one template, not ended. */
  publicLinksMax: 100,
  prefillKeysMax: 50,
  /** Of one public link. */
  submissionsMax: 100_000,
  strangerNameCharactersMax: 80,
  /** How long a code counts that proves a mailbox, and how often it may be entered. */
  mailboxCodeSeconds: 600,
  mailboxCodeTriesMax: 5,
  /** After which who came has abandoned what they began. */
  submissionSeconds: 7 * DAY,
  tagsMax: 200,
  tagsOfOneMax: 20,
  tagNameCharactersMax: 50,
  apiKeysMax: 100,
  webhookEndpointsMax: 20,
  trustProvidersMax: 20,
  passkeysMax: 10,
  accountPasskeysMax: 10,
  recoveryCodes: 10,
  /** How long a sign-in waits for the second factor, and how long a new one may be set up. */
  secondStepSeconds: 600,
  /** How long a factor that was shown counts for acts that ask for a fresh one. */
  stepUpSeconds: 600,
  /** The PIN by which the host of a device that was handed over gets back: wrong ones, until they sign in anew. */
  lockPinTriesMax: 5,
  /** How long the person has to stop a reset of their factors by one administrator. */
  factorResetSeconds: DAY,
  factorGraceDaysMax: 90,
  webhookSecretOverlapSeconds: DAY,
  /** How long the former token of a provider that provisions goes on. */
  scimTokenOverlapSeconds: DAY,
  webhookSecretOverlapSecondsMax: 7 * DAY,
  /** How long a signer may check a preview. */
  previewSeconds: 600,
  signingCodeSeconds: 600,
  signingCodeTriesMax: 5,
  /** How long a signer may use a proof of who they are. */
  proofSeconds: 600,
  signedFileLinkSeconds: 15 * 60,
  /** Of which the effect of a policy is computed before it is saved. */
  retentionEffectMax: 100_000,
  holdsMax: 500,
  holdReasonCharactersMax: 500,
  designSessionSeconds: 2 * 3_600,
  idempotencySeconds: DAY,
  passwordCharactersMin: 10,
  passwordCharactersMax: 200,
} as const;

/** At most `hits` in a window of `seconds`. */
export interface Rate {
  hits: number;
  seconds: number;
}

/** Rate limits; the key is completed by the caller. An instance may change each. */
export const RATES = {
  token: { hits: 1_000, seconds: 60 },
  apiKey: { hits: 300, seconds: 30 },
  // Calls that seal a file or fetch one: of an API key, or of a user and app.
  seals: { hits: 3_000, seconds: 60 },
  invitation: { hits: 500, seconds: 3_600 },
  invitationLink: { hits: 60, seconds: 60 },
  // Failed sign-ins: of one account from one address; of a known device; of one account from all that are not known;
  // of all accounts from one address.
  signInClient: { hits: 10, seconds: 900 },
  signInDevice: { hits: 10, seconds: 900 },
  signInAccount: { hits: 100, seconds: 3_600 },
  signInAddress: { hits: 60, seconds: 900 },
  // Wrong codes of a second factor, by who knows the password: of one account from all browsers that are not known, in
  // a quarter of an hour and in a day; of a known browser.
  secondFactor: { hits: 5, seconds: 900 },
  secondFactorDay: { hits: 30, seconds: DAY },
  secondFactorDevice: { hits: 10, seconds: 900 },
  // The sign-in page asks for one by itself.
  passkeyChallenges: { hits: 600, seconds: 900 },
  // Visits to the providers of connections and back, and logout tokens of providers, from one address.
  connectionVisit: { hits: 300, seconds: 60 },
  // Requests of a provider that provisions, by its connection.
  provisioning: { hits: 3_000, seconds: 60 },
  passwordReset: { hits: 5, seconds: 3_600 },
  // Mails to an address that a newcomer named as theirs.
  addressProof: { hits: 5, seconds: 3_600 },
  // What an account of open sign-up may do in its first days: workflows that it starts, mails that go to others in its
  // name, and what it uploads.
  newAccountEnvelopes: { hits: 20, seconds: DAY },
  newAccountMails: { hits: 60, seconds: DAY },
  newAccountMebibytes: { hits: 200, seconds: DAY },
  // Of all that is kept about a person, which may be large.
  accountExport: { hits: 10, seconds: 3_600 },
  // Each reads, checks and sends all documents of a workflow.
  courtBundle: { hits: 100, seconds: 3_600 },
  // Each reads all workflows of a workspace.
  listExport: { hits: 60, seconds: 3_600 },
  signUp: { hits: 20, seconds: 3_600 },
  signingLinkUnknown: { hits: 60, seconds: 60 },
  signingAnswers: { hits: 300, seconds: 60 },
  // Devices and links that one person hands to recipients.
  inPersonSessions: { hits: 60, seconds: 3_600 },
  // Sessions of recipients that a program shows inside its own pages, by its token or key.
  embeddedSessions: { hits: 60, seconds: 60 },
  // Public links: what is read and entered there from one address; what is begun, from one address and by one link.
  publicLinkCalls: { hits: 300, seconds: 60 },
  publicLinkStarts: { hits: 10, seconds: 3_600 },
  publicLinkStartsOfLink: { hits: 100, seconds: DAY },
  signatureImages: { hits: 12, seconds: 60 },
  // Codes that are sent to signers: a pause before the next one; of one action; to one phone or address; of all signers
  // of one organization.
  signingCodePause: { hits: 1, seconds: 30 },
  signingCodes: { hits: 5, seconds: 3_600 },
  signingCodesTo: { hits: 20, seconds: 3_600 },
  signingCodesOfOrganization: { hits: 500, seconds: 3_600 },
  // Documents that the sender of a draft sees as a signer would, in one session of the designer.
  trialPreviews: { hits: 60, seconds: 60 },
  // Files that signers attach: to one link, and, before they are read, from one address.
  attachments: { hits: 30, seconds: 60 },
  attachmentsFromAddress: { hits: 300, seconds: 60 },
  clientAuthentication: { hits: 60, seconds: 60 },
  // Documents of apps that are read for one user, and apps that register themselves from one address.
  clientDocuments: { hits: 30, seconds: 3_600 },
  clientRegistrations: { hits: 20, seconds: 3_600 },
  authorityAnswers: { hits: 600, seconds: 60 },
  verification: { hits: 30, seconds: 60 },
  // Calls of an agent's tools, by its token or key.
  agentCalls: { hits: 60, seconds: 60 },
  agentDrafts: { hits: 10, seconds: 3_600 },
  agentUploads: { hits: 30, seconds: 3_600 },
  // What an agent asks people to confirm.
  agentRequests: { hits: 100, seconds: DAY },
} as const satisfies Record<string, Rate>;
export type RateName = keyof typeof RATES;
