import type { Identification, MailKind, Outage, SigningLanguage } from '@paraph/domain';
import type {
  AccountErasureRow,
  AccountLinkRow,
  KnownDeviceRow,
  SessionRow,
  UserRow,
} from './account-tables.ts';
import type {
  AccountTombstoneRow,
  EventRow,
  InstanceKeyRow,
  LedgerCheckpointRow,
  LedgerRow,
  TombstoneRow,
} from './audit-tables.ts';
import type { BackupRow, RestoreRow } from './backup-tables.ts';
import type { Defaulted, Id, Json } from './columns.ts';
import type { DeliveryAttemptRow, DeliveryLeaseRow, DeliveryRow } from './delivery-tables.ts';
import type { BlobKeyRow, BlobLeaseRow, FileRow, ReplacedBlobRow, WrappingKeyRow } from './file-tables.ts';
import type {
  IdentityProviderRow,
  IdentityVisitRow,
  PasskeyChallengeRow,
  PasskeyRow,
  ProofRow,
  SigningCodeRow,
} from './identification-tables.ts';
import type { AppGrantRow, AuthorizationCodeRow, IntegrationAppRow, TokenRow } from './oauth-tables.ts';
import type {
  ApiKeyRow,
  CustomRoleRow,
  InvitationRow,
  TagRow,
  WebhookEndpointRow,
} from './organization-tables.ts';
import type {
  LegalHoldRow,
  RetentionChangeRow,
  RetentionPolicyRow,
  RetentionRunItemRow,
  RetentionRunRow,
} from './retention-tables.ts';
import type { TemplateDocumentRow, TemplateRow, TemplateTagRow } from './template-tables.ts';
import type {
  TransparencyCheckpointRow,
  TransparencyLeafRow,
  TransparencyPendingRow,
  TransparencyStateRow,
  TransparencyTileRow,
} from './transparency-tables.ts';
import type { HandoverRow, ProviderVisitRow, TrustProviderRow } from './trust-tables.ts';
import type {
  ActionRow,
  BoundPreviewRow,
  DocumentRow,
  FieldRow,
  PendingTimestampRow,
  PreviewDocumentRow,
  PreviewRow,
  RecipientRoleRow,
  RecipientRow,
  RevisionRow,
  StepRow,
  WorkflowKindRow,
  WorkflowRow,
  WorkflowTagRow,
} from './workflow-tables.ts';

export * from './account-tables.ts';
export * from './audit-tables.ts';
export * from './backup-tables.ts';
export * from './delivery-tables.ts';
export * from './file-tables.ts';
export * from './identification-tables.ts';
export * from './oauth-tables.ts';
export * from './organization-tables.ts';
export * from './retention-tables.ts';
export * from './template-tables.ts';
export * from './transparency-tables.ts';
export * from './trust-tables.ts';
export * from './workflow-tables.ts';

// One interface a table, in the order of the migrations. A table belongs to the room named above it:
// only that room's store reads or writes it.

