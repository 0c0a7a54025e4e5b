// Written by `npm run generate` from the contract; not by hand.

export type ErrorCode =
  | 'VALIDATION_ERROR'
  | 'INVALID_GRANT'
  | 'AUTHENTICATION_REQUIRED'
  | 'INVALID_CLIENT'
  | 'UNAUTHORIZED_TO_PERFORM_THIS_ACTION'
  | 'ENVELOPE_NOT_FOUND'
  | 'WORKFLOW_NOT_FOUND'
  | 'TEMPLATE_NOT_FOUND'
  | 'WORKSPACE_NOT_FOUND'
  | 'NOT_FOUND'
  | 'WORKFLOW_STATUS_CONFLICT'
  | 'IDEMPOTENCY_KEY_IN_USE'
  | 'DOCUMENT_TOO_LARGE'
  | 'UNSUPPORTED_MEDIA_TYPE'
  | 'DOCUMENT_NOT_ACCEPTED'
  | 'IDEMPOTENCY_KEY_REUSED'
  | 'RATE_LIMIT_REACHED'
  | 'API_KEY_RATE_LIMIT_REACHED'
  | 'INTERNAL_ERROR'
  | 'SERVICE_UNAVAILABLE';

export interface Action {
  id: number;
  stepNumber: number;
  role: number;
  type: ActionType;
  status: ActionStatus;
  recipientId: number;
  recipientEmail: string;
  comment: string | null;
  transaction: null;
}

export type ActionStatus = 'not_started' | 'started' | 'signed' | 'approved' | 'declined';

export type ActionType = 'sign' | 'review';

export interface BulkItem {
  identifier: EnvelopeRef;
  result: boolean;
  response: unknown;
  error: {
    code: string;
    message: string;
  } | null;
}

export interface Delivery {
  id: number;
  event: string;
  url: string;
  state: 'pending' | 'delivered' | 'dead';
  /** Seconds since 1970 */
  createDate: number;
  /** Seconds since 1970 */
  nextAttemptDate: number | null;
  attempts: {
    /** Seconds since 1970 */
    date: number;
    status: number | null;
    error: string | null;
    durationMs: number;
  }[];
}

export interface DesignedField {
  id: number;
  type: FieldType;
  label: string;
  documentId: number;
  page: number;
  value: string | null;
  posX: number;
  posY: number;
  role: number;
  style: {
    color: string;
    /** The name of a font; `normal` where none was chosen */
    fontStyle: string;
    fontSize: number;
    width: number;
    height: number;
    bold: boolean;
    italic: boolean;
    underline: boolean;
  };
  required: boolean;
}

export interface Document {
  id: number;
  position: number;
  file: {
    name: string;
    format: string;
    size: number;
    file: string;
    thumb: string | null;
    uri: string;
  };
}

export interface EndpointDelivery {
  id: number;
  event: string;
  url: string;
  state: 'pending' | 'delivered' | 'dead';
  /** Seconds since 1970 */
  createDate: number;
  /** Seconds since 1970 */
  nextAttemptDate: number | null;
  attempts: {
    /** Seconds since 1970 */
    date: number;
    status: number | null;
    error: string | null;
    durationMs: number;
  }[];
  workflowId: number;
  /** The webhook-id header; the same on every attempt */
  messageId: string;
}

export interface Envelope {
  /** Creation date and 32 hex digits */
  id: string;
  /** Creation date and 32 hex digits */
  envelopeId: string;
  workspaceId: number;
  name: string;
  type: WorkflowType;
  status: WorkflowStatus;
  oldStatus: WorkflowStatus | null;
  /** Seconds since 1970 */
  createDate: number;
  /** Seconds since 1970 */
  expiryDate: number;
  /** Seconds since 1970 */
  startDate: number | null;
  /** Seconds since 1970 */
  scheduledStartDate: number | null;
  documents: Document[];
  recipients: Recipient[];
  steps: Step[];
  fields: Field[];
  senderMessage: string | null;
  senderName: string | null;
  signingSecurity: 'none' | 'otp' | 'qualified';
  organization: {
    id: number;
    name: string;
  };
  creator: Profile;
  users: {
    id: number;
    name: string | null;
    role: string;
    email: string;
  }[];
  tags: Tag[];
  metadata: Metadata;
}

export type EnvelopeRef = string | number;

export interface Evidence {
  record: EvidenceRecord;
  /** Whoever changes the record cannot make the seal anew */
  seal: {
    /** Of `record` as JSON: keys sorted, no spaces, UTF-8 */
    sha256: string;
    /** RFC 3161 timestamp token over that hash by the instance’s own authority, DER in base64 */
    token: string;
  };
}

