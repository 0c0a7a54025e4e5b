import type {
  AnchorKind,
  BlockField,
  BulkColumn,
  ConnectionMapping,
  EventName,
  ExportContent,
  FieldRules,
  FieldStyle,
  FieldType,
  LevelRights,
  LinkPerson,
  NamedPerson,
  OrganizationEvent,
  Outage,
  PdfForm,
  Placement,
  PrintedTag,
  RetentionPolicy,
  Scope,
  SendingDefaults,
  SigningLanguage,
  TemplatePlan,
  TransferSection,
  WorkflowStatus,
  WorkflowType,
} from '@paraph/domain';
import type { LogProof, SignatureAlgorithm } from '@paraph/pades';

/**
 * What the schema does not say of a column: the type of its JSON, and of a word whose list is not closed. All else of
 * `rows.generated.ts` is read from the tables.
 */
export interface ColumnTypes {
  'account_tombstones.detail': Record<string, unknown>;
  'actions.transaction': RemoteTransaction;
  'api_keys.scopes': Scope[];
  'app_grants.scopes': Scope[];
  'brands.disclosures': Partial<Record<SigningLanguage, string>>;
  'bound_previews.algorithm': SignatureAlgorithm;
  'bound_previews.log_proof': LogProof;
  'bulk_jobs.caller': BulkCaller;
  'bulk_jobs.columns': readonly BulkColumn[];
  'bulk_jobs.tag_ids': readonly number[];
  'bulk_jobs.template': FrozenTemplate;
  'bulk_rows.problems': Readonly<Record<string, string>>;
  'deliveries.event_name': EventName;
  'design_sessions.embedding': DesignEmbedding;
  'destinations.include': TransferSection[];
  'disclosures.language': SigningLanguage;
  'documents.contents': DocumentContents;
  'documents.pages': PageSize[];
  'documents.source': SourceFacts;
  'exports.contents': ExportContent[];
  'events.actor': EventActor;
  'events.detail': Record<string, unknown>;
  'events.name': EventName;
  'fields.rules': FieldRules;
  'fields.style': FieldStyle;
  'followers.language': SigningLanguage;
  'handovers.hosted': HostedBy;
  'identities.granted_workspaces': number[];
  'identity_providers.mapping': ConnectionMapping;
  'idempotency_keys.headers': Record<string, string>;
  'integration_apps.scopes': Scope[];
  'provisioned_users.granted_workspaces': number[];
  'ledger_checkpoints.workflow_ids': number[];
  'legal_holds.lifted_by': HoldActor;
  'legal_holds.placed_by': HoldActor;
  'health_checks.findings': HealthFinding[];
  'hand_overs.actor': EventActor;
  'mails.detail': Record<string, unknown>;
  'outages.cause': Outage;
  'organization_events.actor': RecordActor;
  'organization_events.after': Readonly<Record<string, unknown>>;
  'organization_events.before': Readonly<Record<string, unknown>>;
  'organization_events.detail': Record<string, unknown>;
  'organization_events.name': OrganizationEvent;
  'organization_events.source': RecordSource;
  'organizations.defaults': Partial<SendingDefaults>;
  'organizations.level_rights': LevelRights;
  'proofs.detail': Readonly<Record<string, unknown>>;
  'public_links.language': SigningLanguage;
  'public_links.people': readonly LinkPerson[];
  'public_links.prefill_keys': readonly string[];
  'submissions.entered': SubmissionForm;
  'submissions.language': SigningLanguage;
  'templates.language': SigningLanguage;
  'provider_visits.algorithm': SignatureAlgorithm;
  'provider_visits.signatures': Readonly<Record<string, string>>;
  'retention_changes.after': RetentionPolicy;
  'retention_changes.before': RetentionPolicy;
  'template_documents.contents': DocumentContents;
  'template_documents.pages': PageSize[];
  'template_documents.source': SourceFacts;
  'field_blocks.fields': readonly BlockField[];
  'templates.plan': TemplatePlan;
  'templates.preferences': Record<string, string>;
  'tokens.scopes': Scope[];
  'transfers.files': Readonly<Record<string, TransferredFile>>;
  'workspaces.defaults': Partial<SendingDefaults>;
  'transparency_leaves.kind': 'certificate' | 'events' | 'seal';
  'webhook_endpoints.events': EventName[];
  'workflow_count_changes.source_type': SourceType;
  'workflow_count_changes.status': WorkflowStatus;
  'workflow_counts.source_type': SourceType;
  'workflow_counts.status': WorkflowStatus;
  'workflow_tombstones.detail': Record<string, unknown>;
  'workflows.metadata': Record<string, string>;
  'workflows.preferences': Record<string, string>;
  'workflows.sent_by_key': { name: string; maker: string };
}

/** Which kind of client created a workflow; `seal`: it is a seal of the organization, without people. */
export type SourceType = 'api' | 'web' | 'mobile' | 'integration' | 'seal';

