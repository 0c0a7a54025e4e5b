// Written by `npm run generate` from server/migrations and column-types.ts; not by hand.
// SHA-256 of both: 0edc3c2fb80a7ccee99aa69a90e24601941d8a32368ce7c7241e46c85e9074d7

import type { ColumnTypes } from './column-types.ts';
import type { Defaulted, Id, Json } from './columns.ts';

export interface AccountErasureRow {
  user_id: number;
  email: string;
  started_at: Date;
  total: number;
  done: Defaulted<number>;
  after_id: Defaulted<number>;
}

export interface AccountLinkRow {
  token_hash: Buffer;
  kind: 'set_up' | 'password_reset' | 'access_review' | 'address_proof';
  user_id: number | null;
  created_at: Date;
  expires_at: Date;
  used_at: Date | null;
}

export interface AccountPasskeyRow {
  id: string;
  user_id: number;
  name: string;
  public_key: Buffer;
  sign_count: number;
  transports: string[];
  created_at: Date;
  used_at: Date | null;
}

export interface AccountSignatureRow {
  user_id: number;
  kind: 'signature' | 'initials';
  method: 'draw' | 'type' | 'upload';
  text: string | null;
  font: string | null;
  file_id: number;
  created_at: Date;
}

export interface AccountTombstoneRow {
  user_id: number;
  erased_at: Date;
  detail: Json<ColumnTypes['account_tombstones.detail']>;
  mac: Buffer;
}

export interface ActionRow {
  id: Id;
  workflow_id: number;
  step_id: number;
  role_id: number;
  recipient_id: number;
  type: 'sign' | 'review';
  status: 'not_started' | 'started' | 'signed' | 'approved' | 'declined' | 'released';
  comment: string | null;
  acted_at: Date | null;
  reminded_at: Date | null;
  transaction: Json<ColumnTypes['actions.transaction']> | null;
  asked_at: Date | null;
  reminder_due_at: Date | null;
  reminders_sent: Defaulted<number>;
  choice_group: string | null;
  choice_required: number | null;
  choice_slot: number | null;
  witness_of: number | null;
  witness_asked: Defaulted<boolean>;
}

export interface AddressChangeRow {
  id: Id;
  user_id: number;
  former_email: string;
  email: string;
  link_id: string;
  proof_hash: Buffer;
  refusal_hash: Buffer;
  requested_at: Date;
  changed_at: Date | null;
  expires_at: Date;
}

export interface AgentAllowanceTemplateRow {
  organization_id: number;
  template_id: number;
  version: number;
}

export interface AgentAllowanceRow {
  organization_id: number;
  domains: string[];
  daily_cap: number;
  set_by: number | null;
  changed_at: Date;
  used_on: string | null;
  used: Defaulted<number>;
}

export interface AgentRequestRow {
  id: string;
  act: 'send' | 'cancel';
  user_id: number;
  workflow_id: number;
  agent_name: string;
  agent_client_id: string | null;
  reason: string | null;
  created_at: Date;
  expires_at: Date;
  decision: 'confirmed' | 'denied' | null;
  decided_by: number | null;
  decided_at: Date | null;
}

export interface AgentSettingRow {
  organization_id: number;
  mode: 'off' | 'drafts' | 'confirmation';
  changed_at: Date;
}

export interface AgentUploadRow {
  id: string;
  token_hash: Buffer;
  caller: string;
  name: string;
  size: number;
  sha256: Buffer;
  file_id: number | null;
  expires_at: Date;
}

export interface AnnexRow {
  id: Id;
  workflow_id: number;
  position: number;
  name: string;
  format: string;
  size: number;
  sha256: string;
  file_id: number;
  added_at: Date;
}

export interface ApiKeyRow {
  id: Id;
  organization_id: number;
  member_id: number;
  creator_id: number;
  name: string;
  secret_hash: Buffer;
  hint: string;
  scopes: ColumnTypes['api_keys.scopes'];
  created_at: Date;
  last_used_at: Date | null;
}

export interface AppGrantRow {
  id: Id;
  app_id: number;
  user_id: number;
  scopes: ColumnTypes['app_grants.scopes'];
  approved_at: Date;
  last_used_at: Date | null;
  revoked_at: Date | null;
  resource: string | null;
}

export interface AttachmentRow {
  field_id: number;
  recipient_id: number;
  name: string;
  file_id: number;
  added_at: Date;
}

export interface AuthorizationCodeRow {
  code_hash: Buffer;
  grant_id: number;
  redirect_uri: string;
  code_challenge: string | null;
  issued_at: Date;
  expires_at: Date;
  used_at: Date | null;
}

export interface BackupRow {
  snapshot: string;
  place: string;
  started_at: Date;
  finished_at: Date | null;
  files: Defaulted<number>;
  bytes: Defaulted<number>;
  unreadable: Defaulted<number>;
}

export interface BlobKeyRow {
  blob_key: string;
  wrapping_key: string;
  wrapped: Buffer;
}

export interface BlobLeaseRow {
  holder: string;
  ends_at: Date;
}

export interface BoundPreviewRow {
  preview_id: string;
  certificates: Buffer[];
  certificate_serial: string | null;
  algorithm: ColumnTypes['bound_previews.algorithm'];
  bound_at: Date;
  log_proof: Json<ColumnTypes['bound_previews.log_proof']> | null;
  proof_record: Buffer | null;
}

export interface BrandRow {
  organization_id: number;
  phase: 'draft' | 'published';
  accent: string | null;
  logo_file_id: number | null;
  sender_name: string | null;
  reply_address: string | null;
  footer: string | null;
  disclosures: Json<ColumnTypes['brands.disclosures']>;
  changed_at: Date;
}

export interface BulkFileRow {
  job_id: number;
  file_id: number;
}

export interface BulkJobRow {
  id: Id;
  organization_id: number;
  workspace_id: number;
  template_id: number | null;
  creator_id: number;
  caller: Json<ColumnTypes['bulk_jobs.caller']>;
  state: 'checking' | 'ready' | 'sending' | 'paused' | 'done' | 'canceled';
  file_name: string;
  encoding: string;
  template: Json<ColumnTypes['bulk_jobs.template']>;
  columns: Json<ColumnTypes['bulk_jobs.columns']>;
  name_pattern: string;
  is_locked: boolean;
  tag_ids: Json<ColumnTypes['bulk_jobs.tag_ids']>;
  starts_at: Date | null;
  rate_per_minute: number | null;
  paused_for: string | null;
  counted_from: Defaulted<number>;
  created_at: Date;
  started_at: Date | null;
  ended_at: Date | null;
}

export interface BulkRowRow {
  job_id: number;
  row: number;
  state: 'waiting' | 'valid' | 'invalid' | 'sent' | 'failed' | 'canceled';
  cells: string[] | null;
  key: string | null;
  problems: Json<ColumnTypes['bulk_rows.problems']> | null;
  people: string | null;
  same_as: number | null;
  workflow_id: number | null;
}

export interface CertificateRow {
  serial: string;
  subject: string;
  der: Buffer;
  workflow_id: number | null;
  issued_at: Date;
  expires_at: Date;
  revoked_at: Date | null;
  revocation_reason: string | null;
  use_before: Date | null;
  public_key_hash: Buffer | null;
  outside_issuers: Buffer[] | null;
}

export interface CompletionCertificateRow {
  workflow_id: number;
  file_id: number;
  made_at: Date;
  edition: Defaulted<'sender' | 'en' | 'fr' | 'de' | 'es' | 'it' | 'pt' | 'nl' | 'pl' | 'ar'>;
}

export interface ConnectionDomainRow {
  connection_id: string;
  domain: string;
  token: string;
  proven_at: Date | null;
}

export interface ConnectionSessionRow {
  token_hash: Buffer;
  connection_id: string;
  subject: string;
  sid: string | null;
  sealed_token: string;
}

export interface ConnectionVisitRow {
  browser_hash: Buffer;
  connection_id: string;
  state_hash: Buffer | null;
  sealed: string;
  return_to: string;
  problem: string | null;
  retry_at: Date | null;
  user_id: number | null;
  expires_at: Date;
}

export interface ConsentRow {
  action_id: number;
  version: string;
  language: string;
  time_zone: string | null;
  text_sha256: Buffer;
  given_at: Date;
  disclosure_id: number | null;
  witness_address: string | null;
  witness_relation: string | null;
}

export interface ContactSettingRow {
  organization_id: number;
  learning: boolean;
}

export interface ContactRow {
  id: Id;
  workspace_id: number;
  name: string;
  email: string;
  email_key: string;
  phone: string | null;
  language: 'en' | 'fr' | 'de' | 'es' | 'it' | 'pt' | 'nl' | 'pl' | 'ar' | null;
  source: 'learned' | 'typed' | 'imported';
  last_used_at: Date | null;
  created_at: Date;
  words: string;
}

export interface CustomRoleRow {
  id: Id;
  organization_id: number;
  key: string;
  name: string;
  permissions: string[];
  created_at: Date;
}