export interface EvidenceRecord {
  /** paraph-evidence/1 */
  format: string;
  /** True until the workflow has come to its end */
  interim: boolean;
  /** UTC, ISO 8601 with milliseconds, by the clock of the instance */
  recordTime: string;
  /** Name and version of what wrote this record */
  software: string;
  /** Base URL */
  instance: string;
  workflow: {
    id: number;
    /** Creation date and 32 hex digits */
    envelopeId: string;
    /** The title at the start: what everybody was shown */
    name: string;
    /** Later names in the sender’s lists; nobody was shown them */
    renames: {
      /** UTC, ISO 8601 with milliseconds, by the clock of the instance */
      time: string;
      from: string;
      to: string;
    }[];
    type: WorkflowType;
    status: WorkflowStatus;
    /** From the sender to everybody */
    message: string | null;
    /** Seconds since 1970 */
    createDate: number;
    /** Seconds since 1970 */
    startDate: number | null;
    /** Seconds since 1970 */
    expiryDate: number;
    /** Seconds since 1970 */
    endDate: number | null;
  };
  organization: {
    id: number;
    name: string;
  };
  sender: {
    name: string | null;
    email: string | null;
    /** How the sender was known: signed in with a password, by an OAuth token, or by an API key */
    authentication: 'session' | 'token' | 'key' | null;
    /** UTC, ISO 8601 with milliseconds, by the clock of the instance */
    time: string;
    /** As the instance saw it, or as a trusted proxy named it */
    ip: string | null;
    /** Whether the address is the word of a trusted proxy */
    isProxied: boolean;
    /** As the browser or program called itself */
    userAgent: string | null;
  };
  documents: {
    id: number;
    /** The file name as uploaded */
    name: string;
    pages: number;
    original: {
      /** SHA-256 in lowercase hexadecimal */
      sha256: string;
      size: number;
    };
    sealed: {
      /** SHA-256 in lowercase hexadecimal */
      sha256: string;
      size: number;
      /** UTC, ISO 8601 with milliseconds, by the clock of the instance */
      sealedTime: string;
      /** Name and version of what sealed it */
      software: string | null;
      /** The PAdES level reached: B-B, B-T, B-LT or B-LTA */
      level: string;
      timestamp: {
        /** The common name in the certificate that signed the token */
        authority: string;
        /** Whether it is the instance’s own: proof of order and integrity, of no time to outsiders */
        isInternal: boolean;
        /** Of the token, in hexadecimal */
        serial: string;
        /** UTC, ISO 8601 with milliseconds, by the clock of the instance */
        time: string;
      };
      signatures: {
        actionId: number;
        /** Of the certificate, in hexadecimal */
        certificateSerial: string;
        /** The code printed beside the signature */
        code: string;
        /** UTC, ISO 8601 with milliseconds, by the clock of the instance */
        time: string;
      }[];
      /** In the organization’s name, where nobody was asked to sign */
      organizationSeal: {
        code: string;
        certificate: {
          /** Of the certificate, in hexadecimal */
          serial: string;
          subject: string;
          issuer: string;
          /** UTC, ISO 8601 with milliseconds, by the clock of the instance */
          notBefore: string;
          /** UTC, ISO 8601 with milliseconds, by the clock of the instance */
          notAfter: string;
          /** From the signer’s to the root */
          chain: string[];
          /** good: asked and put into the file when it was sealed */
          revocationAtSealing: string;
          /** UTC, ISO 8601 with milliseconds, by the clock of the instance */
          revokedTime: string | null;
        };
      } | null;
    } | null;
  }[];
  /** Everybody who was asked, step by step */
  signers: {
    actionId: number;
    recipientId: number;
    /** As the sender gave it */
    name: string;
    /** As the sender gave it */
    email: string;
    stepOrder: number;
    type: ActionType;
    status: ActionStatus;
    mails: {
      to: string;
      kind: string;
      /** UTC, ISO 8601 with milliseconds, by the clock of the instance */
      time: string;
      result: 'sent' | 'failed';
      /** What the mail server answered when it took the message, or why it did not */
      reply: string | null;
    }[];
    /** When the page was opened by a person, from where */
    openings: {
      /** UTC, ISO 8601 with milliseconds, by the clock of the instance */
      time: string;
      /** As the instance saw it, or as a trusted proxy named it */
      ip: string | null;
      /** Whether the address is the word of a trusted proxy */
      isProxied: boolean;
      /** As the browser or program called itself */
      userAgent: string | null;
    }[];
    authentication: {
      /** mailbox: the link that was mailed to the address was followed */
      method: string;
      /** UTC, ISO 8601 with milliseconds, by the clock of the instance */
      time: string;
      /** Of a provider outside; null where there is none */
      reference: string | null;
    }[];
    consent: {
      /** UTC, ISO 8601 with milliseconds, by the clock of the instance */
      time: string;
      /** As the instance saw it, or as a trusted proxy named it */
      ip: string | null;
      /** Whether the address is the word of a trusted proxy */
      isProxied: boolean;
      /** As the browser or program called itself */
      userAgent: string | null;
      /** Which text was shown */
      version: string;
      language: string;
      /** As the browser said */
      timeZone: string | null;
      /** SHA-256 in lowercase hexadecimal */
      textSha256: string;
      /** The text itself, as it was shown */
      text: string;
    } | null;
    act: {
      /** UTC, ISO 8601 with milliseconds, by the clock of the instance */
      time: string;
      /** As the instance saw it, or as a trusted proxy named it */
      ip: string | null;
      /** Whether the address is the word of a trusted proxy */
      isProxied: boolean;
      /** As the browser or program called itself */
      userAgent: string | null;
      /** signed, approved or declined */
      result: string;
      /** Of declining */
      reason: string | null;
      /** The words that were pressed, as the page said */
      button: string | null;
      /** Of the page */
      language: string | null;
      /** As the browser said */
      timeZone: string | null;
      /** Over the hashes of all documents and the places of the fields, as shown */
      shownSha256: string | null;
      /** Exactly what was shown */
      documents: {
        id: number;
        /** SHA-256 in lowercase hexadecimal */
        sha256: string;
      }[];
      /** Of the answers, in hexadecimal */
      salt: string | null;
      answers: {
        fieldId: number;
        type: string;
        /** What was answered; for signatures the id of the signature image */
        value: string | null;
        /** Recorded in the chain: SHA-256 over salt, a line feed, and the value */
        valueSha256: string | null;
      }[];
      marks: {
        id: string;
        kind: 'signature' | 'initials';
        /** draw, type or upload */
        method: string;
        /** SHA-256 in lowercase hexadecimal */
        sha256: string;
      }[];
    } | null;
    certificates: {
      /** Of the certificate, in hexadecimal */
      serial: string;
      subject: string;
      issuer: string;
      /** UTC, ISO 8601 with milliseconds, by the clock of the instance */
      notBefore: string;
      /** UTC, ISO 8601 with milliseconds, by the clock of the instance */
      notAfter: string;
      /** From the signer’s to the root */
      chain: string[];
      /** good: asked and put into the file when it was sealed */
      revocationAtSealing: string;
      /** UTC, ISO 8601 with milliseconds, by the clock of the instance */
      revokedTime: string | null;
    }[];
  }[];
  /** The whole trail, in order */
  events: {
    sequence: number;
    name: string;
    /** UTC, ISO 8601 with milliseconds, by the clock of the instance */
    time: string;
    actor: unknown;
    detail: Record<string, unknown>;
    /** 1: the hash does not cover the snapshot; 2: it does */
    version: number;
    /** SHA-256 in lowercase hexadecimal */
    snapshotSha256: string | null;
    /** SHA-256 in lowercase hexadecimal */
    previousHash: string | null;
    /** SHA-256 in lowercase hexadecimal */
    hash: string;
    /** The keyed code, which the instance alone can compute */
    mac: string;
  }[];
  chain: {
    /** How each hash follows from the one before */
    algorithm: string;
    events: number;
    /** The hash of the last event: it stands for all of them */
    head: string;
    /** What outside of the database holds the head */
    anchor: string;
  };
  times: {
    zone: string;
    source: string;
    uncertainty: string;
  };
  /** How to verify without the instance, with common tools */
  verification: {
    what: string;
    command: string;
  }[];
  /** Of the DER of the root certificate */
  trustAnchorSha256: string;
  retention: {
    /** Seconds since 1970 */
    until: number | null;
    basis: string;
    contact: string;
  };
  legal: {
    claimed: string;
    notClaimed: string[];
  };
  notProven: string[];
  /** The thirty points of a credible record, and how this one fares */
  points: {
    number: number;
    title: string;
    /** pending: it can be had only once somebody has acted or everything is sealed */
    state: 'recorded' | 'partly' | 'absent' | 'pending';
    note: string | null;
  }[];
}

