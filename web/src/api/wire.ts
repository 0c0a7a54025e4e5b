/** Types of the responses, taken from the contract, so that a changed contract fails to compile here. */
import type { AnswerOf, BodyOf, OperationName, Operations } from '@paraph/contract';

type AnswerTo<Name extends OperationName> = AnswerOf<Operations[Name]>;

export type AccountStatus = AnswerTo<'readAccountStatus'>;
export type MailSettings = AnswerTo<'readMailSettings'>;
export type AddressChange = AnswerTo<'readAddressChange'>;
export type Profile = AnswerTo<'readProfile'>;
export type ServiceStatus = AnswerTo<'readStatus'>;
export type Health = AnswerTo<'readHealth'>;
export type SecondFactor = AnswerTo<'readSecondFactor'>;
export type FactorPolicy = AnswerTo<'readFactorPolicy'>;
export type NewTotp = AnswerTo<'beginTotp'>;
export type AccountSession = AnswerTo<'listSessions'>[number];
export type KeptSignature = AnswerTo<'readKeptSignature'>;
export type ResetOutcome = AnswerTo<'confirmPasswordReset'>;
export type GrantedAccess = AnswerTo<'endAccessAfterReset'>;
export type Invitation = AnswerTo<'readInvitation'>;

export type BulkJob = AnswerTo<'readBulkJob'>;
export type BulkRow = AnswerTo<'listBulkRows'>['items'][number];

export type Export = AnswerTo<'readExport'>;

export type Workspaces = AnswerTo<'listWorkspaces'>;
export type Workspace = Workspaces[number];
export type WorkspaceUser = Workspace['workspaceUsers'][number];

export type Organization = AnswerTo<'listOrganizations'>[number];
export type Brands = AnswerTo<'readBrand'>;
export type BrandChange = BodyOf<Operations['updateBrand']>;
export type OrganizationEntry = AnswerTo<'listOrganizationEvents'>['items'][number];
export type Usage = AnswerTo<'readUsage'>;
export type HandOver = AnswerTo<'previewHandOver'>;
export type Member = AnswerTo<'listMembers'>['items'][number];
export type InvitationOutcomes = AnswerTo<'inviteMembers'>;
export type Role = AnswerTo<'listRoles'>[number];
export type LevelOffers = AnswerTo<'readLevels'>;
export type AppData = AnswerTo<'initializeApp'>;

export type Contact = AnswerTo<'listContacts'>['items'][number];
export type NewContact = BodyOf<Operations['createContact']>;
export type ContactSettings = AnswerTo<'readContactSettings'>;

export type UnfinishedDocument = AnswerTo<'readUnfinishedDocument'>;
export type UnfinishedFile = AnswerTo<'addUnfinishedFile'>;
export type SavedUnfinished = AnswerTo<'saveUnfinishedDocument'>;
export type FieldBlock = AnswerTo<'listFieldBlocks'>['items'][number];
export type NewFieldBlock = BodyOf<Operations['createFieldBlock']>;
export type MessageTemplate = AnswerTo<'listMessageTemplates'>['items'][number];
export type NewMessageTemplate = BodyOf<Operations['createMessageTemplate']>;
export type OrganizationSeal = AnswerTo<'listSeals'>['items'][number];

export type RetentionEffect = AnswerTo<'previewRetention'>;
export type PolicyChange = BodyOf<Operations['updateRetention']>;
export type WorkflowRetention = AnswerTo<'readWorkflowRetention'>;
export type RetentionChange = AnswerTo<'listRetentionChanges'>['items'][number];
export type RetentionItem = AnswerTo<'listRetentionItems'>['items'][number];
export type RetentionRun = AnswerTo<'listRetentionRuns'>['items'][number];
export type LegalHold = AnswerTo<'listHolds'>['items'][number];
export type NewHold = BodyOf<Operations['placeHold']>;

export type WorkflowPage = AnswerTo<'listWorkflows'>;
/** An item of the list: what waits for people now, and since when, is beside it. */
export type ListedWorkflow = WorkflowPage['items'][number];
/** The properties that lists and single reads have in common. */
export type Workflow = Omit<WorkflowPage['items'][number], 'changeDate' | 'pendingActions'>;
export type WorkflowActs = BodyOf<Operations['actOnWorkflows']>;
export type Tag = AnswerTo<'listTags'>[number];
export type AddedDocument = AnswerTo<'addDocument'>;
export type WorkflowDetail = AnswerTo<'readWorkflow'>;
export type Follower = WorkflowDetail['followers'][number];
export type NewFollower = BodyOf<Operations['setFollowers']>['followers'][number];
export type NewTemplateFollower = BodyOf<Operations['setTemplateFollowers']>['followers'][number];
export type TemplateFollower = AnswerTo<'listTemplateFollowers'>[number];
export type StoredFile = Workflow['documents'][number]['file'];
export type Recipient = Workflow['recipients'][number];
export type Step = Workflow['steps'][number];
export type Action = Step['actions'][number];
export type CreatedEnvelope = AnswerTo<'createQuickEnvelope'>;

