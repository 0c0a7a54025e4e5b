<?php

// Written by `npm run generate` from the contract; not by hand.

declare(strict_types=1);

namespace Paraph;

/**
 * Every operation of the interface, under its operationId.
 *
 * @phpstan-import-type AddDocumentAnswer from Types
 * @phpstan-import-type Annex from Types
 * @phpstan-import-type BrandState from Types
 * @phpstan-import-type BulkItem from Types
 * @phpstan-import-type BulkJob from Types
 * @phpstan-import-type ChangedWorkflow from Types
 * @phpstan-import-type CollectorState from Types
 * @phpstan-import-type Connection from Types
 * @phpstan-import-type Contact from Types
 * @phpstan-import-type CreateEmbeddedDesignAnswer from Types
 * @phpstan-import-type CreateEmbeddedSessionAnswer from Types
 * @phpstan-import-type CreateInPersonSessionAnswer from Types
 * @phpstan-import-type CreatePublicLinkAnswer from Types
 * @phpstan-import-type CreateQuickEnvelopeAnswer from Types
 * @phpstan-import-type CreateWebhookAnswer from Types
 * @phpstan-import-type Defaults from Types
 * @phpstan-import-type Delivery from Types
 * @phpstan-import-type DestinationState from Types
 * @phpstan-import-type EndpointDelivery from Types
 * @phpstan-import-type Envelope from Types
 * @phpstan-import-type Evidence from Types
 * @phpstan-import-type ExchangeCodeAnswer from Types
 * @phpstan-import-type Export from Types
 * @phpstan-import-type Field from Types
 * @phpstan-import-type FieldBlock from Types
 * @phpstan-import-type Follower from Types
 * @phpstan-import-type HandOverMemberAnswer from Types
 * @phpstan-import-type Hold from Types
 * @phpstan-import-type IdentityProviderState from Types
 * @phpstan-import-type ImportContactsAnswer from Types
 * @phpstan-import-type InitializeAppAnswer from Types
 * @phpstan-import-type InviteMembersItemValue from Types
 * @phpstan-import-type IssueTokenAnswer from Types
 * @phpstan-import-type LevelOffers from Types
 * @phpstan-import-type LinkHostState from Types
 * @phpstan-import-type ListAttachmentsItem from Types
 * @phpstan-import-type ListBulkRowsItem from Types
 * @phpstan-import-type ListConnectionsAnswer from Types
 * @phpstan-import-type ListMyActionsItem from Types
 * @phpstan-import-type ListOrganizationEventsItem from Types
 * @phpstan-import-type ListSealCredentialsAnswer from Types
 * @phpstan-import-type ListSubmissionsItem from Types
 * @phpstan-import-type ListTimelineItem from Types
 * @phpstan-import-type ListTransfersItem from Types
 * @phpstan-import-type ListTrustProvidersAnswer from Types
 * @phpstan-import-type ListedWorkflow from Types
 * @phpstan-import-type Mail from Types
 * @phpstan-import-type MakeProvisioningTokenAnswer from Types
 * @phpstan-import-type Member from Types
 * @phpstan-import-type MessageTemplate from Types
 * @phpstan-import-type OpenEnvelopeSessionAnswer from Types
 * @phpstan-import-type OpenWorkflowSessionAnswer from Types
 * @phpstan-import-type OrganizationRef from Types
 * @phpstan-import-type OrganizationSeal from Types
 * @phpstan-import-type PreferenceOutcome from Types
 * @phpstan-import-type PreviewHandOverAnswer from Types
 * @phpstan-import-type Profile from Types
 * @phpstan-import-type ProviderFindings from Types
 * @phpstan-import-type PublicLink from Types
 * @phpstan-import-type QuickEnvelope from Types
 * @phpstan-import-type ReadAgentAllowanceAnswer from Types
 * @phpstan-import-type ReadAgentSettingsAnswer from Types
 * @phpstan-import-type ReadContactSettingsAnswer from Types
 * @phpstan-import-type ReadEmbedOriginsAnswer from Types
 * @phpstan-import-type ReadOauthMetadataAnswer from Types
 * @phpstan-import-type ReadProvisioningAnswer from Types
 * @phpstan-import-type ReadUsageAnswer from Types
 * @phpstan-import-type ReadValue from Types
 * @phpstan-import-type ReadWorkflowRemindersAnswer from Types
 * @phpstan-import-type Recipient from Types
 * @phpstan-import-type RefreshAccessAnswer from Types
 * @phpstan-import-type RemindRecipientsAnswer from Types
 * @phpstan-import-type ReminderDefault from Types
 * @phpstan-import-type RenewPublicLinkSecretAnswer from Types
 * @phpstan-import-type RetentionChange from Types
 * @phpstan-import-type RetentionEffect from Types
 * @phpstan-import-type RetentionItem from Types
 * @phpstan-import-type RetentionPolicies from Types
 * @phpstan-import-type RetentionRun from Types
 * @phpstan-import-type Role from Types
 * @phpstan-import-type RotateWebhookSecretAnswer from Types
 * @phpstan-import-type SaveCollectorAnswer from Types
 * @phpstan-import-type Seal from Types
 * @phpstan-import-type SealCredentialState from Types
 * @phpstan-import-type Step from Types
 * @phpstan-import-type SuggestedField from Types
 * @phpstan-import-type Tag from Types
 * @phpstan-import-type Template from Types
 * @phpstan-import-type TemplateFollower from Types
 * @phpstan-import-type TemplateRecipient from Types
 * @phpstan-import-type TemplateStep from Types
 * @phpstan-import-type Transfer from Types
 * @phpstan-import-type TrustProvider from Types
 * @phpstan-import-type UpdateAgentAllowanceAnswer from Types
 * @phpstan-import-type UpdateAgentSettingsAnswer from Types
 * @phpstan-import-type UpdateContactSettingsAnswer from Types
 * @phpstan-import-type UpdateEmbedOriginsAnswer from Types
 * @phpstan-import-type VerificationReport from Types
 * @phpstan-import-type WebhookEndpoint from Types
 * @phpstan-import-type WholeEnvelope from Types
 * @phpstan-import-type WholeTemplate from Types
 * @phpstan-import-type WholeWorkflow from Types
 * @phpstan-import-type Workflow from Types
 * @phpstan-import-type WorkflowCounts from Types
 * @phpstan-import-type WorkflowRetention from Types
 * @phpstan-import-type Workspace from Types
 * @phpstan-import-type WorkspaceUser from Types
 * @phpstan-import-type ReadPictureInput from Types
 * @phpstan-import-type CreateWorkspaceInput from Types
 * @phpstan-import-type UpdateWorkspaceInput from Types
 * @phpstan-import-type DeleteWorkspaceInput from Types
 * @phpstan-import-type UpdateWorkspaceUsersInput from Types
 * @phpstan-import-type UpdateWorkspaceUsersAliasInput from Types
 * @phpstan-import-type RemoveWorkspaceUserInput from Types
 * @phpstan-import-type InitializeAppInput from Types
 * @phpstan-import-type ReadWorkspaceInput from Types
 * @phpstan-import-type ListTagsInput from Types
 * @phpstan-import-type CreateTagInput from Types
 * @phpstan-import-type UpdateTagInput from Types
 * @phpstan-import-type DeleteTagInput from Types
 * @phpstan-import-type SetWorkflowTagsInput from Types
 * @phpstan-import-type ListContactsInput from Types
 * @phpstan-import-type CreateContactInput from Types
 * @phpstan-import-type UpdateContactInput from Types
 * @phpstan-import-type DeleteContactInput from Types
 * @phpstan-import-type ImportContactsInput from Types
 * @phpstan-import-type ReadContactSettingsInput from Types
 * @phpstan-import-type UpdateContactSettingsInput from Types
 * @phpstan-import-type ListMessageTemplatesInput from Types
 * @phpstan-import-type CreateMessageTemplateInput from Types
 * @phpstan-import-type UpdateMessageTemplateInput from Types
 * @phpstan-import-type DeleteMessageTemplateInput from Types
 * @phpstan-import-type ListFieldBlocksInput from Types
 * @phpstan-import-type CreateFieldBlockInput from Types
 * @phpstan-import-type UpdateFieldBlockInput from Types
 * @phpstan-import-type DeleteFieldBlockInput from Types
 * @phpstan-import-type RenameOrganizationInput from Types
 * @phpstan-import-type ListMembersInput from Types
 * @phpstan-import-type InviteMembersInput from Types
 * @phpstan-import-type UpdateMemberInput from Types
 * @phpstan-import-type RemoveMemberInput from Types
 * @phpstan-import-type PreviewHandOverInput from Types
 * @phpstan-import-type HandOverMemberInput from Types
 * @phpstan-import-type InviteMemberAgainInput from Types
 * @phpstan-import-type ListRolesInput from Types
 * @phpstan-import-type CreateRoleInput from Types
 * @phpstan-import-type UpdateRoleInput from Types
 * @phpstan-import-type DeleteRoleInput from Types
 * @phpstan-import-type ReadOrganizationPictureInput from Types
 * @phpstan-import-type UpdateOrganizationPictureInput from Types
 * @phpstan-import-type DeleteOrganizationPictureInput from Types
 * @phpstan-import-type ReadLevelsInput from Types
 * @phpstan-import-type UpdateLevelsInput from Types
 * @phpstan-import-type ListOrganizationEventsInput from Types
 * @phpstan-import-type ExportOrganizationEventsInput from Types
 * @phpstan-import-type ReadCollectorInput from Types
 * @phpstan-import-type SaveCollectorInput from Types
 * @phpstan-import-type DeleteCollectorInput from Types
 * @phpstan-import-type RetryCollectorInput from Types
 * @phpstan-import-type ReadUsageInput from Types
 * @phpstan-import-type ExportUsageInput from Types
 * @phpstan-import-type ReadBrandInput from Types
 * @phpstan-import-type UpdateBrandInput from Types
 * @phpstan-import-type WithdrawBrandInput from Types
 * @phpstan-import-type PublishBrandInput from Types
 * @phpstan-import-type ReadBrandLogoInput from Types
 * @phpstan-import-type UpdateBrandLogoInput from Types
 * @phpstan-import-type DeleteBrandLogoInput from Types
 * @phpstan-import-type PreviewBrandMailInput from Types
 * @phpstan-import-type ReadAgentSettingsInput from Types
 * @phpstan-import-type UpdateAgentSettingsInput from Types
 * @phpstan-import-type ReadAgentAllowanceInput from Types
 * @phpstan-import-type UpdateAgentAllowanceInput from Types
 * @phpstan-import-type ReadRetentionInput from Types
 * @phpstan-import-type UpdateRetentionInput from Types
 * @phpstan-import-type UpdateWorkspaceRetentionInput from Types
 * @phpstan-import-type UpdateTemplateRetentionInput from Types
 * @phpstan-import-type ReadWorkflowRetentionInput from Types
 * @phpstan-import-type UpdateWorkflowRetentionInput from Types
 * @phpstan-import-type PreviewRetentionInput from Types
 * @phpstan-import-type ListRetentionChangesInput from Types
 * @phpstan-import-type ListRetentionRunsInput from Types
 * @phpstan-import-type StartDryRunInput from Types
 * @phpstan-import-type ReadRetentionRunInput from Types
 * @phpstan-import-type ListRetentionItemsInput from Types
 * @phpstan-import-type ListHoldsInput from Types
 * @phpstan-import-type PlaceHoldInput from Types
 * @phpstan-import-type LiftHoldInput from Types
 * @phpstan-import-type ExchangeCodeInput from Types
 * @phpstan-import-type RefreshAccessInput from Types
 * @phpstan-import-type IssueTokenInput from Types
 * @phpstan-import-type RevokeTokenInput from Types
 * @phpstan-import-type CreateQuickEnvelopeInput from Types
 * @phpstan-import-type ReadQuickEnvelopeInput from Types
 * @phpstan-import-type ListWorkflowsInput from Types
 * @phpstan-import-type CountWorkflowsInput from Types
 * @phpstan-import-type ExportWorkflowsInput from Types
 * @phpstan-import-type ActOnWorkflowsInput from Types
 * @phpstan-import-type ReadWorkflowInput from Types
 * @phpstan-import-type ReadValuesInput from Types
 * @phpstan-import-type ListTimelineInput from Types
 * @phpstan-import-type CancelWorkflowInput from Types
 * @phpstan-import-type RetryWorkflowInput from Types
 * @phpstan-import-type DuplicateWorkflowInput from Types
 * @phpstan-import-type CorrectWorkflowInput from Types
 * @phpstan-import-type ReadTemporaryFileInput from Types
 * @phpstan-import-type ReadArchivedFileInput from Types
 * @phpstan-import-type ReadThumbInput from Types
 * @phpstan-import-type ListMyActionsInput from Types
 * @phpstan-import-type MoveTimeInput from Types
 * @phpstan-import-type ReadEvidenceInput from Types
 * @phpstan-import-type ReadCompletionCertificateInput from Types
 * @phpstan-import-type ReadCourtBundleInput from Types
 * @phpstan-import-type ReadArchiveInput from Types
 * @phpstan-import-type ReadArchivesInput from Types
 * @phpstan-import-type ListAttachmentsInput from Types
 * @phpstan-import-type ReadAttachmentInput from Types
 * @phpstan-import-type ListAnnexesInput from Types
 * @phpstan-import-type AddAnnexInput from Types
 * @phpstan-import-type ReadAnnexInput from Types
 * @phpstan-import-type RemoveAnnexInput from Types
 * @phpstan-import-type ListTemplateAnnexesInput from Types
 * @phpstan-import-type AddTemplateAnnexInput from Types
 * @phpstan-import-type ReadTemplateAnnexInput from Types
 * @phpstan-import-type RemoveTemplateAnnexInput from Types
 * @phpstan-import-type CreateSealInput from Types
 * @phpstan-import-type ListSealsInput from Types
 * @phpstan-import-type ReadSealInput from Types
 * @phpstan-import-type ReadSealedFileInput from Types
 * @phpstan-import-type ReadSealCertificateInput from Types
 * @phpstan-import-type RetrySealInput from Types
 * @phpstan-import-type DeleteSealInput from Types
 * @phpstan-import-type CreateWorkflowInput from Types
 * @phpstan-import-type UpdateWorkflowInput from Types
 * @phpstan-import-type EditWorkflowInput from Types
 * @phpstan-import-type SetRolesInput from Types
 * @phpstan-import-type SetRolesDirectlyInput from Types
 * @phpstan-import-type AddStepsInput from Types
 * @phpstan-import-type SetStepsInput from Types
 * @phpstan-import-type SetPreferencesInput from Types
 * @phpstan-import-type ListFieldsInput from Types
 * @phpstan-import-type ListSuggestedFieldsInput from Types
 * @phpstan-import-type SetFieldsInput from Types
 * @phpstan-import-type AddDocumentInput from Types
 * @phpstan-import-type RemoveDocumentInput from Types
 * @phpstan-import-type StartWorkflowInput from Types
 * @phpstan-import-type DeleteWorkflowsInput from Types
 * @phpstan-import-type RemindRecipientsInput from Types
 * @phpstan-import-type ReassignRecipientInput from Types
 * @phpstan-import-type ReadOrganizationRemindersInput from Types
 * @phpstan-import-type UpdateOrganizationRemindersInput from Types
 * @phpstan-import-type ReadWorkspaceRemindersInput from Types
 * @phpstan-import-type UpdateWorkspaceRemindersInput from Types
 * @phpstan-import-type ReadTemplateRemindersInput from Types
 * @phpstan-import-type UpdateTemplateRemindersInput from Types
 * @phpstan-import-type ReadWorkflowRemindersInput from Types
 * @phpstan-import-type ReadOrganizationDefaultsInput from Types
 * @phpstan-import-type UpdateOrganizationDefaultsInput from Types
 * @phpstan-import-type ReadWorkspaceDefaultsInput from Types
 * @phpstan-import-type UpdateWorkspaceDefaultsInput from Types
 * @phpstan-import-type ReadLinkHostInput from Types
 * @phpstan-import-type SetLinkHostInput from Types
 * @phpstan-import-type CheckLinkHostInput from Types
 * @phpstan-import-type RemoveLinkHostInput from Types
 * @phpstan-import-type ListFollowersInput from Types
 * @phpstan-import-type SetFollowersInput from Types
 * @phpstan-import-type ListTemplateFollowersInput from Types
 * @phpstan-import-type SetTemplateFollowersInput from Types
 * @phpstan-import-type OpenWorkflowSessionInput from Types
 * @phpstan-import-type OpenEnvelopeSessionInput from Types
 * @phpstan-import-type CreateEmbeddedDesignInput from Types
 * @phpstan-import-type CreateEnvelopeInput from Types
 * @phpstan-import-type ListEnvelopesInput from Types
 * @phpstan-import-type ReadEnvelopeInput from Types
 * @phpstan-import-type AddEnvelopeDocumentInput from Types
 * @phpstan-import-type StartEnvelopeInput from Types
 * @phpstan-import-type CancelEnvelopeInput from Types
 * @phpstan-import-type ListSignedEnvelopesInput from Types
 * @phpstan-import-type DeleteEnvelopeInput from Types
 * @phpstan-import-type CloneTemplateInput from Types
 * @phpstan-import-type ListTemplatesInput from Types
 * @phpstan-import-type CreateTemplateInput from Types
 * @phpstan-import-type ReadTemplateInput from Types
 * @phpstan-import-type ReadTemplateSchemaInput from Types
 * @phpstan-import-type UpdateTemplateInput from Types
 * @phpstan-import-type DeleteTemplateInput from Types
 * @phpstan-import-type SetTemplateRolesInput from Types
 * @phpstan-import-type AddTemplateStepsInput from Types
 * @phpstan-import-type SetTemplateStepsInput from Types
 * @phpstan-import-type SetTemplatePreferencesInput from Types
 * @phpstan-import-type ListTemplateFieldsInput from Types
 * @phpstan-import-type ListTemplateSuggestionsInput from Types
 * @phpstan-import-type SetTemplateFieldsInput from Types
 * @phpstan-import-type ExportAnswersInput from Types
 * @phpstan-import-type AddTemplateDocumentInput from Types
 * @phpstan-import-type RemoveTemplateDocumentInput from Types
 * @phpstan-import-type SetTemplateTagsInput from Types
 * @phpstan-import-type ReadTemplateFileInput from Types
 * @phpstan-import-type ReadTemplateThumbInput from Types
 * @phpstan-import-type CreateBulkJobInput from Types
 * @phpstan-import-type ListWorkspaceBulkJobsInput from Types
 * @phpstan-import-type ListBulkJobsInput from Types
 * @phpstan-import-type ReadBulkSampleInput from Types
 * @phpstan-import-type ReadBulkJobInput from Types
 * @phpstan-import-type UpdateBulkJobInput from Types
 * @phpstan-import-type StartBulkJobInput from Types
 * @phpstan-import-type PauseBulkJobInput from Types
 * @phpstan-import-type ResumeBulkJobInput from Types
 * @phpstan-import-type CancelBulkJobInput from Types
 * @phpstan-import-type ListBulkRowsInput from Types
 * @phpstan-import-type ExportBulkRowsInput from Types
 * @phpstan-import-type CreateExportInput from Types
 * @phpstan-import-type ListExportsInput from Types
 * @phpstan-import-type ReadExportInput from Types
 * @phpstan-import-type CancelExportInput from Types
 * @phpstan-import-type DownloadExportInput from Types
 * @phpstan-import-type CreatePublicLinkInput from Types
 * @phpstan-import-type ListPublicLinksInput from Types
 * @phpstan-import-type ReadPublicLinkInput from Types
 * @phpstan-import-type UpdatePublicLinkInput from Types
 * @phpstan-import-type EndPublicLinkInput from Types
 * @phpstan-import-type RenewPublicLinkSecretInput from Types
 * @phpstan-import-type ListSubmissionsInput from Types
 * @phpstan-import-type CreateInPersonSessionInput from Types
 * @phpstan-import-type ReadEmbedOriginsInput from Types
 * @phpstan-import-type UpdateEmbedOriginsInput from Types
 * @phpstan-import-type CreateEmbeddedSessionInput from Types
 * @phpstan-import-type ListMailsInput from Types
 * @phpstan-import-type RetryMailInput from Types
 * @phpstan-import-type ListDeliveriesInput from Types
 * @phpstan-import-type ReplayDeliveryInput from Types
 * @phpstan-import-type ListWebhooksInput from Types
 * @phpstan-import-type CreateWebhookInput from Types
 * @phpstan-import-type ReadWebhookInput from Types
 * @phpstan-import-type UpdateWebhookInput from Types
 * @phpstan-import-type DeleteWebhookInput from Types
 * @phpstan-import-type RotateWebhookSecretInput from Types
 * @phpstan-import-type ListWebhookDeliveriesInput from Types
 * @phpstan-import-type ReplayWebhookDeliveryInput from Types
 * @phpstan-import-type ListTrustProvidersInput from Types
 * @phpstan-import-type CreateTrustProviderInput from Types
 * @phpstan-import-type UpdateTrustProviderInput from Types
 * @phpstan-import-type DeleteTrustProviderInput from Types
 * @phpstan-import-type TryTrustProviderInput from Types
 * @phpstan-import-type ReadSealCredentialInput from Types
 * @phpstan-import-type ListSealCredentialsInput from Types
 * @phpstan-import-type SaveSealCredentialInput from Types
 * @phpstan-import-type DeleteSealCredentialInput from Types
 * @phpstan-import-type ReadIdentityProviderInput from Types
 * @phpstan-import-type SaveIdentityProviderInput from Types
 * @phpstan-import-type DeleteIdentityProviderInput from Types
 * @phpstan-import-type TryIdentityProviderInput from Types
 * @phpstan-import-type ListConnectionsInput from Types
 * @phpstan-import-type CreateConnectionInput from Types
 * @phpstan-import-type UpdateConnectionInput from Types
 * @phpstan-import-type DeleteConnectionInput from Types
 * @phpstan-import-type TryConnectionInput from Types
 * @phpstan-import-type CheckConnectionDomainInput from Types
 * @phpstan-import-type ReadProvisioningInput from Types
 * @phpstan-import-type MakeProvisioningTokenInput from Types
 * @phpstan-import-type EndProvisioningTokenInput from Types
 * @phpstan-import-type ReadDestinationInput from Types
 * @phpstan-import-type SaveDestinationInput from Types
 * @phpstan-import-type DeleteDestinationInput from Types
 * @phpstan-import-type TryDestinationInput from Types
 * @phpstan-import-type ListTransfersInput from Types
 * @phpstan-import-type ReadTransferInput from Types
 * @phpstan-import-type StartTransferInput from Types
 * @phpstan-import-type VerifyDocumentInput from Types
 * @phpstan-import-type VerifyDocumentAsXmlInput from Types
 */
trait Operations
{
    /** @param array<string, mixed> $input */
    abstract private function call(string $name, array $input, ?CallOptions $options): mixed;

    /**
     * @param array<string, mixed> $input
     * @return Page<array<string, mixed>>
     */
    abstract private function page(string $name, array $input, ?CallOptions $options): Page;

    /**
     * Send a PDF to be signed: create a workflow, start it and notify, all or nothing.
     *
     * `POST /api/v1/quick/envelopes`; needs the scope `workflows:write`.
     *
     * Fails with DOCUMENT_NOT_ACCEPTED, DOCUMENT_TWO_FACED, WORKSPACE_NOT_FOUND, STORAGE_QUOTA_REACHED.
     *
     * @param CreateQuickEnvelopeInput $input
     *   - name: 2 to 250 characters
     *   - document: A PDF of at most 20 MiB; each further part `document` is a further document, in order
     *   - annex: A file for information, of at most 20 MiB; each further part `annex` is a further one, up to 20
     *   - steps: One after another
     *   - type: The level of the signatures: `simple` by default; `advanced` and `qualified` are refused on an instance where nothing for them is set up
     *   - expiryDate: Seconds since 1970; 7 to 90 days from now, 7 by default
     *   - preferences: Names and values, as the guide on notifications lists them
     *   - workspaceId: Without it the caller’s first workspace
     *   - metadata: Your own pairs: at most 10, keys of 40 and values of 250 characters
     *   - values: What fields say from the start, by their keys: `values[rent]=1200`. A field of a text anchor that occurs once has the key `TYPE_TAG`, such as `text_1`
     *   - placeFields: `fromText`: each tag that a page shows, such as `{{signature:Buyer}}`, becomes a field, and is covered. A tag that cannot become one is refused. Without it tags are text like any other
     *   - senderMessage: What the invitations quote; at most 4,000 characters
     *   - followers: Who gets copies and acts in nothing; at most 20
     *   - fields: What is filled in, and where, by the rules of the workflow family; without any, and without `placeFields`, what the PDF says is taken (text anchors, form fields), else a blank place for each signature
     * @return CreateQuickEnvelopeAnswer
     * @throws ParaphException
     */
    public function createQuickEnvelope(array $input, ?CallOptions $options = null): array
    {
        return $this->call('createQuickEnvelope', $input, $options);
    }

    /**
     * Read a workflow and its progress.
     *
     * `GET /api/v1/quick/envelopes/{envelopeId}`; needs the scope `workflows:read`.
     *
     * Fails with ENVELOPE_NOT_FOUND.
     *
     * @param ReadQuickEnvelopeInput $input
     *   - envelopeId: Of the workflow: its 40-character id or its integer id
     *   - session: `1`: links to files open without a credential for 15 minutes
     * @return QuickEnvelope
     * @throws ParaphException
     */
    public function readQuickEnvelope(array $input, ?CallOptions $options = null): array
    {
        return $this->call('readQuickEnvelope', $input, $options);
    }

    /**
     * Addresses of the designer and the view page, for a browser that is not signed in.
     *
     * `GET /api/v1/envelopes/{envelopeId}/session`; needs the scope `workflows:read`.
     *
     * Fails with ENVELOPE_NOT_FOUND, WORKFLOW_NOT_FOUND.
     *
     * @param OpenEnvelopeSessionInput $input
     *   - envelopeId: Of the workflow: its 40-character id or its integer id
     * @return OpenEnvelopeSessionAnswer
     * @throws ParaphException
     */
    public function openEnvelopeSession(array $input, ?CallOptions $options = null): array
    {
        return $this->call('openEnvelopeSession', $input, $options);
    }