export interface Field {
  id: number;
  type: FieldType;
  label: string;
  documentId: number;
  page: number;
  value: string | null;
  posX: number;
  posY: number;
  role: number;
  style: {
    color: string;
    /** The name of a font; `normal` where none was chosen */
    fontStyle: string;
    fontSize: number;
    width: number;
    height: number;
    bold: boolean;
    italic: boolean;
    underline: boolean;
  };
}

export type FieldType =
  | 'signature'
  | 'initials'
  | 'date'
  | 'name'
  | 'email'
  | 'company'
  | 'department'
  | 'title'
  | 'location'
  | 'address'
  | 'text'
  | 'number'
  | 'checkbox'
  | 'radio'
  | 'dropdown'
  | 'stamp';

export interface ListedWorkflow {
  id: number;
  /** Creation date and 32 hex digits */
  envelopeId: string;
  workspaceId: number;
  name: string;
  type: WorkflowType;
  status: WorkflowStatus;
  oldStatus: WorkflowStatus | null;
  /** Seconds since 1970 */
  createDate: number;
  /** Seconds since 1970 */
  expiryDate: number;
  /** Seconds since 1970 */
  startDate: number | null;
  /** Seconds since 1970 */
  scheduledStartDate: number | null;
  documents: Document[];
  recipients: Recipient[];
  steps: Step[];
  fields: Field[];
  senderMessage: string | null;
  senderName: string | null;
  signingSecurity: 'none' | 'otp' | 'qualified';
  organization: {
    id: number;
    name: string;
  };
  creator: Profile;
  users: {
    id: number;
    name: string | null;
    role: string;
    email: string;
  }[];
  tags: Tag[];
  metadata: Metadata;
  /** The actions that wait for their recipients now; none before the start and after the end */
  pendingActions: {
    id: number;
    recipientId: number;
    recipientEmail: string;
    type: ActionType;
    status: ActionStatus;
  }[];
}