export type Reminders = AnswerTo<'remindRecipients'>;
export type WorkflowReminders = AnswerTo<'readWorkflowReminders'>;
export type WaitingPerson = WorkflowReminders['recipients'][number];
export type ReminderDefault = AnswerTo<'readWorkspaceReminders'>;
export type LinkHostAnswer = AnswerTo<'readLinkHost'>;
export type SendingDefaultsAnswer = AnswerTo<'readWorkspaceDefaults'>;
export type ChangedWorkflow = AnswerTo<'updateWorkflow'>;

export type Attachments = AnswerTo<'listAttachments'>;
export type Annexes = AnswerTo<'listAnnexes'>;
export type Annex = Annexes[number];
export type TimelineEvent = AnswerTo<'listTimeline'>[number];
export type Seal = NonNullable<TimelineEvent['seal']>;

export type WorkflowMails = AnswerTo<'listMails'>;
export type WorkflowMail = WorkflowMails[number];
export type MailState = WorkflowMail['state'];

export type Deliveries = AnswerTo<'listDeliveries'>;
export type Delivery = Deliveries[number];
export type DeliveryState = Delivery['state'];

export type Verification = AnswerTo<'verifyDocument'>;
export type VerifiedSignature = Verification['signatures'][number];
export type VerifiedTimestamp = NonNullable<VerifiedSignature['timestamp']>;

export type InboxPage = AnswerTo<'listMyActions'>;
export type InboxAction = InboxPage['items'][number];

export type IntegrationApps = AnswerTo<'listApps'>;
export type IntegrationApp = IntegrationApps[number];
export type IntegrationAppWithSecret = AnswerTo<'createApp'>;

export type ApiKeys = AnswerTo<'listApiKeys'>;
export type ApiKey = ApiKeys[number];
export type ApiKeyWithSecret = AnswerTo<'createApiKey'>;

export type Webhooks = AnswerTo<'listWebhooks'>;
export type Webhook = Webhooks[number];
export type WebhookWithSecret = AnswerTo<'createWebhook'>;

export type TrustProviders = AnswerTo<'listTrustProviders'>;
export type TrustProvider = TrustProviders['items'][number];
export type ProviderTrial = AnswerTo<'tryTrustProvider'>;
export type Destination = AnswerTo<'readDestination'>;
export type Transfer = AnswerTo<'readTransfer'>;
export type SealCredential = NonNullable<AnswerTo<'readSealCredential'>['credential']>;
export type SealOffer = AnswerTo<'listSealCredentials'>['items'][number];
export type NewSealCredential = BodyOf<Operations['saveSealCredential']>;
export type Connections = AnswerTo<'listConnections'>;
export type Provisioning = AnswerTo<'readProvisioning'>;
export type Collector = AnswerTo<'readCollector'>;
export type SavedCollector = AnswerTo<'saveCollector'>;
export type Connection = Connections['connections'][number];
export type ConnectionForm = BodyOf<Operations['createConnection']>;
export type SignInVisit = AnswerTo<'readSignInVisit'>;

export type ErasurePlan = AnswerTo<'previewErasure'>;

export type ApprovedApps = AnswerTo<'listApprovedApps'>;
export type ApprovedApp = ApprovedApps[number];

export type AuthorizationRequest = AnswerTo<'readAuthorizationRequest'>;
export type AuthorizationDecision = AnswerTo<'decideAuthorization'>;

export type MailboxPage = AnswerTo<'listMailbox'>;
export type MailboxMessage = AnswerTo<'readMailboxMail'>;

export type PageSession = AnswerTo<'openWorkflowSession'>;
export type Design = AnswerTo<'readDesign'>;
export type DesignedFields = AnswerTo<'saveDesign'>;
export type DesignedField = DesignedFields[number];
export type SuggestedFields = AnswerTo<'listDesignSuggestions'>;
export type NewFields = BodyOf<Operations['saveDesign']>['fields'];

export type TemplatePage = AnswerTo<'listTemplates'>;
export type TemplateItem = TemplatePage['items'][number];
export type Template = AnswerTo<'readTemplate'>;
export type TemplateForms = AnswerTo<'listTemplateForms'>;
export type TemplateRecipients = AnswerTo<'setTemplateRoles'>;