    /**
     * Create a draft from the quick form; nothing is sent until it is started.
     *
     * `POST /api/v1/envelopes`; needs the scope `workflows:write`.
     *
     * Fails with DOCUMENT_NOT_ACCEPTED, DOCUMENT_TWO_FACED, WORKSPACE_NOT_FOUND.
     *
     * @param CreateEnvelopeInput $input
     *   - name: 2 to 250 characters
     *   - document: A PDF of at most 20 MiB; each further part `document` is a further document, in order
     *   - annex: A file for information, of at most 20 MiB; each further part `annex` is a further one, up to 20
     *   - steps: One after another
     *   - type: The level of the signatures: `simple` by default; `advanced` and `qualified` are refused on an instance where nothing for them is set up
     *   - expiryDate: Seconds since 1970; 7 to 90 days from now, 7 by default
     *   - preferences: Names and values, as the guide on notifications lists them
     *   - workspaceId: Without it the caller’s first workspace
     *   - metadata: Your own pairs: at most 10, keys of 40 and values of 250 characters
     *   - values: What fields say from the start, by their keys: `values[rent]=1200`. A field of a text anchor that occurs once has the key `TYPE_TAG`, such as `text_1`
     *   - placeFields: `fromText`: each tag that a page shows, such as `{{signature:Buyer}}`, becomes a field, and is covered. A tag that cannot become one is refused. Without it tags are text like any other
     *   - senderMessage: What the invitations quote; at most 4,000 characters
     *   - followers: Who gets copies and acts in nothing; at most 20
     *   - scheduledStartDate: When the draft is to start by itself, in seconds since 1970; null to start it by a call
     * @return Envelope
     * @throws ParaphException
     */
    public function createEnvelope(array $input, ?CallOptions $options = null): array
    {
        return $this->call('createEnvelope', $input, $options);
    }

    /**
     * List envelopes of all workspaces, newest first; with `ids[]`, one bulk item for each id.
     *
     * `GET /api/v1/envelopes`; needs the scope `workflows:read`.
     *
     * @param ListEnvelopesInput $input
     *   - page: Which page of the list, from 1. Default: 1
     *   - limit: Members of a page; 8 by default, at most 100. Default: 8
     *   - query: Searches names and recipients for each of these words, in any order, without case or accents
     *   - status: Only those in one of these statuses, comma-joined
     *   - creatorEmail: Only those created by the user with this address
     *   - httpSourceTypes: Only those created by these kinds of client, comma-joined: `api`, `web`, `mobile`, `integration`
     *   - httpSourceValues: Only those created by these apps or keys, comma-joined
     *   - filed: `0`: only those that are not filed away; `1`: only those that are
     *   - expiresBefore: Only those that wait for people and whose deadline is before it, in seconds since 1970, the earliest first
     *   - tags: Ids of tags; one of them is enough
     *   - filters: The same filters in brackets: `filters[status]=started,signed`
     *   - metadata: Your own pairs: at most 10, keys of 40 and values of 250 characters; `[]` when empty
     * @return Page<Envelope>
     * @throws ParaphException
     */
    public function listEnvelopes(array $input = [], ?CallOptions $options = null): Page
    {
        return $this->page('listEnvelopes', $input, $options);
    }

    /**
     * List envelopes of all workspaces, newest first; with `ids[]`, one bulk item for each id.
     *
     * `GET /api/v1/envelopes`; needs the scope `workflows:read`.
     *
     * @param list<string> $ids of those to read
     * @return list<BulkItem>
     * @throws ParaphException
     */
    public function listEnvelopesByIds(array $ids, ?CallOptions $options = null): array
    {
        return $this->call('listEnvelopes', ['ids' => $ids], $options);
    }

    /**
     * Read a whole envelope; with `session=1` its file links need no credential for fifteen minutes.
     *
     * `GET /api/v1/envelopes/{envelopeId}`; needs the scope `workflows:read`.
     *
     * Fails with ENVELOPE_NOT_FOUND.
     *
     * @param ReadEnvelopeInput $input
     *   - envelopeId: Of the workflow: its 40-character id or its integer id
     *   - session: `1`: links to files open without a credential for 15 minutes
     * @return WholeEnvelope
     * @throws ParaphException
     */
    public function readEnvelope(array $input, ?CallOptions $options = null): array
    {
        return $this->call('readEnvelope', $input, $options);
    }

    /**
     * Add a PDF to a draft; its text anchors and signature form fields become fields.
     *
     * `POST /api/v1/envelopes/{envelopeId}/documents`; needs the scope `workflows:write`.
     *
     * Fails with DOCUMENT_NOT_ACCEPTED, DOCUMENT_TWO_FACED, ENVELOPE_NOT_FOUND, WORKFLOW_STATUS_CONFLICT.
     *
     * @param AddEnvelopeDocumentInput $input
     *   - envelopeId: Of the workflow: its 40-character id or its integer id
     *   - document: A PDF of at most 20 MiB
     * @return Envelope
     * @throws ParaphException
     */
    public function addEnvelopeDocument(array $input, ?CallOptions $options = null): array
    {
        return $this->call('addEnvelopeDocument', $input, $options);
    }

    /**
     * Start a draft and invite the recipients of its first step.
     *
     * `PUT /api/v1/envelopes/{envelopeId}/start`; needs the scope `workflows:write`.
     *
     * Fails with ENVELOPE_NOT_FOUND, WORKFLOW_STATUS_CONFLICT, DOCUMENT_NOT_ACCEPTED, STORAGE_QUOTA_REACHED.
     *
     * @param StartEnvelopeInput $input
     *   - envelopeId: Of the workflow: its 40-character id or its integer id
     * @return Envelope
     * @throws ParaphException
     */
    public function startEnvelope(array $input, ?CallOptions $options = null): array
    {
        return $this->call('startEnvelope', $input, $options);
    }

    /**
     * Stop an envelope for good.
     *
     * `PUT /api/v1/envelopes/{envelopeId}/cancel`; needs the scope `workflows:write`.
     *
     * Fails with ENVELOPE_NOT_FOUND, WORKFLOW_STATUS_CONFLICT.
     *
     * @param CancelEnvelopeInput $input
     *   - envelopeId: Of the workflow: its 40-character id or its integer id
     *   - reason: Why; read by the people who were asked, and in the timeline and the certificate
     * @return Envelope
     * @throws ParaphException
     */
    public function cancelEnvelope(array $input, ?CallOptions $options = null): array
    {
        return $this->call('cancelEnvelope', $input, $options);
    }

    /**
     * Delete a draft or an ended envelope, with its files and its trail.
     *
     * `DELETE /api/v1/envelopes/{envelopeId}`; needs the scope `workflows:write`.
     *
     * Fails with ENVELOPE_NOT_FOUND, WORKFLOW_STATUS_CONFLICT, WORKFLOW_HELD.
     *
     * @param DeleteEnvelopeInput $input
     *   - envelopeId: Of the workflow: its 40-character id or its integer id
     * @throws ParaphException
     */
    public function deleteEnvelope(array $input, ?CallOptions $options = null): void
    {
        $this->call('deleteEnvelope', $input, $options);
    }

    /**
     * Set the tags of a workflow; those not named are removed. Answers its tags.
     *
     * `PUT /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/tags`; needs the scope `workflows:write`.
     *
     * Fails with WORKFLOW_NOT_FOUND.
     *
     * @param SetWorkflowTagsInput $input
     *   - workspaceId: Id of the workspace
     *   - workflowId: Of the workflow: its integer id or its 40-character id
     *   - tags: Ids of all its tags
     * @return list<Tag>
     * @throws ParaphException
     */
    public function setWorkflowTags(array $input, ?CallOptions $options = null): array
    {
        return $this->call('setWorkflowTags', $input, $options);
    }

    /**
     * When a workflow is erased, and why.
     *
     * `GET /api/v1/organization/retention/workflows/{workflowId}`; needs the scope `organization:write`.
     *
     * Fails with NOT_FOUND, WORKFLOW_NOT_FOUND.
     *
     * @param ReadWorkflowRetentionInput $input
     *   - workflowId: Of the workflow: its integer id or its 40-character id
     *   - organizationId: Default: the oldest that the caller runs, or belongs to
     * @return WorkflowRetention
     * @throws ParaphException
     */
    public function readWorkflowRetention(array $input, ?CallOptions $options = null): array
    {
        return $this->call('readWorkflowRetention', $input, $options);
    }

    /**
     * Set how long one workflow is kept; absent properties stay.
     *
     * `PUT /api/v1/organization/retention/workflows/{workflowId}`; needs the scope `organization:write`.
     *
     * Fails with NOT_FOUND, WORKFLOW_NOT_FOUND.
     *
     * @param UpdateWorkflowRetentionInput $input
     *   - workflowId: Of the workflow: its integer id or its 40-character id
     *   - organizationId: Default: the oldest that the caller runs, or belongs to
     *   - signedYears: Years that signed workflows are kept after their end; 0: for ever; null: as the next wider policy says
     *   - draftDays: Days that drafts are kept after their last change; 0: for ever; null: as the next wider policy says
     *   - stoppedMonths: Months that declined, canceled and expired workflows are kept; 0: for ever; null: as the next wider policy says
     * @return WorkflowRetention
     * @throws ParaphException
     */
    public function updateWorkflowRetention(array $input, ?CallOptions $options = null): array
    {
        return $this->call('updateWorkflowRetention', $input, $options);
    }

    /**
     * List the workflows of a workspace, newest first; without any parameter up to 1,000 of them.
     *
     * `GET /api/v1/workspaces/{workspaceId}/workflows`; needs the scope `workflows:read`.
     *
     * Fails with WORKSPACE_NOT_FOUND.
     *
     * @param ListWorkflowsInput $input
     *   - workspaceId: Id of the workspace
     *   - page: Which page of the list, from 1. Default: 1
     *   - limit: Members of a page; 8 by default, at most 100. Default: 8
     *   - query: Searches names and recipients for each of these words, in any order, without case or accents
     *   - sort: The order: by `created`, `name`, `deadline` or `changed`, with `-` before it the other way round; newest first by default
     *   - after: With `sort`, instead of `page`: the `next` of the page before. What changes meanwhile moves nothing else
     *   - status: Only those in one of these statuses, comma-joined
     *   - creatorEmail: Only those created by the user with this address
     *   - httpSourceTypes: Only those created by these kinds of client, comma-joined: `api`, `web`, `mobile`, `integration`
     *   - httpSourceValues: Only those created by these apps or keys, comma-joined
     *   - filed: `0`: only those that are not filed away; `1`: only those that are
     *   - expiresBefore: Only those that wait for people and whose deadline is before it, in seconds since 1970, the earliest first
     *   - tags: Ids of tags; one of them is enough
     *   - filters: The same filters in brackets: `filters[status]=started,signed`
     *   - metadata: Your own pairs: at most 10, keys of 40 and values of 250 characters; `[]` when empty
     * @return Page<ListedWorkflow>
     * @throws ParaphException
     */
    public function listWorkflows(array $input, ?CallOptions $options = null): Page
    {
        return $this->page('listWorkflows', $input, $options);
    }

    /**
     * How many workflows of a workspace each filter of the overview finds.
     *
     * `GET /api/v1/workspaces/{workspaceId}/workflows/counts`; needs the scope `workflows:read`.
     *
     * Fails with WORKSPACE_NOT_FOUND.
     *
     * @param CountWorkflowsInput $input
     *   - workspaceId: Id of the workspace
     * @return WorkflowCounts
     * @throws ParaphException
     */
    public function countWorkflows(array $input, ?CallOptions $options = null): array
    {
        return $this->call('countWorkflows', $input, $options);
    }

    /**
     * The workflows that the filters find, newest first, all of them: a table (CSV), or a JSON object a line.
     *
     * `GET /api/v1/workspaces/{workspaceId}/workflows/export`; needs the scope `workflows:read`.
     *
     * Fails with WORKSPACE_NOT_FOUND.
     *
     * @param ExportWorkflowsInput $input
     *   - workspaceId: Id of the workspace
     *   - format: Default: `csv`
     *   - query: Searches names and recipients for each of these words, in any order, without case or accents
     *   - status: Only those in one of these statuses, comma-joined
     *   - creatorEmail: Only those created by the user with this address
     *   - httpSourceTypes: Only those created by these kinds of client, comma-joined: `api`, `web`, `mobile`, `integration`
     *   - httpSourceValues: Only those created by these apps or keys, comma-joined
     *   - filed: `0`: only those that are not filed away; `1`: only those that are
     *   - expiresBefore: Only those that wait for people and whose deadline is before it, in seconds since 1970, the earliest first
     *   - tags: Ids of tags; one of them is enough
     *   - filters: The same filters in brackets
     * @return string the bytes
     * @throws ParaphException
     */
    public function exportWorkflows(array $input, ?CallOptions $options = null): string
    {
        return $this->call('exportWorkflows', $input, $options);
    }

    /**
     * Do the same with several workflows, one by one; answers an item for each.
     *
     * `POST /api/v1/workspaces/{workspaceId}/workflows/acts`; needs the scope `workflows:write`.
     *
     * @param ActOnWorkflowsInput $input
     *   - workspaceId: Id of the workspace
     *   - act: `file` and `unfile`: put those that have ended away from the list, and back; `tag` and `untag` leave other tags; `export` answers each as a line of the export
     *   - ids: Ids of the workflows; each is acted on by itself
     *   - filter: Instead of ids: the filters of the list of workflows; all that they find, at most 1000
     *   - reason: Of `cancel`: why; read by the people who were asked
     *   - expiryDate: Of `extend`: the new deadline
     *   - tags: Of `tag` and `untag`: ids of the tags
     * @return list<BulkItem>
     * @throws ParaphException
     */
    public function actOnWorkflows(array $input, ?CallOptions $options = null): array
    {
        return $this->call('actOnWorkflows', $input, $options);
    }

    /**
     * Read a whole workflow.
     *
     * `GET /api/v1/workspaces/{workspaceId}/workflows/{workflowId}`; needs the scope `workflows:read`.
     *
     * Fails with WORKFLOW_NOT_FOUND.
     *
     * @param ReadWorkflowInput $input
     *   - workspaceId: Id of the workspace
     *   - workflowId: Of the workflow: its integer id or its 40-character id
     *   - session: `1`: links to files open without a credential for 15 minutes
     * @return WholeWorkflow
     * @throws ParaphException
     */
    public function readWorkflow(array $input, ?CallOptions $options = null): array
    {
        return $this->call('readWorkflow', $input, $options);
    }

    /**
     * What the fields with a key say, by whom and since when; also once it has ended.
     *
     * `GET /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/values`; needs the scope `workflows:read`.
     *
     * Fails with WORKFLOW_NOT_FOUND.
     *
     * @param ReadValuesInput $input
     *   - workspaceId: Id of the workspace
     *   - workflowId: Of the workflow: its integer id or its 40-character id
     * @return array<string, ReadValue>
     * @throws ParaphException
     */
    public function readValues(array $input, ?CallOptions $options = null): array
    {
        return $this->call('readValues', $input, $options);
    }

    /**
     * The events of a workflow, in order.
     *
     * `GET /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/timeline`; needs the scope `workflows:read`.
     *
     * Fails with WORKFLOW_NOT_FOUND.
     *
     * @param ListTimelineInput $input
     *   - workspaceId: Id of the workspace
     *   - workflowId: Of the workflow: its integer id or its 40-character id
     * @return list<ListTimelineItem>
     * @throws ParaphException
     */
    public function listTimeline(array $input, ?CallOptions $options = null): array
    {
        return $this->call('listTimeline', $input, $options);
    }

    /**
     * Stop a workflow for good.
     *
     * `PUT /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/cancel`; needs the scope `workflows:write`.
     *
     * @param CancelWorkflowInput $input
     *   - workspaceId: Id of the workspace
     *   - workflowId: Of the workflow: its integer id or its 40-character id
     *   - reason: Why; read by the people who were asked, and in the timeline and the certificate
     * @return list<BulkItem>
     * @throws ParaphException
     */
    public function cancelWorkflow(array $input, ?CallOptions $options = null): array
    {
        return $this->call('cancelWorkflow', $input, $options);
    }

    /**
     * Seal again after sealing was blocked.
     *
     * `POST /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/retry`; needs the scope `workflows:write`.
     *
     * Fails with WORKFLOW_NOT_FOUND, WORKFLOW_STATUS_CONFLICT.
     *
     * @param RetryWorkflowInput $input
     *   - workspaceId: Id of the workspace
     *   - workflowId: Of the workflow: its integer id or its 40-character id
     * @return WholeWorkflow
     * @throws ParaphException
     */
    public function retryWorkflow(array $input, ?CallOptions $options = null): array
    {
        return $this->call('retryWorkflow', $input, $options);
    }

    /**
     * Make a draft of the same, from any status: its documents, recipients, steps, fields, message and preferences; answers, tags and metadata are not copied, and no mail is sent.
     *
     * `POST /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/duplicate`; needs the scope `workflows:write`.
     *
     * Fails with WORKFLOW_NOT_FOUND.
     *
     * @param DuplicateWorkflowInput $input
     *   - workspaceId: Id of the workspace
     *   - workflowId: Of the workflow: its integer id or its 40-character id
     * @return Workflow
     * @throws ParaphException
     */
    public function duplicateWorkflow(array $input, ?CallOptions $options = null): array
    {
        return $this->call('duplicateWorkflow', $input, $options);
    }

    /**
     * Make a draft of a workflow that was declined or canceled, or has expired, with what the sender had filled in; the timelines of both name the other.
     *
     * `POST /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/correct`; needs the scope `workflows:write`.
     *
     * Fails with WORKFLOW_NOT_FOUND, WORKFLOW_STATUS_CONFLICT.
     *
     * @param CorrectWorkflowInput $input
     *   - workspaceId: Id of the workspace
     *   - workflowId: Of the workflow: its integer id or its 40-character id
     * @return Workflow
     * @throws ParaphException
     */
    public function correctWorkflow(array $input, ?CallOptions $options = null): array
    {
        return $this->call('correctWorkflow', $input, $options);
    }

    /**
     * Move one workflow’s time forward, to try reminders and deadlines; only on an instance on loopback.
     *
     * `POST /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/time`; needs the scope `workflows:write`.
     *
     * Fails with WORKFLOW_NOT_FOUND, WORKFLOW_STATUS_CONFLICT.
     *
     * @param MoveTimeInput $input
     *   - workspaceId: Id of the workspace
     *   - workflowId: Of the workflow: its integer id or its 40-character id
     *   - seconds: How far: what waits for a time comes so many seconds nearer
     * @return Workflow
     * @throws ParaphException
     */
    public function moveTime(array $input, ?CallOptions $options = null): array
    {
        return $this->call('moveTime', $input, $options);
    }

    /**
     * The evidence of a workflow for machines: who did what when, from where, and what is not proven.
     *
     * `GET /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/evidence`; needs the scope `workflows:read`.
     *
     * Fails with WORKFLOW_NOT_FOUND.
     *
     * @param ReadEvidenceInput $input
     *   - workspaceId: Id of the workspace
     *   - workflowId: Of the workflow: its integer id or its 40-character id
     * @return Evidence
     * @throws ParaphException
     */
    public function readEvidence(array $input, ?CallOptions $options = null): array
    {
        return $this->call('readEvidence', $input, $options);
    }

    /**
     * The certificate of completion: the evidence of a workflow for people, as a sealed PDF.
     *
     * `GET /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/certificate`; needs the scope `workflows:read`.
     *
     * Fails with WORKFLOW_NOT_FOUND, WORKFLOW_STATUS_CONFLICT.
     *
     * @param ReadCompletionCertificateInput $input
     *   - workspaceId: Id of the workspace
     *   - workflowId: Of the workflow: its integer id or its 40-character id
     * @return string the bytes
     * @throws ParaphException
     */
    public function readCompletionCertificate(array $input, ?CallOptions $options = null): string
    {
        return $this->call('readCompletionCertificate', $input, $options);
    }

    /**
     * All that proves a signed workflow, as a ZIP archive to be checked without this instance.
     *
     * `GET /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/court-bundle`; needs the scope `workflows:read`.
     *
     * Fails with WORKFLOW_NOT_FOUND, WORKFLOW_STATUS_CONFLICT.
     *
     * @param ReadCourtBundleInput $input
     *   - workspaceId: Id of the workspace
     *   - workflowId: Of the workflow: its integer id or its 40-character id
     *   - language: Of its pages; default: that of the sender’s account
     * @return string the bytes
     * @throws ParaphException
     */
    public function readCourtBundle(array $input, ?CallOptions $options = null): string
    {
        return $this->call('readCourtBundle', $input, $options);
    }

    /**
     * The files of a workflow that has ended, as a ZIP archive: documents, certificate, record, attachments.
     *
     * `GET /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/archive`; needs the scope `workflows:read`.
     *
     * Fails with WORKFLOW_NOT_FOUND, WORKFLOW_STATUS_CONFLICT.
     *
     * @param ReadArchiveInput $input
     *   - workspaceId: Id of the workspace
     *   - workflowId: Of the workflow: its integer id or its 40-character id
     * @return string the bytes
     * @throws ParaphException
     */
    public function readArchive(array $input, ?CallOptions $options = null): string
    {
        return $this->call('readArchive', $input, $options);
    }

    /**
     * The files of several workflows that have ended, as one ZIP archive with a folder for each.
     *
     * `GET /api/v1/workspaces/{workspaceId}/workflows/archive`; needs the scope `workflows:read`.
     *
     * Fails with WORKFLOW_NOT_FOUND.
     *
     * @param ReadArchivesInput $input
     *   - workspaceId: Id of the workspace
     *   - ids: Ids of the workflows, comma-joined; at most 100
     * @return string the bytes
     * @throws ParaphException
     */
    public function readArchives(array $input, ?CallOptions $options = null): string
    {
        return $this->call('readArchives', $input, $options);
    }

    /**
     * List the files that signers attached.
     *
     * `GET /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/attachments`; needs the scope `workflows:read`.
     *
     * Fails with WORKFLOW_NOT_FOUND.
     *
     * @param ListAttachmentsInput $input
     *   - workspaceId: Id of the workspace
     *   - workflowId: Of the workflow: its integer id or its 40-character id
     * @return list<ListAttachmentsItem>
     * @throws ParaphException
     */
    public function listAttachments(array $input, ?CallOptions $options = null): array
    {
        return $this->call('listAttachments', $input, $options);
    }

    /**
     * The bytes of a file that a signer attached.
     *
     * `GET /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/fields/{fieldId}/attachment`; needs the scope `workflows:read`.
     *
     * Fails with WORKFLOW_NOT_FOUND, NOT_FOUND.
     *
     * @param ReadAttachmentInput $input
     *   - workspaceId: Id of the workspace
     *   - workflowId: Of the workflow: its integer id or its 40-character id
     *   - fieldId: Id of the field
     * @return string the bytes
     * @throws ParaphException
     */
    public function readAttachment(array $input, ?CallOptions $options = null): string
    {
        return $this->call('readAttachment', $input, $options);
    }

    /**
     * List the files that the sender has added for information.
     *
     * `GET /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/annexes`; needs the scope `workflows:read`.
     *
     * Fails with WORKFLOW_NOT_FOUND.
     *
     * @param ListAnnexesInput $input
     *   - workspaceId: Id of the workspace
     *   - workflowId: Of the workflow: its integer id or its 40-character id
     * @return list<Annex>
     * @throws ParaphException
     */
    public function listAnnexes(array $input, ?CallOptions $options = null): array
    {
        return $this->call('listAnnexes', $input, $options);
    }

    /**
     * Add a file for information to a draft: people can download it, and nobody signs it.
     *
     * `POST /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/annexes`; needs the scope `workflows:write`.
     *
     * Fails with DOCUMENT_NOT_ACCEPTED, WORKFLOW_NOT_FOUND, WORKFLOW_STATUS_CONFLICT.
     *
     * @param AddAnnexInput $input
     *   - workspaceId: Id of the workspace
     *   - workflowId: Of the workflow: its integer id or its 40-character id
     *   - annex: Any file of at most 20 MiB
     * @return Annex
     * @throws ParaphException
     */
    public function addAnnex(array $input, ?CallOptions $options = null): array
    {
        return $this->call('addAnnex', $input, $options);
    }

    /**
     * The bytes of a file that was added for information.
     *
     * `GET /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/annexes/{annexId}`; needs the scope `workflows:read`.
     *
     * Fails with WORKFLOW_NOT_FOUND, NOT_FOUND.
     *
     * @param ReadAnnexInput $input
     *   - workspaceId: Id of the workspace
     *   - workflowId: Of the workflow: its integer id or its 40-character id
     *   - annexId: Id of the annex
     * @return string the bytes
     * @throws ParaphException
     */
    public function readAnnex(array $input, ?CallOptions $options = null): string
    {
        return $this->call('readAnnex', $input, $options);
    }

    /**
     * Remove a file for information from a draft.
     *
     * `DELETE /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/annexes/{annexId}`; needs the scope `workflows:write`.
     *
     * Fails with WORKFLOW_NOT_FOUND, NOT_FOUND, WORKFLOW_STATUS_CONFLICT.
     *
     * @param RemoveAnnexInput $input
     *   - workspaceId: Id of the workspace
     *   - workflowId: Of the workflow: its integer id or its 40-character id
     *   - annexId: Id of the annex
     * @throws ParaphException
     */
    public function removeAnnex(array $input, ?CallOptions $options = null): void
    {
        $this->call('removeAnnex', $input, $options);
    }

    /**
     * Create a draft from a PDF; recipients and steps are added by further calls.
     *
     * `POST /api/v1/workspaces/{workspaceId}/workflows`; needs the scope `workflows:write`.
     *
     * Fails with DOCUMENT_NOT_ACCEPTED, DOCUMENT_TWO_FACED, WORKSPACE_NOT_FOUND.
     *
     * @param CreateWorkflowInput $input
     *   - workspaceId: Id of the workspace
     *   - name: 2 to 250 characters
     *   - document: A PDF of at most 20 MiB; each further part `document` is a further document, in order
     *   - annex: A file for information, of at most 20 MiB; each further part `annex` is a further one, up to 20
     *   - type: The level of the signatures: `simple` by default; `advanced` and `qualified` are refused on an instance where nothing for them is set up
     *   - expiryDate: Seconds since 1970; 7 to 90 days from now, 7 by default
     *   - senderName: The name that the invitations carry as the sender’s; by default the caller’s
     *   - senderMessage: What the invitations quote; at most 4,000 characters
     *   - scheduledStartDate: When the draft is to start by itself, in seconds since 1970; null to start it by a call
     *   - metadata: Your own pairs: at most 10, keys of 40 and values of 250 characters
     *   - followers: Who gets copies and acts in nothing; at most 20
     * @return Workflow
     * @throws ParaphException
     */
    public function createWorkflow(array $input, ?CallOptions $options = null): array
    {
        return $this->call('createWorkflow', $input, $options);
    }