export interface Mail {
  id: number;
  kind: string;
  to: string;
  state: 'queued' | 'sent' | 'failed' | 'kept';
  attempts: number;
  lastError: string | null;
  /** Seconds since 1970 */
  sentDate: number | null;
  /** Seconds since 1970 */
  createDate: number;
}

export interface Member {
  id: number;
  uniqueId: string;
  email: string;
  name: string | null;
  picture: Picture | null;
  /** Whether they run the organization */
  administrator: boolean;
  status: 'invited' | 'joined';
  /** Seconds since 1970 */
  createDate: number;
}

export interface MemberProfile {
  id: number | null;
  email: string;
  name: string | null;
  firstName: string | null;
  lastName: string | null;
  /** ISO 3166-1, two capital letters */
  country: string | null;
  picture: Picture;
}

export type Metadata = Record<string, string> | never[];

export interface NewField {
  id?: number;
  type: FieldType;
  label?: string;
  required?: boolean;
  documentId: number;
  page: number;
  posX: number;
  posY: number;
  role: number;
  value?: string | null;
  style: {
    width: number;
    height: number;
    color?: string;
    fontStyle?: string | null;
    fontSize?: number;
    bold?: boolean;
    italic?: boolean;
    underline?: boolean;
  };
}

export type Permission =
  | 'create_workflow'
  | 'move_created_workflow'
  | 'delete_created_workflow'
  | 'edit_created_workflow'
  | 'view_created_workflow'
  | 'move_others_workflow'
  | 'delete_others_workflow'
  | 'edit_others_workflow'
  | 'view_others_workflow'
  | 'create_template'
  | 'delete_created_template'
  | 'edit_created_template'
  | 'move_created_template'
  | 'view_created_template'
  | 'delete_others_template'
  | 'edit_others_template'
  | 'move_others_template'
  | 'view_others_template'
  | 'create_archive'
  | 'delete_archive_for_me'
  | 'delete_archive_for_everyone'
  | 'edit_hold_archive'
  | 'view_hold_archive'
  | 'move_hold_archive'
  | 'edit_others_archive'
  | 'view_others_archive'
  | 'move_others_archive'
  | 'delete_workspace'
  | 'edit_workspace'
  | 'add_workspace_user'
  | 'remove_workspace_user'
  | 'edit_workspace_user'
  | 'create_template_out_of_template'
  | 'create_template_out_of_workflow'
  | 'create_workflow_out_of_template'
  | 'create_workflow_out_of_workflow'
  | 'view_archive_summary'
  | 'upload_archive_to_cloud'
  | 'manage_tags'
  | 'tag_workflow'
  | 'tag_archive'
  | 'tag_template';

