import type {
  ActionStatus,
  ActionType,
  AnchorKind,
  FieldRules,
  FieldType,
  Identification,
  PdfForm,
  Placement,
  SigningLanguage,
  WorkflowStatus,
  WorkflowType,
} from '@paraph/domain';
import type { SignatureAlgorithm } from '@paraph/pades';
import type { ColumnType } from 'kysely';
import type { Defaulted, Id, Json } from './columns.ts';

// The tables of the workflows room.

/** Which kind of client created a workflow. */
export type SourceType = 'api' | 'web' | 'mobile' | 'integration';

export interface WorkflowRow {
  id: Id;
  envelope_id: string;
  organization_id: number;
  workspace_id: number;
  creator_id: number;
  /** The label of lists; it may change always. */
  name: string;
  /** The name at the start, which signers are shown and evidence proves; null until then. */
  title: Defaulted<string | null>;
  type: WorkflowType;
  status: WorkflowStatus;
  old_status: WorkflowStatus | null;
  created_at: Date;
  expires_at: Date;
  started_at: Date | null;
  scheduled_start_at: Date | null;
  ended_at: Date | null;
  sender_name: string | null;
  sender_message: string | null;
  source_type: SourceType;
  source_value: string | null;
  metadata: Json<Record<string, string>>;
  preferences: Json<Record<string, string>>;
  blocked_cause: string | null;
  /** The API key of another member that sent it in the sender's name. */
  sent_by_key: ColumnType<{ name: string; maker: string } | null, string | null | undefined, string | null>;
}

export interface PageSize {
  /** Points, as displayed: crop box with the page's rotation applied. */
  width: number;
  height: number;
}

export interface DocumentRow {
  id: Id;
  workflow_id: number;
  position: number;
  name: string;
  pages: Json<PageSize[]>;
  original_file_id: number;
  thumb_file_id: number | null;
  sealed_file_id: number | null;
  storage_key: string;
  /** What the intake found in it, for fields that are placed after it was stored. */
  found: Json<DocumentContents>;
}

export interface DocumentContents {
  anchors: { kind: AnchorKind; tag: string; place: Placement }[];
  /** Its empty signature fields. */
  formFields: { name: string; place: Placement }[];
  /** The whole form that it brings along; absent in documents of earlier versions. */
  form?: PdfForm;
}

export interface RecipientRow {
  id: Id;
  workflow_id: number;
  position: number;
  name: string;
  email: string;
  email_key: string;
  anchor_tag: string | null;
  /** E.164. */
  phone: Defaulted<string | null>;
  /** Null: the language of the browser; English in mails. */
  language: Defaulted<SigningLanguage | null>;
  /** Null: the organization's default. */
  identification: Defaulted<Identification | null>;
  /** Whether the start chose it, because the sender named none. */
  identification_chosen: Defaulted<boolean>;
}

export interface RecipientRoleRow {
  id: Id;
  workflow_id: number;
  recipient_id: number;
  type: ActionType;
  color: string;
}

export interface StepRow {
  id: Id;
  workflow_id: number;
  step_order: number;
  type: ActionType;
  status: ActionStatus;
  expires_at: Date | null;
}

export interface ActionRow {
  id: Id;
  workflow_id: number;
  step_id: number;
  role_id: number;
  recipient_id: number;
  type: ActionType;
  status: ActionStatus;
  comment: string | null;
  acted_at: Date | null;
  reminded_at: Defaulted<Date | null>;
  /** Of a qualified signature; null for every other. */
  transaction: Defaulted<RemoteTransaction | null>;
}

/** Who signed elsewhere, and under which id; null where the provider gave none. */
export interface RemoteTransaction {
  provider: string;
  responseId: string | null;
  /** What has to be said of every signature of the provider; null or absent where nothing has. */
  notice?: string | null;
}

export interface FieldStyle {
  color: string;
  /** Null in fields of earlier versions: the default. */
  fontStyle: string | null;
  fontSize: number;
  bold: boolean;
  italic: boolean;
  underline: boolean;
}

export interface FieldRow {
  id: Id;
  workflow_id: number;
  document_id: number;
  role_id: number;
  position: number;
  type: FieldType;
  label: string;
  required: boolean;
  read_only: boolean;
  page: number;
  pos_x: number;
  pos_y: number;
  width: number;
  height: number;
  style: Json<FieldStyle>;
  rules: Json<FieldRules>;
  pdf_field_name: string | null;
  value: string | null;
}

/** An incremental update of a document; size and hash are those of the whole file up to and including it. */
export interface RevisionRow {
  document_id: number;
  number: number;
  kind: 'fields' | 'signature';
  action_id: number | null;
  /** Null once the sealed file alone holds them. */
  bytes: Buffer | null;
  size: number;
  sha256: Buffer;
  made_at: Date;
}

/** A signature that lacks its timestamp. */
export interface PendingTimestampRow {
  action_id: number;
  workflow_id: number;
  attempts: Defaulted<number>;
  cause: string | null;
  /** The latest event that requested a retry. */
  retried_event: Defaulted<number | null>;
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

export interface PreviewDocumentRow {
  preview_id: string;
  document_id: number;
  code: string;
  bytes: Buffer;
  /** What the signature will cover. */
  digest: Buffer;
}

/** A preview whose signature is made by a key outside the service. */
export interface BoundPreviewRow {
  preview_id: string;
  /** DER: the signer's certificate, then its issuers. */
  certificates: Buffer[];
  /** Of the certificate, if this instance issued it. */
  certificate_serial: string | null;
  algorithm: SignatureAlgorithm;
  bound_at: Date;
}

export interface WorkflowTagRow {
  workflow_id: number;
  tag_id: number;
}

/** The groups by which workflows are counted. */
export interface WorkflowKindRow {
  workspace_id: number;
  creator_id: number;
  status: WorkflowStatus;
  source_type: SourceType;
  source_value: string;
}