    /**
     * Change a workflow; absent properties stay.
     *
     * `PUT /api/v1/workspaces/{workspaceId}/workflows/{workflowId}`; needs the scope `workflows:write`.
     *
     * Fails with WORKFLOW_NOT_FOUND, WORKFLOW_STATUS_CONFLICT, WORKSPACE_NOT_FOUND, WORKFLOW_HELD.
     *
     * @param UpdateWorkflowInput $input
     *   - workspaceId: Id of the workspace
     *   - workflowId: Of the workflow: its integer id or its 40-character id
     *   - name: 2 to 250 characters
     *   - type: The level of the signatures: `simple` by default; `advanced` and `qualified` are refused on an instance where nothing for them is set up
     *   - expiryDate: Seconds since 1970
     *   - newWorkspaceId: Id of the workspace to move it to
     *   - senderName: The name that the invitations carry as the sender’s
     *   - senderMessage: What the sender says in the invitations
     *   - scheduledStartDate: When the draft is to start by itself, in seconds since 1970; null to start it by a call
     *   - metadata: Your own pairs: at most 10, keys of 40 and values of 250 characters; `[]` when empty
     * @return ChangedWorkflow
     * @throws ParaphException
     */
    public function updateWorkflow(array $input, ?CallOptions $options = null): array
    {
        return $this->call('updateWorkflow', $input, $options);
    }

    /**
     * Change a workflow, or replace the document of a draft.
     *
     * `POST /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/edit`; needs the scope `workflows:write`.
     *
     * Fails with DOCUMENT_NOT_ACCEPTED, DOCUMENT_TWO_FACED, WORKFLOW_NOT_FOUND, WORKFLOW_STATUS_CONFLICT.
     *
     * @param EditWorkflowInput $input
     *   - workspaceId: Id of the workspace
     *   - workflowId: Of the workflow: its integer id or its 40-character id
     *   - name: 2 to 250 characters
     *   - document: A PDF of at most 20 MiB
     *   - type: The level of the signatures: `simple` by default; `advanced` and `qualified` are refused on an instance where nothing for them is set up
     *   - expiryDate: Seconds since 1970; 7 to 90 days from now, 7 by default
     *   - newWorkspaceId: Id of the workspace to move it to
     *   - senderName: The name that the invitations carry as the sender’s
     *   - senderMessage: What the invitations quote; null for nothing
     *   - scheduledStartDate: When the draft is to start by itself, in seconds since 1970; null to start it by a call
     *   - metadata: Your own pairs: at most 10, keys of 40 and values of 250 characters
     * @return ChangedWorkflow
     * @throws ParaphException
     */
    public function editWorkflow(array $input, ?CallOptions $options = null): array
    {
        return $this->call('editWorkflow', $input, $options);
    }

    /**
     * Set the recipients of a draft and their roles; those not named are removed.
     *
     * `PUT /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/roles`; needs the scope `workflows:write`.
     *
     * Fails with WORKFLOW_NOT_FOUND, WORKFLOW_STATUS_CONFLICT.
     *
     * @param SetRolesInput $input
     *   - workspaceId: Id of the workspace
     *   - workflowId: Of the workflow: its integer id or its 40-character id
     *   - recipients: The people who act
     * @return list<Recipient>
     * @throws ParaphException
     */
    public function setRoles(array $input, ?CallOptions $options = null): array
    {
        return $this->call('setRoles', $input, $options);
    }

    /**
     * Set the recipients of a draft, without the workspace in the path.
     *
     * `PUT /api/v1/workflows/{workflowId}/roles`; needs the scope `workflows:write`.
     *
     * Fails with WORKFLOW_NOT_FOUND, WORKFLOW_STATUS_CONFLICT.
     *
     * @param SetRolesDirectlyInput $input
     *   - workflowId: Of the workflow: its integer id or its 40-character id
     *   - recipients: The people who act
     * @return list<Recipient>
     * @throws ParaphException
     */
    public function setRolesDirectly(array $input, ?CallOptions $options = null): array
    {
        return $this->call('setRolesDirectly', $input, $options);
    }

    /**
     * Append steps to a draft; each role acts in one step.
     *
     * `POST /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/steps`; needs the scope `workflows:write`.
     *
     * Fails with WORKFLOW_NOT_FOUND, WORKFLOW_STATUS_CONFLICT.
     *
     * @param AddStepsInput $input
     *   - workspaceId: Id of the workspace
     *   - workflowId: Of the workflow: its integer id or its 40-character id
     *   - steps: One after another
     * @return list<Step>
     * @throws ParaphException
     */
    public function addSteps(array $input, ?CallOptions $options = null): array
    {
        return $this->call('addSteps', $input, $options);
    }

    /**
     * Replace the recipients and steps of a draft, in one change.
     *
     * `PUT /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/steps`; needs the scope `workflows:write`.
     *
     * Fails with WORKFLOW_NOT_FOUND, WORKFLOW_STATUS_CONFLICT.
     *
     * @param SetStepsInput $input
     *   - workspaceId: Id of the workspace
     *   - workflowId: Of the workflow: its integer id or its 40-character id
     *   - steps: One after another
     * @return Workflow
     * @throws ParaphException
     */
    public function setSteps(array $input, ?CallOptions $options = null): array
    {
        return $this->call('setSteps', $input, $options);
    }

    /**
     * Set preferences; answers all preferences, the generated secret included.
     *
     * `POST /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/preferences`; needs the scope `workflows:write`.
     *
     * Fails with WORKFLOW_NOT_FOUND, WORKFLOW_STATUS_CONFLICT.
     *
     * @param SetPreferencesInput $input
     *   - workspaceId: Id of the workspace
     *   - workflowId: Of the workflow: its integer id or its 40-character id
     *   - preferences: Names and values, as the guide on notifications lists them
     * @return list<PreferenceOutcome>
     * @throws ParaphException
     */
    public function setPreferences(array $input, ?CallOptions $options = null): array
    {
        return $this->call('setPreferences', $input, $options);
    }

    /**
     * The fields of a workflow, in order.
     *
     * `GET /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/fields`; needs the scope `workflows:read`.
     *
     * Fails with WORKFLOW_NOT_FOUND.
     *
     * @param ListFieldsInput $input
     *   - workspaceId: Id of the workspace
     *   - workflowId: Of the workflow: its integer id or its 40-character id
     * @return list<Field>
     * @throws ParaphException
     */
    public function listFields(array $input, ?CallOptions $options = null): array
    {
        return $this->call('listFields', $input, $options);
    }

    /**
     * The printed places of a document of a draft where fields could go, and whose they are.
     *
     * `GET /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/documents/{documentId}/suggested-fields`; needs the scope `workflows:read`.
     *
     * Fails with WORKFLOW_NOT_FOUND, NOT_FOUND, WORKFLOW_STATUS_CONFLICT, DOCUMENT_NOT_ACCEPTED.
     *
     * @param ListSuggestedFieldsInput $input
     *   - workspaceId: Id of the workspace
     *   - workflowId: Of the workflow: its integer id or its 40-character id
     *   - documentId: Id of the document
     * @return list<SuggestedField>
     * @throws ParaphException
     */
    public function listSuggestedFields(array $input, ?CallOptions $options = null): array
    {
        return $this->call('listSuggestedFields', $input, $options);
    }

    /**
     * Set the fields of a draft; those not named are removed.
     *
     * `PUT /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/fields`; needs the scope `workflows:write`.
     *
     * Fails with WORKFLOW_NOT_FOUND, WORKFLOW_STATUS_CONFLICT.
     *
     * @param SetFieldsInput $input
     *   - workspaceId: Id of the workspace
     *   - workflowId: Of the workflow: its integer id or its 40-character id
     *   - fields: What is filled in, and where it is placed
     *   - placeFields: `fromText`: each tag that a page shows, such as `{{signature:Buyer}}`, becomes a field, and is covered. A tag that cannot become one is refused. Without it tags are text like any other
     * @return list<Field>
     * @throws ParaphException
     */
    public function setFields(array $input, ?CallOptions $options = null): array
    {
        return $this->call('setFields', $input, $options);
    }

    /**
     * Add a PDF to a draft, or put it in the place of another; its text anchors and signature form fields become fields.
     *
     * `POST /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/documents`; needs the scope `workflows:write`.
     *
     * Fails with DOCUMENT_NOT_ACCEPTED, DOCUMENT_TWO_FACED, WORKFLOW_NOT_FOUND, NOT_FOUND, WORKFLOW_STATUS_CONFLICT.
     *
     * @param AddDocumentInput $input
     *   - workspaceId: Id of the workspace
     *   - workflowId: Of the workflow: its integer id or its 40-character id
     *   - document: A PDF of at most 20 MiB
     *   - replaces: Id of the document whose place it takes: it keeps its id, its position, and the fields for which the new file has the page in the same size
     * @return AddDocumentAnswer
     * @throws ParaphException
     */
    public function addDocument(array $input, ?CallOptions $options = null): array
    {
        return $this->call('addDocument', $input, $options);
    }

    /**
     * Remove a document from a draft, with its fields; not the last one.
     *
     * `DELETE /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/documents/{documentId}`; needs the scope `workflows:write`.
     *
     * Fails with WORKFLOW_NOT_FOUND, NOT_FOUND, WORKFLOW_STATUS_CONFLICT.
     *
     * @param RemoveDocumentInput $input
     *   - workspaceId: Id of the workspace
     *   - workflowId: Of the workflow: its integer id or its 40-character id
     *   - documentId: Id of the document
     * @throws ParaphException
     */
    public function removeDocument(array $input, ?CallOptions $options = null): void
    {
        $this->call('removeDocument', $input, $options);
    }

    /**
     * Start a draft and invite the recipients of its first step.
     *
     * `PUT /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/start`; needs the scope `workflows:write`.
     *
     * @param StartWorkflowInput $input
     *   - workspaceId: Id of the workspace
     *   - workflowId: Of the workflow: its integer id or its 40-character id
     * @return list<BulkItem>
     * @throws ParaphException
     */
    public function startWorkflow(array $input, ?CallOptions $options = null): array
    {
        return $this->call('startWorkflow', $input, $options);
    }

    /**
     * Delete drafts and ended workflows; one bulk item for each.
     *
     * `DELETE /api/v1/workspaces/{workspaceId}/workflows`; needs the scope `workflows:write`.
     *
     * @param DeleteWorkflowsInput $input
     *   - workspaceId: Id of the workspace
     *   - workflows: The workflows to delete
     * @return list<BulkItem>
     * @throws ParaphException
     */
    public function deleteWorkflows(array $input, ?CallOptions $options = null): array
    {
        return $this->call('deleteWorkflows', $input, $options);
    }

    /**
     * Remind the recipients with an open action, or the named ones; each at most once an hour, with the same link.
     *
     * `POST /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/remind`; needs the scope `workflows:write`.
     *
     * Fails with WORKFLOW_NOT_FOUND, WORKFLOW_STATUS_CONFLICT.
     *
     * @param RemindRecipientsInput $input
     *   - workspaceId: Id of the workspace
     *   - workflowId: Of the workflow: its integer id or its 40-character id
     *   - recipients: Ids of the recipients to remind; by default all with an open action
     * @return RemindRecipientsAnswer
     * @throws ParaphException
     */
    public function remindRecipients(array $input, ?CallOptions $options = null): array
    {
        return $this->call('remindRecipients', $input, $options);
    }

    /**
     * Correct a recipient's name, or give their part to another address: older links end, a new one is mailed.
     *
     * `PUT /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/recipients/{recipientId}`; needs the scope `workflows:write`.
     *
     * Fails with WORKFLOW_NOT_FOUND, NOT_FOUND, WORKFLOW_STATUS_CONFLICT, WORKFLOW_HELD.
     *
     * @param ReassignRecipientInput $input
     *   - workspaceId: Id of the workspace
     *   - workflowId: Of the workflow: its integer id or its 40-character id
     *   - recipientId: Id of the recipient
     *   - name: The name of the recipient from now on
     *   - email: The address from now on; another address means another person
     *   - phone: With the country code, as +41791234567 (E.164): where codes are sent; null for none. Absent: as it is
     *   - language: Of the mails to the recipient and of their page; null for the browser’s, and English in mails. Absent: as it is
     *   - identification: Which proof the level `advanced` asks the recipient for; null for the organization’s default, else the first that suits the recipient. Absent: as it is
     *   - reason: Why; recorded in the trail
     * @return Recipient
     * @throws ParaphException
     */
    public function reassignRecipient(array $input, ?CallOptions $options = null): array
    {
        return $this->call('reassignRecipient', $input, $options);
    }

    /**
     * Who is reminded next, and when; and what the mail server said of those whom no mail reaches.
     *
     * `GET /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/reminders`; needs the scope `workflows:read`.
     *
     * Fails with WORKFLOW_NOT_FOUND.
     *
     * @param ReadWorkflowRemindersInput $input
     *   - workspaceId: Id of the workspace
     *   - workflowId: Of the workflow: its integer id or its 40-character id
     * @return ReadWorkflowRemindersAnswer
     * @throws ParaphException
     */
    public function readWorkflowReminders(array $input, ?CallOptions $options = null): array
    {
        return $this->call('readWorkflowReminders', $input, $options);
    }

    /**
     * Who gets copies of a workflow, and when they opened their link.
     *
     * `GET /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/followers`; needs the scope `workflows:read`.
     *
     * Fails with WORKFLOW_NOT_FOUND.
     *
     * @param ListFollowersInput $input
     *   - workspaceId: Id of the workspace
     *   - workflowId: Of the workflow: its integer id or its 40-character id
     * @return list<Follower>
     * @throws ParaphException
     */
    public function listFollowers(array $input, ?CallOptions $options = null): array
    {
        return $this->call('listFollowers', $input, $options);
    }

    /**
     * Set who gets copies of a workflow, also while it is running; those not named are removed.
     *
     * `PUT /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/followers`; needs the scope `workflows:write`.
     *
     * Fails with WORKFLOW_NOT_FOUND, WORKFLOW_STATUS_CONFLICT.
     *
     * @param SetFollowersInput $input
     *   - workspaceId: Id of the workspace
     *   - workflowId: Of the workflow: its integer id or its 40-character id
     *   - followers: Who gets copies and acts in nothing; at most 20
     * @return list<Follower>
     * @throws ParaphException
     */
    public function setFollowers(array $input, ?CallOptions $options = null): array
    {
        return $this->call('setFollowers', $input, $options);
    }

    /**
     * Addresses of the designer and the view page, for a browser that is not signed in.
     *
     * `GET /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/session`; needs the scope `workflows:read`.
     *
     * Fails with WORKFLOW_NOT_FOUND.
     *
     * @param OpenWorkflowSessionInput $input
     *   - workspaceId: Id of the workspace
     *   - workflowId: Of the workflow: its integer id or its 40-character id
     * @return OpenWorkflowSessionAnswer
     * @throws ParaphException
     */
    public function openWorkflowSession(array $input, ?CallOptions $options = null): array
    {
        return $this->call('openWorkflowSession', $input, $options);
    }

    /**
     * Have a draft prepared in a frame of your own page: an address that opens once.
     *
     * `POST /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/session`; needs the scope `workflows:write`.
     *
     * Fails with WORKFLOW_NOT_FOUND, WORKFLOW_STATUS_CONFLICT.
     *
     * @param CreateEmbeddedDesignInput $input
     *   - workspaceId: Id of the workspace
     *   - workflowId: Of the workflow: its integer id or its 40-character id
     *   - origin: The origin of the page that shows the frame; one that the app, or of a key the organization, has listed
     *   - fieldTypes: The types of fields that may be placed there; others stay where the draft has them. Null or absent: all types
     *   - lockRecipients: Whether the people of the draft stay as they are; false by default
     *   - lockDocuments: Whether its files stay as they are; false by default
     *   - showStart: Whether the draft can be started there; by default it is only prepared, and your server starts it
     *   - language: Of the page, such as `de`; null: as the browser says
     *   - lifetimeSeconds: How long the frame lasts once it is opened; 3600 by default
     * @return CreateEmbeddedDesignAnswer
     * @throws ParaphException
     */
    public function createEmbeddedDesign(array $input, ?CallOptions $options = null): array
    {
        return $this->call('createEmbeddedDesign', $input, $options);
    }

    /**
     * Let a recipient sign in person: an address for this device, or a link to copy, once.
     *
     * `POST /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/recipients/{recipientId}/in-person-session`; needs the scope `workflows:write`.
     *
     * Fails with WORKFLOW_NOT_FOUND, NOT_FOUND, WORKFLOW_STATUS_CONFLICT.
     *
     * @param CreateInPersonSessionInput $input
     *   - workspaceId: Id of the workspace
     *   - workflowId: Of the workflow: its integer id or its 40-character id
     *   - recipientId: Id of the recipient
     *   - way: `device`, the default, to be opened on a device of the caller within 5 minutes; `link`, to be copied for the recipient and opened within 15
     *   - returnUrl: Where the page leads once the device is handed back; https. Without it, to the lock of the session
     * @return CreateInPersonSessionAnswer
     * @throws ParaphException
     */
    public function createInPersonSession(array $input, ?CallOptions $options = null): array
    {
        return $this->call('createInPersonSession', $input, $options);
    }

    /**
     * Let a recipient sign in a frame of your own page: an address that opens once.
     *
     * `POST /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/recipients/{recipientId}/embedded-session`; needs the scope `workflows:sign-embedded`.
     *
     * Fails with WORKFLOW_NOT_FOUND, NOT_FOUND, WORKFLOW_STATUS_CONFLICT.
     *
     * @param CreateEmbeddedSessionInput $input
     *   - workspaceId: Id of the workspace
     *   - workflowId: Of the workflow: its integer id or its 40-character id
     *   - recipientId: Id of the recipient
     *   - origin: The origin of the page that shows the frame; one that the app, or of a key the organization, has listed
     *   - returnUrl: Where a link in the frame leads back, with `envelopeId` and `event`; at a listed origin
     *   - language: Of the page, such as `de`; null: as the browser says
     *   - authenticatedBy: How your product knows the person; evidence says it as your word, never as ours
     *   - lifetimeSeconds: How long the frame lasts once it is opened; 1800 by default
     * @return CreateEmbeddedSessionAnswer
     * @throws ParaphException
     */
    public function createEmbeddedSession(array $input, ?CallOptions $options = null): array
    {
        return $this->call('createEmbeddedSession', $input, $options);
    }

    /**
     * The mails about a workflow with their states, oldest first.
     *
     * `GET /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/mails`; needs the scope `workflows:read`.
     *
     * Fails with WORKFLOW_NOT_FOUND.
     *
     * @param ListMailsInput $input
     *   - workspaceId: Id of the workspace
     *   - workflowId: Of the workflow: its integer id or its 40-character id
     * @return list<Mail>
     * @throws ParaphException
     */
    public function listMails(array $input, ?CallOptions $options = null): array
    {
        return $this->call('listMails', $input, $options);
    }

    /**
     * Send a failed mail again.
     *
     * `POST /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/mails/{mailId}/retry`; needs the scope `workflows:write`.
     *
     * Fails with WORKFLOW_NOT_FOUND, NOT_FOUND, WORKFLOW_STATUS_CONFLICT.
     *
     * @param RetryMailInput $input
     *   - workspaceId: Id of the workspace
     *   - workflowId: Of the workflow: its integer id or its 40-character id
     *   - mailId: Id of the mail
     * @return Mail
     * @throws ParaphException
     */
    public function retryMail(array $input, ?CallOptions $options = null): array
    {
        return $this->call('retryMail', $input, $options);
    }

    /**
     * The notifications of a workflow and every attempt to deliver them, oldest first.
     *
     * `GET /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/deliveries`; needs the scope `workflows:read`.
     *
     * Fails with WORKFLOW_NOT_FOUND.
     *
     * @param ListDeliveriesInput $input
     *   - workspaceId: Id of the workspace
     *   - workflowId: Of the workflow: its integer id or its 40-character id
     * @return list<Delivery>
     * @throws ParaphException
     */
    public function listDeliveries(array $input, ?CallOptions $options = null): array
    {
        return $this->call('listDeliveries', $input, $options);
    }

    /**
     * Deliver a notification again.
     *
     * `POST /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/deliveries/{deliveryId}/replay`; needs the scope `workflows:write`.
     *
     * Fails with WORKFLOW_NOT_FOUND, NOT_FOUND, WORKFLOW_STATUS_CONFLICT.
     *
     * @param ReplayDeliveryInput $input
     *   - workspaceId: Id of the workspace
     *   - workflowId: Of the workflow: its integer id or its 40-character id
     *   - deliveryId: Id of the delivery
     * @return Delivery
     * @throws ParaphException
     */
    public function replayDelivery(array $input, ?CallOptions $options = null): array
    {
        return $this->call('replayDelivery', $input, $options);
    }

    /**
     * Whether the files of a workflow are at the destination of its workspace.
     *
     * `GET /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/transfer`; needs the scope `workflows:read`.
     *
     * Fails with WORKFLOW_NOT_FOUND.
     *
     * @param ReadTransferInput $input
     *   - workspaceId: Id of the workspace
     *   - workflowId: Of the workflow: its integer id or its 40-character id
     * @return Transfer
     * @throws ParaphException
     */
    public function readTransfer(array $input, ?CallOptions $options = null): array
    {
        return $this->call('readTransfer', $input, $options);
    }

    /**
     * Write the files of a signed workflow to the destination of its workspace, now or once more.
     *
     * `PUT /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/transfer/start`; needs the scope `workflows:write`.
     *
     * Fails with WORKFLOW_NOT_FOUND, WORKFLOW_STATUS_CONFLICT.
     *
     * @param StartTransferInput $input
     *   - workspaceId: Id of the workspace
     *   - workflowId: Of the workflow: its integer id or its 40-character id
     * @return Transfer
     * @throws ParaphException
     */
    public function startTransfer(array $input, ?CallOptions $options = null): array
    {
        return $this->call('startTransfer', $input, $options);
    }

    /**
     * Set how long workflows that are made of a template are kept; absent properties stay.
     *
     * `PUT /api/v1/organization/retention/templates/{templateId}`; needs the scope `organization:write`.
     *
     * Fails with NOT_FOUND, TEMPLATE_NOT_FOUND.
     *
     * @param UpdateTemplateRetentionInput $input
     *   - templateId: Id of the template
     *   - organizationId: Default: the oldest that the caller runs, or belongs to
     *   - signedYears: Years that signed workflows are kept after their end; 0: for ever; null: as the next wider policy says
     *   - draftDays: Days that drafts are kept after their last change; 0: for ever; null: as the next wider policy says
     *   - stoppedMonths: Months that declined, canceled and expired workflows are kept; 0: for ever; null: as the next wider policy says
     * @return RetentionPolicies
     * @throws ParaphException
     */
    public function updateTemplateRetention(array $input, ?CallOptions $options = null): array
    {
        return $this->call('updateTemplateRetention', $input, $options);
    }

    /**
     * List the files for information that each workflow made of a template gets a copy of.
     *
     * `GET /api/v1/workspaces/{workspaceId}/templates/{templateId}/annexes`; needs the scope `templates:read`.
     *
     * Fails with TEMPLATE_NOT_FOUND.
     *
     * @param ListTemplateAnnexesInput $input
     *   - workspaceId: Id of the workspace
     *   - templateId: Id of the template
     * @return list<Annex>
     * @throws ParaphException
     */
    public function listTemplateAnnexes(array $input, ?CallOptions $options = null): array
    {
        return $this->call('listTemplateAnnexes', $input, $options);
    }

    /**
     * Add a file for information to a template.
     *
     * `POST /api/v1/workspaces/{workspaceId}/templates/{templateId}/annexes`; needs the scope `templates:write`.
     *
     * Fails with DOCUMENT_NOT_ACCEPTED, TEMPLATE_NOT_FOUND.
     *
     * @param AddTemplateAnnexInput $input
     *   - workspaceId: Id of the workspace
     *   - templateId: Id of the template
     *   - annex: Any file of at most 20 MiB
     * @return Annex
     * @throws ParaphException
     */
    public function addTemplateAnnex(array $input, ?CallOptions $options = null): array
    {
        return $this->call('addTemplateAnnex', $input, $options);
    }

    /**
     * The bytes of a file for information of a template.
     *
     * `GET /api/v1/workspaces/{workspaceId}/templates/{templateId}/annexes/{annexId}`; needs the scope `templates:read`.
     *
     * Fails with TEMPLATE_NOT_FOUND, NOT_FOUND.
     *
     * @param ReadTemplateAnnexInput $input
     *   - workspaceId: Id of the workspace
     *   - templateId: Id of the template
     *   - annexId: Id of the annex
     * @return string the bytes
     * @throws ParaphException
     */
    public function readTemplateAnnex(array $input, ?CallOptions $options = null): string
    {
        return $this->call('readTemplateAnnex', $input, $options);
    }

    /**
     * Remove a file for information from a template.
     *
     * `DELETE /api/v1/workspaces/{workspaceId}/templates/{templateId}/annexes/{annexId}`; needs the scope `templates:write`.
     *
     * Fails with TEMPLATE_NOT_FOUND, NOT_FOUND.
     *
     * @param RemoveTemplateAnnexInput $input
     *   - workspaceId: Id of the workspace
     *   - templateId: Id of the template
     *   - annexId: Id of the annex
     * @throws ParaphException
     */
    public function removeTemplateAnnex(array $input, ?CallOptions $options = null): void
    {
        $this->call('removeTemplateAnnex', $input, $options);
    }

    /**
     * How recipients of the workflows that are made of a template are reminded by themselves.
     *
     * `GET /api/v1/workspaces/{workspaceId}/templates/{templateId}/reminders`; needs the scope `templates:read`.
     *
     * Fails with TEMPLATE_NOT_FOUND.
     *
     * @param ReadTemplateRemindersInput $input
     *   - workspaceId: Id of the workspace
     *   - templateId: Id of the template
     * @return ReminderDefault
     * @throws ParaphException
     */
    public function readTemplateReminders(array $input, ?CallOptions $options = null): array
    {
        return $this->call('readTemplateReminders', $input, $options);
    }

    /**
     * Set how recipients of the workflows that are made of a template are reminded by themselves.
     *
     * `PUT /api/v1/workspaces/{workspaceId}/templates/{templateId}/reminders`; needs the scope `templates:write`.
     *
     * Fails with TEMPLATE_NOT_FOUND.
     *
     * @param UpdateTemplateRemindersInput $input
     *   - workspaceId: Id of the workspace
     *   - templateId: Id of the template
     *   - reminders: `off`, or days as in `first=3;every=3;max=5;beforeExpiry=1`; null to follow the next wider one, which is `off` above the organization
     * @return ReminderDefault
     * @throws ParaphException
     */
    public function updateTemplateReminders(array $input, ?CallOptions $options = null): array
    {
        return $this->call('updateTemplateReminders', $input, $options);
    }

