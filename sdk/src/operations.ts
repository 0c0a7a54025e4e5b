// Written by `npm run generate` from the contract; not by hand.
import type { List } from './pages.ts';
import type {
  ActionType,
  AnnexUploads,
  BrandView,
  BulkItem,
  ChangedWorkflow,
  Contact,
  Delivery,
  EndpointDelivery,
  Envelope,
  EnvelopeRef,
  Evidence,
  Field,
  FieldBlock,
  FieldType,
  FiledDate,
  Follower,
  HandingOver,
  Hold,
  LevelOffers,
  ListedWorkflow,
  Mail,
  Member,
  MessageTemplate,
  NewField,
  NewFollower,
  NewTemplateFollower,
  OrganizationSeal,
  Profile,
  ProviderFindings,
  QuickEnvelope,
  QuickField,
  ReadValue,
  Recipient,
  ReminderDefault,
  RequestedChoice,
  RetentionChange,
  RetentionEffect,
  RetentionItem,
  RetentionPolicies,
  RetentionRun,
  Role,
  Seal,
  Step,
  SuggestedField,
  Tag,
  Template,
  TemplateFollower,
  TemplateRecipient,
  TemplateStep,
  Transfer,
  TrueStatus,
  TrustProvider,
  VerificationReport,
  WebhookEndpoint,
  WholeTemplate,
  Workflow,
  WorkflowCounts,
  WorkflowId,
  WorkflowRetention,
  WorkflowType,
  Workspace,
  WorkspaceUser,
} from './shapes.ts';
import type { CallOptions } from './transport.ts';
import type { Upload } from './upload.ts';

export interface EnvelopeOperations {
  /**
   * Send a PDF to be signed: create a workflow, start it and notify, all or nothing.
   *
   * `POST /api/v1/quick/envelopes`; needs the scope `workflows:write`.
   *
   * Fails with `DOCUMENT_NOT_ACCEPTED` `DOCUMENT_TWO_FACED` `WORKSPACE_NOT_FOUND` `STORAGE_QUOTA_REACHED`.
   *
   * @example
   * const { id } = await paraph.createQuickEnvelope({
   *   name: 'Lease of the mill',
   *   document: file,
   *   steps: [{ type: 'sign', recipients: [{ name: 'Ada Lovelace', email: 'ada@example.com' }] }],
   * });
   */
  createQuickEnvelope(
    input: CreateQuickEnvelopeInput,
    options?: CallOptions,
  ): Promise<{
    /** The 40-character id of the workflow */
    id: string;
  }>;

  /**
   * Read a workflow and its progress.
   *
   * `GET /api/v1/quick/envelopes/{envelopeId}`; needs the scope `workflows:read`.
   *
   * Fails with `ENVELOPE_NOT_FOUND`.
   *
   * @example
   * const { status } = await paraph.readQuickEnvelope({ envelopeId: id });
   */
  readQuickEnvelope(input: ReadQuickEnvelopeInput, options?: CallOptions): Promise<QuickEnvelope>;

  /**
   * Addresses of the designer and the view page, for a browser that is not signed in.
   *
   * `GET /api/v1/envelopes/{envelopeId}/session`; needs the scope `workflows:read`.
   *
   * Fails with `ENVELOPE_NOT_FOUND` `WORKFLOW_NOT_FOUND`.
   */
  openEnvelopeSession(
    input: OpenEnvelopeSessionInput,
    options?: CallOptions,
  ): Promise<{
    /** The secret in `designerUrl` */
    session: string;
    /** Opens the designer; add `callback` and `auto_start=1` as query */
    designerUrl: string;
    /** Shows the workflow in any status */
    envelopeView: string;
  }>;

  /**
   * Create a draft from the quick form; nothing is sent until it is started.
   *
   * `POST /api/v1/envelopes`; needs the scope `workflows:write`.
   *
   * Fails with `DOCUMENT_NOT_ACCEPTED` `DOCUMENT_TWO_FACED` `WORKSPACE_NOT_FOUND`.
   *
   * @example
   * const draft = await paraph.createEnvelope({
   *   name: 'Lease of the mill',
   *   document: file,
   *   steps: [{ type: 'sign', recipients: [{ name: 'Ada Lovelace', email: 'ada@example.com' }] }],
   * });
   * await paraph.startEnvelope({ envelopeId: draft.id });
   */
  createEnvelope(input: CreateEnvelopeInput, options?: CallOptions): Promise<Envelope>;

  /**
   * List envelopes of all workspaces, newest first; with `ids[]`, one bulk item for each id.
   *
   * `GET /api/v1/envelopes`; needs the scope `workflows:read`.
   *
   * @example
   * for await (const envelope of paraph.listEnvelopes.all({ filters: { status: 'signed' } })) {
   *   console.log(envelope.name);
   * }
   */
  listEnvelopes: ((
    input: ListEnvelopesInput & { ids: string[] },
    options?: CallOptions,
  ) => Promise<BulkItem[]>) &
    List<Omit<ListEnvelopesInput, 'ids'>, Envelope, true>;

  /**
   * Read a whole envelope; with `session=1` its file links need no credential for fifteen minutes.
   *
   * `GET /api/v1/envelopes/{envelopeId}`; needs the scope `workflows:read`.
   *
   * Fails with `ENVELOPE_NOT_FOUND`.
   */
  readEnvelope(
    input: ReadEnvelopeInput,
    options?: CallOptions,
  ): Promise<
    Envelope & {
      /** Who gets copies and acts in nothing */
      followers: Follower[];
      /** The groups of people of whom some are enough; empty where everyone must act */
      choices: {
        /** The order of its step */
        step: number;
        /** The name of the group */
        group: string;
        /** How many of its people are enough */
        required: number;
        /** Who may act, in the order in which they were named */
        members: {
          /** Id of the action */
          actionId: number;
          /** Id of the recipient */
          recipientId: number;
          /** As of the action, but `released` once enough others have acted: the action itself says `not_started` then */
          status: TrueStatus;
        }[];
      }[];
      /** The witnesses of signers; empty where there are none */
      witnesses: {
        /** The order of its step */
        step: number;
        /** Id of the action of the witness */
        actionId: number;
        /** Id of the recipient who is the witness */
        recipientId: number;
        /** Id of the recipient whose witness they are */
        ofRecipientId: number;
        /** false: the signer has still to name the witness, who has no address yet */
        named: boolean;
        /** As of the action: `not_started` until the signer has signed, then `started`, and `signed` */
        status: TrueStatus;
      }[];
    }
  >;

  /**
   * Add a PDF to a draft; its text anchors and signature form fields become fields.
   *
   * `POST /api/v1/envelopes/{envelopeId}/documents`; needs the scope `workflows:write`.
   *
   * Fails with `DOCUMENT_NOT_ACCEPTED` `DOCUMENT_TWO_FACED` `ENVELOPE_NOT_FOUND`
   * `WORKFLOW_STATUS_CONFLICT`.
   */
  addEnvelopeDocument(input: AddEnvelopeDocumentInput, options?: CallOptions): Promise<Envelope>;

  /**
   * Start a draft and invite the recipients of its first step.
   *
   * `PUT /api/v1/envelopes/{envelopeId}/start`; needs the scope `workflows:write`.
   *
   * Fails with `ENVELOPE_NOT_FOUND` `WORKFLOW_STATUS_CONFLICT` `DOCUMENT_NOT_ACCEPTED`
   * `STORAGE_QUOTA_REACHED`.
   */
  startEnvelope(input: StartEnvelopeInput, options?: CallOptions): Promise<Envelope>;

  /**
   * Stop an envelope for good.
   *
   * `PUT /api/v1/envelopes/{envelopeId}/cancel`; needs the scope `workflows:write`.
   *
   * Fails with `ENVELOPE_NOT_FOUND` `WORKFLOW_STATUS_CONFLICT`.
   *
   * @example
   * await paraph.cancelEnvelope({ envelopeId: id });
   */
  cancelEnvelope(input: CancelEnvelopeInput, options?: CallOptions): Promise<Envelope>;

  /**
   * Delete a draft or an ended envelope, with its files and its trail.
   *
   * `DELETE /api/v1/envelopes/{envelopeId}`; needs the scope `workflows:write`.
   *
   * Fails with `ENVELOPE_NOT_FOUND` `WORKFLOW_STATUS_CONFLICT` `WORKFLOW_HELD`.
   */
  deleteEnvelope(input: DeleteEnvelopeInput, options?: CallOptions): Promise<void>;
}

export interface WorkflowOperations {
  /**
   * Set the tags of a workflow; those not named are removed. Answers its tags.
   *
   * `PUT /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/tags`; needs the scope `workflows:write`.
   *
   * Fails with `WORKFLOW_NOT_FOUND`.
   */
  setWorkflowTags(input: SetWorkflowTagsInput, options?: CallOptions): Promise<Tag[]>;

  /**
   * When a workflow is erased, and why.
   *
   * `GET /api/v1/organization/retention/workflows/{workflowId}`; needs the scope `organization:write`.
   *
   * Fails with `NOT_FOUND` `WORKFLOW_NOT_FOUND`.
   */
  readWorkflowRetention(input: ReadWorkflowRetentionInput, options?: CallOptions): Promise<WorkflowRetention>;

  /**
   * Set how long one workflow is kept; absent properties stay.
   *
   * `PUT /api/v1/organization/retention/workflows/{workflowId}`; needs the scope `organization:write`.
   *
   * Fails with `NOT_FOUND` `WORKFLOW_NOT_FOUND`.
   */
  updateWorkflowRetention(
    input: UpdateWorkflowRetentionInput,
    options?: CallOptions,
  ): Promise<WorkflowRetention>;

  /**
   * List the workflows of a workspace, newest first; without any parameter up to 1,000 of them.
   *
   * `GET /api/v1/workspaces/{workspaceId}/workflows`; needs the scope `workflows:read`.
   *
   * Fails with `WORKSPACE_NOT_FOUND`.
   *
   * @example
   * for await (const workflow of paraph.listWorkflows.all({ workspaceId: 1 })) {
   *   console.log(workflow.id, workflow.status);
   * }
   */
  listWorkflows: List<ListWorkflowsInput, ListedWorkflow>;

  /**
   * How many workflows of a workspace each filter of the overview finds.
   *
   * `GET /api/v1/workspaces/{workspaceId}/workflows/counts`; needs the scope `workflows:read`.
   *
   * Fails with `WORKSPACE_NOT_FOUND`.
   */
  countWorkflows(input: CountWorkflowsInput, options?: CallOptions): Promise<WorkflowCounts>;

  /**
   * The workflows that the filters find, newest first, all of them: a table (CSV), or a JSON object a line.
   *
   * `GET /api/v1/workspaces/{workspaceId}/workflows/export`; needs the scope `workflows:read`.
   *
   * Fails with `WORKSPACE_NOT_FOUND`.
   */
  exportWorkflows(input: ExportWorkflowsInput, options?: CallOptions): Promise<Response>;

  /**
   * Do the same with several workflows, one by one; answers an item for each.
   *
   * `POST /api/v1/workspaces/{workspaceId}/workflows/acts`; needs the scope `workflows:write`.
   */
  actOnWorkflows(input: ActOnWorkflowsInput, options?: CallOptions): Promise<BulkItem[]>;

  /**
   * Read a whole workflow.
   *
   * `GET /api/v1/workspaces/{workspaceId}/workflows/{workflowId}`; needs the scope `workflows:read`.
   *
   * Fails with `WORKFLOW_NOT_FOUND`.
   */
  readWorkflow(
    input: ReadWorkflowInput,
    options?: CallOptions,
  ): Promise<
    Workflow & {
      /** Why sealing was given up, in plain words; null unless the status is `blocked` */
      blockedCause: string | null;
      /** When it was filed away; null: it is not */
      filedDate: FiledDate;
      /** Who gets copies and acts in nothing */
      followers: Follower[];
      /** The groups of people of whom some are enough; empty where everyone must act */
      choices: {
        /** The order of its step */
        step: number;
        /** The name of the group */
        group: string;
        /** How many of its people are enough */
        required: number;
        /** Who may act, in the order in which they were named */
        members: {
          /** Id of the action */
          actionId: number;
          /** Id of the recipient */
          recipientId: number;
          /** As of the action, but `released` once enough others have acted: the action itself says `not_started` then */
          status: TrueStatus;
        }[];
      }[];
      /** The witnesses of signers; empty where there are none */
      witnesses: {
        /** The order of its step */
        step: number;
        /** Id of the action of the witness */
        actionId: number;
        /** Id of the recipient who is the witness */
        recipientId: number;
        /** Id of the recipient whose witness they are */
        ofRecipientId: number;
        /** false: the signer has still to name the witness, who has no address yet */
        named: boolean;
        /** As of the action: `not_started` until the signer has signed, then `started`, and `signed` */
        status: TrueStatus;
      }[];
      /** Whether a host may hand its people a device or a copied link; false where the sender forbids it */
      inPerson: boolean;
    }
  >;

  /**
   * What the fields with a key say, by whom and since when; also once it has ended.
   *
   * `GET /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/values`; needs the scope `workflows:read`.
   *
   * Fails with `WORKFLOW_NOT_FOUND`.
   */
  readValues(input: ReadValuesInput, options?: CallOptions): Promise<Record<string, ReadValue>>;

  /**
   * The events of a workflow, in order.
   *
   * `GET /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/timeline`; needs the scope `workflows:read`.
   *
   * Fails with `WORKFLOW_NOT_FOUND`.
   */
  listTimeline(
    input: ListTimelineInput,
    options?: CallOptions,
  ): Promise<
    {
      /** Id of the event */
      id: number;
      /** What happened: `workflow.started` and so on */
      event: string;
      /** When it happened, in seconds since 1970 */
      date: number;
      /** The user or recipient who did it; null for the service itself */
      actor: {
        /** The name at that time */
        name: string | null;
        /** The email address at that time */
        email: string | null;
        /** The API key of another member that acted in the user’s name; else null */
        byKey: {
          /** The name of the key */
          name: string;
          /** The name of the member who created the key */
          maker: string;
        } | null;
        /** The agent that acted for the user, by the name of its app or key; else null */
        agent: string | null;
        /** What let the agent send without a person; null where a person did it */
        allowance: {
          /** The name of the organization that lets agents do it */
          organization: string;
          /** The name of the administrator who allowed it */
          setBy: string;
        } | null;
      } | null;
      /** One more fact in plain words: a name, an address or a cause; null where there is none */
      detail: string | null;
      /** Id of the recipient it is about; null where it is about none */
      recipientId: number | null;
      /** What was sealed; null for other events */
      seal: Seal | null;
      /** Whether a certificate was revoked whose key had signed nothing */
      isUnused: boolean;
      /** Of a reminder that went out by itself; null for other events, and for one by hand */
      automatic: {
        /** Which one it was */
        count: number;
        /** How many go out at most */
        max: number;
      } | null;
      /** When the workflow starts by itself since this event; null where the event changed nothing of it */
      schedule: {
        /** Null: by a call, and not by itself */
        date: FiledDate;
      } | null;
      /** What another address of a recipient means; null for other events */
      replacement: 'address-corrected' | 'replaced' | 'passed-on' | null;
      /** The other workflow, where one was corrected and sent again; else null */
      related: {
        /** Whether this workflow corrects the other one, or the other way round */
        relation: 'corrects' | 'correctedBy';
        /** Id of the workspace of the other workflow, as it was then */
        workspaceId: number;
        /** Its id */
        workflowId: number;
        /** Its 40-character id */
        envelopeId: string;
      } | null;
    }[]
  >;

  /**
   * Stop a workflow for good.
   *
   * `PUT /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/cancel`; needs the scope `workflows:write`.
   */
  cancelWorkflow(input: CancelWorkflowInput, options?: CallOptions): Promise<BulkItem[]>;

  /**
   * Seal again after sealing was blocked.
   *
   * `POST /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/retry`; needs the scope `workflows:write`.
   *
   * Fails with `WORKFLOW_NOT_FOUND` `WORKFLOW_STATUS_CONFLICT`.
   */
  retryWorkflow(
    input: RetryWorkflowInput,
    options?: CallOptions,
  ): Promise<
    Workflow & {
      /** Why sealing was given up, in plain words; null unless the status is `blocked` */
      blockedCause: string | null;
      /** When it was filed away; null: it is not */
      filedDate: FiledDate;
      /** Who gets copies and acts in nothing */
      followers: Follower[];
      /** The groups of people of whom some are enough; empty where everyone must act */
      choices: {
        /** The order of its step */
        step: number;
        /** The name of the group */
        group: string;
        /** How many of its people are enough */
        required: number;
        /** Who may act, in the order in which they were named */
        members: {
          /** Id of the action */
          actionId: number;
          /** Id of the recipient */
          recipientId: number;
          /** As of the action, but `released` once enough others have acted: the action itself says `not_started` then */
          status: TrueStatus;
        }[];
      }[];
      /** The witnesses of signers; empty where there are none */
      witnesses: {
        /** The order of its step */
        step: number;
        /** Id of the action of the witness */
        actionId: number;
        /** Id of the recipient who is the witness */
        recipientId: number;
        /** Id of the recipient whose witness they are */
        ofRecipientId: number;
        /** false: the signer has still to name the witness, who has no address yet */
        named: boolean;
        /** As of the action: `not_started` until the signer has signed, then `started`, and `signed` */
        status: TrueStatus;
      }[];
      /** Whether a host may hand its people a device or a copied link; false where the sender forbids it */
      inPerson: boolean;
    }
  >;

  /**
   * Make a draft of the same, from any status: its documents, recipients, steps, fields, message and preferences; answers, tags and metadata are not copied, and no mail is sent.
   *
   * `POST /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/duplicate`; needs the scope `workflows:write`.
   *
   * Fails with `WORKFLOW_NOT_FOUND`.
   */
  duplicateWorkflow(input: DuplicateWorkflowInput, options?: CallOptions): Promise<Workflow>;

  /**
   * Make a draft of a workflow that was declined or canceled, or has expired, with what the sender had filled in; the timelines of both name the other.
   *
   * `POST /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/correct`; needs the scope `workflows:write`.
   *
   * Fails with `WORKFLOW_NOT_FOUND` `WORKFLOW_STATUS_CONFLICT`.
   */
  correctWorkflow(input: CorrectWorkflowInput, options?: CallOptions): Promise<Workflow>;

  /**
   * Move one workflow’s time forward, to try reminders and deadlines; only on an instance on loopback.
   *
   * `POST /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/time`; needs the scope `workflows:write`.
   *
   * Fails with `WORKFLOW_NOT_FOUND` `WORKFLOW_STATUS_CONFLICT`.
   */
  moveTime(input: MoveTimeInput, options?: CallOptions): Promise<Workflow>;

  /**
   * The evidence of a workflow for machines: who did what when, from where, and what is not proven.
   *
   * `GET /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/evidence`; needs the scope `workflows:read`.
   *
   * Fails with `WORKFLOW_NOT_FOUND`.
   */
  readEvidence(input: ReadEvidenceInput, options?: CallOptions): Promise<Evidence>;

  /**
   * The certificate of completion: the evidence of a workflow for people, as a sealed PDF.
   *
   * `GET /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/certificate`; needs the scope `workflows:read`.
   *
   * Fails with `WORKFLOW_NOT_FOUND` `WORKFLOW_STATUS_CONFLICT`.
   */
  readCompletionCertificate(input: ReadCompletionCertificateInput, options?: CallOptions): Promise<Response>;

  /**
   * All that proves a signed workflow, as a ZIP archive to be checked without this instance.
   *
   * `GET /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/court-bundle`; needs the scope `workflows:read`.
   *
   * Fails with `WORKFLOW_NOT_FOUND` `WORKFLOW_STATUS_CONFLICT`.
   */
  readCourtBundle(input: ReadCourtBundleInput, options?: CallOptions): Promise<Response>;

  /**
   * The files of a workflow that has ended, as a ZIP archive: documents, certificate, record, attachments.
   *
   * `GET /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/archive`; needs the scope `workflows:read`.
   *
   * Fails with `WORKFLOW_NOT_FOUND` `WORKFLOW_STATUS_CONFLICT`.
   */
  readArchive(input: ReadArchiveInput, options?: CallOptions): Promise<Response>;

  /**
   * The files of several workflows that have ended, as one ZIP archive with a folder for each.
   *
   * `GET /api/v1/workspaces/{workspaceId}/workflows/archive`; needs the scope `workflows:read`.
   *
   * Fails with `WORKFLOW_NOT_FOUND`.
   */
  readArchives(input: ReadArchivesInput, options?: CallOptions): Promise<Response>;

  /**
   * List the files that signers attached.
   *
   * `GET /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/attachments`; needs the scope `workflows:read`.
   *
   * Fails with `WORKFLOW_NOT_FOUND`.
   */
  listAttachments(
    input: ListAttachmentsInput,
    options?: CallOptions,
  ): Promise<
    {
      /** Id of the field */
      fieldId: number;
      /** The label of the field */
      label: string;
      /** Id of the action of the signer */
      actionId: number;
      /** Id of the recipient */
      recipientId: number;
      /** The name of the file, as in the value of the field */
      name: string;
      /** What the file is, by its content */
      format: 'pdf' | 'png' | 'jpeg';
      /** Bytes */
      size: number;
      /** SHA-256 in lowercase hexadecimal, as in the value of the field */
      sha256: string;
      /** When the signer attached it, in seconds since 1970 */
      addDate: number;
      /** The address of the file; it needs the credential of the caller */
      file: string;
    }[]
  >;

  /**
   * The bytes of a file that a signer attached.
   *
   * `GET /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/fields/{fieldId}/attachment`; needs the scope `workflows:read`.
   *
   * Fails with `WORKFLOW_NOT_FOUND` `NOT_FOUND`.
   */
  readAttachment(input: ReadAttachmentInput, options?: CallOptions): Promise<Response>;

  /**
   * List the files that the sender has added for information.
   *
   * `GET /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/annexes`; needs the scope `workflows:read`.
   *
   * Fails with `WORKFLOW_NOT_FOUND`.
   */
  listAnnexes(
    input: ListAnnexesInput,
    options?: CallOptions,
  ): Promise<
    {
      /** Id of the annex */
      id: number;
      /** Its place among the annexes, from 0 */
      position: number;
      /** The name of the file, as it was sent, without folders */
      name: string;
      /** What the file is, by its content; `other` where that is not known */
      format:
        | 'pdf'
        | 'png'
        | 'jpeg'
        | 'docx'
        | 'xlsx'
        | 'pptx'
        | 'odt'
        | 'ods'
        | 'odp'
        | 'rtf'
        | 'zip'
        | 'csv'
        | 'text'
        | 'other';
      /** Bytes */
      size: number;
      /** SHA-256 in lowercase hexadecimal */
      sha256: string;
      /** When it was added, in seconds since 1970 */
      addDate: number;
      /** The address of the file; it needs the credential of the caller */
      file: string;
    }[]
  >;

  /**
   * Add a file for information to a draft: people can download it, and nobody signs it.
   *
   * `POST /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/annexes`; needs the scope `workflows:write`.
   *
   * Fails with `DOCUMENT_NOT_ACCEPTED` `WORKFLOW_NOT_FOUND` `WORKFLOW_STATUS_CONFLICT`.
   */
  addAnnex(
    input: AddAnnexInput,
    options?: CallOptions,
  ): Promise<{
    /** Id of the annex */
    id: number;
    /** Its place among the annexes, from 0 */
    position: number;
    /** The name of the file, as it was sent, without folders */
    name: string;
    /** What the file is, by its content; `other` where that is not known */
    format:
      | 'pdf'
      | 'png'
      | 'jpeg'
      | 'docx'
      | 'xlsx'
      | 'pptx'
      | 'odt'
      | 'ods'
      | 'odp'
      | 'rtf'
      | 'zip'
      | 'csv'
      | 'text'
      | 'other';
    /** Bytes */
    size: number;
    /** SHA-256 in lowercase hexadecimal */
    sha256: string;
    /** When it was added, in seconds since 1970 */
    addDate: number;
    /** The address of the file; it needs the credential of the caller */
    file: string;
  }>;

  /**
   * The bytes of a file that was added for information.
   *
   * `GET /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/annexes/{annexId}`; needs the scope `workflows:read`.
   *
   * Fails with `WORKFLOW_NOT_FOUND` `NOT_FOUND`.
   */
  readAnnex(input: ReadAnnexInput, options?: CallOptions): Promise<Response>;

  /**
   * Remove a file for information from a draft.
   *
   * `DELETE /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/annexes/{annexId}`; needs the scope `workflows:write`.
   *
   * Fails with `WORKFLOW_NOT_FOUND` `NOT_FOUND` `WORKFLOW_STATUS_CONFLICT`.
   */
  removeAnnex(input: RemoveAnnexInput, options?: CallOptions): Promise<void>;

  /**
   * Create a draft from a PDF; recipients and steps are added by further calls.
   *
   * `POST /api/v1/workspaces/{workspaceId}/workflows`; needs the scope `workflows:write`.
   *
   * Fails with `DOCUMENT_NOT_ACCEPTED` `DOCUMENT_TWO_FACED` `WORKSPACE_NOT_FOUND`.
   *
   * @example
   * const [workspace] = await paraph.listWorkspaces();
   * const workspaceId = workspace?.id ?? 0;
   * const { id: workflowId } = await paraph.createWorkflow({ workspaceId, name: 'Lease', document: file });
   * const people = await paraph.setRoles({
   *   workspaceId,
   *   workflowId,
   *   recipients: [{ name: 'Ada Lovelace', email: 'ada@example.com', roles: [{ type: 'sign' }] }],
   * });
   * const roles = people.flatMap((person) => person.roles.map((role) => role.id));
   * await paraph.addSteps({ workspaceId, workflowId, steps: [{ type: 'sign', roles }] });
   * await paraph.startWorkflow({ workspaceId, workflowId });
   */
  createWorkflow(input: CreateWorkflowInput, options?: CallOptions): Promise<Workflow>;

  /**
   * Change a workflow; absent properties stay.
   *
   * `PUT /api/v1/workspaces/{workspaceId}/workflows/{workflowId}`; needs the scope `workflows:write`.
   *
   * Fails with `WORKFLOW_NOT_FOUND` `WORKFLOW_STATUS_CONFLICT` `WORKSPACE_NOT_FOUND` `WORKFLOW_HELD`.
   */
  updateWorkflow(input: UpdateWorkflowInput, options?: CallOptions): Promise<ChangedWorkflow>;

  /**
   * Change a workflow, or replace the document of a draft.
   *
   * `POST /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/edit`; needs the scope `workflows:write`.
   *
   * Fails with `DOCUMENT_NOT_ACCEPTED` `DOCUMENT_TWO_FACED` `WORKFLOW_NOT_FOUND`
   * `WORKFLOW_STATUS_CONFLICT`.
   */
  editWorkflow(input: EditWorkflowInput, options?: CallOptions): Promise<ChangedWorkflow>;

  /**
   * Set the recipients of a draft and their roles; those not named are removed.
   *
   * `PUT /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/roles`; needs the scope `workflows:write`.
   *
   * Fails with `WORKFLOW_NOT_FOUND` `WORKFLOW_STATUS_CONFLICT`.
   */
  setRoles(input: SetRolesInput, options?: CallOptions): Promise<Recipient[]>;

  /**
   * Set the recipients of a draft, without the workspace in the path.
   *
   * `PUT /api/v1/workflows/{workflowId}/roles`; needs the scope `workflows:write`.
   *
   * Fails with `WORKFLOW_NOT_FOUND` `WORKFLOW_STATUS_CONFLICT`.
   */
  setRolesDirectly(input: SetRolesDirectlyInput, options?: CallOptions): Promise<Recipient[]>;

  /**
   * Append steps to a draft; each role acts in one step.
   *
   * `POST /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/steps`; needs the scope `workflows:write`.
   *
   * Fails with `WORKFLOW_NOT_FOUND` `WORKFLOW_STATUS_CONFLICT`.
   */
  addSteps(input: AddStepsInput, options?: CallOptions): Promise<Step[]>;

  /**
   * Replace the recipients and steps of a draft, in one change.
   *
   * `PUT /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/steps`; needs the scope `workflows:write`.
   *
   * Fails with `WORKFLOW_NOT_FOUND` `WORKFLOW_STATUS_CONFLICT`.
   */
  setSteps(input: SetStepsInput, options?: CallOptions): Promise<Workflow>;

  /**
   * Set preferences; answers all preferences, the generated secret included.
   *
   * `POST /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/preferences`; needs the scope `workflows:write`.
   *
   * Fails with `WORKFLOW_NOT_FOUND` `WORKFLOW_STATUS_CONFLICT`.
   *
   * @example
   * await paraph.setPreferences({
   *   workspaceId: 1,
   *   workflowId: 2,
   *   preferences: [{ name: 'WorkflowNotificationCallbackUrlPreference', value: 'https://app.example.com/hook' }],
   * });
   */
  setPreferences(
    input: SetPreferencesInput,
    options?: CallOptions,
  ): Promise<
    {
      /** The name of the preference */
      name: string;
      /** Its value */
      value: string;
    }[]
  >;

  /**
   * The fields of a workflow, in order.
   *
   * `GET /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/fields`; needs the scope `workflows:read`.
   *
   * Fails with `WORKFLOW_NOT_FOUND`.
   */
  listFields(input: ListFieldsInput, options?: CallOptions): Promise<Field[]>;

  /**
   * The printed places of a document of a draft where fields could go, and whose they are.
   *
   * `GET /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/documents/{documentId}/suggested-fields`; needs the scope `workflows:read`.
   *
   * Fails with `WORKFLOW_NOT_FOUND` `NOT_FOUND` `WORKFLOW_STATUS_CONFLICT` `DOCUMENT_NOT_ACCEPTED`.
   */
  listSuggestedFields(input: ListSuggestedFieldsInput, options?: CallOptions): Promise<SuggestedField[]>;

  /**
   * Set the fields of a draft; those not named are removed.
   *
   * `PUT /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/fields`; needs the scope `workflows:write`.
   *
   * Fails with `WORKFLOW_NOT_FOUND` `WORKFLOW_STATUS_CONFLICT`.
   */
  setFields(input: SetFieldsInput, options?: CallOptions): Promise<Field[]>;

  /**
   * Add a PDF to a draft, or put it in the place of another; its text anchors and signature form fields become fields.
   *
   * `POST /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/documents`; needs the scope `workflows:write`.
   *
   * Fails with `DOCUMENT_NOT_ACCEPTED` `DOCUMENT_TWO_FACED` `WORKFLOW_NOT_FOUND` `NOT_FOUND`
   * `WORKFLOW_STATUS_CONFLICT`.
   */
  addDocument(
    input: AddDocumentInput,
    options?: CallOptions,
  ): Promise<
    Workflow & {
      /** With `replaces`: the fields that the new file has no place for; they are deleted */
      lostFields?: {
        /** The id it had */
        id: number;
        /** What was asked for there */
        type: string;
        /** What it was called */
        label: string;
        /** Its page, from 1 */
        page: number;
        /** `page_missing`: the new file has no such page; `page_size`: it has another size */
        reason: 'page_missing' | 'page_size';
      }[];
    }
  >;

  /**
   * Remove a document from a draft, with its fields; not the last one.
   *
   * `DELETE /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/documents/{documentId}`; needs the scope `workflows:write`.
   *
   * Fails with `WORKFLOW_NOT_FOUND` `NOT_FOUND` `WORKFLOW_STATUS_CONFLICT`.
   */
  removeDocument(input: RemoveDocumentInput, options?: CallOptions): Promise<void>;

  /**
   * Start a draft and invite the recipients of its first step.
   *
   * `PUT /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/start`; needs the scope `workflows:write`.
   */
  startWorkflow(input: StartWorkflowInput, options?: CallOptions): Promise<BulkItem[]>;

  /**
   * Delete drafts and ended workflows; one bulk item for each.
   *
   * `DELETE /api/v1/workspaces/{workspaceId}/workflows`; needs the scope `workflows:write`.
   */
  deleteWorkflows(input: DeleteWorkflowsInput, options?: CallOptions): Promise<BulkItem[]>;

  /**
   * Remind the recipients with an open action, or the named ones; each at most once an hour, with the same link.
   *
   * `POST /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/remind`; needs the scope `workflows:write`.
   *
   * Fails with `WORKFLOW_NOT_FOUND` `WORKFLOW_STATUS_CONFLICT`.
   */
  remindRecipients(
    input: RemindRecipientsInput,
    options?: CallOptions,
  ): Promise<{
    /** Whether the links that were sent still work */
    link: 'kept';
    /** One for each recipient who was to be reminded */
    reminders: {
      /** Id of the recipient */
      recipientId: number;
      /** The recipient’s email address */
      email: string;
      /** Whether a reminder was sent */
      reminded: boolean;
      /** From when on the next reminder can be sent, in seconds since 1970 */
      nextReminderDate: number;
    }[];
  }>;

  /**
   * Correct a recipient's name, or give their part to another address: older links end, a new one is mailed.
   *
   * `PUT /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/recipients/{recipientId}`; needs the scope `workflows:write`.
   *
   * Fails with `WORKFLOW_NOT_FOUND` `NOT_FOUND` `WORKFLOW_STATUS_CONFLICT` `WORKFLOW_HELD`.
   */
  reassignRecipient(input: ReassignRecipientInput, options?: CallOptions): Promise<Recipient>;

  /**
   * Who is reminded next, and when; and what the mail server said of those whom no mail reaches.
   *
   * `GET /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/reminders`; needs the scope `workflows:read`.
   *
   * Fails with `WORKFLOW_NOT_FOUND`.
   */
  readWorkflowReminders(
    input: ReadWorkflowRemindersInput,
    options?: CallOptions,
  ): Promise<{
    /** What counts for this workflow: `off`, or days as in `first=3;every=3;max=5;beforeExpiry=1` */
    reminders: string;
    /** Those whose turn it is */
    recipients: {
      /** Id of the recipient */
      recipientId: number;
      /** How many reminders went out by themselves */
      sent: number;
      /** How many go out at most */
      max: number;
      /** When the last one went out, by hand or by itself, in seconds since 1970 */
      lastDate: FiledDate;
      /** When the next one goes out by itself, in seconds since 1970; null: none will */
      nextDate: FiledDate;
      /** Whose day it waits for, as their browser told; null: unknown, so UTC */
      timeZone: string | null;
      /** What the mail server said of the last mail that asked them, if it was given up: they get no more reminders until their address is corrected or a mail arrives */
      mailProblem: string | null;
    }[];
  }>;

  /**
   * Who gets copies of a workflow, and when they opened their link.
   *
   * `GET /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/followers`; needs the scope `workflows:read`.
   *
   * Fails with `WORKFLOW_NOT_FOUND`.
   */
  listFollowers(input: ListFollowersInput, options?: CallOptions): Promise<Follower[]>;

  /**
   * Set who gets copies of a workflow, also while it is running; those not named are removed.
   *
   * `PUT /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/followers`; needs the scope `workflows:write`.
   *
   * Fails with `WORKFLOW_NOT_FOUND` `WORKFLOW_STATUS_CONFLICT`.
   */
  setFollowers(input: SetFollowersInput, options?: CallOptions): Promise<Follower[]>;

  /**
   * Addresses of the designer and the view page, for a browser that is not signed in.
   *
   * `GET /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/session`; needs the scope `workflows:read`.
   *
   * Fails with `WORKFLOW_NOT_FOUND`.
   */
  openWorkflowSession(
    input: OpenWorkflowSessionInput,
    options?: CallOptions,
  ): Promise<{
    /** The secret in `designerUrl` */
    session: string;
    /** Opens the designer; add `callback` and `auto_start=1` as query */
    designerUrl: string;
    /** Shows the workflow in any status */
    envelopeView: string;
  }>;

  /**
   * Have a draft prepared in a frame of your own page: an address that opens once.
   *
   * `POST /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/session`; needs the scope `workflows:write`.
   *
   * Fails with `WORKFLOW_NOT_FOUND` `WORKFLOW_STATUS_CONFLICT`.
   */
  createEmbeddedDesign(
    input: CreateEmbeddedDesignInput,
    options?: CallOptions,
  ): Promise<{
    /** For `src` of the frame; opens once */
    url: string;
    /** Until when it is opened: 5 minutes */
    expiresDate: number;
  }>;

  /**
   * Let a recipient sign in person: an address for this device, or a link to copy, once.
   *
   * `POST /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/recipients/{recipientId}/in-person-session`; needs the scope `workflows:write`.
   *
   * Fails with `WORKFLOW_NOT_FOUND` `NOT_FOUND` `WORKFLOW_STATUS_CONFLICT`.
   */
  createInPersonSession(
    input: CreateInPersonSessionInput,
    options?: CallOptions,
  ): Promise<{
    /** Opens the session of this recipient in one browser, once; replaces the one before */
    url: string;
    /** Until when it is opened */
    expiresDate: number;
  }>;

  /**
   * Let a recipient sign in a frame of your own page: an address that opens once.
   *
   * `POST /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/recipients/{recipientId}/embedded-session`; needs the scope `workflows:sign-embedded`.
   *
   * Fails with `WORKFLOW_NOT_FOUND` `NOT_FOUND` `WORKFLOW_STATUS_CONFLICT`.
   */
  createEmbeddedSession(
    input: CreateEmbeddedSessionInput,
    options?: CallOptions,
  ): Promise<{
    /** For `src` of the frame; opens once */
    url: string;
    /** Until when it is opened: 5 minutes */
    expiresDate: number;
  }>;

  /**
   * The mails about a workflow with their states, oldest first.
   *
   * `GET /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/mails`; needs the scope `workflows:read`.
   *
   * Fails with `WORKFLOW_NOT_FOUND`.
   */
  listMails(input: ListMailsInput, options?: CallOptions): Promise<Mail[]>;

  /**
   * Send a failed mail again.
   *
   * `POST /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/mails/{mailId}/retry`; needs the scope `workflows:write`.
   *
   * Fails with `WORKFLOW_NOT_FOUND` `NOT_FOUND` `WORKFLOW_STATUS_CONFLICT`.
   */
  retryMail(input: RetryMailInput, options?: CallOptions): Promise<Mail>;

  /**
   * The notifications of a workflow and every attempt to deliver them, oldest first.
   *
   * `GET /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/deliveries`; needs the scope `workflows:read`.
   *
   * Fails with `WORKFLOW_NOT_FOUND`.
   */
  listDeliveries(input: ListDeliveriesInput, options?: CallOptions): Promise<Delivery[]>;

  /**
   * Deliver a notification again.
   *
   * `POST /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/deliveries/{deliveryId}/replay`; needs the scope `workflows:write`.
   *
   * Fails with `WORKFLOW_NOT_FOUND` `NOT_FOUND` `WORKFLOW_STATUS_CONFLICT`.
   */
  replayDelivery(input: ReplayDeliveryInput, options?: CallOptions): Promise<Delivery>;

  /**
   * Whether the files of a workflow are at the destination of its workspace.
   *
   * `GET /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/transfer`; needs the scope `workflows:read`.
   *
   * Fails with `WORKFLOW_NOT_FOUND`.
   */
  readTransfer(input: ReadTransferInput, options?: CallOptions): Promise<Transfer>;

  /**
   * Write the files of a signed workflow to the destination of its workspace, now or once more.
   *
   * `PUT /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/transfer/start`; needs the scope `workflows:write`.
   *
   * Fails with `WORKFLOW_NOT_FOUND` `WORKFLOW_STATUS_CONFLICT`.
   */
  startTransfer(input: StartTransferInput, options?: CallOptions): Promise<Transfer>;
}

export interface TemplateOperations {
  /**
   * Set how long workflows that are made of a template are kept; absent properties stay.
   *
   * `PUT /api/v1/organization/retention/templates/{templateId}`; needs the scope `organization:write`.
   *
   * Fails with `NOT_FOUND` `TEMPLATE_NOT_FOUND`.
   */
  updateTemplateRetention(
    input: UpdateTemplateRetentionInput,
    options?: CallOptions,
  ): Promise<RetentionPolicies>;

  /**
   * List the files for information that each workflow made of a template gets a copy of.
   *
   * `GET /api/v1/workspaces/{workspaceId}/templates/{templateId}/annexes`; needs the scope `templates:read`.
   *
   * Fails with `TEMPLATE_NOT_FOUND`.
   */
  listTemplateAnnexes(
    input: ListTemplateAnnexesInput,
    options?: CallOptions,
  ): Promise<
    {
      /** Id of the annex */
      id: number;
      /** Its place among the annexes, from 0 */
      position: number;
      /** The name of the file, as it was sent, without folders */
      name: string;
      /** What the file is, by its content; `other` where that is not known */
      format:
        | 'pdf'
        | 'png'
        | 'jpeg'
        | 'docx'
        | 'xlsx'
        | 'pptx'
        | 'odt'
        | 'ods'
        | 'odp'
        | 'rtf'
        | 'zip'
        | 'csv'
        | 'text'
        | 'other';
      /** Bytes */
      size: number;
      /** SHA-256 in lowercase hexadecimal */
      sha256: string;
      /** When it was added, in seconds since 1970 */
      addDate: number;
      /** The address of the file; it needs the credential of the caller */
      file: string;
    }[]
  >;

  /**
   * Add a file for information to a template.
   *
   * `POST /api/v1/workspaces/{workspaceId}/templates/{templateId}/annexes`; needs the scope `templates:write`.
   *
   * Fails with `DOCUMENT_NOT_ACCEPTED` `TEMPLATE_NOT_FOUND`.
   */
  addTemplateAnnex(
    input: AddTemplateAnnexInput,
    options?: CallOptions,
  ): Promise<{
    /** Id of the annex */
    id: number;
    /** Its place among the annexes, from 0 */
    position: number;
    /** The name of the file, as it was sent, without folders */
    name: string;
    /** What the file is, by its content; `other` where that is not known */
    format:
      | 'pdf'
      | 'png'
      | 'jpeg'
      | 'docx'
      | 'xlsx'
      | 'pptx'
      | 'odt'
      | 'ods'
      | 'odp'
      | 'rtf'
      | 'zip'
      | 'csv'
      | 'text'
      | 'other';
    /** Bytes */
    size: number;
    /** SHA-256 in lowercase hexadecimal */
    sha256: string;
    /** When it was added, in seconds since 1970 */
    addDate: number;
    /** The address of the file; it needs the credential of the caller */
    file: string;
  }>;

  /**
   * The bytes of a file for information of a template.
   *
   * `GET /api/v1/workspaces/{workspaceId}/templates/{templateId}/annexes/{annexId}`; needs the scope `templates:read`.
   *
   * Fails with `TEMPLATE_NOT_FOUND` `NOT_FOUND`.
   */
  readTemplateAnnex(input: ReadTemplateAnnexInput, options?: CallOptions): Promise<Response>;

  /**
   * Remove a file for information from a template.
   *
   * `DELETE /api/v1/workspaces/{workspaceId}/templates/{templateId}/annexes/{annexId}`; needs the scope `templates:write`.
   *
   * Fails with `TEMPLATE_NOT_FOUND` `NOT_FOUND`.
   */
  removeTemplateAnnex(input: RemoveTemplateAnnexInput, options?: CallOptions): Promise<void>;

  /**
   * How recipients of the workflows that are made of a template are reminded by themselves.
   *
   * `GET /api/v1/workspaces/{workspaceId}/templates/{templateId}/reminders`; needs the scope `templates:read`.
   *
   * Fails with `TEMPLATE_NOT_FOUND`.
   */
  readTemplateReminders(input: ReadTemplateRemindersInput, options?: CallOptions): Promise<ReminderDefault>;

  /**
   * Set how recipients of the workflows that are made of a template are reminded by themselves.
   *
   * `PUT /api/v1/workspaces/{workspaceId}/templates/{templateId}/reminders`; needs the scope `templates:write`.
   *
   * Fails with `TEMPLATE_NOT_FOUND`.
   */
  updateTemplateReminders(
    input: UpdateTemplateRemindersInput,
    options?: CallOptions,
  ): Promise<ReminderDefault>;

  /**
   * Who gets copies of the workflows that are made of a template.
   *
   * `GET /api/v1/workspaces/{workspaceId}/templates/{templateId}/followers`; needs the scope `templates:read`.
   *
   * Fails with `TEMPLATE_NOT_FOUND`.
   */
  listTemplateFollowers(
    input: ListTemplateFollowersInput,
    options?: CallOptions,
  ): Promise<TemplateFollower[]>;

  /**
   * Set who gets copies of the workflows that are made of a template; those not named are removed.
   *
   * `PUT /api/v1/workspaces/{workspaceId}/templates/{templateId}/followers`; needs the scope `templates:write`.
   *
   * Fails with `TEMPLATE_NOT_FOUND`.
   */
  setTemplateFollowers(input: SetTemplateFollowersInput, options?: CallOptions): Promise<TemplateFollower[]>;

  /**
   * Make a workflow of a template, with exactly as many recipients as it expects, in its order; also needs the scope templates:read.
   *
   * `POST /api/v1/cloner/template/{templateId}/workflow`; needs the scope `workflows:write`.
   *
   * Fails with `TEMPLATE_NOT_FOUND` `WORKSPACE_NOT_FOUND` `WORKFLOW_STATUS_CONFLICT`
   * `DOCUMENT_NOT_ACCEPTED` `STORAGE_QUOTA_REACHED`.
   *
   * @example
   * const workflow = await paraph.cloneTemplate({
   *   templateId: 3,
   *   workspaceId: 1,
   *   name: 'Lease of the mill',
   *   recipients: [{ name: 'Ada Lovelace', email: 'ada@example.com' }],
   *   hasToBeStarted: true,
   * });
   * console.log(workflow.id, workflow.status);
   */
  cloneTemplate(input: CloneTemplateInput, options?: CallOptions): Promise<Workflow>;

  /**
   * List the templates of a workspace, newest first; a query searches names and recipients.
   *
   * `GET /api/v1/workspaces/{workspaceId}/templates`; needs the scope `templates:read`.
   *
   * Fails with `WORKSPACE_NOT_FOUND`.
   */
  listTemplates: List<ListTemplatesInput, Template>;

  /**
   * Make a template: of PDFs (a form with document, or documents[0] and on), or as JSON of a workflow (fromWorkflowId, which also needs the scope workflows:read) or of another template (fromTemplateId).
   *
   * `POST /api/v1/workspaces/{workspaceId}/templates`; needs the scope `templates:write`.
   *
   * Fails with `DOCUMENT_NOT_ACCEPTED` `DOCUMENT_TWO_FACED` `WORKSPACE_NOT_FOUND` `WORKFLOW_NOT_FOUND`
   * `TEMPLATE_NOT_FOUND`.
   *
   * @example
   * const template = await paraph.createTemplate({ workspaceId: 1, name: 'Lease', document: file });
   * const [tenant] = await paraph.setTemplateRoles({
   *   workspaceId: 1,
   *   templateId: template.id,
   *   recipients: [{ name: 'Tenant', roles: [{ type: 'sign' }] }],
   * });
   * const roles = tenant?.roles.map((role) => role.id) ?? [];
   * await paraph.addTemplateSteps({ workspaceId: 1, templateId: template.id, steps: [{ type: 'sign', roles }] });
   */
  createTemplate(input: CreateTemplateInput, options?: CallOptions): Promise<WholeTemplate>;

  /**
   * Read a whole template; with `session=1` its file links need no credential for fifteen minutes.
   *
   * `GET /api/v1/workspaces/{workspaceId}/templates/{templateId}`; needs the scope `templates:read`.
   *
   * Fails with `TEMPLATE_NOT_FOUND`.
   */
  readTemplate(input: ReadTemplateInput, options?: CallOptions): Promise<WholeTemplate>;

  /**
   * What a call of the cloner may say of this template, as JSON Schema: placeholders, and values of fields by key.
   *
   * `GET /api/v1/workspaces/{workspaceId}/templates/{templateId}/schema`; needs the scope `templates:read`.
   *
   * Fails with `TEMPLATE_NOT_FOUND`.
   */
  readTemplateSchema(input: ReadTemplateSchemaInput, options?: CallOptions): Promise<Record<string, unknown>>;

  /**
   * Change a template; absent properties stay, and workflows created from it do not change.
   *
   * `PUT /api/v1/workspaces/{workspaceId}/templates/{templateId}`; needs the scope `templates:write`.
   *
   * Fails with `TEMPLATE_NOT_FOUND` `WORKSPACE_NOT_FOUND`.
   */
  updateTemplate(input: UpdateTemplateInput, options?: CallOptions): Promise<WholeTemplate>;

  /**
   * Delete a template with its files; workflows created from it stay.
   *
   * `DELETE /api/v1/workspaces/{workspaceId}/templates/{templateId}`; needs the scope `templates:write`.
   *
   * Fails with `TEMPLATE_NOT_FOUND`.
   */
  deleteTemplate(input: DeleteTemplateInput, options?: CallOptions): Promise<void>;

  /**
   * Set the placeholders of a template and their roles; those not named are removed.
   *
   * `PUT /api/v1/workspaces/{workspaceId}/templates/{templateId}/roles`; needs the scope `templates:write`.
   *
   * Fails with `TEMPLATE_NOT_FOUND`.
   */
  setTemplateRoles(input: SetTemplateRolesInput, options?: CallOptions): Promise<TemplateRecipient[]>;

  /**
   * Append steps; each role acts in one step. Answers all steps.
   *
   * `POST /api/v1/workspaces/{workspaceId}/templates/{templateId}/steps`; needs the scope `templates:write`.
   *
   * Fails with `TEMPLATE_NOT_FOUND`.
   */
  addTemplateSteps(input: AddTemplateStepsInput, options?: CallOptions): Promise<TemplateStep[]>;

  /**
   * Set all steps; each role acts in one step.
   *
   * `PUT /api/v1/workspaces/{workspaceId}/templates/{templateId}/steps`; needs the scope `templates:write`.
   *
   * Fails with `TEMPLATE_NOT_FOUND`.
   */
  setTemplateSteps(input: SetTemplateStepsInput, options?: CallOptions): Promise<TemplateStep[]>;

  /**
   * Set what its workflows will prefer; answers all preferences, the generated secret included.
   *
   * `POST /api/v1/workspaces/{workspaceId}/templates/{templateId}/preferences`; needs the scope `templates:write`.
   *
   * Fails with `TEMPLATE_NOT_FOUND`.
   */
  setTemplatePreferences(
    input: SetTemplatePreferencesInput,
    options?: CallOptions,
  ): Promise<
    {
      /** The name of the preference */
      name: string;
      /** Its value */
      value: string;
    }[]
  >;

  /**
   * The fields of a template, in order.
   *
   * `GET /api/v1/workspaces/{workspaceId}/templates/{templateId}/fields`; needs the scope `templates:read`.
   *
   * Fails with `TEMPLATE_NOT_FOUND`.
   */
  listTemplateFields(input: ListTemplateFieldsInput, options?: CallOptions): Promise<Field[]>;

  /**
   * The printed places and tags of a document where fields could go, and whose they are.
   *
   * `GET /api/v1/workspaces/{workspaceId}/templates/{templateId}/documents/{documentId}/suggested-fields`; needs the scope `templates:read`.
   *
   * Fails with `TEMPLATE_NOT_FOUND` `NOT_FOUND` `DOCUMENT_NOT_ACCEPTED`.
   */
  listTemplateSuggestions(
    input: ListTemplateSuggestionsInput,
    options?: CallOptions,
  ): Promise<SuggestedField[]>;

  /**
   * Set the fields of a template; those not named are removed.
   *
   * `PUT /api/v1/workspaces/{workspaceId}/templates/{templateId}/fields`; needs the scope `templates:write`.
   *
   * Fails with `TEMPLATE_NOT_FOUND`.
   */
  setTemplateFields(input: SetTemplateFieldsInput, options?: CallOptions): Promise<Field[]>;

  /**
   * What was filled in in the workflows made of a template: a table (CSV) with a column for each field, or a JSON object a line; also needs the scope templates:read.
   *
   * `GET /api/v1/workspaces/{workspaceId}/templates/{templateId}/answers`; needs the scope `workflows:read`.
   *
   * Fails with `TEMPLATE_NOT_FOUND`.
   */
  exportAnswers(input: ExportAnswersInput, options?: CallOptions): Promise<Response>;

  /**
   * Add a PDF to a template; its text anchors and signature form fields become fields.
   *
   * `POST /api/v1/workspaces/{workspaceId}/templates/{templateId}/documents`; needs the scope `templates:write`.
   *
   * Fails with `DOCUMENT_NOT_ACCEPTED` `DOCUMENT_TWO_FACED` `TEMPLATE_NOT_FOUND`.
   */
  addTemplateDocument(input: AddTemplateDocumentInput, options?: CallOptions): Promise<WholeTemplate>;

  /**
   * Remove a document from a template, with its fields; not the last one.
   *
   * `DELETE /api/v1/workspaces/{workspaceId}/templates/{templateId}/documents/{documentId}`; needs the scope `templates:write`.
   *
   * Fails with `TEMPLATE_NOT_FOUND` `NOT_FOUND` `WORKFLOW_STATUS_CONFLICT`.
   */
  removeTemplateDocument(input: RemoveTemplateDocumentInput, options?: CallOptions): Promise<void>;

  /**
   * Set the tags of a template; those not named are removed. Answers its tags.
   *
   * `PUT /api/v1/workspaces/{workspaceId}/templates/{templateId}/tags`; needs the scope `templates:write`.
   *
   * Fails with `TEMPLATE_NOT_FOUND`.
   */
  setTemplateTags(input: SetTemplateTagsInput, options?: CallOptions): Promise<Tag[]>;

  /**
   * Download a document of a template.
   *
   * `GET /api/v1/storage/template/{templateId}/doc/{key}`.
   *
   * Fails with `AUTHENTICATION_REQUIRED` `NOT_FOUND`.
   */
  readTemplateFile(input: ReadTemplateFileInput, options?: CallOptions): Promise<Response>;

  /**
   * The picture of the first page of a template's document.
   *
   * `GET /api/v1/storage/template/{templateId}/thumb/{key}`.
   *
   * Fails with `AUTHENTICATION_REQUIRED` `NOT_FOUND`.
   */
  readTemplateThumb(input: ReadTemplateThumbInput, options?: CallOptions): Promise<Response>;

  /**
   * Take over a table, a workflow for each row; nothing is sent before the job is started.
   *
   * `POST /api/v1/workspaces/{workspaceId}/templates/{templateId}/bulk`; needs the scope `workflows:write`.
   *
   * Fails with `TEMPLATE_NOT_FOUND` `WORKFLOW_STATUS_CONFLICT`.
   */
  createBulkJob(
    input: CreateBulkJobInput,
    options?: CallOptions,
  ): Promise<{
    /** Id of the bulk job */
    id: number;
    /** Id of the workspace, whose workflows are made */
    workspaceId: number;
    /** Id of the template; null once it was deleted */
    templateId: number | null;
    /** checking: rows are being checked; ready: waits for the start; then sending, paused, done or canceled */
    state: 'checking' | 'ready' | 'sending' | 'paused' | 'done' | 'canceled';
    /** The name of the table’s file */
    fileName: string;
    /** How its text was read: `utf-8`, `utf-16le`, `utf-16be` or `windows-1252` */
    encoding: string;
    /** The pattern of the workflows’ names */
    name: string;
    /** What each column says */
    columns: {
      /** As the table has it */
      heading: string;
      /** As in `mapping`; null where the column is not understood and left out */
      meaning: string | null;
    }[];
    /** How many rows the table has */
    rows: number;
    /** How many are not checked yet */
    waiting: number;
    /** How many can be sent, and are not yet */
    valid: number;
    /** How many have problems */
    invalid: number;
    /** How many became a workflow that has started */
    sent: number;
    /** How many were refused when they were to be sent */
    failed: number;
    /** How many are sent no more */
    canceled: number;
    /** Of those sent, how many were signed */
    signed: number;
    /** Why it is paused, where nobody asked for it */
    pausedFor: string | null;
    /** How many rows a minute are sent at most; null: no limit */
    ratePerMinute: number | null;
    /** When sending begins; null: at once */
    scheduledStartDate: FiledDate;
    /** When the table was sent */
    createDate: number;
    /** When the job was started */
    startDate: FiledDate;
    /** When it ended */
    endDate: FiledDate;
  }>;

  /**
   * The bulk jobs of a template, newest first.
   *
   * `GET /api/v1/workspaces/{workspaceId}/templates/{templateId}/bulk`; needs the scope `workflows:read`.
   *
   * Fails with `TEMPLATE_NOT_FOUND`.
   */
  listBulkJobs: List<
    ListBulkJobsInput,
    {
      /** Id of the bulk job */
      id: number;
      /** Id of the workspace, whose workflows are made */
      workspaceId: number;
      /** Id of the template; null once it was deleted */
      templateId: number | null;
      /** checking: rows are being checked; ready: waits for the start; then sending, paused, done or canceled */
      state: 'checking' | 'ready' | 'sending' | 'paused' | 'done' | 'canceled';
      /** The name of the table’s file */
      fileName: string;
      /** How its text was read: `utf-8`, `utf-16le`, `utf-16be` or `windows-1252` */
      encoding: string;
      /** The pattern of the workflows’ names */
      name: string;
      /** What each column says */
      columns: {
        /** As the table has it */
        heading: string;
        /** As in `mapping`; null where the column is not understood and left out */
        meaning: string | null;
      }[];
      /** How many rows the table has */
      rows: number;
      /** How many are not checked yet */
      waiting: number;
      /** How many can be sent, and are not yet */
      valid: number;
      /** How many have problems */
      invalid: number;
      /** How many became a workflow that has started */
      sent: number;
      /** How many were refused when they were to be sent */
      failed: number;
      /** How many are sent no more */
      canceled: number;
      /** Of those sent, how many were signed */
      signed: number;
      /** Why it is paused, where nobody asked for it */
      pausedFor: string | null;
      /** How many rows a minute are sent at most; null: no limit */
      ratePerMinute: number | null;
      /** When sending begins; null: at once */
      scheduledStartDate: FiledDate;
      /** When the table was sent */
      createDate: number;
      /** When the job was started */
      startDate: FiledDate;
      /** When it ended */
      endDate: FiledDate;
    }
  >;

  /**
   * The headings of a table for this template, with an example.
   *
   * `GET /api/v1/workspaces/{workspaceId}/templates/{templateId}/bulk/sample.csv`; needs the scope `workflows:read`.
   *
   * Fails with `TEMPLATE_NOT_FOUND`.
   */
  readBulkSample(input: ReadBulkSampleInput, options?: CallOptions): Promise<Response>;

  /**
   * How far a bulk job is.
   *
   * `GET /api/v1/workspaces/{workspaceId}/templates/{templateId}/bulk/{bulkId}`; needs the scope `workflows:read`.
   *
   * Fails with `TEMPLATE_NOT_FOUND` `NOT_FOUND`.
   */
  readBulkJob(
    input: ReadBulkJobInput,
    options?: CallOptions,
  ): Promise<{
    /** Id of the bulk job */
    id: number;
    /** Id of the workspace, whose workflows are made */
    workspaceId: number;
    /** Id of the template; null once it was deleted */
    templateId: number | null;
    /** checking: rows are being checked; ready: waits for the start; then sending, paused, done or canceled */
    state: 'checking' | 'ready' | 'sending' | 'paused' | 'done' | 'canceled';
    /** The name of the table’s file */
    fileName: string;
    /** How its text was read: `utf-8`, `utf-16le`, `utf-16be` or `windows-1252` */
    encoding: string;
    /** The pattern of the workflows’ names */
    name: string;
    /** What each column says */
    columns: {
      /** As the table has it */
      heading: string;
      /** As in `mapping`; null where the column is not understood and left out */
      meaning: string | null;
    }[];
    /** How many rows the table has */
    rows: number;
    /** How many are not checked yet */
    waiting: number;
    /** How many can be sent, and are not yet */
    valid: number;
    /** How many have problems */
    invalid: number;
    /** How many became a workflow that has started */
    sent: number;
    /** How many were refused when they were to be sent */
    failed: number;
    /** How many are sent no more */
    canceled: number;
    /** Of those sent, how many were signed */
    signed: number;
    /** Why it is paused, where nobody asked for it */
    pausedFor: string | null;
    /** How many rows a minute are sent at most; null: no limit */
    ratePerMinute: number | null;
    /** When sending begins; null: at once */
    scheduledStartDate: FiledDate;
    /** When the table was sent */
    createDate: number;
    /** When the job was started */
    startDate: FiledDate;
    /** When it ended */
    endDate: FiledDate;
  }>;

  /**
   * Say anew what the columns mean; every row is checked again.
   *
   * `PUT /api/v1/workspaces/{workspaceId}/templates/{templateId}/bulk/{bulkId}`; needs the scope `workflows:write`.
   *
   * Fails with `TEMPLATE_NOT_FOUND` `NOT_FOUND` `WORKFLOW_STATUS_CONFLICT`.
   */
  updateBulkJob(
    input: UpdateBulkJobInput,
    options?: CallOptions,
  ): Promise<{
    /** Id of the bulk job */
    id: number;
    /** Id of the workspace, whose workflows are made */
    workspaceId: number;
    /** Id of the template; null once it was deleted */
    templateId: number | null;
    /** checking: rows are being checked; ready: waits for the start; then sending, paused, done or canceled */
    state: 'checking' | 'ready' | 'sending' | 'paused' | 'done' | 'canceled';
    /** The name of the table’s file */
    fileName: string;
    /** How its text was read: `utf-8`, `utf-16le`, `utf-16be` or `windows-1252` */
    encoding: string;
    /** The pattern of the workflows’ names */
    name: string;
    /** What each column says */
    columns: {
      /** As the table has it */
      heading: string;
      /** As in `mapping`; null where the column is not understood and left out */
      meaning: string | null;
    }[];
    /** How many rows the table has */
    rows: number;
    /** How many are not checked yet */
    waiting: number;
    /** How many can be sent, and are not yet */
    valid: number;
    /** How many have problems */
    invalid: number;
    /** How many became a workflow that has started */
    sent: number;
    /** How many were refused when they were to be sent */
    failed: number;
    /** How many are sent no more */
    canceled: number;
    /** Of those sent, how many were signed */
    signed: number;
    /** Why it is paused, where nobody asked for it */
    pausedFor: string | null;
    /** How many rows a minute are sent at most; null: no limit */
    ratePerMinute: number | null;
    /** When sending begins; null: at once */
    scheduledStartDate: FiledDate;
    /** When the table was sent */
    createDate: number;
    /** When the job was started */
    startDate: FiledDate;
    /** When it ended */
    endDate: FiledDate;
  }>;

  /**
   * Send the rows of a bulk job that is ready.
   *
   * `PUT /api/v1/workspaces/{workspaceId}/templates/{templateId}/bulk/{bulkId}/start`; needs the scope `workflows:write`.
   *
   * Fails with `TEMPLATE_NOT_FOUND` `NOT_FOUND` `WORKFLOW_STATUS_CONFLICT`.
   */
  startBulkJob(
    input: StartBulkJobInput,
    options?: CallOptions,
  ): Promise<{
    /** Id of the bulk job */
    id: number;
    /** Id of the workspace, whose workflows are made */
    workspaceId: number;
    /** Id of the template; null once it was deleted */
    templateId: number | null;
    /** checking: rows are being checked; ready: waits for the start; then sending, paused, done or canceled */
    state: 'checking' | 'ready' | 'sending' | 'paused' | 'done' | 'canceled';
    /** The name of the table’s file */
    fileName: string;
    /** How its text was read: `utf-8`, `utf-16le`, `utf-16be` or `windows-1252` */
    encoding: string;
    /** The pattern of the workflows’ names */
    name: string;
    /** What each column says */
    columns: {
      /** As the table has it */
      heading: string;
      /** As in `mapping`; null where the column is not understood and left out */
      meaning: string | null;
    }[];
    /** How many rows the table has */
    rows: number;
    /** How many are not checked yet */
    waiting: number;
    /** How many can be sent, and are not yet */
    valid: number;
    /** How many have problems */
    invalid: number;
    /** How many became a workflow that has started */
    sent: number;
    /** How many were refused when they were to be sent */
    failed: number;
    /** How many are sent no more */
    canceled: number;
    /** Of those sent, how many were signed */
    signed: number;
    /** Why it is paused, where nobody asked for it */
    pausedFor: string | null;
    /** How many rows a minute are sent at most; null: no limit */
    ratePerMinute: number | null;
    /** When sending begins; null: at once */
    scheduledStartDate: FiledDate;
    /** When the table was sent */
    createDate: number;
    /** When the job was started */
    startDate: FiledDate;
    /** When it ended */
    endDate: FiledDate;
  }>;

  /**
   * Send no further rows until it is resumed.
   *
   * `PUT /api/v1/workspaces/{workspaceId}/templates/{templateId}/bulk/{bulkId}/pause`; needs the scope `workflows:write`.
   *
   * Fails with `TEMPLATE_NOT_FOUND` `NOT_FOUND` `WORKFLOW_STATUS_CONFLICT`.
   */
  pauseBulkJob(
    input: PauseBulkJobInput,
    options?: CallOptions,
  ): Promise<{
    /** Id of the bulk job */
    id: number;
    /** Id of the workspace, whose workflows are made */
    workspaceId: number;
    /** Id of the template; null once it was deleted */
    templateId: number | null;
    /** checking: rows are being checked; ready: waits for the start; then sending, paused, done or canceled */
    state: 'checking' | 'ready' | 'sending' | 'paused' | 'done' | 'canceled';
    /** The name of the table’s file */
    fileName: string;
    /** How its text was read: `utf-8`, `utf-16le`, `utf-16be` or `windows-1252` */
    encoding: string;
    /** The pattern of the workflows’ names */
    name: string;
    /** What each column says */
    columns: {
      /** As the table has it */
      heading: string;
      /** As in `mapping`; null where the column is not understood and left out */
      meaning: string | null;
    }[];
    /** How many rows the table has */
    rows: number;
    /** How many are not checked yet */
    waiting: number;
    /** How many can be sent, and are not yet */
    valid: number;
    /** How many have problems */
    invalid: number;
    /** How many became a workflow that has started */
    sent: number;
    /** How many were refused when they were to be sent */
    failed: number;
    /** How many are sent no more */
    canceled: number;
    /** Of those sent, how many were signed */
    signed: number;
    /** Why it is paused, where nobody asked for it */
    pausedFor: string | null;
    /** How many rows a minute are sent at most; null: no limit */
    ratePerMinute: number | null;
    /** When sending begins; null: at once */
    scheduledStartDate: FiledDate;
    /** When the table was sent */
    createDate: number;
    /** When the job was started */
    startDate: FiledDate;
    /** When it ended */
    endDate: FiledDate;
  }>;

  /**
   * Go on after a pause.
   *
   * `PUT /api/v1/workspaces/{workspaceId}/templates/{templateId}/bulk/{bulkId}/resume`; needs the scope `workflows:write`.
   *
   * Fails with `TEMPLATE_NOT_FOUND` `NOT_FOUND` `WORKFLOW_STATUS_CONFLICT`.
   */
  resumeBulkJob(
    input: ResumeBulkJobInput,
    options?: CallOptions,
  ): Promise<{
    /** Id of the bulk job */
    id: number;
    /** Id of the workspace, whose workflows are made */
    workspaceId: number;
    /** Id of the template; null once it was deleted */
    templateId: number | null;
    /** checking: rows are being checked; ready: waits for the start; then sending, paused, done or canceled */
    state: 'checking' | 'ready' | 'sending' | 'paused' | 'done' | 'canceled';
    /** The name of the table’s file */
    fileName: string;
    /** How its text was read: `utf-8`, `utf-16le`, `utf-16be` or `windows-1252` */
    encoding: string;
    /** The pattern of the workflows’ names */
    name: string;
    /** What each column says */
    columns: {
      /** As the table has it */
      heading: string;
      /** As in `mapping`; null where the column is not understood and left out */
      meaning: string | null;
    }[];
    /** How many rows the table has */
    rows: number;
    /** How many are not checked yet */
    waiting: number;
    /** How many can be sent, and are not yet */
    valid: number;
    /** How many have problems */
    invalid: number;
    /** How many became a workflow that has started */
    sent: number;
    /** How many were refused when they were to be sent */
    failed: number;
    /** How many are sent no more */
    canceled: number;
    /** Of those sent, how many were signed */
    signed: number;
    /** Why it is paused, where nobody asked for it */
    pausedFor: string | null;
    /** How many rows a minute are sent at most; null: no limit */
    ratePerMinute: number | null;
    /** When sending begins; null: at once */
    scheduledStartDate: FiledDate;
    /** When the table was sent */
    createDate: number;
    /** When the job was started */
    startDate: FiledDate;
    /** When it ended */
    endDate: FiledDate;
  }>;

  /**
   * Send no further rows ever; workflows that were made stay.
   *
   * `PUT /api/v1/workspaces/{workspaceId}/templates/{templateId}/bulk/{bulkId}/cancel`; needs the scope `workflows:write`.
   *
   * Fails with `TEMPLATE_NOT_FOUND` `NOT_FOUND` `WORKFLOW_STATUS_CONFLICT`.
   */
  cancelBulkJob(
    input: CancelBulkJobInput,
    options?: CallOptions,
  ): Promise<{
    /** Id of the bulk job */
    id: number;
    /** Id of the workspace, whose workflows are made */
    workspaceId: number;
    /** Id of the template; null once it was deleted */
    templateId: number | null;
    /** checking: rows are being checked; ready: waits for the start; then sending, paused, done or canceled */
    state: 'checking' | 'ready' | 'sending' | 'paused' | 'done' | 'canceled';
    /** The name of the table’s file */
    fileName: string;
    /** How its text was read: `utf-8`, `utf-16le`, `utf-16be` or `windows-1252` */
    encoding: string;
    /** The pattern of the workflows’ names */
    name: string;
    /** What each column says */
    columns: {
      /** As the table has it */
      heading: string;
      /** As in `mapping`; null where the column is not understood and left out */
      meaning: string | null;
    }[];
    /** How many rows the table has */
    rows: number;
    /** How many are not checked yet */
    waiting: number;
    /** How many can be sent, and are not yet */
    valid: number;
    /** How many have problems */
    invalid: number;
    /** How many became a workflow that has started */
    sent: number;
    /** How many were refused when they were to be sent */
    failed: number;
    /** How many are sent no more */
    canceled: number;
    /** Of those sent, how many were signed */
    signed: number;
    /** Why it is paused, where nobody asked for it */
    pausedFor: string | null;
    /** How many rows a minute are sent at most; null: no limit */
    ratePerMinute: number | null;
    /** When sending begins; null: at once */
    scheduledStartDate: FiledDate;
    /** When the table was sent */
    createDate: number;
    /** When the job was started */
    startDate: FiledDate;
    /** When it ended */
    endDate: FiledDate;
  }>;

  /**
   * The rows of a bulk job in their order, with problems and workflows.
   *
   * `GET /api/v1/workspaces/{workspaceId}/templates/{templateId}/bulk/{bulkId}/rows`; needs the scope `workflows:read`.
   *
   * Fails with `TEMPLATE_NOT_FOUND` `NOT_FOUND`.
   */
  listBulkRows: List<
    ListBulkRowsInput,
    {
      /** As a spreadsheet counts: the headings are row 1 */
      row: number;
      /** waiting: not checked yet; valid, invalid; sent; failed: refused when it was to be sent; canceled */
      state: 'waiting' | 'valid' | 'invalid' | 'sent' | 'failed' | 'canceled';
      /** What its column `id` says */
      key: string | null;
      /** What its cells say; null once there is the workflow */
      cells: string[] | null;
      /** All of its problems */
      problems: {
        /** The heading of the column; null where the table lacks one */
        column: string | null;
        /** What is wrong, and what would be right */
        problem: string;
      }[];
      /** The first row with the same people; it is sent all the same */
      samePeopleAs: number | null;
      /** The integer id of its workflow */
      workflowId: number | null;
      /** The 40-character id of its workflow */
      envelopeId: string | null;
      /** The status of its workflow now */
      status: string | null;
    }
  >;

  /**
   * What became of each row, as CSV.
   *
   * `GET /api/v1/workspaces/{workspaceId}/templates/{templateId}/bulk/{bulkId}/result.csv`; needs the scope `workflows:read`.
   *
   * Fails with `TEMPLATE_NOT_FOUND` `NOT_FOUND`.
   */
  exportBulkRows(input: ExportBulkRowsInput, options?: CallOptions): Promise<Response>;

  /**
   * Make an address at which visitors fill in and sign a template.
   *
   * `POST /api/v1/workspaces/{workspaceId}/templates/{templateId}/links`; needs the scope `workflows:write`.
   *
   * Fails with `TEMPLATE_NOT_FOUND` `WORKFLOW_STATUS_CONFLICT`.
   */
  createPublicLink(
    input: CreatePublicLinkInput,
    options?: CallOptions,
  ): Promise<{
    /** Id of the public link */
    id: number;
    /** Id of the workspace of its template */
    workspaceId: number;
    /** Id of its template */
    templateId: number;
    /** What it is called */
    name: string;
    /** The placeholder that who comes takes the place of */
    placeholderId: number;
    /** Who takes other places each time */
    people: {
      /** Id of a placeholder */
      placeholderId: number;
      /** The name of who takes it */
      name: string;
      /** Their email address */
      email: string;
      /** Of the mails to them */
      language: 'en' | 'fr' | 'de' | 'es' | 'it' | 'pt' | 'nl' | 'pl' | 'ar' | null;
    }[];
    /** From when people may come */
    opensDate: FiledDate;
    /** Until when */
    closesDate: FiledDate;
    /** How many workflows there may be; null: no limit */
    maximum: number | null;
    /** Whether each address may answer once only */
    oncePerPerson: boolean;
    /** Of the page; null: that of the browser */
    language: 'en' | 'fr' | 'de' | 'es' | 'it' | 'pt' | 'nl' | 'pl' | 'ar' | null;
    /** Which keys the address may fill in unsigned */
    prefillKeys: string[];
    /** open; early or closed, by its dates; full; off: it cannot be used now, `offReason` says why; ended */
    state: 'open' | 'early' | 'closed' | 'full' | 'off' | 'ended';
    /** Why it is off, for its owner; null where it is not */
    offReason: string | null;
    /** The address of its page, at the host of the organization’s links */
    url: string;
    /** The address as a QR code: the text of an SVG picture */
    qr: string;
    /** Of what was begun by it; a mailbox that was not proven does not count */
    counts: {
      /** How many people have proven their mailbox and not answered yet; each holds a place */
      open: number;
      /** How many have answered */
      done: number;
      /** How many had not within seven days; they hold no place */
      abandoned: number;
    };
    /** In whose name its workflows are made */
    creatorName: string;
    /** When it was made */
    createDate: number;
    /** When it was ended; null before */
    endDate: FiledDate;
    /** Signs what `?prefill[key]=` says, by HMAC-SHA256; in this answer alone, and not stored anywhere */
    secret: string;
  }>;

  /**
   * The public links of a template, newest first.
   *
   * `GET /api/v1/workspaces/{workspaceId}/templates/{templateId}/links`; needs the scope `workflows:read`.
   *
   * Fails with `TEMPLATE_NOT_FOUND`.
   */
  listPublicLinks: List<
    ListPublicLinksInput,
    {
      /** Id of the public link */
      id: number;
      /** Id of the workspace of its template */
      workspaceId: number;
      /** Id of its template */
      templateId: number;
      /** What it is called */
      name: string;
      /** The placeholder that who comes takes the place of */
      placeholderId: number;
      /** Who takes other places each time */
      people: {
        /** Id of a placeholder */
        placeholderId: number;
        /** The name of who takes it */
        name: string;
        /** Their email address */
        email: string;
        /** Of the mails to them */
        language: 'en' | 'fr' | 'de' | 'es' | 'it' | 'pt' | 'nl' | 'pl' | 'ar' | null;
      }[];
      /** From when people may come */
      opensDate: FiledDate;
      /** Until when */
      closesDate: FiledDate;
      /** How many workflows there may be; null: no limit */
      maximum: number | null;
      /** Whether each address may answer once only */
      oncePerPerson: boolean;
      /** Of the page; null: that of the browser */
      language: 'en' | 'fr' | 'de' | 'es' | 'it' | 'pt' | 'nl' | 'pl' | 'ar' | null;
      /** Which keys the address may fill in unsigned */
      prefillKeys: string[];
      /** open; early or closed, by its dates; full; off: it cannot be used now, `offReason` says why; ended */
      state: 'open' | 'early' | 'closed' | 'full' | 'off' | 'ended';
      /** Why it is off, for its owner; null where it is not */
      offReason: string | null;
      /** The address of its page, at the host of the organization’s links */
      url: string;
      /** The address as a QR code: the text of an SVG picture */
      qr: string;
      /** Of what was begun by it; a mailbox that was not proven does not count */
      counts: {
        /** How many people have proven their mailbox and not answered yet; each holds a place */
        open: number;
        /** How many have answered */
        done: number;
        /** How many had not within seven days; they hold no place */
        abandoned: number;
      };
      /** In whose name its workflows are made */
      creatorName: string;
      /** When it was made */
      createDate: number;
      /** When it was ended; null before */
      endDate: FiledDate;
    }
  >;

  /**
   * A public link, its address and its counts.
   *
   * `GET /api/v1/workspaces/{workspaceId}/templates/{templateId}/links/{linkId}`; needs the scope `workflows:read`.
   *
   * Fails with `TEMPLATE_NOT_FOUND` `NOT_FOUND`.
   */
  readPublicLink(
    input: ReadPublicLinkInput,
    options?: CallOptions,
  ): Promise<{
    /** Id of the public link */
    id: number;
    /** Id of the workspace of its template */
    workspaceId: number;
    /** Id of its template */
    templateId: number;
    /** What it is called */
    name: string;
    /** The placeholder that who comes takes the place of */
    placeholderId: number;
    /** Who takes other places each time */
    people: {
      /** Id of a placeholder */
      placeholderId: number;
      /** The name of who takes it */
      name: string;
      /** Their email address */
      email: string;
      /** Of the mails to them */
      language: 'en' | 'fr' | 'de' | 'es' | 'it' | 'pt' | 'nl' | 'pl' | 'ar' | null;
    }[];
    /** From when people may come */
    opensDate: FiledDate;
    /** Until when */
    closesDate: FiledDate;
    /** How many workflows there may be; null: no limit */
    maximum: number | null;
    /** Whether each address may answer once only */
    oncePerPerson: boolean;
    /** Of the page; null: that of the browser */
    language: 'en' | 'fr' | 'de' | 'es' | 'it' | 'pt' | 'nl' | 'pl' | 'ar' | null;
    /** Which keys the address may fill in unsigned */
    prefillKeys: string[];
    /** open; early or closed, by its dates; full; off: it cannot be used now, `offReason` says why; ended */
    state: 'open' | 'early' | 'closed' | 'full' | 'off' | 'ended';
    /** Why it is off, for its owner; null where it is not */
    offReason: string | null;
    /** The address of its page, at the host of the organization’s links */
    url: string;
    /** The address as a QR code: the text of an SVG picture */
    qr: string;
    /** Of what was begun by it; a mailbox that was not proven does not count */
    counts: {
      /** How many people have proven their mailbox and not answered yet; each holds a place */
      open: number;
      /** How many have answered */
      done: number;
      /** How many had not within seven days; they hold no place */
      abandoned: number;
    };
    /** In whose name its workflows are made */
    creatorName: string;
    /** When it was made */
    createDate: number;
    /** When it was ended; null before */
    endDate: FiledDate;
  }>;

  /**
   * Change a public link; what is left out stays.
   *
   * `PUT /api/v1/workspaces/{workspaceId}/templates/{templateId}/links/{linkId}`; needs the scope `workflows:write`.
   *
   * Fails with `TEMPLATE_NOT_FOUND` `NOT_FOUND` `WORKFLOW_STATUS_CONFLICT`.
   */
  updatePublicLink(
    input: UpdatePublicLinkInput,
    options?: CallOptions,
  ): Promise<{
    /** Id of the public link */
    id: number;
    /** Id of the workspace of its template */
    workspaceId: number;
    /** Id of its template */
    templateId: number;
    /** What it is called */
    name: string;
    /** The placeholder that who comes takes the place of */
    placeholderId: number;
    /** Who takes other places each time */
    people: {
      /** Id of a placeholder */
      placeholderId: number;
      /** The name of who takes it */
      name: string;
      /** Their email address */
      email: string;
      /** Of the mails to them */
      language: 'en' | 'fr' | 'de' | 'es' | 'it' | 'pt' | 'nl' | 'pl' | 'ar' | null;
    }[];
    /** From when people may come */
    opensDate: FiledDate;
    /** Until when */
    closesDate: FiledDate;
    /** How many workflows there may be; null: no limit */
    maximum: number | null;
    /** Whether each address may answer once only */
    oncePerPerson: boolean;
    /** Of the page; null: that of the browser */
    language: 'en' | 'fr' | 'de' | 'es' | 'it' | 'pt' | 'nl' | 'pl' | 'ar' | null;
    /** Which keys the address may fill in unsigned */
    prefillKeys: string[];
    /** open; early or closed, by its dates; full; off: it cannot be used now, `offReason` says why; ended */
    state: 'open' | 'early' | 'closed' | 'full' | 'off' | 'ended';
    /** Why it is off, for its owner; null where it is not */
    offReason: string | null;
    /** The address of its page, at the host of the organization’s links */
    url: string;
    /** The address as a QR code: the text of an SVG picture */
    qr: string;
    /** Of what was begun by it; a mailbox that was not proven does not count */
    counts: {
      /** How many people have proven their mailbox and not answered yet; each holds a place */
      open: number;
      /** How many have answered */
      done: number;
      /** How many had not within seven days; they hold no place */
      abandoned: number;
    };
    /** In whose name its workflows are made */
    creatorName: string;
    /** When it was made */
    createDate: number;
    /** When it was ended; null before */
    endDate: FiledDate;
  }>;

  /**
   * End a public link: its page says so, and what was begun goes on.
   *
   * `DELETE /api/v1/workspaces/{workspaceId}/templates/{templateId}/links/{linkId}`; needs the scope `workflows:write`.
   *
   * Fails with `TEMPLATE_NOT_FOUND` `NOT_FOUND` `WORKFLOW_STATUS_CONFLICT`.
   */
  endPublicLink(input: EndPublicLinkInput, options?: CallOptions): Promise<void>;

  /**
   * Another secret to sign addresses with; those signed with the former one count no more.
   *
   * `POST /api/v1/workspaces/{workspaceId}/templates/{templateId}/links/{linkId}/secret`; needs the scope `workflows:write`.
   *
   * Fails with `TEMPLATE_NOT_FOUND` `NOT_FOUND` `WORKFLOW_STATUS_CONFLICT`.
   */
  renewPublicLinkSecret(
    input: RenewPublicLinkSecretInput,
    options?: CallOptions,
  ): Promise<{
    /** Id of the public link */
    id: number;
    /** Id of the workspace of its template */
    workspaceId: number;
    /** Id of its template */
    templateId: number;
    /** What it is called */
    name: string;
    /** The placeholder that who comes takes the place of */
    placeholderId: number;
    /** Who takes other places each time */
    people: {
      /** Id of a placeholder */
      placeholderId: number;
      /** The name of who takes it */
      name: string;
      /** Their email address */
      email: string;
      /** Of the mails to them */
      language: 'en' | 'fr' | 'de' | 'es' | 'it' | 'pt' | 'nl' | 'pl' | 'ar' | null;
    }[];
    /** From when people may come */
    opensDate: FiledDate;
    /** Until when */
    closesDate: FiledDate;
    /** How many workflows there may be; null: no limit */
    maximum: number | null;
    /** Whether each address may answer once only */
    oncePerPerson: boolean;
    /** Of the page; null: that of the browser */
    language: 'en' | 'fr' | 'de' | 'es' | 'it' | 'pt' | 'nl' | 'pl' | 'ar' | null;
    /** Which keys the address may fill in unsigned */
    prefillKeys: string[];
    /** open; early or closed, by its dates; full; off: it cannot be used now, `offReason` says why; ended */
    state: 'open' | 'early' | 'closed' | 'full' | 'off' | 'ended';
    /** Why it is off, for its owner; null where it is not */
    offReason: string | null;
    /** The address of its page, at the host of the organization’s links */
    url: string;
    /** The address as a QR code: the text of an SVG picture */
    qr: string;
    /** Of what was begun by it; a mailbox that was not proven does not count */
    counts: {
      /** How many people have proven their mailbox and not answered yet; each holds a place */
      open: number;
      /** How many have answered */
      done: number;
      /** How many had not within seven days; they hold no place */
      abandoned: number;
    };
    /** In whose name its workflows are made */
    creatorName: string;
    /** When it was made */
    createDate: number;
    /** When it was ended; null before */
    endDate: FiledDate;
    /** Signs what `?prefill[key]=` says, by HMAC-SHA256; in this answer alone, and not stored anywhere */
    secret: string;
  }>;

  /**
   * Who came by a public link, newest first, with their workflows.
   *
   * `GET /api/v1/workspaces/{workspaceId}/templates/{templateId}/links/{linkId}/submissions`; needs the scope `workflows:read`.
   *
   * Fails with `TEMPLATE_NOT_FOUND` `NOT_FOUND`.
   */
  listSubmissions: List<
    ListSubmissionsInput,
    {
      /** Id of the submission */
      id: number;
      /** Of the person, as they gave it; null once their workflow is erased */
      name: string | null;
      /** Their proven address; null once their workflow is erased */
      email: string | null;
      /** open: not answered yet; done; abandoned after seven days; ended: declined, canceled, expired or deleted */
      state: 'open' | 'done' | 'abandoned' | 'ended';
      /** What `?ref=` of the address said */
      reference: string | null;
      /** When they proved their mailbox */
      provenDate: number;
      /** The integer id of their workflow; null once it is erased */
      workflowId: number | null;
      /** The 40-character id of their workflow */
      envelopeId: string | null;
      /** The status of their workflow now */
      status: string | null;
    }
  >;
}

export interface SealOperations {
  /**
   * Seal a PDF in the name of the organization; electronic invoices stay PDF/A-3.
   *
   * `POST /api/v1/seals`; needs the scope `seals:write`.
   *
   * Fails with `DOCUMENT_NOT_ACCEPTED` `DOCUMENT_TWO_FACED` `WORKSPACE_NOT_FOUND` `STORAGE_QUOTA_REACHED`.
   */
  createSeal(input: CreateSealInput, options?: CallOptions): Promise<OrganizationSeal>;

  /**
   * List seals, newest first.
   *
   * `GET /api/v1/seals`; needs the scope `seals:read`.
   *
   * Fails with `WORKSPACE_NOT_FOUND`.
   */
  listSeals: List<ListSealsInput, OrganizationSeal, true>;

  /**
   * Read a seal: whether its file is sealed, or what it waits for.
   *
   * `GET /api/v1/seals/{sealId}`; needs the scope `seals:read`.
   *
   * Fails with `NOT_FOUND`.
   */
  readSeal(input: ReadSealInput, options?: CallOptions): Promise<OrganizationSeal>;

  /**
   * The sealed PDF.
   *
   * `GET /api/v1/seals/{sealId}/content`; needs the scope `seals:read`.
   *
   * Fails with `NOT_FOUND` `WORKFLOW_STATUS_CONFLICT`.
   */
  readSealedFile(input: ReadSealedFileInput, options?: CallOptions): Promise<Response>;

  /**
   * The certificate of sealing: a page that says what was sealed, by whom, when, and how to verify it.
   *
   * `GET /api/v1/seals/{sealId}/certificate`; needs the scope `seals:read`.
   *
   * Fails with `NOT_FOUND` `WORKFLOW_STATUS_CONFLICT`.
   */
  readSealCertificate(input: ReadSealCertificateInput, options?: CallOptions): Promise<Response>;

  /**
   * Try again to make a seal that failed, once its cause is mended.
   *
   * `POST /api/v1/seals/{sealId}/retry`; needs the scope `seals:write`.
   *
   * Fails with `NOT_FOUND` `WORKFLOW_STATUS_CONFLICT`.
   */
  retrySeal(input: RetrySealInput, options?: CallOptions): Promise<OrganizationSeal>;

  /**
   * Delete a seal with its files; the log keeps the hash.
   *
   * `DELETE /api/v1/seals/{sealId}`; needs the scope `seals:write`.
   *
   * Fails with `NOT_FOUND` `WORKFLOW_STATUS_CONFLICT` `WORKFLOW_HELD`.
   */
  deleteSeal(input: DeleteSealInput, options?: CallOptions): Promise<void>;
}

export interface WorkspaceOperations {
  /**
   * Create a workspace; its creator owns it.
   *
   * `POST /api/v1/workspaces`; needs the scope `workspaces:write`.
   *
   * Fails with `NOT_FOUND`.
   *
   * @example
   * const { id: workspaceId } = await paraph.createWorkspace({ name: 'Leases' });
   */
  createWorkspace(input: CreateWorkspaceInput, options?: CallOptions): Promise<Workspace>;

  /**
   * Change the name or description of a workspace; absent properties stay.
   *
   * `PUT /api/v1/workspaces/{workspaceId}`; needs the scope `workspaces:write`.
   *
   * Fails with `WORKSPACE_NOT_FOUND`.
   */
  updateWorkspace(input: UpdateWorkspaceInput, options?: CallOptions): Promise<Workspace>;

  /**
   * Close a workspace without running workflows; ended ones move to another workspace.
   *
   * `DELETE /api/v1/workspaces/{workspaceId}`; needs the scope `workspaces:write`.
   *
   * Fails with `WORKSPACE_NOT_FOUND` `WORKFLOW_STATUS_CONFLICT` `WORKFLOW_HELD`.
   */
  deleteWorkspace(input: DeleteWorkspaceInput, options?: CallOptions): Promise<void>;

  /**
   * Add members to a workspace and change roles; users that are not named stay.
   *
   * `PUT /api/v1/workspaces/{workspaceId}/users`; needs the scope `workspaces:write`.
   *
   * Fails with `WORKSPACE_NOT_FOUND`.
   */
  updateWorkspaceUsers(input: UpdateWorkspaceUsersInput, options?: CallOptions): Promise<WorkspaceUser[]>;

  /**
   * The same, at the address that the specification prints.
   *
   * `PUT /workspaces/{workspaceId}/users`; needs the scope `workspaces:write`.
   *
   * Fails with `WORKSPACE_NOT_FOUND`.
   */
  updateWorkspaceUsersAlias(
    input: UpdateWorkspaceUsersAliasInput,
    options?: CallOptions,
  ): Promise<WorkspaceUser[]>;

  /**
   * Remove a user from a workspace; one owner must remain.
   *
   * `DELETE /api/v1/workspaces/{workspaceId}/users/{workspaceUserId}`; needs the scope `workspaces:write`.
   *
   * Fails with `WORKSPACE_NOT_FOUND` `NOT_FOUND`.
   */
  removeWorkspaceUser(input: RemoveWorkspaceUserInput, options?: CallOptions): Promise<void>;

  /**
   * The workspaces of the caller.
   *
   * `GET /api/v1/workspaces`; needs the scope `workspaces:read`.
   */
  listWorkspaces(options?: CallOptions): Promise<Workspace[]>;

  /**
   * One workspace.
   *
   * `GET /api/v1/workspaces/{workspaceId}`; needs the scope `workspaces:read`.
   *
   * Fails with `WORKSPACE_NOT_FOUND`.
   */
  readWorkspace(input: ReadWorkspaceInput, options?: CallOptions): Promise<Workspace>;

  /**
   * The tags of a workspace, by name.
   *
   * `GET /api/v1/workspaces/{workspaceId}/tags`; needs the scope `workspaces:read`.
   *
   * Fails with `WORKSPACE_NOT_FOUND`.
   */
  listTags(input: ListTagsInput, options?: CallOptions): Promise<Tag[]>;

  /**
   * Create a tag.
   *
   * `POST /api/v1/workspaces/{workspaceId}/tags`; needs the scope `workspaces:write`.
   *
   * Fails with `WORKSPACE_NOT_FOUND`.
   */
  createTag(input: CreateTagInput, options?: CallOptions): Promise<Tag>;

  /**
   * Rename or recolour a tag wherever it is assigned; absent properties stay.
   *
   * `PUT /api/v1/workspaces/{workspaceId}/tags/{tagId}`; needs the scope `workspaces:write`.
   *
   * Fails with `WORKSPACE_NOT_FOUND` `NOT_FOUND`.
   */
  updateTag(input: UpdateTagInput, options?: CallOptions): Promise<Tag>;

  /**
   * Delete a tag; it is removed from workflows and templates.
   *
   * `DELETE /api/v1/workspaces/{workspaceId}/tags/{tagId}`; needs the scope `workspaces:write`.
   *
   * Fails with `WORKSPACE_NOT_FOUND` `NOT_FOUND`.
   */
  deleteTag(input: DeleteTagInput, options?: CallOptions): Promise<void>;

  /**
   * The contacts of a workspace, those used last first.
   *
   * `GET /api/v1/workspaces/{workspaceId}/contacts`; needs the scope `workflows:read`.
   *
   * Fails with `WORKSPACE_NOT_FOUND`.
   */
  listContacts: List<ListContactsInput, Contact>;

  /**
   * Add a contact; a workspace has at most 10000.
   *
   * `POST /api/v1/workspaces/{workspaceId}/contacts`; needs the scope `workflows:write`.
   *
   * Fails with `WORKSPACE_NOT_FOUND`.
   */
  createContact(input: CreateContactInput, options?: CallOptions): Promise<Contact>;

  /**
   * Change a contact; absent properties stay.
   *
   * `PUT /api/v1/workspaces/{workspaceId}/contacts/{contactId}`; needs the scope `workflows:write`.
   *
   * Fails with `WORKSPACE_NOT_FOUND` `NOT_FOUND`.
   */
  updateContact(input: UpdateContactInput, options?: CallOptions): Promise<Contact>;

  /**
   * Delete a contact; the next workflow for the person makes it anew where contacts are learned.
   *
   * `DELETE /api/v1/workspaces/{workspaceId}/contacts/{contactId}`; needs the scope `workflows:write`.
   *
   * Fails with `WORKSPACE_NOT_FOUND` `NOT_FOUND`.
   */
  deleteContact(input: DeleteContactInput, options?: CallOptions): Promise<void>;

  /**
   * Add a list of people; contacts with the same addresses are changed. All rows, or none and every problem.
   *
   * `POST /api/v1/workspaces/{workspaceId}/contacts/import`; needs the scope `workflows:write`.
   *
   * Fails with `WORKSPACE_NOT_FOUND`.
   */
  importContacts(
    input: ImportContactsInput,
    options?: CallOptions,
  ): Promise<{
    /** How many contacts are new */
    created: number;
    /** How many there were before */
    updated: number;
  }>;

  /**
   * The message templates of a workspace, by name.
   *
   * `GET /api/v1/workspaces/{workspaceId}/message-templates`; needs the scope `workflows:read`.
   *
   * Fails with `WORKSPACE_NOT_FOUND`.
   */
  listMessageTemplates: List<ListMessageTemplatesInput, MessageTemplate>;

  /**
   * Add a message template; a workspace has at most 200.
   *
   * `POST /api/v1/workspaces/{workspaceId}/message-templates`; needs the scope `workflows:write`.
   *
   * Fails with `WORKSPACE_NOT_FOUND`.
   */
  createMessageTemplate(input: CreateMessageTemplateInput, options?: CallOptions): Promise<MessageTemplate>;

  /**
   * Change a message template; absent properties stay.
   *
   * `PUT /api/v1/workspaces/{workspaceId}/message-templates/{messageTemplateId}`; needs the scope `workflows:write`.
   *
   * Fails with `WORKSPACE_NOT_FOUND` `NOT_FOUND`.
   */
  updateMessageTemplate(input: UpdateMessageTemplateInput, options?: CallOptions): Promise<MessageTemplate>;

  /**
   * Delete a message template; workflows that used its text keep it.
   *
   * `DELETE /api/v1/workspaces/{workspaceId}/message-templates/{messageTemplateId}`; needs the scope `workflows:write`.
   *
   * Fails with `WORKSPACE_NOT_FOUND` `NOT_FOUND`.
   */
  deleteMessageTemplate(input: DeleteMessageTemplateInput, options?: CallOptions): Promise<void>;

  /**
   * The saved blocks of fields of a workspace, by name.
   *
   * `GET /api/v1/workspaces/{workspaceId}/field-blocks`; needs the scope `workflows:read`.
   *
   * Fails with `WORKSPACE_NOT_FOUND`.
   */
  listFieldBlocks: List<ListFieldBlocksInput, FieldBlock>;

  /**
   * Save a block of fields; a workspace has at most 200.
   *
   * `POST /api/v1/workspaces/{workspaceId}/field-blocks`; needs the scope `workflows:write`.
   *
   * Fails with `WORKSPACE_NOT_FOUND`.
   */
  createFieldBlock(input: CreateFieldBlockInput, options?: CallOptions): Promise<FieldBlock>;

  /**
   * Rename a block of fields, or replace its fields; absent properties stay.
   *
   * `PUT /api/v1/workspaces/{workspaceId}/field-blocks/{fieldBlockId}`; needs the scope `workflows:write`.
   *
   * Fails with `WORKSPACE_NOT_FOUND` `NOT_FOUND`.
   */
  updateFieldBlock(input: UpdateFieldBlockInput, options?: CallOptions): Promise<FieldBlock>;

  /**
   * Delete a block of fields; fields that were made of it stay.
   *
   * `DELETE /api/v1/workspaces/{workspaceId}/field-blocks/{fieldBlockId}`; needs the scope `workflows:write`.
   *
   * Fails with `WORKSPACE_NOT_FOUND` `NOT_FOUND`.
   */
  deleteFieldBlock(input: DeleteFieldBlockInput, options?: CallOptions): Promise<void>;

  /**
   * How recipients are reminded by themselves where the workflow does not say it.
   *
   * `GET /api/v1/workspaces/{workspaceId}/reminders`; needs the scope `workspaces:read`.
   *
   * Fails with `WORKSPACE_NOT_FOUND`.
   */
  readWorkspaceReminders(input: ReadWorkspaceRemindersInput, options?: CallOptions): Promise<ReminderDefault>;

  /**
   * Set how recipients are reminded by themselves in one workspace.
   *
   * `PUT /api/v1/workspaces/{workspaceId}/reminders`; needs the scope `workspaces:write`.
   *
   * Fails with `WORKSPACE_NOT_FOUND`.
   */
  updateWorkspaceReminders(
    input: UpdateWorkspaceRemindersInput,
    options?: CallOptions,
  ): Promise<ReminderDefault>;

  /**
   * What documents of a workspace begin with in the app.
   *
   * `GET /api/v1/workspaces/{workspaceId}/defaults`; needs the scope `workspaces:read`.
   *
   * Fails with `WORKSPACE_NOT_FOUND`.
   */
  readWorkspaceDefaults(
    input: ReadWorkspaceDefaultsInput,
    options?: CallOptions,
  ): Promise<{
    /** Days until the deadline */
    expiryDays: {
      /** What is set here; null: as the next wider one says */
      value: number | null;
      /** What counts; null where nobody has set it */
      effective: number | null;
      /** Who set what counts */
      source: 'workspace' | 'organization' | null;
    };
    /** The level of the signatures */
    type: {
      /** What is set here; null: as the next wider one says */
      value: WorkflowType | null;
      /** What counts; null where nobody has set it */
      effective: WorkflowType | null;
      /** Who set what counts */
      source: 'workspace' | 'organization' | null;
    };
    /** The language of people for whom none is chosen */
    language: {
      /** What is set here; null: as the next wider one says */
      value: 'en' | 'fr' | 'de' | 'es' | 'it' | 'pt' | 'nl' | 'pl' | 'ar' | null;
      /** What counts; null where nobody has set it */
      effective: 'en' | 'fr' | 'de' | 'es' | 'it' | 'pt' | 'nl' | 'pl' | 'ar' | null;
      /** Who set what counts */
      source: 'workspace' | 'organization' | null;
    };
  }>;

  /**
   * Set deadline, level and language that documents of one workspace begin with in the app.
   *
   * `PUT /api/v1/workspaces/{workspaceId}/defaults`; needs the scope `workspaces:write`.
   *
   * Fails with `WORKSPACE_NOT_FOUND`.
   */
  updateWorkspaceDefaults(
    input: UpdateWorkspaceDefaultsInput,
    options?: CallOptions,
  ): Promise<{
    /** Days until the deadline */
    expiryDays: {
      /** What is set here; null: as the next wider one says */
      value: number | null;
      /** What counts; null where nobody has set it */
      effective: number | null;
      /** Who set what counts */
      source: 'workspace' | 'organization' | null;
    };
    /** The level of the signatures */
    type: {
      /** What is set here; null: as the next wider one says */
      value: WorkflowType | null;
      /** What counts; null where nobody has set it */
      effective: WorkflowType | null;
      /** Who set what counts */
      source: 'workspace' | 'organization' | null;
    };
    /** The language of people for whom none is chosen */
    language: {
      /** What is set here; null: as the next wider one says */
      value: 'en' | 'fr' | 'de' | 'es' | 'it' | 'pt' | 'nl' | 'pl' | 'ar' | null;
      /** What counts; null where nobody has set it */
      effective: 'en' | 'fr' | 'de' | 'es' | 'it' | 'pt' | 'nl' | 'pl' | 'ar' | null;
      /** Who set what counts */
      source: 'workspace' | 'organization' | null;
    };
  }>;

  /**
   * The bulk jobs of all templates of a workspace, newest first.
   *
   * `GET /api/v1/workspaces/{workspaceId}/bulk`; needs the scope `workflows:read`.
   *
   * Fails with `WORKSPACE_NOT_FOUND`.
   */
  listWorkspaceBulkJobs: List<
    ListWorkspaceBulkJobsInput,
    {
      /** Id of the bulk job */
      id: number;
      /** Id of the workspace, whose workflows are made */
      workspaceId: number;
      /** Id of the template; null once it was deleted */
      templateId: number | null;
      /** checking: rows are being checked; ready: waits for the start; then sending, paused, done or canceled */
      state: 'checking' | 'ready' | 'sending' | 'paused' | 'done' | 'canceled';
      /** The name of the table’s file */
      fileName: string;
      /** How its text was read: `utf-8`, `utf-16le`, `utf-16be` or `windows-1252` */
      encoding: string;
      /** The pattern of the workflows’ names */
      name: string;
      /** What each column says */
      columns: {
        /** As the table has it */
        heading: string;
        /** As in `mapping`; null where the column is not understood and left out */
        meaning: string | null;
      }[];
      /** How many rows the table has */
      rows: number;
      /** How many are not checked yet */
      waiting: number;
      /** How many can be sent, and are not yet */
      valid: number;
      /** How many have problems */
      invalid: number;
      /** How many became a workflow that has started */
      sent: number;
      /** How many were refused when they were to be sent */
      failed: number;
      /** How many are sent no more */
      canceled: number;
      /** Of those sent, how many were signed */
      signed: number;
      /** Why it is paused, where nobody asked for it */
      pausedFor: string | null;
      /** How many rows a minute are sent at most; null: no limit */
      ratePerMinute: number | null;
      /** When sending begins; null: at once */
      scheduledStartDate: FiledDate;
      /** When the table was sent */
      createDate: number;
      /** When the job was started */
      startDate: FiledDate;
      /** When it ended */
      endDate: FiledDate;
    }
  >;

  /**
   * Ask for a ZIP archive of many workflows; a job writes it.
   *
   * `POST /api/v1/workspaces/{workspaceId}/exports`; needs the scope `workflows:write`.
   *
   * Fails with `WORKSPACE_NOT_FOUND` `WORKFLOW_NOT_FOUND` `WORKFLOW_STATUS_CONFLICT`.
   */
  createExport(
    input: CreateExportInput,
    options?: CallOptions,
  ): Promise<{
    /** Id of the export */
    id: number;
    /** Id of the workspace whose workflows it has */
    workspaceId: number;
    /** waiting, running; done: the archive can be downloaded; failed, canceled; expired: the archive is gone */
    state: 'waiting' | 'running' | 'done' | 'failed' | 'canceled' | 'expired';
    /** What it has of each workflow, besides the index */
    contents: ('documents' | 'certificates' | 'evidence' | 'attachments')[];
    /** How many workflows it is about */
    workflows: number;
    /** How many of them are written or left out by now */
    done: number;
    /** How many were left out: deleted meanwhile, not for the caller to see any more, or unreadable. The index says which and why */
    skipped: number;
    /** How long the archive is by now */
    bytes: number;
    /** Why it failed, or its archive went early; null otherwise */
    problem: string | null;
    /** When it was asked for */
    createDate: number;
    /** When the first of it was written */
    startDate: FiledDate;
    /** When it ended */
    endDate: FiledDate;
    /** When its archive goes: a day after it is done */
    expiresDate: FiledDate;
    /** Where its archive is downloaded, with the session or a credential; null unless it is done */
    url: string | null;
  }>;

  /**
   * Your exports of a workspace, newest first.
   *
   * `GET /api/v1/workspaces/{workspaceId}/exports`; needs the scope `workflows:read`.
   *
   * Fails with `WORKSPACE_NOT_FOUND`.
   */
  listExports: List<
    ListExportsInput,
    {
      /** Id of the export */
      id: number;
      /** Id of the workspace whose workflows it has */
      workspaceId: number;
      /** waiting, running; done: the archive can be downloaded; failed, canceled; expired: the archive is gone */
      state: 'waiting' | 'running' | 'done' | 'failed' | 'canceled' | 'expired';
      /** What it has of each workflow, besides the index */
      contents: ('documents' | 'certificates' | 'evidence' | 'attachments')[];
      /** How many workflows it is about */
      workflows: number;
      /** How many of them are written or left out by now */
      done: number;
      /** How many were left out: deleted meanwhile, not for the caller to see any more, or unreadable. The index says which and why */
      skipped: number;
      /** How long the archive is by now */
      bytes: number;
      /** Why it failed, or its archive went early; null otherwise */
      problem: string | null;
      /** When it was asked for */
      createDate: number;
      /** When the first of it was written */
      startDate: FiledDate;
      /** When it ended */
      endDate: FiledDate;
      /** When its archive goes: a day after it is done */
      expiresDate: FiledDate;
      /** Where its archive is downloaded, with the session or a credential; null unless it is done */
      url: string | null;
    }
  >;

  /**
   * How far an export is.
   *
   * `GET /api/v1/workspaces/{workspaceId}/exports/{exportId}`; needs the scope `workflows:read`.
   *
   * Fails with `WORKSPACE_NOT_FOUND` `NOT_FOUND`.
   */
  readExport(
    input: ReadExportInput,
    options?: CallOptions,
  ): Promise<{
    /** Id of the export */
    id: number;
    /** Id of the workspace whose workflows it has */
    workspaceId: number;
    /** waiting, running; done: the archive can be downloaded; failed, canceled; expired: the archive is gone */
    state: 'waiting' | 'running' | 'done' | 'failed' | 'canceled' | 'expired';
    /** What it has of each workflow, besides the index */
    contents: ('documents' | 'certificates' | 'evidence' | 'attachments')[];
    /** How many workflows it is about */
    workflows: number;
    /** How many of them are written or left out by now */
    done: number;
    /** How many were left out: deleted meanwhile, not for the caller to see any more, or unreadable. The index says which and why */
    skipped: number;
    /** How long the archive is by now */
    bytes: number;
    /** Why it failed, or its archive went early; null otherwise */
    problem: string | null;
    /** When it was asked for */
    createDate: number;
    /** When the first of it was written */
    startDate: FiledDate;
    /** When it ended */
    endDate: FiledDate;
    /** When its archive goes: a day after it is done */
    expiresDate: FiledDate;
    /** Where its archive is downloaded, with the session or a credential; null unless it is done */
    url: string | null;
  }>;

  /**
   * End an export; an archive that is done is deleted.
   *
   * `DELETE /api/v1/workspaces/{workspaceId}/exports/{exportId}`; needs the scope `workflows:write`.
   *
   * Fails with `WORKSPACE_NOT_FOUND` `NOT_FOUND`.
   */
  cancelExport(
    input: CancelExportInput,
    options?: CallOptions,
  ): Promise<{
    /** Id of the export */
    id: number;
    /** Id of the workspace whose workflows it has */
    workspaceId: number;
    /** waiting, running; done: the archive can be downloaded; failed, canceled; expired: the archive is gone */
    state: 'waiting' | 'running' | 'done' | 'failed' | 'canceled' | 'expired';
    /** What it has of each workflow, besides the index */
    contents: ('documents' | 'certificates' | 'evidence' | 'attachments')[];
    /** How many workflows it is about */
    workflows: number;
    /** How many of them are written or left out by now */
    done: number;
    /** How many were left out: deleted meanwhile, not for the caller to see any more, or unreadable. The index says which and why */
    skipped: number;
    /** How long the archive is by now */
    bytes: number;
    /** Why it failed, or its archive went early; null otherwise */
    problem: string | null;
    /** When it was asked for */
    createDate: number;
    /** When the first of it was written */
    startDate: FiledDate;
    /** When it ended */
    endDate: FiledDate;
    /** When its archive goes: a day after it is done */
    expiresDate: FiledDate;
    /** Where its archive is downloaded, with the session or a credential; null unless it is done */
    url: string | null;
  }>;

  /**
   * The ZIP archive of an export that is done, whole or a range of it.
   *
   * `GET /api/v1/workspaces/{workspaceId}/exports/{exportId}/archive`; needs the scope `workflows:read`.
   *
   * Fails with `WORKSPACE_NOT_FOUND` `NOT_FOUND` `WORKFLOW_STATUS_CONFLICT`.
   */
  downloadExport(input: DownloadExportInput, options?: CallOptions): Promise<Response>;

  /**
   * Where the sealed files of a workspace are written to.
   *
   * `GET /api/v1/workspaces/{workspaceId}/destination`; needs the scope `workspaces:read`.
   *
   * Fails with `WORKSPACE_NOT_FOUND`.
   */
  readDestination(
    input: ReadDestinationInput,
    options?: CallOptions,
  ): Promise<{
    /** Null where none is set up */
    destination: {
      /** A folder of a WebDAV server, or a bucket (Amazon S3 and what speaks its interface) */
      kind: 'webdav' | 'bucket';
      /** The address of the folder or bucket */
      url: string;
      /** The user, or the access key of a bucket */
      user: string;
      /** The region of a bucket; null for WebDAV */
      region: string | null;
      /** Folders below the address, of `{year}`, `{month}`, `{day}`, `{workflow}`, `{sender}`, `{id}` and other text */
      pathPattern: string;
      /** Beside the documents and the certificate: the record as JSON, what signers attached, all in a ZIP */
      include: ('evidence' | 'attachments' | 'archive')[];
      /** When it was set up or changed, in seconds since 1970 */
      changeDate: number;
    } | null;
  }>;

  /**
   * Set where the sealed files of a workspace are written to, from the next one on.
   *
   * `PUT /api/v1/workspaces/{workspaceId}/destination`; needs the scope `workspaces:write`.
   *
   * Fails with `WORKSPACE_NOT_FOUND`.
   */
  saveDestination(
    input: SaveDestinationInput,
    options?: CallOptions,
  ): Promise<{
    /** Null where none is set up */
    destination: {
      /** A folder of a WebDAV server, or a bucket (Amazon S3 and what speaks its interface) */
      kind: 'webdav' | 'bucket';
      /** The address of the folder or bucket */
      url: string;
      /** The user, or the access key of a bucket */
      user: string;
      /** The region of a bucket; null for WebDAV */
      region: string | null;
      /** Folders below the address, of `{year}`, `{month}`, `{day}`, `{workflow}`, `{sender}`, `{id}` and other text */
      pathPattern: string;
      /** Beside the documents and the certificate: the record as JSON, what signers attached, all in a ZIP */
      include: ('evidence' | 'attachments' | 'archive')[];
      /** When it was set up or changed, in seconds since 1970 */
      changeDate: number;
    } | null;
  }>;

  /**
   * Write no more sealed files of a workspace elsewhere; what was written stays there.
   *
   * `DELETE /api/v1/workspaces/{workspaceId}/destination`; needs the scope `workspaces:write`.
   *
   * Fails with `WORKSPACE_NOT_FOUND` `NOT_FOUND`.
   */
  deleteDestination(input: DeleteDestinationInput, options?: CallOptions): Promise<void>;

  /**
   * Write a small file to the destination, read it back and remove it, and say what the server answered.
   *
   * `POST /api/v1/workspaces/{workspaceId}/destination/try`; needs the scope `workspaces:write`.
   *
   * Fails with `WORKSPACE_NOT_FOUND` `NOT_FOUND`.
   */
  tryDestination(input: TryDestinationInput, options?: CallOptions): Promise<ProviderFindings>;

  /**
   * The workflows whose files are not at the destination, the newest first.
   *
   * `GET /api/v1/workspaces/{workspaceId}/destination/transfers`; needs the scope `workspaces:read`.
   *
   * Fails with `WORKSPACE_NOT_FOUND`.
   */
  listTransfers: List<
    ListTransfersInput,
    {
      /** Id of the workflow */
      workflowId: number;
      /** Its name */
      name: string;
      /** `failed`: given up, until it is started again */
      state: 'pending' | 'failed';
      /** How many tries have failed since the last start */
      attempts: number;
      /** The HTTP status that the last try failed with; null where there was no answer, or no failure */
      status: number | null;
      /** Why the last try failed, in a sentence; null without a failure */
      cause: string | null;
      /** When the next try is due, in seconds since 1970; null when none is */
      nextAttemptDate: FiledDate;
    }
  >;
}

export interface OrganizationOperations {
  /**
   * Whether the workspaces of the organization learn contacts from workflows that are started.
   *
   * `GET /api/v1/organization/contacts`; needs the scope `organization:write`.
   *
   * Fails with `NOT_FOUND`.
   */
  readContactSettings(
    input?: ReadContactSettingsInput,
    options?: CallOptions,
  ): Promise<{
    /** True by default */
    learning: boolean;
  }>;

  /**
   * Switch the learning of contacts on or off; contacts that there are stay.
   *
   * `PUT /api/v1/organization/contacts`; needs the scope `organization:write`.
   *
   * Fails with `NOT_FOUND`.
   */
  updateContactSettings(
    input: UpdateContactSettingsInput,
    options?: CallOptions,
  ): Promise<{
    /** What is set now */
    learning: boolean;
  }>;

  /**
   * Rename the organization.
   *
   * `PUT /api/v1/organization`; needs the scope `organization:write`.
   *
   * Fails with `NOT_FOUND`.
   */
  renameOrganization(
    input: RenameOrganizationInput,
    options?: CallOptions,
  ): Promise<{
    /** Its id */
    id: number;
    /** Its name */
    name: string;
  }>;

  /**
   * The members of the organization, in the order in which they were added.
   *
   * `GET /api/v1/organization/members`; needs the scope `organization:write`.
   *
   * Fails with `NOT_FOUND`.
   */
  listMembers: List<ListMembersInput, Member, true>;

  /**
   * Invite people by mail; one outcome an address, in the order of the call.
   *
   * `POST /api/v1/organization/members`; needs the scope `organization:write`.
   *
   * Fails with `NOT_FOUND`.
   *
   * @example
   * await paraph.inviteMembers({ members: [{ email: 'ada@example.com' }] });
   */
  inviteMembers(
    input: InviteMembersInput,
    options?: CallOptions,
  ): Promise<
    Record<
      string,
      {
        /** Whether the person was invited */
        result: boolean;
        /** Why not; null where the person was invited */
        message: string | null;
      }
    >[]
  >;

  /**
   * Make a member an administrator, or revoke that.
   *
   * `PUT /api/v1/organization/members/{memberId}`; needs the scope `organization:write`.
   *
   * Fails with `NOT_FOUND`.
   */
  updateMember(input: UpdateMemberInput, options?: CallOptions): Promise<Member>;

  /**
   * Remove a member from the organization and its workspaces.
   *
   * `DELETE /api/v1/organization/members/{memberId}`; needs the scope `organization:write`.
   *
   * Fails with `NOT_FOUND`.
   */
  removeMember(input: RemoveMemberInput, options?: CallOptions): Promise<void>;

  /**
   * What a member would hand over: what is under way, templates and apps.
   *
   * `GET /api/v1/organization/members/{memberId}/hand-over`; needs the scope `organization:write`.
   *
   * Fails with `NOT_FOUND`.
   */
  previewHandOver(
    input: PreviewHandOverInput,
    options?: CallOptions,
  ): Promise<{
    /** Drafts */
    drafts: number;
    /** Workflows that have started and not ended */
    running: number;
    /** Templates */
    templates: number;
    /** Apps that they registered, where they belong to no other organization */
    apps: number;
    /** The workspaces concerned, by name */
    workspaces: string[];
  }>;

  /**
   * Hand all that a member has under way over to another one, and remove them if asked.
   *
   * `POST /api/v1/organization/members/{memberId}/hand-over`; needs the scope `organization:write`.
   *
   * Fails with `NOT_FOUND`.
   */
  handOverMember(
    input: HandOverMemberInput,
    options?: CallOptions,
  ): Promise<{
    /** Drafts */
    drafts: number;
    /** Workflows that have started and not ended */
    running: number;
    /** Templates */
    templates: number;
    /** Apps that they registered, where they belong to no other organization */
    apps: number;
    /** The workspaces concerned, by name */
    workspaces: string[];
  }>;

  /**
   * Mail an invitation again; the former link ends.
   *
   * `POST /api/v1/organization/members/{memberId}/invitation`; needs the scope `organization:write`.
   *
   * Fails with `NOT_FOUND`.
   */
  inviteMemberAgain(input: InviteMemberAgainInput, options?: CallOptions): Promise<Member>;

  /**
   * The roles that can be granted: those of every organization, then its own.
   *
   * `GET /api/v1/organization/roles`; needs the scope `organization:write`.
   *
   * Fails with `NOT_FOUND`.
   */
  listRoles(input?: ListRolesInput, options?: CallOptions): Promise<Role[]>;

  /**
   * Create a role of the organization; its key is derived from its name.
   *
   * `POST /api/v1/organization/roles`; needs the scope `organization:write`.
   *
   * Fails with `NOT_FOUND`.
   */
  createRole(input: CreateRoleInput, options?: CallOptions): Promise<Role>;

  /**
   * Change the name or permissions of a role; absent properties stay.
   *
   * `PUT /api/v1/organization/roles/{roleId}`; needs the scope `organization:write`.
   *
   * Fails with `NOT_FOUND`.
   */
  updateRole(input: UpdateRoleInput, options?: CallOptions): Promise<Role>;

  /**
   * Delete a role that no user has.
   *
   * `DELETE /api/v1/organization/roles/{roleId}`; needs the scope `organization:write`.
   *
   * Fails with `NOT_FOUND`.
   */
  deleteRole(input: DeleteRoleInput, options?: CallOptions): Promise<void>;

  /**
   * The bytes of the picture that stamps show, a PNG; 404 without one.
   *
   * `GET /api/v1/organization/picture`; needs the scope `organization:write`.
   *
   * Fails with `NOT_FOUND`.
   */
  readOrganizationPicture(input?: ReadOrganizationPictureInput, options?: CallOptions): Promise<Response>;

  /**
   * Set the picture that stamps show in documents that start from now on.
   *
   * `PUT /api/v1/organization/picture`; needs the scope `organization:write`.
   *
   * Fails with `NOT_FOUND`.
   */
  updateOrganizationPicture(input: UpdateOrganizationPictureInput, options?: CallOptions): Promise<void>;

  /**
   * Remove the picture: stamps of documents that start from now on show their text.
   *
   * `DELETE /api/v1/organization/picture`; needs the scope `organization:write`.
   *
   * Fails with `NOT_FOUND`.
   */
  deleteOrganizationPicture(input?: DeleteOrganizationPictureInput, options?: CallOptions): Promise<void>;

  /**
   * The levels and identifications that the organization is offered, and what the others need.
   *
   * `GET /api/v1/organization/levels`; needs the scope `organization:write`.
   *
   * Fails with `NOT_FOUND` `WORKSPACE_NOT_FOUND`.
   */
  readLevels(input?: ReadLevelsInput, options?: CallOptions): Promise<LevelOffers>;

  /**
   * Set how signers are identified where their sender says nothing, and which levels roles may ask for.
   *
   * `PUT /api/v1/organization/levels`; needs the scope `organization:write`.
   *
   * Fails with `NOT_FOUND`.
   */
  updateLevels(input?: UpdateLevelsInput, options?: CallOptions): Promise<LevelOffers>;

  /**
   * The record of the organization: who did what, from where, the newest first.
   *
   * `GET /api/v1/organization/events`; needs the scope `organization:write`.
   *
   * Fails with `NOT_FOUND`.
   */
  listOrganizationEvents: List<
    ListOrganizationEventsInput,
    {
      /** Its id */
      id: number;
      /** Its number in the chain; null until then, for a minute at most */
      sequence: number | null;
      /** What was done */
      name:
        | 'organization.renamed'
        | 'organization.moved'
        | 'organization.departed'
        | 'organization.level_rights_changed'
        | 'organization.identification_changed'
        | 'organization.picture_changed'
        | 'organization.picture_removed'
        | 'organization.reminders_changed'
        | 'organization.defaults_changed'
        | 'organization.link_host_changed'
        | 'organization.embed_origins_changed'
        | 'organization.contacts_changed'
        | 'organization.agents_changed'
        | 'organization.allowance_changed'
        | 'organization.quota_changed'
        | 'sign_in.succeeded'
        | 'sign_in.failed'
        | 'organization.brand_published'
        | 'organization.brand_withdrawn'
        | 'member.invited'
        | 'member.invited_again'
        | 'member.invitation_withdrawn'
        | 'member.joined'
        | 'member.administrator_made'
        | 'member.administrator_unmade'
        | 'member.removed'
        | 'member.handed_over'
        | 'account.address_changed'
        | 'account.address_refused'
        | 'account.password_changed'
        | 'account.erased'
        | 'account.exported'
        | 'factor.set_up'
        | 'factor.removed'
        | 'factor.recovery_codes_renewed'
        | 'factor.policy_changed'
        | 'factor.reset_requested'
        | 'factor.reset_withdrawn'
        | 'factor.reset'
        | 'connection.made'
        | 'connection.changed'
        | 'connection.removed'
        | 'connection.enforced'
        | 'connection.released'
        | 'connection.domain_proven'
        | 'connection.member_arrived'
        | 'connection.roles_changed'
        | 'role.made'
        | 'role.changed'
        | 'role.removed'
        | 'workspace.made'
        | 'workspace.changed'
        | 'workspace.closed'
        | 'workspace.people_changed'
        | 'workspace.reminders_changed'
        | 'workspace.defaults_changed'
        | 'workspace.list_exported'
        | 'workspace.files_exported'
        | 'workspace.export_downloaded'
        | 'workspace.destination_changed'
        | 'workspace.destination_removed'
        | 'workspace.public_link_made'
        | 'workspace.public_link_changed'
        | 'workspace.public_link_secret_renewed'
        | 'workspace.public_link_ended'
        | 'key.made'
        | 'key.removed'
        | 'app.made'
        | 'app.changed'
        | 'app.secret_renewed'
        | 'app.removed'
        | 'app.allowed'
        | 'app.ended'
        | 'webhook.made'
        | 'webhook.changed'
        | 'webhook.secret_renewed'
        | 'webhook.removed'
        | 'retention.changed'
        | 'retention.hold_placed'
        | 'retention.hold_lifted'
        | 'trust.provider_made'
        | 'trust.provider_changed'
        | 'trust.provider_removed'
        | 'trust.seal_certificate_set'
        | 'trust.seal_certificate_removed'
        | 'record.read'
        | 'record.exported'
        | 'record.collector_changed'
        | 'record.collector_removed'
        | 'connection.token_made'
        | 'connection.token_ended'
        | 'member.provisioned'
        | 'member.deactivated'
        | 'member.reactivated';
      /** When, in seconds since 1970 */
      date: number;
      /** Who did it, as they were called then */
      by: string | null;
      /** By which account and credential, and from where */
      actor: {
        /** `visitor`: nobody who is known, as in a failed sign-in; `instance`: a job, or who runs the instance */
        kind: 'user' | 'visitor' | 'instance';
        /** The id of the account; null without one */
        id: number | null;
        /** Its address, as it was then */
        email: string | null;
        /** From which address; null for jobs */
        ip: string | null;
        /** Which browser or program; null where it did not say */
        userAgent: string | null;
        /** Which kind of credential was shown */
        through: 'session' | 'token' | 'key' | null;
        /** The name of the API key or app, as it was then */
        credential: string | null;
      };
      /** Of whom it speaks, as they are called now; null where of nobody */
      about: string | null;
      /** To whom something went, as they are called now; null where to nobody */
      to: string | null;
      /** Names, ids and counts */
      detail: Record<string, string | number>;
      /** What differed before; null where it was not there */
      before: Record<string, unknown> | null;
      /** What differs since; null where it is not there any more */
      after: Record<string, unknown> | null;
    },
    true
  >;

  /**
   * All of the record that the filters find, oldest first: a table (CSV), or a JSON object a line.
   *
   * `GET /api/v1/organization/events/export`; needs the scope `organization:write`.
   *
   * Fails with `NOT_FOUND`.
   */
  exportOrganizationEvents(input?: ExportOrganizationEventsInput, options?: CallOptions): Promise<Response>;

  /**
   * Where the record of the organization is sent as it grows, and how far that has come.
   *
   * `GET /api/v1/organization/collector`; needs the scope `organization:write`.
   *
   * Fails with `NOT_FOUND`.
   */
  readCollector(
    input?: ReadCollectorInput,
    options?: CallOptions,
  ): Promise<{
    /** Null where none is set up */
    collector: {
      /** The address that is sent the record */
      url: string;
      /** `json`: our own shape; `otlp`: log records of OpenTelemetry (OTLP over HTTP, JSON) */
      format: 'json' | 'otlp';
      /** Whether a header `Authorization` is sent, which is never shown */
      authorization: boolean;
      /** The number of the last event that it has taken; 0: none */
      position: number;
      /** How many events wait to be sent */
      behind: number;
      /** How many tries have failed since it took one */
      attempts: number;
      /** The HTTP status that the last try failed with; null where there was no answer, or no failure */
      status: number | null;
      /** Why the last try failed, in a sentence; null without a failure */
      cause: string | null;
      /** When it is tried again; null without a failure */
      nextAttemptDate: FiledDate;
      /** When it last took events; null: never */
      deliveryDate: FiledDate;
      /** When it was set up or changed */
      changeDate: number;
    } | null;
  }>;

  /**
   * Set where the record of the organization is sent as it grows.
   *
   * `PUT /api/v1/organization/collector`; needs the scope `organization:write`.
   *
   * Fails with `NOT_FOUND`.
   */
  saveCollector(
    input: SaveCollectorInput,
    options?: CallOptions,
  ): Promise<{
    /** As it is now */
    collector: {
      /** The address that is sent the record */
      url: string;
      /** `json`: our own shape; `otlp`: log records of OpenTelemetry (OTLP over HTTP, JSON) */
      format: 'json' | 'otlp';
      /** Whether a header `Authorization` is sent, which is never shown */
      authorization: boolean;
      /** The number of the last event that it has taken; 0: none */
      position: number;
      /** How many events wait to be sent */
      behind: number;
      /** How many tries have failed since it took one */
      attempts: number;
      /** The HTTP status that the last try failed with; null where there was no answer, or no failure */
      status: number | null;
      /** Why the last try failed, in a sentence; null without a failure */
      cause: string | null;
      /** When it is tried again; null without a failure */
      nextAttemptDate: FiledDate;
      /** When it last took events; null: never */
      deliveryDate: FiledDate;
      /** When it was set up or changed */
      changeDate: number;
    } | null;
    /** The secret of the signatures: `whsec_` and 32 bytes in base64, where it is new. It is never shown again */
    secret: string | null;
  }>;

  /**
   * Send the record nowhere any more; what was sent stays there.
   *
   * `DELETE /api/v1/organization/collector`; needs the scope `organization:write`.
   *
   * Fails with `NOT_FOUND`.
   */
  deleteCollector(input?: DeleteCollectorInput, options?: CallOptions): Promise<void>;

  /**
   * Try the collector now.
   *
   * `POST /api/v1/organization/collector/retry`; needs the scope `organization:write`.
   *
   * Fails with `NOT_FOUND`.
   */
  retryCollector(
    input?: RetryCollectorInput,
    options?: CallOptions,
  ): Promise<{
    /** Null where none is set up */
    collector: {
      /** The address that is sent the record */
      url: string;
      /** `json`: our own shape; `otlp`: log records of OpenTelemetry (OTLP over HTTP, JSON) */
      format: 'json' | 'otlp';
      /** Whether a header `Authorization` is sent, which is never shown */
      authorization: boolean;
      /** The number of the last event that it has taken; 0: none */
      position: number;
      /** How many events wait to be sent */
      behind: number;
      /** How many tries have failed since it took one */
      attempts: number;
      /** The HTTP status that the last try failed with; null where there was no answer, or no failure */
      status: number | null;
      /** Why the last try failed, in a sentence; null without a failure */
      cause: string | null;
      /** When it is tried again; null without a failure */
      nextAttemptDate: FiledDate;
      /** When it last took events; null: never */
      deliveryDate: FiledDate;
      /** When it was set up or changed */
      changeDate: number;
    } | null;
  }>;

  /**
   * What the organization used, by month and workspace, the newest month first.
   *
   * `GET /api/v1/organization/usage`; needs the scope `organization:write`.
   *
   * Fails with `NOT_FOUND`.
   */
  readUsage(
    input?: ReadUsageInput,
    options?: CallOptions,
  ): Promise<{
    /** The first month that was asked for */
    from: string;
    /** The last month that was asked for */
    to: string;
    /** Until when all is counted, once an hour; null before the first time */
    countedDate: FiledDate;
    /** What the organization may use, as who runs the service has set it; what is not named has no limit */
    quotas: {
      /** What is limited: envelopes started in a month, people mailed by new ones in a day, calls of API keys in a minute, examinations of files at once, or the bytes that documents take */
      name: 'envelopes' | 'mails' | 'calls' | 'examinations' | 'storedBytes';
      /** How much the organization may use */
      value: number;
      /** How much it has used in the running month or day; of `storedBytes` as measured last; null where it is not shown */
      used: number | null;
      /** When the month or day ends, and all of it is free again; null for what does not count by the calendar */
      freeDate: FiledDate;
    }[];
    /** A month of a workspace each; those without any use are absent */
    items: {
      /** The month, of UTC, as `2026-11` */
      month: string;
      /** The id of the workspace; workflows that were moved count where they were when they were counted */
      workspaceId: number;
      /** What the workspace is called now; null after it was closed */
      workspaceName: string | null;
      /** Workflows that were started */
      started: number;
      /** Workflows that were signed by all and sealed */
      completed: number;
      /** Signatures that people gave */
      signatures: number;
      /** Files that were sealed, seals of the organization among them */
      sealedFiles: number;
      /** Bytes of documents that came to be stored: as they were sent, and as they were sealed */
      storedBytes: number;
      /** Mails about documents that the mail server took */
      mails: number;
    }[];
  }>;

  /**
   * The same as a table (CSV).
   *
   * `GET /api/v1/organization/usage/export`; needs the scope `organization:write`.
   *
   * Fails with `NOT_FOUND`.
   */
  exportUsage(input?: ExportUsageInput, options?: CallOptions): Promise<Response>;

  /**
   * How the organization shows itself: the draft, and what is published.
   *
   * `GET /api/v1/organization/brand`; needs the scope `organization:write`.
   *
   * Fails with `NOT_FOUND`.
   */
  readBrand(
    input?: ReadBrandInput,
    options?: CallOptions,
  ): Promise<{
    /** What is being prepared; null before the first change */
    draft: BrandView | null;
    /** What people are shown; null: what Paraph shows by itself */
    published: BrandView | null;
  }>;

  /**
   * Change the draft; absent values stay, null removes one.
   *
   * `PUT /api/v1/organization/brand`; needs the scope `organization:write`.
   *
   * Fails with `NOT_FOUND`.
   */
  updateBrand(
    input?: UpdateBrandInput,
    options?: CallOptions,
  ): Promise<{
    /** What is being prepared; null before the first change */
    draft: BrandView | null;
    /** What people are shown; null: what Paraph shows by itself */
    published: BrandView | null;
  }>;

  /**
   * Show nothing of its own from now on; the draft stays.
   *
   * `DELETE /api/v1/organization/brand`; needs the scope `organization:write`.
   *
   * Fails with `NOT_FOUND`.
   */
  withdrawBrand(
    input?: WithdrawBrandInput,
    options?: CallOptions,
  ): Promise<{
    /** What is being prepared; null before the first change */
    draft: BrandView | null;
    /** What people are shown; null: what Paraph shows by itself */
    published: BrandView | null;
  }>;

  /**
   * Show the draft from now on.
   *
   * `POST /api/v1/organization/brand/publish`; needs the scope `organization:write`.
   *
   * Fails with `NOT_FOUND`.
   */
  publishBrand(
    input?: PublishBrandInput,
    options?: CallOptions,
  ): Promise<{
    /** What is being prepared; null before the first change */
    draft: BrandView | null;
    /** What people are shown; null: what Paraph shows by itself */
    published: BrandView | null;
  }>;

  /**
   * The logo, a PNG; 404 without one.
   *
   * `GET /api/v1/organization/brand/logo`; needs the scope `organization:write`.
   *
   * Fails with `NOT_FOUND`.
   */
  readBrandLogo(input?: ReadBrandLogoInput, options?: CallOptions): Promise<Response>;

  /**
   * Set the logo of the draft.
   *
   * `PUT /api/v1/organization/brand/logo`; needs the scope `organization:write`.
   *
   * Fails with `NOT_FOUND`.
   */
  updateBrandLogo(
    input: UpdateBrandLogoInput,
    options?: CallOptions,
  ): Promise<{
    /** What is being prepared; null before the first change */
    draft: BrandView | null;
    /** What people are shown; null: what Paraph shows by itself */
    published: BrandView | null;
  }>;

  /**
   * Remove the logo of the draft.
   *
   * `DELETE /api/v1/organization/brand/logo`; needs the scope `organization:write`.
   *
   * Fails with `NOT_FOUND`.
   */
  deleteBrandLogo(
    input?: DeleteBrandLogoInput,
    options?: CallOptions,
  ): Promise<{
    /** What is being prepared; null before the first change */
    draft: BrandView | null;
    /** What people are shown; null: what Paraph shows by itself */
    published: BrandView | null;
  }>;

  /**
   * An invitation as the draft would make it, a page of HTML.
   *
   * `GET /api/v1/organization/brand/mail`; needs the scope `organization:write`.
   *
   * Fails with `NOT_FOUND`.
   */
  previewBrandMail(input?: PreviewBrandMailInput, options?: CallOptions): Promise<Response>;

  /**
   * What agents may do in an organization; `off` where nobody has allowed anything.
   *
   * `GET /api/v1/organization/agents`; needs the scope `organization:write`.
   *
   * Fails with `NOT_FOUND`.
   */
  readAgentSettings(
    input?: ReadAgentSettingsInput,
    options?: CallOptions,
  ): Promise<{
    /** `off`: nothing. `drafts`: read and prepare. `confirmation`: also remind, and ask a member to send or cancel */
    mode: 'off' | 'drafts' | 'confirmation';
  }>;

  /**
   * Set what agents may do in an organization; it counts at once.
   *
   * `PUT /api/v1/organization/agents`; needs the scope `organization:write`.
   *
   * Fails with `NOT_FOUND`.
   */
  updateAgentSettings(
    input: UpdateAgentSettingsInput,
    options?: CallOptions,
  ): Promise<{
    /** `off`: nothing. `drafts`: read and prepare. `confirmation`: also remind, and ask a member to send or cancel */
    mode: 'off' | 'drafts' | 'confirmation';
  }>;

  /**
   * What agents may send by themselves; nothing, where nobody has allowed it.
   *
   * `GET /api/v1/organization/agents/allowance`; needs the scope `organization:write`.
   *
   * Fails with `NOT_FOUND`.
   */
  readAgentAllowance(
    input?: ReadAgentAllowanceInput,
    options?: CallOptions,
  ): Promise<{
    /** The templates whose workflows agents may send by themselves */
    templates: {
      /** Id of the template */
      id: number;
      /** The name of the template */
      name: string;
      /** Id of its workspace */
      workspaceId: number;
      /** Whether it is as it was when it was listed; one that has changed since is not covered */
      isCurrent: boolean;
    }[];
    /** The domains in which the addresses of all its people have to be */
    domains: string[];
    /** How many workflows agents may send by themselves in a day of UTC, for all members together; 0: none */
    dailyCap: number;
    /** How many agents have sent by themselves today */
    sentToday: number;
    /** The name of the administrator who set it last; null where nobody has */
    setBy: string | null;
    /** When it was set last, in seconds since 1970; null before */
    changeDate: FiledDate;
  }>;

  /**
   * Set what agents may send by themselves, without a person; it counts at once.
   *
   * `PUT /api/v1/organization/agents/allowance`; needs the scope `organization:write`.
   *
   * Fails with `NOT_FOUND`.
   */
  updateAgentAllowance(
    input: UpdateAgentAllowanceInput,
    options?: CallOptions,
  ): Promise<{
    /** The templates whose workflows agents may send by themselves */
    templates: {
      /** Id of the template */
      id: number;
      /** The name of the template */
      name: string;
      /** Id of its workspace */
      workspaceId: number;
      /** Whether it is as it was when it was listed; one that has changed since is not covered */
      isCurrent: boolean;
    }[];
    /** The domains in which the addresses of all its people have to be */
    domains: string[];
    /** How many workflows agents may send by themselves in a day of UTC, for all members together; 0: none */
    dailyCap: number;
    /** How many agents have sent by themselves today */
    sentToday: number;
    /** The name of the administrator who set it last; null where nobody has */
    setBy: string | null;
    /** When it was set last, in seconds since 1970; null before */
    changeDate: FiledDate;
  }>;

  /**
   * How long workflows of the organization and of its workspaces are kept.
   *
   * `GET /api/v1/organization/retention`; needs the scope `organization:write`.
   *
   * Fails with `NOT_FOUND`.
   */
  readRetention(input?: ReadRetentionInput, options?: CallOptions): Promise<RetentionPolicies>;

  /**
   * Set how long workflows of the organization are kept; absent properties stay.
   *
   * `PUT /api/v1/organization/retention`; needs the scope `organization:write`.
   *
   * Fails with `NOT_FOUND`.
   */
  updateRetention(input?: UpdateRetentionInput, options?: CallOptions): Promise<RetentionPolicies>;

  /**
   * Set how long workflows of one workspace are kept; absent properties stay.
   *
   * `PUT /api/v1/organization/retention/workspaces/{workspaceId}`; needs the scope `organization:write`.
   *
   * Fails with `NOT_FOUND` `WORKSPACE_NOT_FOUND`.
   */
  updateWorkspaceRetention(
    input: UpdateWorkspaceRetentionInput,
    options?: CallOptions,
  ): Promise<RetentionPolicies>;

  /**
   * What the next run would erase with other periods; changes nothing.
   *
   * `POST /api/v1/organization/retention/effect`; needs the scope `organization:write`.
   *
   * Fails with `NOT_FOUND` `WORKSPACE_NOT_FOUND` `TEMPLATE_NOT_FOUND` `WORKFLOW_NOT_FOUND`.
   */
  previewRetention(input?: PreviewRetentionInput, options?: CallOptions): Promise<RetentionEffect>;

  /**
   * Who changed how long workflows are kept, when, and from what to what, newest first.
   *
   * `GET /api/v1/organization/retention/changes`; needs the scope `organization:write`.
   *
   * Fails with `NOT_FOUND`.
   */
  listRetentionChanges: List<ListRetentionChangesInput, RetentionChange, true>;

  /**
   * The runs that erased what was due, and dry runs, newest first.
   *
   * `GET /api/v1/organization/retention/runs`; needs the scope `organization:write`.
   *
   * Fails with `NOT_FOUND`.
   */
  listRetentionRuns: List<ListRetentionRunsInput, RetentionRun, true>;

  /**
   * Begin a dry run: it shows what the next run would erase, and erases nothing.
   *
   * `POST /api/v1/organization/retention/runs`; needs the scope `organization:write`.
   *
   * Fails with `NOT_FOUND`.
   */
  startDryRun(input?: StartDryRunInput, options?: CallOptions): Promise<RetentionRun>;

  /**
   * One run, and how far it is.
   *
   * `GET /api/v1/organization/retention/runs/{runId}`; needs the scope `organization:write`.
   *
   * Fails with `NOT_FOUND`.
   */
  readRetentionRun(input: ReadRetentionRunInput, options?: CallOptions): Promise<RetentionRun>;

  /**
   * The workflows that a run erased or would have erased, and those that a hold kept.
   *
   * `GET /api/v1/organization/retention/runs/{runId}/items`; needs the scope `organization:write`.
   *
   * Fails with `NOT_FOUND`.
   */
  listRetentionItems: List<ListRetentionItemsInput, RetentionItem>;

  /**
   * The legal holds of the organization, those in force first.
   *
   * `GET /api/v1/organization/holds`; needs the scope `organization:write`.
   *
   * Fails with `NOT_FOUND`.
   */
  listHolds: List<ListHoldsInput, Hold, true>;

  /**
   * Keep a workflow, a workspace or all of a person from being erased.
   *
   * `POST /api/v1/organization/holds`; needs the scope `organization:write`.
   *
   * Fails with `NOT_FOUND` `WORKFLOW_NOT_FOUND` `WORKSPACE_NOT_FOUND`.
   */
  placeHold(input: PlaceHoldInput, options?: CallOptions): Promise<Hold>;

  /**
   * Lift a legal hold.
   *
   * `POST /api/v1/organization/holds/{holdId}/lift`; needs the scope `organization:write`.
   *
   * Fails with `NOT_FOUND`.
   */
  liftHold(input: LiftHoldInput, options?: CallOptions): Promise<Hold>;

  /**
   * How recipients are reminded by themselves where neither workflow nor workspace says it.
   *
   * `GET /api/v1/organization/reminders`; needs the scope `organization:write`.
   *
   * Fails with `NOT_FOUND`.
   */
  readOrganizationReminders(
    input?: ReadOrganizationRemindersInput,
    options?: CallOptions,
  ): Promise<ReminderDefault>;

  /**
   * Set how recipients are reminded by themselves; for workflows that start from now on.
   *
   * `PUT /api/v1/organization/reminders`; needs the scope `organization:write`.
   *
   * Fails with `NOT_FOUND`.
   */
  updateOrganizationReminders(
    input: UpdateOrganizationRemindersInput,
    options?: CallOptions,
  ): Promise<ReminderDefault>;

  /**
   * What documents begin with in the app where the workspace says nothing.
   *
   * `GET /api/v1/organization/defaults`; needs the scope `organization:write`.
   *
   * Fails with `NOT_FOUND`.
   */
  readOrganizationDefaults(
    input?: ReadOrganizationDefaultsInput,
    options?: CallOptions,
  ): Promise<{
    /** Days until the deadline */
    expiryDays: {
      /** What is set here; null: as the next wider one says */
      value: number | null;
      /** What counts; null where nobody has set it */
      effective: number | null;
      /** Who set what counts */
      source: 'workspace' | 'organization' | null;
    };
    /** The level of the signatures */
    type: {
      /** What is set here; null: as the next wider one says */
      value: WorkflowType | null;
      /** What counts; null where nobody has set it */
      effective: WorkflowType | null;
      /** Who set what counts */
      source: 'workspace' | 'organization' | null;
    };
    /** The language of people for whom none is chosen */
    language: {
      /** What is set here; null: as the next wider one says */
      value: 'en' | 'fr' | 'de' | 'es' | 'it' | 'pt' | 'nl' | 'pl' | 'ar' | null;
      /** What counts; null where nobody has set it */
      effective: 'en' | 'fr' | 'de' | 'es' | 'it' | 'pt' | 'nl' | 'pl' | 'ar' | null;
      /** Who set what counts */
      source: 'workspace' | 'organization' | null;
    };
  }>;

  /**
   * Set deadline, level and language that documents begin with in the app.
   *
   * `PUT /api/v1/organization/defaults`; needs the scope `organization:write`.
   *
   * Fails with `NOT_FOUND`.
   */
  updateOrganizationDefaults(
    input?: UpdateOrganizationDefaultsInput,
    options?: CallOptions,
  ): Promise<{
    /** Days until the deadline */
    expiryDays: {
      /** What is set here; null: as the next wider one says */
      value: number | null;
      /** What counts; null where nobody has set it */
      effective: number | null;
      /** Who set what counts */
      source: 'workspace' | 'organization' | null;
    };
    /** The level of the signatures */
    type: {
      /** What is set here; null: as the next wider one says */
      value: WorkflowType | null;
      /** What counts; null where nobody has set it */
      effective: WorkflowType | null;
      /** Who set what counts */
      source: 'workspace' | 'organization' | null;
    };
    /** The language of people for whom none is chosen */
    language: {
      /** What is set here; null: as the next wider one says */
      value: 'en' | 'fr' | 'de' | 'es' | 'it' | 'pt' | 'nl' | 'pl' | 'ar' | null;
      /** What counts; null where nobody has set it */
      effective: 'en' | 'fr' | 'de' | 'es' | 'it' | 'pt' | 'nl' | 'pl' | 'ar' | null;
      /** Who set what counts */
      source: 'workspace' | 'organization' | null;
    };
  }>;

  /**
   * The host of its own that links of the organization name.
   *
   * `GET /api/v1/organization/link-host`; needs the scope `organization:write`.
   *
   * Fails with `NOT_FOUND`.
   */
  readLinkHost(
    input?: ReadLinkHostInput,
    options?: CallOptions,
  ): Promise<{
    /** Null: links name the instance */
    linkHost: {
      /** The host that links to documents name once it is proven */
      host: string;
      /** Where a TXT record shows that the organization holds it */
      recordName: string;
      /** What that record is to be */
      recordValue: string;
      /** Since when links name it, in seconds since 1970; null: they name the instance */
      provenDate: FiledDate;
    } | null;
  }>;

  /**
   * Set a host of its own for links; it counts once it is proven.
   *
   * `PUT /api/v1/organization/link-host`; needs the scope `organization:write`.
   *
   * Fails with `NOT_FOUND`.
   */
  setLinkHost(
    input: SetLinkHostInput,
    options?: CallOptions,
  ): Promise<{
    /** Null: links name the instance */
    linkHost: {
      /** The host that links to documents name once it is proven */
      host: string;
      /** Where a TXT record shows that the organization holds it */
      recordName: string;
      /** What that record is to be */
      recordValue: string;
      /** Since when links name it, in seconds since 1970; null: they name the instance */
      provenDate: FiledDate;
    } | null;
  }>;

  /**
   * Ask the DNS and the host itself whether it is the organization’s and leads here.
   *
   * `POST /api/v1/organization/link-host/check`; needs the scope `organization:write`.
   *
   * Fails with `NOT_FOUND`.
   */
  checkLinkHost(
    input?: CheckLinkHostInput,
    options?: CallOptions,
  ): Promise<{
    /** Null: links name the instance */
    linkHost: {
      /** The host that links to documents name once it is proven */
      host: string;
      /** Where a TXT record shows that the organization holds it */
      recordName: string;
      /** What that record is to be */
      recordValue: string;
      /** Since when links name it, in seconds since 1970; null: they name the instance */
      provenDate: FiledDate;
    } | null;
  }>;

  /**
   * Have links name the instance again.
   *
   * `DELETE /api/v1/organization/link-host`; needs the scope `organization:write`.
   *
   * Fails with `NOT_FOUND`.
   */
  removeLinkHost(input?: RemoveLinkHostInput, options?: CallOptions): Promise<void>;

  /**
   * The origins whose pages may show what API keys of the organization open for signing.
   *
   * `GET /api/v1/organization/embed-origins`; needs the scope `organization:write`.
   *
   * Fails with `NOT_FOUND`.
   */
  readEmbedOrigins(
    input?: ReadEmbedOriginsInput,
    options?: CallOptions,
  ): Promise<{
    /** Scheme, host and port of each, as browsers write them; an app has its own */
    embedOrigins: string[];
  }>;

  /**
   * Set the origins whose pages may show what API keys of the organization open for signing.
   *
   * `PUT /api/v1/organization/embed-origins`; needs the scope `organization:write`.
   *
   * Fails with `NOT_FOUND`.
   */
  updateEmbedOrigins(
    input: UpdateEmbedOriginsInput,
    options?: CallOptions,
  ): Promise<{
    /** Scheme, host and port of each, as browsers write them; an app has its own */
    embedOrigins: string[];
  }>;

  /**
   * Webhook endpoints of an organization.
   *
   * `GET /api/v1/organization/webhooks`; needs the scope `webhooks:write`.
   *
   * Fails with `NOT_FOUND`.
   */
  listWebhooks(input?: ListWebhooksInput, options?: CallOptions): Promise<WebhookEndpoint[]>;

  /**
   * Send the events of all workflows of an organization to a server; the secret is shown once.
   *
   * `POST /api/v1/organization/webhooks`; needs the scope `webhooks:write`.
   *
   * Fails with `NOT_FOUND`.
   *
   * @example
   * const { secret } = await paraph.createWebhook({
   *   url: 'https://app.example.com/hook',
   *   events: ['workflow.signed'],
   * });
   */
  createWebhook(
    input: CreateWebhookInput,
    options?: CallOptions,
  ): Promise<
    WebhookEndpoint & {
      /** whsec_ and 32 bytes in base64; shown once */
      secret: string;
    }
  >;

  /**
   * One webhook.
   *
   * `GET /api/v1/organization/webhooks/{webhookId}`; needs the scope `webhooks:write`.
   *
   * Fails with `NOT_FOUND`.
   */
  readWebhook(input: ReadWebhookInput, options?: CallOptions): Promise<WebhookEndpoint>;

  /**
   * Change a webhook, or switch it off and on; absent properties stay.
   *
   * `PUT /api/v1/organization/webhooks/{webhookId}`; needs the scope `webhooks:write`.
   *
   * Fails with `NOT_FOUND`.
   */
  updateWebhook(input: UpdateWebhookInput, options?: CallOptions): Promise<WebhookEndpoint>;

  /**
   * Delete a webhook; its pending notifications are dropped.
   *
   * `DELETE /api/v1/organization/webhooks/{webhookId}`; needs the scope `webhooks:write`.
   *
   * Fails with `NOT_FOUND`.
   */
  deleteWebhook(input: DeleteWebhookInput, options?: CallOptions): Promise<void>;

  /**
   * Rotate the secret; until the old one ends, every notification is signed by both.
   *
   * `POST /api/v1/organization/webhooks/{webhookId}/secret`; needs the scope `webhooks:write`.
   *
   * Fails with `NOT_FOUND`.
   */
  rotateWebhookSecret(
    input: RotateWebhookSecretInput,
    options?: CallOptions,
  ): Promise<
    WebhookEndpoint & {
      /** whsec_ and 32 bytes in base64; shown once */
      secret: string;
    }
  >;

  /**
   * The deliveries to a webhook and every attempt, newest first.
   *
   * `GET /api/v1/organization/webhooks/{webhookId}/deliveries`; needs the scope `webhooks:write`.
   *
   * Fails with `NOT_FOUND`.
   */
  listWebhookDeliveries: List<ListWebhookDeliveriesInput, EndpointDelivery>;

  /**
   * Deliver a notification to a webhook again.
   *
   * `POST /api/v1/organization/webhooks/{webhookId}/deliveries/{deliveryId}/replay`; needs the scope `webhooks:write`.
   *
   * Fails with `NOT_FOUND` `WORKFLOW_STATUS_CONFLICT`.
   */
  replayWebhookDelivery(input: ReplayWebhookDeliveryInput, options?: CallOptions): Promise<EndpointDelivery>;

  /**
   * The providers of qualified signatures of the organization, oldest first.
   *
   * `GET /api/v1/organization/trust-providers`; needs the scope `organization:write`.
   *
   * Fails with `NOT_FOUND`.
   */
  listTrustProviders(
    input?: ListTrustProvidersInput,
    options?: CallOptions,
  ): Promise<{
    /** The address to register at a provider: people return there */
    returnUrl: string;
    /** Whether this instance has the built-in sandbox provider */
    sandbox: boolean;
    /** The providers */
    items: TrustProvider[];
  }>;

  /**
   * Set up a provider of qualified signatures (CSC API, versions 1.0.4.0 and 2).
   *
   * `POST /api/v1/organization/trust-providers`; needs the scope `organization:write`.
   *
   * Fails with `NOT_FOUND`.
   */
  createTrustProvider(input: CreateTrustProviderInput, options?: CallOptions): Promise<TrustProvider>;

  /**
   * Change a provider; absent properties stay, and another address needs the secret anew.
   *
   * `PUT /api/v1/organization/trust-providers/{providerId}`; needs the scope `organization:write`.
   *
   * Fails with `NOT_FOUND`.
   */
  updateTrustProvider(input: UpdateTrustProviderInput, options?: CallOptions): Promise<TrustProvider>;

  /**
   * Delete a provider: people cannot sign with it any more.
   *
   * `DELETE /api/v1/organization/trust-providers/{providerId}`; needs the scope `organization:write`.
   *
   * Fails with `NOT_FOUND`.
   */
  deleteTrustProvider(input: DeleteTrustProviderInput, options?: CallOptions): Promise<void>;

  /**
   * Ask a provider what it offers, and say whether people can sign with it.
   *
   * `POST /api/v1/organization/trust-providers/{providerId}/try`; needs the scope `organization:write`.
   *
   * Fails with `NOT_FOUND`.
   */
  tryTrustProvider(input: TryTrustProviderInput, options?: CallOptions): Promise<ProviderFindings>;

  /**
   * The provider’s certificate with which the organization seals.
   *
   * `GET /api/v1/organization/seal-credential`; needs the scope `organization:write`.
   *
   * Fails with `NOT_FOUND`.
   */
  readSealCredential(
    input?: ReadSealCredentialInput,
    options?: CallOptions,
  ): Promise<{
    /** The certificate for seals; null: those of this instance */
    credential: {
      /** Id of the provider, or `sandbox` */
      providerId: number | 'sandbox';
      /** Its id at the provider */
      credentialId: string;
      /** Whom the certificate names */
      subject: string;
      /** Who issued it */
      issuer: string;
      /** Since when it is valid, in seconds since 1970; 0 where it could not be read */
      startDate: number;
      /** Until when it is valid, in seconds since 1970; 0 where it could not be read */
      endDate: number;
      /** Whether seals by it are qualified; else they are advanced */
      qualified: boolean;
      /** Whether a PIN is stored, which is never shown */
      pin: boolean;
      /** Why seals wait; null where nothing is known to be wrong */
      problem: string | null;
      /** When it was chosen, in seconds since 1970 */
      setDate: number;
    } | null;
  }>;

  /**
   * The certificates that a provider holds for the organization, and whether they can seal.
   *
   * `GET /api/v1/organization/seal-credential/offers`; needs the scope `organization:write`.
   *
   * Fails with `NOT_FOUND`.
   */
  listSealCredentials(
    input: ListSealCredentialsInput,
    options?: CallOptions,
  ): Promise<{
    /** At most twenty */
    items: {
      /** Its id at the provider */
      credentialId: string;
      /** Whom the certificate names */
      subject: string;
      /** Who issued it */
      issuer: string;
      /** Since when it is valid, in seconds since 1970; 0 where it could not be read */
      startDate: number;
      /** Until when it is valid, in seconds since 1970; 0 where it could not be read */
      endDate: number;
      /** Whether seals by it are qualified; else they are advanced */
      qualified: boolean;
      /** Whether its key is released by a PIN */
      pin: boolean;
      /** Why it cannot seal; null if it can */
      problem: string | null;
    }[];
  }>;

  /**
   * Choose the provider’s certificate with which the organization seals.
   *
   * `PUT /api/v1/organization/seal-credential`; needs the scope `organization:write`.
   *
   * Fails with `NOT_FOUND`.
   */
  saveSealCredential(
    input: SaveSealCredentialInput,
    options?: CallOptions,
  ): Promise<{
    /** The certificate for seals; null: those of this instance */
    credential: {
      /** Id of the provider, or `sandbox` */
      providerId: number | 'sandbox';
      /** Its id at the provider */
      credentialId: string;
      /** Whom the certificate names */
      subject: string;
      /** Who issued it */
      issuer: string;
      /** Since when it is valid, in seconds since 1970; 0 where it could not be read */
      startDate: number;
      /** Until when it is valid, in seconds since 1970; 0 where it could not be read */
      endDate: number;
      /** Whether seals by it are qualified; else they are advanced */
      qualified: boolean;
      /** Whether a PIN is stored, which is never shown */
      pin: boolean;
      /** Why seals wait; null where nothing is known to be wrong */
      problem: string | null;
      /** When it was chosen, in seconds since 1970 */
      setDate: number;
    } | null;
  }>;

  /**
   * Seal with certificates of this instance again.
   *
   * `DELETE /api/v1/organization/seal-credential`; needs the scope `organization:write`.
   *
   * Fails with `NOT_FOUND`.
   */
  deleteSealCredential(input?: DeleteSealCredentialInput, options?: CallOptions): Promise<void>;

  /**
   * The identity provider of the organization.
   *
   * `GET /api/v1/organization/identity-provider`; needs the scope `organization:write`.
   *
   * Fails with `NOT_FOUND`.
   */
  readIdentityProvider(
    input?: ReadIdentityProviderInput,
    options?: CallOptions,
  ): Promise<{
    /** The address to register at the provider: people return there */
    returnUrl: string;
    /** The provider; null where none is set up */
    provider: {
      /** Its issuer: `https://login.example.org/realms/acme` */
      issuer: string;
      /** The id of this instance at the provider */
      clientId: string;
      /** When it was set up or changed, in seconds since 1970 */
      changeDate: number;
    } | null;
  }>;

  /**
   * Set up or change the identity provider of the organization (OpenID Connect).
   *
   * `PUT /api/v1/organization/identity-provider`; needs the scope `organization:write`.
   *
   * Fails with `NOT_FOUND`.
   */
  saveIdentityProvider(
    input: SaveIdentityProviderInput,
    options?: CallOptions,
  ): Promise<{
    /** The address to register at the provider: people return there */
    returnUrl: string;
    /** The provider; null where none is set up */
    provider: {
      /** Its issuer: `https://login.example.org/realms/acme` */
      issuer: string;
      /** The id of this instance at the provider */
      clientId: string;
      /** When it was set up or changed, in seconds since 1970 */
      changeDate: number;
    } | null;
  }>;

  /**
   * Delete the identity provider: people cannot show with it who signs any more.
   *
   * `DELETE /api/v1/organization/identity-provider`; needs the scope `organization:write`.
   *
   * Fails with `NOT_FOUND`.
   */
  deleteIdentityProvider(input?: DeleteIdentityProviderInput, options?: CallOptions): Promise<void>;

  /**
   * Ask the identity provider what it offers, and say whether people can sign in.
   *
   * `POST /api/v1/organization/identity-provider/try`; needs the scope `organization:write`.
   *
   * Fails with `NOT_FOUND`.
   */
  tryIdentityProvider(input?: TryIdentityProviderInput, options?: CallOptions): Promise<ProviderFindings>;

  /**
   * The connections of the organization.
   *
   * `GET /api/v1/organization/connections`; needs the scope `organization:write`.
   *
   * Fails with `NOT_FOUND`.
   */
  listConnections(
    input?: ListConnectionsInput,
    options?: CallOptions,
  ): Promise<{
    /** The oldest first */
    connections: {
      /** A random id */
      id: string;
      /** The protocol: OpenID Connect or SAML 2.0 */
      kind: 'oidc' | 'saml';
      /** What a SAML provider has besides; null for OpenID Connect */
      saml: {
        /** Where people sign in; empty: not set up yet */
        ssoUrl: string;
        /** Where people sign out; null: nowhere */
        sloUrl: string | null;
        /** By which it signs, in base64: two while it changes them */
        certificates: string[];
        /** When the last of them ends; null without one */
        certificateEndDate: FiledDate;
        /** Where its metadata is read daily */
        metadataUrl: string | null;
        /** When that last worked */
        metadataReadDate: FiledDate;
        /** Why it has not since; null where it has */
        metadataProblem: string | null;
        /** The attribute with the address; empty: those that are usual */
        emailAttribute: string;
        /** The attribute with the name; empty: those that are usual */
        nameAttribute: string;
        /** Whether requests to sign in are signed */
        signsRequests: boolean;
        /** Whether people may begin at the provider */
        allowsUnsolicited: boolean;
        /** Why its latest answer was refused; null where it was not */
        answerProblem: string | null;
        /** The certificate of this instance there, in base64 */
        ownCertificate: string;
      } | null;
      /** As members know it */
      name: string;
      /** Its issuer; its entity id with SAML */
      issuer: string;
      /** The id of this instance at the provider; with SAML its entity id, at which its metadata is */
      clientId: string;
      /** Whether signers show with it who signs */
      isForSigners: boolean;
      /** Whether members sign in by it */
      isForMembers: boolean;
      /** Domains whose addresses sign in by it, once they are proven */
      domains: {
        /** The part of addresses after the @ */
        domain: string;
        /** Where a TXT record shows that the organization holds it */
        recordName: string;
        /** What that record is to be */
        recordValue: string;
        /** When the record was seen; null: not yet */
        provenDate: FiledDate;
      }[];
      /** Whether addresses of its proven domains sign in by it alone */
      isEnforced: boolean;
      /** The administrator whose password opens the account in any case */
      passwordAdministrator: string | null;
      /** Whether they have a second factor, without which it cannot be required */
      passwordAdministratorHasFactor: boolean;
      /** Whether signing out here ends the session at the provider */
      endsSession: boolean;
      /** Which groups have which roles */
      mapping: {
        /** The claim that lists the groups of a person */
        groupClaim: string;
        /** Roles by group; the first entry of a workspace counts */
        groups: {
          /** As the provider names it */
          group: string;
          /** Id of the workspace */
          workspaceId: number;
          /** Key of the role, such as `editor` */
          role: string;
        }[];
        /** Groups whose people run the organization */
        administratorGroups: string[];
        /** Of who is in none of these groups; null: they are refused */
        defaultRole: {
          /** Id of the workspace */
          workspaceId: number;
          /** Key of the role, such as `editor` */
          role: string;
        } | null;
        /** Whether the provider also takes roles that were given by hand */
        isDecisive: boolean;
      };
      /** The address at which members begin */
      signInUrl: string;
      /** The redirect URIs to register: of members, of signers; with SAML the assertion consumer service */
      returnUrls: string[];
      /** The redirect URI after signing out */
      signedOutUrl: string;
      /** The back-channel logout URI; with SAML the single logout service */
      logoutUrl: string;
      /** When a member first signed in by it; null: nobody yet */
      workedDate: FiledDate;
      /** When it was made */
      createDate: number;
      /** When it was changed */
      changeDate: number;
    }[];
  }>;

  /**
   * Add a connection (OpenID Connect or SAML 2.0).
   *
   * `POST /api/v1/organization/connections`; needs the scope `organization:write`.
   *
   * Fails with `NOT_FOUND`.
   */
  createConnection(
    input: CreateConnectionInput,
    options?: CallOptions,
  ): Promise<{
    /** A random id */
    id: string;
    /** The protocol: OpenID Connect or SAML 2.0 */
    kind: 'oidc' | 'saml';
    /** What a SAML provider has besides; null for OpenID Connect */
    saml: {
      /** Where people sign in; empty: not set up yet */
      ssoUrl: string;
      /** Where people sign out; null: nowhere */
      sloUrl: string | null;
      /** By which it signs, in base64: two while it changes them */
      certificates: string[];
      /** When the last of them ends; null without one */
      certificateEndDate: FiledDate;
      /** Where its metadata is read daily */
      metadataUrl: string | null;
      /** When that last worked */
      metadataReadDate: FiledDate;
      /** Why it has not since; null where it has */
      metadataProblem: string | null;
      /** The attribute with the address; empty: those that are usual */
      emailAttribute: string;
      /** The attribute with the name; empty: those that are usual */
      nameAttribute: string;
      /** Whether requests to sign in are signed */
      signsRequests: boolean;
      /** Whether people may begin at the provider */
      allowsUnsolicited: boolean;
      /** Why its latest answer was refused; null where it was not */
      answerProblem: string | null;
      /** The certificate of this instance there, in base64 */
      ownCertificate: string;
    } | null;
    /** As members know it */
    name: string;
    /** Its issuer; its entity id with SAML */
    issuer: string;
    /** The id of this instance at the provider; with SAML its entity id, at which its metadata is */
    clientId: string;
    /** Whether signers show with it who signs */
    isForSigners: boolean;
    /** Whether members sign in by it */
    isForMembers: boolean;
    /** Domains whose addresses sign in by it, once they are proven */
    domains: {
      /** The part of addresses after the @ */
      domain: string;
      /** Where a TXT record shows that the organization holds it */
      recordName: string;
      /** What that record is to be */
      recordValue: string;
      /** When the record was seen; null: not yet */
      provenDate: FiledDate;
    }[];
    /** Whether addresses of its proven domains sign in by it alone */
    isEnforced: boolean;
    /** The administrator whose password opens the account in any case */
    passwordAdministrator: string | null;
    /** Whether they have a second factor, without which it cannot be required */
    passwordAdministratorHasFactor: boolean;
    /** Whether signing out here ends the session at the provider */
    endsSession: boolean;
    /** Which groups have which roles */
    mapping: {
      /** The claim that lists the groups of a person */
      groupClaim: string;
      /** Roles by group; the first entry of a workspace counts */
      groups: {
        /** As the provider names it */
        group: string;
        /** Id of the workspace */
        workspaceId: number;
        /** Key of the role, such as `editor` */
        role: string;
      }[];
      /** Groups whose people run the organization */
      administratorGroups: string[];
      /** Of who is in none of these groups; null: they are refused */
      defaultRole: {
        /** Id of the workspace */
        workspaceId: number;
        /** Key of the role, such as `editor` */
        role: string;
      } | null;
      /** Whether the provider also takes roles that were given by hand */
      isDecisive: boolean;
    };
    /** The address at which members begin */
    signInUrl: string;
    /** The redirect URIs to register: of members, of signers; with SAML the assertion consumer service */
    returnUrls: string[];
    /** The redirect URI after signing out */
    signedOutUrl: string;
    /** The back-channel logout URI; with SAML the single logout service */
    logoutUrl: string;
    /** When a member first signed in by it; null: nobody yet */
    workedDate: FiledDate;
    /** When it was made */
    createDate: number;
    /** When it was changed */
    changeDate: number;
  }>;

  /**
   * Change a connection, or require it.
   *
   * `PUT /api/v1/organization/connections/{connectionId}`; needs the scope `organization:write`.
   *
   * Fails with `NOT_FOUND`.
   */
  updateConnection(
    input: UpdateConnectionInput,
    options?: CallOptions,
  ): Promise<{
    /** A random id */
    id: string;
    /** The protocol: OpenID Connect or SAML 2.0 */
    kind: 'oidc' | 'saml';
    /** What a SAML provider has besides; null for OpenID Connect */
    saml: {
      /** Where people sign in; empty: not set up yet */
      ssoUrl: string;
      /** Where people sign out; null: nowhere */
      sloUrl: string | null;
      /** By which it signs, in base64: two while it changes them */
      certificates: string[];
      /** When the last of them ends; null without one */
      certificateEndDate: FiledDate;
      /** Where its metadata is read daily */
      metadataUrl: string | null;
      /** When that last worked */
      metadataReadDate: FiledDate;
      /** Why it has not since; null where it has */
      metadataProblem: string | null;
      /** The attribute with the address; empty: those that are usual */
      emailAttribute: string;
      /** The attribute with the name; empty: those that are usual */
      nameAttribute: string;
      /** Whether requests to sign in are signed */
      signsRequests: boolean;
      /** Whether people may begin at the provider */
      allowsUnsolicited: boolean;
      /** Why its latest answer was refused; null where it was not */
      answerProblem: string | null;
      /** The certificate of this instance there, in base64 */
      ownCertificate: string;
    } | null;
    /** As members know it */
    name: string;
    /** Its issuer; its entity id with SAML */
    issuer: string;
    /** The id of this instance at the provider; with SAML its entity id, at which its metadata is */
    clientId: string;
    /** Whether signers show with it who signs */
    isForSigners: boolean;
    /** Whether members sign in by it */
    isForMembers: boolean;
    /** Domains whose addresses sign in by it, once they are proven */
    domains: {
      /** The part of addresses after the @ */
      domain: string;
      /** Where a TXT record shows that the organization holds it */
      recordName: string;
      /** What that record is to be */
      recordValue: string;
      /** When the record was seen; null: not yet */
      provenDate: FiledDate;
    }[];
    /** Whether addresses of its proven domains sign in by it alone */
    isEnforced: boolean;
    /** The administrator whose password opens the account in any case */
    passwordAdministrator: string | null;
    /** Whether they have a second factor, without which it cannot be required */
    passwordAdministratorHasFactor: boolean;
    /** Whether signing out here ends the session at the provider */
    endsSession: boolean;
    /** Which groups have which roles */
    mapping: {
      /** The claim that lists the groups of a person */
      groupClaim: string;
      /** Roles by group; the first entry of a workspace counts */
      groups: {
        /** As the provider names it */
        group: string;
        /** Id of the workspace */
        workspaceId: number;
        /** Key of the role, such as `editor` */
        role: string;
      }[];
      /** Groups whose people run the organization */
      administratorGroups: string[];
      /** Of who is in none of these groups; null: they are refused */
      defaultRole: {
        /** Id of the workspace */
        workspaceId: number;
        /** Key of the role, such as `editor` */
        role: string;
      } | null;
      /** Whether the provider also takes roles that were given by hand */
      isDecisive: boolean;
    };
    /** The address at which members begin */
    signInUrl: string;
    /** The redirect URIs to register: of members, of signers; with SAML the assertion consumer service */
    returnUrls: string[];
    /** The redirect URI after signing out */
    signedOutUrl: string;
    /** The back-channel logout URI; with SAML the single logout service */
    logoutUrl: string;
    /** When a member first signed in by it; null: nobody yet */
    workedDate: FiledDate;
    /** When it was made */
    createDate: number;
    /** When it was changed */
    changeDate: number;
  }>;

  /**
   * Remove a connection: nobody signs in by it any more.
   *
   * `DELETE /api/v1/organization/connections/{connectionId}`; needs the scope `organization:write`.
   *
   * Fails with `NOT_FOUND`.
   */
  deleteConnection(input: DeleteConnectionInput, options?: CallOptions): Promise<void>;

  /**
   * Ask the provider what it offers, and say whether people can sign in.
   *
   * `POST /api/v1/organization/connections/{connectionId}/try`; needs the scope `organization:write`.
   *
   * Fails with `NOT_FOUND`.
   */
  tryConnection(input: TryConnectionInput, options?: CallOptions): Promise<ProviderFindings>;

  /**
   * Look for the TXT record that shows that the organization holds a domain.
   *
   * `POST /api/v1/organization/connections/{connectionId}/domain-check`; needs the scope `organization:write`.
   *
   * Fails with `NOT_FOUND`.
   */
  checkConnectionDomain(
    input: CheckConnectionDomainInput,
    options?: CallOptions,
  ): Promise<{
    /** A random id */
    id: string;
    /** The protocol: OpenID Connect or SAML 2.0 */
    kind: 'oidc' | 'saml';
    /** What a SAML provider has besides; null for OpenID Connect */
    saml: {
      /** Where people sign in; empty: not set up yet */
      ssoUrl: string;
      /** Where people sign out; null: nowhere */
      sloUrl: string | null;
      /** By which it signs, in base64: two while it changes them */
      certificates: string[];
      /** When the last of them ends; null without one */
      certificateEndDate: FiledDate;
      /** Where its metadata is read daily */
      metadataUrl: string | null;
      /** When that last worked */
      metadataReadDate: FiledDate;
      /** Why it has not since; null where it has */
      metadataProblem: string | null;
      /** The attribute with the address; empty: those that are usual */
      emailAttribute: string;
      /** The attribute with the name; empty: those that are usual */
      nameAttribute: string;
      /** Whether requests to sign in are signed */
      signsRequests: boolean;
      /** Whether people may begin at the provider */
      allowsUnsolicited: boolean;
      /** Why its latest answer was refused; null where it was not */
      answerProblem: string | null;
      /** The certificate of this instance there, in base64 */
      ownCertificate: string;
    } | null;
    /** As members know it */
    name: string;
    /** Its issuer; its entity id with SAML */
    issuer: string;
    /** The id of this instance at the provider; with SAML its entity id, at which its metadata is */
    clientId: string;
    /** Whether signers show with it who signs */
    isForSigners: boolean;
    /** Whether members sign in by it */
    isForMembers: boolean;
    /** Domains whose addresses sign in by it, once they are proven */
    domains: {
      /** The part of addresses after the @ */
      domain: string;
      /** Where a TXT record shows that the organization holds it */
      recordName: string;
      /** What that record is to be */
      recordValue: string;
      /** When the record was seen; null: not yet */
      provenDate: FiledDate;
    }[];
    /** Whether addresses of its proven domains sign in by it alone */
    isEnforced: boolean;
    /** The administrator whose password opens the account in any case */
    passwordAdministrator: string | null;
    /** Whether they have a second factor, without which it cannot be required */
    passwordAdministratorHasFactor: boolean;
    /** Whether signing out here ends the session at the provider */
    endsSession: boolean;
    /** Which groups have which roles */
    mapping: {
      /** The claim that lists the groups of a person */
      groupClaim: string;
      /** Roles by group; the first entry of a workspace counts */
      groups: {
        /** As the provider names it */
        group: string;
        /** Id of the workspace */
        workspaceId: number;
        /** Key of the role, such as `editor` */
        role: string;
      }[];
      /** Groups whose people run the organization */
      administratorGroups: string[];
      /** Of who is in none of these groups; null: they are refused */
      defaultRole: {
        /** Id of the workspace */
        workspaceId: number;
        /** Key of the role, such as `editor` */
        role: string;
      } | null;
      /** Whether the provider also takes roles that were given by hand */
      isDecisive: boolean;
    };
    /** The address at which members begin */
    signInUrl: string;
    /** The redirect URIs to register: of members, of signers; with SAML the assertion consumer service */
    returnUrls: string[];
    /** The redirect URI after signing out */
    signedOutUrl: string;
    /** The back-channel logout URI; with SAML the single logout service */
    logoutUrl: string;
    /** When a member first signed in by it; null: nobody yet */
    workedDate: FiledDate;
    /** When it was made */
    createDate: number;
    /** When it was changed */
    changeDate: number;
  }>;

  /**
   * How the provider of a connection provisions: address, tokens, last contact.
   *
   * `GET /api/v1/organization/connections/{connectionId}/provisioning`; needs the scope `organization:write`.
   *
   * Fails with `NOT_FOUND`.
   */
  readProvisioning(
    input: ReadProvisioningInput,
    options?: CallOptions,
  ): Promise<{
    /** The address to enter at the provider (SCIM 2.0) */
    baseUrl: string;
    /** The newest first, without those that have ended */
    tokens: {
      /** A random id */
      id: string;
      /** The last characters of the token */
      hint: string;
      /** When it was made */
      createDate: number;
      /** When it ends, because a newer one replaces it; null: it stays */
      endDate: FiledDate;
      /** When the provider last used it, to the minute; null: never */
      lastUseDate: FiledDate;
    }[];
    /** People whom the provider gives access */
    users: number;
    /** Groups that the provider has sent */
    groups: number;
    /** When the provider last called; null: never */
    lastContactDate: FiledDate;
    /** The newest request that was refused; null: none */
    lastError: {
      /** When it was refused */
      date: number;
      /** Why, as the provider was answered */
      message: string;
    } | null;
  }>;

  /**
   * Make the token for the provider; former ones end a day later.
   *
   * `POST /api/v1/organization/connections/{connectionId}/provisioning/tokens`; needs the scope `organization:write`.
   *
   * Fails with `NOT_FOUND`.
   */
  makeProvisioningToken(
    input: MakeProvisioningTokenInput,
    options?: CallOptions,
  ): Promise<{
    /** A random id */
    id: string;
    /** The last characters of the token */
    hint: string;
    /** When it was made */
    createDate: number;
    /** When it ends, because a newer one replaces it; null: it stays */
    endDate: FiledDate;
    /** When the provider last used it, to the minute; null: never */
    lastUseDate: FiledDate;
    /** The token; it is never shown again */
    token: string;
  }>;

  /**
   * End a token at once.
   *
   * `DELETE /api/v1/organization/connections/{connectionId}/provisioning/tokens/{scimTokenId}`; needs the scope `organization:write`.
   *
   * Fails with `NOT_FOUND`.
   */
  endProvisioningToken(input: EndProvisioningTokenInput, options?: CallOptions): Promise<void>;
}

export interface ProfileOperations {
  /**
   * The profile of the user who is calling.
   *
   * `GET /api/v1/profile`; needs the scope `profile:read`.
   */
  readProfile(options?: CallOptions): Promise<Profile>;

  /**
   * Data for the start of an app; only the requested parts.
   *
   * `GET /api/v1/app/initialize`; needs the scope `profile:read`.
   *
   * Fails with `NOT_FOUND`.
   */
  initializeApp(
    input?: InitializeAppInput,
    options?: CallOptions,
  ): Promise<{
    /** The name, address and picture of the person */
    profile?: Profile;
    /** The workspaces that the caller belongs to */
    workspaces?: Workspace[];
    /** The levels of signatures that the organization is offered, and what the others need */
    levels?: LevelOffers;
    /** What this instance accepts as a deadline and as a document */
    limits?: {
      /** The earliest deadline, in seconds from now */
      expirySecondsMin: number;
      /** The latest deadline, in seconds from now */
      expirySecondsMax: number;
      /** Which files besides PDF, JPEG and PNG become documents, because a converter is set up for them */
      convertedFormats: ('docx' | 'odt' | 'rtf' | 'heic')[];
    };
    /** Always null: everything is free */
    currentSubscription?: null;
  }>;

  /**
   * The open actions of the caller.
   *
   * `GET /api/v1/profile/actions`; needs the scope `workflows:read`.
   *
   * @example
   * for await (const { envelope, publicSignUri } of paraph.listMyActions.all()) {
   *   console.log(envelope.name, publicSignUri);
   * }
   */
  listMyActions: List<
    ListMyActionsInput,
    {
      /** Id of the action */
      id: number;
      /** What the caller does: sign or review */
      type: string;
      /** `started`: it is the caller’s turn */
      status: string;
      /** The workflow in the shape of the envelope family */
      envelope: Envelope;
      /** The address of the page where the caller acts */
      publicSignUri: string;
    },
    true
  >;

  /**
   * Finished envelopes that the caller has signed or approved, newest first.
   *
   * `GET /api/v1/profile/signed-envelopes`; needs the scope `workflows:read`.
   */
  listSignedEnvelopes: List<ListSignedEnvelopesInput, Envelope, true>;

  /**
   * Evaluate the signatures of any PDF, sent as the part "document": who, when, and what changed after. Public; the file is not stored.
   *
   * `POST /api/v1/verify`.
   *
   * Fails with `DOCUMENT_NOT_ACCEPTED` `DOCUMENT_TWO_FACED`.
   */
  verifyDocument(input: VerifyDocumentInput, options?: CallOptions): Promise<VerificationReport>;

  /**
   * The same as a report of ETSI TS 119 102-2 in XML. Public; the file is not stored.
   *
   * `POST /api/v1/verify/xml`.
   *
   * Fails with `DOCUMENT_NOT_ACCEPTED` `DOCUMENT_TWO_FACED`.
   */
  verifyDocumentAsXml(input: VerifyDocumentAsXmlInput, options?: CallOptions): Promise<Response>;
}

export interface FileOperations {
  /**
   * The bytes of a picture.
   *
   * `GET /api/v1/storage/picture/{userId}/{key}`; needs the scope `profile:read`.
   *
   * Fails with `NOT_FOUND`.
   */
  readPicture(input: ReadPictureInput, options?: CallOptions): Promise<Response>;

  /**
   * Download a document as it is now.
   *
   * `GET /api/v1/storage/temp/{workflowId}/doc/{key}`.
   *
   * Fails with `AUTHENTICATION_REQUIRED` `NOT_FOUND`.
   */
  readTemporaryFile(input: ReadTemporaryFileInput, options?: CallOptions): Promise<Response>;

  /**
   * Download a sealed document.
   *
   * `GET /api/v1/storage/archive/{workflowId}/doc/{key}`.
   *
   * Fails with `AUTHENTICATION_REQUIRED` `NOT_FOUND`.
   */
  readArchivedFile(input: ReadArchivedFileInput, options?: CallOptions): Promise<Response>;

  /**
   * The picture of a document's first page.
   *
   * `GET /api/v1/storage/thumb/{workflowId}/doc/{key}`.
   *
   * Fails with `AUTHENTICATION_REQUIRED` `NOT_FOUND`.
   */
  readThumb(input: ReadThumbInput, options?: CallOptions): Promise<Response>;
}

export interface OAuthOperations {
  /**
   * Exchange an authorization code for tokens.
   *
   * `POST /api/v1/OAuth/v2/access`.
   *
   * Fails with `INVALID_CLIENT` `INVALID_GRANT` `RATE_LIMIT_REACHED`.
   */
  exchangeCode(
    input: ExchangeCodeInput,
    options?: CallOptions,
  ): Promise<{
    /** Send it as `Authorization: Bearer …` */
    access_token: string;
    /** Always `Bearer` */
    token_type: 'Bearer';
    /** Seconds until the access token expires */
    expires_in: number;
    /** Valid until the user withdraws the permission; it changes only at `/oauth/token` */
    refresh_token: string;
  }>;

  /**
   * Get a new access token; the refresh token stays the same.
   *
   * `POST /api/v1/OAuth/v2/refresh`.
   *
   * Fails with `INVALID_CLIENT` `INVALID_GRANT` `RATE_LIMIT_REACHED`.
   */
  refreshAccess(
    input: RefreshAccessInput,
    options?: CallOptions,
  ): Promise<{
    /** Send it as `Authorization: Bearer …` */
    access_token: string;
    /** Always `Bearer` */
    token_type: 'Bearer';
    /** Seconds until the access token expires */
    expires_in: number;
  }>;

  /**
   * The token endpoint of RFC 6749: codes with PKCE, and rotating refresh tokens.
   *
   * `POST /oauth/token`.
   *
   * Fails with `INVALID_CLIENT` `INVALID_GRANT` `RATE_LIMIT_REACHED`.
   */
  issueToken(
    input?: IssueTokenInput,
    options?: CallOptions,
  ): Promise<{
    /** Send it as `Authorization: Bearer …` */
    access_token: string;
    /** Always `Bearer` */
    token_type: 'Bearer';
    /** Seconds until the access token expires */
    expires_in: number;
    /** Valid until the user withdraws the permission; it changes only at `/oauth/token` */
    refresh_token: string;
    /** Names of scopes, separated by spaces */
    scope: string;
  }>;

  /**
   * Revoke a token and all of the same permission (RFC 7009).
   *
   * `POST /oauth/revoke`.
   *
   * Fails with `INVALID_CLIENT` `RATE_LIMIT_REACHED`.
   */
  revokeToken(input?: RevokeTokenInput, options?: CallOptions): Promise<Record<string, never>>;

  /**
   * What this authorization server offers (RFC 8414).
   *
   * `GET /.well-known/oauth-authorization-server`.
   */
  readOauthMetadata(options?: CallOptions): Promise<{
    /** The issuer identifier, as `iss` of the redirect repeats it */
    issuer: string;
    /** The page that asks the user for permission */
    authorization_endpoint: string;
    /** Where tokens are issued */
    token_endpoint: string;
    /** Where tokens are revoked (RFC 7009) */
    revocation_endpoint: string;
    /** All scopes that exist */
    scopes_supported: string[];
    /** `code` */
    response_types_supported: string[];
    /** `query` */
    response_modes_supported: string[];
    /** The grant types that the token endpoint accepts */
    grant_types_supported: string[];
    /** How a client authenticates there */
    token_endpoint_auth_methods_supported: string[];
    /** How a client authenticates there */
    revocation_endpoint_auth_methods_supported: string[];
    /** `S256` */
    code_challenge_methods_supported: string[];
    /** Whether redirects carry `iss` (RFC 9207) */
    authorization_response_iss_parameter_supported: boolean;
    /** Whether a client id may be the https address of a document that describes an agent */
    client_id_metadata_document_supported: boolean;
    /** Where agents register themselves (RFC 7591); absent where the operator has not opened it */
    registration_endpoint?: string;
  }>;
}

/** Every operation of the interface, under its operationId. */
export interface Operations
  extends EnvelopeOperations,
    WorkflowOperations,
    TemplateOperations,
    SealOperations,
    WorkspaceOperations,
    OrganizationOperations,
    ProfileOperations,
    FileOperations,
    OAuthOperations {}

export interface ReadPictureInput {
  /** Id of the user */
  userId: number;
  /** The random key of the picture */
  key: string;
}

export interface CreateWorkspaceInput {
  /** 2 to 250 characters */
  name: string;
  /** What the workspace is for */
  description?: string | null;
  /** Id of the organization; by default the oldest that the caller runs or belongs to */
  organizationId?: number;
}

export interface UpdateWorkspaceInput {
  /** Id of the workspace */
  workspaceId: number;
  /** 2 to 250 characters */
  name?: string;
  /** What the workspace is for; null for nothing */
  description?: string | null;
}

export interface DeleteWorkspaceInput {
  /** Id of the workspace */
  workspaceId: number;
  /** Where the ended workflows go; else the oldest other workspace of the organization in which the caller may create workflows */
  newWorkspaceId?: number;
}

export interface UpdateWorkspaceUsersInput {
  /** Id of the workspace */
  workspaceId: number;
  /** The members to add or change */
  users: {
    /** Another name of `memberId` */
    id?: number;
    /** The member’s id, or their `uniqueId` */
    memberId?: number | string;
    /** The role: its id or its key */
    roleId: number | string;
  }[];
}

export interface UpdateWorkspaceUsersAliasInput {
  /** Id of the workspace */
  workspaceId: number;
  /** The members to add or change */
  users: {
    /** Another name of `memberId` */
    id?: number;
    /** The member’s id, or their `uniqueId` */
    memberId?: number | string;
    /** The role: its id or its key */
    roleId: number | string;
  }[];
}

export interface RemoveWorkspaceUserInput {
  /** Id of the workspace */
  workspaceId: number;
  /** Id of the user of the workspace */
  workspaceUserId: number;
}

export interface InitializeAppInput {
  /** Which parts to answer: `profile`, `workspaces`, `levels`, `limits`, `currentSubscription` */
  data?: ('profile' | 'workspaces' | 'levels' | 'limits' | 'currentSubscription')[];
  /** Id of the organization. Default: the oldest that the caller runs, or belongs to */
  organizationId?: number;
}

export interface ReadWorkspaceInput {
  /** Id of the workspace */
  workspaceId: number;
}

export interface ListTagsInput {
  /** Id of the workspace */
  workspaceId: number;
}

export interface CreateTagInput {
  /** Id of the workspace */
  workspaceId: number;
  /** At most 40 characters; unique in the workspace */
  name: string;
  /** Such as #1D4ED8 */
  color?: string;
}

export interface UpdateTagInput {
  /** Id of the workspace */
  workspaceId: number;
  /** Id of the tag */
  tagId: number;
  /** At most 40 characters; unique in the workspace */
  name?: string;
  /** Such as #1D4ED8 */
  color?: string;
}

export interface DeleteTagInput {
  /** Id of the workspace */
  workspaceId: number;
  /** Id of the tag */
  tagId: number;
}

export interface SetWorkflowTagsInput {
  /** Id of the workspace */
  workspaceId: number;
  /** Of the workflow: its integer id or its 40-character id */
  workflowId: WorkflowId;
  /** Ids of all its tags */
  tags: number[];
}

export interface ListContactsInput {
  /** Id of the workspace */
  workspaceId: number;
  /** Which page of the list, from 1. Default: 1 */
  page?: number;
  /** Members of a page; 8 by default, at most 100. Default: 8 */
  limit?: number;
  /** Searches names and addresses for each of these words, in any order, without case or accents */
  search?: string;
}

export interface CreateContactInput {
  /** Id of the workspace */
  workspaceId: number;
  /** The person’s name */
  name: string;
  /** The person’s email address */
  email: string;
  /** With the country code, as +41791234567 (E.164); null for none */
  phone?: string | null;
  /** Of mails to the person; null for their browser’s */
  language?: 'en' | 'fr' | 'de' | 'es' | 'it' | 'pt' | 'nl' | 'pl' | 'ar' | null;
}

export interface UpdateContactInput {
  /** Id of the workspace */
  workspaceId: number;
  /** Id of the contact */
  contactId: number;
  /** The person’s name */
  name?: string;
  /** The person’s email address */
  email?: string;
  /** With the country code, as +41791234567 (E.164); null for none */
  phone?: string | null;
  /** Of mails to the person; null for their browser’s */
  language?: 'en' | 'fr' | 'de' | 'es' | 'it' | 'pt' | 'nl' | 'pl' | 'ar' | null;
}

export interface DeleteContactInput {
  /** Id of the workspace */
  workspaceId: number;
  /** Id of the contact */
  contactId: number;
}

export interface ImportContactsInput {
  /** Id of the workspace */
  workspaceId: number;
  /** CSV, columns of a spreadsheet, or `Name <address>; …`. With headings (name, email, phone, language) or without. Problems are named by row, counted from 1 with the headings: `rows[3][email]` */
  text: string;
}

export interface ReadContactSettingsInput {
  /** Default: the oldest that the caller runs, or belongs to */
  organizationId?: number;
}

export interface UpdateContactSettingsInput {
  /** Default: the oldest that the caller runs, or belongs to */
  organizationId?: number;
  /** Whether contacts are learned from now on */
  learning: boolean;
}

export interface ListMessageTemplatesInput {
  /** Id of the workspace */
  workspaceId: number;
  /** Which page of the list, from 1. Default: 1 */
  page?: number;
  /** Members of a page; 8 by default, at most 100. Default: 8 */
  limit?: number;
}

export interface CreateMessageTemplateInput {
  /** Id of the workspace */
  workspaceId: number;
  /** By which users choose it; upper and lower case are the same */
  name: string;
  /** The message; `{document}` stands for the name of the document, where the page for sending takes it over */
  text: string;
}

export interface UpdateMessageTemplateInput {
  /** Id of the workspace */
  workspaceId: number;
  /** Id of the message template */
  messageTemplateId: number;
  /** By which users choose it; upper and lower case are the same */
  name?: string;
  /** The message; `{document}` stands for the name of the document, where the page for sending takes it over */
  text?: string;
}

export interface DeleteMessageTemplateInput {
  /** Id of the workspace */
  workspaceId: number;
  /** Id of the message template */
  messageTemplateId: number;
}

export interface ListFieldBlocksInput {
  /** Id of the workspace */
  workspaceId: number;
  /** Which page of the list, from 1. Default: 1 */
  page?: number;
  /** Members of a page; 8 by default, at most 100. Default: 8 */
  limit?: number;
}

export interface CreateFieldBlockInput {
  /** Id of the workspace */
  workspaceId: number;
  /** By which users choose it; upper and lower case are the same */
  name: string;
  /** Its fields, without whose they are, what they say, keys, formulas and conditions */
  fields: {
    /** What is filled in */
    type: FieldType;
    /** The name of the field as the signer reads it */
    label?: string;
    /** Whether it must be filled in where it is shown; true by default, but for a `checkbox` in a group */
    required?: boolean;
    /** Whether the signer cannot change the value; for kinds that the sender can fill in */
    readOnly?: boolean;
    /** The choices of a `radio` or `dropdown`, which need them; no other type can have them */
    options?:
      | {
          /** What is stored when it is chosen; once in the field and in its group */
          value: string;
          /** What people read */
          label: string;
        }[]
      | null;
    /** For `radio` and `checkbox`: radios of a role with the same group exclude each other, checkboxes are counted */
    group?: string | null;
    /** For a `checkbox` in a group: how many of the group must be ticked; the same or absent in the whole group */
    groupMin?: number | null;
    /** For a `checkbox` in a group: how many of the group may be ticked; the same or absent in the whole group */
    groupMax?: number | null;
    /** For a `number`: the smallest value */
    min?: number | null;
    /** For a `number`: the largest value */
    max?: number | null;
    /** For a `text`: a regular expression that the whole value must match, with characters, classes, groups, alternatives and repetitions; no backreferences, no lookaround, no lazy repetitions */
    pattern?: string | null;
    /** For fields that are written: the most characters of the value */
    maxLength?: number | null;
    /** For fields that are written, `number` and `dropdown`: what the empty field shows */
    placeholder?: string | null;
    /** Points from the left edge of the block */
    posX: number;
    /** Points from the upper edge of the block */
    posY: number;
    /** How it looks */
    style: {
      /** In points */
      width: number;
      /** In points */
      height: number;
      /** Colour of the text, as #RRGGBB */
      color?: string;
      /** The name of a font; `normal`, null and absent mean the default one */
      fontStyle?: string | null;
      /** In points */
      fontSize?: number;
      /** Whether the text is bold */
      bold?: boolean;
      /** Whether the text is slanted */
      italic?: boolean;
      /** Whether the text is underlined */
      underline?: boolean;
    };
  }[];
}

export interface UpdateFieldBlockInput {
  /** Id of the workspace */
  workspaceId: number;
  /** Id of the block */
  fieldBlockId: number;
  /** By which users choose it; upper and lower case are the same */
  name?: string;
  /** Its fields, without whose they are, what they say, keys, formulas and conditions */
  fields?: {
    /** What is filled in */
    type: FieldType;
    /** The name of the field as the signer reads it */
    label?: string;
    /** Whether it must be filled in where it is shown; true by default, but for a `checkbox` in a group */
    required?: boolean;
    /** Whether the signer cannot change the value; for kinds that the sender can fill in */
    readOnly?: boolean;
    /** The choices of a `radio` or `dropdown`, which need them; no other type can have them */
    options?:
      | {
          /** What is stored when it is chosen; once in the field and in its group */
          value: string;
          /** What people read */
          label: string;
        }[]
      | null;
    /** For `radio` and `checkbox`: radios of a role with the same group exclude each other, checkboxes are counted */
    group?: string | null;
    /** For a `checkbox` in a group: how many of the group must be ticked; the same or absent in the whole group */
    groupMin?: number | null;
    /** For a `checkbox` in a group: how many of the group may be ticked; the same or absent in the whole group */
    groupMax?: number | null;
    /** For a `number`: the smallest value */
    min?: number | null;
    /** For a `number`: the largest value */
    max?: number | null;
    /** For a `text`: a regular expression that the whole value must match, with characters, classes, groups, alternatives and repetitions; no backreferences, no lookaround, no lazy repetitions */
    pattern?: string | null;
    /** For fields that are written: the most characters of the value */
    maxLength?: number | null;
    /** For fields that are written, `number` and `dropdown`: what the empty field shows */
    placeholder?: string | null;
    /** Points from the left edge of the block */
    posX: number;
    /** Points from the upper edge of the block */
    posY: number;
    /** How it looks */
    style: {
      /** In points */
      width: number;
      /** In points */
      height: number;
      /** Colour of the text, as #RRGGBB */
      color?: string;
      /** The name of a font; `normal`, null and absent mean the default one */
      fontStyle?: string | null;
      /** In points */
      fontSize?: number;
      /** Whether the text is bold */
      bold?: boolean;
      /** Whether the text is slanted */
      italic?: boolean;
      /** Whether the text is underlined */
      underline?: boolean;
    };
  }[];
}

export interface DeleteFieldBlockInput {
  /** Id of the workspace */
  workspaceId: number;
  /** Id of the block */
  fieldBlockId: number;
}

export interface RenameOrganizationInput {
  /** Default: the oldest that the caller runs, or belongs to */
  organizationId?: number;
  /** 2 to 250 characters */
  name: string;
}

export interface ListMembersInput {
  /** Which page of the list, from 1. Default: 1 */
  page?: number;
  /** Members of a page; 8 by default, at most 100. Default: 8 */
  limit?: number;
  /** Searches names and recipients for each of these words, in any order, without case or accents */
  query?: string;
  /** Default: the oldest that the caller runs, or belongs to */
  organizationId?: number;
  /** Those alone who have not joined */
  status?: 'invited';
}

export interface InviteMembersInput {
  /** Default: the oldest that the caller runs, or belongs to */
  organizationId?: number;
  /** The people to invite */
  members: {
    /** The address to invite */
    email: string;
  }[];
  /** Of the mails, also where they are mailed again; that of the caller’s account by default. Who has an account here gets their own */
  language?: 'en' | 'fr' | 'de' | 'es' | 'it' | 'pt' | 'nl' | 'pl' | 'ar';
}

export interface UpdateMemberInput {
  /** Id of the member */
  memberId: number;
  /** Default: the oldest that the caller runs, or belongs to */
  organizationId?: number;
  /** Whether they run the organization */
  administrator: boolean;
}

export interface RemoveMemberInput {
  /** Id of the member */
  memberId: number;
  /** Default: the oldest that the caller runs, or belongs to */
  organizationId?: number;
}

export interface PreviewHandOverInput {
  /** Id of the member */
  memberId: number;
  /** Default: the oldest that the caller runs, or belongs to */
  organizationId?: number;
}

export interface HandOverMemberInput {
  /** Id of the member */
  memberId: number;
  /** Default: the oldest that the caller runs, or belongs to */
  organizationId?: number;
  /** Id of the member who takes over */
  to: number;
  /** Whether the member is removed from the organization in the same act */
  remove: boolean;
}

export interface InviteMemberAgainInput {
  /** Id of the member */
  memberId: number;
  /** Default: the oldest that the caller runs, or belongs to */
  organizationId?: number;
}

export interface ListRolesInput {
  /** Default: the oldest that the caller runs, or belongs to */
  organizationId?: number;
}

export interface CreateRoleInput {
  /** Default: the oldest that the caller runs, or belongs to */
  organizationId?: number;
  /** 2 to 250 characters */
  name: string;
  /** Which permissions it grants */
  permissions: string[];
}

export interface UpdateRoleInput {
  /** Id of the role */
  roleId: number;
  /** Default: the oldest that the caller runs, or belongs to */
  organizationId?: number;
  /** 2 to 250 characters */
  name?: string;
  /** Which permissions it grants */
  permissions?: string[];
}

export interface DeleteRoleInput {
  /** Id of the role */
  roleId: number;
  /** Default: the oldest that the caller runs, or belongs to */
  organizationId?: number;
}

export interface ReadOrganizationPictureInput {
  /** Default: the oldest that the caller runs, or belongs to */
  organizationId?: number;
}

export interface UpdateOrganizationPictureInput {
  /** Default: the oldest that the caller runs, or belongs to */
  organizationId?: number;
  /** A PNG with 8 bits a channel or a JPEG of at most 2 MiB and 2,048 × 2,048 pixels; beyond 900 pixels it is shrunk */
  picture: Upload;
}

export interface DeleteOrganizationPictureInput {
  /** Default: the oldest that the caller runs, or belongs to */
  organizationId?: number;
}

export interface ReadLevelsInput {
  /** Id of the organization. Default: the oldest that the caller runs, or belongs to */
  organizationId?: number;
  /** The workspace whose role of the caller `permitted` is about */
  workspaceId?: number;
}

export interface UpdateLevelsInput {
  /** Id of the organization. Default: the oldest that the caller runs, or belongs to */
  organizationId?: number;
  /** One that is offered; null for the first that is offered and suits each recipient. Left out, it stays */
  defaultIdentification?: 'code-sms' | 'code-mail' | 'passkey' | 'identity-provider' | null;
  /** Roles that may ask for other levels from now on; those that are not named keep theirs */
  roles?: {
    /** Id of the role: 1 owner, 2 administrator, 3 editor, 4 viewer; custom roles from 100 */
    roleId: number;
    /** The levels that it may ask for: at least one */
    levels: WorkflowType[];
  }[];
}

export interface ListOrganizationEventsInput {
  /** Which page of the list, from 1. Default: 1 */
  page?: number;
  /** Members of a page; 8 by default, at most 100. Default: 8 */
  limit?: number;
  /** One kind, or the beginning of several before the dot: `member.removed`, `member` */
  kind?: string;
  /** The id of an account that acted, or whom it is about */
  personId?: number;
  /** Since then, in seconds since 1970 */
  from?: number;
  /** Before then, in seconds since 1970 */
  to?: number;
  /** Those with a higher number in the chain alone, in its order */
  after?: number;
  /** Default: the oldest that the caller runs, or belongs to */
  organizationId?: number;
}

export interface ExportOrganizationEventsInput {
  /** Default: `csv` */
  format?: 'csv' | 'jsonl';
  /** One kind, or the beginning of several before the dot: `member.removed`, `member` */
  kind?: string;
  /** The id of an account that acted, or whom it is about */
  personId?: number;
  /** Since then, in seconds since 1970 */
  from?: number;
  /** Before then, in seconds since 1970 */
  to?: number;
  /** Those with a higher number in the chain alone, in its order */
  after?: number;
  /** Default: the oldest that the caller runs, or belongs to */
  organizationId?: number;
}

export interface ReadCollectorInput {
  /** Default: the oldest that the caller runs, or belongs to */
  organizationId?: number;
}

export interface SaveCollectorInput {
  /** Default: the oldest that the caller runs, or belongs to */
  organizationId?: number;
  /** The address, with `https://` */
  url: string;
  /** `json`: our own shape; `otlp`: log records of OpenTelemetry (OTLP over HTTP, JSON). Default: `json` */
  format?: 'json' | 'otlp';
  /** The value of a header `Authorization`; null: none. Absent: it stays, with the same server */
  authorization?: string | null;
  /** Sends what comes after this number of the record; 0 of a new one, as it is by default */
  position?: number;
  /** Makes another secret; the former one ends at once */
  renewSecret?: boolean;
}

export interface DeleteCollectorInput {
  /** Default: the oldest that the caller runs, or belongs to */
  organizationId?: number;
}

export interface RetryCollectorInput {
  /** Default: the oldest that the caller runs, or belongs to */
  organizationId?: number;
}

export interface ReadUsageInput {
  /** The first month, as `2026-01`. Default: that eleven months before the last */
  from?: string;
  /** The last month, with which the period has at most 60. Default: the current one, of UTC */
  to?: string;
  /** Default: the oldest that the caller runs, or belongs to */
  organizationId?: number;
}

export interface ExportUsageInput {
  /** The first month, as `2026-01`. Default: that eleven months before the last */
  from?: string;
  /** The last month, with which the period has at most 60. Default: the current one, of UTC */
  to?: string;
  /** Default: the oldest that the caller runs, or belongs to */
  organizationId?: number;
}

export interface ReadBrandInput {
  /** Default: the oldest that the caller runs, or belongs to */
  organizationId?: number;
}

export interface UpdateBrandInput {
  /** Default: the oldest that the caller runs, or belongs to */
  organizationId?: number;
  /** As `#rrggbb`, with a contrast of at least 4.5 on light pages; its shades for dark ones are derived */
  accent?: string | null;
  /** At most 80 characters */
  senderName?: string | null;
  /** An email address */
  replyAddress?: string | null;
  /** At most 400 characters, plain text */
  footer?: string | null;
  /** All texts, one a language; what is left out is removed */
  disclosures?: {
    /** The language of the text */
    language: 'en' | 'fr' | 'de' | 'es' | 'it' | 'pt' | 'nl' | 'pl' | 'ar';
    /** Plain text */
    text: string;
  }[];
}

export interface WithdrawBrandInput {
  /** Default: the oldest that the caller runs, or belongs to */
  organizationId?: number;
}

export interface PublishBrandInput {
  /** Default: the oldest that the caller runs, or belongs to */
  organizationId?: number;
}

export interface ReadBrandLogoInput {
  /** Default: the oldest that the caller runs, or belongs to */
  organizationId?: number;
  /** Default: draft */
  phase?: 'draft' | 'published';
}

export interface UpdateBrandLogoInput {
  /** Default: the oldest that the caller runs, or belongs to */
  organizationId?: number;
  /** A PNG with 8 bits a channel or a JPEG of at most 2 MiB and 2,048 × 2,048 pixels; beyond 900 pixels it is shrunk */
  picture: Upload;
}

export interface DeleteBrandLogoInput {
  /** Default: the oldest that the caller runs, or belongs to */
  organizationId?: number;
}

export interface PreviewBrandMailInput {
  /** Default: the oldest that the caller runs, or belongs to */
  organizationId?: number;
  /** Default: English */
  language?: 'en' | 'fr' | 'de' | 'es' | 'it' | 'pt' | 'nl' | 'pl' | 'ar';
}

export interface ReadAgentSettingsInput {
  /** Default: the oldest that the caller runs, or belongs to */
  organizationId?: number;
}

export interface UpdateAgentSettingsInput {
  /** Default: the oldest that the caller runs, or belongs to */
  organizationId?: number;
  /** `off`: nothing. `drafts`: read and prepare. `confirmation`: also remind, and ask a member to send or cancel */
  mode: 'off' | 'drafts' | 'confirmation';
}

export interface ReadAgentAllowanceInput {
  /** Default: the oldest that the caller runs, or belongs to */
  organizationId?: number;
}

export interface UpdateAgentAllowanceInput {
  /** Default: the oldest that the caller runs, or belongs to */
  organizationId?: number;
  /** Ids of templates of the organization; each is listed as it is now */
  templates: number[];
  /** Domains such as example.com; what is below one is another domain */
  domains: string[];
  /** How many workflows agents may send by themselves in a day of UTC, for all members together; 0: none */
  dailyCap: number;
}

export interface ReadRetentionInput {
  /** Default: the oldest that the caller runs, or belongs to */
  organizationId?: number;
}

export interface UpdateRetentionInput {
  /** Default: the oldest that the caller runs, or belongs to */
  organizationId?: number;
  /** Years that signed workflows are kept after their end; 0: for ever; null: as the next wider policy says */
  signedYears?: number | null;
  /** Days that drafts are kept after their last change; 0: for ever; null: as the next wider policy says */
  draftDays?: number | null;
  /** Months that declined, canceled and expired workflows are kept; 0: for ever; null: as the next wider policy says */
  stoppedMonths?: number | null;
}

export interface UpdateWorkspaceRetentionInput {
  /** Id of the workspace */
  workspaceId: number;
  /** Default: the oldest that the caller runs, or belongs to */
  organizationId?: number;
  /** Years that signed workflows are kept after their end; 0: for ever; null: as the next wider policy says */
  signedYears?: number | null;
  /** Days that drafts are kept after their last change; 0: for ever; null: as the next wider policy says */
  draftDays?: number | null;
  /** Months that declined, canceled and expired workflows are kept; 0: for ever; null: as the next wider policy says */
  stoppedMonths?: number | null;
}

export interface UpdateTemplateRetentionInput {
  /** Id of the template */
  templateId: number;
  /** Default: the oldest that the caller runs, or belongs to */
  organizationId?: number;
  /** Years that signed workflows are kept after their end; 0: for ever; null: as the next wider policy says */
  signedYears?: number | null;
  /** Days that drafts are kept after their last change; 0: for ever; null: as the next wider policy says */
  draftDays?: number | null;
  /** Months that declined, canceled and expired workflows are kept; 0: for ever; null: as the next wider policy says */
  stoppedMonths?: number | null;
}

export interface ReadWorkflowRetentionInput {
  /** Of the workflow: its integer id or its 40-character id */
  workflowId: WorkflowId;
  /** Default: the oldest that the caller runs, or belongs to */
  organizationId?: number;
}

export interface UpdateWorkflowRetentionInput {
  /** Of the workflow: its integer id or its 40-character id */
  workflowId: WorkflowId;
  /** Default: the oldest that the caller runs, or belongs to */
  organizationId?: number;
  /** Years that signed workflows are kept after their end; 0: for ever; null: as the next wider policy says */
  signedYears?: number | null;
  /** Days that drafts are kept after their last change; 0: for ever; null: as the next wider policy says */
  draftDays?: number | null;
  /** Months that declined, canceled and expired workflows are kept; 0: for ever; null: as the next wider policy says */
  stoppedMonths?: number | null;
}

export interface PreviewRetentionInput {
  /** Default: the oldest that the caller runs, or belongs to */
  organizationId?: number;
  /** Years that signed workflows are kept after their end; 0: for ever; null: as the next wider policy says */
  signedYears?: number | null;
  /** Days that drafts are kept after their last change; 0: for ever; null: as the next wider policy says */
  draftDays?: number | null;
  /** Months that declined, canceled and expired workflows are kept; 0: for ever; null: as the next wider policy says */
  stoppedMonths?: number | null;
  /** The workspace whose policy would change; null or absent: that of the organization */
  workspaceId?: number | null;
  /** The template whose policy would change, instead of a workspace */
  templateId?: number | null;
  /** The workflow whose policy would change, instead of a workspace */
  workflowId?: number | null;
}

export interface ListRetentionChangesInput {
  /** Which page of the list, from 1. Default: 1 */
  page?: number;
  /** Members of a page; 8 by default, at most 100. Default: 8 */
  limit?: number;
  /** Default: the oldest that the caller runs, or belongs to */
  organizationId?: number;
}

export interface ListRetentionRunsInput {
  /** Which page of the list, from 1. Default: 1 */
  page?: number;
  /** Members of a page; 8 by default, at most 100. Default: 8 */
  limit?: number;
  /** Default: the oldest that the caller runs, or belongs to */
  organizationId?: number;
}

export interface StartDryRunInput {
  /** Default: the oldest that the caller runs, or belongs to */
  organizationId?: number;
}

export interface ReadRetentionRunInput {
  /** Id of the run */
  runId: number;
  /** Default: the oldest that the caller runs, or belongs to */
  organizationId?: number;
}

export interface ListRetentionItemsInput {
  /** Id of the run */
  runId: number;
  /** Which page of the list, from 1. Default: 1 */
  page?: number;
  /** Members of a page; 8 by default, at most 100. Default: 8 */
  limit?: number;
  /** Default: the oldest that the caller runs, or belongs to */
  organizationId?: number;
}

export interface ListHoldsInput {
  /** Which page of the list, from 1. Default: 1 */
  page?: number;
  /** Members of a page; 8 by default, at most 100. Default: 8 */
  limit?: number;
  /** Default: the oldest that the caller runs, or belongs to */
  organizationId?: number;
}

export interface PlaceHoldInput {
  /** Default: the oldest that the caller runs, or belongs to */
  organizationId?: number;
  /** Why, as shown to those who are refused */
  reason: string;
  /** Id of the workflow */
  workflowId?: number | null;
  /** Id of the workspace */
  workspaceId?: number | null;
  /** Address of a person; exactly one of the three is given */
  email?: string | null;
}

export interface LiftHoldInput {
  /** Id of the hold */
  holdId: number;
  /** Default: the oldest that the caller runs, or belongs to */
  organizationId?: number;
}

export interface ExchangeCodeInput {
  /** The client id of the integration app */
  client_id: string;
  /** The client secret of the integration app */
  client_secret: string;
  /** The authorization code of the redirect */
  code: string;
  /** The same as in the authorization request */
  redirect_uri: string;
  /** `code`; may be left out */
  grant_type?: string;
  /** PKCE, RFC 7636 */
  code_verifier?: string;
}

export interface RefreshAccessInput {
  /** The client id of the integration app */
  client_id: string;
  /** The client secret of the integration app */
  client_secret: string;
  /** Valid until the user withdraws the permission; it changes only at `/oauth/token` */
  refresh_token: string;
  /** `refresh_token`; may be left out */
  grant_type?: string;
}

export interface IssueTokenInput {
  /** `authorization_code` or `refresh_token` */
  grant_type?: string;
  /** The authorization code of the redirect */
  code?: string;
  /** The same as in the authorization request */
  redirect_uri?: string;
  /** The secret that `code_challenge` was made from (RFC 7636) */
  code_verifier?: string;
  /** Valid until the user withdraws the permission; it changes only at `/oauth/token` */
  refresh_token?: string;
  /** Names of scopes, separated by spaces */
  scope?: string;
  /** What the token is for (RFC 8707); as in the authorization request, or absent */
  resource?: string;
  /** The client id of the integration app */
  client_id?: string;
  /** The client secret of the integration app */
  client_secret?: string;
}

export interface RevokeTokenInput {
  /** An access or a refresh token */
  token?: string;
  /** Ignored: any token is found */
  token_type_hint?: string;
  /** The client id of the integration app */
  client_id?: string;
  /** The client secret of the integration app */
  client_secret?: string;
}

export interface CreateQuickEnvelopeInput {
  /** 2 to 250 characters */
  name: string;
  /** A PDF of at most 20 MiB; each further part `document` is a further document, in order */
  document: Upload | Upload[];
  /** A file for information, of at most 20 MiB; each further part `annex` is a further one, up to 20 */
  annex?: AnnexUploads;
  /** One after another */
  steps: {
    /** What its recipients do: sign or review */
    type: ActionType;
    /** The recipients of a step act in parallel */
    recipients: {
      /** The recipient’s name */
      name: string;
      /** The recipient’s email address; unique in the step */
      email: string;
      /** With the country code, as +41791234567 (E.164): where codes are sent; null for none. Absent: as it is */
      phone?: string | null;
      /** Of the mails to the recipient and of their page; null for the browser’s, and English in mails. Absent: as it is */
      language?: 'en' | 'fr' | 'de' | 'es' | 'it' | 'pt' | 'nl' | 'pl' | 'ar' | null;
      /** Which proof the level `advanced` asks the recipient for; null for the organization’s default, else the first that suits the recipient. Absent: as it is */
      identification?: 'code-sms' | 'code-mail' | 'passkey' | 'identity-provider' | null;
      /** One of several of the step, of whom some are enough; absent for who must act */
      choice?: RequestedChoice;
      /** The address of the signer of the same step whose witness the recipient is; absent for who is no witness */
      witnessOf?: string;
      /** asked: the signer names a witness of their own on the signing page, before they finish; absent for none */
      witness?: 'asked';
    }[];
  }[];
  /** The level of the signatures: `simple` by default; `advanced` and `qualified` are refused on an instance where nothing for them is set up */
  type?: WorkflowType;
  /** Seconds since 1970; 7 to 90 days from now, 7 by default */
  expiryDate?: number;
  /** Names and values, as the guide on notifications lists them */
  preferences?: {
    /** The name of the preference */
    name:
      | 'WorkflowMailAttachDocumentPreference'
      | 'WorkflowNotificationCallbackUrlPreference'
      | 'WorkflowNotificationCallbackUrlSecretPreference'
      | 'WorkflowNotificationCallbackUrlSslVerificationPreference'
      | 'WorkflowNotificationValuesPreference'
      | 'WorkflowInPersonPreference'
      | 'WorkflowRecipientEmbedded'
      | 'WorkflowRecipientReassignPreference'
      | 'WorkflowReminderPreference';
    /** Its value */
    value: string;
  }[];
  /** Without it the caller’s first workspace */
  workspaceId?: number;
  /** Your own pairs: at most 10, keys of 40 and values of 250 characters */
  metadata?: Record<string, string>;
  /** What fields say from the start, by their keys: `values[rent]=1200`. A field of a text anchor that occurs once has the key `TYPE_TAG`, such as `text_1` */
  values?: Record<string, string>;
  /** `fromText`: each tag that a page shows, such as `{{signature:Buyer}}`, becomes a field, and is covered. A tag that cannot become one is refused. Without it tags are text like any other */
  placeFields?: 'fromText';
  /** What the invitations quote; at most 4,000 characters */
  senderMessage?: string;
  /** Who gets copies and acts in nothing; at most 20 */
  followers?: NewFollower[];
  /** What is filled in, and where, by the rules of the workflow family; without any, and without `placeFields`, what the PDF says is taken (text anchors, form fields), else a blank place for each signature */
  fields?: QuickField[];
}

export interface ReadQuickEnvelopeInput {
  /** Of the workflow: its 40-character id or its integer id */
  envelopeId: EnvelopeRef;
  /** `1`: links to files open without a credential for 15 minutes */
  session?: string;
}

export interface ListWorkflowsInput {
  /** Id of the workspace */
  workspaceId: number;
  /** Which page of the list, from 1. Default: 1 */
  page?: number;
  /** Members of a page; 8 by default, at most 100. Default: 8 */
  limit?: number;
  /** Searches names and recipients for each of these words, in any order, without case or accents */
  query?: string;
  /** The order: by `created`, `name`, `deadline` or `changed`, with `-` before it the other way round; newest first by default */
  sort?: 'created' | '-created' | 'name' | '-name' | 'deadline' | '-deadline' | 'changed' | '-changed';
  /** With `sort`, instead of `page`: the `next` of the page before. What changes meanwhile moves nothing else */
  after?: string;
  /** Only those in one of these statuses, comma-joined */
  status?: string;
  /** Only those created by the user with this address */
  creatorEmail?: string;
  /** Only those created by these kinds of client, comma-joined: `api`, `web`, `mobile`, `integration` */
  httpSourceTypes?: string;
  /** Only those created by these apps or keys, comma-joined */
  httpSourceValues?: string;
  /** `0`: only those that are not filed away; `1`: only those that are */
  filed?: string;
  /** Only those that wait for people and whose deadline is before it, in seconds since 1970, the earliest first */
  expiresBefore?: string;
  /** Ids of tags; one of them is enough */
  tags?: string;
  /** The same filters in brackets: `filters[status]=started,signed` */
  filters?: {
    /** Only those in one of these statuses, comma-joined */
    status?: string;
    /** Only those created by the user with this address */
    creatorEmail?: string;
    /** Only those created by these kinds of client, comma-joined: `api`, `web`, `mobile`, `integration` */
    httpSourceTypes?: string;
    /** Only those created by these apps or keys, comma-joined */
    httpSourceValues?: string;
    /** `0`: only those that are not filed away; `1`: only those that are */
    filed?: string;
    /** Only those that wait for people and whose deadline is before it, in seconds since 1970, the earliest first */
    expiresBefore?: string;
    /** Ids of tags; one of them is enough */
    tags?: string;
  };
  /** Your own pairs: at most 10, keys of 40 and values of 250 characters; `[]` when empty */
  metadata?: Record<string, string>;
}

export interface CountWorkflowsInput {
  /** Id of the workspace */
  workspaceId: number;
}

export interface ExportWorkflowsInput {
  /** Id of the workspace */
  workspaceId: number;
  /** Default: `csv` */
  format?: 'csv' | 'jsonl';
  /** Searches names and recipients for each of these words, in any order, without case or accents */
  query?: string;
  /** Only those in one of these statuses, comma-joined */
  status?: string;
  /** Only those created by the user with this address */
  creatorEmail?: string;
  /** Only those created by these kinds of client, comma-joined: `api`, `web`, `mobile`, `integration` */
  httpSourceTypes?: string;
  /** Only those created by these apps or keys, comma-joined */
  httpSourceValues?: string;
  /** `0`: only those that are not filed away; `1`: only those that are */
  filed?: string;
  /** Only those that wait for people and whose deadline is before it, in seconds since 1970, the earliest first */
  expiresBefore?: string;
  /** Ids of tags; one of them is enough */
  tags?: string;
  /** The same filters in brackets */
  filters?: {
    /** Only those in one of these statuses, comma-joined */
    status?: string;
    /** Only those created by the user with this address */
    creatorEmail?: string;
    /** Only those created by these kinds of client, comma-joined: `api`, `web`, `mobile`, `integration` */
    httpSourceTypes?: string;
    /** Only those created by these apps or keys, comma-joined */
    httpSourceValues?: string;
    /** `0`: only those that are not filed away; `1`: only those that are */
    filed?: string;
    /** Only those that wait for people and whose deadline is before it, in seconds since 1970, the earliest first */
    expiresBefore?: string;
    /** Ids of tags; one of them is enough */
    tags?: string;
  };
}

export interface ActOnWorkflowsInput {
  /** Id of the workspace */
  workspaceId: number;
  /** `file` and `unfile`: put those that have ended away from the list, and back; `tag` and `untag` leave other tags; `export` answers each as a line of the export */
  act: 'remind' | 'cancel' | 'extend' | 'tag' | 'untag' | 'file' | 'unfile' | 'export' | 'delete';
  /** Ids of the workflows; each is acted on by itself */
  ids?: number[];
  /** Instead of ids: the filters of the list of workflows; all that they find, at most 1000 */
  filter?: {
    /** Words, as in the list of workflows */
    query?: string;
    /** Only those in one of these statuses, comma-joined */
    status?: string;
    /** Only those created by the user with this address */
    creatorEmail?: string;
    /** Only those created by these kinds of client, comma-joined: `api`, `web`, `mobile`, `integration` */
    httpSourceTypes?: string;
    /** Only those created by these apps or keys, comma-joined */
    httpSourceValues?: string;
    /** `0`: only those that are not filed away; `1`: only those that are */
    filed?: string;
    /** Only those that wait for people and whose deadline is before it, in seconds since 1970, the earliest first */
    expiresBefore?: string;
    /** Ids of tags; one of them is enough */
    tags?: string;
  };
  /** Of `cancel`: why; read by the people who were asked */
  reason?: string;
  /** Of `extend`: the new deadline */
  expiryDate?: number;
  /** Of `tag` and `untag`: ids of the tags */
  tags?: number[];
}

export interface ReadWorkflowInput {
  /** Id of the workspace */
  workspaceId: number;
  /** Of the workflow: its integer id or its 40-character id */
  workflowId: WorkflowId;
  /** `1`: links to files open without a credential for 15 minutes */
  session?: string;
}

export interface ReadValuesInput {
  /** Id of the workspace */
  workspaceId: number;
  /** Of the workflow: its integer id or its 40-character id */
  workflowId: WorkflowId;
}

export interface ListTimelineInput {
  /** Id of the workspace */
  workspaceId: number;
  /** Of the workflow: its integer id or its 40-character id */
  workflowId: WorkflowId;
}

export interface CancelWorkflowInput {
  /** Id of the workspace */
  workspaceId: number;
  /** Of the workflow: its integer id or its 40-character id */
  workflowId: WorkflowId;
  /** Why; read by the people who were asked, and in the timeline and the certificate */
  reason?: string;
}

export interface RetryWorkflowInput {
  /** Id of the workspace */
  workspaceId: number;
  /** Of the workflow: its integer id or its 40-character id */
  workflowId: WorkflowId;
}

export interface DuplicateWorkflowInput {
  /** Id of the workspace */
  workspaceId: number;
  /** Of the workflow: its integer id or its 40-character id */
  workflowId: WorkflowId;
}

export interface CorrectWorkflowInput {
  /** Id of the workspace */
  workspaceId: number;
  /** Of the workflow: its integer id or its 40-character id */
  workflowId: WorkflowId;
}

export interface ReadTemporaryFileInput {
  /** Of the workflow: its integer id or its 40-character id */
  workflowId: WorkflowId;
  /** A random key */
  key: string;
  /** Until when the signature of the link is valid, in seconds since 1970 */
  expires?: number;
  /** The signature of the link */
  signature?: string;
  /** `original`: the PDF before anything was added, instead of the file as it is now: with its fields, the answers and signatures so far. `source`: the picture or document that the PDF was made of, as it was sent */
  version?: 'original' | 'source';
}

export interface ReadArchivedFileInput {
  /** Of the workflow: its integer id or its 40-character id */
  workflowId: WorkflowId;
  /** A random key */
  key: string;
  /** Until when the signature of the link is valid, in seconds since 1970 */
  expires?: number;
  /** The signature of the link */
  signature?: string;
}

export interface ReadThumbInput {
  /** Of the workflow: its integer id or its 40-character id */
  workflowId: WorkflowId;
  /** A random key */
  key: string;
  /** Until when the signature of the link is valid, in seconds since 1970 */
  expires?: number;
  /** The signature of the link */
  signature?: string;
}

export interface ListMyActionsInput {
  /** Which page of the list, from 1. Default: 1 */
  page?: number;
  /** Members of a page; 8 by default, at most 100. Default: 8 */
  limit?: number;
  /** Searches names and recipients for each of these words, in any order, without case or accents */
  query?: string;
  /** Another name of `limit` */
  limits?: number;
}

export interface MoveTimeInput {
  /** Id of the workspace */
  workspaceId: number;
  /** Of the workflow: its integer id or its 40-character id */
  workflowId: WorkflowId;
  /** How far: what waits for a time comes so many seconds nearer */
  seconds: number;
}

export interface ReadEvidenceInput {
  /** Id of the workspace */
  workspaceId: number;
  /** Of the workflow: its integer id or its 40-character id */
  workflowId: WorkflowId;
}

export interface ReadCompletionCertificateInput {
  /** Id of the workspace */
  workspaceId: number;
  /** Of the workflow: its integer id or its 40-character id */
  workflowId: WorkflowId;
}

export interface ReadCourtBundleInput {
  /** Id of the workspace */
  workspaceId: number;
  /** Of the workflow: its integer id or its 40-character id */
  workflowId: WorkflowId;
  /** Of its pages; default: that of the sender’s account */
  language?: 'en' | 'fr' | 'de' | 'es' | 'it' | 'pt' | 'nl' | 'pl' | 'ar';
}

export interface ReadArchiveInput {
  /** Id of the workspace */
  workspaceId: number;
  /** Of the workflow: its integer id or its 40-character id */
  workflowId: WorkflowId;
}

export interface ReadArchivesInput {
  /** Id of the workspace */
  workspaceId: number;
  /** Ids of the workflows, comma-joined; at most 100 */
  ids: string;
}

export interface ListAttachmentsInput {
  /** Id of the workspace */
  workspaceId: number;
  /** Of the workflow: its integer id or its 40-character id */
  workflowId: WorkflowId;
}

export interface ReadAttachmentInput {
  /** Id of the workspace */
  workspaceId: number;
  /** Of the workflow: its integer id or its 40-character id */
  workflowId: WorkflowId;
  /** Id of the field */
  fieldId: number;
}

export interface ListAnnexesInput {
  /** Id of the workspace */
  workspaceId: number;
  /** Of the workflow: its integer id or its 40-character id */
  workflowId: WorkflowId;
}

export interface AddAnnexInput {
  /** Id of the workspace */
  workspaceId: number;
  /** Of the workflow: its integer id or its 40-character id */
  workflowId: WorkflowId;
  /** Any file of at most 20 MiB */
  annex: Upload;
}

export interface ReadAnnexInput {
  /** Id of the workspace */
  workspaceId: number;
  /** Of the workflow: its integer id or its 40-character id */
  workflowId: WorkflowId;
  /** Id of the annex */
  annexId: number;
}

export interface RemoveAnnexInput {
  /** Id of the workspace */
  workspaceId: number;
  /** Of the workflow: its integer id or its 40-character id */
  workflowId: WorkflowId;
  /** Id of the annex */
  annexId: number;
}

export interface ListTemplateAnnexesInput {
  /** Id of the workspace */
  workspaceId: number;
  /** Id of the template */
  templateId: number;
}

export interface AddTemplateAnnexInput {
  /** Id of the workspace */
  workspaceId: number;
  /** Id of the template */
  templateId: number;
  /** Any file of at most 20 MiB */
  annex: Upload;
}

export interface ReadTemplateAnnexInput {
  /** Id of the workspace */
  workspaceId: number;
  /** Id of the template */
  templateId: number;
  /** Id of the annex */
  annexId: number;
}

export interface RemoveTemplateAnnexInput {
  /** Id of the workspace */
  workspaceId: number;
  /** Id of the template */
  templateId: number;
  /** Id of the annex */
  annexId: number;
}

export interface CreateSealInput {
  /** A PDF of at most 20 MiB */
  document: Upload;
  /** What it is called in lists; without it the name of the file */
  name?: string;
  /** Without it the caller’s first workspace */
  workspaceId?: number;
  /** Your own pairs: at most 10, keys of 40 and values of 250 characters */
  metadata?: Record<string, string>;
}

export interface ListSealsInput {
  /** Which page of the list, from 1. Default: 1 */
  page?: number;
  /** Members of a page; 8 by default, at most 100. Default: 8 */
  limit?: number;
  /** Searches names for each of these words; at most 20 */
  query?: string;
  /** Only those of this workspace */
  workspaceId?: number;
  /** Only those in this status */
  status?: 'pending' | 'completed' | 'failed';
  /** Only those created by the user with this address */
  creatorEmail?: string;
  /** The same filters in brackets: `filters[status]=pending` */
  filters?: {
    /** Only those of this workspace */
    workspaceId?: number;
    /** Only those in this status */
    status?: 'pending' | 'completed' | 'failed';
    /** Only those created by the user with this address */
    creatorEmail?: string;
  };
  /** Only those with these pairs of your own */
  metadata?: Record<string, string>;
}

export interface ReadSealInput {
  /** Of the seal: 40 characters, its date of creation and 32 hex digits */
  sealId: string;
}

export interface ReadSealedFileInput {
  /** Of the seal: 40 characters, its date of creation and 32 hex digits */
  sealId: string;
}

export interface ReadSealCertificateInput {
  /** Of the seal: 40 characters, its date of creation and 32 hex digits */
  sealId: string;
}

export interface RetrySealInput {
  /** Of the seal: 40 characters, its date of creation and 32 hex digits */
  sealId: string;
}

export interface DeleteSealInput {
  /** Of the seal: 40 characters, its date of creation and 32 hex digits */
  sealId: string;
}

export interface CreateWorkflowInput {
  /** Id of the workspace */
  workspaceId: number;
  /** 2 to 250 characters */
  name: string;
  /** A PDF of at most 20 MiB; each further part `document` is a further document, in order */
  document: Upload | Upload[];
  /** A file for information, of at most 20 MiB; each further part `annex` is a further one, up to 20 */
  annex?: AnnexUploads;
  /** The level of the signatures: `simple` by default; `advanced` and `qualified` are refused on an instance where nothing for them is set up */
  type?: WorkflowType;
  /** Seconds since 1970; 7 to 90 days from now, 7 by default */
  expiryDate?: number;
  /** The name that the invitations carry as the sender’s; by default the caller’s */
  senderName?: string;
  /** What the invitations quote; at most 4,000 characters */
  senderMessage?: string;
  /** When the draft is to start by itself, in seconds since 1970; null to start it by a call */
  scheduledStartDate?: number | null;
  /** Your own pairs: at most 10, keys of 40 and values of 250 characters */
  metadata?: Record<string, string>;
  /** Who gets copies and acts in nothing; at most 20 */
  followers?: NewFollower[];
}

export interface UpdateWorkflowInput {
  /** Id of the workspace */
  workspaceId: number;
  /** Of the workflow: its integer id or its 40-character id */
  workflowId: WorkflowId;
  /** 2 to 250 characters */
  name?: string;
  /** The level of the signatures: `simple` by default; `advanced` and `qualified` are refused on an instance where nothing for them is set up */
  type?: WorkflowType;
  /** Seconds since 1970 */
  expiryDate?: number;
  /** Id of the workspace to move it to */
  newWorkspaceId?: number;
  /** The name that the invitations carry as the sender’s */
  senderName?: string;
  /** What the sender says in the invitations */
  senderMessage?: string | null;
  /** When the draft is to start by itself, in seconds since 1970; null to start it by a call */
  scheduledStartDate?: number | null;
  /** Your own pairs: at most 10, keys of 40 and values of 250 characters; `[]` when empty */
  metadata?: Record<string, string | number | boolean | null> | string[];
}

export interface EditWorkflowInput {
  /** Id of the workspace */
  workspaceId: number;
  /** Of the workflow: its integer id or its 40-character id */
  workflowId: WorkflowId;
  /** 2 to 250 characters */
  name?: string;
  /** A PDF of at most 20 MiB */
  document?: Upload;
  /** The level of the signatures: `simple` by default; `advanced` and `qualified` are refused on an instance where nothing for them is set up */
  type?: WorkflowType;
  /** Seconds since 1970; 7 to 90 days from now, 7 by default */
  expiryDate?: number;
  /** Id of the workspace to move it to */
  newWorkspaceId?: number;
  /** The name that the invitations carry as the sender’s */
  senderName?: string;
  /** What the invitations quote; null for nothing */
  senderMessage?: string | null;
  /** When the draft is to start by itself, in seconds since 1970; null to start it by a call */
  scheduledStartDate?: number | null;
  /** Your own pairs: at most 10, keys of 40 and values of 250 characters */
  metadata?: Record<string, string>;
}

export interface SetRolesInput {
  /** Id of the workspace */
  workspaceId: number;
  /** Of the workflow: its integer id or its 40-character id */
  workflowId: WorkflowId;
  /** The people who act */
  recipients: {
    /** Id of a recipient of the draft; absent for a new one */
    id?: number;
    /** The recipient’s name */
    name: string;
    /** The recipient’s email address; unique in the workflow */
    email: string;
    /** With the country code, as +41791234567 (E.164): where codes are sent; null for none. Absent: as it is */
    phone?: string | null;
    /** Of the mails to the recipient and of their page; null for the browser’s, and English in mails. Absent: as it is */
    language?: 'en' | 'fr' | 'de' | 'es' | 'it' | 'pt' | 'nl' | 'pl' | 'ar' | null;
    /** Which proof the level `advanced` asks the recipient for; null for the organization’s default, else the first that suits the recipient. Absent: as it is */
    identification?: 'code-sms' | 'code-mail' | 'passkey' | 'identity-provider' | null;
    /** The tag that text anchors in the PDF use for this recipient, optionally `tag-documentId_page,…` */
    anchorTag?: string | null;
    /** One for each step that the recipient acts in */
    roles: {
      /** Id of a role of the recipient; absent for a new one */
      id?: number;
      /** What the role does: sign or review */
      type: ActionType;
      /** The colour of the recipient’s fields in the designer, as #RRGGBB */
      color?: string;
    }[];
  }[];
}

export interface SetRolesDirectlyInput {
  /** Of the workflow: its integer id or its 40-character id */
  workflowId: WorkflowId;
  /** The people who act */
  recipients: {
    /** Id of a recipient of the draft; absent for a new one */
    id?: number;
    /** The recipient’s name */
    name: string;
    /** The recipient’s email address; unique in the workflow */
    email: string;
    /** With the country code, as +41791234567 (E.164): where codes are sent; null for none. Absent: as it is */
    phone?: string | null;
    /** Of the mails to the recipient and of their page; null for the browser’s, and English in mails. Absent: as it is */
    language?: 'en' | 'fr' | 'de' | 'es' | 'it' | 'pt' | 'nl' | 'pl' | 'ar' | null;
    /** Which proof the level `advanced` asks the recipient for; null for the organization’s default, else the first that suits the recipient. Absent: as it is */
    identification?: 'code-sms' | 'code-mail' | 'passkey' | 'identity-provider' | null;
    /** The tag that text anchors in the PDF use for this recipient, optionally `tag-documentId_page,…` */
    anchorTag?: string | null;
    /** One for each step that the recipient acts in */
    roles: {
      /** Id of a role of the recipient; absent for a new one */
      id?: number;
      /** What the role does: sign or review */
      type: ActionType;
      /** The colour of the recipient’s fields in the designer, as #RRGGBB */
      color?: string;
    }[];
  }[];
}

export interface AddStepsInput {
  /** Id of the workspace */
  workspaceId: number;
  /** Of the workflow: its integer id or its 40-character id */
  workflowId: WorkflowId;
  /** One after another */
  steps: {
    /** What its recipients do: sign or review; or set `sign` or `review` */
    type?: ActionType;
    /** true for a step of signers */
    sign?: boolean;
    /** true for a step of reviewers */
    review?: boolean;
    /** Ids of the roles that act in the step */
    roles: number[];
    /** Groups of the roles of the step, of which some are enough */
    choices?: {
      /** The name of the group, in its step: those with the same name may stand in for one another */
      group: string;
      /** How many of the group are enough; 1 by default, the same for all of a group, and fewer than they are */
      required?: number;
      /** Ids of the roles of the step that are in the group */
      roles: number[];
    }[];
    /** Which roles of the step are witnesses of which signers: a witness signs after their signer */
    witnesses?: {
      /** Id of the role of the witness, in the step */
      role: number;
      /** Id of the role of the signer whose witness it is, in the step */
      of: number;
    }[];
  }[];
}

export interface SetStepsInput {
  /** Id of the workspace */
  workspaceId: number;
  /** Of the workflow: its integer id or its 40-character id */
  workflowId: WorkflowId;
  /** One after another */
  steps: {
    /** What its recipients do: sign or review */
    type: ActionType;
    /** The recipients of a step act in parallel */
    recipients: {
      /** Id of a recipient of the draft; absent for a new one */
      id?: number;
      /** The recipient’s name */
      name: string;
      /** The recipient’s email address; unique in the step */
      email: string;
      /** With the country code, as +41791234567 (E.164): where codes are sent; null for none. Absent: as it is */
      phone?: string | null;
      /** Of the mails to the recipient and of their page; null for the browser’s, and English in mails. Absent: as it is */
      language?: 'en' | 'fr' | 'de' | 'es' | 'it' | 'pt' | 'nl' | 'pl' | 'ar' | null;
      /** Which proof the level `advanced` asks the recipient for; null for the organization’s default, else the first that suits the recipient. Absent: as it is */
      identification?: 'code-sms' | 'code-mail' | 'passkey' | 'identity-provider' | null;
      /** One of several of the step, of whom some are enough; absent for who must act */
      choice?: RequestedChoice;
      /** The address of the signer of the same step whose witness the recipient is; absent for who is no witness */
      witnessOf?: string;
      /** asked: the signer names a witness of their own on the signing page, before they finish; absent for none */
      witness?: 'asked';
    }[];
  }[];
}

export interface SetPreferencesInput {
  /** Id of the workspace */
  workspaceId: number;
  /** Of the workflow: its integer id or its 40-character id */
  workflowId: WorkflowId;
  /** Names and values, as the guide on notifications lists them */
  preferences: {
    /** The name of the preference */
    name: string;
    /** Its value; an empty one takes the preference back */
    value: string | number | boolean | null;
  }[];
}

export interface ListFieldsInput {
  /** Id of the workspace */
  workspaceId: number;
  /** Of the workflow: its integer id or its 40-character id */
  workflowId: WorkflowId;
}

export interface ListSuggestedFieldsInput {
  /** Id of the workspace */
  workspaceId: number;
  /** Of the workflow: its integer id or its 40-character id */
  workflowId: WorkflowId;
  /** Id of the document */
  documentId: number;
}

export interface SetFieldsInput {
  /** Id of the workspace */
  workspaceId: number;
  /** Of the workflow: its integer id or its 40-character id */
  workflowId: WorkflowId;
  /** What is filled in, and where it is placed */
  fields: NewField[];
  /** `fromText`: each tag that a page shows, such as `{{signature:Buyer}}`, becomes a field, and is covered. A tag that cannot become one is refused. Without it tags are text like any other */
  placeFields?: 'fromText';
}

export interface AddDocumentInput {
  /** Id of the workspace */
  workspaceId: number;
  /** Of the workflow: its integer id or its 40-character id */
  workflowId: WorkflowId;
  /** A PDF of at most 20 MiB */
  document: Upload;
  /** Id of the document whose place it takes: it keeps its id, its position, and the fields for which the new file has the page in the same size */
  replaces?: number;
}

export interface RemoveDocumentInput {
  /** Id of the workspace */
  workspaceId: number;
  /** Of the workflow: its integer id or its 40-character id */
  workflowId: WorkflowId;
  /** Id of the document */
  documentId: number;
}

export interface StartWorkflowInput {
  /** Id of the workspace */
  workspaceId: number;
  /** Of the workflow: its integer id or its 40-character id */
  workflowId: WorkflowId;
}

export interface DeleteWorkflowsInput {
  /** Id of the workspace */
  workspaceId: number;
  /** The workflows to delete */
  workflows: {
    /** Id of the workflow */
    id: number;
    /** Id of its workspace; by default the one of the path */
    workspaceId?: number;
  }[];
}

export interface RemindRecipientsInput {
  /** Id of the workspace */
  workspaceId: number;
  /** Of the workflow: its integer id or its 40-character id */
  workflowId: WorkflowId;
  /** Ids of the recipients to remind; by default all with an open action */
  recipients?: number[];
}

export interface ReassignRecipientInput {
  /** Id of the workspace */
  workspaceId: number;
  /** Of the workflow: its integer id or its 40-character id */
  workflowId: WorkflowId;
  /** Id of the recipient */
  recipientId: number;
  /** The name of the recipient from now on */
  name?: string;
  /** The address from now on; another address means another person */
  email?: string;
  /** With the country code, as +41791234567 (E.164): where codes are sent; null for none. Absent: as it is */
  phone?: string | null;
  /** Of the mails to the recipient and of their page; null for the browser’s, and English in mails. Absent: as it is */
  language?: 'en' | 'fr' | 'de' | 'es' | 'it' | 'pt' | 'nl' | 'pl' | 'ar' | null;
  /** Which proof the level `advanced` asks the recipient for; null for the organization’s default, else the first that suits the recipient. Absent: as it is */
  identification?: 'code-sms' | 'code-mail' | 'passkey' | 'identity-provider' | null;
  /** Why; recorded in the trail */
  reason?: string | null;
}

export interface ReadOrganizationRemindersInput {
  /** Default: the oldest that the caller runs, or belongs to */
  organizationId?: number;
}

export interface UpdateOrganizationRemindersInput {
  /** Default: the oldest that the caller runs, or belongs to */
  organizationId?: number;
  /** `off`, or days as in `first=3;every=3;max=5;beforeExpiry=1`; null to follow the next wider one, which is `off` above the organization */
  reminders: string | null;
}

export interface ReadWorkspaceRemindersInput {
  /** Id of the workspace */
  workspaceId: number;
}

export interface UpdateWorkspaceRemindersInput {
  /** Id of the workspace */
  workspaceId: number;
  /** `off`, or days as in `first=3;every=3;max=5;beforeExpiry=1`; null to follow the next wider one, which is `off` above the organization */
  reminders: string | null;
}

export interface ReadTemplateRemindersInput {
  /** Id of the workspace */
  workspaceId: number;
  /** Id of the template */
  templateId: number;
}

export interface UpdateTemplateRemindersInput {
  /** Id of the workspace */
  workspaceId: number;
  /** Id of the template */
  templateId: number;
  /** `off`, or days as in `first=3;every=3;max=5;beforeExpiry=1`; null to follow the next wider one, which is `off` above the organization */
  reminders: string | null;
}

export interface ReadWorkflowRemindersInput {
  /** Id of the workspace */
  workspaceId: number;
  /** Of the workflow: its integer id or its 40-character id */
  workflowId: WorkflowId;
}

export interface ReadOrganizationDefaultsInput {
  /** Default: the oldest that the caller runs, or belongs to */
  organizationId?: number;
}

export interface UpdateOrganizationDefaultsInput {
  /** Default: the oldest that the caller runs, or belongs to */
  organizationId?: number;
  /** Days until the deadline */
  expiryDays?: number | null;
  /** A level that is offered */
  type?: WorkflowType | null;
  /** Of people for whom none is chosen */
  language?: 'en' | 'fr' | 'de' | 'es' | 'it' | 'pt' | 'nl' | 'pl' | 'ar' | null;
}

export interface ReadWorkspaceDefaultsInput {
  /** Id of the workspace */
  workspaceId: number;
}

export interface UpdateWorkspaceDefaultsInput {
  /** Id of the workspace */
  workspaceId: number;
  /** Days until the deadline */
  expiryDays?: number | null;
  /** A level that is offered */
  type?: WorkflowType | null;
  /** Of people for whom none is chosen */
  language?: 'en' | 'fr' | 'de' | 'es' | 'it' | 'pt' | 'nl' | 'pl' | 'ar' | null;
}

export interface ReadLinkHostInput {
  /** Default: the oldest that the caller runs, or belongs to */
  organizationId?: number;
}

export interface SetLinkHostInput {
  /** Default: the oldest that the caller runs, or belongs to */
  organizationId?: number;
  /** Such as `sign.example.com` */
  host: string;
}

export interface CheckLinkHostInput {
  /** Default: the oldest that the caller runs, or belongs to */
  organizationId?: number;
}

export interface RemoveLinkHostInput {
  /** Default: the oldest that the caller runs, or belongs to */
  organizationId?: number;
}

export interface ListFollowersInput {
  /** Id of the workspace */
  workspaceId: number;
  /** Of the workflow: its integer id or its 40-character id */
  workflowId: WorkflowId;
}

export interface SetFollowersInput {
  /** Id of the workspace */
  workspaceId: number;
  /** Of the workflow: its integer id or its 40-character id */
  workflowId: WorkflowId;
  /** Who gets copies and acts in nothing; at most 20 */
  followers: NewFollower[];
}

export interface ListTemplateFollowersInput {
  /** Id of the workspace */
  workspaceId: number;
  /** Id of the template */
  templateId: number;
}

export interface SetTemplateFollowersInput {
  /** Id of the workspace */
  workspaceId: number;
  /** Id of the template */
  templateId: number;
  /** Who gets copies and acts in nothing; at most 20 */
  followers: NewTemplateFollower[];
}

export interface OpenWorkflowSessionInput {
  /** Id of the workspace */
  workspaceId: number;
  /** Of the workflow: its integer id or its 40-character id */
  workflowId: WorkflowId;
}

export interface OpenEnvelopeSessionInput {
  /** Of the workflow: its 40-character id or its integer id */
  envelopeId: EnvelopeRef;
}

export interface CreateEmbeddedDesignInput {
  /** Id of the workspace */
  workspaceId: number;
  /** Of the workflow: its integer id or its 40-character id */
  workflowId: WorkflowId;
  /** The origin of the page that shows the frame; one that the app, or of a key the organization, has listed */
  origin: string;
  /** The types of fields that may be placed there; others stay where the draft has them. Null or absent: all types */
  fieldTypes?: FieldType[] | null;
  /** Whether the people of the draft stay as they are; false by default */
  lockRecipients?: boolean;
  /** Whether its files stay as they are; false by default */
  lockDocuments?: boolean;
  /** Whether the draft can be started there; by default it is only prepared, and your server starts it */
  showStart?: boolean;
  /** Of the page, such as `de`; null: as the browser says */
  language?: string | null;
  /** How long the frame lasts once it is opened; 3600 by default */
  lifetimeSeconds?: number;
}

export interface CreateEnvelopeInput {
  /** 2 to 250 characters */
  name: string;
  /** A PDF of at most 20 MiB; each further part `document` is a further document, in order */
  document: Upload | Upload[];
  /** A file for information, of at most 20 MiB; each further part `annex` is a further one, up to 20 */
  annex?: AnnexUploads;
  /** One after another */
  steps: {
    /** What its recipients do: sign or review */
    type: ActionType;
    /** The recipients of a step act in parallel */
    recipients: {
      /** The recipient’s name */
      name: string;
      /** The recipient’s email address; unique in the step */
      email: string;
      /** With the country code, as +41791234567 (E.164): where codes are sent; null for none. Absent: as it is */
      phone?: string | null;
      /** Of the mails to the recipient and of their page; null for the browser’s, and English in mails. Absent: as it is */
      language?: 'en' | 'fr' | 'de' | 'es' | 'it' | 'pt' | 'nl' | 'pl' | 'ar' | null;
      /** Which proof the level `advanced` asks the recipient for; null for the organization’s default, else the first that suits the recipient. Absent: as it is */
      identification?: 'code-sms' | 'code-mail' | 'passkey' | 'identity-provider' | null;
      /** One of several of the step, of whom some are enough; absent for who must act */
      choice?: RequestedChoice;
      /** The address of the signer of the same step whose witness the recipient is; absent for who is no witness */
      witnessOf?: string;
      /** asked: the signer names a witness of their own on the signing page, before they finish; absent for none */
      witness?: 'asked';
    }[];
  }[];
  /** The level of the signatures: `simple` by default; `advanced` and `qualified` are refused on an instance where nothing for them is set up */
  type?: WorkflowType;
  /** Seconds since 1970; 7 to 90 days from now, 7 by default */
  expiryDate?: number;
  /** Names and values, as the guide on notifications lists them */
  preferences?: {
    /** The name of the preference */
    name:
      | 'WorkflowMailAttachDocumentPreference'
      | 'WorkflowNotificationCallbackUrlPreference'
      | 'WorkflowNotificationCallbackUrlSecretPreference'
      | 'WorkflowNotificationCallbackUrlSslVerificationPreference'
      | 'WorkflowNotificationValuesPreference'
      | 'WorkflowInPersonPreference'
      | 'WorkflowRecipientEmbedded'
      | 'WorkflowRecipientReassignPreference'
      | 'WorkflowReminderPreference';
    /** Its value */
    value: string;
  }[];
  /** Without it the caller’s first workspace */
  workspaceId?: number;
  /** Your own pairs: at most 10, keys of 40 and values of 250 characters */
  metadata?: Record<string, string>;
  /** What fields say from the start, by their keys: `values[rent]=1200`. A field of a text anchor that occurs once has the key `TYPE_TAG`, such as `text_1` */
  values?: Record<string, string>;
  /** `fromText`: each tag that a page shows, such as `{{signature:Buyer}}`, becomes a field, and is covered. A tag that cannot become one is refused. Without it tags are text like any other */
  placeFields?: 'fromText';
  /** What the invitations quote; at most 4,000 characters */
  senderMessage?: string;
  /** Who gets copies and acts in nothing; at most 20 */
  followers?: NewFollower[];
  /** When the draft is to start by itself, in seconds since 1970; null to start it by a call */
  scheduledStartDate?: number | null;
}

export interface ListEnvelopesInput {
  /** Which page of the list, from 1. Default: 1 */
  page?: number;
  /** Members of a page; 8 by default, at most 100. Default: 8 */
  limit?: number;
  /** Searches names and recipients for each of these words, in any order, without case or accents */
  query?: string;
  /** Only those in one of these statuses, comma-joined */
  status?: string;
  /** Only those created by the user with this address */
  creatorEmail?: string;
  /** Only those created by these kinds of client, comma-joined: `api`, `web`, `mobile`, `integration` */
  httpSourceTypes?: string;
  /** Only those created by these apps or keys, comma-joined */
  httpSourceValues?: string;
  /** `0`: only those that are not filed away; `1`: only those that are */
  filed?: string;
  /** Only those that wait for people and whose deadline is before it, in seconds since 1970, the earliest first */
  expiresBefore?: string;
  /** Ids of tags; one of them is enough */
  tags?: string;
  /** The same filters in brackets: `filters[status]=started,signed` */
  filters?: {
    /** Only those in one of these statuses, comma-joined */
    status?: string;
    /** Only those created by the user with this address */
    creatorEmail?: string;
    /** Only those created by these kinds of client, comma-joined: `api`, `web`, `mobile`, `integration` */
    httpSourceTypes?: string;
    /** Only those created by these apps or keys, comma-joined */
    httpSourceValues?: string;
    /** `0`: only those that are not filed away; `1`: only those that are */
    filed?: string;
    /** Only those that wait for people and whose deadline is before it, in seconds since 1970, the earliest first */
    expiresBefore?: string;
    /** Ids of tags; one of them is enough */
    tags?: string;
  };
  /** Your own pairs: at most 10, keys of 40 and values of 250 characters; `[]` when empty */
  metadata?: Record<string, string>;
  /** Answers exactly these, one item each, instead of a page */
  ids?: string[] | string;
}

export interface ReadEnvelopeInput {
  /** Of the workflow: its 40-character id or its integer id */
  envelopeId: EnvelopeRef;
  /** `1`: links to files open without a credential for 15 minutes */
  session?: string;
}

export interface AddEnvelopeDocumentInput {
  /** Of the workflow: its 40-character id or its integer id */
  envelopeId: EnvelopeRef;
  /** A PDF of at most 20 MiB */
  document: Upload;
}

export interface StartEnvelopeInput {
  /** Of the workflow: its 40-character id or its integer id */
  envelopeId: EnvelopeRef;
}

export interface CancelEnvelopeInput {
  /** Of the workflow: its 40-character id or its integer id */
  envelopeId: EnvelopeRef;
  /** Why; read by the people who were asked, and in the timeline and the certificate */
  reason?: string;
}

export interface ListSignedEnvelopesInput {
  /** Which page of the list, from 1. Default: 1 */
  page?: number;
  /** Members of a page; 8 by default, at most 100. Default: 8 */
  limit?: number;
  /** Searches names and recipients for each of these words, in any order, without case or accents */
  query?: string;
  /** Another name of `limit` */
  limits?: number;
}

export interface DeleteEnvelopeInput {
  /** Of the workflow: its 40-character id or its integer id */
  envelopeId: EnvelopeRef;
}

export interface CloneTemplateInput {
  /** Id of the template */
  templateId: number;
  /** Id of the workspace */
  workspaceId: number;
  /** The name of the workflow, 2 to 250 characters */
  name: string;
  /** The people in the places of the template’s placeholders, in their order */
  recipients: {
    /** The recipient’s name */
    name: string;
    /** The recipient’s email address */
    email: string;
    /** With the country code, as +41791234567 (E.164): where codes are sent; null for none. Absent: as it is */
    phone?: string | null;
    /** Of the mails to the recipient and of their page; null for the browser’s, and English in mails. Absent: as it is */
    language?: 'en' | 'fr' | 'de' | 'es' | 'it' | 'pt' | 'nl' | 'pl' | 'ar' | null;
    /** Which proof the level `advanced` asks the recipient for; null for the organization’s default, else the first that suits the recipient. Absent: as it is */
    identification?: 'code-sms' | 'code-mail' | 'passkey' | 'identity-provider' | null;
  }[];
  /** Whether it starts at once; false by default. Default: false */
  hasToBeStarted?: boolean;
  /** What its fields say from the start, by their keys; a text, or a number as one. Empty or null: nothing */
  values?: Record<string, string | number | null>;
  /** Whether signers cannot change what `values` fills in; false by default. Default: false */
  lock?: boolean;
  /** Your own pairs, as elsewhere */
  metadata?: Record<string, string | number | boolean | null> | string[];
  /** What the sender says in the invitations; absent: as in the template, null: nothing */
  senderMessage?: string | null;
  /** Seconds since 1970; absent: after the `expiryDays` of the template */
  expiryDate?: number;
  /** Change those of the template: those not named stay, and an empty value takes one back */
  preferences?: {
    /** The name of the preference */
    name: string;
    /** Its value; an empty one takes the preference back */
    value: string | number | boolean | null;
  }[];
  /** Who gets copies: those that the template asks for, in its order, then further ones */
  followers?: NewFollower[];
  /** Ids of tags of the workspace that it gets */
  tags?: number[];
}

export interface ListTemplatesInput {
  /** Id of the workspace */
  workspaceId: number;
  /** Which page of the list, from 1. Default: 1 */
  page?: number;
  /** Members of a page; 8 by default, at most 100. Default: 8 */
  limit?: number;
  /** Searches names and recipients for each of these words, in any order, without case or accents */
  query?: string;
}

export interface CreateTemplateInput {
  /** Id of the workspace */
  workspaceId: number;
  /** 2 to 250 characters */
  name?: string;
  /** A PDF of at most 20 MiB */
  document?: Upload;
  /** A file for information, of at most 20 MiB; each further part `annex` is a further one, up to 20 */
  annex?: AnnexUploads;
  /** Make it out of a workflow, without a document */
  fromWorkflowId?: number;
  /** With `fromWorkflowId`: what the places of its recipients are called; others are called after the person */
  placeholders?: {
    /** Id of a recipient of the workflow */
    recipientId: number;
    /** The name of the placeholder, such as Tenant */
    name: string;
  }[];
  /** With `fromWorkflowId`: whether the addresses of its followers stay behind, and are asked when the template is used */
  askFollowers?: boolean;
  /** Make it out of another template, without a document */
  fromTemplateId?: number;
  /** The level of the signatures: `simple` by default; `advanced` and `qualified` are refused on an instance where nothing for them is set up */
  type?: WorkflowType;
  /** What the invitations quote; null for nothing */
  senderMessage?: string | null;
  /** Days from when a workflow is made of it to its deadline; 90 by default */
  expiryDays?: number;
}

export interface ReadTemplateInput {
  /** Id of the workspace */
  workspaceId: number;
  /** Id of the template */
  templateId: number;
  /** `1`: links to files open without a credential for 15 minutes */
  session?: string;
}

export interface ReadTemplateSchemaInput {
  /** Id of the workspace */
  workspaceId: number;
  /** Id of the template */
  templateId: number;
}

export interface UpdateTemplateInput {
  /** Id of the workspace */
  workspaceId: number;
  /** Id of the template */
  templateId: number;
  /** 2 to 250 characters */
  name?: string;
  /** The level of the signatures: `simple` by default; `advanced` and `qualified` are refused on an instance where nothing for them is set up */
  type?: WorkflowType;
  /** What the sender says in the invitations; `{document}` stands for the name of the workflow */
  senderMessage?: string | null;
  /** Days from creating a workflow to its deadline */
  expiryDays?: number;
  /** The language of people for whom none is said when a workflow is made of it; null removes it */
  language?: 'en' | 'fr' | 'de' | 'es' | 'it' | 'pt' | 'nl' | 'pl' | 'ar' | null;
  /** Id of the workspace to move it to */
  newWorkspaceId?: number;
}

export interface DeleteTemplateInput {
  /** Id of the workspace */
  workspaceId: number;
  /** Id of the template */
  templateId: number;
}

export interface SetTemplateRolesInput {
  /** Id of the workspace */
  workspaceId: number;
  /** Id of the template */
  templateId: number;
  /** The placeholders that people take the place of */
  recipients: {
    /** Id of a placeholder of the template; absent for a new one */
    id?: number;
    /** The name of the placeholder, such as Buyer */
    name: string;
    /** The tag that text anchors in the PDF use for this recipient, optionally `tag-documentId_page,…` */
    anchorTag?: string | null;
    /** One for each step that the recipient acts in */
    roles: {
      /** Id of a role of the placeholder; absent for a new one */
      id?: number;
      /** What the role does: sign or review */
      type: ActionType;
      /** The colour of the recipient’s fields in the designer, as #RRGGBB */
      color?: string;
    }[];
  }[];
}

export interface AddTemplateStepsInput {
  /** Id of the workspace */
  workspaceId: number;
  /** Id of the template */
  templateId: number;
  /** One after another */
  steps: {
    /** What its recipients do: sign or review; or set `sign` or `review` */
    type?: ActionType;
    /** true for a step of signers */
    sign?: boolean;
    /** true for a step of reviewers */
    review?: boolean;
    /** Ids of the roles that act in the step */
    roles: number[];
    /** Groups of the roles of the step, of which some are enough */
    choices?: {
      /** The name of the group, in its step: those with the same name may stand in for one another */
      group: string;
      /** How many of the group are enough; 1 by default, the same for all of a group, and fewer than they are */
      required?: number;
      /** Ids of the roles of the step that are in the group */
      roles: number[];
    }[];
    /** Which roles of the step are witnesses of which signers: a witness signs after their signer */
    witnesses?: {
      /** Id of the role of the witness, in the step */
      role: number;
      /** Id of the role of the signer whose witness it is, in the step */
      of: number;
    }[];
  }[];
}

export interface SetTemplateStepsInput {
  /** Id of the workspace */
  workspaceId: number;
  /** Id of the template */
  templateId: number;
  /** One after another */
  steps: {
    /** What its recipients do: sign or review; or set `sign` or `review` */
    type?: ActionType;
    /** true for a step of signers */
    sign?: boolean;
    /** true for a step of reviewers */
    review?: boolean;
    /** Ids of the roles that act in the step */
    roles: number[];
    /** Groups of the roles of the step, of which some are enough */
    choices?: {
      /** The name of the group, in its step: those with the same name may stand in for one another */
      group: string;
      /** How many of the group are enough; 1 by default, the same for all of a group, and fewer than they are */
      required?: number;
      /** Ids of the roles of the step that are in the group */
      roles: number[];
    }[];
    /** Which roles of the step are witnesses of which signers: a witness signs after their signer */
    witnesses?: {
      /** Id of the role of the witness, in the step */
      role: number;
      /** Id of the role of the signer whose witness it is, in the step */
      of: number;
    }[];
  }[];
}

export interface SetTemplatePreferencesInput {
  /** Id of the workspace */
  workspaceId: number;
  /** Id of the template */
  templateId: number;
  /** Names and values, as the guide on notifications lists them */
  preferences: {
    /** The name of the preference */
    name: string;
    /** Its value; an empty one takes the preference back */
    value: string | number | boolean | null;
  }[];
}

export interface ListTemplateFieldsInput {
  /** Id of the workspace */
  workspaceId: number;
  /** Id of the template */
  templateId: number;
}

export interface ListTemplateSuggestionsInput {
  /** Id of the workspace */
  workspaceId: number;
  /** Id of the template */
  templateId: number;
  /** Id of the document */
  documentId: number;
}

export interface SetTemplateFieldsInput {
  /** Id of the workspace */
  workspaceId: number;
  /** Id of the template */
  templateId: number;
  /** What is filled in, and where it is placed */
  fields: NewField[];
  /** `fromText`: each tag that a page shows, such as `{{signature:Buyer}}`, becomes a field, and is covered. A tag that cannot become one is refused. Without it tags are text like any other */
  placeFields?: 'fromText';
}

export interface ExportAnswersInput {
  /** Id of the workspace */
  workspaceId: number;
  /** Id of the template */
  templateId: number;
  /** Default: `csv` */
  format?: 'csv' | 'jsonl';
  /** Only the workflows with these ids, comma-joined */
  ids?: string;
  /** Only those that ended then or later, in seconds since 1970 */
  endedFrom?: number;
  /** Only those that ended before it, in seconds since 1970 */
  endedBefore?: number;
  /** Searches names and recipients for each of these words, in any order, without case or accents */
  query?: string;
  /** Only those in one of these statuses, comma-joined */
  status?: string;
  /** Only those created by the user with this address */
  creatorEmail?: string;
  /** Only those created by these kinds of client, comma-joined: `api`, `web`, `mobile`, `integration` */
  httpSourceTypes?: string;
  /** Only those created by these apps or keys, comma-joined */
  httpSourceValues?: string;
  /** `0`: only those that are not filed away; `1`: only those that are */
  filed?: string;
  /** Only those that wait for people and whose deadline is before it, in seconds since 1970, the earliest first */
  expiresBefore?: string;
  /** Ids of tags; one of them is enough */
  tags?: string;
  /** The filters of the list in brackets */
  filters?: {
    /** Only those in one of these statuses, comma-joined */
    status?: string;
    /** Only those created by the user with this address */
    creatorEmail?: string;
    /** Only those created by these kinds of client, comma-joined: `api`, `web`, `mobile`, `integration` */
    httpSourceTypes?: string;
    /** Only those created by these apps or keys, comma-joined */
    httpSourceValues?: string;
    /** `0`: only those that are not filed away; `1`: only those that are */
    filed?: string;
    /** Only those that wait for people and whose deadline is before it, in seconds since 1970, the earliest first */
    expiresBefore?: string;
    /** Ids of tags; one of them is enough */
    tags?: string;
  };
}

export interface AddTemplateDocumentInput {
  /** Id of the workspace */
  workspaceId: number;
  /** Id of the template */
  templateId: number;
  /** A PDF of at most 20 MiB */
  document: Upload;
}

export interface RemoveTemplateDocumentInput {
  /** Id of the workspace */
  workspaceId: number;
  /** Id of the template */
  templateId: number;
  /** Id of the document */
  documentId: number;
}

export interface SetTemplateTagsInput {
  /** Id of the workspace */
  workspaceId: number;
  /** Id of the template */
  templateId: number;
  /** Ids of all its tags */
  tags: number[];
}

export interface ReadTemplateFileInput {
  /** Id of the template */
  templateId: number;
  /** A random key */
  key: string;
  /** Until when the signature of the link is valid, in seconds since 1970 */
  expires?: number;
  /** The signature of the link */
  signature?: string;
  /** `original`: the PDF, as without it. `source`: the picture or document that it was made of, as it was sent */
  version?: 'original' | 'source';
}

export interface ReadTemplateThumbInput {
  /** Id of the template */
  templateId: number;
  /** A random key */
  key: string;
  /** Until when the signature of the link is valid, in seconds since 1970 */
  expires?: number;
  /** The signature of the link */
  signature?: string;
}

export interface CreateBulkJobInput {
  /** Id of the workspace */
  workspaceId: number;
  /** Id of the template */
  templateId: number;
  /** A table as CSV: headings, then a row for each workflow. Comma, semicolon or tab; UTF-8, UTF-16 or Windows-1252; at most 10000 rows, 100 columns and 20 MiB */
  file: Upload;
  /** What the workflows are called, such as `Offer for {{Employee.name}}`; also `{{field:KEY}}`, `{{id}}`, `{{row}}`. By default as the template */
  name?: string;
  /** What columns say whose headings do not, by heading: `mapping[Mail]=Tenant email`. A placeholder’s name with `name`, `email`, `phone` or `language`; `field:KEY`, `metadata:KEY`, `message`, `tags`, `deadline`, `id`, or `ignore` */
  mapping?: Record<string, string>;
  /** When sending begins once the job was started, in seconds since 1970; without it at once */
  startDate?: number;
  /** How many rows are sent in a minute at most */
  ratePerMinute?: number;
  /** Whether signers cannot change what the table fills in; false by default */
  lock?: boolean;
  /** Change those of the template, as in the cloner */
  preferences?: {
    /** The name of the preference */
    name:
      | 'WorkflowMailAttachDocumentPreference'
      | 'WorkflowNotificationCallbackUrlPreference'
      | 'WorkflowNotificationCallbackUrlSecretPreference'
      | 'WorkflowNotificationCallbackUrlSslVerificationPreference'
      | 'WorkflowNotificationValuesPreference'
      | 'WorkflowInPersonPreference'
      | 'WorkflowRecipientEmbedded'
      | 'WorkflowRecipientReassignPreference'
      | 'WorkflowReminderPreference';
    /** Its value */
    value: string;
  }[];
  /** Ids of tags of the workspace that each workflow gets */
  tags?: number[];
}

export interface ListWorkspaceBulkJobsInput {
  /** Id of the workspace */
  workspaceId: number;
  /** Which page of the list, from 1. Default: 1 */
  page?: number;
  /** Members of a page; 8 by default, at most 100. Default: 8 */
  limit?: number;
}

export interface ListBulkJobsInput {
  /** Id of the workspace */
  workspaceId: number;
  /** Id of the template */
  templateId: number;
  /** Which page of the list, from 1. Default: 1 */
  page?: number;
  /** Members of a page; 8 by default, at most 100. Default: 8 */
  limit?: number;
}

export interface ReadBulkSampleInput {
  /** Id of the workspace */
  workspaceId: number;
  /** Id of the template */
  templateId: number;
}

export interface ReadBulkJobInput {
  /** Id of the workspace */
  workspaceId: number;
  /** Id of the template */
  templateId: number;
  /** Id of the bulk job */
  bulkId: number;
}

export interface UpdateBulkJobInput {
  /** Id of the workspace */
  workspaceId: number;
  /** Id of the template */
  templateId: number;
  /** Id of the bulk job */
  bulkId: number;
  /** What columns say whose headings do not, by heading: `mapping[Mail]=Tenant email`. A placeholder’s name with `name`, `email`, `phone` or `language`; `field:KEY`, `metadata:KEY`, `message`, `tags`, `deadline`, `id`, or `ignore` */
  mapping: Record<string, string>;
}

export interface StartBulkJobInput {
  /** Id of the workspace */
  workspaceId: number;
  /** Id of the template */
  templateId: number;
  /** Id of the bulk job */
  bulkId: number;
  /** Leave rows with problems out, instead of refusing; false by default. Default: false */
  skipInvalid?: boolean;
}

export interface PauseBulkJobInput {
  /** Id of the workspace */
  workspaceId: number;
  /** Id of the template */
  templateId: number;
  /** Id of the bulk job */
  bulkId: number;
}

export interface ResumeBulkJobInput {
  /** Id of the workspace */
  workspaceId: number;
  /** Id of the template */
  templateId: number;
  /** Id of the bulk job */
  bulkId: number;
}

export interface CancelBulkJobInput {
  /** Id of the workspace */
  workspaceId: number;
  /** Id of the template */
  templateId: number;
  /** Id of the bulk job */
  bulkId: number;
}

export interface ListBulkRowsInput {
  /** Id of the workspace */
  workspaceId: number;
  /** Id of the template */
  templateId: number;
  /** Id of the bulk job */
  bulkId: number;
  /** Which page of the list, from 1. Default: 1 */
  page?: number;
  /** Members of a page; 8 by default, at most 100. Default: 8 */
  limit?: number;
  /** Only rows in this state */
  state?: 'waiting' | 'valid' | 'invalid' | 'sent' | 'failed' | 'canceled';
}

export interface ExportBulkRowsInput {
  /** Id of the workspace */
  workspaceId: number;
  /** Id of the template */
  templateId: number;
  /** Id of the bulk job */
  bulkId: number;
}

export interface CreateExportInput {
  /** Id of the workspace */
  workspaceId: number;
  /** Ids of the workflows */
  ids?: number[];
  /** Instead of ids: the filters of the list of workflows; all that they find, at most 10000 */
  filter?: {
    /** Words, as in the list of workflows */
    query?: string;
    /** Only those in one of these statuses, comma-joined */
    status?: string;
    /** Only those created by the user with this address */
    creatorEmail?: string;
    /** Only those created by these kinds of client, comma-joined: `api`, `web`, `mobile`, `integration` */
    httpSourceTypes?: string;
    /** Only those created by these apps or keys, comma-joined */
    httpSourceValues?: string;
    /** `0`: only those that are not filed away; `1`: only those that are */
    filed?: string;
    /** Only those that wait for people and whose deadline is before it, in seconds since 1970, the earliest first */
    expiresBefore?: string;
    /** Ids of tags; one of them is enough */
    tags?: string;
  };
  /** `documents` as they are now; `certificates` and `evidence` (the record as JSON) of what has ended; `attachments`: what signers attached, files for information and sources. By default documents and certificates. The index is always there; of an empty list it is all */
  contents?: ('documents' | 'certificates' | 'evidence' | 'attachments')[];
}

export interface ListExportsInput {
  /** Id of the workspace */
  workspaceId: number;
  /** Which page of the list, from 1. Default: 1 */
  page?: number;
  /** Members of a page; 8 by default, at most 100. Default: 8 */
  limit?: number;
}

export interface ReadExportInput {
  /** Id of the workspace */
  workspaceId: number;
  /** Id of the export, as the answer of the call that asked for it has it */
  exportId: number;
}

export interface CancelExportInput {
  /** Id of the workspace */
  workspaceId: number;
  /** Id of the export, as the answer of the call that asked for it has it */
  exportId: number;
}

export interface DownloadExportInput {
  /** Id of the workspace */
  workspaceId: number;
  /** Id of the export, as the answer of the call that asked for it has it */
  exportId: number;
}

export interface CreatePublicLinkInput {
  /** Id of the workspace */
  workspaceId: number;
  /** Id of the template */
  templateId: number;
  /** What its page and its workflows’ trails call it: 2 to 250 characters */
  name: string;
  /** Who takes other places each time; for places not named here, the person who comes is asked */
  people?: {
    /** Id of another placeholder of the template */
    placeholderId: number;
    /** The name of who takes it */
    name: string;
    /** Their email address */
    email: string;
    /** Of the mails to them; null for English */
    language?: 'en' | 'fr' | 'de' | 'es' | 'it' | 'pt' | 'nl' | 'pl' | 'ar' | null;
  }[];
  /** From when people may come, in seconds since 1970; null: at once */
  opensDate?: number | null;
  /** Until when, in seconds since 1970; null: until it is ended */
  closesDate?: number | null;
  /** How many workflows there may be: those under way and those answered; null: no limit */
  maximum?: number | null;
  /** Whether each address may answer once only; false by default */
  oncePerPerson?: boolean;
  /** Of the page and the mails; null: that of the browser */
  language?: 'en' | 'fr' | 'de' | 'es' | 'it' | 'pt' | 'nl' | 'pl' | 'ar' | null;
  /** Keys of fields of this placeholder that `?prefill[key]=` of the address may fill in unsigned */
  prefillKeys?: string[];
  /** Who comes takes its place; it acts alone in the first step */
  placeholderId: number;
}

export interface ListPublicLinksInput {
  /** Id of the workspace */
  workspaceId: number;
  /** Id of the template */
  templateId: number;
  /** Which page of the list, from 1. Default: 1 */
  page?: number;
  /** Members of a page; 8 by default, at most 100. Default: 8 */
  limit?: number;
}

export interface ReadPublicLinkInput {
  /** Id of the workspace */
  workspaceId: number;
  /** Id of the template */
  templateId: number;
  /** Id of the public link */
  linkId: number;
}

export interface UpdatePublicLinkInput {
  /** Id of the workspace */
  workspaceId: number;
  /** Id of the template */
  templateId: number;
  /** Id of the public link */
  linkId: number;
  /** What its page and its workflows’ trails call it: 2 to 250 characters */
  name?: string;
  /** Who takes other places each time; for places not named here, the person who comes is asked */
  people?: {
    /** Id of another placeholder of the template */
    placeholderId: number;
    /** The name of who takes it */
    name: string;
    /** Their email address */
    email: string;
    /** Of the mails to them; null for English */
    language?: 'en' | 'fr' | 'de' | 'es' | 'it' | 'pt' | 'nl' | 'pl' | 'ar' | null;
  }[];
  /** From when people may come, in seconds since 1970; null: at once */
  opensDate?: number | null;
  /** Until when, in seconds since 1970; null: until it is ended */
  closesDate?: number | null;
  /** How many workflows there may be: those under way and those answered; null: no limit */
  maximum?: number | null;
  /** Whether each address may answer once only; false by default */
  oncePerPerson?: boolean;
  /** Of the page and the mails; null: that of the browser */
  language?: 'en' | 'fr' | 'de' | 'es' | 'it' | 'pt' | 'nl' | 'pl' | 'ar' | null;
  /** Keys of fields of this placeholder that `?prefill[key]=` of the address may fill in unsigned */
  prefillKeys?: string[];
}

export interface EndPublicLinkInput {
  /** Id of the workspace */
  workspaceId: number;
  /** Id of the template */
  templateId: number;
  /** Id of the public link */
  linkId: number;
}

export interface RenewPublicLinkSecretInput {
  /** Id of the workspace */
  workspaceId: number;
  /** Id of the template */
  templateId: number;
  /** Id of the public link */
  linkId: number;
}

export interface ListSubmissionsInput {
  /** Id of the workspace */
  workspaceId: number;
  /** Id of the template */
  templateId: number;
  /** Id of the public link */
  linkId: number;
  /** Which page of the list, from 1. Default: 1 */
  page?: number;
  /** Members of a page; 8 by default, at most 100. Default: 8 */
  limit?: number;
}

export interface CreateInPersonSessionInput {
  /** Id of the workspace */
  workspaceId: number;
  /** Of the workflow: its integer id or its 40-character id */
  workflowId: WorkflowId;
  /** Id of the recipient */
  recipientId: number;
  /** `device`, the default, to be opened on a device of the caller within 5 minutes; `link`, to be copied for the recipient and opened within 15 */
  way?: HandingOver;
  /** Where the page leads once the device is handed back; https. Without it, to the lock of the session */
  returnUrl?: string | null;
}

export interface ReadEmbedOriginsInput {
  /** Default: the oldest that the caller runs, or belongs to */
  organizationId?: number;
}

export interface UpdateEmbedOriginsInput {
  /** Default: the oldest that the caller runs, or belongs to */
  organizationId?: number;
  /** At most 20, such as `https://app.example.com`; `http://` for localhost only, and no wildcard */
  embedOrigins: string[];
}

export interface CreateEmbeddedSessionInput {
  /** Id of the workspace */
  workspaceId: number;
  /** Of the workflow: its integer id or its 40-character id */
  workflowId: WorkflowId;
  /** Id of the recipient */
  recipientId: number;
  /** The origin of the page that shows the frame; one that the app, or of a key the organization, has listed */
  origin: string;
  /** Where a link in the frame leads back, with `envelopeId` and `event`; at a listed origin */
  returnUrl?: string | null;
  /** Of the page, such as `de`; null: as the browser says */
  language?: string | null;
  /** How your product knows the person; evidence says it as your word, never as ours */
  authenticatedBy: {
    /** How, in a few words: `password and TOTP` */
    method: string;
    /** When, in seconds since 1970 */
    at: number;
  };
  /** How long the frame lasts once it is opened; 1800 by default */
  lifetimeSeconds?: number;
}

export interface ListMailsInput {
  /** Id of the workspace */
  workspaceId: number;
  /** Of the workflow: its integer id or its 40-character id */
  workflowId: WorkflowId;
}

export interface RetryMailInput {
  /** Id of the workspace */
  workspaceId: number;
  /** Of the workflow: its integer id or its 40-character id */
  workflowId: WorkflowId;
  /** Id of the mail */
  mailId: number;
}

export interface ListDeliveriesInput {
  /** Id of the workspace */
  workspaceId: number;
  /** Of the workflow: its integer id or its 40-character id */
  workflowId: WorkflowId;
}

export interface ReplayDeliveryInput {
  /** Id of the workspace */
  workspaceId: number;
  /** Of the workflow: its integer id or its 40-character id */
  workflowId: WorkflowId;
  /** Id of the delivery */
  deliveryId: number;
}

export interface ListWebhooksInput {
  /** Default: the oldest that the caller runs, or belongs to */
  organizationId?: number;
}

export interface CreateWebhookInput {
  /** Default: the oldest that the caller runs, or belongs to */
  organizationId?: number;
  /** The https address to notify */
  url: string;
  /** Which events are sent; empty or absent for all */
  events?: string[];
  /** Whether notifications are sent; true by default */
  enabled?: boolean;
  /** Whether the receiver’s certificate must verify; true by default */
  sslVerification?: boolean;
}

export interface ReadWebhookInput {
  /** Id of the webhook */
  webhookId: number;
  /** Default: the oldest that the caller runs, or belongs to */
  organizationId?: number;
}

export interface UpdateWebhookInput {
  /** Id of the webhook */
  webhookId: number;
  /** Default: the oldest that the caller runs, or belongs to */
  organizationId?: number;
  /** The https address to notify */
  url?: string;
  /** Which events are sent; empty or absent for all */
  events?: string[];
  /** Whether notifications are sent; true by default */
  enabled?: boolean;
  /** Whether the receiver’s certificate must verify; true by default */
  sslVerification?: boolean;
}

export interface DeleteWebhookInput {
  /** Id of the webhook */
  webhookId: number;
  /** Default: the oldest that the caller runs, or belongs to */
  organizationId?: number;
}

export interface RotateWebhookSecretInput {
  /** Id of the webhook */
  webhookId: number;
  /** Default: the oldest that the caller runs, or belongs to */
  organizationId?: number;
  /** How long the old secret still signs, at most 604800. Default: 86400 */
  overlapSeconds?: number;
}

export interface ListWebhookDeliveriesInput {
  /** Id of the webhook */
  webhookId: number;
  /** Default: the oldest that the caller runs, or belongs to */
  organizationId?: number;
  /** Which page of the list, from 1. Default: 1 */
  page?: number;
  /** Members of a page; 8 by default, at most 100. Default: 8 */
  limit?: number;
}

export interface ReplayWebhookDeliveryInput {
  /** Id of the webhook */
  webhookId: number;
  /** Id of the delivery */
  deliveryId: number;
  /** Default: the oldest that the caller runs, or belongs to */
  organizationId?: number;
}

export interface ListTrustProvidersInput {
  /** Default: the oldest that the caller runs, or belongs to */
  organizationId?: number;
}

export interface CreateTrustProviderInput {
  /** Default: the oldest that the caller runs, or belongs to */
  organizationId?: number;
  /** Its name, as people who sign are shown it */
  name: string;
  /** Address of its methods, with `https://`: `https://rssp.example.org/csc/v2` */
  baseUrl: string;
  /** Address of its OAuth server, without `/oauth2/authorize`; null or absent: as its `info` says */
  oauthUrl?: string | null;
  /** The id of this instance at the provider */
  clientId: string;
  /** The secret of this instance at the provider; never shown again */
  clientSecret: string;
  /** Where the secret is sent: in the `body` of a request or its `header` (`client_secret_basic`); null or absent: as the metadata of the OAuth server say, else in the body */
  clientAuthentication?: 'body' | 'header' | null;
  /** The account for `account_token`, where the provider gave one; null or absent: it asks for none */
  account?: string | null;
  /** The certificates of the authorities that its qualified certificates must lead to, as PEM */
  anchors: string;
  /** Whether people can sign with it; true by default */
  enabled?: boolean;
}

export interface UpdateTrustProviderInput {
  /** Id of the provider */
  providerId: number;
  /** Default: the oldest that the caller runs, or belongs to */
  organizationId?: number;
  /** Its name, as people who sign are shown it */
  name?: string;
  /** Address of its methods, with `https://`: `https://rssp.example.org/csc/v2` */
  baseUrl?: string;
  /** Address of its OAuth server, without `/oauth2/authorize`; null or absent: as its `info` says */
  oauthUrl?: string | null;
  /** The id of this instance at the provider */
  clientId?: string;
  /** The secret of this instance at the provider; never shown again */
  clientSecret?: string;
  /** Where the secret is sent: in the `body` of a request or its `header` (`client_secret_basic`); null or absent: as the metadata of the OAuth server say, else in the body */
  clientAuthentication?: 'body' | 'header' | null;
  /** The account for `account_token`, where the provider gave one; null or absent: it asks for none */
  account?: string | null;
  /** The certificates of the authorities that its qualified certificates must lead to, as PEM */
  anchors?: string;
  /** Whether people can sign with it; true by default */
  enabled?: boolean;
}

export interface DeleteTrustProviderInput {
  /** Id of the provider */
  providerId: number;
  /** Default: the oldest that the caller runs, or belongs to */
  organizationId?: number;
}

export interface TryTrustProviderInput {
  /** Id of the provider */
  providerId: number;
  /** Default: the oldest that the caller runs, or belongs to */
  organizationId?: number;
}

export interface ReadSealCredentialInput {
  /** Default: the oldest that the caller runs, or belongs to */
  organizationId?: number;
}

export interface ListSealCredentialsInput {
  /** Default: the oldest that the caller runs, or belongs to */
  organizationId?: number;
  /** Id of the provider, or `sandbox` */
  providerId: number | 'sandbox';
}

export interface SaveSealCredentialInput {
  /** Default: the oldest that the caller runs, or belongs to */
  organizationId?: number;
  /** Id of the provider, or `sandbox` */
  providerId: number | 'sandbox';
  /** Its id at the provider */
  credentialId: string;
  /** The PIN that releases its key, where it has one; never shown again */
  pin?: string;
}

export interface DeleteSealCredentialInput {
  /** Default: the oldest that the caller runs, or belongs to */
  organizationId?: number;
}

export interface ReadIdentityProviderInput {
  /** Default: the oldest that the caller runs, or belongs to */
  organizationId?: number;
}

export interface SaveIdentityProviderInput {
  /** Default: the oldest that the caller runs, or belongs to */
  organizationId?: number;
  /** Its issuer, with `https://`, without `/.well-known/openid-configuration` */
  issuer: string;
  /** The id of this instance at the provider */
  clientId: string;
  /** The secret of this instance at the provider; never shown again. Absent: it stays, with the same issuer and client */
  clientSecret?: string;
}

export interface DeleteIdentityProviderInput {
  /** Default: the oldest that the caller runs, or belongs to */
  organizationId?: number;
}

export interface TryIdentityProviderInput {
  /** Default: the oldest that the caller runs, or belongs to */
  organizationId?: number;
}

export interface ListConnectionsInput {
  /** Default: the oldest that the caller runs, or belongs to */
  organizationId?: number;
}

export interface CreateConnectionInput {
  /** Default: the oldest that the caller runs, or belongs to */
  organizationId?: number;
  /** As members know it, such as `Acme` */
  name: string;
  /** The protocol, `oidc` where it is left out; a connection keeps it */
  kind?: 'oidc' | 'saml';
  /** What is needed of a SAML provider; without it, it is not set up yet */
  saml?: {
    /** Where its metadata is; read at once, then daily */
    metadataUrl?: string;
    /** Its metadata, in place of an address: XML of one provider */
    metadata?: string;
    /** Its entity id, in place of metadata */
    entityId?: string;
    /** Where people sign in (HTTP-Redirect), in place of metadata */
    ssoUrl?: string;
    /** Where people sign out (HTTP-Redirect), in place of metadata */
    sloUrl?: string;
    /** By which it signs, in PEM or base64, in place of metadata */
    certificates?: string[];
    /** The attribute with the address; empty: those that are usual */
    emailAttribute?: string;
    /** The attribute with the name; empty: those that are usual */
    nameAttribute?: string;
    /** Whether requests to sign in are signed; they are where the metadata asks for it */
    signsRequests?: boolean;
    /** Whether people may begin at the provider: a sign-in then begins here */
    allowsUnsolicited?: boolean;
  };
  /** Its issuer, with `https://`, without `/.well-known/openid-configuration`; not with SAML */
  issuer?: string;
  /** The id of this instance at the provider; not with SAML */
  clientId?: string;
  /** The secret of this instance at the provider; never shown again. Absent: it stays, with the same issuer and client */
  clientSecret?: string;
  /** Domains of its people, such as `example.com` */
  domains: string[];
  /** Whether signers show with it who signs; one connection of an organization */
  isForSigners: boolean;
  /** Whether members sign in by it */
  isForMembers: boolean;
  /** Whether addresses of its proven domains sign in by it alone; only once a sign-in by it has worked */
  isEnforced: boolean;
  /** Whether signing out here ends the session at the provider */
  endsSession: boolean;
  /** Which groups have which roles */
  mapping: {
    /** The claim that lists the groups of a person */
    groupClaim: string;
    /** Roles by group; the first entry of a workspace counts */
    groups: {
      /** As the provider names it */
      group: string;
      /** Id of the workspace */
      workspaceId: number;
      /** Key of the role, such as `editor` */
      role: string;
    }[];
    /** Groups whose people run the organization */
    administratorGroups: string[];
    /** Of who is in none of these groups; null: they are refused */
    defaultRole: {
      /** Id of the workspace */
      workspaceId: number;
      /** Key of the role, such as `editor` */
      role: string;
    } | null;
    /** Whether the provider also takes roles that were given by hand */
    isDecisive: boolean;
  };
}

export interface UpdateConnectionInput {
  /** Id of the connection */
  connectionId: string;
  /** Default: the oldest that the caller runs, or belongs to */
  organizationId?: number;
  /** As members know it, such as `Acme` */
  name: string;
  /** The protocol, `oidc` where it is left out; a connection keeps it */
  kind?: 'oidc' | 'saml';
  /** What is needed of a SAML provider; without it, it is not set up yet */
  saml?: {
    /** Where its metadata is; read at once, then daily */
    metadataUrl?: string;
    /** Its metadata, in place of an address: XML of one provider */
    metadata?: string;
    /** Its entity id, in place of metadata */
    entityId?: string;
    /** Where people sign in (HTTP-Redirect), in place of metadata */
    ssoUrl?: string;
    /** Where people sign out (HTTP-Redirect), in place of metadata */
    sloUrl?: string;
    /** By which it signs, in PEM or base64, in place of metadata */
    certificates?: string[];
    /** The attribute with the address; empty: those that are usual */
    emailAttribute?: string;
    /** The attribute with the name; empty: those that are usual */
    nameAttribute?: string;
    /** Whether requests to sign in are signed; they are where the metadata asks for it */
    signsRequests?: boolean;
    /** Whether people may begin at the provider: a sign-in then begins here */
    allowsUnsolicited?: boolean;
  };
  /** Its issuer, with `https://`, without `/.well-known/openid-configuration`; not with SAML */
  issuer?: string;
  /** The id of this instance at the provider; not with SAML */
  clientId?: string;
  /** The secret of this instance at the provider; never shown again. Absent: it stays, with the same issuer and client */
  clientSecret?: string;
  /** Domains of its people, such as `example.com` */
  domains: string[];
  /** Whether signers show with it who signs; one connection of an organization */
  isForSigners: boolean;
  /** Whether members sign in by it */
  isForMembers: boolean;
  /** Whether addresses of its proven domains sign in by it alone; only once a sign-in by it has worked */
  isEnforced: boolean;
  /** Whether signing out here ends the session at the provider */
  endsSession: boolean;
  /** Which groups have which roles */
  mapping: {
    /** The claim that lists the groups of a person */
    groupClaim: string;
    /** Roles by group; the first entry of a workspace counts */
    groups: {
      /** As the provider names it */
      group: string;
      /** Id of the workspace */
      workspaceId: number;
      /** Key of the role, such as `editor` */
      role: string;
    }[];
    /** Groups whose people run the organization */
    administratorGroups: string[];
    /** Of who is in none of these groups; null: they are refused */
    defaultRole: {
      /** Id of the workspace */
      workspaceId: number;
      /** Key of the role, such as `editor` */
      role: string;
    } | null;
    /** Whether the provider also takes roles that were given by hand */
    isDecisive: boolean;
  };
}

export interface DeleteConnectionInput {
  /** Id of the connection */
  connectionId: string;
  /** Default: the oldest that the caller runs, or belongs to */
  organizationId?: number;
}

export interface TryConnectionInput {
  /** Id of the connection */
  connectionId: string;
  /** Default: the oldest that the caller runs, or belongs to */
  organizationId?: number;
}

export interface CheckConnectionDomainInput {
  /** Id of the connection */
  connectionId: string;
  /** Default: the oldest that the caller runs, or belongs to */
  organizationId?: number;
  /** A domain of the connection */
  domain: string;
}

export interface ReadProvisioningInput {
  /** Id of the connection */
  connectionId: string;
  /** Default: the oldest that the caller runs, or belongs to */
  organizationId?: number;
}

export interface MakeProvisioningTokenInput {
  /** Id of the connection */
  connectionId: string;
  /** Default: the oldest that the caller runs, or belongs to */
  organizationId?: number;
}

export interface EndProvisioningTokenInput {
  /** Id of the connection */
  connectionId: string;
  /** Id of the token */
  scimTokenId: string;
  /** Default: the oldest that the caller runs, or belongs to */
  organizationId?: number;
}

export interface ReadDestinationInput {
  /** Id of the workspace */
  workspaceId: number;
}

export interface SaveDestinationInput {
  /** Id of the workspace */
  workspaceId: number;
  /** A folder of a WebDAV server, or a bucket */
  kind: 'webdav' | 'bucket';
  /** The address of the folder, or of the bucket, with `https://` */
  url: string;
  /** The user, or the access key of a bucket */
  user: string;
  /** The password or secret key; never shown again. Absent: it stays, with the same kind, server and user */
  secret?: string;
  /** Of a bucket; `us-east-1` by default */
  region?: string | null;
  /** Folders below the address, of `{year}`, `{month}`, `{day}`, `{workflow}`, `{sender}`, `{id}` and other text; `{year}/{workflow}` by default */
  pathPattern?: string;
  /** Beside the documents and the certificate: the record as JSON, what signers attached, all in a ZIP; nothing by default */
  include?: ('evidence' | 'attachments' | 'archive')[];
}

export interface DeleteDestinationInput {
  /** Id of the workspace */
  workspaceId: number;
}

export interface TryDestinationInput {
  /** Id of the workspace */
  workspaceId: number;
}

export interface ListTransfersInput {
  /** Id of the workspace */
  workspaceId: number;
  /** Which page of the list, from 1. Default: 1 */
  page?: number;
  /** Members of a page; 8 by default, at most 100. Default: 8 */
  limit?: number;
  /** Those that were given up (`failed`, the default), or are tried again */
  state?: 'pending' | 'failed';
}

export interface ReadTransferInput {
  /** Id of the workspace */
  workspaceId: number;
  /** Of the workflow: its integer id or its 40-character id */
  workflowId: WorkflowId;
}

export interface StartTransferInput {
  /** Id of the workspace */
  workspaceId: number;
  /** Of the workflow: its integer id or its 40-character id */
  workflowId: WorkflowId;
}

export interface VerifyDocumentInput {
  /** A PDF of at most 20 MiB */
  document: Upload;
}

export interface VerifyDocumentAsXmlInput {
  /** A PDF of at most 20 MiB */
  document: Upload;
}

/** The status of each error, for those that an answer carries as an item. */
export const STATUSES: Readonly<Record<string, number>> = {
  VALIDATION_ERROR: 400,
  INVALID_GRANT: 400,
  AUTHENTICATION_REQUIRED: 401,
  INVALID_CLIENT: 401,
  SECOND_FACTOR_REQUIRED: 401,
  UNAUTHORIZED_TO_PERFORM_THIS_ACTION: 403,
  STEP_UP_REQUIRED: 403,
  SECOND_FACTOR_SET_UP_REQUIRED: 403,
  CONNECTION_REQUIRED: 403,
  STORAGE_QUOTA_REACHED: 403,
  ENVELOPE_NOT_FOUND: 404,
  WORKFLOW_NOT_FOUND: 404,
  TEMPLATE_NOT_FOUND: 404,
  WORKSPACE_NOT_FOUND: 404,
  NOT_FOUND: 404,
  WORKFLOW_STATUS_CONFLICT: 409,
  WORKFLOW_HELD: 409,
  DOCUMENT_CHANGED: 409,
  IDEMPOTENCY_KEY_IN_USE: 409,
  SESSION_ENDED: 410,
  DOCUMENT_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  DOCUMENT_NOT_ACCEPTED: 422,
  DOCUMENT_TWO_FACED: 422,
  IDEMPOTENCY_KEY_REUSED: 422,
  RATE_LIMIT_REACHED: 429,
  API_KEY_RATE_LIMIT_REACHED: 429,
  QUOTA_REACHED: 429,
  INTERNAL_ERROR: 500,
  SERVICE_UNAVAILABLE: 503,
};

/** Method and path, then what goes in (nothing, json, form, multipart, either, query:names), whether an app's own
 * credentials are in the body (client), and what comes out if it is no plain object (pages, bytes, one outcome of a bulk call). */
export const CALLS = {
  readPicture: 'GET /api/v1/storage/picture/{userId}/{key} bytes',
  readProfile: 'GET /api/v1/profile nothing',
  createWorkspace: 'POST /api/v1/workspaces json',
  updateWorkspace: 'PUT /api/v1/workspaces/{workspaceId} json',
  deleteWorkspace: 'DELETE /api/v1/workspaces/{workspaceId}',
  updateWorkspaceUsers: 'PUT /api/v1/workspaces/{workspaceId}/users json',
  updateWorkspaceUsersAlias: 'PUT /workspaces/{workspaceId}/users json',
  removeWorkspaceUser: 'DELETE /api/v1/workspaces/{workspaceId}/users/{workspaceUserId}',
  initializeApp: 'GET /api/v1/app/initialize',
  listWorkspaces: 'GET /api/v1/workspaces nothing',
  readWorkspace: 'GET /api/v1/workspaces/{workspaceId}',
  listTags: 'GET /api/v1/workspaces/{workspaceId}/tags',
  createTag: 'POST /api/v1/workspaces/{workspaceId}/tags json',
  updateTag: 'PUT /api/v1/workspaces/{workspaceId}/tags/{tagId} json',
  deleteTag: 'DELETE /api/v1/workspaces/{workspaceId}/tags/{tagId}',
  setWorkflowTags: 'PUT /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/tags json',
  listContacts: 'GET /api/v1/workspaces/{workspaceId}/contacts pages',
  createContact: 'POST /api/v1/workspaces/{workspaceId}/contacts json',
  updateContact: 'PUT /api/v1/workspaces/{workspaceId}/contacts/{contactId} json',
  deleteContact: 'DELETE /api/v1/workspaces/{workspaceId}/contacts/{contactId}',
  importContacts: 'POST /api/v1/workspaces/{workspaceId}/contacts/import json',
  readContactSettings: 'GET /api/v1/organization/contacts',
  updateContactSettings: 'PUT /api/v1/organization/contacts json query:organizationId',
  listMessageTemplates: 'GET /api/v1/workspaces/{workspaceId}/message-templates pages',
  createMessageTemplate: 'POST /api/v1/workspaces/{workspaceId}/message-templates json',
  updateMessageTemplate: 'PUT /api/v1/workspaces/{workspaceId}/message-templates/{messageTemplateId} json',
  deleteMessageTemplate: 'DELETE /api/v1/workspaces/{workspaceId}/message-templates/{messageTemplateId}',
  listFieldBlocks: 'GET /api/v1/workspaces/{workspaceId}/field-blocks pages',
  createFieldBlock: 'POST /api/v1/workspaces/{workspaceId}/field-blocks json',
  updateFieldBlock: 'PUT /api/v1/workspaces/{workspaceId}/field-blocks/{fieldBlockId} json',
  deleteFieldBlock: 'DELETE /api/v1/workspaces/{workspaceId}/field-blocks/{fieldBlockId}',
  renameOrganization: 'PUT /api/v1/organization json query:organizationId',
  listMembers: 'GET /api/v1/organization/members pages',
  inviteMembers: 'POST /api/v1/organization/members json query:organizationId',
  updateMember: 'PUT /api/v1/organization/members/{memberId} json query:organizationId',
  removeMember: 'DELETE /api/v1/organization/members/{memberId}',
  previewHandOver: 'GET /api/v1/organization/members/{memberId}/hand-over',
  handOverMember: 'POST /api/v1/organization/members/{memberId}/hand-over json query:organizationId',
  inviteMemberAgain: 'POST /api/v1/organization/members/{memberId}/invitation',
  listRoles: 'GET /api/v1/organization/roles',
  createRole: 'POST /api/v1/organization/roles json query:organizationId',
  updateRole: 'PUT /api/v1/organization/roles/{roleId} json query:organizationId',
  deleteRole: 'DELETE /api/v1/organization/roles/{roleId}',
  readOrganizationPicture: 'GET /api/v1/organization/picture bytes',
  updateOrganizationPicture: 'PUT /api/v1/organization/picture multipart query:organizationId',
  deleteOrganizationPicture: 'DELETE /api/v1/organization/picture',
  readLevels: 'GET /api/v1/organization/levels',
  updateLevels: 'PUT /api/v1/organization/levels json query:organizationId',
  listOrganizationEvents: 'GET /api/v1/organization/events pages',
  exportOrganizationEvents: 'GET /api/v1/organization/events/export bytes',
  readCollector: 'GET /api/v1/organization/collector',
  saveCollector: 'PUT /api/v1/organization/collector json query:organizationId',
  deleteCollector: 'DELETE /api/v1/organization/collector',
  retryCollector: 'POST /api/v1/organization/collector/retry',
  readUsage: 'GET /api/v1/organization/usage',
  exportUsage: 'GET /api/v1/organization/usage/export bytes',
  readBrand: 'GET /api/v1/organization/brand',
  updateBrand: 'PUT /api/v1/organization/brand json query:organizationId',
  withdrawBrand: 'DELETE /api/v1/organization/brand',
  publishBrand: 'POST /api/v1/organization/brand/publish',
  readBrandLogo: 'GET /api/v1/organization/brand/logo bytes',
  updateBrandLogo: 'PUT /api/v1/organization/brand/logo multipart query:organizationId',
  deleteBrandLogo: 'DELETE /api/v1/organization/brand/logo',
  previewBrandMail: 'GET /api/v1/organization/brand/mail bytes',
  readAgentSettings: 'GET /api/v1/organization/agents',
  updateAgentSettings: 'PUT /api/v1/organization/agents json query:organizationId',
  readAgentAllowance: 'GET /api/v1/organization/agents/allowance',
  updateAgentAllowance: 'PUT /api/v1/organization/agents/allowance json query:organizationId',
  readRetention: 'GET /api/v1/organization/retention',
  updateRetention: 'PUT /api/v1/organization/retention json query:organizationId',
  updateWorkspaceRetention:
    'PUT /api/v1/organization/retention/workspaces/{workspaceId} json query:organizationId',
  updateTemplateRetention:
    'PUT /api/v1/organization/retention/templates/{templateId} json query:organizationId',
  readWorkflowRetention: 'GET /api/v1/organization/retention/workflows/{workflowId}',
  updateWorkflowRetention:
    'PUT /api/v1/organization/retention/workflows/{workflowId} json query:organizationId',
  previewRetention: 'POST /api/v1/organization/retention/effect json query:organizationId',
  listRetentionChanges: 'GET /api/v1/organization/retention/changes pages',
  listRetentionRuns: 'GET /api/v1/organization/retention/runs pages',
  startDryRun: 'POST /api/v1/organization/retention/runs',
  readRetentionRun: 'GET /api/v1/organization/retention/runs/{runId}',
  listRetentionItems: 'GET /api/v1/organization/retention/runs/{runId}/items pages',
  listHolds: 'GET /api/v1/organization/holds pages',
  placeHold: 'POST /api/v1/organization/holds json query:organizationId',
  liftHold: 'POST /api/v1/organization/holds/{holdId}/lift',
  exchangeCode: 'POST /api/v1/OAuth/v2/access json client',
  refreshAccess: 'POST /api/v1/OAuth/v2/refresh json client',
  issueToken: 'POST /oauth/token form client',
  revokeToken: 'POST /oauth/revoke form client',
  readOauthMetadata: 'GET /.well-known/oauth-authorization-server nothing client',
  createQuickEnvelope: 'POST /api/v1/quick/envelopes multipart',
  readQuickEnvelope: 'GET /api/v1/quick/envelopes/{envelopeId}',
  listWorkflows: 'GET /api/v1/workspaces/{workspaceId}/workflows pages',
  countWorkflows: 'GET /api/v1/workspaces/{workspaceId}/workflows/counts',
  exportWorkflows: 'GET /api/v1/workspaces/{workspaceId}/workflows/export bytes',
  actOnWorkflows: 'POST /api/v1/workspaces/{workspaceId}/workflows/acts json',
  readWorkflow: 'GET /api/v1/workspaces/{workspaceId}/workflows/{workflowId}',
  readValues: 'GET /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/values',
  listTimeline: 'GET /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/timeline',
  cancelWorkflow: 'PUT /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/cancel json one',
  retryWorkflow: 'POST /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/retry',
  duplicateWorkflow: 'POST /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/duplicate',
  correctWorkflow: 'POST /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/correct',
  readTemporaryFile: 'GET /api/v1/storage/temp/{workflowId}/doc/{key} bytes',
  readArchivedFile: 'GET /api/v1/storage/archive/{workflowId}/doc/{key} bytes',
  readThumb: 'GET /api/v1/storage/thumb/{workflowId}/doc/{key} bytes',
  listMyActions: 'GET /api/v1/profile/actions pages',
  moveTime: 'POST /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/time json',
  readEvidence: 'GET /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/evidence',
  readCompletionCertificate: 'GET /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/certificate bytes',
  readCourtBundle: 'GET /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/court-bundle bytes',
  readArchive: 'GET /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/archive bytes',
  readArchives: 'GET /api/v1/workspaces/{workspaceId}/workflows/archive bytes',
  listAttachments: 'GET /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/attachments',
  readAttachment:
    'GET /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/fields/{fieldId}/attachment bytes',
  listAnnexes: 'GET /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/annexes',
  addAnnex: 'POST /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/annexes multipart',
  readAnnex: 'GET /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/annexes/{annexId} bytes',
  removeAnnex: 'DELETE /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/annexes/{annexId}',
  listTemplateAnnexes: 'GET /api/v1/workspaces/{workspaceId}/templates/{templateId}/annexes',
  addTemplateAnnex: 'POST /api/v1/workspaces/{workspaceId}/templates/{templateId}/annexes multipart',
  readTemplateAnnex: 'GET /api/v1/workspaces/{workspaceId}/templates/{templateId}/annexes/{annexId} bytes',
  removeTemplateAnnex: 'DELETE /api/v1/workspaces/{workspaceId}/templates/{templateId}/annexes/{annexId}',
  createSeal: 'POST /api/v1/seals multipart',
  listSeals: 'GET /api/v1/seals pages',
  readSeal: 'GET /api/v1/seals/{sealId}',
  readSealedFile: 'GET /api/v1/seals/{sealId}/content bytes',
  readSealCertificate: 'GET /api/v1/seals/{sealId}/certificate bytes',
  retrySeal: 'POST /api/v1/seals/{sealId}/retry',
  deleteSeal: 'DELETE /api/v1/seals/{sealId}',
  createWorkflow: 'POST /api/v1/workspaces/{workspaceId}/workflows multipart',
  updateWorkflow: 'PUT /api/v1/workspaces/{workspaceId}/workflows/{workflowId} json',
  editWorkflow: 'POST /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/edit either',
  setRoles: 'PUT /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/roles json',
  setRolesDirectly: 'PUT /api/v1/workflows/{workflowId}/roles json',
  addSteps: 'POST /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/steps json',
  setSteps: 'PUT /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/steps json',
  setPreferences: 'POST /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/preferences json',
  listFields: 'GET /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/fields',
  listSuggestedFields:
    'GET /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/documents/{documentId}/suggested-fields',
  setFields: 'PUT /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/fields json',
  addDocument: 'POST /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/documents multipart',
  removeDocument: 'DELETE /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/documents/{documentId}',
  startWorkflow: 'PUT /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/start one',
  deleteWorkflows: 'DELETE /api/v1/workspaces/{workspaceId}/workflows json',
  remindRecipients: 'POST /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/remind json',
  reassignRecipient:
    'PUT /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/recipients/{recipientId} json',
  readOrganizationReminders: 'GET /api/v1/organization/reminders',
  updateOrganizationReminders: 'PUT /api/v1/organization/reminders json query:organizationId',
  readWorkspaceReminders: 'GET /api/v1/workspaces/{workspaceId}/reminders',
  updateWorkspaceReminders: 'PUT /api/v1/workspaces/{workspaceId}/reminders json',
  readTemplateReminders: 'GET /api/v1/workspaces/{workspaceId}/templates/{templateId}/reminders',
  updateTemplateReminders: 'PUT /api/v1/workspaces/{workspaceId}/templates/{templateId}/reminders json',
  readWorkflowReminders: 'GET /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/reminders',
  readOrganizationDefaults: 'GET /api/v1/organization/defaults',
  updateOrganizationDefaults: 'PUT /api/v1/organization/defaults json query:organizationId',
  readWorkspaceDefaults: 'GET /api/v1/workspaces/{workspaceId}/defaults',
  updateWorkspaceDefaults: 'PUT /api/v1/workspaces/{workspaceId}/defaults json',
  readLinkHost: 'GET /api/v1/organization/link-host',
  setLinkHost: 'PUT /api/v1/organization/link-host json query:organizationId',
  checkLinkHost: 'POST /api/v1/organization/link-host/check',
  removeLinkHost: 'DELETE /api/v1/organization/link-host',
  listFollowers: 'GET /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/followers',
  setFollowers: 'PUT /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/followers json',
  listTemplateFollowers: 'GET /api/v1/workspaces/{workspaceId}/templates/{templateId}/followers',
  setTemplateFollowers: 'PUT /api/v1/workspaces/{workspaceId}/templates/{templateId}/followers json',
  openWorkflowSession: 'GET /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/session',
  openEnvelopeSession: 'GET /api/v1/envelopes/{envelopeId}/session',
  createEmbeddedDesign: 'POST /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/session json',
  createEnvelope: 'POST /api/v1/envelopes multipart',
  listEnvelopes: 'GET /api/v1/envelopes pages',
  readEnvelope: 'GET /api/v1/envelopes/{envelopeId}',
  addEnvelopeDocument: 'POST /api/v1/envelopes/{envelopeId}/documents multipart',
  startEnvelope: 'PUT /api/v1/envelopes/{envelopeId}/start',
  cancelEnvelope: 'PUT /api/v1/envelopes/{envelopeId}/cancel json',
  listSignedEnvelopes: 'GET /api/v1/profile/signed-envelopes pages',
  deleteEnvelope: 'DELETE /api/v1/envelopes/{envelopeId}',
  cloneTemplate: 'POST /api/v1/cloner/template/{templateId}/workflow json',
  listTemplates: 'GET /api/v1/workspaces/{workspaceId}/templates pages',
  createTemplate: 'POST /api/v1/workspaces/{workspaceId}/templates either',
  readTemplate: 'GET /api/v1/workspaces/{workspaceId}/templates/{templateId}',
  readTemplateSchema: 'GET /api/v1/workspaces/{workspaceId}/templates/{templateId}/schema',
  updateTemplate: 'PUT /api/v1/workspaces/{workspaceId}/templates/{templateId} json',
  deleteTemplate: 'DELETE /api/v1/workspaces/{workspaceId}/templates/{templateId}',
  setTemplateRoles: 'PUT /api/v1/workspaces/{workspaceId}/templates/{templateId}/roles json',
  addTemplateSteps: 'POST /api/v1/workspaces/{workspaceId}/templates/{templateId}/steps json',
  setTemplateSteps: 'PUT /api/v1/workspaces/{workspaceId}/templates/{templateId}/steps json',
  setTemplatePreferences: 'POST /api/v1/workspaces/{workspaceId}/templates/{templateId}/preferences json',
  listTemplateFields: 'GET /api/v1/workspaces/{workspaceId}/templates/{templateId}/fields',
  listTemplateSuggestions:
    'GET /api/v1/workspaces/{workspaceId}/templates/{templateId}/documents/{documentId}/suggested-fields',
  setTemplateFields: 'PUT /api/v1/workspaces/{workspaceId}/templates/{templateId}/fields json',
  exportAnswers: 'GET /api/v1/workspaces/{workspaceId}/templates/{templateId}/answers bytes',
  addTemplateDocument: 'POST /api/v1/workspaces/{workspaceId}/templates/{templateId}/documents multipart',
  removeTemplateDocument:
    'DELETE /api/v1/workspaces/{workspaceId}/templates/{templateId}/documents/{documentId}',
  setTemplateTags: 'PUT /api/v1/workspaces/{workspaceId}/templates/{templateId}/tags json',
  readTemplateFile: 'GET /api/v1/storage/template/{templateId}/doc/{key} bytes',
  readTemplateThumb: 'GET /api/v1/storage/template/{templateId}/thumb/{key} bytes',
  createBulkJob: 'POST /api/v1/workspaces/{workspaceId}/templates/{templateId}/bulk multipart',
  listWorkspaceBulkJobs: 'GET /api/v1/workspaces/{workspaceId}/bulk pages',
  listBulkJobs: 'GET /api/v1/workspaces/{workspaceId}/templates/{templateId}/bulk pages',
  readBulkSample: 'GET /api/v1/workspaces/{workspaceId}/templates/{templateId}/bulk/sample.csv bytes',
  readBulkJob: 'GET /api/v1/workspaces/{workspaceId}/templates/{templateId}/bulk/{bulkId}',
  updateBulkJob: 'PUT /api/v1/workspaces/{workspaceId}/templates/{templateId}/bulk/{bulkId} json',
  startBulkJob: 'PUT /api/v1/workspaces/{workspaceId}/templates/{templateId}/bulk/{bulkId}/start json',
  pauseBulkJob: 'PUT /api/v1/workspaces/{workspaceId}/templates/{templateId}/bulk/{bulkId}/pause',
  resumeBulkJob: 'PUT /api/v1/workspaces/{workspaceId}/templates/{templateId}/bulk/{bulkId}/resume',
  cancelBulkJob: 'PUT /api/v1/workspaces/{workspaceId}/templates/{templateId}/bulk/{bulkId}/cancel',
  listBulkRows: 'GET /api/v1/workspaces/{workspaceId}/templates/{templateId}/bulk/{bulkId}/rows pages',
  exportBulkRows:
    'GET /api/v1/workspaces/{workspaceId}/templates/{templateId}/bulk/{bulkId}/result.csv bytes',
  createExport: 'POST /api/v1/workspaces/{workspaceId}/exports json',
  listExports: 'GET /api/v1/workspaces/{workspaceId}/exports pages',
  readExport: 'GET /api/v1/workspaces/{workspaceId}/exports/{exportId}',
  cancelExport: 'DELETE /api/v1/workspaces/{workspaceId}/exports/{exportId}',
  downloadExport: 'GET /api/v1/workspaces/{workspaceId}/exports/{exportId}/archive bytes',
  createPublicLink: 'POST /api/v1/workspaces/{workspaceId}/templates/{templateId}/links json',
  listPublicLinks: 'GET /api/v1/workspaces/{workspaceId}/templates/{templateId}/links pages',
  readPublicLink: 'GET /api/v1/workspaces/{workspaceId}/templates/{templateId}/links/{linkId}',
  updatePublicLink: 'PUT /api/v1/workspaces/{workspaceId}/templates/{templateId}/links/{linkId} json',
  endPublicLink: 'DELETE /api/v1/workspaces/{workspaceId}/templates/{templateId}/links/{linkId}',
  renewPublicLinkSecret: 'POST /api/v1/workspaces/{workspaceId}/templates/{templateId}/links/{linkId}/secret',
  listSubmissions:
    'GET /api/v1/workspaces/{workspaceId}/templates/{templateId}/links/{linkId}/submissions pages',
  createInPersonSession:
    'POST /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/recipients/{recipientId}/in-person-session json',
  readEmbedOrigins: 'GET /api/v1/organization/embed-origins',
  updateEmbedOrigins: 'PUT /api/v1/organization/embed-origins json query:organizationId',
  createEmbeddedSession:
    'POST /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/recipients/{recipientId}/embedded-session json',
  listMails: 'GET /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/mails',
  retryMail: 'POST /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/mails/{mailId}/retry',
  listDeliveries: 'GET /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/deliveries',
  replayDelivery:
    'POST /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/deliveries/{deliveryId}/replay',
  listWebhooks: 'GET /api/v1/organization/webhooks',
  createWebhook: 'POST /api/v1/organization/webhooks json query:organizationId',
  readWebhook: 'GET /api/v1/organization/webhooks/{webhookId}',
  updateWebhook: 'PUT /api/v1/organization/webhooks/{webhookId} json query:organizationId',
  deleteWebhook: 'DELETE /api/v1/organization/webhooks/{webhookId}',
  rotateWebhookSecret: 'POST /api/v1/organization/webhooks/{webhookId}/secret json query:organizationId',
  listWebhookDeliveries: 'GET /api/v1/organization/webhooks/{webhookId}/deliveries pages',
  replayWebhookDelivery: 'POST /api/v1/organization/webhooks/{webhookId}/deliveries/{deliveryId}/replay',
  listTrustProviders: 'GET /api/v1/organization/trust-providers',
  createTrustProvider: 'POST /api/v1/organization/trust-providers json query:organizationId',
  updateTrustProvider: 'PUT /api/v1/organization/trust-providers/{providerId} json query:organizationId',
  deleteTrustProvider: 'DELETE /api/v1/organization/trust-providers/{providerId}',
  tryTrustProvider: 'POST /api/v1/organization/trust-providers/{providerId}/try',
  readSealCredential: 'GET /api/v1/organization/seal-credential',
  listSealCredentials: 'GET /api/v1/organization/seal-credential/offers',
  saveSealCredential: 'PUT /api/v1/organization/seal-credential json query:organizationId',
  deleteSealCredential: 'DELETE /api/v1/organization/seal-credential',
  readIdentityProvider: 'GET /api/v1/organization/identity-provider',
  saveIdentityProvider: 'PUT /api/v1/organization/identity-provider json query:organizationId',
  deleteIdentityProvider: 'DELETE /api/v1/organization/identity-provider',
  tryIdentityProvider: 'POST /api/v1/organization/identity-provider/try',
  listConnections: 'GET /api/v1/organization/connections',
  createConnection: 'POST /api/v1/organization/connections json query:organizationId',
  updateConnection: 'PUT /api/v1/organization/connections/{connectionId} json query:organizationId',
  deleteConnection: 'DELETE /api/v1/organization/connections/{connectionId}',
  tryConnection: 'POST /api/v1/organization/connections/{connectionId}/try',
  checkConnectionDomain:
    'POST /api/v1/organization/connections/{connectionId}/domain-check json query:organizationId',
  readProvisioning: 'GET /api/v1/organization/connections/{connectionId}/provisioning',
  makeProvisioningToken: 'POST /api/v1/organization/connections/{connectionId}/provisioning/tokens',
  endProvisioningToken:
    'DELETE /api/v1/organization/connections/{connectionId}/provisioning/tokens/{scimTokenId}',
  readDestination: 'GET /api/v1/workspaces/{workspaceId}/destination',
  saveDestination: 'PUT /api/v1/workspaces/{workspaceId}/destination json',
  deleteDestination: 'DELETE /api/v1/workspaces/{workspaceId}/destination',
  tryDestination: 'POST /api/v1/workspaces/{workspaceId}/destination/try',
  listTransfers: 'GET /api/v1/workspaces/{workspaceId}/destination/transfers pages',
  readTransfer: 'GET /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/transfer',
  startTransfer: 'PUT /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/transfer/start',
  verifyDocument: 'POST /api/v1/verify multipart',
  verifyDocumentAsXml: 'POST /api/v1/verify/xml multipart bytes',
} as const;