/** The actor, as of the time of the event. */
export interface EventActor {
  kind: 'user' | 'recipient' | 'follower' | 'service';
  id: number | null;
  name: string | null;
  email: string | null;
  ip: string | null;
  userAgent: string | null;
  /** Whether a trusted proxy named the address. */
  isProxied?: boolean;
  /** Whether the address is that of a proxy which the operator has not named. */
  isUnnamedProxy?: boolean;
  /** By whom a recipient had the session. */
  hosted?: HostedBy;
  /** Which kind of credential a user showed. */
  through?: 'session' | 'token' | 'key' | 'link';
  /** The API key that another member made to act as this user: its name, and the name of who made it. */
  byKey?: { name: string; maker: string };
  /**
   * The agent that acted for the user: the name of its app or key, and the client id of an app. With `forUser`, the actor
   * is a person who confirmed what the agent had asked for in that user's name; with `allowance`, the agent did it by
   * itself, as an organization lets it.
   */
  agent?: {
    name: string;
    clientId: string | null;
    forUser?: string;
    allowance?: { organization: string; setBy: string };
  };
}

/** By whom a recipient has a session, where they did not open the link that was mailed. */
export interface HostedBy {
  /** On a device of the host, by a link that the host copied, or in a frame of the page of an app. */
  way: 'device' | 'link' | 'embedded';
  /** The name of the host, or of the app. */
  host: string;
  /** What an app says, by its own word: to whom it showed the frame, and how and when it knew them. */
  said?: { origin: string; method: string; at: string };
}

/** What a program asks for that shows the designer in a frame of its own page. */
export interface DesignEmbedding {
  /** The only page that may show it. */
  origin: string;
  /** The name of the app or API key. */
  app: string;
  language: string | null;
  /** What may be placed; null for all types. */
  fieldTypes: FieldType[] | null;
  lockRecipients: boolean;
  lockDocuments: boolean;
  /** Whether the draft may be started there. */
  showStart: boolean;
  /** How long it lasts once it is open. */
  lifetimeSeconds: number;
}

/** By what the record of an organization says who acted. */
export interface RecordActor {
  /** `visitor`: nobody who is known, as in a failed sign-in. `instance`: a job, or who runs the instance. */
  kind: 'user' | 'visitor' | 'instance';
  /** Which kind of credential was shown, and the name of the key or app. */
  through?: 'session' | 'token' | 'key';
  credential?: string;
}

/** Who that was, as of then, and where; with a salt, so that its hash tells nothing once it is gone. */
export interface RecordSource {
  name: string | null;
  email: string | null;
  ip: string | null;
  userAgent: string | null;
  salt: string;
}

/** A file at a destination, from before its first byte is sent, so that it is known after a kill. */
export interface TransferredFile {
  path: string;
  /** Hexadecimal. */
  sha256: string;
  done: boolean;
}

/** Who placed or lifted a hold. */
export interface HoldActor {
  id: number;
  name: string;
}

export interface PageSize {
  /** Points, as displayed: crop box with the page's rotation applied. */
  width: number;
  height: number;
}

/** What an examination of the instance found. */
export interface HealthFinding {
  name: string;
  /** `warning`: it works, but the operator should know. */
  state: 'well' | 'warning' | 'failed';
  detail: string;
  remedy?: string;
}

/** What a document was made of: the file as it was sent. */
export interface SourceFacts {
  name: string;
  contentType: string;
  sha256: string;
  size: number;
}

/** What the intake found in a document, for fields that are placed after it was stored. */
export interface DocumentContents {
  anchors: { kind: AnchorKind; tag: string; place: Placement }[];
  /** The tags of its text; absent where it has none, or was stored before they were looked for. */
  tags?: PrintedTag[];
  /** Its empty signature fields. */
  formFields: { name: string; place: Placement }[];
  /** The whole form that it brings along. */
  form: PdfForm;
}

/** Who signed elsewhere with a qualified signature, and under which id; null where the provider gave none. */
export interface RemoteTransaction {
  provider: string;
  responseId: string | null;
  /** What has to be said of every signature of the provider; null or absent where nothing has. */
  notice?: string | null;
}

/** What a person entered at a public link besides name and address; gone once the workflow says it. */
export interface SubmissionForm {
  people: readonly NamedPerson[];
  values: Readonly<Record<string, string>>;
  /** Whether the maker of the link has signed the values: then the person cannot change them. */
  isSigned: boolean;
}

/** Who made a bulk job, as its workflows name their source and their trail its actor. */
export interface BulkCaller {
  kind: 'session' | 'token' | 'key';
  organizationId: number | null;
  onBehalf: boolean;
  byKey: { name: string; maker: string } | null;
  appClientId: string | null;
  credentialName: string | null;
  ip: string;
  userAgent: string | null;
}

/** A template as it was; its documents and annexes name files of the bulk job. */
export interface FrozenTemplate {
  head: {
    id: number;
    version: number;
    type: WorkflowType;
    sender_message: string | null;
    expiry_days: number;
    /** Absent in jobs that are older than it. */
    language?: SigningLanguage | null;
    plan: TemplatePlan;
    preferences: Record<string, string>;
  };
  documents: {
    id: number;
    name: string;
    pages: PageSize[];
    contents: DocumentContents;
    original_file_id: number;
    source: SourceFacts | null;
    source_file_id: number | null;
  }[];
  annexes: { name: string; format: string; file_id: number }[];
}