    /**
     * Who gets copies of the workflows that are made of a template.
     *
     * `GET /api/v1/workspaces/{workspaceId}/templates/{templateId}/followers`; needs the scope `templates:read`.
     *
     * Fails with TEMPLATE_NOT_FOUND.
     *
     * @param ListTemplateFollowersInput $input
     *   - workspaceId: Id of the workspace
     *   - templateId: Id of the template
     * @return list<TemplateFollower>
     * @throws ParaphException
     */
    public function listTemplateFollowers(array $input, ?CallOptions $options = null): array
    {
        return $this->call('listTemplateFollowers', $input, $options);
    }

    /**
     * Set who gets copies of the workflows that are made of a template; those not named are removed.
     *
     * `PUT /api/v1/workspaces/{workspaceId}/templates/{templateId}/followers`; needs the scope `templates:write`.
     *
     * Fails with TEMPLATE_NOT_FOUND.
     *
     * @param SetTemplateFollowersInput $input
     *   - workspaceId: Id of the workspace
     *   - templateId: Id of the template
     *   - followers: Who gets copies and acts in nothing; at most 20
     * @return list<TemplateFollower>
     * @throws ParaphException
     */
    public function setTemplateFollowers(array $input, ?CallOptions $options = null): array
    {
        return $this->call('setTemplateFollowers', $input, $options);
    }

    /**
     * Make a workflow of a template, with exactly as many recipients as it expects, in its order; also needs the scope templates:read.
     *
     * `POST /api/v1/cloner/template/{templateId}/workflow`; needs the scope `workflows:write`.
     *
     * Fails with TEMPLATE_NOT_FOUND, WORKSPACE_NOT_FOUND, WORKFLOW_STATUS_CONFLICT, DOCUMENT_NOT_ACCEPTED, STORAGE_QUOTA_REACHED.
     *
     * @param CloneTemplateInput $input
     *   - templateId: Id of the template
     *   - workspaceId: Id of the workspace
     *   - name: The name of the workflow, 2 to 250 characters
     *   - recipients: The people in the places of the template’s placeholders, in their order
     *   - hasToBeStarted: Whether it starts at once; false by default. Default: false
     *   - values: What its fields say from the start, by their keys; a text, or a number as one. Empty or null: nothing
     *   - lock: Whether signers cannot change what `values` fills in; false by default. Default: false
     *   - metadata: Your own pairs, as elsewhere
     *   - senderMessage: What the sender says in the invitations; absent: as in the template, null: nothing
     *   - expiryDate: Seconds since 1970; absent: after the `expiryDays` of the template
     *   - preferences: Change those of the template: those not named stay, and an empty value takes one back
     *   - followers: Who gets copies: those that the template asks for, in its order, then further ones
     *   - tags: Ids of tags of the workspace that it gets
     * @return Workflow
     * @throws ParaphException
     */
    public function cloneTemplate(array $input, ?CallOptions $options = null): array
    {
        return $this->call('cloneTemplate', $input, $options);
    }

    /**
     * List the templates of a workspace, newest first; a query searches names and recipients.
     *
     * `GET /api/v1/workspaces/{workspaceId}/templates`; needs the scope `templates:read`.
     *
     * Fails with WORKSPACE_NOT_FOUND.
     *
     * @param ListTemplatesInput $input
     *   - workspaceId: Id of the workspace
     *   - page: Which page of the list, from 1. Default: 1
     *   - limit: Members of a page; 8 by default, at most 100. Default: 8
     *   - query: Searches names and recipients for each of these words, in any order, without case or accents
     * @return Page<Template>
     * @throws ParaphException
     */
    public function listTemplates(array $input, ?CallOptions $options = null): Page
    {
        return $this->page('listTemplates', $input, $options);
    }

    /**
     * Make a template: of PDFs (a form with document, or documents[0] and on), or as JSON of a workflow (fromWorkflowId, which also needs the scope workflows:read) or of another template (fromTemplateId).
     *
     * `POST /api/v1/workspaces/{workspaceId}/templates`; needs the scope `templates:write`.
     *
     * Fails with DOCUMENT_NOT_ACCEPTED, DOCUMENT_TWO_FACED, WORKSPACE_NOT_FOUND, WORKFLOW_NOT_FOUND, TEMPLATE_NOT_FOUND.
     *
     * @param CreateTemplateInput $input
     *   - workspaceId: Id of the workspace
     *   - name: 2 to 250 characters
     *   - document: A PDF of at most 20 MiB
     *   - annex: A file for information, of at most 20 MiB; each further part `annex` is a further one, up to 20
     *   - fromWorkflowId: Make it out of a workflow, without a document
     *   - placeholders: With `fromWorkflowId`: what the places of its recipients are called; others are called after the person
     *   - askFollowers: With `fromWorkflowId`: whether the addresses of its followers stay behind, and are asked when the template is used
     *   - fromTemplateId: Make it out of another template, without a document
     *   - type: The level of the signatures: `simple` by default; `advanced` and `qualified` are refused on an instance where nothing for them is set up
     *   - senderMessage: What the invitations quote; null for nothing
     *   - expiryDays: Days from when a workflow is made of it to its deadline; 90 by default
     * @return WholeTemplate
     * @throws ParaphException
     */
    public function createTemplate(array $input, ?CallOptions $options = null): array
    {
        return $this->call('createTemplate', $input, $options);
    }

    /**
     * Read a whole template; with `session=1` its file links need no credential for fifteen minutes.
     *
     * `GET /api/v1/workspaces/{workspaceId}/templates/{templateId}`; needs the scope `templates:read`.
     *
     * Fails with TEMPLATE_NOT_FOUND.
     *
     * @param ReadTemplateInput $input
     *   - workspaceId: Id of the workspace
     *   - templateId: Id of the template
     *   - session: `1`: links to files open without a credential for 15 minutes
     * @return WholeTemplate
     * @throws ParaphException
     */
    public function readTemplate(array $input, ?CallOptions $options = null): array
    {
        return $this->call('readTemplate', $input, $options);
    }

    /**
     * What a call of the cloner may say of this template, as JSON Schema: placeholders, and values of fields by key.
     *
     * `GET /api/v1/workspaces/{workspaceId}/templates/{templateId}/schema`; needs the scope `templates:read`.
     *
     * Fails with TEMPLATE_NOT_FOUND.
     *
     * @param ReadTemplateSchemaInput $input
     *   - workspaceId: Id of the workspace
     *   - templateId: Id of the template
     * @return array<string, mixed>
     * @throws ParaphException
     */
    public function readTemplateSchema(array $input, ?CallOptions $options = null): array
    {
        return $this->call('readTemplateSchema', $input, $options);
    }

    /**
     * Change a template; absent properties stay, and workflows created from it do not change.
     *
     * `PUT /api/v1/workspaces/{workspaceId}/templates/{templateId}`; needs the scope `templates:write`.
     *
     * Fails with TEMPLATE_NOT_FOUND, WORKSPACE_NOT_FOUND.
     *
     * @param UpdateTemplateInput $input
     *   - workspaceId: Id of the workspace
     *   - templateId: Id of the template
     *   - name: 2 to 250 characters
     *   - type: The level of the signatures: `simple` by default; `advanced` and `qualified` are refused on an instance where nothing for them is set up
     *   - senderMessage: What the sender says in the invitations; `{document}` stands for the name of the workflow
     *   - expiryDays: Days from creating a workflow to its deadline
     *   - language: The language of people for whom none is said when a workflow is made of it; null removes it
     *   - newWorkspaceId: Id of the workspace to move it to
     * @return WholeTemplate
     * @throws ParaphException
     */
    public function updateTemplate(array $input, ?CallOptions $options = null): array
    {
        return $this->call('updateTemplate', $input, $options);
    }

    /**
     * Delete a template with its files; workflows created from it stay.
     *
     * `DELETE /api/v1/workspaces/{workspaceId}/templates/{templateId}`; needs the scope `templates:write`.
     *
     * Fails with TEMPLATE_NOT_FOUND.
     *
     * @param DeleteTemplateInput $input
     *   - workspaceId: Id of the workspace
     *   - templateId: Id of the template
     * @throws ParaphException
     */
    public function deleteTemplate(array $input, ?CallOptions $options = null): void
    {
        $this->call('deleteTemplate', $input, $options);
    }

    /**
     * Set the placeholders of a template and their roles; those not named are removed.
     *
     * `PUT /api/v1/workspaces/{workspaceId}/templates/{templateId}/roles`; needs the scope `templates:write`.
     *
     * Fails with TEMPLATE_NOT_FOUND.
     *
     * @param SetTemplateRolesInput $input
     *   - workspaceId: Id of the workspace
     *   - templateId: Id of the template
     *   - recipients: The placeholders that people take the place of
     * @return list<TemplateRecipient>
     * @throws ParaphException
     */
    public function setTemplateRoles(array $input, ?CallOptions $options = null): array
    {
        return $this->call('setTemplateRoles', $input, $options);
    }

    /**
     * Append steps; each role acts in one step. Answers all steps.
     *
     * `POST /api/v1/workspaces/{workspaceId}/templates/{templateId}/steps`; needs the scope `templates:write`.
     *
     * Fails with TEMPLATE_NOT_FOUND.
     *
     * @param AddTemplateStepsInput $input
     *   - workspaceId: Id of the workspace
     *   - templateId: Id of the template
     *   - steps: One after another
     * @return list<TemplateStep>
     * @throws ParaphException
     */
    public function addTemplateSteps(array $input, ?CallOptions $options = null): array
    {
        return $this->call('addTemplateSteps', $input, $options);
    }

    /**
     * Set all steps; each role acts in one step.
     *
     * `PUT /api/v1/workspaces/{workspaceId}/templates/{templateId}/steps`; needs the scope `templates:write`.
     *
     * Fails with TEMPLATE_NOT_FOUND.
     *
     * @param SetTemplateStepsInput $input
     *   - workspaceId: Id of the workspace
     *   - templateId: Id of the template
     *   - steps: One after another
     * @return list<TemplateStep>
     * @throws ParaphException
     */
    public function setTemplateSteps(array $input, ?CallOptions $options = null): array
    {
        return $this->call('setTemplateSteps', $input, $options);
    }

    /**
     * Set what its workflows will prefer; answers all preferences, the generated secret included.
     *
     * `POST /api/v1/workspaces/{workspaceId}/templates/{templateId}/preferences`; needs the scope `templates:write`.
     *
     * Fails with TEMPLATE_NOT_FOUND.
     *
     * @param SetTemplatePreferencesInput $input
     *   - workspaceId: Id of the workspace
     *   - templateId: Id of the template
     *   - preferences: Names and values, as the guide on notifications lists them
     * @return list<PreferenceOutcome>
     * @throws ParaphException
     */
    public function setTemplatePreferences(array $input, ?CallOptions $options = null): array
    {
        return $this->call('setTemplatePreferences', $input, $options);
    }

    /**
     * The fields of a template, in order.
     *
     * `GET /api/v1/workspaces/{workspaceId}/templates/{templateId}/fields`; needs the scope `templates:read`.
     *
     * Fails with TEMPLATE_NOT_FOUND.
     *
     * @param ListTemplateFieldsInput $input
     *   - workspaceId: Id of the workspace
     *   - templateId: Id of the template
     * @return list<Field>
     * @throws ParaphException
     */
    public function listTemplateFields(array $input, ?CallOptions $options = null): array
    {
        return $this->call('listTemplateFields', $input, $options);
    }

    /**
     * The printed places and tags of a document where fields could go, and whose they are.
     *
     * `GET /api/v1/workspaces/{workspaceId}/templates/{templateId}/documents/{documentId}/suggested-fields`; needs the scope `templates:read`.
     *
     * Fails with TEMPLATE_NOT_FOUND, NOT_FOUND, DOCUMENT_NOT_ACCEPTED.
     *
     * @param ListTemplateSuggestionsInput $input
     *   - workspaceId: Id of the workspace
     *   - templateId: Id of the template
     *   - documentId: Id of the document
     * @return list<SuggestedField>
     * @throws ParaphException
     */
    public function listTemplateSuggestions(array $input, ?CallOptions $options = null): array
    {
        return $this->call('listTemplateSuggestions', $input, $options);
    }

    /**
     * Set the fields of a template; those not named are removed.
     *
     * `PUT /api/v1/workspaces/{workspaceId}/templates/{templateId}/fields`; needs the scope `templates:write`.
     *
     * Fails with TEMPLATE_NOT_FOUND.
     *
     * @param SetTemplateFieldsInput $input
     *   - workspaceId: Id of the workspace
     *   - templateId: Id of the template
     *   - fields: What is filled in, and where it is placed
     *   - placeFields: `fromText`: each tag that a page shows, such as `{{signature:Buyer}}`, becomes a field, and is covered. A tag that cannot become one is refused. Without it tags are text like any other
     * @return list<Field>
     * @throws ParaphException
     */
    public function setTemplateFields(array $input, ?CallOptions $options = null): array
    {
        return $this->call('setTemplateFields', $input, $options);
    }

    /**
     * What was filled in in the workflows made of a template: a table (CSV) with a column for each field, or a JSON object a line; also needs the scope templates:read.
     *
     * `GET /api/v1/workspaces/{workspaceId}/templates/{templateId}/answers`; needs the scope `workflows:read`.
     *
     * Fails with TEMPLATE_NOT_FOUND.
     *
     * @param ExportAnswersInput $input
     *   - workspaceId: Id of the workspace
     *   - templateId: Id of the template
     *   - format: Default: `csv`
     *   - ids: Only the workflows with these ids, comma-joined
     *   - endedFrom: Only those that ended then or later, in seconds since 1970
     *   - endedBefore: Only those that ended before it, in seconds since 1970
     *   - query: Searches names and recipients for each of these words, in any order, without case or accents
     *   - status: Only those in one of these statuses, comma-joined
     *   - creatorEmail: Only those created by the user with this address
     *   - httpSourceTypes: Only those created by these kinds of client, comma-joined: `api`, `web`, `mobile`, `integration`
     *   - httpSourceValues: Only those created by these apps or keys, comma-joined
     *   - filed: `0`: only those that are not filed away; `1`: only those that are
     *   - expiresBefore: Only those that wait for people and whose deadline is before it, in seconds since 1970, the earliest first
     *   - tags: Ids of tags; one of them is enough
     *   - filters: The filters of the list in brackets
     * @return string the bytes
     * @throws ParaphException
     */
    public function exportAnswers(array $input, ?CallOptions $options = null): string
    {
        return $this->call('exportAnswers', $input, $options);
    }

    /**
     * Add a PDF to a template; its text anchors and signature form fields become fields.
     *
     * `POST /api/v1/workspaces/{workspaceId}/templates/{templateId}/documents`; needs the scope `templates:write`.
     *
     * Fails with DOCUMENT_NOT_ACCEPTED, DOCUMENT_TWO_FACED, TEMPLATE_NOT_FOUND.
     *
     * @param AddTemplateDocumentInput $input
     *   - workspaceId: Id of the workspace
     *   - templateId: Id of the template
     *   - document: A PDF of at most 20 MiB
     * @return WholeTemplate
     * @throws ParaphException
     */
    public function addTemplateDocument(array $input, ?CallOptions $options = null): array
    {
        return $this->call('addTemplateDocument', $input, $options);
    }

    /**
     * Remove a document from a template, with its fields; not the last one.
     *
     * `DELETE /api/v1/workspaces/{workspaceId}/templates/{templateId}/documents/{documentId}`; needs the scope `templates:write`.
     *
     * Fails with TEMPLATE_NOT_FOUND, NOT_FOUND, WORKFLOW_STATUS_CONFLICT.
     *
     * @param RemoveTemplateDocumentInput $input
     *   - workspaceId: Id of the workspace
     *   - templateId: Id of the template
     *   - documentId: Id of the document
     * @throws ParaphException
     */
    public function removeTemplateDocument(array $input, ?CallOptions $options = null): void
    {
        $this->call('removeTemplateDocument', $input, $options);
    }

    /**
     * Set the tags of a template; those not named are removed. Answers its tags.
     *
     * `PUT /api/v1/workspaces/{workspaceId}/templates/{templateId}/tags`; needs the scope `templates:write`.
     *
     * Fails with TEMPLATE_NOT_FOUND.
     *
     * @param SetTemplateTagsInput $input
     *   - workspaceId: Id of the workspace
     *   - templateId: Id of the template
     *   - tags: Ids of all its tags
     * @return list<Tag>
     * @throws ParaphException
     */
    public function setTemplateTags(array $input, ?CallOptions $options = null): array
    {
        return $this->call('setTemplateTags', $input, $options);
    }

    /**
     * Download a document of a template.
     *
     * `GET /api/v1/storage/template/{templateId}/doc/{key}`.
     *
     * Fails with AUTHENTICATION_REQUIRED, NOT_FOUND.
     *
     * @param ReadTemplateFileInput $input
     *   - templateId: Id of the template
     *   - key: A random key
     *   - expires: Until when the signature of the link is valid, in seconds since 1970
     *   - signature: The signature of the link
     *   - version: `original`: the PDF, as without it. `source`: the picture or document that it was made of, as it was sent
     * @return string the bytes
     * @throws ParaphException
     */
    public function readTemplateFile(array $input, ?CallOptions $options = null): string
    {
        return $this->call('readTemplateFile', $input, $options);
    }

    /**
     * The picture of the first page of a template's document.
     *
     * `GET /api/v1/storage/template/{templateId}/thumb/{key}`.
     *
     * Fails with AUTHENTICATION_REQUIRED, NOT_FOUND.
     *
     * @param ReadTemplateThumbInput $input
     *   - templateId: Id of the template
     *   - key: A random key
     *   - expires: Until when the signature of the link is valid, in seconds since 1970
     *   - signature: The signature of the link
     * @return string the bytes
     * @throws ParaphException
     */
    public function readTemplateThumb(array $input, ?CallOptions $options = null): string
    {
        return $this->call('readTemplateThumb', $input, $options);
    }

    /**
     * Take over a table, a workflow for each row; nothing is sent before the job is started.
     *
     * `POST /api/v1/workspaces/{workspaceId}/templates/{templateId}/bulk`; needs the scope `workflows:write`.
     *
     * Fails with TEMPLATE_NOT_FOUND, WORKFLOW_STATUS_CONFLICT.
     *
     * @param CreateBulkJobInput $input
     *   - workspaceId: Id of the workspace
     *   - templateId: Id of the template
     *   - file: A table as CSV: headings, then a row for each workflow. Comma, semicolon or tab; UTF-8, UTF-16 or Windows-1252; at most 10000 rows, 100 columns and 20 MiB
     *   - name: What the workflows are called, such as `Offer for {{Employee.name}}`; also `{{field:KEY}}`, `{{id}}`, `{{row}}`. By default as the template
     *   - mapping: What columns say whose headings do not, by heading: `mapping[Mail]=Tenant email`. A placeholder’s name with `name`, `email`, `phone` or `language`; `field:KEY`, `metadata:KEY`, `message`, `tags`, `deadline`, `id`, or `ignore`
     *   - startDate: When sending begins once the job was started, in seconds since 1970; without it at once
     *   - ratePerMinute: How many rows are sent in a minute at most
     *   - lock: Whether signers cannot change what the table fills in; false by default
     *   - preferences: Change those of the template, as in the cloner
     *   - tags: Ids of tags of the workspace that each workflow gets
     * @return BulkJob
     * @throws ParaphException
     */
    public function createBulkJob(array $input, ?CallOptions $options = null): array
    {
        return $this->call('createBulkJob', $input, $options);
    }

    /**
     * The bulk jobs of a template, newest first.
     *
     * `GET /api/v1/workspaces/{workspaceId}/templates/{templateId}/bulk`; needs the scope `workflows:read`.
     *
     * Fails with TEMPLATE_NOT_FOUND.
     *
     * @param ListBulkJobsInput $input
     *   - workspaceId: Id of the workspace
     *   - templateId: Id of the template
     *   - page: Which page of the list, from 1. Default: 1
     *   - limit: Members of a page; 8 by default, at most 100. Default: 8
     * @return Page<BulkJob>
     * @throws ParaphException
     */
    public function listBulkJobs(array $input, ?CallOptions $options = null): Page
    {
        return $this->page('listBulkJobs', $input, $options);
    }

    /**
     * The headings of a table for this template, with an example.
     *
     * `GET /api/v1/workspaces/{workspaceId}/templates/{templateId}/bulk/sample.csv`; needs the scope `workflows:read`.
     *
     * Fails with TEMPLATE_NOT_FOUND.
     *
     * @param ReadBulkSampleInput $input
     *   - workspaceId: Id of the workspace
     *   - templateId: Id of the template
     * @return string the bytes
     * @throws ParaphException
     */
    public function readBulkSample(array $input, ?CallOptions $options = null): string
    {
        return $this->call('readBulkSample', $input, $options);
    }

    /**
     * How far a bulk job is.
     *
     * `GET /api/v1/workspaces/{workspaceId}/templates/{templateId}/bulk/{bulkId}`; needs the scope `workflows:read`.
     *
     * Fails with TEMPLATE_NOT_FOUND, NOT_FOUND.
     *
     * @param ReadBulkJobInput $input
     *   - workspaceId: Id of the workspace
     *   - templateId: Id of the template
     *   - bulkId: Id of the bulk job
     * @return BulkJob
     * @throws ParaphException
     */
    public function readBulkJob(array $input, ?CallOptions $options = null): array
    {
        return $this->call('readBulkJob', $input, $options);
    }

    /**
     * Say anew what the columns mean; every row is checked again.
     *
     * `PUT /api/v1/workspaces/{workspaceId}/templates/{templateId}/bulk/{bulkId}`; needs the scope `workflows:write`.
     *
     * Fails with TEMPLATE_NOT_FOUND, NOT_FOUND, WORKFLOW_STATUS_CONFLICT.
     *
     * @param UpdateBulkJobInput $input
     *   - workspaceId: Id of the workspace
     *   - templateId: Id of the template
     *   - bulkId: Id of the bulk job
     *   - mapping: What columns say whose headings do not, by heading: `mapping[Mail]=Tenant email`. A placeholder’s name with `name`, `email`, `phone` or `language`; `field:KEY`, `metadata:KEY`, `message`, `tags`, `deadline`, `id`, or `ignore`
     * @return BulkJob
     * @throws ParaphException
     */
    public function updateBulkJob(array $input, ?CallOptions $options = null): array
    {
        return $this->call('updateBulkJob', $input, $options);
    }

    /**
     * Send the rows of a bulk job that is ready.
     *
     * `PUT /api/v1/workspaces/{workspaceId}/templates/{templateId}/bulk/{bulkId}/start`; needs the scope `workflows:write`.
     *
     * Fails with TEMPLATE_NOT_FOUND, NOT_FOUND, WORKFLOW_STATUS_CONFLICT.
     *
     * @param StartBulkJobInput $input
     *   - workspaceId: Id of the workspace
     *   - templateId: Id of the template
     *   - bulkId: Id of the bulk job
     *   - skipInvalid: Leave rows with problems out, instead of refusing; false by default. Default: false
     * @return BulkJob
     * @throws ParaphException
     */
    public function startBulkJob(array $input, ?CallOptions $options = null): array
    {
        return $this->call('startBulkJob', $input, $options);
    }

    /**
     * Send no further rows until it is resumed.
     *
     * `PUT /api/v1/workspaces/{workspaceId}/templates/{templateId}/bulk/{bulkId}/pause`; needs the scope `workflows:write`.
     *
     * Fails with TEMPLATE_NOT_FOUND, NOT_FOUND, WORKFLOW_STATUS_CONFLICT.
     *
     * @param PauseBulkJobInput $input
     *   - workspaceId: Id of the workspace
     *   - templateId: Id of the template
     *   - bulkId: Id of the bulk job
     * @return BulkJob
     * @throws ParaphException
     */
    public function pauseBulkJob(array $input, ?CallOptions $options = null): array
    {
        return $this->call('pauseBulkJob', $input, $options);
    }

    /**
     * Go on after a pause.
     *
     * `PUT /api/v1/workspaces/{workspaceId}/templates/{templateId}/bulk/{bulkId}/resume`; needs the scope `workflows:write`.
     *
     * Fails with TEMPLATE_NOT_FOUND, NOT_FOUND, WORKFLOW_STATUS_CONFLICT.
     *
     * @param ResumeBulkJobInput $input
     *   - workspaceId: Id of the workspace
     *   - templateId: Id of the template
     *   - bulkId: Id of the bulk job
     * @return BulkJob
     * @throws ParaphException
     */
    public function resumeBulkJob(array $input, ?CallOptions $options = null): array
    {
        return $this->call('resumeBulkJob', $input, $options);
    }

    /**
     * Send no further rows ever; workflows that were made stay.
     *
     * `PUT /api/v1/workspaces/{workspaceId}/templates/{templateId}/bulk/{bulkId}/cancel`; needs the scope `workflows:write`.
     *
     * Fails with TEMPLATE_NOT_FOUND, NOT_FOUND, WORKFLOW_STATUS_CONFLICT.
     *
     * @param CancelBulkJobInput $input
     *   - workspaceId: Id of the workspace
     *   - templateId: Id of the template
     *   - bulkId: Id of the bulk job
     * @return BulkJob
     * @throws ParaphException
     */
    public function cancelBulkJob(array $input, ?CallOptions $options = null): array
    {
        return $this->call('cancelBulkJob', $input, $options);
    }

    /**
     * The rows of a bulk job in their order, with problems and workflows.
     *
     * `GET /api/v1/workspaces/{workspaceId}/templates/{templateId}/bulk/{bulkId}/rows`; needs the scope `workflows:read`.
     *
     * Fails with TEMPLATE_NOT_FOUND, NOT_FOUND.
     *
     * @param ListBulkRowsInput $input
     *   - workspaceId: Id of the workspace
     *   - templateId: Id of the template
     *   - bulkId: Id of the bulk job
     *   - page: Which page of the list, from 1. Default: 1
     *   - limit: Members of a page; 8 by default, at most 100. Default: 8
     *   - state: Only rows in this state
     * @return Page<ListBulkRowsItem>
     * @throws ParaphException
     */
    public function listBulkRows(array $input, ?CallOptions $options = null): Page
    {
        return $this->page('listBulkRows', $input, $options);
    }