export interface DeliveryRow {
  id: Id;
  workflow_id: number;
  event_id: number;
  event_name: ColumnTypes['deliveries.event_name'];
  webhook_id: string;
  url: string;
  body: string | null;
  state: 'pending' | 'delivered' | 'dead';
  attempts: Defaulted<number>;
  next_attempt_at: Date | null;
  created_at: Date;
  delivered_at: Date | null;
  endpoint_id: number | null;
}

export interface DeliveryAttemptRow {
  id: Id;
  delivery_id: number;
  attempted_at: Date;
  status: number | null;
  error: string | null;
  response: string | null;
  duration_ms: number;
}

export interface DeliveryLeaseRow {
  workflow_id: number;
  endpoint_id: number | null;
  leased_by: string;
  leased_until: Date;
}

export interface DepartureRow {
  organization_id: number;
  moved_to: string;
  ends_at: Date;
  arrival: Buffer | null;
  cell: number | null;
  workspace_ids: Defaulted<string[]>;
  erased_at: Date | null;
}

export interface DesignSessionRow {
  id: string;
  kind: 'design' | 'view';
  token_hash: Buffer;
  workflow_id: number;
  user_id: number;
  organization_id: number | null;
  app_client_id: string | null;
  api_key_id: number | null;
  on_behalf: boolean;
  callback_url: string | null;
  auto_start: Defaulted<boolean>;
  created_at: Date;
  expires_at: Date;
  embedding: Json<ColumnTypes['design_sessions.embedding']> | null;
  bearer_hash: Buffer | null;
}

export interface DestinationRow {
  workspace_id: number;
  kind: 'webdav' | 'bucket';
  url: string;
  user_name: string;
  sealed_secret: string;
  region: string | null;
  path_pattern: string;
  include: ColumnTypes['destinations.include'];
  changed_at: Date;
}

export interface DisclosureRow {
  id: Id;
  organization_id: number;
  language: ColumnTypes['disclosures.language'];
  text: string;
  text_sha256: Buffer;
  published_at: Date;
}

export interface DocumentRow {
  id: Id;
  workflow_id: number;
  position: number;
  name: string;
  pages: Json<ColumnTypes['documents.pages']>;
  original_file_id: number;
  thumb_file_id: number | null;
  sealed_file_id: number | null;
  storage_key: string;
  contents: Json<ColumnTypes['documents.contents']>;
  source_file_id: number | null;
  source: Json<ColumnTypes['documents.source']> | null;
}

export interface EmbeddedSessionRow {
  id: string;
  link_id: string;
  token_hash: Buffer;
  bearer_hash: Buffer | null;
  origin: string;
  app_name: string;
  return_url: string | null;
  language: string | null;
  said_method: string;
  said_at: Date;
  lifetime_seconds: number;
  expires_at: Date;
}

export interface EventRow {
  id: Id;
  workflow_id: number;
  sequence: number;
  name: ColumnTypes['events.name'];
  occurred_at: Date;
  actor: Json<ColumnTypes['events.actor']> | null;
  detail: Json<ColumnTypes['events.detail']>;
  previous_hash: Buffer | null;
  hash: Buffer;
  snapshot: string | null;
  version: number;
  snapshot_sha256: Buffer | null;
  mac: Buffer;
}

export interface ExportPartRow {
  export_id: number;
  part: number;
  file_id: number;
  size: number;
  files: number;
  records: Buffer;
}

export interface ExportWorkflowRow {
  export_id: number;
  position: number;
  workflow_id: number;
  line: string | null;
  is_skipped: Defaulted<boolean>;
}

export interface ExportRow {
  id: Id;
  organization_id: number;
  workspace_id: number;
  creator_id: number;
  reach_organization_id: number | null;
  state: 'waiting' | 'running' | 'done' | 'failed' | 'canceled' | 'expired';
  contents: ColumnTypes['exports.contents'];
  workflows: number;
  done: Defaulted<number>;
  skipped: Defaulted<number>;
  size: Defaulted<number>;
  round: Defaulted<number>;
  problem: string | null;
  created_at: Date;
  started_at: Date | null;
  ended_at: Date | null;
  expires_at: Date | null;
}

export interface FactorChallengeRow {
  token_hash: Buffer;
  kind: 'second_step' | 'sign_in' | 'set_up' | 'step_up';
  user_id: number | null;
  nonce: Buffer;
  expires_at: Date;
}

export interface FactorDueRow {
  user_id: number;
  due_at: Date;
  reminded_at: Date | null;
}

export interface FactorPolicyRow {
  organization_id: number;
  policy: 'off' | 'offered' | 'required';
  grace_days: number;
}

export interface FactorResetRow {
  user_id: number;
  organization_id: number;
  asked_by: number;
  asked_at: Date;
  due_at: Date;
}

export interface FieldBlockRow {
  id: Id;
  workspace_id: number;
  name: string;
  name_key: string;
  fields: Json<ColumnTypes['field_blocks.fields']>;
  changed_at: Date;
}

export interface FieldRow {
  id: Id;
  workflow_id: number;
  document_id: number;
  role_id: number;
  position: number;
  type: 'signature' | 'initials' | 'date' | 'name' | 'email' | 'company' | 'department' | 'title' | 'location' | 'address' | 'text' | 'number' | 'checkbox' | 'radio' | 'dropdown' | 'stamp' | 'attachment';
  label: string;
  required: boolean;
  page: number;
  pos_x: number;
  pos_y: number;
  width: number;
  height: number;
  style: Json<ColumnTypes['fields.style']>;
  pdf_field_name: string | null;
  value: string | null;
  read_only: boolean;
  rules: Json<ColumnTypes['fields.rules']>;
  sent_value: string | null;
}

export interface FileRow {
  id: Id;
  blob_key: string;
  sha256: Buffer;
  size: number;
  format: string;
  created_at: Date;
  chunk_digests: Buffer | null;
  checked_at: Defaulted<Date>;
  finding: 'damaged' | 'missing' | null;
  reported_finding: string | null;
  part_of: number | null;
}

export interface FollowerLinkRow {
  id: string;
  workflow_id: number;
  follower_id: number;
  token_hash: Buffer;
  created_at: Date;
  is_moved: Defaulted<boolean>;
}

export interface FollowerRow {
  id: Id;
  workflow_id: number;
  position: number;
  name: string;
  email: string;
  email_key: string;
  language: ColumnTypes['followers.language'] | null;
  copied_when: 'start' | 'end' | 'both';
  recipient_id: number | null;
  opened_at: Date | null;
  stopped_at: Date | null;
  mail_problem: string | null;
}

export interface HandOverRow {
  id: Id;
  organization_id: number;
  user_id: number;
  to_user_id: number;
  actor: Json<ColumnTypes['hand_overs.actor']>;
  started_at: Date;
  workflows: Defaulted<number>;
  templates: Defaulted<number>;
}

export interface HandoverRow {
  link_id: string;
  token_hash: Buffer;
  expires_at: Date;
  hosted: Json<ColumnTypes['handovers.hosted']> | null;
}

export interface HealthCheckRow {
  id: Id;
  asked_at: Date;
  finished_at: Date | null;
  findings: Json<ColumnTypes['health_checks.findings']> | null;
}

export interface IdempotencyKeyRow {
  caller: string;
  key: string;
  request_hash: Buffer;
  status: number | null;
  headers: Json<ColumnTypes['idempotency_keys.headers']> | null;
  body: Buffer | null;
  created_at: Date;
  holder: number | null;
}

export interface IdentityRow {
  connection_id: string;
  subject: string;
  user_id: number;
  granted_workspaces: Json<ColumnTypes['identities.granted_workspaces']>;
  granted_administrator: Defaulted<boolean>;
  created_at: Date;
  last_seen_at: Date;
}

export interface IdentityProviderRow {
  organization_id: number | null;
  issuer: string;
  client_id: string;
  sealed_secret: string;
  changed_at: Date;
  id: string;
  kind: 'oidc' | 'saml';
  name: string | null;
  for_signers: boolean;
  for_members: Defaulted<boolean>;
  is_enforced: Defaulted<boolean>;
  ends_session: Defaulted<boolean>;
  mapping: Json<ColumnTypes['identity_providers.mapping']> | null;
  worked_at: Date | null;
  created_at: Date;
}

export interface IdentityVisitRow {
  link_id: string;
  action_id: number;
  content_hash: Buffer;
  issuer: string;
  client_id: string;
  state_hash: Buffer | null;
  sealed_secrets: string;
  problem: string | null;
  begun_at: Date;
  expires_at: Date;
}

export interface InPersonHandoverRow {
  link_id: string;
  way: 'device' | 'link';
  token_hash: Buffer;
  host_id: number;
  return_url: string | null;
  expires_at: Date;
}

export interface InstanceKeyRow {
  name: string;
  fingerprint: Buffer;
}

export interface IntegrationAppRow {
  id: Id;
  client_id: string;
  secret_hash: Buffer | null;
  name: string;
  owner_id: number | null;
  redirect_uris: string[];
  scopes: ColumnTypes['integration_apps.scopes'];
  created_at: Date;
  last_used_at: Date | null;
  deleted_at: Date | null;
  embed_origins: Defaulted<string[]>;
  origin: Defaulted<'made' | 'document' | 'registered'>;
  read_until: Date | null;
  etag: string | null;
}