export interface Picture {
  file: string | null;
  thumb: string | null;
  format: string;
  size: number;
}

export interface Profile {
  id: number;
  email: string;
  name: string;
  firstName: string | null;
  lastName: string | null;
  /** ISO 3166-1, two capital letters */
  country: string | null;
  picture: Picture;
}

export interface QuickEnvelope {
  /** Creation date and 32 hex digits */
  id: string;
  name: string;
  type: WorkflowType;
  status: WorkflowStatus;
  /** Seconds since 1970 */
  createDate: number;
  /** Seconds since 1970 */
  expiryDate: number;
  /** Seconds since 1970 */
  startDate: number | null;
  /** Creation date and 32 hex digits */
  envelopeId: string;
  documents: Document[];
  recipients: Recipient[];
  steps: Step[];
  metadata: Metadata;
}

export interface Recipient {
  id: number;
  name: string;
  email: string;
  picture: Picture | null;
  roles: {
    id: number;
    type: ActionType;
    color: string;
  }[];
}

export interface Role {
  id: number;
  key: string;
  name: string;
  /** Whether every organization has it */
  system: boolean;
  permissions: Permission[];
}

export type Scope =
  | 'profile:read'
  | 'workspaces:read'
  | 'workspaces:write'
  | 'workflows:read'
  | 'workflows:write'
  | 'templates:read'
  | 'templates:write'
  | 'organization:write'
  | 'webhooks:write';

export interface Seal {
  documentId: number;
  level: string;
  timestamp: {
    authority: string;
    isInternal: boolean;
    serial: string;
    /** Seconds since 1970 */
    date: number;
  };
}

export interface Step {
  id: number;
  order: number;
  type: ActionType;
  status: ActionStatus;
  /** Seconds since 1970 */
  expiryDate: number | null;
  actions: Action[];
}

export interface Tag {
  id: number;
  name: string;
  color: string;
}

export interface Template {
  id: number;
  name: string;
  type: WorkflowType;
  /** Seconds since 1970 */
  createDate: number;
  recipientsCount: number;
  tags: Tag[];
  creator: Profile;
  steps: TemplateStep[];
}

export interface TemplateRecipient {
  id: number;
  name: string;
  anchorTag: string | null;
  roles: {
    id: number;
    type: ActionType;
    color: string;
  }[];
}

export interface TemplateStep {
  id: number;
  order: number;
  type: ActionType;
  actions: {
    id: number;
    role: number;
    type: ActionType;
  }[];
}

export interface VerificationReport {
  sha256: string;
  size: number;
  /** Seconds since 1970 */
  checkedAt: number;
  document: {
    signatures: number;
    intact: 'all' | 'some' | 'none' | null;
    sinceSigning: 'unchanged' | 'allowed-changes' | 'changes-not-allowed' | 'broken' | null;
    identity: 'all' | 'some' | 'none' | null;
    time: 'all' | 'some' | 'none' | null;
    lastCoversWholeFile: boolean;
    removedSignatures: string[];
    unreadableEvidence: number;
  };
  /** In the order of their making */
  signatures: {
    fieldName: string;
    signer: {
      name: string | null;
      organization: string | null;
      emails: string[];
    };
    reason: string | null;
    /** Seconds since 1970 */
    claimedTime: number | null;
    /** Seconds since 1970 */
    provenTime: number | null;
    integrity: {
      intact: boolean;
      /** What is wrong, in sentences; empty when nothing is */
      reasons: string[];
    };
    coverage: 'whole-file' | 'whole-revision' | 'partial';
    sinceSigning: 'unchanged' | 'allowed-changes' | 'changes-not-allowed' | 'broken';
    /** Each revision appended after this signature, oldest first */
    changesAfter: {
      revision: number;
      allowed: boolean;
      changes: {
        kind: string;
        sentence: string;
        allowed: boolean;
        objection: string | null;
        page: number | null;
        fieldName: string | null;
      }[];
    }[];
    certificate: {
      trusted: boolean;
      trustedBy: 'this-instance' | 'named-by-operator' | null;
      /** What is wrong, in sentences; empty when nothing is */
      reasons: string[];
      revocation: 'good' | 'revoked' | 'unknown';
      /** Seconds since 1970 */
      checkedAt: number | null;
      checkedAtSource: 'timestamp' | 'asked' | 'claimed' | null;
      /** The signer’s own first, as far as issuers were found */
      chain: {
        name: string | null;
        organization: string | null;
        issuer: string | null;
        serial: string;
        /** Seconds since 1970 */
        validFrom: number;
        /** Seconds since 1970 */
        validUntil: number;
      }[];
    };
    timestamp: {
      /** Seconds since 1970 */
      time: number | null;
      authority: string | null;
      trusted: boolean;
      trustedBy: 'this-instance' | 'named-by-operator' | null;
      /** What is wrong, in sentences; empty when nothing is */
      reasons: string[];
    } | null;
    timestampProblem: string | null;
    level: 'B-B' | 'B-T' | 'B-LT' | 'B-LTA' | null;
  }[];
  /** Document timestamps, oldest first */
  timestamps: {
    /** Seconds since 1970 */
    time: number | null;
    authority: string | null;
    trusted: boolean;
    trustedBy: 'this-instance' | 'named-by-operator' | null;
    /** What is wrong, in sentences; empty when nothing is */
    reasons: string[];
    fieldName: string;
    coverage: 'whole-file' | 'whole-revision' | 'partial';
  }[];
  /** The same for people, as plain text */
  text: string;
}