    /**
     * What became of each row, as CSV.
     *
     * `GET /api/v1/workspaces/{workspaceId}/templates/{templateId}/bulk/{bulkId}/result.csv`; needs the scope `workflows:read`.
     *
     * Fails with TEMPLATE_NOT_FOUND, NOT_FOUND.
     *
     * @param ExportBulkRowsInput $input
     *   - workspaceId: Id of the workspace
     *   - templateId: Id of the template
     *   - bulkId: Id of the bulk job
     * @return string the bytes
     * @throws ParaphException
     */
    public function exportBulkRows(array $input, ?CallOptions $options = null): string
    {
        return $this->call('exportBulkRows', $input, $options);
    }

    /**
     * Make an address at which visitors fill in and sign a template.
     *
     * `POST /api/v1/workspaces/{workspaceId}/templates/{templateId}/links`; needs the scope `workflows:write`.
     *
     * Fails with TEMPLATE_NOT_FOUND, WORKFLOW_STATUS_CONFLICT.
     *
     * @param CreatePublicLinkInput $input
     *   - workspaceId: Id of the workspace
     *   - templateId: Id of the template
     *   - name: What its page and its workflows’ trails call it: 2 to 250 characters
     *   - people: Who takes other places each time; for places not named here, the person who comes is asked
     *   - opensDate: From when people may come, in seconds since 1970; null: at once
     *   - closesDate: Until when, in seconds since 1970; null: until it is ended
     *   - maximum: How many workflows there may be: those under way and those answered; null: no limit
     *   - oncePerPerson: Whether each address may answer once only; false by default
     *   - language: Of the page and the mails; null: that of the browser
     *   - prefillKeys: Keys of fields of this placeholder that `?prefill[key]=` of the address may fill in unsigned
     *   - placeholderId: Who comes takes its place; it acts alone in the first step
     * @return CreatePublicLinkAnswer
     * @throws ParaphException
     */
    public function createPublicLink(array $input, ?CallOptions $options = null): array
    {
        return $this->call('createPublicLink', $input, $options);
    }

    /**
     * The public links of a template, newest first.
     *
     * `GET /api/v1/workspaces/{workspaceId}/templates/{templateId}/links`; needs the scope `workflows:read`.
     *
     * Fails with TEMPLATE_NOT_FOUND.
     *
     * @param ListPublicLinksInput $input
     *   - workspaceId: Id of the workspace
     *   - templateId: Id of the template
     *   - page: Which page of the list, from 1. Default: 1
     *   - limit: Members of a page; 8 by default, at most 100. Default: 8
     * @return Page<PublicLink>
     * @throws ParaphException
     */
    public function listPublicLinks(array $input, ?CallOptions $options = null): Page
    {
        return $this->page('listPublicLinks', $input, $options);
    }

    /**
     * A public link, its address and its counts.
     *
     * `GET /api/v1/workspaces/{workspaceId}/templates/{templateId}/links/{linkId}`; needs the scope `workflows:read`.
     *
     * Fails with TEMPLATE_NOT_FOUND, NOT_FOUND.
     *
     * @param ReadPublicLinkInput $input
     *   - workspaceId: Id of the workspace
     *   - templateId: Id of the template
     *   - linkId: Id of the public link
     * @return PublicLink
     * @throws ParaphException
     */
    public function readPublicLink(array $input, ?CallOptions $options = null): array
    {
        return $this->call('readPublicLink', $input, $options);
    }

    /**
     * Change a public link; what is left out stays.
     *
     * `PUT /api/v1/workspaces/{workspaceId}/templates/{templateId}/links/{linkId}`; needs the scope `workflows:write`.
     *
     * Fails with TEMPLATE_NOT_FOUND, NOT_FOUND, WORKFLOW_STATUS_CONFLICT.
     *
     * @param UpdatePublicLinkInput $input
     *   - workspaceId: Id of the workspace
     *   - templateId: Id of the template
     *   - linkId: Id of the public link
     *   - name: What its page and its workflows’ trails call it: 2 to 250 characters
     *   - people: Who takes other places each time; for places not named here, the person who comes is asked
     *   - opensDate: From when people may come, in seconds since 1970; null: at once
     *   - closesDate: Until when, in seconds since 1970; null: until it is ended
     *   - maximum: How many workflows there may be: those under way and those answered; null: no limit
     *   - oncePerPerson: Whether each address may answer once only; false by default
     *   - language: Of the page and the mails; null: that of the browser
     *   - prefillKeys: Keys of fields of this placeholder that `?prefill[key]=` of the address may fill in unsigned
     * @return PublicLink
     * @throws ParaphException
     */
    public function updatePublicLink(array $input, ?CallOptions $options = null): array
    {
        return $this->call('updatePublicLink', $input, $options);
    }

    /**
     * End a public link: its page says so, and what was begun goes on.
     *
     * `DELETE /api/v1/workspaces/{workspaceId}/templates/{templateId}/links/{linkId}`; needs the scope `workflows:write`.
     *
     * Fails with TEMPLATE_NOT_FOUND, NOT_FOUND, WORKFLOW_STATUS_CONFLICT.
     *
     * @param EndPublicLinkInput $input
     *   - workspaceId: Id of the workspace
     *   - templateId: Id of the template
     *   - linkId: Id of the public link
     * @throws ParaphException
     */
    public function endPublicLink(array $input, ?CallOptions $options = null): void
    {
        $this->call('endPublicLink', $input, $options);
    }

    /**
     * Another secret to sign addresses with; those signed with the former one count no more.
     *
     * `POST /api/v1/workspaces/{workspaceId}/templates/{templateId}/links/{linkId}/secret`; needs the scope `workflows:write`.
     *
     * Fails with TEMPLATE_NOT_FOUND, NOT_FOUND, WORKFLOW_STATUS_CONFLICT.
     *
     * @param RenewPublicLinkSecretInput $input
     *   - workspaceId: Id of the workspace
     *   - templateId: Id of the template
     *   - linkId: Id of the public link
     * @return RenewPublicLinkSecretAnswer
     * @throws ParaphException
     */
    public function renewPublicLinkSecret(array $input, ?CallOptions $options = null): array
    {
        return $this->call('renewPublicLinkSecret', $input, $options);
    }

    /**
     * Who came by a public link, newest first, with their workflows.
     *
     * `GET /api/v1/workspaces/{workspaceId}/templates/{templateId}/links/{linkId}/submissions`; needs the scope `workflows:read`.
     *
     * Fails with TEMPLATE_NOT_FOUND, NOT_FOUND.
     *
     * @param ListSubmissionsInput $input
     *   - workspaceId: Id of the workspace
     *   - templateId: Id of the template
     *   - linkId: Id of the public link
     *   - page: Which page of the list, from 1. Default: 1
     *   - limit: Members of a page; 8 by default, at most 100. Default: 8
     * @return Page<ListSubmissionsItem>
     * @throws ParaphException
     */
    public function listSubmissions(array $input, ?CallOptions $options = null): Page
    {
        return $this->page('listSubmissions', $input, $options);
    }

    /**
     * Seal a PDF in the name of the organization; electronic invoices stay PDF/A-3.
     *
     * `POST /api/v1/seals`; needs the scope `seals:write`.
     *
     * Fails with DOCUMENT_NOT_ACCEPTED, DOCUMENT_TWO_FACED, WORKSPACE_NOT_FOUND, STORAGE_QUOTA_REACHED.
     *
     * @param CreateSealInput $input
     *   - document: A PDF of at most 20 MiB
     *   - name: What it is called in lists; without it the name of the file
     *   - workspaceId: Without it the caller’s first workspace
     *   - metadata: Your own pairs: at most 10, keys of 40 and values of 250 characters
     * @return OrganizationSeal
     * @throws ParaphException
     */
    public function createSeal(array $input, ?CallOptions $options = null): array
    {
        return $this->call('createSeal', $input, $options);
    }

    /**
     * List seals, newest first.
     *
     * `GET /api/v1/seals`; needs the scope `seals:read`.
     *
     * Fails with WORKSPACE_NOT_FOUND.
     *
     * @param ListSealsInput $input
     *   - page: Which page of the list, from 1. Default: 1
     *   - limit: Members of a page; 8 by default, at most 100. Default: 8
     *   - query: Searches names for each of these words; at most 20
     *   - workspaceId: Only those of this workspace
     *   - status: Only those in this status
     *   - creatorEmail: Only those created by the user with this address
     *   - filters: The same filters in brackets: `filters[status]=pending`
     *   - metadata: Only those with these pairs of your own
     * @return Page<OrganizationSeal>
     * @throws ParaphException
     */
    public function listSeals(array $input = [], ?CallOptions $options = null): Page
    {
        return $this->page('listSeals', $input, $options);
    }

    /**
     * Read a seal: whether its file is sealed, or what it waits for.
     *
     * `GET /api/v1/seals/{sealId}`; needs the scope `seals:read`.
     *
     * Fails with NOT_FOUND.
     *
     * @param ReadSealInput $input
     *   - sealId: Of the seal: 40 characters, its date of creation and 32 hex digits
     * @return OrganizationSeal
     * @throws ParaphException
     */
    public function readSeal(array $input, ?CallOptions $options = null): array
    {
        return $this->call('readSeal', $input, $options);
    }

    /**
     * The sealed PDF.
     *
     * `GET /api/v1/seals/{sealId}/content`; needs the scope `seals:read`.
     *
     * Fails with NOT_FOUND, WORKFLOW_STATUS_CONFLICT.
     *
     * @param ReadSealedFileInput $input
     *   - sealId: Of the seal: 40 characters, its date of creation and 32 hex digits
     * @return string the bytes
     * @throws ParaphException
     */
    public function readSealedFile(array $input, ?CallOptions $options = null): string
    {
        return $this->call('readSealedFile', $input, $options);
    }

    /**
     * The certificate of sealing: a page that says what was sealed, by whom, when, and how to verify it.
     *
     * `GET /api/v1/seals/{sealId}/certificate`; needs the scope `seals:read`.
     *
     * Fails with NOT_FOUND, WORKFLOW_STATUS_CONFLICT.
     *
     * @param ReadSealCertificateInput $input
     *   - sealId: Of the seal: 40 characters, its date of creation and 32 hex digits
     * @return string the bytes
     * @throws ParaphException
     */
    public function readSealCertificate(array $input, ?CallOptions $options = null): string
    {
        return $this->call('readSealCertificate', $input, $options);
    }

    /**
     * Try again to make a seal that failed, once its cause is mended.
     *
     * `POST /api/v1/seals/{sealId}/retry`; needs the scope `seals:write`.
     *
     * Fails with NOT_FOUND, WORKFLOW_STATUS_CONFLICT.
     *
     * @param RetrySealInput $input
     *   - sealId: Of the seal: 40 characters, its date of creation and 32 hex digits
     * @return OrganizationSeal
     * @throws ParaphException
     */
    public function retrySeal(array $input, ?CallOptions $options = null): array
    {
        return $this->call('retrySeal', $input, $options);
    }

    /**
     * Delete a seal with its files; the log keeps the hash.
     *
     * `DELETE /api/v1/seals/{sealId}`; needs the scope `seals:write`.
     *
     * Fails with NOT_FOUND, WORKFLOW_STATUS_CONFLICT, WORKFLOW_HELD.
     *
     * @param DeleteSealInput $input
     *   - sealId: Of the seal: 40 characters, its date of creation and 32 hex digits
     * @throws ParaphException
     */
    public function deleteSeal(array $input, ?CallOptions $options = null): void
    {
        $this->call('deleteSeal', $input, $options);
    }

    /**
     * Create a workspace; its creator owns it.
     *
     * `POST /api/v1/workspaces`; needs the scope `workspaces:write`.
     *
     * Fails with NOT_FOUND.
     *
     * @param CreateWorkspaceInput $input
     *   - name: 2 to 250 characters
     *   - description: What the workspace is for
     *   - organizationId: Id of the organization; by default the oldest that the caller runs or belongs to
     * @return Workspace
     * @throws ParaphException
     */
    public function createWorkspace(array $input, ?CallOptions $options = null): array
    {
        return $this->call('createWorkspace', $input, $options);
    }

    /**
     * Change the name or description of a workspace; absent properties stay.
     *
     * `PUT /api/v1/workspaces/{workspaceId}`; needs the scope `workspaces:write`.
     *
     * Fails with WORKSPACE_NOT_FOUND.
     *
     * @param UpdateWorkspaceInput $input
     *   - workspaceId: Id of the workspace
     *   - name: 2 to 250 characters
     *   - description: What the workspace is for; null for nothing
     * @return Workspace
     * @throws ParaphException
     */
    public function updateWorkspace(array $input, ?CallOptions $options = null): array
    {
        return $this->call('updateWorkspace', $input, $options);
    }

    /**
     * Close a workspace without running workflows; ended ones move to another workspace.
     *
     * `DELETE /api/v1/workspaces/{workspaceId}`; needs the scope `workspaces:write`.
     *
     * Fails with WORKSPACE_NOT_FOUND, WORKFLOW_STATUS_CONFLICT, WORKFLOW_HELD.
     *
     * @param DeleteWorkspaceInput $input
     *   - workspaceId: Id of the workspace
     *   - newWorkspaceId: Where the ended workflows go; else the oldest other workspace of the organization in which the caller may create workflows
     * @throws ParaphException
     */
    public function deleteWorkspace(array $input, ?CallOptions $options = null): void
    {
        $this->call('deleteWorkspace', $input, $options);
    }

    /**
     * Add members to a workspace and change roles; users that are not named stay.
     *
     * `PUT /api/v1/workspaces/{workspaceId}/users`; needs the scope `workspaces:write`.
     *
     * Fails with WORKSPACE_NOT_FOUND.
     *
     * @param UpdateWorkspaceUsersInput $input
     *   - workspaceId: Id of the workspace
     *   - users: The members to add or change
     * @return list<WorkspaceUser>
     * @throws ParaphException
     */
    public function updateWorkspaceUsers(array $input, ?CallOptions $options = null): array
    {
        return $this->call('updateWorkspaceUsers', $input, $options);
    }

    /**
     * The same, at the address that the specification prints.
     *
     * `PUT /workspaces/{workspaceId}/users`; needs the scope `workspaces:write`.
     *
     * Fails with WORKSPACE_NOT_FOUND.
     *
     * @param UpdateWorkspaceUsersAliasInput $input
     *   - workspaceId: Id of the workspace
     *   - users: The members to add or change
     * @return list<WorkspaceUser>
     * @throws ParaphException
     */
    public function updateWorkspaceUsersAlias(array $input, ?CallOptions $options = null): array
    {
        return $this->call('updateWorkspaceUsersAlias', $input, $options);
    }

    /**
     * Remove a user from a workspace; one owner must remain.
     *
     * `DELETE /api/v1/workspaces/{workspaceId}/users/{workspaceUserId}`; needs the scope `workspaces:write`.
     *
     * Fails with WORKSPACE_NOT_FOUND, NOT_FOUND.
     *
     * @param RemoveWorkspaceUserInput $input
     *   - workspaceId: Id of the workspace
     *   - workspaceUserId: Id of the user of the workspace
     * @throws ParaphException
     */
    public function removeWorkspaceUser(array $input, ?CallOptions $options = null): void
    {
        $this->call('removeWorkspaceUser', $input, $options);
    }

    /**
     * The workspaces of the caller.
     *
     * `GET /api/v1/workspaces`; needs the scope `workspaces:read`.
     *
     * @return list<Workspace>
     * @throws ParaphException
     */
    public function listWorkspaces(?CallOptions $options = null): array
    {
        return $this->call('listWorkspaces', [], $options);
    }

    /**
     * One workspace.
     *
     * `GET /api/v1/workspaces/{workspaceId}`; needs the scope `workspaces:read`.
     *
     * Fails with WORKSPACE_NOT_FOUND.
     *
     * @param ReadWorkspaceInput $input
     *   - workspaceId: Id of the workspace
     * @return Workspace
     * @throws ParaphException
     */
    public function readWorkspace(array $input, ?CallOptions $options = null): array
    {
        return $this->call('readWorkspace', $input, $options);
    }

    /**
     * The tags of a workspace, by name.
     *
     * `GET /api/v1/workspaces/{workspaceId}/tags`; needs the scope `workspaces:read`.
     *
     * Fails with WORKSPACE_NOT_FOUND.
     *
     * @param ListTagsInput $input
     *   - workspaceId: Id of the workspace
     * @return list<Tag>
     * @throws ParaphException
     */
    public function listTags(array $input, ?CallOptions $options = null): array
    {
        return $this->call('listTags', $input, $options);
    }

    /**
     * Create a tag.
     *
     * `POST /api/v1/workspaces/{workspaceId}/tags`; needs the scope `workspaces:write`.
     *
     * Fails with WORKSPACE_NOT_FOUND.
     *
     * @param CreateTagInput $input
     *   - workspaceId: Id of the workspace
     *   - name: At most 40 characters; unique in the workspace
     *   - color: Such as #1D4ED8
     * @return Tag
     * @throws ParaphException
     */
    public function createTag(array $input, ?CallOptions $options = null): array
    {
        return $this->call('createTag', $input, $options);
    }

    /**
     * Rename or recolour a tag wherever it is assigned; absent properties stay.
     *
     * `PUT /api/v1/workspaces/{workspaceId}/tags/{tagId}`; needs the scope `workspaces:write`.
     *
     * Fails with WORKSPACE_NOT_FOUND, NOT_FOUND.
     *
     * @param UpdateTagInput $input
     *   - workspaceId: Id of the workspace
     *   - tagId: Id of the tag
     *   - name: At most 40 characters; unique in the workspace
     *   - color: Such as #1D4ED8
     * @return Tag
     * @throws ParaphException
     */
    public function updateTag(array $input, ?CallOptions $options = null): array
    {
        return $this->call('updateTag', $input, $options);
    }

    /**
     * Delete a tag; it is removed from workflows and templates.
     *
     * `DELETE /api/v1/workspaces/{workspaceId}/tags/{tagId}`; needs the scope `workspaces:write`.
     *
     * Fails with WORKSPACE_NOT_FOUND, NOT_FOUND.
     *
     * @param DeleteTagInput $input
     *   - workspaceId: Id of the workspace
     *   - tagId: Id of the tag
     * @throws ParaphException
     */
    public function deleteTag(array $input, ?CallOptions $options = null): void
    {
        $this->call('deleteTag', $input, $options);
    }

    /**
     * The contacts of a workspace, those used last first.
     *
     * `GET /api/v1/workspaces/{workspaceId}/contacts`; needs the scope `workflows:read`.
     *
     * Fails with WORKSPACE_NOT_FOUND.
     *
     * @param ListContactsInput $input
     *   - workspaceId: Id of the workspace
     *   - page: Which page of the list, from 1. Default: 1
     *   - limit: Members of a page; 8 by default, at most 100. Default: 8
     *   - search: Searches names and addresses for each of these words, in any order, without case or accents
     * @return Page<Contact>
     * @throws ParaphException
     */
    public function listContacts(array $input, ?CallOptions $options = null): Page
    {
        return $this->page('listContacts', $input, $options);
    }

    /**
     * Add a contact; a workspace has at most 10000.
     *
     * `POST /api/v1/workspaces/{workspaceId}/contacts`; needs the scope `workflows:write`.
     *
     * Fails with WORKSPACE_NOT_FOUND.
     *
     * @param CreateContactInput $input
     *   - workspaceId: Id of the workspace
     *   - name: The person’s name
     *   - email: The person’s email address
     *   - phone: With the country code, as +41791234567 (E.164); null for none
     *   - language: Of mails to the person; null for their browser’s
     * @return Contact
     * @throws ParaphException
     */
    public function createContact(array $input, ?CallOptions $options = null): array
    {
        return $this->call('createContact', $input, $options);
    }

    /**
     * Change a contact; absent properties stay.
     *
     * `PUT /api/v1/workspaces/{workspaceId}/contacts/{contactId}`; needs the scope `workflows:write`.
     *
     * Fails with WORKSPACE_NOT_FOUND, NOT_FOUND.
     *
     * @param UpdateContactInput $input
     *   - workspaceId: Id of the workspace
     *   - contactId: Id of the contact
     *   - name: The person’s name
     *   - email: The person’s email address
     *   - phone: With the country code, as +41791234567 (E.164); null for none
     *   - language: Of mails to the person; null for their browser’s
     * @return Contact
     * @throws ParaphException
     */
    public function updateContact(array $input, ?CallOptions $options = null): array
    {
        return $this->call('updateContact', $input, $options);
    }

    /**
     * Delete a contact; the next workflow for the person makes it anew where contacts are learned.
     *
     * `DELETE /api/v1/workspaces/{workspaceId}/contacts/{contactId}`; needs the scope `workflows:write`.
     *
     * Fails with WORKSPACE_NOT_FOUND, NOT_FOUND.
     *
     * @param DeleteContactInput $input
     *   - workspaceId: Id of the workspace
     *   - contactId: Id of the contact
     * @throws ParaphException
     */
    public function deleteContact(array $input, ?CallOptions $options = null): void
    {
        $this->call('deleteContact', $input, $options);
    }

    /**
     * Add a list of people; contacts with the same addresses are changed. All rows, or none and every problem.
     *
     * `POST /api/v1/workspaces/{workspaceId}/contacts/import`; needs the scope `workflows:write`.
     *
     * Fails with WORKSPACE_NOT_FOUND.
     *
     * @param ImportContactsInput $input
     *   - workspaceId: Id of the workspace
     *   - text: CSV, columns of a spreadsheet, or `Name <address>; …`. With headings (name, email, phone, language) or without. Problems are named by row, counted from 1 with the headings: `rows[3][email]`
     * @return ImportContactsAnswer
     * @throws ParaphException
     */
    public function importContacts(array $input, ?CallOptions $options = null): array
    {
        return $this->call('importContacts', $input, $options);
    }

    /**
     * The message templates of a workspace, by name.
     *
     * `GET /api/v1/workspaces/{workspaceId}/message-templates`; needs the scope `workflows:read`.
     *
     * Fails with WORKSPACE_NOT_FOUND.
     *
     * @param ListMessageTemplatesInput $input
     *   - workspaceId: Id of the workspace
     *   - page: Which page of the list, from 1. Default: 1
     *   - limit: Members of a page; 8 by default, at most 100. Default: 8
     * @return Page<MessageTemplate>
     * @throws ParaphException
     */
    public function listMessageTemplates(array $input, ?CallOptions $options = null): Page
    {
        return $this->page('listMessageTemplates', $input, $options);
    }

    /**
     * Add a message template; a workspace has at most 200.
     *
     * `POST /api/v1/workspaces/{workspaceId}/message-templates`; needs the scope `workflows:write`.
     *
     * Fails with WORKSPACE_NOT_FOUND.
     *
     * @param CreateMessageTemplateInput $input
     *   - workspaceId: Id of the workspace
     *   - name: By which users choose it; upper and lower case are the same
     *   - text: The message; `{document}` stands for the name of the document, where the page for sending takes it over
     * @return MessageTemplate
     * @throws ParaphException
     */
    public function createMessageTemplate(array $input, ?CallOptions $options = null): array
    {
        return $this->call('createMessageTemplate', $input, $options);
    }

    /**
     * Change a message template; absent properties stay.
     *
     * `PUT /api/v1/workspaces/{workspaceId}/message-templates/{messageTemplateId}`; needs the scope `workflows:write`.
     *
     * Fails with WORKSPACE_NOT_FOUND, NOT_FOUND.
     *
     * @param UpdateMessageTemplateInput $input
     *   - workspaceId: Id of the workspace
     *   - messageTemplateId: Id of the message template
     *   - name: By which users choose it; upper and lower case are the same
     *   - text: The message; `{document}` stands for the name of the document, where the page for sending takes it over
     * @return MessageTemplate
     * @throws ParaphException
     */
    public function updateMessageTemplate(array $input, ?CallOptions $options = null): array
    {
        return $this->call('updateMessageTemplate', $input, $options);
    }

    /**
     * Delete a message template; workflows that used its text keep it.
     *
     * `DELETE /api/v1/workspaces/{workspaceId}/message-templates/{messageTemplateId}`; needs the scope `workflows:write`.
     *
     * Fails with WORKSPACE_NOT_FOUND, NOT_FOUND.
     *
     * @param DeleteMessageTemplateInput $input
     *   - workspaceId: Id of the workspace
     *   - messageTemplateId: Id of the message template
     * @throws ParaphException
     */
    public function deleteMessageTemplate(array $input, ?CallOptions $options = null): void
    {
        $this->call('deleteMessageTemplate', $input, $options);
    }

    /**
     * The saved blocks of fields of a workspace, by name.
     *
     * `GET /api/v1/workspaces/{workspaceId}/field-blocks`; needs the scope `workflows:read`.
     *
     * Fails with WORKSPACE_NOT_FOUND.
     *
     * @param ListFieldBlocksInput $input
     *   - workspaceId: Id of the workspace
     *   - page: Which page of the list, from 1. Default: 1
     *   - limit: Members of a page; 8 by default, at most 100. Default: 8
     * @return Page<FieldBlock>
     * @throws ParaphException
     */
    public function listFieldBlocks(array $input, ?CallOptions $options = null): Page
    {
        return $this->page('listFieldBlocks', $input, $options);
    }

    /**
     * Save a block of fields; a workspace has at most 200.
     *
     * `POST /api/v1/workspaces/{workspaceId}/field-blocks`; needs the scope `workflows:write`.
     *
     * Fails with WORKSPACE_NOT_FOUND.
     *
     * @param CreateFieldBlockInput $input
     *   - workspaceId: Id of the workspace
     *   - name: By which users choose it; upper and lower case are the same
     *   - fields: Its fields, without whose they are, what they say, keys, formulas and conditions
     * @return FieldBlock
     * @throws ParaphException
     */
    public function createFieldBlock(array $input, ?CallOptions $options = null): array
    {
        return $this->call('createFieldBlock', $input, $options);
    }

    /**
     * Rename a block of fields, or replace its fields; absent properties stay.
     *
     * `PUT /api/v1/workspaces/{workspaceId}/field-blocks/{fieldBlockId}`; needs the scope `workflows:write`.
     *
     * Fails with WORKSPACE_NOT_FOUND, NOT_FOUND.
     *
     * @param UpdateFieldBlockInput $input
     *   - workspaceId: Id of the workspace
     *   - fieldBlockId: Id of the block
     *   - name: By which users choose it; upper and lower case are the same
     *   - fields: Its fields, without whose they are, what they say, keys, formulas and conditions
     * @return FieldBlock
     * @throws ParaphException
     */
    public function updateFieldBlock(array $input, ?CallOptions $options = null): array
    {
        return $this->call('updateFieldBlock', $input, $options);
    }