export interface InvitationRow {
  token_hash: Buffer;
  member_id: number;
  inviter_id: number;
  created_at: Date;
  expires_at: Date;
  language: 'en' | 'fr' | 'de' | 'es' | 'it' | 'pt' | 'nl' | 'pl' | 'ar' | null;
}

export interface JobScheduleRow {
  name: string;
  period: number;
}

export interface KnownDeviceRow {
  token_hash: Buffer;
  user_id: number;
  created_at: Date;
  expires_at: Date;
}

export interface LanePaceRow {
  lane: string;
  next_at: Date;
}

export interface LedgerCheckpointRow {
  number: number;
  workflow_ids: Json<ColumnTypes['ledger_checkpoints.workflow_ids']>;
  total: number;
  created_at: Date;
  mac: Buffer;
}

export interface LegalHoldRow {
  id: Id;
  organization_id: number;
  workflow_id: number | null;
  workspace_id: number | null;
  email: string | null;
  email_key: string | null;
  reason: string;
  placed_at: Date;
  placed_by: Json<ColumnTypes['legal_holds.placed_by']>;
  lifted_at: Date | null;
  lifted_by: Json<ColumnTypes['legal_holds.lifted_by']> | null;
}

export interface LinkHostRow {
  organization_id: number;
  host: string;
  token: string;
  set_at: Date;
  named_at: Date | null;
  proven_at: Date | null;
  removed_at: Date | null;
}

export interface LogoutTokenRow {
  connection_id: string;
  token_id: string;
  expires_at: Date;
}

export interface MailSettingRow {
  user_id: number;
  signatures: 'now' | 'daily' | 'off';
  completions: 'now' | 'daily' | 'off';
  stops: 'now' | 'daily' | 'off';
  failures: 'now' | 'off';
}

export interface MailRow {
  id: Id;
  workflow_id: number | null;
  event_id: number | null;
  recipient_id: number | null;
  kind: 'password_reset' | 'key_used' | 'completed' | 'start_failed' | 'log_warning' | 'signing_code' | 'canceled' | 'released' | 'code_failed' | 'daily_summary' | 'declined' | 'blocked' | 'one_declined' | 'second_factor' | 'seal_warning' | 'address_proof' | 'invitation' | 'followed_end' | 'signed' | 'address_change' | 'address_notice' | 'expired' | 'passed_on' | 'delivery_dead' | 'export_ready' | 'password_changed' | 'reminder' | 'callback_changed' | 'mailbox_code' | 'mail_failed' | 'member_invited' | 'followed_start' | 'access_ended' | 'file_damaged';
  to_email: string;
  to_name: string | null;
  detail: Json<ColumnTypes['mails.detail']>;
  state: 'queued' | 'sent' | 'failed' | 'kept';
  attempts: Defaulted<number>;
  last_error: string | null;
  smtp_reply: string | null;
  created_at: Date;
  sent_at: Date | null;
  next_attempt_at: Date | null;
  follower_id: number | null;
  turn_at: Date | null;
}

export interface MemberRow {
  id: Id;
  unique_id: string;
  organization_id: number;
  user_id: number | null;
  email: string;
  email_key: string;
  created_at: Date;
  administrator: Defaulted<boolean>;
  deactivated_user_id: number | null;
  provisioned_by: string | null;
}

export interface MessageTemplateRow {
  id: Id;
  workspace_id: number;
  name: string;
  name_key: string;
  body: string;
  changed_at: Date;
}

export interface MovedSaltRow {
  action_id: number;
  sealed_salt: string;
}

export interface NumberRangeRow {
  is_only: Defaulted<boolean>;
  cell: number;
}

export interface OrganizationChainRow {
  organization_id: number;
  first_sequence: number;
  first_hash: Buffer | null;
  first_mac: Buffer | null;
  events: number;
  head: Buffer;
  head_mac: Buffer;
  mac: Buffer;
}

export interface OrganizationEventRow {
  id: Id;
  organization_id: number;
  name: ColumnTypes['organization_events.name'];
  occurred_at: Date;
  actor_id: number | null;
  about_id: number | null;
  actor: Json<ColumnTypes['organization_events.actor']>;
  source: Json<ColumnTypes['organization_events.source']> | null;
  source_sha256: Buffer;
  detail: Json<ColumnTypes['organization_events.detail']>;
  before: Json<ColumnTypes['organization_events.before']> | null;
  after: Json<ColumnTypes['organization_events.after']> | null;
  sequence: number | null;
  hash: Buffer | null;
  mac: Buffer | null;
}

export interface OrganizationFreezeRow {
  organization_id: number;
  frozen_at: Date;
  archives: Defaulted<string[]>;
}

export interface OrganizationQuotaRow {
  organization_id: number;
  quota: string;
  is_own: boolean;
  value: number | null;
  used: Defaulted<number>;
  since: Date | null;
  measured_event: number | null;
}

export interface OrganizationUsageRow {
  workspace_id: number;
  month: string;
  organization_id: number;
  started: number;
  completed: number;
  signatures: number;
  sealed_files: number;
  stored_bytes: number;
  mails: number;
}

export interface OrganizationRow {
  id: Id;
  name: string;
  created_at: Date;
  picture_file_id: number | null;
  default_identification: 'code-sms' | 'code-mail' | 'passkey' | 'identity-provider' | null;
  has_trust_provider: Defaulted<boolean>;
  has_identity_provider: Defaulted<boolean>;
  reminders: string | null;
  level_rights: Json<ColumnTypes['organizations.level_rights']> | null;
  requires_connection: Defaulted<boolean>;
  defaults: Json<ColumnTypes['organizations.defaults']> | null;
  embed_origins: Defaulted<string[]>;
}

export interface OriginRow {
  log_key: string;
  base_url: string;
  roots: string[];
  issuing: string[];
  logged_since: Date | null;
  named_at: Date;
}

export interface OutageRow {
  cause: ColumnTypes['outages.cause'];
  since: Date;
}

export interface PasskeyChallengeRow {
  link_id: string;
  content_hash: Buffer | null;
  nonce: Buffer;
  expires_at: Date;
}

export interface PasskeyRow {
  id: string;
  address: string;
  public_key: Buffer;
  spki: Buffer;
  sign_count: number;
  transports: string[];
  created_at: Date;
  used_at: Date | null;
}

export interface PendingTimestampRow {
  action_id: number;
  workflow_id: number;
  attempts: Defaulted<number>;
  cause: string | null;
  retried_event: number | null;
}

export interface PreviewDocumentRow {
  preview_id: string;
  document_id: number;
  code: string;
  bytes: Buffer;
  digest: Buffer;
}

export interface PreviewRow {
  id: string;
  link_id: string;
  action_id: number;
  made_at: Date;
  expires_at: Date;
  time_zone: string;
  shown_hash: string;
  content_hash: Buffer;
  trail_events: number;
  trail_head: string;
  contents_bytes: number;
}

export interface ProofRow {
  id: Id;
  workflow_id: number;
  action_id: number;
  link_id: string;
  method: 'code-sms' | 'code-mail' | 'passkey' | 'identity-provider';
  content_hash: Buffer;
  proven_at: Date;
  expires_at: Date;
  used_at: Date | null;
  detail: Json<ColumnTypes['proofs.detail']>;
}

export interface ProvidedSealRow {
  document_id: number;
  provider: string;
  is_sandbox: boolean;
  is_qualified: boolean;
  serial: string;
  chain: Buffer[];
}

export interface ProviderVisitRow {
  link_id: string;
  action_id: number;
  preview_id: string;
  provider_key: string;
  state_hash: Buffer | null;
  sealed_secrets: string;
  credential_id: string | null;
  chain: Buffer[] | null;
  algorithm: ColumnTypes['provider_visits.algorithm'] | null;
  response_id: string | null;
  signatures: Json<ColumnTypes['provider_visits.signatures']> | null;
  problem: string | null;
  expires_at: Date;
}

export interface ProvisionedGroupUserRow {
  group_id: string;
  provisioned_id: string;
}

export interface ProvisionedGroupRow {
  id: string;
  connection_id: string;
  display_name: string;
  external_id: string | null;
  version: Defaulted<number>;
  created_at: Date;
  changed_at: Date;
}

export interface ProvisionedUserRow {
  id: string;
  connection_id: string;
  user_id: number;
  user_name: string;
  external_id: string | null;
  email: string;
  display_name: string | null;
  given_name: string | null;
  family_name: string | null;
  active: boolean;
  granted_workspaces: Json<ColumnTypes['provisioned_users.granted_workspaces']>;
  granted_administrator: Defaulted<boolean>;
  version: Defaulted<number>;
  created_at: Date;
  changed_at: Date;
}

export interface PublicLinkRow {
  id: Id;
  organization_id: number;
  template_id: number;
  creator_id: number;
  key: string;
  token_hash: Buffer;
  secret_number: Defaulted<number>;
  name: string;
  placeholder_id: number;
  people: Json<ColumnTypes['public_links.people']>;
  opens_at: Date | null;
  closes_at: Date | null;
  maximum: number | null;
  is_once_per_person: boolean;
  language: ColumnTypes['public_links.language'] | null;
  prefill_keys: Json<ColumnTypes['public_links.prefill_keys']>;
  created_at: Date;
  ended_at: Date | null;
}