export interface Tables {
  // accounts
  users: UserRow;
  sessions: SessionRow;
  account_links: AccountLinkRow;
  known_devices: KnownDeviceRow;
  // passkeys
  passkeys: PasskeyRow;
  // workspaces
  organizations: OrganizationRow;
  members: MemberRow;
  workspaces: WorkspaceRow;
  workspace_users: WorkspaceUserRow;
  custom_roles: CustomRoleRow;
  invitations: InvitationRow;
  // tags
  tags: TagRow;
  // holds
  legal_holds: LegalHoldRow;
  // http
  rate_windows: { key: string; started_at: Date; hits: number };
  unnamed_proxies: { address: string; first_seen_at: Date; last_seen_at: Date };
  idempotency_keys: IdempotencyKeyRow;
  // files
  files: FileRow;
  wrapping_keys: WrappingKeyRow;
  blob_keys: BlobKeyRow;
  replaced_blobs: ReplacedBlobRow;
  blob_leases: BlobLeaseRow;
  // revisions
  revisions: RevisionRow;
  // workflows
  workflows: WorkflowRow;
  documents: DocumentRow;
  recipients: RecipientRow;
  recipient_roles: RecipientRoleRow;
  steps: StepRow;
  actions: ActionRow;
  fields: FieldRow;
  workflow_tags: WorkflowTagRow;
  workflow_counts: WorkflowKindRow & { total: number };
  workflow_count_changes: WorkflowKindRow & { id: Id; change: number };
  // templates
  templates: TemplateRow;
  template_documents: TemplateDocumentRow;
  template_tags: TemplateTagRow;
  // transparency-log
  transparency_pending: TransparencyPendingRow;
  transparency_leaves: TransparencyLeafRow;
  transparency_tiles: TransparencyTileRow;
  transparency_state: TransparencyStateRow;
  transparency_checkpoints: TransparencyCheckpointRow;
  // audit
  events: EventRow;
  workflow_ledger: LedgerRow;
  ledger_checkpoints: LedgerCheckpointRow;
  instance_keys: InstanceKeyRow;
  workflow_tombstones: TombstoneRow;
  account_tombstones: AccountTombstoneRow;
  // identification
  proofs: ProofRow;
  signing_codes: SigningCodeRow;
  // identity-providers
  identity_providers: IdentityProviderRow;
  // signing
  signing_links: SigningLinkRow;
  consents: ConsentRow;
  signature_images: SignatureImageRow;
  attachments: AttachmentRow;
  completion_certificates: CompletionCertificateRow;
  signatures: SignatureRow;
  pending_timestamps: PendingTimestampRow;
  previews: PreviewRow;
  preview_documents: PreviewDocumentRow;
  bound_previews: BoundPreviewRow;
  provider_visits: ProviderVisitRow;
  identity_visits: IdentityVisitRow;
  handovers: HandoverRow;
  passkey_challenges: PasskeyChallengeRow;
  // design
  design_sessions: DesignSessionRow;
  // sealing
  seals: SealRow;
  // authority
  certificates: CertificateRow;
  // trust-services
  trust_providers: TrustProviderRow;
  // oauth
  integration_apps: IntegrationAppRow;
  app_grants: AppGrantRow;
  authorization_codes: AuthorizationCodeRow;
  tokens: TokenRow;
  // developers
  api_keys: ApiKeyRow;
  webhook_endpoints: WebhookEndpointRow;
  // mail
  mails: MailRow;
  // webhooks
  deliveries: DeliveryRow;
  delivery_attempts: DeliveryAttemptRow;
  delivery_leases: DeliveryLeaseRow;
  // retention
  retention_policies: RetentionPolicyRow;
  retention_changes: RetentionChangeRow;
  retention_runs: RetentionRunRow;
  retention_run_items: RetentionRunItemRow;
  // personal-data
  account_erasures: AccountErasureRow;
  // backup
  backups: BackupRow;
  outages: OutageRow;
  job_schedules: JobScheduleRow;
  restores: RestoreRow;
}

export interface OrganizationRow {
  id: Id;
  name: string;
  created_at: Date;
  picture_file_id: number | null;
  /** Null: the first one that the instance offers and that suits each recipient. */
  default_identification: Defaulted<Identification | null>;
  /** Has set up a provider of qualified signatures that is switched on. */
  has_trust_provider: Defaulted<boolean>;
  has_identity_provider: Defaulted<boolean>;
}

export interface MemberRow {
  id: Id;
  unique_id: string;
  organization_id: number;
  user_id: number | null;
  email: string;
  email_key: string;
  administrator: Defaulted<boolean>;
  created_at: Date;
}

export interface WorkspaceRow {
  id: Id;
  organization_id: number;
  name: string;
  description: string | null;
  created_at: Date;
}