    /**
     * Delete a block of fields; fields that were made of it stay.
     *
     * `DELETE /api/v1/workspaces/{workspaceId}/field-blocks/{fieldBlockId}`; needs the scope `workflows:write`.
     *
     * Fails with WORKSPACE_NOT_FOUND, NOT_FOUND.
     *
     * @param DeleteFieldBlockInput $input
     *   - workspaceId: Id of the workspace
     *   - fieldBlockId: Id of the block
     * @throws ParaphException
     */
    public function deleteFieldBlock(array $input, ?CallOptions $options = null): void
    {
        $this->call('deleteFieldBlock', $input, $options);
    }

    /**
     * How recipients are reminded by themselves where the workflow does not say it.
     *
     * `GET /api/v1/workspaces/{workspaceId}/reminders`; needs the scope `workspaces:read`.
     *
     * Fails with WORKSPACE_NOT_FOUND.
     *
     * @param ReadWorkspaceRemindersInput $input
     *   - workspaceId: Id of the workspace
     * @return ReminderDefault
     * @throws ParaphException
     */
    public function readWorkspaceReminders(array $input, ?CallOptions $options = null): array
    {
        return $this->call('readWorkspaceReminders', $input, $options);
    }

    /**
     * Set how recipients are reminded by themselves in one workspace.
     *
     * `PUT /api/v1/workspaces/{workspaceId}/reminders`; needs the scope `workspaces:write`.
     *
     * Fails with WORKSPACE_NOT_FOUND.
     *
     * @param UpdateWorkspaceRemindersInput $input
     *   - workspaceId: Id of the workspace
     *   - reminders: `off`, or days as in `first=3;every=3;max=5;beforeExpiry=1`; null to follow the next wider one, which is `off` above the organization
     * @return ReminderDefault
     * @throws ParaphException
     */
    public function updateWorkspaceReminders(array $input, ?CallOptions $options = null): array
    {
        return $this->call('updateWorkspaceReminders', $input, $options);
    }

    /**
     * What documents of a workspace begin with in the app.
     *
     * `GET /api/v1/workspaces/{workspaceId}/defaults`; needs the scope `workspaces:read`.
     *
     * Fails with WORKSPACE_NOT_FOUND.
     *
     * @param ReadWorkspaceDefaultsInput $input
     *   - workspaceId: Id of the workspace
     * @return Defaults
     * @throws ParaphException
     */
    public function readWorkspaceDefaults(array $input, ?CallOptions $options = null): array
    {
        return $this->call('readWorkspaceDefaults', $input, $options);
    }

    /**
     * Set deadline, level and language that documents of one workspace begin with in the app.
     *
     * `PUT /api/v1/workspaces/{workspaceId}/defaults`; needs the scope `workspaces:write`.
     *
     * Fails with WORKSPACE_NOT_FOUND.
     *
     * @param UpdateWorkspaceDefaultsInput $input
     *   - workspaceId: Id of the workspace
     *   - expiryDays: Days until the deadline
     *   - type: A level that is offered
     *   - language: Of people for whom none is chosen
     * @return Defaults
     * @throws ParaphException
     */
    public function updateWorkspaceDefaults(array $input, ?CallOptions $options = null): array
    {
        return $this->call('updateWorkspaceDefaults', $input, $options);
    }

    /**
     * The bulk jobs of all templates of a workspace, newest first.
     *
     * `GET /api/v1/workspaces/{workspaceId}/bulk`; needs the scope `workflows:read`.
     *
     * Fails with WORKSPACE_NOT_FOUND.
     *
     * @param ListWorkspaceBulkJobsInput $input
     *   - workspaceId: Id of the workspace
     *   - page: Which page of the list, from 1. Default: 1
     *   - limit: Members of a page; 8 by default, at most 100. Default: 8
     * @return Page<BulkJob>
     * @throws ParaphException
     */
    public function listWorkspaceBulkJobs(array $input, ?CallOptions $options = null): Page
    {
        return $this->page('listWorkspaceBulkJobs', $input, $options);
    }

    /**
     * Ask for a ZIP archive of many workflows; a job writes it.
     *
     * `POST /api/v1/workspaces/{workspaceId}/exports`; needs the scope `workflows:write`.
     *
     * Fails with WORKSPACE_NOT_FOUND, WORKFLOW_NOT_FOUND, WORKFLOW_STATUS_CONFLICT.
     *
     * @param CreateExportInput $input
     *   - workspaceId: Id of the workspace
     *   - ids: Ids of the workflows
     *   - filter: Instead of ids: the filters of the list of workflows; all that they find, at most 10000
     *   - contents: `documents` as they are now; `certificates` and `evidence` (the record as JSON) of what has ended; `attachments`: what signers attached, files for information and sources. By default documents and certificates. The index is always there; of an empty list it is all
     * @return Export
     * @throws ParaphException
     */
    public function createExport(array $input, ?CallOptions $options = null): array
    {
        return $this->call('createExport', $input, $options);
    }

    /**
     * Your exports of a workspace, newest first.
     *
     * `GET /api/v1/workspaces/{workspaceId}/exports`; needs the scope `workflows:read`.
     *
     * Fails with WORKSPACE_NOT_FOUND.
     *
     * @param ListExportsInput $input
     *   - workspaceId: Id of the workspace
     *   - page: Which page of the list, from 1. Default: 1
     *   - limit: Members of a page; 8 by default, at most 100. Default: 8
     * @return Page<Export>
     * @throws ParaphException
     */
    public function listExports(array $input, ?CallOptions $options = null): Page
    {
        return $this->page('listExports', $input, $options);
    }

    /**
     * How far an export is.
     *
     * `GET /api/v1/workspaces/{workspaceId}/exports/{exportId}`; needs the scope `workflows:read`.
     *
     * Fails with WORKSPACE_NOT_FOUND, NOT_FOUND.
     *
     * @param ReadExportInput $input
     *   - workspaceId: Id of the workspace
     *   - exportId: Id of the export, as the answer of the call that asked for it has it
     * @return Export
     * @throws ParaphException
     */
    public function readExport(array $input, ?CallOptions $options = null): array
    {
        return $this->call('readExport', $input, $options);
    }

    /**
     * End an export; an archive that is done is deleted.
     *
     * `DELETE /api/v1/workspaces/{workspaceId}/exports/{exportId}`; needs the scope `workflows:write`.
     *
     * Fails with WORKSPACE_NOT_FOUND, NOT_FOUND.
     *
     * @param CancelExportInput $input
     *   - workspaceId: Id of the workspace
     *   - exportId: Id of the export, as the answer of the call that asked for it has it
     * @return Export
     * @throws ParaphException
     */
    public function cancelExport(array $input, ?CallOptions $options = null): array
    {
        return $this->call('cancelExport', $input, $options);
    }

    /**
     * The ZIP archive of an export that is done, whole or a range of it.
     *
     * `GET /api/v1/workspaces/{workspaceId}/exports/{exportId}/archive`; needs the scope `workflows:read`.
     *
     * Fails with WORKSPACE_NOT_FOUND, NOT_FOUND, WORKFLOW_STATUS_CONFLICT.
     *
     * @param DownloadExportInput $input
     *   - workspaceId: Id of the workspace
     *   - exportId: Id of the export, as the answer of the call that asked for it has it
     * @return string the bytes
     * @throws ParaphException
     */
    public function downloadExport(array $input, ?CallOptions $options = null): string
    {
        return $this->call('downloadExport', $input, $options);
    }

    /**
     * Where the sealed files of a workspace are written to.
     *
     * `GET /api/v1/workspaces/{workspaceId}/destination`; needs the scope `workspaces:read`.
     *
     * Fails with WORKSPACE_NOT_FOUND.
     *
     * @param ReadDestinationInput $input
     *   - workspaceId: Id of the workspace
     * @return DestinationState
     * @throws ParaphException
     */
    public function readDestination(array $input, ?CallOptions $options = null): array
    {
        return $this->call('readDestination', $input, $options);
    }

    /**
     * Set where the sealed files of a workspace are written to, from the next one on.
     *
     * `PUT /api/v1/workspaces/{workspaceId}/destination`; needs the scope `workspaces:write`.
     *
     * Fails with WORKSPACE_NOT_FOUND.
     *
     * @param SaveDestinationInput $input
     *   - workspaceId: Id of the workspace
     *   - kind: A folder of a WebDAV server, or a bucket
     *   - url: The address of the folder, or of the bucket, with `https://`
     *   - user: The user, or the access key of a bucket
     *   - secret: The password or secret key; never shown again. Absent: it stays, with the same kind, server and user
     *   - region: Of a bucket; `us-east-1` by default
     *   - pathPattern: Folders below the address, of `{year}`, `{month}`, `{day}`, `{workflow}`, `{sender}`, `{id}` and other text; `{year}/{workflow}` by default
     *   - include: Beside the documents and the certificate: the record as JSON, what signers attached, all in a ZIP; nothing by default
     * @return DestinationState
     * @throws ParaphException
     */
    public function saveDestination(array $input, ?CallOptions $options = null): array
    {
        return $this->call('saveDestination', $input, $options);
    }

    /**
     * Write no more sealed files of a workspace elsewhere; what was written stays there.
     *
     * `DELETE /api/v1/workspaces/{workspaceId}/destination`; needs the scope `workspaces:write`.
     *
     * Fails with WORKSPACE_NOT_FOUND, NOT_FOUND.
     *
     * @param DeleteDestinationInput $input
     *   - workspaceId: Id of the workspace
     * @throws ParaphException
     */
    public function deleteDestination(array $input, ?CallOptions $options = null): void
    {
        $this->call('deleteDestination', $input, $options);
    }

    /**
     * Write a small file to the destination, read it back and remove it, and say what the server answered.
     *
     * `POST /api/v1/workspaces/{workspaceId}/destination/try`; needs the scope `workspaces:write`.
     *
     * Fails with WORKSPACE_NOT_FOUND, NOT_FOUND.
     *
     * @param TryDestinationInput $input
     *   - workspaceId: Id of the workspace
     * @return ProviderFindings
     * @throws ParaphException
     */
    public function tryDestination(array $input, ?CallOptions $options = null): array
    {
        return $this->call('tryDestination', $input, $options);
    }

    /**
     * The workflows whose files are not at the destination, the newest first.
     *
     * `GET /api/v1/workspaces/{workspaceId}/destination/transfers`; needs the scope `workspaces:read`.
     *
     * Fails with WORKSPACE_NOT_FOUND.
     *
     * @param ListTransfersInput $input
     *   - workspaceId: Id of the workspace
     *   - page: Which page of the list, from 1. Default: 1
     *   - limit: Members of a page; 8 by default, at most 100. Default: 8
     *   - state: Those that were given up (`failed`, the default), or are tried again
     * @return Page<ListTransfersItem>
     * @throws ParaphException
     */
    public function listTransfers(array $input, ?CallOptions $options = null): Page
    {
        return $this->page('listTransfers', $input, $options);
    }

    /**
     * Whether the workspaces of the organization learn contacts from workflows that are started.
     *
     * `GET /api/v1/organization/contacts`; needs the scope `organization:write`.
     *
     * Fails with NOT_FOUND.
     *
     * @param ReadContactSettingsInput $input
     *   - organizationId: Default: the oldest that the caller runs, or belongs to
     * @return ReadContactSettingsAnswer
     * @throws ParaphException
     */
    public function readContactSettings(array $input = [], ?CallOptions $options = null): array
    {
        return $this->call('readContactSettings', $input, $options);
    }

    /**
     * Switch the learning of contacts on or off; contacts that there are stay.
     *
     * `PUT /api/v1/organization/contacts`; needs the scope `organization:write`.
     *
     * Fails with NOT_FOUND.
     *
     * @param UpdateContactSettingsInput $input
     *   - organizationId: Default: the oldest that the caller runs, or belongs to
     *   - learning: Whether contacts are learned from now on
     * @return UpdateContactSettingsAnswer
     * @throws ParaphException
     */
    public function updateContactSettings(array $input, ?CallOptions $options = null): array
    {
        return $this->call('updateContactSettings', $input, $options);
    }

    /**
     * Rename the organization.
     *
     * `PUT /api/v1/organization`; needs the scope `organization:write`.
     *
     * Fails with NOT_FOUND.
     *
     * @param RenameOrganizationInput $input
     *   - organizationId: Default: the oldest that the caller runs, or belongs to
     *   - name: 2 to 250 characters
     * @return OrganizationRef
     * @throws ParaphException
     */
    public function renameOrganization(array $input, ?CallOptions $options = null): array
    {
        return $this->call('renameOrganization', $input, $options);
    }

    /**
     * The members of the organization, in the order in which they were added.
     *
     * `GET /api/v1/organization/members`; needs the scope `organization:write`.
     *
     * Fails with NOT_FOUND.
     *
     * @param ListMembersInput $input
     *   - page: Which page of the list, from 1. Default: 1
     *   - limit: Members of a page; 8 by default, at most 100. Default: 8
     *   - query: Searches names and recipients for each of these words, in any order, without case or accents
     *   - organizationId: Default: the oldest that the caller runs, or belongs to
     *   - status: Those alone who have not joined
     * @return Page<Member>
     * @throws ParaphException
     */
    public function listMembers(array $input = [], ?CallOptions $options = null): Page
    {
        return $this->page('listMembers', $input, $options);
    }

    /**
     * Invite people by mail; one outcome an address, in the order of the call.
     *
     * `POST /api/v1/organization/members`; needs the scope `organization:write`.
     *
     * Fails with NOT_FOUND.
     *
     * @param InviteMembersInput $input
     *   - organizationId: Default: the oldest that the caller runs, or belongs to
     *   - members: The people to invite
     *   - language: Of the mails, also where they are mailed again; that of the caller’s account by default. Who has an account here gets their own
     * @return list<array<string, InviteMembersItemValue>>
     * @throws ParaphException
     */
    public function inviteMembers(array $input, ?CallOptions $options = null): array
    {
        return $this->call('inviteMembers', $input, $options);
    }

    /**
     * Make a member an administrator, or revoke that.
     *
     * `PUT /api/v1/organization/members/{memberId}`; needs the scope `organization:write`.
     *
     * Fails with NOT_FOUND.
     *
     * @param UpdateMemberInput $input
     *   - memberId: Id of the member
     *   - organizationId: Default: the oldest that the caller runs, or belongs to
     *   - administrator: Whether they run the organization
     * @return Member
     * @throws ParaphException
     */
    public function updateMember(array $input, ?CallOptions $options = null): array
    {
        return $this->call('updateMember', $input, $options);
    }

    /**
     * Remove a member from the organization and its workspaces.
     *
     * `DELETE /api/v1/organization/members/{memberId}`; needs the scope `organization:write`.
     *
     * Fails with NOT_FOUND.
     *
     * @param RemoveMemberInput $input
     *   - memberId: Id of the member
     *   - organizationId: Default: the oldest that the caller runs, or belongs to
     * @throws ParaphException
     */
    public function removeMember(array $input, ?CallOptions $options = null): void
    {
        $this->call('removeMember', $input, $options);
    }

    /**
     * What a member would hand over: what is under way, templates and apps.
     *
     * `GET /api/v1/organization/members/{memberId}/hand-over`; needs the scope `organization:write`.
     *
     * Fails with NOT_FOUND.
     *
     * @param PreviewHandOverInput $input
     *   - memberId: Id of the member
     *   - organizationId: Default: the oldest that the caller runs, or belongs to
     * @return PreviewHandOverAnswer
     * @throws ParaphException
     */
    public function previewHandOver(array $input, ?CallOptions $options = null): array
    {
        return $this->call('previewHandOver', $input, $options);
    }

    /**
     * Hand all that a member has under way over to another one, and remove them if asked.
     *
     * `POST /api/v1/organization/members/{memberId}/hand-over`; needs the scope `organization:write`.
     *
     * Fails with NOT_FOUND.
     *
     * @param HandOverMemberInput $input
     *   - memberId: Id of the member
     *   - organizationId: Default: the oldest that the caller runs, or belongs to
     *   - to: Id of the member who takes over
     *   - remove: Whether the member is removed from the organization in the same act
     * @return HandOverMemberAnswer
     * @throws ParaphException
     */
    public function handOverMember(array $input, ?CallOptions $options = null): array
    {
        return $this->call('handOverMember', $input, $options);
    }

    /**
     * Mail an invitation again; the former link ends.
     *
     * `POST /api/v1/organization/members/{memberId}/invitation`; needs the scope `organization:write`.
     *
     * Fails with NOT_FOUND.
     *
     * @param InviteMemberAgainInput $input
     *   - memberId: Id of the member
     *   - organizationId: Default: the oldest that the caller runs, or belongs to
     * @return Member
     * @throws ParaphException
     */
    public function inviteMemberAgain(array $input, ?CallOptions $options = null): array
    {
        return $this->call('inviteMemberAgain', $input, $options);
    }

    /**
     * The roles that can be granted: those of every organization, then its own.
     *
     * `GET /api/v1/organization/roles`; needs the scope `organization:write`.
     *
     * Fails with NOT_FOUND.
     *
     * @param ListRolesInput $input
     *   - organizationId: Default: the oldest that the caller runs, or belongs to
     * @return list<Role>
     * @throws ParaphException
     */
    public function listRoles(array $input = [], ?CallOptions $options = null): array
    {
        return $this->call('listRoles', $input, $options);
    }

    /**
     * Create a role of the organization; its key is derived from its name.
     *
     * `POST /api/v1/organization/roles`; needs the scope `organization:write`.
     *
     * Fails with NOT_FOUND.
     *
     * @param CreateRoleInput $input
     *   - organizationId: Default: the oldest that the caller runs, or belongs to
     *   - name: 2 to 250 characters
     *   - permissions: Which permissions it grants
     * @return Role
     * @throws ParaphException
     */
    public function createRole(array $input, ?CallOptions $options = null): array
    {
        return $this->call('createRole', $input, $options);
    }

    /**
     * Change the name or permissions of a role; absent properties stay.
     *
     * `PUT /api/v1/organization/roles/{roleId}`; needs the scope `organization:write`.
     *
     * Fails with NOT_FOUND.
     *
     * @param UpdateRoleInput $input
     *   - roleId: Id of the role
     *   - organizationId: Default: the oldest that the caller runs, or belongs to
     *   - name: 2 to 250 characters
     *   - permissions: Which permissions it grants
     * @return Role
     * @throws ParaphException
     */
    public function updateRole(array $input, ?CallOptions $options = null): array
    {
        return $this->call('updateRole', $input, $options);
    }

    /**
     * Delete a role that no user has.
     *
     * `DELETE /api/v1/organization/roles/{roleId}`; needs the scope `organization:write`.
     *
     * Fails with NOT_FOUND.
     *
     * @param DeleteRoleInput $input
     *   - roleId: Id of the role
     *   - organizationId: Default: the oldest that the caller runs, or belongs to
     * @throws ParaphException
     */
    public function deleteRole(array $input, ?CallOptions $options = null): void
    {
        $this->call('deleteRole', $input, $options);
    }

    /**
     * The bytes of the picture that stamps show, a PNG; 404 without one.
     *
     * `GET /api/v1/organization/picture`; needs the scope `organization:write`.
     *
     * Fails with NOT_FOUND.
     *
     * @param ReadOrganizationPictureInput $input
     *   - organizationId: Default: the oldest that the caller runs, or belongs to
     * @return string the bytes
     * @throws ParaphException
     */
    public function readOrganizationPicture(array $input = [], ?CallOptions $options = null): string
    {
        return $this->call('readOrganizationPicture', $input, $options);
    }

    /**
     * Set the picture that stamps show in documents that start from now on.
     *
     * `PUT /api/v1/organization/picture`; needs the scope `organization:write`.
     *
     * Fails with NOT_FOUND.
     *
     * @param UpdateOrganizationPictureInput $input
     *   - organizationId: Default: the oldest that the caller runs, or belongs to
     *   - picture: A PNG with 8 bits a channel or a JPEG of at most 2 MiB and 2,048 × 2,048 pixels; beyond 900 pixels it is shrunk
     * @throws ParaphException
     */
    public function updateOrganizationPicture(array $input, ?CallOptions $options = null): void
    {
        $this->call('updateOrganizationPicture', $input, $options);
    }

    /**
     * Remove the picture: stamps of documents that start from now on show their text.
     *
     * `DELETE /api/v1/organization/picture`; needs the scope `organization:write`.
     *
     * Fails with NOT_FOUND.
     *
     * @param DeleteOrganizationPictureInput $input
     *   - organizationId: Default: the oldest that the caller runs, or belongs to
     * @throws ParaphException
     */
    public function deleteOrganizationPicture(array $input = [], ?CallOptions $options = null): void
    {
        $this->call('deleteOrganizationPicture', $input, $options);
    }

    /**
     * The levels and identifications that the organization is offered, and what the others need.
     *
     * `GET /api/v1/organization/levels`; needs the scope `organization:write`.
     *
     * Fails with NOT_FOUND, WORKSPACE_NOT_FOUND.
     *
     * @param ReadLevelsInput $input
     *   - organizationId: Id of the organization. Default: the oldest that the caller runs, or belongs to
     *   - workspaceId: The workspace whose role of the caller `permitted` is about
     * @return LevelOffers
     * @throws ParaphException
     */
    public function readLevels(array $input = [], ?CallOptions $options = null): array
    {
        return $this->call('readLevels', $input, $options);
    }

    /**
     * Set how signers are identified where their sender says nothing, and which levels roles may ask for.
     *
     * `PUT /api/v1/organization/levels`; needs the scope `organization:write`.
     *
     * Fails with NOT_FOUND.
     *
     * @param UpdateLevelsInput $input
     *   - organizationId: Id of the organization. Default: the oldest that the caller runs, or belongs to
     *   - defaultIdentification: One that is offered; null for the first that is offered and suits each recipient. Left out, it stays
     *   - roles: Roles that may ask for other levels from now on; those that are not named keep theirs
     * @return LevelOffers
     * @throws ParaphException
     */
    public function updateLevels(array $input = [], ?CallOptions $options = null): array
    {
        return $this->call('updateLevels', $input, $options);
    }

    /**
     * The record of the organization: who did what, from where, the newest first.
     *
     * `GET /api/v1/organization/events`; needs the scope `organization:write`.
     *
     * Fails with NOT_FOUND.
     *
     * @param ListOrganizationEventsInput $input
     *   - page: Which page of the list, from 1. Default: 1
     *   - limit: Members of a page; 8 by default, at most 100. Default: 8
     *   - kind: One kind, or the beginning of several before the dot: `member.removed`, `member`
     *   - personId: The id of an account that acted, or whom it is about
     *   - from: Since then, in seconds since 1970
     *   - to: Before then, in seconds since 1970
     *   - after: Those with a higher number in the chain alone, in its order
     *   - organizationId: Default: the oldest that the caller runs, or belongs to
     * @return Page<ListOrganizationEventsItem>
     * @throws ParaphException
     */
    public function listOrganizationEvents(array $input = [], ?CallOptions $options = null): Page
    {
        return $this->page('listOrganizationEvents', $input, $options);
    }

    /**
     * All of the record that the filters find, oldest first: a table (CSV), or a JSON object a line.
     *
     * `GET /api/v1/organization/events/export`; needs the scope `organization:write`.
     *
     * Fails with NOT_FOUND.
     *
     * @param ExportOrganizationEventsInput $input
     *   - format: Default: `csv`
     *   - kind: One kind, or the beginning of several before the dot: `member.removed`, `member`
     *   - personId: The id of an account that acted, or whom it is about
     *   - from: Since then, in seconds since 1970
     *   - to: Before then, in seconds since 1970
     *   - after: Those with a higher number in the chain alone, in its order
     *   - organizationId: Default: the oldest that the caller runs, or belongs to
     * @return string the bytes
     * @throws ParaphException
     */
    public function exportOrganizationEvents(array $input = [], ?CallOptions $options = null): string
    {
        return $this->call('exportOrganizationEvents', $input, $options);
    }

    /**
     * Where the record of the organization is sent as it grows, and how far that has come.
     *
     * `GET /api/v1/organization/collector`; needs the scope `organization:write`.
     *
     * Fails with NOT_FOUND.
     *
     * @param ReadCollectorInput $input
     *   - organizationId: Default: the oldest that the caller runs, or belongs to
     * @return CollectorState
     * @throws ParaphException
     */
    public function readCollector(array $input = [], ?CallOptions $options = null): array
    {
        return $this->call('readCollector', $input, $options);
    }

    /**
     * Set where the record of the organization is sent as it grows.
     *
     * `PUT /api/v1/organization/collector`; needs the scope `organization:write`.
     *
     * Fails with NOT_FOUND.
     *
     * @param SaveCollectorInput $input
     *   - organizationId: Default: the oldest that the caller runs, or belongs to
     *   - url: The address, with `https://`
     *   - format: `json`: our own shape; `otlp`: log records of OpenTelemetry (OTLP over HTTP, JSON). Default: `json`
     *   - authorization: The value of a header `Authorization`; null: none. Absent: it stays, with the same server
     *   - position: Sends what comes after this number of the record; 0 of a new one, as it is by default
     *   - renewSecret: Makes another secret; the former one ends at once
     * @return SaveCollectorAnswer
     * @throws ParaphException
     */
    public function saveCollector(array $input, ?CallOptions $options = null): array
    {
        return $this->call('saveCollector', $input, $options);
    }

    /**
     * Send the record nowhere any more; what was sent stays there.
     *
     * `DELETE /api/v1/organization/collector`; needs the scope `organization:write`.
     *
     * Fails with NOT_FOUND.
     *
     * @param DeleteCollectorInput $input
     *   - organizationId: Default: the oldest that the caller runs, or belongs to
     * @throws ParaphException
     */
    public function deleteCollector(array $input = [], ?CallOptions $options = null): void
    {
        $this->call('deleteCollector', $input, $options);
    }

    /**
     * Try the collector now.
     *
     * `POST /api/v1/organization/collector/retry`; needs the scope `organization:write`.
     *
     * Fails with NOT_FOUND.
     *
     * @param RetryCollectorInput $input
     *   - organizationId: Default: the oldest that the caller runs, or belongs to
     * @return CollectorState
     * @throws ParaphException
     */
    public function retryCollector(array $input = [], ?CallOptions $options = null): array
    {
        return $this->call('retryCollector', $input, $options);
    }

    /**
     * What the organization used, by month and workspace, the newest month first.
     *
     * `GET /api/v1/organization/usage`; needs the scope `organization:write`.
     *
     * Fails with NOT_FOUND.
     *
     * @param ReadUsageInput $input
     *   - from: The first month, as `2026-01`. Default: that eleven months before the last
     *   - to: The last month, with which the period has at most 60. Default: the current one, of UTC
     *   - organizationId: Default: the oldest that the caller runs, or belongs to
     * @return ReadUsageAnswer
     * @throws ParaphException
     */
    public function readUsage(array $input = [], ?CallOptions $options = null): array
    {
        return $this->call('readUsage', $input, $options);
    }