export interface RateWindowRow {
  key: string;
  started_at: Date;
  hits: number;
}

export interface RecipientRoleRow {
  id: Id;
  workflow_id: number;
  recipient_id: number;
  type: 'sign' | 'review';
  color: string;
}

export interface RecipientRow {
  id: Id;
  workflow_id: number;
  position: number;
  name: string;
  email: string;
  email_key: string;
  anchor_tag: string | null;
  phone: string | null;
  language: 'en' | 'fr' | 'de' | 'es' | 'it' | 'pt' | 'nl' | 'pl' | 'ar' | null;
  identification: 'code-sms' | 'code-mail' | 'passkey' | 'identity-provider' | null;
  identification_chosen: Defaulted<boolean>;
  time_zone: string | null;
  mail_problem: string | null;
}

export interface RecordCollectorRow {
  organization_id: number;
  url: string;
  format: 'json' | 'otlp';
  secret_key: string;
  sealed_authorization: string | null;
  position: number;
  attempts: Defaulted<number>;
  next_attempt_at: Date | null;
  status: number | null;
  cause: string | null;
  delivered_at: Date | null;
  leased_until: Date | null;
  changed_at: Date;
}

export interface RecoveryCodeRow {
  user_id: number;
  code_hash: Buffer;
  used_at: Date | null;
}

export interface ReplacedBlobRow {
  blob_key: string;
  replaced_at: Date;
}

export interface RestoreRow {
  only_row: Defaulted<boolean>;
  snapshot: string;
  source: string;
  started_at: Date;
  is_loaded: Defaulted<boolean>;
  moved_to: string | null;
}

export interface RetentionChangeRow {
  id: Id;
  organization_id: number;
  workspace_id: number | null;
  workflow_id: number | null;
  changed_at: Date;
  changed_by: number;
  by_key: string | null;
  before: Json<ColumnTypes['retention_changes.before']>;
  after: Json<ColumnTypes['retention_changes.after']>;
  template_id: number | null;
}

export interface RetentionPolicyRow {
  id: Id;
  organization_id: number;
  workspace_id: number | null;
  workflow_id: number | null;
  signed_years: number | null;
  draft_days: number | null;
  stopped_months: number | null;
  changed_at: Date;
  template_id: number | null;
}

export interface RetentionRunItemRow {
  run_id: number;
  workflow_id: number;
  envelope_id: string;
  workspace_id: number;
  rule: 'signed' | 'drafts' | 'stopped';
  due_at: Date;
  outcome: 'due' | 'held' | 'failed';
  hold_id: number | null;
}

export interface RetentionRunRow {
  id: Id;
  organization_id: number;
  kind: 'nightly' | 'dry';
  as_of: Date;
  ended_at: Date | null;
  examined: Defaulted<number>;
  total: number;
  workspace_id: Defaulted<number>;
  after_id: Defaulted<number>;
}

export interface RevisionRow {
  document_id: number;
  number: number;
  kind: 'fields' | 'signature';
  action_id: number | null;
  bytes: Buffer | null;
  size: number;
  sha256: Buffer;
  made_at: Date;
}

export interface SamlMessageRow {
  connection_id: string;
  message_id: string;
  expires_at: Date;
}

export interface SamlProviderRow {
  connection_id: string;
  sso_url: string;
  slo_url: string | null;
  certificates: string[];
  name_format: string | null;
  metadata_url: string | null;
  metadata_read_at: Date | null;
  metadata_problem: string | null;
  email_attribute: string;
  name_attribute: string;
  signs_requests: boolean;
  allows_unsolicited: boolean;
  answer_problem: string | null;
  sealed_key: string;
  own_certificate: string;
}

export interface SchemaCompatibilityRow {
  single: Defaulted<boolean>;
  oldest_version: string;
}

export interface ScimTokenRow {
  id: string;
  connection_id: string;
  token_hash: Buffer;
  hint: string;
  created_at: Date;
  ends_at: Date | null;
  last_used_at: Date | null;
  last_error_at: Date | null;
  last_error: string | null;
}

export interface SealCredentialRow {
  organization_id: number;
  provider_id: number | null;
  credential_id: string;
  sealed_pin: string | null;
  chain: Buffer[];
  is_qualified: boolean;
  expires_at: Date;
  warned_at: Date | null;
  set_at: Date;
  problem: string | null;
  is_blocked: boolean;
  told_at: Date | null;
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
  timestamp_authority: string | null;
  timestamp_is_internal: boolean | null;
  timestamp_serial: string | null;
  timestamped_at: Date | null;
  renew_at: Date | null;
  requested_event: number | null;
  compacted_at: Date | null;
  timestamp_hashes: string[] | null;
}

export interface SessionLockRow {
  token_hash: Buffer;
  pin_hash: Buffer;
  wrong_pins: Defaulted<number>;
  open_path: string | null;
  return_path: string;
  locked_at: Date;
}

export interface SessionRow {
  token_hash: Buffer;
  user_id: number;
  created_at: Date;
  last_seen_at: Date;
  expires_at: Date;
  ip: string | null;
  user_agent: string | null;
  method: 'password' | 'totp' | 'recovery-code' | 'passkey' | 'connection' | null;
  proven_at: Date | null;
}

export interface SettlingOrganizationRow {
  organization_id: number;
  since: Date;
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
  kept_at: Date | null;
}

export interface SignatureRow {
  id: Id;
  document_id: number;
  action_id: number;
  position: number;
  certificate_serial: string;
  code: string;
  signed_at: Date;
  outside_chain: Buffer[] | null;
}

export interface SigningCodeRow {
  id: Id;
  workflow_id: number;
  action_id: number;
  link_id: string;
  method: 'code-sms' | 'code-mail';
  content_hash: Buffer;
  destination: string;
  language: string;
  code_hash: Buffer;
  salt: Buffer;
  encrypted_code: string | null;
  created_at: Date;
  expires_at: Date;
  tries: Defaulted<number>;
  ended_at: Date | null;
  delivery: 'queued' | 'sent' | 'delivered' | 'failed' | 'kept';
  attempts: Defaulted<number>;
  problem: string | null;
  page_host: string | null;
}

export interface SigningLinkRow {
  id: string;
  workflow_id: number;
  recipient_id: number;
  token_hash: Buffer;
  created_at: Date;
  superseded_at: Date | null;
  is_moved: Defaulted<boolean>;
}

export interface StepRow {
  id: Id;
  workflow_id: number;
  step_order: number;
  type: 'sign' | 'review';
  status: 'not_started' | 'started' | 'signed' | 'approved' | 'declined';
  expires_at: Date | null;
}

export interface SubmissionRow {
  id: Id;
  link_id: number;
  key_hash: Buffer;
  person_hash: Buffer;
  state: 'asked' | 'open' | 'done' | 'abandoned' | 'ended';
  name: string | null;
  email: string | null;
  language: ColumnTypes['submissions.language'] | null;
  entered: Json<ColumnTypes['submissions.entered']> | null;
  reference: string | null;
  tries: Defaulted<number>;
  expires_at: Date;
  created_at: Date;
  proven_at: Date | null;
  ended_at: Date | null;
  workflow_id: number | null;
}

export interface SummaryLineRow {
  id: Id;
  user_id: number;
  workflow_id: number;
  event_id: number;
  kind: string;
  happened_at: Date;
}

export interface TagRow {
  id: Id;
  workspace_id: number;
  name: string;
  name_key: string;
  color: string;
  created_at: Date;
}

export interface TemplateAnnexRow {
  id: Id;
  template_id: number;
  position: number;
  name: string;
  format: string;
  size: number;
  sha256: string;
  file_id: number;
  added_at: Date;
}

export interface TemplateDocumentRow {
  id: Id;
  template_id: number;
  position: number;
  name: string;
  pages: Json<ColumnTypes['template_documents.pages']>;
  contents: Json<ColumnTypes['template_documents.contents']>;
  original_file_id: number;
  thumb_file_id: number | null;
  storage_key: string;
  source_file_id: number | null;
  source: Json<ColumnTypes['template_documents.source']> | null;
}

export interface TemplateTagRow {
  template_id: number;
  tag_id: number;
}

export interface TemplateRow {
  id: Id;
  organization_id: number;
  workspace_id: number;
  creator_id: number;
  name: string;
  type: 'simple' | 'advanced' | 'qualified';
  sender_message: string | null;
  expiry_days: number;
  preferences: Json<ColumnTypes['templates.preferences']>;
  plan: Json<ColumnTypes['templates.plan']>;
  version: Defaulted<number>;
  created_at: Date;
  changed_at: Date;
  language: ColumnTypes['templates.language'] | null;
}

export interface TokenRow {
  token_hash: Buffer;
  grant_id: number;
  kind: 'access' | 'refresh';
  scopes: ColumnTypes['tokens.scopes'];
  issued_at: Date;
  expires_at: Date | null;
  rotates: Defaulted<boolean>;
  rotated_at: Date | null;
}

export interface TotpSecretRow {
  user_id: number;
  sealed_secret: string;
  last_step: Defaulted<number>;
  created_at: Date;
  confirmed_at: Date | null;
}