export interface WebhookEndpoint {
  id: number;
  url: string;
  /** Empty: all */
  events: (
    | 'workflow.started'
    | 'action.started'
    | 'action.signed'
    | 'action.approved'
    | 'action.declined'
    | 'workflow.approved'
    | 'workflow.signed'
    | 'workflow.declined'
    | 'workflow.canceled'
    | 'workflow.expired'
    | 'workflow.blocked'
    | 'recipient.reassigned'
  )[];
  enabled: boolean;
  /** Whether the certificate must verify */
  sslVerification: boolean;
  /** Seconds since 1970 */
  createDate: number;
  /** Seconds since 1970 */
  previousSecretEndDate: number | null;
}

export interface WholeTemplate {
  id: number;
  name: string;
  type: WorkflowType;
  /** Seconds since 1970 */
  createDate: number;
  recipientsCount: number;
  tags: Tag[];
  creator: Profile;
  steps: TemplateStep[];
  workspaceId: number;
  /** Seconds since 1970 */
  changeDate: number;
  senderMessage: string | null;
  /** Days from when a workflow is made of it to its deadline */
  expiryDays: number;
  recipients: TemplateRecipient[];
  fields: DesignedField[];
  documents: Document[];
}

export interface Workflow {
  id: number;
  /** Creation date and 32 hex digits */
  envelopeId: string;
  workspaceId: number;
  name: string;
  type: WorkflowType;
  status: WorkflowStatus;
  oldStatus: WorkflowStatus | null;
  /** Seconds since 1970 */
  createDate: number;
  /** Seconds since 1970 */
  expiryDate: number;
  /** Seconds since 1970 */
  startDate: number | null;
  /** Seconds since 1970 */
  scheduledStartDate: number | null;
  documents: Document[];
  recipients: Recipient[];
  steps: Step[];
  fields: Field[];
  senderMessage: string | null;
  senderName: string | null;
  signingSecurity: 'none' | 'otp' | 'qualified';
  organization: {
    id: number;
    name: string;
  };
  creator: Profile;
  users: {
    id: number;
    name: string | null;
    role: string;
    email: string;
  }[];
  tags: Tag[];
  metadata: Metadata;
}

export type WorkflowId = number | string;

export type WorkflowStatus =
  | 'not_started'
  | 'started'
  | 'approved'
  | 'to_be_archived'
  | 'signed'
  | 'declined'
  | 'canceled'
  | 'expired'
  | 'blocked';

export type WorkflowType = 'simple' | 'advanced' | 'qualified';

export interface Workspace {
  id: number;
  name: string;
  description: string | null;
  tags: Tag[];
  /** Always empty for now */
  integrations: never[];
  workspaceUsers: {
    id: number;
    memberId: number;
    email: string;
    /** The id of the role: 1 owner, 2 administrator, 3 editor, 4 viewer; custom roles from 100 */
    role: number;
    /** owner, administrator, editor, viewer, or the key of a custom role */
    roleKey: string;
    profile: MemberProfile;
  }[];
  /** The caller's own */
  permissions: Permission[];
}

export interface WorkspaceUser {
  id: number;
  email: string;
  /** The id of the role: 1 owner, 2 administrator, 3 editor, 4 viewer; custom roles from 100 */
  role: number;
  picture: Picture | null;
  /** Null until the invited person has an account */
  name: string | null;
}