    /**
     * The same as a table (CSV).
     *
     * `GET /api/v1/organization/usage/export`; needs the scope `organization:write`.
     *
     * Fails with NOT_FOUND.
     *
     * @param ExportUsageInput $input
     *   - from: The first month, as `2026-01`. Default: that eleven months before the last
     *   - to: The last month, with which the period has at most 60. Default: the current one, of UTC
     *   - organizationId: Default: the oldest that the caller runs, or belongs to
     * @return string the bytes
     * @throws ParaphException
     */
    public function exportUsage(array $input = [], ?CallOptions $options = null): string
    {
        return $this->call('exportUsage', $input, $options);
    }

    /**
     * How the organization shows itself: the draft, and what is published.
     *
     * `GET /api/v1/organization/brand`; needs the scope `organization:write`.
     *
     * Fails with NOT_FOUND.
     *
     * @param ReadBrandInput $input
     *   - organizationId: Default: the oldest that the caller runs, or belongs to
     * @return BrandState
     * @throws ParaphException
     */
    public function readBrand(array $input = [], ?CallOptions $options = null): array
    {
        return $this->call('readBrand', $input, $options);
    }

    /**
     * Change the draft; absent values stay, null removes one.
     *
     * `PUT /api/v1/organization/brand`; needs the scope `organization:write`.
     *
     * Fails with NOT_FOUND.
     *
     * @param UpdateBrandInput $input
     *   - organizationId: Default: the oldest that the caller runs, or belongs to
     *   - accent: As `#rrggbb`, with a contrast of at least 4.5 on light pages; its shades for dark ones are derived
     *   - senderName: At most 80 characters
     *   - replyAddress: An email address
     *   - footer: At most 400 characters, plain text
     *   - disclosures: All texts, one a language; what is left out is removed
     * @return BrandState
     * @throws ParaphException
     */
    public function updateBrand(array $input = [], ?CallOptions $options = null): array
    {
        return $this->call('updateBrand', $input, $options);
    }

    /**
     * Show nothing of its own from now on; the draft stays.
     *
     * `DELETE /api/v1/organization/brand`; needs the scope `organization:write`.
     *
     * Fails with NOT_FOUND.
     *
     * @param WithdrawBrandInput $input
     *   - organizationId: Default: the oldest that the caller runs, or belongs to
     * @return BrandState
     * @throws ParaphException
     */
    public function withdrawBrand(array $input = [], ?CallOptions $options = null): array
    {
        return $this->call('withdrawBrand', $input, $options);
    }

    /**
     * Show the draft from now on.
     *
     * `POST /api/v1/organization/brand/publish`; needs the scope `organization:write`.
     *
     * Fails with NOT_FOUND.
     *
     * @param PublishBrandInput $input
     *   - organizationId: Default: the oldest that the caller runs, or belongs to
     * @return BrandState
     * @throws ParaphException
     */
    public function publishBrand(array $input = [], ?CallOptions $options = null): array
    {
        return $this->call('publishBrand', $input, $options);
    }

    /**
     * The logo, a PNG; 404 without one.
     *
     * `GET /api/v1/organization/brand/logo`; needs the scope `organization:write`.
     *
     * Fails with NOT_FOUND.
     *
     * @param ReadBrandLogoInput $input
     *   - organizationId: Default: the oldest that the caller runs, or belongs to
     *   - phase: Default: draft
     * @return string the bytes
     * @throws ParaphException
     */
    public function readBrandLogo(array $input = [], ?CallOptions $options = null): string
    {
        return $this->call('readBrandLogo', $input, $options);
    }

    /**
     * Set the logo of the draft.
     *
     * `PUT /api/v1/organization/brand/logo`; needs the scope `organization:write`.
     *
     * Fails with NOT_FOUND.
     *
     * @param UpdateBrandLogoInput $input
     *   - organizationId: Default: the oldest that the caller runs, or belongs to
     *   - picture: A PNG with 8 bits a channel or a JPEG of at most 2 MiB and 2,048 × 2,048 pixels; beyond 900 pixels it is shrunk
     * @return BrandState
     * @throws ParaphException
     */
    public function updateBrandLogo(array $input, ?CallOptions $options = null): array
    {
        return $this->call('updateBrandLogo', $input, $options);
    }

    /**
     * Remove the logo of the draft.
     *
     * `DELETE /api/v1/organization/brand/logo`; needs the scope `organization:write`.
     *
     * Fails with NOT_FOUND.
     *
     * @param DeleteBrandLogoInput $input
     *   - organizationId: Default: the oldest that the caller runs, or belongs to
     * @return BrandState
     * @throws ParaphException
     */
    public function deleteBrandLogo(array $input = [], ?CallOptions $options = null): array
    {
        return $this->call('deleteBrandLogo', $input, $options);
    }

    /**
     * An invitation as the draft would make it, a page of HTML.
     *
     * `GET /api/v1/organization/brand/mail`; needs the scope `organization:write`.
     *
     * Fails with NOT_FOUND.
     *
     * @param PreviewBrandMailInput $input
     *   - organizationId: Default: the oldest that the caller runs, or belongs to
     *   - language: Default: English
     * @return string the bytes
     * @throws ParaphException
     */
    public function previewBrandMail(array $input = [], ?CallOptions $options = null): string
    {
        return $this->call('previewBrandMail', $input, $options);
    }

    /**
     * What agents may do in an organization; `off` where nobody has allowed anything.
     *
     * `GET /api/v1/organization/agents`; needs the scope `organization:write`.
     *
     * Fails with NOT_FOUND.
     *
     * @param ReadAgentSettingsInput $input
     *   - organizationId: Default: the oldest that the caller runs, or belongs to
     * @return ReadAgentSettingsAnswer
     * @throws ParaphException
     */
    public function readAgentSettings(array $input = [], ?CallOptions $options = null): array
    {
        return $this->call('readAgentSettings', $input, $options);
    }

    /**
     * Set what agents may do in an organization; it counts at once.
     *
     * `PUT /api/v1/organization/agents`; needs the scope `organization:write`.
     *
     * Fails with NOT_FOUND.
     *
     * @param UpdateAgentSettingsInput $input
     *   - organizationId: Default: the oldest that the caller runs, or belongs to
     *   - mode: `off`: nothing. `drafts`: read and prepare. `confirmation`: also remind, and ask a member to send or cancel
     * @return UpdateAgentSettingsAnswer
     * @throws ParaphException
     */
    public function updateAgentSettings(array $input, ?CallOptions $options = null): array
    {
        return $this->call('updateAgentSettings', $input, $options);
    }

    /**
     * What agents may send by themselves; nothing, where nobody has allowed it.
     *
     * `GET /api/v1/organization/agents/allowance`; needs the scope `organization:write`.
     *
     * Fails with NOT_FOUND.
     *
     * @param ReadAgentAllowanceInput $input
     *   - organizationId: Default: the oldest that the caller runs, or belongs to
     * @return ReadAgentAllowanceAnswer
     * @throws ParaphException
     */
    public function readAgentAllowance(array $input = [], ?CallOptions $options = null): array
    {
        return $this->call('readAgentAllowance', $input, $options);
    }

    /**
     * Set what agents may send by themselves, without a person; it counts at once.
     *
     * `PUT /api/v1/organization/agents/allowance`; needs the scope `organization:write`.
     *
     * Fails with NOT_FOUND.
     *
     * @param UpdateAgentAllowanceInput $input
     *   - organizationId: Default: the oldest that the caller runs, or belongs to
     *   - templates: Ids of templates of the organization; each is listed as it is now
     *   - domains: Domains such as example.com; what is below one is another domain
     *   - dailyCap: How many workflows agents may send by themselves in a day of UTC, for all members together; 0: none
     * @return UpdateAgentAllowanceAnswer
     * @throws ParaphException
     */
    public function updateAgentAllowance(array $input, ?CallOptions $options = null): array
    {
        return $this->call('updateAgentAllowance', $input, $options);
    }

    /**
     * How long workflows of the organization and of its workspaces are kept.
     *
     * `GET /api/v1/organization/retention`; needs the scope `organization:write`.
     *
     * Fails with NOT_FOUND.
     *
     * @param ReadRetentionInput $input
     *   - organizationId: Default: the oldest that the caller runs, or belongs to
     * @return RetentionPolicies
     * @throws ParaphException
     */
    public function readRetention(array $input = [], ?CallOptions $options = null): array
    {
        return $this->call('readRetention', $input, $options);
    }

    /**
     * Set how long workflows of the organization are kept; absent properties stay.
     *
     * `PUT /api/v1/organization/retention`; needs the scope `organization:write`.
     *
     * Fails with NOT_FOUND.
     *
     * @param UpdateRetentionInput $input
     *   - organizationId: Default: the oldest that the caller runs, or belongs to
     *   - signedYears: Years that signed workflows are kept after their end; 0: for ever; null: as the next wider policy says
     *   - draftDays: Days that drafts are kept after their last change; 0: for ever; null: as the next wider policy says
     *   - stoppedMonths: Months that declined, canceled and expired workflows are kept; 0: for ever; null: as the next wider policy says
     * @return RetentionPolicies
     * @throws ParaphException
     */
    public function updateRetention(array $input = [], ?CallOptions $options = null): array
    {
        return $this->call('updateRetention', $input, $options);
    }

    /**
     * Set how long workflows of one workspace are kept; absent properties stay.
     *
     * `PUT /api/v1/organization/retention/workspaces/{workspaceId}`; needs the scope `organization:write`.
     *
     * Fails with NOT_FOUND, WORKSPACE_NOT_FOUND.
     *
     * @param UpdateWorkspaceRetentionInput $input
     *   - workspaceId: Id of the workspace
     *   - organizationId: Default: the oldest that the caller runs, or belongs to
     *   - signedYears: Years that signed workflows are kept after their end; 0: for ever; null: as the next wider policy says
     *   - draftDays: Days that drafts are kept after their last change; 0: for ever; null: as the next wider policy says
     *   - stoppedMonths: Months that declined, canceled and expired workflows are kept; 0: for ever; null: as the next wider policy says
     * @return RetentionPolicies
     * @throws ParaphException
     */
    public function updateWorkspaceRetention(array $input, ?CallOptions $options = null): array
    {
        return $this->call('updateWorkspaceRetention', $input, $options);
    }

    /**
     * What the next run would erase with other periods; changes nothing.
     *
     * `POST /api/v1/organization/retention/effect`; needs the scope `organization:write`.
     *
     * Fails with NOT_FOUND, WORKSPACE_NOT_FOUND, TEMPLATE_NOT_FOUND, WORKFLOW_NOT_FOUND.
     *
     * @param PreviewRetentionInput $input
     *   - organizationId: Default: the oldest that the caller runs, or belongs to
     *   - signedYears: Years that signed workflows are kept after their end; 0: for ever; null: as the next wider policy says
     *   - draftDays: Days that drafts are kept after their last change; 0: for ever; null: as the next wider policy says
     *   - stoppedMonths: Months that declined, canceled and expired workflows are kept; 0: for ever; null: as the next wider policy says
     *   - workspaceId: The workspace whose policy would change; null or absent: that of the organization
     *   - templateId: The template whose policy would change, instead of a workspace
     *   - workflowId: The workflow whose policy would change, instead of a workspace
     * @return RetentionEffect
     * @throws ParaphException
     */
    public function previewRetention(array $input = [], ?CallOptions $options = null): array
    {
        return $this->call('previewRetention', $input, $options);
    }

    /**
     * Who changed how long workflows are kept, when, and from what to what, newest first.
     *
     * `GET /api/v1/organization/retention/changes`; needs the scope `organization:write`.
     *
     * Fails with NOT_FOUND.
     *
     * @param ListRetentionChangesInput $input
     *   - page: Which page of the list, from 1. Default: 1
     *   - limit: Members of a page; 8 by default, at most 100. Default: 8
     *   - organizationId: Default: the oldest that the caller runs, or belongs to
     * @return Page<RetentionChange>
     * @throws ParaphException
     */
    public function listRetentionChanges(array $input = [], ?CallOptions $options = null): Page
    {
        return $this->page('listRetentionChanges', $input, $options);
    }

    /**
     * The runs that erased what was due, and dry runs, newest first.
     *
     * `GET /api/v1/organization/retention/runs`; needs the scope `organization:write`.
     *
     * Fails with NOT_FOUND.
     *
     * @param ListRetentionRunsInput $input
     *   - page: Which page of the list, from 1. Default: 1
     *   - limit: Members of a page; 8 by default, at most 100. Default: 8
     *   - organizationId: Default: the oldest that the caller runs, or belongs to
     * @return Page<RetentionRun>
     * @throws ParaphException
     */
    public function listRetentionRuns(array $input = [], ?CallOptions $options = null): Page
    {
        return $this->page('listRetentionRuns', $input, $options);
    }

    /**
     * Begin a dry run: it shows what the next run would erase, and erases nothing.
     *
     * `POST /api/v1/organization/retention/runs`; needs the scope `organization:write`.
     *
     * Fails with NOT_FOUND.
     *
     * @param StartDryRunInput $input
     *   - organizationId: Default: the oldest that the caller runs, or belongs to
     * @return RetentionRun
     * @throws ParaphException
     */
    public function startDryRun(array $input = [], ?CallOptions $options = null): array
    {
        return $this->call('startDryRun', $input, $options);
    }

    /**
     * One run, and how far it is.
     *
     * `GET /api/v1/organization/retention/runs/{runId}`; needs the scope `organization:write`.
     *
     * Fails with NOT_FOUND.
     *
     * @param ReadRetentionRunInput $input
     *   - runId: Id of the run
     *   - organizationId: Default: the oldest that the caller runs, or belongs to
     * @return RetentionRun
     * @throws ParaphException
     */
    public function readRetentionRun(array $input, ?CallOptions $options = null): array
    {
        return $this->call('readRetentionRun', $input, $options);
    }

    /**
     * The workflows that a run erased or would have erased, and those that a hold kept.
     *
     * `GET /api/v1/organization/retention/runs/{runId}/items`; needs the scope `organization:write`.
     *
     * Fails with NOT_FOUND.
     *
     * @param ListRetentionItemsInput $input
     *   - runId: Id of the run
     *   - page: Which page of the list, from 1. Default: 1
     *   - limit: Members of a page; 8 by default, at most 100. Default: 8
     *   - organizationId: Default: the oldest that the caller runs, or belongs to
     * @return Page<RetentionItem>
     * @throws ParaphException
     */
    public function listRetentionItems(array $input, ?CallOptions $options = null): Page
    {
        return $this->page('listRetentionItems', $input, $options);
    }

    /**
     * The legal holds of the organization, those in force first.
     *
     * `GET /api/v1/organization/holds`; needs the scope `organization:write`.
     *
     * Fails with NOT_FOUND.
     *
     * @param ListHoldsInput $input
     *   - page: Which page of the list, from 1. Default: 1
     *   - limit: Members of a page; 8 by default, at most 100. Default: 8
     *   - organizationId: Default: the oldest that the caller runs, or belongs to
     * @return Page<Hold>
     * @throws ParaphException
     */
    public function listHolds(array $input = [], ?CallOptions $options = null): Page
    {
        return $this->page('listHolds', $input, $options);
    }

    /**
     * Keep a workflow, a workspace or all of a person from being erased.
     *
     * `POST /api/v1/organization/holds`; needs the scope `organization:write`.
     *
     * Fails with NOT_FOUND, WORKFLOW_NOT_FOUND, WORKSPACE_NOT_FOUND.
     *
     * @param PlaceHoldInput $input
     *   - organizationId: Default: the oldest that the caller runs, or belongs to
     *   - reason: Why, as shown to those who are refused
     *   - workflowId: Id of the workflow
     *   - workspaceId: Id of the workspace
     *   - email: Address of a person; exactly one of the three is given
     * @return Hold
     * @throws ParaphException
     */
    public function placeHold(array $input, ?CallOptions $options = null): array
    {
        return $this->call('placeHold', $input, $options);
    }

    /**
     * Lift a legal hold.
     *
     * `POST /api/v1/organization/holds/{holdId}/lift`; needs the scope `organization:write`.
     *
     * Fails with NOT_FOUND.
     *
     * @param LiftHoldInput $input
     *   - holdId: Id of the hold
     *   - organizationId: Default: the oldest that the caller runs, or belongs to
     * @return Hold
     * @throws ParaphException
     */
    public function liftHold(array $input, ?CallOptions $options = null): array
    {
        return $this->call('liftHold', $input, $options);
    }

    /**
     * How recipients are reminded by themselves where neither workflow nor workspace says it.
     *
     * `GET /api/v1/organization/reminders`; needs the scope `organization:write`.
     *
     * Fails with NOT_FOUND.
     *
     * @param ReadOrganizationRemindersInput $input
     *   - organizationId: Default: the oldest that the caller runs, or belongs to
     * @return ReminderDefault
     * @throws ParaphException
     */
    public function readOrganizationReminders(array $input = [], ?CallOptions $options = null): array
    {
        return $this->call('readOrganizationReminders', $input, $options);
    }

    /**
     * Set how recipients are reminded by themselves; for workflows that start from now on.
     *
     * `PUT /api/v1/organization/reminders`; needs the scope `organization:write`.
     *
     * Fails with NOT_FOUND.
     *
     * @param UpdateOrganizationRemindersInput $input
     *   - organizationId: Default: the oldest that the caller runs, or belongs to
     *   - reminders: `off`, or days as in `first=3;every=3;max=5;beforeExpiry=1`; null to follow the next wider one, which is `off` above the organization
     * @return ReminderDefault
     * @throws ParaphException
     */
    public function updateOrganizationReminders(array $input, ?CallOptions $options = null): array
    {
        return $this->call('updateOrganizationReminders', $input, $options);
    }

    /**
     * What documents begin with in the app where the workspace says nothing.
     *
     * `GET /api/v1/organization/defaults`; needs the scope `organization:write`.
     *
     * Fails with NOT_FOUND.
     *
     * @param ReadOrganizationDefaultsInput $input
     *   - organizationId: Default: the oldest that the caller runs, or belongs to
     * @return Defaults
     * @throws ParaphException
     */
    public function readOrganizationDefaults(array $input = [], ?CallOptions $options = null): array
    {
        return $this->call('readOrganizationDefaults', $input, $options);
    }

    /**
     * Set deadline, level and language that documents begin with in the app.
     *
     * `PUT /api/v1/organization/defaults`; needs the scope `organization:write`.
     *
     * Fails with NOT_FOUND.
     *
     * @param UpdateOrganizationDefaultsInput $input
     *   - organizationId: Default: the oldest that the caller runs, or belongs to
     *   - expiryDays: Days until the deadline
     *   - type: A level that is offered
     *   - language: Of people for whom none is chosen
     * @return Defaults
     * @throws ParaphException
     */
    public function updateOrganizationDefaults(array $input = [], ?CallOptions $options = null): array
    {
        return $this->call('updateOrganizationDefaults', $input, $options);
    }

    /**
     * The host of its own that links of the organization name.
     *
     * `GET /api/v1/organization/link-host`; needs the scope `organization:write`.
     *
     * Fails with NOT_FOUND.
     *
     * @param ReadLinkHostInput $input
     *   - organizationId: Default: the oldest that the caller runs, or belongs to
     * @return LinkHostState
     * @throws ParaphException
     */
    public function readLinkHost(array $input = [], ?CallOptions $options = null): array
    {
        return $this->call('readLinkHost', $input, $options);
    }

    /**
     * Set a host of its own for links; it counts once it is proven.
     *
     * `PUT /api/v1/organization/link-host`; needs the scope `organization:write`.
     *
     * Fails with NOT_FOUND.
     *
     * @param SetLinkHostInput $input
     *   - organizationId: Default: the oldest that the caller runs, or belongs to
     *   - host: Such as `sign.example.com`
     * @return LinkHostState
     * @throws ParaphException
     */
    public function setLinkHost(array $input, ?CallOptions $options = null): array
    {
        return $this->call('setLinkHost', $input, $options);
    }

    /**
     * Ask the DNS and the host itself whether it is the organization’s and leads here.
     *
     * `POST /api/v1/organization/link-host/check`; needs the scope `organization:write`.
     *
     * Fails with NOT_FOUND.
     *
     * @param CheckLinkHostInput $input
     *   - organizationId: Default: the oldest that the caller runs, or belongs to
     * @return LinkHostState
     * @throws ParaphException
     */
    public function checkLinkHost(array $input = [], ?CallOptions $options = null): array
    {
        return $this->call('checkLinkHost', $input, $options);
    }

    /**
     * Have links name the instance again.
     *
     * `DELETE /api/v1/organization/link-host`; needs the scope `organization:write`.
     *
     * Fails with NOT_FOUND.
     *
     * @param RemoveLinkHostInput $input
     *   - organizationId: Default: the oldest that the caller runs, or belongs to
     * @throws ParaphException
     */
    public function removeLinkHost(array $input = [], ?CallOptions $options = null): void
    {
        $this->call('removeLinkHost', $input, $options);
    }

    /**
     * The origins whose pages may show what API keys of the organization open for signing.
     *
     * `GET /api/v1/organization/embed-origins`; needs the scope `organization:write`.
     *
     * Fails with NOT_FOUND.
     *
     * @param ReadEmbedOriginsInput $input
     *   - organizationId: Default: the oldest that the caller runs, or belongs to
     * @return ReadEmbedOriginsAnswer
     * @throws ParaphException
     */
    public function readEmbedOrigins(array $input = [], ?CallOptions $options = null): array
    {
        return $this->call('readEmbedOrigins', $input, $options);
    }

    /**
     * Set the origins whose pages may show what API keys of the organization open for signing.
     *
     * `PUT /api/v1/organization/embed-origins`; needs the scope `organization:write`.
     *
     * Fails with NOT_FOUND.
     *
     * @param UpdateEmbedOriginsInput $input
     *   - organizationId: Default: the oldest that the caller runs, or belongs to
     *   - embedOrigins: At most 20, such as `https://app.example.com`; `http://` for localhost only, and no wildcard
     * @return UpdateEmbedOriginsAnswer
     * @throws ParaphException
     */
    public function updateEmbedOrigins(array $input, ?CallOptions $options = null): array
    {
        return $this->call('updateEmbedOrigins', $input, $options);
    }

    /**
     * Webhook endpoints of an organization.
     *
     * `GET /api/v1/organization/webhooks`; needs the scope `webhooks:write`.
     *
     * Fails with NOT_FOUND.
     *
     * @param ListWebhooksInput $input
     *   - organizationId: Default: the oldest that the caller runs, or belongs to
     * @return list<WebhookEndpoint>
     * @throws ParaphException
     */
    public function listWebhooks(array $input = [], ?CallOptions $options = null): array
    {
        return $this->call('listWebhooks', $input, $options);
    }

    /**
     * Send the events of all workflows of an organization to a server; the secret is shown once.
     *
     * `POST /api/v1/organization/webhooks`; needs the scope `webhooks:write`.
     *
     * Fails with NOT_FOUND.
     *
     * @param CreateWebhookInput $input
     *   - organizationId: Default: the oldest that the caller runs, or belongs to
     *   - url: The https address to notify
     *   - events: Which events are sent; empty or absent for all
     *   - enabled: Whether notifications are sent; true by default
     *   - sslVerification: Whether the receiver’s certificate must verify; true by default
     * @return CreateWebhookAnswer
     * @throws ParaphException
     */
    public function createWebhook(array $input, ?CallOptions $options = null): array
    {
        return $this->call('createWebhook', $input, $options);
    }

    /**
     * One webhook.
     *
     * `GET /api/v1/organization/webhooks/{webhookId}`; needs the scope `webhooks:write`.
     *
     * Fails with NOT_FOUND.
     *
     * @param ReadWebhookInput $input
     *   - webhookId: Id of the webhook
     *   - organizationId: Default: the oldest that the caller runs, or belongs to
     * @return WebhookEndpoint
     * @throws ParaphException
     */
    public function readWebhook(array $input, ?CallOptions $options = null): array
    {
        return $this->call('readWebhook', $input, $options);
    }

    /**
     * Change a webhook, or switch it off and on; absent properties stay.
     *
     * `PUT /api/v1/organization/webhooks/{webhookId}`; needs the scope `webhooks:write`.
     *
     * Fails with NOT_FOUND.
     *
     * @param UpdateWebhookInput $input
     *   - webhookId: Id of the webhook
     *   - organizationId: Default: the oldest that the caller runs, or belongs to
     *   - url: The https address to notify
     *   - events: Which events are sent; empty or absent for all
     *   - enabled: Whether notifications are sent; true by default
     *   - sslVerification: Whether the receiver’s certificate must verify; true by default
     * @return WebhookEndpoint
     * @throws ParaphException
     */
    public function updateWebhook(array $input, ?CallOptions $options = null): array
    {
        return $this->call('updateWebhook', $input, $options);
    }

    /**
     * Delete a webhook; its pending notifications are dropped.
     *
     * `DELETE /api/v1/organization/webhooks/{webhookId}`; needs the scope `webhooks:write`.
     *
     * Fails with NOT_FOUND.
     *
     * @param DeleteWebhookInput $input
     *   - webhookId: Id of the webhook
     *   - organizationId: Default: the oldest that the caller runs, or belongs to
     * @throws ParaphException
     */
    public function deleteWebhook(array $input, ?CallOptions $options = null): void
    {
        $this->call('deleteWebhook', $input, $options);
    }

    /**
     * Rotate the secret; until the old one ends, every notification is signed by both.
     *
     * `POST /api/v1/organization/webhooks/{webhookId}/secret`; needs the scope `webhooks:write`.
     *
     * Fails with NOT_FOUND.
     *
     * @param RotateWebhookSecretInput $input
     *   - webhookId: Id of the webhook
     *   - organizationId: Default: the oldest that the caller runs, or belongs to
     *   - overlapSeconds: How long the old secret still signs, at most 604800. Default: 86400
     * @return RotateWebhookSecretAnswer
     * @throws ParaphException
     */
    public function rotateWebhookSecret(array $input, ?CallOptions $options = null): array
    {
        return $this->call('rotateWebhookSecret', $input, $options);
    }