export interface TransferRow {
  workflow_id: number;
  workspace_id: number;
  state: 'pending' | 'done' | 'failed';
  attempts: number;
  next_attempt_at: Date | null;
  status: number | null;
  cause: string | null;
  files: Json<ColumnTypes['transfers.files']>;
  created_at: Date;
  done_at: Date | null;
}

export interface TransparencyCheckpointRow {
  size: number;
  checkpoint: string;
  made_at: Date;
  timestamp: Buffer;
}

export interface TransparencyCosignatureRow {
  size: number;
  witness: string;
  line: string;
  seen_at: Date;
}

export interface TransparencyLeafRow {
  position: number;
  kind: ColumnTypes['transparency_leaves.kind'];
  hash: Buffer;
  added_at: Date;
}

export interface TransparencyPendingRow {
  id: Id;
  kind: 'seal' | 'events';
  hash: Buffer;
}

export interface TransparencyStateRow {
  is_only: Defaulted<boolean>;
  size: number;
  last_added_at: Date | null;
  checkpoint: string | null;
  certificates_since: Date | null;
  frontier: Buffer | null;
}

export interface TransparencyTileRow {
  level: number;
  index: number;
  hashes: Buffer;
}

export interface TransparencyWitnessStateRow {
  key: string;
  size: Defaulted<number>;
  seen_at: Date | null;
  failing_since: Date | null;
  problem: string | null;
  refused_since: Date | null;
  notified_at: Date | null;
}

export interface TrustProviderRow {
  id: Id;
  organization_id: number;
  name: string;
  base_url: string;
  oauth_url: string | null;
  client_id: string;
  sealed_secret: string;
  anchors: string;
  enabled: boolean;
  created_at: Date;
  account_id: string | null;
  client_authentication: 'body' | 'header' | null;
}

export interface UnfinishedDocumentRow {
  user_id: number;
  workspace_id: number | null;
  version: number;
  content: string;
  saved_at: Date;
}

export interface UnfinishedFileRow {
  id: Id;
  user_id: number;
  file_id: number;
  name: string;
}

export interface UnnamedProxyRow {
  address: string;
  first_seen_at: Date;
  last_seen_at: Date;
}

export interface UsageMarkRow {
  single: Defaulted<boolean>;
  counted_event: Defaulted<number>;
  seen_event: Defaulted<number>;
  seen_transaction: string | null;
  counted_at: Date | null;
}

export interface UserRow {
  id: Id;
  email: string;
  email_key: string;
  email_proven_at: Date | null;
  name: string;
  first_name: string | null;
  last_name: string | null;
  country: string | null;
  password_hash: string | null;
  picture_file_id: number | null;
  instance_owner: Defaulted<boolean>;
  created_at: Date;
  language: 'en' | 'fr' | 'de' | 'es' | 'it' | 'pt' | 'nl' | 'pl' | 'ar' | null;
  erased_at: Date | null;
  claimed_key: string | null;
  limited_until: Date | null;
  time_zone: string | null;
  color_scheme: 'light' | 'dark' | null;
  wants_signature_mails: Defaulted<boolean>;
  second_factor_at: Date | null;
  second_factor_due_at: Date | null;
  suspended_at: Date | null;
}

export interface WebhookEndpointRow {
  id: Id;
  organization_id: number;
  url: string;
  events: ColumnTypes['webhook_endpoints.events'];
  enabled: boolean;
  verifies_certificate: boolean;
  secret_key: string;
  previous_secret_key: string | null;
  previous_secret_ends_at: Date | null;
  listens_since: Date;
  created_at: Date;
  deleted_at: Date | null;
}

export interface WitnessedForkRow {
  id: Id;
  origin: string;
  root: Buffer;
  refused: string;
  cosigned: string;
  is_proven: boolean;
  refused_at: Date;
  notified_at: Date | null;
}

export interface WitnessedLogRow {
  origin: string;
  public_key: Buffer;
  added_at: Date;
  removed_at: Date | null;
  size: Defaulted<number>;
  checkpoint: string | null;
  seen_at: Date | null;
}

export interface WorkflowCountChangeRow {
  id: Id;
  workspace_id: number;
  creator_id: number;
  status: ColumnTypes['workflow_count_changes.status'];
  source_type: ColumnTypes['workflow_count_changes.source_type'];
  source_value: string;
  change: number;
}

export interface WorkflowCountRow {
  workspace_id: number;
  creator_id: number;
  status: ColumnTypes['workflow_counts.status'];
  source_type: ColumnTypes['workflow_counts.source_type'];
  source_value: string;
  total: number;
}

export interface WorkflowLedgerRow {
  workflow_id: number;
  envelope_id: string;
  leaf: Buffer;
  events: number;
  head: Buffer;
  head_mac: Buffer;
  mac: Buffer;
  checkpoint: number | null;
}

export interface WorkflowSearchRow {
  workflow_id: number;
  words: string;
}

export interface WorkflowTagRow {
  workflow_id: number;
  tag_id: number;
}

export interface WorkflowTombstoneRow {
  workflow_id: number;
  envelope_id: string;
  deleted_at: Date;
  detail: Json<ColumnTypes['workflow_tombstones.detail']>;
  mac: Buffer;
}

export interface WorkflowRow {
  id: Id;
  envelope_id: string;
  organization_id: number;
  workspace_id: number;
  creator_id: number;
  name: string;
  type: 'simple' | 'advanced' | 'qualified';
  status: 'not_started' | 'started' | 'approved' | 'to_be_archived' | 'signed' | 'declined' | 'canceled' | 'expired' | 'blocked';
  old_status: 'not_started' | 'started' | 'approved' | 'to_be_archived' | 'signed' | 'declined' | 'canceled' | 'expired' | 'blocked' | null;
  created_at: Date;
  expires_at: Date;
  started_at: Date | null;
  scheduled_start_at: Date | null;
  ended_at: Date | null;
  sender_name: string | null;
  sender_message: string | null;
  source_type: 'api' | 'web' | 'mobile' | 'integration' | 'seal';
  source_value: string | null;
  metadata: Json<ColumnTypes['workflows.metadata']>;
  preferences: Json<ColumnTypes['workflows.preferences']>;
  blocked_cause: string | null;
  title: string | null;
  sent_by_key: Json<ColumnTypes['workflows.sent_by_key']> | null;
  cancel_reason: string | null;
  filed_at: Date | null;
  changed_at: Date | null;
}

export interface WorkspaceUserRow {
  id: Id;
  workspace_id: number;
  member_id: number;
  role_id: number;
  created_at: Date;
}

export interface WorkspaceRow {
  id: Id;
  organization_id: number;
  name: string;
  description: string | null;
  created_at: Date;
  reminders: string | null;
  defaults: Json<ColumnTypes['workspaces.defaults']> | null;
}

export interface WrappingKeyRow {
  id: string;
  probe: Buffer;
}