export interface WorkspaceUserRow {
  id: Id;
  workspace_id: number;
  member_id: number;
  role_id: number;
  created_at: Date;
}

export interface IdempotencyKeyRow {
  caller: string;
  key: string;
  request_hash: Buffer;
  status: number | null;
  headers: Json<Record<string, string>> | null;
  body: Buffer | null;
  created_at: Date;
  /** The process that executes the request; null once there is a response. */
  holder: number | null;
}

export interface SigningLinkRow {
  id: string;
  workflow_id: number;
  recipient_id: number;
  token_hash: Buffer;
  created_at: Date;
  superseded_at: Date | null;
}

export interface ConsentRow {
  action_id: number;
  version: string;
  language: string;
  time_zone: string | null;
  text_sha256: Buffer;
  given_at: Date;
}

export interface SignatureImageRow {
  id: string;
  recipient_id: number;
  kind: 'signature' | 'initials';
  method: 'draw' | 'type' | 'upload';
  text: string | null;
  font: string | null;
  file_id: number;
  created_at: Date;
}

/** A sealed certificate of how a workflow ended. */
export interface CompletionCertificateRow {
  workflow_id: number;
  /** For whom it is: the sender, or the recipients with this language. */
  edition: 'sender' | SigningLanguage;
  file_id: number;
  made_at: Date;
}

/** A file that a signer attached in a field. */
export interface AttachmentRow {
  field_id: number;
  recipient_id: number;
  name: string;
  file_id: number;
  added_at: Date;
}

export interface DesignSessionRow {
  id: string;
  kind: 'design' | 'view';
  token_hash: Buffer;
  workflow_id: number;
  user_id: number;
  /** Rights and name of the credential that requested it. */
  organization_id: number | null;
  app_client_id: string | null;
  api_key_id: number | null;
  on_behalf: boolean;
  callback_url: string | null;
  auto_start: Defaulted<boolean>;
  created_at: Date;
  expires_at: Date;
}

export interface SealRow {
  document_id: number;
  workflow_id: number;
  state: 'pending' | 'sealed' | 'failed';
  attempts: Defaulted<number>;
  cause: string | null;
  file_id: number | null;
  sealed_at: Date | null;
  level: string | null;
  /** The last document timestamp: its authority, and when it must be renewed. */
  timestamp_authority: string | null;
  timestamp_is_internal: boolean | null;
  timestamp_serial: string | null;
  timestamped_at: Date | null;
  renew_at: Date | null;
  /** The latest event that requested it; null where an earlier version did. */
  requested_event: number | null;
  /** When the bytes that the file holds as well were removed. */
  compacted_at: Defaulted<Date | null>;
}

export interface SignatureRow {
  id: Id;
  document_id: number;
  action_id: number;
  position: number;
  certificate_serial: string;
  code: string;
  signed_at: Date;
  /** DER from the signer's certificate to its trust anchor; null where this instance issued it. */
  outside_chain: Defaulted<Buffer[] | null>;
}

export interface CertificateRow {
  serial: string;
  subject: string;
  der: Buffer;
  workflow_id: number | null;
  issued_at: Date;
  expires_at: Date;
  revoked_at: Date | null;
  revocation_reason: Defaulted<string | null>;
  /** Null once it was used. */
  use_before: Defaulted<Date | null>;
}

export interface MailRow {
  id: Id;
  workflow_id: number | null;
  event_id: number | null;
  recipient_id: number | null;
  kind: MailKind;
  to_email: string;
  to_name: string | null;
  detail: Json<Record<string, unknown>>;
  state: 'queued' | 'sent' | 'failed' | 'kept';
  attempts: Defaulted<number>;
  last_error: string | null;
  smtp_reply: string | null;
  created_at: Date;
  sent_at: Date | null;
  next_attempt_at: Date | null;
}

export interface OutageRow {
  cause: Outage;
  since: Date;
}

export interface JobScheduleRow {
  name: string;
  period: number;
}