    /**
     * The deliveries to a webhook and every attempt, newest first.
     *
     * `GET /api/v1/organization/webhooks/{webhookId}/deliveries`; needs the scope `webhooks:write`.
     *
     * Fails with NOT_FOUND.
     *
     * @param ListWebhookDeliveriesInput $input
     *   - webhookId: Id of the webhook
     *   - organizationId: Default: the oldest that the caller runs, or belongs to
     *   - page: Which page of the list, from 1. Default: 1
     *   - limit: Members of a page; 8 by default, at most 100. Default: 8
     * @return Page<EndpointDelivery>
     * @throws ParaphException
     */
    public function listWebhookDeliveries(array $input, ?CallOptions $options = null): Page
    {
        return $this->page('listWebhookDeliveries', $input, $options);
    }

    /**
     * Deliver a notification to a webhook again.
     *
     * `POST /api/v1/organization/webhooks/{webhookId}/deliveries/{deliveryId}/replay`; needs the scope `webhooks:write`.
     *
     * Fails with NOT_FOUND, WORKFLOW_STATUS_CONFLICT.
     *
     * @param ReplayWebhookDeliveryInput $input
     *   - webhookId: Id of the webhook
     *   - deliveryId: Id of the delivery
     *   - organizationId: Default: the oldest that the caller runs, or belongs to
     * @return EndpointDelivery
     * @throws ParaphException
     */
    public function replayWebhookDelivery(array $input, ?CallOptions $options = null): array
    {
        return $this->call('replayWebhookDelivery', $input, $options);
    }

    /**
     * The providers of qualified signatures of the organization, oldest first.
     *
     * `GET /api/v1/organization/trust-providers`; needs the scope `organization:write`.
     *
     * Fails with NOT_FOUND.
     *
     * @param ListTrustProvidersInput $input
     *   - organizationId: Default: the oldest that the caller runs, or belongs to
     * @return ListTrustProvidersAnswer
     * @throws ParaphException
     */
    public function listTrustProviders(array $input = [], ?CallOptions $options = null): array
    {
        return $this->call('listTrustProviders', $input, $options);
    }

    /**
     * Set up a provider of qualified signatures (CSC API, versions 1.0.4.0 and 2).
     *
     * `POST /api/v1/organization/trust-providers`; needs the scope `organization:write`.
     *
     * Fails with NOT_FOUND.
     *
     * @param CreateTrustProviderInput $input
     *   - organizationId: Default: the oldest that the caller runs, or belongs to
     *   - name: Its name, as people who sign are shown it
     *   - baseUrl: Address of its methods, with `https://`: `https://rssp.example.org/csc/v2`
     *   - oauthUrl: Address of its OAuth server, without `/oauth2/authorize`; null or absent: as its `info` says
     *   - clientId: The id of this instance at the provider
     *   - clientSecret: The secret of this instance at the provider; never shown again
     *   - clientAuthentication: Where the secret is sent: in the `body` of a request or its `header` (`client_secret_basic`); null or absent: as the metadata of the OAuth server say, else in the body
     *   - account: The account for `account_token`, where the provider gave one; null or absent: it asks for none
     *   - anchors: The certificates of the authorities that its qualified certificates must lead to, as PEM
     *   - enabled: Whether people can sign with it; true by default
     * @return TrustProvider
     * @throws ParaphException
     */
    public function createTrustProvider(array $input, ?CallOptions $options = null): array
    {
        return $this->call('createTrustProvider', $input, $options);
    }

    /**
     * Change a provider; absent properties stay, and another address needs the secret anew.
     *
     * `PUT /api/v1/organization/trust-providers/{providerId}`; needs the scope `organization:write`.
     *
     * Fails with NOT_FOUND.
     *
     * @param UpdateTrustProviderInput $input
     *   - providerId: Id of the provider
     *   - organizationId: Default: the oldest that the caller runs, or belongs to
     *   - name: Its name, as people who sign are shown it
     *   - baseUrl: Address of its methods, with `https://`: `https://rssp.example.org/csc/v2`
     *   - oauthUrl: Address of its OAuth server, without `/oauth2/authorize`; null or absent: as its `info` says
     *   - clientId: The id of this instance at the provider
     *   - clientSecret: The secret of this instance at the provider; never shown again
     *   - clientAuthentication: Where the secret is sent: in the `body` of a request or its `header` (`client_secret_basic`); null or absent: as the metadata of the OAuth server say, else in the body
     *   - account: The account for `account_token`, where the provider gave one; null or absent: it asks for none
     *   - anchors: The certificates of the authorities that its qualified certificates must lead to, as PEM
     *   - enabled: Whether people can sign with it; true by default
     * @return TrustProvider
     * @throws ParaphException
     */
    public function updateTrustProvider(array $input, ?CallOptions $options = null): array
    {
        return $this->call('updateTrustProvider', $input, $options);
    }

    /**
     * Delete a provider: people cannot sign with it any more.
     *
     * `DELETE /api/v1/organization/trust-providers/{providerId}`; needs the scope `organization:write`.
     *
     * Fails with NOT_FOUND.
     *
     * @param DeleteTrustProviderInput $input
     *   - providerId: Id of the provider
     *   - organizationId: Default: the oldest that the caller runs, or belongs to
     * @throws ParaphException
     */
    public function deleteTrustProvider(array $input, ?CallOptions $options = null): void
    {
        $this->call('deleteTrustProvider', $input, $options);
    }

    /**
     * Ask a provider what it offers, and say whether people can sign with it.
     *
     * `POST /api/v1/organization/trust-providers/{providerId}/try`; needs the scope `organization:write`.
     *
     * Fails with NOT_FOUND.
     *
     * @param TryTrustProviderInput $input
     *   - providerId: Id of the provider
     *   - organizationId: Default: the oldest that the caller runs, or belongs to
     * @return ProviderFindings
     * @throws ParaphException
     */
    public function tryTrustProvider(array $input, ?CallOptions $options = null): array
    {
        return $this->call('tryTrustProvider', $input, $options);
    }

    /**
     * The provider’s certificate with which the organization seals.
     *
     * `GET /api/v1/organization/seal-credential`; needs the scope `organization:write`.
     *
     * Fails with NOT_FOUND.
     *
     * @param ReadSealCredentialInput $input
     *   - organizationId: Default: the oldest that the caller runs, or belongs to
     * @return SealCredentialState
     * @throws ParaphException
     */
    public function readSealCredential(array $input = [], ?CallOptions $options = null): array
    {
        return $this->call('readSealCredential', $input, $options);
    }

    /**
     * The certificates that a provider holds for the organization, and whether they can seal.
     *
     * `GET /api/v1/organization/seal-credential/offers`; needs the scope `organization:write`.
     *
     * Fails with NOT_FOUND.
     *
     * @param ListSealCredentialsInput $input
     *   - organizationId: Default: the oldest that the caller runs, or belongs to
     *   - providerId: Id of the provider, or `sandbox`
     * @return ListSealCredentialsAnswer
     * @throws ParaphException
     */
    public function listSealCredentials(array $input, ?CallOptions $options = null): array
    {
        return $this->call('listSealCredentials', $input, $options);
    }

    /**
     * Choose the provider’s certificate with which the organization seals.
     *
     * `PUT /api/v1/organization/seal-credential`; needs the scope `organization:write`.
     *
     * Fails with NOT_FOUND.
     *
     * @param SaveSealCredentialInput $input
     *   - organizationId: Default: the oldest that the caller runs, or belongs to
     *   - providerId: Id of the provider, or `sandbox`
     *   - credentialId: Its id at the provider
     *   - pin: The PIN that releases its key, where it has one; never shown again
     * @return SealCredentialState
     * @throws ParaphException
     */
    public function saveSealCredential(array $input, ?CallOptions $options = null): array
    {
        return $this->call('saveSealCredential', $input, $options);
    }

    /**
     * Seal with certificates of this instance again.
     *
     * `DELETE /api/v1/organization/seal-credential`; needs the scope `organization:write`.
     *
     * Fails with NOT_FOUND.
     *
     * @param DeleteSealCredentialInput $input
     *   - organizationId: Default: the oldest that the caller runs, or belongs to
     * @throws ParaphException
     */
    public function deleteSealCredential(array $input = [], ?CallOptions $options = null): void
    {
        $this->call('deleteSealCredential', $input, $options);
    }

    /**
     * The identity provider of the organization.
     *
     * `GET /api/v1/organization/identity-provider`; needs the scope `organization:write`.
     *
     * Fails with NOT_FOUND.
     *
     * @param ReadIdentityProviderInput $input
     *   - organizationId: Default: the oldest that the caller runs, or belongs to
     * @return IdentityProviderState
     * @throws ParaphException
     */
    public function readIdentityProvider(array $input = [], ?CallOptions $options = null): array
    {
        return $this->call('readIdentityProvider', $input, $options);
    }

    /**
     * Set up or change the identity provider of the organization (OpenID Connect).
     *
     * `PUT /api/v1/organization/identity-provider`; needs the scope `organization:write`.
     *
     * Fails with NOT_FOUND.
     *
     * @param SaveIdentityProviderInput $input
     *   - organizationId: Default: the oldest that the caller runs, or belongs to
     *   - issuer: Its issuer, with `https://`, without `/.well-known/openid-configuration`
     *   - clientId: The id of this instance at the provider
     *   - clientSecret: The secret of this instance at the provider; never shown again. Absent: it stays, with the same issuer and client
     * @return IdentityProviderState
     * @throws ParaphException
     */
    public function saveIdentityProvider(array $input, ?CallOptions $options = null): array
    {
        return $this->call('saveIdentityProvider', $input, $options);
    }

    /**
     * Delete the identity provider: people cannot show with it who signs any more.
     *
     * `DELETE /api/v1/organization/identity-provider`; needs the scope `organization:write`.
     *
     * Fails with NOT_FOUND.
     *
     * @param DeleteIdentityProviderInput $input
     *   - organizationId: Default: the oldest that the caller runs, or belongs to
     * @throws ParaphException
     */
    public function deleteIdentityProvider(array $input = [], ?CallOptions $options = null): void
    {
        $this->call('deleteIdentityProvider', $input, $options);
    }

    /**
     * Ask the identity provider what it offers, and say whether people can sign in.
     *
     * `POST /api/v1/organization/identity-provider/try`; needs the scope `organization:write`.
     *
     * Fails with NOT_FOUND.
     *
     * @param TryIdentityProviderInput $input
     *   - organizationId: Default: the oldest that the caller runs, or belongs to
     * @return ProviderFindings
     * @throws ParaphException
     */
    public function tryIdentityProvider(array $input = [], ?CallOptions $options = null): array
    {
        return $this->call('tryIdentityProvider', $input, $options);
    }

    /**
     * The connections of the organization.
     *
     * `GET /api/v1/organization/connections`; needs the scope `organization:write`.
     *
     * Fails with NOT_FOUND.
     *
     * @param ListConnectionsInput $input
     *   - organizationId: Default: the oldest that the caller runs, or belongs to
     * @return ListConnectionsAnswer
     * @throws ParaphException
     */
    public function listConnections(array $input = [], ?CallOptions $options = null): array
    {
        return $this->call('listConnections', $input, $options);
    }

    /**
     * Add a connection (OpenID Connect or SAML 2.0).
     *
     * `POST /api/v1/organization/connections`; needs the scope `organization:write`.
     *
     * Fails with NOT_FOUND.
     *
     * @param CreateConnectionInput $input
     *   - organizationId: Default: the oldest that the caller runs, or belongs to
     *   - name: As members know it, such as `Acme`
     *   - kind: The protocol, `oidc` where it is left out; a connection keeps it
     *   - saml: What is needed of a SAML provider; without it, it is not set up yet
     *   - issuer: Its issuer, with `https://`, without `/.well-known/openid-configuration`; not with SAML
     *   - clientId: The id of this instance at the provider; not with SAML
     *   - clientSecret: The secret of this instance at the provider; never shown again. Absent: it stays, with the same issuer and client
     *   - domains: Domains of its people, such as `example.com`
     *   - isForSigners: Whether signers show with it who signs; one connection of an organization
     *   - isForMembers: Whether members sign in by it
     *   - isEnforced: Whether addresses of its proven domains sign in by it alone; only once a sign-in by it has worked
     *   - endsSession: Whether signing out here ends the session at the provider
     *   - mapping: Which groups have which roles
     * @return Connection
     * @throws ParaphException
     */
    public function createConnection(array $input, ?CallOptions $options = null): array
    {
        return $this->call('createConnection', $input, $options);
    }

    /**
     * Change a connection, or require it.
     *
     * `PUT /api/v1/organization/connections/{connectionId}`; needs the scope `organization:write`.
     *
     * Fails with NOT_FOUND.
     *
     * @param UpdateConnectionInput $input
     *   - connectionId: Id of the connection
     *   - organizationId: Default: the oldest that the caller runs, or belongs to
     *   - name: As members know it, such as `Acme`
     *   - kind: The protocol, `oidc` where it is left out; a connection keeps it
     *   - saml: What is needed of a SAML provider; without it, it is not set up yet
     *   - issuer: Its issuer, with `https://`, without `/.well-known/openid-configuration`; not with SAML
     *   - clientId: The id of this instance at the provider; not with SAML
     *   - clientSecret: The secret of this instance at the provider; never shown again. Absent: it stays, with the same issuer and client
     *   - domains: Domains of its people, such as `example.com`
     *   - isForSigners: Whether signers show with it who signs; one connection of an organization
     *   - isForMembers: Whether members sign in by it
     *   - isEnforced: Whether addresses of its proven domains sign in by it alone; only once a sign-in by it has worked
     *   - endsSession: Whether signing out here ends the session at the provider
     *   - mapping: Which groups have which roles
     * @return Connection
     * @throws ParaphException
     */
    public function updateConnection(array $input, ?CallOptions $options = null): array
    {
        return $this->call('updateConnection', $input, $options);
    }

    /**
     * Remove a connection: nobody signs in by it any more.
     *
     * `DELETE /api/v1/organization/connections/{connectionId}`; needs the scope `organization:write`.
     *
     * Fails with NOT_FOUND.
     *
     * @param DeleteConnectionInput $input
     *   - connectionId: Id of the connection
     *   - organizationId: Default: the oldest that the caller runs, or belongs to
     * @throws ParaphException
     */
    public function deleteConnection(array $input, ?CallOptions $options = null): void
    {
        $this->call('deleteConnection', $input, $options);
    }

    /**
     * Ask the provider what it offers, and say whether people can sign in.
     *
     * `POST /api/v1/organization/connections/{connectionId}/try`; needs the scope `organization:write`.
     *
     * Fails with NOT_FOUND.
     *
     * @param TryConnectionInput $input
     *   - connectionId: Id of the connection
     *   - organizationId: Default: the oldest that the caller runs, or belongs to
     * @return ProviderFindings
     * @throws ParaphException
     */
    public function tryConnection(array $input, ?CallOptions $options = null): array
    {
        return $this->call('tryConnection', $input, $options);
    }

    /**
     * Look for the TXT record that shows that the organization holds a domain.
     *
     * `POST /api/v1/organization/connections/{connectionId}/domain-check`; needs the scope `organization:write`.
     *
     * Fails with NOT_FOUND.
     *
     * @param CheckConnectionDomainInput $input
     *   - connectionId: Id of the connection
     *   - organizationId: Default: the oldest that the caller runs, or belongs to
     *   - domain: A domain of the connection
     * @return Connection
     * @throws ParaphException
     */
    public function checkConnectionDomain(array $input, ?CallOptions $options = null): array
    {
        return $this->call('checkConnectionDomain', $input, $options);
    }

    /**
     * How the provider of a connection provisions: address, tokens, last contact.
     *
     * `GET /api/v1/organization/connections/{connectionId}/provisioning`; needs the scope `organization:write`.
     *
     * Fails with NOT_FOUND.
     *
     * @param ReadProvisioningInput $input
     *   - connectionId: Id of the connection
     *   - organizationId: Default: the oldest that the caller runs, or belongs to
     * @return ReadProvisioningAnswer
     * @throws ParaphException
     */
    public function readProvisioning(array $input, ?CallOptions $options = null): array
    {
        return $this->call('readProvisioning', $input, $options);
    }

    /**
     * Make the token for the provider; former ones end a day later.
     *
     * `POST /api/v1/organization/connections/{connectionId}/provisioning/tokens`; needs the scope `organization:write`.
     *
     * Fails with NOT_FOUND.
     *
     * @param MakeProvisioningTokenInput $input
     *   - connectionId: Id of the connection
     *   - organizationId: Default: the oldest that the caller runs, or belongs to
     * @return MakeProvisioningTokenAnswer
     * @throws ParaphException
     */
    public function makeProvisioningToken(array $input, ?CallOptions $options = null): array
    {
        return $this->call('makeProvisioningToken', $input, $options);
    }

    /**
     * End a token at once.
     *
     * `DELETE /api/v1/organization/connections/{connectionId}/provisioning/tokens/{scimTokenId}`; needs the scope `organization:write`.
     *
     * Fails with NOT_FOUND.
     *
     * @param EndProvisioningTokenInput $input
     *   - connectionId: Id of the connection
     *   - scimTokenId: Id of the token
     *   - organizationId: Default: the oldest that the caller runs, or belongs to
     * @throws ParaphException
     */
    public function endProvisioningToken(array $input, ?CallOptions $options = null): void
    {
        $this->call('endProvisioningToken', $input, $options);
    }

    /**
     * The profile of the user who is calling.
     *
     * `GET /api/v1/profile`; needs the scope `profile:read`.
     *
     * @return Profile
     * @throws ParaphException
     */
    public function readProfile(?CallOptions $options = null): array
    {
        return $this->call('readProfile', [], $options);
    }

    /**
     * Data for the start of an app; only the requested parts.
     *
     * `GET /api/v1/app/initialize`; needs the scope `profile:read`.
     *
     * Fails with NOT_FOUND.
     *
     * @param InitializeAppInput $input
     *   - data: Which parts to answer: `profile`, `workspaces`, `levels`, `limits`, `currentSubscription`
     *   - organizationId: Id of the organization. Default: the oldest that the caller runs, or belongs to
     * @return InitializeAppAnswer
     * @throws ParaphException
     */
    public function initializeApp(array $input = [], ?CallOptions $options = null): array
    {
        return $this->call('initializeApp', $input, $options);
    }

    /**
     * The open actions of the caller.
     *
     * `GET /api/v1/profile/actions`; needs the scope `workflows:read`.
     *
     * @param ListMyActionsInput $input
     *   - page: Which page of the list, from 1. Default: 1
     *   - limit: Members of a page; 8 by default, at most 100. Default: 8
     *   - query: Searches names and recipients for each of these words, in any order, without case or accents
     *   - limits: Another name of `limit`
     * @return Page<ListMyActionsItem>
     * @throws ParaphException
     */
    public function listMyActions(array $input = [], ?CallOptions $options = null): Page
    {
        return $this->page('listMyActions', $input, $options);
    }

    /**
     * Finished envelopes that the caller has signed or approved, newest first.
     *
     * `GET /api/v1/profile/signed-envelopes`; needs the scope `workflows:read`.
     *
     * @param ListSignedEnvelopesInput $input
     *   - page: Which page of the list, from 1. Default: 1
     *   - limit: Members of a page; 8 by default, at most 100. Default: 8
     *   - query: Searches names and recipients for each of these words, in any order, without case or accents
     *   - limits: Another name of `limit`
     * @return Page<Envelope>
     * @throws ParaphException
     */
    public function listSignedEnvelopes(array $input = [], ?CallOptions $options = null): Page
    {
        return $this->page('listSignedEnvelopes', $input, $options);
    }

    /**
     * Evaluate the signatures of any PDF, sent as the part "document": who, when, and what changed after. Public; the file is not stored.
     *
     * `POST /api/v1/verify`.
     *
     * Fails with DOCUMENT_NOT_ACCEPTED, DOCUMENT_TWO_FACED.
     *
     * @param VerifyDocumentInput $input
     *   - document: A PDF of at most 20 MiB
     * @return VerificationReport
     * @throws ParaphException
     */
    public function verifyDocument(array $input, ?CallOptions $options = null): array
    {
        return $this->call('verifyDocument', $input, $options);
    }

    /**
     * The same as a report of ETSI TS 119 102-2 in XML. Public; the file is not stored.
     *
     * `POST /api/v1/verify/xml`.
     *
     * Fails with DOCUMENT_NOT_ACCEPTED, DOCUMENT_TWO_FACED.
     *
     * @param VerifyDocumentAsXmlInput $input
     *   - document: A PDF of at most 20 MiB
     * @return string the bytes
     * @throws ParaphException
     */
    public function verifyDocumentAsXml(array $input, ?CallOptions $options = null): string
    {
        return $this->call('verifyDocumentAsXml', $input, $options);
    }

    /**
     * The bytes of a picture.
     *
     * `GET /api/v1/storage/picture/{userId}/{key}`; needs the scope `profile:read`.
     *
     * Fails with NOT_FOUND.
     *
     * @param ReadPictureInput $input
     *   - userId: Id of the user
     *   - key: The random key of the picture
     * @return string the bytes
     * @throws ParaphException
     */
    public function readPicture(array $input, ?CallOptions $options = null): string
    {
        return $this->call('readPicture', $input, $options);
    }

    /**
     * Download a document as it is now.
     *
     * `GET /api/v1/storage/temp/{workflowId}/doc/{key}`.
     *
     * Fails with AUTHENTICATION_REQUIRED, NOT_FOUND.
     *
     * @param ReadTemporaryFileInput $input
     *   - workflowId: Of the workflow: its integer id or its 40-character id
     *   - key: A random key
     *   - expires: Until when the signature of the link is valid, in seconds since 1970
     *   - signature: The signature of the link
     *   - version: `original`: the PDF before anything was added, instead of the file as it is now: with its fields, the answers and signatures so far. `source`: the picture or document that the PDF was made of, as it was sent
     * @return string the bytes
     * @throws ParaphException
     */
    public function readTemporaryFile(array $input, ?CallOptions $options = null): string
    {
        return $this->call('readTemporaryFile', $input, $options);
    }

    /**
     * Download a sealed document.
     *
     * `GET /api/v1/storage/archive/{workflowId}/doc/{key}`.
     *
     * Fails with AUTHENTICATION_REQUIRED, NOT_FOUND.
     *
     * @param ReadArchivedFileInput $input
     *   - workflowId: Of the workflow: its integer id or its 40-character id
     *   - key: A random key
     *   - expires: Until when the signature of the link is valid, in seconds since 1970
     *   - signature: The signature of the link
     * @return string the bytes
     * @throws ParaphException
     */
    public function readArchivedFile(array $input, ?CallOptions $options = null): string
    {
        return $this->call('readArchivedFile', $input, $options);
    }

    /**
     * The picture of a document's first page.
     *
     * `GET /api/v1/storage/thumb/{workflowId}/doc/{key}`.
     *
     * Fails with AUTHENTICATION_REQUIRED, NOT_FOUND.
     *
     * @param ReadThumbInput $input
     *   - workflowId: Of the workflow: its integer id or its 40-character id
     *   - key: A random key
     *   - expires: Until when the signature of the link is valid, in seconds since 1970
     *   - signature: The signature of the link
     * @return string the bytes
     * @throws ParaphException
     */
    public function readThumb(array $input, ?CallOptions $options = null): string
    {
        return $this->call('readThumb', $input, $options);
    }

    /**
     * Exchange an authorization code for tokens.
     *
     * `POST /api/v1/OAuth/v2/access`.
     *
     * Fails with INVALID_CLIENT, INVALID_GRANT, RATE_LIMIT_REACHED.
     *
     * @param ExchangeCodeInput $input
     *   - client_id: The client id of the integration app
     *   - client_secret: The client secret of the integration app
     *   - code: The authorization code of the redirect
     *   - redirect_uri: The same as in the authorization request
     *   - grant_type: `code`; may be left out
     *   - code_verifier: PKCE, RFC 7636
     * @return ExchangeCodeAnswer
     * @throws ParaphException
     */
    public function exchangeCode(array $input, ?CallOptions $options = null): array
    {
        return $this->call('exchangeCode', $input, $options);
    }

    /**
     * Get a new access token; the refresh token stays the same.
     *
     * `POST /api/v1/OAuth/v2/refresh`.
     *
     * Fails with INVALID_CLIENT, INVALID_GRANT, RATE_LIMIT_REACHED.
     *
     * @param RefreshAccessInput $input
     *   - client_id: The client id of the integration app
     *   - client_secret: The client secret of the integration app
     *   - refresh_token: Valid until the user withdraws the permission; it changes only at `/oauth/token`
     *   - grant_type: `refresh_token`; may be left out
     * @return RefreshAccessAnswer
     * @throws ParaphException
     */
    public function refreshAccess(array $input, ?CallOptions $options = null): array
    {
        return $this->call('refreshAccess', $input, $options);
    }

    /**
     * The token endpoint of RFC 6749: codes with PKCE, and rotating refresh tokens.
     *
     * `POST /oauth/token`.
     *
     * Fails with INVALID_CLIENT, INVALID_GRANT, RATE_LIMIT_REACHED.
     *
     * @param IssueTokenInput $input
     *   - grant_type: `authorization_code` or `refresh_token`
     *   - code: The authorization code of the redirect
     *   - redirect_uri: The same as in the authorization request
     *   - code_verifier: The secret that `code_challenge` was made from (RFC 7636)
     *   - refresh_token: Valid until the user withdraws the permission; it changes only at `/oauth/token`
     *   - scope: Names of scopes, separated by spaces
     *   - resource: What the token is for (RFC 8707); as in the authorization request, or absent
     *   - client_id: The client id of the integration app
     *   - client_secret: The client secret of the integration app
     * @return IssueTokenAnswer
     * @throws ParaphException
     */
    public function issueToken(array $input = [], ?CallOptions $options = null): array
    {
        return $this->call('issueToken', $input, $options);
    }

    /**
     * Revoke a token and all of the same permission (RFC 7009).
     *
     * `POST /oauth/revoke`.
     *
     * Fails with INVALID_CLIENT, RATE_LIMIT_REACHED.
     *
     * @param RevokeTokenInput $input
     *   - token: An access or a refresh token
     *   - token_type_hint: Ignored: any token is found
     *   - client_id: The client id of the integration app
     *   - client_secret: The client secret of the integration app
     * @return array<string, mixed>
     * @throws ParaphException
     */
    public function revokeToken(array $input = [], ?CallOptions $options = null): array
    {
        return $this->call('revokeToken', $input, $options);
    }

    /**
     * What this authorization server offers (RFC 8414).
     *
     * `GET /.well-known/oauth-authorization-server`.
     *
     * @return ReadOauthMetadataAnswer
     * @throws ParaphException
     */
    public function readOauthMetadata(?CallOptions $options = null): array
    {
        return $this->call('readOauthMetadata', [], $options);
    }
}