export interface Tables {
  account_erasures: AccountErasureRow;
  account_links: AccountLinkRow;
  account_passkeys: AccountPasskeyRow;
  account_signatures: AccountSignatureRow;
  account_tombstones: AccountTombstoneRow;
  actions: ActionRow;
  address_changes: AddressChangeRow;
  agent_allowance_templates: AgentAllowanceTemplateRow;
  agent_allowances: AgentAllowanceRow;
  agent_requests: AgentRequestRow;
  agent_settings: AgentSettingRow;
  agent_uploads: AgentUploadRow;
  annexes: AnnexRow;
  api_keys: ApiKeyRow;
  app_grants: AppGrantRow;
  attachments: AttachmentRow;
  authorization_codes: AuthorizationCodeRow;
  backups: BackupRow;
  blob_keys: BlobKeyRow;
  blob_leases: BlobLeaseRow;
  bound_previews: BoundPreviewRow;
  brands: BrandRow;
  bulk_files: BulkFileRow;
  bulk_jobs: BulkJobRow;
  bulk_rows: BulkRowRow;
  certificates: CertificateRow;
  completion_certificates: CompletionCertificateRow;
  connection_domains: ConnectionDomainRow;
  connection_sessions: ConnectionSessionRow;
  connection_visits: ConnectionVisitRow;
  consents: ConsentRow;
  contact_settings: ContactSettingRow;
  contacts: ContactRow;
  custom_roles: CustomRoleRow;
  deliveries: DeliveryRow;
  delivery_attempts: DeliveryAttemptRow;
  delivery_leases: DeliveryLeaseRow;
  departures: DepartureRow;
  design_sessions: DesignSessionRow;
  destinations: DestinationRow;
  disclosures: DisclosureRow;
  documents: DocumentRow;
  embedded_sessions: EmbeddedSessionRow;
  events: EventRow;
  export_parts: ExportPartRow;
  export_workflows: ExportWorkflowRow;
  exports: ExportRow;
  factor_challenges: FactorChallengeRow;
  factor_dues: FactorDueRow;
  factor_policies: FactorPolicyRow;
  factor_resets: FactorResetRow;
  field_blocks: FieldBlockRow;
  fields: FieldRow;
  files: FileRow;
  follower_links: FollowerLinkRow;
  followers: FollowerRow;
  hand_overs: HandOverRow;
  handovers: HandoverRow;
  health_checks: HealthCheckRow;
  idempotency_keys: IdempotencyKeyRow;
  identities: IdentityRow;
  identity_providers: IdentityProviderRow;
  identity_visits: IdentityVisitRow;
  in_person_handovers: InPersonHandoverRow;
  instance_keys: InstanceKeyRow;
  integration_apps: IntegrationAppRow;
  invitations: InvitationRow;
  job_schedules: JobScheduleRow;
  known_devices: KnownDeviceRow;
  lane_paces: LanePaceRow;
  ledger_checkpoints: LedgerCheckpointRow;
  legal_holds: LegalHoldRow;
  link_hosts: LinkHostRow;
  logout_tokens: LogoutTokenRow;
  mail_settings: MailSettingRow;
  mails: MailRow;
  members: MemberRow;
  message_templates: MessageTemplateRow;
  moved_salts: MovedSaltRow;
  number_ranges: NumberRangeRow;
  organization_chains: OrganizationChainRow;
  organization_events: OrganizationEventRow;
  organization_freezes: OrganizationFreezeRow;
  organization_quotas: OrganizationQuotaRow;
  organization_usage: OrganizationUsageRow;
  organizations: OrganizationRow;
  origins: OriginRow;
  outages: OutageRow;
  passkey_challenges: PasskeyChallengeRow;
  passkeys: PasskeyRow;
  pending_timestamps: PendingTimestampRow;
  preview_documents: PreviewDocumentRow;
  previews: PreviewRow;
  proofs: ProofRow;
  provided_seals: ProvidedSealRow;
  provider_visits: ProviderVisitRow;
  provisioned_group_users: ProvisionedGroupUserRow;
  provisioned_groups: ProvisionedGroupRow;
  provisioned_users: ProvisionedUserRow;
  public_links: PublicLinkRow;
  rate_windows: RateWindowRow;
  recipient_roles: RecipientRoleRow;
  recipients: RecipientRow;
  record_collectors: RecordCollectorRow;
  recovery_codes: RecoveryCodeRow;
  replaced_blobs: ReplacedBlobRow;
  restores: RestoreRow;
  retention_changes: RetentionChangeRow;
  retention_policies: RetentionPolicyRow;
  retention_run_items: RetentionRunItemRow;
  retention_runs: RetentionRunRow;
  revisions: RevisionRow;
  saml_messages: SamlMessageRow;
  saml_providers: SamlProviderRow;
  schema_compatibility: SchemaCompatibilityRow;
  scim_tokens: ScimTokenRow;
  seal_credentials: SealCredentialRow;
  seals: SealRow;
  session_locks: SessionLockRow;
  sessions: SessionRow;
  settling_organizations: SettlingOrganizationRow;
  signature_images: SignatureImageRow;
  signatures: SignatureRow;
  signing_codes: SigningCodeRow;
  signing_links: SigningLinkRow;
  steps: StepRow;
  submissions: SubmissionRow;
  summary_lines: SummaryLineRow;
  tags: TagRow;
  template_annexes: TemplateAnnexRow;
  template_documents: TemplateDocumentRow;
  template_tags: TemplateTagRow;
  templates: TemplateRow;
  tokens: TokenRow;
  totp_secrets: TotpSecretRow;
  transfers: TransferRow;
  transparency_checkpoints: TransparencyCheckpointRow;
  transparency_cosignatures: TransparencyCosignatureRow;
  transparency_leaves: TransparencyLeafRow;
  transparency_pending: TransparencyPendingRow;
  transparency_state: TransparencyStateRow;
  transparency_tiles: TransparencyTileRow;
  transparency_witness_states: TransparencyWitnessStateRow;
  trust_providers: TrustProviderRow;
  unfinished_documents: UnfinishedDocumentRow;
  unfinished_files: UnfinishedFileRow;
  unnamed_proxies: UnnamedProxyRow;
  usage_marks: UsageMarkRow;
  users: UserRow;
  webhook_endpoints: WebhookEndpointRow;
  witnessed_forks: WitnessedForkRow;
  witnessed_logs: WitnessedLogRow;
  workflow_count_changes: WorkflowCountChangeRow;
  workflow_counts: WorkflowCountRow;
  workflow_ledger: WorkflowLedgerRow;
  workflow_search: WorkflowSearchRow;
  workflow_tags: WorkflowTagRow;
  workflow_tombstones: WorkflowTombstoneRow;
  workflows: WorkflowRow;
  workspace_users: WorkspaceUserRow;
  workspaces: WorkspaceRow;
  wrapping_keys: WrappingKeyRow;
}

