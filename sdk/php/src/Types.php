<?php

// Written by `npm run generate` from the contract; not by hand.

declare(strict_types=1);

namespace Paraph;

/**
 * The objects that calls take and give, as array shapes. Their keys are those of the interface.
 *
 * @phpstan-type Action array{
 *   id: int,
 *   stepNumber: int,
 *   role: int,
 *   type: ActionType,
 *   status: ActionStatus,
 *   recipientId: int,
 *   recipientEmail: string,
 *   comment: string|null,
 *   transaction: ActionTransaction|null,
 * }
 *
 * @phpstan-type ActionStatus 'not_started'|'started'|'signed'|'approved'|'declined'
 *
 * @phpstan-type ActionTransaction array{
 *   provider: string,
 *   responseId: string|null,
 *   notice: string|null,
 * }
 *
 * @phpstan-type ActionType 'sign'|'review'
 *
 * @phpstan-type AddDocumentAnswer array{
 *   id: int,
 *   envelopeId: string,
 *   workspaceId: int,
 *   name: string,
 *   type: WorkflowType,
 *   status: WorkflowStatus,
 *   oldStatus: WorkflowStatus|null,
 *   createDate: int,
 *   expiryDate: int,
 *   startDate: FiledDate,
 *   scheduledStartDate: FiledDate,
 *   documents: list<Document>,
 *   recipients: list<Recipient>,
 *   steps: list<Step>,
 *   fields: list<Field>,
 *   senderMessage: string|null,
 *   senderName: string|null,
 *   signingSecurity: 'none'|'otp'|'qualified',
 *   organization: OrganizationRef,
 *   creator: Profile,
 *   users: list<UserRef>,
 *   tags: list<Tag>,
 *   metadata: Metadata,
 *   lostFields?: list<AddDocumentAnswerLostField>,
 * }
 *
 * @phpstan-type AddDocumentAnswerLostField array{
 *   id: int,
 *   type: string,
 *   label: string,
 *   page: int,
 *   reason: 'page_missing'|'page_size',
 * }
 *
 * @phpstan-type Annex array{
 *   id: int,
 *   position: int,
 *   name: string,
 *   format: 'pdf'|'png'|'jpeg'|'docx'|'xlsx'|'pptx'|'odt'|'ods'|'odp'|'rtf'|'zip'|'csv'|'text'|'other',
 *   size: int,
 *   sha256: string,
 *   addDate: int,
 *   file: string,
 * }
 *
 * @phpstan-type AnnexUploads Upload|list<Upload>
 *
 * @phpstan-type BrandColours array{
 *   light: BrandColoursLight,
 *   dark: BrandColoursDark,
 * }
 *
 * @phpstan-type BrandColoursDark array{
 *   accent: string,
 *   strong: string,
 *   wash: string,
 *   on: string,
 * }
 *
 * @phpstan-type BrandColoursLight array{
 *   accent: string,
 *   strong: string,
 *   wash: string,
 *   on: string,
 * }
 *
 * @phpstan-type BrandState array{
 *   draft: BrandView|null,
 *   published: BrandView|null,
 * }
 *
 * @phpstan-type BrandView array{
 *   accent: string|null,
 *   colours: BrandColours|null,
 *   hasLogo: bool,
 *   senderName: string|null,
 *   replyAddress: string|null,
 *   footer: string|null,
 *   disclosures: list<BrandViewDisclosure>,
 *   changeDate: int,
 * }
 *
 * @phpstan-type BrandViewDisclosure array{
 *   language: 'en'|'fr'|'de'|'es'|'it'|'pt'|'nl'|'pl'|'ar',
 *   text: string,
 * }
 *
 * @phpstan-type BulkItem array{
 *   identifier: EnvelopeRef,
 *   result: bool,
 *   response: mixed,
 *   error: BulkItemError|null,
 * }
 *
 * @phpstan-type BulkItemError array{
 *   code: string,
 *   message: string,
 * }
 *
 * @phpstan-type BulkJob array{
 *   id: int,
 *   workspaceId: int,
 *   templateId: int|null,
 *   state: 'checking'|'ready'|'sending'|'paused'|'done'|'canceled',
 *   fileName: string,
 *   encoding: string,
 *   name: string,
 *   columns: list<BulkJobColumn>,
 *   rows: int,
 *   waiting: int,
 *   valid: int,
 *   invalid: int,
 *   sent: int,
 *   failed: int,
 *   canceled: int,
 *   signed: int,
 *   pausedFor: string|null,
 *   ratePerMinute: int|null,
 *   scheduledStartDate: FiledDate,
 *   createDate: int,
 *   startDate: FiledDate,
 *   endDate: FiledDate,
 * }
 *
 * @phpstan-type BulkJobColumn array{
 *   heading: string,
 *   meaning: string|null,
 * }
 *
 * @phpstan-type ChangedWorkflow array{
 *   id: int,
 *   status: WorkflowStatus,
 *   documents: list<Document>,
 * }
 *
 * @phpstan-type ChoiceState array{
 *   step: int,
 *   group: string,
 *   required: int,
 *   members: list<ChoiceStateMember>,
 * }
 *
 * @phpstan-type ChoiceStateMember array{
 *   actionId: int,
 *   recipientId: int,
 *   status: TrueStatus,
 * }
 *
 * @phpstan-type CloneTemplateRecipient array{
 *   name: string,
 *   email: string,
 *   phone?: string|null,
 *   language?: 'en'|'fr'|'de'|'es'|'it'|'pt'|'nl'|'pl'|'ar'|null,
 *   identification?: 'code-sms'|'code-mail'|'passkey'|'identity-provider'|null,
 * }
 *
 * @phpstan-type CollectorState array{
 *   collector: CollectorStateCollector|null,
 * }
 *
 * @phpstan-type CollectorStateCollector array{
 *   url: string,
 *   format: 'json'|'otlp',
 *   authorization: bool,
 *   position: int,
 *   behind: int,
 *   attempts: int,
 *   status: int|null,
 *   cause: string|null,
 *   nextAttemptDate: FiledDate,
 *   deliveryDate: FiledDate,
 *   changeDate: int,
 * }
 *
 * @phpstan-type Connection array{
 *   id: string,
 *   kind: 'oidc'|'saml',
 *   saml: ConnectionSaml|null,
 *   name: string,
 *   issuer: string,
 *   clientId: string,
 *   isForSigners: bool,
 *   isForMembers: bool,
 *   domains: list<ConnectionDomain>,
 *   isEnforced: bool,
 *   passwordAdministrator: string|null,
 *   passwordAdministratorHasFactor: bool,
 *   endsSession: bool,
 *   mapping: ConnectionMapping,
 *   signInUrl: string,
 *   returnUrls: list<string>,
 *   signedOutUrl: string,
 *   logoutUrl: string,
 *   workedDate: FiledDate,
 *   createDate: int,
 *   changeDate: int,
 * }
 *
 * @phpstan-type ConnectionDomain array{
 *   domain: string,
 *   recordName: string,
 *   recordValue: string,
 *   provenDate: FiledDate,
 * }
 *
 * @phpstan-type ConnectionMapping array{
 *   groupClaim: string,
 *   groups: list<ConnectionMappingGroup>,
 *   administratorGroups: list<string>,
 *   defaultRole: ConnectionMappingDefaultRole|null,
 *   isDecisive: bool,
 * }
 *
 * @phpstan-type ConnectionMappingDefaultRole array{
 *   workspaceId: int,
 *   role: string,
 * }
 *
 * @phpstan-type ConnectionMappingGroup array{
 *   group: string,
 *   workspaceId: int,
 *   role: string,
 * }
 *
 * @phpstan-type ConnectionSaml array{
 *   ssoUrl: string,
 *   sloUrl: string|null,
 *   certificates: list<string>,
 *   certificateEndDate: FiledDate,
 *   metadataUrl: string|null,
 *   metadataReadDate: FiledDate,
 *   metadataProblem: string|null,
 *   emailAttribute: string,
 *   nameAttribute: string,
 *   signsRequests: bool,
 *   allowsUnsolicited: bool,
 *   answerProblem: string|null,
 *   ownCertificate: string,
 * }
 *
 * @phpstan-type Contact array{
 *   id: int,
 *   name: string,
 *   email: string,
 *   phone: string|null,
 *   language: 'en'|'fr'|'de'|'es'|'it'|'pt'|'nl'|'pl'|'ar'|null,
 *   source: 'learned'|'typed'|'imported',
 *   lastUsedDate: FiledDate,
 * }
 *
 * @phpstan-type CreateConnectionSaml array{
 *   metadataUrl?: string,
 *   metadata?: string,
 *   entityId?: string,
 *   ssoUrl?: string,
 *   sloUrl?: string,
 *   certificates?: list<string>,
 *   emailAttribute?: string,
 *   nameAttribute?: string,
 *   signsRequests?: bool,
 *   allowsUnsolicited?: bool,
 * }
 *
 * @phpstan-type CreateEmbeddedDesignAnswer array{
 *   url: string,
 *   expiresDate: int,
 * }
 *
 * @phpstan-type CreateEmbeddedSessionAnswer array{
 *   url: string,
 *   expiresDate: int,
 * }
 *
 * @phpstan-type CreateEmbeddedSessionAuthenticatedBy array{
 *   method: string,
 *   at: int,
 * }
 *
 * @phpstan-type CreateInPersonSessionAnswer array{
 *   url: string,
 *   expiresDate: int,
 * }
 *
 * @phpstan-type CreatePublicLinkAnswer array{
 *   id: int,
 *   workspaceId: int,
 *   templateId: int,
 *   name: string,
 *   placeholderId: int,
 *   people: list<CreatePublicLinkAnswerPeople>,
 *   opensDate: FiledDate,
 *   closesDate: FiledDate,
 *   maximum: int|null,
 *   oncePerPerson: bool,
 *   language: 'en'|'fr'|'de'|'es'|'it'|'pt'|'nl'|'pl'|'ar'|null,
 *   prefillKeys: list<string>,
 *   state: 'open'|'early'|'closed'|'full'|'off'|'ended',
 *   offReason: string|null,
 *   url: string,
 *   qr: string,
 *   counts: CreatePublicLinkAnswerCounts,
 *   creatorName: string,
 *   createDate: int,
 *   endDate: FiledDate,
 *   secret: string,
 * }
 *
 * @phpstan-type CreatePublicLinkAnswerCounts array{
 *   open: int,
 *   done: int,
 *   abandoned: int,
 * }
 *
 * @phpstan-type CreatePublicLinkAnswerPeople array{
 *   placeholderId: int,
 *   name: string,
 *   email: string,
 *   language: 'en'|'fr'|'de'|'es'|'it'|'pt'|'nl'|'pl'|'ar'|null,
 * }
 *
 * @phpstan-type CreatePublicLinkPeople array{
 *   placeholderId: int,
 *   name: string,
 *   email: string,
 *   language?: 'en'|'fr'|'de'|'es'|'it'|'pt'|'nl'|'pl'|'ar'|null,
 * }
 *
 * @phpstan-type CreateQuickEnvelopeAnswer array{
 *   id: string,
 * }
 *
 * @phpstan-type CreateTemplatePlaceholder array{
 *   recipientId: int,
 *   name: string,
 * }
 *
 * @phpstan-type CreateWebhookAnswer array{
 *   id: int,
 *   url: string,
 *   events: list<NotifiedEvent>,
 *   enabled: bool,
 *   sslVerification: bool,
 *   createDate: int,
 *   previousSecretEndDate: FiledDate,
 *   secret: string,
 * }
 *
 * @phpstan-type Defaults array{
 *   expiryDays: DefaultsExpiryDays,
 *   type: DefaultsType,
 *   language: DefaultsLanguage,
 * }
 *
 * @phpstan-type DefaultsExpiryDays array{
 *   value: int|null,
 *   effective: int|null,
 *   source: 'workspace'|'organization'|null,
 * }
 *
 * @phpstan-type DefaultsLanguage array{
 *   value: 'en'|'fr'|'de'|'es'|'it'|'pt'|'nl'|'pl'|'ar'|null,
 *   effective: 'en'|'fr'|'de'|'es'|'it'|'pt'|'nl'|'pl'|'ar'|null,
 *   source: 'workspace'|'organization'|null,
 * }
 *
 * @phpstan-type DefaultsType array{
 *   value: WorkflowType|null,
 *   effective: WorkflowType|null,
 *   source: 'workspace'|'organization'|null,
 * }
 *
 * @phpstan-type DeleteWorkflowsWorkflow array{
 *   id: int,
 *   workspaceId?: int,
 * }
 *
 * @phpstan-type Delivery array{
 *   id: int,
 *   event: string,
 *   url: string,
 *   state: 'pending'|'delivered'|'dead',
 *   createDate: int,
 *   nextAttemptDate: FiledDate,
 *   attempts: list<DeliveryAttempt>,
 * }
 *
 * @phpstan-type DeliveryAttempt array{
 *   date: int,
 *   status: int|null,
 *   error: string|null,
 *   durationMs: int,
 * }
 *
 * @phpstan-type DestinationState array{
 *   destination: DestinationStateDestination|null,
 * }
 *
 * @phpstan-type DestinationStateDestination array{
 *   kind: 'webdav'|'bucket',
 *   url: string,
 *   user: string,
 *   region: string|null,
 *   pathPattern: string,
 *   include: list<'evidence'|'attachments'|'archive'>,
 *   changeDate: int,
 * }
 *
 * @phpstan-type Document array{
 *   id: int,
 *   position: int,
 *   file: DocumentFile,
 *   source: DocumentSource|null,
 * }
 *
 * @phpstan-type DocumentFile array{
 *   name: string,
 *   format: string,
 *   size: int,
 *   file: string,
 *   thumb: string|null,
 *   uri: string,
 * }
 *
 * @phpstan-type DocumentSource array{
 *   name: string,
 *   contentType: string,
 *   sha256: string,
 *   size: int,
 *   file: string,
 * }
 *
 * @phpstan-type EndpointDelivery array{
 *   id: int,
 *   event: string,
 *   url: string,
 *   state: 'pending'|'delivered'|'dead',
 *   createDate: int,
 *   nextAttemptDate: FiledDate,
 *   attempts: list<EndpointDeliveryAttempt>,
 *   workflowId: int,
 *   messageId: string,
 * }
 *
 * @phpstan-type EndpointDeliveryAttempt array{
 *   date: int,
 *   status: int|null,
 *   error: string|null,
 *   durationMs: int,
 * }
 *
 * @phpstan-type Envelope array{
 *   id: string,
 *   envelopeId: string,
 *   workspaceId: int,
 *   name: string,
 *   type: WorkflowType,
 *   status: WorkflowStatus,
 *   oldStatus: WorkflowStatus|null,
 *   createDate: int,
 *   expiryDate: int,
 *   startDate: FiledDate,
 *   scheduledStartDate: FiledDate,
 *   documents: list<Document>,
 *   recipients: list<Recipient>,
 *   steps: list<Step>,
 *   fields: list<Field>,
 *   senderMessage: string|null,
 *   senderName: string|null,
 *   signingSecurity: 'none'|'otp'|'qualified',
 *   organization: OrganizationRef,
 *   creator: Profile,
 *   users: list<UserRef>,
 *   tags: list<Tag>,
 *   metadata: Metadata,
 * }
 *
 * @phpstan-type EnvelopeRef string|int
 *
 * @phpstan-type Evidence array{
 *   record: EvidenceRecord,
 *   seal: EvidenceSeal,
 * }
 *
 * @phpstan-type EvidenceChoice array{
 *   group: string,
 *   required: int,
 *   recipientIds: list<int>,
 * }
 *
 * @phpstan-type EvidenceRecord array{
 *   format: string,
 *   interim: bool,
 *   recordTime: string,
 *   software: string,
 *   instance: string,
 *   workflow: EvidenceRecordWorkflow,
 *   organization: OrganizationRef,
 *   sender: EvidenceRecordSender,
 *   documents: list<EvidenceRecordDocument>,
 *   annexes: list<EvidenceRecordAnnexe>,
 *   signers: list<EvidenceRecordSigner>,
 *   followers: list<EvidenceRecordFollower>,
 *   events: list<EvidenceRecordEvent>,
 *   chain: EvidenceRecordChain,
 *   times: EvidenceRecordTimes,
 *   verification: list<EvidenceRecordVerification>,
 *   trustAnchorSha256: string,
 *   retention: EvidenceRecordRetention,
 *   legal: EvidenceRecordLegal,
 *   notProven: list<string>,
 *   points: list<EvidenceRecordPoint>,
 * }
 *
 * @phpstan-type EvidenceRecordAnnexe array{
 *   id: int,
 *   name: string,
 *   size: int,
 *   sha256: string,
 *   addedTime: string,
 * }
 *
 * @phpstan-type EvidenceRecordChain array{
 *   algorithm: string,
 *   events: int,
 *   head: string,
 *   anchor: string,
 * }
 *
 * @phpstan-type EvidenceRecordDocument array{
 *   id: int,
 *   name: string,
 *   pages: int,
 *   source: EvidenceRecordDocumentSource|null,
 *   original: FileDigest,
 *   revisions: list<EvidenceRecordDocumentRevision>,
 *   sealed: EvidenceRecordDocumentSealed|null,
 * }
 *
 * @phpstan-type EvidenceRecordDocumentRevision array{
 *   number: int,
 *   kind: 'fields'|'signature',
 *   actionId: int|null,
 *   signer: string|null,
 *   size: int,
 *   sha256: string,
 *   time: string,
 * }
 *
 * @phpstan-type EvidenceRecordDocumentSealed array{
 *   sha256: string,
 *   size: int,
 *   sealedTime: string,
 *   software: string|null,
 *   level: string,
 *   timestamp: EvidenceRecordDocumentSealedTimestamp,
 *   signatures: list<EvidenceRecordDocumentSealedSignature>,
 *   log: EvidenceRecordDocumentSealedLog|null,
 *   organizationSeal: EvidenceRecordDocumentSealedOrganizationSeal|null,
 * }
 *
 * @phpstan-type EvidenceRecordDocumentSealedLog array{
 *   index: int,
 *   entry: string,
 *   proof: list<string>,
 *   checkpoint: string,
 * }
 *
 * @phpstan-type EvidenceRecordDocumentSealedOrganizationSeal array{
 *   code: string,
 *   certificate: EvidenceRecordDocumentSealedOrganizationSealCertificate,
 * }
 *
 * @phpstan-type EvidenceRecordDocumentSealedOrganizationSealCertificate array{
 *   serial: string,
 *   subject: string,
 *   issuer: string,
 *   notBefore: string,
 *   notAfter: string,
 *   chain: list<string>,
 *   revocationAtSealing: string,
 *   revokedTime: string|null,
 * }
 *
 * @phpstan-type EvidenceRecordDocumentSealedSignature array{
 *   actionId: int,
 *   certificateSerial: string,
 *   code: string,
 *   time: string,
 * }
 *
 * @phpstan-type EvidenceRecordDocumentSealedTimestamp array{
 *   authority: string,
 *   isInternal: bool,
 *   serial: string,
 *   time: string,
 * }
 *
 * @phpstan-type EvidenceRecordDocumentSource array{
 *   name: string,
 *   contentType: string,
 *   sha256: string,
 *   size: int,
 * }
 *
 * @phpstan-type EvidenceRecordEvent array{
 *   sequence: int,
 *   name: string,
 *   time: string,
 *   actor: mixed,
 *   detail: array<string, mixed>,
 *   version: int,
 *   snapshotSha256: string|null,
 *   previousHash: string|null,
 *   hash: string,
 *   mac: string,
 * }
 *
 * @phpstan-type EvidenceRecordFollower array{
 *   name: string,
 *   email: string,
 *   when: 'start'|'end'|'both',
 *   mails: list<EvidenceRecordFollowerMail>,
 *   openings: list<EvidenceRecordFollowerOpening>,
 * }
 *
 * @phpstan-type EvidenceRecordFollowerMail array{
 *   to: string,
 *   kind: string,
 *   time: string,
 *   result: 'sent'|'failed',
 *   reply: string|null,
 * }
 *
 * @phpstan-type EvidenceRecordFollowerOpening array{
 *   time: string,
 *   ip: string|null,
 *   isProxied: bool,
 *   isUnnamedProxy: bool,
 *   userAgent: string|null,
 * }
 *
 * @phpstan-type EvidenceRecordLegal array{
 *   claimed: string,
 *   notClaimed: list<string>,
 * }
 *
 * @phpstan-type EvidenceRecordPoint array{
 *   number: int,
 *   title: string,
 *   state: 'recorded'|'partly'|'absent'|'pending',
 *   note: string|null,
 * }
 *
 * @phpstan-type EvidenceRecordRetention array{
 *   until: FiledDate,
 *   basis: string,
 *   contact: string,
 * }
 *
 * @phpstan-type EvidenceRecordSender array{
 *   name: string|null,
 *   email: string|null,
 *   authentication: 'session'|'token'|'key'|'link'|null,
 *   time: string,
 *   ip: string|null,
 *   isProxied: bool,
 *   isUnnamedProxy: bool,
 *   userAgent: string|null,
 * }
 *
 * @phpstan-type EvidenceRecordSigner array{
 *   actionId: int,
 *   recipientId: int,
 *   name: string,
 *   email: string,
 *   stepOrder: int,
 *   type: ActionType,
 *   status: TrueStatus,
 *   choice: EvidenceChoice|null,
 *   witness: EvidenceWitness|null,
 *   mails: list<EvidenceRecordSignerMail>,
 *   openings: list<EvidenceRecordSignerOpening>,
 *   authentication: list<EvidenceRecordSignerAuthentication>,
 *   reached: EvidenceRecordSignerReached|null,
 *   consent: EvidenceRecordSignerConsent|null,
 *   act: EvidenceRecordSignerAct|null,
 *   certificates: list<EvidenceRecordSignerCertificate>,
 * }
 *
 * @phpstan-type EvidenceRecordSignerAct array{
 *   time: string,
 *   ip: string|null,
 *   isProxied: bool,
 *   isUnnamedProxy: bool,
 *   userAgent: string|null,
 *   result: string,
 *   reason: string|null,
 *   button: string|null,
 *   language: string|null,
 *   timeZone: string|null,
 *   shownSha256: string|null,
 *   documents: list<EvidenceRecordSignerActDocument>,
 *   salt: string|null,
 *   answers: list<EvidenceRecordSignerActAnswer>,
 *   marks: list<EvidenceRecordSignerActMark>,
 *   attachments: list<EvidenceRecordSignerActAttachment>,
 * }
 *
 * @phpstan-type EvidenceRecordSignerActAnswer array{
 *   fieldId: int,
 *   type: string,
 *   value: string|null,
 *   valueSha256: string|null,
 * }
 *
 * @phpstan-type EvidenceRecordSignerActAttachment array{
 *   fieldId: int,
 *   name: string,
 *   format: string,
 *   size: int,
 *   sha256: string,
 *   addedTime: string,
 * }
 *
 * @phpstan-type EvidenceRecordSignerActDocument array{
 *   id: int,
 *   sha256: string,
 * }
 *
 * @phpstan-type EvidenceRecordSignerActMark array{
 *   id: string,
 *   kind: 'signature'|'initials',
 *   method: string,
 *   sha256: string,
 *   keptTime: string|null,
 * }
 *
 * @phpstan-type EvidenceRecordSignerAuthentication array{
 *   method: string,
 *   time: string,
 *   reference: string|null,
 *   said: EvidenceRecordSignerAuthenticationSaid|null,
 * }
 *
 * @phpstan-type EvidenceRecordSignerAuthenticationSaid array{
 *   origin: string,
 *   method: string,
 *   at: string,
 * }
 *
 * @phpstan-type EvidenceRecordSignerCertificate array{
 *   serial: string,
 *   subject: string,
 *   issuer: string,
 *   notBefore: string,
 *   notAfter: string,
 *   chain: list<string>,
 *   revocationAtSealing: string,
 *   revokedTime: string|null,
 * }
 *
 * @phpstan-type EvidenceRecordSignerConsent array{
 *   time: string,
 *   ip: string|null,
 *   isProxied: bool,
 *   isUnnamedProxy: bool,
 *   userAgent: string|null,
 *   version: string,
 *   language: string,
 *   timeZone: string|null,
 *   textSha256: string,
 *   text: string,
 *   disclosure: EvidenceRecordSignerConsentDisclosure|null,
 * }
 *
 * @phpstan-type EvidenceRecordSignerConsentDisclosure array{
 *   language: string,
 *   sha256: string,
 *   text: string,
 * }
 *
 * @phpstan-type EvidenceRecordSignerMail array{
 *   to: string,
 *   kind: string,
 *   time: string,
 *   result: 'sent'|'failed',
 *   reply: string|null,
 * }
 *
 * @phpstan-type EvidenceRecordSignerOpening array{
 *   time: string,
 *   ip: string|null,
 *   isProxied: bool,
 *   isUnnamedProxy: bool,
 *   userAgent: string|null,
 * }
 *
 * @phpstan-type EvidenceRecordSignerReached array{
 *   level: WorkflowType,
 *   identification: 'mailbox'|'code-sms'|'code-mail'|'passkey'|'identity-provider'|'in-person'|'in-person-code-sms'|'in-person-code-mail'|'in-person-passkey'|'in-person-identity-provider'|'embedded'|'embedded-code-sms'|'embedded-code-mail'|'embedded-passkey'|'embedded-identity-provider'|'trust-service-provider',
 *   keyHolder: 'service'|'browser'|'provider',
 *   weakestLink: string,
 *   sentence: string,
 * }
 *
 * @phpstan-type EvidenceRecordTimes array{
 *   zone: string,
 *   source: string,
 *   uncertainty: string,
 * }
 *
 * @phpstan-type EvidenceRecordVerification array{
 *   what: string,
 *   command: string,
 * }
 *
 * @phpstan-type EvidenceRecordWorkflow array{
 *   id: int,
 *   envelopeId: string,
 *   name: string,
 *   renames: list<EvidenceRecordWorkflowRename>,
 *   type: WorkflowType,
 *   status: WorkflowStatus,
 *   message: string|null,
 *   createDate: int,
 *   startDate: FiledDate,
 *   expiryDate: int,
 *   endDate: FiledDate,
 * }
 *
 * @phpstan-type EvidenceRecordWorkflowRename array{
 *   time: string,
 *   from: string,
 *   to: string,
 * }
 *
 * @phpstan-type EvidenceSeal array{
 *   sha256: string,
 *   token: string,
 * }
 *
 * @phpstan-type EvidenceWitness array{
 *   ofRecipientId: int,
 *   ofName: string,
 *   address: string|null,
 *   relation: string|null,
 *   sameDevice: bool|null,
 * }
 *
 * @phpstan-type ExchangeCodeAnswer array{
 *   access_token: string,
 *   token_type: 'Bearer',
 *   expires_in: int,
 *   refresh_token: string,
 * }
 *
 * @phpstan-type Export array{
 *   id: int,
 *   workspaceId: int,
 *   state: 'waiting'|'running'|'done'|'failed'|'canceled'|'expired',
 *   contents: list<'documents'|'certificates'|'evidence'|'attachments'>,
 *   workflows: int,
 *   done: int,
 *   skipped: int,
 *   bytes: int,
 *   problem: string|null,
 *   createDate: int,
 *   startDate: FiledDate,
 *   endDate: FiledDate,
 *   expiresDate: FiledDate,
 *   url: string|null,
 * }
 *
 * @phpstan-type Field array{
 *   id: int,
 *   type: FieldType,
 *   label: string,
 *   documentId: int,
 *   page: int,
 *   value: string|null,
 *   formField: string|null,
 *   posX: int|float,
 *   posY: int|float,
 *   role: int,
 *   style: FieldStyle,
 *   required: bool,
 *   readOnly: bool,
 *   key: string|null,
 *   options: list<FieldOption>|null,
 *   group: string|null,
 *   groupMin: int|null,
 *   groupMax: int|null,
 *   min: int|float|null,
 *   max: int|float|null,
 *   pattern: string|null,
 *   maxLength: int|null,
 *   placeholder: string|null,
 *   showIf: ShowCondition|null,
 *   formula: string|null,
 * }
 *
 * @phpstan-type FieldBlock array{
 *   id: int,
 *   name: string,
 *   fields: list<FieldBlockField>,
 *   changeDate: int,
 * }
 *
 * @phpstan-type FieldBlockField array{
 *   type: FieldType,
 *   label: string,
 *   required: bool,
 *   readOnly: bool,
 *   options: list<FieldOption>|null,
 *   group: string|null,
 *   groupMin: int|null,
 *   groupMax: int|null,
 *   min: int|float|null,
 *   max: int|float|null,
 *   pattern: string|null,
 *   maxLength: int|null,
 *   placeholder: string|null,
 *   posX: int|float,
 *   posY: int|float,
 *   style: FieldStyle,
 * }
 *
 * @phpstan-type FieldChoice array{
 *   value: string,
 *   label: string,
 * }
 *
 * @phpstan-type FieldOption array{
 *   value: string,
 *   label: string,
 * }
 *
 * @phpstan-type FieldStyle array{
 *   color: string,
 *   fontStyle: string,
 *   fontSize: int|float,
 *   width: int|float,
 *   height: int|float,
 *   bold: bool,
 *   italic: bool,
 *   underline: bool,
 * }
 *
 * @phpstan-type FieldType 'signature'|'initials'|'date'|'name'|'email'|'company'|'department'|'title'|'location'|'address'|'text'|'number'|'checkbox'|'radio'|'dropdown'|'stamp'|'attachment'
 *
 * @phpstan-type FileDigest array{
 *   sha256: string,
 *   size: int,
 * }
 *
 * @phpstan-type FiledDate int|null
 *
 * @phpstan-type Follower array{
 *   id: int,
 *   name: string,
 *   email: string,
 *   language: 'en'|'fr'|'de'|'es'|'it'|'pt'|'nl'|'pl'|'ar'|null,
 *   when: 'start'|'end'|'both',
 *   ofRecipientId: int|null,
 *   openedDate: FiledDate,
 *   stoppedDate: FiledDate,
 *   mailProblem: string|null,
 * }
 *
 * @phpstan-type HandOverMemberAnswer array{
 *   drafts: int,
 *   running: int,
 *   templates: int,
 *   apps: int,
 *   workspaces: list<string>,
 * }
 *
 * @phpstan-type HandingOver 'device'|'link'
 *
 * @phpstan-type Hold array{
 *   id: int,
 *   workflowId: int|null,
 *   workflowName: string|null,
 *   workspaceId: int|null,
 *   email: string|null,
 *   reason: string,
 *   placedBy: OrganizationRef,
 *   placedDate: int,
 *   liftedBy: OrganizationRef|null,
 *   liftedDate: FiledDate,
 * }
 *
 * @phpstan-type IdentityProviderState array{
 *   returnUrl: string,
 *   provider: IdentityProviderStateProvider|null,
 * }
 *
 * @phpstan-type IdentityProviderStateProvider array{
 *   issuer: string,
 *   clientId: string,
 *   changeDate: int,
 * }
 *
 * @phpstan-type ImportContactsAnswer array{
 *   created: int,
 *   updated: int,
 * }
 *
 * @phpstan-type InitializeAppAnswer array{
 *   profile?: Profile,
 *   workspaces?: list<Workspace>,
 *   levels?: LevelOffers,
 *   limits?: InitializeAppAnswerLimits,
 *   currentSubscription?: mixed,
 * }
 *
 * @phpstan-type InitializeAppAnswerLimits array{
 *   expirySecondsMin: int,
 *   expirySecondsMax: int,
 *   convertedFormats: list<'docx'|'odt'|'rtf'|'heic'>,
 * }
 *
 * @phpstan-type InviteMembersItemValue array{
 *   result: bool,
 *   message: string|null,
 * }
 *
 * @phpstan-type InviteMembersMember array{
 *   email: string,
 * }
 *
 * @phpstan-type IssueTokenAnswer array{
 *   access_token: string,
 *   token_type: 'Bearer',
 *   expires_in: int,
 *   refresh_token: string,
 *   scope: string,
 * }
 *
 * @phpstan-type LevelOffers array{
 *   levels: list<LevelOffersLevel>,
 *   identifications: list<LevelOffersIdentification>,
 *   defaultIdentification: 'code-sms'|'code-mail'|'passkey'|'identity-provider'|null,
 *   roles: list<LevelOffersRole>,
 * }
 *
 * @phpstan-type LevelOffersIdentification array{
 *   identification: 'code-sms'|'code-mail'|'passkey'|'identity-provider',
 *   offered: bool,
 *   missing: string|null,
 * }
 *
 * @phpstan-type LevelOffersLevel array{
 *   type: WorkflowType,
 *   offered: bool,
 *   missing: string|null,
 *   sandbox: bool,
 *   permitted: bool,
 * }
 *
 * @phpstan-type LevelOffersRole array{
 *   roleId: int,
 *   key: string,
 *   name: string,
 *   levels: list<WorkflowType>,
 * }
 *
 * @phpstan-type LinkHostState array{
 *   linkHost: LinkHostStateLinkHost|null,
 * }
 *
 * @phpstan-type LinkHostStateLinkHost array{
 *   host: string,
 *   recordName: string,
 *   recordValue: string,
 *   provenDate: FiledDate,
 * }
 *
 * @phpstan-type ListAttachmentsItem array{
 *   fieldId: int,
 *   label: string,
 *   actionId: int,
 *   recipientId: int,
 *   name: string,
 *   format: 'pdf'|'png'|'jpeg',
 *   size: int,
 *   sha256: string,
 *   addDate: int,
 *   file: string,
 * }
 *
 * @phpstan-type ListBulkRowsItem array{
 *   row: int,
 *   state: 'waiting'|'valid'|'invalid'|'sent'|'failed'|'canceled',
 *   key: string|null,
 *   cells: list<string>|null,
 *   problems: list<ListBulkRowsItemProblem>,
 *   samePeopleAs: int|null,
 *   workflowId: int|null,
 *   envelopeId: string|null,
 *   status: string|null,
 * }
 *
 * @phpstan-type ListBulkRowsItemProblem array{
 *   column: string|null,
 *   problem: string,
 * }
 *
 * @phpstan-type ListConnectionsAnswer array{
 *   connections: list<Connection>,
 * }
 *
 * @phpstan-type ListMyActionsItem array{
 *   id: int,
 *   type: string,
 *   status: string,
 *   envelope: Envelope,
 *   publicSignUri: string,
 * }
 *
 * @phpstan-type ListOrganizationEventsItem array{
 *   id: int,
 *   sequence: int|null,
 *   name: 'organization.renamed'|'organization.moved'|'organization.departed'|'organization.level_rights_changed'|'organization.identification_changed'|'organization.picture_changed'|'organization.picture_removed'|'organization.reminders_changed'|'organization.defaults_changed'|'organization.link_host_changed'|'organization.embed_origins_changed'|'organization.contacts_changed'|'organization.agents_changed'|'organization.allowance_changed'|'organization.quota_changed'|'sign_in.succeeded'|'sign_in.failed'|'organization.brand_published'|'organization.brand_withdrawn'|'member.invited'|'member.invited_again'|'member.invitation_withdrawn'|'member.joined'|'member.administrator_made'|'member.administrator_unmade'|'member.removed'|'member.handed_over'|'account.address_changed'|'account.address_refused'|'account.password_changed'|'account.erased'|'account.exported'|'factor.set_up'|'factor.removed'|'factor.recovery_codes_renewed'|'factor.policy_changed'|'factor.reset_requested'|'factor.reset_withdrawn'|'factor.reset'|'connection.made'|'connection.changed'|'connection.removed'|'connection.enforced'|'connection.released'|'connection.domain_proven'|'connection.member_arrived'|'connection.roles_changed'|'role.made'|'role.changed'|'role.removed'|'workspace.made'|'workspace.changed'|'workspace.closed'|'workspace.people_changed'|'workspace.reminders_changed'|'workspace.defaults_changed'|'workspace.list_exported'|'workspace.files_exported'|'workspace.export_downloaded'|'workspace.destination_changed'|'workspace.destination_removed'|'workspace.public_link_made'|'workspace.public_link_changed'|'workspace.public_link_secret_renewed'|'workspace.public_link_ended'|'key.made'|'key.removed'|'app.made'|'app.changed'|'app.secret_renewed'|'app.removed'|'app.allowed'|'app.ended'|'webhook.made'|'webhook.changed'|'webhook.secret_renewed'|'webhook.removed'|'retention.changed'|'retention.hold_placed'|'retention.hold_lifted'|'trust.provider_made'|'trust.provider_changed'|'trust.provider_removed'|'trust.seal_certificate_set'|'trust.seal_certificate_removed'|'record.read'|'record.exported'|'record.collector_changed'|'record.collector_removed'|'connection.token_made'|'connection.token_ended'|'member.provisioned'|'member.deactivated'|'member.reactivated',
 *   date: int,
 *   by: string|null,
 *   actor: ListOrganizationEventsItemActor,
 *   about: string|null,
 *   to: string|null,
 *   detail: array<string, string|int|float>,
 *   before: array<string, mixed>|null,
 *   after: array<string, mixed>|null,
 * }
 *
 * @phpstan-type ListOrganizationEventsItemActor array{
 *   kind: 'user'|'visitor'|'instance',
 *   id: int|null,
 *   email: string|null,
 *   ip: string|null,
 *   userAgent: string|null,
 *   through: 'session'|'token'|'key'|null,
 *   credential: string|null,
 * }
 *
 * @phpstan-type ListSealCredentialsAnswer array{
 *   items: list<ListSealCredentialsAnswerItem>,
 * }
 *
 * @phpstan-type ListSealCredentialsAnswerItem array{
 *   credentialId: string,
 *   subject: string,
 *   issuer: string,
 *   startDate: int,
 *   endDate: int,
 *   qualified: bool,
 *   pin: bool,
 *   problem: string|null,
 * }
 *
 * @phpstan-type ListSealsFilters array{
 *   workspaceId?: int,
 *   status?: 'pending'|'completed'|'failed',
 *   creatorEmail?: string,
 * }
 *
 * @phpstan-type ListSubmissionsItem array{
 *   id: int,
 *   name: string|null,
 *   email: string|null,
 *   state: 'open'|'done'|'abandoned'|'ended',
 *   reference: string|null,
 *   provenDate: int,
 *   workflowId: int|null,
 *   envelopeId: string|null,
 *   status: string|null,
 * }
 *
 * @phpstan-type ListTimelineItem array{
 *   id: int,
 *   event: string,
 *   date: int,
 *   actor: ListTimelineItemActor|null,
 *   detail: string|null,
 *   recipientId: int|null,
 *   seal: Seal|null,
 *   isUnused: bool,
 *   automatic: ListTimelineItemAutomatic|null,
 *   schedule: ListTimelineItemSchedule|null,
 *   replacement: 'address-corrected'|'replaced'|'passed-on'|null,
 *   related: ListTimelineItemRelated|null,
 * }
 *
 * @phpstan-type ListTimelineItemActor array{
 *   name: string|null,
 *   email: string|null,
 *   byKey: ListTimelineItemActorByKey|null,
 *   agent: string|null,
 *   allowance: ListTimelineItemActorAllowance|null,
 * }
 *
 * @phpstan-type ListTimelineItemActorAllowance array{
 *   organization: string,
 *   setBy: string,
 * }
 *
 * @phpstan-type ListTimelineItemActorByKey array{
 *   name: string,
 *   maker: string,
 * }
 *
 * @phpstan-type ListTimelineItemAutomatic array{
 *   count: int,
 *   max: int,
 * }
 *
 * @phpstan-type ListTimelineItemRelated array{
 *   relation: 'corrects'|'correctedBy',
 *   workspaceId: int,
 *   workflowId: int,
 *   envelopeId: string,
 * }
 *
 * @phpstan-type ListTimelineItemSchedule array{
 *   date: FiledDate,
 * }
 *
 * @phpstan-type ListTransfersItem array{
 *   workflowId: int,
 *   name: string,
 *   state: 'pending'|'failed',
 *   attempts: int,
 *   status: int|null,
 *   cause: string|null,
 *   nextAttemptDate: FiledDate,
 * }
 *
 * @phpstan-type ListTrustProvidersAnswer array{
 *   returnUrl: string,
 *   sandbox: bool,
 *   items: list<TrustProvider>,
 * }
 *
 * @phpstan-type ListedWorkflow array{
 *   id: int,
 *   envelopeId: string,
 *   workspaceId: int,
 *   name: string,
 *   type: WorkflowType,
 *   status: WorkflowStatus,
 *   oldStatus: WorkflowStatus|null,
 *   createDate: int,
 *   expiryDate: int,
 *   startDate: FiledDate,
 *   scheduledStartDate: FiledDate,
 *   documents: list<Document>,
 *   recipients: list<Recipient>,
 *   steps: list<Step>,
 *   fields: list<Field>,
 *   senderMessage: string|null,
 *   senderName: string|null,
 *   signingSecurity: 'none'|'otp'|'qualified',
 *   organization: OrganizationRef,
 *   creator: Profile,
 *   users: list<UserRef>,
 *   tags: list<Tag>,
 *   metadata: Metadata,
 *   filedDate: FiledDate,
 *   changeDate: int,
 *   pendingActions: list<ListedWorkflowPendingAction>,
 * }
 *
 * @phpstan-type ListedWorkflowPendingAction array{
 *   id: int,
 *   recipientId: int,
 *   recipientEmail: string,
 *   type: ActionType,
 *   status: ActionStatus,
 *   startDate: FiledDate,
 * }
 *
 * @phpstan-type Mail array{
 *   id: int,
 *   kind: string,
 *   to: string,
 *   state: 'queued'|'sent'|'failed'|'kept',
 *   attempts: int,
 *   lastError: string|null,
 *   sentDate: FiledDate,
 *   createDate: int,
 * }
 *
 * @phpstan-type MakeProvisioningTokenAnswer array{
 *   id: string,
 *   hint: string,
 *   createDate: int,
 *   endDate: FiledDate,
 *   lastUseDate: FiledDate,
 *   token: string,
 * }
 *
 * @phpstan-type Member array{
 *   id: int,
 *   uniqueId: string,
 *   email: string,
 *   name: string|null,
 *   picture: Picture|null,
 *   administrator: bool,
 *   status: 'invited'|'joined'|'deactivated',
 *   createDate: int,
 *   invitation: MemberInvitation|null,
 *   provisionedBy: string|null,
 * }
 *
 * @phpstan-type MemberInvitation array{
 *   by: string,
 *   createDate: int,
 *   expiryDate: int,
 * }
 *
 * @phpstan-type MemberProfile array{
 *   id: int|null,
 *   email: string,
 *   name: string|null,
 *   firstName: string|null,
 *   lastName: string|null,
 *   country: string|null,
 *   picture: Picture,
 * }
 *
 * @phpstan-type MessageTemplate array{
 *   id: int,
 *   name: string,
 *   text: string,
 *   changeDate: int,
 * }
 *
 * @phpstan-type Metadata array<string, string>
 *
 * @phpstan-type NewBlockField array{
 *   type: FieldType,
 *   label?: string,
 *   required?: bool,
 *   readOnly?: bool,
 *   options?: list<FieldChoice>|null,
 *   group?: string|null,
 *   groupMin?: int|null,
 *   groupMax?: int|null,
 *   min?: int|float|null,
 *   max?: int|float|null,
 *   pattern?: string|null,
 *   maxLength?: int|null,
 *   placeholder?: string|null,
 *   posX: int|float,
 *   posY: int|float,
 *   style: NewFieldStyle,
 * }
 *
 * @phpstan-type NewField array{
 *   id?: int,
 *   type: FieldType,
 *   label?: string,
 *   required?: bool,
 *   readOnly?: bool,
 *   documentId: int,
 *   page: int,
 *   posX: int|float,
 *   posY: int|float,
 *   role: int,
 *   value?: string|null,
 *   formField?: string|null,
 *   key?: string|null,
 *   options?: list<FieldChoice>|null,
 *   grow?: 'full'|'legible',
 *   group?: string|null,
 *   groupMin?: int|null,
 *   groupMax?: int|null,
 *   min?: int|float|null,
 *   max?: int|float|null,
 *   pattern?: string|null,
 *   maxLength?: int|null,
 *   placeholder?: string|null,
 *   showIf?: NewShowCondition|null,
 *   formula?: string|null,
 *   style: NewFieldStyle,
 * }
 *
 * @phpstan-type NewFieldStyle array{
 *   width: int|float,
 *   height: int|float,
 *   color?: string,
 *   fontStyle?: string|null,
 *   fontSize?: int|float,
 *   bold?: bool,
 *   italic?: bool,
 *   underline?: bool,
 * }
 *
 * @phpstan-type NewFollower array{
 *   name: string,
 *   email: string,
 *   language?: 'en'|'fr'|'de'|'es'|'it'|'pt'|'nl'|'pl'|'ar'|null,
 *   when: 'start'|'end'|'both',
 *   of?: int|string|null,
 * }
 *
 * @phpstan-type NewPreference array{
 *   name: 'WorkflowMailAttachDocumentPreference'|'WorkflowNotificationCallbackUrlPreference'|'WorkflowNotificationCallbackUrlSecretPreference'|'WorkflowNotificationCallbackUrlSslVerificationPreference'|'WorkflowNotificationValuesPreference'|'WorkflowInPersonPreference'|'WorkflowRecipientEmbedded'|'WorkflowRecipientReassignPreference'|'WorkflowReminderPreference',
 *   value: string,
 * }
 *
 * @phpstan-type NewRecipient array{
 *   name: string,
 *   email: string,
 *   phone?: string|null,
 *   language?: 'en'|'fr'|'de'|'es'|'it'|'pt'|'nl'|'pl'|'ar'|null,
 *   identification?: 'code-sms'|'code-mail'|'passkey'|'identity-provider'|null,
 *   choice?: RequestedChoice,
 *   witnessOf?: string,
 *   witness?: 'asked',
 * }
 *
 * @phpstan-type NewRole array{
 *   id?: int,
 *   type: ActionType,
 *   color?: string,
 * }
 *
 * @phpstan-type NewRoleHolder array{
 *   id?: int,
 *   name: string,
 *   email: string,
 *   phone?: string|null,
 *   language?: 'en'|'fr'|'de'|'es'|'it'|'pt'|'nl'|'pl'|'ar'|null,
 *   identification?: 'code-sms'|'code-mail'|'passkey'|'identity-provider'|null,
 *   anchorTag?: string|null,
 *   roles: list<NewRole>,
 * }
 *
 * @phpstan-type NewShowCondition array{
 *   fieldId?: int,
 *   equals?: string,
 *   oneOf?: list<string>,
 *   isFilled?: bool,
 *   all?: list<NewShowConditionAll>,
 *   any?: list<NewShowConditionAny>,
 * }
 *
 * @phpstan-type NewShowConditionAll array{
 *   fieldId: int,
 *   equals?: string,
 *   oneOf?: list<string>,
 *   isFilled?: bool,
 * }
 *
 * @phpstan-type NewShowConditionAny array{
 *   fieldId: int,
 *   equals?: string,
 *   oneOf?: list<string>,
 *   isFilled?: bool,
 * }
 *
 * @phpstan-type NewStep array{
 *   type: ActionType,
 *   recipients: list<NewRecipient>,
 * }
 *
 * @phpstan-type NewStepOfRoles array{
 *   type?: ActionType,
 *   sign?: bool,
 *   review?: bool,
 *   roles: list<int>,
 *   choices?: list<NewStepOfRolesChoice>,
 *   witnesses?: list<NewStepOfRolesWitness>,
 * }
 *
 * @phpstan-type NewStepOfRolesChoice array{
 *   group: string,
 *   required?: int,
 *   roles: list<int>,
 * }
 *
 * @phpstan-type NewStepOfRolesWitness array{
 *   role: int,
 *   of: int,
 * }
 *
 * @phpstan-type NewTemplateFollower array{
 *   name: string,
 *   email?: string|null,
 *   language?: 'en'|'fr'|'de'|'es'|'it'|'pt'|'nl'|'pl'|'ar'|null,
 *   when: 'start'|'end'|'both',
 *   of?: int|null,
 * }
 *
 * @phpstan-type NotifiedEnvelope array{
 *   id: string,
 *   envelopeId: string,
 *   workspaceId: int,
 *   name: string,
 *   type: WorkflowType,
 *   status: WorkflowStatus,
 *   oldStatus: WorkflowStatus|null,
 *   createDate: int,
 *   expiryDate: int,
 *   startDate: FiledDate,
 *   scheduledStartDate: FiledDate,
 *   documents: list<Document>,
 *   recipients: list<Recipient>,
 *   steps: list<NotifiedEnvelopeStep>,
 *   fields: list<Field>,
 *   senderMessage: string|null,
 *   senderName: string|null,
 *   signingSecurity: 'none'|'otp'|'qualified',
 *   organization: OrganizationRef,
 *   creator: Profile,
 *   users: list<UserRef>,
 *   tags: list<Tag>,
 *   metadata: Metadata,
 *   endDate: FiledDate,
 *   choices?: list<ChoiceState>,
 *   witnesses?: list<WitnessState>,
 *   event: NotifiedEnvelopeEvent,
 * }
 *
 * @phpstan-type NotifiedEnvelopeEvent array{
 *   name: string,
 *   actionId?: int,
 *   automatic?: bool,
 *   time: int,
 * }
 *
 * @phpstan-type NotifiedEnvelopeStep array{
 *   id: int,
 *   order: int,
 *   type: ActionType,
 *   status: ActionStatus,
 *   expiryDate: FiledDate,
 *   actions: list<NotifiedEnvelopeStepAction>,
 * }
 *
 * @phpstan-type NotifiedEnvelopeStepAction array{
 *   id: int,
 *   stepNumber: int,
 *   role: int,
 *   type: ActionType,
 *   status: ActionStatus,
 *   recipientId: int,
 *   recipientEmail: string,
 *   comment: string|null,
 *   transaction: NotifiedEnvelopeStepActionTransaction|null,
 *   endDate: FiledDate,
 * }
 *
 * @phpstan-type NotifiedEnvelopeStepActionTransaction array{
 *   provider: string,
 *   responseId: string|null,
 *   notice: string|null,
 * }
 *
 * @phpstan-type NotifiedEvent 'workflow.started'|'action.started'|'action.signed'|'action.approved'|'action.declined'|'action.reminded'|'workflow.approved'|'workflow.signed'|'workflow.declined'|'workflow.canceled'|'workflow.expired'|'workflow.blocked'|'recipient.reassigned'|'seal.completed'|'seal.failed'
 *
 * @phpstan-type NotifiedSeal array{
 *   id: string,
 *   workspaceId: int,
 *   name: string,
 *   fileName: string,
 *   status: 'pending'|'completed'|'failed',
 *   cause: string|null,
 *   createDate: int,
 *   endDate: FiledDate,
 *   createdBy: string,
 *   original: FileDigest,
 *   sealed: FileDigest|null,
 *   content: string|null,
 *   certificate: string|null,
 *   metadata: Metadata,
 *   event: NotifiedSealEvent,
 * }
 *
 * @phpstan-type NotifiedSealEvent array{
 *   name: string,
 *   time: int,
 * }
 *
 * @phpstan-type OpenEnvelopeSessionAnswer array{
 *   session: string,
 *   designerUrl: string,
 *   envelopeView: string,
 * }
 *
 * @phpstan-type OpenWorkflowSessionAnswer array{
 *   session: string,
 *   designerUrl: string,
 *   envelopeView: string,
 * }
 *
 * @phpstan-type OrganizationRef array{
 *   id: int,
 *   name: string,
 * }
 *
 * @phpstan-type OrganizationSeal array{
 *   id: string,
 *   workspaceId: int,
 *   name: string,
 *   fileName: string,
 *   status: 'pending'|'completed'|'failed',
 *   cause: string|null,
 *   createDate: int,
 *   endDate: FiledDate,
 *   createdBy: string,
 *   original: FileDigest,
 *   sealed: FileDigest|null,
 *   content: string|null,
 *   certificate: string|null,
 *   metadata: Metadata,
 * }
 *
 * @phpstan-type Permission 'create_workflow'|'move_created_workflow'|'delete_created_workflow'|'edit_created_workflow'|'view_created_workflow'|'move_others_workflow'|'delete_others_workflow'|'edit_others_workflow'|'view_others_workflow'|'create_template'|'delete_created_template'|'edit_created_template'|'move_created_template'|'view_created_template'|'delete_others_template'|'edit_others_template'|'move_others_template'|'view_others_template'|'create_archive'|'delete_archive_for_me'|'delete_archive_for_everyone'|'edit_hold_archive'|'view_hold_archive'|'move_hold_archive'|'edit_others_archive'|'view_others_archive'|'move_others_archive'|'delete_workspace'|'edit_workspace'|'add_workspace_user'|'remove_workspace_user'|'edit_workspace_user'|'create_template_out_of_template'|'create_template_out_of_workflow'|'create_workflow_out_of_template'|'create_workflow_out_of_workflow'|'view_archive_summary'|'upload_archive_to_cloud'|'manage_tags'|'tag_workflow'|'tag_archive'|'tag_template'|'create_seal'
 *
 * @phpstan-type Picture array{
 *   file: string|null,
 *   thumb: string|null,
 *   format: string,
 *   size: int,
 * }
 *
 * @phpstan-type PreferenceChange array{
 *   name: string,
 *   value: string|int|bool|null,
 * }
 *
 * @phpstan-type PreferenceOutcome array{
 *   name: string,
 *   value: string,
 * }
 *
 * @phpstan-type PreviewHandOverAnswer array{
 *   drafts: int,
 *   running: int,
 *   templates: int,
 *   apps: int,
 *   workspaces: list<string>,
 * }
 *
 * @phpstan-type Profile array{
 *   id: int,
 *   email: string,
 *   name: string,
 *   firstName: string|null,
 *   lastName: string|null,
 *   country: string|null,
 *   picture: Picture,
 * }
 *
 * @phpstan-type ProviderFindings array{
 *   usable: bool,
 *   findings: list<ProviderFindingsFinding>,
 * }
 *
 * @phpstan-type ProviderFindingsFinding array{
 *   ok: bool,
 *   text: string,
 * }
 *
 * @phpstan-type PublicLink array{
 *   id: int,
 *   workspaceId: int,
 *   templateId: int,
 *   name: string,
 *   placeholderId: int,
 *   people: list<PublicLinkPeople>,
 *   opensDate: FiledDate,
 *   closesDate: FiledDate,
 *   maximum: int|null,
 *   oncePerPerson: bool,
 *   language: 'en'|'fr'|'de'|'es'|'it'|'pt'|'nl'|'pl'|'ar'|null,
 *   prefillKeys: list<string>,
 *   state: 'open'|'early'|'closed'|'full'|'off'|'ended',
 *   offReason: string|null,
 *   url: string,
 *   qr: string,
 *   counts: PublicLinkCounts,
 *   creatorName: string,
 *   createDate: int,
 *   endDate: FiledDate,
 * }
 *
 * @phpstan-type PublicLinkCounts array{
 *   open: int,
 *   done: int,
 *   abandoned: int,
 * }
 *
 * @phpstan-type PublicLinkPeople array{
 *   placeholderId: int,
 *   name: string,
 *   email: string,
 *   language: 'en'|'fr'|'de'|'es'|'it'|'pt'|'nl'|'pl'|'ar'|null,
 * }
 *
 * @phpstan-type QuickEnvelope array{
 *   id: string,
 *   name: string,
 *   type: WorkflowType,
 *   status: WorkflowStatus,
 *   createDate: int,
 *   expiryDate: int,
 *   startDate: FiledDate,
 *   envelopeId: string,
 *   documents: list<Document>,
 *   recipients: list<Recipient>,
 *   steps: list<Step>,
 *   metadata: Metadata,
 * }
 *
 * @phpstan-type QuickField array{
 *   id?: int,
 *   type: FieldType,
 *   label?: string,
 *   required?: bool,
 *   readOnly?: bool,
 *   page: int,
 *   posX: int|float,
 *   posY: int|float,
 *   value?: string|null,
 *   formField?: string|null,
 *   key?: string|null,
 *   options?: list<FieldChoice>|null,
 *   grow?: 'full'|'legible',
 *   group?: string|null,
 *   groupMin?: int|null,
 *   groupMax?: int|null,
 *   min?: int|float|null,
 *   max?: int|float|null,
 *   pattern?: string|null,
 *   maxLength?: int|null,
 *   placeholder?: string|null,
 *   showIf?: NewShowCondition|null,
 *   formula?: string|null,
 *   style: NewFieldStyle,
 *   documentPosition?: int,
 *   recipientEmail: string,
 *   step?: int,
 * }
 *
 * @phpstan-type ReadAgentAllowanceAnswer array{
 *   templates: list<ReadAgentAllowanceAnswerTemplate>,
 *   domains: list<string>,
 *   dailyCap: int,
 *   sentToday: int,
 *   setBy: string|null,
 *   changeDate: FiledDate,
 * }
 *
 * @phpstan-type ReadAgentAllowanceAnswerTemplate array{
 *   id: int,
 *   name: string,
 *   workspaceId: int,
 *   isCurrent: bool,
 * }
 *
 * @phpstan-type ReadAgentSettingsAnswer array{
 *   mode: 'off'|'drafts'|'confirmation',
 * }
 *
 * @phpstan-type ReadContactSettingsAnswer array{
 *   learning: bool,
 * }
 *
 * @phpstan-type ReadEmbedOriginsAnswer array{
 *   embedOrigins: list<string>,
 * }
 *
 * @phpstan-type ReadOauthMetadataAnswer array{
 *   issuer: string,
 *   authorization_endpoint: string,
 *   token_endpoint: string,
 *   revocation_endpoint: string,
 *   scopes_supported: list<string>,
 *   response_types_supported: list<string>,
 *   response_modes_supported: list<string>,
 *   grant_types_supported: list<string>,
 *   token_endpoint_auth_methods_supported: list<string>,
 *   revocation_endpoint_auth_methods_supported: list<string>,
 *   code_challenge_methods_supported: list<string>,
 *   authorization_response_iss_parameter_supported: bool,
 *   client_id_metadata_document_supported: bool,
 *   registration_endpoint?: string,
 * }
 *
 * @phpstan-type ReadProvisioningAnswer array{
 *   baseUrl: string,
 *   tokens: list<ReadProvisioningAnswerToken>,
 *   users: int,
 *   groups: int,
 *   lastContactDate: FiledDate,
 *   lastError: ReadProvisioningAnswerLastError|null,
 * }
 *
 * @phpstan-type ReadProvisioningAnswerLastError array{
 *   date: int,
 *   message: string,
 * }
 *
 * @phpstan-type ReadProvisioningAnswerToken array{
 *   id: string,
 *   hint: string,
 *   createDate: int,
 *   endDate: FiledDate,
 *   lastUseDate: FiledDate,
 * }
 *
 * @phpstan-type ReadUsageAnswer array{
 *   from: string,
 *   to: string,
 *   countedDate: FiledDate,
 *   quotas: list<ReadUsageAnswerQuota>,
 *   items: list<ReadUsageAnswerItem>,
 * }
 *
 * @phpstan-type ReadUsageAnswerItem array{
 *   month: string,
 *   workspaceId: int,
 *   workspaceName: string|null,
 *   started: int,
 *   completed: int,
 *   signatures: int,
 *   sealedFiles: int,
 *   storedBytes: int,
 *   mails: int,
 * }
 *
 * @phpstan-type ReadUsageAnswerQuota array{
 *   name: 'envelopes'|'mails'|'calls'|'examinations'|'storedBytes',
 *   value: int,
 *   used: int|null,
 *   freeDate: FiledDate,
 * }
 *
 * @phpstan-type ReadValue array{
 *   value: string|null,
 *   by: string|null,
 *   atDate: FiledDate,
 * }
 *
 * @phpstan-type ReadWorkflowRemindersAnswer array{
 *   reminders: string,
 *   recipients: list<ReadWorkflowRemindersAnswerRecipient>,
 * }
 *
 * @phpstan-type ReadWorkflowRemindersAnswerRecipient array{
 *   recipientId: int,
 *   sent: int,
 *   max: int,
 *   lastDate: FiledDate,
 *   nextDate: FiledDate,
 *   timeZone: string|null,
 *   mailProblem: string|null,
 * }
 *
 * @phpstan-type Recipient array{
 *   id: int,
 *   name: string,
 *   email: string,
 *   phone: string|null,
 *   language: 'en'|'fr'|'de'|'es'|'it'|'pt'|'nl'|'pl'|'ar'|null,
 *   identification: 'code-sms'|'code-mail'|'passkey'|'identity-provider'|null,
 *   picture: Picture|null,
 *   roles: list<RecipientRole>,
 * }
 *
 * @phpstan-type RecipientRole array{
 *   id: int,
 *   type: ActionType,
 *   color: string,
 * }
 *
 * @phpstan-type RefreshAccessAnswer array{
 *   access_token: string,
 *   token_type: 'Bearer',
 *   expires_in: int,
 * }
 *
 * @phpstan-type RemindRecipientsAnswer array{
 *   link: 'kept',
 *   reminders: list<RemindRecipientsAnswerReminder>,
 * }
 *
 * @phpstan-type RemindRecipientsAnswerReminder array{
 *   recipientId: int,
 *   email: string,
 *   reminded: bool,
 *   nextReminderDate: int,
 * }
 *
 * @phpstan-type ReminderDefault array{
 *   reminders: string|null,
 *   effective: string,
 *   source: 'template'|'workspace'|'organization'|null,
 * }
 *
 * @phpstan-type RenewPublicLinkSecretAnswer array{
 *   id: int,
 *   workspaceId: int,
 *   templateId: int,
 *   name: string,
 *   placeholderId: int,
 *   people: list<RenewPublicLinkSecretAnswerPeople>,
 *   opensDate: FiledDate,
 *   closesDate: FiledDate,
 *   maximum: int|null,
 *   oncePerPerson: bool,
 *   language: 'en'|'fr'|'de'|'es'|'it'|'pt'|'nl'|'pl'|'ar'|null,
 *   prefillKeys: list<string>,
 *   state: 'open'|'early'|'closed'|'full'|'off'|'ended',
 *   offReason: string|null,
 *   url: string,
 *   qr: string,
 *   counts: RenewPublicLinkSecretAnswerCounts,
 *   creatorName: string,
 *   createDate: int,
 *   endDate: FiledDate,
 *   secret: string,
 * }
 *
 * @phpstan-type RenewPublicLinkSecretAnswerCounts array{
 *   open: int,
 *   done: int,
 *   abandoned: int,
 * }
 *
 * @phpstan-type RenewPublicLinkSecretAnswerPeople array{
 *   placeholderId: int,
 *   name: string,
 *   email: string,
 *   language: 'en'|'fr'|'de'|'es'|'it'|'pt'|'nl'|'pl'|'ar'|null,
 * }
 *
 * @phpstan-type RequestedChoice array{
 *   group: string,
 *   required?: int,
 * }
 *
 * @phpstan-type RetentionChange array{
 *   id: int,
 *   workspaceId: int|null,
 *   templateId: int|null,
 *   templateName: string|null,
 *   workflowId: int|null,
 *   workflowName: string|null,
 *   changedBy: RetentionChangeChangedBy,
 *   changedDate: int,
 *   before: RetentionPolicy,
 *   after: RetentionPolicy,
 * }
 *
 * @phpstan-type RetentionChangeChangedBy array{
 *   id: int,
 *   name: string,
 *   byKey: string|null,
 * }
 *
 * @phpstan-type RetentionEffect array{
 *   workflows: int,
 *   held: int,
 *   oldestDate: FiledDate,
 *   dueDate: FiledDate,
 *   isComplete: bool,
 * }
 *
 * @phpstan-type RetentionItem array{
 *   workflowId: int,
 *   envelopeId: string,
 *   name: string|null,
 *   workspaceId: int,
 *   rule: 'signed'|'drafts'|'stopped',
 *   dueDate: int,
 *   outcome: 'due'|'held'|'failed',
 *   holdId: int|null,
 * }
 *
 * @phpstan-type RetentionPolicies array{
 *   organization: RetentionPolicy,
 *   workspaces: list<RetentionPoliciesWorkspace>,
 *   templates: list<RetentionPoliciesTemplate>,
 *   technicalRowsDays: int,
 * }
 *
 * @phpstan-type RetentionPoliciesTemplate array{
 *   templateId: int,
 *   name: string|null,
 *   workspaceId: int|null,
 *   policy: RetentionPolicy,
 * }
 *
 * @phpstan-type RetentionPoliciesWorkspace array{
 *   workspaceId: int,
 *   name: string,
 *   policy: RetentionPolicy,
 * }
 *
 * @phpstan-type RetentionPolicy array{
 *   signedYears: int|null,
 *   draftDays: int|null,
 *   stoppedMonths: int|null,
 * }
 *
 * @phpstan-type RetentionRun array{
 *   id: int,
 *   kind: 'nightly'|'dry',
 *   startDate: int,
 *   endDate: FiledDate,
 *   examined: int,
 *   total: int,
 *   due: int,
 *   held: int,
 *   failed: int,
 *   workspaces: list<RetentionRunWorkspace>,
 * }
 *
 * @phpstan-type RetentionRunWorkspace array{
 *   workspaceId: int,
 *   due: int,
 *   held: int,
 *   failed: int,
 * }
 *
 * @phpstan-type Role array{
 *   id: int,
 *   key: string,
 *   name: string,
 *   system: bool,
 *   permissions: list<Permission>,
 * }
 *
 * @phpstan-type RotateWebhookSecretAnswer array{
 *   id: int,
 *   url: string,
 *   events: list<NotifiedEvent>,
 *   enabled: bool,
 *   sslVerification: bool,
 *   createDate: int,
 *   previousSecretEndDate: FiledDate,
 *   secret: string,
 * }
 *
 * @phpstan-type SaveCollectorAnswer array{
 *   collector: SaveCollectorAnswerCollector|null,
 *   secret: string|null,
 * }
 *
 * @phpstan-type SaveCollectorAnswerCollector array{
 *   url: string,
 *   format: 'json'|'otlp',
 *   authorization: bool,
 *   position: int,
 *   behind: int,
 *   attempts: int,
 *   status: int|null,
 *   cause: string|null,
 *   nextAttemptDate: FiledDate,
 *   deliveryDate: FiledDate,
 *   changeDate: int,
 * }
 *
 * @phpstan-type Scope 'profile:read'|'workspaces:read'|'workspaces:write'|'workflows:read'|'workflows:write'|'workflows:sign-embedded'|'seals:read'|'seals:write'|'templates:read'|'templates:write'|'organization:write'|'webhooks:write'|'agents:send'
 *
 * @phpstan-type Seal array{
 *   documentId: int,
 *   level: string,
 *   timestamp: SealTimestamp,
 * }
 *
 * @phpstan-type SealCredentialState array{
 *   credential: SealCredentialStateCredential|null,
 * }
 *
 * @phpstan-type SealCredentialStateCredential array{
 *   providerId: int|'sandbox',
 *   credentialId: string,
 *   subject: string,
 *   issuer: string,
 *   startDate: int,
 *   endDate: int,
 *   qualified: bool,
 *   pin: bool,
 *   problem: string|null,
 *   setDate: int,
 * }
 *
 * @phpstan-type SealTimestamp array{
 *   authority: string,
 *   isInternal: bool,
 *   serial: string,
 *   date: int,
 * }
 *
 * @phpstan-type SetStepsStep array{
 *   type: ActionType,
 *   recipients: list<SetStepsStepRecipient>,
 * }
 *
 * @phpstan-type SetStepsStepRecipient array{
 *   id?: int,
 *   name: string,
 *   email: string,
 *   phone?: string|null,
 *   language?: 'en'|'fr'|'de'|'es'|'it'|'pt'|'nl'|'pl'|'ar'|null,
 *   identification?: 'code-sms'|'code-mail'|'passkey'|'identity-provider'|null,
 *   choice?: RequestedChoice,
 *   witnessOf?: string,
 *   witness?: 'asked',
 * }
 *
 * @phpstan-type SetTemplateRolesRecipient array{
 *   id?: int,
 *   name: string,
 *   anchorTag?: string|null,
 *   roles: list<NewRole>,
 * }
 *
 * @phpstan-type ShowCondition array{
 *   fieldId?: int,
 *   equals?: string,
 *   oneOf?: list<string>,
 *   isFilled?: bool,
 *   all?: list<ShowTerm>,
 *   any?: list<ShowTerm>,
 * }
 *
 * @phpstan-type ShowTerm array{
 *   fieldId: int,
 *   equals?: string,
 *   oneOf?: list<string>,
 *   isFilled?: bool,
 * }
 *
 * @phpstan-type Step array{
 *   id: int,
 *   order: int,
 *   type: ActionType,
 *   status: ActionStatus,
 *   expiryDate: FiledDate,
 *   actions: list<Action>,
 * }
 *
 * @phpstan-type SuggestedField array{
 *   type: 'date'|'email'|'signature'|'initials'|'title'|'company'|'name'|'address'|'department'|'location'|'text'|'number'|'checkbox'|'attachment',
 *   page: int,
 *   posX: int|float,
 *   posY: int|float,
 *   width: int|float,
 *   height: int|float,
 *   reason: string,
 *   party: string|null,
 *   confidence: int|float,
 *   role: int|null,
 *   tag: SuggestedFieldTag|null,
 * }
 *
 * @phpstan-type SuggestedFieldTag array{
 *   label: string|null,
 *   key: string|null,
 *   required: bool|null,
 *   problem: 'type'|'option'|'key'|'size'|'doubled'|'signed'|null,
 * }
 *
 * @phpstan-type Tag array{
 *   id: int,
 *   name: string,
 *   color: string,
 * }
 *
 * @phpstan-type Template array{
 *   id: int,
 *   name: string,
 *   type: WorkflowType,
 *   createDate: int,
 *   recipientsCount: int,
 *   tags: list<Tag>,
 *   creator: Profile,
 *   steps: list<TemplateStep>,
 * }
 *
 * @phpstan-type TemplateFollower array{
 *   name: string,
 *   email: string|null,
 *   language: 'en'|'fr'|'de'|'es'|'it'|'pt'|'nl'|'pl'|'ar'|null,
 *   when: 'start'|'end'|'both',
 *   of: int|null,
 * }
 *
 * @phpstan-type TemplateRecipient array{
 *   id: int,
 *   name: string,
 *   anchorTag: string|null,
 *   roles: list<TemplateRecipientRole>,
 * }
 *
 * @phpstan-type TemplateRecipientRole array{
 *   id: int,
 *   type: ActionType,
 *   color: string,
 * }
 *
 * @phpstan-type TemplateStep array{
 *   id: int,
 *   order: int,
 *   type: ActionType,
 *   actions: list<TemplateStepAction>,
 * }
 *
 * @phpstan-type TemplateStepAction array{
 *   id: int,
 *   role: int,
 *   type: ActionType,
 * }
 *
 * @phpstan-type Transfer array{
 *   state: 'none'|'pending'|'done'|'failed',
 *   attempts: int,
 *   status: int|null,
 *   cause: string|null,
 *   nextAttemptDate: FiledDate,
 *   doneDate: FiledDate,
 *   host: string|null,
 *   paths: list<string>,
 * }
 *
 * @phpstan-type TrueStatus 'not_started'|'started'|'signed'|'approved'|'declined'|'released'
 *
 * @phpstan-type TrustProvider array{
 *   id: int,
 *   name: string,
 *   baseUrl: string,
 *   oauthUrl: string|null,
 *   clientId: string,
 *   clientAuthentication?: 'body'|'header',
 *   account?: string,
 *   anchors: list<TrustProviderAnchor>,
 *   enabled: bool,
 *   createDate: int,
 * }
 *
 * @phpstan-type TrustProviderAnchor array{
 *   name: string,
 *   sha256: string,
 *   endDate: int,
 * }
 *
 * @phpstan-type UpdateAgentAllowanceAnswer array{
 *   templates: list<UpdateAgentAllowanceAnswerTemplate>,
 *   domains: list<string>,
 *   dailyCap: int,
 *   sentToday: int,
 *   setBy: string|null,
 *   changeDate: FiledDate,
 * }
 *
 * @phpstan-type UpdateAgentAllowanceAnswerTemplate array{
 *   id: int,
 *   name: string,
 *   workspaceId: int,
 *   isCurrent: bool,
 * }
 *
 * @phpstan-type UpdateAgentSettingsAnswer array{
 *   mode: 'off'|'drafts'|'confirmation',
 * }
 *
 * @phpstan-type UpdateBrandDisclosure array{
 *   language: 'en'|'fr'|'de'|'es'|'it'|'pt'|'nl'|'pl'|'ar',
 *   text: string,
 * }
 *
 * @phpstan-type UpdateConnectionSaml array{
 *   metadataUrl?: string,
 *   metadata?: string,
 *   entityId?: string,
 *   ssoUrl?: string,
 *   sloUrl?: string,
 *   certificates?: list<string>,
 *   emailAttribute?: string,
 *   nameAttribute?: string,
 *   signsRequests?: bool,
 *   allowsUnsolicited?: bool,
 * }
 *
 * @phpstan-type UpdateContactSettingsAnswer array{
 *   learning: bool,
 * }
 *
 * @phpstan-type UpdateEmbedOriginsAnswer array{
 *   embedOrigins: list<string>,
 * }
 *
 * @phpstan-type UpdateLevelsRole array{
 *   roleId: int,
 *   levels: list<WorkflowType>,
 * }
 *
 * @phpstan-type UpdatePublicLinkPeople array{
 *   placeholderId: int,
 *   name: string,
 *   email: string,
 *   language?: 'en'|'fr'|'de'|'es'|'it'|'pt'|'nl'|'pl'|'ar'|null,
 * }
 *
 * @phpstan-type UpdateWorkspaceUsersAliasUser array{
 *   id?: int,
 *   memberId?: int|string,
 *   roleId: int|string,
 * }
 *
 * @phpstan-type UpdateWorkspaceUsersUser array{
 *   id?: int,
 *   memberId?: int|string,
 *   roleId: int|string,
 * }
 *
 * @phpstan-type UserRef array{
 *   id: int,
 *   name: string|null,
 *   role: string,
 *   email: string,
 * }
 *
 * @phpstan-type VerificationReport array{
 *   sha256: string,
 *   size: int,
 *   checkedAt: int,
 *   verdict: VerificationReportVerdict,
 *   document: VerificationReportDocument,
 *   signatures: list<VerificationReportSignature>,
 *   timestamps: list<VerificationReportTimestamp>,
 *   erased: VerificationReportErased|null,
 *   text: string,
 * }
 *
 * @phpstan-type VerificationReportDocument array{
 *   signatures: int,
 *   intact: 'all'|'some'|'none'|null,
 *   sinceSigning: 'unchanged'|'allowed-changes'|'unknown'|'changes-not-allowed'|'broken'|null,
 *   identity: 'all'|'some'|'none'|null,
 *   time: 'all'|'some'|'none'|null,
 *   lastCoversWholeFile: bool,
 *   removedSignatures: list<string>,
 *   unreadableEvidence: int,
 *   repaired: bool,
 *   shown: VerificationReportDocumentShown|null,
 *   twoFaced: list<VerificationReportDocumentTwoFaced>,
 * }
 *
 * @phpstan-type VerificationReportDocumentShown array{
 *   signatures: int,
 *   pages: int,
 *   of: int,
 * }
 *
 * @phpstan-type VerificationReportDocumentTwoFaced array{
 *   kind: 'action'|'annotation'|'field'|'hidden-layer'|'ink'|'layer'|'picture'|'print-area'|'print-program',
 *   sentence: string,
 *   page: int|null,
 *   displayed: VerificationReportDocumentTwoFacedDisplayed|null,
 * }
 *
 * @phpstan-type VerificationReportDocumentTwoFacedDisplayed array{
 *   posX: int|float,
 *   posY: int|float,
 *   width: int|float,
 *   height: int|float,
 * }
 *
 * @phpstan-type VerificationReportErased array{
 *   date: int,
 *   sealed: bool,
 * }
 *
 * @phpstan-type VerificationReportSignature array{
 *   fieldName: string,
 *   signer: VerificationReportSignatureSigner,
 *   reason: string|null,
 *   claimedTime: FiledDate,
 *   provenTime: FiledDate,
 *   integrity: VerificationReportSignatureIntegrity,
 *   coverage: 'whole-file'|'whole-revision'|'partial',
 *   sinceSigning: 'unchanged'|'allowed-changes'|'unknown'|'changes-not-allowed'|'broken',
 *   permits: 1|2|3|null,
 *   changesAfter: list<VerificationReportSignatureChangesAfter>,
 *   certificate: VerificationReportSignatureCertificate,
 *   timestamp: VerificationReportSignatureTimestamp|null,
 *   timestampProblem: string|null,
 *   indication: VerificationReportSignatureIndication,
 *   reached: VerificationReportSignatureReached|null,
 *   qualified: VerificationReportSignatureQualified|null,
 *   log: VerificationReportSignatureLog|null,
 *   level: 'B-B'|'B-T'|'B-LT'|'B-LTA'|null,
 * }
 *
 * @phpstan-type VerificationReportSignatureCertificate array{
 *   trusted: bool,
 *   trustedBy: 'this-instance'|'named-by-operator'|'named-by-organization'|'sandbox'|null,
 *   reasons: list<string>,
 *   revocation: 'good'|'revoked'|'unknown',
 *   checkedAt: FiledDate,
 *   checkedAtSource: 'timestamp'|'asked'|'claimed'|null,
 *   chain: list<VerificationReportSignatureCertificateChain>,
 * }
 *
 * @phpstan-type VerificationReportSignatureCertificateChain array{
 *   name: string|null,
 *   organization: string|null,
 *   issuer: string|null,
 *   serial: string,
 *   validFrom: int,
 *   validUntil: int,
 * }
 *
 * @phpstan-type VerificationReportSignatureChangesAfter array{
 *   revision: int,
 *   allowed: bool,
 *   confirmedBy: string|null,
 *   changes: list<VerificationReportSignatureChangesAfterChange>,
 * }
 *
 * @phpstan-type VerificationReportSignatureChangesAfterChange array{
 *   kind: string,
 *   sentence: string,
 *   allowed: bool,
 *   objection: string|null,
 *   page: int|null,
 *   fieldName: string|null,
 *   oldValue: string|null,
 *   newValue: string|null,
 *   displayed: VerificationReportSignatureChangesAfterChangeDisplayed|null,
 *   share: int|float|null,
 *   covers: bool|null,
 * }
 *
 * @phpstan-type VerificationReportSignatureChangesAfterChangeDisplayed array{
 *   posX: int|float,
 *   posY: int|float,
 *   width: int|float,
 *   height: int|float,
 * }
 *
 * @phpstan-type VerificationReportSignatureIndication array{
 *   main: 'TOTAL-PASSED'|'INDETERMINATE'|'TOTAL-FAILED',
 *   sub: 'FORMAT_FAILURE'|'HASH_FAILURE'|'SIG_CRYPTO_FAILURE'|'SIG_CONSTRAINTS_FAILURE'|'CHAIN_CONSTRAINTS_FAILURE'|'CRYPTO_CONSTRAINTS_FAILURE'|'NO_SIGNING_CERTIFICATE_FOUND'|'NO_CERTIFICATE_CHAIN_FOUND'|'REVOKED_NO_POE'|'REVOKED_CA_NO_POE'|'OUT_OF_BOUNDS_NO_POE'|'TRY_LATER'|null,
 * }
 *
 * @phpstan-type VerificationReportSignatureIntegrity array{
 *   intact: bool,
 *   state: 'intact'|'weak'|'unknown'|'changed',
 *   reasons: list<string>,
 * }
 *
 * @phpstan-type VerificationReportSignatureLog array{
 *   state: 'logged'|'not-logged'|'not-demanded'|'unwitnessed',
 *   sentence: string,
 *   origin: string,
 *   index: int|null,
 *   addedAt: FiledDate,
 *   seenBy: list<VerificationReportSignatureLogSeenBy>,
 *   reasons: list<string>,
 * }
 *
 * @phpstan-type VerificationReportSignatureLogSeenBy array{
 *   name: string,
 *   seenAt: int,
 * }
 *
 * @phpstan-type VerificationReportSignatureQualified array{
 *   state: 'confirmed'|'not-confirmed'|'sandbox',
 *   purpose: 'signature'|'seal',
 *   reasons: list<string>,
 *   sentence: string,
 * }
 *
 * @phpstan-type VerificationReportSignatureReached array{
 *   level: WorkflowType,
 *   identification: 'mailbox'|'code-sms'|'code-mail'|'passkey'|'identity-provider'|'in-person'|'in-person-code-sms'|'in-person-code-mail'|'in-person-passkey'|'in-person-identity-provider'|'embedded'|'embedded-code-sms'|'embedded-code-mail'|'embedded-passkey'|'embedded-identity-provider'|'trust-service-provider',
 *   keyHolder: 'service'|'browser'|'provider',
 *   weakestLink: string,
 *   sentence: string,
 * }
 *
 * @phpstan-type VerificationReportSignatureSigner array{
 *   name: string|null,
 *   organization: string|null,
 *   emails: list<string>,
 * }
 *
 * @phpstan-type VerificationReportSignatureTimestamp array{
 *   time: FiledDate,
 *   authority: string|null,
 *   trusted: bool,
 *   trustedBy: 'this-instance'|'named-by-operator'|'named-by-organization'|'sandbox'|null,
 *   reasons: list<string>,
 * }
 *
 * @phpstan-type VerificationReportTimestamp array{
 *   time: FiledDate,
 *   authority: string|null,
 *   trusted: bool,
 *   trustedBy: 'this-instance'|'named-by-operator'|'named-by-organization'|'sandbox'|null,
 *   reasons: list<string>,
 *   fieldName: string,
 *   coverage: 'whole-file'|'whole-revision'|'partial',
 * }
 *
 * @phpstan-type VerificationReportVerdict array{
 *   state: 'as-signed'|'changed'|'not-logged'|'damaged'|'cannot-be-judged'|'not-signed',
 *   reason: 'intact'|'signature-removed'|'bytes'|'uncovered'|'content'|'not-logged'|'unwitnessed'|'added'|'unknown'|'damaged'|'weak'|'two-faced'|'no-signature',
 * }
 *
 * @phpstan-type WebhookEndpoint array{
 *   id: int,
 *   url: string,
 *   events: list<NotifiedEvent>,
 *   enabled: bool,
 *   sslVerification: bool,
 *   createDate: int,
 *   previousSecretEndDate: FiledDate,
 * }
 *
 * @phpstan-type WholeEnvelope array{
 *   id: string,
 *   envelopeId: string,
 *   workspaceId: int,
 *   name: string,
 *   type: WorkflowType,
 *   status: WorkflowStatus,
 *   oldStatus: WorkflowStatus|null,
 *   createDate: int,
 *   expiryDate: int,
 *   startDate: FiledDate,
 *   scheduledStartDate: FiledDate,
 *   documents: list<Document>,
 *   recipients: list<Recipient>,
 *   steps: list<Step>,
 *   fields: list<Field>,
 *   senderMessage: string|null,
 *   senderName: string|null,
 *   signingSecurity: 'none'|'otp'|'qualified',
 *   organization: OrganizationRef,
 *   creator: Profile,
 *   users: list<UserRef>,
 *   tags: list<Tag>,
 *   metadata: Metadata,
 *   followers: list<Follower>,
 *   choices: list<ChoiceState>,
 *   witnesses: list<WitnessState>,
 * }
 *
 * @phpstan-type WholeTemplate array{
 *   id: int,
 *   name: string,
 *   type: WorkflowType,
 *   createDate: int,
 *   recipientsCount: int,
 *   tags: list<Tag>,
 *   creator: Profile,
 *   steps: list<TemplateStep>,
 *   workspaceId: int,
 *   changeDate: int,
 *   senderMessage: string|null,
 *   expiryDays: int,
 *   language: 'en'|'fr'|'de'|'es'|'it'|'pt'|'nl'|'pl'|'ar'|null,
 *   recipients: list<TemplateRecipient>,
 *   choices: list<WholeTemplateChoice>,
 *   witnesses: list<WholeTemplateWitness>,
 *   fields: list<Field>,
 *   documents: list<Document>,
 * }
 *
 * @phpstan-type WholeTemplateChoice array{
 *   step: int,
 *   group: string,
 *   required: int,
 *   roles: list<int>,
 * }
 *
 * @phpstan-type WholeTemplateWitness array{
 *   step: int,
 *   role: int,
 *   of: int,
 * }
 *
 * @phpstan-type WholeWorkflow array{
 *   id: int,
 *   envelopeId: string,
 *   workspaceId: int,
 *   name: string,
 *   type: WorkflowType,
 *   status: WorkflowStatus,
 *   oldStatus: WorkflowStatus|null,
 *   createDate: int,
 *   expiryDate: int,
 *   startDate: FiledDate,
 *   scheduledStartDate: FiledDate,
 *   documents: list<Document>,
 *   recipients: list<Recipient>,
 *   steps: list<Step>,
 *   fields: list<Field>,
 *   senderMessage: string|null,
 *   senderName: string|null,
 *   signingSecurity: 'none'|'otp'|'qualified',
 *   organization: OrganizationRef,
 *   creator: Profile,
 *   users: list<UserRef>,
 *   tags: list<Tag>,
 *   metadata: Metadata,
 *   blockedCause: string|null,
 *   filedDate: FiledDate,
 *   followers: list<Follower>,
 *   choices: list<ChoiceState>,
 *   witnesses: list<WitnessState>,
 *   inPerson: bool,
 * }
 *
 * @phpstan-type WitnessState array{
 *   step: int,
 *   actionId: int,
 *   recipientId: int,
 *   ofRecipientId: int,
 *   named: bool,
 *   status: TrueStatus,
 * }
 *
 * @phpstan-type Workflow array{
 *   id: int,
 *   envelopeId: string,
 *   workspaceId: int,
 *   name: string,
 *   type: WorkflowType,
 *   status: WorkflowStatus,
 *   oldStatus: WorkflowStatus|null,
 *   createDate: int,
 *   expiryDate: int,
 *   startDate: FiledDate,
 *   scheduledStartDate: FiledDate,
 *   documents: list<Document>,
 *   recipients: list<Recipient>,
 *   steps: list<Step>,
 *   fields: list<Field>,
 *   senderMessage: string|null,
 *   senderName: string|null,
 *   signingSecurity: 'none'|'otp'|'qualified',
 *   organization: OrganizationRef,
 *   creator: Profile,
 *   users: list<UserRef>,
 *   tags: list<Tag>,
 *   metadata: Metadata,
 * }
 *
 * @phpstan-type WorkflowCounts array{
 *   bound: int,
 *   statuses: array<string, int>,
 *   expiring: int,
 *   filed: int,
 * }
 *
 * @phpstan-type WorkflowFilter array{
 *   query?: string,
 *   status?: string,
 *   creatorEmail?: string,
 *   httpSourceTypes?: string,
 *   httpSourceValues?: string,
 *   filed?: string,
 *   expiresBefore?: string,
 *   tags?: string,
 * }
 *
 * @phpstan-type WorkflowFilters array{
 *   status?: string,
 *   creatorEmail?: string,
 *   httpSourceTypes?: string,
 *   httpSourceValues?: string,
 *   filed?: string,
 *   expiresBefore?: string,
 *   tags?: string,
 * }
 *
 * @phpstan-type WorkflowId int|string
 *
 * @phpstan-type WorkflowRetention array{
 *   policy: RetentionPolicy,
 *   dueDate: FiledDate,
 *   rule: 'signed'|'drafts'|'stopped'|null,
 *   source: 'workflow'|'template'|'workspace'|'organization'|null,
 *   hold: string|null,
 *   mayChange: bool,
 * }
 *
 * @phpstan-type WorkflowStatus 'not_started'|'started'|'approved'|'to_be_archived'|'signed'|'declined'|'canceled'|'expired'|'blocked'
 *
 * @phpstan-type WorkflowType 'simple'|'advanced'|'qualified'
 *
 * @phpstan-type Workspace array{
 *   id: int,
 *   name: string,
 *   description: string|null,
 *   tags: list<Tag>,
 *   integrations: list<mixed>,
 *   workspaceUsers: list<WorkspaceWorkspaceUser>,
 *   permissions: list<Permission>,
 * }
 *
 * @phpstan-type WorkspaceUser array{
 *   id: int,
 *   email: string,
 *   role: int,
 *   picture: Picture|null,
 *   name: string|null,
 * }
 *
 * @phpstan-type WorkspaceWorkspaceUser array{
 *   id: int,
 *   memberId: int,
 *   email: string,
 *   role: int,
 *   roleKey: string,
 *   profile: MemberProfile,
 * }
 *
 * @phpstan-type ReadPictureInput array{
 *   userId: int,
 *   key: string,
 * }
 *
 * @phpstan-type CreateWorkspaceInput array{
 *   name: string,
 *   description?: string|null,
 *   organizationId?: int,
 * }
 *
 * @phpstan-type UpdateWorkspaceInput array{
 *   workspaceId: int,
 *   name?: string,
 *   description?: string|null,
 * }
 *
 * @phpstan-type DeleteWorkspaceInput array{
 *   workspaceId: int,
 *   newWorkspaceId?: int,
 * }
 *
 * @phpstan-type UpdateWorkspaceUsersInput array{
 *   workspaceId: int,
 *   users: list<UpdateWorkspaceUsersUser>,
 * }
 *
 * @phpstan-type UpdateWorkspaceUsersAliasInput array{
 *   workspaceId: int,
 *   users: list<UpdateWorkspaceUsersAliasUser>,
 * }
 *
 * @phpstan-type RemoveWorkspaceUserInput array{
 *   workspaceId: int,
 *   workspaceUserId: int,
 * }
 *
 * @phpstan-type InitializeAppInput array{
 *   data?: list<'profile'|'workspaces'|'levels'|'limits'|'currentSubscription'>,
 *   organizationId?: int,
 * }
 *
 * @phpstan-type ReadWorkspaceInput array{
 *   workspaceId: int,
 * }
 *
 * @phpstan-type ListTagsInput array{
 *   workspaceId: int,
 * }
 *
 * @phpstan-type CreateTagInput array{
 *   workspaceId: int,
 *   name: string,
 *   color?: string,
 * }
 *
 * @phpstan-type UpdateTagInput array{
 *   workspaceId: int,
 *   tagId: int,
 *   name?: string,
 *   color?: string,
 * }
 *
 * @phpstan-type DeleteTagInput array{
 *   workspaceId: int,
 *   tagId: int,
 * }
 *
 * @phpstan-type SetWorkflowTagsInput array{
 *   workspaceId: int,
 *   workflowId: WorkflowId,
 *   tags: list<int>,
 * }
 *
 * @phpstan-type ListContactsInput array{
 *   workspaceId: int,
 *   page?: int,
 *   limit?: int,
 *   search?: string,
 * }
 *
 * @phpstan-type CreateContactInput array{
 *   workspaceId: int,
 *   name: string,
 *   email: string,
 *   phone?: string|null,
 *   language?: 'en'|'fr'|'de'|'es'|'it'|'pt'|'nl'|'pl'|'ar'|null,
 * }
 *
 * @phpstan-type UpdateContactInput array{
 *   workspaceId: int,
 *   contactId: int,
 *   name?: string,
 *   email?: string,
 *   phone?: string|null,
 *   language?: 'en'|'fr'|'de'|'es'|'it'|'pt'|'nl'|'pl'|'ar'|null,
 * }
 *
 * @phpstan-type DeleteContactInput array{
 *   workspaceId: int,
 *   contactId: int,
 * }
 *
 * @phpstan-type ImportContactsInput array{
 *   workspaceId: int,
 *   text: string,
 * }
 *
 * @phpstan-type ReadContactSettingsInput array{
 *   organizationId?: int,
 * }
 *
 * @phpstan-type UpdateContactSettingsInput array{
 *   organizationId?: int,
 *   learning: bool,
 * }
 *
 * @phpstan-type ListMessageTemplatesInput array{
 *   workspaceId: int,
 *   page?: int,
 *   limit?: int,
 * }
 *
 * @phpstan-type CreateMessageTemplateInput array{
 *   workspaceId: int,
 *   name: string,
 *   text: string,
 * }
 *
 * @phpstan-type UpdateMessageTemplateInput array{
 *   workspaceId: int,
 *   messageTemplateId: int,
 *   name?: string,
 *   text?: string,
 * }
 *
 * @phpstan-type DeleteMessageTemplateInput array{
 *   workspaceId: int,
 *   messageTemplateId: int,
 * }
 *
 * @phpstan-type ListFieldBlocksInput array{
 *   workspaceId: int,
 *   page?: int,
 *   limit?: int,
 * }
 *
 * @phpstan-type CreateFieldBlockInput array{
 *   workspaceId: int,
 *   name: string,
 *   fields: list<NewBlockField>,
 * }
 *
 * @phpstan-type UpdateFieldBlockInput array{
 *   workspaceId: int,
 *   fieldBlockId: int,
 *   name?: string,
 *   fields?: list<NewBlockField>,
 * }
 *
 * @phpstan-type DeleteFieldBlockInput array{
 *   workspaceId: int,
 *   fieldBlockId: int,
 * }
 *
 * @phpstan-type RenameOrganizationInput array{
 *   organizationId?: int,
 *   name: string,
 * }
 *
 * @phpstan-type ListMembersInput array{
 *   page?: int,
 *   limit?: int,
 *   query?: string,
 *   organizationId?: int,
 *   status?: 'invited',
 * }
 *
 * @phpstan-type InviteMembersInput array{
 *   organizationId?: int,
 *   members: list<InviteMembersMember>,
 *   language?: 'en'|'fr'|'de'|'es'|'it'|'pt'|'nl'|'pl'|'ar',
 * }
 *
 * @phpstan-type UpdateMemberInput array{
 *   memberId: int,
 *   organizationId?: int,
 *   administrator: bool,
 * }
 *
 * @phpstan-type RemoveMemberInput array{
 *   memberId: int,
 *   organizationId?: int,
 * }
 *
 * @phpstan-type PreviewHandOverInput array{
 *   memberId: int,
 *   organizationId?: int,
 * }
 *
 * @phpstan-type HandOverMemberInput array{
 *   memberId: int,
 *   organizationId?: int,
 *   to: int,
 *   remove: bool,
 * }
 *
 * @phpstan-type InviteMemberAgainInput array{
 *   memberId: int,
 *   organizationId?: int,
 * }
 *
 * @phpstan-type ListRolesInput array{
 *   organizationId?: int,
 * }
 *
 * @phpstan-type CreateRoleInput array{
 *   organizationId?: int,
 *   name: string,
 *   permissions: list<string>,
 * }
 *
 * @phpstan-type UpdateRoleInput array{
 *   roleId: int,
 *   organizationId?: int,
 *   name?: string,
 *   permissions?: list<string>,
 * }
 *
 * @phpstan-type DeleteRoleInput array{
 *   roleId: int,
 *   organizationId?: int,
 * }
 *
 * @phpstan-type ReadOrganizationPictureInput array{
 *   organizationId?: int,
 * }
 *
 * @phpstan-type UpdateOrganizationPictureInput array{
 *   organizationId?: int,
 *   picture: Upload,
 * }
 *
 * @phpstan-type DeleteOrganizationPictureInput array{
 *   organizationId?: int,
 * }
 *
 * @phpstan-type ReadLevelsInput array{
 *   organizationId?: int,
 *   workspaceId?: int,
 * }
 *
 * @phpstan-type UpdateLevelsInput array{
 *   organizationId?: int,
 *   defaultIdentification?: 'code-sms'|'code-mail'|'passkey'|'identity-provider'|null,
 *   roles?: list<UpdateLevelsRole>,
 * }
 *
 * @phpstan-type ListOrganizationEventsInput array{
 *   page?: int,
 *   limit?: int,
 *   kind?: string,
 *   personId?: int,
 *   from?: int,
 *   to?: int,
 *   after?: int,
 *   organizationId?: int,
 * }
 *
 * @phpstan-type ExportOrganizationEventsInput array{
 *   format?: 'csv'|'jsonl',
 *   kind?: string,
 *   personId?: int,
 *   from?: int,
 *   to?: int,
 *   after?: int,
 *   organizationId?: int,
 * }
 *
 * @phpstan-type ReadCollectorInput array{
 *   organizationId?: int,
 * }
 *
 * @phpstan-type SaveCollectorInput array{
 *   organizationId?: int,
 *   url: string,
 *   format?: 'json'|'otlp',
 *   authorization?: string|null,
 *   position?: int,
 *   renewSecret?: bool,
 * }
 *
 * @phpstan-type DeleteCollectorInput array{
 *   organizationId?: int,
 * }
 *
 * @phpstan-type RetryCollectorInput array{
 *   organizationId?: int,
 * }
 *
 * @phpstan-type ReadUsageInput array{
 *   from?: string,
 *   to?: string,
 *   organizationId?: int,
 * }
 *
 * @phpstan-type ExportUsageInput array{
 *   from?: string,
 *   to?: string,
 *   organizationId?: int,
 * }
 *
 * @phpstan-type ReadBrandInput array{
 *   organizationId?: int,
 * }
 *
 * @phpstan-type UpdateBrandInput array{
 *   organizationId?: int,
 *   accent?: string|null,
 *   senderName?: string|null,
 *   replyAddress?: string|null,
 *   footer?: string|null,
 *   disclosures?: list<UpdateBrandDisclosure>,
 * }
 *
 * @phpstan-type WithdrawBrandInput array{
 *   organizationId?: int,
 * }
 *
 * @phpstan-type PublishBrandInput array{
 *   organizationId?: int,
 * }
 *
 * @phpstan-type ReadBrandLogoInput array{
 *   organizationId?: int,
 *   phase?: 'draft'|'published',
 * }
 *
 * @phpstan-type UpdateBrandLogoInput array{
 *   organizationId?: int,
 *   picture: Upload,
 * }
 *
 * @phpstan-type DeleteBrandLogoInput array{
 *   organizationId?: int,
 * }
 *
 * @phpstan-type PreviewBrandMailInput array{
 *   organizationId?: int,
 *   language?: 'en'|'fr'|'de'|'es'|'it'|'pt'|'nl'|'pl'|'ar',
 * }
 *
 * @phpstan-type ReadAgentSettingsInput array{
 *   organizationId?: int,
 * }
 *
 * @phpstan-type UpdateAgentSettingsInput array{
 *   organizationId?: int,
 *   mode: 'off'|'drafts'|'confirmation',
 * }
 *
 * @phpstan-type ReadAgentAllowanceInput array{
 *   organizationId?: int,
 * }
 *
 * @phpstan-type UpdateAgentAllowanceInput array{
 *   organizationId?: int,
 *   templates: list<int>,
 *   domains: list<string>,
 *   dailyCap: int,
 * }
 *
 * @phpstan-type ReadRetentionInput array{
 *   organizationId?: int,
 * }
 *
 * @phpstan-type UpdateRetentionInput array{
 *   organizationId?: int,
 *   signedYears?: int|null,
 *   draftDays?: int|null,
 *   stoppedMonths?: int|null,
 * }
 *
 * @phpstan-type UpdateWorkspaceRetentionInput array{
 *   workspaceId: int,
 *   organizationId?: int,
 *   signedYears?: int|null,
 *   draftDays?: int|null,
 *   stoppedMonths?: int|null,
 * }
 *
 * @phpstan-type UpdateTemplateRetentionInput array{
 *   templateId: int,
 *   organizationId?: int,
 *   signedYears?: int|null,
 *   draftDays?: int|null,
 *   stoppedMonths?: int|null,
 * }
 *
 * @phpstan-type ReadWorkflowRetentionInput array{
 *   workflowId: WorkflowId,
 *   organizationId?: int,
 * }
 *
 * @phpstan-type UpdateWorkflowRetentionInput array{
 *   workflowId: WorkflowId,
 *   organizationId?: int,
 *   signedYears?: int|null,
 *   draftDays?: int|null,
 *   stoppedMonths?: int|null,
 * }
 *
 * @phpstan-type PreviewRetentionInput array{
 *   organizationId?: int,
 *   signedYears?: int|null,
 *   draftDays?: int|null,
 *   stoppedMonths?: int|null,
 *   workspaceId?: int|null,
 *   templateId?: int|null,
 *   workflowId?: int|null,
 * }
 *
 * @phpstan-type ListRetentionChangesInput array{
 *   page?: int,
 *   limit?: int,
 *   organizationId?: int,
 * }
 *
 * @phpstan-type ListRetentionRunsInput array{
 *   page?: int,
 *   limit?: int,
 *   organizationId?: int,
 * }
 *
 * @phpstan-type StartDryRunInput array{
 *   organizationId?: int,
 * }
 *
 * @phpstan-type ReadRetentionRunInput array{
 *   runId: int,
 *   organizationId?: int,
 * }
 *
 * @phpstan-type ListRetentionItemsInput array{
 *   runId: int,
 *   page?: int,
 *   limit?: int,
 *   organizationId?: int,
 * }
 *
 * @phpstan-type ListHoldsInput array{
 *   page?: int,
 *   limit?: int,
 *   organizationId?: int,
 * }
 *
 * @phpstan-type PlaceHoldInput array{
 *   organizationId?: int,
 *   reason: string,
 *   workflowId?: int|null,
 *   workspaceId?: int|null,
 *   email?: string|null,
 * }
 *
 * @phpstan-type LiftHoldInput array{
 *   holdId: int,
 *   organizationId?: int,
 * }
 *
 * @phpstan-type ExchangeCodeInput array{
 *   client_id: string,
 *   client_secret: string,
 *   code: string,
 *   redirect_uri: string,
 *   grant_type?: string,
 *   code_verifier?: string,
 * }
 *
 * @phpstan-type RefreshAccessInput array{
 *   client_id: string,
 *   client_secret: string,
 *   refresh_token: string,
 *   grant_type?: string,
 * }
 *
 * @phpstan-type IssueTokenInput array{
 *   grant_type?: string,
 *   code?: string,
 *   redirect_uri?: string,
 *   code_verifier?: string,
 *   refresh_token?: string,
 *   scope?: string,
 *   resource?: string,
 *   client_id?: string,
 *   client_secret?: string,
 * }
 *
 * @phpstan-type RevokeTokenInput array{
 *   token?: string,
 *   token_type_hint?: string,
 *   client_id?: string,
 *   client_secret?: string,
 * }
 *
 * @phpstan-type CreateQuickEnvelopeInput array{
 *   name: string,
 *   document: Upload|list<Upload>,
 *   annex?: AnnexUploads,
 *   steps: list<NewStep>,
 *   type?: WorkflowType,
 *   expiryDate?: int,
 *   preferences?: list<NewPreference>,
 *   workspaceId?: int,
 *   metadata?: array<string, string>,
 *   values?: array<string, string>,
 *   placeFields?: 'fromText',
 *   senderMessage?: string,
 *   followers?: list<NewFollower>,
 *   fields?: list<QuickField>,
 * }
 *
 * @phpstan-type ReadQuickEnvelopeInput array{
 *   envelopeId: EnvelopeRef,
 *   session?: string,
 * }
 *
 * @phpstan-type ListWorkflowsInput array{
 *   workspaceId: int,
 *   page?: int,
 *   limit?: int,
 *   query?: string,
 *   sort?: 'created'|'-created'|'name'|'-name'|'deadline'|'-deadline'|'changed'|'-changed',
 *   after?: string,
 *   status?: string,
 *   creatorEmail?: string,
 *   httpSourceTypes?: string,
 *   httpSourceValues?: string,
 *   filed?: string,
 *   expiresBefore?: string,
 *   tags?: string,
 *   filters?: WorkflowFilters,
 *   metadata?: array<string, string>,
 * }
 *
 * @phpstan-type CountWorkflowsInput array{
 *   workspaceId: int,
 * }
 *
 * @phpstan-type ExportWorkflowsInput array{
 *   workspaceId: int,
 *   format?: 'csv'|'jsonl',
 *   query?: string,
 *   status?: string,
 *   creatorEmail?: string,
 *   httpSourceTypes?: string,
 *   httpSourceValues?: string,
 *   filed?: string,
 *   expiresBefore?: string,
 *   tags?: string,
 *   filters?: WorkflowFilters,
 * }
 *
 * @phpstan-type ActOnWorkflowsInput array{
 *   workspaceId: int,
 *   act: 'remind'|'cancel'|'extend'|'tag'|'untag'|'file'|'unfile'|'export'|'delete',
 *   ids?: list<int>,
 *   filter?: WorkflowFilter,
 *   reason?: string,
 *   expiryDate?: int,
 *   tags?: list<int>,
 * }
 *
 * @phpstan-type ReadWorkflowInput array{
 *   workspaceId: int,
 *   workflowId: WorkflowId,
 *   session?: string,
 * }
 *
 * @phpstan-type ReadValuesInput array{
 *   workspaceId: int,
 *   workflowId: WorkflowId,
 * }
 *
 * @phpstan-type ListTimelineInput array{
 *   workspaceId: int,
 *   workflowId: WorkflowId,
 * }
 *
 * @phpstan-type CancelWorkflowInput array{
 *   workspaceId: int,
 *   workflowId: WorkflowId,
 *   reason?: string,
 * }
 *
 * @phpstan-type RetryWorkflowInput array{
 *   workspaceId: int,
 *   workflowId: WorkflowId,
 * }
 *
 * @phpstan-type DuplicateWorkflowInput array{
 *   workspaceId: int,
 *   workflowId: WorkflowId,
 * }
 *
 * @phpstan-type CorrectWorkflowInput array{
 *   workspaceId: int,
 *   workflowId: WorkflowId,
 * }
 *
 * @phpstan-type ReadTemporaryFileInput array{
 *   workflowId: WorkflowId,
 *   key: string,
 *   expires?: int,
 *   signature?: string,
 *   version?: 'original'|'source',
 * }
 *
 * @phpstan-type ReadArchivedFileInput array{
 *   workflowId: WorkflowId,
 *   key: string,
 *   expires?: int,
 *   signature?: string,
 * }
 *
 * @phpstan-type ReadThumbInput array{
 *   workflowId: WorkflowId,
 *   key: string,
 *   expires?: int,
 *   signature?: string,
 * }
 *
 * @phpstan-type ListMyActionsInput array{
 *   page?: int,
 *   limit?: int,
 *   query?: string,
 *   limits?: int,
 * }
 *
 * @phpstan-type MoveTimeInput array{
 *   workspaceId: int,
 *   workflowId: WorkflowId,
 *   seconds: int,
 * }
 *
 * @phpstan-type ReadEvidenceInput array{
 *   workspaceId: int,
 *   workflowId: WorkflowId,
 * }
 *
 * @phpstan-type ReadCompletionCertificateInput array{
 *   workspaceId: int,
 *   workflowId: WorkflowId,
 * }
 *
 * @phpstan-type ReadCourtBundleInput array{
 *   workspaceId: int,
 *   workflowId: WorkflowId,
 *   language?: 'en'|'fr'|'de'|'es'|'it'|'pt'|'nl'|'pl'|'ar',
 * }
 *
 * @phpstan-type ReadArchiveInput array{
 *   workspaceId: int,
 *   workflowId: WorkflowId,
 * }
 *
 * @phpstan-type ReadArchivesInput array{
 *   workspaceId: int,
 *   ids: string,
 * }
 *
 * @phpstan-type ListAttachmentsInput array{
 *   workspaceId: int,
 *   workflowId: WorkflowId,
 * }
 *
 * @phpstan-type ReadAttachmentInput array{
 *   workspaceId: int,
 *   workflowId: WorkflowId,
 *   fieldId: int,
 * }
 *
 * @phpstan-type ListAnnexesInput array{
 *   workspaceId: int,
 *   workflowId: WorkflowId,
 * }
 *
 * @phpstan-type AddAnnexInput array{
 *   workspaceId: int,
 *   workflowId: WorkflowId,
 *   annex: Upload,
 * }
 *
 * @phpstan-type ReadAnnexInput array{
 *   workspaceId: int,
 *   workflowId: WorkflowId,
 *   annexId: int,
 * }
 *
 * @phpstan-type RemoveAnnexInput array{
 *   workspaceId: int,
 *   workflowId: WorkflowId,
 *   annexId: int,
 * }
 *
 * @phpstan-type ListTemplateAnnexesInput array{
 *   workspaceId: int,
 *   templateId: int,
 * }
 *
 * @phpstan-type AddTemplateAnnexInput array{
 *   workspaceId: int,
 *   templateId: int,
 *   annex: Upload,
 * }
 *
 * @phpstan-type ReadTemplateAnnexInput array{
 *   workspaceId: int,
 *   templateId: int,
 *   annexId: int,
 * }
 *
 * @phpstan-type RemoveTemplateAnnexInput array{
 *   workspaceId: int,
 *   templateId: int,
 *   annexId: int,
 * }
 *
 * @phpstan-type CreateSealInput array{
 *   document: Upload,
 *   name?: string,
 *   workspaceId?: int,
 *   metadata?: array<string, string>,
 * }
 *
 * @phpstan-type ListSealsInput array{
 *   page?: int,
 *   limit?: int,
 *   query?: string,
 *   workspaceId?: int,
 *   status?: 'pending'|'completed'|'failed',
 *   creatorEmail?: string,
 *   filters?: ListSealsFilters,
 *   metadata?: array<string, string>,
 * }
 *
 * @phpstan-type ReadSealInput array{
 *   sealId: string,
 * }
 *
 * @phpstan-type ReadSealedFileInput array{
 *   sealId: string,
 * }
 *
 * @phpstan-type ReadSealCertificateInput array{
 *   sealId: string,
 * }
 *
 * @phpstan-type RetrySealInput array{
 *   sealId: string,
 * }
 *
 * @phpstan-type DeleteSealInput array{
 *   sealId: string,
 * }
 *
 * @phpstan-type CreateWorkflowInput array{
 *   workspaceId: int,
 *   name: string,
 *   document: Upload|list<Upload>,
 *   annex?: AnnexUploads,
 *   type?: WorkflowType,
 *   expiryDate?: int,
 *   senderName?: string,
 *   senderMessage?: string,
 *   scheduledStartDate?: int|null,
 *   metadata?: array<string, string>,
 *   followers?: list<NewFollower>,
 * }
 *
 * @phpstan-type UpdateWorkflowInput array{
 *   workspaceId: int,
 *   workflowId: WorkflowId,
 *   name?: string,
 *   type?: WorkflowType,
 *   expiryDate?: int,
 *   newWorkspaceId?: int,
 *   senderName?: string,
 *   senderMessage?: string|null,
 *   scheduledStartDate?: int|null,
 *   metadata?: array<string, string|int|float|bool|null>,
 * }
 *
 * @phpstan-type EditWorkflowInput array{
 *   workspaceId: int,
 *   workflowId: WorkflowId,
 *   name?: string,
 *   document?: Upload,
 *   type?: WorkflowType,
 *   expiryDate?: int,
 *   newWorkspaceId?: int,
 *   senderName?: string,
 *   senderMessage?: string|null,
 *   scheduledStartDate?: int|null,
 *   metadata?: array<string, string>,
 * }
 *
 * @phpstan-type SetRolesInput array{
 *   workspaceId: int,
 *   workflowId: WorkflowId,
 *   recipients: list<NewRoleHolder>,
 * }
 *
 * @phpstan-type SetRolesDirectlyInput array{
 *   workflowId: WorkflowId,
 *   recipients: list<NewRoleHolder>,
 * }
 *
 * @phpstan-type AddStepsInput array{
 *   workspaceId: int,
 *   workflowId: WorkflowId,
 *   steps: list<NewStepOfRoles>,
 * }
 *
 * @phpstan-type SetStepsInput array{
 *   workspaceId: int,
 *   workflowId: WorkflowId,
 *   steps: list<SetStepsStep>,
 * }
 *
 * @phpstan-type SetPreferencesInput array{
 *   workspaceId: int,
 *   workflowId: WorkflowId,
 *   preferences: list<PreferenceChange>,
 * }
 *
 * @phpstan-type ListFieldsInput array{
 *   workspaceId: int,
 *   workflowId: WorkflowId,
 * }
 *
 * @phpstan-type ListSuggestedFieldsInput array{
 *   workspaceId: int,
 *   workflowId: WorkflowId,
 *   documentId: int,
 * }
 *
 * @phpstan-type SetFieldsInput array{
 *   workspaceId: int,
 *   workflowId: WorkflowId,
 *   fields: list<NewField>,
 *   placeFields?: 'fromText',
 * }
 *
 * @phpstan-type AddDocumentInput array{
 *   workspaceId: int,
 *   workflowId: WorkflowId,
 *   document: Upload,
 *   replaces?: int,
 * }
 *
 * @phpstan-type RemoveDocumentInput array{
 *   workspaceId: int,
 *   workflowId: WorkflowId,
 *   documentId: int,
 * }
 *
 * @phpstan-type StartWorkflowInput array{
 *   workspaceId: int,
 *   workflowId: WorkflowId,
 * }
 *
 * @phpstan-type DeleteWorkflowsInput array{
 *   workspaceId: int,
 *   workflows: list<DeleteWorkflowsWorkflow>,
 * }
 *
 * @phpstan-type RemindRecipientsInput array{
 *   workspaceId: int,
 *   workflowId: WorkflowId,
 *   recipients?: list<int>,
 * }
 *
 * @phpstan-type ReassignRecipientInput array{
 *   workspaceId: int,
 *   workflowId: WorkflowId,
 *   recipientId: int,
 *   name?: string,
 *   email?: string,
 *   phone?: string|null,
 *   language?: 'en'|'fr'|'de'|'es'|'it'|'pt'|'nl'|'pl'|'ar'|null,
 *   identification?: 'code-sms'|'code-mail'|'passkey'|'identity-provider'|null,
 *   reason?: string|null,
 * }
 *
 * @phpstan-type ReadOrganizationRemindersInput array{
 *   organizationId?: int,
 * }
 *
 * @phpstan-type UpdateOrganizationRemindersInput array{
 *   organizationId?: int,
 *   reminders: string|null,
 * }
 *
 * @phpstan-type ReadWorkspaceRemindersInput array{
 *   workspaceId: int,
 * }
 *
 * @phpstan-type UpdateWorkspaceRemindersInput array{
 *   workspaceId: int,
 *   reminders: string|null,
 * }
 *
 * @phpstan-type ReadTemplateRemindersInput array{
 *   workspaceId: int,
 *   templateId: int,
 * }
 *
 * @phpstan-type UpdateTemplateRemindersInput array{
 *   workspaceId: int,
 *   templateId: int,
 *   reminders: string|null,
 * }
 *
 * @phpstan-type ReadWorkflowRemindersInput array{
 *   workspaceId: int,
 *   workflowId: WorkflowId,
 * }
 *
 * @phpstan-type ReadOrganizationDefaultsInput array{
 *   organizationId?: int,
 * }
 *
 * @phpstan-type UpdateOrganizationDefaultsInput array{
 *   organizationId?: int,
 *   expiryDays?: int|null,
 *   type?: WorkflowType|null,
 *   language?: 'en'|'fr'|'de'|'es'|'it'|'pt'|'nl'|'pl'|'ar'|null,
 * }
 *
 * @phpstan-type ReadWorkspaceDefaultsInput array{
 *   workspaceId: int,
 * }
 *
 * @phpstan-type UpdateWorkspaceDefaultsInput array{
 *   workspaceId: int,
 *   expiryDays?: int|null,
 *   type?: WorkflowType|null,
 *   language?: 'en'|'fr'|'de'|'es'|'it'|'pt'|'nl'|'pl'|'ar'|null,
 * }
 *
 * @phpstan-type ReadLinkHostInput array{
 *   organizationId?: int,
 * }
 *
 * @phpstan-type SetLinkHostInput array{
 *   organizationId?: int,
 *   host: string,
 * }
 *
 * @phpstan-type CheckLinkHostInput array{
 *   organizationId?: int,
 * }
 *
 * @phpstan-type RemoveLinkHostInput array{
 *   organizationId?: int,
 * }
 *
 * @phpstan-type ListFollowersInput array{
 *   workspaceId: int,
 *   workflowId: WorkflowId,
 * }
 *
 * @phpstan-type SetFollowersInput array{
 *   workspaceId: int,
 *   workflowId: WorkflowId,
 *   followers: list<NewFollower>,
 * }
 *
 * @phpstan-type ListTemplateFollowersInput array{
 *   workspaceId: int,
 *   templateId: int,
 * }
 *
 * @phpstan-type SetTemplateFollowersInput array{
 *   workspaceId: int,
 *   templateId: int,
 *   followers: list<NewTemplateFollower>,
 * }
 *
 * @phpstan-type OpenWorkflowSessionInput array{
 *   workspaceId: int,
 *   workflowId: WorkflowId,
 * }
 *
 * @phpstan-type OpenEnvelopeSessionInput array{
 *   envelopeId: EnvelopeRef,
 * }
 *
 * @phpstan-type CreateEmbeddedDesignInput array{
 *   workspaceId: int,
 *   workflowId: WorkflowId,
 *   origin: string,
 *   fieldTypes?: list<FieldType>|null,
 *   lockRecipients?: bool,
 *   lockDocuments?: bool,
 *   showStart?: bool,
 *   language?: string|null,
 *   lifetimeSeconds?: int,
 * }
 *
 * @phpstan-type CreateEnvelopeInput array{
 *   name: string,
 *   document: Upload|list<Upload>,
 *   annex?: AnnexUploads,
 *   steps: list<NewStep>,
 *   type?: WorkflowType,
 *   expiryDate?: int,
 *   preferences?: list<NewPreference>,
 *   workspaceId?: int,
 *   metadata?: array<string, string>,
 *   values?: array<string, string>,
 *   placeFields?: 'fromText',
 *   senderMessage?: string,
 *   followers?: list<NewFollower>,
 *   scheduledStartDate?: int|null,
 * }
 *
 * @phpstan-type ListEnvelopesInput array{
 *   page?: int,
 *   limit?: int,
 *   query?: string,
 *   status?: string,
 *   creatorEmail?: string,
 *   httpSourceTypes?: string,
 *   httpSourceValues?: string,
 *   filed?: string,
 *   expiresBefore?: string,
 *   tags?: string,
 *   filters?: WorkflowFilters,
 *   metadata?: array<string, string>,
 * }
 *
 * @phpstan-type ReadEnvelopeInput array{
 *   envelopeId: EnvelopeRef,
 *   session?: string,
 * }
 *
 * @phpstan-type AddEnvelopeDocumentInput array{
 *   envelopeId: EnvelopeRef,
 *   document: Upload,
 * }
 *
 * @phpstan-type StartEnvelopeInput array{
 *   envelopeId: EnvelopeRef,
 * }
 *
 * @phpstan-type CancelEnvelopeInput array{
 *   envelopeId: EnvelopeRef,
 *   reason?: string,
 * }
 *
 * @phpstan-type ListSignedEnvelopesInput array{
 *   page?: int,
 *   limit?: int,
 *   query?: string,
 *   limits?: int,
 * }
 *
 * @phpstan-type DeleteEnvelopeInput array{
 *   envelopeId: EnvelopeRef,
 * }
 *
 * @phpstan-type CloneTemplateInput array{
 *   templateId: int,
 *   workspaceId: int,
 *   name: string,
 *   recipients: list<CloneTemplateRecipient>,
 *   hasToBeStarted?: bool,
 *   values?: array<string, string|int|float|null>,
 *   lock?: bool,
 *   metadata?: array<string, string|int|float|bool|null>,
 *   senderMessage?: string|null,
 *   expiryDate?: int,
 *   preferences?: list<PreferenceChange>,
 *   followers?: list<NewFollower>,
 *   tags?: list<int>,
 * }
 *
 * @phpstan-type ListTemplatesInput array{
 *   workspaceId: int,
 *   page?: int,
 *   limit?: int,
 *   query?: string,
 * }
 *
 * @phpstan-type CreateTemplateInput array{
 *   workspaceId: int,
 *   name?: string,
 *   document?: Upload,
 *   annex?: AnnexUploads,
 *   fromWorkflowId?: int,
 *   placeholders?: list<CreateTemplatePlaceholder>,
 *   askFollowers?: bool,
 *   fromTemplateId?: int,
 *   type?: WorkflowType,
 *   senderMessage?: string|null,
 *   expiryDays?: int,
 * }
 *
 * @phpstan-type ReadTemplateInput array{
 *   workspaceId: int,
 *   templateId: int,
 *   session?: string,
 * }
 *
 * @phpstan-type ReadTemplateSchemaInput array{
 *   workspaceId: int,
 *   templateId: int,
 * }
 *
 * @phpstan-type UpdateTemplateInput array{
 *   workspaceId: int,
 *   templateId: int,
 *   name?: string,
 *   type?: WorkflowType,
 *   senderMessage?: string|null,
 *   expiryDays?: int,
 *   language?: 'en'|'fr'|'de'|'es'|'it'|'pt'|'nl'|'pl'|'ar'|null,
 *   newWorkspaceId?: int,
 * }
 *
 * @phpstan-type DeleteTemplateInput array{
 *   workspaceId: int,
 *   templateId: int,
 * }
 *
 * @phpstan-type SetTemplateRolesInput array{
 *   workspaceId: int,
 *   templateId: int,
 *   recipients: list<SetTemplateRolesRecipient>,
 * }
 *
 * @phpstan-type AddTemplateStepsInput array{
 *   workspaceId: int,
 *   templateId: int,
 *   steps: list<NewStepOfRoles>,
 * }
 *
 * @phpstan-type SetTemplateStepsInput array{
 *   workspaceId: int,
 *   templateId: int,
 *   steps: list<NewStepOfRoles>,
 * }
 *
 * @phpstan-type SetTemplatePreferencesInput array{
 *   workspaceId: int,
 *   templateId: int,
 *   preferences: list<PreferenceChange>,
 * }
 *
 * @phpstan-type ListTemplateFieldsInput array{
 *   workspaceId: int,
 *   templateId: int,
 * }
 *
 * @phpstan-type ListTemplateSuggestionsInput array{
 *   workspaceId: int,
 *   templateId: int,
 *   documentId: int,
 * }
 *
 * @phpstan-type SetTemplateFieldsInput array{
 *   workspaceId: int,
 *   templateId: int,
 *   fields: list<NewField>,
 *   placeFields?: 'fromText',
 * }
 *
 * @phpstan-type ExportAnswersInput array{
 *   workspaceId: int,
 *   templateId: int,
 *   format?: 'csv'|'jsonl',
 *   ids?: string,
 *   endedFrom?: int,
 *   endedBefore?: int,
 *   query?: string,
 *   status?: string,
 *   creatorEmail?: string,
 *   httpSourceTypes?: string,
 *   httpSourceValues?: string,
 *   filed?: string,
 *   expiresBefore?: string,
 *   tags?: string,
 *   filters?: WorkflowFilters,
 * }
 *
 * @phpstan-type AddTemplateDocumentInput array{
 *   workspaceId: int,
 *   templateId: int,
 *   document: Upload,
 * }
 *
 * @phpstan-type RemoveTemplateDocumentInput array{
 *   workspaceId: int,
 *   templateId: int,
 *   documentId: int,
 * }
 *
 * @phpstan-type SetTemplateTagsInput array{
 *   workspaceId: int,
 *   templateId: int,
 *   tags: list<int>,
 * }
 *
 * @phpstan-type ReadTemplateFileInput array{
 *   templateId: int,
 *   key: string,
 *   expires?: int,
 *   signature?: string,
 *   version?: 'original'|'source',
 * }
 *
 * @phpstan-type ReadTemplateThumbInput array{
 *   templateId: int,
 *   key: string,
 *   expires?: int,
 *   signature?: string,
 * }
 *
 * @phpstan-type CreateBulkJobInput array{
 *   workspaceId: int,
 *   templateId: int,
 *   file: Upload,
 *   name?: string,
 *   mapping?: array<string, string>,
 *   startDate?: int,
 *   ratePerMinute?: int,
 *   lock?: bool,
 *   preferences?: list<NewPreference>,
 *   tags?: list<int>,
 * }
 *
 * @phpstan-type ListWorkspaceBulkJobsInput array{
 *   workspaceId: int,
 *   page?: int,
 *   limit?: int,
 * }
 *
 * @phpstan-type ListBulkJobsInput array{
 *   workspaceId: int,
 *   templateId: int,
 *   page?: int,
 *   limit?: int,
 * }
 *
 * @phpstan-type ReadBulkSampleInput array{
 *   workspaceId: int,
 *   templateId: int,
 * }
 *
 * @phpstan-type ReadBulkJobInput array{
 *   workspaceId: int,
 *   templateId: int,
 *   bulkId: int,
 * }
 *
 * @phpstan-type UpdateBulkJobInput array{
 *   workspaceId: int,
 *   templateId: int,
 *   bulkId: int,
 *   mapping: array<string, string>,
 * }
 *
 * @phpstan-type StartBulkJobInput array{
 *   workspaceId: int,
 *   templateId: int,
 *   bulkId: int,
 *   skipInvalid?: bool,
 * }
 *
 * @phpstan-type PauseBulkJobInput array{
 *   workspaceId: int,
 *   templateId: int,
 *   bulkId: int,
 * }
 *
 * @phpstan-type ResumeBulkJobInput array{
 *   workspaceId: int,
 *   templateId: int,
 *   bulkId: int,
 * }
 *
 * @phpstan-type CancelBulkJobInput array{
 *   workspaceId: int,
 *   templateId: int,
 *   bulkId: int,
 * }
 *
 * @phpstan-type ListBulkRowsInput array{
 *   workspaceId: int,
 *   templateId: int,
 *   bulkId: int,
 *   page?: int,
 *   limit?: int,
 *   state?: 'waiting'|'valid'|'invalid'|'sent'|'failed'|'canceled',
 * }
 *
 * @phpstan-type ExportBulkRowsInput array{
 *   workspaceId: int,
 *   templateId: int,
 *   bulkId: int,
 * }
 *
 * @phpstan-type CreateExportInput array{
 *   workspaceId: int,
 *   ids?: list<int>,
 *   filter?: WorkflowFilter,
 *   contents?: list<'documents'|'certificates'|'evidence'|'attachments'>,
 * }
 *
 * @phpstan-type ListExportsInput array{
 *   workspaceId: int,
 *   page?: int,
 *   limit?: int,
 * }
 *
 * @phpstan-type ReadExportInput array{
 *   workspaceId: int,
 *   exportId: int,
 * }
 *
 * @phpstan-type CancelExportInput array{
 *   workspaceId: int,
 *   exportId: int,
 * }
 *
 * @phpstan-type DownloadExportInput array{
 *   workspaceId: int,
 *   exportId: int,
 * }
 *
 * @phpstan-type CreatePublicLinkInput array{
 *   workspaceId: int,
 *   templateId: int,
 *   name: string,
 *   people?: list<CreatePublicLinkPeople>,
 *   opensDate?: int|null,
 *   closesDate?: int|null,
 *   maximum?: int|null,
 *   oncePerPerson?: bool,
 *   language?: 'en'|'fr'|'de'|'es'|'it'|'pt'|'nl'|'pl'|'ar'|null,
 *   prefillKeys?: list<string>,
 *   placeholderId: int,
 * }
 *
 * @phpstan-type ListPublicLinksInput array{
 *   workspaceId: int,
 *   templateId: int,
 *   page?: int,
 *   limit?: int,
 * }
 *
 * @phpstan-type ReadPublicLinkInput array{
 *   workspaceId: int,
 *   templateId: int,
 *   linkId: int,
 * }
 *
 * @phpstan-type UpdatePublicLinkInput array{
 *   workspaceId: int,
 *   templateId: int,
 *   linkId: int,
 *   name?: string,
 *   people?: list<UpdatePublicLinkPeople>,
 *   opensDate?: int|null,
 *   closesDate?: int|null,
 *   maximum?: int|null,
 *   oncePerPerson?: bool,
 *   language?: 'en'|'fr'|'de'|'es'|'it'|'pt'|'nl'|'pl'|'ar'|null,
 *   prefillKeys?: list<string>,
 * }
 *
 * @phpstan-type EndPublicLinkInput array{
 *   workspaceId: int,
 *   templateId: int,
 *   linkId: int,
 * }
 *
 * @phpstan-type RenewPublicLinkSecretInput array{
 *   workspaceId: int,
 *   templateId: int,
 *   linkId: int,
 * }
 *
 * @phpstan-type ListSubmissionsInput array{
 *   workspaceId: int,
 *   templateId: int,
 *   linkId: int,
 *   page?: int,
 *   limit?: int,
 * }
 *
 * @phpstan-type CreateInPersonSessionInput array{
 *   workspaceId: int,
 *   workflowId: WorkflowId,
 *   recipientId: int,
 *   way?: HandingOver,
 *   returnUrl?: string|null,
 * }
 *
 * @phpstan-type ReadEmbedOriginsInput array{
 *   organizationId?: int,
 * }
 *
 * @phpstan-type UpdateEmbedOriginsInput array{
 *   organizationId?: int,
 *   embedOrigins: list<string>,
 * }
 *
 * @phpstan-type CreateEmbeddedSessionInput array{
 *   workspaceId: int,
 *   workflowId: WorkflowId,
 *   recipientId: int,
 *   origin: string,
 *   returnUrl?: string|null,
 *   language?: string|null,
 *   authenticatedBy: CreateEmbeddedSessionAuthenticatedBy,
 *   lifetimeSeconds?: int,
 * }
 *
 * @phpstan-type ListMailsInput array{
 *   workspaceId: int,
 *   workflowId: WorkflowId,
 * }
 *
 * @phpstan-type RetryMailInput array{
 *   workspaceId: int,
 *   workflowId: WorkflowId,
 *   mailId: int,
 * }
 *
 * @phpstan-type ListDeliveriesInput array{
 *   workspaceId: int,
 *   workflowId: WorkflowId,
 * }
 *
 * @phpstan-type ReplayDeliveryInput array{
 *   workspaceId: int,
 *   workflowId: WorkflowId,
 *   deliveryId: int,
 * }
 *
 * @phpstan-type ListWebhooksInput array{
 *   organizationId?: int,
 * }
 *
 * @phpstan-type CreateWebhookInput array{
 *   organizationId?: int,
 *   url: string,
 *   events?: list<string>,
 *   enabled?: bool,
 *   sslVerification?: bool,
 * }
 *
 * @phpstan-type ReadWebhookInput array{
 *   webhookId: int,
 *   organizationId?: int,
 * }
 *
 * @phpstan-type UpdateWebhookInput array{
 *   webhookId: int,
 *   organizationId?: int,
 *   url?: string,
 *   events?: list<string>,
 *   enabled?: bool,
 *   sslVerification?: bool,
 * }
 *
 * @phpstan-type DeleteWebhookInput array{
 *   webhookId: int,
 *   organizationId?: int,
 * }
 *
 * @phpstan-type RotateWebhookSecretInput array{
 *   webhookId: int,
 *   organizationId?: int,
 *   overlapSeconds?: int,
 * }
 *
 * @phpstan-type ListWebhookDeliveriesInput array{
 *   webhookId: int,
 *   organizationId?: int,
 *   page?: int,
 *   limit?: int,
 * }
 *
 * @phpstan-type ReplayWebhookDeliveryInput array{
 *   webhookId: int,
 *   deliveryId: int,
 *   organizationId?: int,
 * }
 *
 * @phpstan-type ListTrustProvidersInput array{
 *   organizationId?: int,
 * }
 *
 * @phpstan-type CreateTrustProviderInput array{
 *   organizationId?: int,
 *   name: string,
 *   baseUrl: string,
 *   oauthUrl?: string|null,
 *   clientId: string,
 *   clientSecret: string,
 *   clientAuthentication?: 'body'|'header'|null,
 *   account?: string|null,
 *   anchors: string,
 *   enabled?: bool,
 * }
 *
 * @phpstan-type UpdateTrustProviderInput array{
 *   providerId: int,
 *   organizationId?: int,
 *   name?: string,
 *   baseUrl?: string,
 *   oauthUrl?: string|null,
 *   clientId?: string,
 *   clientSecret?: string,
 *   clientAuthentication?: 'body'|'header'|null,
 *   account?: string|null,
 *   anchors?: string,
 *   enabled?: bool,
 * }
 *
 * @phpstan-type DeleteTrustProviderInput array{
 *   providerId: int,
 *   organizationId?: int,
 * }
 *
 * @phpstan-type TryTrustProviderInput array{
 *   providerId: int,
 *   organizationId?: int,
 * }
 *
 * @phpstan-type ReadSealCredentialInput array{
 *   organizationId?: int,
 * }
 *
 * @phpstan-type ListSealCredentialsInput array{
 *   organizationId?: int,
 *   providerId: int|'sandbox',
 * }
 *
 * @phpstan-type SaveSealCredentialInput array{
 *   organizationId?: int,
 *   providerId: int|'sandbox',
 *   credentialId: string,
 *   pin?: string,
 * }
 *
 * @phpstan-type DeleteSealCredentialInput array{
 *   organizationId?: int,
 * }
 *
 * @phpstan-type ReadIdentityProviderInput array{
 *   organizationId?: int,
 * }
 *
 * @phpstan-type SaveIdentityProviderInput array{
 *   organizationId?: int,
 *   issuer: string,
 *   clientId: string,
 *   clientSecret?: string,
 * }
 *
 * @phpstan-type DeleteIdentityProviderInput array{
 *   organizationId?: int,
 * }
 *
 * @phpstan-type TryIdentityProviderInput array{
 *   organizationId?: int,
 * }
 *
 * @phpstan-type ListConnectionsInput array{
 *   organizationId?: int,
 * }
 *
 * @phpstan-type CreateConnectionInput array{
 *   organizationId?: int,
 *   name: string,
 *   kind?: 'oidc'|'saml',
 *   saml?: CreateConnectionSaml,
 *   issuer?: string,
 *   clientId?: string,
 *   clientSecret?: string,
 *   domains: list<string>,
 *   isForSigners: bool,
 *   isForMembers: bool,
 *   isEnforced: bool,
 *   endsSession: bool,
 *   mapping: ConnectionMapping,
 * }
 *
 * @phpstan-type UpdateConnectionInput array{
 *   connectionId: string,
 *   organizationId?: int,
 *   name: string,
 *   kind?: 'oidc'|'saml',
 *   saml?: UpdateConnectionSaml,
 *   issuer?: string,
 *   clientId?: string,
 *   clientSecret?: string,
 *   domains: list<string>,
 *   isForSigners: bool,
 *   isForMembers: bool,
 *   isEnforced: bool,
 *   endsSession: bool,
 *   mapping: ConnectionMapping,
 * }
 *
 * @phpstan-type DeleteConnectionInput array{
 *   connectionId: string,
 *   organizationId?: int,
 * }
 *
 * @phpstan-type TryConnectionInput array{
 *   connectionId: string,
 *   organizationId?: int,
 * }
 *
 * @phpstan-type CheckConnectionDomainInput array{
 *   connectionId: string,
 *   organizationId?: int,
 *   domain: string,
 * }
 *
 * @phpstan-type ReadProvisioningInput array{
 *   connectionId: string,
 *   organizationId?: int,
 * }
 *
 * @phpstan-type MakeProvisioningTokenInput array{
 *   connectionId: string,
 *   organizationId?: int,
 * }
 *
 * @phpstan-type EndProvisioningTokenInput array{
 *   connectionId: string,
 *   scimTokenId: string,
 *   organizationId?: int,
 * }
 *
 * @phpstan-type ReadDestinationInput array{
 *   workspaceId: int,
 * }
 *
 * @phpstan-type SaveDestinationInput array{
 *   workspaceId: int,
 *   kind: 'webdav'|'bucket',
 *   url: string,
 *   user: string,
 *   secret?: string,
 *   region?: string|null,
 *   pathPattern?: string,
 *   include?: list<'evidence'|'attachments'|'archive'>,
 * }
 *
 * @phpstan-type DeleteDestinationInput array{
 *   workspaceId: int,
 * }
 *
 * @phpstan-type TryDestinationInput array{
 *   workspaceId: int,
 * }
 *
 * @phpstan-type ListTransfersInput array{
 *   workspaceId: int,
 *   page?: int,
 *   limit?: int,
 *   state?: 'pending'|'failed',
 * }
 *
 * @phpstan-type ReadTransferInput array{
 *   workspaceId: int,
 *   workflowId: WorkflowId,
 * }
 *
 * @phpstan-type StartTransferInput array{
 *   workspaceId: int,
 *   workflowId: WorkflowId,
 * }
 *
 * @phpstan-type VerifyDocumentInput array{
 *   document: Upload,
 * }
 *
 * @phpstan-type VerifyDocumentAsXmlInput array{
 *   document: Upload,
 * }
 */
interface Types
{
}