/** All columns of each table, for what reads whole rows (`prepared-statements.ts` says why not by `*`). */
export const COLUMNS = {
  account_erasures: ['user_id', 'email', 'started_at', 'total', 'done', 'after_id'],
  account_links: ['token_hash', 'kind', 'user_id', 'created_at', 'expires_at', 'used_at'],
  account_passkeys: ['id', 'user_id', 'name', 'public_key', 'sign_count', 'transports', 'created_at', 'used_at'],
  account_signatures: ['user_id', 'kind', 'method', 'text', 'font', 'file_id', 'created_at'],
  account_tombstones: ['user_id', 'erased_at', 'detail', 'mac'],
  actions: ['id', 'workflow_id', 'step_id', 'role_id', 'recipient_id', 'type', 'status', 'comment', 'acted_at', 'reminded_at', 'transaction', 'asked_at', 'reminder_due_at', 'reminders_sent', 'choice_group', 'choice_required', 'choice_slot', 'witness_of', 'witness_asked'],
  address_changes: ['id', 'user_id', 'former_email', 'email', 'link_id', 'proof_hash', 'refusal_hash', 'requested_at', 'changed_at', 'expires_at'],
  agent_allowance_templates: ['organization_id', 'template_id', 'version'],
  agent_allowances: ['organization_id', 'domains', 'daily_cap', 'set_by', 'changed_at', 'used_on', 'used'],
  agent_requests: ['id', 'act', 'user_id', 'workflow_id', 'agent_name', 'agent_client_id', 'reason', 'created_at', 'expires_at', 'decision', 'decided_by', 'decided_at'],
  agent_settings: ['organization_id', 'mode', 'changed_at'],
  agent_uploads: ['id', 'token_hash', 'caller', 'name', 'size', 'sha256', 'file_id', 'expires_at'],
  annexes: ['id', 'workflow_id', 'position', 'name', 'format', 'size', 'sha256', 'file_id', 'added_at'],
  api_keys: ['id', 'organization_id', 'member_id', 'creator_id', 'name', 'secret_hash', 'hint', 'scopes', 'created_at', 'last_used_at'],
  app_grants: ['id', 'app_id', 'user_id', 'scopes', 'approved_at', 'last_used_at', 'revoked_at', 'resource'],
  attachments: ['field_id', 'recipient_id', 'name', 'file_id', 'added_at'],
  authorization_codes: ['code_hash', 'grant_id', 'redirect_uri', 'code_challenge', 'issued_at', 'expires_at', 'used_at'],
  backups: ['snapshot', 'place', 'started_at', 'finished_at', 'files', 'bytes', 'unreadable'],
  blob_keys: ['blob_key', 'wrapping_key', 'wrapped'],
  blob_leases: ['holder', 'ends_at'],
  bound_previews: ['preview_id', 'certificates', 'certificate_serial', 'algorithm', 'bound_at', 'log_proof', 'proof_record'],
  brands: ['organization_id', 'phase', 'accent', 'logo_file_id', 'sender_name', 'reply_address', 'footer', 'disclosures', 'changed_at'],
  bulk_files: ['job_id', 'file_id'],
  bulk_jobs: ['id', 'organization_id', 'workspace_id', 'template_id', 'creator_id', 'caller', 'state', 'file_name', 'encoding', 'template', 'columns', 'name_pattern', 'is_locked', 'tag_ids', 'starts_at', 'rate_per_minute', 'paused_for', 'counted_from', 'created_at', 'started_at', 'ended_at'],
  bulk_rows: ['job_id', 'row', 'state', 'cells', 'key', 'problems', 'people', 'same_as', 'workflow_id'],
  certificates: ['serial', 'subject', 'der', 'workflow_id', 'issued_at', 'expires_at', 'revoked_at', 'revocation_reason', 'use_before', 'public_key_hash', 'outside_issuers'],
  completion_certificates: ['workflow_id', 'file_id', 'made_at', 'edition'],
  connection_domains: ['connection_id', 'domain', 'token', 'proven_at'],
  connection_sessions: ['token_hash', 'connection_id', 'subject', 'sid', 'sealed_token'],
  connection_visits: ['browser_hash', 'connection_id', 'state_hash', 'sealed', 'return_to', 'problem', 'retry_at', 'user_id', 'expires_at'],
  consents: ['action_id', 'version', 'language', 'time_zone', 'text_sha256', 'given_at', 'disclosure_id', 'witness_address', 'witness_relation'],
  contact_settings: ['organization_id', 'learning'],
  contacts: ['id', 'workspace_id', 'name', 'email', 'email_key', 'phone', 'language', 'source', 'last_used_at', 'created_at', 'words'],
  custom_roles: ['id', 'organization_id', 'key', 'name', 'permissions', 'created_at'],
  deliveries: ['id', 'workflow_id', 'event_id', 'event_name', 'webhook_id', 'url', 'body', 'state', 'attempts', 'next_attempt_at', 'created_at', 'delivered_at', 'endpoint_id'],
  delivery_attempts: ['id', 'delivery_id', 'attempted_at', 'status', 'error', 'response', 'duration_ms'],
  delivery_leases: ['workflow_id', 'endpoint_id', 'leased_by', 'leased_until'],
  departures: ['organization_id', 'moved_to', 'ends_at', 'arrival', 'cell', 'workspace_ids', 'erased_at'],
  design_sessions: ['id', 'kind', 'token_hash', 'workflow_id', 'user_id', 'organization_id', 'app_client_id', 'api_key_id', 'on_behalf', 'callback_url', 'auto_start', 'created_at', 'expires_at', 'embedding', 'bearer_hash'],
  destinations: ['workspace_id', 'kind', 'url', 'user_name', 'sealed_secret', 'region', 'path_pattern', 'include', 'changed_at'],
  disclosures: ['id', 'organization_id', 'language', 'text', 'text_sha256', 'published_at'],
  documents: ['id', 'workflow_id', 'position', 'name', 'pages', 'original_file_id', 'thumb_file_id', 'sealed_file_id', 'storage_key', 'contents', 'source_file_id', 'source'],
  embedded_sessions: ['id', 'link_id', 'token_hash', 'bearer_hash', 'origin', 'app_name', 'return_url', 'language', 'said_method', 'said_at', 'lifetime_seconds', 'expires_at'],
  events: ['id', 'workflow_id', 'sequence', 'name', 'occurred_at', 'actor', 'detail', 'previous_hash', 'hash', 'snapshot', 'version', 'snapshot_sha256', 'mac'],
  export_parts: ['export_id', 'part', 'file_id', 'size', 'files', 'records'],
  export_workflows: ['export_id', 'position', 'workflow_id', 'line', 'is_skipped'],
  exports: ['id', 'organization_id', 'workspace_id', 'creator_id', 'reach_organization_id', 'state', 'contents', 'workflows', 'done', 'skipped', 'size', 'round', 'problem', 'created_at', 'started_at', 'ended_at', 'expires_at'],
  factor_challenges: ['token_hash', 'kind', 'user_id', 'nonce', 'expires_at'],
  factor_dues: ['user_id', 'due_at', 'reminded_at'],
  factor_policies: ['organization_id', 'policy', 'grace_days'],
  factor_resets: ['user_id', 'organization_id', 'asked_by', 'asked_at', 'due_at'],
  field_blocks: ['id', 'workspace_id', 'name', 'name_key', 'fields', 'changed_at'],
  fields: ['id', 'workflow_id', 'document_id', 'role_id', 'position', 'type', 'label', 'required', 'page', 'pos_x', 'pos_y', 'width', 'height', 'style', 'pdf_field_name', 'value', 'read_only', 'rules', 'sent_value'],
  files: ['id', 'blob_key', 'sha256', 'size', 'format', 'created_at', 'chunk_digests', 'checked_at', 'finding', 'reported_finding', 'part_of'],
  follower_links: ['id', 'workflow_id', 'follower_id', 'token_hash', 'created_at', 'is_moved'],
  followers: ['id', 'workflow_id', 'position', 'name', 'email', 'email_key', 'language', 'copied_when', 'recipient_id', 'opened_at', 'stopped_at', 'mail_problem'],
  hand_overs: ['id', 'organization_id', 'user_id', 'to_user_id', 'actor', 'started_at', 'workflows', 'templates'],
  handovers: ['link_id', 'token_hash', 'expires_at', 'hosted'],
  health_checks: ['id', 'asked_at', 'finished_at', 'findings'],
  idempotency_keys: ['caller', 'key', 'request_hash', 'status', 'headers', 'body', 'created_at', 'holder'],
  identities: ['connection_id', 'subject', 'user_id', 'granted_workspaces', 'granted_administrator', 'created_at', 'last_seen_at'],
  identity_providers: ['organization_id', 'issuer', 'client_id', 'sealed_secret', 'changed_at', 'id', 'kind', 'name', 'for_signers', 'for_members', 'is_enforced', 'ends_session', 'mapping', 'worked_at', 'created_at'],
  identity_visits: ['link_id', 'action_id', 'content_hash', 'issuer', 'client_id', 'state_hash', 'sealed_secrets', 'problem', 'begun_at', 'expires_at'],
  in_person_handovers: ['link_id', 'way', 'token_hash', 'host_id', 'return_url', 'expires_at'],
  instance_keys: ['name', 'fingerprint'],
  integration_apps: ['id', 'client_id', 'secret_hash', 'name', 'owner_id', 'redirect_uris', 'scopes', 'created_at', 'last_used_at', 'deleted_at', 'embed_origins', 'origin', 'read_until', 'etag'],
  invitations: ['token_hash', 'member_id', 'inviter_id', 'created_at', 'expires_at', 'language'],
  job_schedules: ['name', 'period'],
  known_devices: ['token_hash', 'user_id', 'created_at', 'expires_at'],
  lane_paces: ['lane', 'next_at'],
  ledger_checkpoints: ['number', 'workflow_ids', 'total', 'created_at', 'mac'],
  legal_holds: ['id', 'organization_id', 'workflow_id', 'workspace_id', 'email', 'email_key', 'reason', 'placed_at', 'placed_by', 'lifted_at', 'lifted_by'],
  link_hosts: ['organization_id', 'host', 'token', 'set_at', 'named_at', 'proven_at', 'removed_at'],
  logout_tokens: ['connection_id', 'token_id', 'expires_at'],
  mail_settings: ['user_id', 'signatures', 'completions', 'stops', 'failures'],
  mails: ['id', 'workflow_id', 'event_id', 'recipient_id', 'kind', 'to_email', 'to_name', 'detail', 'state', 'attempts', 'last_error', 'smtp_reply', 'created_at', 'sent_at', 'next_attempt_at', 'follower_id', 'turn_at'],
  members: ['id', 'unique_id', 'organization_id', 'user_id', 'email', 'email_key', 'created_at', 'administrator', 'deactivated_user_id', 'provisioned_by'],
  message_templates: ['id', 'workspace_id', 'name', 'name_key', 'body', 'changed_at'],
  moved_salts: ['action_id', 'sealed_salt'],
  number_ranges: ['is_only', 'cell'],
  organization_chains: ['organization_id', 'first_sequence', 'first_hash', 'first_mac', 'events', 'head', 'head_mac', 'mac'],
  organization_events: ['id', 'organization_id', 'name', 'occurred_at', 'actor_id', 'about_id', 'actor', 'source', 'source_sha256', 'detail', 'before', 'after', 'sequence', 'hash', 'mac'],
  organization_freezes: ['organization_id', 'frozen_at', 'archives'],
  organization_quotas: ['organization_id', 'quota', 'is_own', 'value', 'used', 'since', 'measured_event'],
  organization_usage: ['workspace_id', 'month', 'organization_id', 'started', 'completed', 'signatures', 'sealed_files', 'stored_bytes', 'mails'],
  organizations: ['id', 'name', 'created_at', 'picture_file_id', 'default_identification', 'has_trust_provider', 'has_identity_provider', 'reminders', 'level_rights', 'requires_connection', 'defaults', 'embed_origins'],
  origins: ['log_key', 'base_url', 'roots', 'issuing', 'logged_since', 'named_at'],
  outages: ['cause', 'since'],
  passkey_challenges: ['link_id', 'content_hash', 'nonce', 'expires_at'],
  passkeys: ['id', 'address', 'public_key', 'spki', 'sign_count', 'transports', 'created_at', 'used_at'],
  pending_timestamps: ['action_id', 'workflow_id', 'attempts', 'cause', 'retried_event'],
  preview_documents: ['preview_id', 'document_id', 'code', 'bytes', 'digest'],
  previews: ['id', 'link_id', 'action_id', 'made_at', 'expires_at', 'time_zone', 'shown_hash', 'content_hash', 'trail_events', 'trail_head', 'contents_bytes'],
  proofs: ['id', 'workflow_id', 'action_id', 'link_id', 'method', 'content_hash', 'proven_at', 'expires_at', 'used_at', 'detail'],
  provided_seals: ['document_id', 'provider', 'is_sandbox', 'is_qualified', 'serial', 'chain'],
  provider_visits: ['link_id', 'action_id', 'preview_id', 'provider_key', 'state_hash', 'sealed_secrets', 'credential_id', 'chain', 'algorithm', 'response_id', 'signatures', 'problem', 'expires_at'],
  provisioned_group_users: ['group_id', 'provisioned_id'],
  provisioned_groups: ['id', 'connection_id', 'display_name', 'external_id', 'version', 'created_at', 'changed_at'],
  provisioned_users: ['id', 'connection_id', 'user_id', 'user_name', 'external_id', 'email', 'display_name', 'given_name', 'family_name', 'active', 'granted_workspaces', 'granted_administrator', 'version', 'created_at', 'changed_at'],
  public_links: ['id', 'organization_id', 'template_id', 'creator_id', 'key', 'token_hash', 'secret_number', 'name', 'placeholder_id', 'people', 'opens_at', 'closes_at', 'maximum', 'is_once_per_person', 'language', 'prefill_keys', 'created_at', 'ended_at'],
  rate_windows: ['key', 'started_at', 'hits'],
  recipient_roles: ['id', 'workflow_id', 'recipient_id', 'type', 'color'],
  recipients: ['id', 'workflow_id', 'position', 'name', 'email', 'email_key', 'anchor_tag', 'phone', 'language', 'identification', 'identification_chosen', 'time_zone', 'mail_problem'],
  record_collectors: ['organization_id', 'url', 'format', 'secret_key', 'sealed_authorization', 'position', 'attempts', 'next_attempt_at', 'status', 'cause', 'delivered_at', 'leased_until', 'changed_at'],
  recovery_codes: ['user_id', 'code_hash', 'used_at'],
  replaced_blobs: ['blob_key', 'replaced_at'],
  restores: ['only_row', 'snapshot', 'source', 'started_at', 'is_loaded', 'moved_to'],
  retention_changes: ['id', 'organization_id', 'workspace_id', 'workflow_id', 'changed_at', 'changed_by', 'by_key', 'before', 'after', 'template_id'],
  retention_policies: ['id', 'organization_id', 'workspace_id', 'workflow_id', 'signed_years', 'draft_days', 'stopped_months', 'changed_at', 'template_id'],
  retention_run_items: ['run_id', 'workflow_id', 'envelope_id', 'workspace_id', 'rule', 'due_at', 'outcome', 'hold_id'],
  retention_runs: ['id', 'organization_id', 'kind', 'as_of', 'ended_at', 'examined', 'total', 'workspace_id', 'after_id'],
  revisions: ['document_id', 'number', 'kind', 'action_id', 'bytes', 'size', 'sha256', 'made_at'],
  saml_messages: ['connection_id', 'message_id', 'expires_at'],
  saml_providers: ['connection_id', 'sso_url', 'slo_url', 'certificates', 'name_format', 'metadata_url', 'metadata_read_at', 'metadata_problem', 'email_attribute', 'name_attribute', 'signs_requests', 'allows_unsolicited', 'answer_problem', 'sealed_key', 'own_certificate'],
  schema_compatibility: ['single', 'oldest_version'],
  scim_tokens: ['id', 'connection_id', 'token_hash', 'hint', 'created_at', 'ends_at', 'last_used_at', 'last_error_at', 'last_error'],
  seal_credentials: ['organization_id', 'provider_id', 'credential_id', 'sealed_pin', 'chain', 'is_qualified', 'expires_at', 'warned_at', 'set_at', 'problem', 'is_blocked', 'told_at'],
  seals: ['document_id', 'workflow_id', 'state', 'attempts', 'cause', 'file_id', 'sealed_at', 'level', 'timestamp_authority', 'timestamp_is_internal', 'timestamp_serial', 'timestamped_at', 'renew_at', 'requested_event', 'compacted_at', 'timestamp_hashes'],
  session_locks: ['token_hash', 'pin_hash', 'wrong_pins', 'open_path', 'return_path', 'locked_at'],
  sessions: ['token_hash', 'user_id', 'created_at', 'last_seen_at', 'expires_at', 'ip', 'user_agent', 'method', 'proven_at'],
  settling_organizations: ['organization_id', 'since'],
  signature_images: ['id', 'recipient_id', 'kind', 'method', 'text', 'font', 'file_id', 'created_at', 'kept_at'],
  signatures: ['id', 'document_id', 'action_id', 'position', 'certificate_serial', 'code', 'signed_at', 'outside_chain'],
  signing_codes: ['id', 'workflow_id', 'action_id', 'link_id', 'method', 'content_hash', 'destination', 'language', 'code_hash', 'salt', 'encrypted_code', 'created_at', 'expires_at', 'tries', 'ended_at', 'delivery', 'attempts', 'problem', 'page_host'],
  signing_links: ['id', 'workflow_id', 'recipient_id', 'token_hash', 'created_at', 'superseded_at', 'is_moved'],
  steps: ['id', 'workflow_id', 'step_order', 'type', 'status', 'expires_at'],
  submissions: ['id', 'link_id', 'key_hash', 'person_hash', 'state', 'name', 'email', 'language', 'entered', 'reference', 'tries', 'expires_at', 'created_at', 'proven_at', 'ended_at', 'workflow_id'],
  summary_lines: ['id', 'user_id', 'workflow_id', 'event_id', 'kind', 'happened_at'],
  tags: ['id', 'workspace_id', 'name', 'name_key', 'color', 'created_at'],
  template_annexes: ['id', 'template_id', 'position', 'name', 'format', 'size', 'sha256', 'file_id', 'added_at'],
  template_documents: ['id', 'template_id', 'position', 'name', 'pages', 'contents', 'original_file_id', 'thumb_file_id', 'storage_key', 'source_file_id', 'source'],
  template_tags: ['template_id', 'tag_id'],
  templates: ['id', 'organization_id', 'workspace_id', 'creator_id', 'name', 'type', 'sender_message', 'expiry_days', 'preferences', 'plan', 'version', 'created_at', 'changed_at', 'language'],
  tokens: ['token_hash', 'grant_id', 'kind', 'scopes', 'issued_at', 'expires_at', 'rotates', 'rotated_at'],
  totp_secrets: ['user_id', 'sealed_secret', 'last_step', 'created_at', 'confirmed_at'],
  transfers: ['workflow_id', 'workspace_id', 'state', 'attempts', 'next_attempt_at', 'status', 'cause', 'files', 'created_at', 'done_at'],
  transparency_checkpoints: ['size', 'checkpoint', 'made_at', 'timestamp'],
  transparency_cosignatures: ['size', 'witness', 'line', 'seen_at'],
  transparency_leaves: ['position', 'kind', 'hash', 'added_at'],
  transparency_pending: ['id', 'kind', 'hash'],
  transparency_state: ['is_only', 'size', 'last_added_at', 'checkpoint', 'certificates_since', 'frontier'],
  transparency_tiles: ['level', 'index', 'hashes'],
  transparency_witness_states: ['key', 'size', 'seen_at', 'failing_since', 'problem', 'refused_since', 'notified_at'],
  trust_providers: ['id', 'organization_id', 'name', 'base_url', 'oauth_url', 'client_id', 'sealed_secret', 'anchors', 'enabled', 'created_at', 'account_id', 'client_authentication'],
  unfinished_documents: ['user_id', 'workspace_id', 'version', 'content', 'saved_at'],
  unfinished_files: ['id', 'user_id', 'file_id', 'name'],
  unnamed_proxies: ['address', 'first_seen_at', 'last_seen_at'],
  usage_marks: ['single', 'counted_event', 'seen_event', 'seen_transaction', 'counted_at'],
  users: ['id', 'email', 'email_key', 'email_proven_at', 'name', 'first_name', 'last_name', 'country', 'password_hash', 'picture_file_id', 'instance_owner', 'created_at', 'language', 'erased_at', 'claimed_key', 'limited_until', 'time_zone', 'color_scheme', 'wants_signature_mails', 'second_factor_at', 'second_factor_due_at', 'suspended_at'],
  webhook_endpoints: ['id', 'organization_id', 'url', 'events', 'enabled', 'verifies_certificate', 'secret_key', 'previous_secret_key', 'previous_secret_ends_at', 'listens_since', 'created_at', 'deleted_at'],
  witnessed_forks: ['id', 'origin', 'root', 'refused', 'cosigned', 'is_proven', 'refused_at', 'notified_at'],
  witnessed_logs: ['origin', 'public_key', 'added_at', 'removed_at', 'size', 'checkpoint', 'seen_at'],
  workflow_count_changes: ['id', 'workspace_id', 'creator_id', 'status', 'source_type', 'source_value', 'change'],
  workflow_counts: ['workspace_id', 'creator_id', 'status', 'source_type', 'source_value', 'total'],
  workflow_ledger: ['workflow_id', 'envelope_id', 'leaf', 'events', 'head', 'head_mac', 'mac', 'checkpoint'],
  workflow_search: ['workflow_id', 'words'],
  workflow_tags: ['workflow_id', 'tag_id'],
  workflow_tombstones: ['workflow_id', 'envelope_id', 'deleted_at', 'detail', 'mac'],
  workflows: ['id', 'envelope_id', 'organization_id', 'workspace_id', 'creator_id', 'name', 'type', 'status', 'old_status', 'created_at', 'expires_at', 'started_at', 'scheduled_start_at', 'ended_at', 'sender_name', 'sender_message', 'source_type', 'source_value', 'metadata', 'preferences', 'blocked_cause', 'title', 'sent_by_key', 'cancel_reason', 'filed_at', 'changed_at'],
  workspace_users: ['id', 'workspace_id', 'member_id', 'role_id', 'created_at'],
  workspaces: ['id', 'organization_id', 'name', 'description', 'created_at', 'reminders', 'defaults'],
  wrapping_keys: ['id', 'probe'],
} as const satisfies { [Table in keyof Tables]: readonly (keyof Tables[Table])[] };
